//! What jobs of the engine report.

use std::sync::Arc;

use crate::search::{Best, Progress, Wdl};
use vertumnus_core::game::Session;
use vertumnus_core::position::Move;

/// Something that a job reports.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// The state of a search.
    Progress {
        /// The game that is searched.
        root: &'a dyn Session,
        /// What the search knows. The moves of its line are played from `root` on.
        progress: &'a Progress,
        /// The chances that go with the score, if they are asked for and known of the game.
        wdl: Option<Wdl>,
    },
    /// A search is over.
    Best {
        /// The game that was searched.
        root: &'a dyn Session,
        /// The result.
        best: Best,
    },
    /// A perft is over.
    Perft {
        /// The game that was counted.
        root: &'a dyn Session,
        /// The leaves below each move, in the order of the moves' texts; `None` if the count was
        /// stopped.
        counts: Option<&'a [(Move, u64)]>,
    },
    /// What there is to say of an option that was set.
    Remark(&'a str),
    /// A line of a benchmark, for people.
    BenchLine(&'a str),
    /// A benchmark is over.
    BenchEnd {
        /// Whether it was not stopped.
        is_complete: bool,
    },
}

impl Event<'_> {
    /// Whether it is the last event of a count.
    pub const fn ends_count(&self) -> bool {
        matches!(self, Self::Perft { .. } | Self::BenchEnd { .. })
    }
}

/// Where events go. It is called on the thread of the job.
pub type Sink = Arc<dyn Fn(Event<'_>) + Send + Sync>;
