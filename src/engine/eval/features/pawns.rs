//! What is worth something about pawns: how they stand together, and how far the passed ones have
//! come.

use super::{Attacks, Map, for_squares, pawn_powers};
use crate::eval::layout::{
    BACKWARD, DOUBLED, ENEMY_KING_TO_PASSED, EXPOSED, GUARDED_PAWN, ISOLATED, OUTPOST,
    OWN_KING_TO_PASSED, PASSED, PASSED_FREE, PASSED_STOPPED, PAWN_STEPS, PHALANX,
};
use crate::eval::squares;
use crate::eval::tally::{Part, Tally};
use vertumnus_core::board::{Bits, ByColor, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{BitsOf, Power, Ruleset};

/// A passed pawn that has no more than so many steps to go concerns the kings.
const STEPS_OF_KINGS: usize = 4;

/// What is known of a game's boards for its pawns.
#[derive(Clone, Debug)]
pub(super) struct Pawns<R: Ruleset> {
    /// `[color][square]`: the squares on which an enemy pawn would hold up a pawn.
    ahead: ByColor<Map<R, BitsOf<R>>>,
    /// `[color][square]`: the squares from which an enemy pawn could come to attack this one.
    challengers: ByColor<Map<R, BitsOf<R>>>,
    /// `[square]`: the files beside its own.
    beside: Map<R, BitsOf<R>>,
    /// `[square]`: the squares to its left and right.
    neighbors: Map<R, BitsOf<R>>,
    /// `[square]`: its own file, but itself.
    pub(super) file: Map<R, BitsOf<R>>,
    /// `[color][square]`: the ranks that a pawn has yet to go to where it promotes.
    steps: ByColor<Map<R, usize>>,
    /// `[color]`: the half of the board that is the enemy's.
    enemy_half: ByColor<BitsOf<R>>,
}

impl<R: Ruleset> Pawns<R> {
    pub(super) fn new() -> Self {
        let wide = R::powers(R::PAWN).has(Power::Pawn);
        let ahead = ByColor(Color::ALL.map(|color| {
            for_squares::<R, _>(BitsOf::<R>::EMPTY, |square| {
                squares::ahead::<R::Geometry>(color, square, wide)
            })
        }));
        let beside = for_squares::<R, _>(BitsOf::<R>::EMPTY, squares::beside::<R::Geometry>);
        let challengers = ByColor(Color::ALL.map(|color| {
            for_squares::<R, _>(BitsOf::<R>::EMPTY, |square| {
                if wide { ahead[color][square] & beside[square] } else { ahead[color][square] }
            })
        }));
        let neighbors = for_squares::<R, _>(BitsOf::<R>::EMPTY, |square| {
            squares::abreast::<R::Geometry>(square) & !BitsOf::<R>::of(square)
        });
        let steps =
            ByColor(Color::ALL.map(|color| {
                for_squares::<R, _>(0, |square| steps_to_promotion::<R>(color, square))
            }));
        let half = usize::from(R::Geometry::SHAPE.ranks) / 2;
        let enemy_half = ByColor(Color::ALL.map(|color| {
            squares::those::<R::Geometry>(|square| R::Geometry::rank_for(color, square) >= half)
        }));
        let file = for_squares::<R, _>(BitsOf::<R>::EMPTY, squares::file::<R::Geometry>);
        Self { ahead, challengers, beside, neighbors, file, steps, enemy_half }
    }

    /// The pawns of a side, and the pieces that they support.
    #[inline(always)]
    pub(super) fn walk<T: Tally<R>>(
        &self,
        position: &Position<R>,
        color: Color,
        attacks: &ByColor<Attacks<R>>,
        tally: &mut T,
    ) {
        let placement = position.placement();
        let all = pawn_powers::<R>(placement) & !placement.royals();
        let pawns = all & placement.of(color);
        let enemies = all & placement.of(!color);
        let guarded = attacks[color].by_pawns;
        for square in pawns.squares() {
            let steps = self.steps[color][square];
            let ahead = self.ahead[color][square];
            if guarded.has(square) {
                tally.add(Part::Pawns, color, GUARDED_PAWN + steps, 1);
            }
            if !(self.neighbors[square] & pawns).is_empty() {
                tally.add(Part::Pawns, color, PHALANX + steps, 1);
            }
            if !(self.file[square] & pawns).is_empty() {
                tally.add(Part::Pawns, color, DOUBLED, 1);
            }
            let beside = self.beside[square] & pawns;
            let weakness = if beside.is_empty() {
                Some(ISOLATED)
            } else if (beside & !ahead).is_empty() && is_held_back(color, square, attacks) {
                Some(BACKWARD)
            } else {
                None
            };
            if let Some(slot) = weakness {
                tally.add(Part::Pawns, color, slot, 1);
                if (self.file[square] & ahead & all).is_empty() {
                    tally.add(Part::Pawns, color, EXPOSED, 1);
                }
            }
            if (ahead & enemies).is_empty() {
                self.passed(position, color, square, attacks[!color].all, tally);
            }
        }
        let lesser = attacks[color].lesser & guarded & self.enemy_half[color];
        for square in lesser.squares() {
            if (self.challengers[color][square] & enemies).is_empty() {
                tally.add(Part::Pawns, color, OUTPOST, 1);
            }
        }
    }

    #[inline(always)]
    fn passed<T: Tally<R>>(
        &self,
        position: &Position<R>,
        color: Color,
        square: Square,
        attacked: BitsOf<R>,
        tally: &mut T,
    ) {
        let placement = position.placement();
        let steps = self.steps[color][square];
        tally.add(Part::Pawns, color, PASSED + steps, 1);
        let Some(stop) = R::Geometry::TABLES.pawn_step[color][square].first() else { return };
        if placement.occupied().has(stop) {
            tally.add(Part::Pawns, color, PASSED_STOPPED + steps, 1);
        }
        if !attacked.has(stop) {
            tally.add(Part::Pawns, color, PASSED_FREE + steps, 1);
        }
        if steps <= STEPS_OF_KINGS {
            for (owner, slot) in [(color, OWN_KING_TO_PASSED), (!color, ENEMY_KING_TO_PASSED)] {
                if let Some(king) = placement.king(owner) {
                    let distance = squares::distance::<R::Geometry>(king, stop) as i32;
                    tally.add(Part::Pawns, color, slot, distance);
                }
            }
        }
    }
}

/// Whether an enemy pawn would take a pawn that steps forward.
#[inline(always)]
fn is_held_back<R: Ruleset>(color: Color, square: Square, attacks: &ByColor<Attacks<R>>) -> bool {
    let stop = R::Geometry::TABLES.pawn_step[color][square];
    !(stop & attacks[!color].by_pawns).is_empty()
}

/// The ranks that a pawn has yet to go to where it promotes, as far as they are told apart; the most
/// if it promotes nowhere.
fn steps_to_promotion<R: Ruleset>(color: Color, square: Square) -> usize {
    let rank = R::Geometry::rank_for(color, square);
    let zone = R::promotion_zone(R::PAWN, color);
    let goals = zone.squares().map(|goal| R::Geometry::rank_for(color, goal));
    let goal = goals.filter(|&goal| goal > rank).min();
    goal.map_or(PAWN_STEPS - 1, |goal| (goal - rank).min(PAWN_STEPS - 1))
}
