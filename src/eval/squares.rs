//! Where pieces stand well: a table of squares for each kind, from powers and geometry.

use super::tapered::Tapered;
use super::values::Reach;
use crate::board::{Bits, Color, Geometry, Square};
use crate::rules::{Kind, Power, Ruleset};

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

/// The bonus of a kind on a square; `reaches` holds what each of its powers reaches.
pub(super) fn bonus<R: Ruleset>(
    kind: Kind,
    reaches: &[(Power, Reach)],
    color: Color,
    square: Square,
) -> Tapered {
    let rank = R::Geometry::rank_for(color, square) as i32;
    let files = inwards(R::Geometry::file(square), R::Geometry::SHAPE.files);
    let middle = i32::from(R::Geometry::SHAPE.ranks) / 2;
    let half = |score: Tapered| Tapered::new(score.middlegame / 2, score.endgame / 2);
    if R::is_royal(kind) {
        let inwards = Tapered::new(
            KING_CENTER.middlegame * files,
            KING_CENTER.endgame * centrality::<R::Geometry>(square),
        );
        return half(inwards) + KING_ADVANCE * rank.min(middle);
    }
    if kind == R::PAWN {
        let ahead = (rank - 1).clamp(0, 3);
        return half(PAWN_CENTER * files * ahead) + PAWN_ADVANCE * (rank - 1);
    }
    let mut score = ADVANCE * rank.min(middle);
    for (_, reach) in reaches.iter().filter(|(power, _)| R::powers(kind).has(*power)) {
        let more = reach.by_square[square.index()] - reach.mean[0];
        score += Tapered::new(
            (f64::from(REACH.middlegame) * more) as i32,
            (f64::from(REACH.endgame) * more) as i32,
        );
    }
    if R::powers(kind).iter().any(|power| matches!(power, Power::Knight | Power::Step)) {
        score += half(CENTER * centrality::<R::Geometry>(square));
    }
    score
}

/// The squares ahead of a square on its own file and, if `wide`, on the files beside it.
pub(super) fn ahead<G: Geometry>(color: Color, square: Square, wide: bool) -> G::Bits {
    let (file, rank) = (G::file(square), G::rank_for(color, square));
    let ahead = |s: &Square| {
        G::rank_for(color, *s) > rank && G::file(*s).abs_diff(file) <= usize::from(wide)
    };
    G::TABLES.squares.squares().filter(ahead).fold(G::Bits::EMPTY, |set, s| set | G::Bits::of(s))
}

/// The squares of the files beside a square's own.
pub(super) fn beside<G: Geometry>(square: Square) -> G::Bits {
    let beside = |s: &Square| G::file(*s).abs_diff(G::file(square)) == 1;
    G::TABLES.squares.squares().filter(beside).fold(G::Bits::EMPTY, |set, s| set | G::Bits::of(s))
}
