//! Another engine to compare counts with. It speaks UCI and knows `go perft`.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use crate::command_line;
use vertumnus_core::rules::Variant;
use vertumnus_referee::client::uci::{self, UciEngine, UnknownVariant};
use vertumnus_referee::keep_ticking;
use vertumnus_referee::process::{Channel, FullPipe, Process, Silence, StopSignal};

/// How long the engine may take to start, and to get ready.
const START_PATIENCE: Duration = Duration::from_secs(10);

/// Longer than anybody waits.
const MAX_PATIENCE: Duration = Duration::from_secs(1 << 32);

/// An engine that says more than this in answer to a count, in bytes, says something else. A thousand moves
/// take a hundredth.
const MAX_ANSWER: usize = 1 << 20;

/// How often what is shown while the engine counts is drawn.
const TICK: Duration = Duration::from_millis(250);

/// How long a count may take, apart from the time that the user grants: this multiple of the time
/// that it took here.
const COUNT_PATIENCE_FACTOR: u32 = 1000;

/// The other engine cannot be compared with.
#[derive(Debug, Error)]
pub(crate) enum OpponentError {
    /// The command is blank, or its quotes are not closed.
    #[error("'{0}' is not a command")]
    Command(String),
    /// The engine cannot be started.
    #[error("cannot start '{0}': {1}")]
    Start(String, io::Error),
    /// The engine does not answer in time.
    #[error("the other engine does not answer '{0}' in {1} s")]
    Silent(String, u64),
    /// A user has interrupted the comparison.
    #[error("interrupted")]
    Interrupted,
    /// The engine has ended, or has closed its output.
    #[error("the other engine has ended")]
    Gone,
    /// The engine does not have an option.
    #[error("the other engine has no option '{0}'")]
    Option(String),
    /// The engine does not know the game.
    #[error("the other engine does not know the game {0}")]
    Variant(Variant),
    /// The engine says too much.
    #[error("the other engine answers '{0}' with more than 1 MiB")]
    Floods(String),
    /// The engine started a search instead of counting.
    #[error("the other engine does not know 'go perft'")]
    Plays,
    /// The total is not the sum over the moves.
    #[error("the other engine counts {total} leaves in all, but {sum} below its moves")]
    Sum {
        /// The total.
        total: u64,
        /// The sum over the moves.
        sum: u64,
    },
}

/// The other engine.
pub(super) struct Opponent {
    engine: UciEngine<Process>,
    /// The time that a count may take at least.
    patience: Duration,
}

/// A line of the answer to `go perft`.
#[derive(Debug, PartialEq, Eq)]
enum PerftLine<'a> {
    Move(&'a str, u64),
    Total(u64),
    BestMove,
    Other,
}

impl Opponent {
    /// Starts the engine, and sets these options.
    pub(super) fn start(
        command: &str,
        rules: &[PathBuf],
        options: &[(String, String)],
        patience: Duration,
        stop: &Arc<StopSignal>,
    ) -> Result<Self, OpponentError> {
        let bad = || OpponentError::Command(command.to_owned());
        let mut process = command_line::command(command).ok_or_else(bad)?;
        process.stderr(Stdio::null());
        let process = Process::spawn(process, FullPipe::Fail, uci::is_search_info, stop)
            .map_err(|error| OpponentError::Start(command.to_owned(), error))?;
        let mut engine = UciEngine::new(process);
        engine
            .handshake(START_PATIENCE)
            .map_err(|silence| OpponentError::silent("uci", START_PATIENCE, silence))?;
        engine.set_rules(rules);
        for (name, value) in options {
            if !engine.announces(name) {
                return Err(OpponentError::Option(name.clone()));
            }
            engine.set_option(name, value);
        }
        if !(options.is_empty() && rules.is_empty()) {
            // An option can bring games.
            engine
                .handshake(START_PATIENCE)
                .map_err(|silence| OpponentError::silent("uci", START_PATIENCE, silence))?;
        }
        Ok(Self { engine, patience })
    }

    /// Chooses the game of all following counts.
    pub(super) fn set_variant(&mut self, variant: Variant) -> Result<(), OpponentError> {
        let chosen = self.engine.choose_variant(variant);
        chosen.map_err(|UnknownVariant(variant)| OpponentError::Variant(variant))?;
        let ready = self.engine.await_ready(START_PATIENCE);
        ready.map(drop).map_err(|silence| OpponentError::silent("isready", START_PATIENCE, silence))
    }

