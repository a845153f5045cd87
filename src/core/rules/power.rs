//! Powers: the atomic ways of moving and attacking that all pieces are made of.

use std::ops::{BitOr, BitOrAssign};

use crate::board::{Bits, Color, Geometry, RayDirection, Rays, Square, Tables};

// `$d` is a dollar sign, for the macro inside the macro.
macro_rules! powers {
    ($d:tt $($(#[$doc:meta])* $name:ident,)*) => {
        /// One atomic way of moving and attacking, named as chess problemists do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize),
            serde(rename_all = "snake_case")
        )]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Power {
            $($(#[$doc])* $name,)*
        }

        impl Power {
            /// Every power, in the order of the enumeration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// How many powers there are.
            pub const COUNT: usize = Self::ALL.len();
        }

        /// Runs a block for each power of a ruleset, with the power as a constant: the loop is
        /// unrolled at compile time.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! for_each_power {
            ($d ruleset:ty, |$d power:ident| $d block:block) => {
                $(if const { <$d ruleset as $crate::rules::Ruleset>::POWERS.has($crate::rules::Power::$name) } {
                    const $d power: $crate::rules::Power = $crate::rules::Power::$name;
                    $d block
                })*
            };
        }
        pub use for_each_power;
    };
}

powers! { $
    /// One step in any of the eight directions: kings, princes.
    Step,
    /// The knight's leap.
    Knight,
    /// A leap of exactly two squares orthogonally.
    Dabbaba,
    /// One step straight forward or back.
    VerticalStep,
    /// One step in any direction, or a knight's move whose second half may be any length; leaps.
    Pegasus,
    /// Slides orthogonally.
    Rook,
    /// Slides diagonally.
    Bishop,
    /// Slides along the rank.
    SideSlide,
    /// Rides in knight's leaps in one direction, over empty landing squares.
    Nightrider,
    /// Rides in leaps of two squares in one of the eight directions, over empty landing squares.
    Ghost,
    /// Slides orthogonally, or leaps exactly one piece on the way and slides on.
    RookHop,
    /// Slides diagonally, or leaps exactly one piece on the way and slides on.
    BishopHop,
    /// Flies orthogonally over any pieces, and may capture enemies on the way.
    RookFlight,
    /// Flies diagonally over any pieces, and may capture enemies on the way.
    BishopFlight,
    /// Steps straight forward to an empty square; captures diagonally forward.
    Pawn,
    /// Moves and captures one or two squares straight forward, not over a piece.
    StraightPawn,
    /// Moves one square orthogonally; captures one square diagonally.
    Captain,
}

/// How attacks of a power can be blocked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reach<B: Bits> {
    /// Not at all.
    Leap,
    /// By a piece on any square of the ray before the target: the rays, and the directions used.
    Ride(Rays<B>, &'static [RayDirection]),
    /// By two pieces on the ray before the target, but not by one.
    Hop(Rays<B>, &'static [RayDirection]),
}

const ORTHOGONAL: &[RayDirection] = &[0, 1, 4, 5];
const DIAGONAL: &[RayDirection] = &[2, 3, 6, 7];
const SIDEWAYS: &[RayDirection] = &[1, 5];
const ALL: &[RayDirection] = &[0, 1, 2, 3, 4, 5, 6, 7];

impl Power {
    /// The squares that a piece with this power attacks if these squares are occupied: the squares on
    /// which it could capture an enemy. Own pieces are attacked (guarded), holes are not.
    ///
    /// The relation is symmetrical: a piece of `color` on `from` attacks `to` exactly if a piece of
    /// the other color on `to` attacks `from`. So this also finds the attackers of a square.
    #[inline(always)]
    pub fn attacks<G: Geometry>(self, color: Color, from: Square, occupied: G::Bits) -> G::Bits {
        let tables = G::TABLES;
        match self {
            Self::Step => tables.king[from],
            Self::Knight => tables.knight[from],
            Self::Dabbaba => tables.dabbaba[from],
            Self::VerticalStep => tables.vertical[from],
            Self::Pegasus => tables.pegasus[from],
            Self::Pawn => tables.pawn_capture[color][from],
            Self::Captain => tables.ferz[from],
            Self::Rook => ride(&tables.queen_rays[from], &[0, 1], occupied),
            Self::Bishop => ride(&tables.queen_rays[from], &[2, 3], occupied),
            Self::SideSlide => ride(&tables.queen_rays[from], &[1], occupied),
            Self::Nightrider => ride(&tables.knight_rays[from], &[0, 1, 2, 3], occupied),
            Self::Ghost => ride(&tables.ghost_rays[from], &[0, 1, 2, 3], occupied),
            Self::StraightPawn => {
                let (rays, directions) = run::<G>(color, from);
                let direction = directions[0];
                Tables::until_blocked(rays[direction], direction, occupied)
            }
            Self::RookHop => hop(&tables.queen_rays[from], ORTHOGONAL, occupied),
            Self::BishopHop => hop(&tables.queen_rays[from], DIAGONAL, occupied),
            Self::RookFlight => fly(&tables.queen_rays[from], ORTHOGONAL),
            Self::BishopFlight => fly(&tables.queen_rays[from], DIAGONAL),
        }
    }

    /// The squares that a piece of this power could attack at best: none of its
    /// [`attacks`](Self::attacks) lies outside, whatever is occupied.
    ///
    /// One look into a table, to rule attacks out before their rays are followed.
    #[inline(always)]
    pub(crate) fn attacks_at_best<G: Geometry>(self, color: Color, from: Square) -> G::Bits {
        let tables = G::TABLES;
        match self {
            Self::Rook | Self::RookHop | Self::RookFlight => tables.orthogonal_lines[from],
            Self::Bishop | Self::BishopHop | Self::BishopFlight => tables.diagonal_lines[from],
            Self::Nightrider => tables.knight_lines[from],
            Self::Ghost => tables.ghost_lines[from],
            Self::StraightPawn => tables.pawn_run[color][from],
            _ => self.attacks::<G>(color, from, G::Bits::EMPTY),
        }
    }

    /// The squares to which a piece of this power moves without capturing, if they are empty.
    #[inline(always)]
    pub fn quiet_moves<G: Geometry>(
        self,
        color: Color,
        from: Square,
        occupied: G::Bits,
    ) -> G::Bits {
        match self {
            Self::Pawn => G::TABLES.pawn_step[color][from],
            Self::Captain => G::TABLES.wazir[from],
            _ => self.attacks::<G>(color, from, occupied),
        }
    }

    /// Whether the power is a pawn's.
    pub const fn is_pawns(self) -> bool {
        matches!(self, Self::Pawn | Self::StraightPawn)
    }

    /// Whether the power moves as it captures.
    pub(crate) const fn moves_as_it_captures(self) -> bool {
        !matches!(self, Self::Pawn | Self::Captain)
    }

    /// How attacks by this power upon a square can be blocked, as seen from that square, which is
    /// held by `color`.
    #[inline(always)]
    pub(crate) fn reach<G: Geometry>(self, color: Color, square: Square) -> Reach<G::Bits> {
        let tables = G::TABLES;
        match self {
            Self::Rook => Reach::Ride(tables.queen_rays[square], ORTHOGONAL),
            Self::Bishop => Reach::Ride(tables.queen_rays[square], DIAGONAL),
            Self::SideSlide => Reach::Ride(tables.queen_rays[square], SIDEWAYS),
            Self::Nightrider => Reach::Ride(tables.knight_rays[square], ALL),
            Self::Ghost => Reach::Ride(tables.ghost_rays[square], ALL),
            Self::StraightPawn => {
                let (rays, directions) = run::<G>(color, square);
                Reach::Ride(rays, directions)
            }
            Self::RookHop => Reach::Hop(tables.queen_rays[square], ORTHOGONAL),
            Self::BishopHop => Reach::Hop(tables.queen_rays[square], DIAGONAL),
            _ => Reach::Leap,
        }
    }

    /// Whether the power goes on along rays over empty squares, so that it passes some.
    pub(crate) const fn is_rider(self) -> bool {
        matches!(self, Self::Rook | Self::Bishop | Self::SideSlide | Self::Nightrider | Self::Ghost)
    }

    /// The directions in which the power takes enemies on its way, if it does.
    pub(crate) const fn flight(self) -> &'static [RayDirection] {
        match self {
            Self::RookFlight => ORTHOGONAL,
            Self::BishopFlight => DIAGONAL,
            _ => &[],
        }
    }
}

/// Rides along lines, each of which is a ray of these directions and its opposite.
#[inline(always)]
fn ride<B: Bits>(rays: &Rays<B>, directions: &'static [RayDirection], occupied: B) -> B {
    directions.iter().fold(B::EMPTY, |set, &direction| {
        let (ahead, behind) = (rays[direction], rays[direction + 4]);
        set | ((ahead | behind) & B::span(behind & occupied, ahead & occupied))
    })
}

#[inline(always)]
fn hop<B: Bits>(rays: &Rays<B>, directions: &'static [RayDirection], occupied: B) -> B {
    directions.iter().fold(B::EMPTY, |set, &direction| {
        let slide = Tables::until_blocked(rays[direction], direction, occupied);
        let beyond = rays[direction] & !slide;
        set | slide | Tables::until_blocked(beyond, direction, occupied)
    })
}

#[inline(always)]
fn fly<B: Bits>(rays: &Rays<B>, directions: &'static [RayDirection]) -> B {
    directions.iter().fold(B::EMPTY, |set, &direction| set | rays[direction])
}

/// The short ray of a straight pawn.
#[inline(always)]
fn run<G: Geometry>(color: Color, from: Square) -> (Rays<G::Bits>, &'static [RayDirection]) {
    let mut rays = [G::Bits::EMPTY; 8];
    let directions: &[RayDirection] = match color {
        Color::White => &[0],
        Color::Black => &[4],
    };
    rays[directions[0]] = G::TABLES.pawn_run[color][from];
    (rays, directions)
}

/// A set of powers: what a piece can do.
///
/// ```
/// use vertumnus_core::rules::{Power, PowerSet};
///
/// let queen = PowerSet::of(&[Power::Rook, Power::Bishop]);
/// let amazon = queen | PowerSet::of(&[Power::Knight]);
/// assert!(amazon.has(Power::Knight) && amazon.count() == 3);
/// assert_eq!(amazon.without(queen).iter().collect::<Vec<_>>(), [Power::Knight]);
/// assert_eq!(amazon.in_words(), "slides like a queen, leaps like a knight");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PowerSet(u32);

impl PowerSet {
    /// The set of these powers.
    pub const fn of(powers: &[Power]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < powers.len() {
            set |= 1 << powers[i] as u32;
            i += 1;
        }
        Self(set)
    }

    /// Whether the power is in the set.
    #[inline]
    pub const fn has(self, power: Power) -> bool {
        self.0 & (1 << power as u32) != 0
    }

    /// The first power of the set in the order of the enumeration.
    pub const fn first(self) -> Option<Power> {
        if self.0 == 0 { None } else { Some(Power::ALL[self.0.trailing_zeros() as usize]) }
    }

    /// How many powers the set has.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// How many powers of the set come before this one in the order of the enumeration.
    #[inline]
    pub(crate) const fn count_below(self, power: Power) -> usize {
        (self.0 & ((1 << power as u32) - 1)).count_ones() as usize
    }

    /// The powers of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The powers of the set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The powers of the set, in the order of the enumeration.
    pub fn iter(self) -> impl Iterator<Item = Power> {
        Power::ALL.iter().copied().filter(move |&power| self.has(power))
    }
}

impl BitOr for PowerSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for PowerSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board8x8, Board9x9};

    /// The attacked squares of a white piece of this power among these occupied squares.
    fn attacked<G: Geometry>(power: Power, from: &str, occupied: &str) -> String {
        let square = |name| G::parse_square(name).expect("a square");
        let occupied = occupied.split_whitespace().map(square);
        let occupied = occupied.fold(G::Bits::EMPTY, |set, square| set | G::Bits::of(square));
        let set = power.attacks::<G>(Color::White, square(from), occupied);
        set.squares().map(G::square_name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn sliders_stop_at_the_first_piece() {
        assert_eq!(
            attacked::<Board8x8>(Power::Rook, "c3", "c5 a3 f3 c1"),
            "c1 c2 a3 b3 d3 e3 f3 c4 c5"
        );
        assert_eq!(attacked::<Board8x8>(Power::Bishop, "a1", "d4 e5"), "b2 c3 d4");
        assert_eq!(attacked::<Board9x9>(Power::SideSlide, "e5", "c5 i5"), "c5 d5 f5 g5 h5 i5");
    }

    #[test]
    fn riders_need_empty_landing_squares_and_leap_the_rest() {
        assert_eq!(attacked::<Board9x9>(Power::Nightrider, "a1", "a2 b2 c5 e3"), "c2 b3 e3 c5");
        assert_eq!(attacked::<Board9x9>(Power::Ghost, "a1", "a2 b2 a5 c1"), "c1 a3 c3 a5 e5 g7 i9");
    }

    #[test]
    fn hoppers_go_on_over_one_piece_only() {
        assert_eq!(attacked::<Board8x8>(Power::RookHop, "a1", "a2 a4 b1 c1 d1"), "b1 c1 a2 a3 a4");
        assert_eq!(attacked::<Board8x8>(Power::BishopHop, "a1", "d4"), "b2 c3 d4 e5 f6 g7 h8");
    }

    #[test]
    fn flyers_attack_their_whole_lines() {
        assert_eq!(
            attacked::<Board8x8>(Power::BishopFlight, "b2", "c3 d4 e5"),
            "a1 c1 a3 c3 d4 e5 f6 g7 h8"
        );
    }

    #[test]
    fn straight_pawns_attack_two_squares_unless_blocked() {
        assert_eq!(attacked::<Board9x9>(Power::StraightPawn, "e2", ""), "e3 e4");
        assert_eq!(attacked::<Board9x9>(Power::StraightPawn, "e2", "e3"), "e3");
    }

    #[test]
    fn no_attack_lies_outside_the_attacks_at_best() {
        for &power in Power::ALL {
            for from in Board9x9::TABLES.squares.squares() {
                for color in Color::ALL {
                    let best = power.attacks_at_best::<Board9x9>(color, from);
                    let free = power.attacks::<Board9x9>(color, from, 0);
                    assert_eq!(best, free, "{power:?} from {from:?}");
                    let blocked = power.attacks::<Board9x9>(color, from, 0x5555 << 30);
                    assert_eq!(blocked & !best, 0, "{power:?} from {from:?}");
                }
            }
        }
    }

    #[test]
    fn attacks_are_symmetrical() {
        let occupied = [3, 11, 18, 20, 35, 37, 45, 52, 62].map(Square::new);
        let occupied = occupied.iter().fold(u128::EMPTY, |set, &square| set | u128::of(square));
        for &power in Power::ALL {
            for from in Board9x9::TABLES.squares.squares() {
                for to in Board9x9::TABLES.squares.squares() {
                    let there = power.attacks::<Board9x9>(Color::White, from, occupied).has(to);
                    let back = power.attacks::<Board9x9>(Color::Black, to, occupied).has(from);
                    assert_eq!(there, back, "{power:?} between {from:?} and {to:?}");
                }
            }
        }
    }
}
