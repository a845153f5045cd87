//! Who promotes where, and to what, once the kinds are known.

use crate::Color;
use crate::Kind;
use crate::definition::{BoardDefinition, Promotion, Region};

use crate::kinds::Kinds;
use crate::read::compound::{Compound, Parts};
use crate::read::diagnostic::Report;
use crate::read::draft::Draft;
use crate::read::grid::Grid;
use crate::read::pieces::Slot;
use crate::read::places::Places;

/// What other pieces than pawns become, and what they go back to, by their kinds.
#[derive(Default)]
pub(super) struct Pairs {
    up: Vec<(Kind, Kind)>,
    back: Vec<(Kind, Kind)>,
}

/// What other pieces than pawns become, and what they go back to.
pub(super) fn pairs(
    draft: &Draft,
    compounds: &Kinds<'_>,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> Pairs {
    let mut pairs = Pairs::default();
    let king = Parts::of(Slot::KING);
    for (slot, from, into) in draft.promoted_pieces() {
        let place = places.of(&["promotedPieceType", "king"]);
        if from.has_all(king) {
            report.error(place, "no king promotes");
        } else if into.has_all(king) {
            report.unsupported(place, "promotion to a king is not supported");
        } else if from == into {
            report.error(place, "a piece promotes to itself");
        }
        let into = draft.plus(from, into);
        let pair = compounds.number(Compound::new(from, false)).zip(compounds.number(into));
        if let Some(pair) = pair {
            let are_pawns = (0..2).any(|color| {
                let pawns = compounds.of(&draft.promotion_pawns[color]);
                pawns.contains(&pair.0) && !draft.promoted(color).is_empty()
            });
            if slot == Slot::PAWN && draft.pieces_promote_by_captures {
                let message = "the piece of the key 'pawn' cannot promote so by captures alone";
                report.unsupported(places.of(&["piecePromotionOnCapture"]), message);
            }
            if are_pawns && (slot != Slot::PAWN || !draft.promotion_by_file.is_empty()) {
                report
                    .error(place, "a piece promotes by this key, and as a pawn")
                    .help("leave it out of 'promotionPawnTypes' or of this key");
            }
            let all = compounds.alike(pair.0).map(|kind| (kind, pair.1));
            pairs.up.extend(all.filter(|(kind, into)| kind != into));
            if draft.pieces_go_back {
                pairs.back.push((pair.1, pair.0));
            }
        }
    }
    pairs
}

impl Pairs {
    /// `[kind]`: what it becomes by these, and what it goes back to; empty if there is nothing.
    pub(super) fn by_kind(&self, kinds: usize) -> [Vec<Option<Kind>>; 2] {
        [&self.up, &self.back].map(|pairs| {
            let mut by_kind = Vec::new();
            for &(from, into) in pairs {
                by_kind.resize(kinds, None);
                by_kind[from.index()] = Some(into);
            }
            by_kind
        })
    }
}

