//! Forward and backward passes of a network in training.

use rayon::prelude::*;

use super::examples::{Example, expected_score};
use vertumnus_engine::eval::network::training::{Blueprint, FloatWeights, Input, Worth};

/// Parts of a batch whose gradients are summed separately. Rounding depends on it, so it must not depend on
/// the number of threads.
const PARTS: usize = 8;

/// Centipawns for 1 in the weights of the PSQT part, so that they are about as large as all others.
pub(super) const PSQT_UNIT: f32 = 100.0;

/// The weights of a network, and the sums of their rows for each input.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// The PSQT part in units of [`PSQT_UNIT`] until [`finished`](Self::finished).
    pub(super) weights: FloatWeights,
    /// `[input][neuron]`
    rows: Vec<f32>,
    /// `[input]`: centipawns to the side to move.
    psqt: Vec<Worth>,
}

/// The gradients of the loss.
#[derive(Clone, Debug)]
pub(super) struct Gradients {
    /// `[input][neuron]`
    pub(super) rows: Vec<f32>,
    /// `[input]`
    pub(super) psqt: Vec<Worth>,
    pub(super) biases: Vec<f32>,
    pub(super) outputs: Vec<f32>,
    pub(super) output_biases: Vec<f32>,
    /// The loss itself, per position.
    pub(super) loss: f64,
}

/// Buffers for one position.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// `[side to move, other side][neuron]`
    hidden: [Vec<f32>; 2],
    gradients: [Vec<f32>; 2],
    inputs: [Vec<Input>; 2],
}

/// The evaluation of a position.
struct Output {
    /// Centipawns before and after scaling.
    raw: f32,
    centipawns: f32,
    lead_scale: f32,
}

impl Layers {
    pub(super) const fn new(weights: FloatWeights) -> Self {
        Self { rows: Vec::new(), psqt: Vec::new(), weights }
    }

    /// Sums the rows of each input of a game.
    pub(super) fn compose(&mut self, blueprint: &Blueprint) {
        let Self { weights, rows, psqt } = self;
        let hidden = weights.hidden;
        rows.resize(blueprint.inputs() * hidden, 0.0);
        psqt.resize(blueprint.inputs(), [0.0; 2]);
        rows.par_chunks_exact_mut(hidden).zip(psqt.par_iter_mut()).enumerate().for_each(
            |(input, (sum, worth))| {
                sum.fill(0.0);
                *worth = blueprint.prior(input as Input);
                for &(row, times) in blueprint.parts(input as Input) {
                    let row = row as usize;
                    let weights_of_row = &weights.rows[row * hidden..][..hidden];
                    let pairs = sum.iter_mut().zip(weights_of_row);
                    pairs.for_each(|(sum, weight)| *sum += times * weight);
                    for (worth, learned) in worth.iter_mut().zip(weights.psqt[row]) {
                        *worth += PSQT_UNIT * times * learned;
                    }
                }
            },
        );
    }

    pub(super) fn scratch(&self) -> Scratch {
        let hidden = || [vec![0.0; self.weights.hidden], vec![0.0; self.weights.hidden]];
        Scratch { hidden: hidden(), gradients: hidden(), inputs: [Vec::new(), Vec::new()] }
    }

    /// The evaluation of a position in centipawns for the side to move.
    pub(super) fn evaluate(
        &self,
        blueprint: &Blueprint,
        example: &Example<'_>,
        scratch: &mut Scratch,
    ) -> f32 {
        self.forward(blueprint, example, scratch).centipawns
    }

    /// The squared error of the expected score.
    pub(super) fn loss(
        &self,
        blueprint: &Blueprint,
        example: &Example<'_>,
        scratch: &mut Scratch,
    ) -> f32 {
        let eval = self.forward(blueprint, example, scratch);
        (expected_score(eval.centipawns, example.wdl_scale) - example.target).powi(2)
    }

