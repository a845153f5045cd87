//! Fits the weights of an evaluation to positions with results, by maximum a posteriori estimation;
//! the prior comes from powers and geometry.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use thiserror::Error;

use super::sample::{Sample, SamplesError, read_samples};
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::games::GameSource;
use crate::progress::{End, News};
use crate::threads::{NoThreads, on_threads};
use vertumnus_core::position::FenError;
use vertumnus_engine::eval::tuning::{Equation, Model, Parameter, Weight};

/// The command line of `tune`.
#[derive(Clone, Debug, clap::Args)]
pub struct TuneOptions {
    /// Where the games are.
    #[command(flatten)]
    pub source: GameSource,
    /// The file of the weights
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// Steps of gradient descent in each of the three rounds
    #[arg(long, default_value_t = 300)]
    pub steps: u32,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the search's score
    #[arg(long, default_value_t = 0.6)]
    pub results: f32,
}

/// Why nothing was tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The samples are bad.
    #[error(transparent)]
    Samples(#[from] SamplesError),
    /// The position of a sample is bad.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The weights cannot be written.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// There are no threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// Positions of one game are alike: this many of them count as one independent position.
const ALIKE: f32 = 4.0;

/// Number of rounds; each computes the phases again with the weights found so far.
const ROUNDS: u64 = 3;

/// The constants of the Adam method (Kingma and Ba, 2014), and its step in centipawns at first.
const MOMENTUM: [f32; 2] = [0.9, 0.999];
const TINY: f32 = 1e-8;
const STEP: f32 = 2.0;

/// Reads games, tunes, and writes the weights as the evaluation reads them. Tuning that was stopped goes
/// on where it was. The same options and games give the same weights on one machine, whatever the number
/// of threads.
///
/// # Errors
/// If the games are bad or give no sample, there are no threads, or something cannot be read or written.
pub fn run(
    options: &TuneOptions,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<End, TuneError> {
    on_threads(0, || tune(options, &read_samples(&options.source)?, stop, tell))?
}

fn tune(
    options: &TuneOptions,
    samples: &[Sample],
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<End, TuneError> {
    let model = Model::new(options.source.variant);
    let mut descent = Descent::new(model.prior(), model.parameters());
    let checkpoint = Checkpoint::of(&options.output, identity(options, samples, &descent));
    if let Some(steps) = checkpoint.read(descent.numbers())? {
        descent.steps = steps;
        tell(News::Line(format!("going on after {steps} steps")));
    }
    let each = u64::from(options.steps);
    let total = ROUNDS * each;
    for round in 1..=ROUNDS {
        let (first, end) = ((round - 1) * each, round * each);
        if descent.steps >= end {
            continue;
        }
        if descent.steps == first {
            descent.at_round.clone_from(&descent.weights);
        }
        let equations = equations(&model, &descent.at_round, samples)?;
        if round == 1 {
            descent.spread = fitting_spread(&equations, &descent.at_round);
        }
        let spread = descent.spread;
        let targets: Vec<(&Equation, f32)> = equations
            .iter()
            .map(|(equation, sample)| {
                let searched = share(sample.score as f32, spread);
                let results = options.results;
                (equation, results * sample.result + (1.0 - results) * searched)
            })
            .collect();
        while descent.steps < end {
            if stop.load(Ordering::Relaxed) {
                checkpoint.write(descent.steps, descent.numbers())?;
                return Ok(End::Stopped);
            }
            let left = 1.0 - (descent.steps - first) as f32 / each as f32;
            descent.step(&targets, STEP * left);
            let message = format!("round {round} of {ROUNDS}");
            tell(News::Step { done: descent.steps, total, message });
        }
        let [before, after] =
            [&descent.at_round, &descent.weights].map(|weights| loss(&targets, weights, spread));
        tell(News::Line(format!(
            "round {round}: {} positions, the odds grow e-fold per {spread:.0} centipawns, \
             loss {before:.5} -> {after:.5}",
            targets.len()
        )));
    }
    let title = model.title();
    let weights = model.text(&descent.weights);
    let text =
        format!("# The evaluation of {title}, in centipawns; by `vertumnus tune`.\n{weights}");
    std::fs::write(&options.output, text)
        .map_err(|error| TuneError::Io(options.output.clone(), error))?;
    checkpoint.remove()?;
    Ok(End::Finished)
}

/// Runs that differ in these cannot go on from one another's checkpoints.
fn identity(options: &TuneOptions, samples: &[Sample], descent: &Descent) -> Vec<u64> {
    let scores: i64 = samples.iter().map(|sample| i64::from(sample.score)).sum();
    let own = [
        u64::from(options.steps),
        u64::from(options.results.to_bits()),
        samples.len() as u64,
        scores.cast_unsigned(),
    ];
    let prior = descent.prior.as_flattened().iter().map(|number| u64::from(number.to_bits()));
    own.into_iter().chain(prior).collect()
}

/// The equations of all samples, whose phase and leader follow from these weights.
fn equations<'a>(
    model: &Model,
    weights: &[Weight],
    samples: &'a [Sample],
) -> Result<Vec<(Equation, &'a Sample)>, TuneError> {
    let equations = model.equations(weights);
    let parsed: Vec<_> = samples.par_iter().map(|sample| equations.of(&sample.fen)).collect();
    parsed.into_iter().zip(samples).map(|(equation, sample)| Ok((equation?, sample))).collect()
}

/// White's expected share of the point at a score, if `spread` centipawns multiply the odds by e.
fn share(score: f32, spread: f32) -> f32 {
    1.0 / (1.0 + (-score / spread).exp())
}

/// The mean cross entropy of expectations and targets.
fn loss(targets: &[(&Equation, f32)], weights: &[Weight], spread: f32) -> f64 {
    let each = targets.par_iter().map(|(equation, target)| {
        let expected = share(equation.value(weights), spread).clamp(1e-6, 1.0 - 1e-6);
        -f64::from(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
    });
    each.sum::<f64>() / targets.len() as f64
}

/// The spread with which these weights predict the results best.
fn fitting_spread(equations: &[(Equation, &Sample)], weights: &[Weight]) -> f32 {
    let targets: Vec<_> =
        equations.iter().map(|(equation, sample)| (equation, sample.result)).collect();
    let candidates = (5..60).map(|tens| 10.0 * tens as f32);
    let losses = candidates.map(|spread| (spread, loss(&targets, weights, spread)));
    losses.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(200.0, |best| best.0)
}

/// Gradient descent on the parameters.
struct Descent {
    prior: Vec<Weight>,
    parameters: Vec<Parameter>,
    /// `[parameter]`: its value, and the running means of its gradient and of the square of that.
    states: Vec<[[f32; 3]; 2]>,
    weights: Vec<Weight>,
    /// The weights at the beginning of the round.
    at_round: Vec<Weight>,
    /// Centipawns that multiply the odds by e.
    spread: f32,
    /// Steps made in all rounds.
    steps: u64,
}

impl Descent {
    fn new(prior: Vec<Weight>, parameters: Vec<Parameter>) -> Self {
        let states = vec![[[0.0; 3]; 2]; parameters.len()];
        let (weights, at_round) = (prior.clone(), prior.clone());
        Self { prior, parameters, states, weights, at_round, spread: 0.0, steps: 0 }
    }

    /// All numbers that change, apart from the steps.
    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let Self { states, weights, at_round, spread, .. } = self;
        let weights = weights.as_flattened_mut().iter_mut().chain(at_round.as_flattened_mut());
        states.as_flattened_mut().as_flattened_mut().iter_mut().chain(weights).chain([spread])
    }

    fn step(&mut self, targets: &[(&Equation, f32)], size: f32) {
        let slopes = slopes(targets, &self.weights, self.spread);
        self.steps += 1;
        let correction = MOMENTUM.map(|momentum| 1.0 - momentum.powi(self.steps as i32));
        for (parameter, state) in self.parameters.iter().zip(&mut self.states) {
            for (phase, [value, mean, square]) in state.iter_mut().enumerate() {
                let data: f32 = parameter.slots.iter().map(|&slot| slopes[slot][phase]).sum();
                // Measured in its deviation, each parameter is equally free.
                let slope = data * parameter.deviation / ALIKE + *value / parameter.deviation;
                *mean += (1.0 - MOMENTUM[0]) * (slope - *mean);
                *square += (1.0 - MOMENTUM[1]) * (slope * slope - *square);
                let (mean, square) = (*mean / correction[0], *square / correction[1]);
                *value -= size * parameter.deviation / SCALE * mean / (square.sqrt() + TINY);
            }
        }
        self.weights.clone_from(&self.prior);
        for (parameter, state) in self.parameters.iter().zip(&self.states) {
            for &slot in &parameter.slots {
                for (phase, [value, ..]) in state.iter().enumerate() {
                    self.weights[slot][phase] += value;
                }
            }
        }
    }
}

/// The deviation for which a step has its nominal length.
const SCALE: f32 = 40.0;

/// The gradient of the summed cross entropy, by slots.
fn slopes(targets: &[(&Equation, f32)], weights: &[Weight], spread: f32) -> Vec<Weight> {
    let zero = || vec![[0.0; 2]; weights.len()];
    let add = |mut slopes: Vec<Weight>, (equation, target): &(&Equation, f32)| {
        let error = (share(equation.value(weights), spread) - target) / spread;
        equation.add_slopes(weights, error, &mut slopes);
        slopes
    };
    let sum = |mut a: Vec<Weight>, b: Vec<Weight>| {
        for (a, b) in a.iter_mut().zip(&b) {
            a[0] += b[0];
            a[1] += b[1];
        }
        a
    };
    // Chunks of fixed size in a fixed order: sums of floats depend on it, and runs must agree.
    let chunks: Vec<Vec<Weight>> =
        targets.par_chunks(4096).map(|chunk| chunk.iter().fold(zero(), add)).collect();
    chunks.into_iter().fold(zero(), sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::rules::Variant;

    fn options(name: &str) -> TuneOptions {
        let output = std::env::temp_dir().join(format!("vertumnus-{name}-{}", std::process::id()));
        let source = GameSource { variant: Variant::Chess, files: Vec::new() };
        TuneOptions { source, output, steps: 60, results: 1.0 }
    }

    /// Tunes until this many steps are made. The weights are the ones that are written at the end.
    fn tune_until(
        options: &TuneOptions,
        samples: &[Sample],
        steps: u64,
    ) -> Result<Option<String>, TuneError> {
        let stop = AtomicBool::new(false);
        let end = tune(options, samples, &stop, &mut |news| {
            if let News::Step { done, .. } = news {
                stop.store(done >= steps, Ordering::Relaxed);
            }
        })?;
        if end == End::Stopped {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&options.output).expect("the weights");
        std::fs::remove_file(&options.output).expect("the weights");
        Ok(Some(text))
    }

    fn middlegame(text: &str, name: &str) -> i32 {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        let word = line.and_then(|line| line.split_whitespace().nth(2));
        word.and_then(|word| word.parse().ok()).expect("a weight of this name")
    }

    /// A knight wins against a bishop, whoever has which.
    fn knights_win() -> Vec<Sample> {
        let boards = [
            ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR", 1.0),
            ("rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R", 0.0),
        ];
        let sample = |side: &str, (board, result)| {
            let fen = format!("{board} {side} KQkq - 0 1");
            Sample { fen, score: 0, result }
        };
        let all = ["w", "b"].map(|side| boards.map(|board| sample(side, board))).concat();
        all.iter().cycle().take(200).cloned().collect()
    }

    #[test]
    fn what_wins_becomes_dearer_and_what_loses_cheaper() {
        let (options, samples) = (options("tune"), knights_win());
        let tuned = || tune_until(&options, &samples, u64::MAX).expect("samples").expect("all");
        let (text, prior) = (tuned(), Model::new(Variant::Chess));
        let prior = prior.text(&prior.prior());
        for (name, sign) in [("material.N", 1), ("material.B", -1), ("material.R", 0)] {
            let change = middlegame(&text, name) - middlegame(&prior, name);
            assert_eq!(change.signum() * i32::from(change.abs() > 2), sign, "{name} {change}");
        }
        assert_eq!(tuned(), text, "the same samples give the same weights");
    }

    #[test]
    fn what_is_stopped_goes_on_and_gives_the_same_weights() {
        let (options, samples) = (options("stopped"), knights_win());
        let whole = tune_until(&options, &samples, u64::MAX).expect("samples");
        // Within a round, at the end of one, and within the last.
        for steps in [25, 60, 170] {
            assert!(matches!(tune_until(&options, &samples, steps), Ok(None)), "{steps}");
            assert!(!options.output.exists());
            let other = TuneOptions { results: 0.5, ..options.clone() };
            let refused = tune_until(&other, &samples, steps).expect_err("another run");
            assert!(matches!(refused, TuneError::Checkpoint(CheckpointError::Other(_))));
        }
        assert_eq!(tune_until(&options, &samples, u64::MAX).expect("samples"), whole);
    }
}
