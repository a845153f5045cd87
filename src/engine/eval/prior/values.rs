//! What powers are worth, from what they reach on the board.
//!
//! The idea is Ralph Betza's "crowded board mobility": a piece is worth the mean number of squares
//! that it attacks, over all squares, on boards that are occupied at random to some density. It
//! needs only the attack function of a power, so a new power needs no number here.

use crate::eval::board::{Board, Set};
use crate::eval::game::GameProfile;
use crate::eval::tapered::Tapered;
use vertumnus_core::board::{Bits, SplitMix64, Square};
use vertumnus_core::rules::{Kind, Power, PowerSet};

/// The share of the start position's pieces that stands on the crowded boards of a middlegame and of
/// an endgame.
const CROWDS: [f64; 2] = [0.62, 0.3];

/// Centipawns per square attacked in the mean, in the middlegame and in the endgame. With these,
/// chess has its well-known values.
const PER_SQUARE: [f64; 2] = [61.0, 54.0];

/// The exponent of the share of the board that a piece can reach at all: a bishop suffers from
/// reaching only half of it.
const BINDING: f64 = 0.125;

/// The share of the second best power's value that is added again for standing together with the
/// best.
const SYNERGY: f64 = 0.33;

/// Random seed of the crowds; fixed, so that values are the same in every run.
const SEED: u64 = 1;

/// Number of random crowds per phase.
const SAMPLES: usize = 48;

/// The plain pawn, unless it promotes as in shogi: its value lies ahead of it, not in its attack.
const PAWN: Tapered = Tapered::new(90, 115);

/// Of what other pieces gain by promotion, one centipawn in so many counts before it.
const PROMOTION: i32 = 4;

/// What each power of a game attacks, on the empty board and on crowded ones.
pub(in crate::eval) struct AttackSamples<'a> {
    game: &'a GameProfile,
    /// `[power][crowd][square]`; crowd 0 is the empty board, then come those of the middlegame and
    /// those of the endgame. Empty for powers that the game does not have.
    sets: Vec<Vec<Vec<Set>>>,
    /// `[power][square]`: what it attacks in any of these, since there are powers that need a crowd.
    best: Vec<Vec<Set>>,
}

impl<'a> AttackSamples<'a> {
    pub(in crate::eval) fn new(game: &'a GameProfile) -> Self {
        let board = &game.board;
        let pieces = game.start.len();
        let mut crowds = vec![0];
        crowds.extend(CROWDS.iter().flat_map(|share| random_crowds(board, pieces, *share)));
        let size = board.squares.last().map_or(0, |last| last.index() + 1);
        let on = |power, crowd| {
            let mut sets = vec![0; size];
            for &from in &board.squares {
                sets[from.index()] = board.attacks(power, from, crowd);
            }
            sets
        };
        let of = |&power: &Power| {
            let crowds = if game.facts.powers.has(power) { crowds.as_slice() } else { &[] };
            crowds.iter().map(|&crowd| on(power, crowd)).collect()
        };
        let sets: Vec<Vec<Vec<Set>>> = Power::ALL.iter().map(of).collect();
        let best = |crowds: &Vec<Vec<Set>>| {
            let any = |square: usize| crowds.iter().fold(0, |set, crowd| set | crowd[square]);
            (0..size).map(any).collect()
        };
        Self { game, best: sets.iter().map(best).collect(), sets }
    }

    fn board(&self) -> &Board {
        &self.game.board
    }

    /// What some powers attack together.
    fn together(&self, powers: PowerSet, from: Square, crowd: usize) -> Set {
        let sets = powers.iter().map(|power| self.sets[power as usize][crowd][from.index()]);
        sets.fold(0, |set, attacked| set | attacked)
    }

    /// The mean number of squares that some powers attack together from a square, in the middlegame
    /// (phase 0) or the endgame (phase 1).
    fn mean_from(&self, powers: PowerSet, from: Square, phase: usize) -> f64 {
        let first = 1 + phase * SAMPLES;
        let counts = (first..first + SAMPLES).map(|crowd| self.together(powers, from, crowd));
        f64::from(counts.map(Set::count_ones).sum::<u32>()) / SAMPLES as f64
    }

