//! The plain types of a search: what it is given and what it returns.

use std::time::Duration;

use super::control::Control;
use super::limits::{Limits, Settings};
use super::score::Score;
use super::table::TranspositionTable;
use super::wdl::Wdl;
use vertumnus_core::position::{Line, Move};
use vertumnus_core::rules::Ruleset;

/// How a score relates to the true value at its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is the value.
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

impl Bound {
    /// The kind of bound that a fail-soft score is in a window.
    pub(super) fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Whether a score of this kind decides on which side of a limit the value is: at least the
    /// limit, or below it.
    #[inline]
    pub(super) fn proves(self, score: i32, limit: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= limit,
            Self::Upper => score < limit,
        }
    }
}

/// A report of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply that was searched for this line, quiescence included.
    pub selective_depth: u32,
    /// The number of the line among the best ones, from 1.
    pub line: usize,
    /// The score, for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The chances that go with the score. The search itself leaves them out.
    pub wdl: Option<Wdl>,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// The principal variation.
    pub pv: Vec<Move>,
}

impl Progress {
    /// The report for a position in which the game is over.
    pub(super) fn of_ended_game(score: Score, time: Duration) -> Self {
        Self {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score,
            bound: Bound::Exact,
            wdl: None,
            nodes: 0,
            time,
            hash_full: 0,
            pv: Vec::new(),
        }
    }
}

/// Everything that a search is given.
#[derive(Debug)]
pub(crate) struct Task<'a, R: Ruleset> {
    /// The game so far; its last position is searched.
    pub(crate) line: &'a Line<R>,
    /// When to stop.
    pub(crate) limits: &'a Limits,
    /// How to search.
    pub(crate) settings: &'a Settings,
    /// The transposition table, shared with earlier and later searches.
    pub(crate) table: &'a TranspositionTable,
    /// The handle by which the search can be stopped. It also knows when the search was asked for.
    pub(crate) control: &'a Control,
}

impl<'a, R: Ruleset> Task<'a, R> {
    /// A task for the position at the end of a line.
    #[must_use]
    pub(crate) const fn new(
        line: &'a Line<R>,
        limits: &'a Limits,
        settings: &'a Settings,
        table: &'a TranspositionTable,
        control: &'a Control,
    ) -> Self {
        Self { line, limits, settings, table, control }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The expected reply to it.
    pub ponder: Option<Move>,
    /// The score, for the side to move.
    pub score: Score,
    /// Nodes, of all threads.
    pub nodes: u64,
}
