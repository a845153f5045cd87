//! Const tables of leaps and rays for one board.

use arrayvec::ArrayVec;

use super::bits::SquareMap;
use super::{Bits, ByColor, Square};

/// The outline of a board, from which its tables are computed.
///
/// ```
/// use vertumnus_core::game;
/// use vertumnus_core::rules::Variant;
///
/// let shape = game::session(Variant::Combination).shape();
/// assert_eq!((shape.files, shape.ranks, shape.cells()), (7, 9, 63));
/// let a5 = shape.parse_square("a5").unwrap();
/// assert_eq!((shape.square_name(a5), shape.square(0, 0)), ("a5".to_owned(), None));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Width, at most 16.
    pub files: u8,
    /// Height, at most 10.
    pub ranks: u8,
    /// The ranks from the first one up, as strings of `.` (a square) and `*` (a hole); empty for a
    /// full rectangle.
    pub outline: &'static [&'static str],
}

impl Shape {
    /// The index of the square on this file and rank; `None` if there is no such square.
    pub const fn index(&self, file: i8, rank: i8) -> Option<u8> {
        if file < 0 || rank < 0 || file >= self.files as i8 || rank >= self.ranks as i8 {
            return None;
        }
        let (file, rank) = (file as u8, rank as u8);
        if !self.outline.is_empty() && self.outline[rank as usize].as_bytes()[file as usize] == b'*'
        {
            return None;
        }
        Some(rank * self.files + file)
    }

    /// How many cells the enclosing rectangle has, holes included: every index is below.
    pub const fn cells(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square of this file and rank, both from 0, if it exists.
    pub fn square(&self, file: usize, rank: usize) -> Option<Square> {
        let file = i8::try_from(file).ok()?;
        let rank = i8::try_from(rank).ok()?;
        self.index(file, rank).map(Square::new)
    }

    /// Whether the board has a square: the index may be any, or that of a hole.
    pub fn has(&self, square: Square) -> bool {
        let (files, index) = (usize::from(self.files), square.index());
        self.square(index % files, index / files).is_some()
    }

    /// The squares of the board, by their index.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.cells()).map(|index| Square::new(index as u8)).filter(|&square| self.has(square))
    }

    /// The square of a name such as `e4`, if it exists.
    pub fn parse_square(&self, name: &str) -> Option<Square> {
        let (name, rest) = split_square(name)?;
        let (file, rank) = name.split_at(1);
        let file = usize::from(file.as_bytes()[0] - b'a');
        let rank = rank.parse::<usize>().ok()?.checked_sub(1)?;
        if rest.is_empty() { self.square(file, rank) } else { None }
    }

    /// Whether a cell, be it a square or a hole, is light. The corner a1 is dark.
    #[inline]
    pub const fn is_light(&self, cell: usize) -> bool {
        let files = self.files as usize;
        (cell % files + cell / files) % 2 == 1
    }

    /// The squares that a move along a rank, a file or a diagonal passes, from the first on.
    #[inline]
    pub(crate) fn passed(&self, from: Square, to: Square) -> impl Iterator<Item = Square> + use<> {
        let (from, to, files) = (from.index(), to.index(), usize::from(self.files));
        let across = (from % files).abs_diff(to % files);
        let steps = across.max((from / files).abs_diff(to / files));
        // Squares at equal distances on a line have indices at equal distances.
        let at = move |step| (from * (steps - step) + to * step) / steps;
        (1..steps).map(move |step| Square::new(at(step) as u8))
    }

    /// The name of a square, such as `e4`.
    pub fn square_name(&self, square: Square) -> String {
        let files = usize::from(self.files);
        self.name(square.index() % files, square.index() / files)
    }

    /// The name of the cell of this file and rank, both from 0, be it a square or a hole.
    pub fn name(&self, file: usize, rank: usize) -> String {
        debug_assert!(file < self.files.into() && rank < self.ranks.into());
        let number = rank as u8 + 1;
        let mut name = String::with_capacity(3);
        name.push(char::from(b'a' + file as u8));
        if number >= 10 {
            name.push(char::from(b'0' + number / 10));
        }
        name.push(char::from(b'0' + number % 10));
        name
    }
}

/// The name of a square of some board at the beginning of a text, and what comes after it: a letter from
/// `a` to `z`, and a number from 1 to 99.
pub(crate) fn split_square(text: &str) -> Option<(&str, &str)> {
    let (file, rank) = (text.bytes().next()?, text.get(1..)?);
    let digits = rank.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let is_name = file.is_ascii_lowercase() && digits > 0 && !rank.starts_with('0');
    is_name.then(|| text.split_at(1 + digits))
}

/// Whether a text is the name of a square of some board.
pub(crate) fn is_square_name(text: &str) -> bool {
    split_square(text).is_some_and(|(_, rest)| rest.is_empty())
}

