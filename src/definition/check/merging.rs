//! What a game says of pieces of a side that merge, once its kinds are known.

use crate::definition::{CastleDefinition, Changes};

use crate::read::diagnostic::Report;
use crate::read::places::Places;

/// Moves onto a rook that would be written as castling is where the king could also step to its target.
pub(super) fn check(
    changes: &Changes,
    castles: &[CastleDefinition],
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let is_unclear = |castle: &CastleDefinition| {
        let friends = changes.merged.get(castle.king_kind.index());
        friends.is_some_and(|friends| {
            let mut rooks = castle.rook_kinds.iter();
            rooks.any(|rook| friends[rook.index()] == Some(castle.king_kind))
        })
    };
    let is_clear = !castles.iter().any(is_unclear);
    if !is_clear {
        let message = "a king that goes onto its rook and stays what it is would be written as one that castles";
        report
            .error(places.of(&["onMerge"]), message)
            .help("say 'k x r > forbidden' before it, 'join', or 'castling = false'");
    }
    is_clear
}
