//! A small neural network that evaluates positions: one hidden layer for each perspective, and a PSQT part.
//!
//! From each perspective, features are a side's own or the enemy's, on squares counted from that side.
//! Each feature adds a row to the hidden layer. In the output, the side to move comes first. Weights and
//! sums are integers, so a network gives the same numbers on every machine. `docs/networks.md` says how
//! networks are made.

mod accumulator;
mod aspects;
mod embedded;
mod evaluation;
mod features;
mod file;
pub mod general;
mod planes;
pub mod training;
mod untrained;

pub(crate) use accumulator::Accumulators;
pub(crate) use embedded::model_of;
pub use embedded::trained_as;
pub use file::NetworkError;

use super::game::GameProfile;
use super::goals::Goals;
use super::material::Material;
use super::tapered::Tapered;
use features::{Feature, FeatureSet, View};
use vertumnus_core::board::{Bits, ByColor, Color};
use vertumnus_core::rules::{Placement, Ruleset, Variant};
use vertumnus_neurons::{Block, LANES};

/// The numbers of blocks, one after the other.
fn numbers(blocks: &[Block]) -> impl Iterator<Item = i16> {
    blocks.iter().flat_map(|block| block.0)
}

/// The largest hidden layer.
const MAX_HIDDEN: usize = 512;

/// The integer that stands for 1 in the hidden layer.
const HIDDEN_UNIT: i32 = 255;

/// The integer that stands for 1 in the weights of the output.
const OUTPUT_UNIT: i32 = 64;

/// The greatest weight of the output: times [`HIDDEN_UNIT`] it fits into 16 bits.
const MAX_OUTPUT_WEIGHT: i32 = 128;

/// In place of the signature of planes, for what is composed of aspects.
const NO_PLANES: u32 = 0;

/// Of what a network knows its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Of games that were played for it.
    Own,
    /// Of games that were played for others.
    General,
    /// Of nothing but the rules.
    Prior,
}

/// A network of one game.
#[derive(Clone, PartialEq)]
pub struct Network {
    variant: Variant,
    /// The signature of the planes of its file.
    signature: u32,
    features: FeatureSet,
    /// Blocks of the hidden layer.
    blocks: usize,
    /// `[block]`
    biases: Vec<Block>,
    /// `[input][block]`
    rows: Vec<Block>,
    /// `[bucket][side to move, other side][block]`
    outputs: Vec<Block>,
    /// `[bucket]`, in units of `HIDDEN_UNIT * OUTPUT_UNIT`.
    output_biases: Vec<i32>,
    /// Whether a perspective mirrors the board while its king stands on the right half.
    mirrored: bool,
    /// Centipawns for an output of 1.
    scale: i32,
    /// `[input]`: the PSQT part in centipawns, for the side that sees the input.
    psqt: Vec<Tapered>,
    material: Material,
    /// `None` if the game has none.
    goals: Option<Goals>,
    /// `[feature]`: centipawns for the phase of the game; 0 for all but pieces.
    phase_values: Vec<i32>,
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

    /// Of what it knows its game.
    pub fn knowledge(&self) -> Knowledge {
        match self.signature {
            _ if self.blocks == 0 => Knowledge::Prior,
            NO_PLANES => Knowledge::General,
            _ => Knowledge::Own,
        }
    }

    /// The number of neurons of each side's hidden layer.
    pub fn hidden(&self) -> usize {
        self.blocks * LANES
    }

    /// The values of the kinds for exchanges, and what follows from them.
    pub(super) fn material(&self) -> &Material {
        &self.material
    }

    #[inline]
    fn row(&self, input: usize) -> &[Block] {
        &self.rows[input * self.blocks..][..self.blocks]
    }

    /// How a side sees a placement.
    #[inline]
    fn view<R: Ruleset>(&self, placement: &Placement<R>, perspective: Color) -> View {
        let mirrored = self.mirrored && self.features.is_mirrored_for(placement, perspective);
        View { perspective, mirrored }
    }

    /// The output bucket of a placement.
    #[inline]
    fn bucket<R: Ruleset>(&self, placement: &Placement<R>) -> usize {
        let buckets = self.output_biases.len();
        if buckets == 1 { 0 } else { self.features.bucket(placement.occupied().count(), buckets) }
    }

    /// Adds a feature to the PSQT part and to the centipawns in pieces, `sign` times.
    #[inline]
    fn add_psqt(
        &self,
        feature: Feature,
        sign: i32,
        psqt: &mut ByColor<Tapered>,
        pieces: &mut ByColor<i32>,
    ) {
        for perspective in Color::ALL {
            let seen = self.features.input(View { perspective, mirrored: false }, feature);
            psqt[perspective] += self.psqt[seen] * sign;
        }
        let Feature { color, number, .. } = feature;
        pieces[color] += sign * self.phase_values[usize::from(number)];
    }
}

/// The game of a network, with the ruleset erased.
#[derive(Clone, Debug)]
struct Board {
    variant: Variant,
    game: GameProfile,
    features: FeatureSet,
}

impl Board {
    fn of<R: Ruleset>(rules: R) -> Option<Self> {
        let game = GameProfile::of(rules);
        let features = FeatureSet::new(&game);
        Some(Self { variant: Variant::with_facts(rules.facts())?, game, features })
    }
}

#[cfg(test)]
mod tests;
