//! The referee: tournaments between engines, records of games, and openings.

#![forbid(unsafe_code)]

pub mod client;
mod clock;
mod openings;
pub mod part;
pub mod pgn;
pub mod process;
pub mod tournament;
