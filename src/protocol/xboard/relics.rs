//! Pieces that are gone, or have gone over to the other side, but that the GUI's board still shows as they were.

use vertumnus_core::board::Square;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::MoveView;

/// The squares of such pieces, after each move since the GUI was last sent a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Relics {
    by_ply: Vec<Vec<Square>>,
    /// Whether the user was told of those of this game.
    pub(super) told: bool,
}

impl Relics {
    /// The squares as they are now.
    pub(super) fn now(&self) -> &[Square] {
        self.by_ply.last().map_or(&[], Vec::as_slice)
    }

    /// A move was made, which may also go to a square on which the GUI shows such a piece.
    pub(super) fn played(&mut self, mv: &MoveView, dialect: &Dialect) {
        let stays = |square: &&Square| **square != mv.to && !mv.stops.contains(square);
        let mut squares: Vec<Square> = self.now().iter().filter(stays).copied().collect();
        squares.extend(dialect.unseen(mv));
        squares.extend(Dialect::turned(mv));
        self.by_ply.push(squares);
    }

    /// A move was taken back.
    pub(super) fn taken_back(&mut self) {
        self.by_ply.pop();
    }

    /// The GUI's board is that of the game.
    pub(super) fn clear(&mut self) {
        self.by_ply.clear();
    }
}
