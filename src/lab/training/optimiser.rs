//! The steps of a training: Adam with decoupled decay of the weights (`AdamW`; Loshchilov and Hutter,
//! 2019).

use rayon::prelude::*;

use super::gradient::{LINEAR_UNIT, Layers, Sums};
use vertumnus_engine::eval::network::training::{Blueprint, FloatWeights, Input};

/// How slowly the running means of the slope and of its square change.
const MOMENTUM: [f32; 2] = [0.9, 0.999];
const TINY: f32 = 1e-8;

/// How fast weights shrink, per unit of the learning rate.
const DECAY: f32 = 0.01;
/// Kinds by themselves: what their powers explain is not to be learned again for each kind.
const KIND_DECAY: f32 = 0.1;
/// The linear part: it stays near the prior.
const LINEAR_DECAY: f32 = 1.0;

/// The greatest weight: rounded, it fits into the numbers of a network.
const MOST: f32 = 1.98;

/// The running means of each weight's slope and of its square.
#[derive(Clone, Debug)]
pub(super) struct Optimiser {
    /// `[row]`: the inputs that use it.
    users: Vec<Vec<Input>>,
    /// `[row]`: how fast its weights shrink.
    decay: Vec<f32>,
    rows: Vec<[f32; 2]>,
    linear: Vec<[f32; 2]>,
    /// The biases, the outputs and the bias of the output.
    others: Vec<[f32; 2]>,
}

/// What a step needs.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    /// What the running means lack at the beginning.
    missing: [f32; 2],
}

impl Step {
    fn apply(self, weight: &mut f32, means: &mut [f32; 2], slope: f32, decay: f32) {
        for (mean, (momentum, new)) in
            means.iter_mut().zip(MOMENTUM.into_iter().zip([slope, slope * slope]))
        {
            *mean = momentum * *mean + (1.0 - momentum) * new;
        }
        let [first, second] = [means[0] / self.missing[0], means[1] / self.missing[1]];
        let by = first / (second.sqrt() + TINY) + decay * *weight;
        *weight = (*weight - self.rate * by).clamp(-MOST, MOST);
    }
}

impl Optimiser {
    pub(super) fn new(blueprint: &Blueprint, weights: &FloatWeights) -> Self {
        let mut users = vec![Vec::new(); blueprint.rows()];
        for input in 0..blueprint.inputs() {
            for row in blueprint.rows_of(input as Input) {
                users[row].push(input as Input);
            }
        }
        let decay = |row| if blueprint.is_of_one_kind(row) { KIND_DECAY } else { DECAY };
        Self {
            decay: (0..blueprint.rows()).map(decay).collect(),
            users,
            rows: vec![[0.0; 2]; weights.rows.len()],
            linear: vec![[0.0; 2]; 2 * weights.linear.len()],
            others: vec![[0.0; 2]; 3 * weights.hidden + 1],
        }
    }

    /// All running means.
    pub(super) fn means(&mut self) -> impl Iterator<Item = &mut f32> {
        let Self { rows, linear, others, .. } = self;
        [rows, linear, others].into_iter().flatten().flatten()
    }

    /// Makes the step of this number, from 1, against these slopes.
    pub(super) fn step(&mut self, number: u64, layers: &mut Layers, slopes: &Sums, rate: f32) {
        let missing = MOMENTUM.map(|momentum| 1.0 - momentum.powi(number as i32));
        let step = Step { rate, missing };
        let Self { users, decay, rows, linear, others, .. } = self;
        let weights = &mut layers.weights;
        let hidden = weights.hidden;
        weights
            .rows
            .par_chunks_exact_mut(hidden)
            .zip(rows.par_chunks_exact_mut(hidden))
            .enumerate()
            .for_each(|(row, (weights, means))| {
                let mut sum = vec![0.0; hidden];
                for &user in &users[row] {
                    let slopes = &slopes.rows[usize::from(user) * hidden..][..hidden];
                    sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                }
                for ((weight, means), slope) in weights.iter_mut().zip(means).zip(sum) {
                    step.apply(weight, means, slope, decay[row]);
                }
            });
        let own = weights.linear.len();
        let (own_users, enemy_users) = users.split_at(own);
        for (row, (weights, means)) in
            weights.linear.iter_mut().zip(linear.as_chunks_mut::<2>().0).enumerate()
        {
            for phase in 0..2 {
                let slope = |inputs: &[Input]| -> f32 {
                    inputs.iter().map(|&input| slopes.linear[usize::from(input)][phase]).sum()
                };
                let slope = (slope(&own_users[row]) - slope(&enemy_users[row])) * LINEAR_UNIT;
                step.apply(&mut weights[phase], &mut means[phase], slope, LINEAR_DECAY);
            }
        }
        let FloatWeights { biases, outputs, output_bias, .. } = weights;
        let all = biases.iter_mut().chain(outputs).chain([output_bias]);
        let slopes = slopes.biases.iter().chain(&slopes.outputs).chain([&slopes.output_bias]);
        for ((weight, means), &slope) in all.zip(others).zip(slopes) {
            step.apply(weight, means, slope, DECAY);
        }
    }
}
