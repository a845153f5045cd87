//! Counting the leaves of a tree of two plies by what each move changes.
//!
//! Most of a side's pieces can go after an enemy's move where they could go before it: what a piece
//! reaches depends on a few squares. So the replies are counted once as if the enemy had passed, and
//! each square remembers whose reach depends on it. After a move, only those are looked at anew that
//! depend on a square that it changed, with the king, the pinned pieces and those that fly. When the
//! move gives check, all are.
//!
//! Where what a piece can do depends on its neighbours, replies are counted position by position.

use crate::board::Bits;
use crate::position::movegen::Count;
use crate::position::{Move, Position, Scope, Stage};
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, MapOf, Ruleset};

/// What the side that is not to move could do if it were, its king's safety left aside.
struct Outlook<R: Ruleset> {
    /// By square: the pieces whose reach depends on what stands there.
    observers: MapOf<R, BitsOf<R>>,
    /// By square: how many moves the piece there has, if it is not one of `restless`.
    moves: MapOf<R, u16>,
    /// The sum of these.
    total: u64,
    /// The pieces that are looked at after every move: king and flyers.
    restless: BitsOf<R>,
}

impl<R: Ruleset> Position<R> {
    /// How many legal replies there are to all legal moves together.
    #[must_use]
    pub(super) fn count_replies(&self) -> u64 {
        let mut replies = 0;
        if R::INFLUENCE.is_some() {
            self.for_each_move(Scope::of(Stage::All), |mv| {
                replies += self.after_unchecked(mv).count_moves()
            });
        } else {
            let outlook = Outlook::new(self);
            self.for_each_move(Scope::of(Stage::All), |mv| {
                replies += outlook.count_replies(self, mv);
            });
        }
        replies
    }
}

impl<R: Ruleset> Outlook<R> {
    fn new(position: &Position<R>) -> Self {
        let position = position.after_null();
        let placement = &position.placement;
        let us = position.side_to_move;
        let mut outlook = Self {
            observers: BitsOf::<R>::map(Bits::EMPTY),
            moves: BitsOf::<R>::map(0),
            total: 0,
            restless: placement.royals() & placement.of(us),
        };
        for_each_power!(R, |POWER| {
            if const { !POWER.flight().is_empty() } {
                outlook.restless |= placement.with_power(POWER) & placement.of(us);
            }
        });
        for &from in placement.list(us) {
            let Some(kind) = placement.kind_at(from) else { continue };
            if outlook.restless.has(from) {
                continue;
            }
            let (captures, quiets) = position.reach(from, kind, placement.occupied());
            for square in (captures | quiets).squares() {
                outlook.observers[square] |= BitsOf::<R>::of(from);
            }
            // A king is never taken: a move that leaves it where it is changes who attacks it.
            let captures = captures & placement.of(!us) & !placement.royals();
            let targets = captures | quiets & !placement.occupied();
            let moves = position.count_outcomes(from, kind, targets);
            outlook.moves[from] = moves as u16;
            outlook.total += moves;
        }
        outlook
    }

    /// How many legal replies there are to a legal move.
    fn count_replies(&self, position: &Position<R>, mv: Move) -> u64 {
        let next = position.after_unchecked(mv);
        let guard = next.guard();
        let Some(king) = guard.king else { return 0 };
        let mut count = Count(0);
        if guard.is_check() || !guard.royal_slide_blockers.is_empty() {
            let _ = next.generate_with(&guard, Scope::of(Stage::All), &mut count);
            return count.0;
        }
        let mut stale = self.restless | guard.pinned;
        let mut ours = self.total;
        for square in position.placement.changes(&next.placement).squares() {
            stale |= self.observers[square] | BitsOf::<R>::of(square);
        }
        for from in stale.squares() {
            ours -= u64::from(self.moves[from]);
        }
        for from in (stale & next.placement.of(next.side_to_move)).squares() {
            let _ =
                next.generate_from(Stage::All, from, !BitsOf::<R>::EMPTY, king, &guard, &mut count);
        }
        let _ = next.generate_specials(Scope::of(Stage::All), king, &mut count);
        ours + count.0
    }
}
