//! Makes openings: random plies that leave a game open.

use std::collections::HashSet;
use std::io::{self, Write};

use thiserror::Error;

use vertumnus_core::board::SplitMix64;
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{Ruleset, Variant, Visitor};
use vertumnus_engine::search::analyst::Analyst;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// How many openings.
    pub count: usize,
    /// How many random plies lead to each.
    pub plies: usize,
    /// What the lot follows from.
    pub seed: u64,
    /// What a search may find for either side, in centipawns.
    pub margin: i32,
    /// How many nodes it searches.
    pub nodes: u64,
}

/// Why there are no openings, or no more.
#[derive(Debug, Error)]
pub enum MakeError {
    /// The output.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// Too many tries in a row led to nothing new.
    #[error("no more than {0} openings were found; allow more plies or a greater margin")]
    TooFew(usize),
}

/// So many tries may fail in a row.
const MOST_FAILURES: usize = 5_000;

/// In MiB; searches are short.
const HASH: usize = 1;

/// The nodes of a glance.
const GLANCE_NODES: u64 = 500;

/// Makes openings and writes them as FEN, each as soon as it is found. The same options of the same
/// build give the same openings on every machine.
///
/// A line of random plies is an opening if its end is new, the side to move is not in check, and
/// both a glance and a proper search find it near even: then no blow is still to come.
///
/// # Errors
/// If nothing can be written, or not as many are found as are wanted.
pub fn make(options: Options, output: impl Write) -> Result<(), MakeError> {
    options.variant.visit(Maker { options, output })
}

struct Maker<O> {
    options: Options,
    output: O,
}

impl<O: Write> Visitor for Maker<O> {
    type Output = Result<(), MakeError>;

    fn visit<R: Ruleset>(mut self) -> Self::Output {
        let mut judge = Judge::<R>::new(self.options);
        let mut random = SplitMix64::new(self.options.seed);
        let mut seen = HashSet::new();
        let mut failures = 0;
        while seen.len() < self.options.count {
            let line = random_line::<R>(&mut random, self.options.plies);
            let found = line
                .filter(|line| !seen.contains(&line.position().key()) && judge.is_balanced(line));
            if let Some(line) = found {
                failures = 0;
                seen.insert(line.position().key());
                writeln!(self.output, "{}", line.position().fen())?;
                self.output.flush()?;
            } else {
                failures += 1;
                if failures > MOST_FAILURES {
                    return Err(MakeError::TooFew(seen.len()));
                }
            }
        }
        Ok(())
    }
}

/// A line of random legal moves, unless the game ends on the way or in check. Moves are drawn from
/// their texts in order, so that the order of generation does not matter.
pub(crate) fn random_line<R: Ruleset>(random: &mut SplitMix64, plies: usize) -> Option<Line<R>> {
    let mut line = Line::new(Position::start());
    for _ in 0..plies {
        if line.outcome().is_some() {
            return None;
        }
        let mut moves = line.position().legal_moves();
        moves.sort_by_cached_key(|&mv| line.position().move_text(mv));
        line.make_unchecked(moves[random.below(moves.len())]);
    }
    (line.outcome().is_none() && !line.position().in_check()).then_some(line)
}

/// Judges positions by search.
struct Judge<R: Ruleset> {
    options: Options,
    analyst: Analyst<R>,
}

impl<R: Ruleset> Judge<R> {
    fn new(options: Options) -> Self {
        Self { options, analyst: Analyst::new(HASH) }
    }

    /// Whether both a glance and a proper search find the position near even.
    fn is_balanced(&mut self, line: &Line<R>) -> bool {
        let nodes = [GLANCE_NODES.min(self.options.nodes), self.options.nodes];
        nodes.into_iter().all(|nodes| {
            self.analyst.forget();
            let score = self.analyst.search(line, nodes).score;
            score.centipawns().abs() <= self.options.margin
        })
    }
}
