//! The optimiser: Adam with decoupled weight decay (`AdamW`; Loshchilov and Hutter,
//! 2019).

use rayon::prelude::*;

use super::gradient::{Gradients, Layers, PSQT_UNIT};
use vertumnus_engine::eval::network::training::{Blueprint, FloatWeights, Input};

/// Decay rates of the running means of the gradient and of its square.
const MOMENTUM: [f32; 2] = [0.9, 0.999];
const TINY: f32 = 1e-8;

/// Weight decay, per unit of the learning rate.
const DECAY: f32 = 0.01;
/// Kinds by themselves: what their powers explain is not to be learned again for each kind.
const KIND_DECAY: f32 = 0.1;
/// The PSQT part, which stays near the prior.
const PSQT_DECAY: f32 = 1.0;

/// The greatest weight: rounded, it fits into the numbers of a network.
const MOST: f32 = 1.98;

/// The running means of each weight's gradient and of its square.
#[derive(Clone, Debug)]
pub(super) struct Optimiser {
    /// `[row]`: how fast its weights shrink.
    decay: Vec<f32>,
    rows: Vec<[f32; 2]>,
    psqt: Vec<[f32; 2]>,
    /// The biases, the outputs and the biases of the outputs.
    others: Vec<[f32; 2]>,
}

/// `[row]`: the inputs of a game that use it, each with how many times.
pub(super) struct Users(Vec<Vec<(Input, f32)>>);

impl Users {
    pub(super) fn of(blueprint: &Blueprint) -> Self {
        let mut users = vec![Vec::new(); blueprint.rows()];
        for input in 0..blueprint.inputs() {
            for &(row, times) in blueprint.parts(input as Input) {
                users[row as usize].push((input as Input, times));
            }
        }
        Self(users)
    }
}

/// What a step needs.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    /// The correction of the running means' bias towards zero.
    missing: [f32; 2],
}

impl Step {
    fn apply(self, weight: &mut f32, means: &mut [f32; 2], gradient: f32, decay: f32) {
        for (mean, (momentum, new)) in
            means.iter_mut().zip(MOMENTUM.into_iter().zip([gradient, gradient * gradient]))
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
        let decay = |row| if blueprint.is_of_one_kind(row) { KIND_DECAY } else { DECAY };
        let FloatWeights { biases, outputs, output_biases, .. } = weights;
        let others = biases.len() + outputs.len() + output_biases.len();
        Self {
            decay: (0..blueprint.rows()).map(decay).collect(),
            rows: vec![[0.0; 2]; weights.rows.len()],
            psqt: vec![[0.0; 2]; 2 * weights.psqt.len()],
            others: vec![[0.0; 2]; others],
        }
    }

    /// All running means.
    pub(super) fn means(&mut self) -> impl Iterator<Item = &mut f32> {
        let Self { rows, psqt, others, .. } = self;
        [rows, psqt, others].into_iter().flatten().flatten()
    }

    /// Makes a step by the mean of gradients; steps are numbered from 1.
    pub(super) fn step(
        &mut self,
        number: u64,
        layers: &mut Layers,
        gradients: &[(&Users, Gradients)],
        rate: f32,
    ) {
        let missing = MOMENTUM.map(|momentum| 1.0 - momentum.powi(number as i32));
        let step = Step { rate, missing };
        let share = 1.0 / gradients.len() as f32;
        let Self { decay, rows, psqt, others, .. } = self;
        let weights = &mut layers.weights;
        let hidden = weights.hidden;
        weights
            .rows
            .par_chunks_exact_mut(hidden)
            .zip(rows.par_chunks_exact_mut(hidden))
            .enumerate()
            .for_each(|(row, (weights, means))| {
                let mut sum = vec![0.0; hidden];
                for (users, gradients) in gradients {
                    for &(user, times) in &users.0[row] {
                        let gradients = &gradients.rows[usize::from(user) * hidden..][..hidden];
                        let pairs = sum.iter_mut().zip(gradients);
                        pairs.for_each(|(sum, gradient)| *sum += share * times * gradient);
                    }
                }
                for ((weight, means), gradient) in weights.iter_mut().zip(means).zip(sum) {
                    step.apply(weight, means, gradient, decay[row]);
                }
            });
        for (row, (weights, means)) in
            weights.psqt.iter_mut().zip(psqt.as_chunks_mut::<2>().0).enumerate()
        {
            for phase in 0..2 {
                let mut gradient = 0.0;
                for (users, gradients) in gradients {
                    let of = |&(user, times): &(Input, f32)| {
                        share * times * gradients.psqt[usize::from(user)][phase]
                    };
                    gradient += users.0[row].iter().map(of).sum::<f32>() * PSQT_UNIT;
                }
                step.apply(&mut weights[phase], &mut means[phase], gradient, PSQT_DECAY);
            }
        }
        let FloatWeights { biases, outputs, output_biases, .. } = weights;
        let all = biases.iter_mut().chain(outputs).chain(output_biases);
        let mut sums = vec![0.0; others.len()];
        for (_, gradients) in gradients {
            let Gradients { biases, outputs, output_biases, .. } = gradients;
            let all = [biases, outputs, output_biases].into_iter().flatten();
            sums.iter_mut().zip(all).for_each(|(sum, gradient)| *sum += share * gradient);
        }
        for ((weight, means), gradient) in all.zip(others).zip(sums) {
            step.apply(weight, means, gradient, DECAY);
        }
    }
}
