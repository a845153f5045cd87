//! What a position has that is worth something: one walk over it, for playing and for tuning.

mod king;
mod pawns;

use std::fmt::Debug;

use super::layout::{
    BOTH_COLORS, HALF_OPEN_ROOK, Layout, OPEN_ROOK, PAWNS_IN_THE_WAY, PROSPECTS, THREAT_BY_PAWN,
    THREAT_ON_DEAR, UNGUARDED,
};
use super::tally::{Part, Tally};
use super::tapered::Tapered;
use super::{prior, squares, values};
use king::Kings;
use pawns::Pawns;
use vertumnus_core::board::{Bits, ByColor, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{BitsOf, Kind, Placement, Power, Ruleset};

type Map<R, T> = <BitsOf<R> as Bits>::Map<T>;

/// What is known of a game's boards and kinds, whatever the weights.
#[derive(Clone, Debug)]
pub(super) struct Features<R: Ruleset> {
    pub(super) layout: Layout,
    kings: Kings<R>,
    pawns: Pawns<R>,
    /// The dark squares, and the light ones.
    shade: [BitsOf<R>; 2],
    /// `[kind]`: whether its pieces never leave the colour of their squares.
    color_bound: Vec<bool>,
    /// `[kind]`: what each is worth by its powers.
    values: Vec<Tapered>,
    /// `[kind]`
    rank: Vec<Rank>,
    /// `[mover][victim]`: how much more a capture can make of the mover than it is, in units of
    /// [`PROSPECT`]; none where captures change no piece.
    prospects: Option<Vec<Vec<i32>>>,
}

/// Centipawns that a capture can make of a piece, a unit of the weight of its prospects.
const PROSPECT: i32 = 50;

/// How much a kind matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    /// Pawns and kings.
    None,
    Lesser,
    /// Worth more than the mean piece of the start position.
    Dear,
}

impl<R: Ruleset> Features<R> {
    pub(super) fn new() -> Self {
        let start = Position::<R>::start();
        let pieces = start.placement().occupied().count();
        let values = values::kind_values::<R>(pieces);
        let is_color_bound =
            |number| values::is_color_bound::<R::Geometry>(R::powers(Kind::new(number as u8)));
        Self {
            layout: Layout::new::<R>(),
            kings: Kings::new(pieces),
            pawns: Pawns::new(),
            shade: [false, true].map(|light| {
                squares::those::<R::Geometry>(|square| R::Geometry::is_light(square) == light)
            }),
            color_bound: (0..R::KINDS.len()).map(is_color_bound).collect(),
            rank: ranks::<R>(&start, &values),
            prospects: prospects::<R>(&values),
            values,
        }
    }

    /// The weights as powers and geometry suggest them.
    pub(super) fn prior(&self) -> Vec<Tapered> {
        prior::weights::<R>(&self.layout, &self.values)
    }

    /// Tells a tally all that a position has, but for the turn.
    #[inline(always)]
    pub(super) fn walk<T: Tally<R>>(&self, position: &Position<R>, tally: &mut T) {
        let mut attacks = ByColor([Attacks::<R>::default(); 2]);
        for color in Color::ALL {
            self.pieces(position, color, &mut attacks[color], tally);
        }
        for color in Color::ALL {
            self.attacks(position, color, &mut attacks, tally);
        }
        if R::POWERS.has(Power::Rook) {
            for color in Color::ALL {
                self.open_files(position, color, tally);
            }
        }
        for color in Color::ALL {
            self.pawns.walk(position, color, &attacks, tally);
            self.king(position, color, &attacks, tally);
            threats(position, color, &attacks, tally);
        }
    }

