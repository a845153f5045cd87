//! The state of the protocol: the game, what the user wants, and what the engine is doing.

use std::collections::HashSet;
use std::time::Instant;

use super::clock::TimeControl;
use super::mouse::Hand;
use super::policy::Policy;
use super::relics::Relics;
use crate::output::{Output, plain};
use vertumnus_core::board::{Color, Square};
use vertumnus_core::dialect::Dialect;
use vertumnus_core::position::Move;
use vertumnus_core::rules::{Kind, Variant};
use vertumnus_engine::player::Engine;
use vertumnus_engine::search::Progress;

/// What a user is told who asks for the rules of a game, in lines that fit a window.
pub type TellRules = Box<dyn Fn(Variant) -> String>;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A move of the engine's.
    Move,
    /// A reply to this move, which is expected of the opponent.
    Ponder(Move),
    Analysis,
}

/// The engine's part in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// It only follows the moves.
    Force,
    /// It plays this side.
    Play(Color),
    /// It analyses every position.
    Analyze,
}

/// What the user has switched on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preferences {
    /// To think on the opponent's time.
    pub(super) ponder: bool,
    /// To show the thinking.
    pub(super) post: bool,
    /// To resign lost games.
    pub(super) resign: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub(super) struct XBoard {
    pub(super) engine: Engine,
    pub(super) dialect: Dialect,
    pub(super) output: Output,
    pub(super) rules: TellRules,
    pub(super) mode: Mode,
    /// What the search that runs is for.
    pub(super) task: Option<Task>,
    /// Searches that were aborted and whose reports have not been skipped yet.
    pub(super) stale: usize,
    pub(super) control: TimeControl,
    pub(super) policy: Policy,
    pub(super) preferences: Preferences,
    /// The root moves that are not searched.
    pub(super) excluded: HashSet<Move>,
    /// Pings that are answered when the move is made.
    pub(super) pings: Vec<String>,
    pub(super) against_computer: bool,
    pub(super) draw_offered: bool,
    /// The last report of the best line, of the search that runs or ran last.
    pub(super) report: Option<Progress>,
    /// When that search began.
    pub(super) started: Instant,
    /// The reply that the last search expected.
    pub(super) hint: Option<Move>,
    /// The kinds without a letter of their own that were named to the user.
    pub(super) introduced: HashSet<Kind>,
    pub(super) hand: Hand,
    /// The square on which the user last lifted a piece, and when.
    pub(super) lifted: Option<(Square, Instant)>,
    pub(super) relics: Relics,
    /// Whether the GUI was just sent a board. It then claims that the game has ended, though it
    /// goes on.
    pub(super) board_sent: bool,
    /// Whether the last position was refused, so that there is none to play from.
    pub(super) is_lost: bool,
}

impl XBoard {
    pub(super) fn new(engine: Engine, output: Output, rules: TellRules) -> Self {
        Self {
            dialect: Dialect::of(engine.session().variant()),
            engine,
            output,
            rules,
            mode: Mode::Force,
            task: None,
            stale: 0,
            control: TimeControl::default(),
            policy: Policy::default(),
            preferences: Preferences::default(),
            excluded: HashSet::new(),
            pings: Vec::new(),
            against_computer: false,
            draw_offered: false,
            report: None,
            started: Instant::now(),
            hint: None,
            introduced: HashSet::new(),
            hand: Hand::default(),
            lifted: None,
            relics: Relics::default(),
            board_sent: false,
            is_lost: false,
        }
    }

    pub(super) fn say(&self, text: &str) {
        self.output.write(text);
    }

    /// Writes what is wrong with a line. The line may hold anything.
    pub(super) fn say_error(&self, error: &str, line: &str) {
        self.say(&plain(&format!("Error ({error}): {line}")));
    }

    /// Whether the engine thinks about its move.
    pub(super) fn is_thinking(&self) -> bool {
        self.task == Some(Task::Move)
    }

    /// Plies played since the position was set up.
    pub(super) fn plies(&self) -> usize {
        self.engine.session().moves_played().len()
    }
}
