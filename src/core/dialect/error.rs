//! Why a text is refused.

use thiserror::Error;

/// Why a board or a move in the protocol's notation is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DialectError {
    /// No piece has this letter.
    #[error("no piece of this game has the letter '{0}'")]
    UnknownLetter(char),
    /// More than one kind has this letter.
    #[error(
        "the letter '{letter}' stands for several pieces, {tokens}: write one of them in braces"
    )]
    SharedLetter {
        /// The letter.
        letter: char,
        /// The kinds' tokens.
        tokens: String,
    },
    /// Not of the form of a move.
    #[error("'{0}' is not a move")]
    NoMove(String),
    /// A move from, to or by way of a square that the board does not have.
    #[error("there is no square {0}")]
    NoSquare(String),
    /// No legal move is meant.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// Several legal moves are meant.
    #[error("'{text}' can end in any of {letters}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The letters that it could end in.
        letters: String,
    },
}
