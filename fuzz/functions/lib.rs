//! What the fuzz targets do with the bytes that they are given. A target fails by a panic.

#![allow(clippy::missing_panics_doc, reason = "a panic is what each of them is for")]

mod connections;
mod input;
mod library;
mod made;
mod networks;
mod opponents;
mod page;
mod protocols;
mod records;
mod rules;
mod selfplay;
mod settings;
mod stored;
mod written;

pub use connections::connections;
pub use library::library;
pub use made::{aliases, royal};
pub use networks::networks;
pub use opponents::{opponents, record_of};
pub use page::{lines, page};
pub use protocols::{uci, xboard};
pub use records::{openings, pgn, resume};
pub use rules::{games, moves, positions};
pub use selfplay::selfplay;
pub use settings::options;
pub use stored::{checkpoints, engines, parts};
pub use written::written;
