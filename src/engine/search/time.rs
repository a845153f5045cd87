//! How long to think.

use std::time::Duration;

use super::limits::Limits;
use vertumnus_core::board::Color;

/// The moves for which the time on the clock has to last: so many at the start of a game, and one less after
/// every few moves, down to the least number. These are for a board of 8x8 squares; on others they are in
/// proportion to the squares, because games on small boards are short.
const MOVES_LEFT: u32 = 22;
const MOVES_PER_MOVE_LEFT: u32 = 4;
const LEAST_MOVES_LEFT: u32 = 12;
const SQUARES: u32 = 64;

/// The hard limit is at most this many soft limits.
const MAX_SHARES: u32 = 5;

/// A clear move is played early if at least this much time was planned for it, and only after this
/// share of that time: where moves take seconds, a person waits for them.
const LONG_THINK: Duration = Duration::from_secs(4);
const CLEAR_SHARE: f64 = 0.2;

/// A move is steady when this many iterations in a row have found it.
const STEADY: u32 = 6;

/// Time kept back for delays of the machine, in addition to the overhead; at most this part of the clock.
const RESERVE: Duration = Duration::from_millis(150);
const RESERVE_PART: u32 = 3;

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new iteration begins after this; the search stretches or shortens it.
    pub(super) soft: Option<Duration>,
    /// The search breaks off at this.
    pub(super) hard: Option<Duration>,
}

impl Budget {
    /// The budget of a side under these limits for the move of this number, on a board of so many squares;
    /// unlimited if they do not limit its time.
    pub(super) fn new(
        limits: &Limits,
        side: Color,
        number: u32,
        squares: u32,
        overhead: Duration,
    ) -> Self {
        if limits.infinite {
            return Self::default();
        }
        let mut budget = Self::default();
        if let Some(clock) = limits.clock(side) {
            let left = clock.time.saturating_sub(overhead);
            let free = left.saturating_sub(RESERVE.min(clock.time / RESERVE_PART));
            let on_this_board = |moves: u32| (moves * squares / SQUARES).max(1);
            let [most, least] = [MOVES_LEFT, LEAST_MOVES_LEFT].map(on_this_board);
            let moves_left = most.saturating_sub(number / MOVES_PER_MOVE_LEFT).max(least);
            let moves = clock.moves_to_go.map_or(moves_left, |moves| moves.clamp(1, most));
            // At most three quarters of the increment are spent: the rest pays for delays, and the less
            // is left on the clock, the more of it rebuilds the reserve.
            let increment = if clock.moves_to_go == Some(1) {
                Duration::ZERO
            } else {
                let share = left.as_secs_f64() / (left + 2 * RESERVE).as_secs_f64();
                (clock.increment * 3 / 4).mul_f64(share)
            };
            let soft = (free / moves + increment).min(left / 2);
            let cap = if moves == 1 { free } else { free.mul_f64(0.4) };
            let hard = (soft * MAX_SHARES).min(cap.max(increment)).min(left * 3 / 4);
            budget = Self { soft: Some(soft.min(hard)), hard: Some(hard) };
        }
        if let Some(movetime) = limits.movetime {
            let movetime = movetime.saturating_sub(overhead.min(movetime / 4));
            budget.hard = Some(budget.hard.map_or(movetime, |hard| hard.min(movetime)));
        }
        budget
    }

    /// The time after which a clear move may be played; `None` if there is no time to spare.
    pub(super) fn for_clear_move(&self) -> Option<Duration> {
        self.soft.filter(|&soft| soft >= LONG_THINK).map(|soft| soft.mul_f64(CLEAR_SHARE))
    }
}

/// How stable the result has been over the iterations, which stretches the soft limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stability {
    /// Iterations since the best move changed.
    pub(super) unchanged: u32,
    /// Centipawns by which the score fell since the iteration before.
    pub(super) fall: i32,
    /// The best move's share of the nodes, from 0 to 1.
    pub(super) effort: f64,
}

impl Stability {
    /// Whether the best move has been the same for long, and its score does not fall much.
    pub(super) fn is_steady(self) -> bool {
        self.unchanged >= STEADY && self.fall <= 10
    }

