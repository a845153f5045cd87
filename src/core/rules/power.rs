//! Powers: the atomic ways of moving and attacking that all pieces are made of.

use std::ops::{BitOr, BitOrAssign};

use vertumnus_definition::words;

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

            /// The powers whose way of moving each written game states for itself.
            pub const OWN: [Self; 13] = [
                Self::Own1, Self::Own2, Self::Own3, Self::Own4, Self::Own5, Self::Own6,
                Self::Own7, Self::Own8, Self::Own9, Self::Own10, Self::Own11, Self::Own12,
                Self::Own13,
            ];

            /// The power of this name, if it is one of those that many games have.
            #[cfg(feature = "written")]
            pub(crate) fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|power| format!("{power:?}") == name)
            }

            /// How many powers there are.
            pub const COUNT: usize = Self::ALL.len();
        }

        /// Runs a block for each power of a compiled ruleset, with the power as a constant: the loop is
        /// unrolled at compile time. If the ruleset's `slots` are given, it is run for these, too: for
        /// the powers of a written game. If the ruleset and a set are given, it is run for the powers of
        /// the set alone, in games of both kinds.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! for_each_power {
            ($d ruleset:ty; $d rules:expr, $d powers:expr, |$d power:ident| $d block:block) => {
                $(if const { <$d ruleset as $crate::rules::Ruleset>::POWERS.has($crate::rules::Power::$name) }
                    && $d powers.has($crate::rules::Power::$name)
                {
                    const $d power: $crate::rules::Power = $crate::rules::Power::$name;
                    $d block
                })*
                #[allow(non_snake_case, reason = "a compiled game has constants of this name")]
                for $d power in <$d ruleset as $crate::rules::Ruleset>::slots_in($d rules, $d powers) {
                    $d block
                }
            };
            ($d ruleset:ty; $d slots:expr, |$d power:ident| $d block:block) => {
                $(if const { <$d ruleset as $crate::rules::Ruleset>::POWERS.has($crate::rules::Power::$name) } {
                    const $d power: $crate::rules::Power = $crate::rules::Power::$name;
                    $d block
                })*
                #[allow(non_snake_case, reason = "a compiled game has constants of this name")]
                for $d power in $d slots {
                    $d block
                }
            };
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
    /// Steps diagonally forward to an empty square; captures straight forward.
    BerolinaPawn,
    /// A way of moving that a written game states, as are the following.
    Own1,
    /// A written game's second way of moving.
    Own2,
    /// A written game's third way of moving.
    Own3,
    /// A written game's fourth way of moving.
    Own4,
    /// A written game's fifth way of moving.
    Own5,
    /// A written game's sixth way of moving.
    Own6,
    /// A written game's seventh way of moving.
    Own7,
    /// A written game's eighth way of moving.
    Own8,
    /// A written game's ninth way of moving.
    Own9,
    /// A written game's tenth way of moving.
    Own10,
    /// A written game's eleventh way of moving.
    Own11,
    /// A written game's twelfth way of moving.
    Own12,
    /// A written game's thirteenth way of moving.
    Own13,
}

/// What a power is, on every board: all that there is to say of it. The
/// rest of the code asks this, so that a power that is added to the enumeration is described once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PowerInfo {
    /// What a piece with this power does: `slides like a rook`.
    pub(crate) words: &'static str,
    /// Whether it is a pawn's.
    pub(crate) is_pawns: bool,
    /// How it captures.
    pub(crate) captures: Way,
    /// How it moves without capturing, if not as it captures.
    pub(crate) quiets: Option<Way>,
}

impl PowerInfo {
    /// A power that moves as it captures.
    const fn new(words: &'static str, captures: Way) -> Self {
        Self { words, is_pawns: false, captures, quiets: None }
    }

    /// A power that each written game states for itself: on a board alone, it does nothing.
    const fn own() -> Self {
        Self::new("moves in a way of its own", Way::Leap(Leap::Nowhere))
    }

    /// A power that moves in another way than it captures.
    const fn parted(words: &'static str, captures: Way, quiets: Way) -> Self {
        Self { quiets: Some(quiets), ..Self::new(words, captures) }
    }

