//! What a search is asked for.

use std::time::Duration;

use super::oversights::Oversights;
use super::skill::Skill;
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::position::Move;

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// The time left.
    pub(super) time: Duration,
    /// The time added for each move.
    pub(super) increment: Duration,
    /// Moves to the next time control; `None` if the time is for the rest of the game.
    pub(super) moves_to_go: Option<u32>,
}

/// When a search ends: at the first limit that is reached, or when it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth, in plies.
    pub depth: Option<u32>,
    /// Nodes, of all threads together.
    pub nodes: Option<u64>,
    /// No new iteration begins after this many nodes of all threads.
    pub soft_nodes: Option<u64>,
    /// The search ends when it finds a mate in at most this many moves.
    pub mate: Option<u32>,
    /// The time for this search.
    pub movetime: Option<Duration>,
    /// The time left on each side's clock, if it has one.
    pub time: ByColor<Option<Duration>>,
    /// The time added to each side's clock for a move.
    pub increment: ByColor<Duration>,
    /// Moves to the next time control; `None` if the clocks are for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Only [`stop`](super::Control::stop) ends the search, whatever the other limits are.
    pub infinite: bool,
    /// The moves to choose from. If none of them is legal, all legal moves.
    pub search_moves: Vec<Move>,
    /// Whether the opponent has yet to make the expected move. The search then ends only when it is
    /// stopped or after [`ponder_hit`](super::Control::ponder_hit), from which on limits of time
    /// count.
    pub ponder: bool,
}

impl Limits {
    /// Only this limit of nodes.
    pub fn of_nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The clock of a side, if it has one.
    pub(super) fn clock(&self, side: Color) -> Option<Clock> {
        let (increment, moves_to_go) = (self.increment[side], self.moves_to_go);
        self.time[side].map(|time| Clock { time, increment, moves_to_go })
    }

    /// Whether anything is said of clocks.
    pub fn has_clocks(&self) -> bool {
        let of = |side| self.time[side].is_some() || self.increment[side] > Duration::ZERO;
        self.moves_to_go.is_some() || Color::ALL.into_iter().any(of)
    }

    /// Whether no limit would end a search for a move of this side.
    pub fn is_unlimited(&self, side: Color) -> bool {
        self.infinite
            || (self.depth.is_none()
                && self.nodes.is_none()
                && self.soft_nodes.is_none()
                && self.mate.is_none()
                && self.movetime.is_none()
                && self.time[side].is_none())
    }
}

/// Settings that stay the same from one search to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    /// The number of best moves to report, each with its line.
    pub(crate) multi_pv: usize,
    /// The time that passes between our answer and the stop of our clock.
    pub(crate) move_overhead: Duration,
    /// How much weaker to play than the search can; `None` for full strength.
    pub(crate) skill: Option<Skill>,
    /// What is overlooked in the tree; `None` for nothing.
    pub(crate) oversights: Option<Oversights>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            move_overhead: Duration::from_millis(30),
            skill: None,
            oversights: None,
        }
    }
}
