//! How the weights of the evaluation are found: games of the engine against itself give positions with
//! results, and the weights are fitted to them.

pub mod datagen;
mod sample;
pub mod tune;
pub mod wdl;
