//! Why a piece cannot go to a square.

use crate::board::{Bits, Geometry, Shape, Square};
use crate::position::{Position, Stage};
use crate::rules::{Kind, KindInfo, Piece, Ruleset};

/// Why no legal move goes from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    /// A square is not on the board.
    NoSquare,
    /// The square to leave is empty.
    NoPiece(Square),
    /// The piece on this square is not of the side to move.
    NotYours(Square),
    /// A piece of the side to move stands on the target.
    OwnPiece(Square),
    /// The piece does not move like that, whatever becomes of its king.
    NoSuchMove {
        /// The kind of the piece.
        piece: Kind,
        /// Where it stands.
        from: Square,
    },
    /// The king is in check and would stay in check.
    StaysInCheck,
    /// The king would be in check.
    IntoCheck,
    /// The game has ended: there are no moves.
    GameOver,
}

impl Objection {
    /// The objection in words, given the board and the kinds of the game in which it was made.
    pub fn text(self, shape: &Shape, kinds: &[KindInfo]) -> String {
        let name = |square| shape.square_name(square);
        match self {
            Self::NoSquare => "the board has no such square".to_owned(),
            Self::NoPiece(square) => format!("there is no piece on {}", name(square)),
            Self::NotYours(square) => {
                format!("the piece on {} is not of the side to move", name(square))
            }
            Self::OwnPiece(square) => format!("your own piece is on {}", name(square)),
            Self::NoSuchMove { piece, from } => {
                let piece = kinds.get(piece.index()).map_or("piece", |info| info.name);
                format!("the {piece} on {} cannot go there", name(from))
            }
            Self::StaysInCheck => "the king would still be in check".to_owned(),
            Self::IntoCheck => "that leaves the king in check".to_owned(),
            Self::GameOver => "the game is over".to_owned(),
        }
    }
}

/// Why no legal move goes from one square to another; `None` if one does.
pub(super) fn objection<R: Ruleset>(
    position: &Position<R>,
    from: Square,
    to: Square,
) -> Option<Objection> {
    let shape = position.board().shape();
    if !shape.has(from) || !shape.has(to) {
        return Some(Objection::NoSquare);
    }
    match position.placement().at(from) {
        None => Some(Objection::NoPiece(from)),
        Some(piece) if piece.color() != position.side_to_move() => Some(Objection::NotYours(from)),
        Some(piece) => objection_to(position, piece, from, to),
    }
}

fn objection_to<R: Ruleset>(
    position: &Position<R>,
    piece: Piece,
    from: Square,
    to: Square,
) -> Option<Objection> {
    let legal = position.legal_moves();
    let placement = position.placement();
    if legal.iter().any(|mv| (mv.from(), mv.to()) == (from, to)) {
        None
    } else if position.ended().is_some() || legal.is_empty() {
        Some(Objection::GameOver)
    } else if placement.at(to).is_some_and(|there| there.color() == piece.color()) {
        Some(Objection::OwnPiece(to))
    } else if position.pseudo_legal_targets(Stage::All, from, piece.kind()).has(to) {
        let in_check = position.in_check();
        Some(if in_check { Objection::StaysInCheck } else { Objection::IntoCheck })
    } else {
        Some(Objection::NoSuchMove { piece: piece.kind(), from })
    }
}
