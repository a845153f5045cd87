//! What the tests of all rules need: positions and moves as text.

use super::Position;
use crate::rules::{Outcome, Ruleset};

/// The position of a FEN.
pub(crate) fn position<R: Ruleset>(fen: &str) -> Position<R> {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Why a FEN is refused.
pub(crate) fn refusal<R: Ruleset>(fen: &str) -> String {
    match Position::<R>::from_fen(fen) {
        Ok(_) => panic!("{fen} is not refused"),
        Err(error) => error.to_string(),
    }
}

/// The texts of the legal moves that begin with these letters, in their order.
pub(crate) fn moves<R: Ruleset>(fen: &str, from: &str) -> String {
    let position = position::<R>(fen);
    let moves = position.legal_moves();
    let texts = moves.iter().map(|&mv| position.move_text(mv));
    let mut texts: Vec<String> = texts.filter(|text| text.starts_with(from)).collect();
    texts.sort();
    texts.join(" ")
}

/// The FEN after these moves.
pub(crate) fn after<R: Ruleset>(fen: &str, moves: &str) -> String {
    let play = |position: Position<R>, text| match position.parse_move(text) {
        Ok(mv) => position.after(mv),
        Err(error) => panic!("{}: {error}", position.fen()),
    };
    moves.split_whitespace().fold(position(fen), play).fen()
}

/// How the game has ended in the position of a FEN.
pub(crate) fn ending<R: Ruleset>(fen: &str) -> Option<Outcome> {
    position::<R>(fen).ending()
}
