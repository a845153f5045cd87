//! What a network in training says of positions, and how that changes with its weights.

use rayon::prelude::*;

use super::examples::{Example, share};
use vertumnus_engine::eval::network::training::{Blueprint, FloatWeights, Input, Worth};

/// Parts of a batch whose slopes are summed apart. Sums of floats depend on it, so it must not depend
/// on the number of threads.
const PARTS: usize = 8;

/// Centipawns of one unit of the linear weights, so that they are of the size of all others.
pub(super) const LINEAR_UNIT: f32 = 100.0;

/// The weights of a network, and the sums of their rows for each input.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// The linear part in units of [`LINEAR_UNIT`] until [`finished`](Self::finished).
    pub(super) weights: FloatWeights,
    /// `[input][neuron]`
    rows: Vec<f32>,
    /// `[input]`: centipawns to the side to move.
    linear: Vec<Worth>,
    /// `[input]`: the rows that it is the sum of.
    rows_of: Vec<Vec<usize>>,
}

/// The slopes of the loss.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// `[input][neuron]`
    pub(super) rows: Vec<f32>,
    /// `[input]`
    pub(super) linear: Vec<Worth>,
    pub(super) biases: Vec<f32>,
    pub(super) outputs: Vec<f32>,
    pub(super) output_bias: f32,
    /// The loss itself, per position.
    pub(super) loss: f64,
}

/// Room for one position.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// `[side to move, other side][neuron]`
    hidden: [Vec<f32>; 2],
    slopes: [Vec<f32>; 2],
    inputs: [Vec<Input>; 2],
}

/// A judged position.
struct Judged {
    /// Centipawns before and after what is left of it.
    raw: f32,
    centipawns: f32,
    left: f32,
}

impl Layers {
    pub(super) fn new(blueprint: &Blueprint, weights: FloatWeights) -> Self {
        let inputs = blueprint.inputs();
        let rows_of = (0..inputs).map(|input| blueprint.rows_of(input as Input)).collect();
        let rows = vec![0.0; inputs * weights.hidden];
        Self { rows, linear: vec![[0.0; 2]; inputs], weights, rows_of }
    }

    /// Sums the rows of each input.
    pub(super) fn compose(&mut self, blueprint: &Blueprint) {
        let Self { weights, rows, linear, rows_of } = self;
        let hidden = weights.hidden;
        let own = weights.linear.len();
        rows.par_chunks_exact_mut(hidden).zip(linear.par_iter_mut()).enumerate().for_each(
            |(input, (sum, worth))| {
                sum.fill(0.0);
                *worth = blueprint.prior(input as Input);
                for &row in &rows_of[input] {
                    let weights_of_row = &weights.rows[row * hidden..][..hidden];
                    sum.iter_mut().zip(weights_of_row).for_each(|(sum, weight)| *sum += weight);
                    let (sign, row) = if row < own { (1.0, row) } else { (-1.0, row - own) };
                    for (worth, learned) in worth.iter_mut().zip(weights.linear[row]) {
                        *worth += sign * LINEAR_UNIT * learned;
                    }
                }
            },
        );
    }

    pub(super) fn scratch(&self) -> Scratch {
        let hidden = || [vec![0.0; self.weights.hidden], vec![0.0; self.weights.hidden]];
        Scratch { hidden: hidden(), slopes: hidden(), inputs: [Vec::new(), Vec::new()] }
    }

    /// The evaluation of a position in centipawns for the side to move.
    pub(super) fn judge(
        &self,
        blueprint: &Blueprint,
        example: &Example<'_>,
        scratch: &mut Scratch,
    ) -> f32 {
        self.forward(blueprint, example, scratch).centipawns
    }

    /// The square of the error in the expected share of the point.
    pub(super) fn loss(
        &self,
        blueprint: &Blueprint,
        example: &Example<'_>,
        scratch: &mut Scratch,
    ) -> f32 {
        let judged = self.forward(blueprint, example, scratch);
        (share(judged.centipawns, example.spread) - example.target).powi(2)
    }

    fn forward(
        &self,
        blueprint: &Blueprint,
        example: &Example<'_>,
        scratch: &mut Scratch,
    ) -> Judged {
        let FloatWeights { hidden, biases, outputs, output_bias, scale, .. } = &self.weights;
        let Scratch { hidden: sums, inputs, .. } = scratch;
        inputs.iter_mut().for_each(Vec::clear);
        for &input in example.inputs {
            let seen = if example.reflected { blueprint.reflected(input) } else { None };
            let input = seen.unwrap_or(input);
            inputs[0].push(input);
            inputs[1].push(blueprint.turned(input));
        }
        let mut output = *output_bias;
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
        for &input in &inputs[0] {
            let [middlegame, endgame] = self.linear[usize::from(input)];
            raw += middlegame * example.phase + endgame * (1.0 - example.phase);
        }
        let left = example.left[usize::from(raw < 0.0)];
        Judged { raw, centipawns: raw * left, left }
    }

