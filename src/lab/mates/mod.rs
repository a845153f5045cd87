//! Forced wins: a solver that proves them by trying everything, problems as data, and how problems
//! are found.

mod find;
pub mod problem;
mod select;
pub mod solver;

pub use find::{Options, run};
