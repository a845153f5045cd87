//! Where pieces of a written game could never move again.

use crate::board::{Bits, Color, Shape, Square};
use crate::rules::Kind;
use crate::rules::definition::Definition;
use crate::rules::slot::reached;

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
    let is_stuck = |from: &Square| {
        motions.clone().all(|motion| reached::<B>(shape, color, *from, motion).is_empty())
    };
    B::of_all(shape.squares().filter(is_stuck))
}