    /// The slopes of the mean loss of a batch.
    pub(super) fn slopes(&self, blueprint: &Blueprint, batch: &[Example<'_>]) -> Sums {
        let parts: Vec<Sums> = batch
            .par_chunks(batch.len().div_ceil(PARTS))
            .map(|part| {
                let mut sums = self.no_slopes();
                let mut scratch = self.scratch();
                for example in part {
                    self.add_slopes(blueprint, example, &mut scratch, &mut sums);
                }
                sums
            })
            .collect();
        let count = batch.len() as f32;
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_else(|| self.no_slopes());
        let others: Vec<Sums> = parts.collect();
        let hidden = self.weights.hidden;
        all.rows.par_chunks_mut(64 * hidden).enumerate().for_each(|(chunk, sums)| {
            for other in &others {
                let slopes = &other.rows[chunk * 64 * hidden..][..sums.len()];
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
            for sum in sums {
                *sum /= count;
            }
        });
        for other in &others {
            let add = |sums: &mut [f32], slopes: &[f32]| {
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            };
            add(all.linear.as_flattened_mut(), other.linear.as_flattened());
            add(&mut all.biases, &other.biases);
            add(&mut all.outputs, &other.outputs);
            all.output_bias += other.output_bias;
            all.loss += other.loss;
        }
        let small = [all.linear.as_flattened_mut(), &mut all.biases, &mut all.outputs];
        small.into_iter().flatten().for_each(|slope| *slope /= count);
        all.output_bias /= count;
        all.loss /= f64::from(count);
        all
    }

    fn no_slopes(&self) -> Sums {
        Sums {
            rows: vec![0.0; self.rows.len()],
            linear: vec![[0.0; 2]; self.linear.len()],
            biases: vec![0.0; self.weights.hidden],
            outputs: vec![0.0; 2 * self.weights.hidden],
            output_bias: 0.0,
            loss: 0.0,
        }
    }

    fn add_slopes(
        &self,
        blueprint: &Blueprint,
        example: &Example<'_>,
        scratch: &mut Scratch,
        sums: &mut Sums,
    ) {
        let judged = self.forward(blueprint, example, scratch);
        let found = share(judged.centipawns, example.spread);
        let error = found - example.target;
        sums.loss += f64::from(error * error);
        let by_centipawn = 2.0 * error * found * (1.0 - found) / example.spread * judged.left;
        debug_assert!(judged.raw.is_finite());
        let by_output = by_centipawn * self.weights.scale;
        let Scratch { hidden, slopes, inputs } = scratch;
        let width = self.weights.hidden;
        sums.output_bias += by_output;
        let weights = self.weights.outputs.chunks_exact(width);
        let out_slopes = sums.outputs.chunks_exact_mut(width);
        for (((hidden, slopes), weights), out_slopes) in
            hidden.iter().zip(&mut *slopes).zip(weights).zip(out_slopes)
        {
            for neuron in 0..width {
                let sum = hidden[neuron];
                let active = sum.clamp(0.0, 1.0);
                out_slopes[neuron] += by_output * active * active;
                let inside = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
                slopes[neuron] = by_output * weights[neuron] * inside;
                sums.biases[neuron] += slopes[neuron];
            }
        }
        for (inputs, slopes) in inputs.iter().zip(&*slopes) {
            for &input in inputs {
                let row = &mut sums.rows[usize::from(input) * width..][..width];
                row.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
        for &input in &inputs[0] {
            let worth = &mut sums.linear[usize::from(input)];
            worth[0] += by_centipawn * example.phase;
            worth[1] += by_centipawn * (1.0 - example.phase);
        }
    }

    /// The weights as the blueprint takes them.
    pub(super) fn finished(&self) -> FloatWeights {
        let mut weights = self.weights.clone();
        weights.linear.as_flattened_mut().iter_mut().for_each(|weight| *weight *= LINEAR_UNIT);
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::board::SplitMix64;
    use vertumnus_core::rules::Variant;

    /// The slopes agree with differences of the loss.
    #[test]
    fn slopes_are_those_of_the_loss() {
        let blueprint = Blueprint::of(Variant::default());
        let mut random = SplitMix64::new(4);
        let mut weights = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| (random.below(2001) as f32 / 1000.0 - 1.0) * most).collect()
        };
        let weights = FloatWeights {
            hidden: 64,
            biases: weights(64, 0.3),
            rows: weights(blueprint.rows() * 64, 0.2),
            outputs: weights(128, 0.5),
            output_bias: 0.1,
            linear: vec![[0.0; 2]; blueprint.rows() / 2],
            scale: 400.0,
            linear_scale: 1.0,
        };
        let mut layers = Layers::new(&blueprint, weights);
        layers.compose(&blueprint);
        let inputs: Vec<Input> = (0..12).map(|n| (n * 61 % blueprint.inputs()) as Input).collect();
        let example = Example {
            inputs: &inputs,
            reflected: false,
            phase: 0.7,
            fixed: 5.0,
            left: [0.5, 0.8],
            target: 0.9,
            spread: 200.0,
            hand_written: 0,
        };
        let slopes = layers.slopes(&blueprint, &[example]);
        let loss =
            |layers: &Layers| f64::from(layers.loss(&blueprint, &example, &mut layers.scratch()));
        assert!((slopes.loss - loss(&layers)).abs() < 1e-6);
        let row = usize::from(inputs[3]) * 64;
        let mut checked = 0;
        for neuron in 0..64 {
            let step = 2e-3;
            let mut moved = layers.clone();
            moved.rows[row + neuron] += step;
            let up = loss(&moved);
            moved.rows[row + neuron] -= 2.0 * step;
            let slope = (up - loss(&moved)) / f64::from(2.0 * step);
            let found = f64::from(slopes.rows[row + neuron]);
            assert!((slope - found).abs() < 2e-3 + 0.05 * slope.abs(), "{neuron}: {slope} {found}");
            checked += usize::from(slope.abs() > 1e-3);
        }
        assert!(checked > 5, "only {checked} neurons are active");
    }
}
