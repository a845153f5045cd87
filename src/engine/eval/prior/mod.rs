//! The prior: what a position is worth before anything is learned. It evaluates games without a network.
//!
//! A position has features (`features/`), and each has a weight that follows from what powers reach on
//! the board (`worths.rs`).

mod features;
mod layout;
mod piece_squares;
mod setup;
mod tally;
mod values;
mod worths;

pub(super) use setup::PriorSetup;

use super::Term;
use super::endgame::{lone_kings, scaled_by_pawns};
use super::material::Material;
use features::Features;
use layout::Part;
use piece_squares::PieceSquares;
use tally::{PartSums, Sum};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{BitsOf, Ruleset};

/// The prior of a game.
#[derive(Clone, Debug)]
pub(super) struct Prior<R: Ruleset> {
    setup: PriorSetup,
    features: Features<R>,
    piece_squares: PieceSquares<BitsOf<R>>,
}

impl<R: Ruleset> Prior<R> {
    pub(super) fn new(setup: PriorSetup) -> Self {
        let (features, piece_squares) = (Features::new(&setup), PieceSquares::new(&setup));
        Self { setup, features, piece_squares }
    }

    /// The evaluation from White's point of view before the fifty-move clock scales it down.
    pub(super) fn evaluate(&self, position: &Position<R>, material: &Material) -> i32 {
        let mut sum = Sum::new(&self.setup, material, &self.piece_squares);
        self.features.walk(position, &mut sum);
        let placement = position.placement();
        let total = sum.total + lone_kings(placement);
        let score = total.at(material.phase(sum.pieces));
        scaled_by_pawns(score, placement, material, sum.pieces)
    }

    /// The parts of the evaluation before anything scales them.
    pub(super) fn explain(&self, position: &Position<R>, material: &Material) -> Vec<Term> {
        let mut sums = PartSums::new(&self.setup);
        self.features.walk(position, &mut sums);
        sums.parts[Part::King as usize] += lone_kings(position.placement());
        let values = |color| {
            position.placement().pieces(color).map(|(_, kind)| material.piece_value(kind)).sum()
        };
        let phase = material.phase(ByColor(Color::ALL.map(values)));
        let parts = Part::ALL.into_iter().zip(sums.parts);
        parts.map(|(part, worth)| Term { name: part.name(), white: worth.at(phase) }).collect()
    }
}
