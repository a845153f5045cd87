//! A position of a game and everything that can be done with one: moves and their legality, making
//! them, FEN and move text, perft, and how a game ends.

mod fen;
mod guard;
mod line;
mod movegen;
mod moves;
mod notation;
pub mod perft;
#[cfg(test)]
pub(crate) mod testing;

pub use fen::FenError;
pub use line::Line;
pub use movegen::{Listener, Scope, Stage};
pub use moves::{Move, MoveList, Tag};
pub use notation::MoveError;

use arrayvec::ArrayVec;

use crate::board::{Bits, Color, Geometry, Square, zobrist};
use crate::rules::power::for_each_power;
use crate::rules::{
    Becomes, BitsOf, CastlingRights, Kind, Landing, Outcome, Placement, Reason, Ruleset,
};

/// A position: the pieces, and what else the rules ask about.
///
/// A position is copied to make a move on the copy; undoing a move is dropping the copy, which
/// [`Line`] does.
#[derive(Clone, Copy, Debug)]
pub struct Position<R: Ruleset> {
    placement: Placement<R>,
    side_to_move: Color,
    castling: CastlingRights,
    /// The target of a *legal* en passant capture; else none.
    en_passant: Option<Square>,
    /// Plies since the last capture, pawn move or promotion.
    clock: u32,
    move_number: u32,
}

impl<R: Ruleset> Position<R> {
    /// The start position of the game.
    ///
    /// # Panics
    /// If the ruleset's own start position is wrong, which its tests rule out.
    #[must_use]
    pub fn start() -> Self {
        Self::from_fen(R::START).expect("the start position of a ruleset is valid")
    }

