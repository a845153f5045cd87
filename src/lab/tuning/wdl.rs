//! Fits the win, draw and loss model of a game: how often positions of a score were won, drawn and
//! lost.

use std::io::{self, Write};

use rayon::prelude::*;
use thiserror::Error;

use super::sample::{SamplesError, read_samples};
use crate::games::GameSource;
use crate::threads::{NoThreads, on_threads};
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
    /// There are no samples.
    #[error(transparent)]
    Samples(#[from] SamplesError),
    /// There are no threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The lowest probability of an outcome; 0 would make the likelihood meaningless.
const MIN_SHARE: f64 = 1e-6;

/// Where the fit starts, and its first step, in centipawns.
const START: [f64; 2] = [100.0, 100.0];
const FIRST_STEP: f64 = 64.0;

/// Reads games and writes the model of their variant as a line of text.
///
/// # Errors
/// If the games are bad or give no sample, there are no threads, or something cannot be read or written.
pub fn run(options: &WdlOptions, output: &mut dyn Write) -> Result<(), WdlError> {
    let model = on_threads(0, || -> Result<WdlModel, SamplesError> {
        let samples = read_samples(&options.source)?;
        let results: Vec<_> =
            samples.iter().map(|sample| (f64::from(sample.score), sample.result)).collect();
        Ok(fit(&results))
    })??;
    writeln!(output, "{} {model}", options.source.variant)?;
    Ok(())
}

/// The maximum-likelihood model of these scores and results, from White's point of view: hill
/// climbing that halves its steps when none of them improves. There is only one maximum.
fn fit(samples: &[(f64, f32)]) -> WdlModel {
    let model = |[even, spread]: [f64; 2]| WdlModel::new(even, spread);
    let mut best = START;
    let mut least = surprise(model(best), samples);
    let mut step = FIRST_STEP;
    while step >= 0.5 {
        let [even, spread] = best;
        let tries = [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]];
        let tries = tries.map(|[x, y]| [(even + x).max(0.0), (spread + y).max(1.0)]);
        let surprises = tries.map(|numbers| (surprise(model(numbers), samples), numbers));
        match surprises.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((surprise, numbers)) if surprise < least => (least, best) = (surprise, numbers),
            _ => step /= 2.0,
        }
    }
    model(best)
}

/// The negative logarithm of the likelihood.
fn surprise(model: WdlModel, samples: &[(f64, f32)]) -> f64 {
    let of_chunk = |chunk: &[(f64, f32)]| -> f64 {
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