    /// The same power of a pawn.
    const fn of_pawns(self) -> Self {
        Self { is_pawns: true, ..self }
    }
}

/// How a power goes from square to square.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// To certain squares, whatever stands between.
    Leap(Leap),
    /// Along lines, up to the first piece.
    Ride(Lines),
    /// Along lines, up to the second piece.
    Hop(Lines),
    /// Along lines, over all pieces; it may capture enemies on its way.
    Fly(Lines),
    /// One or two squares straight forward, up to the first piece.
    Run,
}

/// The powers that take enemies on their way.
pub(crate) const FLIGHTS: [Power; 2] = [Power::RookFlight, Power::BishopFlight];

/// Whether one of them is in a set.
pub(crate) const fn flies(powers: PowerSet) -> bool {
    powers.has(FLIGHTS[0]) || powers.has(FLIGHTS[1])
}

/// The tables of steps and leaps.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leap {
    King,
    Knight,
    Dabbaba,
    Wazir,
    Ferz,
    Vertical,
    Pegasus,
    /// To no square.
    Nowhere,
    /// One square straight forward.
    Forward,
    /// One square diagonally forward.
    ForwardFerz,
}

/// The lines of riders, hoppers and flyers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Orthogonal,
    Diagonal,
    Sideways,
    Knight,
    Ghost,
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
    /// By any other number of pieces on the ray before the target than one.
    Cannon(Rays<B>, &'static [RayDirection]),
    /// By having no piece on the square of the ray right before the target, or by having another one on the ray.
    Grasshopper(Rays<B>, &'static [RayDirection]),
    /// By a piece on any of the squares that belong to the place of the attacker.
    Lame(&'static [(B, B)]),
}

impl Power {
    /// The description of the power.
    #[inline(always)]
    pub(crate) const fn info(self) -> PowerInfo {
        match self {
            Self::Step => PowerInfo::new("moves like a king", Way::Leap(Leap::King)),
            Self::Knight => PowerInfo::new("leaps like a knight", Way::Leap(Leap::Knight)),
            Self::Dabbaba => {
                PowerInfo::new("leaps two squares along a rank or file", Way::Leap(Leap::Dabbaba))
            }
            Self::VerticalStep => {
                PowerInfo::new("steps straight forward or back", Way::Leap(Leap::Vertical))
            }
            Self::Pegasus => PowerInfo::new(words::PEGASUS, Way::Leap(Leap::Pegasus)),
            Self::Rook => PowerInfo::new("slides like a rook", Way::Ride(Lines::Orthogonal)),
            Self::Bishop => PowerInfo::new("slides like a bishop", Way::Ride(Lines::Diagonal)),
            Self::SideSlide => PowerInfo::new("slides along the rank", Way::Ride(Lines::Sideways)),
            Self::Nightrider => {
                PowerInfo::new("rides in knight's leaps along a line", Way::Ride(Lines::Knight))
            }
            Self::Ghost => PowerInfo::new(
                "rides in leaps of two squares along any line",
                Way::Ride(Lines::Ghost),
            ),
            Self::RookHop => PowerInfo::new(words::ROOK_HOP, Way::Hop(Lines::Orthogonal)),
            Self::BishopHop => PowerInfo::new(words::BISHOP_HOP, Way::Hop(Lines::Diagonal)),
            Self::RookFlight => PowerInfo::new(words::ROOK_FLIGHT, Way::Fly(Lines::Orthogonal)),
            Self::BishopFlight => PowerInfo::new(words::BISHOP_FLIGHT, Way::Fly(Lines::Diagonal)),
            Self::Pawn => PowerInfo::parted(
                "moves like a pawn",
                Way::Leap(Leap::ForwardFerz),
                Way::Leap(Leap::Forward),
            )
            .of_pawns(),
            Self::StraightPawn => {
                PowerInfo::new("moves and captures one or two squares straight forward", Way::Run)
                    .of_pawns()
            }
            Self::Captain => PowerInfo::parted(
                "steps like a rook and captures one step diagonally",
                Way::Leap(Leap::Ferz),
                Way::Leap(Leap::Wazir),
            ),
            Self::BerolinaPawn => PowerInfo::parted(
                "steps diagonally forward and captures straight forward",
                Way::Leap(Leap::Forward),
                Way::Leap(Leap::ForwardFerz),
            )
            .of_pawns(),
            Self::Own1
            | Self::Own2
            | Self::Own3
            | Self::Own4
            | Self::Own5
            | Self::Own6
            | Self::Own7
            | Self::Own8
            | Self::Own9
            | Self::Own10
            | Self::Own11
            | Self::Own12
            | Self::Own13 => PowerInfo::own(),
        }
    }

    /// The squares that a piece with this power attacks if these squares are occupied: the squares on
    /// which it could capture an enemy. Own pieces are attacked (guarded), holes are not.
    ///
    /// The relation is symmetrical: a piece of `color` on `from` attacks `to` exactly if a piece of
    /// the other color on `to` attacks `from`. Powers that a written game states for itself may be others: for these,
    /// [`attackers`](Self::attackers) is asked.
    #[inline(always)]
    pub fn attacks<G: Geometry>(
        self,
        board: G,
        color: Color,
        from: Square,
        occupied: G::Bits,
    ) -> G::Bits {
        self.info().captures.targets(board, color, from, occupied)
    }

    /// The squares from which an enemy with this power attacks a square that `color` holds, if these squares are
    /// occupied.
    #[inline(always)]
    pub fn attackers<G: Geometry>(
        self,
        board: G,
        color: Color,
        square: Square,
        occupied: G::Bits,
    ) -> G::Bits {
        self.attacks(board, color, square, occupied)
    }

    /// The squares that a piece of this power could attack at best: none of its
    /// [`attacks`](Self::attacks) lies outside, whatever is occupied.
    ///
    /// One look into a table, to rule attacks out before their rays are followed.
    #[inline(always)]
    pub(crate) fn attacks_at_best<G: Geometry>(
        self,
        board: G,
        color: Color,
        from: Square,
    ) -> G::Bits {
        self.info().captures.targets_at_best(board, color, from)
    }

    /// The squares to which a piece of this power moves without capturing, if they are empty.
    #[inline(always)]
    pub fn quiet_moves<G: Geometry>(
        self,
        board: G,
        color: Color,
        from: Square,
        occupied: G::Bits,
    ) -> G::Bits {
        self.quiet_way().targets(board, color, from, occupied)
    }

    /// The squares to which a piece of this power moves by two quiet steps in one direction, with
    /// those of the first step.
    #[inline(always)]
    pub(crate) fn double_steps<G: Geometry>(
        self,
        board: G,
        color: Color,
        from: Square,
        occupied: G::Bits,
    ) -> G::Bits {
        let way = self.quiet_way();
        if let Way::Leap(Leap::Forward) = way {
            return Way::Run.targets(board, color, from, occupied);
        }
        let steps = way.targets(board, color, from, occupied) & !occupied;
        steps.squares().fold(steps, |set, step| {
            // Squares at equal distances on a line have indices at equal distances.
            let beyond = 2 * step.index() as isize - from.index() as isize;
            let next = way.targets(board, color, step, occupied).squares();
            let next = next.filter(|to| to.index() as isize == beyond);
            next.fold(set, |set, to| set | G::Bits::of(to))
        })
    }

    #[inline(always)]
    const fn quiet_way(self) -> Way {
        let PowerInfo { captures, quiets, .. } = self.info();
        match quiets {
            Some(quiets) => quiets,
            None => captures,
        }
    }

    /// Whether the power is a pawn's.
    pub const fn is_pawns(self) -> bool {
        self.info().is_pawns
    }

    /// Whether the power moves as it captures.
    pub(crate) const fn moves_as_it_captures(self) -> bool {
        self.info().quiets.is_none()
    }

    /// Whether what moves by this power without capturing stays on its file.
    pub(crate) const fn steps_straight(self) -> bool {
        matches!(self.quiet_way(), Way::Leap(Leap::Forward | Leap::Vertical) | Way::Run)
    }

    /// How attacks by this power upon a square can be blocked, as seen from that square, which is
    /// held by `color`.
    #[inline(always)]
    pub(crate) fn reach<G: Geometry>(
        self,
        board: G,
        color: Color,
        square: Square,
    ) -> Reach<G::Bits> {
        match self.info().captures {
            Way::Leap(_) | Way::Fly(_) => Reach::Leap,
            Way::Ride(lines) => Reach::Ride(*lines.rays(board, square), lines.directions()),
            Way::Hop(lines) => Reach::Hop(*lines.rays(board, square), lines.directions()),
            Way::Run => {
                let directions = forward(color);
                let mut rays = [G::Bits::EMPTY; 8];
                rays[directions[0]] = board.tables().pawn_run[color][square];
                Reach::Ride(rays, directions)
            }
        }
    }

    /// What [`attacks`](Self::attacks) says if it also ends at the first of these barriers, which are no pieces
    /// that it could go over.
    #[inline(always)]
    pub(crate) fn attacks_up_to<G: Geometry>(
        self,
        board: G,
        color: Color,
        from: Square,
        occupied: G::Bits,
        barriers: G::Bits,
    ) -> G::Bits {
        self.info().captures.targets_up_to(board, color, from, occupied, barriers)
    }

    /// The same of [`quiet_moves`](Self::quiet_moves).
    #[inline(always)]
    pub(crate) fn quiet_moves_up_to<G: Geometry>(
        self,
        board: G,
        color: Color,
        from: Square,
        occupied: G::Bits,
        barriers: G::Bits,
    ) -> G::Bits {
        self.quiet_way().targets_up_to(board, color, from, occupied, barriers)
    }

    /// Whether the power attacks along lines, so that it passes squares.
    pub(crate) const fn passes_squares(self) -> bool {
        matches!(self.info().captures, Way::Ride(_) | Way::Hop(_) | Way::Fly(_))
    }

    /// Whether the power attacks over pieces along its lines.
    pub(crate) const fn goes_over_pieces(self) -> bool {
        matches!(self.info().captures, Way::Hop(_) | Way::Fly(_))
    }

    /// Whether it matters to the power what stands on squares that it does not reach.
    #[expect(clippy::unused_self, reason = "only powers that a written game states do")]
    pub(crate) const fn sees_beyond(self) -> bool {
        false
    }

    /// The directions in which the power takes enemies on its way, if it does.
    pub(crate) const fn flight(self) -> &'static [RayDirection] {
        match self.info().captures {
            Way::Fly(lines) => lines.directions(),
            Way::Leap(_) | Way::Ride(_) | Way::Hop(_) | Way::Run => &[],
        }
    }
}

impl Way {
    /// The squares that this way leads to from a square, if these squares are occupied.
    #[inline(always)]
    fn targets<G: Geometry>(
        self,
        board: G,
        color: Color,
        from: Square,
        occupied: G::Bits,
    ) -> G::Bits {
        match self {
            Self::Leap(leap) => leap.from(board, color, from),
            Self::Ride(lines) => lines.ride(board, from, occupied),
            Self::Hop(lines) => lines.hop(board, from, occupied),
            Self::Fly(lines) => lines.fly(board, from),
            Self::Run => {
                let ray = board.tables().pawn_run[color][from];
                Tables::until_blocked(ray, forward(color)[0], occupied)
            }
        }
    }

    /// The same, if it also ends at the first of these barriers, which are no pieces that it could go over.
    #[inline(always)]
    fn targets_up_to<G: Geometry>(
        self,
        board: G,
        color: Color,
        from: Square,
        occupied: G::Bits,
        barriers: G::Bits,
    ) -> G::Bits {
        match self {
            Self::Hop(lines) | Self::Fly(lines) if !barriers.is_empty() => {
                self.targets(board, color, from, occupied) & lines.ride(board, from, barriers)
            }
            _ => self.targets(board, color, from, occupied | barriers),
        }
    }

    /// The squares that it leads to if none is occupied, by one look into a table where there is one.
    #[inline(always)]
    fn targets_at_best<G: Geometry>(self, board: G, color: Color, from: Square) -> G::Bits {
        let tables = board.tables();
        match self {
            Self::Leap(leap) => leap.from(board, color, from),
            Self::Ride(lines) | Self::Hop(lines) | Self::Fly(lines) => match lines {
                Lines::Orthogonal => tables.orthogonal_lines[from],
                Lines::Diagonal => tables.diagonal_lines[from],
                Lines::Sideways => lines.ride(board, from, G::Bits::EMPTY),
                Lines::Knight => tables.knight_lines[from],
                Lines::Ghost => tables.ghost_lines[from],
            },
            Self::Run => tables.pawn_run[color][from],
        }
    }
}

impl Leap {
    #[inline(always)]
    fn from<G: Geometry>(self, board: G, color: Color, from: Square) -> G::Bits {
        let tables = board.tables();
        match self {
            Self::King => tables.king[from],
            Self::Knight => tables.knight[from],
            Self::Dabbaba => tables.dabbaba[from],
            Self::Wazir => tables.wazir[from],
            Self::Ferz => tables.ferz[from],
            Self::Vertical => tables.vertical[from],
            Self::Pegasus => tables.pegasus[from],
            Self::Nowhere => G::Bits::EMPTY,
            Self::Forward => tables.pawn_step[color][from],
            Self::ForwardFerz => tables.pawn_capture[color][from],
        }
    }
}

impl Lines {
    #[inline(always)]
    pub(super) fn rays<G: Geometry>(self, board: G, from: Square) -> &'static Rays<G::Bits> {
        match self {
            Self::Orthogonal | Self::Diagonal | Self::Sideways => &board.tables().queen_rays[from],
            Self::Knight => &board.tables().knight_rays[from],
            Self::Ghost => &board.tables().ghost_rays[from],
        }
    }

    /// The directions of the rays.
    #[inline(always)]
    pub(crate) const fn directions(self) -> &'static [RayDirection] {
        match self {
            Self::Orthogonal => &[0, 1, 4, 5],
            Self::Diagonal => &[2, 3, 6, 7],
            Self::Sideways => &[1, 5],
            Self::Knight | Self::Ghost => &[0, 1, 2, 3, 4, 5, 6, 7],
        }
    }

    /// Rides up to the first piece of each ray, by whole lines: a line is a ray and its opposite. The
    /// lines are arrays, so that the loop over them is always unrolled.
    #[inline(always)]
    pub(super) fn ride<G: Geometry>(self, board: G, from: Square, occupied: G::Bits) -> G::Bits {
        let rays = self.rays(board, from);
        match self {
            Self::Orthogonal => ride(rays, [0, 1], occupied),
            Self::Diagonal => ride(rays, [2, 3], occupied),
            Self::Sideways => ride(rays, [1], occupied),
            Self::Knight | Self::Ghost => ride(rays, [0, 1, 2, 3], occupied),
        }
    }

    /// Goes up to the second piece of each ray.
    #[inline(always)]
    pub(super) fn hop<G: Geometry>(self, board: G, from: Square, occupied: G::Bits) -> G::Bits {
        let rays = self.rays(board, from);
        self.directions().iter().fold(G::Bits::EMPTY, |set, &direction| {
            let slide = Tables::until_blocked(rays[direction], direction, occupied);
            let beyond = rays[direction] & !slide;
            set | slide | Tables::until_blocked(beyond, direction, occupied)
        })
    }

    /// Goes over all pieces.
    #[inline(always)]
    pub(super) fn fly<G: Geometry>(self, board: G, from: Square) -> G::Bits {
        let rays = self.rays(board, from);
        self.directions().iter().fold(G::Bits::EMPTY, |set, &direction| set | rays[direction])
    }
}

