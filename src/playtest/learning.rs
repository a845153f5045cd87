//! A network for a game that has none, learned from games that are played for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::EvalSource;
use vertumnus_engine::eval::network::Knowledge;
use vertumnus_engine::search::analyst::analyst;
use vertumnus_lab::datagen::{self, DatagenOptions};
use vertumnus_lab::games::GameSource;
use vertumnus_lab::progress::{End, News};
use vertumnus_lab::training::{self, TrainError, TrainOptions};

use crate::error::PlaytestError;
use crate::options::PlaytestOptions;
use crate::report::Match;
use crate::stored;
use crate::trial::Trial;

/// The games of the second generation are played with what the first one taught.
const GENERATIONS: u64 = 2;

/// Nodes a move of these games, and how the network learns from them.
const NODES: u64 = 200;
const HIDDEN: usize = 64;
const EPOCHS: u64 = 10;
const RESULTS: f32 = 0.25;
const BATCH: usize = 1024;

/// The games of a trial, or those of its generation if they are fewer.
const TRIAL_GAMES: u64 = 1000;

/// What came of learning.
#[derive(Debug)]
pub(crate) enum Learned {
    /// The network is the user's, or comes with the engine, or none is wanted.
    Nothing,
    /// All generations are done.
    Something(Learning),
    /// The work was stopped before it was done.
    Stopped,
}

/// Generations of games and networks.
#[derive(Debug)]
pub(crate) struct Learning {
    /// The file of the best network; empty if none was better than what comes with the engine.
    pub(crate) player: String,
    /// How many games each generation has.
    pub(crate) games: u64,
    /// The match of each network with what played its games.
    pub(crate) trials: Vec<Match>,
}

/// Plays games and learns from them, generation after generation, if that is asked for and the game has no network.
/// A network plays on if it wins a match with what played its games; otherwise the next one learns from these games,
/// too. What plays in a playtest stays the same when it goes on: a generation that is finished is not learned anew,
/// and nothing is learned for games that were begun without it. `out` is the folder of the playtest.
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
    let folder = &out.join("network");
    let is_done = file(folder, GENERATIONS, "json").exists();
    let is_wanted = is_done || options.train > 0 && !out.join("games").exists();
    let known = analyst(variant, 1)?.knowledge();
    if !is_wanted || !options.network.is_empty() || known == Knowledge::Own {
        return Ok(Learned::Nothing);
    }
    fs::create_dir_all(folder).map_err(|error| PlaytestError::Io(folder.clone(), error))?;
    let school = School { options, variant, folder, stop };
    // What comes with the engine.
    let mut player = String::new();
    let mut title = match known {
        Knowledge::General => "the network for all games".to_owned(),
        _ => "what powers suggest".to_owned(),
    };
    // The games of the player.
    let mut files = Vec::new();
    let mut trials = Vec::new();
    for generation in 1..=GENERATIONS {
        files.push(file(folder, generation, "games"));
        match school.teach(generation, &player, &files, tell) {
            Ok(End::Finished) => {}
            Ok(End::Stopped) => return Ok(Learned::Stopped),
            // Where nearly every move is forced or a capture, there is nothing to be learned.
            Err(PlaytestError::Train(TrainError::TooFew(..))) => return Ok(Learned::Nothing),
            Err(error) => return Err(error),
        }
        let Some(trial) = school.examine(generation, &player, &title, tell)? else {
            return Ok(Learned::Stopped);
        };
        if trial.is_won() {
            player = file(folder, generation, "vnn").to_string_lossy().into_owned();
            title = format!("network {generation}");
            files.clear();
        }
        trials.push(trial);
    }
    let last = vec![file(folder, GENERATIONS, "games")];
    let (_, played) = GameSource { variant: Some(variant), files: last }.read()?;
    Ok(Learned::Something(Learning { player, games: played.games.len() as u64, trials }))
}

/// What the generations have in common.
struct School<'a> {
    options: &'a PlaytestOptions,
    variant: Variant,
    folder: &'a Path,
    stop: &'a AtomicBool,
}

impl School<'_> {
    /// Plays the games of a generation, and learns its network from all of these files, unless that was done before.
    fn teach(
        &self,
        generation: u64,
        player: &str,
        files: &[PathBuf],
        tell: &mut (dyn FnMut(News) + Send),
    ) -> Result<End, PlaytestError> {
        let Self { options, variant, folder, stop } = *self;
        let output = file(folder, generation, "vnn");
        // It is written when it is finished.
        if output.exists() {
            return Ok(End::Finished);
        }
        let played = DatagenOptions {
            variant,
            output: file(folder, generation, "games"),
            network: player.to_owned(),
            games: options.train,
            nodes: NODES,
            seed: options.seed.wrapping_add(generation),
            threads: options.threads,
        };
        datagen::run(&played, stop, &mut |progress| {
            tell(News::Step {
                done: progress.games,
                total: options.train,
                message: format!("games for network {generation}"),
            });
        })?;
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Stopped);
        }
        let training = TrainOptions {
            source: GameSource { variant: Some(variant), files: files.to_vec() },
            output,
            general: false,
            hidden: HIDDEN,
            epochs: EPOCHS,
            results: RESULTS,
            from: None,
            rate: None,
            batch: BATCH,
            seed: options.seed,
            threads: options.threads,
        };
        Ok(training::run(&training, stop, tell)?)
    }

    /// Lets the network of a generation play a match with what played its games, unless that was done before. `None`
    /// if it was stopped.
    fn examine(
        &self,
        generation: u64,
        player: &str,
        title: &str,
        tell: &mut dyn FnMut(News),
    ) -> Result<Option<Match>, PlaytestError> {
        let Self { options, variant, folder, stop } = *self;
        let record = file(folder, generation, "json");
        if record.exists() {
            return Ok(Some(stored::read(&record, PlaytestError::NoTrial)?));
        }
        let network = file(folder, generation, "vnn");
        let trial = Trial {
            name: format!("network {generation} against {title}"),
            variant,
            sources: [&source(&network.to_string_lossy(), variant)?, &source(player, variant)?],
            nodes: NODES,
            pairs: options.train.min(TRIAL_GAMES).div_ceil(2),
            seed: options.seed,
            threads: options.threads,
        };
        let played = trial.play(stop, tell)?;
        if let Some(played) = &played {
            stored::write(&record, played)?;
        }
        Ok(played)
    }
}

/// What evaluates: a file with a network, a word for none, or nothing for what comes with the engine.
///
/// # Errors
/// If there is no such file, or its network is not for this game.
pub(crate) fn source(name: &str, variant: Variant) -> Result<EvalSource, PlaytestError> {
    let source = EvalSource::read(name).and_then(|source| source.for_game(variant));
    source.map_err(|error| PlaytestError::Network(name.to_owned(), error.to_string()))
}

/// A file of a generation.
fn file(folder: &Path, generation: u64, ending: &str) -> PathBuf {
    folder.join(format!("generation-{generation}.{ending}"))
}
