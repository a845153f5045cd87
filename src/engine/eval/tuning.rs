//! The evaluation as an equation, for those who look for better weights.

use super::features::Features;
use super::layout::{FULL_SCALE, PAWNLESS, Shape, TEMPO};
use super::tally::{Count, Part, Tally};
use super::tapered::{FULL_PHASE, Tapered};
use super::{CLOCK_SCALE, Evaluator, weights};
use vertumnus_core::board::{Bits, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{Kind, Power, Ruleset};

/// A weight for the middlegame and one for the endgame, in centipawns.
pub type Weight = [f32; 2];

/// What a position is worth to White, in terms of the weights: `fixed` and the sum of each weight
/// times its count, mixed by `phase`, times `scale`, and if the leader is `pawnless` times the part
/// that is left of such a lead.
#[derive(Clone, Debug)]
pub struct Equation {
    /// Slots and counts.
    pub counts: Vec<(u16, i16)>,
    /// The part of the middlegame weight, from 0 to 1; the endgame's is the rest.
    pub phase: f32,
    /// What no weight stands for.
    pub fixed: f32,
    /// What is left of an evaluation as the clock runs up.
    pub scale: f32,
    /// Whether the side that leads has neither a pawn nor much of a lead.
    pub pawnless: bool,
}

impl Equation {
    /// The value of the position, if the weights are these.
    #[must_use]
    pub fn value(&self, weights: &[Weight]) -> f32 {
        self.sum(weights) * self.factor(weights)
    }

    /// Adds to `slopes` how the value grows with each weight, times `error`.
    pub fn add_slopes(&self, weights: &[Weight], error: f32, slopes: &mut [Weight]) {
        let mut add = |slot: usize, slope: f32| {
            let [middlegame, endgame] = &mut slopes[slot];
            *middlegame += slope * self.phase;
            *endgame += slope * (1.0 - self.phase);
        };
        let factor = error * self.factor(weights);
        for &(slot, count) in &self.counts {
            add(usize::from(slot), factor * f32::from(count));
        }
        if self.pawnless {
            add(PAWNLESS, error * self.scale * self.sum(weights) / FULL_SCALE as f32);
        }
    }

    fn mixed(&self, [middlegame, endgame]: Weight) -> f32 {
        middlegame * self.phase + endgame * (1.0 - self.phase)
    }

    fn sum(&self, weights: &[Weight]) -> f32 {
        let worth =
            |&(slot, count): &(u16, i16)| f32::from(count) * self.mixed(weights[usize::from(slot)]);
        self.fixed + self.counts.iter().map(worth).sum::<f32>()
    }

    fn factor(&self, weights: &[Weight]) -> f32 {
        let left =
            if self.pawnless { self.mixed(weights[PAWNLESS]) / FULL_SCALE as f32 } else { 1.0 };
        left * self.scale
    }
}

/// A number that moves the weights of some slots together.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The slots.
    pub slots: Vec<usize>,
    /// How far it may be expected to go from 0, in centipawns: a standard deviation.
    pub deviation: f32,
}

/// The evaluation of a game, ready to be tuned.
#[derive(Clone, Debug)]
pub struct Model<R: Ruleset> {
    features: Features<R>,
}

impl<R: Ruleset> Default for Model<R> {
    fn default() -> Self {
        Self { features: Features::new() }
    }
}

impl<R: Ruleset> Model<R> {
    /// The weights before any tuning, by their slots.
    #[must_use]
    pub fn prior(&self) -> Vec<Weight> {
        let weights = self.features.prior();
        weights.iter().map(|weight| [weight.middlegame as f32, weight.endgame as f32]).collect()
    }

    /// The text of weights, for the ruleset.
    #[must_use]
    pub fn text(&self, weights: &[Weight]) -> String {
        weights::text::<R>(&self.features.layout, &rounded(weights))
    }

    /// An evaluator with these weights.
    #[must_use]
    pub fn evaluator(&self, weights: &[Weight]) -> Evaluator<R> {
        Evaluator::with_weights(self.features.clone(), rounded(weights))
    }

