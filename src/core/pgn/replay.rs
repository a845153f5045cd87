//! Finds the moves of a record.

use std::collections::HashSet;
use std::fmt;

use super::record::{GameRecord, GameResult};
use crate::dialect::Dialect;
use crate::game::{self, Session};
use crate::position::Move;
use crate::rules::Variant;

/// The moves of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The game that is played.
    pub variant: Variant,
    /// The position before the first move, as FEN.
    pub start: String,
    /// The moves, one for each ply of the record.
    pub moves: Vec<Move>,
}

/// Why the moves of a record are not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The error, in one line.
    pub reason: String,
    /// The game up to the bad move; `None` if its variant or its start is wrong.
    pub before: Option<Replay>,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for ReplayError {}

impl From<String> for ReplayError {
    fn from(reason: String) -> Self {
        Self { reason, before: None }
    }
}

/// Finds the moves of a record. A record without a tag `Variant` is a game of `fallback`.
///
/// What is wrong with the tag `FEN` is mended as far as it can be. The moves are read as SAN. If that fails, they are read as XBoard writes them; see
/// [`Dialect::read_recorded`].
///
/// # Errors
/// If the variant is unknown, the FEN is wrong, or a move is not legal.
pub fn replay(record: &GameRecord, fallback: Variant) -> Result<Replay, ReplayError> {
    let variant = record.variant(fallback)?;
    by_san(record, variant).or_else(|error| by_xboard(record, variant).ok_or(error))
}

fn by_san(record: &GameRecord, variant: Variant) -> Result<Replay, ReplayError> {
    let mut session = game::session(variant);
    let fen = record.tag("FEN").map(|fen| session.mended_fen(fen).0);
    session.set_position(fen.as_deref(), &[]).map_err(|error| error.to_string())?;
    let start = session.fen();
    for (ply, played) in (1..).zip(&record.plies) {
        let read = session.parse_san(&played.san).map_err(|error| error.to_string());
        let done = read.and_then(|mv| session.play(mv).map_err(|error| error.to_string()));
        if let Err(error) = done {
            let reason = match session.outcome() {
                Some(outcome) => format!("ply {ply}, {}: the game was over: {outcome}", played.san),
                None => format!("ply {ply}: {error}"),
            };
            let moves = session.moves_played();
            return Err(ReplayError { reason, before: Some(Replay { variant, start, moves }) });
        }
    }
    Ok(Replay { variant, start, moves: session.moves_played() })
}

/// The most lines of moves that are followed at once. Captures of which XBoard does not say whether
/// they absorb double their number, until the piece moves again or is captured.
const MOST_LINES: usize = 256;

/// Follows all lines of moves that the record can mean. `None` if none is left at its end.
fn by_xboard(record: &GameRecord, variant: Variant) -> Option<Replay> {
    let dialect = Dialect::of(variant);
    if dialect.is_known() {
        return None;
    }
    let mut session = game::session(variant);
    if let Some(fen) = record.tag("FEN") {
        let fen = dialect.read_fen(fen, &*session).ok()?;
        session.set_position(Some(&fen), &[]).ok()?;
    }
    let start = session.fen();
    let mut lines = vec![session];
    for played in &record.plies {
        lines = after(&lines, &dialect, &played.san);
    }
    let result = |line: &dyn Session| line.outcome().map(GameResult::from);
    lines.retain(|line| result(&**line).is_none_or(|result| result == record.result));
    let ended = lines.iter().find(|line| result(&***line).is_some());
    let moves = ended.or(lines.first())?.moves_played();
    Some(Replay { variant, start, moves })
}

