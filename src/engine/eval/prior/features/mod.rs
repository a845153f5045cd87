//! The features of a position: one walk over it, for playing and for explaining.

mod king;
mod pawns;

use super::PriorSetup;
use super::layout::{
    BOTH_COLORS, HALF_OPEN_ROOK, Layout, OPEN_ROOK, PAWNS_IN_THE_WAY, PROSPECTS, TEMPO,
    THREAT_BY_PAWN, THREAT_ON_MAJOR, UNGUARDED,
};
use super::tally::Tally;
use crate::eval::endgame::pawn_powers;
use king::Kings;
use pawns::Pawns;
use vertumnus_core::board::{Bits, ByColor, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{BitsOf, Kind, Placement, Power, PowerBoards, Ruleset};

/// The tables of a game from which the features of its positions are read.
#[derive(Clone, Debug)]
pub(super) struct Features<R: Ruleset> {
    layout: Layout,
    kings: Kings<BitsOf<R>>,
    pawns: Pawns<BitsOf<R>>,
    /// The dark squares, and the light ones.
    shade: [BitsOf<R>; 2],
    /// `[kind]`: whether its pieces never leave the color of their squares.
    color_bound: Vec<bool>,
    /// `[kind]`
    rank: Vec<Rank>,
    /// `[mover][victim]`: the gain in value of the mover by a capture, in units of [`PROSPECT`];
    /// `None` if captures change no piece.
    prospects: Option<Vec<Vec<i32>>>,
}

/// The unit of prospects, in centipawns.
const PROSPECT: i32 = 50;

/// How much a kind matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    /// Pawns and kings.
    None,
    Minor,
    /// Worth more than the mean piece of the start position.
    Major,
}

impl<R: Ruleset> Features<R> {
    pub(super) fn new(setup: &PriorSetup) -> Self {
        let board = &setup.game.board;
        let shade = |light| {
            BitsOf::<R>::from_u128(
                board.squares_where(&mut |square| board.is_light(square) == light),
            )
        };
        Self {
            layout: setup.layout.clone(),
            kings: Kings::new(&setup.game, setup.mean_reach),
            pawns: Pawns::new(&setup.game),
            shade: [false, true].map(shade),
            color_bound: setup.color_bound.clone(),
            rank: ranks(setup),
            prospects: prospects(setup),
        }
    }

    /// Passes all features of a position to a tally.
    #[inline(always)]
    pub(super) fn walk<T: Tally>(&self, position: &Position<R>, tally: &mut T) {
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
            self.pawns(position, color, &attacks, tally);
            self.king(position, color, &attacks, tally);
            threats(position, color, &attacks, tally);
        }
        tally.add(position.side_to_move(), TEMPO, 1);
    }

    /// Material and squares of a side, and what its pawns attack.
    #[inline(always)]
    fn pieces<T: Tally>(
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
                tally.add(color, PAWNS_IN_THE_WAY, same.count() as i32);
            }
            match self.rank[kind.index()] {
                Rank::None => {}
                Rank::Minor => own.minor |= BitsOf::<R>::of(square),
                Rank::Major => own.major |= BitsOf::<R>::of(square),
            }
        }
        if bound == [true; 2] {
            tally.add(color, BOTH_COLORS, 1);
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

    /// The rooks of a side on files without pawns.
    #[inline(always)]
    fn open_files<T: Tally>(&self, position: &Position<R>, color: Color, tally: &mut T) {
        let placement = position.placement();
        let pawns = pawn_powers::<R>(placement);
        let own = placement.of(color);
        for square in (placement.with_power(Power::Rook) & own & !placement.royals()).squares() {
            let on_file = self.pawns.file[square] & pawns;
            if on_file.is_empty() {
                tally.add(color, OPEN_ROOK, 1);
            } else if (on_file & own).is_empty() {
                tally.add(color, HALF_OPEN_ROOK, 1);
            }
        }
    }

    /// Mobility of a side, power by power; notes what the side attacks.
    #[inline(always)]
    fn attacks<T: Tally>(
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
                    if own.minor.has(from) {
                        own.by_minor |= attacked;
                    }
                    if let Some(prospects) = &self.prospects {
                        let victims = attacked & placement.of(!color) & !placement.royals();
                        let gains = gains(placement, from, victims, prospects);
                        tally.add(color, PROSPECTS, gains);
                    }
                    let slot = self.layout.mobility(POWER, (attacked & useful).count() as usize);
                    tally.add(color, slot, 1);
                    let near = (attacked & near_king).count() as i32;
                    if near > 0 {
                        danger += self.kings.danger(POWER, near);
                        dangerous += 1;
                    }
                }
                own.by_power[POWER] = by_power;
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

/// The sum of the gains in value of the piece on a square by each of these captures.
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
    minor: BitsOf<R>,
    major: BitsOf<R>,
    by_pawns: BitsOf<R>,
    by_minor: BitsOf<R>,
    /// `[power]`: attacked by pieces other than pawns and kings.
    by_power: PowerBoards<R>,
    /// The union of `by_power`.
    by_pieces: BitsOf<R>,
    all: BitsOf<R>,
    /// Danger to the enemy king.
    danger: i32,
}

