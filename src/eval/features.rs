//! What a position has that is worth something: one walk over it, for playing and for tuning.

use super::layout::{
    BOTH_COLORS, DOUBLED, GUARDED_PAWN, ISOLATED, Layout, PASSED, PASSED_STEPS, SHELTER,
    THREAT_BY_PAWN, UNGUARDED,
};
use super::squares;
use super::tally::{Part, Tally};
use super::tapered::Tapered;
use super::values;
use crate::board::{Bits, ByColor, Color, Geometry, Square};
use crate::position::Position;
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, Kind, Placement, Power, Ruleset};

type Map<R, T> = <BitsOf<R> as Bits>::Map<T>;

/// Danger to a king grows with the square of what comes near it, over this, up to a limit.
const DANGER_DIVISOR: i32 = 24;
const MOST_DANGER: i32 = 450;
/// What each attack on a square at the king adds to the danger of the attacking power itself.
const NEAR_KING: i32 = 3;

/// For a king that has no other piece left, per half step from the edge and per step between the
/// kings.
const LONE_KING_INWARDS: i32 = 10;
const LONE_KING_DISTANCE: i32 = 8;

/// What is known of a game's boards and kinds, whatever the weights.
#[derive(Clone, Debug)]
pub(super) struct Features<R: Ruleset> {
    pub(super) layout: Layout,
    /// `[power]`: what it means if a piece of this power attacks a square at the king.
    danger: [i32; Power::COUNT],
    /// `[kind]`: whether its pieces never leave the colour of their squares.
    color_bound: Vec<bool>,
    /// `[color][square]`: the squares on which an enemy pawn would hold up a pawn.
    ahead: ByColor<Map<R, BitsOf<R>>>,
    /// `[square]`: the files beside its own.
    beside: Map<R, BitsOf<R>>,
    /// `[square]`: its own file.
    file: Map<R, BitsOf<R>>,
    /// `[color][square]`: the squares ahead of a king on which a pawn shelters it.
    shelter: ByColor<Map<R, BitsOf<R>>>,
    /// `[color][square]`: the slot of a passed pawn.
    passed: ByColor<Map<R, usize>>,
    /// `[square]`: half steps from the rim.
    centrality: Map<R, i32>,
}

impl<R: Ruleset> Features<R> {
    pub(super) fn new() -> Self {
        let board = R::Geometry::TABLES.squares;
        let pieces = Position::<R>::start().placement().occupied().count();
        let wide = R::powers(R::PAWN).has(Power::Pawn);
        let file = |square| {
            squares::ahead::<R::Geometry>(Color::White, square, false)
                | squares::ahead::<R::Geometry>(Color::Black, square, false)
        };
        let is_color_bound =
            |number| values::is_color_bound::<R::Geometry>(R::powers(Kind::new(number as u8)));
        let mut centrality = BitsOf::<R>::map(0);
        for square in board.squares() {
            centrality[square] = squares::centrality::<R::Geometry>(square);
        }
        let mut passed = ByColor([BitsOf::<R>::map(PASSED); 2]);
        for color in Color::ALL {
            for square in board.squares() {
                passed[color][square] = PASSED + steps_to_promotion::<R>(color, square);
            }
        }
        Self {
            layout: Layout::new::<R>(),
            danger: values::mean_reach::<R>(pieces),
            color_bound: (0..R::KINDS.len()).map(is_color_bound).collect(),
            ahead: ByColor(Color::ALL.map(|color| {
                for_squares::<R>(|square| squares::ahead::<R::Geometry>(color, square, wide))
            })),
            beside: for_squares::<R>(squares::beside::<R::Geometry>),
            file: for_squares::<R>(file),
            shelter: ByColor(
                Color::ALL.map(|color| for_squares::<R>(|square| shelter::<R>(color, square))),
            ),
            passed,
            centrality,
        }
    }

    /// Tells a tally all that a position has, but for the turn.
    #[inline(always)]
    pub(super) fn walk<T: Tally<R>>(&self, position: &Position<R>, tally: &mut T) {
        for color in Color::ALL {
            self.pieces(position, color, tally);
        }
        let attacks = self.attacks(position, tally);
        for color in Color::ALL {
            self.pawns(position, color, attacks[color].by_pawns, tally);
            self.king(position, color, &attacks[!color], tally);
            threats(position, color, &attacks, tally);
        }
    }

