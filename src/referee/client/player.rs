//! An engine as the arbiter sees it, whatever protocol it speaks.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::config::EngineConfig;
use crate::clock::PlayerClock;
use crate::hold_ups::Watch;
use crate::process::{CanWait, Channel, FullPipe, Line, Process, Silence, StopSignal};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::game::Session;
use vertumnus_core::pgn::GameResult;
use vertumnus_core::position::Move;
use vertumnus_core::rules::Variant;

/// How long an engine may take to start and to shake hands.
pub(super) const START_PATIENCE: Duration = Duration::from_secs(35);

/// How long it may take to say that it is ready.
pub(super) const READY_PATIENCE: Duration = Duration::from_secs(15);

/// How long it may take to stop a search.
pub(super) const STOP_PATIENCE: Duration = Duration::from_secs(5);

/// What an engine can do wrong. Each of these loses the game, except `Stopped` and `HeldUp`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum EngineFault {
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
    /// Not the engine's fault: the runner is being stopped.
    #[error("is interrupted")]
    Stopped,
    /// Not the engine's fault: it was late because the runner was held up.
    #[error("waits for the runner")]
    HeldUp,
}

impl EngineFault {
    /// The value of the PGN tag `Termination`.
    pub(crate) const fn termination(&self) -> &'static str {
        match self {
            Self::Start(_) | Self::Variant(_) | Self::Disconnect => "abandoned",
            Self::Stall => "stalled connection",
            Self::Time => "time forfeit",
            Self::RefusesMove(_) | Self::IllegalMove(_) => "illegal move",
            Self::FalseClaim(_) => "rules infraction",
            Self::Stopped | Self::HeldUp => "unterminated",
        }
    }

    /// Whether the engine cannot be expected to play another game.
    pub(crate) const fn is_breakdown(&self) -> bool {
        matches!(self, Self::Start(_) | Self::Variant(_) | Self::Disconnect | Self::Stall)
    }

    /// The fault of an engine that does not answer while it is started.
    pub(super) fn at_start(silence: Silence, reason: &str) -> Self {
        match silence {
            Silence::Stopped => Self::Stopped,
            Silence::Closed => Self::Start("ends at once".to_owned()),
            Silence::Timeout => Self::Start(reason.to_owned()),
        }
    }
}

impl From<Silence> for EngineFault {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Timeout => Self::Stall,
            Silence::Closed => Self::Disconnect,
            Silence::Stopped => Self::Stopped,
        }
    }
}

/// What an engine must know at the start of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameSetup {
    pub(crate) variant: Variant,
    /// The starting position; `None` for the variant's own.
    pub(crate) fen: Option<String>,
    /// The opponent's name.
    pub(crate) opponent: String,
    pub(crate) clock: PlayerClock,
}

/// A position in which an engine is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnToMove<'a> {
    /// The moves from the starting position.
    pub(crate) moves: &'a [String],
    pub(crate) side: Color,
    pub(crate) clocks: &'a ByColor<PlayerClock>,
    /// How long the arbiter waits for an answer.
    pub(crate) patience: Duration,
    /// Knows whether the runner was held up meanwhile.
    pub(crate) watch: &'a Watch,
}

impl TurnToMove<'_> {
    /// The fault of an engine that has not answered in time.
    pub(super) fn overdue(&self) -> EngineFault {
        if self.clocks[self.side].left().is_some() { EngineFault::Time } else { EngineFault::Stall }
    }

    /// The next line of an engine whose time began at this moment. If the runner was held up meanwhile, it
    /// waits for so much longer: an answer may be on its way.
    ///
    /// # Errors
    /// The fault of an engine from which no line comes.
    pub(super) fn receive(
        &self,
        channel: &mut dyn Channel,
        began: Instant,
    ) -> Result<Line, EngineFault> {
        let deadline = began + self.patience;
        let line = channel.receive(deadline).or_else(|silence| match silence {
            Silence::Timeout => channel.receive(deadline + self.watch.longest_since(began)),
            other => Err(other),
        });
        line.map_err(|silence| match silence {
            Silence::Timeout => self.overdue(),
            other => other.into(),
        })
    }

    /// Whether an engine whose time began at this moment may say no more, also if it was not heard while
    /// the runner was held up.
    pub(super) fn is_over(&self, began: Instant, now: Instant) -> bool {
        let late = now.saturating_duration_since(began + self.patience);
        !late.is_zero() && late > self.watch.longest_since(began)
    }

    /// A report with its score from the mover's point of view.
    pub(super) fn movers_report(
        &self,
        report: EngineReport,
        config: &EngineConfig,
    ) -> EngineReport {
        if config.white_pov && self.side == Color::Black {
            EngineReport { score: report.score.map(EngineScore::reversed), ..report }
        } else {
            report
        }
    }
}

