//! Checks and pins as masks, found backwards from the king.
//!
//! A leaper that gives check must be captured, and so must a flyer, which nothing blocks. A rider
//! gives a path: its empty squares block it, and its only blocker is pinned to it. A hopper passes
//! one piece: two block it, and each of the two is pinned. One piece can be pinned twice here, and
//! one square can block two checks at once, so masks are intersected.
//!
//! Masks hold for moves that empty one square and fill another. Moves that empty more squares are
//! tried: en passant, and flights that capture on their way.

use arrayvec::ArrayVec;

use super::Position;
use crate::board::{Bits, Geometry, RayDirection, Square, Tables};
use crate::rules::power::{Lines, for_each_power};
use crate::rules::{BitsOf, PowerOf, Reach, Ruleset, Safety};

/// What a side has to do if it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// Nothing, or nothing that it can do.
    None,
    /// To capture.
    Capture,
    /// To drop a piece.
    Drop,
}

/// Checks and pins of one position: where the pieces of the side to move may go so that their king
/// is safe.
///
/// It costs about as much as the moves of a few pieces. Code that generates the moves of a position
/// in stages, or asks about several of them, computes it once.
#[derive(Clone, Debug)]
pub struct Guard<B: Bits> {
    /// Whether the pieces have ended the game, so that there is no move.
    pub(super) is_over: bool,
    /// What alone is legal, because the game demands it, in a written game.
    pub(super) duty: Duty,
    /// The king of the side to move, if moves are legal that [leave it safe](Safety::King).
    pub(super) king: Option<Square>,
    /// The squares that block or capture all checkers: every square if there is none.
    pub(super) check_mask: B,
    /// The pinned pieces.
    pub(super) pinned: B,
    /// The rays from the king to enemies that could attack along them.
    lines: B,
    /// The pieces whose moves can open our king to a slide of the enemy king.
    pub(super) royal_slide_blockers: B,
    /// The squares that no piece may fill, because a hopper would attack over it, in a written game.
    pub(super) closed: B,
    /// Whether a piece of ours is the hurdle of a check, so that moves have to be tried, in a written game.
    pub(super) is_tried: bool,
    /// A mask for each pin: at most one for each direction of each riding power, and two for each of
    /// each hopping power.
    pins: ArrayVec<(Square, B), 48>,
}

impl<B: Bits> Default for Guard<B> {
    fn default() -> Self {
        Self {
            is_over: false,
            duty: Duty::None,
            king: None,
            check_mask: !B::EMPTY,
            pinned: B::EMPTY,
            lines: B::EMPTY,
            royal_slide_blockers: B::EMPTY,
            closed: B::EMPTY,
            is_tried: false,
            pins: ArrayVec::new_const(),
        }
    }
}

impl<B: Bits> Guard<B> {
    /// The squares that a piece may go to.
    #[inline]
    pub(super) fn allowed(&self, from: Square) -> B {
        let mut allowed = self.check_mask;
        if self.pinned.has(from) {
            for &(square, mask) in &self.pins {
                if square == from {
                    allowed &= mask;
                }
            }
        }
        allowed
    }

    /// Whether the king is in check.
    #[inline]
    pub(super) fn is_check(&self) -> bool {
        self.check_mask != !B::EMPTY
    }

    /// Whether the king is safe whichever pieces leave these squares and wherever one lands.
    #[inline]
    pub(super) fn may_empty(&self, squares: B) -> bool {
        !self.is_check() && (self.lines & squares).is_empty()
    }

    #[inline]
    fn pin(&mut self, pieces: B, mask: B) {
        self.pinned |= pieces;
        self.pins.extend(pieces.squares().map(|square| (square, mask)));
    }
}

impl<R: Ruleset> Position<R> {
    /// The checks and pins of the side to move.
    #[doc(hidden)]
    #[inline]
    pub fn guard(&self) -> Guard<BitsOf<R>> {
        let mut guard = Guard::default();
        self.find_guard(&mut guard);
        guard
    }

