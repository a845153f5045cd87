//! What was learned of the games and comes with the engine.

use super::Network;
use vertumnus_core::rules::{Facts, Ruleset};
use vertumnus_games::{CHANCES, Files, NETWORKS};

/// What `vertumnus wdl` wrote for a game, if anything.
pub(crate) const fn model_of<R: Ruleset>() -> Option<&'static [u8]> {
    const { file_of(CHANCES, R::FACTS) }
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

/// Whether a network of a game comes with the engine.
pub(super) const fn has_own<R: Ruleset>() -> bool {
    const { file_of(NETWORKS, R::FACTS).is_some() }
}

/// The file of a compiled game. Asked while the engine is compiled, so that an engine of one game has
/// nothing of another's.
const fn file_of(files: Files<[u8]>, game: Option<&Facts>) -> Option<&'static [u8]> {
    match game {
        Some(facts) => vertumnus_games::of(facts.name, files),
        None => None,
    }
}
