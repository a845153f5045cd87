//! One value for each power of a ruleset, and room for no others.

use std::fmt::Debug;
use std::ops::{Index, IndexMut};

use super::registered::{PowerArray, Registered};
use super::{Power, Ruleset};

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

    #[inline(always)]
    fn slot(power: Power) -> usize {
        debug_assert!(R::POWERS.has(power), "the game has no {power:?}");
        R::POWERS.count_below(power)
    }
}

impl<R: Ruleset, T: Copy + Debug + PartialEq + Send + Sync + 'static> Index<Power>
    for PowerMap<R, T>
{
    type Output = T;

    #[inline(always)]
    fn index(&self, power: Power) -> &T {
        &self.0.as_ref()[Self::slot(power)]
    }
}

impl<R: Ruleset, T: Copy + Debug + PartialEq + Send + Sync + 'static> IndexMut<Power>
    for PowerMap<R, T>
{
    #[inline(always)]
    fn index_mut(&mut self, power: Power) -> &mut T {
        &mut self.0.as_mut()[Self::slot(power)]
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
