//! What a search is asked for.

use std::time::Duration;

use super::Skill;
use vertumnus_core::position::Move;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left on it.
    pub time: Duration,
    /// What is added for each move.
    pub increment: Duration,
    /// How many moves are to be made with it until more time is given; else all.
    pub moves_to_go: Option<u32>,
}

/// When a search is to end: at whichever limit comes first, or when it is told to.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After this depth, in plies.
    pub depth: Option<u32>,
    /// After this many nodes, of all threads together.
    pub nodes: Option<u64>,
    /// When a mate in at most this many moves is found.
    pub mate: Option<u32>,
    /// After this time.
    pub movetime: Option<Duration>,
    /// When it is sensible, with this clock.
    pub clock: Option<Clock>,
    /// Only when told to, whatever else is said here.
    pub infinite: bool,
    /// The moves to choose from; all if there is none.
    pub search_moves: Vec<Move>,
    /// Whether the opponent has yet to make the move that is expected: then only when told to, or
    /// after [`ponder_hit`](super::Control::ponder_hit), from when on the limits of time count.
    pub ponder: bool,
}

/// What stays the same from one search to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many of the best moves are wanted, each with its line.
    pub multi_pv: usize,
    /// The time that passes between our answer and the stop of our clock.
    pub move_overhead: Duration,
    /// How much weaker to play than the search can.
    pub skill: Option<Skill>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { multi_pv: 1, move_overhead: Duration::from_millis(30), skill: None }
    }
}
