//! Tournaments between engines, with the rules as the arbiter.
//!
//! Each thread takes the next game of the schedule, starts its two engines, and referees it. The
//! results go to one collector, which counts, records and reports them.

mod adjudication;
mod arbiter;
mod arguments;
mod options;
mod record;
mod report;
mod schedule;
mod sprt;
mod standings;
mod stats;
mod worker;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use thiserror::Error;

pub use crate::clock::TimeControlError;
pub use crate::openings::OpeningsError;
pub use arguments::MatchArgs;
pub use options::OptionsError;

use crate::client::EngineConfig;
use crate::process::StopSignal;
use adjudication::AdjudicationRules;
use record::RecordLabels;
use report::{MatchReporter, ReportStyle};
use schedule::{MatchPlan, Schedule};
use sprt::{Sprt, SprtVerdict};
use standings::Standings;
use worker::{MatchWorker, SharedMatch, WorkerEvent};

/// The settings of a tournament.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    engines: Vec<EngineConfig>,
    plan: MatchPlan,
    rules: AdjudicationRules,
    sprt: Option<Sprt>,
    concurrency: usize,
    /// Whether the tournament goes on when an engine breaks down.
    recover: bool,
    /// Whether games in the record file are not played again.
    resume: bool,
    records: Option<PathBuf>,
    labels: RecordLabels,
    /// How long a move may take without a clock.
    patience: Duration,
    /// The pause after each game.
    pause: Duration,
    style: ReportStyle,
    /// The number of games between two reports of the standings.
    interval: usize,
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
    /// A report or a record cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// An opening is invalid.
    #[error("{0}")]
    Opening(String),
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

/// Plays a tournament to its end, or until a test is decided, an engine breaks down, or `stop` is
/// set. All engines have ended when this returns.
///
/// # Errors
/// If the tournament cannot start, or ends early for another reason than a decided test.
pub fn run(
    options: &MatchOptions,
    stop: &Arc<StopSignal>,
    output: &mut dyn Write,
) -> Result<(), TournamentError> {
    let schedule = Schedule::new(options.plan.clone());
    let mut standings = Standings::new(schedule.plays_in_pairs());
    let names: Vec<&str> = options.engines.iter().map(|engine| engine.name.as_str()).collect();
    let fail = |reason: String| TournamentError::Records {
        path: options.records.clone().unwrap_or_default(),
        reason,
    };
    let done = match &options.records {
        Some(path) if options.resume => {
            record::resume(path, &schedule, &names, &mut standings).map_err(fail)?
        }
        _ => HashSet::new(),
    };
    let records = match &options.records {
        None => None,
        Some(path) => Some(record::open(path).map_err(|error| fail(error.to_string()))?),
    };
    let mut reporter = MatchReporter::new(
        options.style,
        output,
        names.iter().map(|&name| name.to_owned()).collect(),
        options.sprt,
        schedule.len(),
        options.interval,
    );
    reporter.resumed(done.len(), &standings)?;
    let shared = SharedMatch::new(options, &schedule, done, stop.clone());
    let mut collector =
        Collector { options, standings, reporter, records, stop: stop.clone(), failure: None };
    if collector.is_decided() {
        collector.stop.set();
    }
    play(&shared, options.concurrency, &mut collector);
    collector.conclude()
}

/// Plays games on several threads, and collects their results until all threads have ended.
fn play(shared: &SharedMatch<'_>, concurrency: usize, collector: &mut Collector<'_>) {
    thread::scope(|scope| {
        let (sender, events) = mpsc::channel();
        for _ in 0..concurrency {
            let sender = sender.clone();
            scope.spawn(move || MatchWorker::new(shared, sender).run());
        }
        drop(sender);
        for event in events {
            if let Err(error) = collector.take(event) {
                collector.failure.get_or_insert(error);
                collector.stop.set();
            }
        }
    });
}

/// Counts, records and reports results.
struct Collector<'a> {
    options: &'a MatchOptions,
    standings: Standings,
    reporter: MatchReporter<'a>,
    records: Option<File>,
    stop: Arc<StopSignal>,
    /// The error that has ended the tournament early.
    failure: Option<TournamentError>,
}

impl Collector<'_> {
    fn take(&mut self, event: WorkerEvent) -> Result<(), TournamentError> {
        match event {
            WorkerEvent::Started(pairing) => Ok(self.reporter.started(&pairing)?),
            WorkerEvent::BadOpening(reason) => Err(TournamentError::Opening(reason)),
            WorkerEvent::Finished { pairing, played, began } => {
                let engines = [pairing.white, pairing.black].map(|n| &self.options.engines[n]);
                if let Some(file) = &mut self.records {
                    let record =
                        record::record(&self.options.labels, &pairing, engines, &played, began);
                    record.append(file)?;
                }
                self.standings.add(&pairing, played.result);
                self.reporter.finished(&pairing, &played, &self.standings)?;
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
        let verdict = |sprt: Sprt| sprt.verdict(&self.standings.between(0, 1));
        self.options.sprt.is_some_and(|sprt| verdict(sprt) != SprtVerdict::Open)
    }

    fn conclude(mut self) -> Result<(), TournamentError> {
        let how = match &self.failure {
            Some(error) => format!("Stopped: {error}"),
            None if self.stop.is_interrupted() => "Interrupted".to_owned(),
            None if self.is_decided() => "The test is decided".to_owned(),
            None => "Finished match".to_owned(),
        };
        self.reporter.ended(&self.standings, &how)?;
        match self.failure {
            Some(error) => Err(error),
            None if self.stop.is_interrupted() => Err(TournamentError::Interrupted),
            None => Ok(()),
        }
    }
}
