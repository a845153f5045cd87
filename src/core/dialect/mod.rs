//! How the games look to XBoard and WinBoard, and to engines that speak their protocol: which
//! letter stands for which piece, and how moves and boards are written.
//!
//! The rules do not know this room, and it knows the rules only by what they say of kinds and
//! moves. Both ends of the protocol use it: an engine that talks to a GUI, and a referee that talks
//! to engines.
//!
//! ```
//! use vertumnus_core::dialect::Dialect;
//! use vertumnus_core::game;
//! use vertumnus_core::rules::Variant;
//!
//! assert!(Dialect::of(Variant::Chess).is_known());
//! let game = game::session(Variant::FairyEater);
//! let dialect = Dialect::of(Variant::FairyEater);
//! // What XBoard is told when the game begins.
//! assert!(dialect.setup_lines(&*game)[0].starts_with("setup ("));
//! let first = &game.views()[0];
//! let text = dialect.in_one(&dialect.path(first));
//! assert_eq!(dialect.read_move(&text, &*game), Ok(first.mv));
//! # Ok::<(), vertumnus_core::position::MoveError>(())
//! ```

mod betza;
mod board;
mod error;
mod games;
mod glyph;
mod hands;
mod kinds;
mod names;
mod record;
mod text;

pub use board::{Dialect, Drawing};
pub use error::DialectError;
pub use text::{Path, is_move};

/// The protocol writes a score in centipawns, and a mate in N moves as N more than this, with the
/// sign of the side that gives it.
pub const MATE_SCORE: i64 = 100_000;

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
mod tests;
