//! Whether a network that was learned plays better than what played its games.

use std::sync::atomic::{AtomicBool, Ordering};

use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::EvalSource;
use vertumnus_lab::in_order;
use vertumnus_lab::progress::News;

use crate::error::PlaytestError;
use crate::opening::Book;
use crate::part::Part;
use crate::report::Match;
use crate::statistics::{elo, pairs};
use crate::table::Table;

/// A match of a network with its predecessor.
pub(crate) struct Trial<'a> {
    /// What is tried.
    pub(crate) name: String,
    /// The game.
    pub(crate) variant: Variant,
    /// The network, and its predecessor, which judges the openings.
    pub(crate) sources: [&'a EvalSource; 2],
    /// Nodes a move.
    pub(crate) nodes: u64,
    /// How many openings there are; each is played twice, with the colors changed.
    pub(crate) pairs: u64,
    /// The random seed.
    pub(crate) seed: u64,
    /// Number of games played at the same time; 0 for one per processor.
    pub(crate) threads: usize,
}

impl Trial<'_> {
    /// Plays the match. `None` if it was stopped before its end.
    ///
    /// # Errors
    /// If the system has too little for a single game.
    pub(crate) fn play(
        &self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(News),
    ) -> Result<Option<Match>, PlaytestError> {
        let [network, before] = self.sources;
        let tables = Table::several(self.variant, [network, before, before], self.threads)?;
        let (part, book) = (Part::trial(self.nodes), Book::new(self.nodes));
        let work = |table: &mut Table, pair: u64| {
            let points = |number: u64| {
                let white = table.record(&part.seating(self.seed, number), &book).result as u8;
                table.change_seats();
                if number.is_multiple_of(2) { white } else { 2 - white }
            };
            [2 * pair, 2 * pair + 1].map(points)
        };
        let mut results = Vec::new();
        let mut take = |pair: u64, points: [u8; 2]| {
            results.extend(points);
            tell(News::Step {
                done: 2 * (pair + 1),
                total: 2 * self.pairs,
                message: self.name.clone(),
            });
            Ok::<(), PlaytestError>(())
        };
        let is_stopped = || stop.load(Ordering::Relaxed);
        in_order::run(tables, 0..self.pairs, &is_stopped, &work, &mut take)?;
        let is_whole = results.len() as u64 == 2 * self.pairs;
        Ok(pairs::score(&results).filter(|_| is_whole).map(|score| Match {
            name: self.name.clone(),
            token: None,
            nodes: self.nodes,
            against: self.nodes,
            games: 2 * self.pairs,
            score,
            elo: elo::difference(score),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(sources: [&EvalSource; 2], threads: usize) -> Match {
        let trial = Trial {
            name: "a trial".to_owned(),
            variant: Variant::default(),
            sources,
            nodes: 100,
            pairs: 8,
            seed: 1,
            threads,
        };
        let played = trial.play(&AtomicBool::new(false), &mut |_| {}).expect("games");
        assert_eq!(trial.play(&AtomicBool::new(true), &mut |_| {}).expect("no games"), None);
        played.expect("it was not stopped")
    }

    #[test]
    fn equals_are_equal_and_what_was_learned_from_millions_of_games_is_stronger() {
        let (own, powers) = (EvalSource::BuiltIn, EvalSource::Untrained);
        // Both games of a pair are the same game.
        let even = result([&powers, &powers], 2);
        assert!(even.score.value == 0.5 && !even.is_won(), "{even:?}");
        let better = result([&own, &powers], 1);
        assert!(better.score.value > 0.8 && better.is_won(), "{better:?}");
        let worse = result([&powers, &own], 2);
        assert!(worse.score.value < 0.2 && !worse.is_won(), "{worse:?}");
    }
}
