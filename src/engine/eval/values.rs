//! What powers are worth, from what they reach on the board.
//!
//! The idea is Ralph Betza's "crowded board mobility": a piece is worth what it attacks on the
//! average, over all squares, on a board on which some part of the squares is occupied at random.
//! It asks nothing but the attack function of a power, so a power that is new needs no number here.

use super::tapered::Tapered;
use vertumnus_core::board::{Bits, Color, Geometry, SplitMix64, Square};
use vertumnus_core::rules::{Becomes, Kind, Landing, Power, PowerSet, Ruleset};

/// The part of the pieces of the start position that stands on the crowded board of a middlegame,
/// and of an endgame.
const CROWDS: [f64; 2] = [0.62, 0.3];

/// Centipawns for each square attacked on the average, in the middlegame and the endgame; with
/// these, chess has its well-known values.
const PER_SQUARE: [f64; 2] = [61.0, 54.0];

/// How much a piece suffers from reaching only a part of the board: the exponent of that part.
const BINDING: f64 = 0.125;

/// What the second best power of a piece adds once more by standing together with the best.
const SYNERGY: f64 = 0.33;

/// Any will do; values are to be the same in every run.
const SEED: u64 = 1;

/// How many crowds are thrown onto the board.
const SAMPLES: usize = 48;

/// The plain pawn; what it is worth lies ahead of it, not in its attack.
pub(super) const PAWN: Tapered = Tapered::new(90, 115);

/// What a king is worth to an exchange: more than everything else.
pub(super) const ROYAL: i32 = 15_000;

/// The mean number of squares that some powers attack together, on crowded boards.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// By square, in the middlegame, evened out between the mirror images of a square.
    pub(super) by_square: Vec<f64>,
    /// Over all squares, in the middlegame and the endgame.
    pub(super) mean: [f64; 2],
    /// The part of the board that can be reached at all, in any number of moves.
    pub(super) domain: f64,
}

/// Random crowds, as dense as this part of the start position.
pub(super) fn crowds<G: Geometry>(pieces: u32, part: f64) -> Vec<G::Bits> {
    let squares = G::TABLES.squares;
    let density = part * f64::from(pieces) / f64::from(squares.count());
    let mut random = SplitMix64::new(SEED);
    let most = u64::MAX as f64;
    let mut crowd = || {
        squares.squares().fold(G::Bits::EMPTY, |crowd, square| {
            if (random.next_word() as f64) < density * most {
                crowd | G::Bits::of(square)
            } else {
                crowd
            }
        })
    };
    (0..SAMPLES).map(|_| crowd()).collect()
}

/// The random crowds of middlegame and endgame.
pub(super) type Crowds<G> = [Vec<<G as Geometry>::Bits>; 2];

/// The crowds for a game that starts with this many pieces.
pub(super) fn both_crowds<G: Geometry>(pieces: u32) -> Crowds<G> {
    CROWDS.map(|part| crowds::<G>(pieces, part))
}

fn attacks<G: Geometry>(powers: PowerSet, from: Square, occupied: G::Bits) -> G::Bits {
    let reach = |power: Power| power.attacks::<G>(Color::White, from, occupied);
    powers.iter().fold(G::Bits::EMPTY, |set, power| set | reach(power))
}

impl Reach {
    pub(super) fn new<G: Geometry>(powers: PowerSet, crowds: &Crowds<G>) -> Self {
        let board = G::TABLES.squares;
        let count = f64::from(board.count());
        let mean_from = |square, crowds: &[G::Bits]| {
            let seen = crowds.iter().map(|&crowd| attacks::<G>(powers, square, crowd).count());
            f64::from(seen.sum::<u32>()) / crowds.len() as f64
        };
        let mut raw = vec![0.0; G::Bits::map(0u8).as_ref().len()];
        for square in board.squares() {
            raw[square.index()] = mean_from(square, &crowds[0]);
        }
        let mut by_square = raw.clone();
        for square in board.squares() {
            let images = images::<G>(square);
            let sum: f64 = images.iter().map(|image| raw[image.index()]).sum();
            by_square[square.index()] = sum / images.len() as f64;
        }
        let middlegame = by_square.iter().sum::<f64>() / count;
        let endgame = board.squares().map(|square| mean_from(square, &crowds[1])).sum::<f64>();
        let domain: u32 = board.squares().map(|s| domain::<G>(powers, s).count()).sum();
        Self {
            by_square,
            mean: [middlegame, endgame / count],
            domain: f64::from(domain) / (count * count),
        }
    }

