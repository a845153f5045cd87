//! Draws that material decides, and moves that a side with few pieces counts.

use super::{Move, Position, Tag};
use crate::board::{Bits, Color, Geometry};
use crate::rules::definition::{Census, Counting, Event, Material};
use crate::rules::{Kind, Outcome, Placement, Reason, Ruleset, State};

impl<R: Ruleset> Position<R> {
    /// What a draw is in truth.
    #[inline]
    pub(super) fn draw(&self, reason: Reason) -> Outcome {
        let winner = self.facts().material.and_then(|material| self.has_more(material));
        winner.map_or(Outcome::Draw(reason), |winner| Outcome::Win(winner, reason))
    }

    /// Who has more material.
    fn has_more(&self, material: &Material) -> Option<Color> {
        let points = |color: Color| {
            let pieces = self.placement.pieces(color);
            pieces.map(|(_, kind)| i32::from(material.points[kind.index()])).sum()
        };
        material.winner(Color::ALL.map(points))
    }

    /// Whether the game is over because every square is occupied.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.facts().full_board_draws
            && (self.board().tables().squares & !self.placement.occupied()).is_empty()
    }

    /// What a count of moves takes note of in a move of this piece.
    #[inline(never)]
    pub(super) fn event(&self, rule: &Counting, mv: Move, mover: Kind) -> Event {
        let is_pawn = |kind: Kind| rule.pawns.contains(&kind);
        let promotes = mv.tag() != Tag::Castling && mv.becomes() != mover && is_pawn(mover);
        match self.placement.kind_at(mv.to()) {
            Some(victim) if self.is_capture(mv) && is_pawn(victim) => Event::TookPawn,
            _ if promotes || self.is_capture(mv) => Event::Other,
            _ => Event::None,
        }
    }

    /// Counts the move that has been made.
    #[inline(never)]
    pub(super) fn count_on(&mut self, rule: &Counting, event: Event) {
        let pieces = Pieces(&self.placement);
        let count = rule.after(self.state.count(), &pieces, self.side_to_move, event);
        self.state = self.state.with_count(count);
    }
}

/// The pieces on the board, to be counted.
struct Pieces<'p, R: Ruleset>(&'p Placement<R>);

impl<R: Ruleset> Census for Pieces<'_, R> {
    fn men(&self, color: Color) -> usize {
        self.0.list(color).len()
    }

    fn of(&self, color: Color, kinds: &[Kind]) -> usize {
        self.0.pieces(color).filter(|(_, kind)| kinds.contains(kind)).count()
    }
}
