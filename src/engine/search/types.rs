//! The plain types of a search: what it is given and what it returns.

use std::time::Duration;

use super::bound::Bound;
use super::control::Control;
use super::limits::{Limits, Settings};
use super::score::Score;
use super::table::TranspositionTable;
use crate::eval::Evaluator;
use vertumnus_core::position::{Line, Move};
use vertumnus_core::rules::Ruleset;

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
    /// What evaluates its positions.
    pub(crate) evaluator: &'a Evaluator<R>,
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
    pub(crate) const fn new(
        line: &'a Line<R>,
        evaluator: &'a Evaluator<R>,
        limits: &'a Limits,
        settings: &'a Settings,
        table: &'a TranspositionTable,
        control: &'a Control,
    ) -> Self {
        Self { line, evaluator, limits, settings, table, control }
    }
}

/// What the thread that reports has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    /// The move to play; `None` if there is no legal one.
    pub(super) best: Option<Move>,
    /// The expected reply to it.
    pub(super) ponder: Option<Move>,
    /// The score, for the side to move.
    pub(super) score: Score,
}

impl Decision {
    /// The result of a search of all threads with so many nodes.
    pub(super) const fn after(self, nodes: u64) -> Best {
        let Self { best, ponder, score } = self;
        Best { best, ponder, score, nodes }
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
