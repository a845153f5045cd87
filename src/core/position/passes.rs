//! Turns without a move, and kings that face each other.

use std::ops::ControlFlow;

use super::guard::{Duty, Guard};
use super::movegen::{ForEach, Listener, Scope, Stage};
use super::{Move, Position};
use crate::board::{Bits, Color, Square};
use crate::rules::definition::Event;
use crate::rules::{BitsOf, Outcome, Passing, Reason, Ruleset};

impl<R: Ruleset> Position<R> {
    /// Sends the pass to a listener, if it is legal and among what is asked for.
    #[inline(always)]
    pub(super) fn generate_pass(
        &self,
        scope: Scope<BitsOf<R>>,
        guard: &Guard<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        if R::PASSES && scope.stage != Stage::Noisy && guard.duty == Duty::None && !guard.is_over {
            let pass = self.legal_pass(guard).filter(|mv| scope.movers.has(mv.from()));
            if let Some(mv) = pass {
                listener.single(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a pass of the side to move is written as a move of the piece on a square.
    pub(super) fn may_pass_on(&self, square: Square) -> bool {
        self.passing_square() == Some(square)
    }

    /// Where the piece stands that a pass names, if there are passes: the king, or the first piece if there is none.
    fn passing_square(&self) -> Option<Square> {
        let us = self.side_to_move;
        let king = || self.placement.king(us).or_else(|| self.placement.of(us).first());
        if self.rules().passing(us) == Passing::Never { None } else { king() }
    }

    /// The pass of the side to move, if it is legal.
    #[inline(never)]
    fn legal_pass(&self, guard: &Guard<BitsOf<R>>) -> Option<Move> {
        let square = self.passing_square()?;
        let passing = self.rules().passing(self.side_to_move);
        let mv = Move::in_place(square, self.placement.kind_at(square)?);
        let must_move = || passing == Passing::OnStalemate && self.must_move(guard);
        (self.leaves_king_safe(mv) && !must_move()).then_some(mv)
    }

    /// Whether the king is not in check and there is another move than a pass.
    fn must_move(&self, guard: &Guard<BitsOf<R>>) -> bool {
        let us = self.side_to_move;
        let is_attacked = |king| self.is_attacked(king, !us, self.placement.occupied());
        if self.placement.king(us).is_some_and(is_attacked) {
            return false;
        }
        let stop = &mut ForEach(|_| ControlFlow::Break(()));
        self.generate_moves(guard, Scope::of(Stage::All), stop).is_break()
    }

    /// Whether a move is a pass.
    #[inline]
    pub(super) fn is_pass(&self, mv: Move) -> bool {
        R::PASSES && mv.is_in_place() && self.placement.kind_at(mv.from()) == Some(mv.becomes())
    }

    /// Whether the kings face each other, and that has to be [answered](Ruleset::facing_is_answered).
    #[inline]
    pub(super) fn has_to_answer(&self) -> bool {
        R::PASSES && self.rules().facing_is_answered() && self.kings_see()
    }

    /// Passes the turn by a move of the game.
    #[inline(never)]
    pub(super) fn stay(&mut self) {
        let (us, faced) = (self.side_to_move, self.has_to_answer());
        self.clock += 1;
        self.en_passant = None;
        self.move_number += u32::from(us == Color::Black);
        self.side_to_move = !us;
        self.state = self.rules().after_turn(self.state, true, faced);
        if let Some(rule) = self.facts().counting {
            self.count_on(rule, Event::None);
        }
    }

    /// How the game has ended because nothing happens any more.
    #[inline]
    pub(super) fn ended_by_standstill(&self) -> Option<Outcome> {
        let reason = self.rules().standstill(self.state, || self.kings_see());
        let full = || self.is_full().then_some(Reason::FullBoard);
        reason.or_else(full).map(|reason| self.draw(reason))
    }
}
