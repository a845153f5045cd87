//! Draws that material decides, and counts of moves.

use super::{Move, Over, Position, Special};
use crate::definition::{Census, Count, Event, Value};
use crate::{Color, Kind, Square};

impl Census for Position<'_> {
    fn men(&self, color: Color) -> usize {
        Position::men(self, color).count()
    }

    fn of(&self, color: Color, kinds: &[Kind]) -> usize {
        self.count(color, kinds)
    }
}

impl Position<'_> {
    /// What a draw is for the side to move.
    pub fn value_of_draw(&self) -> Value {
        let Some(material) = &self.game.draws.material else { return Value::Draw };
        let points = |color: Color| -> i32 {
            let worth = |kind: Kind| i32::from(material.points[kind.index()]);
            Position::men(self, color).map(|(_, man)| worth(man.kind)).sum()
        };
        match material.winner(Color::ALL.map(points)) {
            Some(winner) if winner == self.side => Value::Win,
            Some(_) => Value::Loss,
            None => Value::Draw,
        }
    }

    /// How the game is over because every square is occupied.
    pub(super) fn filled(&self) -> Option<Over> {
        let mut cells =
            (0..128).map(Square::new).filter(|&cell| self.game.board.squares().has(cell));
        let is_full = self.game.draws.full_board && cells.all(|square| self.man(square).is_some());
        is_full.then(|| Over::FullBoard(self.value_of_draw()))
    }

    /// The count after a move of this position, which leads to that one.
    pub(super) fn counted(&self, mv: Move, next: &Self) -> Count {
        let Some(rule) = &self.game.draws.counting else { return Count::default() };
        let is_pawn = |square| self.man(square).is_some_and(|man| rule.pawns.contains(&man.kind));
        let is_drop = matches!(mv.special, Special::Drop(_));
        let event = match self.is_capture(mv) {
            true if is_pawn(mv.to) => Event::TookPawn,
            true => Event::Other,
            false if !is_drop && mv.becomes.is_some() && is_pawn(mv.from) => Event::Other,
            false => Event::None,
        };
        rule.after(self.count, next, next.side, event)
    }

    /// The fields of a FEN for en passant and the clock, if a count has begun.
    pub(super) fn count_text(&self) -> Option<(String, String)> {
        let Count { limit, plies } = self.count;
        (limit > 0).then(|| (limit.to_string(), plies.to_string()))
    }
}
