//! Pieces in hand.

use std::fmt::Debug;

use super::Kind;
use crate::board::{Bits, ByColor, Color, zobrist};

/// What the sides have in hand. Kinds are counted by their places in [`HandRules::drops`].
pub trait Hands: Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// Whether there may be anything in hand, so that code for it is not left out.
    const MAY_HOLD: bool;

    /// How many pieces of a kind a side has in hand.
    fn count(&self, color: Color, place: usize) -> u8;

    /// Adds to a hand, or takes from it.
    fn set(&mut self, color: Color, place: usize, count: u8);

    /// The Zobrist word of both hands; 0 if both are empty.
    fn key(&self) -> u64;
}

/// The hands of games without pieces in hand.
impl Hands for () {
    const MAY_HOLD: bool = false;

    #[inline(always)]
    fn count(&self, _color: Color, _place: usize) -> u8 {
        0
    }

    #[inline(always)]
    fn set(&mut self, _color: Color, _place: usize, _count: u8) {}

    #[inline(always)]
    fn key(&self) -> u64 {
        0
    }
}

/// How many kinds of pieces can be in hand in one game.
pub const MOST_IN_HAND: usize = 32;

/// The pieces in hand of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InHand {
    counts: ByColor<[u8; MOST_IN_HAND]>,
    key: u64,
}

impl Hands for InHand {
    const MAY_HOLD: bool = true;

    #[inline]
    fn count(&self, color: Color, place: usize) -> u8 {
        self.counts[color][place]
    }

    #[inline]
    fn set(&mut self, color: Color, place: usize, count: u8) {
        let held = &mut self.counts[color][place];
        self.key ^= zobrist::in_hand(color, place, *held) ^ zobrist::in_hand(color, place, count);
        *held = count;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// What comes into hands, and how it comes to the board.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct HandRules<B: Bits> {
    /// What can be in hand, in the order of a FEN.
    pub drops: Vec<DropRule<B>>,
    /// `[kind]`: what it is in hand when a capture takes it off the board, as a place in [`drops`](Self::drops). Empty
    /// if hands are never filled.
    pub captured: Vec<Option<u8>>,
    /// Whether drops that give check are legal.
    pub may_check: bool,
    /// Whether each side can always drop all kinds.
    pub unlimited: bool,
    /// Whether the drop of a king or rook on its home gives the right to castle with the other, if that is at home.
    pub castling: bool,
    /// The kind that is dropped on squares of both colors in turn.
    pub balanced: Option<Balanced<B>>,
    /// Whether a drop has to be made to see whether it leaves the king safe.
    pub are_tried: bool,
}

/// What can be dropped, and how.
#[derive(Clone, Debug)]
pub struct DropRule<B: Bits> {
    /// What is in hand.
    pub kind: Kind,
    /// What it may be on the board, and on which squares it may come there as that.
    pub into: Vec<(Kind, ByColor<B>)>,
    /// These kinds, bit `n` for the kind of number `n`, and so many of them that nothing is dropped beside them on a
    /// file; 0 for any number.
    pub most_on_file: (u128, u8),
    /// Whether a drop may mate.
    pub may_mate: bool,
    /// Whether a side that has it in hand and can drop it does nothing else.
    pub must: bool,
}

/// A kind of which a side's pieces stand on squares of both colors in equal numbers, give or take one.
#[derive(Clone, Copy, Debug)]
pub struct Balanced<B: Bits> {
    /// Its place in [`HandRules::drops`].
    pub place: usize,
    /// The squares of one color.
    pub dark: B,
}

impl<B: Bits> HandRules<B> {
    /// The place of a kind in hand.
    pub fn place(&self, kind: Kind) -> Option<usize> {
        self.drops.iter().position(|drop| drop.kind == kind)
    }

    /// What a piece is in hand when a capture takes it off the board.
    #[inline]
    pub fn captured(&self, kind: Kind) -> Option<usize> {
        self.captured.get(kind.index()).copied().flatten().map(usize::from)
    }
}
