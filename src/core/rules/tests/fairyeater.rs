//! Fairy Eater Chess, by Vadrya Pokshtya (Sergey Kulelyaev), 2021.

use crate::board::{Board9x9, Color, Geometry, Square};
use crate::rules::fairyeater::FairyEater;
use crate::rules::{Kind, Landing, Piece, Placement, Ruleset};

const PAWN: Kind = Kind::new(0);
const GHOST: Kind = Kind::new(1);
const SHIELD: Kind = Kind::new(2);
const NIGHTRIDER: Kind = Kind::new(3);
const REAPER: Kind = Kind::new(4);
const SOWER: Kind = Kind::new(5);
const KING: Kind = Kind::new(6);

fn becomes(color: Color, mover: Kind, to: &str) -> Vec<Kind> {
    let to = Board9x9.parse_square(to).expect("a square");
    FairyEater
        .becomes(Landing { state: (), color, mover, from: to, to, victims: &[], full: 0 })
        .collect()
}

#[test]
fn pawns_promote_two_steps_from_home() {
    let promoted = [GHOST, SHIELD, NIGHTRIDER, REAPER, SOWER];
    assert_eq!(becomes(Color::White, PAWN, "a6"), promoted);
    assert_eq!(becomes(Color::Black, PAWN, "i4"), promoted);
    assert_eq!(becomes(Color::White, PAWN, "a5"), [PAWN]);
    assert_eq!(becomes(Color::Black, PAWN, "a5"), [PAWN]);
    assert_eq!(becomes(Color::White, SHIELD, "a6"), [SHIELD]);
}

#[test]
fn pawns_stand_short_of_their_promotion_rank() {
    for (color, ranks) in [(Color::White, "2345"), (Color::Black, "5678")] {
        let pawn = Piece::new(PAWN, color);
        for rank in "123456789".chars() {
            let square = Board9x9.parse_square(&format!("e{rank}")).expect("a square");
            let stands = FairyEater.check_square(pawn, square).is_ok();
            assert_eq!(stands, ranks.contains(rank), "{color} on {rank}");
            let ghost = Piece::new(GHOST, color);
            assert_eq!(FairyEater.check_square(ghost, square), Ok(()));
        }
    }
}

#[test]
fn only_bare_kings_are_a_dead_draw() {
    let mut placement = Placement::<FairyEater>::default();
    placement.edit(|pieces| pieces.put(Piece::new(KING, Color::White), Square::new(0)));
    placement.edit(|pieces| pieces.put(Piece::new(KING, Color::Black), Square::new(80)));
    assert!(FairyEater.is_dead_draw(&placement));
    placement.edit(|pieces| pieces.put(Piece::new(SHIELD, Color::Black), Square::new(40)));
    assert!(!FairyEater.is_dead_draw(&placement));
}
