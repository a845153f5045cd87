//! What a game says of parts that are there for one move, once its kinds are known.

use crate::definition::{Changes, KindDefinition, Over};
use crate::kinds::Kinds;
use crate::read::compound::Makes;
use crate::read::diagnostic::Report;
use crate::read::draft::Draft;
use crate::read::places::Places;

/// Rules that do not go together, and parts that nobody ever has, or has alone.
pub(super) fn check(
    draft: &Draft,
    (compounds, kinds): (&Kinds<'_>, &[KindDefinition]),
    changes: &Changes,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let (errors, keys) = (report.errors(), &draft.changes);
    if let Some(entry) = places.entry(&["doubleStepTypes"]) {
        let goes = |number: usize| !kinds[number].double_steps.is_empty();
        let mut such = (0..kinds.len()).filter(|&number| goes(number));
        let set = draft.double_step_types.as_ref();
        if set.is_some() && such.next().is_none() {
            let message = "no piece of this game that is meant has a part that goes twice";
            report.error(entry.value.place(), message);
        }
    }
    if keys.once.is_empty() {
        return report.errors() == errors;
    }
    let place = places.of(&["once"]);
    let flies = |kind: &KindDefinition| kind.powers.iter().any(|way| way.over == Over::All);
    for (what, is_there) in [
        ("'lend'", !draft.lending.rules.is_empty()),
        ("'freeze'", !draft.contacts.freeze.is_empty()),
        ("'onMerge'", !changes.merged.is_empty()),
        ("'split'", !changes.splits.are_none()),
        ("'gone'", keys.on_capture.iter().any(|rule| rule.result == Makes::Gone)),
        ("'other'", !changes.turned.is_empty() || !changes.turned_by_moves.is_empty()),
        ("pieces in hand", draft.hands.drops || draft.hands.captures),
        ("'promotedPieceType'", !draft.promoted.is_empty()),
        ("'royalSlides = safe'", draft.safe_royal_slides),
        ("pieces that fly", kinds.iter().any(flies)),
    ] {
        if is_there {
            report.unsupported(place, format!("'once' does not go with {what}"));
        }
    }
    let once = keys.parts_for_once();
    let is_alone = |parts: crate::read::compound::Parts| parts.without(once).is_empty();
    let mut all = compounds.compounds().iter().zip(kinds);
    if let Some((_, kind)) = all.find(|(kind, _)| is_alone(kind.parts)) {
        let message =
            format!("a {} is there for one move only as a part of another piece", kind.name);
        report.error(place, message).help("none stands at the start, and nothing becomes one");
        return false;
    }
    let has = |into| compounds.compounds().iter().any(|kind| kind.parts.has_all(into));
    if let Some((_, into)) = keys.once.iter().find(|(_, into)| !has(*into)) {
        let letters = into.slots().filter_map(|slot| draft.piece(slot)).map(|piece| piece.letter);
        let message = format!("no capture of this game joins a '{}'", letters.collect::<String>());
        report.error(place, message);
    }
    report.errors() == errors
}
