//! Tournaments between engines; the rules decide every move and result.
//!
//! Before the first game, each engine is started once to see whether it plays the games. Then each
//! thread takes the next game of the schedule, starts its two engines, and referees it. The
//! results go to one collector, which counts, records and reports them.

mod adjudication;
mod arbiter;
mod arguments;
mod collector;
mod merge;
mod options;
mod preflight;
mod record;
#[doc(hidden)]
pub mod rehearsal;
mod report;
mod schedule;
mod settings;
mod sprt;
mod standings;
mod stats;
mod summary;
mod worker;

pub use crate::clock::TimeControlError;
pub use crate::openings::OpeningsError;
pub use arguments::MatchArgs;
pub use collector::run;
pub use merge::merge;
pub use options::OptionsError;
pub use settings::{MatchOptions, MatchTask, MergeOptions, TournamentError};
