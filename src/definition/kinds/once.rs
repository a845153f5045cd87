//! Parts of pieces that are there for one move.

use super::grounds;
use crate::definition::{Motion, Step};
use crate::read::betza::{self, Moves};
use crate::read::compound::{CaptureRule, Compound, Pieces};
use crate::read::draft::Draft;

/// Whether a kind goes twice at once, if its parts do.
pub(super) fn goes_twice(draft: &Draft, kind: Compound) -> bool {
    let is_plain = !kind.royal && kind.parts.count() == 1;
    let goes = draft.double_step_types.as_ref().map_or(is_plain, |set| set.has(kind));
    // Where it passes safe squares alone, it is not asked what those are that it passes so.
    goes && draft.double_step && !(kind.royal && draft.safe_royal_slides)
}

/// What a piece that has captured another may be with a part of that which it can use for one move.
pub(super) fn joined(
    draft: &Draft,
    rule: &CaptureRule,
    mover: Compound,
    victim: Compound,
) -> Vec<Compound> {
    let mut kinds: Vec<Compound> = Vec::new();
    for kind in draft.changes.joined_once(rule, mover, victim) {
        if !kinds.contains(&kind) && adds(draft, kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Whether a piece makes a move, somewhere on the board, that what is left of it would not make.
fn adds(draft: &Draft, kind: Compound) -> bool {
    let Some(left) = draft.changes.spent(kind) else { return false };
    let [(moves, steps), (own, own_steps)] = [kind, left].map(|kind| moves_of(draft, kind));
    let takes = |pieces: &Pieces| {
        matches!(pieces, Pieces::Set(set) if set.has(kind) && !set.has(left)) && draft.double_step
    };
    moves != own
        || steps.iter().any(|step| !own_steps.contains(step))
        || draft.en_passant_types.iter().any(takes)
}

/// How a kind moves, each step only where it adds something, and what it does twice at once.
fn moves_of(draft: &Draft, kind: Compound) -> (Vec<Motion>, Vec<Step>) {
    let mut more = Vec::new();
    let parted = |slot| {
        let (moves, others) = grounds::parted(draft, slot, draft.piece(slot)?);
        more.extend(others.into_iter().filter(|motion| !motion.steps.is_empty()));
        Some(moves)
    };
    let all: Vec<Moves> = draft.changes.active(kind).slots().filter_map(parted).collect();
    let joined = betza::joined(&all);
    let steps = if goes_twice(draft, kind) { betza::double_steps(&joined) } else { Vec::new() };
    let mut motions = joined.motions;
    for motion in more {
        if !motions.contains(&motion) {
            motions.push(motion);
        }
    }
    (motions, steps)
}
