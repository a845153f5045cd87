//! The command `perft`: counts positions, checks suites of counts, and compares with other engines.

mod collect;
mod descent;
mod opponent;
mod options;
mod regression;
mod report;

use std::collections::TryReserveError;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

pub(crate) use opponent::OpponentError;
pub(crate) use options::PerftArgs;

use collect::collect;
use descent::descend;
use opponent::Opponent;
use report::{ReportForm, SuiteReporter};
use vertumnus_core::position::perft::{Counter, Table};
use vertumnus_core::position::{FenError, Position};
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// A count failed or is wrong.
#[derive(Debug, Error)]
pub(crate) enum PerftError {
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
    /// The engine to compare with.
    #[error("{0}")]
    Opponent(#[from] OpponentError),
    /// The engine that was compared with has other moves or counts.
    #[error("the engines differ")]
    Differs,
    /// Lines of suites.
    #[error("{failed} of {lines} lines failed")]
    Failed {
        /// How many lines did not hold, or could not be checked.
        failed: usize,
        /// How many there are.
        lines: usize,
    },
}

/// Runs the command. On a terminal, a progress bar replaces the reports of correct lines.
///
/// # Errors
/// If a position cannot be counted, or a count is wrong.
pub(crate) fn run(
    arguments: &PerftArgs,
    output: &mut dyn Write,
    is_terminal: bool,
) -> Result<(), PerftError> {
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let table = (arguments.hash > 0).then(|| Table::new(arguments.hash)).transpose()?;
    if arguments.suite.is_empty() {
        let variant = arguments.variant.unwrap_or_default();
        return variant.visit(Single { options: arguments, variant, pool, table, output });
    }
    let form = match (arguments.json, is_terminal) {
        (true, _) => ReportForm::Json,
        (false, true) => ReportForm::Terminal,
        (false, false) => ReportForm::Plain,
    };
    let lines = regression::lines(arguments);
    let mut reporter = SuiteReporter::new(output, form, lines.len(), arguments.hash);
    regression::run(arguments, &lines, &pool, table.as_ref(), &mut |report| {
        reporter.line(&report)
    })?;
    match reporter.finish()? {
        summary if summary.failed > 0 => {
            Err(PerftError::Failed { failed: summary.failed, lines: summary.lines })
        }
        _ => Ok(()),
    }
}

/// Lines that are collected have at most so many leaves, unless a limit is given.
const COLLECTED_LEAVES: u64 = 100_000;

/// Leaves per second.
fn per_second(leaves: u64, time: Duration) -> u64 {
    (u128::from(leaves) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// One position.
struct Single<'a> {
    options: &'a PerftArgs,
    variant: Variant,
    pool: ThreadPool,
    table: Option<Table>,
    output: &'a mut dyn Write,
}

impl Visitor for Single<'_> {
    type Output = Result<(), PerftError>;

    fn visit<R: Ruleset>(self) -> Self::Output {
        let PerftArgs { fen, divide, depth, against, .. } = self.options;
        let start = || Ok(Position::<R>::start());
        let position = fen.as_ref().map_or_else(start, |fen| Position::from_fen(fen))?;
        let depth = depth.unwrap_or_default();
        let go_on = AtomicBool::new(false);
        let counter = Counter::new(&go_on, self.table.as_ref());
        if let Some(number) = self.options.collect {
            let most_leaves = self.options.node_limit.unwrap_or(COLLECTED_LEAVES);
            let seed = self.options.seed;
            let collected = || collect::<R>(number, seed, most_leaves, counter);
            for entry in self.pool.install(collected) {
                writeln!(self.output, "{entry}")?;
            }
            return Ok(());
        }
        if let Some(command) = against {
            let mut opponent = Opponent::start(command)?;
            opponent.set_variant(self.variant)?;
            let difference = descend(position, depth, &mut opponent, counter, &self.pool)?;
            let Some(difference) = difference else {
                writeln!(self.output, "No difference at depth {depth}")?;
                return Ok(());
            };
            writeln!(self.output, "{difference}")?;
            return Err(PerftError::Differs);
        }
        let started = Instant::now();
        let total = if *divide && depth > 0 {
            let counts = self.pool.install(|| counter.divide(&position, depth));
            let mut total = 0;
            for (mv, count) in counts.unwrap_or_default() {
                writeln!(self.output, "{}: {count}", position.move_text(mv))?;
                total += count;
            }
            writeln!(self.output)?;
            total
        } else {
            self.pool.install(|| counter.count(&position, depth)).unwrap_or_default()
        };
        let time = started.elapsed();
        writeln!(self.output, "Nodes searched: {total}")?;
        write!(
            self.output,
            "Time: {:.3} s, {} leaves/s",
            time.as_secs_f64(),
            per_second(total, time)
        )?;
        if self.options.hash > 0 {
            write!(self.output, ", with a hash of {} MiB", self.options.hash)?;
        }
        writeln!(self.output)?;
        Ok(())
    }
}
