//! Where pieces stand well: a table of squares for each kind, from powers and geometry.

use super::tapered::Tapered;
use super::values::Reach;
use vertumnus_core::board::{Bits, Color, Geometry, Square};
use vertumnus_core::rules::Power;

/// Centipawns for each square that a power attacks more, from here, than from the mean square.
const REACH: Tapered = Tapered::new(5, 5);

/// Centipawns for each step towards the middle of the board, for a piece that steps and leaps.
const CENTER: Tapered = Tapered::new(3, 2);

/// Centipawns for each rank that a piece has come forward, up to the middle.
const ADVANCE: Tapered = Tapered::new(2, 1);

/// Centipawns for each step of a king towards the middle, and for each rank forward.
const KING_CENTER: Tapered = Tapered::new(-9, 10);
const KING_ADVANCE: Tapered = Tapered::new(-14, 0);

/// Centipawns for a pawn: for a step towards the middle files times the ranks it has come forward,
/// and for each of these ranks.
const PAWN_CENTER: Tapered = Tapered::new(2, 0);
const PAWN_ADVANCE: Tapered = Tapered::new(2, 6);

/// How many king's steps a square is from the edge, counted in half steps to be exact on even
/// boards: twice the distance from the middle line, subtracted from the greatest.
fn inwards(coordinate: usize, length: u8) -> i32 {
    let length = i32::from(length);
    (length - 1) - (2 * coordinate as i32 - (length - 1)).abs()
}

/// Half steps from the rim towards the middle of the board.
pub(super) fn centrality<G: Geometry>(square: Square) -> i32 {
    inwards(G::file(square), G::SHAPE.files).min(inwards(G::rank(square), G::SHAPE.ranks))
}

const fn half(score: Tapered) -> Tapered {
    Tapered::new(score.middlegame / 2, score.endgame / 2)
}

fn inwards_by_file<G: Geometry>(square: Square) -> i32 {
    inwards(G::file(square), G::SHAPE.files)
}

/// White's king on a square.
pub(super) fn of_king<G: Geometry>(square: Square) -> Tapered {
    let inwards = Tapered::new(
        KING_CENTER.middlegame * inwards_by_file::<G>(square),
        KING_CENTER.endgame * centrality::<G>(square),
    );
    half(inwards) + KING_ADVANCE * forward::<G>(square)
}

/// White's plain pawn on a square.
pub(super) fn of_pawn<G: Geometry>(square: Square) -> Tapered {
    let rank = G::rank(square) as i32;
    let ahead = (rank - 1).clamp(0, 3);
    half(PAWN_CENTER * inwards_by_file::<G>(square) * ahead) + PAWN_ADVANCE * (rank - 1)
}

/// A power of White's on a square, from which it reaches this much.
pub(super) fn of_power<G: Geometry>(power: Power, reach: &Reach, square: Square) -> Tapered {
    let more = reach.by_square[square.index()] - reach.mean[0];
    let by_reach = Tapered::new(
        (f64::from(REACH.middlegame) * more) as i32,
        (f64::from(REACH.endgame) * more) as i32,
    );
    let near = if matches!(power, Power::Knight | Power::Step) {
        half(CENTER * centrality::<G>(square))
    } else {
        Tapered::default()
    };
    ADVANCE * forward::<G>(square) + by_reach + near
}

/// Ranks that White has come forward, up to the middle.
fn forward<G: Geometry>(square: Square) -> i32 {
    (G::rank(square) as i32).min(i32::from(G::SHAPE.ranks) / 2)
}

/// The squares of the board of which something is so.
pub(super) fn those<G: Geometry>(is_so: impl Fn(Square) -> bool) -> G::Bits {
    let squares = G::TABLES.squares.squares().filter(|&square| is_so(square));
    squares.fold(G::Bits::EMPTY, |set, square| set | G::Bits::of(square))
}

/// A square and those at its left and right.
pub(super) fn abreast<G: Geometry>(square: Square) -> G::Bits {
    those::<G>(|other| {
        G::rank(other) == G::rank(square) && G::file(other).abs_diff(G::file(square)) <= 1
    })
}

/// The squares ahead of a square on its own file and, if `wide`, on the files beside it.
pub(super) fn ahead<G: Geometry>(color: Color, square: Square, wide: bool) -> G::Bits {
    let (file, rank) = (G::file(square), G::rank_for(color, square));
    those::<G>(|other| {
        G::rank_for(color, other) > rank && G::file(other).abs_diff(file) <= usize::from(wide)
    })
}

/// The squares of the files beside a square's own.
pub(super) fn beside<G: Geometry>(square: Square) -> G::Bits {
    those::<G>(|other| G::file(other).abs_diff(G::file(square)) == 1)
}

/// The squares of a square's file, but itself.
pub(super) fn file<G: Geometry>(square: Square) -> G::Bits {
    ahead::<G>(Color::White, square, false) | ahead::<G>(Color::Black, square, false)
}

/// King's steps from a square to another.
#[inline]
pub(super) fn distance<G: Geometry>(from: Square, to: Square) -> usize {
    let files = G::file(from).abs_diff(G::file(to));
    files.max(G::rank(from).abs_diff(G::rank(to)))
}
