//! Who plays whom, from which position and with which colors. All of it follows from the number of
//! the game.
//!
//! Nothing random is decided during the tournament, so that an interrupted tournament can resume
//! with the games that it would have played.

use std::ops::Range;

use crate::openings::{Opening, OpeningBook};
use crate::part::Part;
use vertumnus_core::rules::Variant;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TournamentFormat {
    /// Every engine meets every other.
    RoundRobin,
    /// Each of the first `seeds` engines meets each of the others.
    Gauntlet,
    /// Two engines meet until a sequential test is decided.
    SprtPair,
}

/// When the next opening is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpeningPolicy {
    /// For each pair of engines.
    Encounter,
    /// For all pairs of engines together.
    Round,
}

/// The settings of a schedule.
#[derive(Clone, Debug)]
pub(super) struct MatchPlan {
    pub(super) format: TournamentFormat,
    /// The number of engines.
    pub(super) engines: usize,
    /// The number of engines that challenge the others in a gauntlet.
    pub(super) seeds: usize,
    /// Games of a pair of engines in a round.
    pub(super) games: usize,
    /// The number of rounds; `None` for no end.
    pub(super) rounds: Option<usize>,
    /// Games in a row that a pair of engines plays with one opening.
    pub(super) repeat: usize,
    /// Whether colors are swapped after each game.
    pub(super) swap: bool,
    /// Whether the second engine of a pair has White in the first game.
    pub(super) reverse: bool,
    pub(super) policy: OpeningPolicy,
    /// The variants, which change with each opening, and their openings.
    pub(super) books: Vec<(Variant, OpeningBook)>,
}

/// A scheduled game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The number of the game, from 0.
    pub(super) index: usize,
    /// The round and the number of the game in the round, both from 1.
    pub(super) round: (usize, usize),
    /// The index of the engine with White.
    pub(super) white: usize,
    /// The index of the engine with Black.
    pub(super) black: usize,
    /// The same number for all games with the same engines and the same opening.
    pub(super) block: usize,
    pub(super) variant: Variant,
    pub(super) opening: Opening,
}

/// All games of a tournament.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    plan: MatchPlan,
    pairs: Vec<(usize, usize)>,
}

impl Schedule {
    /// The schedule of a plan whose counts are positive and whose books have openings.
    pub(super) fn new(plan: MatchPlan) -> Self {
        let all = 0..plan.engines;
        let pairs = match plan.format {
            TournamentFormat::RoundRobin | TournamentFormat::SprtPair => {
                all.clone().flat_map(|a| (a + 1..plan.engines).map(move |b| (a, b))).collect()
            }
            TournamentFormat::Gauntlet => {
                let others = plan.seeds..plan.engines;
                let seeds: Range<usize> = 0..plan.seeds;
                seeds.flat_map(|a| others.clone().map(move |b| (a, b))).collect()
            }
        };
        Self { plan, pairs }
    }

    /// The number of games; `None` for no end.
    pub(super) fn len(&self) -> Option<usize> {
        self.plan.rounds.map(|rounds| rounds * self.games_of_a_round())
    }

    /// The number of games of a part, in which all games of an opening stay together; `None` for no
    /// end.
    pub(super) fn len_of(&self, part: Part) -> Option<usize> {
        let games = (0..self.len()?).filter_map(|index| self.game(index));
        Some(games.filter(|game| part.has(game.block)).count())
    }

    fn games_of_a_round(&self) -> usize {
        self.pairs.len() * self.plan.games
    }

    /// Whether each opening is played twice, with swapped colors.
    pub(super) fn plays_in_pairs(&self) -> bool {
        self.plan.repeat == 2 && self.plan.swap
    }

    /// The game with this number; `None` after the last.
    pub(super) fn game(&self, index: usize) -> Option<Pairing> {
        if self.len().is_some_and(|length| index >= length) {
            return None;
        }
        let (round, in_round) = (index / self.games_of_a_round(), index % self.games_of_a_round());
        let (pair, game) = (in_round / self.plan.games, in_round % self.plan.games);
        let meeting = round * self.plan.games + game;
        let (first, second) = *self.pairs.get(pair)?;
        let swaps = self.plan.swap && meeting % 2 == 1;
        let (white, black) =
            if swaps == self.plan.reverse { (first, second) } else { (second, first) };
        let turn = meeting / self.plan.repeat;
        let block = turn * self.pairs.len() + pair;
        // The variants change with the turns, so that each pair of engines plays all of them.
        let variants = self.plan.books.len();
        let (variant, book) = self.plan.books.get(turn % variants)?;
        let opening = match self.plan.policy {
            OpeningPolicy::Encounter => turn / variants * self.pairs.len() + pair,
            OpeningPolicy::Round => turn / variants,
        };
        let opening = book.opening(opening).clone();
        let round = (round + 1, in_round + 1);
        Some(Pairing { index, round, white, black, block, variant: *variant, opening })
    }

    /// The variants that are not played because there are too few rounds, and how many it takes to play
    /// all of them.
    pub(super) fn left_out(&self) -> (Vec<Variant>, usize) {
        let MatchPlan { games, rounds, repeat, ref books, .. } = self.plan;
        let turns = rounds.map_or(usize::MAX, |rounds| (rounds * games).div_ceil(repeat));
        let left_out = books.iter().skip(turns).map(|&(variant, _)| variant).collect();
        (left_out, (books.len() - 1) * repeat / games + 1)
    }

