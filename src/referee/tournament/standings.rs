//! The results of a tournament so far.

use std::collections::HashMap;

use super::schedule::Pairing;
use super::stats::MatchScore;
use super::summary::{GameSummary, MatchSummary};
use vertumnus_core::board::Color;
use vertumnus_core::pgn::GameResult;
use vertumnus_core::rules::Variant;

/// The results of all pairs of engines.
#[derive(Clone, Debug)]
pub(super) struct Standings {
    /// The score of the first engine against the second, by their indices. The lower one is first.
    scores: HashMap<(usize, usize), MatchScore>,
    /// Half points of the first engine in blocks of which only one game was played.
    half_pairs: HashMap<usize, usize>,
    plays_in_pairs: bool,
}

impl Standings {
    /// No results. If games are played in pairs, the games of a block are also counted together.
    pub(super) fn new(plays_in_pairs: bool) -> Self {
        Self { scores: HashMap::new(), half_pairs: HashMap::new(), plays_in_pairs }
    }

    /// Adds the result of a game.
    pub(super) fn add(&mut self, game: &Pairing, result: GameResult) {
        let first = game.white.min(game.black);
        let is_first_white = first == game.white;
        let score = self.scores.entry((first, game.white.max(game.black))).or_default();
        let half_points = match result {
            GameResult::Open => return,
            GameResult::Draw => {
                score.draws += 1;
                1
            }
            GameResult::Win(color) if (color == Color::White) == is_first_white => {
                score.wins += 1;
                2
            }
            GameResult::Win(_) => {
                score.losses += 1;
                0
            }
        };
        if !self.plays_in_pairs {
            return;
        }
        match self.half_pairs.remove(&game.block) {
            Some(others) => score.pairs[others + half_points] += 1,
            None => {
                self.half_pairs.insert(game.block, half_points);
            }
        }
    }

    /// The results of engine `a` against engine `b`.
    pub(super) fn between(&self, a: usize, b: usize) -> MatchScore {
        let score = self.scores.get(&(a.min(b), a.max(b))).copied().unwrap_or_default();
        if a < b { score } else { score.reversed() }
    }

    /// The results of an engine against all others.
    pub(super) fn of(&self, engine: usize) -> MatchScore {
        let mut total = MatchScore::default();
        for &(a, b) in self.scores.keys() {
            if a == engine || b == engine {
                total += self.between(engine, if a == engine { b } else { a });
            }
        }
        total
    }
}

/// The results of a tournament, together and by games.
#[derive(Clone, Debug)]
pub(super) struct Results {
    pub(super) all: Standings,
    /// In the order in which the games were named.
    pub(super) of_games: Vec<(Variant, Standings)>,
    pub(super) summary: MatchSummary,
}

impl Results {
    /// No results in these games.
    pub(super) fn new(plays_in_pairs: bool, variants: impl IntoIterator<Item = Variant>) -> Self {
        let all = Standings::new(plays_in_pairs);
        let of_games = variants.into_iter().map(|variant| (variant, all.clone())).collect();
        Self { all, of_games, summary: MatchSummary::default() }
    }

    /// Adds a game, and returns the number of an earlier one, counted from 1, whose moves it repeats.
    pub(super) fn add(
        &mut self,
        game: &Pairing,
        result: GameResult,
        summary: Option<&GameSummary>,
    ) -> Option<usize> {
        self.all.add(game, result);
        let of_game = self.of_games.iter_mut().find(|(variant, _)| *variant == game.variant);
        if let Some((_, standings)) = of_game {
            standings.add(game, result);
        }
        summary.and_then(|summary| self.summary.add(game, summary))
    }

    /// The games of which there are results, if there are several.
    pub(super) fn by_game(&self) -> Vec<&(Variant, Standings)> {
        let played: Vec<_> =
            self.of_games.iter().filter(|(_, standings)| !standings.scores.is_empty()).collect();
        if played.len() > 1 { played } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Opening;

    fn game(index: usize, white: usize, black: usize) -> Pairing {
        let (variant, opening) = (Variant::default(), Opening::default());
        Pairing { index, round: (1, index + 1), white, black, block: index / 2, variant, opening }
    }

    #[test]
    fn games_count_for_both_engines_and_pairs_when_they_are_complete() {
        let (white, black) = (GameResult::Win(Color::White), GameResult::Win(Color::Black));
        let mut standings = Standings::new(true);
        for (index, result) in
            [white, black, white, GameResult::Draw, white].into_iter().enumerate()
        {
            let (a, b) = if index % 2 == 0 { (0, 1) } else { (1, 0) };
            standings.add(&game(index, a, b), result);
        }
        let score = MatchScore { wins: 4, losses: 0, draws: 1, pairs: [0, 0, 0, 1, 1] };
        assert_eq!(standings.between(0, 1), score);
        assert_eq!(standings.between(1, 0), score.reversed());
        standings.add(&game(10, 0, 2), black);
        assert_eq!(standings.of(0).games(), 6);
        assert_eq!(standings.of(0).losses, 1);
        assert_eq!(standings.of(2).wins, 1);
    }
}
