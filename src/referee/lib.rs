//! The referee: tournaments between engines, and openings.

#![forbid(unsafe_code)]

pub mod client;
mod clock;
mod hold_ups;
mod openings;
pub mod part;
pub mod process;
mod ticking;
pub mod tournament;

pub use ticking::keep_ticking;
