//! Pieces that can do something for one move, which is spent by a move that they could not make without it.

use super::en_passant::EnPassant;
use super::{Move, Position, Tag};
use crate::board::{Bits, Square};
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, Kind, PowerOf, PowerSet, Ruleset};

impl<R: Ruleset> Position<R> {
    /// As what a piece makes a move that neither castles nor captures en passant: what follows from it is what follows
    /// from a move of this kind.
    #[inline(always)]
    pub(super) fn makes_as(&self, from: Square, to: Square, mover: Kind) -> Kind {
        match self.left_of(mover) {
            Some(left) if !self.could_go(from, to, left) => left,
            _ => mover,
        }
    }

    /// The same of a capture en passant.
    #[inline(always)]
    pub(super) fn takes_as(&self, from: Square, passed: EnPassant, mover: Kind) -> Kind {
        match self.left_of(mover) {
            Some(left) if !self.could_take(from, passed, left) => left,
            _ => mover,
        }
    }

    /// The same of any move.
    #[inline]
    pub(super) fn moves_as(&self, mv: Move, mover: Kind) -> Kind {
        match (mv.tag(), self.en_passant) {
            (Tag::Normal, _) if !mv.is_in_place() => self.makes_as(mv.from(), mv.to(), mover),
            (Tag::EnPassant, Some(passed)) => {
                self.takes_as(mv.from(), EnPassant { target: mv.to(), ..passed }, mover)
            }
            _ => mover,
        }
    }

    /// What is left of a piece when it has spent what is there for one move.
    #[inline(always)]
    pub(super) fn left_of(&self, mover: Kind) -> Option<Kind> {
        if R::FACTS.is_some() { None } else { self.rules().spent(mover) }
    }

    #[inline(never)]
    fn could_go(&self, from: Square, to: Square, kind: Kind) -> bool {
        let (captures, quiets) = self.reach_as(from, kind);
        let reaches = match self.placement.kind_at(to) {
            Some(victim) => captures.has(to) && self.may_capture(kind, victim),
            None => quiets.has(to),
        };
        reaches && self.rules().mobility(kind, self.side_to_move).has(to)
    }

    #[inline(never)]
    fn could_take(&self, from: Square, passed: EnPassant, kind: Kind) -> bool {
        self.takes_in_passing(from, kind, passed, self.reach_as(from, kind))
    }

    /// Where a piece would capture, and where it would go without that, if it were of another kind.
    fn reach_as(&self, from: Square, kind: Kind) -> (BitsOf<R>, BitsOf<R>) {
        let (us, rules, occupied) = (self.side_to_move, self.rules(), self.placement.occupied());
        let (captures, mut quiets) =
            self.reach_by(self.powers_on(from, kind), from, occupied, BitsOf::<R>::EMPTY);
        if rules.steps_by_itself(&self.placement, from) {
            quiets |= rules.double_steps(us, kind, from, occupied);
        }
        (captures, quiets)
    }

    /// The powers that a piece of a kind would have by itself where it stands.
    pub(super) fn powers_on(&self, from: Square, kind: Kind) -> PowerSet {
        let mut powers = PowerSet::default();
        for_each_power!(R; self.rules(), self.facts().powers_of(kind), |POWER| {
            if PowerOf::<R>::begins(POWER, self.side_to_move).has(from) {
                powers |= PowerSet::of(&[PowerOf::<R>::name(POWER)]);
            }
        });
        powers
    }
}
