//! The command `perft`: counts positions, checks suites of counts, and compares with other engines.

mod collect;
mod counting;
mod descent;
mod opponent;
mod options;
mod regression;
mod report;

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

pub(crate) use options::PerftArgs;

use collect::collect;
use counting::{Perft, PerftError, per_second};
use descent::descend;
use opponent::Opponent;
use report::{ReportForm, SuiteReporter};
use vertumnus_core::game::{self, Session};
use vertumnus_core::position::perft::{Counter, Table};

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
    if !arguments.suite.is_empty() {
        return check_suites(arguments, &pool, table.as_ref(), output, is_terminal);
    }
    let never_stop = AtomicBool::new(false);
    let perft = Perft { counter: Counter::new(&never_stop, table.as_ref()), pool: &pool };
    let mut game = game::session(arguments.variant.unwrap_or_default());
    if let Some(fen) = &arguments.fen {
        game.set_position(Some(fen), &[])?;
    }
    if let Some(lines) = arguments.collect {
        return write_suite(arguments, lines, &mut *game, perft, output);
    }
    let depth = arguments.depth.unwrap_or_default();
    if let Some(command) = &arguments.against {
        return compare(command, depth, &mut *game, perft, output);
    }
    count(arguments, depth, &*game, perft, output)
}

/// Checks the lines of suites.
fn check_suites(
    arguments: &PerftArgs,
    pool: &ThreadPool,
    table: Option<&Table>,
    output: &mut dyn Write,
    is_terminal: bool,
) -> Result<(), PerftError> {
    let form = match (arguments.json, is_terminal) {
        (true, _) => ReportForm::Json,
        (false, true) => ReportForm::Terminal,
        (false, false) => ReportForm::Plain,
    };
    let lines = regression::lines(arguments);
    let mut reporter = SuiteReporter::new(output, form, lines.len(), arguments.hash);
    regression::run(arguments, &lines, pool, table, &mut |report| reporter.line(&report))?;
    match reporter.finish()? {
        summary if summary.failed > 0 => {
            Err(PerftError::Failed { failed: summary.failed, lines: summary.lines })
        }
        _ => Ok(()),
    }
}

/// Writes a suite of positions from random games.
fn write_suite(
    arguments: &PerftArgs,
    lines: usize,
    game: &mut dyn Session,
    perft: Perft<'_>,
    output: &mut dyn Write,
) -> Result<(), PerftError> {
    /// Unless a limit is given.
    const MAX_LEAVES: u64 = 100_000;
    let max_leaves = arguments.node_limit.unwrap_or(MAX_LEAVES);
    for entry in collect(game, lines, arguments.seed, max_leaves, perft)? {
        writeln!(output, "{entry}")?;
    }
    Ok(())
}

/// Compares a position with another engine.
fn compare(
    command: &str,
    depth: u32,
    game: &mut dyn Session,
    perft: Perft<'_>,
    output: &mut dyn Write,
) -> Result<(), PerftError> {
    let mut opponent = Opponent::start(command)?;
    opponent.set_variant(game.variant())?;
    let Some(difference) = descend(game, depth, &mut opponent, perft)? else {
        writeln!(output, "No difference at depth {depth}")?;
        return Ok(());
    };
    writeln!(output, "{difference}")?;
    Err(PerftError::Differs)
}

/// Counts a position.
fn count(
    arguments: &PerftArgs,
    depth: u32,
    game: &dyn Session,
    perft: Perft<'_>,
    output: &mut dyn Write,
) -> Result<(), PerftError> {
    let started = Instant::now();
    let total = if arguments.divide && depth > 0 {
        let counts = perft.divide(game, depth)?;
        for (text, leaves) in &counts {
            writeln!(output, "{text}: {leaves}")?;
        }
        writeln!(output)?;
        counts.iter().map(|(_, leaves)| leaves).sum()
    } else {
        perft.count(game, depth)?
    };
    let time = started.elapsed();
    writeln!(output, "Nodes searched: {total}")?;
    let (seconds, speed) = (time.as_secs_f64(), per_second(total, time));
    write!(output, "Time: {seconds:.3} s, {speed} leaves/s")?;
    if arguments.hash > 0 {
        write!(output, ", with a hash of {} MiB", arguments.hash)?;
    }
    writeln!(output)?;
    Ok(())
}