    /// The squares that some powers attack together from a square: each with how much of it is attacked on the
    /// empty board, 0 or 1, and in a middlegame.
    pub(in crate::eval) fn shares(
        &self,
        powers: PowerSet,
        from: Square,
    ) -> impl Iterator<Item = (Square, [f32; 2])> {
        let sets: Vec<Set> =
            (0..=SAMPLES).map(|crowd| self.together(powers, from, crowd)).collect();
        let any = sets.iter().fold(0, |any: Set, set| any | set);
        any.squares().map(move |to| {
            let on = |sets: &[Set]| sets.iter().filter(|set| set.has(to)).count() as f32;
            (to, [on(&sets[..1]), on(&sets[1..]) / SAMPLES as f32])
        })
    }

    /// The squares that can be reached from one in any number of moves.
    fn domain(&self, powers: PowerSet, from: Square) -> Set {
        let mut known = Set::of(from);
        let mut fresh = known;
        let reach = |from: Square| {
            powers.iter().fold(0, |set, power| set | self.best[power as usize][from.index()])
        };
        while fresh != 0 {
            let next = fresh.squares().fold(0, |set, from| set | reach(from));
            fresh = next & !known;
            known |= next;
        }
        known
    }

    /// `[kind]`: what each kind of the game is worth.
    pub(in crate::eval) fn kind_values(&self) -> Vec<Tapered> {
        self.game.kinds().map(|kind| self.kind_value(kind)).collect()
    }

    /// What a kind is worth; for a king, what it can do apart from being king.
    fn kind_value(&self, kind: Kind) -> Tapered {
        let facts = self.game.facts;
        let value = self.value_as_it_is(kind);
        match facts.promoted(kind) {
            // A pawn is slow to get there.
            Some(promoted) if facts.pawn != Some(kind) => {
                let part = |own: i32, other: i32| own + (other - own).max(0) / PROMOTION;
                let [own, other] = [value, self.value_as_it_is(promoted)].map(Tapered::to_array);
                Tapered::new(part(own[0], other[0]), part(own[1], other[1]))
            }
            _ => value,
        }
    }

    /// The same, whatever it can become.
    fn value_as_it_is(&self, kind: Kind) -> Tapered {
        let facts = self.game.facts;
        if facts.pawn == Some(kind) && facts.promoted(kind).is_none() {
            return PAWN;
        }
        let royal = self.game.is_royal(kind);
        let powers = self.game.powers_of(kind).iter();
        let powers: Vec<Power> = powers.filter(|&power| !(royal && power == Power::Step)).collect();
        let value = self.value_of(&powers);
        // A king does not go where its powers would be of use.
        if royal { Tapered::new(value.middlegame / 4, value.endgame / 2) } else { value }
    }

    /// What powers are worth together.
    pub(in crate::eval) fn value_of(&self, powers: &[Power]) -> Tapered {
        if powers.is_empty() {
            return Tapered::default();
        }
        let together = MeanReach::new(self, PowerSet::of(powers));
        let apart: Vec<MeanReach> =
            powers.iter().map(|&power| MeanReach::of(self, power)).collect();
        let value = |phase: usize| {
            let mut values: Vec<f64> = apart.iter().map(|reach| reach.value()[phase]).collect();
            values.sort_by(|a, b| b.total_cmp(a));
            let sum = values.iter().sum::<f64>();
            let second = values.get(1).copied().unwrap_or(0.0);
            // Powers that reach the same squares are not worth their sum.
            let overlap =
                together.mean[phase] / apart.iter().map(|reach| reach.mean[phase]).sum::<f64>();
            ((sum + SYNERGY * second) * overlap) as i32
        };
        Tapered::new(value(0), value(1))
    }
}

