//! The networks that come with the engine.

use super::Network;
use vertumnus_core::rules::Ruleset;

/// The games that have a network, and the output of `vertumnus train` for each.
const FILES: &[(&str, &[u8])] = &[
    ("chancellor", include_bytes!("../networks/chancellor.net")),
    ("chess", include_bytes!("../networks/chess.net")),
    ("combination", include_bytes!("../networks/combination.net")),
    ("fairyeater", include_bytes!("../networks/fairyeater.net")),
    ("modern", include_bytes!("../networks/modern.net")),
    ("morphing", include_bytes!("../networks/morphing.net")),
    ("powerabsorption", include_bytes!("../networks/powerabsorption.net")),
    ("stealthbomber", include_bytes!("../networks/stealthbomber.net")),
];

impl Network {
    /// The network of a game that comes with the engine.
    ///
    /// # Panics
    /// If the file is bad, which tests rule out.
    pub(in crate::eval) fn embedded<R: Ruleset>() -> Option<Self> {
        let network = Self::from_bytes(const { file_of(R::NAME) }?);
        Some(network.unwrap_or_else(|error| panic!("the network of {}: {error}", R::NAME)))
    }
}

/// The file of a game. Asked while the engine is compiled, so that an engine of one game has nothing of
/// another's.
const fn file_of(game: &str) -> Option<&'static [u8]> {
    let mut index = 0;
    while index < FILES.len() {
        let (name, file) = FILES[index];
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
        ([first, one @ ..], [second, other @ ..]) => *first == *second && is_same(one, other),
        _ => false,
    }
}
