//! What a game says of lending, once its kinds are known.

use crate::definition::{LendFrom, Lending, Region, Zone};

use crate::kinds::Kinds;
use crate::read::changes::rules;
use crate::read::compound::Compound;
use crate::read::diagnostic::Report;
use crate::read::draft::Draft;
use crate::read::ini::Span;
use crate::read::lending::LendRule;
use crate::read::places::Places;
use crate::read::setting::Whom;

/// Rules that are for nobody, or that do not go together.
pub(crate) fn check(
    draft: &Draft,
    compounds: &Kinds<'_>,
    lending: &Lending,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let errors = report.errors();
    let keys = &draft.lending;
    let kinds = compounds.compounds();
    for (index, rule) in keys.rules.iter().enumerate() {
        let is_it = |own: &LendRule| std::ptr::eq(own, rule);
        let lends = |&lender: &Compound| {
            kinds.iter().any(|&kind| keys.rule(lender, kind).is_some_and(is_it))
        };
        if !kinds.iter().any(lends) {
            let entry = places.entry(&["lend"]);
            let own = entry.and_then(|entry| entry.value.words().nth(index));
            let place = own.map_or_else(|| places.of(&["lend"]), Span::place);
            report
                .error(place, "no piece of this game lends by this rule")
                .help("of several rules the first that fits counts");
        }
    }
    if !keys.rules.is_empty() {
        let borrows = |regions: &[Region; 2]| regions.iter().any(|region| !region.is_empty());
        if !lending.borrowers.iter().any(|regions| borrows(&regions.0)) {
            report.error(places.of(&["lendTo", "lendRegion"]), "nobody borrows");
        }
        let is_fixed = |rule: &LendRule| matches!(rule.zone, Zone::Leaps(_));
        if draft.safe_royal_slides && !keys.rules.iter().all(is_fixed) {
            report.unsupported(
                places.of(&["lend"]),
                "zones that depend on what stands between do not go with 'royalSlides = safe'",
            );
        }
        if draft.safe_royal_slides && keys.from != LendFrom::Friends {
            report.unsupported(
                places.of(&["lendFrom"]),
                "enemies that lend do not go with 'royalSlides = safe'",
            );
        }
    }
    for (index, rule) in lending.amplifiers.iter().enumerate() {
        if rule.kinds.is_empty() || rule.lenders.is_empty() {
            let place = places.rule("amplify", index);
            report.error(place, "nothing that lends is amplified by this rule");
        }
    }
    for (index, rule) in lending.isolators.iter().enumerate() {
        if rule.kinds.is_empty() || rule.hindered.is_empty() {
            let place = places.rule("isolate", index);
            report.error(place, "nothing that lends or amplifies is isolated by this rule");
        }
    }
    for (found, entry) in places.entries {
        if found.key().name != "lendRegion" {
            continue;
        }
        let color = usize::from(found.whom == Whom::Black);
        let regions = &keys.regions[color];
        for (index, rule) in rules(entry.value).into_iter().enumerate() {
            let first = |&kind: &Compound| regions.iter().position(|(pieces, _)| pieces.has(kind));
            let borrows = |kind: &Compound| keys.region(*kind, color).is_some();
            if !kinds.iter().any(|kind| borrows(kind) && first(kind) == Some(index)) {
                report.error(rule.place(), "no piece of this game borrows by this rule");
            }
        }
    }
    let iron = &draft.changes.iron;
    let is_iron = |kind: &Compound| !kind.royal && iron.has(*kind);
    if !iron.items.is_empty() && !kinds.iter().any(is_iron) {
        report.error(places.of(&["iron"]), "no piece of this game is iron but a king");
    }
    report.errors() == errors
}
