//! Playing weaker than the engine can, so that people have a game.
//!
//! A weak player thinks little, [overlooks](super::oversights) moves, and does not always take the
//! best of the moves that look good to it. So a level has four numbers: the nodes of a search, the
//! part of the moves that is overlooked, the lines to choose from, and a margin within which they
//! count as equally good. What is played makes sense to the depth that was searched, and as far as
//! the player sees no move gives away more than the margin. The numbers are the same on every
//! machine and at every time control.

use super::bound::Bound;
use super::limits::{Limits, Settings};
use super::skill::Skill;
use super::types::{Best, Progress};
use vertumnus_core::board::SplitMix64;
use vertumnus_core::position::{Line, Move};
use vertumnus_core::rules::Ruleset;

/// The limits of a weak player's search, who would choose among these moves: it overlooks some of
/// them, but never all.
pub(super) fn limits<R: Ruleset>(
    skill: Skill,
    line: &Line<R>,
    limits: &Limits,
    mut moves: Vec<Move>,
) -> Limits {
    let nodes = limits.nodes.map_or(skill.nodes(), |limit| limit.min(skill.nodes()));
    let oversights = skill.oversights_at_root();
    let last = line.moves().last().map(Move::to);
    moves.retain(|&mv| !oversights.has(line.position(), mv, last));
    let search_moves = if moves.is_empty() { limits.search_moves.clone() } else { moves };
    Limits { nodes: Some(nodes), search_moves, ..limits.clone() }
}

/// The settings of a weak player's search.
pub(super) fn settings(skill: Skill, settings: &Settings) -> Settings {
    let oversights = Some(skill.oversights());
    Settings {
        multi_pv: settings.multi_pv.max(skill.lines()),
        skill: None,
        oversights,
        ..*settings
    }
}

/// The line that a weak player chooses: the one with the highest sum of its score and a random
/// bonus below the margin. Lines are given from the best on.
fn choose(skill: Skill, lines: &[Progress]) -> Option<&Progress> {
    let margin = skill.margin();
    let mut random = SplitMix64::new(skill.seed());
    let mut bonus = || random.below(margin + 1) as i32;
    // `max_by_key` returns the last of equal lines, which must be the best one.
    lines.iter().rev().max_by_key(|line| line.score.centipawns() + bonus())
}

/// The latest exact report of each line, the best line first.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<Progress>);

impl Lines {
    /// Takes note of a report.
    pub(super) fn note(&mut self, progress: &Progress) {
        if progress.bound == Bound::Exact {
            self.0.truncate(progress.line - 1);
            self.0.push(progress.clone());
        }
    }

