//! A square, named by its index.

use thiserror::Error;

/// A square of some board: `rank * files + file`, counted from a1 = 0 along the first rank.
///
/// ```
/// use vertumnus_definition::Square;
///
/// // e4 on a board of eight files.
/// assert_eq!(Square::try_from(28)?.index(), 28);
/// assert!(Square::try_from(200).is_err());
/// # Ok::<(), vertumnus_definition::SquareTooHigh>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Square(u8);

impl Square {
    /// No board has as many squares: a packed move has seven bits for a square.
    const END: u8 = 128;

    /// The square with this index, which the caller knows to be on the board. `Square::try_from` checks
    /// that some board has it.
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!(index < Self::END, "no board has that many squares");
        Self(index)
    }

    /// The index, for arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An index is beyond the squares of every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no board has a square with the index {0}")]
pub struct SquareTooHigh(pub u8);

/// The square with this index, on the largest of boards.
impl TryFrom<u8> for Square {
    type Error = SquareTooHigh;

    fn try_from(index: u8) -> Result<Self, SquareTooHigh> {
        if index < Self::END { Ok(Self(index)) } else { Err(SquareTooHigh(index)) }
    }
}

/// The index.
impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}
