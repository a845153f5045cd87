//! The command `perft`: counts positions, checks suites of counts, and compares with other engines.

mod collect;
mod counting;
mod descent;
mod interrupt;
mod merge;
mod opponent;
mod options;
mod pieces;
mod regression;
mod report;

use std::io::Write;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::json;

pub(crate) use counting::PerftError;
pub use merge::merge_texts;
pub(crate) use options::PerftArgs;

use collect::collect;
use counting::{Perft, per_second};
use descent::descend;
use interrupt::Interrupt;
use opponent::Opponent;
use pieces::PieceCounts;
use report::{ReportForm, SuiteReporter, SuiteSummary};
use vertumnus_core::game::{self, Session};
use vertumnus_core::position::perft::{Counter, Table};
use vertumnus_referee::part::Part;

/// Runs the command. On a terminal, a progress bar replaces the reports of correct lines.
///
/// # Errors
/// If a position cannot be counted, or a count is wrong.
pub(crate) fn run(
    arguments: &PerftArgs,
    output: &mut dyn Write,
    is_terminal: bool,
) -> Result<(), PerftError> {
    if !arguments.merge.is_empty() {
        return merge::merge(&arguments.merge, output);
    }
    let interrupt = Interrupt::on_signals()?;
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let table = (arguments.hash > 0).then(|| Table::new(arguments.hash)).transpose()?;
    if !arguments.suite.is_empty() {
        return check_suites(arguments, &pool, table.as_ref(), &interrupt, output, is_terminal);
    }
    let mut game = game::session(arguments.variant.unwrap_or_default());
    if let Some(fen) = &arguments.fen {
        game.set_position(Some(fen), &[])?;
    }
    let perft = Perft { counter: Counter::new(&interrupt.stop, table.as_ref()), pool: &pool };
    let mut task = Task { arguments, game, perft, output };
    if let Some(lines) = arguments.collect {
        return task.write_suite(lines);
    }
    let depth = arguments.depth.unwrap_or_default();
    if let Some(command) = &arguments.against {
        let patience = Duration::from_secs(arguments.wait);
        let options = &arguments.options;
        let mut opponent =
            Opponent::start(command, &arguments.rules, options, patience, &interrupt.processes)?;
        return task.compare(&mut opponent, depth);
    }
    if arguments.json { task.count_part(depth) } else { task.count(depth) }
}

/// Checks the lines of suites.
fn check_suites(
    arguments: &PerftArgs,
    pool: &ThreadPool,
    table: Option<&Table>,
    interrupt: &Interrupt,
    output: &mut dyn Write,
    is_terminal: bool,
) -> Result<(), PerftError> {
    let form = match (arguments.json, is_terminal) {
        (true, _) => ReportForm::Json,
        (false, true) => ReportForm::Terminal,
        (false, false) => ReportForm::Plain,
    };
    let (part, all) = (arguments.part.unwrap_or(Part::WHOLE), regression::lines(arguments));
    let work = json!({
        "lines": all.len(),
        "digest": regression::digest(&all),
        "depth_limit": arguments.depth_limit,
        "node_limit": arguments.node_limit,
    });
    let lines = (0..).zip(all).filter(|(index, _)| part.has(*index)).map(|(_, line)| line);
    let lines: Vec<_> = lines.collect();
    let summary = SuiteSummary {
        lines: lines.len(),
        hash: arguments.hash,
        part: part.to_json(),
        work,
        ..SuiteSummary::default()
    };
    let mut reporter = SuiteReporter::new(output, form, summary);
    let report = &mut |report| reporter.line(&report);
    regression::run(arguments, &lines, pool, table, interrupt, report)?;
    if interrupt.is_set() {
        return Err(PerftError::Interrupted(reporter.interrupted()));
    }
    match reporter.finish()? {
        summary if summary.failed > 0 => {
            Err(PerftError::Failed { failed: summary.failed, lines: summary.lines })
        }
        _ => Ok(()),
    }
}

/// What is to be done with a position, and with what.
struct Task<'a> {
    arguments: &'a PerftArgs,
    game: Box<dyn Session>,
    perft: Perft<'a>,
    output: &'a mut dyn Write,
}

impl Task<'_> {
    /// Writes a suite of positions from random games.
    fn write_suite(&mut self, lines: usize) -> Result<(), PerftError> {
        /// Unless a limit is given.
        const MAX_LEAVES: u64 = 100_000;
        let Self { arguments, game, perft, output } = self;
        let max_leaves = arguments.node_limit.unwrap_or(MAX_LEAVES);
        for entry in collect(&mut **game, lines, arguments.seed, max_leaves, *perft)? {
            writeln!(output, "{entry}")?;
        }
        Ok(())
    }

    /// Compares the position with another engine.
    fn compare(&mut self, opponent: &mut Opponent, depth: u32) -> Result<(), PerftError> {
        opponent.set_variant(self.game.variant())?;
        let Some(difference) = descend(&mut *self.game, depth, opponent, self.perft)? else {
            writeln!(self.output, "No difference at depth {depth}")?;
            return Ok(());
        };
        writeln!(self.output, "{difference}")?;
        Err(PerftError::Differs)
    }

    /// Counts a part of the position, and writes it as JSON.
    fn count_part(&mut self, depth: u32) -> Result<(), PerftError> {
        let Self { arguments, game, perft, output } = self;
        let (part, started) = (arguments.part.unwrap_or(Part::WHOLE), Instant::now());
        let work = json!({"game": game.variant().identity(), "fen": game.fen(), "depth": depth});
        if depth == 0 {
            return Err(PerftError::TooShallow);
        }
        let counts = pieces::count(&mut **game, depth, part, *perft, &pieces::bar())?;
        let PieceCounts { done, of, .. } = counts;
        if done < of {
            return Err(PerftError::Interrupted(format!("{done} of {of} positions")));
        }
        let object = json!({
            "type": "count",
            "part": part.to_json(),
            "work": work,
            "leaves": counts.leaves(),
            "moves": counts.moves,
            "seconds": started.elapsed().as_secs_f64(),
        });
        writeln!(output, "{object}")?;
        Ok(())
    }

    /// Counts the position.
    fn count(&mut self, depth: u32) -> Result<(), PerftError> {
        /// From this depth on a count can be long enough to be watched and interrupted.
        const LONG: u32 = 6;
        let Self { arguments, game, perft, output } = self;
        let started = Instant::now();
        let total = if depth >= LONG {
            let counts = pieces::count(&mut **game, depth, Part::WHOLE, *perft, &pieces::bar())?;
            let total = counts.leaves();
            if arguments.divide {
                for (text, leaves) in &counts.moves {
                    writeln!(output, "{text}: {leaves}")?;
                }
                writeln!(output)?;
            }
            let PieceCounts { done, of, .. } = counts;
            if done < of {
                let came = format!("{done} of {of} positions at depth 2, with {total} leaves");
                return Err(PerftError::Interrupted(came));
            }
            total
        } else if arguments.divide && depth > 0 {
            let counts = perft.divide(&**game, depth)?;
            for (text, leaves) in &counts {
                writeln!(output, "{text}: {leaves}")?;
            }
            writeln!(output)?;
            counts.iter().map(|(_, leaves)| leaves).sum()
        } else {
            perft.count(&**game, depth)?
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
}
