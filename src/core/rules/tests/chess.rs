//! Orthodox chess, by the FIDE laws.

use crate::board::{Board8x8, Color, Geometry, Square};
use crate::rules::chess::Chess;
use crate::rules::{Kind, Landing, Piece, Placement, Ruleset, Variant};

const PAWN: Kind = Kind::new(0);
const KNIGHT: Kind = Kind::new(1);
const BISHOP: Kind = Kind::new(2);
const ROOK: Kind = Kind::new(3);
const QUEEN: Kind = Kind::new(4);
const KING: Kind = Kind::new(5);

fn at(name: &str) -> Square {
    Board8x8.parse_square(name).expect("a square")
}

fn becomes(color: Color, mover: Kind, from: &str, to: &str) -> Vec<Kind> {
    let (from, to) = (at(from), at(to));
    Chess
        .becomes(Landing { state: (), color, mover, from, to, victims: &[ROOK], full: 0 })
        .collect()
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
        let kings = Color::ALL.map(|color| (KING, color));
        for (&(kind, color), square) in kings.iter().chain(pieces).zip(0..) {
            placement.edit(|pieces| pieces.put(Piece::new(kind, color), Square::new(square)));
        }
        Chess.is_dead_draw(&placement)
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
