//! Perft: every line of every suite is a test of its own name, in each game of the build.
//!
//! `<game>::<line>::leaves` counts the leaves of its tree at every depth within a budget, `<game>::<line>::nodes`
//! walks a small tree and checks every position in it. What is larger is in `...::many_leaves`, `...::many_nodes` and
//! `<game>::many_random_games`, which only run with `--ignored`.

mod cozy;
mod invariants;
mod support;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use libtest_mimic::{Arguments, Failed, Trial};
use vertumnus_core::board::SplitMix64;
use vertumnus_core::position::perft::Counter;
use vertumnus_core::position::perft::suite::Entry;
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// Depths with more leaves than this are counted only on request.
const MANY_LEAVES: u64 = 20_000_000;

/// Every position is checked in trees with at most this many leaves, and on request in larger ones.
const CHECKED_LEAVES: [u64; 2] = [600, 4_000];

/// Random games of each variant in which every position is checked, and how many are checked on request.
const RANDOM_GAMES: [u64; 2] = [4, 12];

fn main() {
    let mut trials = cozy::trials();
    trials.extend(Variant::bundled().iter().flat_map(|variant| variant.visit(Trials)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// All tests of a game.
struct Trials;

impl Visitor for Trials {
    type Output = Vec<Trial>;

    fn visit<R: Ruleset>(self, rules: R) -> Vec<Trial> {
        let suite = support::suite(rules.facts().name);
        let lines = suite.iter().flatten().cloned();
        let mut trials: Vec<Trial> = lines.flat_map(|line| line_trials(rules, line)).collect();
        let run = trials.iter().filter(|trial| trial.name().ends_with("::leaves")).count();
        trials.push(trial(rules, "suite", move || is_complete(rules, &suite?, run)));
        for (test, games, on_request) in
            [("random_games", RANDOM_GAMES[0], false), ("many_random_games", RANDOM_GAMES[1], true)]
        {
            let play = trial(rules, test, move || random_games(rules, games));
            trials.push(play.with_ignored_flag(on_request));
        }
        trials
    }
}

fn trial<R: Ruleset>(
    rules: R,
    name: &str,
    test: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> Trial {
    Trial::test(format!("{}::{name}", rules.facts().name), || test().map_err(Failed::from))
}

fn line_trials<R: Ruleset>(rules: R, line: Entry) -> Vec<Trial> {
    let Entry { name, fen, counts } = line;
    let within = |least: u64, most: u64| -> Vec<(u32, u64)> {
        counts.iter().copied().filter(|&(_, leaves)| (least..=most).contains(&leaves)).collect()
    };
    let [depth, more] = CHECKED_LEAVES.map(|most| {
        counts.iter().rfind(|&&(_, leaves)| leaves <= most).map_or(1, |&(depth, _)| depth)
    });
    let mut trials = Vec::new();
    for (test, counts, on_request) in [
        ("leaves", within(0, MANY_LEAVES), false),
        ("many_leaves", within(MANY_LEAVES + 1, u64::MAX), true),
    ] {
        if !counts.is_empty() {
            let fen = fen.clone();
            let count = move || count(rules, &fen, &counts);
            let counted = trial(rules, &format!("{name}::{test}"), count);
            trials.push(counted.with_ignored_flag(on_request));
        }
    }
    let walked = |test, depth| {
        let fen = fen.clone();
        let walk = move || walk(&mut Line::new(read(rules, &fen)?), depth);
        trial(rules, &format!("{name}::{test}"), walk)
    };
    trials.push(walked("nodes", depth));
    if more > depth {
        trials.push(walked("many_nodes", more).with_ignored_flag(true));
    }
    trials
}

fn read<R: Ruleset>(rules: R, fen: &str) -> Result<Position<R>, String> {
    Position::from_fen(rules, fen).map_err(|error| format!("{error}: {fen}"))
}

/// All lines of the suite are run, under different names, and the start position is one of them.
fn is_complete<R: Ruleset>(rules: R, suite: &[Entry], run: usize) -> Result<(), String> {
    if run != suite.len() {
        return Err(format!("{run} lines of {} are run", suite.len()));
    }
    let names: HashSet<&str> = suite.iter().map(|line| line.name.as_str()).collect();
    if names.len() != suite.len() {
        return Err("two lines have the same name".to_owned());
    }
    if !suite.iter().any(|line| line.fen == rules.facts().start) {
        return Err("the start position is missing".to_owned());
    }
    Ok(())
}

/// Compares the leaves at these depths. A wrong count is shown move by move, so that it can be
/// followed down the tree with another program.
fn count<R: Ruleset>(rules: R, fen: &str, counts: &[(u32, u64)]) -> Result<(), String> {
    let position = read(rules, fen)?;
    let stop = AtomicBool::new(false);
    let counter = Counter::new(&stop, None);
    for &(depth, expected) in counts {
        let counted = counter.count(&position, depth).unwrap_or_default();
        if counted != expected {
            let divided = counter.divide(&position, depth).unwrap_or_default();
            let moves: Vec<String> = divided
                .iter()
                .map(|&(mv, leaves)| format!("{}: {leaves}", position.move_text(mv)))
                .collect();
            return Err(format!(
                "depth {depth}: {counted} leaves, not {expected}, in {fen}\n{}",
                moves.join("\n")
            ));
        }
    }
    Ok(())
}

/// Checks every position of a tree.
fn walk<R: Ruleset>(line: &mut Line<R>, depth: u32) -> Result<(), String> {
    invariants::check(line.position())?;
    if depth > 0 {
        for mv in line.position().legal_moves() {
            line.make_unchecked(mv);
            walk(line, depth - 1)?;
            line.undo();
        }
    }
    Ok(())
}

/// Plays games of random moves to their ends, checking every position, and takes them back.
fn random_games<R: Ruleset>(rules: R, games: u64) -> Result<(), String> {
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut line = Line::new(Position::start(rules));
        let mut stood = vec![line.position().fen()];
        while line.outcome().is_none() {
            invariants::check(line.position())?;
            let moves = line.position().legal_moves();
            line.make_unchecked(moves[random.below(moves.len())]);
            let before = stood.iter().filter(|&fen| repeats(fen, &line.position().fen())).count();
            if line.repetitions(usize::MAX) != before {
                return Err(format!(
                    "game {seed}: {} stood {before} times before, not {}",
                    line.position().fen(),
                    line.repetitions(usize::MAX)
                ));
            }
            stood.push(line.position().fen());
        }
        while line.undo().is_some() {}
        if line.position().fen() != rules.facts().start {
            return Err(format!("game {seed} does not go back to the start"));
        }
    }
    Ok(())
}

/// Whether two FENs are of the same position, whatever their counters.
fn repeats(a: &str, b: &str) -> bool {
    a.split(' ').take(4).eq(b.split(' ').take(4))
}
