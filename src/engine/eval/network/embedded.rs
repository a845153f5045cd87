//! What was learned of the games and comes with the engine.

use super::Network;
use vertumnus_core::rules::{Facts, Ruleset};

/// The games that have a network, and the output of `vertumnus train` for each.
const NETWORKS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/net.rs"));

/// The games for which it is known what the scores of their networks mean, and the output of
/// `vertumnus wdl` for each.
const MODELS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/wdl.rs"));

/// What `vertumnus wdl` wrote for a game, if anything.
pub(crate) const fn model_of<R: Ruleset>() -> Option<&'static [u8]> {
    const { file_of(MODELS, R::FACTS) }
}

impl Network {
    /// The network of a game that comes with the engine.
    ///
    /// # Panics
    /// If the file is bad, which tests rule out.
    pub(in crate::eval) fn embedded<R: Ruleset>() -> Option<Self> {
        let network = Self::from_bytes(const { file_of(NETWORKS, R::FACTS) }?);
        Some(
            network.unwrap_or_else(|error| panic!("a network that comes with the engine: {error}")),
        )
    }
}

/// The file of a compiled game. Asked while the engine is compiled, so that an engine of one game has
/// nothing of another's.
const fn file_of(files: &[(&str, &'static [u8])], game: Option<&Facts>) -> Option<&'static [u8]> {
    let Some(&Facts { name: game, .. }) = game else { return None };
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
        ([first, one @ ..], [second, other @ ..]) => *first == *second && is_same(one, other),
        _ => false,
    }
}
