//! Time controls and chess clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not a time control: [MOVES/]TIME[+INCREMENT], hgTIME or inf, with times in seconds or M:S"
)]
pub struct TimeControlError(String);

/// How much time an engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatchTimeControl {
    /// No limit.
    Unlimited,
    /// A clock.
    Clock {
        /// The moves to a time control, after which `time` is added again; `None` for sudden death.
        moves: Option<u32>,
        /// The time to the first time control.
        time: Duration,
        /// Added for each move.
        increment: Duration,
    },
    /// A clock on which the time that one side uses becomes the other's.
    Hourglass(Duration),
    /// The same time for each move.
    MoveTime(Duration),
}

impl FromStr for MatchTimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let error = || TimeControlError(text.to_owned());
        if matches!(text, "inf" | "infinite") {
            return Ok(Self::Unlimited);
        }
        if let Some(time) = text.strip_prefix("hg") {
            return duration(time).map(Self::Hourglass).ok_or_else(error);
        }
        let (moves, rest) = match text.split_once('/') {
            None => (None, text),
            Some((moves, rest)) => (Some(moves.parse().map_err(|_| error())?), rest),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (time, increment) = (duration(time), duration(increment));
        match (time, increment) {
            (Some(time), Some(increment)) if !(time + increment).is_zero() => {
                Ok(Self::Clock { moves: moves.filter(|&moves| moves > 0), time, increment })
            }
            _ => Err(error()),
        }
    }
}

/// Reads seconds, or minutes and seconds. The result is not negative, and small enough for the
/// clocks of all protocols.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    const MAX_SECONDS: f64 = 1e7;
    let number = |text: &str| {
        let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        plain.then(|| text.parse::<f64>().ok()).flatten()
    };
    let seconds = match text.split_once(':') {
        None => number(text)?,
        Some((minutes, seconds)) => number(minutes)? * 60.0 + number(seconds)?,
    };
    (seconds <= MAX_SECONDS).then(|| Duration::from_secs_f64(seconds))
}

/// The value of the PGN tag `TimeControl`.
impl fmt::Display for MatchTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unlimited => f.write_str("-"),
            Self::Clock { moves, time, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", time.as_secs_f64())?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", increment.as_secs_f64()) }
            }
            Self::Hourglass(time) => write!(f, "*{}", time.as_secs_f64()),
            // The PGN standard has no notation for a time per move; tournament managers write this.
            Self::MoveTime(time) => write!(f, "{}/move", time.as_secs_f64()),
        }
    }
}

/// The clock of one player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerClock {
    control: MatchTimeControl,
    left: Duration,
    moves_made: u32,
}

impl PlayerClock {
    pub(crate) fn new(control: MatchTimeControl) -> Self {
        let left = match control {
            MatchTimeControl::Unlimited => Duration::ZERO,
            MatchTimeControl::Clock { time, increment, .. } => time + increment,
            MatchTimeControl::Hourglass(time) | MatchTimeControl::MoveTime(time) => time,
        };
        Self { control, left, moves_made: 0 }
    }

    pub(crate) const fn control(&self) -> MatchTimeControl {
        self.control
    }

    /// The time left; `None` if it is unlimited.
    pub(crate) fn left(&self) -> Option<Duration> {
        (self.control != MatchTimeControl::Unlimited).then_some(self.left)
    }

    pub(crate) const fn increment(&self) -> Duration {
        match self.control {
            MatchTimeControl::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    /// The number of moves to the next time control, if there is one.
    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            MatchTimeControl::Clock { moves: Some(moves), .. } => {
                Some(moves - self.moves_made % moves)
            }
            _ => None,
        }
    }

    /// Ends a move that took this time. The caller has checked that it was not too much.
    pub(crate) fn press(&mut self, used: Duration) {
        self.moves_made += 1;
        match self.control {
            MatchTimeControl::Unlimited | MatchTimeControl::MoveTime(_) => {}
            MatchTimeControl::Hourglass(_) => self.left = self.left.saturating_sub(used),
            MatchTimeControl::Clock { moves, time, increment } => {
                self.left = self.left.saturating_sub(used) + increment;
                if moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
                    self.left += time;
                }
            }
        }
    }

    /// Gives an hourglass the time that the opponent has used.
    pub(crate) fn opponent_used(&mut self, used: Duration) {
        if matches!(self.control, MatchTimeControl::Hourglass(_)) {
            self.left += used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, written) in [
            ("1+0.01", "1+0.01"),
            ("40/60", "40/60"),
            ("40/1:30+0.5", "40/90+0.5"),
            ("0/10", "10"),
            ("inf", "-"),
            ("hg5", "*5"),
        ] {
            let control: MatchTimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), written);
        }
        for text in
            ["", "x", "1+", "+1x", "-1", "0", "0+0", "1e9", "nan", "1/2/3", "hg", "1:x", "99999999"]
        {
            assert!(text.parse::<MatchTimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn increments_count_from_the_first_move_and_periods_repeat() {
        let mut clock = PlayerClock::new("2/1+0.1".parse().expect("a time control"));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(1100)), Some(2)));
        clock.press(ms(300));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(900)), Some(1)));
        clock.press(ms(1000));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(1100)), Some(2)));
    }

    #[test]
    fn an_hourglass_runs_both_ways() {
        let mut clock = PlayerClock::new(MatchTimeControl::Hourglass(ms(1000)));
        clock.press(ms(400));
        clock.opponent_used(ms(250));
        assert_eq!(clock.left(), Some(ms(850)));
    }

    #[test]
    fn time_for_each_move_is_never_less() {
        let mut clock = PlayerClock::new(MatchTimeControl::MoveTime(ms(50)));
        clock.press(ms(40));
        assert_eq!(clock.left(), Some(ms(50)));
        assert_eq!(PlayerClock::new(MatchTimeControl::Unlimited).left(), None);
    }
}
