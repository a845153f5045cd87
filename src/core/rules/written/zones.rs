//! Where pieces of a written game have a zone.

use super::leaps::Leaps;
use crate::board::{Bits, Color, Geometry, Shape};
use crate::rules::definition::{Motion, Step, Zone};
use crate::rules::slot::ray;
use crate::rules::{Kind, Placement, PowerOf, Ruleset};

/// Where a piece has a zone.
pub(super) enum Zones<B: Bits> {
    /// On these squares.
    Leaps(Leaps<B>),
    /// Along lines up to the first piece: the steps, each with how often it is repeated.
    Lines(Vec<(Step, u8)>),
    /// Where it attacks by itself.
    Attacks,
}

impl<B: Bits> Zones<B> {
    pub(super) fn new(shape: &Shape, zone: &Zone) -> Self {
        match zone {
            Zone::Attacks => Self::Attacks,
            Zone::Leaps(steps) => Self::Leaps(Leaps::new(shape, steps)),
            Zone::Lines(motions) => {
                let lines = |motion: &Motion| {
                    let most = motion.limit.unwrap_or(u8::MAX);
                    motion.steps.iter().map(|&step| (step, most)).collect::<Vec<_>>()
                };
                Self::Lines(motions.iter().flat_map(lines).collect())
            }
        }
    }

    /// Whether they are the same wherever other pieces stand.
    pub(super) fn are_fixed(&self) -> bool {
        matches!(self, Self::Leaps(_))
    }

    /// The zones of pieces of a kind on some squares together. A piece itself stands in none of its own.
    pub(super) fn of_all<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        color: Color,
        kind: Kind,
        squares: B,
    ) -> B {
        let occupied = placement.occupied();
        match self {
            Self::Leaps(leaps) => leaps.of_all(color, squares),
            Self::Lines(lines) => squares.squares().fold(B::EMPTY, |zones, from| {
                let shape = placement.board().shape();
                let line = |&(step, most)| ray(shape, color, from, step, most, occupied);
                lines.iter().map(line).fold(zones, |zones, line| zones | line)
            }),
            Self::Attacks => {
                let rules = placement.rules();
                let own = rules.facts().powers_of(kind);
                squares.squares().fold(B::EMPTY, |zones, from| {
                    let slots = rules.slots().iter().filter(|slot| {
                        own.has(slot.power()) && PowerOf::<R>::begins(*slot, color).has(from)
                    });
                    let attacked = slots.map(|slot| {
                        let mut attacked = slot.attacks(rules.board(), color, from, occupied);
                        if PowerOf::<R>::shuns(slot) {
                            let shunned = rules.shunned(placement);
                            let rest = occupied & !shunned;
                            attacked &= slot.attacks(rules.board(), color, from, rest) & !shunned;
                        }
                        PowerOf::<R>::confined(slot, color, attacked)
                    });
                    // A ride in a circle may lead back.
                    zones | attacked.fold(B::EMPTY, |all, set| all | set) & !B::of(from)
                })
            }
        }
    }

    /// The memory that they take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Leaps(leaps) => leaps.bytes(),
            Self::Lines(lines) => size_of_val(&**lines),
            Self::Attacks => 0,
        }
    }
}
