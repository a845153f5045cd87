//! What evaluates the positions of a game, as users choose it.

use std::path::Path;
use std::sync::Arc;

use super::Network;
use super::network::NetworkError;
use vertumnus_core::rules::Variant;

/// What evaluates positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EvalSource {
    /// What comes with the engine: a network where the game has one, the prior elsewhere.
    #[default]
    BuiltIn,
    /// What powers are worth before anything is learned.
    Prior,
    /// A network of a file.
    Network(Arc<Network>),
}

impl EvalSource {
    /// What users write for the prior where they can name a file.
    pub const PRIOR: &str = "none";

    /// What users name: a file with a network, [`PRIOR`](Self::PRIOR), or nothing for what comes with
    /// the engine.
    ///
    /// # Errors
    /// If there is no such file, or it is not a network that can be used.
    pub fn read(name: &str) -> Result<Self, NetworkError> {
        match name {
            "" => Ok(Self::BuiltIn),
            Self::PRIOR => Ok(Self::Prior),
            path => Ok(Self::Network(Arc::new(Network::read(Path::new(path))?))),
        }
    }

    /// The game for which alone this is; `None` if it is for all.
    pub fn variant(&self) -> Option<Variant> {
        match self {
            Self::BuiltIn | Self::Prior => None,
            Self::Network(network) => Some(network.variant()),
        }
    }
}
