//! Static evaluations of positions met before. The transposition table keeps some of them; this
//! cache also has those of nodes that were cut off before anything was stored.

use crate::eval::Evaluator;
use vertumnus_core::position::Position;
use vertumnus_core::rules::Ruleset;

/// Entries of 16 bytes: small enough to stay in the processor's second-level cache.
const ENTRIES: usize = 1 << 13;

/// One thread's cache of evaluations.
pub(super) struct EvalCache {
    /// By the low bits of the key: the key, and the evaluation before the clock scales it, since
    /// the key leaves the clock out.
    entries: Box<[(u64, i32)]>,
}

impl EvalCache {
    pub(super) fn new() -> Self {
        Self { entries: vec![(0, 0); ENTRIES].into_boxed_slice() }
    }

    /// The evaluation of a position, which has this key.
    #[inline]
    pub(super) fn evaluate<R: Ruleset>(
        &mut self,
        evaluator: &Evaluator<R>,
        position: &Position<R>,
        key: u64,
    ) -> i32 {
        let entry = &mut self.entries[key as usize % ENTRIES];
        if entry.0 != key {
            *entry = (key, evaluator.judge(position));
        }
        Evaluator::at_clock(entry.1, position)
    }
}
