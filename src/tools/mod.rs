//! What the command line does besides talking to GUIs.

mod analyst;
pub mod mates;
pub mod openings;
pub mod perft;
pub mod pgn;
pub mod play;
mod process;
pub mod tournament;
pub mod tuning;
pub mod xboard_command;
