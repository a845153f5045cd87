//! Records of games in Portable Game Notation: written, read, and checked against the rules.
//!
//! Moves are SAN as `docs/san.md` defines it. In older records, tokens of pieces stand in braces; that
//! page says how a reader distinguishes them from comments.
//!
//! ```
//! use vertumnus_core::pgn::{PgnReader, check};
//! use vertumnus_core::rules::Variant;
//!
//! let text = "[Event \"Casual\"]\n\n1. e4 {best by test} e5 2. Nf3 *\n\n1. e4 e4 *\n";
//! let (line, record) = PgnReader::new(text).next().unwrap()?;
//! assert_eq!((line, record.tag("Event")), (1, Some("Casual")));
//! assert_eq!((record.plies[0].san.as_str(), record.plies[0].comment.as_str()), ("e4", "best by test"));
//!
//! let mut problems = Vec::new();
//! let summary = check(&mut PgnReader::new(text), Variant::Chess, &mut |problem| problems.push(problem.to_string()));
//! assert_eq!((summary.games, summary.bad), (2, 1));
//! assert!(problems[0].contains("e4"));
//! # Ok::<(), vertumnus_core::pgn::PgnError>(())
//! ```

mod check;
mod export;
mod file;
mod read;
mod record;
mod replay;
mod write;

pub use crate::files::decode;
pub use check::{PgnProblem, PgnSummary, check};
pub use export::{Form, convert};
pub use file::PgnFile;
pub use read::{PgnError, PgnReader};
pub use record::{GameRecord, GameResult, RULES, RecordedMove};
pub use replay::{Replay, ReplayError, replay};
