//! What pieces are worth on squares, as powers and geometry suggest.

use super::values::{AttackSamples, MeanReach};
use crate::eval::board::Board;
use crate::eval::game::GameProfile;
use crate::eval::tapered::Tapered;
use vertumnus_core::board::Square;
use vertumnus_core::rules::{Kind, Power};

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

/// `[kind][square]`: what white pieces are worth, if their kinds have these values. A compound adds up
/// what its powers gain on a square.
pub(super) fn worths(
    game: &GameProfile,
    attacks: &AttackSamples,
    values: &[Tapered],
) -> Vec<Vec<Tapered>> {
    let board = &game.board;
    let table = |on: &dyn Fn(Square) -> Tapered| -> Vec<Tapered> {
        let mut table = vec![Tapered::default(); board.files() * board.ranks()];
        board.squares.iter().for_each(|&square| table[square.index()] = on(square));
        table
    };
    let pawn = table(&|square| pawn_on(board, square));
    // `[power]`
    let on_squares = |&power: &Power| {
        if power.is_pawns() {
            pawn.clone()
        } else if game.facts.powers.has(power) {
            let reach = MeanReach::of(attacks, power);
            table(&|square| power_on(board, power, &reach, square))
        } else {
            Vec::new()
        }
    };
    let powers: Vec<Vec<Tapered>> = Power::ALL.iter().map(on_squares).collect();
    let worth = |kind: Kind, square: Square| {
        let base = values[kind.index()];
        if game.is_royal(kind) {
            return base + king_on(board, square);
        }
        if game.facts.pawn == Some(kind) {
            return base + pawn[square.index()];
        }
        let parts = game.powers_of(kind).iter().map(|power| powers[power as usize][square.index()]);
        parts.fold(base, |sum, part| sum + part)
    };
    game.kinds().map(|kind| table(&|square| worth(kind, square))).collect()
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
