//! What is done with the features of a position: their weights are summed, in all or by parts.

use super::PriorSetup;
use super::layout::Part;
use super::piece_squares::PieceSquares;
use crate::eval::material::Material;
use crate::eval::tapered::Tapered;
use vertumnus_core::board::{Bits, ByColor, Color, Square};
use vertumnus_core::rules::{Kind, Piece};

/// Receives the features of a position.
pub(super) trait Tally {
    /// A side has `count` times the feature of a slot.
    fn add(&mut self, color: Color, slot: usize, count: i32);

    /// A side has a piece of this kind on this square.
    fn piece(&mut self, color: Color, kind: Kind, square: Square);
}

/// Sums what the features are worth.
pub(super) struct Sum<'a, B: Bits> {
    setup: &'a PriorSetup,
    material: &'a Material,
    piece_squares: &'a PieceSquares<B>,
    /// White's less Black's.
    pub(super) total: Tapered,
    /// `[color]`: centipawns of pieces other than pawns and kings.
    pub(super) pieces: ByColor<i32>,
}

impl<'a, B: Bits> Sum<'a, B> {
    pub(super) fn new(
        setup: &'a PriorSetup,
        material: &'a Material,
        piece_squares: &'a PieceSquares<B>,
    ) -> Self {
        let (total, pieces) = (Tapered::default(), ByColor([0; 2]));
        Self { setup, material, piece_squares, total, pieces }
    }
}

impl<B: Bits> Tally for Sum<'_, B> {
    #[inline]
    fn add(&mut self, color: Color, slot: usize, count: i32) {
        self.total += self.setup.weights[slot] * (sign(color) * count);
    }

    #[inline]
    fn piece(&mut self, color: Color, kind: Kind, square: Square) {
        let worth = self.piece_squares.at(Piece::new(kind, color), square);
        match color {
            Color::White => self.total += worth,
            Color::Black => self.total -= worth,
        }
        self.pieces[color] += self.material.piece_value(kind);
    }
}

const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Sums what the features of each part are worth.
pub(super) struct PartSums<'a> {
    setup: &'a PriorSetup,
    /// `[part]`: White's less Black's.
    pub(super) parts: [Tapered; Part::ALL.len()],
}

impl<'a> PartSums<'a> {
    pub(super) fn new(setup: &'a PriorSetup) -> Self {
        Self { setup, parts: Default::default() }
    }
}

// Not inlined: this is not done while searching, and its code is to be small.
impl Tally for PartSums<'_> {
    #[inline(never)]
    fn add(&mut self, color: Color, slot: usize, count: i32) {
        let part = self.setup.layout.part(slot);
        self.parts[part as usize] += self.setup.weights[slot] * (sign(color) * count);
    }

    #[inline(never)]
    fn piece(&mut self, color: Color, kind: Kind, square: Square) {
        let PriorSetup { game, layout, .. } = self.setup;
        self.add(color, layout.material(kind), 1);
        for slot in layout.squares(kind, game.board.seen_by(color, square)) {
            self.add(color, slot, 1);
        }
    }
}
