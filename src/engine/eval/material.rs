//! What the kinds of a game are worth to exchanges, and what follows from the pieces that are left.

use super::game::GameProfile;
use super::tapered::{FULL_PHASE, Tapered};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::rules::Kind;

/// The scale of an evaluation of which nothing is taken away.
pub(super) const FULL_SCALE: i32 = 128;

/// The values of the kinds of a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Material {
    /// `[kind]`: centipawns for exchanges.
    pub(super) values: Vec<i32>,
    /// `[kind]`: the same, but 0 for pawns and kings.
    piece_values: Vec<i32>,
    /// Centipawns of all pieces of the start position.
    full_phase: i32,
    /// What is left of a small lead of a side without pawns, in units of 1 / [`FULL_SCALE`].
    pub(super) pawnless: Tapered,
}

impl Material {
    /// The material of a game whose kinds have these values, by their numbers.
    pub(super) fn new(game: &GameProfile, values: Vec<i32>, pawnless: Tapered) -> Self {
        let piece_value = |kind: Kind| if game.is_piece(kind) { values[kind.index()] } else { 0 };
        let piece_values = game.kinds().map(piece_value).collect();
        let full_phase = game.start.iter().map(|&(_, kind)| piece_value(kind)).sum::<i32>().max(1);
        Self { values, piece_values, full_phase, pawnless }
    }

    /// What a piece of a kind is worth to an exchange, in centipawns.
    #[inline]
    pub(super) fn value(&self, kind: Kind) -> i32 {
        self.values[kind.index()]
    }

    /// The same, but 0 for pawns and kings.
    #[inline]
    pub(super) fn piece_value(&self, kind: Kind) -> i32 {
        self.piece_values[kind.index()]
    }

    /// The phase of a game in which the sides have these centipawns in pieces: from 0, an endgame, to
    /// [`FULL_PHASE`].
    #[inline]
    pub(super) fn phase(&self, pieces: ByColor<i32>) -> i32 {
        let pieces = pieces[Color::White] + pieces[Color::Black];
        (pieces * FULL_PHASE / self.full_phase).min(FULL_PHASE)
    }
}
