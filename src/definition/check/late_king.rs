//! Kings that nobody has on the board when the game begins.

use crate::Color;
use crate::read::compound::{Letters, Pieces};
use crate::read::draft::Draft;
use crate::read::pieces::Slot;
use crate::read::start::{Cell, Start};

/// The same game with an ordinary piece that moves as its king does and is royal by `extinctionPseudoRoyal`: if it is so
/// anyhow, and pieces promote to kings, and nobody has one at the start; or if sides have their only king in hand.
pub(super) fn as_piece(draft: &Draft, start: &Start<'_>) -> Option<Draft> {
    let ordinary = Slot::of_key("commoner")?;
    let own = Letters::of(&draft.piece(Slot::KING)?.letter.to_string())?;
    let on_board = |color: Color| {
        let is_one = move |cell: &&Cell| matches!(**cell, Cell::Piece(token, of) if token.letters == own && of == color);
        start.cells.iter().filter(is_one).count()
    };
    let in_hand = |color: Color| {
        let is_one = |held: &&_| {
            let held: &crate::read::start::Held = held;
            held.token.letters == own && held.color == color
        };
        start.hands.iter().filter(is_one).count()
    };
    let is_royal_anyhow = draft.pseudo_royal
        && draft.extinction_types.as_ref().is_some_and(|all| all.slots().contains(&Slot::KING));
    let is_late = is_royal_anyhow
        && draft.promoted.iter().any(|&(_, into)| into == Slot::KING)
        && Color::ALL.iter().all(|&color| on_board(color) == 0);
    let is_held = Color::ALL.iter().any(|&color| in_hand(color) > 0)
        && Color::ALL.iter().all(|&color| on_board(color) + in_hand(color) <= 1)
        && !draft.changes.change()
        && draft.contacts.are_none()
        && draft.lending.rules.is_empty()
        && draft.annihilations.is_empty()
        && draft.may_check
        && draft.hands.may_check
        && !draft.flying_general
        && draft.extinction.is_none()
        && !draft.pseudo_royal
        && !draft.blasts;
    if !is_late && !is_held || draft.piece(ordinary).is_some() {
        return None;
    }
    let mut draft = draft.clone();
    let rename = |slot: &mut Slot| {
        if *slot == Slot::KING {
            *slot = ordinary;
        }
    };
    for (slot, piece) in draft.pieces.iter_mut().filter(|(slot, _)| *slot == Slot::KING) {
        piece.name.get_or_insert_with(|| slot.name(piece.letter));
        rename(slot);
    }
    draft.pieces.sort_unstable_by_key(|(slot, _)| *slot);
    for (from, into) in &mut draft.promoted {
        rename(from);
        rename(into);
    }
    draft.castling_king.iter_mut().for_each(rename);
    draft.hands.must_drop_type.iter_mut().for_each(rename);
    if is_held {
        draft.pseudo_royal = true;
        draft.duple_check = false;
        draft.extinction_count = 0;
        draft.extinction_types = Some(Pieces::Letters(vec![Slot::KING]));
    }
    let flags = draft.flag_pieces.iter_mut().flatten();
    for pieces in draft.extinction_types.iter_mut().chain(flags) {
        if let Pieces::Letters(slots) = pieces {
            slots.iter_mut().for_each(rename);
        }
    }
    Some(draft)
}
