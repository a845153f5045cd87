//! From the keys of a game to its rules: what the keys say together, and what they may not.

mod annihilation;
mod blast;
mod castling;
mod contacts;
mod draws;
mod few;
mod handicaps;
mod hands;
mod late_king;
mod lending;
mod merging;
mod once;
pub(crate) mod opening;
mod promotion;

use crate::Kind;
use crate::definition::{
    Aims, BoardDefinition, Changes, Definition, EnPassantRule, Flag, FlagTerms, KindDefinition,
    Lending, Morph, Motion, Passing, PseudoRoyals, Region,
};
use crate::{ByColor, Color, Square};

use crate::kinds::steps::Steps;
use crate::kinds::{Kinds, piece_of};
use crate::read::compound::{Pieces, in_fen};
use crate::read::diagnostic::{Report, quoted};
use crate::read::draft::{Draft, Each, Piece};
use crate::read::grid::Grid;
use crate::read::ini::{Entry, Span};
use crate::read::keys::Found;
use crate::read::pieces::Slot;
use crate::read::places::Places;
use crate::read::setting::Whom;
use crate::read::start::{self, Cell, Start, Token};

/// The definition of a game. Mistakes are reported; with one there is no definition.
pub(crate) fn finish(
    draft: &Draft,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> Option<Definition> {
    let errors = report.errors();
    let start = start_of(draft, places, report)?;
    let board = BoardDefinition {
        files: draft.files,
        ranks: draft.ranks,
        holes: cells(&start, |cell| cell == Cell::Hole),
    };
    let late_king = late_king::as_piece(draft, &start);
    let draft = late_king.as_ref().unwrap_or(draft);
    if !hands::check_origins(draft, places, report) {
        return None;
    }
    let compounds = Kinds::find(draft, &start, places, report);
    let kings = kings(draft, &start, places, report);
    let compounds = compounds?;
    if report.errors() > errors {
        return None;
    }
    let region = |grid: Grid| Region(grid.region(draft.files, draft.ranks).0 & board.squares().0);
    let (castles, rights) = castling::castles(draft, &compounds, &start, places, report);
    let mut steps = Steps::of(draft, &board);
    let [goes_twice, goes_thrice] = steps.are_there();
    let kinds = compounds.definitions(&board, goes_twice, goes_thrice);
    steps.keep_pawn_inside(&compounds, &kinds, &board, places, report);
    let is_possible = kinds.iter().any(|kind| !kind.double_steps.is_empty());
    let is_possible_thrice = kinds.iter().any(|kind| kind.triple_step);
    let pairs = promotion::pairs(draft, &compounds, places, report);
    let [promoted, demoted] = pairs.by_kind(kinds.len());
    let promotion = Color::ALL
        .map(|color| promotion::rules(draft, (&compounds, &pairs), color, &board, places, report));
    check_zones(draft, &compounds, &start, &board, places, report);
    check_sets(draft, &compounds, places, report);
    let checks_to_win = checks_to_win(draft, &start, places, report);
    let few = few::Few::of(draft, &compounds, places, report);
    if report.errors() > errors {
        return None;
    }
    let passes = is_possible || is_possible_thrice;
    let en_passant = Color::ALL.map(|color| en_passant(draft, &compounds, color, passes, region));
    let flag =
        [0, 1].map(|color: usize| flag(draft, &compounds, color, region(draft.flag_region[color])));
    let changes = compounds.changes(&board);
    if !check_morphs(&changes, &kinds, &start, &compounds, places, report) {
        return None;
    }
    let handicaps = handicaps::handicaps(&compounds, &start, checks_to_win, places, report);
    let lending = compounds.lending(&board);
    let hands =
        hands::hands(draft, (&compounds, &kinds), &promoted, &start, &board, places, report);
    if !check_royal_slides(&kinds, &lending, places, report)
        || !merging::check(draft, (&changes, &kinds), &castles, &promotion, places, report)
        || !once::check(draft, (&compounds, &kinds), &changes, places, report)
        || !lending::check(draft, &compounds, &lending, places, report)
        || !annihilation::check(&compounds.annihilations(), places, report)
        || !contacts::check(draft, &compounds, (&compounds.contacts(), &changes), places, report)
        || !draws::check(draft, is_possible || is_possible_thrice, places, report)
        || !blast::check(draft, (&compounds, &kinds), (&few, &en_passant), places, report)
        || report.errors() > errors
    {
        return None;
    }
    let mut definition = Definition {
        name: places.name.text().to_owned(),
        other_names: draft.other_names.clone(),
        title: draft.title.clone().unwrap_or_else(|| places.name.text().to_owned()),
        about: draft.about.clone(),
        board,
        start: String::new(),
        promotion: ByColor(promotion),
        promotion_limits: compounds.promotion_limits(),
        promoted,
        demoted,
        immobility_is_illegal: draft.immobility_is_illegal,
        double_step: unless_idle(steps.double, is_possible),
        triple_step: unless_idle(steps.triple, is_possible_thrice),
        en_passant: ByColor(en_passant),
        castles,
        kings,
        aims: aims(draft, &flag, few.pseudo_royals, checks_to_win),
        stalemate: draft.stalemate,
        flag: ByColor(flag),
        extinction: few.extinction,
        draws: draws::draws(draft, &compounds),
        restarts_clock: ByColor([0, 1].map(|color: usize| compounds.of(&draft.clock_types[color]))),
        safe_royal_slides: draft.safe_royal_slides,
        aliases: compounds.aliases(),
        joined: compounds.joined(),
        changes,
        handicaps,
        lending,
        annihilations: compounds.annihilations(),
        blast: compounds.blast(),
        contacts: compounds.contacts(),
        hands,
        kinds,
    };
    definition.start = start_text(&definition, &start, &compounds, &rights);
    Some(definition)
}

/// Who captures en passant.
fn en_passant(
    draft: &Draft,
    compounds: &Kinds<'_>,
    color: Color,
    is_possible: bool,
    region: impl Fn(Grid) -> Region,
) -> EnPassantRule {
    if !is_possible {
        return EnPassantRule::default();
    }
    let (kinds, by_parts) = compounds.en_passant(&draft.en_passant_types[color.index()]);
    EnPassantRule { kinds, by_parts, region: region(draft.en_passant_region[color.index()]) }
}

/// The start position, taken apart.
fn start_of<'a>(
    draft: &'a Draft,
    places: &'a Places<'_, '_>,
    report: &mut Report,
) -> Option<Start<'a>> {
    let parse =
        |fen: Span<'a>, report: &mut Report| start::parse(fen, draft.files, draft.ranks, report);
    // One that the section has itself is shown where it stands.
    if let Some(entry) = places.entry(&["startFen"]) {
        return parse(entry.value, report);
    }
    let mut inherited = Report::default();
    let start = parse(Span::of(&draft.start), &mut inherited);
    if let Some(finding) = inherited.into_findings().pop().filter(|_| start.is_none()) {
        let message = format!("the start position does not fit: {}", finding.message);
        report.error(places.name.place(), message).help("give it with 'startFen'");
    }
    start
}

