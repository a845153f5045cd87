//! Positions of a game that is compiled in some builds, and read from its file in others.

use crate::game::{self, Session};
use crate::rules::{Outcome, Variant};

/// The game of this name in the position of a FEN.
pub(super) fn session(game: &str, fen: &str) -> Box<dyn Session> {
    let variant = Variant::exactly(game).expect("the game comes with the program");
    let mut session = game::session(variant);
    session.set_position(Some(fen), &[]).unwrap_or_else(|error| panic!("{fen}: {error}"));
    session
}

/// The FEN after moves, separated by blanks.
pub(super) fn after(game: &str, fen: &str, moves: &str) -> String {
    let mut session = session(game, fen);
    for text in moves.split(' ') {
        session.play_text(text).unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
    }
    session.fen()
}

/// How the game has ended in the position of a FEN.
pub(super) fn ending(game: &str, fen: &str) -> Option<Outcome> {
    session(game, fen).outcome()
}

/// The texts of the legal moves that begin with these letters, sorted.
pub(super) fn moves(game: &str, fen: &str, beginning: &str) -> String {
    let mut texts = session(game, fen).legal_texts();
    texts.retain(|text| text.starts_with(beginning));
    texts.sort();
    texts.join(" ")
}