/// Random sets of squares, as dense as this share of `pieces` on the board.
fn random_crowds(board: &Board, pieces: usize, share: f64) -> Vec<Set> {
    let density = share * pieces as f64 / board.squares.len() as f64;
    let mut random = SplitMix64::new(SEED);
    let most = u64::MAX as f64;
    let mut crowd = || board.squares_where(&mut |_| (random.next_word() as f64) < density * most);
    (0..SAMPLES).map(|_| crowd()).collect()
}

/// The mean number of squares that some powers attack together, on crowded boards.
#[derive(Clone, Debug)]
pub(super) struct MeanReach {
    /// `[square]`: in the middlegame, averaged over the mirror images of a square.
    pub(super) by_square: Vec<f64>,
    /// Over all squares, in the middlegame and the endgame.
    pub(super) mean: [f64; 2],
    /// The share of the board that can be reached at all, in any number of moves.
    domain: f64,
}

impl MeanReach {
    /// What one power reaches.
    pub(super) fn of(attacks: &AttackSamples, power: Power) -> Self {
        Self::new(attacks, PowerSet::of(&[power]))
    }

    fn new(attacks: &AttackSamples, powers: PowerSet) -> Self {
        let board = attacks.board();
        let squares = || board.squares.iter().copied();
        let count = squares().len() as f64;
        let mut raw = vec![0.0; squares().last().map_or(0, |last| last.index() + 1)];
        for square in squares() {
            raw[square.index()] = attacks.mean_from(powers, square, 0);
        }
        let mut by_square = raw.clone();
        for square in squares() {
            let images = images(board, square);
            let sum: f64 = images.iter().map(|image| raw[image.index()]).sum();
            by_square[square.index()] = sum / images.len() as f64;
        }
        let middlegame = by_square.iter().sum::<f64>() / count;
        let endgame = squares().map(|square| attacks.mean_from(powers, square, 1)).sum::<f64>();
        let domain: u32 = squares().map(|from| attacks.domain(powers, from).count_ones()).sum();
        Self {
            by_square,
            mean: [middlegame, endgame / count],
            domain: f64::from(domain) / (count * count),
        }
    }

    /// What it is worth to attack this much, in the middlegame and the endgame.
    fn value(&self) -> [f64; 2] {
        let binding = self.domain.powf(BINDING);
        let middlegame = PER_SQUARE[0] * self.mean[0] * binding;
        let endgame = PER_SQUARE[1] * self.mean[1] * binding;
        // Half of what open lines promise a slider in the endgame is believed.
        [middlegame, f64::midpoint(middlegame, endgame)]
    }
}

/// A square and its mirror images.
fn images(board: &Board, square: Square) -> Vec<Square> {
    let (file, rank) = (board.file(square), board.rank(square));
    let (last_file, last_rank) = (board.files() - 1, board.ranks() - 1);
    [(file, rank), (last_file - file, rank), (file, last_rank - rank)]
        .into_iter()
        .chain([(last_file - file, last_rank - rank)])
        .filter_map(|(file, rank)| board.square(file, rank))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::rules::definition;
    use vertumnus_core::rules::written::{AnyWritten, WrittenGame};

    /// The order in which players value them. Most promote to what is worth as much as a gold.
    #[test]
    fn what_promotes_is_worth_more_than_it_can_do() {
        let mut file = definition::read(b"[own:shogi]\n", |_| false).expect("the text is small");
        let game = file.games.remove(0).definition.expect("it has no mistakes");
        let rules = WrittenGame::new(&game).expect("it can be played").rules();
        let AnyWritten::Wide(rules) = rules else { panic!("the board is large") };
        let profile = GameProfile::of(rules);
        let values = AttackSamples::new(&profile).kind_values();
        let value = |letter: &str| {
            let number = game.kinds.iter().position(|kind| kind.token.eq_ignore_ascii_case(letter));
            values[number.expect("a piece of the game")].mean()
        };
        let rising = ["p", "n", "s", "g", "b", "r"].map(value);
        assert!(rising.is_sorted_by(|less, more| less < more), "{rising:?}");
        assert!((value("p")..value("s")).contains(&value("l")));
    }
}
