//! All keys of a file, in one table: the reader, the checker and the reference in the documentation
//! are made from it.

use std::fmt::Write;

use crate::pieces::{CUSTOM, PREDEFINED, Slot};

/// A row of the table: a key, or keys that differ in one respect.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key, or its beginning.
    pub name: &'static str,
    /// What may follow the name.
    pub ending: Ending,
    /// What stands after the `=`.
    pub takes: Takes,
    /// What holds if neither the file nor the game that is built on has the key.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What this program does with it.
    pub(crate) fate: Fate,
}

/// What may follow the name of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing.
    Nothing,
    /// The name of a piece; the key has no name of its own.
    PieceName,
    /// Nothing, for both sides, or `White` or `Black`.
    BothOrSide,
    /// `White` or `Black`.
    Side,
    /// A number from 1 to 25.
    Number,
    /// `White` or `Black`, and the key of a piece with a capital letter.
    SideAndPiece,
}

/// What the value of a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A letter, or `-` for none.
    Letter,
    /// A letter, and after a colon how the king moves if it does not as in chess.
    King,
    /// A letter, a colon and how the piece moves.
    Custom,
    /// `true` or `false`.
    Switch,
    /// A number of at most this much.
    Number(u16),
    /// A rank.
    Rank,
    /// A file.
    File,
    /// One piece.
    Piece,
    /// Pieces.
    Pieces,
    /// Pieces, or `*` for all.
    PiecesOrAll,
    /// Pieces and compounds, one by one.
    Compounds,
    /// Pieces, or a set of pieces.
    Set,
    /// A set of pieces, or `*` for all.
    SetOrAll,
    /// Squares.
    Squares,
    /// How a game ends for the side to move.
    Value,
    /// A position.
    Fen,
    /// Letters with names.
    Names,
    /// Letters for compounds.
    Aliases,
    /// Which part swallows which.
    Levels,
    /// What raises which part.
    Raise,
    /// A piece for each file.
    ByFile,
    /// What captures make of pieces.
    CaptureRules,
    /// From what to what.
    Changes,
    /// Squares, with from what to what.
    Morph,
    /// Parts, with the pieces to which they give no moves.
    IdleParts,
    /// What replaces a part of a piece that promotes.
    PartPromotions,
    /// How kings slide.
    Slides,
    /// Who lends where, and what.
    Loans,
    /// Whether borrowed moves are made too, or instead.
    LendMode,
    /// Pieces, with the squares to which borrowed moves lead.
    LendRegions,
    /// Who makes whom lend farther.
    Amplifications,
    /// Who keeps whom from lending.
    Isolations,
    /// Who annihilates whom, and where.
    Annihilations,
    /// A piece or a compound.
    Compound,
    /// Any text.
    Text,
}

