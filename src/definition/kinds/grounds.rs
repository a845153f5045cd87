//! Ways of moving that pieces have on some squares alone.

use crate::ByColor;
use crate::definition::{Grounds, Motion, Over, Region};

use crate::read::betza::{self, Moves};
use crate::read::draft::{Draft, Each, Piece};
use crate::read::grid::Grid;
use crate::read::pieces::Slot;

/// What a piece of the file does wherever it stands, and what else it does on some squares.
pub(super) fn parted(draft: &Draft, slot: Slot, piece: &Piece) -> (Moves, Vec<Motion>) {
    let mut moves = piece.moves.clone();
    let mut more = Vec::new();
    let regions =
        |grids: Each<Grid>| ByColor(grids.map(|grid| grid.region(draft.files, draft.ranks)));
    if Slot::of_key("soldier") == Some(slot) && draft.soldier_rank > 0 {
        let from = regions(draft.ranks_by_side(draft.soldier_rank..draft.ranks));
        let grounds = Grounds { from, ..Grounds::EVERYWHERE };
        for motion in &mut moves.motions {
            let (aside, ahead) = motion.steps.iter().partition(|step| step.files != 0);
            motion.steps = ahead;
            more.push(Motion { steps: aside, grounds, ..motion.clone() });
        }
        moves.motions.retain(|motion| !motion.steps.is_empty());
        more.retain(|motion| !motion.steps.is_empty());
    }
    let is_shy = Slot::of_key("janggiCannon") == Some(slot);
    if is_shy {
        moves.motions.iter_mut().for_each(|motion| motion.over = Over::ShyCannon);
    }
    if let Some(word) = along_lines(draft, slot) {
        let lines = regions([draft.diagonal_lines; 2]);
        let grounds = Grounds { from: lines, to: lines };
        let motions = betza::of(word).motions.into_iter();
        let over = |over| if is_shy { Over::ShyCannon } else { over };
        more.extend(motions.map(|motion| Motion { grounds, over: over(motion.over), ..motion }));
    }
    (moves, more)
}

/// How a piece moves along the diagonal lines of the board, if there are any and it does.
fn along_lines(draft: &Draft, slot: Slot) -> Option<&'static str> {
    let on_lines = [("rook", "B"), ("wazir", "F"), ("soldier", "fF"), ("janggiCannon", "pB")];
    let is_it = |(key, _): &&(&str, _)| Slot::of_key(key) == Some(slot);
    let is_steward = |piece: &Piece| piece.moves.motions == betza::of("W").motions;
    let king = (slot == Slot::KING && draft.piece(slot).is_some_and(is_steward)).then_some("F");
    let word = on_lines.iter().find(is_it).map(|&(_, word)| word).or(king);
    word.filter(|_| draft.diagonal_lines.region(draft.files, draft.ranks) != Region::EMPTY)
}

/// Whether a piece of the game moves along diagonal lines.
pub(crate) fn moves_along_lines(draft: &Draft) -> bool {
    let drawn = Draft { diagonal_lines: Grid::ALL, ..draft.clone() };
    draft.pieces.iter().any(|(slot, _)| along_lines(&drawn, *slot).is_some())
}
