//! The evaluation as an equation in its weights, for tuning them.

use std::sync::Arc;

use super::board::Board;
use super::game::GameProfile;
use super::layout::{FULL_SCALE, Family, Layout, PAWNLESS};
use super::setup::EvalSetup;
use super::tally::{FeatureCounts, Situation};
use super::tapered::{FULL_PHASE, Tapered};
use super::weights::{self, Weights};
use super::{CLOCK_SCALE, Evaluator, situation};
use vertumnus_core::board::Color;
use vertumnus_core::position::{FenError, Position};
use vertumnus_core::rules::{Kind, Power, Ruleset, Variant, Visitor};

/// A weight for the middlegame and one for the endgame, in centipawns.
pub type Weight = [f32; 2];

/// What a position is worth to White, in terms of the weights: `fixed` plus the sum of each weight
/// times its count, mixed by `phase`, times `scale`; if `pawnless`, also times the share that is left
/// of such a lead.
#[derive(Clone, Debug)]
pub struct Equation {
    /// Slots and counts.
    pub counts: Vec<(u16, i16)>,
    /// The share of the middlegame weights, from 0 to 1; the rest is the endgame's.
    pub phase: f32,
    /// Centipawns for which there is no weight.
    pub fixed: f32,
    /// The share that is left of an evaluation as the clock runs up.
    pub scale: f32,
    /// Whether the side that leads has no pawn and no clear lead in pieces.
    pub pawnless: bool,
}

impl Equation {
    /// The value of the position under these weights.
    pub fn value(&self, weights: &[Weight]) -> f32 {
        self.sum(weights) * self.factor(weights)
    }

    /// Adds the derivative of the value by each weight, times `error`, to `slopes`.
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

/// A number that is added to the weights of some slots.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The slots.
    pub slots: Vec<usize>,
    /// Its standard deviation from 0 before any tuning, in centipawns.
    pub deviation: f32,
}

/// The evaluation of a game, ready to be tuned.
#[derive(Clone)]
pub struct Model {
    game: Arc<dyn Counts>,
}

/// The evaluator of a game, with its ruleset erased.
trait Counts: Send + Sync {
    fn setup(&self) -> &EvalSetup;

    /// Counts the features of a position.
    fn count_fen(&self, fen: &str) -> Result<(FeatureCounts<'_>, Situation), FenError>;
}

impl<R: Ruleset> Counts for Evaluator<R> {
    fn setup(&self) -> &EvalSetup {
        &self.setup
    }

    fn count_fen(&self, fen: &str) -> Result<(FeatureCounts<'_>, Situation), FenError> {
        let position = Position::<R>::from_fen(fen)?;
        Ok((self.count(&position), situation(&position)))
    }
}

struct OfGame;

impl Visitor for OfGame {
    type Output = Model;

    fn visit<R: Ruleset>(self) -> Model {
        Model { game: Evaluator::<R>::shared() }
    }
}

impl Model {
    /// The evaluation of a game.
    pub fn new(variant: Variant) -> Self {
        variant.visit(OfGame)
    }

    /// The name that people use for the game.
    pub fn title(&self) -> &'static str {
        self.game.setup().game.title
    }

    /// The weights before any tuning, by their slots.
    pub fn prior(&self) -> Vec<Weight> {
        let prior = &self.game.setup().prior;
        prior.iter().map(|weight| [weight.middlegame as f32, weight.endgame as f32]).collect()
    }

    /// The text of weights, as the evaluation reads it.
    pub fn text(&self, weights: &[Weight]) -> String {
        let EvalSetup { game, layout, .. } = self.game.setup();
        weights::text(&game.board, layout, &rounded(weights))
    }