    /// The number of leaves below each move of a position. `own_time` is the time that the same
    /// count took here.
    pub(super) fn divide(
        &mut self,
        fen: &str,
        depth: u32,
        own_time: Duration,
    ) -> Result<BTreeMap<String, u64>, OpponentError> {
        let go = format!("go perft {depth}");
        self.engine.set_position(Some(fen), &[]);
        let process = self.engine.channel();
        process.send(&go);
        let patience = self.patience.saturating_add(own_time.saturating_mul(COUNT_PATIENCE_FACTOR));
        let deadline = Instant::now() + patience.min(MAX_PATIENCE);
        // It is removed from the terminal when it goes.
        let _bar = Cleared(waiting_bar(depth, patience));
        let mut counts = BTreeMap::new();
        let mut said = 0;
        loop {
            let line = process.receive(deadline);
            let line = line.map_err(|silence| OpponentError::silent(&go, patience, silence))?;
            said += line.text.len() + 1;
            if said > MAX_ANSWER {
                return Err(OpponentError::Floods(go));
            }
            // An engine that never stops talking must not extend its deadline.
            if line.at > deadline {
                return Err(OpponentError::silent(&go, patience, Silence::Timeout));
            }
            match PerftLine::parse(&line.text) {
                PerftLine::Move(mv, leaves) => {
                    let sum: &mut u64 = counts.entry(mv.to_owned()).or_default();
                    *sum = sum.saturating_add(leaves);
                }
                PerftLine::Total(total) => {
                    let sum = counts.values().copied().fold(0, u64::saturating_add);
                    return if total == sum {
                        Ok(counts)
                    } else {
                        Err(OpponentError::Sum { total, sum })
                    };
                }
                PerftLine::BestMove => return Err(OpponentError::Plays),
                PerftLine::Other => {}
            }
        }
    }
}

impl OpponentError {
    fn silent(command: &str, patience: Duration, silence: Silence) -> Self {
        match silence {
            Silence::Timeout => Self::Silent(command.to_owned(), patience.as_secs()),
            Silence::Closed => Self::Gone,
            Silence::Stopped => Self::Interrupted,
        }
    }
}

/// A bar that leaves nothing on the terminal.
struct Cleared(ProgressBar);

impl Drop for Cleared {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Shows on a terminal how long the engine has been waited for, and how long it can take at most.
fn waiting_bar(depth: u32, patience: Duration) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        bar.set_style(style);
    }
    let seconds = patience.as_secs();
    bar.set_message(format!("the other engine counts at depth {depth}, at most {seconds} s"));
    keep_ticking(&bar, TICK);
    bar
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.engine.channel().quit();
    }
}

impl<'a> PerftLine<'a> {
    /// Reads `e2e4: 20` as a move, and `Nodes searched: 400` and the like as the total.
    fn parse(line: &'a str) -> Self {
        let line = line.trim();
        let beginning = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if beginning == "bestmove" {
            return Self::BestMove;
        }
        let Some((name, Ok(leaves))) =
            line.rsplit_once([' ', ':']).map(|(name, number)| (name, number.parse()))
        else {
            return Self::Other;
        };
        let name = name.trim_end_matches(|c: char| c == ':' || c == '-' || c.is_whitespace());
        if ["nodes", "total"].contains(&beginning.to_ascii_lowercase().as_str()) {
            Self::Total(leaves)
        } else if name.is_empty() || name.contains(char::is_whitespace) {
            Self::Other
        } else {
            Self::Move(name, leaves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_different_engines_are_read() {
        for (line, answer) in [
            ("e2e4: 20", PerftLine::Move("e2e4", 20)),
            ("e7e8q 1", PerftLine::Move("e7e8q", 1)),
            ("a2a3 - 380\r", PerftLine::Move("a2a3", 380)),
            ("a2a3:380", PerftLine::Move("a2a3", 380)),
            ("Nodes searched: 8902", PerftLine::Total(8902)),
            ("nodes 8902", PerftLine::Total(8902)),
            ("Total: 8902", PerftLine::Total(8902)),
            ("bestmove e2e4", PerftLine::BestMove),
            ("info depth 1 nodes 20", PerftLine::Other),
            ("info string counting", PerftLine::Other),
            ("", PerftLine::Other),
            ("12", PerftLine::Other),
        ] {
            assert_eq!(PerftLine::parse(line), answer, "{line}");
        }
    }
}