impl Takes {
    /// What is allowed, in words.
    pub fn words(self) -> String {
        match self {
            Self::Letter => "a letter, or `-` for none".to_owned(),
            Self::King => "a letter; `k:KN` for other moves".to_owned(),
            Self::Custom => "a letter, `:` and moves, `a:FAA`".to_owned(),
            Self::Switch => "`true` or `false`".to_owned(),
            Self::Number(most) => format!("a number, 0 to {most}"),
            Self::Rank => "a rank, 1 to 10".to_owned(),
            Self::File => "a file, a to p or 1 to 16".to_owned(),
            Self::Piece => "a piece's letter".to_owned(),
            Self::Pieces => "pieces' letters, or `-`".to_owned(),
            Self::PiecesOrAll => "pieces' letters, `*` for all, or `-`".to_owned(),
            Self::Compounds => "pieces' letters, `{rn}` for compounds, or `-`".to_owned(),
            Self::Set => "pieces' letters, a set such as `{p*}`, or `-`".to_owned(),
            Self::SetOrAll => {
                "pieces' letters, a set such as `{p*}`, `*` for all, or `-`".to_owned()
            }
            Self::Squares => "squares, or `-`".to_owned(),
            Self::Value => "`win`, `loss` or `draw`".to_owned(),
            Self::Fen => "a FEN".to_owned(),
            Self::Names => "letters with names, `h:Hawk`".to_owned(),
            Self::Aliases => "letters with compounds, `q:{rb}`".to_owned(),
            Self::Levels => "chains of parts, the lesser first, `r<a<f`".to_owned(),
            Self::CaptureRules => {
                "rules `MOVER x VICTIM > RESULT`, with `;` between them".to_owned()
            }
            Self::Changes => "changes, `q>n n>q`".to_owned(),
            Self::Morph => "rules `SQUARES: n>a c>r`, with `;` between them".to_owned(),
            Self::IdleParts => "rules `PARTS: PIECES`, with `;` between them".to_owned(),
            Self::Raise => "chains of parts, `r>a>f`, with `;` between groups".to_owned(),
            Self::ByFile => "a piece for each file, `r n b q k b n r`".to_owned(),
            Self::PartPromotions => {
                "rules `PART: PIECES > PIECES`, or with `by PART` behind, and `;` between them"
                    .to_owned()
            }
            Self::Slides => "`free` or `safe`".to_owned(),
            Self::Loans => {
                "`LENDER:ZONE` or `LENDER:ZONE=MOVES`, with blanks between them".to_owned()
            }
            Self::LendMode => "`add` or `replace`".to_owned(),
            Self::LendRegions => "rules `PIECES: SQUARES`, with `;` between them".to_owned(),
            Self::Amplifications => {
                "rules `PIECES:ZONE > LENDERS + ZONE`, with `;` between them".to_owned()
            }
            Self::Isolations => "rules `PIECES:ZONE > LENDERS`, with `;` between them".to_owned(),
            Self::Annihilations => {
                "rules `PIECES x PIECES: ZONE`, with `;` between them".to_owned()
            }
            Self::Compound => "a piece's letter, or `{rn}`".to_owned(),
            Self::Text => "a text".to_owned(),
        }
    }
}

/// What this program does with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is a rule.
    Used(Field),
    /// It says nothing about the rules.
    Ignored,
    /// Only this value is supported: it switches off what the key needs, which is the second.
    Refused(&'static str, &'static str),
}

/// What a key sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    MaxRank,
    MaxFile,
    Piece,
    Mobility,
    PromotionRank,
    DoubleStepRank,
    DoubleStepRankMin,
    OldFlagWhite,
    OldFlagBlack,
    Alias,
    PawnTypes,
    StartFen,
    PromotionRegion,
    PromotionPawnTypes,
    PromotionPieceTypes,
    MandatoryPawnPromotion,
    DoubleStep,
    DoubleStepRegion,
    TripleStepRegion,
    EnPassantRegion,
    EnPassantTypes,
    Castling,
    CastlingKingsideFile,
    CastlingQueensideFile,
    CastlingRank,
    CastlingKingFile,
    CastlingKingPiece,
    CastlingRookKingsideFile,
    CastlingRookQueensideFile,
    CastlingRookPieces,
    NMoveRuleTypes,
    NMoveRule,
    NFoldRule,
    NFoldValue,
    StalemateValue,
    ExtinctionValue,
    ExtinctionClaim,
    ExtinctionPieceTypes,
    ExtinctionPieceCount,
    ExtinctionOpponentPieceCount,
    FlagPiece,
    FlagRegion,
    Levels,
    JoinLimit,
    OnCapture,
    OnMove,
    CastledRook,
    Morph,
    IdleParts,
    PartPromotion,
    Raise,
    PromotionByFile,
    RoyalSlides,
    Lend,
    LendTo,
    LendMode,
    LendRegion,
    Amplify,
    Isolate,
    Annihilate,
    Iron,
    Title,
    Inventor,
    Source,
    PieceNames,
}

const fn used(
    name: &'static str,
    ending: Ending,
    takes: Takes,
    default: &'static str,
    meaning: &'static str,
    field: Field,
) -> Key {
    Key { name, ending, takes, default, meaning, fate: Fate::Used(field) }
}

const fn ignored(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        ending: Ending::Nothing,
        takes: Takes::Text,
        default: "-",
        meaning,
        fate: Fate::Ignored,
    }
}

