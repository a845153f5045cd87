//! What a game says of pieces of a side that become one or come apart, once its kinds are known.

use crate::Kind;
use crate::definition::{CastleDefinition, Changes, KindDefinition, Motion, Promotion};

use crate::read::diagnostic::Report;
use crate::read::draft::{Draft, Each};
use crate::read::places::Places;

/// Moves that would be written alike, and rules that do not go together.
pub(super) fn check(
    draft: &Draft,
    (changes, kinds): (&Changes, &[KindDefinition]),
    castles: &[CastleDefinition],
    promotion: &Each<Vec<Promotion>>,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let errors = report.errors();
    let is_unclear = |castle: &CastleDefinition| {
        let friends = changes.merged.get(castle.king_kind.index());
        friends.is_some_and(|friends| {
            let mut rooks = castle.rook_kinds.iter();
            rooks.any(|rook| friends[rook.index()] == Some(castle.king_kind))
        })
    };
    if castles.iter().any(is_unclear) {
        // It is written as the squares of both where the king could also step to its target.
        let message = "a king that goes onto its rook and stays what it is would be written as one that castles";
        report
            .error(places.of(&["onMerge"]), message)
            .help("say 'k x r > forbidden' before it, 'join', or 'castling = false'");
    }
    if changes.splits.are_none() {
        return report.errors() == errors;
    }
    let place = places.of(&["split"]);
    for (key, is_there) in [
        ("onMove", !draft.changes.on_move.is_empty()),
        ("morph", draft.changes.change_by_squares()),
        ("annihilate", !draft.annihilations.is_empty()),
        ("immobilityIllegal", draft.immobility_is_illegal),
        ("pieceDemotion", draft.pieces_go_back),
    ] {
        if is_there {
            report.unsupported(place, format!("'split' does not go with '{key}'"));
        }
    }
    let parts = &changes.splits.parts;
    let slides = |part: &Kind| {
        let kind = &kinds[part.index()];
        kind.royal && !kind.powers.iter().all(Motion::is_leap)
    };
    if draft.safe_royal_slides && parts.iter().flatten().any(|(part, _)| slides(part)) {
        let message = "a king that slides over safe squares alone leaves no piece";
        report.unsupported(place, format!("{message}: that is not supported"));
    }
    let becomes_part = |rule: &Promotion| {
        let mut kinds = rule.kinds.iter();
        kinds.any(|kind| parts[kind.index()].iter().any(|(part, _)| rule.into.contains(part)))
    };
    if promotion.iter().flatten().any(becomes_part) {
        let message = "a piece that promotes to a part of itself would be written as one of which that part leaves";
        report.error(place, message).help("leave out that part, or what promotes");
    }
    report.errors() == errors
}