    /// The pieces.
    #[inline]
    #[must_use]
    pub const fn placement(&self) -> &Placement<R> {
        &self.placement
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Plies since the last capture, pawn move or promotion.
    #[inline]
    #[must_use]
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// The number of the move, counted up after each of Black's.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The Zobrist key: positions that count as repetitions of one another share it.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        let mut key = self.placement.key() ^ zobrist::castling(self.castling.bits());
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square);
        }
        if self.side_to_move == Color::Black {
            key ^= zobrist::black_to_move();
        }
        key
    }

    /// The squares from which pieces of `by` attack a square, if the occupied squares are these.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: BitsOf<R>) -> BitsOf<R> {
        let pieces = self.placement.of(by);
        let mut attackers = BitsOf::<R>::EMPTY;
        for_each_power!(R, |POWER| {
            let holders = self.placement.with_power(POWER) & pieces;
            attackers |= POWER.attacks::<R::Geometry>(!by, square, occupied) & holders;
        });
        attackers
    }

    /// Whether a piece of `by` attacks a square, if the occupied squares are these.
    #[inline]
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: BitsOf<R>) -> bool {
        let pieces = self.placement.of(by);
        for_each_power!(R, |POWER| {
            let holders = self.placement.with_power(POWER) & pieces;
            if !holders.is_empty()
                && !(POWER.attacks::<R::Geometry>(!by, square, occupied) & holders).is_empty()
            {
                return true;
            }
        });
        false
    }

    /// The squares of the pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> BitsOf<R> {
        self.placement.king(self.side_to_move).map_or(Bits::EMPTY, |king| {
            self.attackers(king, !self.side_to_move, self.placement.occupied())
        })
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.is_in_check(self.side_to_move)
    }

    /// Whether a side's king is attacked.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self, color: Color) -> bool {
        self.placement
            .king(color)
            .is_some_and(|king| self.is_attacked(king, !color, self.placement.occupied()))
    }

    /// The square of the pawn that an en passant capture onto `target` takes.
    fn passed_pawn(&self, target: Square) -> Square {
        let behind = R::Geometry::TABLES.pawn_step[!self.side_to_move][target];
        behind.first().unwrap_or(target)
    }

    /// The squares that a move empties of enemies, in the order of its way; its target is the last
    /// where something stands on it.
    #[inline]
    #[must_use]
    pub fn captures(&self, mv: Move) -> ArrayVec<Square, 8> {
        let mut captures = ArrayVec::new();
        if mv.taken() != 0 {
            let path = R::Geometry::TABLES.path(mv.from(), mv.to());
            captures
                .extend((0..).zip(path).filter(|(i, _)| mv.taken() >> i & 1 != 0).map(|(_, s)| s));
        }
        match mv.tag() {
            Tag::EnPassant => captures.push(self.passed_pawn(mv.to())),
            Tag::Normal if self.placement.at(mv.to()).is_some() => captures.push(mv.to()),
            _ => {}
        }
        captures
    }

    /// Whether a move captures anything.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.placement.at(mv.to()).is_some() || mv.tag() == Tag::EnPassant || mv.taken() != 0
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.placement.kind_at(from) else {
            debug_assert!(false, "no piece on {from:?}");
            return;
        };
        self.clock += 1;
        self.en_passant = None;
        if self.is_capture(mv) {
            self.clock = 0;
            for square in self.captures(mv) {
                self.placement.take(square);
                self.forfeit_castling(square);
            }
        }
        self.placement.relocate(from, to, mv.becomes());
        self.forfeit_castling(from);
        if mv.tag() == Tag::Castling
            && let Some(castle) = R::CASTLES.iter().find(|castle| castle.king == (from, to))
        {
            self.placement.relocate(castle.rook.0, castle.rook.1, castle.rook_kind);
        }
        if mover == R::PAWN {
            self.clock = 0;
        }
        self.side_to_move = !us;
        self.move_number += u32::from(us == Color::Black);
        if R::DOUBLE_STEP && mover == R::PAWN {
            let passed = R::Geometry::TABLES.pawn_step[us][from];
            if !passed.has(to) && R::Geometry::TABLES.pawn_run[us][from].has(to) {
                self.en_passant = passed.first().filter(|&target| self.allows_en_passant(target));
            }
        }
    }

    /// Passes the turn without a move, for the search's null move; legal only out of check.
    #[must_use]
    pub fn after_null(&self) -> Self {
        let mut next = *self;
        next.side_to_move = !self.side_to_move;
        next.en_passant = None;
        next.clock += 1;
        next
    }

    #[inline]
    fn forfeit_castling(&mut self, square: Square) {
        if self.castling.is_empty() {
            return;
        }
        for (index, castle) in R::CASTLES.iter().enumerate() {
            if square == castle.king.0 || square == castle.rook.0 {
                self.castling.forfeit(index);
            }
        }
    }

    /// Whether the side to move could legally take en passant on this target.
    fn allows_en_passant(&self, target: Square) -> bool {
        let claimed = Self { en_passant: Some(target), ..*self };
        claimed.en_passant_moves(!BitsOf::<R>::EMPTY).next().is_some()
    }

    /// What the mover can become by a move that takes what stands on the target alone.
    #[inline]
    #[must_use]
    pub fn becomes(&self, from: Square, to: Square, mover: Kind) -> Becomes {
        let victim = self.placement.kind_at(to);
        R::becomes(Landing {
            color: self.side_to_move,
            mover,
            from,
            to,
            victims: victim.as_slice(),
        })
    }

    /// How the game has ended, as far as the position alone can tell: all but by repetition.
    #[must_use]
    pub fn ending(&self) -> Option<Outcome> {
        let us = self.side_to_move;
        let ended = R::ended(&self.placement);
        if ended.is_some() {
            return ended;
        }
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome::Win(!us, Reason::Checkmate)
            } else if R::STALEMATE_LOSES {
                Outcome::Win(!us, Reason::Stalemate)
            } else {
                Outcome::Draw(Reason::Stalemate)
            });
        }
        self.drawn_by_rule().map(Outcome::Draw)
    }

    /// Whether the clock or the pieces make a draw of a game in which there still are legal moves.
    #[must_use]
    pub fn drawn_by_rule(&self) -> Option<Reason> {
        if self.clock >= 100 {
            Some(Reason::FiftyMoves)
        } else if R::is_dead_draw(&self.placement) {
            Some(Reason::DeadDraw)
        } else {
            None
        }
    }
}
