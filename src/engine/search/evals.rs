//! Static evaluations of positions met before. The transposition table keeps some of them; this
//! cache also has those of nodes that were cut off before anything was stored.

use crate::eval::{Accumulators, Evaluator};
use vertumnus_core::position::Line;
use vertumnus_core::rules::Ruleset;

/// Entries of 16 bytes: small enough to stay in the processor's second-level cache.
const ENTRIES: usize = 1 << 13;

/// One thread's cache of evaluations.
pub(super) struct EvalCache {
    /// By the low bits of the key: the key, and the evaluation before the clock scales it, since
    /// the key leaves the clock out.
    entries: Box<[(u64, i32)]>,
    accumulators: Accumulators,
}

impl EvalCache {
    /// An empty cache for the tree below the last position of a line.
    pub(super) fn below<R: Ruleset>(line: &Line<R>) -> Self {
        let entries = vec![(0, 0); ENTRIES].into_boxed_slice();
        Self { entries, accumulators: Accumulators::below(line) }
    }

    /// The evaluation of the last position of a line.
    #[inline]
    pub(super) fn evaluate<R: Ruleset>(&mut self, evaluator: &Evaluator<R>, line: &Line<R>) -> i32 {
        let key = line.key();
        let entry = &mut self.entries[key as usize % ENTRIES];
        if entry.0 != key {
            *entry = (key, evaluator.evaluate_line(line, &mut self.accumulators));
        }
        Evaluator::at_clock(entry.1, line.position())
    }
}
