//! Counts of positions whose variant is erased.

use std::collections::TryReserveError;
use std::time::Duration;

use rayon::ThreadPool;
use thiserror::Error;

use super::opponent::OpponentError;
use crate::ctrl_c::Unheard;
use vertumnus_core::game::{PositionError, Session};
use vertumnus_core::position::perft::Counter;
use vertumnus_core::position::{IllegalMove, Move};
use vertumnus_referee::part::MergeError;

/// A count failed or is wrong.
#[derive(Debug, Error)]
pub(crate) enum PerftError {
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// No thread can be started that checks lines.
    #[error("cannot start threads: {0}")]
    Checkers(std::io::Error),
    /// There is not enough memory for the table.
    #[error("no memory for the hash: {0}")]
    Hash(#[from] TryReserveError),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
    /// The count was stopped before its end.
    #[error("the count was stopped")]
    Stopped,
    /// A user has interrupted the count, which came this far.
    #[error("interrupted after {0}")]
    Interrupted(String),
    /// A move cannot be made.
    #[error(transparent)]
    Move(#[from] IllegalMove),
    /// What parts have written cannot be added up.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A count of depth 0 cannot be split.
    #[error("a part needs a depth of at least 1")]
    TooShallow,
    /// Ctrl-C cannot be noticed.
    #[error(transparent)]
    Signal(#[from] Unheard),
    /// The other engine cannot be compared with.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// The other engine has other moves or counts.
    #[error("the engines differ")]
    Differs,
    /// Lines of suites have failed.
    #[error("{failed} of {lines} lines failed")]
    Failed {
        /// The number of lines with a wrong count, or without a valid position.
        failed: usize,
        /// The number of lines.
        lines: usize,
    },
}

impl PerftError {
    /// The exit status of a program that ends by this error.
    pub(crate) const fn exit_status(&self) -> u8 {
        match self {
            // What shells give to a program that was ended by Ctrl-C.
            Self::Interrupted(_) => 130,
            _ => 1,
        }
    }
}

/// The means to count: a thread pool, and a counter that may have a table.
#[derive(Clone, Copy)]
pub(super) struct Perft<'a> {
    pub(super) counter: Counter<'a>,
    pub(super) pool: &'a ThreadPool,
}

impl Perft<'_> {
    /// The number of leaves at this depth.
    pub(super) fn count(self, game: &dyn Session, depth: u32) -> Result<u64, PerftError> {
        self.pool.install(|| game.count(depth, self.counter)).ok_or(PerftError::Stopped)
    }

    /// The moves that a count goes through, in the order of their texts.
    pub(super) fn moves(self, game: &dyn Session) -> Result<Vec<Move>, PerftError> {
        let counts = self.pool.install(|| game.divide(1, self.counter));
        Ok(counts.ok_or(PerftError::Stopped)?.into_iter().map(|(mv, _)| mv).collect())
    }

    /// The number of leaves below each move, with the text of the move, in the order of these texts.
    /// `depth` is at least 1.
    pub(super) fn divide(
        self,
        game: &dyn Session,
        depth: u32,
    ) -> Result<Vec<(String, u64)>, PerftError> {
        let counts = self.pool.install(|| game.divide(depth, self.counter));
        let counts = counts.ok_or(PerftError::Stopped)?.into_iter();
        Ok(counts.map(|(mv, leaves)| (game.text(mv), leaves)).collect())
    }
}

/// Leaves per second.
pub(super) fn per_second(leaves: u64, time: Duration) -> u64 {
    (u128::from(leaves) * 1_000_000 / time.as_micros().max(1)) as u64
}