const fn refused(
    name: &'static str,
    ending: Ending,
    off: &'static str,
    needs: &'static str,
) -> Key {
    let fate = Fate::Refused(off, needs);
    Key { name, ending, takes: Takes::Text, default: off, meaning: needs, fate }
}

use Ending::{BothOrSide, Nothing, Number, Side, SideAndPiece};
use Takes as T;

const DROPS: &str = "pieces in hand";
const WALLS: &str = "squares that become walls";
const CONNECT: &str = "connecting pieces";
const GATING: &str = "pieces that enter beside others";
const COUNTING: &str = "counting of moves or pieces";
const CHASE: &str = "rules about checks and chases that repeat";
const CAPTURE: &str = "captures that change other squares";
const OTHER_AIMS: &str = "aims other than mate, a flag or a bare king";
const PROMOTION: &str = "promotion of other pieces than pawns, or with a limit";
const LENDING: &str = "powers that neighbors lend or take";
const PASSING: &str = "passing";
const REGIONAL: &str = "moves that depend on the square";
const CHECKS: &str = "other rules about check";

/// The table. Keys take effect in this order, whatever their order in the file.
pub const KEYS: &[Key] = &[
    used("maxRank", Nothing, T::Rank, "8", "number of ranks", Field::MaxRank),
    used("maxFile", Nothing, T::File, "8", "number of files, or the last one", Field::MaxFile),
    used(
        "",
        Ending::PieceName,
        T::Letter,
        "-",
        "a piece with moves of its own, see below",
        Field::Piece,
    ),
    used("customPiece", Number, T::Custom, "-", "a piece that the file describes", Field::Piece),
    used("king", Nothing, T::King, "-", "the piece that must not be lost", Field::Piece),
    used(
        "mobilityRegion",
        SideAndPiece,
        T::Squares,
        "all squares",
        "where this piece may go",
        Field::Mobility,
    ),
    used(
        "promotionRank",
        Nothing,
        T::Rank,
        "-",
        "old: the first rank of the promotion zone, for Black counted from its side",
        Field::PromotionRank,
    ),
    used(
        "doubleStepRank",
        Nothing,
        T::Rank,
        "-",
        "old: the last rank for double steps, for Black counted from its side",
        Field::DoubleStepRank,
    ),
    used(
        "doubleStepRankMin",
        Nothing,
        T::Rank,
        "2",
        "old: the first rank for double steps",
        Field::DoubleStepRankMin,
    ),
    used("whiteFlag", Nothing, T::Squares, "-", "old: flagRegionWhite", Field::OldFlagWhite),
    used("blackFlag", Nothing, T::Squares, "-", "old: flagRegionBlack", Field::OldFlagBlack),
    used(
        "alias",
        Nothing,
        T::Aliases,
        "-",
        "letters that stand for compounds and are written for them; a piece with that letter must move so",
        Field::Alias,
    ),
    used(
        "pawnTypes",
        Nothing,
        T::Set,
        "the pawn",
        "sets promotionPawnTypes, enPassantTypes and nMoveRuleTypes at once",
        Field::PawnTypes,
    ),
    used(
        "startFen",
        Nothing,
        T::Fen,
        "that of chess",
        "the start position; `*` is a hole in the board",
        Field::StartFen,
    ),
    used(
        "promotionRegion",
        Side,
        T::Squares,
        "*8; *1 for Black",
        "where pawns promote",
        Field::PromotionRegion,
    ),
    used(
        "promotionPawnTypes",
        BothOrSide,
        T::Set,
        "the pawn",
        "what promotes",
        Field::PromotionPawnTypes,
    ),
    used(
        "promotionPieceTypes",
        BothOrSide,
        T::Compounds,
        "queen, rook, bishop, knight",
        "what it may become",
        Field::PromotionPieceTypes,
    ),
    used(
        "mandatoryPawnPromotion",
        Nothing,
        T::Switch,
        "true",
        "whether a pawn has to promote",
        Field::MandatoryPawnPromotion,
    ),
    used("doubleStep", Nothing, T::Switch, "true", "whether pawns go twice", Field::DoubleStep),
    used(
        "doubleStepRegion",
        Side,
        T::Squares,
        "*2; *7 for Black",
        "from where pawns go twice",
        Field::DoubleStepRegion,
    ),
    used(
        "tripleStepRegion",
        Side,
        T::Squares,
        "-",
        "from where the pawn also goes three squares straight ahead, whatever doubleStep says",
        Field::TripleStepRegion,
    ),
    used(
        "enPassantRegion",
        BothOrSide,
        T::Squares,
        "all squares",
        "to where this side captures en passant",
        Field::EnPassantRegion,
    ),
    used(
        "enPassantTypes",
        BothOrSide,
        T::Set,
        "the pawn, and pieces with `e` in their moves",
        "what captures en passant; `{p*}`: what has a `p`, by the moves of that part",
        Field::EnPassantTypes,
    ),
    used("castling", Nothing, T::Switch, "true", "whether there is castling", Field::Castling),
    used(
        "castlingKingsideFile",
        Nothing,
        T::File,
        "g",
        "where the king goes to, to its right",
        Field::CastlingKingsideFile,
    ),
    used(
        "castlingQueensideFile",
        Nothing,
        T::File,
        "c",
        "where the king goes to, to its left",
        Field::CastlingQueensideFile,
    ),
    used(
        "castlingRank",
        Nothing,
        T::Rank,
        "1",
        "on which rank, for Black counted from its side",
        Field::CastlingRank,
    ),
    used(
        "castlingKingFile",
        Nothing,
        T::File,
        "e",
        "which piece castles, if several of its kind stand on the rank",
        Field::CastlingKingFile,
    ),
    used(
        "castlingKingPiece",
        BothOrSide,
        T::Piece,
        "the king",
        "what castles as the king",
        Field::CastlingKingPiece,
    ),
    used(
        "castlingRookKingsideFile",
        Nothing,
        T::File,
        "the last",
        "where the rook on the right is looked for, from there inwards",
        Field::CastlingRookKingsideFile,
    ),
    used(
        "castlingRookQueensideFile",
        Nothing,
        T::File,
        "a",
        "where the rook on the left is looked for, from there inwards",
        Field::CastlingRookQueensideFile,
    ),
    used(
        "castlingRookPieces",
        BothOrSide,
        T::Pieces,
        "the rook",
        "what castles as a rook",
        Field::CastlingRookPieces,
    ),
    used(
        "nMoveRuleTypes",
        BothOrSide,
        T::Set,
        "the pawn",
        "whose moves restart the count of nMoveRule",
        Field::NMoveRuleTypes,
    ),
    used(
        "nMoveRule",
        Nothing,
        T::Number(1000),
        "50",
        "after so many moves of each side without capture or pawn move it is a draw; 0 for never",
        Field::NMoveRule,
    ),
    used(
        "nFoldRule",
        Nothing,
        T::Number(100),
        "3",
        "the game ends when a position occurs so often; 0 for never",
        Field::NFoldRule,
    ),
    used(
        "nFoldValue",
        Nothing,
        T::Value,
        "draw",
        "what that is for the side to move",
        Field::NFoldValue,
    ),
    used(
        "stalemateValue",
        Nothing,
        T::Value,
        "draw",
        "what having no move is for the side to move",
        Field::StalemateValue,
    ),
    used(
        "extinctionValue",
        Nothing,
        T::Value,
        "none",
        "what it is for a side that only its king is left; the keys below must say so",
        Field::ExtinctionValue,
    ),
    used(
        "extinctionClaim",
        Nothing,
        T::Switch,
        "false",
        "whether a bare side that is to move has one more move to be even again",
        Field::ExtinctionClaim,
    ),
    used(
        "extinctionPieceTypes",
        Nothing,
        T::PiecesOrAll,
        "-",
        "which pieces are counted: only `*` is supported",
        Field::ExtinctionPieceTypes,
    ),
    used(
        "extinctionPieceCount",
        Nothing,
        T::Number(100),
        "0",
        "how many are too few: only 1 is supported",
        Field::ExtinctionPieceCount,
    ),
    used(
        "extinctionOpponentPieceCount",
        Nothing,
        T::Number(100),
        "0",
        "how many pieces the other side must have",
        Field::ExtinctionOpponentPieceCount,
    ),
    used(
        "flagPiece",
        BothOrSide,
        T::SetOrAll,
        "*",
        "which piece wins by going to the flag region",
        Field::FlagPiece,
    ),
    used("flagRegion", BothOrSide, T::Squares, "-", "where it wins at once", Field::FlagRegion),
    used(
        "levels",
        Nothing,
        T::Levels,
        "-",
        "which part of a compound swallows which: of `r<a`, the `r` is dropped beside an `a`",
        Field::Levels,
    ),
    used(
        "joinLimit",
        Nothing,
        T::Number(60),
        "none",
        "how many parts captures join at most, the king apart; beyond it a capture adds nothing",
        Field::JoinLimit,
    ),
    used(
        "onCapture",
        Nothing,
        T::CaptureRules,
        "-",
        "what a capture makes of the piece that captures; the first rule that fits is applied",
        Field::OnCapture,
    ),
    used(
        "onMove",
        Nothing,
        T::Changes,
        "-",
        "what a move without capture makes of a piece",
        Field::OnMove,
    ),
    used(
        "castledRook",
        Nothing,
        T::Compound,
        "the rook",
        "what castling makes of the rook",
        Field::CastledRook,
    ),
    used(
        "morph",
        Nothing,
        T::Morph,
        "-",
        "what a square makes of a piece that arrives; squares are `dark`, `light`, `all` or a list",
        Field::Morph,
    ),
    used(
        "idleParts",
        Nothing,
        T::IdleParts,
        "-",
        "which parts give some pieces no moves: `p: {k*}` for kings that have a pawn as a part",
        Field::IdleParts,
    ),
    used(
        "partPromotion",
        Nothing,
        T::PartPromotions,
        "-",
        "which part of a compound promotes, and to what: `p: * > qr by p`; the rest of it stays",
        Field::PartPromotion,
    ),
    used(
        "raise",
        Nothing,
        T::Raise,
        "-",
        "what the result `raise` of onCapture does: all parts of the first group of which the piece has one",
        Field::Raise,
    ),
    used(
        "promotionByFile",
        Nothing,
        T::ByFile,
        "-",
        "what a pawn becomes on each file, from the first on, instead of promotionPieceTypes",
        Field::PromotionByFile,
    ),
    used(
        "royalSlides",
        Nothing,
        T::Slides,
        "free",
        "`safe`: kings slide and give check over squares alone that the other side does not attack",
        Field::RoyalSlides,
    ),
    used(
        "lend",
        Nothing,
        T::Loans,
        "-",
        "who lends friends in its zone its moves, or others: `*:fW n:N=N`; zones are leaps, or `move` for what it attacks",
        Field::Lend,
    ),
    used("lendTo", Nothing, T::SetOrAll, "*", "who borrows", Field::LendTo),
    used(
        "lendMode",
        Nothing,
        T::LendMode,
        "add",
        "whether borrowers move by what they borrow as well, or instead of by themselves",
        Field::LendMode,
    ),
    used(
        "lendRegion",
        BothOrSide,
        T::LendRegions,
        "-",
        "where borrowed moves of some pieces may lead: `p: *2 *3 *4`; the first rule that fits counts",
        Field::LendRegion,
    ),
    used(
        "amplify",
        Nothing,
        T::Amplifications,
        "-",
        "which lenders lend in one more zone if they stand in a friend's zone: `a:K > nbr + K`",
        Field::Amplify,
    ),
    used(
        "isolate",
        Nothing,
        T::Isolations,
        "-",
        "which pieces neither lend nor amplify if they stand in an enemy's zone: `i:K > nbra`",
        Field::Isolate,
    ),
    used(
        "annihilate",
        Nothing,
        T::Annihilations,
        "-",
        "which enemies vanish when each stands in the other's zone, with all pieces in a zone of theirs: `a x i: K`",
        Field::Annihilate,
    ),
    used("iron", Nothing, T::Set, "-", "what is never captured; kings never are", Field::Iron),
    used("title", Nothing, T::Text, "the name", "the name that people use", Field::Title),
    used("inventor", Nothing, T::Text, "-", "who invented the game, and when", Field::Inventor),
    used("source", Nothing, T::Text, "-", "where its rules are published", Field::Source),
    used(
        "pieceNames",
        Nothing,
        T::Names,
        "those of the keys",
        "what the pieces are called",
        Field::PieceNames,
    ),
    ignored("variantTemplate", "a hint for XBoard"),
    ignored("pieceToCharTable", "a hint for XBoard"),
    ignored("pocketSize", "a hint for XBoard"),
    ignored("pieceValueMg", "what Fairy-Stockfish takes a piece to be worth"),
    ignored("pieceValueEg", "what Fairy-Stockfish takes a piece to be worth"),
    refused("onMerge", Nothing, "-", "merging with pieces of the same side"),
    refused("lendFrom", Nothing, "-", LENDING),
    refused("freeze", Nothing, "-", LENDING),
    refused("chess960", Nothing, "false", "castling from shuffled places"),
    refused("oppositeCastling", Nothing, "false", "castling that depends on the other side's"),
    refused("castlingDroppedPiece", Nothing, "false", DROPS),
    refused("castlingWins", Nothing, "-", OTHER_AIMS),
    refused("pieceDrops", Nothing, "false", DROPS),
    refused("capturesToHand", Nothing, "false", DROPS),
    refused("dropLoop", Nothing, "false", DROPS),
    refused("dropChecks", Nothing, "true", DROPS),
    refused("mustDrop", Nothing, "false", DROPS),
    refused("mustDropType", Nothing, "*", DROPS),
    refused("firstRankPawnDrops", Nothing, "false", DROPS),
    refused("promotionZonePawnDrops", Nothing, "false", DROPS),
    refused("dropOnTop", Nothing, "false", DROPS),
    refused("enclosingDrop", Nothing, "none", DROPS),
    refused("enclosingDropStart", Nothing, "-", DROPS),
    refused("dropRegion", Side, "-", DROPS),
    refused("whiteDropRegion", Nothing, "-", DROPS),
    refused("blackDropRegion", Nothing, "-", DROPS),
    refused("sittuyinRookDrop", Nothing, "false", DROPS),
    refused("dropOppositeColoredBishop", Nothing, "false", DROPS),
    refused("dropPromoted", Nothing, "false", DROPS),
    refused("dropNoDoubled", Nothing, "-", DROPS),
    refused("dropNoDoubledCount", Nothing, "1", DROPS),
    refused("shogiPawnDropMateIllegal", Nothing, "false", DROPS),
    refused("twoBoards", Nothing, "false", DROPS),
    refused("flipEnclosedPieces", Nothing, "none", CAPTURE),
    refused("blastOnCapture", Nothing, "false", CAPTURE),
    refused("blastImmuneTypes", Nothing, "-", CAPTURE),
    refused("mutuallyImmuneTypes", Nothing, "-", CAPTURE),
    refused("petrifyOnCapture", Nothing, "false", CAPTURE),
    refused("petrifyOnCaptureTypes", Nothing, "-", CAPTURE),
    refused("petrifyBlastPieces", Nothing, "false", CAPTURE),
    refused("gating", Nothing, "false", GATING),
    refused("seirawanGating", Nothing, "false", GATING),
    refused("cambodianMoves", Nothing, "false", GATING),
    refused("arrowGating", Nothing, "false", WALLS),
    refused("duckGating", Nothing, "false", WALLS),
    refused("staticGating", Nothing, "false", WALLS),
    refused("staticGatingRegion", Nothing, "-", WALLS),
    refused("pastGating", Nothing, "false", WALLS),
    refused("wallingRule", Nothing, "none", WALLS),
    refused("wallingRegion", BothOrSide, "-", WALLS),
    refused("wallOrMove", Nothing, "false", WALLS),
    refused("connectN", Nothing, "0", CONNECT),
    refused("connectPieceTypes", Nothing, "*", CONNECT),
    refused("connectHorizontal", Nothing, "true", CONNECT),
    refused("connectVertical", Nothing, "true", CONNECT),
    refused("connectDiagonal", Nothing, "true", CONNECT),
    refused("connectRegion1", Side, "-", CONNECT),
    refused("connectRegion2", Side, "-", CONNECT),
    refused("connectNxN", Nothing, "0", CONNECT),
    refused("collinearN", Nothing, "0", CONNECT),
    refused("connectValue", Nothing, "win", CONNECT),
    refused("materialCounting", Nothing, "none", COUNTING),
    refused("adjudicateFullBoard", Nothing, "false", COUNTING),
    refused("countingRule", Nothing, "none", COUNTING),
    refused("checkCounting", Nothing, "false", COUNTING),
    refused("stalematePieceCount", Nothing, "false", COUNTING),
    refused("chasingRule", Nothing, "none", CHASE),
    refused("perpetualCheckIllegal", Nothing, "false", CHASE),
    refused("moveRepetitionIllegal", Nothing, "false", CHASE),
    refused("nFoldValueAbsolute", Nothing, "false", CHASE),
    refused("sittuyinPromotion", Nothing, "false", PROMOTION),
    refused("promotionLimit", Nothing, "-", PROMOTION),
    refused("promotedPieceType", Nothing, "-", PROMOTION),
    refused("piecePromotionOnCapture", Nothing, "false", PROMOTION),
    refused("mandatoryPiecePromotion", Nothing, "false", PROMOTION),
    refused("pieceDemotion", Nothing, "false", PROMOTION),
    refused("immobilityIllegal", Nothing, "false", REGIONAL),
    refused("diagonalLines", Nothing, "-", REGIONAL),
    refused("soldierPromotionRank", Nothing, "1", REGIONAL),
    refused("flyingGeneral", Nothing, "false", CHECKS),
    refused("makpongRule", Nothing, "false", CHECKS),
    refused("checking", Nothing, "true", CHECKS),
    refused("shatarMateRule", Nothing, "false", CHECKS),
    refused("bikjangRule", Nothing, "false", CHECKS),
    refused("mustCapture", Nothing, "false", "captures that are compulsory"),
    refused("pass", BothOrSide, "false", PASSING),
    refused("passOnStalemate", BothOrSide, "false", PASSING),
    refused("checkmateValue", Nothing, "loss", OTHER_AIMS),
    refused("extinctionPseudoRoyal", Nothing, "false", OTHER_AIMS),
    refused("dupleCheck", Nothing, "false", OTHER_AIMS),
    refused("flagPieceCount", Nothing, "1", OTHER_AIMS),
    refused("flagPieceBlockedWin", Nothing, "false", OTHER_AIMS),
    refused("flagMove", Nothing, "false", OTHER_AIMS),
    refused("flagPieceSafe", Nothing, "false", OTHER_AIMS),
];

