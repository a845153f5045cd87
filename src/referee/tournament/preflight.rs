//! What is found out about the engines before the first game.

use std::sync::Arc;

use super::settings::{MatchOptions, TournamentError};
use super::worker::start;
use crate::client::{EngineConfig, EngineFault};
use crate::process::StopSignal;

/// Starts each engine once, and asks whether it plays the games of the tournament. An option that
/// an engine does not have is a warning: the same options are often given to all engines. So is what an
/// engine says when it is given its options, such as that it cannot use a file.
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
        for warning in check_engine(config, options, stop).map_err(unplayable)? {
            warn(&format!("engine {} {warning}", config.name));
        }
    }
    Ok(())
}

/// Checks an engine, and returns what to warn of.
fn check_engine(
    config: &EngineConfig,
    options: &MatchOptions,
    stop: &Arc<StopSignal>,
) -> Result<Vec<String>, EngineFault> {
    let mut player = start(&Arc::new(config.clone()), stop)?;
    for (variant, book) in &options.plan.books {
        player.check_variant(*variant, book.sets_up_positions())?;
    }
    let unknown = player.unknown_options().into_iter().map(|name| format!("has no option {name}"));
    let remarks = player.remarks().iter().map(|remark| format!("says: {remark}"));
    let warnings = unknown.chain(remarks).collect();
    player.quit();
    Ok(warnings)
}
