//! Games played again, move by move, and which of their positions are worth learning from.

use thiserror::Error;

use super::record::{GameRecord, Ply};
use vertumnus_core::game::{PositionError, Session};
use vertumnus_core::position::Move;

/// Why a game cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadGame {
    /// The first position is not one of this game.
    #[error("the first position: {0}")]
    Start(#[from] PositionError),
    /// A move is not legal.
    #[error("ply {0} is not a legal move")]
    Move(usize),
}

/// A position of a game, and what was played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// The score of the position, in centipawns from White's point of view; `None` if the move is a
    /// random one.
    pub score: Option<i32>,
    /// Whether a random move follows, here or later. The result says nothing of such a position, but its
    /// score is as good as any.
    pub is_before_random: bool,
}

/// A game that is played again in a session.
#[derive(Debug)]
pub struct Replay<'a> {
    plies: &'a [Ply],
    /// The number of plies up to the last random one, that one included.
    random: usize,
    next: usize,
    pending: Option<Move>,
}

impl<'a> Replay<'a> {
    /// Sets up the first position of a game in a session, which must be one of its variant.
    ///
    /// # Errors
    /// If there is no such position in this variant.
    pub fn start(game: &'a GameRecord, session: &mut dyn Session) -> Result<Self, BadGame> {
        let fen = Some(game.start.as_str()).filter(|fen| !fen.is_empty());
        session.set_position(fen, &[])?;
        let last = game.plies.iter().rposition(|ply| ply.score.is_none());
        let random = last.map_or(0, |last| last + 1);
        Ok(Self { plies: &game.plies, random, next: 0, pending: None })
    }

    /// Goes on to the next position in which a move was played; `None` at the end, with the last
    /// position in the session.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn next(&mut self, session: &mut dyn Session) -> Result<Option<Step>, BadGame> {
        if let Some(mv) = self.pending.take() {
            session.play(mv).map_err(|_| BadGame::Move(self.next))?;
        }
        let Some(ply) = self.plies.get(self.next) else { return Ok(None) };
        let is_before_random = self.next < self.random;
        self.next += 1;
        let mv = find(session, *ply).ok_or(BadGame::Move(self.next))?;
        self.pending = Some(mv);
        Ok(Some(Step { mv, score: ply.score, is_before_random }))
    }
}

/// The legal moves between two squares, in the order of their texts.
fn between(session: &dyn Session, from: u8, to: u8) -> Vec<Move> {
    let mut moves = session.legal_moves();
    moves.retain(|mv| mv.from().index() == from.into() && mv.to().index() == to.into());
    if moves.len() > 1 {
        moves.sort_by_cached_key(|&mv| session.text(mv));
    }
    moves
}

fn find(session: &dyn Session, ply: Ply) -> Option<Move> {
    between(session, ply.from, ply.to).get(usize::from(ply.choice)).copied()
}

impl Ply {
    /// The record of a move that is legal in the position of a session.
    pub fn of(session: &dyn Session, mv: Move, score: Option<i32>) -> Self {
        let (from, to) = (mv.from().index() as u8, mv.to().index() as u8);
        let choice = between(session, from, to).iter().position(|&other| other == mv);
        Self { from, to, choice: choice.unwrap_or(0) as u8, score }
    }
}

/// Which positions are worth learning from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The greatest score of either side, in centipawns.
    pub max_score: i32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { max_score: 3_000 }
    }
}

impl Filter {
    /// The score of a position that is quiet: neither is the side to move in check, nor is the best
    /// move a capture or another noisy move. `None` if the position is left out, also for a random move.
    pub fn score(&self, step: &Step, session: &dyn Session) -> Option<i32> {
        let score = step.score.filter(|score| score.abs() <= self.max_score)?;
        (!session.is_in_check() && !session.is_noisy(step.mv)).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::GameResult;
    use super::*;
    use vertumnus_core::board::SplitMix64;
    use vertumnus_core::game::session;
    use vertumnus_core::rules::{Variant, definition};

    /// Random games come back from their records, with every flight, every choice of a kind and every drop.
    #[test]
    fn games_of_all_variants_are_played_again() {
        let text = b"[replayed-house:crazyhouse]\n[replayed-hen:dobutsu]\ndropPromoted = true\n";
        let read = definition::read(text, |_| false).expect("a text");
        let definitions = read.games.iter().map(|game| game.definition.as_ref().expect("a game"));
        // A build without written games has none of them.
        let written = definitions.filter_map(|definition| Variant::load(definition).ok());
        for variant in Variant::bundled().iter().copied().chain(written) {
            let mut random = SplitMix64::new(7);
            let mut session = session(variant);
            for _ in 0..4 {
                session.set_position(None, &[]).expect("the start position");
                let mut plies = Vec::new();
                let mut keys = Vec::new();
                while plies.len() < 150 && session.outcome().is_none() {
                    let moves = session.legal_moves();
                    let mv = moves[random.below(moves.len())];
                    plies.push(Ply::of(&*session, mv, None));
                    keys.push(session.key());
                    session.play(mv).expect("a legal move");
                }
                let last = session.fen();
                let (start, result) = (String::new(), GameResult::Draw);
                let game = GameRecord { variant, start, result, plies };
                let mut replay = Replay::start(&game, &mut *session).expect("the start position");
                let mut seen = Vec::new();
                while replay.next(&mut *session).expect("a legal move").is_some() {
                    seen.push(session.key());
                }
                assert_eq!((seen, session.fen()), (keys, last), "{variant}");
            }
        }
    }

    #[test]
    fn only_quiet_scored_positions_count() {
        let Some(&chess) = Variant::bundled().iter().find(|variant| variant.name() == "chess")
        else {
            return;
        };
        let mut session = session(chess);
        // Quiet; random; quiet; a capture; a reply to check; too good.
        let moves = [
            ("e2e4", Some(20)),
            ("d7d5", None),
            ("g1f3", Some(80)),
            ("d5e4", Some(-30)),
            ("f1b5", Some(-40)),
            ("c7c6", Some(-50)),
            ("a2a3", Some(-4_000)),
        ];
        let mut plies = Vec::new();
        for (text, score) in moves {
            let mv = session.parse(text).expect("a legal move");
            plies.push(Ply::of(&*session, mv, score));
            session.play(mv).expect("a legal move");
        }
        let (start, result) = (String::new(), GameResult::White);
        let game = GameRecord { variant: chess, start, result, plies };
        let mut replay = Replay::start(&game, &mut *session).expect("the start position");
        let mut scores = Vec::new();
        while let Some(step) = replay.next(&mut *session).expect("a legal move") {
            let score = Filter::default().score(&step, &*session);
            scores.push((score, step.is_before_random));
        }
        let before = [(Some(20), true), (None, true)];
        let after = [Some(80), None, Some(-40), None, None].map(|score| (score, false));
        assert_eq!(scores, [&before[..], &after].concat());
    }

    #[test]
    fn a_game_with_an_illegal_move_is_refused() {
        let mut session = session(Variant::default());
        let ply = Ply { from: 0, to: 60, choice: 0, score: None };
        let (start, result) = (String::new(), GameResult::Draw);
        let variant = Variant::default();
        let mut game = GameRecord { variant, start, result, plies: vec![ply] };
        let mut replay = Replay::start(&game, &mut *session).expect("the start position");
        assert_eq!(replay.next(&mut *session), Err(BadGame::Move(1)));
        game.start = "no position".to_owned();
        assert!(matches!(Replay::start(&game, &mut *session), Err(BadGame::Start(_))));
    }
}
