//! The drawings of pieces that XBoard and WinBoard have, and how a kind of piece is shown by one.

use crate::rules::Kind;

/// How a kind of piece is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    /// The kind; `None` for all kinds that have no symbol of their own.
    pub(super) kind: Option<Kind>,
    /// The letter, in upper case.
    pub(super) letter: char,
    /// The drawing.
    pub(super) glyph: Glyph,
}

/// A drawing of a piece in XBoard. The number is its index in the table of letters that `setup`
/// sends; the names are those of the default theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Glyph {
    /// XBoard lets it capture en passant, and promote on the last rank.
    Pawn = 0,
    Knight = 1,
    Bishop = 2,
    Rook = 3,
    Queen = 4,
    Advisor = 5,
    Elephant = 6,
    /// Drawn as a star.
    Marshall = 8,
    /// Drawn as a bell.
    Commoner = 10,
    Cannon = 11,
    Nightrider = 12,
    CrownedBishop = 13,
    CrownedRook = 14,
    /// Drawn as a horse's head on a tower.
    Chancellor = 16,
    Hawk = 17,
    Unicorn = 20,
    Lion = 21,
    Sword = 22,
    Zebra = 23,
    Camel = 24,
    Tower = 25,
    Dragon = 30,
    Gnu = 31,
    Cub = 32,
    Shield = 33,
    Pegasus = 34,
    Wizard = 35,
    /// Drawn as a hoplite's helmet.
    Copper = 36,
    /// Drawn as a foot soldier's helmet.
    Iron = 37,
    Viking = 38,
    Flag = 39,
    Dolphin = 41,
    Claw = 43,
    Butterfly = 45,
    PromotedBishop = 46,
    PromotedRook = 47,
    /// Drawn as a small queen.
    Princess = 64,
    /// Always the last of a table. XBoard takes its move of two squares sideways for castling.
    King = 65,
}
