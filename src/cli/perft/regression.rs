//! Checks suites on several threads, and reports their lines in order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rayon::ThreadPool;

use super::counting::{Perft, PerftError};
use super::descent::{Difference, descend};
use super::interrupt::Interrupt;
use super::opponent::Opponent;
use super::options::PerftArgs;
use super::report::{CheckedCount, LineReport, LineStatus};
use vertumnus_core::board::fnv1a_64;
use vertumnus_core::game::{self, Session};
use vertumnus_core::position::perft::suite::{Entry, Suite};
use vertumnus_core::position::perft::{Counter, Table};
use vertumnus_core::rules::Variant;

/// A line of a suite, or an error of the line or its file.
pub(super) struct SuiteLine {
    suite: String,
    entry: Result<(Variant, Entry), String>,
}

/// All lines of the files and directories that were given.
pub(super) fn lines(arguments: &PerftArgs) -> Vec<SuiteLine> {
    arguments.suite.iter().flat_map(|path| lines_at(path, arguments.variant)).collect()
}

/// A number that tells lists of lines apart, the same on all machines.
pub(super) fn digest(lines: &[SuiteLine]) -> u64 {
    let text = |line: &SuiteLine| match &line.entry {
        Ok((variant, entry)) => format!("{variant} {} {:?}\n", entry.fen, entry.counts),
        Err(reason) => format!("{reason}\n"),
    };
    fnv1a_64(lines.iter().flat_map(|line| text(line).into_bytes()))
}

fn lines_at(path: &Path, variant: Option<Variant>) -> Vec<SuiteLine> {
    let failed =
        |reason: String| vec![SuiteLine { suite: path.display().to_string(), entry: Err(reason) }];
    if !path.is_dir() {
        return lines_of_file(path, variant).unwrap_or_else(failed);
    }
    let mut files = match epd_files(path) {
        Ok(files) => files,
        Err(error) => return failed(error.to_string()),
    };
    files.sort();
    if files.is_empty() {
        return failed("no file in it ends in .epd".to_owned());
    }
    files.iter().flat_map(|file| lines_at(file, variant)).collect()
}

fn epd_files(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(directory)?.map(|file| Ok(file?.path()));
    let is_suite =
        |path: &PathBuf| path.is_file() && path.extension().is_some_and(|end| end == "epd");
    paths.filter(|path| path.as_ref().map_or(true, is_suite)).collect()
}

fn lines_of_file(path: &Path, variant: Option<Variant>) -> Result<Vec<SuiteLine>, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let suite = Suite::read(path).map_err(|error| error.to_string())?;
    let unknown = |error| format!("{error}; name it with --variant");
    let variant = variant.map_or_else(|| name.parse().map_err(unknown), Ok)?;
    if suite.entries.is_empty() {
        return Err("no positions".to_owned());
    }
    let line = |entry: Result<Entry, _>| SuiteLine {
        suite: name.clone(),
        entry: match entry {
            Ok(entry) => Ok((variant, entry)),
            Err(error) => Err(format!("{}: {error}", path.display())),
        },
    };
    Ok(suite.entries.into_iter().map(line).collect())
}

