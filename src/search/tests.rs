//! What a search promises to those who ask.

use crate::position::Position;
use crate::rules::Ruleset;

/// Calls a function with the positions of a random game, the same in every run.
pub(super) fn each_position<R: Ruleset>(plies: usize, mut f: impl FnMut(&Position<R>)) {
    let mut position = Position::<R>::start();
    let mut dice = 0x9E37_79B9_7F4A_7C15u64;
    for _ in 0..plies {
        f(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position.play(moves[(dice >> 33) as usize % moves.len()]);
    }
}
