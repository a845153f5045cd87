//! The weights as powers and geometry suggest them, before any game has been played.

use super::layout::{
    BOTH_COLORS, DOUBLED, FULL_SCALE, GUARDED_PAWN, ISOLATED, Layout, MOST_MOBILE, PASSED,
    PASSED_STEPS, PAWNLESS, SHELTER, TEMPO, THREAT_BY_PAWN, UNGUARDED,
};
use super::squares;
use super::tapered::Tapered;
use super::values::{self, Reach};
use crate::board::{Bits, Color, Geometry};
use crate::position::Position;
use crate::rules::{Kind, Landing, PowerSet, Ruleset};

/// Weights that stand alone.
const SINGLE: [(usize, Tapered); 9] = [
    (TEMPO, Tapered::new(14, 14)),
    (BOTH_COLORS, Tapered::new(22, 40)),
    (DOUBLED, Tapered::new(-7, -14)),
    (ISOLATED, Tapered::new(-9, -10)),
    (GUARDED_PAWN, Tapered::new(6, 5)),
    (SHELTER, Tapered::new(11, 0)),
    (THREAT_BY_PAWN, Tapered::new(38, 28)),
    (UNGUARDED, Tapered::new(16, 18)),
    (PAWNLESS, Tapered::new(FULL_SCALE / 2, FULL_SCALE / 4)),
];

/// A passed pawn, by the steps that it has yet to go, to where a queen is its prize.
const PASSED_FOR_QUEEN: [Tapered; PASSED_STEPS] = [
    Tapered::new(0, 0),
    Tapered::new(100, 150),
    Tapered::new(55, 95),
    Tapered::new(25, 55),
    Tapered::new(10, 30),
    Tapered::new(4, 16),
    Tapered::new(2, 10),
    Tapered::new(0, 5),
];
/// The centipawns of a prize for which [`PASSED_FOR_QUEEN`] holds in full.
const FULL_PRIZE: i32 = 850;

/// Centipawns by which the mobility of a power grows while it doubles from its mean.
const MOBILITY_WORTH: Tapered = Tapered::new(30, 36);

/// The weights, by their slots.
pub(super) fn weights<R: Ruleset>(layout: &Layout) -> Vec<Tapered> {
    let pieces = Position::<R>::start().placement().occupied().count();
    let crowds = values::both_crowds::<R::Geometry>(pieces);
    let board = R::Geometry::TABLES.squares;
    let mut weights = vec![Tapered::default(); layout.len()];
    for (slot, weight) in SINGLE {
        weights[slot] = weight;
    }
    for kind in (0..R::KINDS.len()).map(|number| Kind::new(number as u8)) {
        weights[layout.material(kind)] = values::kind_value::<R>(kind, &crowds);
    }
    let prize = prize::<R>(|kind| weights[layout.material(kind)].mean());
    for (steps, &full) in PASSED_FOR_QUEEN.iter().enumerate() {
        let part = |full| full * prize / FULL_PRIZE;
        weights[PASSED + steps] = Tapered::new(part(full.middlegame), part(full.endgame));
    }
    for square in board.squares() {
        weights[layout.king_square(square)] = squares::of_king::<R::Geometry>(square);
        weights[layout.pawn_square(square)] = squares::of_pawn::<R::Geometry>(square);
    }
    for power in R::POWERS.iter().filter(|&power| !power.is_pawns()) {
        let reach = Reach::new::<R::Geometry>(PowerSet::of(&[power]), &crowds);
        for attacked in 0..=MOST_MOBILE {
            // A square more means much to a piece that has few, and little to one that has many.
            let grown = (attacked as f64 / reach.mean[0]).sqrt() - 1.0;
            let share = |worth: i32| (f64::from(worth) * grown / (2f64.sqrt() - 1.0)) as i32 / 2;
            weights[layout.mobility(power, attacked)] =
                Tapered::new(share(MOBILITY_WORTH.middlegame), share(MOBILITY_WORTH.endgame));
        }
        for square in board.squares() {
            weights[layout.square(power, square)] =
                squares::of_power::<R::Geometry>(power, &reach, square);
        }
    }
    weights
}

/// What a pawn gains by promoting, if the kinds have these values.
fn prize<R: Ruleset>(value: impl Fn(Kind) -> i32) -> i32 {
    let color = Color::White;
    let goal = R::promotion_zone(R::PAWN, color).squares().next();
    let from = goal.and_then(|goal| {
        R::Geometry::square(R::Geometry::file(goal), R::Geometry::rank(goal).checked_sub(1)?)
    });
    let Some((to, from)) = goal.zip(from) else { return 0 };
    let (state, mover) = (R::State::default(), R::PAWN);
    let becomes = R::becomes(Landing { state, color, mover, from, to, victims: &[] });
    let best = becomes.iter().map(|&kind| value(kind)).max().unwrap_or(0);
    (best - value(R::PAWN)).clamp(0, FULL_PRIZE)
}
