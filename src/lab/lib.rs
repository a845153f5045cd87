//! The laboratory: what is made with the engine rather than played by it. Weights are tuned, forced
//! wins are found and proved, openings are made.

#![forbid(unsafe_code)]

pub mod mates;
pub mod openings;
pub mod tuning;
