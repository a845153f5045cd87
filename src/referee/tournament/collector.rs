//! The run of a tournament, and the collector of its results.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use super::record::{self, GameOver, RecordFile, Tournament};
use super::report::MatchReporter;
use super::schedule::Schedule;
use super::settings::{MatchOptions, TournamentError};
use super::sprt::{Sprt, SprtVerdict};
use super::standings::Results;
use super::summary::GameSummary;
use super::worker::{MatchWorker, SharedMatch, WorkerEvent};
use super::{merge, preflight};
use crate::process::StopSignal;

/// Plays a tournament to its end, or until a test is decided, an engine breaks down, or `stop` is
/// set. All engines have ended when this returns. `warn` gets one line for each thing that the user
/// should know and that does not end the tournament.
///
/// # Errors
/// If the tournament cannot start, or ends early for another reason than a decided test.
pub fn run(
    options: &MatchOptions,
    stop: &Arc<StopSignal>,
    output: &mut dyn Write,
    warn: &mut dyn FnMut(&str),
) -> Result<(), TournamentError> {
    let schedule = Schedule::new(options.plan.clone());
    let variants = options.plan.books.iter().map(|&(variant, _)| variant);
    let mut results = Results::new(schedule.plays_in_pairs(), variants);
    let names: Vec<&str> = options.engines.iter().map(|engine| engine.name.as_str()).collect();
    let fail = |reason: String| TournamentError::Records {
        path: options.records.clone().unwrap_or_default(),
        reason,
    };
    let mut records = match &options.records {
        None => None,
        Some(path) => Some(RecordFile::open(path).map_err(|error| fail(error.to_string()))?),
    };
    let earlier = match &mut records {
        Some(records) if options.resume => {
            let (schedule, part) = (&schedule, options.part);
            let (engines, labels) = (&options.engines[..], &options.labels);
            records.resume(Tournament { schedule, part, engines, labels }).map_err(fail)?
        }
        _ => Vec::new(),
    };
    for GameOver { pairing, result, summary } in &earlier {
        results.add(pairing, *result, Some(summary));
    }
    warn_of_plan(options, &schedule, warn);
    let total = schedule.len_of(options.part);
    if total.is_none_or(|games| earlier.len() < games) {
        preflight::check(options, stop, warn)?;
    }
    let mut reporter = MatchReporter::new(
        options.style,
        output,
        names.iter().map(|&name| name.to_owned()).collect(),
        options.sprt,
        total,
        options.interval,
    );
    reporter.begun(&merge::settings(options, &schedule), options.part)?;
    reporter.resumed(&earlier, &results.all)?;
    let done = earlier.iter().map(|game| game.pairing.index).collect();
    let shared = SharedMatch::new(options, &schedule, done, stop.clone());
    let mut collector =
        Collector { options, results, reporter, records, stop: stop.clone(), failure: None };
    if collector.is_decided() {
        collector.stop.set();
    }
    play(&shared, options.concurrency, &mut collector);
    if let Some(reason) = options.log.as_ref().and_then(|log| log.failure()) {
        warn(&format!("the log is not complete: {reason}"));
    }
    if let Some(warning) = collector.results.summary.warning() {
        warn(&warning);
    }
    collector.conclude()
}

/// Warns of games that are left out, and of more games at once than the machine can play.
fn warn_of_plan(options: &MatchOptions, schedule: &Schedule, warn: &mut dyn FnMut(&str)) {
    let (left_out, enough) = schedule.left_out();
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|variant| variant.name()).collect();
        let names = names.join(", ");
        warn(&format!("too few rounds for all games; --rounds {enough} would also play {names}"));
    }
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if options.concurrency > cores {
        let games = options.concurrency;
        warn(&format!(
            "{games} games at once on {cores} cores: engines wait while their clocks run"
        ));
    }
}

/// Plays games on several threads, and collects their results until all threads have ended.
fn play(shared: &SharedMatch<'_>, concurrency: usize, collector: &mut Collector<'_>) {
    thread::scope(|scope| {
        let (sender, events) = mpsc::channel();
        let watch = &shared.watch;
        let is_watched = thread::Builder::new().spawn_scoped(scope, || watch.run()).is_ok();
        for number in 0..concurrency {
            let worker = MatchWorker::new(shared, sender.clone());
            // With fewer threads than asked for, the games only take longer.
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, move || worker.run())
                && number == 0
            {
                collector.failure.get_or_insert(TournamentError::Threads(error));
            }
        }
        drop(sender);
        for event in events {
            if let Err(error) = collector.take(event) {
                collector.failure.get_or_insert(error);
                collector.stop.set();
            }
        }
        if is_watched {
            watch.end();
        }
    });
}

/// Counts, records and reports results.
struct Collector<'a> {
    options: &'a MatchOptions,
    results: Results,
    reporter: MatchReporter<'a>,
    records: Option<RecordFile>,
    stop: Arc<StopSignal>,
    /// The error that has ended the tournament early.
    failure: Option<TournamentError>,
}

impl Collector<'_> {
    fn take(&mut self, event: WorkerEvent) -> Result<(), TournamentError> {
        match event {
            WorkerEvent::Started(pairing) => Ok(self.reporter.started(&pairing)?),
            WorkerEvent::HeldUp(pairing) => Ok(self.reporter.replayed(&pairing)?),
            WorkerEvent::Impossible(reason) => Err(TournamentError::Impossible(reason)),
            WorkerEvent::NotBegun { engine, fault } => Err(TournamentError::Unplayable {
                engine: self.options.engines[engine].name.clone(),
                fault: fault.to_string(),
            }),
            WorkerEvent::Finished { pairing, played, began } => {
                let engines = [pairing.white, pairing.black].map(|n| &self.options.engines[n]);
                let summary = GameSummary::of_game(&pairing, &played.plies, engines);
                if let Some(file) = &mut self.records {
                    let record =
                        record::record(&self.options.labels, &pairing, engines, &played, began);
                    file.append(&record)?;
                }
                let repeated = self.results.add(&pairing, played.result, Some(&summary));
                let standings = &self.results.all;
                self.reporter.finished(&pairing, &played, &summary, repeated, standings)?;
                if self.is_decided() {
                    self.stop.set();
                }
                match played.broken {
                    Some(side) if !self.options.recover => Err(TournamentError::Breakdown {
                        engine: engines[side.index()].name.clone(),
                        fault: played
                            .reason
                            .split_once(' ')
                            .map_or("", |(_, fault)| fault)
                            .to_owned(),
                    }),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Whether there is a test and it is decided.
    fn is_decided(&self) -> bool {
        let verdict = |sprt: Sprt| sprt.verdict(&self.results.all.between(0, 1));
        self.options.sprt.is_some_and(|sprt| verdict(sprt) != SprtVerdict::Open)
    }

    fn conclude(mut self) -> Result<(), TournamentError> {
        let how = match &self.failure {
            Some(error) => format!("Stopped: {error}"),
            None if self.stop.is_interrupted() => "Interrupted".to_owned(),
            None if self.is_decided() => "The test is decided".to_owned(),
            None => "Finished match".to_owned(),
        };
        self.reporter.ended(&self.results, &how)?;
        match self.failure {
            Some(error) => Err(error),
            None if self.stop.is_interrupted() => Err(TournamentError::Interrupted),
            None => Ok(()),
        }
    }
}