    /// Material and squares of a side, and what its pawns attack.
    #[inline(always)]
    fn pieces<T: Tally<R>>(
        &self,
        position: &Position<R>,
        color: Color,
        own: &mut Attacks<R>,
        tally: &mut T,
    ) {
        let placement = position.placement();
        let pawns = pawn_powers::<R>(placement) & placement.of(color);
        let mut bound = [false; 2];
        for (square, kind) in placement.pieces(color) {
            tally.piece(color, kind, square);
            if self.color_bound[kind.index()] {
                let light = R::Geometry::is_light(square);
                bound[usize::from(light)] = true;
                let same = pawns & self.shade[usize::from(light)];
                tally.add(Part::Pawns, color, PAWNS_IN_THE_WAY, same.count() as i32);
            }
            match self.rank[kind.index()] {
                Rank::None => {}
                Rank::Lesser => own.lesser |= BitsOf::<R>::of(square),
                Rank::Dear => own.dear |= BitsOf::<R>::of(square),
            }
        }
        if bound == [true; 2] {
            tally.add(Part::Material, color, BOTH_COLORS, 1);
        }
        for_each_power!(R, |POWER| {
            if const { POWER.is_pawns() } {
                let pawns = placement.with_power(POWER) & placement.of(color);
                for from in pawns.squares() {
                    own.by_pawns |= POWER.attacks::<R::Geometry>(color, from, placement.occupied());
                }
            }
        });
    }

    /// The rooks of a side that look along files without pawns.
    #[inline(always)]
    fn open_files<T: Tally<R>>(&self, position: &Position<R>, color: Color, tally: &mut T) {
        let placement = position.placement();
        let pawns = pawn_powers::<R>(placement);
        let own = placement.of(color);
        for square in (placement.with_power(Power::Rook) & own & !placement.royals()).squares() {
            let on_file = self.pawns.file[square] & pawns;
            if on_file.is_empty() {
                tally.add(Part::Mobility, color, OPEN_ROOK, 1);
            } else if (on_file & own).is_empty() {
                tally.add(Part::Mobility, color, HALF_OPEN_ROOK, 1);
            }
        }
    }

    /// Mobility of a side, power by power, and all that is attacked on the way.
    #[inline(always)]
    fn attacks<T: Tally<R>>(
        &self,
        position: &Position<R>,
        color: Color,
        attacks: &mut ByColor<Attacks<R>>,
        tally: &mut T,
    ) {
        let placement = position.placement();
        let occupied = placement.occupied();
        let near_king = placement
            .king(!color)
            .map_or(Bits::EMPTY, |king| R::Geometry::TABLES.king[king] | BitsOf::<R>::of(king));
        let useful = !placement.of(color) & !attacks[!color].by_pawns;
        let ours = placement.of(color) & !placement.royals();
        let own = &mut attacks[color];
        let (mut danger, mut dangerous) = (0, 0);
        for_each_power!(R, |POWER| {
            if const { !POWER.is_pawns() } {
                let mut by_power = BitsOf::<R>::EMPTY;
                for from in (placement.with_power(POWER) & ours).squares() {
                    let attacked = POWER.attacks::<R::Geometry>(color, from, occupied);
                    by_power |= attacked;
                    if own.lesser.has(from) {
                        own.by_lesser |= attacked;
                    }
                    if let Some(prospects) = &self.prospects {
                        let victims = attacked & placement.of(!color) & !placement.royals();
                        let gains = gains(placement, from, victims, prospects);
                        tally.add(Part::Threats, color, PROSPECTS, gains);
                    }
                    let slot = self.layout.mobility(POWER, (attacked & useful).count() as usize);
                    tally.add(Part::Mobility, color, slot, 1);
                    let near = (attacked & near_king).count() as i32;
                    if near > 0 {
                        danger += self.kings.danger(POWER, near);
                        dangerous += 1;
                        tally.add(Part::King, color, self.layout.near_king(POWER), near);
                    }
                }
                own.by_power[POWER as usize] = by_power;
                own.by_pieces |= by_power;
            }
        });
        own.all = own.by_pawns | own.by_pieces;
        if let Some(king) = placement.king(color) {
            own.all |= R::Geometry::TABLES.king[king];
        }
        own.danger = if dangerous > 1 { danger } else { 0 };
    }
}

/// What the piece on a square could gain by each of these captures, summed up.
#[inline]
fn gains<R: Ruleset>(
    placement: &Placement<R>,
    from: Square,
    victims: BitsOf<R>,
    prospects: &[Vec<i32>],
) -> i32 {
    let Some(mover) = placement.kind_at(from) else { return 0 };
    let kinds = victims.squares().filter_map(|square| placement.kind_at(square));
    kinds.map(|victim| prospects[mover.index()][victim.index()]).sum()
}

