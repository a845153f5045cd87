//! What evaluates the positions of a game, as users choose it.

use std::path::Path;
use std::sync::Arc;

use super::Network;
use super::network::NetworkError;
use super::network::general::General;
use vertumnus_core::rules::{ForeignRules, Variant};

/// What evaluates positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EvalSource {
    /// What comes with the engine: a trained network where the game has one, an untrained one elsewhere.
    #[default]
    BuiltIn,
    /// The network of each game before anything is learned.
    Untrained,
    /// A network of a file.
    Network(Arc<Network>),
    /// A network for all games.
    General(Arc<General>),
}

impl EvalSource {
    /// What users write for untrained networks where they can name a file.
    pub const UNTRAINED: &str = "none";

    /// What users name: a file with a network, [`UNTRAINED`](Self::UNTRAINED), or nothing for what
    /// comes with the engine.
    ///
    /// # Errors
    /// If there is no such file, or it is not a network that can be used.
    pub fn read(name: &str) -> Result<Self, NetworkError> {
        match name {
            "" => Ok(Self::BuiltIn),
            Self::UNTRAINED => Ok(Self::Untrained),
            path => match General::read(Path::new(path)) {
                Err(NetworkError::Magic) => {
                    Ok(Self::Network(Arc::new(Network::read(Path::new(path))?)))
                }
                read => Ok(Self::General(Arc::new(read?))),
            },
        }
    }

    /// The same, if it can evaluate positions of this game.
    ///
    /// # Errors
    /// If it is a network of another game, or of other rules.
    pub fn for_game(self, wanted: Variant) -> Result<Self, NetworkError> {
        match self.variant() {
            Some(found) if found.identity() == wanted.identity() => Ok(self),
            Some(found) if found.name() == wanted.name() => {
                Err(ForeignRules::Rules(found.name().to_owned()).into())
            }
            Some(found) => Err(NetworkError::OtherGame { found, wanted }),
            None => Ok(self),
        }
    }

    /// The game for which alone this is; `None` if it is for all.
    pub fn variant(&self) -> Option<Variant> {
        match self {
            Self::BuiltIn | Self::Untrained | Self::General(_) => None,
            Self::Network(network) => Some(network.variant()),
        }
    }
}
