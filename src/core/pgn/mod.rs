//! Records of games in Portable Game Notation: written, read, and checked against the rules.
//!
//! Moves are SAN as `docs/san.md` defines it. In older records, tokens of pieces stand in braces; that
//! page says how a reader distinguishes them from comments.

mod check;
mod export;
mod read;
mod record;
mod replay;
mod write;

pub use check::{PgnProblem, PgnSummary, check};
pub use export::{Form, convert};
pub use read::{PgnError, PgnReader, decode};
pub use record::{GameRecord, GameResult, RecordedMove};
pub use replay::{Replay, ReplayError, replay};
