//! What the kinds of a game are worth to exchanges, and what follows from the pieces that are left.

use super::game::GameProfile;
use super::tapered::{FULL_PHASE, Tapered};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{Hands, Kind, Ruleset};

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

/// What pieces in hand count for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// Centipawns: White's less Black's.
    pub(super) lead: i32,
    /// Centipawns of each side's, without pawns.
    pieces: ByColor<i32>,
}

impl Held {
    /// These pieces together with those on the board.
    pub(super) fn with(self, placed: ByColor<i32>) -> ByColor<i32> {
        ByColor(Color::ALL.map(|color| self.pieces[color] + placed[color]))
    }
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

    /// What the pieces in hand are worth; `None` in a game without. From a hand, a piece can go to many squares.
    #[inline]
    pub(super) fn held<R: Ruleset>(&self, position: &Position<R>) -> Option<Held> {
        if !R::Hands::MAY_HOLD || position.rules().hands().is_none() {
            return None;
        }
        let sum = |color, value: &dyn Fn(Kind) -> i32| -> i32 {
            position.in_hand(color).map(|(kind, count)| value(kind) * i32::from(count)).sum()
        };
        let worth = |color| sum(color, &|kind| self.value(kind) * 11 / 10);
        let pieces = |color| sum(color, &|kind| self.piece_value(kind));
        let lead = worth(Color::White) - worth(Color::Black);
        Some(Held { lead, pieces: ByColor(Color::ALL.map(pieces)) })
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
