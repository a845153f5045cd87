//! What a position is worth, judged by powers: the same few lines for every game.
//!
//! A position has features (`features/`), and each has a weight. Where the weights of a game have
//! not been tuned, they follow from what its powers reach on its board (`prior.rs`).

mod features;
mod layout;
mod prior;
mod squares;
mod tally;
mod tapered;
pub mod tuning;
mod values;
mod weights;

use features::{Features, pawn_powers};
use layout::{FULL_SCALE, PAWNLESS, TEMPO};
use tally::{Parts, Sum};
use tapered::{FULL_PHASE, Tapered};
use vertumnus_core::board::{Bits, Color};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{Kind, Ruleset};
use weights::Weights;

/// No position is worth this many centipawns or more to either side.
pub const LIMIT: i32 = 20_000;

/// One part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is about.
    pub name: &'static str,
    /// Centipawns that it gives to White.
    pub white: i32,
    /// Centipawns that it gives to Black.
    pub black: i32,
}

/// What the parts are called, in the order of [`tally::Part`].
const NAMES: [&str; 6] = ["Material", "Squares", "Mobility", "Pawns", "King safety", "Threats"];

/// A lead in pieces from which on it wins with or without pawns.
const CLEAR_LEAD: i32 = 400;

/// The clock, in plies, at which nothing at all would be left of an evaluation; the fifty-move rule
/// steps in at 100.
const CLOCK_SCALE: i32 = 220;

/// Judges positions of one game.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Ruleset> {
    features: Features<R>,
    weights: Weights<R>,
    /// The worth of all pieces of the start position.
    full_phase: i32,
    captures_change_pieces: bool,
}

impl<R: Ruleset> Default for Evaluator<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Ruleset> Evaluator<R> {
    /// An evaluator of the game.
    ///
    /// # Panics
    /// If the ruleset's own weights are not written as they should be, which tests rule out.
    #[must_use]
    pub fn new() -> Self {
        let features = Features::new();
        let slots =
            weights::parse::<R>(&features.layout, features.prior(), weights::built_in(R::NAME));
        let slots = slots.unwrap_or_else(|error| panic!("weights of {}: {error}", R::NAME));
        Self::with_weights(features, slots)
    }

    fn with_weights(features: Features<R>, slots: Vec<Tapered>) -> Self {
        let weights = Weights::new(&features.layout, slots);
        let start = Position::<R>::start();
        let both = Color::ALL.iter().flat_map(|&color| start.placement().pieces(color));
        let full_phase = both.map(|(_, kind)| weights.piece_value(kind)).sum::<i32>().max(1);
        let captures_change_pieces = captures_change_pieces::<R>();
        Self { features, weights, full_phase, captures_change_pieces }
    }

    /// What a piece of a kind is worth to an exchange, in centipawns.
    #[inline]
    #[must_use]
    pub fn kind_value(&self, kind: Kind) -> i32 {
        self.weights.value(kind)
    }

    /// Whether some piece can become another by capturing, promotion aside.
    #[inline]
    #[must_use]
    pub const fn captures_change_pieces(&self) -> bool {
        self.captures_change_pieces
    }

    /// What the position is worth to the side to move, in centipawns, below [`LIMIT`] either way.
    #[must_use]
    pub fn evaluate(&self, position: &Position<R>) -> i32 {
        let white = self.settled(position, &self.sum(position));
        match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }

    /// The parts of the evaluation: what they give to White, less what they give to Black, sums to
    /// what [`evaluate`](Self::evaluate) says, as White sees it.
    #[must_use]
    pub fn explain(&self, position: &Position<R>) -> Vec<Term> {
        let mut apart = Parts::new(&self.weights);
        self.features.walk(position, &mut apart);
        let phase = self.phase(&self.sum(position));
        let mut parts: Vec<Term> = NAMES
            .iter()
            .zip(&apart.terms)
            .map(|(&name, term)| Term {
                name,
                white: term[Color::White].at(phase),
                black: term[Color::Black].at(phase),
            })
            .collect();
        let tempo = self.weights.at(TEMPO).at(phase);
        let (white, black) = match position.side_to_move() {
            Color::White => (tempo, 0),
            Color::Black => (0, tempo),
        };
        parts.push(Term { name: "Tempo", white, black });
        let sum: i32 = parts.iter().map(|part| part.white - part.black).sum();
        let whole = match position.side_to_move() {
            Color::White => self.evaluate(position),
            Color::Black => -self.evaluate(position),
        };
        // What the drawishness of the position takes away, and rounding.
        parts.push(Term { name: "Scale", white: whole - sum, black: 0 });
        parts
    }

    /// All terms but the tempo.
    fn sum(&self, position: &Position<R>) -> Sum<'_, R> {
        let mut sum = Sum::new(&self.weights);
        self.features.walk(position, &mut sum);
        sum
    }

    /// The terms together, as White sees it, with the tempo and with what the whole position says
    /// about it.
    fn settled(&self, position: &Position<R>, sum: &Sum<R>) -> i32 {
        let mut total = sum.total;
        match position.side_to_move() {
            Color::White => total += self.weights.at(TEMPO),
            Color::Black => total -= self.weights.at(TEMPO),
        }
        let phase = self.phase(sum);
        let mut score = total.at(phase);
        let leader = if score > 0 { Color::White } else { Color::Black };
        if is_pawnless(position, sum, leader) {
            score = score * self.weights.at(PAWNLESS).at(phase) / FULL_SCALE;
        }
        score -= score * (position.clock() as i32).min(CLOCK_SCALE) / CLOCK_SCALE;
        score.clamp(1 - LIMIT, LIMIT - 1)
    }

    /// From 0, an endgame, to [`FULL_PHASE`].
    fn phase(&self, sum: &Sum<R>) -> i32 {
        let pieces = sum.pieces[Color::White] + sum.pieces[Color::Black];
        (pieces * FULL_PHASE / self.full_phase).min(FULL_PHASE)
    }
}

/// Whether a side that leads has neither a pawn nor much of a lead in pieces, so that in many games
/// it may find no way to win.
fn is_pawnless<R: Ruleset>(position: &Position<R>, sum: &Sum<R>, leader: Color) -> bool {
    let placement = position.placement();
    (pawn_powers::<R>(placement) & placement.of(leader)).is_empty()
        && sum.pieces[leader] - sum.pieces[!leader] < CLEAR_LEAD
}

/// Whether, of all pieces that take one another in the middle of the board, some become others.
fn captures_change_pieces<R: Ruleset>() -> bool {
    let kinds: Vec<Kind> = (0..R::KINDS.len()).map(|number| Kind::new(number as u8)).collect();
    kinds.iter().any(|&mover| {
        let victims = kinds.iter().filter(|&&victim| !R::is_royal(victim));
        victims
            .map(|&victim| values::in_the_middle::<R>(mover, &[victim]))
            .any(|becomes| becomes.as_slice() != [mover])
    })
}

#[cfg(test)]
mod tests;