/// Checks lines, and reports them in order. If a report fails, the rest is not checked.
pub(super) fn run(
    arguments: &PerftArgs,
    lines: &[SuiteLine],
    pool: &ThreadPool,
    table: Option<&Table>,
    interrupt: &Interrupt,
    report: &mut dyn FnMut(LineReport) -> Result<(), PerftError>,
) -> Result<(), PerftError> {
    let next = AtomicUsize::new(0);
    let (stop, (sender, reports)) = (&interrupt.stop, channel());
    thread::scope(|scope| {
        for number in 0..pool.current_num_threads().min(lines.len()) {
            let sender = sender.clone();
            let perft = Perft { counter: Counter::new(stop, table), pool };
            let checker = Checker { arguments, perft, interrupt, opponent: None };
            let next = &next;
            let checking = move || checker.work(lines, next, &sender);
            match thread::Builder::new().spawn_scoped(scope, checking) {
                Err(error) if number == 0 => return Err(PerftError::Checkers(error)),
                // With fewer threads it only takes longer.
                Err(_) => break,
                Ok(_) => {}
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut shown = 0;
        for (index, line_report) in reports {
            waiting.insert(index, line_report);
            while let Some(line_report) = waiting.remove(&shown) {
                report(line_report).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                shown += 1;
            }
        }
        Ok(())
    })
}

/// Checks lines on one thread.
struct Checker<'a> {
    arguments: &'a PerftArgs,
    perft: Perft<'a>,
    interrupt: &'a Interrupt,
    /// The other engine, once it was started.
    opponent: Option<Opponent>,
}

impl Checker<'_> {
    fn work(
        mut self,
        lines: &[SuiteLine],
        next: &AtomicUsize,
        reports: &Sender<(usize, LineReport)>,
    ) {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = lines.get(index) else { return };
            let report = self.check(line);
            // A line whose check was broken off is not reported. Sending fails if reporting has.
            if self.interrupt.is_set() || reports.send((index, report)).is_err() {
                return;
            }
        }
    }

    fn check(&mut self, line: &SuiteLine) -> LineReport {
        let started = Instant::now();
        let mut report = LineReport { suite: line.suite.clone(), ..LineReport::default() };
        let checked = match &line.entry {
            Ok((variant, entry)) => {
                report.line.clone_from(&entry.name);
                report.game = Some(variant.name());
                report.fen.clone_from(&entry.fen);
                self.check_entry(*variant, entry, &mut report).map_err(|error| error.to_string())
            }
            Err(reason) => Err(reason.clone()),
        };
        if let Err(reason) = checked {
            report.fail(reason);
        }
        report.seconds = started.elapsed().as_secs_f64();
        report
    }

    /// Makes the counts of a line. If one is wrong, or if another engine must be asked, finds out
    /// more about the last of them.
    fn check_entry(
        &mut self,
        variant: Variant,
        entry: &Entry,
        report: &mut LineReport,
    ) -> Result<(), PerftError> {
        let PerftArgs { depth_limit, node_limit, against, .. } = self.arguments;
        let mut game = game::session(variant);
        game.set_position(Some(&entry.fen), &[])?;
        let is_within = |&(depth, leaves): &(u32, u64)| {
            depth_limit.is_none_or(|limit| depth <= limit)
                && node_limit.is_none_or(|limit| leaves <= limit)
        };
        for (depth, expected) in entry.counts.iter().copied().filter(is_within) {
            let leaves = self.perft.count(&*game, depth)?;
            report.counts.push(CheckedCount { depth, leaves, expected });
            if leaves != expected {
                report.status = LineStatus::Failed;
                break;
            }
            report.status = LineStatus::Held;
        }
        let Some(&CheckedCount { depth, .. }) = report.counts.last() else { return Ok(()) };
        if let Some(command) = against {
            report.difference = self.compare(command, &mut *game, depth)?;
            if report.difference.is_some() {
                report.status = LineStatus::Failed;
            }
        } else if report.status == LineStatus::Failed {
            report.divide = self.perft.divide(&*game, depth)?.into_iter().collect();
        }
        Ok(())
    }

    /// Compares a position with the other engine, which is started if necessary.
    fn compare(
        &mut self,
        command: &str,
        game: &mut dyn Session,
        depth: u32,
    ) -> Result<Option<Difference>, PerftError> {
        let mut opponent = if let Some(opponent) = self.opponent.take() {
            opponent
        } else {
            let patience = Duration::from_secs(self.arguments.wait);
            let PerftArgs { rules, options, .. } = self.arguments;
            Opponent::start(command, rules, options, patience, &self.interrupt.processes)?
        };
        opponent.set_variant(game.variant())?;
        let difference = descend(game, depth, &mut opponent, self.perft)?;
        // After an error, the engine may not have finished its answer: it is not kept.
        self.opponent = Some(opponent);
        Ok(difference)
    }
}
