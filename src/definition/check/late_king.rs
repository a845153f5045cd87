//! Kings that nobody has when the game begins.

use crate::read::compound::{Letters, Pieces};
use crate::read::draft::Draft;
use crate::read::pieces::Slot;
use crate::read::start::{Cell, Start};

/// The same game with an ordinary piece that moves as its king does, if pieces promote to kings, nobody has one at the
/// start, and the last of them is royal by `extinctionPseudoRoyal` anyhow.
pub(super) fn as_piece(draft: &Draft, start: &Start<'_>) -> Option<Draft> {
    let ordinary = Slot::of_key("commoner")?;
    let own = Letters::of(&draft.piece(Slot::KING)?.letter.to_string())?;
    let stands = |cell: &Cell| matches!(*cell, Cell::Piece(letters, _) if letters == own);
    let is_royal_anyhow = draft.pseudo_royal
        && draft.extinction_types.as_ref().is_some_and(|all| all.slots().contains(&Slot::KING));
    let is_late = draft.promoted.iter().any(|&(_, into)| into == Slot::KING)
        && !start.cells.iter().any(stands);
    if !is_royal_anyhow || !is_late || draft.piece(ordinary).is_some() {
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
    let flags = draft.flag_pieces.iter_mut().flatten();
    for pieces in draft.extinction_types.iter_mut().chain(flags) {
        if let Pieces::Letters(slots) = pieces {
            slots.iter_mut().for_each(rename);
        }
    }
    Some(draft)
}