    /// The result that a player of this skill chooses, with a report of it; `best` if there is no
    /// choice.
    pub(super) fn choose(&self, skill: Skill, best: Best) -> (Best, Option<Progress>) {
        let Some(choice) = choose(skill, &self.0).filter(|_| best.best.is_some()) else {
            return (best, None);
        };
        let chosen = Best {
            best: choice.pv.first().copied(),
            ponder: choice.pv.get(1).copied(),
            score: choice.score,
            nodes: best.nodes,
        };
        (chosen, Some(Progress { line: 1, nodes: best.nodes, ..choice.clone() }))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::Evaluator;
    use crate::search::{Control, Score, SearchThreads, Searcher, Task, TranspositionTable};
    use vertumnus_core::board::SplitMix64;
    use vertumnus_core::position::Position;
    use vertumnus_core::rules::{Variant, Visitor};

    fn skill(level: u32, seed: u64) -> Skill {
        Skill::of_level(level, seed).expect("less than full")
    }

    fn line_of(number: usize, centipawns: i32) -> Progress {
        Progress {
            line: number,
            score: Score::cp(centipawns),
            ..Progress::of_ended_game(Score::DRAW, Duration::ZERO)
        }
    }

    #[test]
    fn all_moves_within_the_margin_are_played_and_no_others() {
        for level in [0, 6, 12, 19] {
            let scores = [40, 35, 0, -60, -300, -2_000];
            let lines: Vec<_> = (1..).zip(scores).map(|(n, score)| line_of(n, score)).collect();
            let played = (0..2_000).filter_map(|seed| choose(skill(level, seed), &lines));
            let played: Vec<i32> = played.map(|line| line.score.centipawns()).collect();
            let margin = skill(level, 0).margin() as i32;
            for score in scores {
                let is_played = played.contains(&score);
                assert_eq!(is_played, 40 - score < margin, "{score} at level {level}");
            }
        }
    }

    #[test]
    fn a_limit_of_nodes_still_counts() {
        struct NodesAre(Option<u64>, u64);

        impl Visitor for NodesAre {
            type Output = ();

            fn visit<R: Ruleset>(self, rules: R) {
                let line = Line::new(Position::start(rules));
                let asked = Limits { nodes: self.0, ..Limits::default() };
                let limits = limits(skill(19, 0), &line, &asked, Vec::new());
                assert_eq!(limits.nodes, Some(self.1));
            }
        }

        Variant::default().visit(NodesAre(Some(7), 7));
        Variant::default().visit(NodesAre(None, skill(19, 0).nodes()));
    }

    /// The move that is played at this skill.
    fn played<R: Ruleset>(
        searcher: &mut Searcher<R>,
        table: &TranspositionTable,
        line: &Line<R>,
        skill: Skill,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Option<Move> {
        let settings = Settings { skill: Some(skill), ..Settings::default() };
        let (limits, control) = (Limits::default(), Control::new());
        let evaluator = Evaluator::shared(line.position().rules());
        let task = Task::new(line, &evaluator, &limits, &settings, table, &control);
        searcher.search(&task, report).best
    }

    struct PlaysAGame(u64);

    impl Visitor for PlaysAGame {
        type Output = Vec<u32>;

        /// A short game at a low level: every move legal and reported.
        fn visit<R: Ruleset>(self, rules: R) -> Vec<u32> {
            let mut line = Line::new(Position::start(rules));
            let threads = SearchThreads::new(1).expect("a thread");
            let (mut searcher, table) =
                (Searcher::new(rules, &threads), TranspositionTable::new(1));
            while line.len() < 30 && line.outcome().is_none() {
                let skill = skill(3, self.0 + line.len() as u64);
                let mut last = None;
                let mut report = |progress: &Progress| {
                    assert_eq!(progress.line, 1, "only the chosen line is reported");
                    last = progress.pv.first().copied();
                };
                let mv = played(&mut searcher, &table, &line, skill, &mut report).expect("a move");
                assert!(line.position().is_legal(mv));
                assert_eq!(last, Some(mv));
                line.make_unchecked(mv);
            }
            line.moves().map(Move::to_word).collect()
        }
    }

    #[test]
    fn a_seed_decides_a_game() {
        for variant in Variant::bundled() {
            let game = |seed| variant.visit(PlaysAGame(seed));
            assert_eq!(game(1), game(1), "{variant}");
            assert_ne!(game(1), game(2_000), "{variant}");
        }
    }

    struct IsForced;

    impl Visitor for IsForced {
        type Output = ();

        /// An only move is played, and without a move there is none.
        fn visit<R: Ruleset>(self, rules: R) {
            let mut random = SplitMix64::new(3);
            let mut line = Line::new(Position::start(rules));
            let threads = SearchThreads::new(1).expect("a thread");
            let (mut searcher, table) =
                (Searcher::new(rules, &threads), TranspositionTable::new(1));
            for _ in 0..300 {
                let moves = line.position().legal_moves();
                if line.outcome().is_some() && !moves.is_empty() {
                    line = Line::new(Position::start(rules));
                } else if moves.len() < 2 {
                    let played = played(&mut searcher, &table, &line, skill(0, 9), &mut |_| {});
                    assert_eq!(played, moves.first().copied());
                    line = Line::new(Position::start(rules));
                } else {
                    line.make_unchecked(moves[random.below(moves.len())]);
                }
            }
        }
    }

    #[test]
    fn an_only_move_is_played() {
        for variant in Variant::bundled() {
            variant.visit(IsForced);
        }
    }
}
