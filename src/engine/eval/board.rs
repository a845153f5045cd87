//! A board with its type erased, for what is worked out once per game: sets are words of 128 bits.

use std::fmt::Debug;
use std::sync::Arc;

use vertumnus_core::board::{Bits, Color, Geometry, Shape, Square};
use vertumnus_core::rules::{BitsOf, Power, Ruleset};

/// A set of squares of any board, one bit per index.
pub(super) type Set = u128;

/// The board of a game.
#[derive(Clone, Debug)]
pub(super) struct Board {
    shape: Shape,
    /// All squares, the lowest index first.
    pub(super) squares: Vec<Square>,
    rules: Arc<dyn Attacks>,
}

/// A ruleset with its type erased.
trait Attacks: Debug + Send + Sync {
    fn attacks(&self, power: Power, from: Square, occupied: Set) -> Set;
}

impl<R: Ruleset> Attacks for R {
    fn attacks(&self, power: Power, from: Square, occupied: Set) -> Set {
        Ruleset::attacks(*self, power, Color::White, from, BitsOf::<R>::from_u128(occupied))
            .to_u128()
    }
}

impl Board {
    pub(super) fn of<R: Ruleset>(rules: R) -> Self {
        let squares = rules.board().tables().squares.squares().collect();
        Self { shape: *rules.board().shape(), squares, rules: Arc::new(rules) }
    }

    /// What a white piece of a power attacks.
    pub(super) fn attacks(&self, power: Power, from: Square, occupied: Set) -> Set {
        self.rules.attacks(power, from, occupied)
    }

    pub(super) fn files(&self) -> usize {
        self.shape.files.into()
    }

    pub(super) fn ranks(&self) -> usize {
        self.shape.ranks.into()
    }

    /// The file of a square, from a = 0.
    pub(super) fn file(&self, square: Square) -> usize {
        square.index() % self.files()
    }

    /// The rank of a square, from the first = 0.
    pub(super) fn rank(&self, square: Square) -> usize {
        square.index() / self.files()
    }

    /// The rank of a square as a side counts it: its own first rank is 0.
    pub(super) fn rank_for(&self, color: Color, square: Square) -> usize {
        match color {
            Color::White => self.rank(square),
            Color::Black => self.ranks() - 1 - self.rank(square),
        }
    }

    /// The square of this file and rank, if it exists.
    pub(super) fn square(&self, file: usize, rank: usize) -> Option<Square> {
        let (file, rank) = (i8::try_from(file).ok()?, i8::try_from(rank).ok()?);
        self.shape.index(file, rank).map(Square::new)
    }

    /// A square as its own side sees it: Black's are reflected from top to bottom.
    pub(super) fn seen_by(&self, color: Color, square: Square) -> Square {
        self.square(self.file(square), self.rank_for(color, square)).unwrap_or(square)
    }

    /// The square on the same rank, reflected from left to right.
    pub(super) fn left_to_right(&self, square: Square) -> Option<Square> {
        self.square(self.files() - 1 - self.file(square), self.rank(square))
    }

    /// The squares that satisfy a predicate.
    pub(super) fn squares_where(&self, is_in: &mut dyn FnMut(Square) -> bool) -> Set {
        let squares = self.squares.iter().filter(|&&square| is_in(square));
        squares.fold(0, |set, &square| set | Set::of(square))
    }

    /// Half steps from the edge towards the middle line of the files.
    ///
    /// Half steps are exact on boards of even size.
    pub(super) fn inwards_by_file(&self, square: Square) -> i32 {
        inwards(self.file(square), self.files())
    }

    /// Half steps from the edge of the board towards its middle.
    pub(super) fn centrality(&self, square: Square) -> i32 {
        centrality(self.shape, self.file(square), self.rank(square))
    }
}

/// Half steps from the edge of a board towards its middle.
#[inline]
pub(super) fn centrality(shape: Shape, file: usize, rank: usize) -> i32 {
    inwards(file, shape.files.into()).min(inwards(rank, shape.ranks.into()))
}

/// The greatest distance from the middle of a row, less that of a coordinate, in half steps.
#[inline]
const fn inwards(coordinate: usize, length: usize) -> i32 {
    let (coordinate, last) = (coordinate as i32, length as i32 - 1);
    last - (2 * coordinate - last).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::board::Board39;
    use vertumnus_core::rules::{chess::Chess, combination::Combination, fairyeater::FairyEater};

    fn agrees<R: Ruleset>(rules: R) {
        let (board, geometry) = (Board::of(rules), rules.board());
        let squares: Vec<Square> = geometry.tables().squares.squares().collect();
        assert_eq!(board.squares, squares);
        for &square in &squares {
            assert_eq!(board.square(geometry.file(square), geometry.rank(square)), Some(square));
            assert_eq!(
                board.rank_for(Color::Black, square),
                geometry.rank_for(Color::Black, square)
            );
            let attacked = Power::Rook.attacks(geometry, Color::White, square, Bits::EMPTY);
            assert_eq!(board.attacks(Power::Rook, square, 0), attacked.to_u128());
        }
    }

    #[test]
    fn a_board_agrees_with_its_geometry() {
        agrees(Chess);
        agrees(FairyEater);
        agrees(Combination);
    }

    #[test]
    fn distances_and_reflections_are_those_of_the_board() {
        let board = Board::of(Combination);
        let at = |name| Board39.parse_square(name).expect("a square");
        assert_eq!([at("d5"), at("a5"), at("d1")].map(|s| board.centrality(s)), [6, 0, 0]);
        assert_eq!(board.seen_by(Color::Black, at("d9")), at("d1"));
        assert_eq!(board.left_to_right(at("b2")), Some(at("f2")));
    }
}
