//! What keeps a king safe, as masks, seen backwards from the king.
//!
//! A leaper that attacks the king must be captured, and so must a flyer, which nothing blocks. A
//! rider gives a path: its empty squares block it, and its only blocker is pinned to it. A hopper
//! passes one piece: two block it, and each of the two is pinned. One piece can be pinned twice
//! here, and one square can block two checks at once, so masks are intersected, never chosen
//! between.
//!
//! Masks tell of moves that empty one square and fill another. A move that empties more is tried:
//! en passant, and a flight that captures on its way.

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
    /// The lines between the king and enemies that could attack along them.
    lines: B,
    /// A mask for each pin: at most one for each direction of each riding power, and three of each
    /// hopping power.
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

    /// Whether the king is safe whichever pieces leave these squares and wherever one lands.
    #[inline]
    pub(super) fn may_empty(&self, squares: B) -> bool {
        self.answers == !B::EMPTY && (self.lines & squares).is_empty()
    }

    #[inline]
    fn pin(&mut self, pieces: B, mask: B) {
        self.pinned |= pieces;
        self.pins.extend(pieces.squares().map(|square| (square, mask)));
    }
}

impl<R: Ruleset> Position<R> {
    /// The masks for the side to move, whose king stands on this square.
    #[inline]
    pub(super) fn guard(&self, king: Square) -> Guard<BitsOf<R>> {
        let us = self.side_to_move;
        let enemies = self.placement.of(!us);
        let mut guard = Guard {
            answers: !BitsOf::<R>::EMPTY,
            pinned: Bits::EMPTY,
            lines: Bits::EMPTY,
            pins: ArrayVec::new_const(),
        };
        for_each_power!(R, |POWER| {
            let holders = self.placement.with_power(POWER) & enemies;
            match POWER.reach::<R::Geometry>(us, king) {
                Reach::Leap if holders.is_empty() => {}
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
                            self.guard_ride(&mut guard, rays[direction], direction, holders);
                        }
                    }
                }
                Reach::Hop(rays, directions) => {
                    for &direction in directions {
                        if !(rays[direction] & holders).is_empty() {
                            self.guard_hop(&mut guard, rays[direction], direction, holders);
                        }
                    }
                }
            }
        });
        guard
    }

    #[inline]
    fn guard_ride(
        &self,
        guard: &mut Guard<BitsOf<R>>,
        ray: BitsOf<R>,
        direction: RayDirection,
        holders: BitsOf<R>,
    ) {
        guard.lines |= ray;
        let occupied = self.placement.occupied();
        let near = Tables::until_blocked(ray, direction, occupied);
        let first = near & occupied;
        if !(first & holders).is_empty() {
            guard.answers &= near;
            return;
        }
        let blocker = first & self.placement.of(self.side_to_move);
        if blocker.is_empty() {
            return;
        }
        let far = Tables::until_blocked(ray & !near, direction, occupied);
        if !(far & holders).is_empty() {
            guard.pin(blocker, near | far);
        }
    }

    /// Looks at the first three pieces of a ray. A hopper that comes first is in check whatever
    /// steps between. One that comes second is blocked by a second piece between, and not by the
    /// first, wherever that goes. One that comes third is blocked by the two before it for as long
    /// as each stays before it and neither captures the other.
    #[inline]
    fn guard_hop(
        &self,
        guard: &mut Guard<BitsOf<R>>,
        ray: BitsOf<R>,
        direction: RayDirection,
        holders: BitsOf<R>,
    ) {
        guard.lines |= ray;
        let occupied = self.placement.occupied();
        let mut reach = BitsOf::<R>::EMPTY;
        let mut screens = BitsOf::<R>::EMPTY;
        for nth in 0..3 {
            reach |= Tables::until_blocked(ray & !reach, direction, occupied);
            let piece = reach & occupied & !screens;
            if !(piece & holders).is_empty() {
                let ours = screens & self.placement.of(self.side_to_move);
                match nth {
                    0 => guard.answers &= piece,
                    1 => {
                        guard.answers &= reach & !screens;
                        guard.pin(ours, piece);
                    }
                    _ => guard.pin(ours, reach & !screens),
                }
            }
            screens |= piece;
        }
    }
}
