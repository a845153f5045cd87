//! The settings of a tournament, and its errors.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::adjudication::AdjudicationRules;
use super::arbiter::CommentParts;
use super::options::OptionsError;
use super::record::RecordLabels;
use super::report::ReportStyle;
use super::schedule::MatchPlan;
use super::sprt::Sprt;
use crate::client::EngineConfig;
use crate::openings::OpeningsError;
use crate::part::{MergeError, Part};
use crate::process::LineLog;
use vertumnus_core::files::{NotOurs, Overlap};

/// The settings of a tournament.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    pub(super) engines: Vec<EngineConfig>,
    pub(super) plan: MatchPlan,
    pub(super) rules: AdjudicationRules,
    pub(super) sprt: Option<Sprt>,
    pub(super) concurrency: usize,
    /// Whether the tournament goes on when an engine breaks down.
    pub(super) recover: bool,
    /// Whether games in the record file are not played again.
    pub(super) resume: bool,
    /// Which of the games are played.
    pub(super) part: Part,
    pub(super) records: Option<PathBuf>,
    pub(super) labels: RecordLabels,
    /// Where all lines to and from the engines are written.
    pub(super) log: Option<Arc<LineLog>>,
    /// What the comments on moves say.
    pub(super) comments: CommentParts,
    /// How long a move may take without a clock.
    pub(super) patience: Duration,
    /// The pause after each game.
    pub(super) pause: Duration,
    pub(super) style: ReportStyle,
    /// The number of games between two reports of the standings.
    pub(super) interval: usize,
}

/// The settings of an addition of parts.
#[derive(Clone, Debug)]
pub struct MergeOptions {
    /// What the parts have written.
    pub(super) files: Vec<PathBuf>,
    pub(super) sprt: Option<Sprt>,
    pub(super) json: bool,
}

/// What a command line asks for.
#[derive(Clone, Debug)]
pub enum MatchTask {
    /// To play a tournament, or a part of it.
    Play(Box<MatchOptions>),
    /// To add up the parts of a tournament.
    Merge(MergeOptions),
}

/// Why a tournament did not take place, or was not finished.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The options contradict each other or are malformed.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The record file cannot be used.
    #[error("{}: {reason}", path.display())]
    Records {
        /// The file.
        path: PathBuf,
        /// The problem, in one line.
        reason: String,
    },
    /// What would be written is read.
    #[error(transparent)]
    Overlap(#[from] Overlap),
    /// What would be written is something else already.
    #[error(transparent)]
    NotOurs(#[from] NotOurs),
    /// The log cannot be written.
    #[error("{}: {error}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// What parts have written cannot be added up.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// There is no thread on which games could be played.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
    /// A report or a record cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// A game cannot be played, because its opening is invalid or the runner is held up all the time.
    #[error("{0}")]
    Impossible(String),
    /// An engine cannot be started, or does not play a game. Nobody has lost by that.
    #[error("engine {engine} {fault}")]
    Unplayable {
        /// Its name.
        engine: String,
        /// What is wrong.
        fault: String,
    },
    /// An engine has broken down.
    #[error("engine {engine} {fault}; with --recover the tournament would go on")]
    Breakdown {
        /// Its name.
        engine: String,
        /// What it did.
        fault: String,
    },
    /// A user has interrupted the tournament.
    #[error("interrupted; --resume goes on")]
    Interrupted,
}

impl TournamentError {
    /// The exit status of a program that ends by this error.
    pub const fn exit_status(&self) -> u8 {
        match self {
            Self::Unplayable { .. } => 3,
            Self::Breakdown { .. } => 4,
            // What shells give to a program that was ended by Ctrl-C.
            Self::Interrupted => 130,
            _ => 1,
        }
    }
}
