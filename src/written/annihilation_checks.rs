//! What a game says of pieces that annihilate each other, once its kinds are known.

use vertumnus_core::rules::definition::Annihilation;

use crate::changes::rules;
use crate::diagnostic::Report;
use crate::ini::Span;
use crate::keys::Field;
use crate::places::Places;

/// Rules by which no pieces of the game meet.
pub(crate) fn check(
    annihilations: &[Annihilation],
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let errors = report.errors();
    for (index, annihilation) in annihilations.iter().enumerate() {
        if annihilation.kinds.iter().any(Vec::is_empty) {
            let entry = places.entry(&[Field::Annihilate]);
            let own = entry.and_then(|entry| rules(entry.value).into_iter().nth(index));
            report
                .error(
                    own.map_or_else(|| places.of(&[Field::Annihilate]), Span::place),
                    "no pieces of this game meet by this rule",
                )
                .help("kings never do");
        }
    }
    report.errors() == errors
}
