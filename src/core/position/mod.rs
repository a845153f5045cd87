//! Positions: legal moves and making them, FEN and setups, move text and SAN, perft, and how a game
//! ends.
//!
//! ```
//! use vertumnus_core::position::{Position, San};
//! use vertumnus_core::rules::chess::Chess;
//!
//! let mut position = Position::start(Chess);
//! for san in ["e4", "e5", "Nf3"] {
//!     let mv = san.parse::<San>()?.to_move(&position)?;
//!     position.try_play(mv)?;
//! }
//! assert_eq!(position.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
//! assert_eq!((position.legal_moves().len(), position.ending()), (29, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod chase;
mod draws;
mod drops;
mod en_passant;
mod fen;
mod guard;
mod legal;
mod line;
pub mod mates;
mod movegen;
mod moves;
mod notation;
mod passes;
pub mod perft;
mod royal;
mod san;
mod setup;
mod spending;
#[doc(hidden)]
pub mod testing;

pub use en_passant::EnPassant;
pub use fen::{Fen, FenError, write_rows};
#[doc(hidden)]
pub use guard::Guard;
pub use legal::{Legal, PieceTargets};
pub use line::Line;
pub use movegen::Stage;
pub(crate) use movegen::{CastlingObstacle, Scope};
pub use moves::{IllegalMove, Move, MoveList, NotAMove, Tag};
pub use notation::{MoveError, UciMove, order_of};
pub use san::San;
pub(crate) use setup::read_state;
pub use setup::{Cell, Setup, SetupError};

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::board::{Bits, Color, Geometry, Square, zobrist};
use crate::rules::definition::{Event, Value};
use crate::rules::power::for_each_power;
use crate::rules::{
    Becomes, BitsOf, Castle, CastlingRights, Edit, Facts, Hands, Kind, Landing, Outcome, Piece,
    Placement, PowerOf, Reason, Royals, Ruleset, State,
};

/// A position: the pieces, the side to move, and whatever else the rules depend on.
///
/// A position is small enough to be copied for each move. There is no way to take a move back:
/// a [`Line`] keeps the earlier positions.
///
/// ```
/// use vertumnus_core::position::Position;
/// use vertumnus_core::rules::chess::Chess;
///
/// let mut position: Position<Chess> = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".parse()?;
/// let mv = position.parse_move("f7g7")?;
/// assert!(position.is_legal(mv));
/// position.try_play(mv)?;
/// assert!(position.in_check() && position.is_checkmate() && !position.is_stalemate());
/// assert_eq!(position.ending().map(|outcome| outcome.result()), Some("1-0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position<R: Ruleset> {
    placement: Placement<R>,
    side_to_move: Color,
    castling: CastlingRights,
    /// The ruleset's own state.
    state: R::State,
    /// What the sides have in hand.
    hands: R::Hands,
    /// What a *legal* en passant capture takes.
    en_passant: Option<EnPassant>,
    /// Plies since the last capture, pawn move or promotion.
    clock: u32,
    move_number: u32,
}

/// Positions are equal if their FENs are, and if what has been before counts the same in both.
impl<R: Ruleset> PartialEq for Position<R> {
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement
            && self.side_to_move == other.side_to_move
            && self.castling == other.castling
            && self.state == other.state
            && self.hands == other.hands
            && self.en_passant == other.en_passant
            && self.clock == other.clock
            && self.move_number == other.move_number
    }
}

impl<R: Ruleset> Eq for Position<R> {}

impl<R: Ruleset> Hash for Position<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.key(), self.clock, self.move_number).hash(state);
    }
}

impl<R: Ruleset> Position<R> {
    /// The start position of the game.
    ///
    /// # Panics
    /// If the ruleset's own start position is wrong; tests rule that out.
    pub fn start(rules: R) -> Self {
        Self::from_fen(rules, rules.facts().start)
            .expect("the start position of a ruleset is valid")
    }

    /// The start position of the game with this state of the ruleset.
    ///
    /// # Panics
    /// As [`start`](Self::start).
    pub(crate) fn start_in(rules: R, state: R::State) -> Self {
        Self { state, ..Self::start(rules) }
    }

    /// The rules of the game.
    #[inline(always)]
    pub const fn rules(&self) -> R {
        self.placement.rules()
    }