/// The rays from one square: first the four directions towards higher indices, then their opposites
/// in the same order. A ray ends at the edge or at a hole.
pub(crate) type Rays<B> = [B; 8];

/// An index into [`Rays`].
pub(crate) type RayDirection = usize;

type Step = (i8, i8);

/// The longest way from edge to edge, in steps.
const LONGEST: u8 = 15;

/// The most ranks of a board.
const RANKS: usize = 10;

const QUEEN_STEPS: [Step; 8] =
    [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];
const GHOST_STEPS: [Step; 8] =
    [(0, 2), (2, 0), (2, 2), (-2, 2), (0, -2), (-2, 0), (-2, -2), (2, -2)];
const KNIGHT_STEPS: [Step; 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];
const DABBABA_STEPS: [Step; 4] = [(0, 2), (2, 0), (0, -2), (-2, 0)];
const WAZIR_STEPS: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const FERZ_STEPS: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const VERTICAL_STEPS: [Step; 2] = [(0, 1), (0, -1)];

/// The tables of one board. `[color]` and `[square]` are the indices.
#[derive(Debug)]
pub struct Tables<B: Bits> {
    /// The squares that exist.
    pub squares: B,
    /// The ranks, from the first.
    pub ranks: [B; RANKS],
    /// One step in any of the eight directions.
    pub king: B::Map<B>,
    /// The knight's leap.
    pub knight: B::Map<B>,
    /// Leaps of exactly two squares orthogonally.
    pub dabbaba: B::Map<B>,
    /// One step orthogonally.
    pub wazir: B::Map<B>,
    /// One step diagonally.
    pub ferz: B::Map<B>,
    /// One step straight forward or back.
    pub vertical: B::Map<B>,
    /// One step in any direction, or a knight's move whose second half may be any length.
    pub pegasus: B::Map<B>,
    /// A pawn's step forward.
    pub pawn_step: ByColor<B::Map<B>>,
    /// The two squares straight ahead of a pawn.
    pub pawn_run: ByColor<B::Map<B>>,
    /// The two squares diagonally ahead of a pawn.
    pub pawn_capture: ByColor<B::Map<B>>,
    /// Rays of single steps: N, E, NE, NW, S, W, SW, SE.
    pub queen_rays: B::Map<Rays<B>>,
    /// Rays of double steps, in the same directions.
    pub ghost_rays: B::Map<Rays<B>>,
    /// Rays of knight's leaps: (1,2), (2,1), (-1,2), (-2,1) and their opposites.
    pub knight_rays: B::Map<Rays<B>>,
    /// The squares of all orthogonal queen rays together.
    pub orthogonal_lines: B::Map<B>,
    /// The squares of all diagonal queen rays together.
    pub diagonal_lines: B::Map<B>,
    /// The squares of all ghost rays together.
    pub ghost_lines: B::Map<B>,
    /// The squares of all knight rays together.
    pub knight_lines: B::Map<B>,
}

