//! Why there is no report.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use vertumnus_core::files::NotOurs;
use vertumnus_engine::search::analyst::AnalystError;
use vertumnus_lab::datagen::DatagenError;
use vertumnus_lab::games::{AppendError, ReadError};
use vertumnus_lab::in_order::InOrderError;
use vertumnus_lab::training::TrainError;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum PlaytestError {
    /// The network is bad.
    #[error("the network {0} is refused: {1}")]
    Network(String, String),
    /// The system has too little for a single game.
    #[error(transparent)]
    Analyst(#[from] AnalystError),
    /// There is no thread on which games could be played.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
    /// A file of games is bad.
    #[error(transparent)]
    Games(#[from] AppendError),
    /// The games from which a network is to be learned cannot be played.
    #[error(transparent)]
    Datagen(#[from] DatagenError),
    /// What was played for it cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// No network can be learned.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// What would be written is something else already.
    #[error(transparent)]
    NotOurs(#[from] NotOurs),
    /// A file is no report.
    #[error("{} is not the report of a playtest: {}", .0.display(), .1)]
    NoReport(PathBuf, String),
    /// There is nothing of this name.
    #[error("{} is no folder or file of a report, and no game that comes with one: {}", .0.display(), .1)]
    Unknown(PathBuf, String),
    /// A file is not the record of a network's match.
    #[error("{} is not the record of a network's match: {}", .0.display(), .1)]
    NoTrial(PathBuf, String),
}

impl From<InOrderError<Self>> for PlaytestError {
    fn from(error: InOrderError<Self>) -> Self {
        match error {
            InOrderError::Threads(error) => Self::Threads(error),
            InOrderError::Taken(error) => error,
        }
    }
}
