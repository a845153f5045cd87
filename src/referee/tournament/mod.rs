//! Tournaments between engines, with the rules as the arbiter.
//!
//! Games are handed out by their numbers to as many threads as games are to be played at once. Each
//! thread keeps the two engines of its game and follows it; results come back to the one that counts,
//! records and tells.

mod adjudication;
mod arbiter;
mod arguments;
mod client;
mod clock;
mod options;
mod record;
mod report;
mod schedule;
mod sprt;
mod standings;
mod stats;
mod uci;
mod worker;
mod xboard;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use thiserror::Error;

pub use arguments::Arguments;
pub use clock::TimeControlError;
pub use options::OptionsError;

use super::process::Stop;
use crate::openings::OpeningsError;
use adjudication::Rules;
use options::EngineConfig;
use record::Labels;
use report::{Report, Style};
use schedule::{Plan, Schedule};
use sprt::{Sprt, Verdict};
use standings::Standings;
use worker::{News, Shared, Worker};

/// What is to be played, and how.
#[derive(Clone, Debug)]
pub struct Options {
    engines: Vec<EngineConfig>,
    plan: Plan,
    rules: Rules,
    sprt: Option<Sprt>,
    concurrency: usize,
    /// Whether the tournament goes on when an engine breaks down.
    recover: bool,
    /// Whether games of the record file are not played again.
    resume: bool,
    records: Option<PathBuf>,
    labels: Labels,
    /// How long a move may take where no clock says it.
    patience: Duration,
    /// A pause after each game.
    pause: Duration,
    style: Style,
    interval: usize,
}

/// Why a tournament did not take place, or not to its end.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// What was asked for.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The record file.
    #[error("{}: {reason}", path.display())]
    Records {
        /// The file.
        path: PathBuf,
        /// One line that says what is wrong.
        reason: String,
    },
    /// The output.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// Signals.
    #[error("cannot receive signals: {0}")]
    Signals(#[from] ctrlc::Error),
    /// An opening that is none.
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
    /// A signal has ended the tournament.
    #[error("interrupted; --resume goes on")]
    Interrupted,
}

/// Plays a tournament to its end, or until a test is decided, an engine breaks down, or a signal
/// comes. No engine outlives it.
///
/// # Errors
/// What has kept it from its end.
pub fn run(options: &Options, output: impl Write) -> Result<(), TournamentError> {
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
    let mut report = Report::new(
        options.style,
        output,
        names.iter().map(|&name| name.to_owned()).collect(),
        options.sprt,
        schedule.len(),
        options.interval,
    );
    report.resumed(done.len(), &standings)?;
    let stop = Stop::on_signals()?;
    let shared = Shared::new(options, &schedule, done, stop.clone());
    let mut counter = Counter { options, standings, report, records, stop, end: None };
    if counter.is_decided() {
        counter.stop.set();
    }
    play(&shared, options.concurrency, &mut counter);
    counter.conclude()
}

/// Lets the threads play, and counts what they bring until all have ended.
fn play<O: Write>(shared: &Shared<'_>, concurrency: usize, counter: &mut Counter<'_, O>) {
    thread::scope(|scope| {
        let (sender, news) = mpsc::channel();
        for _ in 0..concurrency {
            let sender = sender.clone();
            scope.spawn(move || Worker::new(shared, sender).run());
        }
        drop(sender);
        for news in news {
            if let Err(error) = counter.hear(news) {
                counter.end.get_or_insert(error);
                counter.stop.set();
            }
        }
    });
}

/// Counts, records and tells.
struct Counter<'a, O> {
    options: &'a Options,
    standings: Standings,
    report: Report<O>,
    records: Option<File>,
    stop: Arc<Stop>,
    /// What has ended the tournament before its time.
    end: Option<TournamentError>,
}

impl<O: Write> Counter<'_, O> {
    fn hear(&mut self, news: News) -> Result<(), TournamentError> {
        match news {
            News::Started(pairing) => Ok(self.report.started(&pairing)?),
            News::BadOpening(reason) => Err(TournamentError::Opening(reason)),
            News::Finished { pairing, played, began } => {
                let engines = [pairing.white, pairing.black].map(|n| &self.options.engines[n]);
                if let Some(file) = &mut self.records {
                    let record =
                        record::record(&self.options.labels, &pairing, engines, &played, began);
                    record.append(file)?;
                }
                self.standings.add(&pairing, played.result);
                self.report.finished(&pairing, &played, &self.standings)?;
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

    /// Whether there is a test and it has come to an end.
    fn is_decided(&self) -> bool {
        let verdict = |sprt: Sprt| sprt.verdict(&self.standings.between(0, 1));
        self.options.sprt.is_some_and(|sprt| verdict(sprt) != Verdict::Open)
    }

    fn conclude(mut self) -> Result<(), TournamentError> {
        let how = match &self.end {
            Some(error) => format!("Broken off: {error}"),
            None if self.stop.is_interrupted() => "Interrupted".to_owned(),
            None if self.is_decided() => "The test is decided".to_owned(),
            None => "Finished match".to_owned(),
        };
        self.report.ended(&self.standings, &how)?;
        match self.end {
            Some(error) => Err(error),
            None if self.stop.is_interrupted() => Err(TournamentError::Interrupted),
            None => Ok(()),
        }
    }
}
