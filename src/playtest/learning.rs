//! A network for a game that has none, learned from games that are played for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::EvalSource;
use vertumnus_engine::search::analyst::{AnalystError, analyst};
use vertumnus_lab::datagen::{self, DatagenOptions};
use vertumnus_lab::games::GameSource;
use vertumnus_lab::progress::{End, News};
use vertumnus_lab::training::{self, TrainError, TrainOptions};

use crate::error::PlaytestError;
use crate::options::PlaytestOptions;

/// The games of the second generation are played with what the first one taught.
const GENERATIONS: u64 = 2;

/// Nodes a move of these games, and how the network learns from them.
const NODES: u64 = 200;
const HIDDEN: usize = 64;
const EPOCHS: u64 = 10;
const RESULTS: f32 = 0.25;
const BATCH: usize = 1024;

/// How a game came by its network.
#[derive(Debug)]
pub(crate) enum Learned {
    /// It is the user's, or comes with the engine, or none is wanted.
    Nothing,
    /// It is in this file, from so many games of each generation.
    Network(String, u64),
    /// The work was stopped before it was done.
    Stopped,
}

/// Plays games and learns from them, generation after generation, if that is asked for and the game has no network.
/// What plays in a playtest stays the same when it goes on: a generation that is finished is not learned
/// anew, and nothing is learned for games that were begun without it. `out` is the folder of the playtest.
///
/// # Errors
/// If a file cannot be read or written, or the system has too little for a single game.
pub(crate) fn learn(
    options: &PlaytestOptions,
    variant: Variant,
    out: &Path,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<Learned, PlaytestError> {
    let games = options.train;
    let folder = &out.join("network");
    let is_done = file(folder, GENERATIONS, "net").exists();
    let is_wanted = is_done || games > 0 && !out.join("games").exists();
    if !is_wanted || !options.network.is_empty() || has_network(variant)? {
        return Ok(Learned::Nothing);
    }
    fs::create_dir_all(folder).map_err(|error| PlaytestError::Io(folder.clone(), error))?;
    let mut network = EvalSource::UNTRAINED.to_owned();
    for generation in 1..=GENERATIONS {
        let output = file(folder, generation, "net");
        let before = std::mem::replace(&mut network, output.to_string_lossy().into_owned());
        // It is written when it is finished.
        if output.exists() {
            continue;
        }
        let played = DatagenOptions {
            variant,
            output: file(folder, generation, "games"),
            network: before,
            games,
            nodes: NODES,
            seed: options.seed.wrapping_add(generation),
            threads: options.threads,
        };
        datagen::run(&played, stop, &mut |progress| {
            tell(News::Step {
                done: progress.games,
                total: games,
                message: format!("games for network {generation}"),
            });
        })?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Learned::Stopped);
        }
        let training = TrainOptions {
            source: GameSource { variant: Some(variant), files: vec![played.output] },
            output,
            hidden: HIDDEN,
            epochs: EPOCHS,
            results: RESULTS,
            from: None,
            rate: None,
            batch: BATCH,
            seed: options.seed,
            threads: options.threads,
        };
        match training::run(&training, stop, tell) {
            Ok(End::Finished) => {}
            Ok(End::Stopped) => return Ok(Learned::Stopped),
            // Where nearly every move is forced or a capture, there is nothing to be learned.
            Err(TrainError::TooFew(..)) => return Ok(Learned::Nothing),
            Err(error) => return Err(error.into()),
        }
    }
    let files = vec![file(folder, GENERATIONS, "games")];
    let (_, played) = GameSource { variant: Some(variant), files }.read()?;
    Ok(Learned::Network(network, played.games.len() as u64))
}

/// A file of a generation.
fn file(folder: &Path, generation: u64, ending: &str) -> PathBuf {
    folder.join(format!("generation-{generation}.{ending}"))
}

/// Whether something was learned of a game that comes with the engine.
fn has_network(variant: Variant) -> Result<bool, AnalystError> {
    let mut analyst = analyst(variant, 1)?;
    let own = analyst.network_checksum();
    // It is for all games.
    let _ = analyst.set_eval_source(EvalSource::Untrained);
    Ok(analyst.network_checksum() != own)
}