    /// Material and squares of a side.
    #[inline(always)]
    fn pieces<T: Tally<R>>(&self, position: &Position<R>, color: Color, tally: &mut T) {
        let mut bound = [false; 2];
        for (square, kind) in position.placement().pieces(color) {
            tally.piece(color, kind, square);
            bound[usize::from(R::Geometry::is_light(square))] |= self.color_bound[kind.index()];
        }
        if bound == [true; 2] {
            tally.add(Part::Material, color, BOTH_COLORS, 1);
        }
    }

    /// Mobility, power by power, and all that is attacked on the way.
    #[inline(always)]
    fn attacks<T: Tally<R>>(&self, position: &Position<R>, tally: &mut T) -> ByColor<Attacks<R>> {
        let placement = position.placement();
        let occupied = placement.occupied();
        let mut attacks = ByColor([Attacks::<R>::default(); 2]);
        for color in Color::ALL {
            for_each_power!(R, |POWER| {
                if const { POWER.is_pawns() } {
                    let pawns = placement.with_power(POWER) & placement.of(color);
                    for from in pawns.squares() {
                        attacks[color].by_pawns |=
                            POWER.attacks::<R::Geometry>(color, from, occupied);
                    }
                }
            });
        }
        for color in Color::ALL {
            let near_king = placement
                .king(!color)
                .map_or(Bits::EMPTY, |king| R::Geometry::TABLES.king[king] | BitsOf::<R>::of(king));
            let useful = !placement.of(color) & !attacks[!color].by_pawns;
            let ours = placement.of(color);
            let mut all = attacks[color].by_pawns;
            let (mut danger, mut dangerous) = (0, 0);
            for_each_power!(R, |POWER| {
                if const { !POWER.is_pawns() } {
                    for from in (placement.with_power(POWER) & ours & !placement.royals()).squares()
                    {
                        let attacked = POWER.attacks::<R::Geometry>(color, from, occupied);
                        all |= attacked;
                        let slot =
                            self.layout.mobility(POWER, (attacked & useful).count() as usize);
                        tally.add(Part::Mobility, color, slot, 1);
                        let near = (attacked & near_king).count() as i32;
                        if near > 0 {
                            danger += self.danger[POWER as usize] + NEAR_KING * near;
                            dangerous += 1;
                            tally.add(Part::King, color, self.layout.near_king(POWER), near);
                        }
                    }
                }
            });
            if let Some(king) = placement.king(color) {
                all |= R::Geometry::TABLES.king[king];
            }
            attacks[color].all = all;
            attacks[color].danger = if dangerous > 1 { danger } else { 0 };
        }
        attacks
    }

    #[inline(always)]
    fn pawns<T: Tally<R>>(
        &self,
        position: &Position<R>,
        color: Color,
        guarded: BitsOf<R>,
        tally: &mut T,
    ) {
        let placement = position.placement();
        let all = pawn_powers::<R>(placement) & !placement.royals();
        let pawns = all & placement.of(color);
        let enemies = all & placement.of(!color);
        tally.add(Part::Pawns, color, GUARDED_PAWN, (pawns & guarded).count() as i32);
        for square in pawns.squares() {
            if !(self.file[square] & pawns).is_empty() {
                tally.add(Part::Pawns, color, DOUBLED, 1);
            }
            if (self.beside[square] & pawns).is_empty() {
                tally.add(Part::Pawns, color, ISOLATED, 1);
            }
            if (self.ahead[color][square] & enemies).is_empty() {
                tally.add(Part::Pawns, color, self.passed[color][square], 1);
            }
        }
    }

