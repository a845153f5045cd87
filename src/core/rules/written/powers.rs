//! The powers of a written game: those of its definition with the names that they have here.

use super::unplayable::Unplayable;
use crate::board::{Bits, ByColor, Shape};
use crate::rules::definition::{
    self, Definition, Grounds, Motion, Over, PowerDefinition, Quiets, Region, Way,
};
use crate::rules::slot::{Course, Slot};
use crate::rules::{Power, PowerSet};

/// The most powers of a game.
pub(super) const SLOTS: usize = 18;

/// The most pieces that all powers together can pin at once.
const PINS: usize = 48;

/// All powers of a game.
pub(super) struct Powers {
    /// In the order of their names.
    list: Vec<(Power, PowerDefinition)>,
    pub(super) of_kind: Vec<PowerSet>,
    /// `[lender][borrower]`: what the one lends the other. Empty if nobody lends.
    pub(super) lent: Vec<Vec<PowerSet>>,
}

impl Powers {
    pub(super) fn new(
        definition: &Definition,
        powers: definition::Powers,
    ) -> Result<Self, Unplayable> {
        let definition::Powers { list, of_kind, lent, .. } = powers;
        let mut own = Power::OWN.into_iter();
        let mut names = Vec::new();
        for (index, power) in list.iter().enumerate() {
            let name = power.name.and_then(Power::named);
            // Flights are found by their names.
            let goes_over = |way: &Way| matches!(way.over, Over::One | Over::All);
            if name.is_none() && power.ways().any(goes_over) {
                let lends = |lender: &Vec<Vec<usize>>, kind: usize| lender[kind].contains(&index);
                let has_it = |&kind: &usize| {
                    of_kind[kind].contains(&index) || lent.iter().any(|lender| lends(lender, kind))
                };
                let holder = (0..of_kind.len()).find(has_it).expect("a kind has it");
                return Err(Unplayable::Over(definition.kinds[holder].name.clone()));
            }
            names.push(name.or_else(|| own.next()).ok_or(Unplayable::Ways(SLOTS))?);
        }
        if list.len() > SLOTS {
            return Err(Unplayable::Ways(SLOTS));
        }
        let set = |indices: &Vec<usize>| {
            let powers = indices.iter().map(|&index| PowerSet::of(&[names[index]]));
            powers.fold(PowerSet::default(), |all, power| all | power)
        };
        let of_kind = of_kind.iter().map(set).collect();
        let lent = lent.iter().map(|lender| lender.iter().map(set).collect()).collect();
        let mut list: Vec<(Power, PowerDefinition)> = names.iter().copied().zip(list).collect();
        list.sort_by_key(|&(name, _)| name);
        Ok(Self { list, of_kind, lent })
    }

    /// All of them.
    pub(super) fn all(&self) -> PowerSet {
        let names = self.list.iter().map(|&(name, _)| PowerSet::of(&[name]));
        names.fold(PowerSet::default(), |all, power| all | power)
    }

    /// The powers of a set, each with its number.
    pub(super) fn numbered(&self, set: PowerSet) -> impl Iterator<Item = (u8, Power)> {
        let powers = self.list.iter().map(|&(name, _)| name);
        (0..).zip(powers).filter(move |&(_, power)| set.has(power))
    }

    /// Whether pieces have some of them on some squares alone.
    pub(super) fn have_grounds(&self) -> bool {
        self.list.iter().any(|(_, power)| power.grounds != Grounds::EVERYWHERE)
    }

    /// What the powers are that no compiled game has, in their order.
    pub(super) fn own(&self) -> Vec<Vec<Motion>> {
        let own = self.list.iter().filter(|(name, _)| Power::OWN.contains(name));
        own.map(|(_, power)| power.motions()).collect()
    }

    /// The tables of all powers.
    pub(super) fn slots<B: Bits>(
        &self,
        shape: &Shape,
        definition: &Definition,
    ) -> Result<Vec<Slot<B>>, Unplayable> {
        // Kings that face each other pin one.
        let aims = &definition.aims;
        let mut pins = usize::from(aims.flying_general || aims.facing_is_answered);
        let mut slots = Vec::new();
        for (number, (name, known)) in (0..).zip(&self.list) {
            let holder = || {
                let mut kinds = definition.kinds.iter().zip(&self.of_kind);
                let holder = kinds.find(|(_, powers)| powers.has(*name));
                holder.map_or_else(String::new, |(kind, _)| kind.name.clone())
            };
            let course = |way: Option<&Way>| {
                let steps = way.map_or(&[][..], |way| &way.steps);
                let (limit, over) = way.map_or((None, Over::None), |way| (way.limit, way.over));
                Course::new(shape, steps, limit, over)
                    .ok_or_else(|| Unplayable::Directions(holder()))
            };
            let captures = course(known.captures.as_ref())?;
            let quiets = match &known.quiets {
                Quiets::Same => None,
                Quiets::Own(way) => Some(course(way.as_ref())?),
            };
            pins += captures.pins();
            let squares =
                |regions: ByColor<Region>| ByColor(regions.0.map(|region| B::from_u128(region.0)));
            let (region, from) = (squares(known.region), squares(known.grounds.from));
            let shuns = known.ways().any(|way| way.over == Over::ShyCannon);
            slots.push(Slot::new(number, *name, (captures, quiets), (region, from), shuns));
        }
        if pins > PINS { Err(Unplayable::Pins(PINS)) } else { Ok(slots) }
    }
}
