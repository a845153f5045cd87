//! Another engine that counts: a process that speaks UCI and knows `go perft`.

use std::collections::BTreeMap;
use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use vertumnus_core::rules::Variant;
use vertumnus_referee::process::{Process, Silence, Stop};

/// How long it may take to start, and to get ready.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// How long a count may take that costs no time here, and how many times longer than here.
const PATIENCE: (Duration, u32) = (Duration::from_secs(60), 1000);

/// Why the other engine cannot be asked.
#[derive(Debug, Error)]
pub(crate) enum OpponentError {
    /// The command is blank, or its quotes are not closed.
    #[error("'{0}' is no command")]
    Command(String),
    /// It cannot be started.
    #[error("cannot start '{0}': {1}")]
    Start(String, io::Error),
    /// It does not answer in time.
    #[error("the other engine does not answer '{0}'")]
    Silent(String),
    /// It has ended, or closed its output.
    #[error("the other engine has ended")]
    Gone,
    /// It does not know the game.
    #[error("the other engine does not know the game {0}")]
    Variant(Variant),
    /// It searched.
    #[error("the other engine does not know 'go perft'")]
    Plays,
    /// Its total is not the sum of its moves.
    #[error("the other engine counts {total} leaves in all, but {sum} below its moves")]
    Sum {
        /// What it says.
        total: u64,
        /// What its moves say.
        sum: u64,
    },
}

/// The other engine.
pub(super) struct Opponent {
    process: Process,
    /// The line of its option `UCI_Variant`, if it has it.
    variants: Option<String>,
    variant: Option<Variant>,
}

/// A line of an answer to `go perft`.
#[derive(Debug, PartialEq, Eq)]
enum Answer<'a> {
    Move(&'a str, u64),
    Total(u64),
    BestMove,
    Remark,
}

impl Opponent {
    /// Starts it.
    pub(super) fn start(command: &str) -> Result<Self, OpponentError> {
        let bad = || OpponentError::Command(command.to_owned());
        let words = shlex::split(command).ok_or_else(bad)?;
        let (program, arguments) = words.split_first().ok_or_else(bad)?;
        let failed = |error| OpponentError::Start(command.to_owned(), error);
        let mut child = Command::new(program);
        child.args(arguments).stderr(Stdio::null());
        let process = Process::spawn(child, &Arc::new(Stop::default())).map_err(failed)?;
        let mut opponent = Self { process, variants: None, variant: None };
        opponent.process.send("uci");
        let mut variants = None;
        opponent.wait_for("uciok", |line| {
            if line.to_ascii_lowercase().starts_with("option name uci_variant ") {
                variants = Some(line.to_owned());
            }
        })?;
        opponent.variants = variants;
        Ok(opponent)
    }

    /// Says which game is meant from now on.
    pub(super) fn set_variant(&mut self, variant: Variant) -> Result<(), OpponentError> {
        if self.variant == Some(variant) {
            return Ok(());
        }
        let mut names = std::iter::once(variant.name()).chain(variant.aliases().iter().copied());
        let Some(offered) = &self.variants else {
            // Who has no choice plays chess.
            return if variant.is_chess() { Ok(()) } else { Err(OpponentError::Variant(variant)) };
        };
        let offers = |name: &&str| offered.split_whitespace().any(|word| word == *name);
        let name = names.find(offers).ok_or(OpponentError::Variant(variant))?;
        self.process.send(&format!("setoption name UCI_Variant value {name}"));
        self.process.send("isready");
        self.wait_for("readyok", |_| ())?;
        self.variant = Some(variant);
        Ok(())
    }

    /// The leaves below each move of a position, which took so long here.
    pub(super) fn divide(
        &mut self,
        fen: &str,
        depth: u32,
        took: Duration,
    ) -> Result<BTreeMap<String, u64>, OpponentError> {
        let go = format!("go perft {depth}");
        self.process.send(&format!("position fen {fen}"));
        self.process.send(&go);
        let deadline = Instant::now() + PATIENCE.0 + took * PATIENCE.1;
        let mut counts = BTreeMap::new();
        loop {
            match Answer::of(&self.receive(&go, deadline)?) {
                Answer::Move(mv, leaves) => *counts.entry(mv.to_owned()).or_insert(0) += leaves,
                Answer::Total(total) => {
                    let sum = counts.values().sum();
                    return if total == sum {
                        Ok(counts)
                    } else {
                        Err(OpponentError::Sum { total, sum })
                    };
                }
                Answer::BestMove => return Err(OpponentError::Plays),
                Answer::Remark => {}
            }
        }
    }

    fn receive(&self, question: &str, deadline: Instant) -> Result<String, OpponentError> {
        self.process.receive(deadline).map(|line| line.text).map_err(|silence| match silence {
            Silence::Timeout => OpponentError::Silent(question.to_owned()),
            Silence::Closed | Silence::Stopped => OpponentError::Gone,
        })
    }

    /// Waits for a line of one word, and shows all before it.
    fn wait_for(&self, word: &str, mut see: impl FnMut(&str)) -> Result<(), OpponentError> {
        let question = if word == "uciok" { "uci" } else { "isready" };
        let deadline = Instant::now() + HANDSHAKE;
        loop {
            let line = self.receive(question, deadline)?;
            if line.trim() == word {
                return Ok(());
            }
            see(line.trim());
        }
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.process.quit();
    }
}

impl<'a> Answer<'a> {
    /// `e2e4: 20` is a move, `Nodes searched: 400` and its like are the total.
    fn of(line: &'a str) -> Self {
        let line = line.trim();
        let beginning = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if beginning == "bestmove" {
            return Self::BestMove;
        }
        let Some((name, Ok(leaves))) =
            line.rsplit_once([' ', ':']).map(|(name, number)| (name, number.parse()))
        else {
            return Self::Remark;
        };
        let name = name.trim_end_matches(|c: char| c == ':' || c == '-' || c.is_whitespace());
        if ["nodes", "total"].contains(&beginning.to_ascii_lowercase().as_str()) {
            Self::Total(leaves)
        } else if name.is_empty() || name.contains(char::is_whitespace) {
            Self::Remark
        } else {
            Self::Move(name, leaves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_many_engines_are_read() {
        for (line, answer) in [
            ("e2e4: 20", Answer::Move("e2e4", 20)),
            ("e7e8q 1", Answer::Move("e7e8q", 1)),
            ("a2a3 - 380\r", Answer::Move("a2a3", 380)),
            ("a2a3:380", Answer::Move("a2a3", 380)),
            ("Nodes searched: 8902", Answer::Total(8902)),
            ("nodes 8902", Answer::Total(8902)),
            ("Total: 8902", Answer::Total(8902)),
            ("bestmove e2e4", Answer::BestMove),
            ("info depth 1 nodes 20", Answer::Remark),
            ("info string counting", Answer::Remark),
            ("", Answer::Remark),
            ("12", Answer::Remark),
        ] {
            assert_eq!(Answer::of(line), answer, "{line}");
        }
    }
}
