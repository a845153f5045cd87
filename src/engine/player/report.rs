//! What goes into a search and what comes out of it, as data.

use std::sync::Arc;
use std::time::Duration;

use crate::search::{Bound, Score, Wdl};
use vertumnus_core::board::ByColor;

/// What is asked of a search. Limits add up: the first to be reached ends it.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Only these moves, by their texts; all if empty.
    pub search_moves: Vec<String>,
    /// Search on the opponent's time, until told that the move was played.
    pub ponder: bool,
    /// What each side's clock shows.
    pub time: ByColor<Option<Duration>>,
    /// What each side gains with a move.
    pub increment: ByColor<Duration>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// How many nodes are visited at most.
    pub nodes: Option<u64>,
    /// A mate in so many moves is enough.
    pub mate: Option<u32>,
    /// Exactly this time.
    pub movetime: Option<Duration>,
    /// Until told to stop.
    pub infinite: bool,
    /// Not a search but a count of the leaves of this depth.
    pub perft: Option<u32>,
}

/// What a search knows at some moment about one line of play.
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth in plies.
    pub depth: u32,
    /// The greatest depth that was looked at.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    /// The score, from the side to move's view.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The chances that go with the score, if they are wanted and known.
    pub wdl: Option<Wdl>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hash_full: u32,
    /// The line, by the texts of its moves.
    pub pv: Vec<String>,
}

/// Something that a search says.
#[derive(Clone, Debug)]
pub enum Event {
    /// How the search stands.
    Progress(Report),
    /// The search is over.
    Best {
        /// The best move; none if there is no legal move.
        best: Option<String>,
        /// The reply that is expected.
        ponder: Option<String>,
    },
    /// A count is over: the leaves below each move, in the order of the moves' texts.
    Perft(Vec<(String, u64)>),
    /// A perft was stopped before it was complete.
    PerftStopped,
    /// A line of a benchmark.
    BenchLine(String),
    /// A benchmark is over.
    BenchEnd {
        /// Whether it was not stopped before.
        is_complete: bool,
    },
}

impl Event {
    /// Whether it is the last event of a count.
    #[must_use]
    pub const fn ends_count(&self) -> bool {
        matches!(self, Self::Perft(_) | Self::PerftStopped | Self::BenchEnd { .. })
    }
}

/// Where events go, from whatever thread they come.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;
