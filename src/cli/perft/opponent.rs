//! Another engine to compare counts with. It speaks UCI and knows `go perft`.

use std::collections::BTreeMap;
use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use vertumnus_core::rules::Variant;
use vertumnus_referee::client::uci::{self, UciEngine, UnknownVariant};
use vertumnus_referee::process::{Channel, FullPipe, Process, Silence, StopSignal};

/// How long the engine may take to start, and to get ready.
const START_PATIENCE: Duration = Duration::from_secs(10);

/// How long a count may take: this time, plus this multiple of the time that it took here.
const MIN_COUNT_PATIENCE: Duration = Duration::from_secs(60);
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
    #[error("the other engine does not answer '{0}'")]
    Silent(String),
    /// The engine has ended, or has closed its output.
    #[error("the other engine has ended")]
    Gone,
    /// The engine does not know the variant.
    #[error("the other engine does not know the variant {0}")]
    Variant(Variant),
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
    /// Starts the engine.
    pub(super) fn start(command: &str) -> Result<Self, OpponentError> {
        let bad = || OpponentError::Command(command.to_owned());
        let words = shlex::split(command).ok_or_else(bad)?;
        let (program, arguments) = words.split_first().ok_or_else(bad)?;
        let mut process = Command::new(program);
        process.args(arguments).stderr(Stdio::null());
        let stop = Arc::new(StopSignal::default());
        let process = Process::spawn(process, FullPipe::Fail, uci::is_search_info, &stop)
            .map_err(|error| OpponentError::Start(command.to_owned(), error))?;
        let mut engine = UciEngine::new(process);
        engine
            .handshake(START_PATIENCE)
            .map_err(|silence| OpponentError::silent("uci", silence))?;
        Ok(Self { engine })
    }

    /// Chooses the game of all following counts.
    pub(super) fn set_variant(&mut self, variant: Variant) -> Result<(), OpponentError> {
        let chosen = self.engine.choose_variant(variant);
        chosen.map_err(|UnknownVariant(variant)| OpponentError::Variant(variant))?;
        let ready = self.engine.await_ready(START_PATIENCE);
        ready.map_err(|silence| OpponentError::silent("isready", silence))
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
        let deadline = Instant::now() + MIN_COUNT_PATIENCE + own_time * COUNT_PATIENCE_FACTOR;
        let mut counts = BTreeMap::new();
        loop {
            let line = process.receive(deadline);
            let line = line.map_err(|silence| OpponentError::silent(&go, silence))?;
            match PerftLine::parse(&line.text) {
                PerftLine::Move(mv, leaves) => *counts.entry(mv.to_owned()).or_insert(0) += leaves,
                PerftLine::Total(total) => {
                    let sum = counts.values().sum();
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
    fn silent(command: &str, silence: Silence) -> Self {
        match silence {
            Silence::Timeout => Self::Silent(command.to_owned()),
            Silence::Closed | Silence::Stopped => Self::Gone,
        }
    }
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
