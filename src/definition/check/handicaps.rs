//! What handicaps go with.

use crate::ByColor;
use crate::definition::Handicaps;
use crate::kinds::Kinds;
use crate::read::diagnostic::{Report, quoted};
use crate::read::places::Places;
use crate::read::start::Start;

/// What handicaps make of captures, in a game that wins with so many checks.
pub(super) fn handicaps(
    compounds: &Kinds<'_>,
    start: &Start<'_>,
    checks_to_win: ByColor<u8>,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> Handicaps {
    let handicaps = compounds.handicaps(places, report);
    if !handicaps.letters.is_empty() && checks_to_win.0 != [0, 0] {
        report.error(places.of(&["handicaps"]), "handicaps do not go with checkCounting");
    }
    if let Some(field) = start.handicaps.filter(|_| places.entry(&["startFen"]).is_some()) {
        let message = format!("{} is one field too much", quoted(field.text()));
        report.error(field.place(), message).help("at the start of a game, no side has a handicap");
    }
    handicaps
}
