//! Every line that a search reports is right: in thousands of short searches of all games, by trying
//! out what they say.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::{
    Best, Bound, Control, Limits, Progress, SearchThreads, Searcher, Settings, Task,
    TranspositionTable,
};
use crate::eval::Evaluator;
use vertumnus_core::board::SplitMix64;
use vertumnus_core::position::mates::{self, Undecided};
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{Outcome, Ruleset, Variant, Visitor};

/// Positions that a proof of a mate may take; most take some thousands.
const PROOF_POSITIONS: u64 = 300_000;

/// So few plies before the limit of the clock a proof could meet it.
const LATE: u32 = 20;

/// A variation is shorter than its iteration by one ply for each node without a move in the table.
const PLIES_LESS: usize = 2;

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    searches: usize,
    reports: usize,
    mates: usize,
    undecided: usize,
}

struct Check {
    variant: Variant,
    searches: usize,
    nodes: usize,
}

impl Visitor for Check {
    type Output = Tally;

    fn visit<R: Ruleset>(self, rules: R) -> Tally {
        let mut random = SplitMix64::new(self.nodes as u64);
        let threads = SearchThreads::new(1).expect("a thread");
        let (mut searcher, table) = (Searcher::new(rules, &threads), TranspositionTable::new(4));
        let evaluator = Evaluator::shared(rules);
        let mut tally = Tally::default();
        let mut line = Line::new(Position::start(rules));
        while tally.searches < self.searches {
            for _ in 0..=random.below(6) {
                let moves = line.position().legal_moves();
                if line.outcome().is_some() || line.len() > 160 {
                    line = Line::new(Position::start(rules));
                } else {
                    line.make_unchecked(moves[random.below(moves.len())]);
                }
            }
            if line.outcome().is_some() {
                continue;
            }
            // Every other search begins with what the ones before it have left in the table.
            if random.below(2) == 0 {
                searcher.clear();
                table.clear();
            }
            // Limits of every size, so that iterations are broken off everywhere.
            let nodes = (1 + random.below(self.nodes)) as u64;
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let multi_pv = [1, 1, 2, 4, 500][random.below(5)];
            let settings = Settings { multi_pv, ..Settings::default() };
            let mut reports = Vec::new();
            let control = Control::new();
            let task = Task::new(&line, &evaluator, &limits, &settings, &table, &control);
            let best = searcher.search(&task, &mut |progress| reports.push(progress.clone()));
            tally.searches += 1;
            tally.reports += reports.len();
            let checked = Reports { variant: self.variant, line: &line, best, said: &reports };
            if let Err(reason) = checked.check(multi_pv, &mut tally) {
                let (variant, fen) = (self.variant, line.position().fen());
                panic!("{variant}, {fen}, {nodes} nodes, {multi_pv} lines: {reason}");
            }
        }
        tally
    }
}

/// The reports of one search.
struct Reports<'a, R: Ruleset> {
    variant: Variant,
    line: &'a Line<R>,
    best: Best,
    said: &'a [Progress],
}

