//! An engine as the arbiter sees it, whatever protocol it speaks.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::clock::Clock;
use super::options::{EngineConfig, Protocol};
use super::uci::Uci;
use super::xboard::XBoard;
use crate::pgn::GameResult;
use crate::process::{Process, Silence, Stop};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::game::Session;
use vertumnus_core::rules::Variant;

/// How long an engine may take to start and to shake hands.
pub(super) const START_PATIENCE: Duration = Duration::from_secs(35);

/// How long it may take to say that it is ready.
pub(super) const PING_PATIENCE: Duration = Duration::from_secs(15);

/// How long it may take to break a search off.
pub(super) const STOP_PATIENCE: Duration = Duration::from_secs(5);

/// What an engine can do wrong. All of it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Fault {
    #[error("cannot be started: {0}")]
    Start(String),
    #[error("does not play {0}")]
    Variant(Variant),
    #[error("disconnects")]
    Disconnect,
    #[error("stalls")]
    Stall,
    #[error("loses on time")]
    Time,
    #[error("refuses the legal move {0}")]
    RefusesMove(String),
    #[error("makes an illegal move: {0}")]
    IllegalMove(String),
    #[error("claims {0} wrongly")]
    FalseClaim(GameResult),
    /// No fault of the engine: the tournament is being stopped.
    #[error("is interrupted")]
    Stopped,
}

impl Fault {
    /// As the PGN tag `Termination` has it.
    pub(super) const fn termination(&self) -> &'static str {
        match self {
            Self::Start(_) | Self::Variant(_) | Self::Disconnect => "abandoned",
            Self::Stall => "stalled connection",
            Self::Time => "time forfeit",
            Self::RefusesMove(_) | Self::IllegalMove(_) => "illegal move",
            Self::FalseClaim(_) => "rules infraction",
            Self::Stopped => "unterminated",
        }
    }

    /// Whether the engine cannot be expected to play another game.
    pub(super) const fn is_breakdown(&self) -> bool {
        matches!(self, Self::Start(_) | Self::Variant(_) | Self::Disconnect | Self::Stall)
    }
}

impl From<Silence> for Fault {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Timeout => Self::Stall,
            Silence::Closed => Self::Disconnect,
            Silence::Stopped => Self::Stopped,
        }
    }
}

/// What an engine has to know at the start of a game.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) variant: Variant,
    /// The position to start from; the game's own if none.
    pub(super) fen: Option<String>,
    pub(super) opponent: String,
    pub(super) clock: Clock,
}

/// A position in which an engine is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    /// The moves from the start, by their texts.
    pub(super) moves: &'a [String],
    pub(super) side: Color,
    pub(super) clocks: &'a ByColor<Clock>,
    /// How long an answer is waited for.
    pub(super) patience: Duration,
}

impl Turn<'_> {
    /// What an engine has done wrong that has not answered by now.
    pub(super) fn overdue(&self) -> Fault {
        if self.clocks[self.side].left().is_some() { Fault::Time } else { Fault::Stall }
    }

    /// What it means that no line comes.
    pub(super) fn fault(&self, silence: Silence) -> Fault {
        match silence {
            Silence::Timeout => self.overdue(),
            other => other.into(),
        }
    }
}

/// What an engine thinks, as it last said it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Thought {
    pub(super) score: Option<EngineScore>,
    pub(super) depth: u32,
}

/// A score, from the engine's own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineScore {
    Centipawns(i32),
    /// In so many plies: positive to give mate, negative to be mated.
    Mate(i32),
}

impl EngineScore {
    /// In centipawns; a mate is more than any number of pawns.
    pub(super) const fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(plies) if plies > 0 => MATE - plies,
            Self::Mate(plies) => -MATE - plies,
        }
    }

    /// The same seen from the other side.
    pub(super) const fn reversed(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Mate(plies) => Self::Mate(-plies),
        }
    }
}

impl std::fmt::Display for EngineScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(plies) if plies > 0 => write!(f, "+M{plies}"),
            Self::Mate(plies) => write!(f, "-M{}", -plies),
        }
    }
}

/// What an engine decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// A move, in the engine's own spelling.
    Move(String),
    /// It gives the game up.
    Resign,
    /// It says that the game is over.
    Claim(GameResult),
}

/// An engine's answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) decision: Decision,
    pub(super) used: Duration,
    pub(super) thought: Thought,
}

/// An engine that runs.
pub(super) trait Client: Send {
    /// Begins a game.
    fn new_game(&mut self, setting: &Setting) -> Result<(), Fault>;

    /// Hears of a move that is about to be made in the game, by whichever side.
    fn hear(&mut self, _session: &dyn Session, _text: &str) {}

    /// The text of the move that the engine means by its own spelling.
    fn read(&self, _session: &dyn Session, spelling: &str) -> String {
        spelling.to_owned()
    }

    /// Lets the engine think about its move.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;

    /// Tells the engine of the position after its own move, so that it can ponder.
    fn wait(&mut self, turn: &Turn<'_>);

    /// Ends the game, and gets the engine ready for another.
    ///
    /// # Errors
    /// If it does not get ready: it must be started anew then.
    fn end_game(&mut self, result: GameResult, reason: &str) -> Result<(), Fault>;

    /// Ends the engine.
    fn quit(self: Box<Self>);
}

/// Starts the process of an engine.
pub(super) fn start_process(config: &EngineConfig, stop: &Arc<Stop>) -> Result<Process, Fault> {
    let started = config.process_command().and_then(|command| Process::spawn(command, stop));
    started.map_err(|error| Fault::Start(error.to_string()))
}

/// Starts an engine.
pub(super) fn start(
    config: &Arc<EngineConfig>,
    stop: &Arc<Stop>,
) -> Result<Box<dyn Client>, Fault> {
    Ok(match config.protocol {
        Protocol::Uci => Box::new(Uci::start(config.clone(), stop)?),
        Protocol::XBoard => Box::new(XBoard::start(config.clone(), stop)?),
    })
}
