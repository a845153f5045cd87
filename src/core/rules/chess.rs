//! Orthodox chess, by the FIDE laws.
//!
//! ```
//! use vertumnus_core::position::Position;
//! use vertumnus_core::rules::chess::Chess;
//!
//! assert_eq!(Position::start(Chess).legal_moves().len(), 20);
//! ```

use super::orthodox::orthodox_kinds;
use super::{Castle, Facts, Kind, KindInfo, Placement, Power, Ruleset};
use crate::board::{Board8x8, Color};

/// Orthodox chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess;

orthodox_kinds!();

impl Ruleset for Chess {
    type Geometry = Board8x8;
    type State = ();

    const FACTS: Option<&'static Facts> = Some(&Facts {
        name: "chess",
        aliases: &["standard", "normal"],
        title: "Chess",
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        promotions: PROMOTIONS,
        double_step: Some(Power::Pawn),
        castles: &Castle::all(&Board8x8::SHAPE, ('e', KING), ['g', 'c'], &[ROOK]),
        ..Facts::new(&Board8x8::SHAPE, KINDS, PAWN)
    });

    #[inline(always)]
    fn board(self) -> Board8x8 {
        Board8x8
    }

    fn is_dead_draw(self, placement: &Placement<Self>) -> bool {
        placement.has_a_minor_at_most()
    }

    fn cannot_win(self, placement: &Placement<Self>, side: Color) -> bool {
        placement.has_king_alone(side) || self.is_dead_draw(placement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Geometry, Square};
    use crate::rules::{Landing, Piece, Variant};

    fn at(name: &str) -> Square {
        Board8x8.parse_square(name).expect("a square")
    }

    fn becomes(color: Color, mover: Kind, from: &str, to: &str) -> Vec<Kind> {
        let (from, to) = (at(from), at(to));
        Chess.becomes(Landing { state: (), color, mover, from, to, victims: &[ROOK] }).collect()
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
}
