//! The games as data: each folder here is a game, named as protocols name it. A list has the games that have
//! such a file, in the order of their names.
//!
//! ```
//! let rules = vertumnus_games::of("absorption", vertumnus_games::RULES).expect("it is a file");
//! assert!(rules.contains("[absorption:chess]"));
//! ```
#![forbid(unsafe_code)]

mod packed;

pub use packed::Packed;

/// A file of each game that has one, with the game's name.
pub type Files<T> = &'static [(&'static str, T)];

/// `rules.ini`: the rules, in the format of Fairy-Stockfish's `variants.ini`.
pub const RULES: Files<&str> = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// `network.vnn`: the network that evaluates. It is listed by the rules for which it was trained: by the hash
/// of a game of a file, and by the name of a compiled one.
pub const NETWORKS: Files<Packed> = include!(concat!(env!("OUT_DIR"), "/networks.rs"));

/// The games that have a network, by the same rules, also in a build without networks.
pub const TRAINED: Files<&str> = include!(concat!(env!("OUT_DIR"), "/trained.rs"));

/// The games of which it is known what the scores of their networks mean, in each build.
pub const CALIBRATED: &[&str] = &include!(concat!(env!("OUT_DIR"), "/calibrated.rs"));

/// `general.vng`: the network for games that have none of their own.
pub const GENERAL: Packed = include!(concat!(env!("OUT_DIR"), "/general.rs"));

/// `chances.wdl`: what the scores of the network mean.
pub const CHANCES: Files<&[u8]> = include!(concat!(env!("OUT_DIR"), "/chances.rs"));

/// `openings.epd`: the openings of matches, one FEN per line.
pub const OPENINGS: Files<Packed> = include!(concat!(env!("OUT_DIR"), "/openings.rs"));

/// `puzzles.epd`: positions with proved wins.
pub const PUZZLES: Files<&[u8]> = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// `guide.pgn`: a game with explanations for who sees the rules for the first time.
pub const GUIDES: Files<&[u8]> = include!(concat!(env!("OUT_DIR"), "/guides.rs"));

/// `playtest.json`: the record of a playtest, from which its report is drawn.
pub const PLAYTESTS: Files<Packed> = include!(concat!(env!("OUT_DIR"), "/playtests.rs"));

/// The file of a game in a list. For constants too: what nobody asks for is no part of a program.
pub const fn of<T: Copy>(game: &str, files: Files<T>) -> Option<T> {
    let mut index = 0;
    while index < files.len() {
        let (name, file) = files[index];
        if is_same(name.as_bytes(), game.as_bytes()) {
            return Some(file);
        }
        index += 1;
    }
    None
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([a, one @ ..], [b, other @ ..]) => *a == *b && is_same(one, other),
        _ => false,
    }
}
