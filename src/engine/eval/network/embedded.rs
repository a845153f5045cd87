//! What was learned of the games and comes with the engine.

use super::Network;
use vertumnus_core::rules::{Facts, HAS_BUNDLE, Ruleset, Variant};
use vertumnus_games::{CHANCES, Files, NETWORKS, TRAINED};

/// What `vertumnus wdl` wrote for a game, if anything.
pub(crate) fn model_of<R: Ruleset>(rules: R) -> Option<&'static [u8]> {
    match const { file_of(CHANCES, R::FACTS) } {
        None if const { may_be_bundled::<R>() } => {
            let variant = Variant::with_facts(rules.facts())?;
            let comes_with_it = Variant::bundled().contains(&variant);
            comes_with_it.then(|| vertumnus_games::of(variant.name(), CHANCES)).flatten()
        }
        file => file,
    }
}

impl Network {
    /// The network that comes with the engine for a game, or for one of the same rules.
    ///
    /// # Panics
    /// If the file is bad, which tests rule out.
    pub(in crate::eval) fn embedded<R: Ruleset>(rules: R) -> Option<Self> {
        let own = const { file_of(NETWORKS, R::FACTS) };
        if own.is_none() && const { may_be_bundled::<R>() } {
            let variant = Variant::with_facts(rules.facts())?;
            let file = vertumnus_games::of(rules_of(variant), NETWORKS)?;
            // A game that is compiled elsewhere may have other planes here.
            return Self::of_rules(variant, &file.bytes()).ok();
        }
        let network = Self::from_bytes(&own?.bytes());
        Some(
            network.unwrap_or_else(|error| panic!("a network that comes with the engine: {error}")),
        )
    }
}

/// The game whose `network.vnn` is for the rules of this one, also in a build without networks.
pub fn trained_as(variant: Variant) -> Option<&'static str> {
    vertumnus_games::of(rules_of(variant), TRAINED)
}

/// What lists of networks name.
fn rules_of(variant: Variant) -> &'static str {
    variant.rules_tag().unwrap_or(variant.name())
}

/// Whether a network of a compiled game comes with the engine.
pub(super) const fn has_own<R: Ruleset>() -> bool {
    const { file_of(NETWORKS, R::FACTS).is_some() }
}

/// The file of a compiled game. Asked while the engine is compiled, so that an engine of one game has
/// nothing of another's.
const fn file_of<T: Copy>(files: Files<T>, game: Option<&Facts>) -> Option<T> {
    match game {
        Some(facts) => vertumnus_games::of(facts.name, files),
        None => None,
    }
}

const fn may_be_bundled<R: Ruleset>() -> bool {
    HAS_BUNDLE && R::FACTS.is_none()
}
