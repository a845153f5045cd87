//! When to agree to a draw, and when to give up.

use vertumnus_engine::search::Score;

/// In centipawns, from the engine's view: what it agrees to a draw with at any time.
const WORSE: i32 = -50;

/// What it agrees to a draw with when the game has come to this move.
const NOT_BETTER: i32 = 0;
const LATE_MOVE: usize = 30;

/// What it gives up with when its last moves all were as bad.
const HOPELESS: i32 = -1000;
const HOPELESS_MOVES: u32 = 3;

/// What the engine has thought of its game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judge {
    last: Option<Score>,
    hopeless_moves: u32,
}

impl Judge {
    /// The engine makes a move that it thinks worth so much.
    pub(super) fn note(&mut self, score: Score) {
        self.last = Some(score);
        self.hopeless_moves = if is_below(score, HOPELESS) { self.hopeless_moves + 1 } else { 0 };
    }

    /// Whether to agree to a draw, when so many plies were played.
    pub(super) fn agrees_to_draw(&self, plies: usize) -> bool {
        let limit = if plies / 2 >= LATE_MOVE { NOT_BETTER } else { WORSE };
        self.last.is_some_and(|score| is_below(score, limit))
    }

    /// Whether to give up.
    pub(super) const fn gives_up(&self) -> bool {
        self.hopeless_moves >= HOPELESS_MOVES
    }
}

/// Whether a score is at most so many centipawns, or a mate by the opponent.
fn is_below(score: Score, limit: i32) -> bool {
    score.mate().map_or(score.centipawns() <= limit, |moves| moves <= 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_for_those_who_are_not_better() {
        let agrees = |score, plies| {
            let mut judge = Judge::default();
            judge.note(score);
            judge.agrees_to_draw(plies)
        };
        assert!(!Judge::default().agrees_to_draw(100), "nothing was thought yet");
        assert!(!agrees(Score::cp(0), 20) && agrees(Score::cp(0), 60));
        assert!(!agrees(Score::cp(1), 200) && agrees(Score::cp(-50), 2));
        assert!(agrees(Score::mated_in(6), 2) && !agrees(Score::mate_in(5), 200));
    }

    #[test]
    fn hope_ends_after_three_bad_moves_in_a_row() {
        let mut judge = Judge::default();
        for (centipawns, gives_up) in [
            (-1200, false),
            (-1200, false),
            (-900, false),
            (-1000, false),
            (-1500, false),
            (-1500, true),
        ] {
            judge.note(Score::cp(centipawns));
            assert_eq!(judge.gives_up(), gives_up);
        }
    }
}
