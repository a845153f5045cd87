//! What a game says of pieces in hand, once its kinds are known.

use crate::definition::{BoardDefinition, Definition, Drop, Hands, KindDefinition, Region};
use crate::{ByColor, Color, Kind};

use crate::kinds::Kinds;
use crate::read::diagnostic::{Report, quoted};
use crate::read::draft::Draft;
use crate::read::grid::Grid;
use crate::read::pieces::Slot;
use crate::read::places::Places;
use crate::read::start::Start;

/// How many kinds can be in hand at most.
const MOST: usize = 32;

/// The pieces in hand; none if nothing ever is in a hand.
pub(super) fn hands(
    draft: &Draft,
    (compounds, kinds): (&Kinds<'_>, &[KindDefinition]),
    promoted: &[Option<Kind>],
    start: &Start<'_>,
    board: &BoardDefinition,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> Option<Hands> {
    let keys = &draft.hands;
    let all = || (0..kinds.len() as u8).map(Kind::new);
    if !keys.drops {
        if let (Some(held), true) = (start.hands.first(), places.entry(&["startFen"]).is_some()) {
            let message =
                format!("{} is in hand, but nothing is ever dropped", quoted(&held.token.text()));
            report.error(held.place, message).help("only with 'pieceDrops = true'");
        }
        return None;
    }
    let fallen = |kind: Kind| compounds.fallen(kind);
    let captured: Vec<Option<Kind>> =
        if keys.are_filled() { all().map(fallen).collect() } else { Vec::new() };
    let mut dropped: Vec<Kind> = captured.iter().copied().flatten().collect();
    for held in &start.hands {
        let kind = compounds.held(held).filter(|&kind| !compounds.is_royal(kind));
        if kind.is_none() {
            let message = format!("{} cannot be in hand", quoted(&held.token.text()));
            report.error(places.held(held), message).help(
                "a king can be if its side has no other, and no keys are about kings or extinction",
            );
        }
        dropped.extend(kind);
    }
    if keys.unlimited {
        let is_one = |kind: &Kind| {
            let kind = &kinds[kind.index()];
            !kind.royal && kind.twin_of.is_none()
        };
        dropped = all().filter(is_one).collect();
    }
    dropped.sort_by_key(|&kind| std::cmp::Reverse(compounds.parts_of(kind)));
    dropped.dedup();
    if dropped.len() > MOST {
        let message = format!("{} kinds of pieces can be in hand, more than {MOST}", dropped.len());
        report
            .error(places.of(&["capturesToHand", "freeDrops", "pieceDrops"]), message)
            .help("'inHand' says what captured pieces become there: 'inHand = *>p'");
        return None;
    }
    if dropped.is_empty() {
        let message = "nothing is ever in a hand";
        report.warning(places.of(&["pieceDrops"]), message).help(
            "name pieces in 'startFen', as in '.../RNBQKBNR[Nn] w', or say 'capturesToHand = true'",
        );
        return None;
    }
    let drop = |&kind: &Kind| {
        let parts = compounds.parts_of(kind);
        let is = |slot: Slot| draft.parts_of(slot) == Some(parts);
        let region = |color: Color| {
            let mut region = region(draft, keys.region[color.index()], board);
            region.0 &= kinds[kind.index()].mobility[color].0;
            let first = self::region(draft, first_rank(draft, color), board).0;
            let zone = self::region(draft, draft.promotion_region[color.index()], board).0;
            if keys.no_doubled.is_some_and(is) && keys.no_doubled_count == 0 {
                region = Region::EMPTY;
            }
            if is(Slot::PAWN) && !keys.pawns_in_promotion_zone {
                region.0 &= !zone;
            }
            if is(Slot::PAWN) && !keys.pawns_on_first_rank {
                region.0 &= !first;
            }
            if is(Slot::ROOK) && keys.rooks_on_first_rank {
                region.0 &= first;
            }
            region
        };
        let up = promoted.get(kind.index()).copied().flatten().filter(|_| keys.promoted);
        let is_undoubled = keys.no_doubled.is_some_and(is);
        Drop {
            kind,
            into: [kind].into_iter().chain(up).collect(),
            region: ByColor(Color::ALL.map(region)),
            most_on_file: if is_undoubled {
                (compounds.alike(kind).collect(), keys.no_doubled_count as u8)
            } else {
                (Vec::new(), 0)
            },
            may_mate: !(keys.no_mate_by_pawn && Slot::of_key("shogiPawn").is_some_and(is)),
        }
    };
    let must_drop = match keys.must_drop_type {
        _ if !keys.must_drop => Vec::new(),
        None => dropped.clone(),
        Some(slot) => {
            compounds.of_slot(slot).filter(|kind| dropped.contains(kind)).into_iter().collect()
        }
    };
    let bishop = compounds.of_slot(Slot::BISHOP).filter(|kind| dropped.contains(kind));
    Some(Hands {
        drops: dropped.iter().map(drop).collect(),
        captured,
        must_drop,
        may_check: keys.may_check,
        unlimited: keys.unlimited,
        balanced: bishop.filter(|_| keys.balances_bishops),
        castling: keys.castling && draft.castling,
    })
}

fn region(draft: &Draft, grid: Grid, board: &BoardDefinition) -> Region {
    Region(grid.region(draft.files, draft.ranks).0 & board.squares().0)
}

fn first_rank(draft: &Draft, color: Color) -> Grid {
    Grid::rank(draft.relative(color.index(), 0))
}

/// What promotes has to fall back to the same piece for both sides.
pub(super) fn check_origins(draft: &Draft, places: &Places<'_, '_>, report: &mut Report) -> bool {
    let promotes = |color: &usize| !draft.promoted(*color).is_empty();
    let mut origins =
        [0, 1].into_iter().filter(promotes).map(|color| draft.origin_of_promoted(color));
    let first = origins.next();
    let is_same = origins.all(|other| Some(other) == first);
    if !is_same {
        let place = places.of(&["promotionPawnTypes", "pawnTypes", "capturesToHand"]);
        let message =
            "what White promotes and what Black promotes would be different pieces in hand";
        report.unsupported(place, format!("{message}, which is not supported"));
    }
    is_same
}

/// The pieces in hand at the start, White's first, as a FEN has them; nothing if no FEN has any.
pub(super) fn text(game: &Definition, start: &Start<'_>, compounds: &Kinds<'_>) -> String {
    let Some(hands) = game.hands.as_ref().filter(|hands| !hands.unlimited) else {
        return String::new();
    };
    let mut text = String::new();
    for color in Color::ALL {
        for drop in &hands.drops {
            let held = start.hands.iter().filter(|held| held.color == color);
            let held = held.filter(|held| compounds.held(held) == Some(drop.kind));
            text.extend(held.map(|_| game.in_fen(drop.kind, color)));
        }
    }
    format!("[{text}]")
}
