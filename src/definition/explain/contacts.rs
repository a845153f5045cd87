//! What pieces do to enemies in their zones, in words.

use crate::Kind;
use crate::definition::{Contact, Definition};

use crate::explain::in_words::{a, any_zone_in_words, names};

/// Who does what to whom, a paragraph each; none if nobody does anything.
pub(crate) fn paragraphs(game: &Definition) -> Vec<String> {
    let contacts = &game.contacts;
    let mut out = Vec::new();
    let mut tell = |rules: &[Contact], verb: &str| {
        for rule in rules {
            let zone = any_zone_in_words(&rule.zone);
            for (pieces, enemies) in groups(rule) {
                let enemies = match enemies {
                    Some(enemies) => format!("an enemy {}", names(game, &enemies)),
                    None => "an enemy of its own kind".to_owned(),
                };
                let pieces = a(&names(game, &pieces));
                out.push(format!(
                    "{pieces} {verb} {enemies} in its zone. The zone is where {zone}."
                ));
            }
        }
    };
    tell(&contacts.freezing, "freezes");
    tell(&contacts.forbidden, "may not be left with");
    tell(&contacts.converting, "that has moved brings over to its side");
    if !contacts.freezing.is_empty() {
        out.push(
            "What is frozen neither moves nor castles, and attacks nothing. It has its zones nonetheless."
                .to_owned(),
        );
    }
    if !contacts.forbidden.is_empty() {
        out.push("No move may leave such a pair, whoever has moved.".to_owned());
    }
    out
}

/// The pieces of a rule, those together that have the same enemies; `None` for those of their own kind alone.
fn groups(rule: &Contact) -> Vec<(Vec<Kind>, Option<Vec<Kind>>)> {
    let mut groups: Vec<(Vec<Kind>, Option<Vec<Kind>>)> = Vec::new();
    let kinds = (0..rule.enemies.len()).map(|number| Kind::new(number as u8));
    let are_same = rule
        .enemies
        .iter()
        .zip(kinds.clone())
        .all(|(enemies, kind)| enemies.is_empty() || *enemies == [kind]);
    for (kind, enemies) in kinds.zip(&rule.enemies).filter(|(_, enemies)| !enemies.is_empty()) {
        let enemies = (!are_same).then(|| enemies.clone());
        match groups.iter_mut().find(|(_, known)| *known == enemies) {
            Some((pieces, _)) => pieces.push(kind),
            None => groups.push((vec![kind], enemies)),
        }
    }
    groups
}
