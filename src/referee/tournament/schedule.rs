//! Who plays whom, from which position, with which colors: all of it by the number of the game.
//!
//! Nothing is drawn by lot while games are played, so that a tournament that was broken off goes on
//! as it would have gone on.

use std::ops::Range;

use crate::openings::{Book, Opening};
use vertumnus_core::rules::Variant;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Everybody everybody else.
    RoundRobin,
    /// Each of the first engines, so many as there are seeds, each of the others.
    Gauntlet,
    /// Two engines each other, until a sequential test is decided.
    SprtPair,
}

/// When the next opening is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Whenever two engines begin with a new one.
    Encounter,
    /// Once for all pairs of engines.
    Round,
}

/// What a schedule is made of.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Who meets whom.
    pub(super) kind: Kind,
    /// How many engines there are.
    pub(super) engines: usize,
    /// How many of them challenge the others in a gauntlet.
    pub(super) seeds: usize,
    /// How many games two engines play in a round.
    pub(super) games: usize,
    /// How many rounds there are; no end if none.
    pub(super) rounds: Option<usize>,
    /// How many games in a row two engines play with one opening.
    pub(super) repeat: usize,
    /// Whether colors are swapped after each game.
    pub(super) swap: bool,
    /// Whether the engine that comes second begins with White.
    pub(super) reverse: bool,
    /// When the next opening is taken.
    pub(super) policy: Policy,
    /// The games, which take turns with the openings, and the openings of each.
    pub(super) books: Vec<(Variant, Book)>,
}

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// Its number, from 0.
    pub(super) index: usize,
    /// The round, and the number of the game in it, both from 1.
    pub(super) round: (usize, usize),
    /// The engine that has White, by its number.
    pub(super) white: usize,
    /// The engine that has Black.
    pub(super) black: usize,
    /// Games with the same engines and the same opening share this.
    pub(super) block: usize,
    /// The game.
    pub(super) variant: Variant,
    /// Where it starts.
    pub(super) opening: Opening,
}

/// All games of a tournament, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    plan: Plan,
    pairs: Vec<(usize, usize)>,
}

impl Schedule {
    /// The schedule of a plan, in which no count is 0 and every book has openings.
    #[must_use]
    pub(super) fn new(plan: Plan) -> Self {
        let all = 0..plan.engines;
        let pairs = match plan.kind {
            Kind::RoundRobin | Kind::SprtPair => {
                all.clone().flat_map(|a| (a + 1..plan.engines).map(move |b| (a, b))).collect()
            }
            Kind::Gauntlet => {
                let others = plan.seeds..plan.engines;
                let seeds: Range<usize> = 0..plan.seeds;
                seeds.flat_map(|a| others.clone().map(move |b| (a, b))).collect()
            }
        };
        Self { plan, pairs }
    }

    /// How many games there are, if there is an end.
    #[must_use]
    pub(super) fn len(&self) -> Option<usize> {
        self.plan.rounds.map(|rounds| rounds * self.games_of_a_round())
    }

    fn games_of_a_round(&self) -> usize {
        self.pairs.len() * self.plan.games
    }

    /// How many games are played with one opening, by engines that swap colors; else none.
    #[must_use]
    pub(super) fn plays_in_pairs(&self) -> bool {
        self.plan.repeat == 2 && self.plan.swap
    }

    /// The game of this number, if there is one.
    #[must_use]
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
        let opening = match self.plan.policy {
            Policy::Encounter => block,
            Policy::Round => turn,
        };
        let (variant, book) = self.plan.books.get(opening % self.plan.books.len())?;
        let opening = book.opening(opening / self.plan.books.len()).clone();
        let round = (round + 1, in_round + 1);
        Some(Pairing { index, round, white, black, block, variant: *variant, opening })
    }

    /// The number of the game with this place in a round, both from 1.
    #[must_use]
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

    fn plan(kind: Kind, engines: usize) -> Plan {
        let book = Book::numbered(5);
        Plan {
            kind,
            engines,
            seeds: 1,
            games: 2,
            rounds: Some(3),
            repeat: 2,
            swap: true,
            reverse: false,
            policy: Policy::Encounter,
            books: vec![(Variant::default(), book)],
        }
    }

    fn games(plan: Plan) -> Vec<Pairing> {
        let schedule = Schedule::new(plan);
        let games: Vec<_> = (0..).map_while(|index| schedule.game(index)).collect();
        assert_eq!(schedule.len(), Some(games.len()));
        for game in &games {
            assert_eq!(schedule.index_of(game.round), Some(game.index));
        }
        games
    }

    #[test]
    fn everybody_meets_everybody_with_both_colors_and_one_opening() {
        let games = games(plan(Kind::RoundRobin, 4));
        assert_eq!(games.len(), 3 * 6 * 2);
        for pair in games.chunks(2) {
            let [first, second] = pair else { panic!("an odd number of games") };
            assert_eq!((first.white, first.black), (second.black, second.white));
            assert_eq!((first.block, &first.opening), (second.block, &second.opening));
        }
        let blocks: HashSet<usize> = games.iter().map(|game| game.block).collect();
        assert_eq!(blocks.len(), 18);
        // There are five openings for eighteen blocks: after the last the first comes again.
        assert_ne!(games[0].opening, games[2].opening);
        assert_eq!(games[0].opening, games[10].opening);
    }

    #[test]
    fn seeds_meet_the_others_alone() {
        let games = games(Plan { seeds: 2, ..plan(Kind::Gauntlet, 5) });
        assert_eq!(games.len(), 3 * 6 * 2);
        assert!(games.iter().all(|game| (game.white < 2) != (game.black < 2)));
    }

    #[test]
    fn single_games_of_many_rounds_pair_up_too() {
        let one = Plan { games: 1, rounds: Some(6), ..plan(Kind::RoundRobin, 2) };
        let games = games(one.clone());
        let seen: Vec<_> = games.iter().map(|game| (game.white, game.block)).collect();
        assert_eq!(seen, [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]);
        let reversed = super::tests::games(Plan { reverse: true, ..one.clone() });
        assert_eq!(reversed[0].white, 1);
        let fixed = super::tests::games(Plan { swap: false, ..one });
        assert!(fixed.iter().all(|game| game.white == 0));
    }

    #[test]
    fn a_round_can_have_one_opening_for_all() {
        let games = games(Plan { policy: Policy::Round, ..plan(Kind::RoundRobin, 3) });
        for round in games.chunks(6) {
            assert!(round.iter().all(|game| game.opening == round[0].opening));
        }
        assert_ne!(games[0].opening, games[6].opening);
    }

    #[test]
    fn games_take_turns() {
        let mut several = plan(Kind::SprtPair, 2);
        several.rounds = None;
        several.books = Variant::ALL.iter().map(|&v| (v, Book::numbered(2))).collect();
        let schedule = Schedule::new(several);
        assert_eq!(schedule.len(), None);
        let count = Variant::ALL.len();
        let variants: Vec<_> =
            (0..count).filter_map(|i| schedule.game(2 * i)).map(|game| game.variant).collect();
        assert_eq!(variants, Variant::ALL);
        assert!(schedule.game(1_000_000).is_some());
    }
}
