//! Which neighbors lend a piece its powers.

use crate::board::{Bits, Square};
use crate::position::Position;
use crate::rules::{Power, Ruleset};

/// The powers that the piece on a square has from other pieces, each with the square of a lender; one
/// entry for each lender. Empty in games in which a piece has the powers of its kind.
///
/// One that can lend it lends the power if the piece still has it when no other such piece is on the board.
pub(super) fn lenders<R: Ruleset>(position: &Position<R>, square: Square) -> Vec<(Power, Square)> {
    let placement = position.placement();
    let Some(piece) = placement.at(square) else { return Vec::new() };
    let own = position.facts().powers_of(piece.kind());
    let powers = placement.powers_at(square, piece.kind());
    let mut found = Vec::new();
    for power in powers.iter().filter(|&power| !own.has(power)) {
        let rules = position.rules();
        let others = rules.lenders(placement, piece.color()).squares();
        let lends = |&place: &Square| {
            let kind = placement.kind_at(place).filter(|_| place != square);
            kind.is_some_and(|kind| rules.lent_by(kind).has(power))
        };
        let can_lend: Vec<Square> = others.filter(lends).collect();
        for &lender in &can_lend {
            let mut alone = *placement;
            alone.edit(|pieces| {
                for &other in can_lend.iter().filter(|&&other| other != lender) {
                    pieces.take(other);
                }
            });
            if alone.powers_at(square, piece.kind()).has(power) {
                found.push((power, lender));
            }
        }
    }
    found
}

#[cfg(all(test, feature = "combination"))]
mod tests {
    use crate::game::{Session, session};
    use crate::rules::{Power, Variant};

    /// Each lender as its square and what it lends.
    fn lent(game: &dyn Session, square: &str) -> Vec<(String, Power)> {
        let lenders = game.lenders(game.parse_square(square).expect("a square"));
        lenders.into_iter().map(|(power, from)| (game.square_name(from), power)).collect()
    }

    #[test]
    fn neighbors_lend_their_own_moves_unless_isolated() {
        let mut game = session(Variant::Combination);
        // The rook's zone are its diagonal neighbors, the bishop's the straight ones.
        let fen = "***1***/*1k3*/*5*/*5*/7/*3PB*/*2R2*/*5*/***K*** w - - 0 1";
        game.set_position(Some(fen), &[]).expect("a position");
        assert_eq!(
            lent(&*game, "e4"),
            [("d3".to_owned(), Power::Rook), ("f4".to_owned(), Power::Bishop)]
        );
        assert_eq!(lent(&*game, "d3"), []);
        assert_eq!(lent(&*game, "a5"), []);
        // An enemy isolator next to the rook takes its influence.
        let isolated = "***1***/*1k3*/*5*/*5*/7/*3PB*/*1iR2*/*5*/***K*** w - - 0 1";
        game.set_position(Some(isolated), &[]).expect("a position");
        assert_eq!(lent(&*game, "e4"), [("f4".to_owned(), Power::Bishop)]);
    }
}
