//! Records of the engine's games against itself, small enough to be kept: 3 to 4 bytes a ply.
//!
//! `docs/networks.md` describes the files.

pub mod command;
mod file;
mod head;
mod record;
mod replay;

pub use file::{AppendError, Appender, GameFile, GameSource, ReadError};
pub use head::Making;
pub use record::{GameRecord, GameResult, Ply};
pub use replay::{BadGame, Filter, Replay, Step};