/// Whom a key concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Whom {
    Both,
    White,
    Black,
}

/// A key of a file, found in the table. They are sorted as they take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    /// The row.
    row: usize,
    pub(crate) whom: Whom,
    pub(crate) slot: Option<Slot>,
}

impl Found {
    pub(crate) fn key(self) -> &'static Key {
        &KEYS[self.row]
    }
}

/// Looks a key up.
pub(crate) fn find(name: &str) -> Option<Found> {
    KEYS.iter().enumerate().find_map(|(row, key)| {
        let end = name.strip_prefix(key.name)?;
        let sided = |end: &str| match end {
            "White" => Some(Whom::White),
            "Black" => Some(Whom::Black),
            _ => None,
        };
        let (whom, slot) = match key.ending {
            Ending::Nothing if end.is_empty() => (Whom::Both, Slot::of_key(name)),
            Ending::PieceName => {
                let slot = Slot::of_key(name).filter(|slot| slot.predefined().is_some());
                (Whom::Both, Some(slot?))
            }
            Ending::BothOrSide if end.is_empty() => (Whom::Both, None),
            Ending::BothOrSide | Ending::Side => (sided(end)?, None),
            Ending::Number => (Whom::Both, Some(Slot::of_key(name)?)),
            Ending::SideAndPiece => {
                let (side, piece) = end.split_at_checked(5)?;
                let first = piece.chars().next().filter(char::is_ascii_uppercase)?;
                let key = format!("{}{}", first.to_ascii_lowercase(), &piece[1..]);
                (sided(side)?, Some(Slot::of_key(&key)?))
            }
            Ending::Nothing => return None,
        };
        Some(Found { row, whom, slot })
    })
}