    /// What it is worth to attack so much.
    fn value(&self) -> [f64; 2] {
        let binding = self.domain.powf(BINDING);
        let middlegame = PER_SQUARE[0] * self.mean[0] * binding;
        let endgame = PER_SQUARE[1] * self.mean[1] * binding;
        // Half of what open lines promise a slider in the endgame is believed.
        [middlegame, f64::midpoint(middlegame, endgame)]
    }
}

/// The square and its mirror images.
fn images<G: Geometry>(square: Square) -> Vec<Square> {
    let (file, rank) = (G::file(square), G::rank(square));
    let (last_file, last_rank) = (G::SHAPE.files as usize - 1, G::SHAPE.ranks as usize - 1);
    [(file, rank), (last_file - file, rank), (file, last_rank - rank)]
        .into_iter()
        .chain([(last_file - file, last_rank - rank)])
        .filter_map(|(file, rank)| G::square(file, rank))
        .collect()
}

/// The squares that can be reached from one in any number of moves on the empty board.
fn domain<G: Geometry>(powers: PowerSet, from: Square) -> G::Bits {
    let mut known = G::Bits::of(from);
    let mut fresh = known;
    while !fresh.is_empty() {
        let next = fresh
            .squares()
            .fold(G::Bits::EMPTY, |set, s| set | attacks::<G>(powers, s, G::Bits::EMPTY));
        fresh = next & !known;
        known |= next;
    }
    known
}

/// Whether a piece of these powers never leaves the colour of its square.
pub(super) fn is_color_bound<G: Geometry>(powers: PowerSet) -> bool {
    G::TABLES.squares.squares().all(|from| {
        let reach = attacks::<G>(powers, from, G::Bits::EMPTY);
        reach.squares().all(|to| G::is_light(to) == G::is_light(from))
    })
}

/// What a kind is worth; a king, what it can do besides being king.
fn kind_value<R: Ruleset>(kind: Kind, crowds: &Crowds<R::Geometry>) -> Tapered {
    if kind == R::PAWN {
        return PAWN;
    }
    let royal = R::is_royal(kind);
    let powers: Vec<Power> =
        R::powers(kind).iter().filter(|&power| !(royal && power == Power::Step)).collect();
    if powers.is_empty() {
        return Tapered::default();
    }
    let reach = |powers: &[Power]| Reach::new::<R::Geometry>(PowerSet::of(powers), crowds);
    let together = reach(&powers);
    let apart: Vec<Reach> = powers.iter().map(|&power| reach(&[power])).collect();
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
    let value = Tapered::new(value(0), value(1));
    // A king does not go where its powers would be of use.
    if royal { Tapered::new(value.middlegame / 4, value.endgame / 2) } else { value }
}

/// What a piece of White's becomes that takes these in the middle of the board.
pub(super) fn in_the_middle<R: Ruleset>(mover: Kind, victims: &[Kind]) -> Becomes {
    let shape = R::Geometry::SHAPE;
    let (file, rank) = (usize::from(shape.files) / 2, usize::from(shape.ranks) / 2);
    let squares = R::Geometry::square(file, rank).zip(R::Geometry::square(file, rank - 1));
    let Some((to, from)) = squares else { return Becomes::from_iter([mover]) };
    let (state, color) = (R::State::default(), Color::White);
    R::becomes(Landing { state, color, mover, from, to, victims })
}

/// `[kind]`: what each kind of a game is worth, if it starts with this many pieces.
pub(super) fn kind_values<R: Ruleset>(pieces: u32) -> Vec<Tapered> {
    let crowds = both_crowds::<R::Geometry>(pieces);
    let kinds = (0..R::KINDS.len()).map(|number| Kind::new(number as u8));
    kinds.map(|kind| kind_value::<R>(kind, &crowds)).collect()
}

/// `[power]`: the mean number of squares that each power of a game attacks in the middlegame, if it
/// starts with this many pieces.
pub(super) fn mean_reach<R: Ruleset>(pieces: u32) -> [i32; Power::COUNT] {
    let crowds = both_crowds::<R::Geometry>(pieces);
    let mut means = [0; Power::COUNT];
    for power in R::POWERS.iter() {
        let reach = Reach::new::<R::Geometry>(PowerSet::of(&[power]), &crowds);
        means[power as usize] = reach.mean[0].round() as i32;
    }
    means
}
