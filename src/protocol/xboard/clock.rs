//! Time controls.

use std::time::{Duration, Instant};

use vertumnus_core::board::Color;
use vertumnus_engine::search::Limits;

/// A classical or an incremental time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// The moves of a session, after which the base is given again; `None` if the base is for the
    /// whole game.
    pub(super) moves: Option<u32>,
    /// The time for a session.
    pub(super) base: Duration,
    /// The time added for each move.
    pub(super) increment: Duration,
}

/// What GUIs have as their default.
impl Default for Level {
    fn default() -> Self {
        Self { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO }
    }
}

/// How long the engine may think.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeControl {
    level: Level,
    per_move: Option<Duration>,
    depth: Option<u32>,
    /// The engine's clock, if the GUI has sent it, and when.
    own: Option<(Duration, Instant)>,
    /// The opponent's clock, if the GUI has sent it.
    other: Option<Duration>,
    /// The ply at which the clocks were set to a whole session.
    start: usize,
}

impl TimeControl {
    /// A new game: the clocks are as at the start, and the depth is not limited.
    pub(super) fn new_game(&mut self) {
        *self = Self { level: self.level, per_move: self.per_move, ..Self::default() };
    }

    /// The GUI sets the clocks back at this ply.
    pub(super) fn restart(&mut self, plies: usize) {
        *self = Self { own: None, other: None, start: plies, ..*self };
    }

    pub(super) fn set_level(&mut self, level: Level) {
        *self = Self { level, per_move: None, own: None, other: None, ..*self };
    }

    pub(super) fn set_per_move(&mut self, time: Duration) {
        self.per_move = Some(time);
    }

    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = (depth > 0).then_some(depth);
    }

    pub(super) fn set_own(&mut self, time: Duration) {
        self.own = Some((time, Instant::now()));
    }

    pub(super) fn set_other(&mut self, time: Duration) {
        self.other = Some(time);
    }

    /// After a move of the engine: reckons what its clock will show, until the GUI sends it.
    pub(super) fn moved(&mut self, plies: usize) {
        if let Some((time, since)) = self.own {
            let is_new_session = self
                .level
                .moves
                .is_some_and(|moves| self.moves_made(plies + 1).is_multiple_of(moves));
            let gain = if is_new_session { self.level.base } else { Duration::ZERO };
            let time = time.saturating_sub(since.elapsed()) + self.level.increment + gain;
            self.own = Some((time, Instant::now()));
        }
    }

    /// The moves that one side has made at this ply.
    fn moves_made(&self, plies: usize) -> u32 {
        u32::try_from(plies.saturating_sub(self.start) / 2).unwrap_or(u32::MAX)
    }

    /// The limits of a search for a move of this side at this ply.
    pub(super) fn limits(&self, side: Color, plies: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        if self.per_move.is_some() {
            limits.movetime = self.per_move;
            return limits;
        }
        limits.time[side] = Some(self.own.map_or(self.level.base, |(time, _)| time));
        limits.time[!side] = Some(self.other.unwrap_or(self.level.base));
        limits.increment[side] = self.level.increment;
        limits.increment[!side] = self.level.increment;
        limits.moves_to_go = self.level.moves.map(|moves| moves - self.moves_made(plies) % moves);
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_counted_from_the_start_of_the_clocks() {
        let level = Level { moves: Some(40), ..Level::default() };
        let mut control = TimeControl::default();
        control.set_level(level);
        let left = |control: &TimeControl, plies| control.limits(Color::White, plies).moves_to_go;
        assert_eq!(left(&control, 0), Some(40));
        assert_eq!(left(&control, 1), Some(40), "Black's first");
        assert_eq!(left(&control, 78), Some(1));
        assert_eq!(left(&control, 80), Some(40));
        control.restart(10);
        assert_eq!(left(&control, 88), Some(1));
    }

    #[test]
    fn the_last_word_on_time_counts() {
        let mut control = TimeControl::default();
        control.set_per_move(Duration::from_secs(3));
        let limits = control.limits(Color::Black, 1);
        assert_eq!(limits.movetime, Some(Duration::from_secs(3)));
        assert_eq!(limits.time[Color::Black], None);
        control.set_level(Level::default());
        control.set_own(Duration::from_secs(7));
        let limits = control.limits(Color::Black, 1);
        assert_eq!(
            (limits.movetime, limits.time[Color::Black]),
            (None, Some(Duration::from_secs(7)))
        );
        control.set_depth(3);
        assert_eq!(control.limits(Color::Black, 1).depth, Some(3));
        control.new_game();
        assert_eq!(control.limits(Color::Black, 1).depth, None);
    }
}
