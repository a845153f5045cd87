//! Features of kings: the pawns around them, and the pieces that come near.

use super::{Attacks, Features};
use crate::eval::board;
use crate::eval::endgame::pawn_powers;
use crate::eval::game::GameProfile;
use crate::eval::prior::layout::{DANGER, DANGER_STEP, DANGER_STEPS, OPEN_FILE, SHELTER, STORM};
use crate::eval::prior::tally::Tally;
use vertumnus_core::board::{Bits, ByColor, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{Power, Ruleset};

/// Danger added by each attacked square at the king, apart from the danger of the attacking power.
const NEAR_KING: i32 = 3;
/// Danger added by each power that could give check without being taken.
const SAFE_CHECK: i32 = 5;
/// Danger added by each square at the king that is attacked and that only the king guards.
const WEAK_SQUARE: i32 = 3;

/// Ranks ahead of a king in which its pawns shelter it, and in which enemy pawns storm it.
const SHELTERING_RANKS: usize = 2;
const STORMING_RANKS: usize = 4;

/// Tables of a game for its kings.
#[derive(Clone, Debug)]
pub(super) struct Kings<B: Bits> {
    /// `[power]`: the danger by a piece of this power that attacks a square at the king.
    danger: [i32; Power::COUNT],
    /// `[square]`: the square and its left and right neighbours, which stand for their files.
    abreast: B::Map<B>,
    /// `[square]`: its own file, with itself.
    file: B::Map<B>,
    /// `[color][square]`: the squares ahead of a king on which a pawn shelters it.
    shelter: ByColor<B::Map<B>>,
    /// `[color][square]`: the squares ahead of a king from which an enemy pawn storms it.
    storm: ByColor<B::Map<B>>,
}

impl<B: Bits> Kings<B> {
    /// The tables of a game whose powers have these mean numbers of attacked squares.
    pub(super) fn new(game: &GameProfile, mean_reach: [i32; Power::COUNT]) -> Self {
        let board = &game.board;
        let ahead = |ranks: usize| {
            let of = |color| {
                board::sets::<B>(board, &|king| {
                    let rank = board.rank_for(color, king);
                    board.squares_where(&mut |square| {
                        let ahead = board.rank_for(color, square).wrapping_sub(rank);
                        (1..=ranks).contains(&ahead)
                            && board.file(square).abs_diff(board.file(king)) <= 1
                    })
                })
            };
            ByColor(Color::ALL.map(of))
        };
        Self {
            danger: mean_reach,
            abreast: board::sets::<B>(board, &|square| board.abreast(square)),
            file: board::sets::<B>(board, &|square| board.whole_file(square)),
            shelter: ahead(SHELTERING_RANKS),
            storm: ahead(STORMING_RANKS),
        }
    }

    /// The danger to a king at which a power attacks this number of squares.
    #[inline]
    pub(super) fn danger(&self, power: Power, squares: i32) -> i32 {
        self.danger[power as usize] + NEAR_KING * squares
    }
}

impl<R: Ruleset> Features<R> {
    /// Safety of the king of a side.
    #[inline(always)]
    pub(super) fn king<T: Tally>(
        &self,
        position: &Position<R>,
        color: Color,
        attacks: &ByColor<Attacks<R>>,
        tally: &mut T,
    ) {
        let placement = position.placement();
        let Some(king) = placement.king(color) else { return };
        let pawns = pawn_powers::<R>(placement);
        let own_pawns = pawns & placement.of(color);
        let shelter = own_pawns & self.kings.shelter[color][king];
        tally.add(color, SHELTER, shelter.count() as i32);
        let storm = pawns & placement.of(!color) & self.kings.storm[color][king];
        tally.add(color, STORM, storm.count() as i32);
        for file in self.kings.abreast[king].squares() {
            if (self.kings.file[file] & own_pawns).is_empty() {
                tally.add(color, OPEN_FILE, 1);
            }
        }
        self.danger(position, color, king, attacks, tally);
    }

    /// The danger to a king from all powers together.
    #[inline(always)]
    fn danger<T: Tally>(
        &self,
        position: &Position<R>,
        color: Color,
        king: Square,
        attacks: &ByColor<Attacks<R>>,
        tally: &mut T,
    ) {
        let (own, enemy) = (&attacks[color], &attacks[!color]);
        if enemy.by_pieces.is_empty() {
            return;
        }
        let placement = position.placement();
        let near = R::Geometry::TABLES.king[king];
        let weak = (near & enemy.by_pieces & !own.by_pieces & !own.by_pawns).count() as i32;
        let mut danger = enemy.danger + WEAK_SQUARE * weak;
        let safe = !own.by_pieces & !own.by_pawns & !near & !placement.of(!color);
        for_each_power!(R, |POWER| {
            if const { !POWER.is_pawns() } {
                let from = POWER.attacks_at_best::<R::Geometry>(color, king)
                    & safe
                    & enemy.by_power[POWER];
                if !from.is_empty() {
                    let seen = POWER.attacks::<R::Geometry>(color, king, placement.occupied());
                    let checks = (from & seen).count() as i32;
                    if checks > 0 {
                        danger += SAFE_CHECK;
                        tally.add(!color, self.layout.safe_check(POWER), checks);
                    }
                }
            }
        });
        let step = ((danger / DANGER_STEP) as usize).min(DANGER_STEPS - 1);
        tally.add(color, DANGER + step, 1);
    }
}
