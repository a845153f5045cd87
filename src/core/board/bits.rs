//! Sets of squares as machine words (bitboards), and maps from squares, in the two widths that the
//! boards need.

use std::fmt::{Binary, Debug};
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not,
};

use super::Square;

/// A set of squares, one bit per square: `u64` for boards of up to 64 squares, `u128` for larger ones.
///
/// ```
/// use vertumnus_core::board::{Bits, Square};
///
/// let set = u64::of(Square::new(3)) | u64::of(Square::new(10));
/// assert!(set.has(Square::new(10)) && set.count() == 2);
/// assert_eq!(set.squares().map(Square::index).collect::<Vec<_>>(), [3, 10]);
/// assert_eq!(set.squares().len(), 2);
/// ```
pub trait Bits:
    Copy
    + Eq
    + Default
    + Debug
    + Binary
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + 'static
{
    /// One value for each bit of the word.
    type Map<T: Copy + Debug + Send + Sync + 'static>: Index<Square, Output = T>
        + IndexMut<Square>
        + AsRef<[T]>
        + AsMut<[T]>
        + Copy
        + Debug
        + Send
        + Sync
        + 'static;

    /// The empty set.
    const EMPTY: Self;

    /// A map that holds `value` for every square.
    fn map<T: Copy + Debug + Send + Sync + 'static>(value: T) -> Self::Map<T>;

    /// The set of one square.
    fn of(square: Square) -> Self;

    /// How many squares the set has.
    fn count(self) -> u32;

    /// The square of the lowest index.
    fn first(self) -> Option<Square>;

    /// The set without its square of the lowest index.
    #[must_use]
    fn without_first(self) -> Self;

    /// All bits up to and including the lowest of the set; every bit if the set is empty.
    ///
    /// Intersected with a ray towards higher indices, this is what a slider reaches on it.
    #[must_use]
    fn up_to_first(self) -> Self;

    /// All bits down to and including the highest of the set; every bit if the set is empty.
    #[must_use]
    fn down_to_last(self) -> Self;

    /// The set as a word of 128 bits, whatever the width of this one.
    fn to_u128(self) -> u128;

    /// The set of a word that [`to_u128`](Self::to_u128) gave; higher bits are dropped.
    fn from_u128(word: u128) -> Self;

    /// All bits from the highest of `lower` to the lowest of `upper`, both included; from the first
    /// bit if `lower` is empty, and to the last if `upper` is. No bit of `lower` is above one of
    /// `upper`.
    ///
    /// Cut to a line through a square, of which `lower` and `upper` are the pieces on either side,
    /// this is what a slider reaches both ways: cheaper than each way by itself.
    fn span(lower: Self, upper: Self) -> Self;

    /// Whether no square is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the square is in the set.
    #[inline]
    fn has(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// The squares of the set, the lowest index first.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The set of these squares.
    #[inline]
    fn of_all(squares: impl Iterator<Item = Square>) -> Self {
        squares.fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// Iterates over a set of squares, the lowest index first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Squares<B> {}

impl<B: Bits> FusedIterator for Squares<B> {}

/// One value for each bit of a word of `N` bits, so that any square of a board fits.
///
/// `N` is a power of two, and the index is taken modulo `N`: no bounds check is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareMap<T, const N: usize>(pub(super) [T; N], PhantomData<Square>);

impl<T, const N: usize> SquareMap<T, N> {
    const POWER_OF_TWO: () = assert!(N.is_power_of_two());

    pub(super) const fn new(values: [T; N]) -> Self {
        let () = Self::POWER_OF_TWO;
        Self(values, PhantomData)
    }
}

impl<T, const N: usize> Index<Square> for SquareMap<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        debug_assert!(square.index() < N, "{square:?} is not on a board of {N} bits");
        &self.0[square.index() % N]
    }
}

impl<T, const N: usize> IndexMut<Square> for SquareMap<T, N> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        debug_assert!(square.index() < N, "{square:?} is not on a board of {N} bits");
        &mut self.0[square.index() % N]
    }
}

