//! Castling: its four moves as data, and the rights to them.

use super::Kind;
use super::definition::Region;
use crate::board::{Color, Square};

/// One castling move. All squares lie on one rank.
#[derive(Clone, Copy, Debug)]
pub struct Castle {
    /// The letter of its right in the FEN, upper case for White.
    pub letter: char,
    /// Who castles.
    pub color: Color,
    /// The king's home and destination.
    pub king: (Square, Square),
    /// What castles as the king.
    pub king_kind: Kind,
    /// The rook's home and destination.
    pub rook: (Square, Square),
    /// What castles as the rook.
    pub rook_kinds: &'static [Kind],
    /// The squares that must be empty: those between both, unless the game says otherwise.
    pub free: Region,
    /// What SAN writes.
    pub san: &'static str,
}

impl Castle {
    /// What SAN writes for castling towards the last file, unless a game has words of its own.
    pub(crate) const SHORT: &'static str = "O-O";
    /// What SAN writes for castling towards the first file, unless a game has words of its own.
    pub(crate) const LONG: &'static str = "O-O-O";

    /// Whether a word of SAN means this castling: the game's own word or that of chess.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        let in_chess = if self.rook.0 > self.king.0 { Self::SHORT } else { Self::LONG };
        word == self.san || word == in_chess
    }

    /// The squares that the king crosses, its home and destination excluded.
    pub(crate) fn crossed(&self) -> impl Iterator<Item = Square> {
        strictly_between(self.king.0, self.king.1)
    }
}

fn strictly_between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (a.min(b).index(), a.max(b).index());
    (low + 1..high).map(|index| Square::new(index as u8))
}

/// The castling moves of a ruleset that have not been forfeited: one bit for each, by its index.
///
/// ```
/// use vertumnus_core::game;
/// use vertumnus_core::rules::Variant;
///
/// let mut setup = game::session(Variant::Chess).setup();
/// assert_eq!(setup.castling.indices().count(), 4);
/// setup.castling.forfeit(0);
/// let mut game = game::session(Variant::Chess);
/// game.set_setup(&setup)?;
/// assert!(game.fen().contains(" w Qkq - "));
/// # Ok::<(), vertumnus_core::position::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// Whether the right to the castling move of this index stands.
    #[inline]
    pub const fn has(self, index: usize) -> bool {
        self.0 & (1 << index) != 0
    }

    /// Grants a right.
    ///
    /// # Panics
    /// If the index is above 7, in builds with overflow checks; no game has so many castling moves.
    pub const fn grant(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    /// Forfeits a right.
    #[inline]
    pub const fn forfeit(&mut self, index: usize) {
        self.0 &= !(1 << index);
    }

    /// The indices of the castling moves to which the right stands.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        (0..u8::BITS as usize).filter(move |&index| self.has(index))
    }

    /// Whether no right stands.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }
}
