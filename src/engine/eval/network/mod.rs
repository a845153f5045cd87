//! A small neural network that judges positions: one hidden layer, seen by both sides, and a linear part.
//!
//! Whoever looks at the board sees his own figures and the enemy's, on squares counted from his own
//! side. Each figure on its square adds a row to the hidden layer. The side to move comes first in
//! the output. Weights are integers, and so are all sums: a network gives the same numbers on every
//! machine. `docs/networks.md` says how networks are made.

mod accumulator;
mod embedded;
mod figures;
mod file;
mod planes;
pub mod training;

pub(crate) use accumulator::Accumulators;
pub(super) use accumulator::Sums;
pub(super) use embedded::embedded;
pub use file::NetworkError;

use super::game::GameProfile;
use super::tapered::{FULL_PHASE, Tapered};
use figures::{Figure, Figures};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::rules::{Ruleset, Variant};

/// Neurons that are computed together; the hidden layer is a multiple of this. A row of so many small
/// integers is a few registers of any processor.
const LANES: usize = 64;

/// Weights of the hidden layer for so many neurons.
type Block = [i16; LANES];

/// What stands for 1 in the hidden layer.
const HIDDEN_UNIT: i32 = 255;

/// What stands for 1 in the weights of the output.
const OUTPUT_UNIT: i32 = 64;

/// The greatest weight of the output: times [`HIDDEN_UNIT`] it fits into 16 bits.
const MAX_OUTPUT_WEIGHT: i32 = 128;

/// A network of one game.
#[derive(Clone, PartialEq)]
pub struct Network {
    variant: Variant,
    figures: Figures,
    /// Blocks of the hidden layer.
    blocks: usize,
    /// `[block]`
    biases: Vec<Block>,
    /// `[input][block]`
    rows: Vec<Block>,
    /// `[side to move, other side][block]`
    outputs: Vec<Block>,
    /// In units of `HIDDEN_UNIT * OUTPUT_UNIT`.
    output_bias: i32,
    /// Centipawns for an output of 1.
    scale: i32,
    /// `[figure][square]`: the linear part in centipawns, for White.
    linear: Vec<Tapered>,
    /// `[figure]`: centipawns for the phase of the game; 0 for all but pieces.
    values: Vec<i32>,
    /// The kinds among the figures.
    kinds: usize,
    /// The centipawns of the start position.
    full_phase: i32,
    /// The stored weights of the hidden layer, by planes.
    planes: Vec<Block>,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network of {} with {} neurons", self.variant, self.hidden())
    }
}

impl Network {
    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of neurons of each side's hidden layer.
    pub fn hidden(&self) -> usize {
        self.blocks * LANES
    }

    #[inline]
    fn row(&self, viewer: Color, figure: Figure, block: usize) -> &Block {
        &self.rows[self.figures.input(viewer, figure) * self.blocks + block]
    }

    /// Adds a figure to the linear part and to the pieces, `sign` times.
    #[inline]
    fn weigh(&self, figure: Figure, sign: i32, linear: &mut Tapered, pieces: &mut ByColor<i32>) {
        let Figure { color, number, .. } = figure;
        // White's view: White's own figures come first, Black's are seen by Black.
        let seen = self.figures.input(color, figure);
        let worth = self.linear[seen] * sign;
        match color {
            Color::White => *linear += worth,
            Color::Black => *linear -= worth,
        }
        pieces[color] += sign * self.values[usize::from(number)];
    }

    /// The phase of a game in which the sides have these centipawns in pieces.
    #[inline]
    pub(super) fn phase(&self, pieces: ByColor<i32>) -> i32 {
        let pieces = pieces[Color::White] + pieces[Color::Black];
        (pieces * FULL_PHASE / self.full_phase).min(FULL_PHASE)
    }

    /// What the hidden layer says for a side to move, in centipawns.
    #[inline]
    pub(super) fn output(&self, side: Color, sums: Sums<'_>) -> i32 {
        let mut sum = 0;
        let views = [sums.hidden[side], sums.hidden[!side]];
        for (view, weights) in views.into_iter().zip(self.outputs.chunks_exact(self.blocks)) {
            for (hidden, weights) in view.iter().zip(weights) {
                for lane in 0..LANES {
                    // The square of the clipped neuron, times its weight: the first product fits into
                    // 16 bits, which makes the second one a single instruction for many lanes.
                    let active = hidden[lane].clamp(0, HIDDEN_UNIT as i16);
                    let weighted = active.wrapping_mul(weights[lane]);
                    sum += i32::from(weighted) * i32::from(active);
                }
            }
        }
        let output = i64::from(sum / HIDDEN_UNIT + self.output_bias);
        let centipawns = output * i64::from(self.scale) / i64::from(HIDDEN_UNIT * OUTPUT_UNIT);
        centipawns.clamp(-i64::from(super::LIMIT), i64::from(super::LIMIT)) as i32
    }
}

/// What a network is made for, with the ruleset erased.
#[derive(Clone, Debug)]
struct Board {
    variant: Variant,
    game: GameProfile,
    figures: Figures,
}

impl Board {
    fn of<R: Ruleset>() -> Option<Self> {
        let game = GameProfile::of::<R>();
        let figures = Figures::new(&game);
        Some(Self { variant: R::NAME.parse().ok()?, game, figures })
    }
}

#[cfg(test)]
mod tests;