/// What an engine last reported about its search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EngineReport {
    /// The last exact score of the best line.
    pub(crate) score: Option<EngineScore>,
    /// The depth of that line, in plies.
    pub(crate) depth: u32,
    /// The greatest depth that was reached, in plies.
    pub(crate) seldepth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// The lines that [`EngineConfig::noted_lines`] asks for.
    pub(crate) lines: Vec<String>,
}

/// A score from the engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineScore {
    Centipawns(i32),
    /// Plies to mate: positive if the engine mates, negative if it is mated.
    Mate(i32),
}

impl EngineScore {
    /// A score in centipawns as an engine writes it: beyond any evaluation, but not beyond a mate.
    pub(crate) fn from_centipawns(text: &str) -> Option<Self> {
        const MOST: i64 = 900_000;
        let score: i64 = text.parse().ok()?;
        Some(Self::Centipawns(score.clamp(-MOST, MOST) as i32))
    }

    /// A mate in this many moves, as UCI counts them: negative if the engine is mated. If the engine
    /// mates, the last ply is its own.
    pub(crate) fn mate_in_moves(moves: i32) -> Self {
        let plies = moves.clamp(-10_000, 10_000) * 2;
        Self::Mate(if moves > 0 { plies - 1 } else { plies })
    }

    /// In centipawns. A mate counts more than any number of pawns, and a shorter one more.
    pub(crate) const fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(plies) if plies > 0 => MATE - plies,
            Self::Mate(plies) => -MATE - plies,
        }
    }

    /// The same score from the other side's point of view.
    pub(crate) const fn reversed(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Mate(plies) => Self::Mate(-plies),
        }
    }
}

impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(plies) if plies > 0 => write!(f, "+M{plies}"),
            Self::Mate(plies) => write!(f, "-M{}", -plies),
        }
    }
}

/// What an engine decides on its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// A move, in the engine's own spelling.
    Move(String),
    Resign,
    /// The engine says that the game is over.
    Claim(GameResult),
}

/// An engine's decision, the time it took, and its last report.
#[derive(Clone, Debug)]
pub(crate) struct EngineMove {
    pub(crate) decision: Decision,
    pub(crate) used: Duration,
    pub(crate) report: EngineReport,
}

/// A running engine.
pub(crate) trait EnginePlayer: Send {
    /// The options of its configuration that the engine has not announced.
    fn unknown_options(&self) -> Vec<String>;

    /// What the engine said when it was given its options.
    fn remarks(&self) -> &[String];

    /// Finds out whether the engine plays a game, from positions that are set up if `sets_up`.
    ///
    /// # Errors
    /// If it does not.
    fn check_variant(&mut self, variant: Variant, sets_up: bool) -> Result<(), EngineFault>;

    /// Starts a game.
    fn new_game(&mut self, setup: &GameSetup) -> Result<(), EngineFault>;

    /// Notes a move that either side is about to make. `session` is still before the move.
    fn note_move(&mut self, _session: &dyn Session, _mv: Move) {}

    /// Reads a move in the engine's own spelling; `None` if it is not legal.
    fn read_move(&self, session: &dyn Session, spelling: &str) -> Option<Move> {
        session.parse(spelling).ok()
    }

    /// Lets the engine decide on its turn.
    fn think(&mut self, turn: &TurnToMove<'_>) -> Result<EngineMove, EngineFault>;

    /// Reports the position after the engine's own move, so that it can ponder.
    fn ponder(&mut self, turn: &TurnToMove<'_>);

    /// Ends the game and waits until the engine is ready for another.
    ///
    /// # Errors
    /// If it does not get ready. It must be restarted before it plays again.
    fn end_game(&mut self, result: GameResult, reason: &str) -> Result<(), EngineFault>;

    /// Ends the engine.
    fn quit(self: Box<Self>);
}

/// What talks to an engine.
pub(crate) type EngineChannel = Box<dyn Channel + Send>;

/// Starts the process of an engine.
pub(super) fn start_process(
    config: &EngineConfig,
    can_wait: CanWait,
    stop: &Arc<StopSignal>,
) -> Result<EngineChannel, EngineFault> {
    let command = config.process_command();
    let log = config.log.clone().map(|log| (config.name.as_str(), log));
    let process = command
        .and_then(|command| Process::spawn_logged(command, FullPipe::Fail, can_wait, stop, log));
    match process {
        Ok(process) => Ok(Box::new(process)),
        Err(error) => Err(EngineFault::Start(error.to_string())),
    }
}
