#![doc = include_str!("README.md")]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate self as vertumnus_core;

pub mod board;
pub mod dialect;
#[cfg(test)]
mod examples;
#[doc(hidden)]
pub mod files;
pub mod game;
pub mod pgn;
pub mod position;
pub mod rules;
#[cfg(all(test, feature = "serde"))]
mod stored;
pub mod text;
