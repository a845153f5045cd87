//! The powers of a written game: tables that are made when it is loaded.
//!
//! Each is asked what a [`Power`] is asked, and answers from its tables. What a rook or a bishop does is
//! taken from the tables of the board, as in a compiled game.

use super::Power;
use super::definition::Step;
use super::power::{Lines, Reach};
use crate::board::{Bits, ByColor, Color, Geometry, RayDirection, Rays, Shape, Square, Tables};

/// A power of a written game.
#[derive(Debug)]
pub struct Slot<B: Bits> {
    /// Its number among the powers of the game.
    pub(super) number: u8,
    /// The name that it has among all powers.
    power: Power,
    /// How it captures; nothing if it never does.
    captures: Course<B>,
    /// How it moves without capturing, if not as it captures.
    quiets: Option<Course<B>>,
    /// Where pieces with this power may go. What lies outside they pass, but do not attack. All that have the
    /// power share it.
    pub(super) region: ByColor<B>,
}

/// How a written power goes from square to square.
#[derive(Debug)]
pub(super) enum Course<B: Bits> {
    /// To certain squares, whatever stands between.
    Leap(Box<ByColor<B::Map<B>>>),
    /// As a slider of a compiled game.
    Slide(Lines),
    /// Along rays, up to the first piece.
    Ride(Box<Ride<B>>),
    /// Along lines, up to the second piece.
    Hop(Lines),
    /// Along lines, over all pieces.
    Fly(Lines),
}

/// Rays of any steps, of which none, some or all may be limited.
#[derive(Debug)]
pub(super) struct Ride<B: Bits> {
    rays: ByColor<B::Map<Rays<B>>>,
    /// The squares of all rays together.
    lines: ByColor<B::Map<B>>,
    /// The directions of the rays that there are.
    directions: ByColor<&'static [RayDirection]>,
}

const UPWARD: [RayDirection; 4] = [0, 1, 2, 3];
const DOWNWARD: [RayDirection; 4] = [4, 5, 6, 7];

impl<B: Bits> Course<B> {
    /// No way at all.
    pub(super) fn none() -> Self {
        Self::Leap(Box::new(ByColor([B::map(B::EMPTY); 2])))
    }

    /// Steps that are made at most this often in one direction. `None` if these are more than four
    /// directions towards higher indices or more than four towards lower ones.
    pub(super) fn new(shape: &Shape, steps: &[Step], limit: Option<u8>) -> Option<Self> {
        let most = limit.unwrap_or(u8::MAX);
        if most == 1 {
            let leaps = |color| {
                let mut map = B::map(B::EMPTY);
                for from in shape.squares() {
                    map[from] = steps
                        .iter()
                        .fold(B::EMPTY, |set, &step| set | ray(shape, color, from, step, most));
                }
                map
            };
            return Some(Self::Leap(Box::new(ByColor(Color::ALL.map(leaps)))));
        }
        let is = |lines: [(i8, i8); 4]| {
            let has = |&step: &Step| lines.contains(&(step.files, step.ranks));
            limit.is_none() && steps.len() == lines.len() && steps.iter().all(has)
        };
        if is([(0, 1), (1, 0), (0, -1), (-1, 0)]) {
            return Some(Self::Slide(Lines::Orthogonal));
        }
        if is([(1, 1), (-1, 1), (-1, -1), (1, -1)]) {
            return Some(Self::Slide(Lines::Diagonal));
        }
        let upward = |color: Color, step: &Step| {
            let sign = if color == Color::White { 1 } else { -1 };
            (sign * step.ranks, sign * step.files) > (0, 0)
        };
        let mut rays = ByColor([B::map([B::EMPTY; 8]); 2]);
        let mut lines = ByColor([B::map(B::EMPTY); 2]);
        let mut directions = ByColor([&[] as &[RayDirection]; 2]);
        for color in Color::ALL {
            let (up, down): (Vec<&Step>, Vec<&Step>) =
                steps.iter().partition(|&step| upward(color, step));
            if up.len() > UPWARD.len() || down.len() > DOWNWARD.len() {
                return None;
            }
            let used: Vec<(RayDirection, &Step)> =
                UPWARD.into_iter().zip(up).chain(DOWNWARD.into_iter().zip(down)).collect();
            for from in shape.squares() {
                for &(direction, &step) in &used {
                    let ray = ray(shape, color, from, step, most);
                    rays[color][from][direction] = ray;
                    lines[color][from] |= ray;
                }
            }
            let used: Vec<RayDirection> = used.iter().map(|&(direction, _)| direction).collect();
            directions[color] = used.leak();
        }
        Some(Self::Ride(Box::new(Ride { rays, lines, directions })))
    }

    /// The memory that its tables take, in bytes.
    fn bytes(&self) -> usize {
        match self {
            Self::Leap(leaps) => size_of_val(&**leaps),
            Self::Slide(_) | Self::Hop(_) | Self::Fly(_) => 0,
            Self::Ride(ride) => size_of_val(&**ride),
        }
    }

