//! The tables of the games whose kinds do not say how to show them: which letter and which glyph
//! stand for which piece. This is data, and it is chosen by the name of the game: a game without a
//! table here is shown by its kinds.
//!
//! XBoard knows 25 letters that a move can end in. Where a game has more kinds than that, kinds
//! share letters, such that no two moves between the same squares end in the same letter. So a move
//! that XBoard passes on is unmistakable.

use super::glyph::Glyph;

/// How one game is shown.
pub(super) struct Table {
    /// The name by which GUIs know the game and its rules, if they do. Then nothing about it has to
    /// be sent.
    pub(super) known_as: Option<&'static str>,
    /// The kinds; kinds with the same letter have the same glyph.
    pub(super) rows: &'static [Row],
    /// The `piece` lines: moves of pieces, where they help the GUI.
    pub(super) moves: &'static [&'static str],
}

/// How a kind of piece is shown.
pub(super) struct Row {
    /// The kind's token without braces, or [`REST`].
    pub(super) token: &'static str,
    pub(super) letter: char,
    pub(super) glyph: Glyph,
}

/// The token of the row for all kinds without a row of their own.
pub(super) const REST: &str = "";

const fn row(token: &'static str, letter: char, glyph: Glyph) -> Row {
    Row { token, letter, glyph }
}

/// The tables by the names of the games.
const TABLES: [(&str, &Table); 5] = [
    ("chess", &CHESS),
    ("combination", &COMBINATION),
    ("fairyeater", &FAIRYEATER),
    ("powerabsorption", &POWERABSORPTION),
    ("stealthbomber", &STEALTHBOMBER),
];

/// The table of the game with this name, if it has one.
pub(super) fn table(game: &str) -> Option<&'static Table> {
    TABLES.iter().find(|(name, _)| *name == game).map(|&(_, table)| table)
}

/// Chess is the only game that GUIs know.
static CHESS: Table = Table {
    known_as: Some("normal"),
    rows: &[
        row("P", 'P', Glyph::Pawn),
        row("N", 'N', Glyph::Knight),
        row("B", 'B', Glyph::Bishop),
        row("R", 'R', Glyph::Rook),
        row("Q", 'Q', Glyph::Queen),
        row("K", 'K', Glyph::King),
    ],
    moves: &[],
};

/// Three habits of XBoard would spoil a board here, and so a match:
///
/// * It can mistake a pawn's diagonal step to an empty square for an en passant capture, so pawns
///   are not `Glyph::Pawn`.
/// * It takes a king's move of two squares sideways for castling, which the `i` without `O`
///   forbids.
/// * It takes a king's move to a rook of its own for castling. That rook may have been annihilated,
///   which XBoard does not know, so rooks are not `Glyph::Rook`.
static COMBINATION: Table = Table {
    known_as: None,
    rows: &[
        row("P", 'P', Glyph::Iron),
        row("N", 'N', Glyph::Knight),
        row("B", 'B', Glyph::Bishop),
        row("R", 'R', Glyph::Tower),
        row("A", 'A', Glyph::Marshall),
        row("I", 'I', Glyph::Shield),
        row("K", 'K', Glyph::King),
    ],
    moves: &["K& KimK0"],
};

static FAIRYEATER: Table = Table {
    known_as: None,
    rows: &[
        row("P", 'P', Glyph::Pawn),
        row("G", 'G', Glyph::Butterfly),
        row("S", 'S', Glyph::Shield),
        row("N", 'N', Glyph::Nightrider),
        row("R", 'R', Glyph::Chancellor),
        row("C", 'C', Glyph::Unicorn),
        row("K", 'K', Glyph::King),
    ],
    moves: &["P& fmWfcF", "G& A0D0", "S& sRvW", "N& N0", "R& RN", "C& BN", "K& K"],
};

/// Of two kinds that share a letter, neither can become the other by absorbing powers, and no
/// capture leaves a choice between them.
static POWERABSORPTION: Table = Table {
    known_as: None,
    rows: &[
        row("P", 'P', Glyph::Pawn),
        row("N", 'N', Glyph::Knight),
        row("B", 'B', Glyph::Bishop),
        row("R", 'R', Glyph::Rook),
        row("Q", 'Q', Glyph::Queen),
        row("BN", 'A', Glyph::Unicorn),
        row("RN", 'C', Glyph::Chancellor),
        row("QN", 'Z', Glyph::Lion),
        row("NP", 'H', Glyph::Nightrider),
        row("BP", 'F', Glyph::PromotedBishop),
        row("RP", 'T', Glyph::PromotedRook),
        row("QP", 'D', Glyph::Princess),
        row("BNP", 'E', Glyph::Zebra),
        row("RNP", 'M', Glyph::Camel),
        row("QNP", 'L', Glyph::Cub),
        row("K", 'K', Glyph::King),
        row("KP", 'I', Glyph::Advisor),
        row("KN", 'V', Glyph::Viking),
        row("KB", 'S', Glyph::CrownedBishop),
        row("KR", 'O', Glyph::CrownedRook),
        row("KQ", 'W', Glyph::Wizard),
        row("KQN", 'J', Glyph::Dragon),
        row("KQNP", 'G', Glyph::Gnu),
        row("KNP", 'U', Glyph::Iron),
        row("KBP", 'U', Glyph::Iron),
        row("KRP", 'U', Glyph::Iron),
        row("KBN", 'U', Glyph::Iron),
        row("KRN", 'U', Glyph::Iron),
        row("KBNP", 'Y', Glyph::Copper),
        row("KRNP", 'Y', Glyph::Copper),
        row("KQP", 'Y', Glyph::Copper),
    ],
    moves: &[],
};

/// What a capture makes of the capturer is never a choice, so any kinds may share a letter. The
/// kinds that are most frequent in games have their own; all others share the last.
static STEALTHBOMBER: Table = Table {
    known_as: None,
    rows: &[
        row("P", 'P', Glyph::Pawn),
        row("C", 'C', Glyph::Copper),
        row("N", 'N', Glyph::Knight),
        row("B", 'B', Glyph::Bishop),
        row("R", 'R', Glyph::Rook),
        row("Q", 'Q', Glyph::Queen),
        row("K", 'K', Glyph::King),
        row("A", 'A', Glyph::Hawk),
        row("F", 'F', Glyph::Dragon),
        row("M", 'M', Glyph::Cannon),
        row("T", 'T', Glyph::Sword),
        row("E", 'E', Glyph::Princess),
        row("O", 'O', Glyph::Flag),
        row("H", 'H', Glyph::Commoner),
        row("Z", 'Z', Glyph::Zebra),
        row("G", 'G', Glyph::Pegasus),
        row("QN", 'L', Glyph::Lion),
        row("BN", 'S', Glyph::Unicorn),
        row("RN", 'J', Glyph::Chancellor),
        row("EN", 'V', Glyph::Elephant),
        row("RMN", 'U', Glyph::Gnu),
        row("RM", 'W', Glyph::Tower),
        row("RZ", 'I', Glyph::Viking),
        row("BZ", 'D', Glyph::Dolphin),
        row(REST, 'Y', Glyph::Wizard),
    ],
    moves: &[],
};
