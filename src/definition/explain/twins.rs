//! A game for which promoted pieces are the pieces that they seem to be.

use crate::Kind;
use crate::definition::{Changes, Chase, Contact, Definition, Loan, Promotion};

/// The game without its [twins](crate::KindDefinition::twin_of). What they alone do, going back, is left out.
pub(super) fn without(game: &Definition) -> Definition {
    let Some(count) = game.kinds.iter().position(|kind| kind.twin_of.is_some()) else {
        return game.clone();
    };
    let base = |kind: Kind| game.base(kind);
    let only = |kinds: &mut Vec<Kind>| kinds.retain(|kind| kind.index() < count);
    let merge = |kinds: &mut Vec<Kind>| {
        let mut merged: Vec<Kind> = Vec::new();
        for kind in kinds.drain(..).map(base) {
            if !merged.contains(&kind) {
                merged.push(kind);
            }
        }
        *kinds = merged;
    };
    let mut plain = game.clone();
    plain.kinds.truncate(count);
    for rule in plain.promotion.0.iter_mut().flatten() {
        let Promotion { kinds, into, by, .. } = rule;
        only(kinds);
        merge(into);
        if let Some(part) = by {
            only(&mut part.movers);
        }
    }
    for rules in &mut plain.promotion.0 {
        let mut merged: Vec<Promotion> = Vec::new();
        for rule in rules.drain(..).filter(|rule| !rule.kinds.is_empty()) {
            let is_same = |known: &&mut Promotion| {
                Promotion { kinds: rule.kinds.clone(), ..(**known).clone() } == rule
            };
            match merged.iter_mut().find(is_same) {
                Some(known) => known.kinds.extend(rule.kinds),
                None => merged.push(rule),
            }
        }
        *rules = merged;
    }
    for rule in &mut plain.en_passant.0 {
        only(&mut rule.kinds);
        rule.by_parts.iter_mut().for_each(|part| only(&mut part.movers));
    }
    plain.draws.material.iter_mut().for_each(|rule| rule.points.truncate(count));
    if let Some(chase) = &mut plain.draws.chase {
        let Chase { rooks, cannons, horses, elephants, advisors, soldiers, crossed: _ } = chase;
        [rooks, cannons, horses, elephants, advisors, soldiers].into_iter().for_each(only);
    }
    let counted = plain.draws.counting.iter_mut().flat_map(|rule| &mut rule.bare);
    counted.for_each(|(kinds, ..)| only(kinds));
    plain.promotion_limits.truncate(count);
    plain.demoted.clear();
    plain.promoted.truncate(count);
    plain.promoted.iter_mut().flatten().for_each(|kind| *kind = base(*kind));
    plain.castles.iter_mut().for_each(|castle| only(&mut castle.rook_kinds));
    plain.flag.0.iter_mut().for_each(|flag| only(&mut flag.kinds));
    plain.restarts_clock.0.iter_mut().for_each(only);
    let royals = plain.aims.pseudo_royals.iter_mut().flat_map(|rule| &mut rule.sets);
    royals.for_each(only);
    plain.extinction.iter_mut().flat_map(|rule| &mut rule.sets).for_each(only);
    leave_out(&mut plain.changes, count, base);
    let lending = &mut plain.lending;
    lending.loans.truncate(count);
    lending.borrowers.truncate(count);
    lending.loans.iter_mut().flatten().for_each(|Loan { to, .. }| only(to));
    for rule in &mut lending.amplifiers {
        only(&mut rule.kinds);
        only(&mut rule.lenders);
    }
    for rule in &mut lending.isolators {
        only(&mut rule.kinds);
        only(&mut rule.hindered);
    }
    plain.annihilations.iter_mut().flat_map(|rule| &mut rule.kinds).for_each(only);
    if let Some(blast) = &mut plain.blast {
        only(&mut blast.captors);
        only(&mut blast.around);
    }
    let contacts = &mut plain.contacts;
    for rules in [&mut contacts.freezing, &mut contacts.forbidden, &mut contacts.converting] {
        for Contact { enemies, .. } in rules.iter_mut() {
            enemies.truncate(count);
            enemies.iter_mut().for_each(only);
        }
    }
    if let Some(hands) = &mut plain.hands {
        hands.captured.truncate(count);
        for drop in &mut hands.drops {
            merge(&mut drop.into);
            only(&mut drop.most_on_file.0);
        }
    }
    plain
}

/// Leaves out all kinds but the first.
fn leave_out(changes: &mut Changes, count: usize, base: impl Fn(Kind) -> Kind) {
    let only = |kinds: &mut Vec<Kind>| kinds.retain(|kind| kind.index() < count);
    changes.moved.truncate(count);
    changes.captured.truncate(count);
    changes.captured.iter_mut().for_each(|victims| victims.truncate(count));
    for lists in [&mut changes.spared, &mut changes.gone, &mut changes.turned] {
        lists.truncate(count);
        lists.iter_mut().for_each(only);
    }
    only(&mut changes.turned_by_moves);
    changes.splits.parts.truncate(count);
    changes.spent.truncate(count);
    changes.merged.truncate(count);
    for friends in &mut changes.merged {
        friends.truncate(count);
        friends.iter_mut().flatten().for_each(|kind| *kind = base(*kind));
    }
    changes.morphs.iter_mut().for_each(|morph| morph.kinds.truncate(count));
}