    /// How many rays it has from a square, at most.
    pub(super) fn rays(&self) -> usize {
        match self {
            Self::Leap(_) | Self::Fly(_) => 0,
            Self::Slide(lines) | Self::Hop(lines) => lines.directions().len(),
            Self::Ride(ride) => ride.directions[Color::White].len(),
        }
    }

    #[inline(always)]
    fn targets<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
    ) -> B {
        match self {
            Self::Leap(leaps) => leaps[color][from],
            Self::Slide(Lines::Orthogonal) => Lines::Orthogonal.ride(board, from, occupied),
            Self::Slide(_) => Lines::Diagonal.ride(board, from, occupied),
            Self::Ride(ride) => ride.targets(color, from, occupied),
            Self::Hop(lines) => lines.hop(board, from, occupied),
            Self::Fly(lines) => lines.fly(board, from),
        }
    }

    #[inline(always)]
    fn targets_at_best<G: Geometry<Bits = B>>(&self, board: G, color: Color, from: Square) -> B {
        match self {
            Self::Leap(leaps) => leaps[color][from],
            Self::Slide(lines) | Self::Hop(lines) | Self::Fly(lines) => match lines {
                Lines::Orthogonal => board.tables().orthogonal_lines[from],
                _ => board.tables().diagonal_lines[from],
            },
            Self::Ride(ride) => ride.lines[color][from],
        }
    }
}

impl<B: Bits> Ride<B> {
    fn targets(&self, color: Color, from: Square, occupied: B) -> B {
        let rays = &self.rays[color][from];
        self.directions[color].iter().fold(B::EMPTY, |set, &direction| {
            set | Tables::until_blocked(rays[direction], direction, occupied)
        })
    }
}

/// The squares that up to `most` steps lead to.
pub(super) fn ray<B: Bits>(shape: &Shape, color: Color, from: Square, step: Step, most: u8) -> B {
    let sign = if color == Color::White { 1 } else { -1 };
    let (mut file, mut rank) =
        ((from.index() as u8 % shape.files) as i8, (from.index() as u8 / shape.files) as i8);
    let mut set = B::EMPTY;
    for _ in 0..most {
        (file, rank) = (file + sign * step.files, rank + sign * step.ranks);
        let Some(index) = shape.index(file, rank) else { break };
        set |= B::of(Square::new(index));
    }
    set
}

impl<B: Bits> Slot<B> {
    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.captures.bytes() + self.quiets.as_ref().map_or(0, Course::bytes)
    }

    /// A power of this number and name that captures so, moves in another way if there is one, and keeps to
    /// these squares.
    pub(super) fn new(
        number: u8,
        power: Power,
        captures: Course<B>,
        quiets: Option<Course<B>>,
        region: ByColor<B>,
    ) -> Self {
        Self { number, power, captures, quiets, region }
    }

    /// The name that it has among the powers of the game.
    #[inline(always)]
    pub const fn power(&self) -> Power {
        self.power
    }

    /// What [`Power::attacks`] says, wherever pieces with this power may go.
    #[inline(always)]
    pub fn attacks<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
    ) -> B {
        self.captures.targets(board, color, from, occupied)
    }

    /// The squares that it attacks at best: on an empty board.
    #[inline(always)]
    pub fn attacks_at_best<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
    ) -> B {
        self.captures.targets_at_best(board, color, from)
    }

    /// What [`Power::quiet_moves`] says.
    #[inline(always)]
    pub fn quiet_moves<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        from: Square,
        occupied: B,
    ) -> B {
        self.quiets.as_ref().unwrap_or(&self.captures).targets(board, color, from, occupied)
    }

    /// Whether it moves as it captures.
    #[inline(always)]
    pub const fn moves_as_it_captures(&self) -> bool {
        self.quiets.is_none()
    }

    /// What [`Power::reach`] says.
    #[inline(always)]
    pub(crate) fn reach<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        square: Square,
    ) -> Reach<B> {
        match &self.captures {
            Course::Leap(_) | Course::Fly(_) => Reach::Leap,
            Course::Hop(lines) => Reach::Hop(*lines.rays(board, square), lines.directions()),
            Course::Slide(lines) => Reach::Ride(*lines.rays(board, square), lines.directions()),
            Course::Ride(ride) => Reach::Ride(ride.rays[color][square], ride.directions[color]),
        }
    }

    /// Whether the power goes on along rays over empty squares, so that it passes some.
    pub(crate) const fn is_rider(&self) -> bool {
        matches!(self.captures, Course::Slide(_) | Course::Ride(_))
    }

    /// What [`Power::flight`] says.
    pub(crate) const fn flight(&self) -> &'static [RayDirection] {
        match self.captures {
            Course::Fly(lines) => lines.directions(),
            _ => &[],
        }
    }

    /// Whether the power is a pawn's.
    pub const fn is_pawns(&self) -> bool {
        self.power.is_pawns()
    }
}
