//! A square, named by its index.

/// A square of some board: `rank * files + file`, counted from a1 = 0 along the first rank.
///
/// File and rank need the board's width, so they are asked of a [`Geometry`](super::Geometry).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index, which the caller knows to be on the board.
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!(index < 128, "no board has that many squares");
        Self(index)
    }

    /// The index, for arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