    /// What the game states in plain data.
    #[inline(always)]
    pub fn facts(&self) -> &'static Facts {
        self.rules().facts()
    }

    /// The board.
    #[inline(always)]
    pub fn board(&self) -> R::Geometry {
        self.rules().board()
    }

    /// The squares of the side to move.
    #[inline]
    pub fn us(&self) -> BitsOf<R> {
        self.placement.of(self.side_to_move)
    }

    /// The squares of the side that is not to move.
    #[inline]
    pub fn them(&self) -> BitsOf<R> {
        self.placement.of(!self.side_to_move)
    }

    /// The pieces.
    #[inline]
    pub const fn placement(&self) -> &Placement<R> {
        &self.placement
    }

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The ruleset's own state.
    #[inline]
    pub const fn state(&self) -> R::State {
        self.state
    }

    /// The pieces that a side has in hand, as kinds and how many of each, in the order of the FEN; one of each kind where
    /// hands never become empty.
    pub fn in_hand(&self, color: Color) -> impl Iterator<Item = (Kind, u8)> + use<R> {
        let hands = self.hands;
        let rules = self.rules().hands();
        let is_unlimited = rules.is_some_and(|rules| rules.unlimited);
        let drops = rules.into_iter().flat_map(|rules| &rules.drops).enumerate();
        let count = move |place| if is_unlimited { 1 } else { hands.count(color, place) };
        drops.map(move |(place, drop)| (drop.kind, count(place))).filter(|held| held.1 > 0)
    }

    /// Whether neither side has anything in hand.
    #[inline]
    fn are_hands_empty(&self) -> bool {
        !R::Hands::MAY_HOLD || self.hands == R::Hands::default()
    }

    /// What the sides have in hand, by the places of the kinds.
    #[doc(hidden)]
    pub const fn hands(&self) -> &R::Hands {
        &self.hands
    }

    /// The castling rights that stand, by the index of the ruleset's castling moves.
    #[inline]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The pawn that has just made a double step; `None` if no en passant capture of it is legal.
    #[inline]
    pub const fn en_passant(&self) -> Option<EnPassant> {
        self.en_passant
    }

    /// Plies since the last capture, pawn move or promotion.
    #[inline]
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// The number of the move, counted up after each of Black's.
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The Zobrist key. Positions that count as repetitions of each other have the same key.
    #[inline]
    pub fn key(&self) -> u64 {
        let mut key = self.placement.key() ^ zobrist::castling(self.castling.bits());
        key ^= zobrist::state(self.state.packed());
        key ^= self.hands.key();
        key ^= self.en_passant_key();
        if self.side_to_move == Color::Black {
            key ^= zobrist::black_to_move();
        }
        key
    }

    /// The key after a move, for a search that prefetches its table. `key` is that of this position. The result is wrong if
    /// the move changes castling rights or the side of a piece, allows en passant, or captures elsewhere than on its
    /// target.
    #[doc(hidden)]
    #[inline]
    pub fn likely_key_after(&self, key: u64, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.placement.at(from) else { return key };
        let landed = Piece::new(mv.becomes(), mover.color());
        let mut key = key ^ zobrist::black_to_move();
        key ^= zobrist::piece(mover.index(), from) ^ zobrist::piece(landed.index(), to);
        if let Some(victim) = self.placement.at(to) {
            key ^= zobrist::piece(victim.index(), to);
        }
        key ^= self.en_passant_key();
        key
    }

    /// The squares of the pieces of `by` that attack a square if these squares are occupied.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color, occupied: BitsOf<R>) -> BitsOf<R> {
        let pieces = self.placement.of(by);
        let (mut attackers, may_be_more) =
            self.rules().attackers_together(&self.placement, square, by, occupied);
        if may_be_more {
            for_each_power!(R; self.rules().slots(), |POWER| {
                let holders = self.attackers_with(POWER, POWER.passes_squares(), pieces, by, square);
                if !holders.is_empty() {
                    let from = POWER.attackers(self.board(), !by, square, occupied) & holders;
                    attackers |= self.shunning(POWER, square, from, |shunned| {
                        POWER.attackers(self.board(), !by, square, occupied & !shunned)
                    });
                }
            });
        }
        if self.has_royal_slides() && self.king_slides_to(square, by, occupied) {
            attackers |= pieces & self.placement.royals();
        }
        attackers
    }

    /// Whether a piece of `by` attacks a square if these squares are occupied.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Color, occupied: BitsOf<R>) -> bool {
        if R::FACTS.is_none() {
            return !self.attackers(square, by, occupied).is_empty();
        }
        let pieces = self.placement.of(by);
        for_each_power!(R; self.rules().slots(), |POWER| {
            let holders = self.attackers_with(POWER, POWER.passes_squares(), pieces, by, square);
            if !holders.is_empty() {
                let from = POWER.attackers(self.board(), !by, square, occupied) & holders;
                if !from.is_empty() {
                    return true;
                }
            }
        });
        self.has_royal_slides() && self.king_slides_to(square, by, occupied)
    }

    /// Those of some attackers of a square that would attack it without the [shunned](Ruleset::shunned) pieces, too, if
    /// the power shuns them.
    #[inline(always)]
    fn shunning(
        &self,
        power: impl PowerOf<R>,
        square: Square,
        attackers: BitsOf<R>,
        without: impl FnOnce(BitsOf<R>) -> BitsOf<R>,
    ) -> BitsOf<R> {
        if R::FACTS.is_some() || !power.shuns() || attackers.is_empty() {
            return attackers;
        }
        let shunned = self.rules().shunned(&self.placement);
        if shunned.has(square) { Bits::EMPTY } else { attackers & without(shunned) }
    }

    /// The given pieces of `by` that attack a square with this power at best. Sliding kings are handled separately.
    #[inline(always)]
    fn attackers_with(
        &self,
        power: impl PowerOf<R>,
        passes_squares: bool,
        pieces: BitsOf<R>,
        by: Color,
        square: Square,
    ) -> BitsOf<R> {
        let holders = self.placement.holders(power) & pieces;
        // Written games have powers that few pieces have.
        if R::FACTS.is_none() && holders.is_empty() {
            return holders;
        }
        let at_best = holders & power.attacks_at_best(self.board(), !by, square);
        if R::CONFINES && !at_best.is_empty() && !power.enters(by, square) {
            return Bits::EMPTY;
        }
        if self.has_royal_slides() && passes_squares {
            at_best & !self.placement.royals()
        } else {
            at_best
        }
    }

    /// The squares of the pieces that give check to the side to move.
    pub fn checkers(&self) -> BitsOf<R> {
        let us = self.side_to_move;
        let attackers = |square| self.attackers(square, !us, self.placement.occupied());
        let royals = self.rules().royals(&self.placement, us);
        let Royals { each, one_of } = self.exposed(us, royals);
        let is_duple =
            !one_of.is_empty() && one_of.squares().all(|square| !attackers(square).is_empty());
        let royals = if is_duple { each | one_of } else { each };
        let kings = self.placement.king(us).into_iter().chain(royals.squares());
        kings.fold(Bits::EMPTY, |checkers, square| checkers | attackers(square))
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_in_check(self.side_to_move)
    }

    /// Whether a side's king is attacked, or what else it must not leave so.
    #[inline]
    pub fn is_in_check(&self, color: Color) -> bool {
        self.is_in_check_by(color, self.rules().royals(&self.placement, color))
    }

    /// The same if these are royal beside the king.
    #[inline]
    pub(super) fn is_in_check_by(&self, color: Color, royals: Royals<BitsOf<R>>) -> bool {
        let is_attacked = |king| self.is_attacked(king, !color, self.placement.occupied());
        if self.placement.king(color).is_some_and(is_attacked) {
            return true;
        }
        let Royals { each, one_of } = self.exposed(color, royals);
        each.squares().any(is_attacked) || !one_of.is_empty() && one_of.squares().all(is_attacked)
    }

    /// What of these a side must not leave attacked, without what no enemy can capture.
    #[inline]
    fn exposed(&self, color: Color, mut royals: Royals<BitsOf<R>>) -> Royals<BitsOf<R>> {
        if self.rules().blasts() {
            royals.each &= !self.shielded(color);
        }
        royals
    }

    /// Where no enemy captures a piece of a side, because that would blow up what is royal of its own.
    #[inline]
    pub(super) fn shielded(&self, color: Color) -> BitsOf<R> {
        if self.rules().blasts() { self.near_royals(!color) } else { Bits::EMPTY }
    }

    /// The squares a king's step away from what is royal of a side.
    #[inline(never)]
    fn near_royals(&self, color: Color) -> BitsOf<R> {
        let royals = self.rules().royals(&self.placement, color).each.squares();
        royals.fold(Bits::EMPTY, |near, square| near | self.board().tables().king[square])
    }

    /// What a move moves: a piece of the board, or one in hand.
    #[inline]
    pub fn mover(&self, mv: Move) -> Option<Kind> {
        match mv.dropped() {
            Some(kind) if R::Hands::MAY_HOLD => Some(kind),
            _ => self.placement.kind_at(mv.from()),
        }
    }

    /// The squares on which a move captures, in the order of its path: the target last, if a piece
    /// stands on it.
    #[inline]
    pub fn captures(&self, mv: Move) -> ArrayVec<Square, 8> {
        let mut captures = ArrayVec::new();
        if R::PASSES && mv.is_in_place() {
            return captures;
        }
        if mv.taken() != 0 {
            let path = self.board().tables().path(mv.from(), mv.to());
            captures
                .extend((0..7).zip(path).filter(|(i, _)| mv.taken() >> i & 1 != 0).map(|(_, s)| s));
        }
        match mv.tag() {
            Tag::EnPassant => captures.extend(self.en_passant.map(|passed| passed.pawn)),
            Tag::Normal if self.has_victim(mv.to()) => captures.push(mv.to()),
            _ => {}
        }
        captures
    }

    /// Whether something stands on a square that a move to it captures.
    #[inline]
    pub(super) fn has_victim(&self, square: Square) -> bool {
        if R::MERGES { self.them().has(square) } else { self.placement.at(square).is_some() }
    }

    /// The piece of its own side with which a move's piece becomes one.
    #[inline]
    pub fn friend(&self, mv: Move) -> Option<Kind> {
        let goes_onto_own =
            R::MERGES && mv.tag() == Tag::Normal && !mv.is_in_place() && self.us().has(mv.to());
        if goes_onto_own { self.placement.kind_at(mv.to()) } else { None }
    }

    /// What stays of a move's piece if only a part of it goes, which is what it becomes.
    #[inline]
    pub fn rest(&self, mv: Move) -> Option<Kind> {
        if R::MERGES && self.rules().splits() { self.left_behind(mv) } else { None }
    }

    #[inline(never)]
    fn left_behind(&self, mv: Move) -> Option<Kind> {
        let may_split = mv.tag() == Tag::Normal && mv.taken() == 0;
        if !may_split || self.placement.at(mv.to()).is_some() {
            return None;
        }
        let parts = self.rules().parts(self.placement.kind_at(mv.from())?);
        parts.iter().find(|(part, _)| *part == mv.becomes()).map(|(_, rest)| *rest)
    }

    /// Whether a move captures anything.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        if R::PASSES && mv.is_in_place() {
            return false;
        }
        // Of what castles, the one may go to where the other stands.
        (self.has_victim(mv.to()) && !(R::FREE_CASTLING && mv.tag() == Tag::Castling))
            || mv.tag() == Tag::EnPassant
            || mv.taken() != 0
    }

    /// Whether a move is a capture, a promotion, or removes pieces as a side effect.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        let is_noisy = |kind| {
            if R::PASSES && mv.is_in_place() {
                return kind != mv.becomes();
            }
            self.noisy_quiets(kind, mv.from()).has(mv.to())
        };
        self.is_capture(mv)
            || self.rest(mv).is_none() && self.placement.kind_at(mv.from()).is_some_and(is_noisy)
    }

    /// The squares to which a quiet move of this kind from a square is noisy.
    #[inline]
    fn noisy_quiets(&self, kind: Kind, from: Square) -> BitsOf<R> {
        self.rules().promotion_zone_from(kind, self.side_to_move, from)
            | self.rules().removes_at(&self.placement, kind, self.side_to_move)
    }

    /// Whether the mover goes over to the other side.
    #[inline]
    pub fn goes_over(&self, mv: Move) -> bool {
        if !R::CHANGES_SIDES || !self.rules().changes_sides() || mv.tag() == Tag::Castling {
            return false;
        }
        if self.friend(mv).is_some() {
            return false;
        }
        let kind_at = |square: Square| self.placement.kind_at(square);
        let victim = self.captures(mv).first().and_then(|&square| kind_at(square));
        kind_at(mv.from()).is_some_and(|mover| self.rules().goes_over(mover, victim))
    }

    /// Whether a move makes this of its piece, if its square has still to make of it what it does.
    pub(crate) fn makes(&self, mv: Move, kind: Kind) -> bool {
        let us = self.side_to_move;
        let color = if self.goes_over(mv) { !us } else { us };
        self.rules().settled(kind, color, mv.to()) == mv.becomes()
    }

    /// The position after a move that the caller knows to be legal; see
    /// [`play_unchecked`](Self::play_unchecked).
    #[inline]
    #[must_use]
    pub fn after_unchecked(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// Makes a move if it is legal here.
    ///
    /// # Errors
    /// If it is not legal; the position is unchanged then.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Makes a move that the caller knows to be legal, because it was generated or parsed here.
    ///
    /// An illegal move leaves a position that breaks the rules, such as one without a king.
    /// [`try_play`](Self::try_play) checks first.
    pub fn play_unchecked(&mut self, mv: Move) {
        if R::Hands::MAY_HOLD
            && let Some(kind) = mv.dropped()
        {
            return self.put_on_board(kind, mv);
        }
        if R::PASSES && mv.is_in_place() {
            return self.stay();
        }
        let (us, rules, facts) = (self.side_to_move, self.rules(), self.facts());
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.placement.kind_at(from) else {
            debug_assert!(false, "no piece on {from:?}");
            return;
        };
        let captures = if self.is_capture(mv) { self.captures(mv) } else { ArrayVec::new() };
        let is_quiet = captures.is_empty();
        let vanishes = !is_quiet
            && rules.may_vanish(mover)
            && captures.iter().any(|&square| {
                let victim = self.placement.kind_at(square);
                victim.is_some_and(|victim| rules.vanishes(mover, victim))
            });
        let goes_over = self.goes_over(mv);
        let faced = self.has_to_answer();
        let steps_by_itself = rules.steps_by_itself(&self.placement, from);
        let (merges, rest) = (self.friend(mv).is_some(), self.rest(mv));
        let by = self.moves_as(mv, mover);
        let goes = if rest.is_some() { mv.becomes() } else { by };
        let (state, victims) = (self.state, &[]);
        let landing = || Landing { state, color: us, mover: goes, from, to, victims, full: 0 };
        let resets_clock =
            !is_quiet || merges && !rules.splits() || rules.resets_clock(landing(), mv.becomes());
        self.clock = if resets_clock { 0 } else { self.clock + 1 };
        let event = facts.counting.map_or(Event::None, |rule| self.event(rule, mv, mover));
        self.en_passant = None;
        self.forfeit_castling(from);
        for &square in &captures {
            self.forfeit_castling(square);
        }
        if merges {
            self.forfeit_castling(to);
        }
        if R::Hands::MAY_HOLD && !is_quiet {
            let vanished = vanishes.then_some(from);
            self.take_into_hands(captures.iter().copied().chain(vanished));
        }
        self.placement.edit(|pieces| {
            for square in captures {
                pieces.take(square);
            }
            if merges {
                pieces.take(to);
            }
            if mv.tag() == Tag::Castling
                && let Some(castle) = facts.castles.iter().find(|castle| castle.king == (from, to))
            {
                castle_in(pieces, castle, mv.becomes());
            } else if vanishes {
                pieces.take(from);
            } else if goes_over {
                pieces.take(from);
                pieces.put(Piece::new(mv.becomes(), !us), to);
            } else {
                pieces.relocate(from, to, mv.becomes());
            }
            if let Some(rest) = rest {
                pieces.put(Piece::new(rest, us), from);
            }
        });
        self.finish_move(mv, !is_quiet, faced);
        if let Some(rule) = facts.counting {
            self.count_on(rule, event);
        }
        // Where only plain pawns step twice, these neither capture nor promote by it.
        let is_plain =
            is_quiet && mv.tag() == Tag::Normal && mv.becomes() == by && !goes_over && !merges;
        if (!R::FREE_STEPS || is_plain && steps_by_itself)
            && rules.is_double_step(us, mover, from, to)
            && !(R::FREE_STEPS && facts.is_royal(mover))
        {
            let passed = EnPassant::between(rules, from, to);
            // What it borrows may have led the piece over others.
            let is_free = |square| self.placement.at(square).is_none();
            if !R::FREE_STEPS || !rules.lends() || passed.targets(rules).all(is_free) {
                self.en_passant = self.takeable(passed);
            }
        }
    }

    /// Does what follows from a move, and passes the turn.
    #[inline(always)]
    fn finish_move(&mut self, mv: Move, has_captured: bool, faced: bool) {
        let (us, rules) = (self.side_to_move, self.rules());
        let removed = rules.removed(&self.placement, mv.to(), has_captured);
        if !removed.is_empty() {
            if R::Hands::MAY_HOLD && has_captured {
                self.take_into_hands(rules.blasted(&self.placement, mv.to()).squares());
            }
            self.remove(removed);
        }
        if R::CHANGES_SIDES && rules.changes_sides() {
            self.convert(mv);
        }
        self.side_to_move = !us;
        self.move_number += u32::from(us == Color::Black);
        self.state = rules.after_turn(self.state, false, faced);
        if rules.counts_checks() && self.in_check() {
            self.state = rules.after_check(self.state, us);
        }
    }

    /// Makes a drop of a kind in hand.
    #[inline(never)]
    fn put_on_board(&mut self, kind: Kind, mv: Move) {
        let us = self.side_to_move;
        let Some(rules) = self.rules().hands() else { return };
        if let Some(place) = rules.place(kind).filter(|_| !rules.unlimited) {
            let held = self.hands.count(us, place);
            self.hands.set(us, place, held.saturating_sub(1));
        }
        let faced = self.has_to_answer();
        self.clock = 0;
        self.en_passant = None;
        self.placement.edit(|pieces| pieces.put(Piece::new(mv.becomes(), us), mv.to()));
        if rules.castling {
            let castles = self.facts().castles.iter().enumerate().filter(|(_, castle)| {
                let is_home = mv.to() == castle.king.0 || mv.to() == castle.rook.0;
                castle.color == us && is_home && setup::is_at_home(castle, &self.placement)
            });
            castles.for_each(|(index, _)| self.castling.grant(index));
        }
        self.finish_move(mv, false, faced);
        if let Some(rule) = self.facts().counting {
            self.count_on(rule, Event::None);
        }
    }

    /// Hands what a capture takes off the board to the sides whose enemies it was.
    #[inline(never)]
    fn take_into_hands(&mut self, taken: impl Iterator<Item = Square>) {
        let Some(rules) = self.rules().hands().filter(|rules| !rules.unlimited) else { return };
        for piece in taken.filter_map(|square| self.placement.at(square)) {
            if let Some(place) = rules.captured(piece.kind()) {
                let by = !piece.color();
                self.hands.set(by, place, self.hands.count(by, place).saturating_add(1));
            }
        }
    }

    /// Brings enemies over to the side that has moved, before the turn passes.
    #[cold]
    fn convert(&mut self, mv: Move) {
        let (us, rules) = (self.side_to_move, self.rules());
        let mut moved = BitsOf::<R>::of(mv.to());
        let castles = self.facts().castles.iter().filter(|_| mv.tag() == Tag::Castling);
        for castle in castles.filter(|castle| castle.king == (mv.from(), mv.to())) {
            moved |= BitsOf::<R>::of(castle.rook.1);
        }
        let converted = rules.converted(&self.placement, us, moved);
        self.placement.edit(|pieces| {
            for square in converted.squares() {
                if let Some(piece) = pieces.take(square) {
                    pieces.put(Piece::new(rules.settled(piece.kind(), us, square), us), square);
                }
            }
        });
        for square in converted.squares() {
            self.forfeit_castling(square);
        }
    }

    /// Removes pieces as a side effect of a move.
    #[cold]
    fn remove(&mut self, removed: BitsOf<R>) {
        self.clock = 0;
        self.placement.edit(|pieces| {
            for square in removed.squares() {
                pieces.take(square);
            }
        });
        for square in removed.squares() {
            self.forfeit_castling(square);
        }
    }

    /// Passes the turn without a move, for the search's null move; legal only out of check.
    #[must_use]
    pub(crate) fn after_null(&self) -> Self {
        let mut next = *self;
        next.pass();
        next
    }

    /// Passes the turn in place; see [`after_null`](Self::after_null).
    #[inline]
    pub(super) fn pass(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.en_passant = None;
        self.clock += 1;
        self.state = self.rules().after_turn(self.state, false, false);
    }

    #[inline]
    fn forfeit_castling(&mut self, square: Square) {
        if self.castling.is_empty() {
            return;
        }
        for (index, castle) in self.facts().castles.iter().enumerate() {
            if square == castle.king.0 || square == castle.rook.0 {
                self.castling.forfeit(index);
            }
        }
    }

    /// What the mover can become by a move that captures only on its target, if at all.
    #[inline]
    pub fn becomes(&self, from: Square, to: Square, mover: Kind) -> Becomes {
        let victim = self.placement.kind_at(to);
        if R::MERGES && self.us().has(to) {
            return self.rules().becomes_merged(self.landing(from, to, mover, victim.as_slice()));
        }
        self.becomes_of(from, to, mover, victim.as_slice())
    }

    /// What the mover can become by a move that captures these victims.
    #[inline]
    pub(crate) fn becomes_of(
        &self,
        from: Square,
        to: Square,
        mover: Kind,
        victims: &[Kind],
    ) -> Becomes {
        let mover = self.makes_as(from, to, mover);
        self.rules().becomes(self.landing(from, to, mover, victims))
    }

    #[inline(always)]
    fn landing<'v>(
        &self,
        from: Square,
        to: Square,
        mover: Kind,
        victims: &'v [Kind],
    ) -> Landing<'v, R> {
        let (state, color) = (self.state, self.side_to_move);
        let full = self.rules().promotes_no_more_to(&self.placement, color, from, to);
        Landing { state, color, mover, from, to, victims, full }
    }

    /// How the game has ended, as far as the position alone can tell: repetition is left to
    /// [`Line::outcome`].
    pub fn ending(&self) -> Option<Outcome> {
        let us = self.side_to_move;
        let ended = self.ended();
        if ended.is_some() {
            return ended;
        }
        if !self.has_legal_move() {
            let facts = self.facts();
            return Some(match facts.checkmate {
                _ if !self.in_check() => match self.stalemate_value() {
                    Value::Draw => self.draw(Reason::Stalemate),
                    value => Outcome::of(value, us, Reason::Stalemate),
                },
                Value::Win => Outcome::Win(us, Reason::Checkmated),
                value => Outcome::of(value, us, Reason::Checkmate),
            });
        }
        self.drawn_by_rule().map(|reason| match reason {
            Reason::Counted => Outcome::Draw(reason),
            _ => self.draw(reason),
        })
    }

    /// What it is for the side to move that it has no legal move and is not in check.
    fn stalemate_value(&self) -> Value {
        let count = |color| self.placement.list(color).len();
        let us = self.side_to_move;
        let facts = self.facts();
        match count(us).cmp(&count(!us)) {
            Ordering::Equal if facts.stalemate_counts => Value::Draw,
            Ordering::Greater if facts.stalemate_counts => facts.stalemate.opposite(),
            _ => facts.stalemate,
        }
    }

    /// How the game has ended if the pieces decide it.
    #[inline]
    pub fn ended(&self) -> Option<Outcome> {
        let us = self.side_to_move;
        let is_attacked = |square, by| self.is_attacked(square, by, self.placement.occupied());
        let ended = self.rules().ended(&self.placement, &self.hands, us, is_attacked);
        let ended = ended.or_else(|| self.rules().ended_by_state(self.state, us));
        let ended = ended.or_else(|| self.ended_by_standstill());
        let is_answered = || self.rules().may_answer(us) && self.can_reach_goal();
        let has_lost = |outcome: &Outcome| *outcome == Outcome::Win(!us, Reason::Flag);
        ended.filter(|outcome| !has_lost(outcome) || !is_answered())
    }

    /// Whether a move of our king goes to where it wins.
    #[inline(never)]
    fn can_reach_goal(&self) -> bool {
        let us = self.side_to_move;
        let Some(king) = self.placement.king(us).filter(|_| !self.in_check()) else { return false };
        let Some(kind) = self.placement.kind_at(king) else { return false };
        let goals = self.rules().goals(kind, us);
        let mut guard = Guard::default();
        self.find_checks(&mut guard);
        // A flight that captures on its way is generated wherever it ends.
        let stop = &mut movegen::ForEach(|mv: Move| {
            let goes_there = goals.has(mv.to()) && self.rest(mv).is_none();
            if goes_there { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.generate_from(Stage::All, king, goals, &guard, stop).is_break()
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.ended().is_none() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && self.ended().is_none() && !self.has_legal_move()
    }

    /// After how many plies without a restart of the clock the game is a draw.
    #[inline]
    pub fn plies_to_limit(&self) -> u32 {
        match self.facts().move_limit {
            0 => u32::MAX,
            limit => (2 * u32::from(limit)).saturating_sub(self.clock),
        }
    }

    /// Whether a side cannot win with its pieces, whatever the other side plays. Where it is not known, it can.
    #[inline]
    pub fn cannot_win(&self, side: Color) -> bool {
        self.are_hands_empty() && self.rules().cannot_win(&self.placement, side)
    }

    /// Why the game is a draw though there still are legal moves: the clock, a count, or a dead draw.
    pub fn drawn_by_rule(&self) -> Option<Reason> {
        if self.plies_to_limit() == 0 {
            Some(Reason::MoveLimit(self.facts().move_limit))
        } else if self.facts().counting.is_some() && self.state.count().is_over() {
            Some(Reason::Counted)
        } else if self.are_hands_empty() && self.rules().is_dead_draw(&self.placement) {
            Some(Reason::DeadDraw)
        } else {
            None
        }
    }
}

/// Moves what castles.
fn castle_in<R: Ruleset>(pieces: &mut Edit<'_, R>, castle: &Castle, king_kind: Kind) {
    let (king, rook) = (castle.king, castle.rook);
    let Some(rook_kind) = pieces.kind_at(rook.0) else { return };
    let rook_kind = pieces.rules().castled_rook(rook_kind, castle.color, rook.1);
    if R::FREE_CASTLING && king.1 == rook.0 {
        pieces.take(rook.0);
        pieces.relocate(king.0, king.1, king_kind);
        pieces.put(Piece::new(rook_kind, castle.color), rook.1);
    } else {
        pieces.relocate(king.0, king.1, king_kind);
        pieces.relocate(rook.0, rook.1, rook_kind);
    }
}

#[cfg(test)]
mod size {
    use super::*;
    use crate::dispatch;
    use crate::rules::{MapOf, PowerBoards, Variant};

    /// What a position holds without its rules, in the same order.
    #[allow(dead_code)]
    struct WithoutRules<R: Ruleset> {
        mailbox: MapOf<R, Option<Piece>>,
        lists: (MapOf<R, Square>, MapOf<R, u8>, [u8; 2]),
        boards: ([BitsOf<R>; 2], PowerBoards<R>, BitsOf<R>, u64),
        rest: (Color, CastlingRights, R::State, R::Hands, Option<EnPassant>, u32, u32),
    }

    #[test]
    fn the_rules_of_compiled_games_take_no_room() {
        for &variant in Variant::ALL {
            dispatch!(variant, |rules: R| {
                assert_eq!((size_of_val(&rules), size_of::<R::Geometry>()), (0, 0));
                let most = size_of::<WithoutRules<R>>().next_multiple_of(align_of::<BitsOf<R>>());
                assert!(size_of::<Position<R>>() <= most, "{}", rules.facts().name);
            });
        }
    }
}

#[cfg(all(test, feature = "chess"))]
mod tests {
    use super::Tag;
    use super::testing::{each_position, line, position};
    use crate::board::{Bits, Color, Geometry};
    use crate::rules::chess::Chess;
    use crate::rules::{Outcome, Reason, Ruleset};

    /// Each FEN becomes the other by the moves, and both ways to get there give one key.
    fn lead_to(cases: &[(&str, &str, &str)]) {
        for &(fen, moves, expected) in cases {
            let line = line::<Chess>(fen, moves);
            assert_eq!(line.position().fen(), expected, "{moves} in {fen}");
            assert_eq!(line.position().key(), position::<Chess>(expected).key(), "{expected}");
        }
    }

    #[test]
    fn en_passant_is_possible_for_one_move_and_only_if_legal() {
        lead_to(&[
            (
                Chess.facts().start,
                "e2e4",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            ),
            (
                Chess.facts().start,
                "e2e4 a7a6 e4e5 d7d5",
                "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            ),
            (
                Chess.facts().start,
                "e2e4 a7a6 e4e5 d7d5 h2h3",
                "rnbqkbnr/1pp1pppp/p7/3pP3/8/7P/PPPP1PP1/RNBQKBNR b KQkq - 0 3",
            ),
            (
                Chess.facts().start,
                "e2e4 a7a6 e4e5 d7d5 e5d6",
                "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
            ),
            // A single step leaves nothing to take in passing.
            ("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", "d6d5", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"),
            // The capture would open the rank to the queen.
            ("8/3p4/8/K3P2q/8/8/8/7k b - - 0 1", "d7d5", "8/8/8/K2pP2q/8/8/8/7k w - - 0 2"),
        ]);
    }

    #[test]
    fn an_illegal_move_is_refused_and_changes_nothing() {
        let mut position = position::<Chess>(Chess.facts().start);
        let mv = position.parse_move("e2e4").expect("a legal move");
        assert_eq!(position.try_play(mv), Ok(()));
        assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(position.try_play(mv), Err(super::IllegalMove(mv)));
        assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    }

    #[test]
    fn castling_moves_both_and_forfeits_both_rights() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9";
        lead_to(&[
            (fen, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"),
            (fen, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9"),
            (fen, "a1a2 e8g8", "r4rk1/8/8/8/8/8/R7/4K2R w K - 5 10"),
            (fen, "h1h2 e8c8", "2kr3r/8/8/8/8/8/7R/R3K3 w Q - 5 10"),
        ]);
    }

    #[test]
    fn a_right_is_forfeited_when_king_or_rook_leaves_or_is_taken() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        lead_to(&[
            (fen, "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1"),
            (fen, "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1"),
            (fen, "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"),
            (fen, "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"),
            ("r3k2r/1P6/8/8/8/8/8/4K3 w kq - 5 1", "b7a8n", "N3k2r/8/8/8/8/8/8/4K3 b k - 0 1"),
        ]);
    }

    #[test]
    fn the_clock_restarts_at_captures_and_pawn_moves() {
        let fen = "4k3/8/8/8/3n4/8/P3P3/4KB2 w - - 40 70";
        lead_to(&[
            (fen, "f1g2", "4k3/8/8/8/3n4/8/P3P1B1/4K3 b - - 41 70"),
            (fen, "e2e3", "4k3/8/8/8/3n4/4P3/P7/4KB2 b - - 0 70"),
            (fen, "e1d2 d4e2", "4k3/8/8/8/8/8/P2Kn3/5B2 w - - 0 71"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 40 70", "a7a8r", "R3k3/8/8/8/8/8/8/4K3 b - - 0 70"),
        ]);
    }

    #[test]
    fn the_key_after_a_plain_move_is_foretold() {
        let mut plain = 0;
        each_position(Chess, 1, 40, |position| {
            for mv in position.legal_moves() {
                let next = position.after_unchecked(mv);
                let keeps_rights = next.castling == position.castling && next.en_passant.is_none();
                if mv.tag() == Tag::Normal && keeps_rights {
                    assert_eq!(position.likely_key_after(position.key(), mv), next.key());
                    plain += 1;
                }
            }
        });
        assert!(plain > 100);
    }

    #[test]
    fn keys_tell_positions_apart_and_forget_how_they_arose() {
        let key = |fen| position::<Chess>(fen).key();
        let after = |moves| line::<Chess>(Chess.facts().start, moves).position().key();
        assert_eq!(after("g1f3 g8f6 b1c3"), after("b1c3 g8f6 g1f3"));
        assert_eq!(
            key("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            key("4k3/8/8/8/8/8/8/4K2R w K - 30 99"),
            "counters are no part of it"
        );
        let different = [
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
            "r3k2r/8/8/3pp3/8/8/8/R3K2R w KQkq - 0 1",
        ];
        let keys: std::collections::HashSet<u64> = different.map(key).into();
        assert_eq!(keys.len(), different.len());
    }

    #[test]
    fn checkers_are_those_that_attack_the_king() {
        let checkers = |fen| {
            let set = position::<Chess>(fen).checkers();
            set.squares().map(|square| Chess.board().square_name(square)).collect::<Vec<_>>()
        };
        assert!(checkers(Chess.facts().start).is_empty());
        assert_eq!(checkers("4k3/8/8/8/7q/8/3P4/4K3 w - - 0 1"), ["h4"]);
        assert_eq!(checkers("4k3/4r3/8/8/8/3n4/8/4K3 w - - 0 1"), ["d3", "e7"]);
        assert_eq!(checkers("4k3/3P4/8/8/8/8/8/4K3 b - - 0 1"), ["d7"]);
        assert!(checkers("4k3/4P3/8/8/8/8/8/4K3 b - - 0 1").is_empty());
    }

    #[test]
    fn games_end_in_mate_stalemate_and_dead_draws() {
        let white_wins = Some(Outcome::Win(Color::White, Reason::Checkmate));
        let black_wins = Some(Outcome::Win(Color::Black, Reason::Checkmate));
        let draw = |reason| Some(Outcome::Draw(reason));
        for (fen, ending) in [
            (Chess.facts().start, None),
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", white_wins),
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", black_wins),
            ("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", white_wins),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", draw(Reason::Stalemate)),
            ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", None),
            // Mate and stalemate come before the clock.
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90", white_wins),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", draw(Reason::Stalemate)),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", None),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 100 90", draw(Reason::MoveLimit(50))),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", draw(Reason::DeadDraw)),
            ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", draw(Reason::DeadDraw)),
            ("4kn2/8/8/8/8/8/8/4K3 w - - 0 1", draw(Reason::DeadDraw)),
            // No more than the rules name, even where no mate can be forced or reached.
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", None),
            ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", None),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", None),
            ("4k3/8/8/8/8/8/8/4K2Q w - - 0 1", None),
        ] {
            assert_eq!(position::<Chess>(fen).ending(), ending, "{fen}");
        }
    }
}
