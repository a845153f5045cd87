//! A fixed search: its node count is a signature of the search's behaviour, its time gives the
//! speed.

use std::collections::TryReserveError;
use std::fmt;
use std::time::Duration;

use super::analyst::Headless;
use super::{Control, Limits, Progress, SearchThreads};
use crate::eval::EvalSource;
use vertumnus_core::board::SplitMix64;
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// Unless a depth is given, a position is searched until the end of the iteration in which this
/// number of nodes is reached: games differ too much for one depth to suit all.
const NODES: u64 = 100_000;

/// The size of the transposition table in MiB, small enough to be filled.
const HASH: usize = 16;

/// The positions are the start and every eighth of one random game.
const PLIES_BETWEEN: usize = 8;
const POSITIONS: usize = 6;

/// Searches the bench positions of these games and says nodes and speed: one line per game, and the
/// total last. Positions are evaluated by `source`; where that is for another game, by what comes with
/// the engine. Once `control` is stopped, nothing more is said.
///
/// `threads` should be a single one: the node counts of several differ from run to run.
///
/// # Errors
/// If the system does not have the memory for the transposition table.
pub fn run(
    variants: &[Variant],
    depth: Option<u32>,
    source: &EvalSource,
    threads: &SearchThreads,
    control: &Control,
    say: &mut dyn FnMut(&str),
) -> Result<(), TryReserveError> {
    let mut total = BenchCount::default();
    for &variant in variants {
        let source = source.clone();
        let count = variant.visit(Bench { depth, source, threads, control })?;
        if control.is_stopped() {
            return Ok(());
        }
        say(&format!("{variant}: {count}"));
        total.nodes += count.nodes;
        total.time += count.time;
    }
    say(&total.to_string());
    Ok(())
}

#[derive(Clone, Copy, Debug, Default)]
struct BenchCount {
    nodes: u64,
    time: Duration,
}

impl fmt::Display for BenchCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1);
        write!(f, "{} nodes {per_second} nps", self.nodes)
    }
}

struct Bench<'a> {
    depth: Option<u32>,
    source: EvalSource,
    threads: &'a SearchThreads,
    control: &'a Control,
}

impl Visitor for Bench<'_> {
    type Output = Result<BenchCount, TryReserveError>;

    fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
        let mut count = BenchCount::default();
        let limits = Limits { depth: self.depth, ..Limits::default() };
        let mut headless = Headless::new(rules, self.threads, HASH)?;
        // A network of another game is refused, and what comes with the engine stays.
        let _ = headless.set_eval_source(self.source);
        for position in positions(rules) {
            if self.control.is_stopped() {
                break;
            }
            headless.forget();
            // It measures the time and, without a depth, ends the search after some iteration.
            let own = Control::on(self.control.host());
            let control = if self.depth.is_some() { self.control } else { &own };
            let mut report = |progress: &Progress| {
                if self.depth.is_none() && (progress.nodes >= NODES || self.control.is_stopped()) {
                    own.stop();
                }
            };
            let best = headless.search(&Line::new(position), &limits, control, &mut report);
            count.time += own.age();
            count.nodes += best.nodes;
        }
        Ok(count)
    }
}

/// The start position and others of one random game, the same in every build: moves are drawn in
/// the order of their texts, so that the order of generation does not matter.
fn positions<R: Ruleset>(rules: R) -> Vec<Position<R>> {
    let mut random = SplitMix64::new(0);
    let mut position = Position::start(rules);
    let mut positions = vec![position];
    while positions.len() < POSITIONS {
        for _ in 0..PLIES_BETWEEN {
            let mut moves = position.legal_moves();
            moves.sort_by_cached_key(|&mv| position.move_text(mv));
            if moves.is_empty() {
                position = Position::start(rules);
            } else {
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        positions.push(position);
    }
    positions
}

#[cfg(all(test, feature = "written"))]
mod tests {
    use super::*;
    use crate::search::SearchThreads;
    use vertumnus_core::position::testing::{Way, orthodox};
    use vertumnus_core::rules::chancellor::Chancellor;
    use vertumnus_core::rules::written::Written128;

    fn nodes<R: Ruleset>(rules: R) -> u64 {
        let threads = SearchThreads::new(1).expect("a thread");
        let (source, control) = (EvalSource::Untrained, Control::new());
        let bench = Bench { depth: Some(5), source, threads: &threads, control: &control };
        bench.visit(rules).expect("memory for a table").nodes
    }

    #[test]
    fn a_written_game_is_searched_as_the_compiled_one() {
        let facts = Chancellor.facts();
        let extra = ('C', "Chancellor", &[Way::Rook, Way::Knight][..]);
        let definition = orthodox((facts.name, facts.title), (9, 9), facts.start, Some(extra));
        let written = Written128::with_key(&definition, 0).expect("it is plain");
        assert_eq!(nodes(written), nodes(Chancellor));
    }
}
