//! Why a piece cannot go to a square.

use crate::board::{Bits, Geometry, Shape, Square};
use crate::position::{CastlingObstacle, Move, Position, Stage, Tag};
use crate::rules::{Castle, Kind, KindInfo, Piece, Ruleset};

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
    /// The right to castle there is gone, or never was.
    NoCastling,
    /// A square must be empty for castling, and is not.
    CastlingIsBlocked(Square),
    /// Whoever is in check does not castle.
    CastlingInCheck,
    /// In castling the king would pass an attacked square.
    CastlingOverAttack(Square),
    /// The king is in check and would stay in check.
    StaysInCheck,
    /// The king would be in check.
    IntoCheck,
    /// The side to move has nothing of the kind in hand.
    NotInHand(Kind),
    /// A piece stands on the square of a drop.
    Occupied(Square),
    /// Nothing of the kind may be dropped on the square, as the pieces stand.
    NoDropThere {
        /// The kind.
        kind: Kind,
        /// The square.
        to: Square,
    },
    /// A piece in hand has to be dropped.
    MustDrop,
    /// A drop of the kind would mate, which the game forbids.
    Mates(Kind),
    /// There is a capture, and the game demands it.
    MustCapture,
    /// It would give check, which the game forbids.
    GivesCheck,
    /// It would leave the kings on a line with nothing between them, which the game forbids.
    KingsFace,
    /// A king in check may not move, unless it captures the only piece that checks it.
    KingStays,
    /// The piece on this square is kept from moving.
    Frozen(Square),
    /// It would leave enemies as the game forbids.
    Contact,
    /// It would blow up what its own side must not lose.
    BlowsUp,
    /// It could neither promote there nor stay what it is.
    Barred,
    /// The game has ended: there are no moves.
    GameOver,
}

