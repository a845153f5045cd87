//! Counting below many moves: on the threads of the current rayon pool, or one after the other.

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use crate::position::Move;

/// The sum of the counts of all moves; `None` if one was stopped. A sum that a `u64` does not hold is
/// the largest one.
pub(super) fn sum(moves: &[Move], count: impl Fn(Move) -> Option<u64> + Sync) -> Option<u64> {
    let add = |leaves: u64, more| Some(leaves.saturating_add(more));
    #[cfg(feature = "rayon")]
    let sum = moves.par_iter().map(|&mv| count(mv)).try_reduce(|| 0, add);
    #[cfg(not(feature = "rayon"))]
    let sum = moves.iter().try_fold(0, |leaves, &mv| add(leaves, count(mv)?));
    sum
}

/// The count of each move, in their order; `None` if one was stopped.
pub(super) fn list(
    moves: &[Move],
    count: impl Fn(Move) -> Option<(Move, u64)> + Sync,
) -> Option<Vec<(Move, u64)>> {
    #[cfg(feature = "rayon")]
    let moves = moves.par_iter();
    #[cfg(not(feature = "rayon"))]
    let moves = moves.iter();
    moves.map(|&mv| count(mv)).collect()
}