    /// The same, overwriting the guard of another position.
    #[doc(hidden)]
    #[inline]
    pub fn update_guard(&self, guard: &mut Guard<BitsOf<R>>) {
        guard.check_mask = !BitsOf::<R>::EMPTY;
        guard.pinned = Bits::EMPTY;
        guard.lines = Bits::EMPTY;
        guard.royal_slide_blockers = Bits::EMPTY;
        if R::FACTS.is_none() {
            guard.closed = Bits::EMPTY;
            guard.is_tried = false;
        }
        guard.pins.clear();
        self.find_guard(guard);
    }

    /// Adds what there is to a guard that has no checks and pins.
    #[inline]
    fn find_guard(&self, guard: &mut Guard<BitsOf<R>>) {
        guard.is_over = self.ended().is_some();
        if guard.is_over {
            return;
        }
        self.find_checks(guard);
        if R::FACTS.is_none() {
            guard.duty = Duty::None;
            if self.facts().must_capture && self.has_capture(guard) {
                guard.duty = Duty::Capture;
            } else if self.has_to_and_can_drop(guard) {
                guard.duty = Duty::Drop;
            }
        }
    }

    /// Adds the checks and pins.
    #[inline]
    pub(super) fn find_checks(&self, guard: &mut Guard<BitsOf<R>>) {
        let us = self.side_to_move;
        guard.king = match self.rules().safety(us) {
            Safety::King => self.placement.king(us),
            Safety::Nothing | Safety::Trial => None,
        };
        let Some(king) = guard.king else { return };
        let enemies = self.placement.of(!us);
        if self.has_royal_slides() {
            guard.royal_slide_blockers = self.royal_slide_blockers(king);
        }
        for_each_power!(R; self.rules().slots(), |POWER| {
            let holders = self.placement.holders(POWER)
                & enemies
                & PowerOf::<R>::attacks_at_best(POWER, self.board(), us, king);
            if !holders.is_empty() && (!R::CONFINES || PowerOf::<R>::enters(POWER, !us, king)) {
                match POWER.reach(self.board(), us, king) {
                    Reach::Leap => {
                        for attacker in holders.squares() {
                            guard.check_mask &= BitsOf::<R>::of(attacker);
                        }
                    }
                    Reach::Ride(rays, directions) => {
                        for &direction in directions {
                            if !(rays[direction] & holders).is_empty() {
                                self.guard_ride(guard, rays[direction], direction, holders);
                            }
                        }
                    }
                    Reach::Hop(rays, directions) => {
                        for &direction in directions {
                            if !(rays[direction] & holders).is_empty() {
                                self.guard_hop(guard, rays[direction], direction, holders);
                            }
                        }
                    }
                    Reach::Cannon(rays, directions) => {
                        for &direction in directions {
                            if !(rays[direction] & holders).is_empty() {
                                self.guard_cannon(guard, rays[direction], direction, holders);
                            }
                        }
                    }
                    Reach::Grasshopper(rays, directions) => {
                        for &direction in directions {
                            if !(rays[direction] & holders).is_empty() {
                                self.guard_grasshopper(guard, rays[direction], direction, holders);
                            }
                        }
                    }
                    Reach::Lame(legs) => self.guard_lame(guard, legs, holders),
                }
            }
        });
        if self.must_part_kings() {
            // Each is to the other as a rook would be.
            let Some(other) = self.placement.king(!us) else { return };
            let rays = &self.board().tables().queen_rays[king];
            for &direction in Lines::Orthogonal.directions() {
                if rays[direction].has(other) {
                    self.guard_ride(guard, rays[direction], direction, BitsOf::<R>::of(other));
                }
            }
        }
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
            guard.check_mask &= near;
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
                    0 => guard.check_mask &= piece,
                    1 => {
                        guard.check_mask &= reach & !screens;
                        guard.pin(ours, piece);
                    }
                    _ => guard.pin(ours, reach & !screens),
                }
            }
            screens |= piece;
        }
    }
}

