//! Scores: centipawns, or the distance to mate.

/// The deepest ply of a search, counted from the root.
pub(super) const MAX_PLY: usize = 240;

/// The score of a mate at the root.
const MATE: i32 = 32_000;

/// Scores above this are mates, scores below its negative are losses by mate.
pub(super) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;

/// More than any score.
pub(super) const INFINITE: i32 = MATE + 1;

/// A drawn game.
pub(super) const DRAW: i32 = 0;

/// The score of giving mate at this ply. Inside the search, scores are plain numbers.
#[inline]
pub(super) const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The score of being mated at this ply.
#[inline]
pub(super) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Converts a score of the search, which counts mates from the root, to one of the table, which
/// counts them from the position.
#[inline]
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    if score > MATE_BOUND {
        score + ply as i32
    } else if score < -MATE_BOUND {
        score - ply as i32
    } else {
        score
    }
}

/// The reverse of [`to_table`].
#[inline]
pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    if score > MATE_BOUND {
        score - ply as i32
    } else if score < -MATE_BOUND {
        score + ply as i32
    } else {
        score
    }
}

/// The value of a position for the side to move: centipawns, or the distance to mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A drawn game.
    #[cfg(test)]
    pub(crate) const DRAW: Self = Self(DRAW);

    /// A score from the search's number.
    pub(super) const fn new(score: i32) -> Self {
        Self(score)
    }

    /// A score in centipawns, clamped to below every mate.
    pub fn cp(centipawns: i32) -> Self {
        Self(centipawns.clamp(-MATE_BOUND, MATE_BOUND))
    }

    /// The side to move wins after this many plies.
    pub const fn mate_in(plies: u32) -> Self {
        Self(mate_in(plies as usize))
    }

    /// The side to move wins in this many moves. Its own move is the last ply.
    pub const fn mate_in_moves(moves: u32) -> Self {
        let plies = moves.saturating_mul(2).saturating_sub(1);
        // No mate is further away.
        let furthest = 2 * MAX_PLY as u32 - 1;
        Self::mate_in(if plies < furthest { plies } else { furthest })
    }

    /// The side to move is mated after this many plies.
    pub const fn mated_in(plies: u32) -> Self {
        Self(mated_in(plies as usize))
    }

    /// The moves until mate, counted by the winner: positive if that is the side to move, negative
    /// if not, and 0 if the game is over. `None` if no mate was found.
    pub const fn mate(self) -> Option<i32> {
        if self.0 > MATE_BOUND {
            Some((MATE - self.0 + 1) / 2)
        } else if self.0 < -MATE_BOUND {
            Some(-(MATE + self.0 + 1) / 2)
        } else {
            None
        }
    }

    /// The plies until mate, for either side. `None` if no mate was found.
    pub(crate) const fn plies_to_mate(self) -> Option<u32> {
        match self.mate() {
            Some(_) => Some(MATE.abs_diff(self.0.abs())),
            None => None,
        }
    }

    /// The score in centipawns; a number beyond all evaluations if a mate was found.
    pub const fn centipawns(self) -> i32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        for (plies, moves) in [(1, 1), (3, 2), (5, 3), (31, 16)] {
            assert_eq!(Score::mate_in(plies).mate(), Some(moves));
            assert_eq!(Score::mate_in(plies), Score::mate_in_moves(moves as u32));
        }
        for (plies, moves) in [(0, 0), (2, -1), (4, -2), (30, -15)] {
            assert_eq!(Score::mated_in(plies).mate(), Some(moves));
        }
        assert!(Score::mate_in_moves(u32::MAX).mate().is_some_and(|moves| moves > 0));
        assert_eq!(Score::cp(19_999).mate(), None);
        assert_eq!(Score::mate_in(5).plies_to_mate(), Some(5));
        assert_eq!(Score::mated_in(4).plies_to_mate(), Some(4));
    }

    #[test]
    fn faster_mates_are_better_and_slower_losses_too() {
        let ascending = [
            Score::mated_in(0),
            Score::mated_in(2),
            Score::cp(-500),
            Score::DRAW,
            Score::cp(500),
            Score::mate_in(3),
            Score::mate_in(1),
        ];
        assert!(ascending.is_sorted());
    }

    #[test]
    fn the_table_counts_mates_from_the_position() {
        for score in [mate_in(7), mated_in(12), 0, 300, -19_999] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        // Three plies from here, found at ply 4, met again at ply 6.
        assert_eq!(from_table(to_table(mate_in(7), 4), 6), mate_in(9));
    }
}
