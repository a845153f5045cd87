//! What is done with the features of a position: their weights are summed, or they are counted.

use super::layout::{FULL_SCALE, PAWNLESS, Part};
use super::tapered::Tapered;
use super::weights::{PieceSquares, Weights};
use super::{CLEAR_LEAD, CLOCK_SCALE, EvalSetup, LIMIT};
use vertumnus_core::board::{Bits, ByColor, Color, Square};
use vertumnus_core::rules::{Kind, Piece};

/// Receives the features of a position.
pub(super) trait Tally {
    /// A side has `count` times the feature of a slot.
    fn add(&mut self, color: Color, slot: usize, count: i32);

    /// A side has a piece of this kind on this square.
    fn piece(&mut self, color: Color, kind: Kind, square: Square);

    /// A side's king has this worth, for which there is no weight.
    fn king(&mut self, color: Color, worth: Tapered);
}

/// Sums what the features are worth.
pub(super) struct Sum<'a, B: Bits> {
    weights: &'a Weights,
    piece_squares: &'a PieceSquares<B>,
    /// White's less Black's.
    pub(super) total: Tapered,
    /// `[color]`: centipawns of pieces other than pawns and kings.
    pub(super) pieces: ByColor<i32>,
}

impl<'a, B: Bits> Sum<'a, B> {
    pub(super) fn new(weights: &'a Weights, piece_squares: &'a PieceSquares<B>) -> Self {
        Self { weights, piece_squares, total: Tapered::default(), pieces: ByColor([0; 2]) }
    }
}

impl<B: Bits> Tally for Sum<'_, B> {
    #[inline]
    fn add(&mut self, color: Color, slot: usize, count: i32) {
        self.total += self.weights.at(slot) * (sign(color) * count);
    }

    #[inline]
    fn piece(&mut self, color: Color, kind: Kind, square: Square) {
        let worth = self.piece_squares.at(Piece::new(kind, color), square);
        match color {
            Color::White => self.total += worth,
            Color::Black => self.total -= worth,
        }
        self.pieces[color] += self.weights.piece_value(kind);
    }

    #[inline]
    fn king(&mut self, color: Color, worth: Tapered) {
        self.total += worth * sign(color);
    }
}

const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// A score in centipawns, scaled down as the fifty-move clock, in plies, runs up.
#[inline]
pub(super) fn scaled_by_clock(score: i32, clock: u32) -> i32 {
    let scaled = score - score * (clock as i32).min(CLOCK_SCALE) / CLOCK_SCALE;
    scaled.clamp(1 - LIMIT, LIMIT - 1)
}

/// What a position says as a whole, apart from its features.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    pub(super) side_to_move: Color,
    /// Plies towards the fifty-move rule.
    pub(super) clock: u32,
    /// `[color]`: whether the side has neither pawns nor pieces with a pawn's power.
    pub(super) without_pawns: ByColor<bool>,
}

impl Situation {
    /// The evaluation from White's point of view, in centipawns, of a position with this sum of all
    /// terms, and these centipawns in pieces.
    #[inline]
    pub(super) fn score(self, weights: &Weights, total: Tapered, pieces: ByColor<i32>) -> i32 {
        scaled_by_clock(self.unscaled_score(weights, total, pieces), self.clock)
    }

    /// The same before the fifty-move clock scales it down.
    #[inline]
    pub(super) fn unscaled_score(
        self,
        weights: &Weights,
        total: Tapered,
        pieces: ByColor<i32>,
    ) -> i32 {
        let phase = weights.phase(pieces);
        self.scaled(weights, total.at(phase), phase, pieces)
    }

    /// A score, scaled down if the side that leads may find no way to win.
    #[inline]
    pub(super) fn scaled(
        self,
        weights: &Weights,
        score: i32,
        phase: i32,
        pieces: ByColor<i32>,
    ) -> i32 {
        let leader = if score > 0 { Color::White } else { Color::Black };
        if self.is_hard_to_win(leader, pieces) {
            score * weights.at(PAWNLESS).at(phase) / FULL_SCALE
        } else {
            score
        }
    }

    /// Whether the side that leads has neither a pawn nor a clear lead in pieces, so that in many
    /// games it may find no way to win.
    #[inline]
    pub(super) fn is_hard_to_win(self, leader: Color, pieces: ByColor<i32>) -> bool {
        self.without_pawns[leader] && pieces[leader] - pieces[!leader] < CLEAR_LEAD
    }
}

/// Counts the features of each side.
pub(super) struct FeatureCounts<'a> {
    setup: &'a EvalSetup,
    /// `[color][slot]`
    counts: ByColor<Vec<i32>>,
    /// `[color]`: what no weight stands for, all of it of the king.
    kings: ByColor<Tapered>,
}

impl<'a> FeatureCounts<'a> {
    pub(super) fn new(setup: &'a EvalSetup) -> Self {
        let counts = || vec![0; setup.layout.len()];
        Self { setup, counts: ByColor([counts(), counts()]), kings: ByColor::default() }
    }

    /// The sum of all terms, White's less Black's.
    pub(super) fn total(&self, weights: &Weights) -> Tapered {
        let terms = self.difference().enumerate().map(|(slot, count)| weights.at(slot) * count);
        terms.fold(self.fixed(), |sum, term| sum + term)
    }

    /// `[slot]`: White's counts less Black's.
    pub(super) fn difference(&self) -> impl Iterator<Item = i32> {
        let [white, black] = &self.counts.0;
        white.iter().zip(black).map(|(white, black)| white - black)
    }

    /// What no weight stands for, White's less Black's.
    pub(super) fn fixed(&self) -> Tapered {
        self.kings[Color::White] - self.kings[Color::Black]
    }

    /// `[part][color]`: the features times these weights.
    pub(super) fn parts(&self, weights: &Weights) -> [ByColor<Tapered>; Part::ALL.len()] {
        let mut parts = [ByColor::<Tapered>::default(); Part::ALL.len()];
        for color in Color::ALL {
            for group in self.setup.layout.groups() {
                let part = &mut parts[group.family.part() as usize][color];
                for slot in group.first..group.first + group.len {
                    *part += weights.at(slot) * self.counts[color][slot];
                }
            }
            parts[Part::King as usize][color] += self.kings[color];
        }
        parts
    }

    /// `[color]`: centipawns of pieces other than pawns and kings.
    pub(super) fn pieces(&self, weights: &Weights) -> ByColor<i32> {
        let EvalSetup { game, layout, .. } = self.setup;
        ByColor(Color::ALL.map(|color| {
            let count = |kind| self.counts[color][layout.material(kind)];
            game.kinds().map(|kind| count(kind) * weights.piece_value(kind)).sum()
        }))
    }
}

// Not inlined: counting is not done while searching, and its code is to be small.
impl Tally for FeatureCounts<'_> {
    #[inline(never)]
    fn add(&mut self, color: Color, slot: usize, count: i32) {
        self.counts[color][slot] += count;
    }

    #[inline(never)]
    fn piece(&mut self, color: Color, kind: Kind, square: Square) {
        let EvalSetup { game, layout, .. } = self.setup;
        let counts = &mut self.counts[color];
        counts[layout.material(kind)] += 1;
        let square = game.board.seen_by(color, square);
        for slot in layout.squares(kind, square) {
            counts[slot] += 1;
        }
    }

    fn king(&mut self, color: Color, worth: Tapered) {
        self.kings[color] += worth;
    }
}