impl<R: Ruleset> Position<R> {
    /// Looks at the first three pieces of a ray. A cannon that comes first attacks over whatever comes between. One
    /// that comes second gives check: a second piece between blocks it, and its hurdle, if that is ours, can go away.
    /// One that comes third is blocked for as long as the two before it stay before it and neither captures the other.
    #[inline(never)]
    fn guard_cannon(
        &self,
        guard: &mut Guard<BitsOf<R>>,
        ray: BitsOf<R>,
        direction: RayDirection,
        holders: BitsOf<R>,
    ) {
        // What lands on the ray matters, too.
        guard.lines = !BitsOf::<R>::EMPTY;
        let occupied = self.placement.occupied();
        let mut reach = BitsOf::<R>::EMPTY;
        let mut screens = BitsOf::<R>::EMPTY;
        for nth in 0..3 {
            reach |= Tables::until_blocked(ray & !reach, direction, occupied);
            let piece = reach & occupied & !screens;
            if !(piece & holders).is_empty() {
                let ours = screens & self.placement.of(self.side_to_move);
                match nth {
                    0 => guard.closed |= reach & !piece,
                    1 => {
                        guard.check_mask &= reach & !screens;
                        guard.is_tried |= !ours.is_empty();
                    }
                    _ => guard.pin(ours, reach & !screens),
                }
            }
            screens |= piece;
        }
    }

    /// Looks at the next square of a ray, where a hurdle stands or may come to stand, and at the first two pieces
    /// behind it. A grasshopper that is the first of these gives check if there is a hurdle, and would if there were
    /// one. One that is the second does if the first goes away, or becomes its hurdle.
    #[inline(never)]
    fn guard_grasshopper(
        &self,
        guard: &mut Guard<BitsOf<R>>,
        ray: BitsOf<R>,
        direction: RayDirection,
        holders: BitsOf<R>,
    ) {
        guard.lines = !BitsOf::<R>::EMPTY;
        let (occupied, ours) = (self.placement.occupied(), self.placement.of(self.side_to_move));
        let next = Tables::until_blocked(ray, direction, ray);
        let near = Tables::until_blocked(ray & !next, direction, occupied);
        let far = Tables::until_blocked(ray & !next & !near, direction, occupied);
        let has_hurdle = !(next & occupied).is_empty();
        if !(near & occupied & holders).is_empty() {
            if has_hurdle {
                guard.check_mask &= near;
                guard.is_tried |= !(next & ours).is_empty();
            } else {
                guard.closed |= next;
            }
        } else if !(far & occupied & holders).is_empty() {
            guard.pin(near & ours, if has_hurdle { near | far } else { !next });
        }
    }

    /// Looks at the squares between the ends of steps that lead to the king.
    #[inline(never)]
    fn guard_lame(
        &self,
        guard: &mut Guard<BitsOf<R>>,
        legs: &[(BitsOf<R>, BitsOf<R>)],
        holders: BitsOf<R>,
    ) {
        let (occupied, ours) = (self.placement.occupied(), self.placement.of(self.side_to_move));
        for &(from, between) in legs.iter().filter(|(from, _)| !(*from & holders).is_empty()) {
            guard.lines |= between;
            let blockers = between & occupied;
            match blockers.count() {
                0 => guard.check_mask &= between | from,
                1 => guard.pin(blockers & ours, between | from),
                _ => {}
            }
        }
    }
}

#[cfg(all(test, feature = "fairyeater"))]
mod tests {
    use crate::position::testing::{all_moves, moves_from, position};
    use crate::rules::fairyeater::FairyEater;

    /// In each position the piece on the square has just these moves.
    fn have_moves(cases: &[(&str, &str, &str)]) {
        for &(fen, square, moves) in cases {
            assert_eq!(moves_from(&position::<FairyEater>(fen), square), moves, "{square}: {fen}");
        }
    }

    #[test]
    fn a_ghost_is_blocked_on_its_landing_squares_alone() {
        // The Ghost checks by way of e3. What stands on e2 and e4 does not hinder it.
        let fen = "4k4/9/9/9/4g4/4S4/8S/4S4/4K4 w - - 0 1";
        have_moves(&[(fen, "i3", "i3e3"), (fen, "e2", "e2e3"), (fen, "e4", "e4e3 e4e5")]);
    }

