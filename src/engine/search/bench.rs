//! A fixed search: its node count is a signature of the search's behavior, its time gives the
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
            let moves = position.moves_by_text();
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
    use vertumnus_core::board::ByColor;
    use vertumnus_core::position::testing::orthodox;
    use vertumnus_core::rules::Kind;
    use vertumnus_core::rules::chess::Chess;
    use vertumnus_core::rules::definition::{Definition, Extinction, Flag, Region, Value};
    use vertumnus_core::rules::written::{AnyWritten, Written64, WrittenGame};

    fn nodes<R: Ruleset>(rules: R, depth: u32) -> u64 {
        let threads = SearchThreads::new(1).expect("a thread");
        let (source, control) = (EvalSource::Untrained, Control::new());
        let bench = Bench { depth: Some(depth), source, threads: &threads, control: &control };
        bench.visit(rules).expect("memory for a table").nodes
    }

    #[test]
    fn a_written_game_is_searched_as_the_compiled_one() {
        let facts = Chess.facts();
        let definition = orthodox((facts.name, facts.title), (8, 8), facts.start, None);
        let written = Written64::with_key(&definition, 0).expect("it is plain");
        assert_eq!(nodes(written, 5), nodes(Chess, 5));
    }

    #[test]
    fn games_on_larger_boards_are_searched() {
        for (files, ranks, men) in [
            (10, 8, "rnbqkbnnnr"),
            (10, 10, "rnbqkbbnnr"),
            (12, 10, "rnbqkbnnnnnr"),
            (16, 8, "rnbqkbnbnbnbnbnr"),
        ] {
            let pawns = "p".repeat(files.into());
            let between = format!("/{files}").repeat(usize::from(ranks) - 4);
            let (whites, white_pawns) = (men.to_uppercase(), pawns.to_uppercase());
            let start = format!("{men}/{pawns}{between}/{white_pawns}/{whites} w KQkq - 0 1");
            let definition = orthodox(("large", "Large"), (files, ranks), &start, None);
            let game = WrittenGame::new(&definition).expect("it is plain");
            let AnyWritten::Wide(rules) = game.rules() else { panic!("the board is large") };
            assert_eq!(Position::start(rules).fen(), start);
            assert!(nodes(rules, 3) > 500, "{files} x {ranks}");
        }
    }

    /// What is best in a position of a game, and the moves to mate or its like.
    fn found(definition: &Definition, fen: &str) -> (String, Option<i32>) {
        let game = WrittenGame::new(definition).expect("it can be played");
        let AnyWritten::Narrow(rules) = game.rules() else { panic!("the board is small") };
        let position = Position::from_fen(rules, fen).expect(fen);
        let threads = SearchThreads::new(1).expect("a thread");
        let mut headless = Headless::new(rules, &threads, 1).expect("memory for a table");
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let best = headless.search(&Line::new(position), &limits, &Control::new(), &mut |_| ());
        let text = best.best.map_or_else(String::new, |mv| position.move_text(mv));
        (text, best.score.mate())
    }

    #[test]
    fn other_ways_to_win_are_found() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let chess = orthodox(("own", "Own"), (8, 8), start, None);
        let kings = vec![Kind::new(5)];
        let mut flags = chess.clone();
        let region = Region(0x18 << 24 | 0x18 << 32);
        flags.flag =
            ByColor([Flag { kinds: kings.clone(), region }, Flag { kinds: kings, region }]);
        // The king goes to the middle, however far Black is ahead.
        let (text, mate) = found(&flags, "rr5k/pp6/8/8/8/3K4/8/8 w - - 0 1");
        assert!(["d3d4", "d3e4"].contains(&&*text) && mate == Some(1), "{text} {mate:?}");
        let mut bare = chess.clone();
        let sets = vec![(0..bare.kinds.len() as u8).map(Kind::new).collect()];
        bare.extinction =
            Some(Extinction { value: Value::Loss, sets, most: 1, enemies: 2, may_answer: false });
        let fen = "6k1/8/8/8/8/1p6/2K5/7R w - - 0 1";
        assert_eq!(found(&bare, fen), ("c2b3".to_owned(), Some(1)));
        // Whoever is without a move wins: nothing but the queen's move there stalemates, and is avoided.
        let mut stalemate = chess;
        stalemate.stalemate = Value::Win;
        let fen = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
        let (text, mate) = found(&stalemate, fen);
        assert!(text != "f1f7" && mate.is_some_and(|moves| moves > 0), "{text} {mate:?}");
    }
}
