//! What pieces of a written game do to enemies in their zones.

use super::changes::{KindSet, has_kind, kind_set};
use super::zones::Zones;
use crate::board::{Bits, Color, Geometry, Shape, Square};
use crate::rules::definition::Contact;
use crate::rules::{Placement, Ruleset};

/// Which pieces have which enemies in a zone.
pub(super) struct Contacts<B: Bits>(Vec<Rule<B>>);

struct Rule<B: Bits> {
    /// `[kind]`: the kinds of the enemies in its zone.
    enemies: Vec<KindSet>,
    zones: Zones<B>,
}

impl<B: Bits> Contacts<B> {
    /// `None` if no piece has.
    pub(super) fn new(rules: &[Contact], shape: &Shape) -> Option<Self> {
        let rule = |Contact { enemies, zone }: &Contact| Rule {
            enemies: enemies.iter().map(|kinds| kind_set(kinds)).collect(),
            zones: Zones::new(shape, zone),
        };
        (!rules.is_empty()).then(|| Self(rules.iter().map(rule).collect()))
    }

    /// The enemies that those pieces of a side have in their zones that stand on some squares.
    #[inline(never)]
    pub(super) fn touched<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        by: Color,
        among: B,
    ) -> B {
        let enemies = placement.of(!by);
        let mut touched = B::EMPTY;
        for (from, kind) in placement.pieces(by).filter(|&(from, _)| among.has(from)) {
            for rule in &self.0 {
                let prey = rule.enemies[kind.index()];
                if prey == 0 {
                    continue;
                }
                let zone = rule.zones.of_all(placement, by, kind, B::of(from)) & enemies & !touched;
                let is_prey = |square: &Square| {
                    placement.kind_at(*square).is_some_and(|kind| has_kind(prey, kind))
                };
                touched |= B::of_all(zone.squares().filter(is_prey));
            }
        }
        touched
    }

    /// The same of all pieces of both sides.
    pub(super) fn all<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
    ) -> B {
        let by = |color| self.touched(placement, color, !B::EMPTY);
        by(Color::White) | by(Color::Black)
    }

    /// The memory that they take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let rule = |rule: &Rule<B>| size_of_val(&*rule.enemies) + rule.zones.bytes();
        self.0.iter().map(rule).sum()
    }
}
