//! What keeps a king safe, as masks, seen backwards from the king.
//!
//! A leaper that attacks the king must be captured. A rider gives a path: its empty squares block
//! it, and its only blocker is pinned to it. One piece can be pinned twice here, and one square
//! can block two checks at once, so masks are intersected, never chosen between.

use arrayvec::ArrayVec;

use super::Position;
use crate::board::{Bits, RayDirection, Square, Tables};
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, Reach, Ruleset};

/// Where the pieces of the side to move may go so that their king is safe.
pub(super) struct Guard<B: Bits> {
    /// The squares that meet all checks: every square when there is none.
    pub(super) answers: B,
    /// The pinned pieces.
    pub(super) pinned: B,
    /// The pieces whose moves masks cannot judge.
    pub(super) tried: B,
    /// A mask for each pin. At most one for each direction of each riding power.
    pins: ArrayVec<(Square, B), 32>,
}

impl<B: Bits> Guard<B> {
    /// The squares that a piece may go to.
    #[inline]
    pub(super) fn allowed(&self, from: Square) -> B {
        let mut allowed = self.answers;
        if self.pinned.has(from) {
            for &(square, mask) in &self.pins {
                if square == from {
                    allowed &= mask;
                }
            }
        }
        allowed
    }
}

impl<R: Ruleset> Position<R> {
    /// Whether masks decide legality here: no enemy has a power that they cannot describe.
    #[inline]
    pub(super) fn masks_hold(&self) -> bool {
        let enemies = self.placement.of(!self.side_to_move);
        for_each_power!(R, |POWER| {
            if const { !POWER.is_regular() }
                && !(self.placement.with_power(POWER) & enemies).is_empty()
            {
                return false;
            }
        });
        true
    }

    /// The masks for the side to move, whose king stands on this square.
    #[inline]
    pub(super) fn guard(&self, king: Square) -> Guard<BitsOf<R>> {
        let us = self.side_to_move;
        let enemies = self.placement.of(!us);
        let mut guard = Guard {
            answers: !BitsOf::<R>::EMPTY,
            pinned: Bits::EMPTY,
            tried: if R::ROYAL_SLIDES { self.slide_keepers(king) } else { Bits::EMPTY },
            pins: ArrayVec::new_const(),
        };
        for_each_power!(R, |POWER| {
            let holders = self.placement.with_power(POWER) & enemies;
            match POWER.reach::<R::Geometry>(us, king) {
                Reach::Leap => {
                    let attackers =
                        POWER.attacks::<R::Geometry>(us, king, BitsOf::<R>::EMPTY) & holders;
                    for attacker in attackers.squares() {
                        guard.answers &= BitsOf::<R>::of(attacker);
                    }
                }
                Reach::Ride(rays, directions) => {
                    for &direction in directions {
                        if !(rays[direction] & holders).is_empty() {
                            self.guard_ray(&mut guard, rays[direction], direction, holders);
                        }
                    }
                }
                Reach::Irregular => {}
            }
        });
        guard
    }

    #[inline]
    fn guard_ray(
        &self,
        guard: &mut Guard<BitsOf<R>>,
        ray: BitsOf<R>,
        direction: RayDirection,
        holders: BitsOf<R>,
    ) {
        let occupied = self.placement.occupied();
        let near = Tables::until_blocked(ray, direction, occupied);
        let first = near & occupied;
        if !(first & holders).is_empty() {
            guard.answers &= near;
            return;
        }
        let Some(blocker) = (first & self.placement.of(self.side_to_move)).first() else { return };
        let far = Tables::until_blocked(ray & !near, direction, occupied);
        if !(far & holders).is_empty() {
            guard.pinned |= first;
            guard.pins.push((blocker, near | far));
        }
    }
}
