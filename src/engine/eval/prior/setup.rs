//! What is worked out once for each game before the prior can evaluate its positions.

use super::layout::Layout;
use super::values::AttackSamples;
use super::worths;
use crate::eval::game::GameProfile;
use crate::eval::material::{FULL_SCALE, Material};
use crate::eval::tapered::Tapered;
use vertumnus_core::board::Square;
use vertumnus_core::rules::{Kind, Power, Ruleset};

/// What a king is worth to an exchange: more than everything else.
const ROYAL: i32 = 15_000;

/// What is left of a small lead of a side without pawns, in units of 1 / [`FULL_SCALE`].
const PAWNLESS: Tapered = Tapered::new(FULL_SCALE / 2, FULL_SCALE / 4);

/// A game, the weights of its prior, and what they were derived from.
#[derive(Clone, Debug)]
pub(in crate::eval) struct PriorSetup {
    pub(super) game: GameProfile,
    pub(super) layout: Layout,
    /// `[slot]`
    pub(super) weights: Vec<Tapered>,
    /// `[kind]`: what each kind is worth by its powers.
    pub(super) values: Vec<Tapered>,
    /// `[kind]`: whether its pieces never leave the color of their squares.
    pub(super) color_bound: Vec<bool>,
    /// `[power]`: the mean number of squares that it attacks in the middlegame, rounded.
    pub(super) mean_reach: [i32; Power::COUNT],
}

impl PriorSetup {
    pub(in crate::eval) fn of<R: Ruleset>() -> Self {
        Self::new(GameProfile::of::<R>())
    }

    fn new(game: GameProfile) -> Self {
        let layout = Layout::new(&game);
        let attacks = AttackSamples::new(&game);
        let values = attacks.kind_values();
        let weights = worths::weights(&game, &layout, &attacks, &values);
        let color_bound = game.kinds().map(|kind| attacks.is_color_bound(kind)).collect();
        let mean_reach = attacks.mean_reach();
        Self { game, layout, weights, values, color_bound, mean_reach }
    }

    /// The values of the kinds for exchanges.
    pub(in crate::eval) fn material(&self) -> Material {
        let Self { game, values, .. } = self;
        let value =
            |kind: Kind| if game.is_royal(kind) { ROYAL } else { values[kind.index()].mean() };
        Material::new(game, game.kinds().map(value).collect(), PAWNLESS)
    }

    /// What a piece is worth on a square, as its own side sees it.
    pub(in crate::eval) fn worth(&self, kind: Kind, square: Square) -> Tapered {
        let squares = self.layout.squares(kind, square).map(|slot| self.weights[slot]);
        squares.fold(self.weights[self.layout.material(kind)], |sum, part| sum + part)
    }
}
