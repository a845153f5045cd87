//! Where pieces of a written game could never move again.

use crate::board::{Bits, Color, Shape, Square};
use crate::rules::Kind;
use crate::rules::definition::Definition;
use crate::rules::slot::ray;

/// The squares from which a kind cannot move without capture, even if all others are empty. What it goes over might
/// stand anywhere.
pub(super) fn squares<B: Bits>(
    definition: &Definition,
    shape: &Shape,
    kind: Kind,
    color: Color,
) -> B {
    let motions = definition.kinds[kind.index()].powers.iter();
    let motions = motions.filter(|motion| motion.purpose.moves());
    let steps = motions.flat_map(|motion| motion.steps.iter());
    let is_stuck = |&from: &Square| {
        steps.clone().all(|&step| ray(shape, color, from, step, 1, B::EMPTY).is_empty())
    };
    let stuck = shape.squares().filter(is_stuck);
    stuck.fold(B::EMPTY, |squares, square| squares | B::of(square))
}
