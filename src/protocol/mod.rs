//! Protocols: text in, text out, generic over where it comes from and goes.
//!
//! What a GUI sends may be anything, and must never bring the engine down.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod board;
mod input;
mod output;
pub mod uci;

pub use input::Lines;
pub use output::Output;
