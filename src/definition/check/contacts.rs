//! What a game says of contacts of enemies, and of pieces that go over to the other side, once its kinds are known.

use crate::Kind;
use crate::definition::{Changes, Contact, Contacts};

use crate::kinds::Kinds;
use crate::read::diagnostic::Report;
use crate::read::draft::Draft;
use crate::read::places::Places;

/// Rules that are for nobody, for kings, or that do not go together.
pub(crate) fn check(
    draft: &Draft,
    kinds: &Kinds<'_>,
    (contacts, changes): (&Contacts, &Changes),
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let errors = report.errors();
    let Contacts { freezing, forbidden, converting } = contacts;
    for (key, rules) in [("freeze", freezing), ("forbid", forbidden), ("convert", converting)] {
        let is_idle = |rule: &Contact| rule.enemies.iter().all(Vec::is_empty);
        for (index, _) in rules.iter().enumerate().filter(|(_, rule)| is_idle(rule)) {
            report.error(places.rule(key, index), "no pieces of this game are meant by this rule");
        }
        if !rules.is_empty() && draft.safe_royal_slides {
            let message = format!("'{key}' does not go with 'royalSlides = safe'");
            report.unsupported(places.of(&[key]), message);
        }
    }
    let turns = !changes.turned.is_empty() || !changes.turned_by_moves.is_empty();
    let rules = &draft.changes.on_capture;
    let is_king = |kind: &Kind| kinds.is_royal(*kind);
    let mut kings = (0..changes.turned.len()).map(|number| Kind::new(number as u8)).filter(is_king);
    if let Some(king) = kings.find(|king| !changes.turned[king.index()].is_empty()) {
        let own = kinds.compounds()[king.index()];
        let rule = rules.iter().position(|rule| rule.turns && rule.movers.has(own));
        let place = places.rule("onCapture", rule.unwrap_or_default());
        report
            .error(place, "by this rule a king that captures would go over to the other side")
            .help("say '{k*} x * > mover' before it, or leave kings out: '*!{k*}'");
    }
    if changes.turned_by_moves.iter().any(is_king) {
        report
            .error(places.of(&["onMove"]), "a king would go over to the other side")
            .help("leave kings out: '*!{k*}>other'");
    }
    if turns && !converting.is_empty() {
        let message = "'convert' does not go with pieces that change sides by their moves";
        report.unsupported(places.of(&["convert"]), message);
    }
    let removes =
        [("annihilate", !draft.annihilations.is_empty()), ("blastOnCapture", draft.blasts)];
    for (key, _) in removes.iter().filter(|(_, is_there)| *is_there) {
        if turns || !converting.is_empty() {
            let message = format!("'{key}' does not go with pieces that change sides");
            report.unsupported(places.of(&[key]), message);
        }
    }
    report.errors() == errors
}
