//! What is found out about the engines before the first game.

use std::sync::Arc;

use super::settings::{MatchOptions, TournamentError};
use super::worker::start;
use crate::client::{EngineConfig, EngineFault};
use crate::process::StopSignal;

/// Starts each engine once, and asks whether it plays the games of the tournament. An option that
/// an engine does not have is a warning: the same options are often given to all engines.
///
/// # Errors
/// If an engine cannot be started, or does not play one of the games.
pub(super) fn check(
    options: &MatchOptions,
    stop: &Arc<StopSignal>,
    warn: &mut dyn FnMut(&str),
) -> Result<(), TournamentError> {
    for config in &options.engines {
        let unplayable = |fault: EngineFault| match fault {
            EngineFault::Stopped => TournamentError::Interrupted,
            fault => TournamentError::Unplayable {
                engine: config.name.clone(),
                fault: fault.to_string(),
            },
        };
        let unknown = check_engine(config, options, stop).map_err(unplayable)?;
        for name in unknown {
            warn(&format!("engine {} has no option {name}", config.name));
        }
    }
    Ok(())
}

/// Checks an engine, and returns the options that it does not have.
fn check_engine(
    config: &EngineConfig,
    options: &MatchOptions,
    stop: &Arc<StopSignal>,
) -> Result<Vec<String>, EngineFault> {
    let mut player = start(&Arc::new(config.clone()), stop)?;
    for (variant, book) in &options.plan.books {
        player.check_variant(*variant, book.sets_up_positions())?;
    }
    let unknown = player.unknown_options();
    player.quit();
    Ok(unknown)
}