    /// Equations of positions; these weights decide how far the game has gone, and who leads.
    pub fn equations(&self, weights: &[Weight]) -> Equations<'_> {
        let EvalSetup { game, layout, .. } = self.game.setup();
        Equations { game: &*self.game, weights: Weights::new(game, layout, rounded(weights)) }
    }

    /// The parameters to tune. Tables of squares are symmetrical from left to right, and the kinds that
    /// have a power or a pair of powers share a parameter.
    pub fn parameters(&self) -> Vec<Parameter> {
        let EvalSetup { game, layout, .. } = self.game.setup();
        let mut parameters = material(game, layout);
        for group in layout.groups() {
            let alone = |deviation| {
                let slots = group.first..group.first + group.len;
                slots.map(move |slot| Parameter { slots: vec![slot], deviation })
            };
            match group.family {
                Family::Squares => parameters.extend(mirrored(&game.board, group.first)),
                Family::Material => {}
                Family::NearKing => parameters.extend(alone(NEAR_KING)),
                Family::Shared(row) if row.first == PAWNLESS => parameters.extend(alone(SCALE)),
                Family::Shared(_) | Family::Mobility | Family::SafeCheck => {
                    parameters.extend(alone(SINGLE));
                }
            }
        }
        parameters
    }
}

/// Makes equations of positions under certain weights.
pub struct Equations<'a> {
    game: &'a dyn Counts,
    weights: Weights,
}

impl Equations<'_> {
    /// The equation of a position.
    ///
    /// # Errors
    /// If the FEN is bad.
    pub fn of(&self, fen: &str) -> Result<Equation, FenError> {
        let (count, situation) = self.game.count_fen(fen)?;
        let weights = &self.weights;
        let pieces = count.pieces(weights);
        let score = situation.score(weights, count.total(weights), pieces);
        let white_leads = match situation.side_to_move {
            Color::White => score > 0,
            Color::Black => score >= 0,
        };
        let leader = if white_leads { Color::White } else { Color::Black };
        let phase = weights.phase(pieces);
        let counts = (0..).zip(count.difference()).filter(|&(_, count)| count != 0);
        Ok(Equation {
            counts: counts.map(|(slot, count)| (slot, count as i16)).collect(),
            phase: phase as f32 / FULL_PHASE as f32,
            fixed: count.fixed().at(phase) as f32,
            scale: 1.0 - situation.clock as f32 / CLOCK_SCALE as f32,
            pawnless: situation.is_hard_to_win(leader, pieces),
        })
    }
}

fn material(game: &GameProfile, layout: &Layout) -> Vec<Parameter> {
    let with = |powers: &[Power]| -> Vec<usize> {
        let has = |kind: &Kind| powers.iter().all(|&power| game.powers_of(*kind).has(power));
        game.kinds().filter(has).map(|kind| layout.material(kind)).collect()
    };
    let mut parameters = Vec::new();
    for first in game.powers.iter() {
        parameters.push(Parameter { slots: with(&[first]), deviation: POWER });
        for second in game.powers.iter().filter(|&second| (second as usize) > first as usize) {
            parameters.push(Parameter { slots: with(&[first, second]), deviation: PAIR });
        }
    }
    let own = |kind| Parameter { slots: vec![layout.material(kind)], deviation: KIND };
    parameters.extend(game.kinds().map(own));
    // A set of one kind is covered by the parameter of that kind.
    parameters.retain(|parameter| parameter.slots.len() > 1 || parameter.deviation == KIND);
    parameters
}

/// Standard deviations of tuned weights from the prior, in centipawns.
const POWER: f32 = 80.0;
const PAIR: f32 = 40.0;
const KIND: f32 = 60.0;
const SINGLE: f32 = 20.0;
const NEAR_KING: f32 = 8.0;
/// In units of 1 / [`FULL_SCALE`].
const SCALE: f32 = 64.0;
const SQUARE: f32 = 15.0;

fn rounded(weights: &[Weight]) -> Vec<Tapered> {
    let round = |&[middlegame, endgame]: &Weight| {
        Tapered::new(middlegame.round() as i32, endgame.round() as i32)
    };
    weights.iter().map(round).collect()
}

/// The squares of a table, each with its mirror image.
fn mirrored(board: &Board, first: usize) -> Vec<Parameter> {
    let last = board.files() - 1;
    let left =
        board.squares.iter().filter(|&&square| board.file(square) <= last - board.file(square));
    left.map(|&square| {
        let image = board.left_to_right(square).filter(|&image| image != square);
        let slots = [square].into_iter().chain(image).map(|square| first + square.index());
        Parameter { slots: slots.collect(), deviation: SQUARE }
    })
    .collect()
}
