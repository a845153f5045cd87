//! What is worked out once per game before its positions can be evaluated.

use super::game::GameProfile;
use super::layout::Layout;
use super::prior;
use super::tapered::Tapered;
use super::values::AttackSamples;
use super::weights;
use vertumnus_core::rules::{Power, Ruleset};

/// A game, its weights before any tuning, and what they were derived from.
#[derive(Clone, Debug)]
pub(super) struct EvalSetup {
    pub(super) game: GameProfile,
    pub(super) layout: Layout,
    /// `[slot]`: the weights before any tuning.
    pub(super) prior: Vec<Tapered>,
    /// `[kind]`: what each kind is worth by its powers.
    pub(super) values: Vec<Tapered>,
    /// `[kind]`: whether its pieces never leave the color of their squares.
    pub(super) color_bound: Vec<bool>,
    /// `[power]`: the mean number of squares that it attacks in the middlegame, rounded.
    pub(super) mean_reach: [i32; Power::COUNT],
}

impl EvalSetup {
    pub(super) fn of<R: Ruleset>() -> Self {
        Self::new(GameProfile::of::<R>())
    }

    fn new(game: GameProfile) -> Self {
        let layout = Layout::new(&game);
        let attacks = AttackSamples::new(&game);
        let values = attacks.kind_values();
        let prior = prior::weights(&game, &layout, &attacks, &values);
        let color_bound = game.kinds().map(|kind| attacks.is_color_bound(kind)).collect();
        let mean_reach = attacks.mean_reach();
        Self { game, layout, prior, values, color_bound, mean_reach }
    }

    /// `[slot]`: the weights with which the game is played.
    ///
    /// # Panics
    /// If they are badly written, which tests rule out.
    pub(super) fn built_in(&self) -> Vec<Tapered> {
        let Self { game, layout, prior, .. } = self;
        weights::parse(&game.board, layout, prior.clone(), game.tuned)
            .unwrap_or_else(|error| panic!("weights of {}: {error}", game.name))
    }
}
