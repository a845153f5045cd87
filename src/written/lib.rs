//! Games written in a text file: a file in the format of Fairy-Stockfish's `variants.ini` becomes
//! [`Definition`](vertumnus_core::rules::definition::Definition)s, or a list of what is wrong with it, with places.
//!
//! The format is described in `docs/games-as-files-reference.md`. Nothing here depends on the rest of the rules
//! but for their plain data: the [`interpreter`] plays a definition by its own, slow means, so that the
//! fast rules can be held against it.
//!
//! ```
//! let text = "[knighted:chess]\nking = k:KN\n";
//! let written = vertumnus_written::read(text.as_bytes())?;
//! assert!(written.findings.is_empty());
//! let game = written.games[0].definition.as_ref().expect("it has no mistakes");
//! assert_eq!((game.name.as_str(), game.kinds.len()), ("knighted", 6));
//!
//! let wrong = "[knighted:chess]\nking = k:KM\n";
//! let written = vertumnus_written::read(wrong.as_bytes())?;
//! let shown = written.findings[0].render("knighted.ini", wrong);
//! assert!(shown.starts_with("knighted.ini:2:11: 'M' is no part of a move\n"));
//! # Ok::<(), vertumnus_written::Unreadable>(())
//! ```
#![forbid(unsafe_code)]

mod check;
mod explain;
mod fairy;
mod file;
mod kinds;
mod load;
mod parents;
mod read;
mod section;
mod slow;
#[cfg(test)]
mod unit;

pub use explain::explain;
pub use file::{MOST_BYTES, MOST_GAMES, Unreadable, Written, read};
pub use load::{Loaded, NoGames, Refused, load};
pub use parents::{file_of, games_to_build_on};
pub use read::diagnostic::{Diagnostic, Place, Severity};
pub use read::keys::{KEYS, Key, reference, supported};
pub use read::pieces::{PREDEFINED, Predefined};
pub use read::takes::Takes;
pub use section::Game;
#[cfg(feature = "played")]
pub use slow::compare;
pub use slow::interpreter;
