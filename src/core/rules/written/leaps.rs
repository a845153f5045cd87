//! The squares that are some steps away, whatever stands between.

use crate::board::{Bits, ByColor, Color, Shape, Square};
use crate::rules::definition::Step;
use crate::rules::slot::all_reached;

/// Where some steps lead from each square. Black's are turned.
pub(super) struct Leaps<B: Bits>(Box<ByColor<B::Map<B>>>);

impl<B: Bits> Leaps<B> {
    pub(super) fn new(shape: &Shape, steps: &[Step]) -> Self {
        Self(Box::new(all_reached::<B>(shape, steps, 1)))
    }

    #[inline(always)]
    pub(super) fn from(&self, color: Color, square: Square) -> B {
        self.0[color][square]
    }

    /// Where they lead from some squares together.
    #[inline]
    pub(super) fn of_all(&self, color: Color, squares: B) -> B {
        squares.squares().fold(B::EMPTY, |all, square| all | self.from(color, square))
    }

    /// The memory that they take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}
