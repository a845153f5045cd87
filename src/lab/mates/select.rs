//! Chooses problems that are as different as possible.

use std::collections::{HashMap, HashSet};

use super::problem::Problem;

/// A problem with its themes.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) problem: Problem,
    pub(super) themes: Vec<String>,
}

/// At most `count` of the candidates, chosen so that each theme is as rare as possible, sorted by
/// length and numbered.
pub(super) fn select(mut candidates: Vec<Candidate>, count: usize) -> Vec<Problem> {
    let mut seen = HashSet::new();
    candidates.retain(|candidate| seen.insert(candidate.problem.fen.clone()));
    let mut chosen: Vec<Problem> = Vec::new();
    let mut times: HashMap<String, usize> = HashMap::new();
    while chosen.len() < count && !candidates.is_empty() {
        // The more often its themes were chosen already, the staler a candidate is.
        let staleness = |candidate: &Candidate| {
            let times = candidate.themes.iter().map(|theme| times.get(theme).copied().unwrap_or(0));
            let sum: usize = times.sum();
            sum * 1000 / candidate.themes.len().max(1)
        };
        let best = (0..candidates.len()).min_by_key(|&index| staleness(&candidates[index]));
        let candidate = candidates.swap_remove(best.unwrap_or(0));
        for theme in candidate.themes {
            *times.entry(theme).or_default() += 1;
        }
        chosen.push(candidate.problem);
    }
    chosen.sort_by(|a, b| (a.moves, &a.name, &a.fen).cmp(&(b.moves, &b.name, &b.fen)));
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for problem in &mut chosen {
        let number = numbers.entry(problem.name.clone()).or_default();
        *number += 1;
        problem.name = format!("{}_{number:02}", problem.name);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(fen: &str, moves: u32, themes: &[&str]) -> Candidate {
        let problem = Problem {
            name: format!("mate_in_{moves}"),
            fen: fen.to_owned(),
            moves,
            first_moves: vec!["a1a2".to_owned()],
            nodes: 1,
        };
        Candidate { problem, themes: themes.iter().map(|&theme| theme.to_owned()).collect() }
    }

    #[test]
    fn the_rare_comes_before_the_common_and_nothing_comes_twice() {
        let candidates = vec![
            candidate("a", 1, &["rook"]),
            candidate("b", 1, &["rook"]),
            candidate("c", 1, &["rook"]),
            candidate("c", 1, &["rook"]),
            candidate("d", 2, &["knight"]),
        ];
        let chosen = |count| -> Vec<String> {
            let problems = select(candidates.clone(), count);
            problems
                .into_iter()
                .map(|problem| format!("{} {}", problem.fen, problem.name))
                .collect()
        };
        assert_eq!(chosen(2), ["a mate_in_1_01", "d mate_in_2_01"]);
        assert_eq!(chosen(9).len(), 4);
    }
}
