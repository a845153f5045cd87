//! Tapered scores: one for the middlegame and one for the endgame, interpolated by material.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// The phase with all pieces on the board.
pub(super) const FULL_PHASE: i32 = 256;

/// Centipawns for the middlegame and for the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered {
    pub(super) middlegame: i32,
    pub(super) endgame: i32,
}

impl Tapered {
    #[inline]
    pub(super) const fn new(middlegame: i32, endgame: i32) -> Self {
        Self { middlegame, endgame }
    }

    /// Middlegame and endgame.
    pub(super) const fn to_array(self) -> [i32; 2] {
        [self.middlegame, self.endgame]
    }

    /// The mean of middlegame and endgame.
    pub(super) const fn mean(self) -> i32 {
        i32::midpoint(self.middlegame, self.endgame)
    }

    /// The score at a phase from 0, an endgame, to [`FULL_PHASE`]; rounded towards zero, so that both
    /// sides are treated alike.
    #[inline]
    pub(super) const fn at(self, phase: i32) -> i32 {
        (self.middlegame * phase + self.endgame * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.middlegame - other.middlegame, self.endgame - other.endgame)
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self::new(self.middlegame * factor, self.endgame * factor)
    }
}
