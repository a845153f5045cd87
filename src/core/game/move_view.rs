//! What a move does, for programs that show it on a board of their own.

use arrayvec::ArrayVec;

use crate::board::{Bits, Color, Square};
use crate::position::{Move, Position, Tag};
use crate::rules::{BitsOf, Kind, Piece, Ruleset};

/// A legal move taken apart, with the ruleset erased.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct MoveView {
    /// The move.
    pub mv: Move,
    /// Where the mover stands; of a drop, where it comes to the board.
    pub from: Square,
    /// Whether the mover comes from the hand.
    pub is_drop: bool,
    /// Where it goes.
    pub to: Square,
    /// The squares other than `to` from which it takes enemies, in the order of its way.
    pub stops: ArrayVec<Square, 8>,
    /// What moves.
    pub mover: Kind,
    /// What the mover is afterwards.
    pub becomes: Kind,
    /// Whether it takes what stands on `to`.
    pub is_capture: bool,
    /// The piece of its side on `to` with which it becomes one.
    pub friend: Option<Kind>,
    /// What stays where it stood, if only a part of it goes, which is what it becomes.
    pub rest: Option<Kind>,
    /// Whether it takes a pawn that has just passed `to`.
    pub is_en_passant: bool,
    /// Whether it is a king's move that a rook follows.
    pub is_castling: bool,
    /// Whether the mover becomes what it is because of what it takes: alone on its way it would not.
    pub absorbs: bool,
    /// Whether the mover could absorb what it takes, and does not.
    pub declines: bool,
    /// Further squares that the move empties as a side effect, such as an annihilation. The mover's
    /// own target may be among them.
    pub removed: Vec<Square>,
    /// Whether the mover goes over to the other side.
    pub goes_over: bool,
    /// The squares of the enemies that go over to the mover's side.
    pub converted: Vec<Square>,
    /// What comes into hands, as pieces of the sides whose hands they are.
    pub gained: Vec<Piece>,
}

impl MoveView {
    /// The squares other than the one that the mover leaves which are empty after the move though a
    /// piece stood or arrived there: those from which it takes enemies, in the order of its way,
    /// then those that it empties as a side effect.
    pub fn emptied(&self) -> impl Iterator<Item = Square> + '_ {
        self.stops.iter().chain(&self.removed).copied()
    }

    /// The squares of the pieces that the move takes off the board, the mover apart, each with
    /// whether the mover captures it: those on its way, the one on its target, then those that the
    /// move removes as a side effect.
    pub fn victims(&self) -> impl Iterator<Item = (Square, bool)> + '_ {
        let target = self.is_capture.then_some(&self.to);
        let captured = self.stops.iter().chain(target).map(|&square| (square, true));
        // On its target, a mover that is removed has taken the place of what it captured.
        let removed = self.removed.iter().filter(|&&square| square != self.to);
        captured.chain(removed.map(|&square| (square, false)))
    }

    /// Whether nothing moves.
    pub fn is_pass(&self) -> bool {
        self.from == self.to && !self.is_drop && !self.is_castling && !self.changes_mover()
    }

    /// Whether the mover is still on the board afterwards.
    pub fn survives(&self) -> bool {
        !self.removed.contains(&self.to)
    }

    /// Whether the mover is another kind of piece afterwards.
    pub fn changes_mover(&self) -> bool {
        self.mover != self.becomes
    }
}

/// Takes a legal move apart.
pub(super) fn view<R: Ruleset>(position: &Position<R>, mv: Move) -> MoveView {
    let captures = position.captures(mv);
    let (absorbs, declines) = absorption(position, mv, &captures);
    let stops: ArrayVec<Square, 8> = captures.iter().copied().filter(|&s| s != mv.to()).collect();
    let (goes_over, converted) = side_changes(position, mv);
    MoveView {
        mv,
        from: mv.from(),
        is_drop: mv.is_drop(),
        to: mv.to(),
        is_capture: captures.contains(&mv.to()),
        friend: position.friend(mv),
        rest: position.rest(mv),
        is_en_passant: mv.tag() == Tag::EnPassant,
        is_castling: mv.tag() == Tag::Castling,
        mover: position.mover(mv).unwrap_or(mv.becomes()),
        becomes: mv.becomes(),
        absorbs,
        declines,
        removed: removed(position, mv, &stops),
        goes_over,
        converted,
        gained: gained(position, mv),
        stops,
    }
}

/// Whether what the mover becomes depends on what it takes; and, if it does not, whether it could.
fn absorption<R: Ruleset>(position: &Position<R>, mv: Move, captures: &[Square]) -> (bool, bool) {
    let (from, to) = (mv.from(), mv.to());
    let kind_at = |&square: &Square| position.placement().kind_at(square);
    let Some(mover) = kind_at(&from).filter(|_| !captures.is_empty()) else {
        return (false, false);
    };
    let alone = position.becomes_of(from, to, mover, &[]);
    let victims: ArrayVec<Kind, 8> = captures.iter().filter_map(kind_at).collect();
    let mut choices = position.becomes_of(from, to, mover, &victims);
    let absorbs = !alone.contains(mv.becomes());
    (absorbs, !absorbs && choices.any(|kind| !alone.contains(kind)))
}

/// Whether the mover goes over to the other side, and the squares of the enemies that come over.
fn side_changes<R: Ruleset>(position: &Position<R>, mv: Move) -> (bool, Vec<Square>) {
    if !position.rules().changes_sides() {
        return (false, Vec::new());
    }
    let (next, us) = (position.after_unchecked(mv), position.side_to_move());
    let to = BitsOf::<R>::of(mv.to());
    let converted = position.them() & next.placement().of(us) & !to;
    (next.placement().of(!us).has(mv.to()), converted.squares().collect())
}

/// What a move puts into hands.
fn gained<R: Ruleset>(position: &Position<R>, mv: Move) -> Vec<Piece> {
    if position.rules().hands().is_none() || !position.is_capture(mv) {
        return Vec::new();
    }
    let next = position.after_unchecked(mv);
    let gain = |color: Color| {
        let held: Vec<(Kind, u8)> = position.in_hand(color).collect();
        next.in_hand(color).flat_map(move |(kind, count)| {
            let before = held.iter().find(|(held, _)| *held == kind);
            let more = count - before.map_or(0, |(_, held)| *held);
            std::iter::repeat_n(Piece::new(kind, color), more.into())
        })
    };
    Color::ALL.into_iter().flat_map(gain).collect()
}

/// The squares that a legal move empties, without the one that it leaves and those from which it
/// takes enemies.
fn removed<R: Ruleset>(position: &Position<R>, mv: Move, stops: &[Square]) -> Vec<Square> {
    if mv.tag() == Tag::Castling {
        return Vec::new();
    }
    let mut standing = position.placement().occupied() | BitsOf::<R>::of(mv.to());
    let left = (!mv.is_drop()).then_some(mv.from());
    for &square in stops.iter().chain(&left) {
        standing &= !BitsOf::<R>::of(square);
    }
    (standing & !position.after_unchecked(mv).placement().occupied()).squares().collect()
}
