//! What is worth something about kings: pawns about them, and all that comes near.

use super::{Attacks, Features, Map, for_squares, pawn_powers};
use crate::eval::layout::{DANGER, DANGER_STEP, DANGER_STEPS, OPEN_FILE, SHELTER, STORM};
use crate::eval::squares;
use crate::eval::tally::{Part, Tally};
use crate::eval::tapered::Tapered;
use crate::eval::values;
use vertumnus_core::board::{Bits, ByColor, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{BitsOf, Power, Ruleset};

/// What each attack on a square at the king adds to the danger of the attacking power itself.
const NEAR_KING: i32 = 3;
/// What a power adds that could give check unharmed.
const SAFE_CHECK: i32 = 5;
/// What a square at the king adds that is attacked and that nothing but the king guards.
const WEAK_SQUARE: i32 = 3;

/// For a king that has no other piece left, per half step from the edge and per step between the
/// kings.
const LONE_KING_INWARDS: i32 = 10;
const LONE_KING_DISTANCE: i32 = 8;

/// Pawns up to so many ranks ahead of a king shelter it, and enemy ones up to so many storm it.
const SHELTERING_RANKS: usize = 2;
const STORMING_RANKS: usize = 4;

/// What is known of a game's boards for its kings.
#[derive(Clone, Debug)]
pub(super) struct Kings<R: Ruleset> {
    /// `[power]`: what it means if a piece of this power attacks a square at the king.
    danger: [i32; Power::COUNT],
    /// `[square]`: the square and those beside it, which stand for their files.
    abreast: Map<R, BitsOf<R>>,
    /// `[square]`: its own file, with itself.
    file: Map<R, BitsOf<R>>,
    /// `[color][square]`: the squares ahead of a king on which a pawn shelters it.
    shelter: ByColor<Map<R, BitsOf<R>>>,
    /// `[color][square]`: the squares ahead of a king from which an enemy pawn storms it.
    storm: ByColor<Map<R, BitsOf<R>>>,
    /// `[square]`: half steps from the rim.
    centrality: Map<R, i32>,
}

impl<R: Ruleset> Kings<R> {
    pub(super) fn new(pieces: u32) -> Self {
        let none = BitsOf::<R>::EMPTY;
        let ahead =
            |ranks: usize| {
                ByColor(Color::ALL.map(|color| {
                    for_squares::<R, _>(none, |square| ahead::<R>(color, square, ranks))
                }))
            };
        Self {
            danger: values::mean_reach::<R>(pieces),
            abreast: for_squares::<R, _>(none, squares::abreast::<R::Geometry>),
            file: for_squares::<R, _>(none, |square| {
                squares::file::<R::Geometry>(square) | BitsOf::<R>::of(square)
            }),
            shelter: ahead(SHELTERING_RANKS),
            storm: ahead(STORMING_RANKS),
            centrality: for_squares::<R, _>(0, squares::centrality::<R::Geometry>),
        }
    }

    /// What an attack by a power upon so many squares at a king adds to its danger.
    #[inline]
    pub(super) fn danger(&self, power: Power, squares: i32) -> i32 {
        self.danger[power as usize] + NEAR_KING * squares
    }
}

impl<R: Ruleset> Features<R> {
    /// The king of a side.
    #[inline(always)]
    pub(super) fn king<T: Tally<R>>(
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
        tally.add(Part::King, color, SHELTER, shelter.count() as i32);
        let storm = pawns & placement.of(!color) & self.kings.storm[color][king];
        tally.add(Part::King, color, STORM, storm.count() as i32);
        for file in self.kings.abreast[king].squares() {
            if (self.kings.file[file] & own_pawns).is_empty() {
                tally.add(Part::King, color, OPEN_FILE, 1);
            }
        }
        self.danger(position, color, king, attacks, tally);
        if placement.of(color) == BitsOf::<R>::of(king)
            && let Some(other) = placement.king(!color)
        {
            // Nothing is left to defend with: mate is made at the edge, by both kings.
            let apart = squares::distance::<R::Geometry>(king, other) as i32;
            let driven =
                LONE_KING_INWARDS * self.kings.centrality[king] + LONE_KING_DISTANCE * apart;
            tally.fixed(Part::King, color, Tapered::new(driven, driven));
        }
    }

    /// What comes near a king, by all powers together.
    #[inline(always)]
    fn danger<T: Tally<R>>(
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
                let from = POWER.attacks::<R::Geometry>(color, king, placement.occupied());
                let checks = (from & safe & enemy.by_power[POWER as usize]).count() as i32;
                if checks > 0 {
                    danger += SAFE_CHECK;
                    tally.add(Part::King, !color, self.layout.safe_check(POWER), checks);
                }
            }
        });
        let step = ((danger / DANGER_STEP) as usize).min(DANGER_STEPS - 1);
        tally.add(Part::King, color, DANGER + step, 1);
    }
}

/// The squares ahead of a king, up to so many ranks, on its file and those beside.
fn ahead<R: Ruleset>(color: Color, king: Square, ranks: usize) -> BitsOf<R> {
    let rank = R::Geometry::rank_for(color, king);
    squares::those::<R::Geometry>(|square| {
        let ahead = R::Geometry::rank_for(color, square).wrapping_sub(rank);
        (1..=ranks).contains(&ahead)
            && R::Geometry::file(square).abs_diff(R::Geometry::file(king)) <= 1
    })
}
