//! The prior: what pieces are worth before anything is learned, as their powers and the board suggest.

mod squares;
mod values;

use super::game::GameProfile;
use super::material::FULL_SCALE;
use super::tapered::Tapered;
pub(super) use values::AttackSamples;
use vertumnus_core::board::Square;
use vertumnus_core::rules::Kind;

/// What a king is worth to an exchange: more than everything else.
const ROYAL: i32 = 15_000;

/// What is left of a small lead of a side without pawns, in units of 1 / [`FULL_SCALE`].
pub(super) const PAWNLESS: Tapered = Tapered::new(FULL_SCALE / 2, FULL_SCALE / 4);

/// The prior of a game.
#[derive(Clone, Debug)]
pub(super) struct Prior {
    /// `[kind]`: centipawns for exchanges.
    pub(super) values: Vec<i32>,
    /// `[kind][square]`: what a piece is worth, as its own side sees the square.
    worths: Vec<Vec<Tapered>>,
}

impl Prior {
    pub(super) fn new(game: &GameProfile) -> Self {
        let attacks = AttackSamples::new(game);
        let values = attacks.kind_values();
        let mut worths = squares::worths(game, &attacks, &values);
        let value = |kind: Kind| match kind {
            _ if game.is_royal(kind) || game.vital.contains(&kind) => ROYAL,
            // Whoever can give something away does.
            _ if game.is_won_by_loss => 0,
            _ => values[kind.index()].mean(),
        };
        let values = game.kinds().map(value).collect();
        if game.is_won_by_loss {
            for worth in worths.iter_mut().flatten() {
                *worth = Tapered::default() - *worth;
            }
        }
        Self { values, worths }
    }

    /// What a piece is worth on a square, as its own side sees it.
    pub(super) fn worth(&self, kind: Kind, square: Square) -> Tapered {
        self.worths[kind.index()][square.index()]
    }
}
