//! The castling moves.

use crate::definition::CastleDefinition;
use crate::{Color, Square};

use crate::kinds::Kinds;
use crate::read::diagnostic::{Report, quoted};
use crate::read::draft::Draft;
use crate::read::ini::Span;
use crate::read::places::Places;
use crate::read::start::{Cell, Start};

/// The castling moves, and the letters of those to which the start position gives the right.
pub(super) fn castles(
    draft: &Draft,
    compounds: &Kinds<'_>,
    start: &Start<'_>,
    places: &Places<'_, '_>,
    report: &mut Report,
) -> (Vec<CastleDefinition>, String) {
    let is_inherited = places.entry(&["startFen"]).is_none();
    let mut castles: Vec<CastleDefinition> = Vec::new();
    let field = start.castling.filter(|_| draft.castling);
    for (letter, here) in field.into_iter().flat_map(Span::letters) {
        let place = if is_inherited { places.name.place() } else { here.place() };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match castle(draft, compounds, start, letter, color) {
            Ok(castle) if castles.iter().any(|other| other.letter == castle.letter) => {
                report.error(place, format!("the right {} is given twice", quoted(here.text())));
            }
            Ok(castle) => castles.push(castle),
            Err(reason) => {
                report.error(place, format!("castling {}: {reason}", quoted(here.text())));
                return (Vec::new(), String::new());
            }
        }
    }
    castles.sort_by_key(|castle| "KQkq".find(castle.letter));
    let rights = castles.iter().map(|castle| castle.letter).collect();
    if draft.castling && draft.hands.drops && draft.hands.castling {
        add_dropped(draft, compounds, start, &mut castles, places, report);
    }
    castles.sort_by_key(|castle| "KQkq".find(castle.letter));
    let words = &draft.castling_words;
    if !words.is_empty() && words.len() != castles.len() {
        let message = format!("{} words for {} castling moves", words.len(), castles.len());
        report.error(places.of(&["castlingWords"]), message);
    }
    for (castle, word) in castles.iter_mut().zip(words) {
        castle.san.clone_from(word);
    }
    (castles, rights)
}

/// Adds the castling moves of pieces that are dropped on their homes.
fn add_dropped(
    draft: &Draft,
    compounds: &Kinds<'_>,
    start: &Start<'_>,
    castles: &mut Vec<CastleDefinition>,
    places: &Places<'_, '_>,
    report: &mut Report,
) {
    let place = places.of(&["castlingDroppedPiece"]);
    let (king, last) = (draft.castling_king_file.min(draft.files - 1), draft.files - 1);
    let homes = Color::ALL.into_iter().flat_map(|color| [(color, last), (color, 0)]);
    for (color, rook) in homes.filter(|(_, rook)| *rook != king) {
        match castle_of(draft, compounds, start, color, (king, rook)) {
            Ok(castle) => match castles.iter().find(|other| other.letter == castle.letter) {
                Some(other) if *other == castle => {}
                Some(_) => {
                    let message =
                        "pieces castle from other squares than those where they are dropped";
                    report.unsupported(place, format!("{message}, which is not supported"));
                }
                None => castles.push(castle),
            },
            Err(reason) => {
                report.error(place, format!("castling of dropped pieces: {reason}"));
            }
        }
    }
}

fn castle(
    draft: &Draft,
    compounds: &Kinds<'_>,
    start: &Start<'_>,
    letter: char,
    color: Color,
) -> Result<CastleDefinition, &'static str> {
    let rank = draft.relative(color.index(), draft.castling_rank);
    let last = draft.files - 1;
    let at = |file: u8| usize::from(rank) * usize::from(draft.files) + usize::from(file);
    let slot_on = |file: u8| match start.cells[at(file)] {
        Cell::Piece(token, own) if own == color => {
            let parts = compounds.on(token, color)?.parts;
            let slots = draft.pieces.iter().map(|(slot, _)| *slot);
            slots.into_iter().find(|&slot| draft.parts_of(slot) == Some(parts))
        }
        _ => None,
    };
    let rooks = &draft.castling_rooks[color.index()];
    let is_rook = |file: &u8| slot_on(*file).is_some_and(|slot| rooks.contains(&slot));
    let rook = match letter.to_ascii_uppercase() {
        'K' => (0..=draft.castling_rook_kingside.min(last)).rev().find(is_rook),
        'Q' => (draft.castling_rook_queenside..=last).find(is_rook),
        file @ 'A'..='P' => Some(file as u8 - b'A').filter(|file| *file <= last).filter(is_rook),
        _ => return Err("the rights are K, Q, k, q or files of rooks"),
    };
    let king_slot = draft.castling_king[color.index()];
    let kings: Vec<u8> = (0..=last).filter(|&file| slot_on(file) == Some(king_slot)).collect();
    let king = if let [only] = kings[..] { only } else { draft.castling_king_file.min(last) };
    if slot_on(king) != Some(king_slot) {
        return Err("the king does not stand on the castling rank");
    }
    let rook = rook.ok_or("no rook that castles stands there")?;
    castle_of(draft, compounds, start, color, (king, rook))
}

/// The castling move from these files.
fn castle_of(
    draft: &Draft,
    compounds: &Kinds<'_>,
    start: &Start<'_>,
    color: Color,
    (king, rook): (u8, u8),
) -> Result<CastleDefinition, &'static str> {
    let rank = draft.relative(color.index(), draft.castling_rank);
    let last = draft.files - 1;
    let at = |file: u8| usize::from(rank) * usize::from(draft.files) + usize::from(file);
    let rooks = &draft.castling_rooks[color.index()];
    let king_slot = draft.castling_king[color.index()];
    let is_right = rook > king;
    let (king_to, rook_to) = if is_right {
        (draft.castling_kingside, draft.castling_kingside.checked_sub(1))
    } else {
        (draft.castling_queenside, draft.castling_queenside.checked_add(1))
    };
    let rook_to = rook_to.filter(|&to| to <= last && king_to <= last);
    let rook_to = rook_to.ok_or("the board is too narrow for where the king goes")?;
    let span = [king, rook, king_to, rook_to];
    let (low, high) = (span.iter().min().copied(), span.iter().max().copied());
    let is_whole =
        (low.unwrap_or(0)..=high.unwrap_or(0)).all(|file| start.cells[at(file)] != Cell::Hole);
    if !is_whole {
        return Err("a hole is in the way");
    }
    let name = if is_right { 'k' } else { 'q' };
    let name = if color == Color::White { name.to_ascii_uppercase() } else { name };
    let square = |file: u8| Square::new(at(file) as u8);
    Ok(CastleDefinition {
        letter: name,
        color,
        king_kind: compounds.of_slot(king_slot).ok_or("there is no king")?,
        king: (square(king), square(king_to)),
        rook_kinds: rooks.iter().flat_map(|&slot| compounds.all_of_slot(slot)).collect(),
        rook: (square(rook), square(rook_to)),
        san: String::new(),
    })
}