/// Who wins by going to a region.
fn flag(draft: &Draft, compounds: &Kinds<'_>, color: usize, region: Region) -> Flag {
    let kinds = match &draft.flag_pieces[color] {
        _ if region.is_empty() => Vec::new(),
        Some(pieces) => compounds.of(pieces),
        None => (0..compounds.compounds().len() as u8).map(Kind::new).collect(),
    };
    Flag { kinds, region }
}

fn aims(
    draft: &Draft,
    flag: &Each<Flag>,
    pseudo_royals: Option<PseudoRoyals>,
    checks_to_win: ByColor<u8>,
) -> Aims {
    Aims {
        pseudo_royals,
        must_capture: draft.must_capture,
        may_check: draft.may_check,
        flying_general: draft.flying_general,
        checked_king_stays: draft.checked_king_stays,
        passing: ByColor([0, 1].map(|color: usize| {
            match (draft.passes_on_stalemate[color], draft.passes[color]) {
                (true, _) => Passing::OnStalemate,
                (false, true) => Passing::Always,
                (false, false) => Passing::Never,
            }
        })),
        facing_is_answered: draft.facing_is_answered,
        checks_to_win,
        checkmate: draft.checkmate,
        stalemate_counts: draft.stalemate_counts,
        flag_terms: flag_terms(draft, flag),
    }
}

/// When a flag wins.
fn flag_terms(draft: &Draft, flag: &Each<Flag>) -> FlagTerms {
    if flag.iter().all(|flag| flag.region.is_empty()) {
        return FlagTerms::default();
    }
    FlagTerms {
        count: draft.flag_count as u8,
        blocked_wins: draft.flag_blocked_wins,
        answer: draft.flag_answer,
        safe: draft.flag_safe,
    }
}

/// With how many checks each side wins; none if they are not counted.
fn checks_to_win(
    draft: &Draft,
    start: &Start<'_>,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> ByColor<u8> {
    let none = ByColor([0; 2]);
    if !draft.counts_checks {
        if let Some(field) = start.checks.filter(|_| places.entry(&["startFen"]).is_some()) {
            report
                .error(field.place(), format!("{} counts checks", quoted(field.text())))
                .help("only with 'checkCounting = true'");
        }
        return none;
    }
    let left = start.checks_left().filter(|left| left.iter().all(|&count| count > 0));
    if left.is_none() {
        let message = "the start position does not say how many checks each side has to give";
        report
            .error(places.of(&["startFen", "checkCounting"]), message)
            .help("as in '... w KQkq - 3+3 0 1', 1 to 9 each");
    }
    left.map_or(none, ByColor)
}

