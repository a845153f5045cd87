//! What captures blow up, in words.

use crate::Kind;
use crate::definition::{Blast, Definition};

use crate::explain::in_words::names;

/// What vanishes by a capture, and what that means for royal pieces; none if nothing does.
pub(crate) fn paragraphs(game: &Definition) -> Vec<String> {
    let Some(Blast { captors, around }) = &game.blast else { return Vec::new() };
    let kinds = || (0..game.kinds.len()).map(|number| Kind::new(number as u8));
    let others: Vec<Kind> = kinds().filter(|kind| !captors.contains(kind)).collect();
    let mut out = vec![
        "A capture takes away the piece that captures as well, and all pieces of both sides on the squares \
         around it."
            .to_owned(),
    ];
    let staying: Vec<Kind> =
        captors.iter().copied().filter(|kind| !around.contains(kind)).collect();
    if !staying.is_empty() {
        let names = names(game, &staying);
        out.push(format!("No {names} is taken away so by the capture of another piece."));
    }
    if !others.is_empty() {
        out.push(format!("Nothing but its own capture takes a {} away.", names(game, &others)));
    }
    if game.aims.pseudo_royals.is_some() {
        out.push(
            "A capture may not blow up a royal piece of its own. Who blows up one of the enemy's need not mind \
             any attack. Royal pieces of both sides that stand next to each other are not attacked."
                .to_owned(),
        );
    }
    out
}
