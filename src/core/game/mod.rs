//! A game in play with its ruleset erased: squares, kinds and moves are plain values, and the game
//! is asked for their names.
//!
//! ```
//! use vertumnus_core::game;
//! use vertumnus_core::rules::Variant;
//!
//! let mut game = game::session(Variant::Chess);
//! let mv = game.parse("e2e4")?;
//! assert_eq!(game.san(mv), "e4");
//! assert!(game.play(mv).is_ok());
//! assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! // White's move is not a move of Black's.
//! assert!(game.play(mv).is_err());
//! assert_eq!(game.undo(), Some(mv));
//! # Ok::<(), vertumnus_core::position::MoveError>(())
//! ```
//!
//! One virtual call serves a command of a protocol or a move of a game. Nothing that visits nodes
//! goes through these traits.

mod erased;
mod lenders;
mod move_view;
mod objection;
mod session;
pub mod story;
mod targets;
mod typed;
mod ways;

pub use erased::{GameOf, session};
pub use move_view::MoveView;
pub use objection::Objection;
pub use session::{Describe, Game, Notation, PositionError, Session, TypedError};
pub use targets::Targets;

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
mod tests;
