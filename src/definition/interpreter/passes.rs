//! Turns without a move, and kings that face each other.

use super::{Move, Over, Position, Special};
use crate::Square;
use crate::definition::Passing;

/// What of the past counts for the end of a game in which nothing happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pause {
    /// How many of the last turns, the very last among them, were passes.
    passes: u8,
    /// Whether the kings faced each other before the last turn, and that has to be answered.
    faced: bool,
}

impl Position<'_> {
    /// Whether the kings face each other, and that has to be answered.
    pub(super) fn has_to_answer(&self) -> bool {
        self.game.aims.facing_is_answered && self.kings_face()
    }

    /// Whether no move may leave the kings facing each other.
    pub(super) fn must_part_kings(&self) -> bool {
        self.game.aims.flying_general || self.has_to_answer()
    }

    pub(super) fn pause_after(&self, mv: Move) -> Pause {
        let is_pass = mv.special == Special::Pass;
        let passes = if is_pass { self.pause.passes.saturating_add(1) } else { 0 };
        Pause { passes, faced: self.has_to_answer() }
    }

    /// How the game is over because nothing happens any more.
    pub(super) fn paused(&self) -> Option<Over> {
        if self.pause.passes > 1 {
            return Some(Over::Passes(self.value_of_draw()));
        }
        (self.pause.faced && self.has_to_answer()).then_some(Over::Facing(self.value_of_draw()))
    }

    /// Adds the pass, whether or not it is legal.
    pub(super) fn add_pass(&self, moves: &mut Vec<Move>) {
        if self.game.aims.passing[self.side] != Passing::Never {
            let first = self.men(self.side).next().map(|(square, _)| square);
            if let Some(square) = self.king().or(first) {
                let (becomes, taken, special) = (None, 0, Special::Pass);
                moves.push(Move { from: square, to: square, becomes, taken, special });
            }
        }
    }

    /// Leaves out a pass that is only for who has no other legal move.
    pub(super) fn retain_pass(&self, legal: &mut Vec<Move>) {
        let is_pass = |mv: &Move| mv.special == Special::Pass;
        let is_checked = self.king().is_some_and(|king| self.is_attacked(king, !self.side));
        let is_only_for_the_stuck = self.game.aims.passing[self.side] == Passing::OnStalemate;
        if is_only_for_the_stuck && !is_checked && !legal.iter().all(is_pass) {
            legal.retain(|mv| !is_pass(mv));
        }
    }

    fn king(&self) -> Option<Square> {
        let mut men = self.men(self.side);
        men.find(|(_, man)| self.game.kinds[man.kind.index()].royal).map(|(square, _)| square)
    }
}