/// Regions, or none if no piece of the game can use them.
fn unless_idle(regions: Each<Region>, is_used: bool) -> ByColor<Region> {
    ByColor(if is_used { regions } else { Each::default() })
}

/// The FEN of the start position.
fn start_text(game: &Definition, start: &Start<'_>, compounds: &Kinds<'_>, rights: &str) -> String {
    let cell = |cell: &Cell| match *cell {
        Cell::Hole => "*".to_owned(),
        Cell::Empty => String::new(),
        Cell::Piece(token, color) => {
            let kind = compounds.number_on(token, color);
            kind.map_or_else(String::new, |kind| game.in_fen(kind, color))
        }
    };
    let cells: Vec<String> = start.cells.iter().map(cell).collect();
    let checks = match game.aims.checks_to_win.0 {
        [0, 0] => String::new(),
        [white, black] => format!(" {white}+{black}"),
    };
    format!(
        "{}{} {} {} -{checks} {} {}",
        start::board_text(&cells, game.board.files),
        hands::text(game, start, compounds),
        if start.side == Color::White { 'w' } else { 'b' },
        if rights.is_empty() { "-" } else { rights },
        start.clock,
        start.number,
    )
}

/// The cells of a FEN for which something holds.
fn cells(start: &Start<'_>, is_one: impl Fn(Cell) -> bool) -> Region {
    let bits = start.cells.iter().enumerate();
    Region(bits.fold(0, |bits, (index, &cell)| bits | u128::from(is_one(cell)) << index))
}

/// Which side has a king.
fn kings(
    draft: &Draft,
    start: &Start<'_>,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> ByColor<bool> {
    let is_king = |own: Token| piece_of(draft, own, Color::White).is_some_and(|piece| piece.royal);
    // Whose loss is said to lose is meant to be no king.
    let is_counted = |slot: &Slot| {
        let types = draft.extinction_types.as_ref().filter(|_| draft.pseudo_royal);
        types.is_some_and(|types| types.slots().contains(slot))
    };
    let took_the_letter =
        |(slot, own): &(Slot, Piece)| slot.is_custom() && own.letter == 'k' && !is_counted(slot);
    if draft.piece(Slot::KING).is_none()
        && places.entry(&["king"]).is_none()
        && let Some((slot, _)) = draft.pieces.iter().find(|piece| took_the_letter(piece))
    {
        let key = slot.key();
        report
            .error(
                places.of(&["customPiece"]),
                format!("'{key}' takes the letter of the king, so there is none"),
            )
            .help("'king = k:KN' has moves of its own; 'king = -' says that there is none");
    }
    ByColor(Color::ALL.map(|color| {
        let mut own = start.cells.iter().enumerate().filter(
            |(_, cell)| matches!(**cell, Cell::Piece(own, of) if of == color && is_king(own)),
        );
        let count = own.clone().count();
        if count > 1 {
            let place = own.nth(1).map_or_else(|| places.start(), |(at, _)| places.cell(start, at));
            let message = format!("{color} has {count} kings; no side has more than one");
            report.error(place, message).help(
                "with 'king = -' and 'commoner = k', extinctionPseudoRoyal says how many are royal",
            );
        }
        count > 0
    }))
}