/// The lines after a move, without those that lead to the same position as a likelier one.
fn after(lines: &[Box<dyn Session>], dialect: &Dialect, text: &str) -> Vec<Box<dyn Session>> {
    let mut known = HashSet::new();
    let mut next: Vec<Box<dyn Session>> = Vec::new();
    for line in lines.iter().filter(|line| line.outcome().is_none()) {
        for mv in dialect.read_recorded(text, &line.views()) {
            let mut line = line.boxed_clone();
            if next.len() < MOST_LINES && line.play(mv).is_ok() && known.insert(line.key()) {
                next.push(line);
            }
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::super::export::{Form, convert};
    use super::super::read::PgnReader;
    use super::*;

    /// Games of the engine with itself, as XBoard 4.9.1 recorded them.
    const WRITTEN: &str = include_str!("testdata/written.pgn");
    /// Their moves as they went through the protocol, a line for each game.
    const MOVES: &str = include_str!("testdata/moves.txt");

    fn records(text: &str) -> Vec<GameRecord> {
        PgnReader::new(text).map(|game| game.expect("it reads").1).collect()
    }

    #[test]
    fn records_of_xboard_are_read_as_far_as_they_say_what_was_played() {
        let chess = Variant::default();
        let (mut games, mut plies, mut unsaid) = (0, 0, 0);
        for (record, moves) in records(WRITTEN).iter().zip(MOVES.lines()) {
            let Ok(variant) = record.variant(chess) else { continue };
            let found = replay(record, chess).unwrap_or_else(|error| panic!("{variant}: {error}"));
            let played: Vec<&str> = moves.split(' ').collect();
            let converted = convert(record, chess, Form::XBoard).expect("its moves are known");
            assert_eq!((found.variant, found.moves.len()), (variant, played.len()));
            for (ply, move_played) in converted.plies.iter().zip(&played) {
                let way = |text: &str| {
                    let is_letter = |c: char| c.is_ascii_alphabetic();
                    text.strip_suffix(is_letter).unwrap_or(text).to_owned()
                };
                assert_eq!(way(&ply.san), way(move_played), "{variant}");
                unsaid += usize::from(ply.san != *move_played);
            }
            games += 1;
            plies += played.len();
        }
        // Pieces that were captured before they moved again: nobody knows whether they had absorbed.
        assert!(unsaid <= 3, "{unsaid} of {plies} plies of {games} games");
        let tags = WRITTEN.lines().filter_map(|line| line.strip_prefix("[Variant \""));
        let names = tags.filter_map(|tag| tag.strip_suffix("\"]"));
        assert_eq!(games, names.filter(|name| Variant::exactly(name).is_some()).count());
    }

    #[test]
    fn what_is_written_for_xboard_is_read_back_as_the_same_game() {
        let chess = Variant::default();
        for record in records(WRITTEN).iter().filter(|record| record.variant(chess).is_ok()) {
            let standard = convert(record, chess, Form::Standard).expect("its moves are known");
            let foreign = convert(&standard, chess, Form::XBoard).expect("it is right");
            let found = replay(&standard, chess);
            assert!(found.is_ok() && found == replay(&foreign, chess), "{standard}");
        }
    }

    #[test]
    fn an_error_comes_with_the_game_before_it() {
        let text = "1. e4 e5 2. Ke3 *\n";
        let error = replay(&records(text)[0], Variant::default()).expect_err("it is not legal");
        assert_eq!(error.to_string(), "ply 3: 'Ke3' is not legal here");
        assert_eq!(error.before.map(|game| game.moves.len()), Some(2));
        // A castling right too many, and no counters.
        let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ\"]\n\n1. O-O *\n";
        let found = replay(&records(text)[0], Variant::default()).expect("it is mended");
        assert_eq!((&*found.start, found.moves.len()), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1));
        let text = "1. e4 e5 2. -- d5 *\n";
        let error = replay(&records(text)[0], Variant::default()).expect_err("a null move");
        assert_eq!(error.before.map(|game| game.moves.len()), Some(2));
        let unknown = &records("[Variant \"nonesuch\"]\n\n*\n")[0];
        assert_eq!(replay(unknown, Variant::default()).expect_err("unknown").before, None);
    }
}
