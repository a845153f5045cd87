//! Forced wins: problems as data, and how they are found.

mod find;
pub mod problem;
mod select;

pub use find::{FindError, MateOptions, run};
