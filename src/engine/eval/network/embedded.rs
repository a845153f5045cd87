//! The networks that come with the engine.

use super::Network;
use crate::eval::game::entry;
use vertumnus_core::rules::Ruleset;

/// The games that have a network, and the output of `vertumnus train` for each.
const FILES: &[(&str, &[u8])] = &[
    ("combination", include_bytes!("../networks/combination.net")),
    ("fairyeater", include_bytes!("../networks/fairyeater.net")),
    ("morphing", include_bytes!("../networks/morphing.net")),
    ("powerabsorption", include_bytes!("../networks/powerabsorption.net")),
    ("stealthbomber", include_bytes!("../networks/stealthbomber.net")),
];

/// The network of a game that comes with the engine.
///
/// # Panics
/// If the file is bad, which tests rule out.
pub(in crate::eval) fn embedded<R: Ruleset>() -> Option<Network> {
    let bytes = const { entry(FILES, R::NAME) }?;
    let network = Network::from_bytes(bytes);
    Some(network.unwrap_or_else(|error| panic!("the network of {}: {error}", R::NAME)))
}
