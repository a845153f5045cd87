//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::control::Control;
use super::limits::{Limits, Settings};
use super::table::TranspositionTable;
use super::time::Budget;
use super::types::Task;
use vertumnus_core::board::{Bits, Geometry};
use vertumnus_core::rules::Ruleset;

/// What the threads of one search share; it is the same type for every game.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a Control,
    pub(super) limits: &'a Limits,
    pub(super) settings: &'a Settings,
    budget: Budget,
    /// Nodes of all threads, as far as they have been reported.
    nodes: AtomicU64,
    /// Set when the first thread is done or the node limit is reached: all others end too.
    finished: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new<R: Ruleset>(task: &Task<'a, R>) -> Self {
        let &Task { line, limits, settings, table, control, .. } = task;
        let position = line.position();
        let (side, number) = (position.side_to_move(), position.move_number());
        let squares = position.board().tables().squares.count();
        let budget = Budget::new(limits, side, number, squares, settings.move_overhead);
        let (nodes, finished) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { table, control, limits, settings, budget, nodes, finished }
    }

    /// Adds nodes to those of all threads, and returns the new sum.
    pub(super) fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    /// Nodes of all threads so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Ends the search in all threads.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Time since the search was asked for.
    pub(super) fn age(&self) -> Duration {
        self.control.age()
    }

    /// The time that counts against the limits; `None` while pondering.
    fn elapsed(&self) -> Option<Duration> {
        if self.limits.ponder { self.control.since_hit() } else { Some(self.age()) }
    }

    /// Whether the search must break off.
    pub(super) fn is_out_of_time(&self) -> bool {
        self.budget.hard.is_some_and(|hard| self.elapsed().is_some_and(|elapsed| elapsed >= hard))
    }

    /// Whether no new iteration should begin, the soft limit being stretched by this factor; `None`
    /// if there is no such limit, or it does not count yet.
    pub(super) fn is_past_soft_limit(&self, stretch: f64) -> Option<bool> {
        let (elapsed, soft) = (self.elapsed()?, self.budget.soft?);
        Some(elapsed >= soft.mul_f64(stretch))
    }

    /// Whether a move that is clear may be played already.
    pub(super) fn has_thought_enough_for_a_clear_move(&self) -> bool {
        let wanted = self.budget.for_clear_move();
        wanted.is_some_and(|wanted| self.elapsed().is_some_and(|elapsed| elapsed >= wanted))
    }
}
