//! Records of games in PGN.

use std::collections::BTreeMap;
use std::mem;

use serde::{Deserialize, Serialize};

use vertumnus_core::game::{self, Session};
use vertumnus_core::pgn::{
    GameRecord, GameResult, PgnError, PgnReader, RecordedMove, Replay, replay,
};
use vertumnus_core::position::Move;

use super::limits;
use super::refusal::{Refusal, RefusalKind, one_line};
use super::request::Request;

/// The tags that every record has, in their order.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that follow from the game, whatever the request says.
const OF_GAME: [&str; 5] = ["Result", "FEN", "SetUp", "Variant", "Rules"];

/// The record of the game of a request.
pub(super) fn write(request: &Request) -> Result<String, Refusal> {
    let game = request.session()?;
    let given = request.pairs("tags")?;
    for &(name, _) in &given {
        let is_symbol = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if name.is_empty() || !name.chars().all(is_symbol) {
            return Err(Refusal::bad_request(format!("'{name}' is no name of a tag")));
        }
    }
    let result = match (game.outcome(), request.optional_text("result")?) {
        (Some(outcome), _) => outcome.into(),
        (None, None) => GameResult::Open,
        (None, Some(text)) => GameResult::parse(text)
            .ok_or_else(|| Refusal::bad_request(format!("'{text}' is no result")))?,
    };
    let of_roster = |(name, unknown): (&str, &str)| {
        let value = given.iter().find(|(known, _)| *known == name).map_or(unknown, |pair| pair.1);
        (name.to_owned(), if name == "Result" { result.to_string() } else { value.to_owned() })
    };
    let mut tags: Vec<(String, String)> = ROSTER.into_iter().map(of_roster).collect();
    let others = given.iter().filter(|(name, _)| {
        !OF_GAME.contains(name) && !ROSTER.iter().any(|(known, _)| known == name)
    });
    tags.extend(others.map(|&(name, value)| (name.to_owned(), value.to_owned())));
    let mut record = GameRecord::of(&*game, tags, result);
    if let Some(comment) = request.optional_long_text("comment")? {
        comment.clone_into(&mut record.comment);
    }
    let notes: Vec<Noted> = request.list("plies")?;
    for (ply, noted) in record.plies.iter_mut().zip(notes) {
        let san = mem::take(&mut ply.san);
        *ply = RecordedMove { san, ..noted.try_into()? };
    }
    Ok(record.to_string())
}

/// A move with what is noted on it, as it comes in and as it goes out.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
struct Noted {
    #[serde(rename = "move")]
    text: String,
    san: String,
    comment: String,
    glyphs: Vec<u8>,
    variations: Vec<Vec<Self>>,
}

impl TryFrom<Noted> for RecordedMove {
    type Error = Refusal;

    fn try_from(noted: Noted) -> Result<Self, Refusal> {
        // What is no word would be something else in the record.
        let is_word = |c: char| c.is_ascii_graphic() && !"(){}[];$".contains(c);
        if !noted.san.chars().all(is_word) {
            return Err(Refusal::bad_request(format!("'{}' is not a SAN", noted.san)));
        }
        let line = |line: Vec<Noted>| line.into_iter().map(Self::try_from).collect();
        let variations = noted.variations.into_iter().map(line).collect::<Result<_, _>>()?;
        Ok(Self { san: noted.san, comment: noted.comment, glyphs: noted.glyphs, variations })
    }
}

/// A game that was read.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GameRead {
    /// The line of the text on which it starts, from 1.
    line: usize,
    tags: BTreeMap<String, String>,
    game: Option<&'static str>,
    start_fen: Option<String>,
    /// The comment before the first move.
    comment: String,
    plies: Vec<Noted>,
    result: &'static str,
    /// Why the game cannot be read to its end; the moves are those before the fault.
    error: Option<String>,
}

/// Reads all games of a text.
pub(super) fn read(request: &Request) -> Result<Vec<GameRead>, Refusal> {
    let fallback = request.variant()?;
    let records = records(request.long_text("text")?)?;
    let game = |(line, record): (usize, GameRecord)| {
        let (found, error) = match replay(&record, fallback) {
            Ok(found) => (Some(found), None),
            Err(error) => (error.before, Some(one_line(&error.reason))),
        };
        GameRead::of(line, record, found, error)
    };
    Ok(records.into_iter().map(game).collect())
}

/// The records of a text, each with the line on which it starts. The last one may lack its result,
/// as when a person has typed or copied the moves alone.
fn records(text: &str) -> Result<Vec<(usize, GameRecord)>, Refusal> {
    let bad = |message: String| Refusal::new(RefusalKind::BadPgn, message);
    let read = |text: &str| {
        let games = PgnReader::lenient(text).take(limits::GAMES + 1);
        games.collect::<Result<Vec<_>, PgnError>>()
    };
    let records = match read(&format!("{text}\n")) {
        Err(error) if error.is_cut_off => read(&format!("{text}\n*\n")).map_err(|_| error),
        read => read,
    };
    let records = records.map_err(|error| bad(error.to_string()))?;
    let plies: usize = records.iter().map(|(_, record)| count(&record.plies)).sum();
    if records.len() > limits::GAMES || plies > limits::PLIES {
        let (games, plies) = (limits::GAMES, limits::PLIES);
        return Err(bad(format!("the text has more than {games} games or {plies} moves")));
    }
    if records.is_empty() {
        return Err(bad("there is no game in the text".to_owned()));
    }
    Ok(records)
}

/// The moves of a line and of the variations in it.
fn count(plies: &[RecordedMove]) -> usize {
    let tried = plies.iter().flat_map(|ply| &ply.variations).map(|line| count(line));
    plies.len() + tried.sum::<usize>()
}

/// The moves of a line with what is noted on them, up to the first that is not legal. Where the moves are
/// known, they need not be read.
fn noted(game: &mut dyn Session, plies: &[RecordedMove], known: Option<&[Move]>) -> Vec<Noted> {
    let mut line = Vec::new();
    for (index, ply) in plies.iter().enumerate() {
        let mv = match known {
            Some(moves) => moves.get(index).copied(),
            None => game.parse_san(&ply.san).ok(),
        };
        let Some(mv) = mv else { break };
        let (text, san) = (game.text(mv), game.san(mv));
        let tried = ply.variations.iter().map(|tried| noted(&mut *game.boxed_clone(), tried, None));
        let variations = tried.filter(|tried| !tried.is_empty()).collect();
        let (comment, glyphs) = (ply.comment.clone(), ply.glyphs.clone());
        if game.play(mv).is_err() {
            break;
        }
        line.push(Noted { text, san, comment, glyphs, variations });
    }
    line
}

impl GameRead {
    fn of(line: usize, record: GameRecord, found: Option<Replay>, error: Option<String>) -> Self {
        let mut plies = Vec::new();
        if let Some(found) = &found {
            let mut game = game::session(found.variant);
            if game.set_position(Some(&found.start), &[]).is_ok() {
                plies = noted(&mut *game, &record.plies, Some(&found.moves));
            }
        }
        Self {
            line,
            game: found.as_ref().map(|found| found.variant.name()),
            start_fen: found.map(|found| found.start),
            comment: record.comment,
            plies,
            result: record.result.text(),
            tags: record.tags.into_iter().collect(),
            error,
        }
    }
}
