//! Royal slides: kings that have the power of a rider.
//!
//! A king can neither move nor give check over a square that the enemy controls. What a side
//! controls includes what its king attacks, which depends on what the other side controls, and so
//! on in a circle. Leaving the kings out of what blocks a king's attack breaks it. Each line below
//! needs only the lines above it:
//!
//! * what a side *guards*: the squares that its pieces other than the king attack;
//! * what a king *attacks*: its steps and leaps, and the squares of its slides up to the first that
//!   is occupied, or guarded by the enemy;
//! * what a side *controls*: what it guards, and what its king attacks;
//! * where a king *goes*: along its slides up to the first square that is occupied, or controlled
//!   by the enemy when the king is lifted off the board. Like every move, it must leave the king
//!   unattacked.
//!
//! What is said of slides holds for all that goes along lines over squares: rides, and slides and flights over
//! pieces, which go over no barrier for that; for those without capture, too.
//!
//! All games in which kings slide share this file; in other games it compiles to nothing.

use super::Position;
use crate::board::{Bits, Color, Geometry, Square};
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, PowerOf, PowerSet, Ruleset};

impl<R: Ruleset> Position<R> {
    /// Whether the game has such kings.
    #[inline(always)]
    pub(super) fn has_royal_slides(&self) -> bool {
        R::ROYAL_SLIDES && self.facts().safe_royal_slides
    }

    /// The squares that the pieces of `by` other than its king attack, with these occupied squares.
    fn guarded(&self, by: Color, occupied: BitsOf<R>) -> BitsOf<R> {
        let pieces = self.placement.of(by) & !self.placement.royals();
        let mut guarded = BitsOf::<R>::EMPTY;
        for_each_power!(R; self.rules().slots(), |POWER| {
            for from in (self.placement.holders(POWER) & pieces).squares() {
                let mut attacked = POWER.attacks(self.board(), by, from, occupied);
                if R::FACTS.is_none() && PowerOf::<R>::shuns(POWER) {
                    let shunned = self.rules().shunned(&self.placement);
                    let without = POWER.attacks(self.board(), by, from, occupied & !shunned);
                    attacked &= without & !shunned;
                }
                guarded |= PowerOf::<R>::confined(POWER, by, attacked);
            }
        });
        guarded
    }

    /// Whether the king of `by` attacks a square by a slide, with these occupied squares.
    pub(super) fn king_slides_to(&self, square: Square, by: Color, occupied: BitsOf<R>) -> bool {
        let king = self.placement.royals() & self.placement.of(by);
        for_each_power!(R; self.rules().slots(), |POWER| {
            if POWER.passes_squares()
                && !(self.placement.holders(POWER) & king).is_empty()
                && PowerOf::<R>::enters(POWER, by, square)
            {
                let slides = |barriers| {
                    let from = POWER.attacks_up_to(self.board(), !by, square, occupied, barriers);
                    !(from & king).is_empty()
                };
                // What the enemy guards is computed only if the bare geometry allows an attack.
                if slides(Bits::EMPTY) && slides(self.guarded(!by, occupied)) {
                    return true;
                }
            }
        });
        false
    }

    /// The squares that block the slides of our king, which stands here and has these powers, in
    /// addition to pieces: what the enemy controls when the king is lifted off the board. Empty for
    /// a king whose slides pass no square.
    pub(super) fn royal_slide_barriers(&self, king: Square, powers: PowerSet) -> BitsOf<R> {
        let us = self.side_to_move;
        let mut reach = BitsOf::<R>::EMPTY;
        let occupied = self.placement.occupied();
        for_each_power!(R; self.rules(), powers, |POWER| {
            if POWER.passes_squares() {
                reach |= POWER.attacks(self.board(), us, king, occupied);
            }
            if R::FACTS.is_none() && !POWER.moves_as_it_captures() {
                reach |= POWER.quiet_moves(self.board(), us, king, occupied);
            }
        });
        if (reach & !self.board().tables().king[king]).is_empty() {
            return BitsOf::<R>::EMPTY;
        }
        let matters = |kind| self.rules().matters_to_loans(kind);
        if self.placement.kind_at(king).is_some_and(matters) {
            // Nor does it lend anything then, or keep enemies from lending.
            let mut lifted = *self;
            lifted.placement.edit(|pieces| pieces.take(king));
            return lifted.controlled(!us, lifted.placement.occupied());
        }
        self.controlled(!us, occupied & !BitsOf::<R>::of(king))
    }

    /// The squares that `by` controls, with these occupied squares.
    #[inline(always)]
    fn controlled(&self, by: Color, occupied: BitsOf<R>) -> BitsOf<R> {
        let mut controlled = self.guarded(by, occupied);
        if let Some(king) = self.placement.king(by) {
            let mut barriers = BitsOf::<R>::EMPTY;
            for_each_power!(R; self.rules().slots(), |POWER| {
                if self.placement.holders(POWER).has(king) {
                    if POWER.passes_squares() {
                        barriers = self.guarded(!by, occupied);
                    }
                    let attacked =
                        POWER.attacks_up_to(self.board(), by, king, occupied, barriers);
                    controlled |= PowerOf::<R>::confined(POWER, by, attacked);
                }
            });
        }
        controlled
    }

    /// The pieces whose moves can open our king on this square to a slide of the enemy king: the
    /// only blocker of such a slide, or all other pieces if nothing blocks it or it goes over pieces, since then
    /// it matters what they guard.
    pub(super) fn royal_slide_blockers(&self, king: Square) -> BitsOf<R> {
        let us = self.side_to_move;
        let (occupied, enemy) = (self.placement.occupied(), self.placement.of(!us));
        let mut keepers = BitsOf::<R>::EMPTY;
        for_each_power!(R; self.rules().slots(), |POWER| {
            if POWER.passes_squares() {
                let slider = self.placement.holders(POWER) & self.placement.royals() & enemy;
                if let Some(from) = slider.first() {
                    let line = POWER.attacks(self.board(), us, king, BitsOf::<R>::EMPTY);
                    let seen = POWER.attacks(self.board(), us, king, occupied);
                    let is_open = seen.has(from) || POWER.goes_over_pieces() && line.has(from);
                    if is_open {
                        return self.placement.of(us) & !self.placement.royals();
                    }
                    if line.has(from) {
                        keepers |= seen & POWER.attacks(self.board(), !us, from, occupied);
                    }
                }
            }
        });
        keepers
    }
}
