//! How far a long work has come, and how it ended.

use std::time::Duration;

/// News of a long work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A line to be said.
    Line(String),
    /// So much time is left for all steps.
    Left(Duration),
    /// So much of all is done.
    Step {
        /// How much is done.
        done: u64,
        /// How much is to be done.
        total: u64,
        /// How it stands.
        message: String,
    },
}

/// How a long work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// What it makes is written.
    Finished,
    /// It was stopped: a checkpoint is written, and the same command goes on.
    Stopped,
}