/// The rules for a side.
pub(super) fn rules(
    draft: &Draft,
    (compounds, pairs): (&Kinds<'_>, &Pairs),
    color: Color,
    board: &BoardDefinition,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> Vec<Promotion> {
    let index = color.index();
    let fields = ["promotionPieceTypes", "promotionByFile", "promotionPawnTypes", "pawnTypes"];
    let pawns = compounds.of(&draft.promotion_pawns[index]);
    let into = draft.promoted(index);
    if pawns.iter().any(|&kind| compounds.has_king(kind)) {
        report.error(places.of(&fields), "no king promotes").help("a set without kings: {p*}!{k*}");
    }
    let king = Parts::of(Slot::KING);
    if into.iter().any(|parts| parts.has_all(king)) {
        report.error(places.of(&fields), "no king is promoted to");
    }
    let region = Region(
        draft.promotion_region[index].region(draft.files, draft.ranks).0 & board.squares().0,
    );
    if region.is_empty() {
        return Vec::new();
    }
    let plain =
        Promotion { region, is_optional: !draft.promotion_is_mandatory, ..Promotion::default() };
    let kinds = |royal: bool| {
        let origin = draft.origin_of_promoted(index);
        let kinds = into.iter().map(|&parts| Compound::promoted(parts, royal, origin));
        kinds.filter_map(|kind| compounds.number(kind)).collect::<Vec<Kind>>()
    };
    let mut rules = of_pieces(draft, compounds, pairs, &plain);
    // The pawn does so as pawns do, and may become what these become as well.
    let all = compounds.all_of_slot(Slot::PAWN);
    for &(pawn, own) in pairs.up.iter().filter(|(from, _)| all.contains(from)) {
        let mut into = if pawns.contains(&pawn) { kinds(false) } else { Vec::new() };
        if !into.contains(&own) {
            into.push(own);
        }
        rules.push(Promotion { kinds: vec![pawn], into, ..plain.clone() });
    }
    let is_other = |kind: &Kind| rules.iter().all(|rule| !rule.kinds.contains(kind));
    let (royal, pawns): (Vec<Kind>, Vec<Kind>) =
        pawns.into_iter().filter(is_other).partition(|&kind| compounds.is_royal(kind));
    if !pawns.is_empty() {
        if into.is_empty() {
            report.error(places.of(&fields), format!("{color}'s pawns promote to nothing")).help(
                "name what they become in 'promotionPieceTypes', or nobody in 'promotionPawnTypes'",
            );
        }
        // A king that has become a pawn promotes to a king that has become another piece.
        let of_pawns = [(false, pawns), (true, royal)];
        if draft.promotion_by_file.is_empty() {
            rules.extend(of_pawns.into_iter().filter(|(_, pawns)| !pawns.is_empty()).map(
                |(is_royal, pawns)| Promotion {
                    kinds: pawns,
                    into: kinds(is_royal),
                    ..plain.clone()
                },
            ));
        } else {
            rules.extend(by_file(draft, compounds, (index, &of_pawns), &plain, places, report));
        }
    }
    rules.extend(compounds.part_promotions(&draft.set_of(&draft.promotion_pawns[index]), &plain));
    rules
}

/// The rules for what is no pawn.
fn of_pieces(
    draft: &Draft,
    compounds: &Kinds<'_>,
    pairs: &Pairs,
    plain: &Promotion,
) -> Vec<Promotion> {
    let pawns = compounds.all_of_slot(Slot::PAWN);
    let mut outcomes: Vec<(Kind, Vec<Kind>)> = Vec::new();
    for &(from, into) in pairs.up.iter().chain(&pairs.back) {
        match outcomes.iter_mut().find(|(known, _)| *known == from) {
            _ if pawns.contains(&from) => {}
            Some((_, outcomes)) => outcomes.push(into),
            None => outcomes.push((from, vec![into])),
        }
    }
    let mut rules: Vec<Promotion> = Vec::new();
    for (from, into) in outcomes {
        match rules.iter_mut().find(|rule| rule.into == into) {
            Some(rule) => rule.kinds.push(from),
            None => rules.push(Promotion {
                kinds: vec![from],
                into,
                leaving: true,
                is_optional: !draft.pieces_must_promote,
                by_captures: draft.pieces_promote_by_captures,
                restarts_clock: !draft.pieces_go_back,
                ..plain.clone()
            }),
        }
    }
    rules
}

/// The rules for pawns that become a piece by their file.
fn by_file(
    draft: &Draft,
    compounds: &Kinds<'_>,
    (color, pawns): (usize, &[(bool, Vec<Kind>); 2]),
    plain: &Promotion,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> Vec<Promotion> {
    let named = draft.promotion_by_file.len();
    if named != usize::from(draft.files) {
        let message = format!("{named} pieces for {} files", draft.files);
        report.error(places.of(&["promotionByFile"]), message);
    }
    let origin = draft.origin_of_promoted(color);
    let by_file = (0..draft.files).zip(&draft.promotion_by_file).flat_map(|(file, &parts)| {
        let squares = Grid::file(file).region(draft.files, draft.ranks);
        let region = Region(plain.region.0 & squares.0);
        pawns.each_ref().map(|&(royal, ref kinds)| Promotion {
            kinds: kinds.clone(),
            region,
            into: compounds.number(Compound::promoted(parts, royal, origin)).into_iter().collect(),
            ..plain.clone()
        })
    });
    by_file.filter(|rule| !rule.kinds.is_empty() && !rule.region.is_empty()).collect()
}