    /// The number of a game, given by its round and its number in the round, both from 1.
    pub(super) fn index_of(&self, (round, game): (usize, usize)) -> Option<usize> {
        let fits = round >= 1 && (1..=self.games_of_a_round()).contains(&game);
        let index = fits.then(|| (round - 1) * self.games_of_a_round() + game - 1)?;
        self.len().is_none_or(|length| index < length).then_some(index)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn plan(format: TournamentFormat, engines: usize) -> MatchPlan {
        let book = OpeningBook::numbered(5);
        MatchPlan {
            format,
            engines,
            seeds: 1,
            games: 2,
            rounds: Some(3),
            repeat: 2,
            swap: true,
            reverse: false,
            policy: OpeningPolicy::Encounter,
            books: vec![(Variant::default(), book)],
        }
    }

    fn games(plan: MatchPlan) -> Vec<Pairing> {
        let schedule = Schedule::new(plan);
        let games: Vec<_> = (0..).map_while(|index| schedule.game(index)).collect();
        assert_eq!(schedule.len(), Some(games.len()));
        for game in &games {
            assert_eq!(schedule.index_of(game.round), Some(game.index));
        }
        games
    }

    #[test]
    fn every_engine_meets_every_other_with_both_colors_and_one_opening() {
        let games = games(plan(TournamentFormat::RoundRobin, 4));
        assert_eq!(games.len(), 3 * 6 * 2);
        for pair in games.chunks(2) {
            let [first, second] = pair else { panic!("an odd number of games") };
            assert_eq!((first.white, first.black), (second.black, second.white));
            assert_eq!((first.block, &first.opening), (second.block, &second.opening));
        }
        let blocks: HashSet<usize> = games.iter().map(|game| game.block).collect();
        assert_eq!(blocks.len(), 18);
        // There are five openings for eighteen blocks: the first follows the last.
        assert_ne!(games[0].opening, games[2].opening);
        assert_eq!(games[0].opening, games[10].opening);
    }

    #[test]
    fn seeds_meet_only_the_others() {
        let games = games(MatchPlan { seeds: 2, ..plan(TournamentFormat::Gauntlet, 5) });
        assert_eq!(games.len(), 3 * 6 * 2);
        assert!(games.iter().all(|game| (game.white < 2) != (game.black < 2)));
    }

    #[test]
    fn single_games_of_many_rounds_pair_up_too() {
        let one = MatchPlan { games: 1, rounds: Some(6), ..plan(TournamentFormat::RoundRobin, 2) };
        let games = games(one.clone());
        let seen: Vec<_> = games.iter().map(|game| (game.white, game.block)).collect();
        assert_eq!(seen, [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]);
        let reversed = super::tests::games(MatchPlan { reverse: true, ..one.clone() });
        assert_eq!(reversed[0].white, 1);
        let fixed = super::tests::games(MatchPlan { swap: false, ..one });
        assert!(fixed.iter().all(|game| game.white == 0));
    }

    #[test]
    fn all_pairs_can_share_the_opening_of_a_round() {
        let games = games(MatchPlan {
            policy: OpeningPolicy::Round,
            ..plan(TournamentFormat::RoundRobin, 3)
        });
        for round in games.chunks(6) {
            assert!(round.iter().all(|game| game.opening == round[0].opening));
        }
        assert_ne!(games[0].opening, games[6].opening);
    }

    #[test]
    fn variants_take_turns() {
        let mut several = plan(TournamentFormat::SprtPair, 2);
        several.rounds = None;
        several.books = Variant::bundled().iter().map(|&v| (v, OpeningBook::numbered(2))).collect();
        let schedule = Schedule::new(several);
        assert_eq!(schedule.len(), None);
        let count = Variant::bundled().len();
        let variants: Vec<_> =
            (0..count).filter_map(|i| schedule.game(2 * i)).map(|game| game.variant).collect();
        assert_eq!(variants, Variant::bundled());
        assert!(schedule.game(1_000_000).is_some());
        assert_eq!(schedule.left_out().0, []);
    }

    #[test]
    fn each_pair_plays_each_variant_if_there_are_enough_rounds() {
        let all = Variant::bundled().len();
        let books: Vec<_> =
            Variant::bundled().iter().map(|&variant| (variant, OpeningBook::numbered(7))).collect();
        for (engines, games, repeat) in [(2, 2, 2), (3, 2, 2), (4, 1, 2), (3, 6, 2), (2, 2, 3)] {
            let plan = |rounds| MatchPlan {
                rounds: Some(rounds),
                games,
                repeat,
                books: books.clone(),
                ..plan(TournamentFormat::RoundRobin, engines)
            };
            let (_, enough) = Schedule::new(plan(1)).left_out();
            assert_eq!(Schedule::new(plan(enough)).left_out().0, []);
            let played: HashSet<_> = super::tests::games(plan(enough))
                .iter()
                .map(|game| (game.white.min(game.black), game.white.max(game.black), game.variant))
                .collect();
            assert_eq!(played.len(), engines * (engines - 1) / 2 * all, "{engines} {games}");
            if enough > 1 {
                let fewer = Schedule::new(plan(enough - 1));
                let seen: HashSet<_> =
                    super::tests::games(plan(enough - 1)).iter().map(|game| game.variant).collect();
                assert_eq!(seen.len() + fewer.left_out().0.len(), all);
                assert!(seen.len() < all);
            }
        }
    }
}
