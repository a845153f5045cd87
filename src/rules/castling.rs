//! Castling: its four moves as data, and the rights to them.

use super::Kind;
use crate::board::{Color, Shape, Square};

/// One castling move. All squares lie on one rank.
#[derive(Clone, Copy, Debug)]
pub struct Castle {
    /// The letter of its right in the FEN, upper case for White.
    pub letter: char,
    /// Who castles.
    pub color: Color,
    /// The king's home and destination.
    pub king: (Square, Square),
    /// The rook's home and destination.
    pub rook: (Square, Square),
    /// What the rook is.
    pub rook_kind: Kind,
}

impl Castle {
    /// The castling move of this letter, along the first rank of its side: the files, from 0, of
    /// the king's and the rook's home and destination.
    #[must_use]
    pub const fn new(
        shape: &Shape,
        letter: char,
        king: (u8, u8),
        rook: (u8, u8),
        rook_kind: Kind,
    ) -> Self {
        let (color, home) = if letter.is_ascii_uppercase() {
            (Color::White, 0)
        } else {
            (Color::Black, (shape.ranks - 1) * shape.files)
        };
        Self {
            letter,
            color,
            king: (Square::new(home + king.0), Square::new(home + king.1)),
            rook: (Square::new(home + rook.0), Square::new(home + rook.1)),
            rook_kind,
        }
    }

    /// The squares between king and rook, which must be empty.
    pub fn between(&self) -> impl Iterator<Item = Square> {
        strictly_between(self.king.0, self.rook.0)
    }

    /// The squares that the king crosses, its home and destination excluded.
    pub fn crossed(&self) -> impl Iterator<Item = Square> {
        strictly_between(self.king.0, self.king.1)
    }
}

fn strictly_between(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (a.min(b).index(), a.max(b).index());
    (low + 1..high).map(|index| Square::new(index as u8))
}

/// Which of a ruleset's castling moves have not been forfeited, a bit for each by its index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// Whether the right to the castling move of this index stands.
    #[inline]
    #[must_use]
    pub const fn has(self, index: usize) -> bool {
        self.0 & (1 << index) != 0
    }

    /// Grants a right.
    pub const fn grant(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    /// Forfeits a right.
    #[inline]
    pub const fn forfeit(&mut self, index: usize) {
        self.0 &= !(1 << index);
    }

    /// Whether no right stands.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}
