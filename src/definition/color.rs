//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

use thiserror::Error;

/// A side of the game.
///
/// ```
/// use vertumnus_definition::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.to_string(), "Black");
/// assert_eq!("b".parse(), Ok(Color::Black));
/// assert!("red".parse::<Color>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Color {
    /// The side that moves first, up the board.
    White,
    /// The side that moves second, down the board.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A text is neither a side's name nor its letter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a side: white, black, w or b")]
pub struct UnknownColor(pub String);

/// By its name or its letter in a FEN, without regard to case.
impl FromStr for Color {
    type Err = UnknownColor;

    fn from_str(text: &str) -> Result<Self, UnknownColor> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Ok(Self::White),
            "black" | "b" => Ok(Self::Black),
            _ => Err(UnknownColor(text.to_owned())),
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}
