//! Geometry: squares, colors, sets of squares (bitboards), boards with holes, and the const tables of
//! rays and leaps from which all moves are read.
//!
//! Nothing here knows a piece, a rule or a game.
#![forbid(unsafe_code)]

mod bits;
mod color;
mod fnv;
mod geometry;
mod random;
mod square;
mod tables;
pub mod zobrist;

pub use bits::{Bits, SquareMap, Squares};
pub use color::{ByColor, Color};
#[doc(hidden)]
pub use fnv::{fnv1a_32, fnv1a_64};
pub use geometry::{Board8x8, Board9x9, Board39, Geometry};
pub use random::SplitMix64;
pub use square::Square;
pub(crate) use tables::{RayDirection, Rays};
pub use tables::{Shape, Tables};