    /// The factor for the soft limit: more while the best move changes, the score falls or other moves take
    /// much effort to refute.
    pub(super) fn stretch(self) -> f64 {
        const BY_UNCHANGED: [f64; 6] = [1.7, 1.25, 1.05, 0.95, 0.85, 0.75];
        let steadiness = BY_UNCHANGED[(self.unchanged as usize).min(BY_UNCHANGED.len() - 1)];
        let fall = f64::from(self.fall.clamp(0, 80)) / 100.0;
        let by_effort = 1.65 - 1.15 * self.effort;
        steadiness * (1.0 + fall) * by_effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn on_clock(
        time: u64,
        increment: u64,
        moves_to_go: Option<u32>,
        number: u32,
    ) -> (Duration, Duration) {
        let mut limits = Limits { moves_to_go, ..Limits::default() };
        limits.time[Color::Black] = Some(Duration::from_millis(time));
        limits.increment[Color::Black] = Duration::from_millis(increment);
        let unlimited = Budget::new(&limits, Color::White, 1, SQUARES, OVERHEAD);
        assert_eq!(unlimited, Budget::default());
        on_board(&limits, number, SQUARES)
    }

    fn on_board(limits: &Limits, number: u32, squares: u32) -> (Duration, Duration) {
        let budget = Budget::new(limits, Color::Black, number, squares, OVERHEAD);
        (budget.soft.expect("a clock"), budget.hard.expect("a clock"))
    }

    #[test]
    fn no_budget_exceeds_the_clock() {
        for time in [0, 1, 10, 29, 30, 31, 50, 100, 500, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    for number in [1, 30, 300] {
                        let (soft, hard) = on_clock(time, increment, moves_to_go, number);
                        let left = Duration::from_millis(time).saturating_sub(OVERHEAD);
                        let what = format!("{time} {increment} {moves_to_go:?} {number}");
                        assert!(soft <= hard && hard <= left, "{what}");
                    }
                }
            }
        }
    }

    #[test]
    fn hundreds_of_moves_at_full_stretch_never_lose_on_time() {
        let clocks = [(1000, 10, 8), (60_000, 0, 0), (100, 10, 3)];
        for (squares, (time, increment, lag)) in
            [16, 39, 64, 100].into_iter().flat_map(|squares| clocks.map(|clock| (squares, clock)))
        {
            let mut clock = Duration::from_millis(time);
            for mv in 1..=600 {
                let mut limits = Limits::default();
                limits.time[Color::Black] = Some(clock);
                limits.increment[Color::Black] = Duration::from_millis(increment);
                let (soft, hard) = on_board(&limits, mv, squares);
                // Every tenth move is as long as can be.
                let spent = if mv % 10 == 0 { hard } else { soft };
                let spent = spent + Duration::from_millis(lag);
                let left = clock.checked_sub(spent).filter(|left| !left.is_zero());
                let left = left.unwrap_or_else(|| {
                    panic!("move {mv} of {time}+{increment}, {squares} squares")
                });
                clock = left + Duration::from_millis(increment);
            }
        }
    }

    #[test]
    fn more_of_the_clock_is_used_the_further_a_game_is() {
        let soft = |number| on_clock(60_000, 0, None, number).0;
        assert!(soft(1) < soft(20) && soft(20) < soft(40));
        assert_eq!(soft(60), soft(200));
        // With so many moves to go, what was before does not matter.
        assert_eq!(on_clock(60_000, 0, Some(10), 1), on_clock(60_000, 0, Some(10), 50));
    }

    #[test]
    fn more_of_the_clock_is_used_on_a_small_board() {
        let mut limits = Limits::default();
        limits.time[Color::Black] = Some(Duration::from_secs(60));
        for number in [1, 30, 300] {
            let soft = |squares| on_board(&limits, number, squares).0;
            assert!(soft(16) > soft(39) && soft(39) > soft(64) && soft(64) > soft(81));
        }
        let (soft, hard) = on_board(&limits, 1, 1);
        assert!(soft <= hard && hard + OVERHEAD <= Duration::from_secs(60));
    }

    #[test]
    fn only_long_thoughts_are_cut_short() {
        let clear = |time, increment, moves_to_go| {
            let (soft, hard) = on_clock(time, increment, moves_to_go, 1);
            Budget { soft: Some(soft), hard: Some(hard) }.for_clear_move()
        };
        // Five minutes for forty moves are a person's game; a second for all is a match.
        let long = clear(300_000, 0, Some(40)).expect("time to spare");
        assert!((Duration::from_secs(1)..Duration::from_secs(3)).contains(&long), "{long:?}");
        assert_eq!(clear(1_000, 10, None), None);
        assert_eq!(clear(60_000, 600, None), None);
        assert_eq!(Budget { hard: Some(LONG_THINK * 2), soft: None }.for_clear_move(), None);
        let steady = Stability { unchanged: STEADY, fall: -3, effort: 0.5 };
        assert!(steady.is_steady() && !Stability { fall: 11, ..steady }.is_steady());
        assert!(!Stability { unchanged: STEADY - 1, ..steady }.is_steady());
    }

    #[test]
    fn movetime_is_kept_and_infinite_is_unlimited() {
        let movetime = Some(Duration::from_millis(100));
        let limits = Limits { movetime, ..Limits::default() };
        let new = |limits: &Limits| Budget::new(limits, Color::White, 1, SQUARES, OVERHEAD);
        let hard = new(&limits).hard.expect("a movetime");
        assert!((60..=100).contains(&hard.as_millis()));
        let limits = Limits { infinite: true, ..limits };
        assert_eq!(new(&limits), Budget::default());
    }
}
