//! What a game says of pieces that annihilate each other, once its kinds are known.

use crate::definition::Annihilation;

use crate::read::diagnostic::Report;
use crate::read::places::Places;

/// Rules by which no pieces of the game meet.
pub(crate) fn check(
    annihilations: &[Annihilation],
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let errors = report.errors();
    for (index, annihilation) in annihilations.iter().enumerate() {
        if annihilation.kinds.iter().any(Vec::is_empty) {
            let place = places.rule("annihilate", index);
            report.error(place, "no pieces of this game meet by this rule").help("kings never do");
        }
    }
    report.errors() == errors
}
