//! Boards whose size may still change: how large they may be, and sets of their squares.

use crate::definition::Region;

/// The most files and ranks of a board, and cells.
pub(crate) const MOST_FILES: u8 = 16;
pub(crate) const MOST_RANKS: u8 = 10;
pub(crate) const MOST_CELLS: u16 = 128;

/// Squares of a board whose size may still change: a row of files for each rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid([u16; MOST_RANKS as usize]);

impl Grid {
    pub(crate) const EMPTY: Self = Self([0; MOST_RANKS as usize]);
    pub(crate) const ALL: Self = Self([u16::MAX; MOST_RANKS as usize]);
    /// The squares of the color of a1, and the others.
    pub(crate) const DARK: Self = Self::colored(0x5555);
    pub(crate) const LIGHT: Self = Self::colored(0xAAAA);

    const fn colored(first: u16) -> Self {
        let mut grid = Self::EMPTY;
        let mut rank = 0;
        while rank < grid.0.len() {
            grid.0[rank] = if rank % 2 == 0 { first } else { !first };
            rank += 1;
        }
        grid
    }

    /// A rank, counted from 0.
    pub(crate) const fn rank(rank: u8) -> Self {
        let mut grid = Self::EMPTY;
        grid.0[rank as usize] = u16::MAX;
        grid
    }

    /// A file, counted from 0.
    pub(crate) const fn file(file: u8) -> Self {
        Self([1 << file; MOST_RANKS as usize])
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|rank| self.0[rank] & other.0[rank]))
    }

    pub(crate) const fn or(mut self, other: Self) -> Self {
        let mut rank = 0;
        while rank < self.0.len() {
            self.0[rank] |= other.0[rank];
            rank += 1;
        }
        self
    }

    /// The part on a board.
    pub(crate) fn region(self, files: u8, ranks: u8) -> Region {
        let mut squares = 0_u128;
        for rank in 0..ranks {
            for file in (0..files).filter(|&file| self.0[rank as usize] >> file & 1 != 0) {
                squares |= 1 << (rank * files + file);
            }
        }
        Region(squares)
    }
}
