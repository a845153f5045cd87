//! What is asked of a training, and why none took place.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::checkpoint::CheckpointError;
use crate::games::{GameSource, ReadError};
use crate::threads::{NoThreads, thread_count};
use vertumnus_core::files::{NotOurs, Overlap};
use vertumnus_engine::eval::network::NetworkError;

/// The command line of `train`.
#[derive(Clone, Debug, clap::Args)]
pub struct TrainOptions {
    /// Where the games are.
    #[command(flatten)]
    pub source: GameSource,
    /// The file of the network
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// Learn a network for all games, from games of several
    #[arg(long)]
    pub general: bool,
    /// Neurons of each side's hidden layer, a multiple of 64
    #[arg(long, default_value_t = 64)]
    pub hidden: usize,
    /// How often all positions are seen
    #[arg(long, default_value_t = 15)]
    pub epochs: u64,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the search's score
    #[arg(long, default_value_t = 0.25)]
    pub results: f32,
    /// A network of the same game (with --general, of all) with as many neurons or fewer, or the checkpoint of a
    /// training with as many, from which this one begins [default: the network for all games, if the game has
    /// none of its own]
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// The learning rate after the first steps; it falls to a hundredth of it [default: 0.001, and a
    /// third of it with --from]
    #[arg(long)]
    pub rate: Option<f32>,
    /// Positions of a step
    #[arg(long, default_value_t = 8192)]
    pub batch: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of threads; 0 for one per processor
    #[arg(long, default_value_t = 0, value_parser = thread_count)]
    pub threads: usize,
}

/// Why no network was trained.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The files are bad.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// What would be written is read.
    #[error(transparent)]
    Overlap(#[from] Overlap),
    /// What would be written is something else already.
    #[error(transparent)]
    NotOurs(#[from] NotOurs),
    /// There are too few positions.
    #[error("{0} positions to learn from are too few: a step takes {1}")]
    TooFew(usize, usize),
    /// An option is out of range.
    #[error("{0}")]
    Option(&'static str),
    /// The network from which it should begin cannot be used.
    #[error("{}: {}", .0.display(), .1)]
    Network(PathBuf, NetworkError),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The rounded weights do not fit.
    #[error("the weights have become too large")]
    Range,
    /// The network cannot be written.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// There are no threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}