    #[inline(always)]
    fn king<T: Tally<R>>(
        &self,
        position: &Position<R>,
        color: Color,
        enemy: &Attacks<R>,
        tally: &mut T,
    ) {
        let placement = position.placement();
        let Some(king) = placement.king(color) else { return };
        let pawns = pawn_powers::<R>(placement);
        let shelter = pawns & placement.of(color) & self.shelter[color][king];
        tally.add(Part::King, color, SHELTER, shelter.count() as i32);
        let danger = (enemy.danger * enemy.danger / DANGER_DIVISOR).min(MOST_DANGER);
        tally.fixed(Part::King, color, -Tapered::new(danger, danger / 4));
        if placement.of(color) == BitsOf::<R>::of(king)
            && let Some(other) = placement.king(!color)
        {
            // Nothing is left to defend with: mate is made at the edge, by both kings.
            let apart = R::Geometry::file(king)
                .abs_diff(R::Geometry::file(other))
                .max(R::Geometry::rank(king).abs_diff(R::Geometry::rank(other)));
            let driven =
                LONE_KING_INWARDS * self.centrality[king] + LONE_KING_DISTANCE * apart as i32;
            tally.fixed(Part::King, color, Tapered::new(driven, driven));
        }
    }
}

/// What the pieces of a side attack.
#[derive(Clone, Copy, Debug)]
struct Attacks<R: Ruleset> {
    by_pawns: BitsOf<R>,
    all: BitsOf<R>,
    /// To the enemy king.
    danger: i32,
}

impl<R: Ruleset> Default for Attacks<R> {
    fn default() -> Self {
        Self { by_pawns: Bits::EMPTY, all: Bits::EMPTY, danger: 0 }
    }
}

#[inline(always)]
fn threats<R: Ruleset, T: Tally<R>>(
    position: &Position<R>,
    color: Color,
    attacks: &ByColor<Attacks<R>>,
    tally: &mut T,
) {
    let placement = position.placement();
    let pawns = pawn_powers::<R>(placement);
    let targets = placement.of(!color) & !placement.royals();
    let by_pawn = attacks[color].by_pawns & targets & !pawns;
    tally.add(Part::Threats, color, THREAT_BY_PAWN, by_pawn.count() as i32);
    let unguarded = attacks[color].all & targets & !attacks[!color].all;
    tally.add(Part::Threats, color, UNGUARDED, unguarded.count() as i32);
}

/// The squares of all pieces that move as pawns.
#[inline]
pub(super) fn pawn_powers<R: Ruleset>(placement: &Placement<R>) -> BitsOf<R> {
    let mut pawns = BitsOf::<R>::EMPTY;
    for_each_power!(R, |POWER| {
        if const { POWER.is_pawns() } {
            pawns |= placement.with_power(POWER);
        }
    });
    pawns
}

fn for_squares<R: Ruleset>(of: impl Fn(Square) -> BitsOf<R>) -> Map<R, BitsOf<R>> {
    let mut map = BitsOf::<R>::map(BitsOf::<R>::EMPTY);
    R::Geometry::TABLES.squares.squares().for_each(|square| map[square] = of(square));
    map
}

/// The squares ahead of a king, up to two ranks, on which a pawn shelters it.
fn shelter<R: Ruleset>(color: Color, king: Square) -> BitsOf<R> {
    let tables = R::Geometry::TABLES;
    let rank = R::Geometry::rank_for(color, king);
    tables
        .squares
        .squares()
        .filter(|&square| {
            let ahead = R::Geometry::rank_for(color, square).wrapping_sub(rank);
            (1..=2).contains(&ahead)
                && R::Geometry::file(square).abs_diff(R::Geometry::file(king)) <= 1
        })
        .fold(Bits::EMPTY, |set: BitsOf<R>, square| set | BitsOf::<R>::of(square))
}

/// The ranks that a pawn has yet to go to where it promotes, as far as they are told apart; the most
/// if it promotes nowhere.
fn steps_to_promotion<R: Ruleset>(color: Color, square: Square) -> usize {
    let rank = R::Geometry::rank_for(color, square);
    let zone = R::promotion_zone(R::PAWN, color);
    let goals = zone.squares().map(|goal| R::Geometry::rank_for(color, goal));
    let goal = goals.filter(|&goal| goal > rank).min();
    goal.map_or(PASSED_STEPS - 1, |goal| (goal - rank).min(PASSED_STEPS - 1))
}