impl<T, const N: usize> AsRef<[T]> for SquareMap<T, N> {
    #[inline]
    fn as_ref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const N: usize> AsMut<[T]> for SquareMap<T, N> {
    #[inline]
    fn as_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

/// The highest bit of a word; the lowest bit if the word is 0.
#[inline]
const fn highest_u64(word: u64) -> u64 {
    (1 << 63) >> (word | 1).leading_zeros()
}

/// The same in halves: a shift of 128 bits costs more than both of theirs.
#[inline]
const fn highest_u128(word: u128) -> u128 {
    let (high, low) = ((word >> 64) as u64, word as u64);
    if high != 0 { (highest_u64(high) as u128) << 64 } else { highest_u64(low) as u128 }
}

macro_rules! bits {
    ($word:ty, $highest:ident) => {
        impl Bits for $word {
            type Map<T: Copy + Debug + Send + Sync + 'static> =
                SquareMap<T, { <$word>::BITS as usize }>;

            const EMPTY: Self = 0;

            #[inline]
            fn map<T: Copy + Debug + Send + Sync + 'static>(value: T) -> Self::Map<T> {
                SquareMap::new([value; <$word>::BITS as usize])
            }

            #[inline]
            fn of(square: Square) -> Self {
                debug_assert!(square.index() < <$word>::BITS as usize, "{square:?} is too high");
                1 << (square.index() % <$word>::BITS as usize)
            }

            #[inline]
            fn to_u128(self) -> u128 {
                self.into()
            }

            #[inline]
            fn from_u128(word: u128) -> Self {
                word as Self
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> Option<Square> {
                (self != 0).then(|| Square::new(self.trailing_zeros() as u8))
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn up_to_first(self) -> Self {
                self ^ self.wrapping_sub(1)
            }

            #[inline]
            fn down_to_last(self) -> Self {
                Self::MAX << ((<$word>::BITS - 1) - (self | 1).leading_zeros())
            }

            #[inline]
            fn span(lower: Self, upper: Self) -> Self {
                upper ^ upper.wrapping_sub($highest(lower))
            }
        }
    };
}

bits!(u64, highest_u64);
bits!(u128, highest_u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees_with_a_list<B: Bits>(indices: &[u8]) {
        let set = indices.iter().fold(B::EMPTY, |set, &i| set | B::of(Square::new(i)));
        assert_eq!(set.count() as usize, indices.len());
        assert_eq!(set.squares().map(Square::index).collect::<Vec<_>>(), {
            let mut sorted: Vec<_> = indices.iter().map(|&i| usize::from(i)).collect();
            sorted.sort_unstable();
            sorted
        });
        for i in 0..B::map(0).as_ref().len() {
            let square = Square::new(u8::try_from(i).expect("at most 128"));
            let lowest = indices.iter().min().map_or(usize::MAX, |&m| usize::from(m));
            let highest = indices.iter().max().map_or(0, |&m| usize::from(m));
            assert_eq!(set.up_to_first().has(square), i <= lowest);
            assert_eq!(set.down_to_last().has(square), i >= highest);
            // Split at each square in turn, and asked about the squares between the two parts.
            let lower = set & B::of(square).up_to_first();
            let upper = set & !lower;
            let span = B::span(lower, upper);
            for j in 0..B::map(0).as_ref().len() {
                let bit = B::of(Square::new(u8::try_from(j).expect("at most 128")));
                let after_lower = (lower & !bit.up_to_first()).is_empty();
                let before_upper = (upper & bit.up_to_first() & !bit).is_empty();
                assert_eq!(!(span & bit).is_empty(), after_lower && before_upper, "{i} {j}");
            }
        }
    }

    #[test]
    fn sets_agree_with_lists_in_both_widths() {
        for indices in [&[] as &[u8], &[0], &[63], &[5, 17, 40], &[0, 1, 62, 63]] {
            agrees_with_a_list::<u64>(indices);
            agrees_with_a_list::<u128>(indices);
        }
        agrees_with_a_list::<u128>(&[64]);
        agrees_with_a_list::<u128>(&[3, 63, 64, 80]);
    }
}
