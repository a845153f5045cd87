//! Captures of a written game that blow up what is around.

use super::changes::{KindSet, has_kind, kind_set};
use crate::board::{Bits, Color, Geometry, Square};
use crate::rules::definition;
use crate::rules::{BitsOf, Placement, Ruleset};

/// What captures take off the board beside what they capture.
#[derive(Clone, Copy)]
pub(super) struct Blast {
    captors: KindSet,
    around: KindSet,
}

impl Blast {
    pub(super) fn new(blast: &definition::Blast) -> Self {
        Self { captors: kind_set(&blast.captors), around: kind_set(&blast.around) }
    }

    /// The squares of the pieces that vanish when what stands on a square has captured there.
    #[inline(never)]
    pub(super) fn removed<R: Ruleset>(&self, placement: &Placement<R>, at: Square) -> BitsOf<R> {
        let near = placement.rules().board().tables().king[at];
        let mut gone = BitsOf::<R>::EMPTY;
        for (square, kind) in Color::ALL.into_iter().flat_map(|color| placement.pieces(color)) {
            if near.has(square) && has_kind(self.around, kind)
                || square == at && has_kind(self.captors, kind)
            {
                gone |= BitsOf::<R>::of(square);
            }
        }
        gone
    }
}
