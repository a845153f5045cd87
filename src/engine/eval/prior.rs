//! The weights as powers and geometry suggest them, before any game has been played.

use super::layout::{
    BACKWARD, BOTH_COLORS, DANGER, DANGER_STEP, DANGER_STEPS, DOUBLED, ENEMY_KING_TO_PASSED,
    EXPOSED, FULL_SCALE, GUARDED_PAWN, HALF_OPEN_ROOK, ISOLATED, Layout, MOST_MOBILE, OPEN_FILE,
    OPEN_ROOK, OUTPOST, OWN_KING_TO_PASSED, PASSED, PASSED_FREE, PASSED_STOPPED, PAWN_STEPS,
    PAWNLESS, PAWNS_IN_THE_WAY, PHALANX, PROSPECTS, SHELTER, STORM, TEMPO, THREAT_BY_PAWN,
    THREAT_ON_DEAR, UNGUARDED,
};
use super::squares;
use super::tapered::Tapered;
use super::values::{self, Reach};
use vertumnus_core::board::{Bits, Color, Geometry};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{Kind, Landing, PowerSet, Ruleset};

/// Weights that stand alone, or in short rows.
const SINGLE: [(usize, Tapered); 22] = [
    (TEMPO, Tapered::new(14, 14)),
    (BOTH_COLORS, Tapered::new(22, 40)),
    (DOUBLED, Tapered::new(-7, -14)),
    (ISOLATED, Tapered::new(-9, -10)),
    (PAWNS_IN_THE_WAY, Tapered::new(-3, -5)),
    (BACKWARD, Tapered::new(-7, -8)),
    (EXPOSED, Tapered::new(-6, -3)),
    (OUTPOST, Tapered::new(14, 8)),
    (SHELTER, Tapered::new(11, 0)),
    (STORM, Tapered::new(-3, 0)),
    (OPEN_FILE, Tapered::new(-10, 0)),
    (THREAT_BY_PAWN, Tapered::new(34, 26)),
    (THREAT_BY_PAWN + 1, Tapered::new(44, 30)),
    (THREAT_ON_DEAR, Tapered::new(18, 10)),
    (HALF_OPEN_ROOK, Tapered::new(8, 6)),
    (OPEN_ROOK, Tapered::new(18, 8)),
    (PROSPECTS, Tapered::new(2, 2)),
    (UNGUARDED, Tapered::new(4, 12)),
    (UNGUARDED + 1, Tapered::new(20, 20)),
    (UNGUARDED + 2, Tapered::new(24, 20)),
    (ENEMY_KING_TO_PASSED, Tapered::new(0, 8)),
    (OWN_KING_TO_PASSED, Tapered::new(0, -5)),
];

/// What is left of a small lead without pawns.
const PAWNLESS_PART: Tapered = Tapered::new(FULL_SCALE / 2, FULL_SCALE / 4);

/// What a passed pawn loses by something before it, and gains by a free way, in quarters of its worth.
const STOPPED_QUARTERS: i32 = -1;
const FREE_QUARTERS: i32 = 1;

/// A pawn that a pawn guards, and one beside another.
const GUARDED: Tapered = Tapered::new(6, 5);
const BESIDE: Tapered = Tapered::new(4, 4);

/// What a square gives from which a power could give check.
const SAFE_CHECK: Tapered = Tapered::new(6, 2);

/// Danger to a king grows with the square of what comes near it, over this, up to a limit.
const DANGER_DIVISOR: i32 = 26;
const MOST_DANGER: i32 = 500;

/// A passed pawn, by the steps that it has yet to go, to where a queen is its prize.
const PASSED_FOR_QUEEN: [Tapered; PAWN_STEPS] = [
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
pub(super) fn weights<R: Ruleset>(layout: &Layout, values: &[Tapered]) -> Vec<Tapered> {
    let pieces = Position::<R>::start().placement().occupied().count();
    let crowds = values::both_crowds::<R::Geometry>(pieces);
    let board = R::Geometry::TABLES.squares;
    let mut weights = vec![Tapered::default(); layout.len()];
    for (slot, weight) in SINGLE {
        weights[slot] = weight;
    }
    weights[PAWNLESS] = PAWNLESS_PART;
    for step in 0..DANGER_STEPS {
        let near = DANGER_STEP * step as i32 + DANGER_STEP / 2;
        let danger = (near * near / DANGER_DIVISOR).min(MOST_DANGER);
        weights[DANGER + step] = Tapered::new(-danger, -danger / 4);
    }
    for kind in (0..R::KINDS.len()).map(|number| Kind::new(number as u8)) {
        weights[layout.material(kind)] = values[kind.index()];
    }
    let prize = prize::<R>(|kind| weights[layout.material(kind)].mean());
    for (steps, &full) in PASSED_FOR_QUEEN.iter().enumerate() {
        let part = |full| full * prize / FULL_PRIZE;
        let worth = Tapered::new(part(full.middlegame), part(full.endgame));
        weights[PASSED + steps] = worth;
        weights[GUARDED_PAWN + steps] = GUARDED;
        weights[PHALANX + steps] = BESIDE;
        weights[PASSED_STOPPED + steps] = quarters(worth, STOPPED_QUARTERS);
        weights[PASSED_FREE + steps] = quarters(worth, FREE_QUARTERS);
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
        weights[layout.safe_check(power)] = SAFE_CHECK;
        for square in board.squares() {
            weights[layout.square(power, square)] =
                squares::of_power::<R::Geometry>(power, &reach, square);
        }
    }
    weights
}

const fn quarters(worth: Tapered, count: i32) -> Tapered {
    Tapered::new(worth.middlegame * count / 4, worth.endgame * count / 4)
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