/// The names of all keys, for suggestions.
pub(crate) fn names() -> impl Iterator<Item = String> {
    KEYS.iter().flat_map(|key| {
        let ends: Vec<String> = match key.ending {
            Ending::Nothing => vec![String::new()],
            Ending::PieceName => PREDEFINED.iter().map(|piece| piece.key.to_owned()).collect(),
            Ending::BothOrSide => ["", "White", "Black"].map(str::to_owned).into(),
            Ending::Side => ["White", "Black"].map(str::to_owned).into(),
            Ending::Number => (1..=CUSTOM).map(|number| number.to_string()).collect(),
            Ending::SideAndPiece => Vec::new(),
        };
        ends.into_iter().map(|end| format!("{}{end}", key.name))
    })
}

/// The keys that are supported, as a table in Markdown, then the pieces.
pub fn reference() -> String {
    let mut out = String::from("| key | takes | if not given | meaning |\n|---|---|---|---|\n");
    let end = |key: &Key| match key.ending {
        Ending::Nothing | Ending::PieceName => "",
        Ending::BothOrSide => "`, with or without `White`, `Black",
        Ending::Side => "White`, `…Black",
        Ending::Number => "1` to `…25",
        Ending::SideAndPiece => "WhiteKnight` and so on, `",
    };
    for key in KEYS.iter().filter(|key| key.ending != Ending::PieceName) {
        if let Fate::Used(_) = key.fate {
            let end = end(key).trim_end_matches(", `");
            let name = format!("`{}{end}`", key.name).replace("so on`", "so on");
            let Key { default, meaning, .. } = key;
            writeln!(out, "| {name} | {} | {default} | {meaning} |", key.takes.words())
                .expect("a string takes all");
        }
    }
    out.push_str("\n| piece | moves |\n|---|---|\n");
    for piece in &PREDEFINED {
        let moves = match piece.betza {
            "" => "none".to_owned(),
            betza => format!("`{betza}`"),
        };
        let support = if crate::is_supported(piece) { "" } else { "; not supported" };
        writeln!(out, "| `{}` | {moves}{support} |", piece.key).expect("a string takes all");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_with_their_endings() {
        let found = |name: &str| find(name).map(|found| (found.key().name, found.whom));
        assert_eq!(found("maxRank"), Some(("maxRank", Whom::Both)));
        assert_eq!(found("flagRegion"), Some(("flagRegion", Whom::Both)));
        assert_eq!(found("flagRegionBlack"), Some(("flagRegion", Whom::Black)));
        assert_eq!(found("promotionRegionWhite"), Some(("promotionRegion", Whom::White)));
        assert_eq!(found("promotionRegion"), None);
        assert_eq!(found("customPiece25"), Some(("customPiece", Whom::Both)));
        assert_eq!(found("customPiece26"), None);
        assert_eq!(found("mobilityRegionWhiteShogiPawn"), Some(("mobilityRegion", Whom::White)));
        assert_eq!(found("mobilityRegionWhiteshogiPawn"), None);
        assert_eq!(found("mobilityRegionWhiteCustomPiece3"), Some(("mobilityRegion", Whom::White)));
        assert_eq!(found("onCaptrue"), None);
        assert_eq!(found(""), None);
        assert_eq!(found("mobilityRegionWhÿte"), None);
    }

    #[test]
    fn each_key_is_in_the_table_once() {
        let mut all: Vec<String> = names().collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|name| find(name).is_some()));
    }
}