    fn forward(
        &self,
        blueprint: &Blueprint,
        example: &Example<'_>,
        scratch: &mut Scratch,
    ) -> Output {
        let FloatWeights { hidden, biases, outputs, output_biases, scale, .. } = &self.weights;
        let bucket = usize::from(example.bucket);
        let outputs = &outputs[bucket * 2 * hidden..][..2 * hidden];
        let Scratch { hidden: sums, inputs, .. } = scratch;
        inputs.iter_mut().for_each(Vec::clear);
        for &input in example.inputs {
            let seen = [input, blueprint.turned(input)];
            for ((inputs, seen), mirrored) in inputs.iter_mut().zip(seen).zip(example.mirrored) {
                inputs.push(if mirrored { blueprint.mirrored(seen) } else { seen });
            }
        }
        let mut output = output_biases[bucket];
        for ((sums, inputs), outputs) in
            sums.iter_mut().zip(&*inputs).zip(outputs.chunks_exact(*hidden))
        {
            sums.copy_from_slice(biases);
            for &input in inputs {
                let row = &self.rows[usize::from(input) * hidden..][..*hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            for (sum, weight) in sums.iter().zip(outputs) {
                let active = sum.clamp(0.0, 1.0);
                output += active * active * weight;
            }
        }
        let mut raw = scale * output + example.fixed;
        for &input in example.inputs {
            let [middlegame, endgame] = self.psqt[usize::from(input)];
            raw += middlegame * example.phase + endgame * (1.0 - example.phase);
        }
        let lead_scale = example.lead_scale[usize::from(raw < 0.0)];
        Output { raw, centipawns: raw * lead_scale, lead_scale }
    }

    /// The gradients of the mean loss of a batch.
    pub(super) fn gradients(&self, blueprint: &Blueprint, batch: &[Example<'_>]) -> Gradients {
        let parts: Vec<Gradients> = batch
            .par_chunks(batch.len().div_ceil(PARTS))
            .map(|part| {
                let mut sums = self.no_gradients();
                let mut scratch = self.scratch();
                for example in part {
                    self.add_gradients(blueprint, example, &mut scratch, &mut sums);
                }
                sums
            })
            .collect();
        let count = batch.len() as f32;
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_else(|| self.no_gradients());
        let others: Vec<Gradients> = parts.collect();
        let hidden = self.weights.hidden;
        all.rows.par_chunks_mut(64 * hidden).enumerate().for_each(|(chunk, sums)| {
            for other in &others {
                let gradients = &other.rows[chunk * 64 * hidden..][..sums.len()];
                sums.iter_mut().zip(gradients).for_each(|(sum, gradient)| *sum += gradient);
            }
            for sum in sums {
                *sum /= count;
            }
        });
        for other in &others {
            let add = |sums: &mut [f32], gradients: &[f32]| {
                sums.iter_mut().zip(gradients).for_each(|(sum, gradient)| *sum += gradient);
            };
            add(all.psqt.as_flattened_mut(), other.psqt.as_flattened());
            add(&mut all.biases, &other.biases);
            add(&mut all.outputs, &other.outputs);
            add(&mut all.output_biases, &other.output_biases);
            all.loss += other.loss;
        }
        let Gradients { biases, outputs, output_biases, psqt, .. } = &mut all;
        let small = [psqt.as_flattened_mut(), biases, outputs, output_biases];
        small.into_iter().flatten().for_each(|gradient| *gradient /= count);
        all.loss /= f64::from(count);
        all
    }

    fn no_gradients(&self) -> Gradients {
        Gradients {
            rows: vec![0.0; self.rows.len()],
            psqt: vec![[0.0; 2]; self.psqt.len()],
            biases: vec![0.0; self.weights.hidden],
            outputs: vec![0.0; self.weights.outputs.len()],
            output_biases: vec![0.0; self.weights.output_biases.len()],
            loss: 0.0,
        }
    }

    fn add_gradients(
        &self,
        blueprint: &Blueprint,
        example: &Example<'_>,
        scratch: &mut Scratch,
        sums: &mut Gradients,
    ) {
        let eval = self.forward(blueprint, example, scratch);
        let found = expected_score(eval.centipawns, example.wdl_scale);
        let error = found - example.target;
        sums.loss += f64::from(error * error);
        let by_centipawn =
            2.0 * error * found * (1.0 - found) / example.wdl_scale * eval.lead_scale;
        debug_assert!(eval.raw.is_finite());
        let by_output = by_centipawn * self.weights.scale;
        let Scratch { hidden, gradients, inputs } = scratch;
        let width = self.weights.hidden;
        let bucket = usize::from(example.bucket);
        sums.output_biases[bucket] += by_output;
        let outputs = bucket * 2 * width..(bucket + 1) * 2 * width;
        let weights = self.weights.outputs[outputs.clone()].chunks_exact(width);
        let out_gradients = sums.outputs[outputs].chunks_exact_mut(width);
        for (((hidden, gradients), weights), out_gradients) in
            hidden.iter().zip(&mut *gradients).zip(weights).zip(out_gradients)
        {
            for neuron in 0..width {
                let sum = hidden[neuron];
                let active = sum.clamp(0.0, 1.0);
                out_gradients[neuron] += by_output * active * active;
                let inside = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
                gradients[neuron] = by_output * weights[neuron] * inside;
                sums.biases[neuron] += gradients[neuron];
            }
        }
        for (inputs, gradients) in inputs.iter().zip(&*gradients) {
            for &input in inputs {
                let row = &mut sums.rows[usize::from(input) * width..][..width];
                row.iter_mut().zip(gradients).for_each(|(sum, gradient)| *sum += gradient);
            }
        }
        for &input in example.inputs {
            let worth = &mut sums.psqt[usize::from(input)];
            worth[0] += by_centipawn * example.phase;
            worth[1] += by_centipawn * (1.0 - example.phase);
        }
    }

    /// The weights as the blueprint takes them.
    pub(super) fn finished(&self) -> FloatWeights {
        let mut weights = self.weights.clone();
        weights.psqt.as_flattened_mut().iter_mut().for_each(|weight| *weight *= PSQT_UNIT);
        weights
    }

    /// Goes on from weights that are [`finished`](Self::finished).
    pub(super) fn begin_from(&mut self, finished: FloatWeights) {
        self.weights = finished;
        for weight in self.weights.psqt.as_flattened_mut() {
            *weight /= PSQT_UNIT;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use vertumnus_core::board::{Color, SplitMix64};
    use vertumnus_core::rules::Variant;
    use vertumnus_engine::eval::network::training::{BUCKETS, Observation, observer};
    use vertumnus_engine::player::Engine;

    /// The gradients agree with differences of the loss.
    #[test]
    fn gradients_are_those_of_the_loss() {
        let blueprint = Blueprint::of(Variant::default());
        let mut random = SplitMix64::new(4);
        let mut weights = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| (random.below(2001) as f32 / 1000.0 - 1.0) * most).collect()
        };
        let weights = FloatWeights {
            hidden: 64,
            biases: weights(64, 0.3),
            rows: weights(blueprint.rows() * 64, 0.2),
            outputs: weights(BUCKETS * 128, 0.5),
            output_biases: weights(BUCKETS, 0.1),
            psqt: vec![[0.0; 2]; blueprint.rows()],
            scale: 400.0,
            psqt_scale: 1.0,
        };
        let mut layers = Layers::new(weights);
        layers.compose(&blueprint);
        let inputs: Vec<Input> = (0..12).map(|n| (n * 61 % blueprint.inputs()) as Input).collect();
        let example = Example {
            inputs: &inputs,
            mirrored: [true, false],
            bucket: 3,
            phase: 0.7,
            fixed: 5.0,
            lead_scale: [0.5, 0.8],
            target: 0.9,
            wdl_scale: 200.0,
            score: 0,
        };
        let gradients = layers.gradients(&blueprint, &[example]);
        let loss =
            |layers: &Layers| f64::from(layers.loss(&blueprint, &example, &mut layers.scratch()));
        assert!((gradients.loss - loss(&layers)).abs() < 1e-6);
        let row = usize::from(blueprint.mirrored(inputs[3])) * 64;
        let mut checked = 0;
        for neuron in 0..64 {
            let step = 2e-3;
            let mut moved = layers.clone();
            moved.rows[row + neuron] += step;
            let up = loss(&moved);
            moved.rows[row + neuron] -= 2.0 * step;
            let gradient = (up - loss(&moved)) / f64::from(2.0 * step);
            let found = f64::from(gradients.rows[row + neuron]);
            assert!(
                (gradient - found).abs() < 2e-3 + 0.05 * gradient.abs(),
                "{neuron}: {gradient} {found}"
            );
            checked += usize::from(gradient.abs() > 1e-3);
        }
        assert!(checked > 5, "only {checked} neurons are active");
    }

    /// What is trained is what plays: the same evaluation, whoever is to move, but for rounding.
    #[test]
    fn a_network_evaluates_as_it_was_trained() {
        // One with pieces in hand, too.
        for variant in Variant::bundled().iter().copied().chain(Variant::named("crazyhouse")) {
            let blueprint = Arc::new(Blueprint::of(variant));
            let mut random = SplitMix64::new(6);
            let mut weights = |count: usize, most: f32| -> Vec<f32> {
                (0..count).map(|_| (random.below(2001) as f32 / 1000.0 - 1.0) * most).collect()
            };
            let psqt = weights(2 * blueprint.rows(), 0.5);
            let learned = FloatWeights {
                hidden: 64,
                biases: weights(64, 0.3),
                rows: weights(blueprint.rows() * 64, 0.1),
                outputs: weights(BUCKETS * 128, 0.2),
                output_biases: weights(BUCKETS, 0.1),
                psqt: psqt.as_chunks().0.to_vec(),
                scale: 100.0,
                psqt_scale: 1.0,
            };
            let mut layers = Layers::new(learned);
            layers.compose(&blueprint);
            let network = blueprint.network(&layers.finished()).expect("small weights");
            let name = format!("vertumnus-trained-{variant}-{}.vnn", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, network.to_bytes()).expect("a file");
            let mut engine = Engine::new(variant, Arc::new(|_| {})).expect("an engine");
            engine.set_option("EvalFile", &path.to_string_lossy()).expect("a network");
            std::fs::remove_file(path).expect("the file");
            let (mut observer, mut scratch) = (observer(&blueprint), layers.scratch());
            let (mut inputs, mut compared) = (Vec::new(), 0);
            while compared < 200 {
                let session = observer.session_mut();
                let moves = session.legal_moves();
                if moves.is_empty() || session.outcome().is_some() {
                    session.set_position(None, &[]).expect("the start");
                    continue;
                }
                session.play(moves[random.below(moves.len())]).expect("a legal move");
                let fen = session.fen();
                let observed = observer.observe(&mut inputs);
                if observed.lead_scale.iter().any(|scale| (scale - 1.0).abs() > f32::EPSILON) {
                    continue;
                }
                let Observation { side, mirrored, bucket, phase, fixed, lead_scale } = observed;
                let example = Example {
                    inputs: &inputs,
                    mirrored,
                    bucket,
                    phase,
                    fixed,
                    lead_scale,
                    target: 0.5,
                    wdl_scale: 200.0,
                    score: 0,
                };
                let trained = layers.evaluate(&blueprint, &example, &mut scratch);
                engine.session_mut().set_position(Some(&fen), &[]).expect("a position");
                let parts = engine.explanation().terms;
                // The last part is what scales them all.
                let white: i32 = parts[..parts.len() - 1].iter().map(|part| part.white).sum();
                let plays = if side == Color::White { white } else { -white };
                assert!(
                    (trained - plays as f32).abs() < 16.0,
                    "{variant} {fen}: {trained} {plays}"
                );
                compared += 1;
            }
        }
    }
}
