//! What is done with the features of a position: their weights are summed, or they are counted.

use super::NAMES;
use super::layout::{Layout, from_own_side};
use super::tapered::Tapered;
use super::weights::Weights;
use vertumnus_core::board::{ByColor, Color, Square};
use vertumnus_core::rules::{Kind, Piece, Ruleset};

/// The parts that an evaluation is the sum of, indices into [`Parts::terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Material,
    Squares,
    Mobility,
    Pawns,
    King,
    Threats,
}

/// Takes the features of a position in.
pub(super) trait Tally<R: Ruleset> {
    /// A side has a feature so many times.
    fn add(&mut self, part: Part, color: Color, slot: usize, count: i32);

    /// A side has a piece of this kind here.
    fn piece(&mut self, color: Color, kind: Kind, square: Square);

    /// A side has what no weight stands for.
    fn fixed(&mut self, part: Part, color: Color, worth: Tapered);
}

/// Sums what the features are worth.
pub(super) struct Sum<'a, R: Ruleset> {
    weights: &'a Weights<R>,
    /// To White, less what it is to Black.
    pub(super) total: Tapered,
    /// What each side has in pieces, in centipawns: neither pawns nor kings.
    pub(super) pieces: ByColor<i32>,
}

impl<'a, R: Ruleset> Sum<'a, R> {
    pub(super) fn new(weights: &'a Weights<R>) -> Self {
        Self { weights, total: Tapered::default(), pieces: ByColor([0; 2]) }
    }
}

impl<R: Ruleset> Tally<R> for Sum<'_, R> {
    #[inline]
    fn add(&mut self, _part: Part, color: Color, slot: usize, count: i32) {
        self.total += self.weights.at(slot) * (sign(color) * count);
    }

    #[inline]
    fn piece(&mut self, color: Color, kind: Kind, square: Square) {
        let worth = self.weights.piece(Piece::new(kind, color), square);
        match color {
            Color::White => self.total += worth,
            Color::Black => self.total -= worth,
        }
        self.pieces[color] += self.weights.piece_value(kind);
    }

    #[inline]
    fn fixed(&mut self, _part: Part, color: Color, worth: Tapered) {
        self.total += worth * sign(color);
    }
}

/// Sums the parts apart, for those who ask why.
pub(super) struct Parts<'a, R: Ruleset> {
    weights: &'a Weights<R>,
    /// `[part][color]`
    pub(super) terms: [ByColor<Tapered>; NAMES.len()],
}

impl<'a, R: Ruleset> Parts<'a, R> {
    pub(super) fn new(weights: &'a Weights<R>) -> Self {
        Self { weights, terms: Default::default() }
    }
}

impl<R: Ruleset> Tally<R> for Parts<'_, R> {
    fn add(&mut self, part: Part, color: Color, slot: usize, count: i32) {
        self.terms[part as usize][color] += self.weights.at(slot) * count;
    }

    fn piece(&mut self, color: Color, kind: Kind, square: Square) {
        let whole = self.weights.piece(Piece::new(kind, color), square);
        let material = self.weights.material(kind);
        self.terms[Part::Material as usize][color] += material;
        self.terms[Part::Squares as usize][color] += whole - material;
    }

    fn fixed(&mut self, part: Part, color: Color, worth: Tapered) {
        self.terms[part as usize][color] += worth;
    }
}

/// Counts the features, White's less Black's.
pub(super) struct Count<'a> {
    layout: &'a Layout,
    /// `[slot]`
    pub(super) counts: Vec<i32>,
    pub(super) fixed: Tapered,
}

impl<'a> Count<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self { layout, counts: vec![0; layout.len()], fixed: Tapered::default() }
    }
}

const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl<R: Ruleset> Tally<R> for Count<'_> {
    fn add(&mut self, _part: Part, color: Color, slot: usize, count: i32) {
        self.counts[slot] += sign(color) * count;
    }

    fn piece(&mut self, color: Color, kind: Kind, square: Square) {
        self.counts[self.layout.material(kind)] += sign(color);
        let square = from_own_side::<R::Geometry>(color, square);
        for slot in self.layout.squares::<R>(kind, square) {
            self.counts[slot] += sign(color);
        }
    }

    fn fixed(&mut self, _part: Part, color: Color, worth: Tapered) {
        self.fixed += worth * sign(color);
    }
}
