//! Games as plain data: a file in the format of Fairy-Stockfish's `variants.ini` becomes [`Definition`]s, or a list of
//! what is wrong with it, with places.
//!
//! The format is described in `docs/games-as-files-reference.md`. Nothing here knows how a game is played fast: the
//! [`interpreter`] plays a definition by its own, slow means, so that the fast rules can be held against it.
//!
//! ```
//! let text = "[knighted:chess]\nking = k:KN\n";
//! let written = vertumnus_definition::read(text.as_bytes(), |_| false)?;
//! assert!(written.findings.is_empty());
//! let game = written.games[0].definition.as_ref().expect("it has no mistakes");
//! assert_eq!((game.name.as_str(), game.kinds.len()), ("knighted", 6));
//!
//! let wrong = "[knighted:chess]\nking = k:KM\n";
//! let written = vertumnus_definition::read(wrong.as_bytes(), |_| false)?;
//! let shown = written.findings[0].render("knighted.ini", wrong);
//! assert!(shown.starts_with("knighted.ini:2:11: 'M' is no part of a move\n"));
//! # Ok::<(), vertumnus_definition::Unreadable>(())
//! ```
#![forbid(unsafe_code)]

mod check;
mod color;
mod definition;
mod derived;
mod draws;
mod explain;
mod fairy;
mod file;
mod fnv;
mod handicaps;
pub mod interpreter;
mod kind;
mod kinds;
mod motion;
mod parents;
mod powers;
mod read;
mod rules_hash;
mod section;
mod square;

pub use color::{ByColor, Color, UnknownColor};
pub use definition::*;
pub use derived::DeadDraw;
pub use explain::explain;
pub use file::{MOST_BYTES, MOST_GAMES, Unreadable, Written, bundled, bundled_names, read};
#[doc(hidden)]
pub use fnv::{fnv1a_32, fnv1a_64};
pub use kind::{Kind, KindTooHigh};
#[doc(hidden)]
pub use motion::{directions_of, words};
pub use parents::{Base, games_to_build_on};
pub use powers::{PowerDefinition, Powers, Quiets, Way};
pub use read::diagnostic::{Diagnostic, Place, Severity};
pub use read::keys::{KEYS, Key, reference, supported};
pub use read::pieces::{PREDEFINED, Predefined};
pub use read::takes::Takes;
pub use section::Game;
pub use square::{Square, SquareTooHigh};
pub use vertumnus_games::CALIBRATED;