/// The direction straight forward.
#[inline(always)]
const fn forward(color: Color) -> &'static [RayDirection] {
    match color {
        Color::White => &[0],
        Color::Black => &[4],
    }
}

/// Rides along lines, each of which is a ray of these directions and its opposite.
#[inline(always)]
fn ride<B: Bits, const N: usize>(rays: &Rays<B>, lines: [RayDirection; N], occupied: B) -> B {
    let mut set = B::EMPTY;
    // `fold` of an array is not always inlined.
    for direction in lines {
        let (ahead, behind) = (rays[direction], rays[direction + 4]);
        set |= (ahead | behind) & B::span(behind & occupied, ahead & occupied);
    }
    set
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
    #[inline]
    pub const fn first(self) -> Option<Power> {
        if self.0 == 0 { None } else { Some(Power::ALL[self.0.trailing_zeros() as usize]) }
    }

    /// Whether no power is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
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

    /// The number that each power of the set has among these, in order.
    #[inline(always)]
    pub(crate) fn numbers_among(mut self, powers: Self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let first = self.0 & self.0.wrapping_neg();
            self.0 ^= first;
            (first != 0).then(|| (powers.0 & (first - 1)).count_ones() as usize)
        })
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
    #[inline]
    pub fn iter(mut self) -> impl Iterator<Item = Power> {
        std::iter::from_fn(move || {
            let first = self.first()?;
            self.0 &= self.0 - 1;
            Some(first)
        })
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
    fn attacked<G: Geometry>(board: G, power: Power, from: &str, occupied: &str) -> String {
        let square = |name| board.parse_square(name).expect("a square");
        let occupied = occupied.split_whitespace().map(square);
        let occupied = occupied.fold(G::Bits::EMPTY, |set, square| set | G::Bits::of(square));
        let set = power.attacks(board, Color::White, square(from), occupied);
        set.squares().map(|square| board.square_name(square)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn sets_list_their_powers_in_the_order_of_the_enumeration() {
        assert_eq!(PowerSet::default().iter().next(), None);
        let backward: Vec<_> = Power::ALL.iter().rev().copied().collect();
        assert!(PowerSet::of(&backward).iter().eq(Power::ALL.iter().copied()));
    }

    #[test]
    fn sliders_stop_at_the_first_piece() {
        assert_eq!(
            attacked(Board8x8, Power::Rook, "c3", "c5 a3 f3 c1"),
            "c1 c2 a3 b3 d3 e3 f3 c4 c5"
        );
        assert_eq!(attacked(Board8x8, Power::Bishop, "a1", "d4 e5"), "b2 c3 d4");
        assert_eq!(attacked(Board9x9, Power::SideSlide, "e5", "c5 i5"), "c5 d5 f5 g5 h5 i5");
    }

    #[test]
    fn riders_need_empty_landing_squares_and_leap_the_rest() {
        assert_eq!(attacked(Board9x9, Power::Nightrider, "a1", "a2 b2 c5 e3"), "c2 b3 e3 c5");
        assert_eq!(attacked(Board9x9, Power::Ghost, "a1", "a2 b2 a5 c1"), "c1 a3 c3 a5 e5 g7 i9");
    }

    #[test]
    fn hoppers_go_on_over_one_piece_only() {
        assert_eq!(attacked(Board8x8, Power::RookHop, "a1", "a2 a4 b1 c1 d1"), "b1 c1 a2 a3 a4");
        assert_eq!(attacked(Board8x8, Power::BishopHop, "a1", "d4"), "b2 c3 d4 e5 f6 g7 h8");
    }

    #[test]
    fn flyers_attack_their_whole_lines() {
        assert_eq!(
            attacked(Board8x8, Power::BishopFlight, "b2", "c3 d4 e5"),
            "a1 c1 a3 c3 d4 e5 f6 g7 h8"
        );
    }

    #[test]
    fn straight_pawns_attack_two_squares_unless_blocked() {
        assert_eq!(attacked(Board9x9, Power::StraightPawn, "e2", ""), "e3 e4");
        assert_eq!(attacked(Board9x9, Power::StraightPawn, "e2", "e3"), "e3");
    }

    #[test]
    fn no_attack_lies_outside_the_attacks_at_best() {
        for &power in Power::ALL {
            for from in Board9x9::TABLES.squares.squares() {
                for color in Color::ALL {
                    let best = power.attacks_at_best(Board9x9, color, from);
                    let free = power.attacks(Board9x9, color, from, 0);
                    assert_eq!(best, free, "{power:?} from {from:?}");
                    let blocked = power.attacks(Board9x9, color, from, 0x5555 << 30);
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
                    let there = power.attacks(Board9x9, Color::White, from, occupied).has(to);
                    let back = power.attacks(Board9x9, Color::Black, to, occupied).has(from);
                    assert_eq!(there, back, "{power:?} between {from:?} and {to:?}");
                }
            }
        }
    }
}
