//! Perft: the leaves of the tree of legal moves, the truth about a move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{Move, Position};
use crate::rules::Ruleset;

/// Trees of this depth and less are counted by one thread, without looking at the stop flag.
const SEQUENTIAL_DEPTH: u32 = 3;

/// How many leaves the tree of this depth has; the last two plies are counted, not made.
#[must_use]
pub fn perft<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        2 => position.count_replies(),
        _ => position.legal_moves().iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

/// The same on all threads of the current rayon pool; nothing if it was told to stop.
#[must_use]
pub fn parallel<R: Ruleset>(position: &Position<R>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        None
    } else if depth <= SEQUENTIAL_DEPTH {
        Some(perft(position, depth))
    } else {
        let moves = position.legal_moves();
        moves.par_iter().map(|&mv| parallel(&position.after(mv), depth - 1, stop)).sum()
    }
}

/// The leaves below each legal move, on all threads of the current rayon pool, in the order of the
/// moves' texts; nothing if it was told to stop. `depth` is at least 1.
#[must_use]
pub fn divide<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|&mv| position.move_text(mv));
    moves
        .par_iter()
        .map(|&mv| Some((mv, parallel(&position.after(mv), depth.saturating_sub(1), stop)?)))
        .collect()
}
