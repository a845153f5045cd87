//! What the command line does besides talking to GUIs.

pub mod perft;
pub mod play;
