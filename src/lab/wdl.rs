//! Fits the win, draw and loss model of a game: how often positions of a score were won, drawn and
//! lost.

use std::io::{self, Write};

use rayon::prelude::*;
use thiserror::Error;

use crate::games::{BadGame, Filter, GameFile, GameRecord, GameSource, ReadError, Replay};
use crate::threads::{NoThreads, on_threads};
use vertumnus_core::game::session;
use vertumnus_engine::search::WdlModel;

/// The command line of `wdl`.
#[derive(Clone, Debug, clap::Args)]
pub struct WdlOptions {
    /// Where the games are.
    #[command(flatten)]
    pub source: GameSource,
}

/// Why no model was fitted.
#[derive(Debug, Error)]
pub enum WdlError {
    /// The files are bad.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The games have no position to learn from.
    #[error("no quiet positions")]
    NoSamples,
    /// There are no threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Positions with a higher score than this, in centipawns, are won or lost.
const FILTER: Filter = Filter { max_score: 1_200 };

/// One quiet position in this many is kept, since neighbors are alike.
const ONE_IN: usize = 3;

/// The score of a position in centipawns, and White's points in its game.
type Sample = (f64, f32);

/// The lowest probability of an outcome; 0 would make the likelihood meaningless.
const MIN_SHARE: f64 = 1e-6;

/// Where the fit starts, and its first step, in centipawns.
const START: [f64; 2] = [100.0, 100.0];
const FIRST_STEP: f64 = 64.0;

/// Neither number is greater, in centipawns. A few games that were won against their scores have no best model: the
/// greater the spread, the better it fits.
const MOST: f64 = 10_000.0;

/// Reads games and writes the model of their variant as a line of text. Damage is told in lines of its own.
///
/// # Errors
/// If the games are bad or give no sample, there are no threads, or something cannot be read or written.
pub fn run(
    options: &WdlOptions,
    output: &mut dyn Write,
    tell: &mut dyn FnMut(&str),
) -> Result<(), WdlError> {
    let (variant, file) = options.source.read()?;
    for remark in &file.remarks {
        tell(remark);
    }
    let model = on_threads(0, || samples(&file).map(|samples| fit(&samples)))??;
    writeln!(output, "{variant} {model}")?;
    Ok(())
}

fn samples(file: &GameFile) -> Result<Vec<Sample>, WdlError> {
    let of_games: Vec<Result<Vec<Sample>, BadGame>> =
        file.games.par_iter().map(samples_of).collect();
    let mut samples = Vec::new();
    for (&number, found) in file.numbers.iter().zip(of_games) {
        samples.extend(found.map_err(|error| error.of_number(number))?);
    }
    if samples.is_empty() { Err(WdlError::NoSamples) } else { Ok(samples) }
}

fn samples_of(game: &GameRecord) -> Result<Vec<Sample>, BadGame> {
    let mut session = session(game.variant);
    let mut replay = Replay::start(game, &mut *session)?;
    let mut scores = Vec::new();
    while let Some(step) = replay.next(&mut *session)? {
        if !step.is_before_random {
            scores.extend(FILTER.score(&step, &*session));
        }
    }
    let kept = scores.into_iter().skip(ONE_IN - 1).step_by(ONE_IN);
    Ok(kept.map(|score| (f64::from(score), game.result.points())).collect())
}

/// The maximum-likelihood model of these scores and results, from White's point of view: hill
/// climbing that halves its steps when none of them improves. There is only one maximum.
fn fit(samples: &[Sample]) -> WdlModel {
    let model = |[even, spread]: [f64; 2]| WdlModel::new(even, spread);
    let mut best = START;
    let mut least = surprise(model(best), samples);
    let mut step = FIRST_STEP;
    while step >= 0.5 {
        let [even, spread] = best;
        let tries = [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]];
        let tries =
            tries.map(|[x, y]| [(even + x).clamp(0.0, MOST), (spread + y).clamp(1.0, MOST)]);
        let surprises = tries.map(|numbers| (surprise(model(numbers), samples), numbers));
        match surprises.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((surprise, numbers)) if surprise < least => (least, best) = (surprise, numbers),
            _ => step /= 2.0,
        }
    }
    model(best)
}

/// The negative logarithm of the likelihood.
fn surprise(model: WdlModel, samples: &[Sample]) -> f64 {
    let of_chunk = |chunk: &[Sample]| -> f64 {
        chunk
            .iter()
            .map(|&(score, result)| {
                let [win, draw, loss] = model.shares(score);
                let share = match result {
                    1.0 => win,
                    0.0 => loss,
                    _ => draw,
                };
                -share.max(MIN_SHARE).ln()
            })
            .sum()
    };
    // Chunks of fixed size in a fixed order: sums of floats depend on it, and runs must agree.
    let chunks: Vec<f64> = samples.par_chunks(4096).map(of_chunk).collect();
    chunks.into_iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::board::SplitMix64;

    #[test]
    fn a_fit_ends_where_games_have_no_best_model() {
        let won_against_the_score = [(-300.0, 1.0), (-200.0, 1.0), (250.0, 0.0)];
        assert_eq!(fit(&won_against_the_score).to_string(), format!("0 {MOST}"));
    }

    #[test]
    fn a_model_is_found_again_in_what_it_gives() {
        let mut random = SplitMix64::new(1);
        for (even, spread) in [(150.0, 60.0), (20.0, 250.0)] {
            let truth = WdlModel::new(even, spread);
            let mut sample = || {
                let score = random.below(1601) as f64 - 800.0;
                let [win, draw, _] = truth.shares(score);
                let lot = random.below(1_000_000) as f64 / 1e6;
                let result = if lot < win {
                    1.0
                } else if lot < win + draw {
                    0.5
                } else {
                    0.0
                };
                (score, result)
            };
            let samples: Vec<_> = (0..60_000).map(|_| sample()).collect();
            let text = fit(&samples).to_string();
            let numbers: Vec<f64> = text.split(' ').map(|word| word.parse().unwrap()).collect();
            assert!((numbers[0] - even).abs() < 6.0, "{text}, not {even} {spread}");
            assert!((numbers[1] - spread).abs() < 6.0, "{text}, not {even} {spread}");
        }
    }
}
