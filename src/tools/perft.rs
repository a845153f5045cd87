//! Perft from the command line.

use std::collections::TryReserveError;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rayon::ThreadPoolBuilder;
use thiserror::Error;

use crate::position::perft::{Counter, Table};
use crate::position::{FenError, Position};
use crate::rules::{Ruleset, Variant, Visitor};

/// What to count.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// The position; the start position if none.
    pub fen: Option<String>,
    /// Whether the count below each move is written, too.
    pub divide: bool,
    /// How many threads count; all of the machine's if 0.
    pub threads: usize,
    /// MiB of a table of what was counted before; none if 0.
    pub hash: usize,
    /// How deep.
    pub depth: u32,
}

/// Why nothing was counted.
#[derive(Debug, Error)]
pub enum PerftError {
    /// The position.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// The threads.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The table.
    #[error("no memory for the hash: {0}")]
    Hash(#[from] TryReserveError),
    /// The output.
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
}

/// Counts, and writes the count as `go perft` does, with time and speed.
///
/// # Errors
/// If the FEN is bad, or the threads or the output fail.
pub fn run(options: Options, output: impl Write) -> Result<(), PerftError> {
    options.variant.visit(Perft { options, output })
}

struct Perft<O> {
    options: Options,
    output: O,
}

impl<O: Write> Visitor for Perft<O> {
    type Output = Result<(), PerftError>;

    fn visit<R: Ruleset>(mut self) -> Self::Output {
        let Options { fen, divide, threads, hash, depth, .. } = self.options;
        let position =
            fen.map_or_else(|| Ok(Position::<R>::start()), |fen| Position::from_fen(&fen))?;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let table = (hash > 0).then(|| Table::new(hash)).transpose()?;
        let go_on = AtomicBool::new(false);
        let counter = Counter::new(&go_on, table.as_ref());
        let started = Instant::now();
        let total = if divide && depth > 0 {
            let counts = pool.install(|| counter.divide(&position, depth));
            let mut total = 0;
            for (mv, count) in counts.unwrap_or_default() {
                writeln!(self.output, "{}: {count}", position.move_text(mv))?;
                total += count;
            }
            writeln!(self.output)?;
            total
        } else {
            pool.install(|| counter.count(&position, depth)).unwrap_or_default()
        };
        let time = started.elapsed();
        let per_second = u128::from(total) * 1_000_000 / time.as_micros().max(1);
        writeln!(self.output, "Nodes searched: {total}")?;
        writeln!(self.output, "Time: {:.3} s, {per_second} leaves/s", time.as_secs_f64())?;
        Ok(())
    }
}
