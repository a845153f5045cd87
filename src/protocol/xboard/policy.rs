//! When to agree to a draw, and when to resign.

use vertumnus_engine::search::Score;

/// A draw is agreed to at any time with at most this score, in centipawns for the engine.
const DRAW_SCORE: i32 = -50;

/// A draw is agreed to with at most this score from this move on.
const LATE_DRAW_SCORE: i32 = 0;
const LATE_MOVE: usize = 30;

/// The engine resigns when each of its last moves had at most this score.
const RESIGN_SCORE: i32 = -1000;
const RESIGN_MOVES: u32 = 3;

/// The scores of the engine's moves, as far as draws and resignation depend on them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Policy {
    last: Option<Score>,
    /// How many moves in a row were lost.
    lost_moves: u32,
}

impl Policy {
    /// The engine makes a move with this score.
    pub(super) fn record(&mut self, score: Score) {
        self.last = Some(score);
        self.lost_moves = if is_at_most(score, RESIGN_SCORE) { self.lost_moves + 1 } else { 0 };
    }

    /// Whether to agree to a draw after this many plies.
    pub(super) fn agrees_to_draw(&self, plies: usize) -> bool {
        let limit = if plies / 2 >= LATE_MOVE { LATE_DRAW_SCORE } else { DRAW_SCORE };
        self.last.is_some_and(|score| is_at_most(score, limit))
    }

    /// Whether to resign.
    pub(super) const fn resigns(&self) -> bool {
        self.lost_moves >= RESIGN_MOVES
    }
}

/// Whether a score is at most this many centipawns, or a mate by the opponent.
fn is_at_most(score: Score, limit: i32) -> bool {
    score.mate().map_or(score.centipawns() <= limit, |moves| moves <= 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_for_those_who_are_not_better() {
        let agrees = |score, plies| {
            let mut policy = Policy::default();
            policy.record(score);
            policy.agrees_to_draw(plies)
        };
        assert!(!Policy::default().agrees_to_draw(100), "no move was made yet");
        assert!(!agrees(Score::cp(0), 20) && agrees(Score::cp(0), 60));
        assert!(!agrees(Score::cp(1), 200) && agrees(Score::cp(-50), 2));
        assert!(agrees(Score::mated_in(6), 2) && !agrees(Score::mate_in(5), 200));
    }

    #[test]
    fn it_resigns_after_three_bad_moves_in_a_row() {
        let mut policy = Policy::default();
        for (centipawns, resigns) in [
            (-1200, false),
            (-1200, false),
            (-900, false),
            (-1000, false),
            (-1500, false),
            (-1500, true),
        ] {
            policy.record(Score::cp(centipawns));
            assert_eq!(policy.resigns(), resigns);
        }
    }
}
