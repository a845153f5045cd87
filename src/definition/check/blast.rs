//! What a game says of captures that blow up what is around, once its kinds are known.

use crate::Kind;
use crate::definition::{EnPassantRule, KindDefinition};

use super::few::Few;
use crate::kinds::Kinds;
use crate::read::diagnostic::Report;
use crate::read::draft::{Draft, Each};
use crate::read::places::Places;

/// Rules that do not go together, and pieces that cannot be immune.
pub(super) fn check(
    draft: &Draft,
    kinds: (&Kinds<'_>, &[KindDefinition]),
    (few, en_passant): (&Few, &Each<EnPassantRule>),
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let errors = report.errors();
    let (compounds, kinds) = kinds;
    let has_king = kinds.iter().any(|kind| kind.royal);
    if draft.blasts && has_king {
        report
            .unsupported(places.of(&["blastOnCapture"]), "'blastOnCapture' does not go with kings")
            .help("build on 'atomic', or say 'king = -', 'commoner = k', and by extinctionPieceTypes what may not be lost");
    }
    let ends =
        draft.extinction.is_some() && draft.extinction_enemies == 0 && !draft.extinction_claim;
    for (is_there, other) in [
        (draft.pseudo_royal && !ends, "royal pieces without which a side can go on"),
        (draft.flag_safe, "'flagPieceSafe'"),
        (draft.duple_check && draft.pseudo_royal, "'dupleCheck'"),
    ] {
        if draft.blasts && is_there {
            let message = format!("'blastOnCapture' does not go with {other}");
            report.unsupported(places.of(&["blastOnCapture"]), message);
        }
    }
    let is_pseudo = |kind: &Kind| {
        let sets = few.pseudo_royals.iter().flat_map(|rule| &rule.sets);
        sets.flatten().any(|royal| royal == kind)
    };
    let is_royal = |kind: &Kind| compounds.is_royal(*kind) || is_pseudo(kind);
    for (key, set) in [
        ("blastImmuneTypes", &draft.blast_proof),
        ("mutuallyImmuneTypes", &draft.changes.mutually_immune),
    ] {
        let mut immune = compounds.of_set(set).into_iter();
        if let Some(kind) = immune.find(is_royal) {
            let name = &kinds[kind.index()].name;
            let message = format!("a {name} must not be left attacked, so it cannot be immune");
            report.unsupported(places.of(&[key]), message);
        }
    }
    let takes_its_like = |kind: &Kind| {
        let can_be_taken = !kinds[kind.index()].double_steps.is_empty();
        can_be_taken && en_passant.iter().any(|rule| rule.kinds.contains(kind))
    };
    let mut immune = compounds.of_set(&draft.changes.mutually_immune).into_iter();
    if immune.any(|kind| takes_its_like(&kind)) {
        let message = "what captures its own kind en passant cannot be immune to it";
        report.unsupported(places.of(&["mutuallyImmuneTypes"]), message);
    }
    report.errors() == errors
}
