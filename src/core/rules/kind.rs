//! Kinds of pieces, and pieces: a kind of a color.

use std::num::NonZeroU8;

use super::{Kind, Power, PowerSet};
use crate::board::Color;

/// What a kind of piece is called, and what it can do.
#[derive(Clone, Copy, Debug)]
pub struct KindInfo {
    /// The token of the FEN without braces, in upper case: `N`, or `RN` for a compound.
    pub token: &'static str,
    /// The name that people use.
    pub name: &'static str,
    /// What the kind can do by itself.
    pub powers: PowerSet,
    /// Whether it is a king, with or without further powers.
    pub royal: bool,
    /// What it does to the influence of its neighbors, if anything.
    pub effect: Option<Effect>,
}

/// What a piece does to the influence of its neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The zones of friends are larger beside it.
    Amplifies,
    /// Enemies beside it have no influence.
    Isolates,
}

impl KindInfo {
    /// A kind that is no king.
    pub const fn new(token: &'static str, name: &'static str, powers: &[Power]) -> Self {
        Self { token, name, powers: PowerSet::of(powers), royal: false, effect: None }
    }

    /// A king.
    pub const fn king(token: &'static str, name: &'static str, powers: &[Power]) -> Self {
        Self { royal: true, ..Self::new(token, name, powers) }
    }

    /// The same kind with an effect on its neighbors.
    #[must_use]
    pub const fn with(self, effect: Effect) -> Self {
        Self { effect: Some(effect), ..self }
    }
}

/// A piece: its kind and its color, in one byte with room for `None`.
///
/// ```
/// use vertumnus_core::board::Color;
/// use vertumnus_core::rules::{Kind, Piece};
///
/// let piece = Piece::new(Kind::new(1), Color::Black);
/// assert_eq!((piece.kind(), piece.color()), (Kind::new(1), Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "(Kind, Color)", into = "(Kind, Color)")
)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The piece of this kind and color.
    #[inline]
    pub const fn new(kind: Kind, color: Color) -> Self {
        match NonZeroU8::new(((kind.index() as u8) << 1 | color as u8) + 1) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// A number below 255 for each piece.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0.get() - 1
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::new(self.index() >> 1)
    }

    /// The color.
    #[inline]
    pub const fn color(self) -> Color {
        if self.index() & 1 == 0 { Color::White } else { Color::Black }
    }
}

impl From<(Kind, Color)> for Piece {
    fn from((kind, color): (Kind, Color)) -> Self {
        Self::new(kind, color)
    }
}

impl From<Piece> for (Kind, Color) {
    fn from(piece: Piece) -> Self {
        (piece.kind(), piece.color())
    }
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);