/// The pieces of a side, and what they attack.
#[derive(Clone, Copy, Debug)]
struct Attacks<R: Ruleset> {
    lesser: BitsOf<R>,
    dear: BitsOf<R>,
    by_pawns: BitsOf<R>,
    by_lesser: BitsOf<R>,
    /// `[power]`: by pieces, which pawns and kings are not.
    by_power: [BitsOf<R>; Power::COUNT],
    /// By all of these powers.
    by_pieces: BitsOf<R>,
    all: BitsOf<R>,
    /// To the enemy king.
    danger: i32,
}

impl<R: Ruleset> Default for Attacks<R> {
    fn default() -> Self {
        let none = BitsOf::<R>::EMPTY;
        Self {
            lesser: none,
            dear: none,
            by_pawns: none,
            by_lesser: none,
            by_power: [none; Power::COUNT],
            by_pieces: none,
            all: none,
            danger: 0,
        }
    }
}

#[inline(always)]
fn threats<R: Ruleset, T: Tally<R>>(
    position: &Position<R>,
    color: Color,
    attacks: &ByColor<Attacks<R>>,
    tally: &mut T,
) {
    let (own, enemy) = (&attacks[color], &attacks[!color]);
    let mut add = |slot, targets: BitsOf<R>| {
        tally.add(Part::Threats, color, slot, targets.count() as i32);
    };
    add(THREAT_BY_PAWN, own.by_pawns & enemy.lesser);
    add(THREAT_BY_PAWN + 1, own.by_pawns & enemy.dear);
    add(THREAT_ON_DEAR, own.by_lesser & enemy.dear);
    let unguarded = own.all & !enemy.all;
    let placement = position.placement();
    let pawns = placement.of(!color) & !placement.royals() & !enemy.lesser & !enemy.dear;
    add(UNGUARDED, unguarded & pawns);
    add(UNGUARDED + 1, unguarded & enemy.lesser);
    add(UNGUARDED + 2, unguarded & enemy.dear);
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

/// `[kind]`: how much each matters, by what its powers are worth.
fn ranks<R: Ruleset>(start: &Position<R>, values: &[Tapered]) -> Vec<Rank> {
    let is_piece = |kind: Kind| kind != R::PAWN && !R::is_royal(kind);
    let value = |kind: Kind| values[kind.index()].mean();
    let pieces = start.placement().pieces(Color::White).filter(|&(_, kind)| is_piece(kind));
    let (sum, count) =
        pieces.fold((0, 0), |(sum, count), (_, kind)| (sum + value(kind), count + 1));
    let rank = |kind: Kind| {
        if !is_piece(kind) {
            Rank::None
        } else if value(kind) * count > sum {
            Rank::Dear
        } else {
            Rank::Lesser
        }
    };
    (0..R::KINDS.len()).map(|number| rank(Kind::new(number as u8))).collect()
}

/// `[mover][victim]`: what a capture in the middle of the board can make of the mover.
fn prospects<R: Ruleset>(values: &[Tapered]) -> Option<Vec<Vec<i32>>> {
    let value = |kind: Kind| values[kind.index()].mean();
    let kinds = || (0..R::KINDS.len()).map(|number| Kind::new(number as u8));
    let best = |mover: Kind, victims: &[Kind]| {
        let becomes = values::in_the_middle::<R>(mover, victims);
        becomes.into_iter().map(value).max().unwrap_or(0)
    };
    let gain = |mover: Kind, victim: Kind| {
        if R::is_royal(victim) {
            0
        } else {
            (best(mover, &[victim]) - best(mover, &[])).max(0) / PROSPECT
        }
    };
    let gains: Vec<Vec<i32>> =
        kinds().map(|mover| kinds().map(|victim| gain(mover, victim)).collect()).collect();
    gains.concat().iter().any(|&gain| gain > 0).then_some(gains)
}

/// A board of what each square gives; `none` where there is no square.
fn for_squares<R: Ruleset, T: Copy + Debug + Send + Sync>(
    none: T,
    of: impl Fn(Square) -> T,
) -> Map<R, T> {
    let mut map = BitsOf::<R>::map(none);
    R::Geometry::TABLES.squares.squares().for_each(|square| map[square] = of(square));
    map
}
