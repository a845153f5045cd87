//! Which pieces annihilate each other, in words.

use crate::definition::{Annihilation, Definition};

use crate::explain::in_words::{a, names, zone_in_words};

/// Who annihilates whom, a paragraph each; none if nobody does.
pub(crate) fn paragraphs(game: &Definition) -> Vec<String> {
    if game.annihilations.is_empty() {
        return Vec::new();
    }
    let pair = |Annihilation { kinds: [one, other], zone }: &Annihilation| {
        format!(
            "{} and an enemy {} meet if each stands in the other's zone. The zone is where it {}.",
            a(&names(game, one)),
            names(game, other),
            zone_in_words(zone)
        )
    };
    let mut out = vec![
        "Pieces that meet vanish when the move has been made, and with them all pieces of both sides in \
         a zone of theirs."
            .to_owned(),
    ];
    out.extend(game.annihilations.iter().map(pair));
    out.push(
        "A move may not take its own king away so. Who takes the enemy's king away has won, even if \
         his own is attacked; that he could do it is no check."
            .to_owned(),
    );
    out
}
