//! What the fuzz targets do with the bytes that they are given. A target fails by a panic.

mod library;
mod protocols;
mod records;
mod rules;
mod settings;

pub use library::library;
pub use protocols::{uci, xboard};
pub use records::{openings, pgn};
pub use rules::{games, moves, positions};
pub use settings::options;
