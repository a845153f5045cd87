//! Moves taken apart, for those who show them on boards of their own.

use super::{Move, Position, Stage, Tag};
use crate::board::{Bits, Geometry, Square};
use crate::rules::{BitsOf, Piece, Ruleset};

/// A legal move in parts, with the ruleset erased. Squares are named as in move text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveParts {
    /// The canonical text.
    pub text: String,
    /// Where the mover stands.
    pub from: String,
    /// Where it goes.
    pub to: String,
    /// The squares besides the last from which it takes enemies, in the order of its way.
    pub stops: Vec<String>,
    /// Whether it takes what stands where it goes.
    pub is_capture: bool,
    /// Whether it takes a pawn that has just passed its target.
    pub is_en_passant: bool,
    /// Whether it is a king's move that a rook follows.
    pub is_castling: bool,
    /// What moves: a token in upper case, without braces.
    pub mover: &'static str,
    /// What the mover is afterwards: a token likewise.
    pub becomes: &'static str,
    /// What people call that.
    pub name: &'static str,
    /// The squares that it empties besides, as a side effect.
    pub removed: Vec<String>,
}

impl MoveParts {
    /// Whether the mover is another piece afterwards.
    #[must_use]
    pub fn changes_mover(&self) -> bool {
        self.mover != self.becomes
    }
}

impl<R: Ruleset> Position<R> {
    /// Takes a legal move apart.
    #[must_use]
    pub fn parts(&self, mv: Move) -> MoveParts {
        let names = |squares: &[Square]| {
            squares.iter().map(|&square| R::Geometry::square_name(square)).collect()
        };
        let captures = self.captures(mv);
        let stops: Vec<Square> = captures.iter().copied().filter(|&s| s != mv.to()).collect();
        let becomes = &R::KINDS[mv.becomes().index()];
        let mover = self.placement.kind_at(mv.from()).map_or(becomes, |k| &R::KINDS[k.index()]);
        MoveParts {
            text: self.move_text(mv),
            from: R::Geometry::square_name(mv.from()),
            to: R::Geometry::square_name(mv.to()),
            is_capture: captures.contains(&mv.to()),
            stops: names(&stops),
            is_en_passant: mv.tag() == Tag::EnPassant,
            is_castling: mv.tag() == Tag::Castling,
            mover: mover.token,
            becomes: becomes.token,
            name: becomes.name,
            removed: names(&self.removed_by(mv, &stops)),
        }
    }

    /// The squares that a move empties besides those that it leaves and captures on.
    fn removed_by(&self, mv: Move, stops: &[Square]) -> Vec<Square> {
        if mv.tag() == Tag::Castling {
            return Vec::new();
        }
        let mut standing = self.placement.occupied() | BitsOf::<R>::of(mv.to());
        for &square in stops.iter().chain(&[mv.from()]) {
            standing &= !BitsOf::<R>::of(square);
        }
        (standing & !self.after_unchecked(mv).placement.occupied()).squares().collect()
    }

    /// What would have to be so for a piece to go from one square to another; nothing if such a move
    /// is legal.
    #[must_use]
    pub fn objection(&self, from: &str, to: &str) -> Option<Objection> {
        let square = |name: &str| {
            R::Geometry::parse_square(name).ok_or_else(|| Objection::NoSquare(name.to_owned()))
        };
        let (from, to) = match (square(from), square(to)) {
            (Ok(from), Ok(to)) => (from, to),
            (Err(objection), _) | (_, Err(objection)) => return Some(objection),
        };
        let piece = self.placement.at(from);
        let name = R::Geometry::square_name;
        match piece {
            None => Some(Objection::NoPiece(name(from))),
            Some(piece) if piece.color() != self.side_to_move => {
                Some(Objection::NotYours(name(from)))
            }
            Some(piece) => self.objection_to(piece, from, to),
        }
    }

    fn objection_to(&self, piece: Piece, from: Square, to: Square) -> Option<Objection> {
        let legal = self.legal_moves();
        let us = self.side_to_move;
        if legal.iter().any(|mv| (mv.from(), mv.to()) == (from, to)) {
            None
        } else if R::ended(&self.placement).is_some() || legal.is_empty() {
            Some(Objection::GameOver)
        } else if self.placement.at(to).is_some_and(|there| there.color() == us) {
            Some(Objection::OwnPiece(R::Geometry::square_name(to)))
        } else if self.pseudo_legal_targets(Stage::All, from, piece.kind()).has(to) {
            Some(if self.in_check() { Objection::StaysInCheck } else { Objection::IntoCheck })
        } else {
            let name = R::KINDS[piece.kind().index()].name;
            Some(Objection::NoSuchMove { piece: name, from: R::Geometry::square_name(from) })
        }
    }
}

/// Why no legal move goes from one square to another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    /// The board has no square of this name.
    #[error("there is no square {0}")]
    NoSquare(String),
    /// Nothing stands there.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// What stands there is the other side's.
    #[error("the piece on {0} is not of the side to move")]
    NotYours(String),
    /// The target is taken by a friend.
    #[error("a piece of one's own stands on {0}")]
    OwnPiece(String),
    /// The piece cannot go there, whatever becomes of its king.
    #[error("the {piece} on {from} cannot go there")]
    NoSuchMove {
        /// What stands on the square.
        piece: &'static str,
        /// The square.
        from: String,
    },
    /// The king is in check and would stay so.
    #[error("the king is in check")]
    StaysInCheck,
    /// The king would be in check.
    #[error("that leaves the king in check")]
    IntoCheck,
    /// There are no moves any more.
    #[error("the game is over")]
    GameOver,
}
