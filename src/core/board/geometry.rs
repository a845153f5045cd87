//! The boards that games are played on.

use std::fmt::Debug;
use std::hash::Hash;

use super::tables::Shape;
use super::{Bits, Color, Square, Tables};

/// A board: its outline and its tables. The boards of compiled games are types without size, so that
/// all they answer is known when code is compiled.
///
/// ```
/// use vertumnus_core::board::{Board9x9, Geometry};
///
/// let e5 = Board9x9.parse_square("e5").unwrap();
/// assert_eq!((Board9x9.file(e5), Board9x9.rank(e5)), (4, 4));
/// assert_eq!(Board9x9.distance(e5, Board9x9.square(0, 0).unwrap()), 4);
/// ```
pub trait Geometry: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The set of squares.
    type Bits: Bits;

    /// Files, ranks and holes.
    fn shape(self) -> &'static Shape;

    /// The tables of this board.
    fn tables(self) -> &'static Tables<Self::Bits>;

    /// The file of a square, from a = 0.
    #[inline]
    fn file(self, square: Square) -> usize {
        square.index() % self.shape().files as usize
    }

    /// The rank of a square, from the first = 0.
    #[inline]
    fn rank(self, square: Square) -> usize {
        square.index() / self.shape().files as usize
    }

    /// The rank of a square as the side counts it: its own first rank is 0.
    #[inline]
    fn rank_for(self, color: Color, square: Square) -> usize {
        match color {
            Color::White => self.rank(square),
            Color::Black => self.shape().ranks as usize - 1 - self.rank(square),
        }
    }

    /// The squares of a rank as the side counts it: its own first rank is 0.
    #[inline]
    fn rank_of(self, color: Color, rank: usize) -> Self::Bits {
        self.tables().ranks[match color {
            Color::White => rank,
            Color::Black => self.shape().ranks as usize - 1 - rank,
        }]
    }

    /// Whether the square is light. The corner square a1 is dark.
    #[inline]
    fn is_light(self, square: Square) -> bool {
        self.shape().is_light(square.index())
    }

    /// King's steps from a square to another, on a board without holes.
    #[inline]
    fn distance(self, from: Square, to: Square) -> usize {
        let files = self.file(from).abs_diff(self.file(to));
        files.max(self.rank(from).abs_diff(self.rank(to)))
    }

    /// The square of this file and rank, both from 0, if it exists.
    fn square(self, file: usize, rank: usize) -> Option<Square> {
        self.shape().square(file, rank)
    }

    /// The square of a name such as `e4`, if it exists on this board.
    fn parse_square(self, name: &str) -> Option<Square> {
        self.shape().parse_square(name)
    }

    /// The name of a square, such as `e4`.
    fn square_name(self, square: Square) -> String {
        self.shape().square_name(square)
    }
}

macro_rules! geometry {
    ($(#[$doc:meta])* $name:ident, $word:ty, $files:literal x $ranks:literal, $outline:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name;

        impl $name {
            /// Files, ranks and holes.
            pub const SHAPE: $crate::board::Shape = $crate::board::Shape { files: $files, ranks: $ranks, outline: $outline };

            /// The tables of this board.
            pub const TABLES: &'static $crate::board::Tables<$word> = {
                static TABLES: $crate::board::Tables<$word> =
                    $crate::board::Tables::<$word>::new(&$name::SHAPE);
                &TABLES
            };
        }

        impl $crate::board::Geometry for $name {
            type Bits = $word;

            #[inline(always)]
            fn shape(self) -> &'static $crate::board::Shape {
                &Self::SHAPE
            }

            #[inline(always)]
            fn tables(self) -> &'static $crate::board::Tables<$word> {
                Self::TABLES
            }
        }
    };
}

pub(crate) use geometry;

geometry!(
    /// The ordinary board.
    Board8x8, u64, 8 x 8, &[]
);
geometry!(
    /// The square board of nine files and nine ranks.
    Board9x9, u128, 9 x 9, &[]
);
geometry!(
    /// The 39 squares d1, b2-f4, a5-g5, b6-f8 and d9.
    Board39, u64, 7 x 9,
    &[
        "***.***", "*.....*", "*.....*", "*.....*", ".......",
        "*.....*", "*.....*", "*.....*", "***.***",
    ]
);

