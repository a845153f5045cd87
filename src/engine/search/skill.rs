//! Playing weaker than the engine can, so that people have a game.
//!
//! A weak player sees little, and does not always take the best of the moves that look good to it. So
//! a level has two numbers: the nodes of a search, and a margin within which moves count as equally
//! good. The moves come from a search for several lines: what is played makes sense to the depth that
//! was searched, and as far as the search sees no move gives away more than the margin. Both numbers
//! are the same on every machine and at every time control.

use super::{Best, Bound, Limits, Progress, Settings};
use vertumnus_core::board::SplitMix64;

/// A level of play below full strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Skill {
    /// From 0 to below [`FULL`](Self::FULL).
    level: f64,
    /// The random seed of its choices.
    seed: u64,
}

/// The number of moves to choose from.
const LINES: usize = 8;

/// The nodes at level 0, and the factor from each level to the next.
const NODES: f64 = 40.0;
const NODES_FACTOR: f64 = 1.5;

/// The margin at level 0 in centipawns, and the factor from each level to the next.
const MARGIN: f64 = 900.0;
const MARGIN_FACTOR: f64 = 0.82;

/// The Elo of some levels, in ascending order, as measured in chess by the games of `docs/strength.md`.
const ELO: [(f64, f64); 4] = [(0.0, 470.0), (4.0, 740.0), (8.0, 1340.0), (12.0, 1790.0)];

impl Skill {
    /// The level of full strength.
    pub(crate) const FULL: u32 = 20;

    /// The lowest and the highest Elo.
    pub(crate) const ELO_RANGE: (u32, u32) = (ELO[0].1 as u32, ELO[ELO.len() - 1].1 as u32);

    /// The skill of a level with a random seed; `None` at full strength.
    #[must_use]
    pub(crate) fn of_level(level: u32, seed: u64) -> Option<Self> {
        (level < Self::FULL).then_some(Self { level: f64::from(level), seed })
    }

    /// The skill that plays at about this Elo, or at the nearer end of the range, with a random seed.
    #[must_use]
    pub(crate) fn of_elo(elo: u32, seed: u64) -> Self {
        let elo = f64::from(elo).clamp(ELO[0].1, ELO[ELO.len() - 1].1);
        let level = ELO.windows(2).find(|pair| elo <= pair[1].1).map_or(0.0, |pair| {
            let [(level, low), (next_level, high)] = [pair[0], pair[1]];
            level + (next_level - level) * (elo - low) / (high - low)
        });
        Self { level, seed }
    }

    /// The limits of a weak player's search.
    pub(super) fn limits(self, limits: &Limits) -> Limits {
        let nodes = (NODES * NODES_FACTOR.powf(self.level)) as u64;
        let nodes = limits.nodes.map_or(nodes, |limit| limit.min(nodes));
        Limits { nodes: Some(nodes), ..limits.clone() }
    }

    /// The settings of a weak player's search.
    pub(super) fn settings(settings: &Settings) -> Settings {
        Settings { multi_pv: settings.multi_pv.max(LINES), skill: None, ..*settings }
    }

    /// The line that a weak player chooses: the one with the highest sum of its score and a random
    /// bonus below the margin. Lines are given from the best on.
    fn choose(self, lines: &[Progress]) -> Option<&Progress> {
        let margin = (MARGIN * MARGIN_FACTOR.powf(self.level)) as usize;
        let mut random = SplitMix64::new(self.seed);
        let mut bonus = || random.below(margin + 1) as i32;
        // `max_by_key` returns the last of equal lines, which must be the best one.
        let lines = lines.iter().rev();
        lines.max_by_key(|line| line.score.centipawns() + bonus())
    }
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
        let Some(choice) = skill.choose(&self.0).filter(|_| best.best.is_some()) else {
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
    use crate::search::{Control, Score, SearchThreads, Searcher, Task, TranspositionTable};
    use vertumnus_core::position::{Line, Move, Position};
    use vertumnus_core::rules::{Ruleset, Variant, Visitor};

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
            let played = (0..2_000).filter_map(|seed| skill(level, seed).choose(&lines));
            let played: Vec<i32> = played.map(|line| line.score.centipawns()).collect();
            let margin = (MARGIN * MARGIN_FACTOR.powf(level.into())) as i32;
            for score in scores {
                let is_played = played.contains(&score);
                assert_eq!(is_played, 40 - score < margin, "{score} at level {level}");
            }
        }
    }

    #[test]
    fn higher_levels_and_elos_search_more() {
        let nodes = |skill: Skill| skill.limits(&Limits::default()).nodes.expect("a limit");
        assert!((1..20).all(|level| nodes(skill(level, 0)) > nodes(skill(level - 1, 0))));
        for (level, elo) in ELO {
            assert_eq!(Skill::of_elo(elo as u32, 5), skill(level as u32, 5));
        }
        let (lowest, highest) = Skill::ELO_RANGE;
        let elos: Vec<u64> = (lowest..=highest).map(|elo| nodes(Skill::of_elo(elo, 0))).collect();
        assert!(elos.is_sorted() && lowest < highest);
        assert_eq!(Skill::of_elo(0, 0), Skill::of_elo(lowest, 0));
        assert_eq!(Skill::of_elo(u32::MAX, 0), Skill::of_elo(highest, 0));
        let limits = Limits { nodes: Some(7), ..Limits::default() };
        assert_eq!(skill(19, 0).limits(&limits).nodes, Some(7));
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
        let task = Task::new(line, &limits, &settings, table, &control);
        searcher.search(&task, report).best
    }

    struct PlaysAGame(u64);

    impl Visitor for PlaysAGame {
        type Output = Vec<u32>;

        /// A short game at a low level: every move legal and reported.
        fn visit<R: Ruleset>(self) -> Vec<u32> {
            let mut line = Line::new(Position::<R>::start());
            let threads = SearchThreads::new(1).expect("a thread");
            let (mut searcher, table) = (Searcher::new(&threads), TranspositionTable::new(1));
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
        for variant in Variant::ALL {
            let game = |seed| variant.visit(PlaysAGame(seed));
            assert_eq!(game(1), game(1), "{variant}");
            assert_ne!(game(1), game(2_000), "{variant}");
        }
    }

    struct IsForced;

    impl Visitor for IsForced {
        type Output = ();

        /// An only move is played, and without a move there is none.
        fn visit<R: Ruleset>(self) {
            let mut random = SplitMix64::new(3);
            let mut line = Line::new(Position::<R>::start());
            let threads = SearchThreads::new(1).expect("a thread");
            let (mut searcher, table) = (Searcher::new(&threads), TranspositionTable::new(1));
            for _ in 0..300 {
                let moves = line.position().legal_moves();
                if line.outcome().is_some() && !moves.is_empty() {
                    line = Line::new(Position::start());
                } else if moves.len() < 2 {
                    let played = played(&mut searcher, &table, &line, skill(0, 9), &mut |_| {});
                    assert_eq!(played, moves.first().copied());
                    line = Line::new(Position::start());
                } else {
                    line.make_unchecked(moves[random.below(moves.len())]);
                }
            }
        }
    }

    #[test]
    fn an_only_move_is_played() {
        for variant in Variant::ALL {
            variant.visit(IsForced);
        }
    }
}