/// Says which sets still have pieces whose letters have been given to others.
pub(crate) fn report_replaced(
    parent: &Draft,
    draft: &Draft,
    entries: &[(Found, Entry<'_>)],
    report: &mut Report,
) {
    for (found, entry) in entries {
        let Some(slot) = found.slot.filter(|_| found.key().makes_a_piece()) else {
            continue;
        };
        let Some(piece) = draft.piece(slot) else { continue };
        let old = parent.pieces.iter().find(|(_, old)| old.letter == piece.letter);
        let Some((old, _)) = old.filter(|(old, _)| *old != slot && draft.piece(*old).is_none())
        else {
            continue;
        };
        let has = |each: &Each<Pieces>| each.iter().any(|pieces| pieces.slots().contains(old));
        let mut keys: Vec<&str> = Vec::new();
        if has(&draft.promotion_pawns) {
            keys.push("pawnTypes");
        }
        if has(&draft.promotion_pieces) {
            keys.push("promotionPieceTypes");
        }
        let castles = draft.castling_rooks.iter().any(|rooks| rooks.contains(old));
        if castles && draft.castling {
            keys.push("castlingRookPieces");
        }
        if !keys.is_empty() {
            let message = format!(
                "'{}' was the {} of the parent, which {} still named; it is not this piece",
                piece.letter,
                old.key(),
                keys.join(" and ")
            );
            report.warning(entry.value.place(), message).help(format!("set {}", keys.join(", ")));
        }
    }
}

/// Whether what squares make of pieces stays as it is, and the start position is so.
fn check_morphs(
    changes: &Changes,
    kinds: &[KindDefinition],
    start: &Start<'_>,
    compounds: &Kinds<'_>,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let text = |kind: Kind| in_fen(&kinds[kind.index()].token, Color::Black);
    let files = compounds.files();
    for Morph { side, region, kinds: map } in &changes.morphs {
        for &once in map {
            let twice = map[once.index()];
            if twice != once {
                let message = format!(
                    "a square that makes '{}' of a piece would make '{}' of that",
                    text(once),
                    text(twice)
                );
                report
                    .error(places.of(&["morph"]), message)
                    .help("what a square makes of a piece stays so there");
                return false;
            }
        }
        for (index, cell) in start.cells.iter().enumerate() {
            let Cell::Piece(token, color) = *cell else { continue };
            if side.is_some_and(|side| side != color) {
                continue;
            }
            let square = Square::new(index as u8);
            let kind = compounds.number_on(token, color);
            let Some(kind) = kind.filter(|_| region.has(square)) else { continue };
            let settled = map[kind.index()];
            if settled != kind {
                let file = char::from(b'a' + index as u8 % files);
                let rank = index as u8 / files + 1;
                let message = format!(
                    "the '{}' on {file}{rank} of the start position is a '{}' there, by 'morph'",
                    text(kind),
                    text(settled)
                );
                report.error(places.of(&["morph", "startFen"]), message);
                return false;
            }
        }
    }
    true
}

/// Sets of pieces in which nothing is.
fn check_sets(draft: &Draft, compounds: &Kinds<'_>, places: &Places<'_, '_>, report: &mut Report) {
    for (found, entry) in places.entries {
        let color = usize::from(found.whom == Whom::Black);
        let pieces = match found.key().name {
            "promotionPawnTypes" => &draft.promotion_pawns[color],
            "enPassantTypes" | "pawnTypes" => &draft.en_passant_types[color],
            "nMoveRuleTypes" => &draft.clock_types[color],
            "flagPiece" => match &draft.flag_pieces[color] {
                Some(pieces) => pieces,
                None => continue,
            },
            _ => continue,
        };
        if matches!(pieces, Pieces::Set(_)) && compounds.of(pieces).is_empty() {
            report.warning(entry.value.place(), "no piece of this game is in this set");
        }
    }
}

/// Whether a king slides, if the section says how.
fn check_royal_slides(
    kinds: &[KindDefinition],
    lending: &Lending,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> bool {
    let own = kinds.iter().filter(|kind| kind.royal).flat_map(|kind| &kind.powers);
    let lent = lending.loans.iter().flatten().flat_map(|loan| &loan.motions);
    let entry = places.entry(&["royalSlides"]);
    let Some(entry) = entry.filter(|_| own.chain(lent).all(Motion::is_leap)) else { return true };
    let message = "'royalSlides' has no effect: no king slides";
    report.error(entry.key.place(), message);
    false
}

/// Zones that a parent, or chess, has for a board of another size.
fn check_zones(
    draft: &Draft,
    compounds: &Kinds<'_>,
    start: &Start<'_>,
    board: &BoardDefinition,
    places: &Places<'_, '_>,
    report: &mut Report,
) {
    let sized = places.entry(&["maxRank"]).is_some();
    let zoned = ["promotionRegion", "promotionRank"];
    let pawns = draft.set_of(&draft.promotion_pawns[0]);
    let stands = cells(start, |cell| {
        let Cell::Piece(token, color) = cell else { return false };
        compounds.on(token, color).is_some_and(|kind| pawns.has(kind))
    });
    // Where pieces change, all kinds can come up.
    let comes_up = draft.changes.change() && !compounds.of(&draft.promotion_pawns[0]).is_empty();
    let has_pawns = !stands.is_empty() || comes_up;
    if sized && has_pawns && places.entry(&zoned).is_none() {
        let last = Grid::rank(draft.ranks - 1).region(draft.files, draft.ranks);
        let white = draft.promotion_region[0].region(draft.files, draft.ranks);
        if white.0 & last.0 & board.squares().0 == 0 {
            report
                .warning(places.of(&["maxRank"]), "White's pawns do not promote on the last rank")
                .help("set 'promotionRegionWhite' and 'promotionRegionBlack'");
        }
    }
}
