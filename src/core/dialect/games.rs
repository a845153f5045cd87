//! The words for games whose kinds do not say them: which letter and which glyph stand for which piece.
//!
//! XBoard knows 25 letters that a move can end in. Where a game has more kinds than that, kinds
//! share letters, such that no two moves between the same squares end in the same letter: that is
//! what makes a move that XBoard passes on unmistakable.

use std::borrow::Cow;

use super::{Dialect, Glyph, look};

/// The table of the game of this name, if it has one.
pub(super) fn table(game: &str) -> Option<&'static Dialect> {
    match game {
        "chess" => Some(&CHESS),
        "combination" => Some(&COMBINATION),
        "fairyeater" => Some(&FAIRYEATER),
        "powerabsorption" => Some(&POWERABSORPTION),
        "stealthbomber" => Some(&STEALTHBOMBER),
        _ => None,
    }
}

/// Chess is the one game that GUIs know.
static CHESS: Dialect = Dialect {
    name: "normal",
    is_known: true,
    looks: Cow::Borrowed(&[
        look("P", 'P', Glyph::Pawn),
        look("N", 'N', Glyph::Knight),
        look("B", 'B', Glyph::Bishop),
        look("R", 'R', Glyph::Rook),
        look("Q", 'Q', Glyph::Queen),
        look("K", 'K', Glyph::King),
    ]),
    moves: &[],
};

/// Three habits of XBoard would spoil a board here, and so a match. It can take a pawn's diagonal step to
/// an empty square for a capture in passing, so pawns are no `Glyph::Pawn`. It takes a king that goes
/// two squares sideways to castle, which the `i` without `O` forbids. And it takes a king that goes to
/// a rook of its own to castle, too: that rook can be one that was annihilated, which XBoard does not
/// know, so rooks are no `Glyph::Rook`.
static COMBINATION: Dialect = Dialect {
    name: "combination",
    is_known: false,
    looks: Cow::Borrowed(&[
        look("P", 'P', Glyph::Iron),
        look("N", 'N', Glyph::Knight),
        look("B", 'B', Glyph::Bishop),
        look("R", 'R', Glyph::Tower),
        look("A", 'A', Glyph::Marshall),
        look("I", 'I', Glyph::Shield),
        look("K", 'K', Glyph::King),
    ]),
    moves: &["K& KimK0"],
};

static FAIRYEATER: Dialect = Dialect {
    name: "fairyeater",
    is_known: false,
    looks: Cow::Borrowed(&[
        look("P", 'P', Glyph::Pawn),
        look("G", 'G', Glyph::Butterfly),
        look("S", 'S', Glyph::Shield),
        look("N", 'N', Glyph::Nightrider),
        look("R", 'R', Glyph::Chancellor),
        look("C", 'C', Glyph::Unicorn),
        look("K", 'K', Glyph::King),
    ]),
    moves: &["P& fmWfcF", "G& A0D0", "S& sRvW", "N& N0", "R& RN", "C& BN", "K& K"],
};

/// Of two kinds that share a letter, neither is what the other becomes by taking something up, and
/// no capture leaves the choice between them.
static POWERABSORPTION: Dialect = Dialect {
    name: "powerabsorption",
    is_known: false,
    looks: Cow::Borrowed(&[
        look("P", 'P', Glyph::Pawn),
        look("N", 'N', Glyph::Knight),
        look("B", 'B', Glyph::Bishop),
        look("R", 'R', Glyph::Rook),
        look("Q", 'Q', Glyph::Queen),
        look("BN", 'A', Glyph::Unicorn),
        look("RN", 'C', Glyph::Chancellor),
        look("QN", 'Z', Glyph::Lion),
        look("NP", 'H', Glyph::Nightrider),
        look("BP", 'F', Glyph::PromotedBishop),
        look("RP", 'T', Glyph::PromotedRook),
        look("QP", 'D', Glyph::Princess),
        look("BNP", 'E', Glyph::Zebra),
        look("RNP", 'M', Glyph::Camel),
        look("QNP", 'L', Glyph::Cub),
        look("K", 'K', Glyph::King),
        look("KP", 'I', Glyph::Advisor),
        look("KN", 'V', Glyph::Viking),
        look("KB", 'S', Glyph::CrownedBishop),
        look("KR", 'O', Glyph::CrownedRook),
        look("KQ", 'W', Glyph::Wizard),
        look("KQN", 'J', Glyph::Dragon),
        look("KQNP", 'G', Glyph::Gnu),
        look("KNP", 'U', Glyph::Iron),
        look("KBP", 'U', Glyph::Iron),
        look("KRP", 'U', Glyph::Iron),
        look("KBN", 'U', Glyph::Iron),
        look("KRN", 'U', Glyph::Iron),
        look("KBNP", 'Y', Glyph::Copper),
        look("KRNP", 'Y', Glyph::Copper),
        look("KQP", 'Y', Glyph::Copper),
    ]),
    moves: &[],
};

/// What a capture makes of the capturer is never a matter of choice, so kinds may share letters at
/// will. Those that are named here are the commonest in games; all others share the last letter.
static STEALTHBOMBER: Dialect = Dialect {
    name: "stealthbomber",
    is_known: false,
    looks: Cow::Borrowed(&[
        look("P", 'P', Glyph::Pawn),
        look("C", 'C', Glyph::Copper),
        look("N", 'N', Glyph::Knight),
        look("B", 'B', Glyph::Bishop),
        look("R", 'R', Glyph::Rook),
        look("Q", 'Q', Glyph::Queen),
        look("K", 'K', Glyph::King),
        look("A", 'A', Glyph::Hawk),
        look("F", 'F', Glyph::Dragon),
        look("M", 'M', Glyph::Cannon),
        look("T", 'T', Glyph::Sword),
        look("E", 'E', Glyph::Princess),
        look("O", 'O', Glyph::Flag),
        look("H", 'H', Glyph::Commoner),
        look("Z", 'Z', Glyph::Zebra),
        look("G", 'G', Glyph::Pegasus),
        look("QN", 'L', Glyph::Lion),
        look("BN", 'S', Glyph::Unicorn),
        look("RN", 'J', Glyph::Chancellor),
        look("EN", 'V', Glyph::Elephant),
        look("RMN", 'U', Glyph::Gnu),
        look("RM", 'W', Glyph::Tower),
        look("RZ", 'I', Glyph::Viking),
        look("BZ", 'D', Glyph::Dolphin),
        look(super::REST, 'Y', Glyph::Wizard),
    ]),
    moves: &[],
};
