//! Suites, checked line by line by several threads at once, and told in their order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;
use std::{fs, thread};

use rayon::ThreadPool;

use super::descent::descend;
use super::opponent::{Opponent, OpponentError};
use super::report::{Count, Outcome, Status};
use super::{Options, PerftError};
use vertumnus_core::position::Position;
use vertumnus_core::position::perft::suite::{Entry, Suite};
use vertumnus_core::position::perft::{Counter, Table};
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// A line to be checked, or what is wrong with it, or with its file.
pub(super) struct Task {
    suite: String,
    work: Result<(Variant, Entry), String>,
}

/// All lines of some files and directories.
pub(super) fn tasks(options: &Options) -> Vec<Task> {
    options.suite.iter().flat_map(|path| tasks_at(path, options.variant)).collect()
}

fn tasks_at(path: &Path, variant: Option<Variant>) -> Vec<Task> {
    let failed =
        |reason: String| vec![Task { suite: path.display().to_string(), work: Err(reason) }];
    if !path.is_dir() {
        return tasks_of_file(path, variant).unwrap_or_else(failed);
    }
    let mut files = match epd_files(path) {
        Ok(files) => files,
        Err(error) => return failed(error.to_string()),
    };
    files.sort();
    if files.is_empty() {
        return failed("no file in it ends in .epd".to_owned());
    }
    files.iter().flat_map(|file| tasks_at(file, variant)).collect()
}

fn epd_files(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(directory)?.map(|file| Ok(file?.path()));
    let is_suite =
        |path: &PathBuf| path.is_file() && path.extension().is_some_and(|end| end == "epd");
    paths.filter(|path| path.as_ref().map_or(true, is_suite)).collect()
}

fn tasks_of_file(path: &Path, variant: Option<Variant>) -> Result<Vec<Task>, String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let suite = Suite::read(path).map_err(|error| error.to_string())?;
    let unknown = |error| format!("{error}; --variant names the game");
    let variant = variant.map_or_else(|| name.parse().map_err(unknown), Ok)?;
    if suite.entries.is_empty() {
        return Err("no positions".to_owned());
    }
    let task = |entry: Result<Entry, _>| Task {
        suite: name.clone(),
        work: match entry {
            Ok(entry) => Ok((variant, entry)),
            Err(error) => Err(format!("{}: {error}", path.display())),
        },
    };
    Ok(suite.entries.into_iter().map(task).collect())
}

/// Checks all, and shows each outcome in the order of the lines.
pub(super) fn run(
    options: &Options,
    tasks: &[Task],
    pool: &ThreadPool,
    table: Option<&Table>,
    mut see: impl FnMut(Outcome) -> Result<(), PerftError>,
) -> Result<(), PerftError> {
    let next = AtomicUsize::new(0);
    let (stop, (sender, outcomes)) = (AtomicBool::new(false), channel());
    thread::scope(|scope| {
        for _ in 0..pool.current_num_threads().min(tasks.len()) {
            let sender = sender.clone();
            let checker =
                Checker { options, pool, counter: Counter::new(&stop, table), opponent: None };
            let next = &next;
            scope.spawn(move || checker.work(tasks, next, &sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut shown = 0;
        for (index, outcome) in outcomes {
            waiting.insert(index, outcome);
            while let Some(outcome) = waiting.remove(&shown) {
                see(outcome).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                shown += 1;
            }
        }
        Ok(())
    })
}

/// One of those who check lines.
struct Checker<'a> {
    options: &'a Options,
    pool: &'a ThreadPool,
    counter: Counter<'a>,
    /// The other engine, once it was needed.
    opponent: Option<Opponent>,
}

impl Checker<'_> {
    fn work(mut self, tasks: &[Task], next: &AtomicUsize, outcomes: &Sender<(usize, Outcome)>) {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { return };
            // Fails where nobody wants to know any more.
            if outcomes.send((index, self.outcome(task))).is_err() {
                return;
            }
        }
    }

    fn outcome(&mut self, task: &Task) -> Outcome {
        let started = Instant::now();
        let mut outcome = Outcome { suite: task.suite.clone(), ..Outcome::default() };
        match &task.work {
            Ok((variant, entry)) => {
                outcome.line.clone_from(&entry.name);
                outcome.game = Some(variant.name());
                outcome.fen.clone_from(&entry.fen);
                let check =
                    Check { variant: *variant, entry, checker: self, outcome: &mut outcome };
                if let Err(error) = variant.visit(check) {
                    outcome.fail(error);
                }
            }
            Err(reason) => outcome.fail(reason.clone()),
        }
        outcome.seconds = started.elapsed().as_secs_f64();
        outcome
    }

    /// The other engine, ready for a game.
    fn opponent(
        &mut self,
        command: &str,
        variant: Variant,
    ) -> Result<&mut Opponent, OpponentError> {
        let mut opponent = match self.opponent.take() {
            Some(opponent) => opponent,
            None => Opponent::start(command)?,
        };
        opponent.set_variant(variant)?;
        Ok(self.opponent.insert(opponent))
    }
}

/// One line, checked for its game.
struct Check<'a, 'b> {
    variant: Variant,
    entry: &'a Entry,
    checker: &'a mut Checker<'b>,
    outcome: &'a mut Outcome,
}

impl Visitor for Check<'_, '_> {
    type Output = Result<(), String>;

    fn visit<R: Ruleset>(self) -> Self::Output {
        let Self { variant, entry, checker, outcome } = self;
        let Options { depth_limit, node_limit, against, .. } = checker.options;
        let (counter, pool) = (checker.counter, checker.pool);
        let position =
            Position::<R>::from_fen(&entry.fen).map_err(|error| format!("bad FEN: {error}"))?;
        let is_within = |&(depth, leaves): &(u32, u64)| {
            depth_limit.is_none_or(|limit| depth <= limit)
                && node_limit.is_none_or(|limit| leaves <= limit)
        };
        for (depth, expected) in entry.counts.iter().copied().filter(is_within) {
            let leaves = pool.install(|| counter.count(&position, depth)).unwrap_or_default();
            outcome.counts.push(Count { depth, leaves, expected });
            if leaves != expected {
                outcome.status = Status::Failed;
                break;
            }
            outcome.status = Status::Held;
        }
        let Some(&Count { depth, .. }) = outcome.counts.last() else { return Ok(()) };
        if let Some(command) = against {
            let opponent = checker.opponent(command, variant).map_err(|error| error.to_string())?;
            let difference = descend(position, depth, opponent, counter, pool);
            if difference.is_err() {
                // It may not be where it should be.
                checker.opponent = None;
            }
            outcome.difference = difference.map_err(|error| error.to_string())?;
            if outcome.difference.is_some() {
                outcome.status = Status::Failed;
            }
        } else if outcome.status == Status::Failed {
            let divided = pool.install(|| counter.divide(&position, depth)).unwrap_or_default();
            let texts = divided.into_iter().map(|(mv, leaves)| (position.move_text(mv), leaves));
            outcome.divide = texts.collect();
        }
        Ok(())
    }
}
