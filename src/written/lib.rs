//! Games in text files for this process: [reading](read) them beside the games of the build, [loading](load) and
//! [explaining](explain) them, and random games by the fast rules and by the slow ones at once.
//!
//! ```
//! let text = "[knighted:chess]\nking = k:KN\n";
//! let loaded = vertumnus_written::load(text.as_bytes())?;
//! assert_eq!(loaded.games[0].name(), "knighted");
//! # Ok::<(), vertumnus_written::NoGames>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "played")]
pub mod compare;
mod load;
#[cfg(test)]
mod unit;

use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition;

pub use definition::{
    Base, Diagnostic, Game, KEYS, Key, MOST_BYTES, MOST_GAMES, PREDEFINED, Place, Predefined,
    Severity, Takes, Unreadable, Written, explain, games_to_build_on, interpreter, reference,
    supported,
};
pub use load::{Loaded, NoGames, Refused, load};

/// Reads a file. Its games cannot have the name of one that comes with the program.
///
/// # Errors
/// If the file is too large or no text. Mistakes in it are no errors of this function: see
/// [`Written::findings`].
pub fn read(file: &[u8]) -> Result<Written, Unreadable> {
    definition::read(file, |name| Variant::bundled_named(name).is_some())
}

/// The file of a game that lies in the program and is not known by its name, for whoever wants to play it as it is.
///
/// ```
/// let file = vertumnus_written::file_of("absorption").expect("it comes with the program");
/// assert_eq!(vertumnus_written::read(file.as_bytes())?.games[0].name, "absorption");
/// assert!(vertumnus_written::file_of("chess").is_none());
/// # Ok::<(), vertumnus_written::Unreadable>(())
/// ```
pub fn file_of(name: &str) -> Option<&'static str> {
    if Variant::bundled_named(name).is_some() {
        None
    } else {
        vertumnus_games::of(name, vertumnus_games::RULES)
    }
}