impl<R: Ruleset> Default for Attacks<R> {
    fn default() -> Self {
        let none = BitsOf::<R>::EMPTY;
        Self {
            minor: none,
            major: none,
            by_pawns: none,
            by_minor: none,
            by_power: PowerBoards::<R>::filled(none),
            by_pieces: none,
            all: none,
            danger: 0,
        }
    }
}

#[inline(always)]
fn threats<R: Ruleset, T: Tally>(
    position: &Position<R>,
    color: Color,
    attacks: &ByColor<Attacks<R>>,
    tally: &mut T,
) {
    let (own, enemy) = (&attacks[color], &attacks[!color]);
    let mut add = |slot, targets: BitsOf<R>| {
        tally.add(color, slot, targets.count() as i32);
    };
    add(THREAT_BY_PAWN, own.by_pawns & enemy.minor);
    add(THREAT_BY_PAWN + 1, own.by_pawns & enemy.major);
    add(THREAT_ON_MAJOR, own.by_minor & enemy.major);
    let unguarded = own.all & !enemy.all;
    let placement = position.placement();
    let pawns = placement.of(!color) & !placement.royals() & !enemy.minor & !enemy.major;
    add(UNGUARDED, unguarded & pawns);
    add(UNGUARDED + 1, unguarded & enemy.minor);
    add(UNGUARDED + 2, unguarded & enemy.major);
}

/// `[kind]`: whether it is a major piece by the value of its powers.
fn ranks(setup: &PriorSetup) -> Vec<Rank> {
    let PriorSetup { game, values, .. } = setup;
    let value = |kind: Kind| values[kind.index()].mean();
    let start = game.start.iter().filter(|&&(color, _)| color == Color::White);
    let pieces: Vec<i32> =
        start.filter(|&&(_, kind)| game.is_piece(kind)).map(|&(_, kind)| value(kind)).collect();
    let (sum, count) = (pieces.iter().sum::<i32>(), pieces.len() as i32);
    let rank = |kind: Kind| {
        if !game.is_piece(kind) {
            Rank::None
        } else if value(kind) * count > sum {
            Rank::Major
        } else {
            Rank::Minor
        }
    };
    game.kinds().map(rank).collect()
}

/// `[mover][victim]`: the gain in value of a mover by a capture in the middle of the board.
fn prospects(setup: &PriorSetup) -> Option<Vec<Vec<i32>>> {
    let PriorSetup { game, values, .. } = setup;
    let best = |mover: Kind, victims: &[Kind]| {
        let becomes = (game.becomes)(mover, victims);
        becomes.into_iter().map(|kind| values[kind.index()].mean()).max().unwrap_or(0)
    };
    let gain = |mover: Kind, victim: Kind| {
        if game.is_royal(victim) {
            0
        } else {
            (best(mover, &[victim]) - best(mover, &[])).max(0) / PROSPECT
        }
    };
    let gains: Vec<Vec<i32>> = game
        .kinds()
        .map(|mover| game.kinds().map(|victim| gain(mover, victim)).collect())
        .collect();
    gains.concat().iter().any(|&gain| gain > 0).then_some(gains)
}