#[cfg(test)]
mod tests {
    use super::*;

    fn names<G: Geometry + Default>(set: G::Bits) -> String {
        set.squares().map(|square| G::default().square_name(square)).collect::<Vec<_>>().join(" ")
    }

    fn at<G: Geometry + Default>(name: &str) -> Square {
        G::default().parse_square(name).unwrap_or_else(|| panic!("{name} is not on the board"))
    }

    #[test]
    fn boards_have_their_squares() {
        assert_eq!(Board8x8::TABLES.squares.count(), 64);
        assert_eq!(Board9x9::TABLES.squares.count(), 81);
        assert_eq!(Board39::TABLES.squares.count(), 39);
        assert_eq!(Board39.parse_square("a4"), None);
        assert_eq!(Board8x8.parse_square("i1"), None);
        assert_eq!(Board8x8.parse_square("a9"), None);
        assert_eq!(Board9x9.square_name(at::<Board9x9>("i9")), "i9");
    }

    #[test]
    fn corner_is_dark_and_colors_alternate() {
        assert!(!Board8x8.is_light(at::<Board8x8>("a1")));
        assert!(Board8x8.is_light(at::<Board8x8>("h1")));
        assert!(!Board9x9.is_light(at::<Board9x9>("i1")));
        assert!(Board9x9.is_light(at::<Board9x9>("b1")));
    }

    #[test]
    fn leaps_stay_on_the_board() {
        let t = Board8x8::TABLES;
        assert_eq!(names::<Board8x8>(t.knight[at::<Board8x8>("a1")]), "c2 b3");
        assert_eq!(names::<Board8x8>(t.king[at::<Board8x8>("h8")]), "g7 h7 g8");
        assert_eq!(names::<Board8x8>(t.pawn_capture[Color::Black][at::<Board8x8>("a7")]), "b6");
        assert_eq!(names::<Board8x8>(t.pawn_run[Color::White][at::<Board8x8>("a7")]), "a8");
    }

    #[test]
    fn pegasus_turns_outward() {
        let reach = Board8x8::TABLES.pegasus[at::<Board8x8>("a1")];
        assert_eq!(
            names::<Board8x8>(reach),
            "b1 a2 b2 c2 d2 e2 f2 g2 h2 b3 d3 b4 c4 e4 b5 d5 f5 b6 e6 g6 b7 f7 h7 b8 g8"
        );
    }

    #[test]
    fn rays_end_at_edges_and_holes() {
        let t = Board39::TABLES;
        let rook = |name| {
            let rays = t.queen_rays[at::<Board39>(name)];
            rays[0] | rays[1] | rays[4] | rays[5]
        };
        assert_eq!(names::<Board39>(rook("d1")), "d2 d3 d4 d5 d6 d7 d8 d9");
        assert_eq!(names::<Board39>(rook("b2")), "c2 d2 e2 f2 b3 b4 b5 b6 b7 b8");
        assert!(t.queen_rays[Square::new(0)].iter().all(|ray| ray.is_empty()));
        let rider = Board9x9::TABLES.knight_rays[at::<Board9x9>("a1")];
        assert_eq!(names::<Board9x9>(rider[0]), "b3 c5 d7 e9");
        let ghost = Board9x9::TABLES.ghost_rays[at::<Board9x9>("b9")];
        assert_eq!(names::<Board9x9>(ghost[4]), "b1 b3 b5 b7");
    }

    #[test]
    fn paths_run_from_the_first_square_to_the_second() {
        let path = |from, to| {
            Board8x8::TABLES
                .path(at::<Board8x8>(from), at::<Board8x8>(to))
                .into_iter()
                .map(|square| Board8x8.square_name(square))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(path("a1", "a5"), "a2 a3 a4");
        assert_eq!(path("h8", "d4"), "g7 f6 e5");
        assert_eq!(path("a1", "b3"), "");
        assert_eq!(path("a1", "b1"), "");
    }
}
