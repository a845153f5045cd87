//! Features of pawns: their structure, and how far passed pawns have advanced.

use super::{Attacks, Features};
use crate::eval::board::{self, Set};
use crate::eval::endgame::pawn_powers;
use crate::eval::game::GameProfile;
use crate::eval::prior::layout::{
    BACKWARD, DOUBLED, ENEMY_KING_TO_PASSED, EXPOSED, GUARDED_PAWN, ISOLATED, OUTPOST,
    OWN_KING_TO_PASSED, PASSED, PASSED_FREE, PASSED_STOPPED, PAWN_STEPS, PHALANX,
};
use crate::eval::prior::tally::Tally;
use vertumnus_core::board::{Bits, ByColor, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{BitsOf, Power, Ruleset};

/// The distance of the kings matters to a passed pawn with at most this many steps to promotion.
const STEPS_OF_KINGS: usize = 4;

/// Tables of a board for its pawns.
#[derive(Clone, Debug)]
pub(super) struct Pawns<B: Bits> {
    /// `[color][square]`: the squares on which an enemy pawn would hold up a pawn.
    ahead: ByColor<B::Map<B>>,
    /// `[color][square]`: the squares from which an enemy pawn could come to attack this one.
    challengers: ByColor<B::Map<B>>,
    /// `[square]`: the adjacent files.
    adjacent_files: B::Map<B>,
    /// `[square]`: the squares to its left and right.
    neighbors: B::Map<B>,
    /// `[square]`: its own file, without itself.
    pub(super) file: B::Map<B>,
    /// `[color][square]`: ranks to the nearest promotion square, below [`PAWN_STEPS`].
    steps: ByColor<B::Map<usize>>,
    /// `[color]`: the half of the board that is the enemy's.
    enemy_half: ByColor<B>,
}

impl<B: Bits> Pawns<B> {
    pub(super) fn new(game: &GameProfile) -> Self {
        let board = &game.board;
        let by_color = |of: &dyn Fn(Color, Square) -> Set| {
            ByColor(Color::ALL.map(|color| board::sets::<B>(board, &|square| of(color, square))))
        };
        let wide = game.powers_of(game.pawn).has(Power::Pawn);
        let ahead = |color, square| board.ahead(color, square, wide);
        let challengers = |color, square| {
            let ahead = ahead(color, square);
            if wide { ahead & board.adjacent_files(square) } else { ahead }
        };
        let steps =
            |color| board::map::<B, _>(board, 0, &|square| steps_to_promotion(game, color, square));
        let enemy_half = |color| {
            let half = board.ranks() / 2;
            B::from_u128(board.squares_where(&mut |square| board.rank_for(color, square) >= half))
        };
        Self {
            ahead: by_color(&ahead),
            challengers: by_color(&challengers),
            adjacent_files: board::sets::<B>(board, &|square| board.adjacent_files(square)),
            neighbors: board::sets::<B>(board, &|square| board.abreast(square) & !Set::of(square)),
            file: board::sets::<B>(board, &|square| board.whole_file(square) & !Set::of(square)),
            steps: ByColor(Color::ALL.map(steps)),
            enemy_half: ByColor(Color::ALL.map(enemy_half)),
        }
    }
}

impl<R: Ruleset> Features<R> {
    /// Structure and passed pawns of a side, and its outposts.
    #[inline(always)]
    pub(super) fn pawns<T: Tally>(
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
            let steps = self.pawns.steps[color][square];
            let ahead = self.pawns.ahead[color][square];
            if guarded.has(square) {
                tally.add(color, GUARDED_PAWN + steps, 1);
            }
            if !(self.pawns.neighbors[square] & pawns).is_empty() {
                tally.add(color, PHALANX + steps, 1);
            }
            if !(self.pawns.file[square] & pawns).is_empty() {
                tally.add(color, DOUBLED, 1);
            }
            let adjacent = self.pawns.adjacent_files[square] & pawns;
            let weakness = if adjacent.is_empty() {
                Some(ISOLATED)
            } else if (adjacent & !ahead).is_empty() && is_held_back(color, square, attacks) {
                Some(BACKWARD)
            } else {
                None
            };
            if let Some(slot) = weakness {
                tally.add(color, slot, 1);
                if (self.pawns.file[square] & ahead & all).is_empty() {
                    tally.add(color, EXPOSED, 1);
                }
            }
            if (ahead & enemies).is_empty() {
                self.passed(position, color, square, attacks[!color].all, tally);
            }
        }
        let minor = attacks[color].minor & guarded & self.pawns.enemy_half[color];
        for square in minor.squares() {
            if (self.pawns.challengers[color][square] & enemies).is_empty() {
                tally.add(color, OUTPOST, 1);
            }
        }
    }

    #[inline(always)]
    fn passed<T: Tally>(
        &self,
        position: &Position<R>,
        color: Color,
        square: Square,
        attacked: BitsOf<R>,
        tally: &mut T,
    ) {
        let placement = position.placement();
        let steps = self.pawns.steps[color][square];
        tally.add(color, PASSED + steps, 1);
        let Some(stop) = R::Geometry::TABLES.pawn_step[color][square].first() else { return };
        if placement.occupied().has(stop) {
            tally.add(color, PASSED_STOPPED + steps, 1);
        }
        if !attacked.has(stop) {
            tally.add(color, PASSED_FREE + steps, 1);
        }
        if steps <= STEPS_OF_KINGS {
            for (owner, slot) in [(color, OWN_KING_TO_PASSED), (!color, ENEMY_KING_TO_PASSED)] {
                if let Some(king) = placement.king(owner) {
                    let distance = R::Geometry::distance(king, stop) as i32;
                    tally.add(color, slot, distance);
                }
            }
        }
    }
}

/// Whether an enemy pawn attacks the square ahead of a pawn.
#[inline(always)]
fn is_held_back<R: Ruleset>(color: Color, square: Square, attacks: &ByColor<Attacks<R>>) -> bool {
    let stop = R::Geometry::TABLES.pawn_step[color][square];
    !(stop & attacks[!color].by_pawns).is_empty()
}

/// The ranks between a pawn and its nearest promotion square; at most [`PAWN_STEPS`] - 1, also for
/// pawns that never promote.
fn steps_to_promotion(game: &GameProfile, color: Color, square: Square) -> usize {
    let rank = |square| game.board.rank_for(color, square);
    let goals = game.promotion_zone[color].squares().map(rank);
    let goal = goals.filter(|&goal| goal > rank(square)).min();
    goal.map_or(PAWN_STEPS - 1, |goal| (goal - rank(square)).min(PAWN_STEPS - 1))
}
