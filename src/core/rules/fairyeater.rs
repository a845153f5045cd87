//! Fairy Eater Chess, by Vadrya Pokshtya (Sergey Kulelyaev), 2021.
//!
//! ```
//! use vertumnus_core::position::Position;
//! use vertumnus_core::rules::fairyeater::FairyEater;
//!
//! assert_eq!(Position::start(FairyEater).legal_moves().len(), 19);
//! ```

use super::kind::kinds;
use super::{Facts, KindInfo, Power, Ruleset};
use crate::board::Board9x9;

/// Fairy Eater Chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FairyEater;

kinds! {
    PAWN = KindInfo::new("P", "Pawn", &[Power::Pawn]),
    GHOST = KindInfo::new("G", "Ghost", &[Power::Ghost]),
    SHIELD = KindInfo::new("S", "Shield", &[Power::SideSlide, Power::VerticalStep]),
    NIGHTRIDER = KindInfo::new("N", "Nightrider", &[Power::Nightrider]),
    REAPER = KindInfo::new("R", "Reaper", &[Power::Rook, Power::Knight]),
    SOWER = KindInfo::new("C", "Sower of Chaos", &[Power::Bishop, Power::Knight]),
    KING = KindInfo::king("K", "Sorcerer", &[Power::Step]),
}

impl Ruleset for FairyEater {
    type Geometry = Board9x9;
    type State = ();

    const FACTS: Option<&'static Facts> = Some(&Facts {
        name: "fairyeater",
        title: "Fairy Eater Chess",
        start: "nnngkgnnn/rrrgsgrrr/cccsssccc/ppppppppp/9/PPPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN w - - 0 1",
        promotions: &[GHOST, SHIELD, NIGHTRIDER, REAPER, SOWER],
        // Two steps from a pawn's home.
        promotion_rank: 5,
        ..Facts::new(&Board9x9::SHAPE, KINDS, PAWN)
    });

    #[inline(always)]
    fn board(self) -> Board9x9 {
        Board9x9
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Geometry, Square};
    use crate::rules::{Kind, Landing, Piece, Placement};

    fn becomes(color: Color, mover: Kind, to: &str) -> Vec<Kind> {
        let to = Board9x9.parse_square(to).expect("a square");
        FairyEater
            .becomes(Landing { state: (), color, mover, from: to, to, victims: &[] })
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
}
