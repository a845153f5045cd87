//! Perft: counting the leaves of the tree of legal moves, the standard test of a move generator.
//!
//! ```
//! use vertumnus_core::position::Position;
//! use vertumnus_core::position::perft::perft;
//! use vertumnus_core::rules::chess::Chess;
//!
//! assert_eq!(perft(&Position::start(Chess), 3), 8902);
//! ```
//!
//! With the feature `rayon`, a [`Counter`] counts on several threads.

pub mod suite;
mod table;
mod threads;
mod two_plies;

use std::sync::atomic::{AtomicBool, Ordering};

pub use table::Table;

use super::{Move, Position};
use crate::rules::Ruleset;

/// The largest depth of a count: callers refuse more. The recursion is as deep as the tree, and only
/// trees that hardly branch can be counted to this depth at all.
pub const MAX_DEPTH: u32 = 64;

/// One thread counts trees of this depth or less, and does not check the stop flag meanwhile.
const SEQUENTIAL_DEPTH: u32 = 3;

/// The number of leaves of the tree of this depth, at most [`MAX_DEPTH`]. Moves of the last two plies
/// are counted, not made.
pub fn perft<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        2 => position.count_replies(),
        _ => position
            .legal_moves()
            .iter()
            .map(|&mv| perft(&position.after_unchecked(mv), depth - 1))
            .sum(),
    }
}

/// Counts a tree, with or without a table of earlier counts.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use vertumnus_core::game;
/// use vertumnus_core::position::perft::{Counter, Table};
/// use vertumnus_core::rules::Variant;
///
/// let game = game::session(Variant::Chess);
/// let (stop, table) = (AtomicBool::new(false), Table::new(1)?);
/// let counter = Counter::new(&stop, Some(&table));
/// assert_eq!(game.count(4, counter), Some(197_281));
/// let (first, leaves) = game.divide(2, counter).unwrap()[0];
/// assert_eq!((game.text(first).as_str(), leaves), ("a2a3", 20));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
///
/// It counts until it is stopped, on all threads of the current rayon pool; if the crate is built
/// without the feature `rayon`, on the calling thread alone.
#[derive(Clone, Copy, Debug)]
pub struct Counter<'a> {
    stop: &'a AtomicBool,
    table: Option<&'a Table>,
}

impl<'a> Counter<'a> {
    /// Counts until the flag is set.
    pub const fn new(stop: &'a AtomicBool, table: Option<&'a Table>) -> Self {
        Self { stop, table }
    }

    /// The number of leaves of the tree of this depth, at most [`MAX_DEPTH`]; `None` if it was stopped.
    /// If there are more than a `u64` holds, which only a table can reach, it is the largest one.
    pub fn count<R: Ruleset>(self, position: &Position<R>, depth: u32) -> Option<u64> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if depth <= SEQUENTIAL_DEPTH {
            return Some(self.count_alone(position, depth));
        }
        let known = self.table.and_then(|table| table.get(position.key(), depth));
        if known.is_some() {
            return known;
        }
        let moves = position.legal_moves();
        let below = |mv| self.count(&position.after_unchecked(mv), depth - 1);
        let counted = threads::sum(&moves, below);
        if let (Some(table), Some(leaves)) = (self.table, counted) {
            table.insert(position.key(), depth, leaves);
        }
        counted
    }

    /// The number of leaves below each legal move, in the order of the moves' texts; `None` if it was
    /// stopped. `depth` is at least 1, and at most [`MAX_DEPTH`].
    pub fn divide<R: Ruleset>(
        self,
        position: &Position<R>,
        depth: u32,
    ) -> Option<Vec<(Move, u64)>> {
        let moves = position.moves_by_text();
        let below =
            |mv| Some((mv, self.count(&position.after_unchecked(mv), depth.saturating_sub(1))?));
        threads::list(&moves, below)
    }

    fn count_alone<R: Ruleset>(self, position: &Position<R>, depth: u32) -> u64 {
        let Some(table) = self.table.filter(|_| depth >= 2) else {
            return perft(position, depth);
        };
        let key = position.key();
        if let Some(leaves) = table.get(key, depth) {
            return leaves;
        }
        let leaves = if depth == 2 {
            perft(position, depth)
        } else {
            let below = |&mv| self.count_alone(&position.after_unchecked(mv), depth - 1);
            position.legal_moves().iter().map(below).fold(0, u64::saturating_add)
        };
        table.insert(key, depth, leaves);
        leaves
    }
}
