//! One value for each power of a ruleset, and room for no others.

use std::fmt::Debug;
use std::ops::{Index, IndexMut};

use super::registered::{PowerArray, Registered};
use super::{BitsOf, Power, Ruleset, Slot};
use crate::board::{Bits, Color, Square};

/// One value for each power of a ruleset. To ask for a power that the ruleset does not have is an
/// error of the caller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerMap<R: Ruleset, T: Copy + Debug + PartialEq + Send + Sync + 'static>(
    <R as Registered>::PowerArray<T>,
);

impl<R: Ruleset, T: Copy + Debug + PartialEq + Send + Sync + 'static> PowerMap<R, T> {
    /// The map that holds `value` for every power.
    #[inline]
    pub fn filled(value: T) -> Self {
        Self(PowerArray::filled(value))
    }

    /// The values by the numbers of the powers. There may be more of them than the ruleset has powers.
    #[inline(always)]
    pub(crate) fn by_number(&self) -> &[T] {
        self.0.as_ref()
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(crate) fn by_number_mut(&mut self) -> &mut [T] {
        self.0.as_mut()
    }
}

/// A power of a ruleset: of a compiled game a [`Power`], of a written one a [`Slot`].
pub trait PowerOf<R: Ruleset>: Copy {
    /// Its number among the powers of the ruleset.
    fn number(self) -> usize;

    /// The name that it has among all powers.
    fn name(self) -> Power;

    /// The squares on which pieces of this side have the power, if their kinds do.
    fn begins(self, color: Color) -> BitsOf<R>;

    /// Whether it goes neither over nor onto [shunned](Ruleset::shunned) pieces.
    fn shuns(self) -> bool;

    /// Whether a piece of this side that has the power may go to a square, if it gets there.
    fn enters(self, color: Color, square: Square) -> bool;

    /// Those of these squares to which such a piece may go.
    fn confined(self, color: Color, squares: BitsOf<R>) -> BitsOf<R>;

    /// The squares that such a piece attacks at best: on an empty board.
    fn attacks_at_best(self, board: R::Geometry, color: Color, from: Square) -> BitsOf<R>;
}

impl<R: Ruleset> PowerOf<R> for Power {
    #[inline(always)]
    fn number(self) -> usize {
        debug_assert!(R::POWERS.has(self), "the game has no {self:?}");
        R::POWERS.count_below(self)
    }

    #[inline(always)]
    fn name(self) -> Power {
        self
    }

    #[inline(always)]
    fn begins(self, _color: Color) -> BitsOf<R> {
        !BitsOf::<R>::EMPTY
    }

    #[inline(always)]
    fn shuns(self) -> bool {
        false
    }

    #[inline(always)]
    fn enters(self, _color: Color, _square: Square) -> bool {
        true
    }

    #[inline(always)]
    fn confined(self, _color: Color, squares: BitsOf<R>) -> BitsOf<R> {
        squares
    }

    #[inline(always)]
    fn attacks_at_best(self, board: R::Geometry, color: Color, from: Square) -> BitsOf<R> {
        self.attacks_at_best(board, color, from)
    }
}

impl<R: Ruleset> PowerOf<R> for &Slot<BitsOf<R>> {
    #[inline(always)]
    fn number(self) -> usize {
        self.number.into()
    }

    #[inline(always)]
    fn name(self) -> Power {
        self.power()
    }

    #[inline(always)]
    fn begins(self, color: Color) -> BitsOf<R> {
        self.from[color]
    }

    #[inline(always)]
    fn shuns(self) -> bool {
        self.shuns
    }

    #[inline(always)]
    fn enters(self, color: Color, square: Square) -> bool {
        self.region[color].has(square)
    }

    #[inline(always)]
    fn confined(self, color: Color, squares: BitsOf<R>) -> BitsOf<R> {
        self.region[color] & squares
    }

    #[inline(always)]
    fn attacks_at_best(self, _board: R::Geometry, color: Color, from: Square) -> BitsOf<R> {
        self.attacks_at_best(color, from)
    }
}

impl<R: Ruleset, T: Copy + Debug + PartialEq + Send + Sync + 'static, P: PowerOf<R>> Index<P>
    for PowerMap<R, T>
{
    type Output = T;

    #[inline(always)]
    fn index(&self, power: P) -> &T {
        &self.by_number()[power.number()]
    }
}

impl<R: Ruleset, T: Copy + Debug + PartialEq + Send + Sync + 'static, P: PowerOf<R>> IndexMut<P>
    for PowerMap<R, T>
{
    #[inline(always)]
    fn index_mut(&mut self, power: P) -> &mut T {
        &mut self.by_number_mut()[power.number()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::Toy;

    #[test]
    fn each_power_of_a_ruleset_has_a_value_of_its_own() {
        let mut map = PowerMap::<Toy, usize>::filled(0);
        for (number, power) in (1..).zip(Toy::POWERS.iter()) {
            map[power] = number;
        }
        let values: Vec<usize> = Toy::POWERS.iter().map(|power| map[power]).collect();
        assert_eq!(values, [1, 2, 3, 4, 5]);
        assert_eq!(size_of_val(&map), 5 * size_of::<usize>());
    }
}
