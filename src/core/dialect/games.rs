//! The tables of the games whose kinds do not say how to show them: which letter and which glyph
//! stand for which piece. This is data, and it is chosen by the name of the game: a game without a
//! table here is shown by its kinds.
//!
//! XBoard has moves of its own for the glyphs of the pieces that it knows, and writes and reads the
//! moves of a record by them. Where its moves are not those of the kind, its records lose what the
//! mover becomes. So kinds have glyphs without moves ([`Glyph::has_moves`]), of which XBoard writes
//! both squares and what they become. Exceptions are pawns, for en passant, kings and rooks, without
//! which XBoard drops the rights to castle, and kinds whose moves are sent.
//!
//! All games share one set of drawings, so that XBoard can go from one to another: kinds with the same
//! powers have the same glyph in all games, and other kinds have others.
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

/// XBoard must not take the king for one: it takes a king's move of two squares sideways, and one to
/// a rook that was annihilated, which XBoard does not know, for castling. And it can mistake a
/// pawn's diagonal step to an empty square for an en passant capture.
static COMBINATION: Table = Table {
    known_as: None,
    rows: &[
        row("P", 'P', Glyph::Iron),
        row("N", 'N', Glyph::Pegasus),
        row("B", 'B', Glyph::PromotedBishop),
        row("R", 'R', Glyph::PromotedRook),
        row("A", 'A', Glyph::RightShield),
        row("I", 'I', Glyph::Shield),
        row("K", 'K', Glyph::Prince),
    ],
    moves: &[],
};

static FAIRYEATER: Table = Table {
    known_as: None,
    rows: &[
        row("P", 'P', Glyph::Pawn),
        row("G", 'G', Glyph::Archbishop),
        row("S", 'S', Glyph::Gold),
        row("N", 'N', Glyph::Nightrider),
        row("R", 'R', Glyph::Gnu),
        row("C", 'C', Glyph::PromotedHorse),
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
        row("N", 'N', Glyph::Pegasus),
        row("B", 'B', Glyph::PromotedBishop),
        row("R", 'R', Glyph::Rook),
        row("Q", 'Q', Glyph::Phoenix),
        row("BN", 'A', Glyph::PromotedHorse),
        row("RN", 'C', Glyph::Gnu),
        row("QN", 'Z', Glyph::Kylin),
        row("NP", 'H', Glyph::GoldKnight),
        row("BP", 'F', Glyph::GoldSilver),
        row("RP", 'T', Glyph::PromotedDragon),
        row("QP", 'D', Glyph::Princess),
        row("BNP", 'E', Glyph::Wolf),
        row("RNP", 'M', Glyph::Camel),
        row("QNP", 'L', Glyph::Cub),
        row("K", 'K', Glyph::King),
        row("KP", 'I', Glyph::HighCrown),
        row("KN", 'V', Glyph::Viking),
        row("KB", 'S', Glyph::PromotedSword),
        row("KR", 'O', Glyph::PromotedHighSword),
        row("KQ", 'W', Glyph::Wizard),
        row("KQN", 'J', Glyph::Left),
        row("KQNP", 'G', Glyph::Right),
        row("KNP", 'U', Glyph::GoldPawn),
        row("KBP", 'U', Glyph::GoldPawn),
        row("KRP", 'U', Glyph::GoldPawn),
        row("KBN", 'U', Glyph::GoldPawn),
        row("KRN", 'U', Glyph::GoldPawn),
        row("KBNP", 'Y', Glyph::GoldLance),
        row("KRNP", 'Y', Glyph::GoldLance),
        row("KQP", 'Y', Glyph::GoldLance),
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
        row("N", 'N', Glyph::Pegasus),
        row("B", 'B', Glyph::PromotedBishop),
        row("R", 'R', Glyph::Rook),
        row("Q", 'Q', Glyph::Phoenix),
        row("K", 'K', Glyph::King),
        row("A", 'A', Glyph::Claw),
        row("F", 'F', Glyph::Dragon),
        row("M", 'M', Glyph::Axe),
        row("T", 'T', Glyph::Sword),
        row("E", 'E', Glyph::Crown),
        row("O", 'O', Glyph::Flag),
        row("H", 'H', Glyph::Hat),
        row("Z", 'Z', Glyph::Zebra),
        row("G", 'G', Glyph::Butterfly),
        row("QN", 'L', Glyph::Kylin),
        row("BN", 'S', Glyph::PromotedHorse),
        row("RN", 'J', Glyph::Gnu),
        row("EN", 'V', Glyph::Drunk),
        row("RMN", 'U', Glyph::Leopard),
        row("RM", 'W', Glyph::HighSword),
        row("RZ", 'I', Glyph::Duck),
        row("BZ", 'D', Glyph::Dolphin),
        row(REST, 'Y', Glyph::SecondLance),
    ],
    moves: &[],
};
