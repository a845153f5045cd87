//! The weights of the prior, as powers and geometry suggest them.

use super::layout::{Layout, MAX_MOBILITY, PASSED, PASSED_FREE, PASSED_STOPPED, PAWN_STEPS, ROWS};
use super::values::{AttackSamples, MeanReach};
use crate::eval::board::Board;
use crate::eval::game::GameProfile;
use crate::eval::tapered::Tapered;
use vertumnus_core::board::Square;
use vertumnus_core::rules::Power;

/// What a passed pawn loses by something ahead of it, and gains by a free path, in quarters of its
/// worth.
const STOPPED_QUARTERS: i32 = -1;
const FREE_QUARTERS: i32 = 1;

/// Centipawns for each square from which a power could give check.
const SAFE_CHECK: Tapered = Tapered::new(6, 2);

/// The gain in centipawns by promotion for which the priors of passed pawns hold in full.
const FULL_PRIZE: i32 = 850;

/// Centipawns by which the mobility of a power grows while it doubles from its mean.
const MOBILITY_WORTH: Tapered = Tapered::new(30, 36);

/// Centipawns for each square that a power attacks from here beyond its mean.
const REACH: Tapered = Tapered::new(5, 5);

/// Centipawns for each step towards the middle of the board, for a piece that steps or leaps.
const CENTER: Tapered = Tapered::new(3, 2);

/// Centipawns for each rank that a piece has come forward, up to the middle.
const ADVANCE: Tapered = Tapered::new(2, 1);

/// Centipawns for each step of a king towards the middle, and for each rank forward.
const KING_CENTER: Tapered = Tapered::new(-9, 10);
const KING_ADVANCE: Tapered = Tapered::new(-14, 0);

/// Centipawns for a pawn: for each step towards the middle files times the ranks it has come forward,
/// and for each of these ranks.
const PAWN_CENTER: Tapered = Tapered::new(2, 0);
const PAWN_ADVANCE: Tapered = Tapered::new(2, 6);

/// `[slot]`: the weights of a game, if its kinds have these values.
pub(super) fn weights(
    game: &GameProfile,
    layout: &Layout,
    attacks: &AttackSamples,
    values: &[Tapered],
) -> Vec<Tapered> {
    let board = &game.board;
    let mut weights = vec![Tapered::default(); layout.len()];
    for row in ROWS {
        for (weight, &(middlegame, endgame)) in weights[row.first..].iter_mut().zip(row.weights) {
            *weight = Tapered::new(middlegame, endgame);
        }
    }
    for kind in game.kinds() {
        weights[layout.material(kind)] = values[kind.index()];
    }
    let prize = prize(game, values);
    for steps in 0..PAWN_STEPS {
        let full = weights[PASSED + steps];
        let part = |full| full * prize / FULL_PRIZE;
        let worth = Tapered::new(part(full.middlegame), part(full.endgame));
        weights[PASSED + steps] = worth;
        weights[PASSED_STOPPED + steps] = quarters(worth, STOPPED_QUARTERS);
        weights[PASSED_FREE + steps] = quarters(worth, FREE_QUARTERS);
    }
    for &square in &board.squares {
        weights[layout.king_square(square)] = king_on(board, square);
        weights[layout.pawn_square(square)] = pawn_on(board, square);
    }
    for power in game.powers.iter().filter(|&power| !power.is_pawns()) {
        let reach = MeanReach::of(attacks, power);
        for attacked in 0..=MAX_MOBILITY {
            // One square more means much to a piece that has few, and little to one that has many.
            let grown = (attacked as f64 / reach.mean[0]).sqrt() - 1.0;
            let share = |worth: i32| (f64::from(worth) * grown / (2f64.sqrt() - 1.0)) as i32 / 2;
            weights[layout.mobility(power, attacked)] =
                Tapered::new(share(MOBILITY_WORTH.middlegame), share(MOBILITY_WORTH.endgame));
        }
        weights[layout.safe_check(power)] = SAFE_CHECK;
        for &square in &board.squares {
            weights[layout.square(power, square)] = power_on(board, power, &reach, square);
        }
    }
    weights
}

const fn quarters(worth: Tapered, count: i32) -> Tapered {
    Tapered::new(worth.middlegame * count / 4, worth.endgame * count / 4)
}

/// What a pawn gains by promoting, if the kinds have these values.
fn prize(game: &GameProfile, values: &[Tapered]) -> i32 {
    let best = game.promotions.map(|kind| values[kind.index()].mean()).max().unwrap_or(0);
    (best - values[game.pawn.index()].mean()).clamp(0, FULL_PRIZE)
}

const fn half(score: Tapered) -> Tapered {
    Tapered::new(score.middlegame / 2, score.endgame / 2)
}

/// White's king on a square.
fn king_on(board: &Board, square: Square) -> Tapered {
    let inwards = Tapered::new(
        KING_CENTER.middlegame * board.inwards_by_file(square),
        KING_CENTER.endgame * board.centrality(square),
    );
    half(inwards) + KING_ADVANCE * forward(board, square)
}

/// White's plain pawn on a square.
fn pawn_on(board: &Board, square: Square) -> Tapered {
    let rank = board.rank(square) as i32;
    let ahead = (rank - 1).clamp(0, 3);
    half(PAWN_CENTER * board.inwards_by_file(square) * ahead) + PAWN_ADVANCE * (rank - 1)
}

/// A power of a white piece on a square.
fn power_on(board: &Board, power: Power, reach: &MeanReach, square: Square) -> Tapered {
    let more = reach.by_square[square.index()] - reach.mean[0];
    let by_reach = Tapered::new(
        (f64::from(REACH.middlegame) * more) as i32,
        (f64::from(REACH.endgame) * more) as i32,
    );
    let near = if matches!(power, Power::Knight | Power::Step) {
        half(CENTER * board.centrality(square))
    } else {
        Tapered::default()
    };
    ADVANCE * forward(board, square) + by_reach + near
}

/// Ranks that White has come forward, up to the middle.
fn forward(board: &Board, square: Square) -> i32 {
    board.rank(square).min(board.ranks() / 2) as i32
}
