//! Geometry: squares, colors, sets of squares (bitboards), boards with holes, and the const tables of
//! rays and leaps from which all moves are read.
//!
//! Nothing here knows a piece, a rule or a game.
//!
//! ```
//! use vertumnus_core::board::{Bits, Board39, Color, Geometry};
//!
//! // A board of 39 squares, with holes.
//! assert_eq!(Board39::TABLES.squares.count(), 39);
//! assert_eq!(Board39.parse_square("a1"), None);
//! let d9 = Board39.parse_square("d9").unwrap();
//! assert_eq!((Board39.rank(d9), Board39.rank_for(Color::Black, d9)), (8, 0));
//! let reached: Vec<_> = Board39::TABLES.king[d9].squares().map(|square| Board39.square_name(square)).collect();
//! assert_eq!(reached, ["c8", "d8", "e8"]);
//! ```
#![forbid(unsafe_code)]

mod bits;
mod geometry;
mod random;
mod tables;
pub(crate) mod zobrist;

pub use bits::{Bits, SquareMap, Squares};
#[allow(unused_imports, reason = "the games of the build decide which boards there are")]
pub(crate) use geometry::geometry;
pub use geometry::{Board8x8, Board9x9, Board39, Geometry};
pub use random::SplitMix64;
pub(crate) use tables::{RayDirection, Rays, is_square_name, split_square};
pub use tables::{Shape, Tables};
pub use vertumnus_definition::{ByColor, Color, Square, SquareTooHigh, UnknownColor};
#[doc(hidden)]
pub use vertumnus_definition::{fnv1a_32, fnv1a_64};