    /// The equation of a position; `evaluator` says how far the game has gone, and who leads.
    #[must_use]
    pub fn equation(&self, evaluator: &Evaluator<R>, position: &Position<R>) -> Equation {
        let sum = evaluator.sum(position);
        let white_leads =
            (evaluator.evaluate(position) > 0) == (position.side_to_move() == Color::White);
        let leader = if white_leads { Color::White } else { Color::Black };
        let mut count = Count::new(&self.features.layout);
        self.features.walk(position, &mut count);
        Tally::<R>::add(&mut count, Part::Material, position.side_to_move(), TEMPO, 1);
        let phase = evaluator.phase(&sum);
        let counts = (0..).zip(&count.counts).filter(|(_, count)| **count != 0);
        Equation {
            counts: counts.map(|(slot, &count)| (slot, count as i16)).collect(),
            phase: phase as f32 / FULL_PHASE as f32,
            fixed: count.fixed.at(phase) as f32,
            scale: 1.0 - position.clock() as f32 / CLOCK_SCALE as f32,
            pawnless: super::is_pawnless(position, &sum, leader),
        }
    }

    /// What is to be tuned. Tables are symmetrical from left to right, and what is learned of a power
    /// or a pair of powers is believed of all kinds that have it.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let layout = &self.features.layout;
        let mut parameters = self.material();
        for group in layout.groups() {
            let alone = |deviation| {
                let slots = group.first..group.first + group.len();
                slots.map(move |slot| Parameter { slots: vec![slot], deviation })
            };
            match group.shape {
                Shape::Board(_) => parameters.extend(mirrored::<R>(group.first)),
                Shape::Row(_) if group.name.starts_with("material") => {}
                Shape::Row(_) if group.name.starts_with("near-king") => {
                    parameters.extend(alone(NEAR_KING));
                }
                Shape::Row(_) if group.first == PAWNLESS => parameters.extend(alone(SCALE)),
                Shape::Row(_) => parameters.extend(alone(SINGLE)),
            }
        }
        parameters
    }

    fn material(&self) -> Vec<Parameter> {
        let layout = &self.features.layout;
        let kinds = || (0..R::KINDS.len()).map(|number| Kind::new(number as u8));
        let with = |powers: &[Power]| -> Vec<usize> {
            let has = |kind: &Kind| powers.iter().all(|&power| R::powers(*kind).has(power));
            kinds().filter(has).map(|kind| layout.material(kind)).collect()
        };
        let mut parameters = Vec::new();
        for first in R::POWERS.iter() {
            parameters.push(Parameter { slots: with(&[first]), deviation: POWER });
            for second in R::POWERS.iter().filter(|&second| (second as usize) > first as usize) {
                parameters.push(Parameter { slots: with(&[first, second]), deviation: PAIR });
            }
        }
        let own = |kind| Parameter { slots: vec![layout.material(kind)], deviation: KIND };
        parameters.extend(kinds().map(own));
        // One kind is told by the parameter of its own.
        parameters.retain(|parameter| parameter.slots.len() > 1 || parameter.deviation == KIND);
        parameters
    }
}

/// Standard deviations of the tuned from the prior, in centipawns.
const POWER: f32 = 80.0;
const PAIR: f32 = 40.0;
const KIND: f32 = 60.0;
const SINGLE: f32 = 20.0;
const NEAR_KING: f32 = 8.0;
/// In parts of [`FULL_SCALE`].
const SCALE: f32 = 64.0;
const SQUARE: f32 = 15.0;

fn rounded(weights: &[Weight]) -> Vec<Tapered> {
    let round = |&[middlegame, endgame]: &Weight| {
        Tapered::new(middlegame.round() as i32, endgame.round() as i32)
    };
    weights.iter().map(round).collect()
}

/// The squares of a table, each with its mirror image.
fn mirrored<R: Ruleset>(first: usize) -> Vec<Parameter> {
    let last = R::Geometry::SHAPE.files as usize - 1;
    let image = |square: Square| {
        R::Geometry::square(last - R::Geometry::file(square), R::Geometry::rank(square))
    };
    let left = |square: &Square| R::Geometry::file(*square) <= last - R::Geometry::file(*square);
    let squares = R::Geometry::TABLES.squares.squares().filter(left);
    squares
        .map(|square| {
            let mut slots = vec![first + square.index()];
            slots.extend(image(square).filter(|&image| image != square).map(|s| first + s.index()));
            Parameter { slots, deviation: SQUARE }
        })
        .collect()
}