impl Objection {
    /// The objection in words, given the board and the kinds of the game in which it was made.
    pub fn text(self, shape: &Shape, kinds: &[KindInfo]) -> String {
        let name = |square| shape.square_name(square);
        let kind = |kind: Kind| kinds.get(kind.index()).map_or("piece", |info| info.name);
        match self {
            Self::NoSquare => "the board has no such square".to_owned(),
            Self::NoPiece(square) => format!("there is no piece on {}", name(square)),
            Self::NotYours(square) => {
                format!("the piece on {} is not of the side to move", name(square))
            }
            Self::OwnPiece(square) => format!("your own piece is on {}", name(square)),
            Self::NoSuchMove { piece, from } => {
                format!("the {} on {} cannot go there", kind(piece), name(from))
            }
            Self::NotInHand(piece) => format!("there is no {} in hand", kind(piece)),
            Self::Occupied(square) => format!("there is a piece on {}", name(square)),
            Self::NoDropThere { kind: piece, to } => {
                format!("no {} may be dropped on {}", kind(piece), name(to))
            }
            Self::MustDrop => "a piece in hand has to be dropped".to_owned(),
            Self::Mates(piece) => format!("a {} may not be dropped to mate", kind(piece)),
            Self::NoCastling => "there is no right to castle there".to_owned(),
            Self::CastlingIsBlocked(square) => {
                format!("{} must be empty for castling", name(square))
            }
            Self::CastlingInCheck => "a king in check does not castle".to_owned(),
            Self::CastlingOverAttack(square) => {
                format!("castling leads over {}, which is attacked", name(square))
            }
            Self::StaysInCheck => "the king would still be in check".to_owned(),
            Self::IntoCheck => "that leaves the king in check".to_owned(),
            Self::MustCapture => "there is a capture, and it must be made".to_owned(),
            Self::GivesCheck => "that gives check, which is not allowed".to_owned(),
            Self::KingsFace => "that leaves the kings facing each other".to_owned(),
            Self::KingStays => "a king in check may only capture what checks it".to_owned(),
            Self::Frozen(square) => format!("the piece on {} is frozen", name(square)),
            Self::Contact => "that leaves enemies as they may not stand".to_owned(),
            Self::BlowsUp => "that blows up a royal piece of your own".to_owned(),
            Self::Barred => "there it could neither promote nor stay what it is".to_owned(),
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

/// Why the side to move cannot drop a kind on a square; `None` if it can.
pub(super) fn objection_to_drop<R: Ruleset>(
    position: &Position<R>,
    kind: Kind,
    to: Square,
) -> Option<Objection> {
    if !position.board().shape().has(to) {
        return Some(Objection::NoSquare);
    }
    if position.rules().hands().is_none() {
        return Some(Objection::NotInHand(kind));
    }
    let us = position.side_to_move();
    let legal = position.legal();
    let drops = legal.moves_from(to);
    if drops.iter().any(|mv| mv.dropped() == Some(kind)) {
        return None;
    }
    Some(if position.ended().is_some() || legal.is_empty() {
        Objection::GameOver
    } else if position.in_hand(us).all(|(held, _)| held != kind) {
        Objection::NotInHand(kind)
    } else if position.placement().at(to).is_some() {
        Objection::Occupied(to)
    } else if legal.are_captures() {
        Objection::MustCapture
    } else if legal.are_drops() && !drops.is_empty() {
        Objection::MustDrop
    } else {
        let mv = Move::drop(kind, to, position.rules().settled(kind, us, to));
        let next = position.after_unchecked(mv);
        if next.is_in_check(us) {
            if position.in_check() { Objection::StaysInCheck } else { Objection::IntoCheck }
        } else if next.in_check() && position.rules().hands().is_some_and(|rules| !rules.may_check)
        {
            Objection::GivesCheck
        } else if next.is_checkmate() {
            Objection::Mates(kind)
        } else {
            Objection::NoDropThere { kind, to }
        }
    })
}

fn objection_to<R: Ruleset>(
    position: &Position<R>,
    piece: Piece,
    from: Square,
    to: Square,
) -> Option<Objection> {
    let legal = position.legal_moves();
    let placement = position.placement();
    let mut castling = castlings(position, from).into_iter();
    let against_castling = castling.find(|&(king_to, _)| king_to == to).map(|(_, against)| against);
    if legal.iter().any(|mv| (mv.from(), mv.to()) == (from, to)) {
        None
    } else if position.ended().is_some() || legal.is_empty() {
        Some(Objection::GameOver)
    } else if let Some(Some(against)) = against_castling {
        Some(against)
    } else if position.rules().is_frozen(placement, from) {
        Some(Objection::Frozen(from))
    } else if position.pseudo_legal_targets(Stage::All, from, piece.kind()).has(to) {
        let is_capture = placement.of(!piece.color()).has(to);
        let mv = Move::new(from, to, piece.kind());
        let next = position.after_unchecked(mv);
        let gives_check = !position.rules().may_check() && next.in_check();
        let demanded = position.legal();
        Some(if demanded.are_captures() && !is_capture {
            Objection::MustCapture
        } else if demanded.are_drops() {
            Objection::MustDrop
        } else if position.loses_royals(mv, &next) == Some(piece.color()) {
            Objection::BlowsUp
        } else if gives_check && !next.is_in_check(piece.color()) {
            Objection::GivesCheck
        } else if position.rules().has_forbidden_contact(next.placement())
            && !next.is_in_check(piece.color())
        {
            Objection::Contact
        } else if position.leaves_kings_facing(&next) && !next.is_in_check(piece.color()) {
            Objection::KingsFace
        } else if position.must_stay(from, to) && !next.is_in_check(piece.color()) {
            Objection::KingStays
        } else if position.in_check() {
            Objection::StaysInCheck
        } else {
            Objection::IntoCheck
        })
    } else if placement.of(piece.color()).has(to) {
        Some(Objection::OwnPiece(to))
    } else if position.is_barred(from, to, piece.kind()) {
        Some(Objection::Barred)
    } else if castles_from(position, from).any(|(_, castle)| castle.king.1 == to) {
        Some(Objection::NoCastling)
    } else {
        Some(Objection::NoSuchMove { piece: piece.kind(), from })
    }
}

/// The castling moves of a ruleset that begin with the piece of the side to move on a square, whether or not
/// they are allowed, each with its index.
fn castles_from<R: Ruleset>(
    position: &Position<R>,
    from: Square,
) -> impl Iterator<Item = (usize, &'static Castle)> {
    let at = position.placement().at(from);
    let is_its = move |castle: &Castle| {
        castle.king.0 == from && at == Some(Piece::new(castle.king_kind, castle.color))
    };
    let us = position.side_to_move();
    let all = position.facts().castles.iter().enumerate();
    all.filter(move |(_, castle)| castle.color == us && is_its(castle))
}

/// Where the piece on a square may castle to, while it has the right to, each with what is against that now.
pub(super) fn castlings<R: Ruleset>(
    position: &Position<R>,
    from: Square,
) -> Vec<(Square, Option<Objection>)> {
    if position.ended().is_some() {
        return Vec::new();
    }
    let legal = position.legal_moves();
    let castles = castles_from(position, from).filter(|&(index, _)| position.castling().has(index));
    castles
        .map(|(index, castle)| {
            let is_legal =
                |mv: &Move| mv.tag() == Tag::Castling && (mv.from(), mv.to()) == castle.king;
            let against = match position.castling_obstacle(index, castle) {
                None if legal.iter().any(is_legal) => None,
                None if position.legal().are_captures() => Some(Objection::MustCapture),
                None => Some(Objection::IntoCheck),
                Some(CastlingObstacle::NoRight) => Some(Objection::NoCastling),
                Some(CastlingObstacle::Occupied(square)) => {
                    Some(Objection::CastlingIsBlocked(square))
                }
                Some(CastlingObstacle::Attacked(_)) if position.in_check() => {
                    Some(Objection::CastlingInCheck)
                }
                Some(CastlingObstacle::Frozen(square)) => Some(Objection::Frozen(square)),
                Some(CastlingObstacle::Attacked(square)) => {
                    Some(Objection::CastlingOverAttack(square))
                }
            };
            (castle.king.1, against)
        })
        .collect()
}