// Const functions cannot be generic over the word, so they are written once and expanded for each.
macro_rules! tables {
    ($word:ty, $bits:literal) => {
        impl Tables<$word> {
            /// The tables of a board of this shape.
            pub const fn new(shape: &Shape) -> Self {
                let ranks = Self::ranks(shape);
                let mut squares = 0;
                let mut rank = 0;
                while rank < ranks.len() {
                    squares |= ranks[rank];
                    rank += 1;
                }
                Self {
                    squares,
                    ranks,
                    king: Self::leaps(shape, &QUEEN_STEPS, 1),
                    knight: Self::leaps(shape, &KNIGHT_STEPS, 1),
                    dabbaba: Self::leaps(shape, &DABBABA_STEPS, 1),
                    wazir: Self::leaps(shape, &WAZIR_STEPS, 1),
                    ferz: Self::leaps(shape, &FERZ_STEPS, 1),
                    vertical: Self::leaps(shape, &VERTICAL_STEPS, 1),
                    pegasus: Self::pegasus(shape),
                    pawn_step: ByColor([
                        Self::leaps(shape, &[(0, 1)], 1),
                        Self::leaps(shape, &[(0, -1)], 1),
                    ]),
                    pawn_run: ByColor([
                        Self::leaps(shape, &[(0, 1)], 2),
                        Self::leaps(shape, &[(0, -1)], 2),
                    ]),
                    pawn_capture: ByColor([
                        Self::leaps(shape, &[(1, 1), (-1, 1)], 1),
                        Self::leaps(shape, &[(1, -1), (-1, -1)], 1),
                    ]),
                    queen_rays: Self::rays(shape, &QUEEN_STEPS),
                    ghost_rays: Self::rays(shape, &GHOST_STEPS),
                    knight_rays: Self::rays(shape, &KNIGHT_STEPS),
                    orthogonal_lines: Self::leaps(shape, &WAZIR_STEPS, LONGEST),
                    diagonal_lines: Self::leaps(shape, &FERZ_STEPS, LONGEST),
                    ghost_lines: Self::leaps(shape, &GHOST_STEPS, LONGEST),
                    knight_lines: Self::leaps(shape, &KNIGHT_STEPS, LONGEST),
                }
            }

            const fn ranks(shape: &Shape) -> [$word; RANKS] {
                let mut ranks = [0; RANKS];
                let mut rank = 0;
                while rank < shape.ranks {
                    let mut file = 0;
                    while file < shape.files {
                        if let Some(index) = shape.index(file as i8, rank as i8) {
                            ranks[rank as usize] |= 1 << index;
                        }
                        file += 1;
                    }
                    rank += 1;
                }
                ranks
            }

            /// The squares that 1 to `most` equal steps lead to.
            const fn ray(shape: &Shape, from: usize, step: Step, most: u8) -> $word {
                let mut set = 0;
                let mut file = (from as u8 % shape.files) as i8;
                let mut rank = (from as u8 / shape.files) as i8;
                if shape.index(file, rank).is_none() {
                    return 0;
                }
                let mut taken = 0;
                while taken < most {
                    (file, rank) = (file + step.0, rank + step.1);
                    match shape.index(file, rank) {
                        Some(index) => set |= 1 << index,
                        None => break,
                    }
                    taken += 1;
                }
                set
            }

            const fn leaps(shape: &Shape, steps: &[Step], most: u8) -> SquareMap<$word, $bits> {
                let mut map = [0; $bits];
                let mut from = 0;
                while from < map.len() {
                    let mut i = 0;
                    while i < steps.len() {
                        map[from] |= Self::ray(shape, from, steps[i], most);
                        i += 1;
                    }
                    from += 1;
                }
                SquareMap::new(map)
            }

            const fn rays(shape: &Shape, steps: &[Step; 8]) -> SquareMap<Rays<$word>, $bits> {
                let mut map = [[0; 8]; $bits];
                let mut from = 0;
                while from < map.len() {
                    let mut i = 0;
                    while i < steps.len() {
                        map[from][i] = Self::ray(shape, from, steps[i], LONGEST);
                        i += 1;
                    }
                    from += 1;
                }
                SquareMap::new(map)
            }

            /// The king's steps, and the leaps (1 + n, n) and (1 + n, 1), n >= 1, in all
            /// orientations: one orthogonal step and n diagonal ones, or the reverse.
            const fn pegasus(shape: &Shape) -> SquareMap<$word, $bits> {
                let mut map = Self::leaps(shape, &QUEEN_STEPS, 1).0;
                let mut from = 0;
                while from < map.len() {
                    let mut n = 1;
                    while n < LONGEST as i8 {
                        map[from] |= Self::orientations(shape, from, (1 + n, n))
                            | Self::orientations(shape, from, (1 + n, 1));
                        n += 1;
                    }
                    from += 1;
                }
                SquareMap::new(map)
            }

            const fn orientations(shape: &Shape, from: usize, (a, b): Step) -> $word {
                let steps =
                    [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
                let mut set = 0;
                let mut i = 0;
                while i < steps.len() {
                    set |= Self::ray(shape, from, steps[i], 1);
                    i += 1;
                }
                set
            }
        }
    };
}

tables!(u64, 64);
tables!(u128, 128);

impl<B: Bits> Tables<B> {
    /// The part of a ray up to and including its first occupied square.
    #[inline]
    pub(crate) fn until_blocked(ray: B, direction: RayDirection, occupied: B) -> B {
        let blockers = ray & occupied;
        ray & if direction < 4 { blockers.up_to_first() } else { blockers.down_to_last() }
    }

    /// The squares of a ray, the nearest first.
    #[inline]
    pub(crate) fn outward(
        ray: B,
        direction: RayDirection,
    ) -> ArrayVec<Square, { LONGEST as usize }> {
        let mut squares: ArrayVec<Square, { LONGEST as usize }> = ray.squares().collect();
        if direction >= 4 {
            squares.reverse();
        }
        squares
    }

    /// The squares strictly between two squares on one queen's line, nearest to `from` first; empty
    /// if no such line joins them.
    pub fn path(&self, from: Square, to: Square) -> ArrayVec<Square, { LONGEST as usize }> {
        let rays = &self.queen_rays[from];
        let Some(direction) = rays.iter().position(|ray| ray.has(to)) else {
            return ArrayVec::new();
        };
        Self::outward(rays[direction] & !self.queen_rays[to][direction] & !B::of(to), direction)
    }
}
