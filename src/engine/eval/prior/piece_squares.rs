//! What pieces are worth on squares, looked up by piece.

use super::PriorSetup;
use crate::eval::board;
use crate::eval::tapered::Tapered;
use vertumnus_core::board::{Bits, Color, Square};
use vertumnus_core::rules::Piece;

/// `[piece][square]`: the material of a piece and its worth on the square.
#[derive(Clone, Debug)]
pub(super) struct PieceSquares<B: Bits>(Vec<B::Map<Tapered>>);

impl<B: Bits> PieceSquares<B> {
    pub(super) fn new(setup: &PriorSetup) -> Self {
        let PriorSetup { game, .. } = setup;
        let mut tables = vec![B::map(Tapered::default()); 2 * game.kinds().len()];
        for (kind, color) in game.kinds().flat_map(|kind| Color::ALL.map(|color| (kind, color))) {
            let worth = |square| setup.worth(kind, game.board.seen_by(color, square));
            tables[Piece::new(kind, color).index() as usize] =
                board::map::<B, _>(&game.board, Tapered::default(), &worth);
        }
        Self(tables)
    }

    #[inline]
    pub(super) fn at(&self, piece: Piece, square: Square) -> Tapered {
        self.0[piece.index() as usize][square]
    }
}
