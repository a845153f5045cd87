//! The rules of a game in words.

use vertumnus_core::rules::definition::Definition;

/// The rules of a game in words, with a diagram of each piece.
pub fn explain(game: &Definition) -> String {
    game.title.clone()
}
