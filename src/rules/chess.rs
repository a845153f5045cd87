//! Orthodox chess, by the FIDE laws.

use super::{Becomes, BitsOf, Castle, Kind, KindInfo, Landing, Placement, Power, Ruleset};
use crate::board::{Board8x8, Color, Geometry};

/// Orthodox chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chess {}

const PAWN: Kind = Kind::new(0);
const KNIGHT: Kind = Kind::new(1);
const BISHOP: Kind = Kind::new(2);
const ROOK: Kind = Kind::new(3);
const QUEEN: Kind = Kind::new(4);

impl Ruleset for Chess {
    type Geometry = Board8x8;
    type State = ();

    const NAME: &'static str = "chess";
    const ALIASES: &'static [&'static str] = &["standard", "normal"];
    const TITLE: &'static str = "Chess";
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    const WEIGHTS: &'static str = include_str!("../eval/weights/chess.txt");
    const OPENINGS: &'static str = include_str!("../tools/openings/chess.epd");

    const KINDS: &'static [KindInfo] = &[
        KindInfo::new("P", "Pawn", &[Power::Pawn]),
        KindInfo::new("N", "Knight", &[Power::Knight]),
        KindInfo::new("B", "Bishop", &[Power::Bishop]),
        KindInfo::new("R", "Rook", &[Power::Rook]),
        KindInfo::new("Q", "Queen", &[Power::Rook, Power::Bishop]),
        KindInfo::king("K", "King", &[Power::Step]),
    ];

    const PAWN: Kind = PAWN;
    const DOUBLE_STEP: bool = true;

    const CASTLES: &'static [Castle] = &[
        Castle::new(&Board8x8::SHAPE, 'K', (4, 6), (7, 5), ROOK),
        Castle::new(&Board8x8::SHAPE, 'Q', (4, 2), (0, 3), ROOK),
        Castle::new(&Board8x8::SHAPE, 'k', (4, 6), (7, 5), ROOK),
        Castle::new(&Board8x8::SHAPE, 'q', (4, 2), (0, 3), ROOK),
    ];

    #[inline]
    fn becomes(landing: Landing<'_, Self>) -> Becomes {
        let last = Board8x8::rank_for(landing.color, landing.to) == 7;
        if landing.mover == PAWN && last {
            [QUEEN, ROOK, BISHOP, KNIGHT].into_iter().collect()
        } else {
            [landing.mover].into_iter().collect()
        }
    }

    #[inline]
    fn promotion_zone(kind: Kind, color: Color) -> BitsOf<Self> {
        if kind == PAWN { Board8x8::rank_of(color, 7) } else { 0 }
    }

    /// Two kings with at most one bishop or knight between them.
    fn is_dead_draw(placement: &Placement<Self>) -> bool {
        let others = placement.occupied() & !placement.royals();
        let minor = placement.with_power(Power::Knight)
            | (placement.with_power(Power::Bishop) & !placement.with_power(Power::Rook));
        others.count_ones() <= 1 && others & !minor == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::rules::{Piece, Variant};

    fn at(name: &str) -> Square {
        Board8x8::parse_square(name).expect("a square")
    }

    fn becomes(color: Color, mover: Kind, from: &str, to: &str) -> Vec<Kind> {
        let (from, to) = (at(from), at(to));
        Chess::becomes(Landing { state: (), color, mover, from, to, victims: &[ROOK] }).to_vec()
    }

    #[test]
    fn pawns_promote_on_the_last_rank_and_nothing_else_changes() {
        let promoted = [QUEEN, ROOK, BISHOP, KNIGHT];
        assert_eq!(becomes(Color::White, PAWN, "a7", "b8"), promoted);
        assert_eq!(becomes(Color::Black, PAWN, "a2", "b1"), promoted);
        assert_eq!(becomes(Color::White, PAWN, "a6", "b7"), [PAWN]);
        assert_eq!(becomes(Color::White, KNIGHT, "a6", "b8"), [KNIGHT]);
    }

    #[test]
    fn a_single_minor_piece_cannot_mate() {
        let draws = |pieces: &[(Kind, Color)]| {
            let mut placement = Placement::<Chess>::default();
            let kings = Color::ALL.map(|color| (Kind::new(5), color));
            for (&(kind, color), square) in kings.iter().chain(pieces).zip(0..) {
                placement.put(Piece::new(kind, color), Square::new(square));
            }
            Chess::is_dead_draw(&placement)
        };
        let (white, black) = (Color::White, Color::Black);
        assert!(draws(&[]));
        for color in Color::ALL {
            assert!(draws(&[(BISHOP, color)]));
            assert!(draws(&[(KNIGHT, color)]));
            assert!(!draws(&[(PAWN, color)]));
            assert!(!draws(&[(ROOK, color)]));
            assert!(!draws(&[(QUEEN, color)]));
        }
        assert!(!draws(&[(BISHOP, white), (BISHOP, black)]));
        assert!(!draws(&[(KNIGHT, white), (KNIGHT, white)]));
    }

    #[test]
    fn chess_is_what_a_build_with_it_starts_with() {
        assert_eq!(Variant::default(), Variant::Chess);
    }
}