impl<R: Ruleset> Reports<'_, R> {
    fn check(&self, multi_pv: usize, tally: &mut Tally) -> Result<(), String> {
        let lines = multi_pv.min(self.line.position().legal_moves().len());
        let blocks: Vec<_> = self.said.chunk_by(|_, next| next.line > 1).collect();
        for block in &blocks {
            self.check_block(block, lines)?;
        }
        let (last, completed) = blocks.split_last().ok_or("no report")?;
        for block in completed {
            block.iter().try_for_each(|progress| self.check_length(progress))?;
        }
        for progress in *last {
            self.check_mate(progress, tally)?;
        }
        let first = &last[0];
        if self.best.best != first.pv.first().copied() || self.best.score != first.score {
            return Err(format!("the result is {:?} after {first:?}", self.best));
        }
        let next = self.best.best.map(|mv| self.line.position().after_unchecked(mv));
        match (self.best.ponder, next) {
            (Some(reply), Some(next)) if !next.is_legal(reply) => {
                Err("an illegal move to ponder on".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// The lines of one block are all there, legal, distinct and sorted.
    fn check_block(&self, block: &[Progress], lines: usize) -> Result<(), String> {
        let numbers: Vec<_> = block.iter().map(|progress| progress.line).collect();
        if !numbers.iter().copied().eq(1..=lines) {
            return Err(format!("the lines are {numbers:?}"));
        }
        if !block.is_sorted_by_key(|progress| Reverse(progress.score)) {
            return Err(format!("lines out of order: {block:?}"));
        }
        let firsts: HashSet<_> =
            block.iter().map(|progress| progress.pv.first().map(|mv| mv.to_word())).collect();
        if firsts.len() != block.len() {
            return Err(format!("two lines of one move: {block:?}"));
        }
        for progress in block {
            let mut position = *self.line.position();
            for &mv in &progress.pv {
                if !position.is_legal(mv) {
                    return Err(format!("a variation with an illegal move: {progress:?}"));
                }
                position.play_unchecked(mv);
            }
            if progress.bound != Bound::Exact || progress.depth < 1 || progress.pv.is_empty() {
                return Err(format!("no exact line: {progress:?}"));
            }
        }
        Ok(())
    }

    /// The variation of a completed iteration is as long as its depth, unless the game ends before.
    fn check_length(&self, progress: &Progress) -> Result<(), String> {
        let mut line = self.line.clone();
        progress.pv.iter().for_each(|&mv| line.make_unchecked(mv));
        let is_over = line.outcome().is_some() || line.repetitions(progress.pv.len()) > 0;
        if is_over || progress.pv.len() + PLIES_LESS >= progress.depth as usize {
            return Ok(());
        }
        Err(format!("a variation that is too short: {progress:?}"))
    }

    /// A mate is one against every defence; a loss is one whatever the first move is.
    fn check_mate(&self, progress: &Progress, tally: &mut Tally) -> Result<(), String> {
        let (Some(moves), root) = (progress.score.mate(), self.line.position()) else {
            return Ok(());
        };
        if root.plies_to_limit() < LATE {
            return Ok(());
        }
        let proved = if moves > 0 {
            self.wins_by(root, progress, moves.unsigned_abs())
        } else if progress.line == 1 {
            self.all_lose(root, moves.unsigned_abs())
        } else {
            self.loses(&root.after_unchecked(progress.pv[0]), moves.unsigned_abs())
        };
        match proved {
            Ok(true) => tally.mates += 1,
            Ok(false) => return Err(format!("a false mate: {progress:?}")),
            Err(Undecided) => tally.undecided += 1,
        }
        Ok(())
    }

    /// Whether the first move of the line wins in this many moves.
    fn wins_by(
        &self,
        root: &Position<R>,
        progress: &Progress,
        moves: u32,
    ) -> Result<bool, Undecided> {
        let next = root.after_unchecked(progress.pv[0]);
        match next.ending() {
            Some(Outcome::Win(color, _)) => Ok(color == root.side_to_move()),
            Some(Outcome::Draw(_)) => Ok(false),
            None => self.all_lose(&next, moves - 1),
        }
    }

    /// Whether the enemy of the side to move wins in this many moves against each of its moves.
    fn all_lose(&self, position: &Position<R>, moves: u32) -> Result<bool, Undecided> {
        for mv in position.legal_moves() {
            if !self.loses(&position.after_unchecked(mv), moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the side to move wins in this many moves, so that the move before it loses.
    fn loses(&self, position: &Position<R>, moves: u32) -> Result<bool, Undecided> {
        if let Some(outcome) = position.ending() {
            return Ok(
                matches!(outcome, Outcome::Win(color, _) if color == position.side_to_move()),
            );
        }
        let setup = position.setup();
        let mut solver = mates::solver(self.variant, &setup, PROOF_POSITIONS).expect("a position");
        Ok(solver.shortest(moves)?.is_some())
    }
}

fn check_all(searches: usize, nodes: usize) {
    let mut mates = 0;
    for &variant in Variant::bundled() {
        let tally = variant.visit(Check { variant, searches, nodes });
        println!("{variant}, up to {nodes} nodes: {tally:?}");
        mates += tally.mates;
    }
    assert!(mates > 0, "mates were proved");
}

#[test]
fn reports_of_short_searches_are_right() {
    check_all(150, 600);
}

#[test]
#[ignore = "takes minutes"]
fn reports_of_thousands_of_searches_are_right() {
    check_all(3_000, 600);
    check_all(600, 20_000);
}
