//! Fits the weights of an evaluation to positions with results, by maximum a posteriori estimation;
//! the prior comes from powers and geometry.

use std::io::{self, Write};
use std::path::PathBuf;

use rayon::prelude::*;
use thiserror::Error;

use super::sample::{Sample, SamplesError, read_samples};
use vertumnus_core::position::FenError;
use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::tuning::{Equation, Model, Parameter, Weight};

/// The command line of `tune`.
#[derive(Clone, Debug, clap::Args)]
pub struct TuneOptions {
    /// The game
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Steps of gradient descent in each of the three rounds
    #[arg(long, default_value_t = 300)]
    pub steps: u32,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the search's score
    #[arg(long, default_value_t = 0.6)]
    pub results: f32,
    /// Files of games, as `datagen` writes them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
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
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Positions of one game are alike: this many of them count as one independent position.
const ALIKE: f32 = 4.0;

/// Number of rounds; each computes the phases again with the weights found so far.
const ROUNDS: u32 = 3;

/// The constants of the Adam method (Kingma and Ba, 2014), and its step in centipawns at first.
const MOMENTUM: [f32; 2] = [0.9, 0.999];
const TINY: f32 = 1e-8;
const STEP: f32 = 2.0;

/// Reads games, tunes, and writes the weights as the evaluation reads them; `report` receives a line
/// for each round.
///
/// # Errors
/// If the games are bad or give no sample, or something cannot be read or written.
pub fn run(
    options: &TuneOptions,
    output: &mut dyn Write,
    report: &mut dyn FnMut(&str),
) -> Result<(), TuneError> {
    let samples = read_samples(options.variant, &options.files)?;
    tune(options, &samples, output, report)
}

fn tune(
    options: &TuneOptions,
    samples: &[Sample],
    output: &mut dyn Write,
    report: &mut dyn FnMut(&str),
) -> Result<(), TuneError> {
    let model = Model::new(options.variant);
    let mut descent = Descent::new(model.prior(), model.parameters());
    let mut spread = None;
    for round in 1..=ROUNDS {
        let equations = equations(&model, &descent.weights, samples)?;
        let spread = *spread.get_or_insert_with(|| fitting_spread(&equations, &descent.weights));
        let targets: Vec<(&Equation, f32)> = equations
            .iter()
            .map(|(equation, sample)| {
                let searched = share(sample.score as f32, spread);
                let results = options.results;
                (equation, results * sample.result + (1.0 - results) * searched)
            })
            .collect();
        let before = loss(&targets, &descent.weights, spread);
        for step in 0..options.steps {
            let left = 1.0 - step as f32 / options.steps as f32;
            descent.step(&targets, spread, STEP * left);
        }
        let after = loss(&targets, &descent.weights, spread);
        report(&format!(
            "round {round}: {} positions, the odds grow e-fold per {spread:.0} centipawns, \
             loss {before:.5} -> {after:.5}",
            targets.len()
        ));
    }
    let title = model.title();
    writeln!(output, "# The evaluation of {title}, in centipawns; by `vertumnus tune`.")?;
    output.write_all(model.text(&descent.weights).as_bytes())?;
    Ok(())
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
    steps: i32,
}

impl Descent {
    fn new(prior: Vec<Weight>, parameters: Vec<Parameter>) -> Self {
        let states = vec![[[0.0; 3]; 2]; parameters.len()];
        Self { weights: prior.clone(), prior, parameters, states, steps: 0 }
    }

    fn step(&mut self, targets: &[(&Equation, f32)], spread: f32, size: f32) {
        let slopes = slopes(targets, &self.weights, spread);
        self.steps += 1;
        let correction = MOMENTUM.map(|momentum| 1.0 - momentum.powi(self.steps));
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

    fn tuned(samples: &[Sample]) -> String {
        let (variant, files) = (Variant::Chess, Vec::new());
        let options = TuneOptions { variant, steps: 60, results: 1.0, files };
        let mut output = Vec::new();
        tune(&options, samples, &mut output, &mut |_| {}).expect("samples");
        String::from_utf8(output).expect("text")
    }

    fn middlegame(text: &str, name: &str) -> i32 {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        let word = line.and_then(|line| line.split_whitespace().nth(2));
        word.and_then(|word| word.parse().ok()).expect("a weight of this name")
    }

    #[test]
    fn what_wins_becomes_dearer_and_what_loses_cheaper() {
        // A knight wins against a bishop, whoever has which.
        let boards = [
            ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR", 1.0),
            ("rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R", 0.0),
        ];
        let sample = |side: &str, (board, result)| {
            let fen = format!("{board} {side} KQkq - 0 1");
            Sample { fen, score: 0, result }
        };
        let all = ["w", "b"].map(|side| boards.map(|board| sample(side, board))).concat();
        let samples: Vec<Sample> = all.iter().cycle().take(200).cloned().collect();
        let (text, prior) = (tuned(&samples), Model::new(Variant::Chess));
        let prior = prior.text(&prior.prior());
        for (name, sign) in [("material.N", 1), ("material.B", -1), ("material.R", 0)] {
            let change = middlegame(&text, name) - middlegame(&prior, name);
            assert_eq!(change.signum() * i32::from(change.abs() > 2), sign, "{name} {change}");
        }
        assert_eq!(tuned(&samples), text, "the same samples give the same weights");
    }
}
