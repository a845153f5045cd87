//! The number of a kind of piece.

use thiserror::Error;

/// A game's own number of a kind of piece, an index into its [`kinds`](crate::Definition::kinds); below 127.
///
/// ```
/// use vertumnus_definition::Kind;
///
/// assert_eq!(Kind::try_from(1)?.index(), 1);
/// assert!(Kind::try_from(127).is_err());
/// # Ok::<(), vertumnus_definition::KindTooHigh>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Kind(u8);

impl Kind {
    /// No ruleset has as many kinds: a packed move has seven bits for a kind.
    const END: u8 = 127;

    /// The kind of this number, which the caller knows to be one of the ruleset's. `Kind::try_from`
    /// checks that some ruleset can have it.
    #[inline]
    pub const fn new(number: u8) -> Self {
        debug_assert!(number < Self::END, "a packed move has seven bits for a kind");
        Self(number)
    }

    /// The number, for arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number is higher than any ruleset has kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no game has a kind of piece with the number {0}")]
pub struct KindTooHigh(pub u8);

/// The kind of this number. The game may have fewer kinds.
impl TryFrom<u8> for Kind {
    type Error = KindTooHigh;

    fn try_from(number: u8) -> Result<Self, KindTooHigh> {
        if number < Self::END { Ok(Self(number)) } else { Err(KindTooHigh(number)) }
    }
}

/// The number.
impl From<Kind> for u8 {
    fn from(kind: Kind) -> Self {
        kind.0
    }
}