    #[test]
    fn a_leap_cannot_be_blocked() {
        // e3 and d3 are one leap away; only capture or flight helps.
        have_moves(&[
            ("4k4/9/9/9/9/9/S3g4/9/4K4 w - - 0 1", "a3", "a3e3"),
            ("4k4/9/9/9/9/9/3n4S/8S/4K4 w - - 0 1", "i3", "i3d3"),
            ("4k4/9/9/9/9/9/3n4S/8S/4K4 w - - 0 1", "i2", ""),
        ]);
    }

    #[test]
    fn a_nightrider_is_blocked_on_its_landing_squares_and_pins_there() {
        // From e1 the line runs over d3 and c5 to b7.
        have_moves(&[
            ("8k/9/1n7/9/8S/9/8S/9/4K4 w - - 0 1", "i3", "i3d3"),
            ("8k/9/1n7/9/8S/9/8S/9/4K4 w - - 0 1", "i5", "i5c5"),
            ("8k/9/1n7/9/9/9/3N5/9/4K4 w - - 0 1", "d3", "d3b7 d3c5"),
            ("8k/9/1n7/9/2R6/9/9/9/4K4 w - - 0 1", "c5", "c5b7 c5d3"),
            ("8k/9/1n7/9/2S6/9/9/9/4K4 w - - 0 1", "c5", ""),
            // Two on the line, of either color, pin neither.
            (
                "8k/9/1n7/9/2S6/9/3S5/9/4K4 w - - 0 1",
                "c5",
                "c5a5 c5b5 c5c4 c5c6 c5d5 c5e5 c5f5 c5g5 c5h5 c5i5",
            ),
            (
                "8k/9/1n7/9/2S6/9/3s5/9/4K4 w - - 0 1",
                "c5",
                "c5a5 c5b5 c5c4 c5c6 c5d5 c5e5 c5f5 c5g5 c5h5 c5i5",
            ),
        ]);
    }

    #[test]
    fn a_piece_can_be_pinned_on_two_lines_at_once() {
        have_moves(&[
            // Either pin alone leaves the Reaper a capture; both leave it none.
            ("8k/9/9/9/4g4/9/4R4/9/4K4 w - - 0 1", "e3", "e3e5"),
            ("8k/9/9/9/9/4r4/4R4/9/4K4 w - - 0 1", "e3", "e3e2 e3e4"),
            ("8k/9/9/9/4g4/4r4/4R4/9/4K4 w - - 0 1", "e3", ""),
            ("8k/9/9/9/4g4/4r4/4G4/9/4K4 w - - 0 1", "e3", ""),
            // The lines share e3, which lies on both.
            ("8k/9/4g4/4r4/4R4/9/9/9/4K4 w - - 0 1", "e5", "e5e3"),
        ]);
    }

    #[test]
    fn a_pinned_piece_does_not_meet_another_check() {
        // The Ghost checks over e3; the Nightrider on d3 is pinned to the line from b7.
        have_moves(&[("8k/9/1n7/9/4g4/9/3N5/9/4K4 w - - 0 1", "d3", "")]);
    }

    #[test]
    fn one_square_can_block_two_checks_at_once() {
        // Ghost and Reaper check over e3. The Reaper guards e2 along the file, d2 and f2 by leaps.
        let fen = "8k/9/9/9/4g4/4r4/S8/9/4K4 w - - 0 1";
        assert_eq!(all_moves(&position::<FairyEater>(fen)), "a3e3 e1d1 e1f1");
    }

    #[test]
    fn most_double_checks_leave_the_king_alone() {
        // One Shield could take the Reaper, the other block the Ghost; neither can do both.
        let fen = "8k/9/9/9/4g4/9/S2r4S/9/4K4 w - - 0 1";
        assert_eq!(all_moves(&position::<FairyEater>(fen)), "e1e2 e1f1");
    }

    #[test]
    fn a_king_does_not_hide_behind_itself() {
        // Seen from e5, the Shield's row goes on behind the king.
        let fen = "8k/9/9/9/s3K4/9/9/9/9 w - - 0 1";
        assert_eq!(all_moves(&position::<FairyEater>(fen)), "e5d4 e5d6 e5e4 e5e6 e5f4 e5f6");
    }
}
