//! All keys of a file, in one table: the reader, the checker and the reference in the documentation
//! are made from it.
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a type with a lifetime is no function for all lifetimes"
)]

use std::fmt::Write;

use crate::kinds::grounds::moves_along_lines;
use crate::read::compound::Makes;
use crate::read::draft::Draft;
use crate::read::grid::Grid;
use crate::read::pieces::{CUSTOM, PREDEFINED, Slot};
use crate::read::setting::{Setting, Whom};
use crate::read::takes::Takes;
use crate::read::values::Reader;

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

/// What this program does with a key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    /// It is a rule.
    Used(Use),
    /// It says nothing about the rules.
    Ignored,
    /// Only this value is supported: it switches off what the key needs, which is the second.
    Refused(&'static str, &'static str),
}

/// How a key is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// Reads its value into the draft.
    pub(crate) set: fn(&mut Setting<'_>),
    /// Why it changes nothing, if another key switches off what it is about.
    pub(crate) idle: fn(&Draft) -> Option<&'static str>,
}

const fn used(
    name: &'static str,
    ending: Ending,
    takes: Takes,
    default: &'static str,
    meaning: &'static str,
    set: fn(&mut Setting<'_>),
) -> Key {
    used_unless(|_| None, name, ending, takes, default, meaning, set)
}

/// A key that changes nothing where `idle` has a reason.
const fn used_unless(
    idle: fn(&Draft) -> Option<&'static str>,
    name: &'static str,
    ending: Ending,
    takes: Takes,
    default: &'static str,
    meaning: &'static str,
    set: fn(&mut Setting<'_>),
) -> Key {
    Key { name, ending, takes, default, meaning, fate: Fate::Used(Use { set, idle }) }
}

impl Key {
    /// The names that it has with its endings, but for those of the pieces of a side.
    fn names(&self) -> Vec<String> {
        let ends: Vec<String> = match self.ending {
            Ending::Nothing => vec![String::new()],
            Ending::PieceName => PREDEFINED.iter().map(|piece| piece.key.to_owned()).collect(),
            Ending::BothOrSide => ["", "White", "Black"].map(str::to_owned).into(),
            Ending::Side => ["White", "Black"].map(str::to_owned).into(),
            Ending::Number => (1..=CUSTOM).map(|number| number.to_string()).collect(),
            Ending::SideAndPiece => Vec::new(),
        };
        ends.into_iter().map(|end| format!("{}{end}", self.name)).collect()
    }

    /// Whether it says what a piece is.
    pub(crate) const fn makes_a_piece(&self) -> bool {
        matches!(self.takes, Takes::Letter | Takes::King | Takes::Custom)
    }
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

const DROPS: &str = "drops that depend on pieces around";
const TWO_BOARDS: &str = "two boards";
const WALLS: &str = "squares that become walls";
const CONNECT: &str = "connecting pieces";
const GATING: &str = "pieces that enter beside others";
const CHASE: &str = "rules about checks and chases that repeat";
const CAPTURE: &str = "captures that change other squares";
const OTHER_AIMS: &str = "aims other than mate, a flag or extinction";
const PROMOTION: &str = "other rules about promotion";
const CHECKS: &str = "other rules about check";

/// How many keys of the table say how large the board is: the first ones.
const SIZES: usize = 2;

/// The table. Keys take effect in this order, whatever their order in the file.
pub const KEYS: &[Key] = &[
    used("maxRank", Nothing, T::Rank, "8", "number of ranks", |key| key.ranks()),
    used("maxFile", Nothing, T::File, "8", "number of files, or the last one", |key| key.files()),
    used(
        "",
        Ending::PieceName,
        T::Letter,
        "-",
        "a piece with moves of its own, see below",
        |key| key.piece(),
    ),
    used("customPiece", Number, T::Custom, "-", "a piece that the file describes", |key| {
        key.piece();
    }),
    used("king", Nothing, T::King, "-", "the piece that must not be lost", |key| key.piece()),
    used(
        "mobilityRegion",
        SideAndPiece,
        T::Squares,
        "all squares",
        "where this piece may go",
        |key| key.mobility(),
    ),
    used_unless(
        no_soldier,
        "soldierPromotionRank",
        Nothing,
        T::Rank,
        "1",
        "from which rank on the soldier moves sideways, for Black counted from its side",
        |key| key.one(Reader::rank_of_the_board, |draft| &mut draft.soldier_rank),
    ),
    used_unless(
        no_moves_along_lines,
        "diagonalLines",
        Nothing,
        T::Squares,
        "-",
        "between which squares these also move diagonally: rook, wazir, soldier (forward), janggiCannon, and a king \
         with the moves `W`",
        |key| key.one(Reader::squares, |draft| &mut draft.diagonal_lines),
    ),
    used(
        "promotionRank",
        Nothing,
        T::Rank,
        "-",
        "old: the first rank of the promotion zone, for Black counted from its side",
        |key| key.promotion_rank(),
    ),
    used_unless(
        no_double_step,
        "doubleStepRank",
        Nothing,
        T::Rank,
        "-",
        "old: the last rank for double steps, for Black counted from its side",
        |key| key.double_step_rank(1),
    ),
    used_unless(
        no_double_step,
        "doubleStepRankMin",
        Nothing,
        T::Rank,
        "2",
        "old: the first rank for double steps",
        |key| key.double_step_rank(0),
    ),
    used("whiteFlag", Nothing, T::Squares, "-", "old: flagRegionWhite", |key| {
        key.one(Reader::squares, |draft| &mut draft.flag_region[0]);
    }),
    used("blackFlag", Nothing, T::Squares, "-", "old: flagRegionBlack", |key| {
        key.one(Reader::squares, |draft| &mut draft.flag_region[1]);
    }),
    used(
        "alias",
        Nothing,
        T::Aliases,
        "-",
        "letters that stand for compounds and are written for them; a piece with that letter must move so",
        |key| key.one(Reader::aliases, |draft| &mut draft.changes.aliases),
    ),
    used(
        "pawnTypes",
        Nothing,
        T::Set,
        "the pawn",
        "sets promotionPawnTypes, enPassantTypes and nMoveRuleTypes at once",
        |key| key.pawn_types(),
    ),
    used(
        "startFen",
        Nothing,
        T::Fen,
        "that of chess",
        "the start position; `*` is a hole in the board",
        |key| key.value.text().clone_into(&mut key.draft.start),
    ),
    used("promotionRegion", Side, T::Squares, "*8; *1 for Black", "where pawns promote", |key| {
        key.each(Reader::squares, |draft| &mut draft.promotion_region);
    }),
    used("promotionPawnTypes", BothOrSide, T::Set, "the pawn", "what promotes", |key| {
        key.each(Reader::named, |draft| &mut draft.promotion_pawns);
    }),
    used_unless(
        promotes_by_file,
        "promotionPieceTypes",
        BothOrSide,
        T::Compounds,
        "queen, rook, bishop, knight",
        "what it may become",
        |key| key.each(Reader::outcomes, |draft| &mut draft.promotion_pieces),
    ),
    used(
        "mandatoryPawnPromotion",
        Nothing,
        T::Switch,
        "true",
        "whether a pawn has to promote",
        |key| key.one(Reader::switch, |draft| &mut draft.promotion_is_mandatory),
    ),
    used_unless(
        no_promotion,
        "promotionLimit",
        Nothing,
        T::Limits,
        "-",
        "of which pieces no more are promoted to while a side has so many",
        |key| key.promotion_limits(),
    ),
    used_unless(
        no_promotion,
        "promotedPieceType",
        Nothing,
        T::Promoted,
        "-",
        "what other pieces become that move to the promotion region, in it or out of it, by a move with `+` behind",
        |key| key.promoted(),
    ),
    used_unless(
        no_piece_promotes,
        "mandatoryPiecePromotion",
        Nothing,
        T::Switch,
        "false",
        "whether they have to",
        |key| key.one(Reader::switch, |draft| &mut draft.pieces_must_promote),
    ),
    used_unless(
        no_piece_promotes,
        "piecePromotionOnCapture",
        Nothing,
        T::Switch,
        "false",
        "whether they do so by captures alone",
        |key| key.one(Reader::switch, |draft| &mut draft.pieces_promote_by_captures),
    ),
    used_unless(
        no_piece_promotes,
        "pieceDemotion",
        Nothing,
        T::Switch,
        "false",
        "whether they also go back by such moves, with `-` behind",
        |key| key.one(Reader::switch, |draft| &mut draft.pieces_go_back),
    ),
    used(
        "immobilityIllegal",
        Nothing,
        T::Switch,
        "false",
        "whether no move may leave a piece, unless it promotes, where it could never move again",
        |key| key.one(Reader::switch, |draft| &mut draft.immobility_is_illegal),
    ),
    used("doubleStep", Nothing, T::Switch, "true", "whether pawns go twice", |key| {
        key.one(Reader::switch, |draft| &mut draft.double_step);
    }),
    used_unless(
        no_double_step,
        "doubleStepRegion",
        Side,
        T::Squares,
        "*2; *7 for Black",
        "from where pawns go twice",
        |key| key.each(Reader::squares, |draft| &mut draft.double_step_region),
    ),
    used_unless(
        no_double_step,
        "doubleStepTypes",
        Nothing,
        T::Set,
        "no compounds, no kings",
        "what goes twice, of what has a part that does",
        |key| key.some_unless("-", Reader::set, |draft| &mut draft.double_step_types),
    ),
    used_unless(
        no_pawn,
        "tripleStepRegion",
        Side,
        T::Squares,
        "-",
        "from where the pawn also goes three squares straight ahead, whatever doubleStep says",
        |key| key.each(Reader::squares, |draft| &mut draft.triple_step_region),
    ),
    used_unless(
        no_en_passant,
        "enPassantRegion",
        BothOrSide,
        T::Squares,
        "all squares",
        "to where this side captures en passant",
        |key| key.each(Reader::squares, |draft| &mut draft.en_passant_region),
    ),
    used_unless(
        no_en_passant,
        "enPassantTypes",
        BothOrSide,
        T::Set,
        "the pawn, and pieces with `e` in their moves",
        "what captures en passant; `{p*}`: what has a `p`, by the moves of that part",
        |key| key.each(Reader::en_passant_types, |draft| &mut draft.en_passant_types),
    ),
    used("castling", Nothing, T::Switch, "true", "whether there is castling", |key| {
        key.one(Reader::switch, |draft| &mut draft.castling);
    }),
    used_unless(
        no_castling,
        "castlingKingsideFile",
        Nothing,
        T::File,
        "g",
        "where the king goes to, to its right",
        |key| key.one(Reader::file, |draft| &mut draft.castling_kingside),
    ),
    used_unless(
        no_castling,
        "castlingQueensideFile",
        Nothing,
        T::File,
        "c",
        "where the king goes to, to its left",
        |key| key.one(Reader::file, |draft| &mut draft.castling_queenside),
    ),
    used_unless(
        no_castling,
        "castlingRank",
        Nothing,
        T::Rank,
        "1",
        "on which rank, for Black counted from its side",
        |key| key.one(Reader::rank_of_the_board, |draft| &mut draft.castling_rank),
    ),
    used_unless(
        no_castling,
        "castlingKingFile",
        Nothing,
        T::File,
        "e",
        "which piece castles, if several of its kind stand on the rank",
        |key| key.one(Reader::file, |draft| &mut draft.castling_king_file),
    ),
    used_unless(
        no_castling,
        "castlingKingPiece",
        BothOrSide,
        T::Piece,
        "the king",
        "what castles as the king",
        |key| key.each(Reader::piece, |draft| &mut draft.castling_king),
    ),
    used_unless(
        no_castling,
        "castlingRookKingsideFile",
        Nothing,
        T::File,
        "the last",
        "where the rook on the right is looked for, from there inwards",
        |key| key.one(Reader::file, |draft| &mut draft.castling_rook_kingside),
    ),
    used_unless(
        no_castling,
        "castlingRookQueensideFile",
        Nothing,
        T::File,
        "a",
        "where the rook on the left is looked for, from there inwards",
        |key| key.one(Reader::file, |draft| &mut draft.castling_rook_queenside),
    ),
    used_unless(
        no_castling,
        "castlingRookPieces",
        BothOrSide,
        T::Pieces,
        "the rook",
        "what castles as a rook",
        |key| {
            key.each(
                |reader, value| reader.pieces(value, false),
                |draft| &mut draft.castling_rooks,
            );
        },
    ),
    used_unless(
        no_move_limit,
        "nMoveRuleTypes",
        BothOrSide,
        T::Set,
        "the pawn",
        "whose moves restart the count of nMoveRule",
        |key| key.each(Reader::named, |draft| &mut draft.clock_types),
    ),
    used(
        "nMoveRule",
        Nothing,
        T::Number(1000),
        "50",
        "after so many moves of each side without capture or pawn move it is a draw; 0 for never",
        |key| key.number(|draft| &mut draft.move_limit),
    ),
    used(
        "nFoldRule",
        Nothing,
        T::Number(100),
        "3",
        "the game ends when a position occurs so often; 0 for never",
        |key| key.repetitions(),
    ),
    used_unless(
        no_repetition,
        "nFoldValue",
        Nothing,
        T::Value,
        "draw",
        "what that is for the side to move",
        |key| key.one(Reader::value, |draft| &mut draft.draws.repetition_value),
    ),
    used_unless(
        no_repetition,
        "nFoldValueAbsolute",
        Nothing,
        T::Switch,
        "false",
        "whether `nFoldValue` is what it is for White, whoever is to move",
        |key| key.one(Reader::switch, |draft| &mut draft.draws.for_white),
    ),
    used_unless(
        no_repetition,
        "perpetualCheckIllegal",
        Nothing,
        T::Switch,
        "false",
        "whether a side that has checked with each move since the position occurred first loses by the repetition",
        |key| key.one(Reader::switch, |draft| &mut draft.draws.perpetual_check),
    ),
    used_unless(
        no_repetition,
        "chasingRule",
        Nothing,
        T::Chase,
        "none",
        "`axf`: whether a side that has chased one piece with each move since then loses, by the Asian federation's \
         rules of Xiangqi",
        |key| key.one(Reader::chase, |draft| &mut draft.draws.chase),
    ),
    used(
        "materialCounting",
        Nothing,
        T::Material,
        "none",
        "who wins in place of a draw: with more points of Janggi, 1.5 more for Black, with more pieces, or always one \
         side",
        |key| key.some_unless("none", Reader::material, |draft| &mut draft.draws.material),
    ),
    used(
        "adjudicateFullBoard",
        Nothing,
        T::Switch,
        "false",
        "whether the game is a draw when the board is full",
        |key| key.one(Reader::switch, |draft| &mut draft.draws.full_board),
    ),
    used(
        "countingRule",
        Nothing,
        T::Counting,
        "none",
        "by whose rules a side with few pieces counts moves to a draw; a FEN has limit and count, in plies, for en \
         passant and clock",
        |key| key.some_unless("none", Reader::counting, |draft| &mut draft.draws.counting),
    ),
    used(
        "stalemateValue",
        Nothing,
        T::Value,
        "draw",
        "what having no move is for the side to move",
        |key| key.one(Reader::value, |draft| &mut draft.stalemate),
    ),
    used(
        "stalematePieceCount",
        Nothing,
        T::Switch,
        "false",
        "whether that holds for a side with fewer pieces, the contrary for one with more, and a draw if they are even",
        |key| key.one(Reader::switch, |draft| &mut draft.stalemate_counts),
    ),
    used(
        "checkmateValue",
        Nothing,
        T::Value,
        "loss",
        "what it is for the side to move to be mated",
        |key| key.one(Reader::value, |draft| &mut draft.checkmate),
    ),
    used(
        "mustCapture",
        Nothing,
        T::Switch,
        "false",
        "whether a side that can capture has to",
        |key| key.one(Reader::switch, |draft| &mut draft.must_capture),
    ),
    used(
        "checkCounting",
        Nothing,
        T::Switch,
        "false",
        "whether checks are counted: a side wins that has given as many as `startFen` says, `3+3` before its numbers",
        |key| key.one(Reader::switch, |draft| &mut draft.counts_checks),
    ),
    used("checking", Nothing, T::Switch, "true", "whether a move may give check", |key| {
        key.one(Reader::switch, |draft| &mut draft.may_check);
    }),
    used(
        "flyingGeneral",
        Nothing,
        T::Switch,
        "false",
        "whether no move may leave the kings on a rank or file with nothing between them",
        |key| key.one(Reader::switch, |draft| &mut draft.flying_general),
    ),
    used_unless(
        no_king,
        "makpongRule",
        Nothing,
        T::Switch,
        "false",
        "whether a king in check may not move, unless it captures what checks it",
        |key| key.one(Reader::switch, |draft| &mut draft.checked_king_stays),
    ),
    used_unless(
        passes_on_stalemate,
        "pass",
        BothOrSide,
        T::Switch,
        "false",
        "whether it may pass out of check, by a move of its king (or first piece) to where it stands; two passes in a row \
         are a draw",
        |key| key.each(Reader::switch, |draft| &mut draft.passes),
    ),
    used(
        "passOnStalemate",
        BothOrSide,
        T::Switch,
        "false",
        "whether it may do so only without another move",
        |key| key.each(Reader::switch, |draft| &mut draft.passes_on_stalemate),
    ),
    used_unless(
        no_king,
        "bikjangRule",
        Nothing,
        T::Switch,
        "false",
        "whether a side has to part kings with nothing between them, or pass, even in check; if they stand so for two moves, \
         it is a draw",
        |key| key.one(Reader::switch, |draft| &mut draft.facing_is_answered),
    ),
    used(
        "extinctionValue",
        Nothing,
        T::Value,
        "none",
        "what it is for a side to have too few of some of its pieces; the keys below say of which",
        |key| key.some_unless("none", Reader::value, |draft| &mut draft.extinction),
    ),
    used_unless(
        no_extinction,
        "extinctionClaim",
        Nothing,
        T::Switch,
        "false",
        "whether the side that has too few has one more move to be even again, if it is to move",
        |key| key.one(Reader::switch, |draft| &mut draft.extinction_claim),
    ),
    used_unless(
        nothing_counted,
        "extinctionPieceTypes",
        Nothing,
        T::SetOrAll,
        "-",
        "which pieces are counted, each kind for itself, all together with `*`",
        |key| key.extinction_types(),
    ),
    used_unless(
        nothing_counted,
        "extinctionPieceCount",
        Nothing,
        T::Number(100),
        "0",
        "how many are too few",
        |key| key.number(|draft| &mut draft.extinction_count),
    ),
    used_unless(
        no_extinction,
        "extinctionOpponentPieceCount",
        Nothing,
        T::Number(100),
        "0",
        "how many of these pieces the other side must have",
        |key| key.number(|draft| &mut draft.extinction_enemies),
    ),
    used(
        "extinctionPseudoRoyal",
        Nothing,
        T::Switch,
        "false",
        "whether the last of these pieces are royal, one more than too few of a kind: they may not be left attacked",
        |key| key.one(Reader::switch, |draft| &mut draft.pseudo_royal),
    ),
    used_unless(
        no_pseudo_royal,
        "dupleCheck",
        Nothing,
        T::Switch,
        "false",
        "whether a side may not leave all of these pieces attacked at once, however many it has",
        |key| key.one(Reader::switch, |draft| &mut draft.duple_check),
    ),
    used_unless(
        no_flag,
        "flagPiece",
        BothOrSide,
        T::SetOrAll,
        "*",
        "which piece wins by going to the flag region",
        |key| key.flag_pieces(),
    ),
    used("flagRegion", BothOrSide, T::Squares, "-", "where it wins at once", |key| {
        key.each(Reader::squares, |draft| &mut draft.flag_region);
    }),
    used_unless(
        no_flag,
        "flagPieceCount",
        Nothing,
        T::Number(100),
        "1",
        "how many of these pieces have to be there",
        |key| key.flag_count(),
    ),
    used_unless(
        no_flag,
        "flagPieceBlockedWin",
        Nothing,
        T::Switch,
        "false",
        "whether one is enough if all other squares there are occupied",
        |key| key.one(Reader::switch, |draft| &mut draft.flag_blocked_wins),
    ),
    used_unless(
        no_flag,
        "flagMove",
        Nothing,
        T::Switch,
        "false",
        "whether the other side has one move more; if Black's king gets there after White's, it is a draw",
        |key| key.one(Reader::switch, |draft| &mut draft.flag_answer),
    ),
    used_unless(
        no_flag,
        "flagPieceSafe",
        Nothing,
        T::Switch,
        "false",
        "whether the piece must not be attacked there; with `flagMove`, only if it is, there is one move more",
        |key| key.one(Reader::switch, |draft| &mut draft.flag_safe),
    ),
    used_unless(
        nothing_joins,
        "levels",
        Nothing,
        T::Levels,
        "-",
        "which part of a compound swallows which: of `r<a`, the `r` is dropped beside an `a`",
        |key| key.one(Reader::levels, |draft| &mut draft.changes.levels),
    ),
    used_unless(
        nothing_joins,
        "joinLimit",
        Nothing,
        T::Number(60),
        "none",
        "how many parts captures join at most, the king apart; beyond it a capture adds nothing",
        |key| key.join_limit(),
    ),
    used(
        "onCapture",
        Nothing,
        T::CaptureRules,
        "-",
        "what a capture makes of the piece that captures; the first rule that fits is applied",
        |key| key.one(Reader::on_capture, |draft| &mut draft.changes.on_capture),
    ),
    used_unless(
        captures_change_nothing,
        "handicaps",
        Nothing,
        T::Handicaps,
        "-",
        "by at most three letters, what comes before the rules of onCapture for a side that has this handicap; a FEN says which each has, as `p/-` at its end",
        |key| key.one(Reader::handicaps, |draft| &mut draft.changes.handicaps),
    ),
    used(
        "onMerge",
        Nothing,
        T::MergeRules,
        "-",
        "what becomes of a piece that goes onto another of its side, as if to capture it, and of that one: one piece; the first rule that fits is applied",
        |key| key.one(Reader::on_merge, |draft| &mut draft.changes.on_merge),
    ),
    used(
        "split",
        Nothing,
        T::Splits,
        "-",
        "which parts may leave a compound by a move of their own without capture; the rest of it stays, and the first rule that is for it counts",
        |key| key.one(Reader::splits, |draft| &mut draft.changes.splits),
    ),
    used_unless(
        nothing_splits,
        "splitAttacked",
        Nothing,
        T::Switch,
        "true",
        "whether a piece that is attacked splits, too",
        |key| key.split_attacked(),
    ),
    used_unless(
        nothing_joins_by_capture,
        "once",
        Nothing,
        T::Once,
        "-",
        "what captured pieces join as for one move; a piece has one such part",
        |key| key.one(Reader::once, |draft| &mut draft.changes.once),
    ),
    used(
        "onMove",
        Nothing,
        T::Changes,
        "-",
        "what a move without capture makes of a piece",
        |key| key.one(Reader::moved, |draft| &mut draft.changes.on_move),
    ),
    used_unless(
        no_castling,
        "castledRook",
        Nothing,
        T::Compound,
        "the rook",
        "what castling makes of the rook",
        |key| key.some(Reader::compound, |draft| &mut draft.changes.castled_rook),
    ),
    used(
        "morph",
        BothOrSide,
        T::Morph,
        "-",
        "what a square makes of a piece, or of one of a side, that arrives; squares are `dark`, `light`, `all` or a list",
        |key| key.each(Reader::morph, |draft| &mut draft.changes.morph),
    ),
    used(
        "idleParts",
        Nothing,
        T::IdleParts,
        "-",
        "which parts give some pieces no moves: `p: {k*}` for kings that have a pawn as a part",
        |key| key.one(Reader::idle_parts, |draft| &mut draft.changes.idle_parts),
    ),
    used_unless(
        no_promotion,
        "partPromotion",
        Nothing,
        T::PartPromotions,
        "-",
        "which part of a compound promotes, and to what: `p: * > qr by p`; the rest of it stays",
        |key| key.one(Reader::part_promotions, |draft| &mut draft.changes.part_promotions),
    ),
    used_unless(
        nothing_raises,
        "raise",
        Nothing,
        T::Raise,
        "-",
        "what the result `raise` of onCapture does: all parts of the first group of which the piece has one",
        |key| key.one(Reader::raise, |draft| &mut draft.changes.raise),
    ),
    used_unless(
        no_promotion,
        "promotionByFile",
        Nothing,
        T::ByFile,
        "-",
        "what a pawn becomes on each file, from the first on, instead of promotionPieceTypes",
        |key| key.one(Reader::by_file, |draft| &mut draft.promotion_by_file),
    ),
    used(
        "royalSlides",
        Nothing,
        T::Slides,
        "free",
        "`safe`: kings slide and give check over squares alone that the other side does not attack",
        |key| key.one(Reader::slides, |draft| &mut draft.safe_royal_slides),
    ),
    used(
        "lend",
        Nothing,
        T::Loans,
        "-",
        "who lends to pieces in its zone its own moves, or others: `*:fW n:N=N r:move>p=fW`; zones are leaps and slides, or `move` for what it attacks",
        |key| key.one(Reader::loans, |draft| &mut draft.lending.rules),
    ),
    used_unless(
        nobody_lends,
        "lendFrom",
        Nothing,
        T::LendFrom,
        "friends",
        "from whom pieces borrow",
        |key| key.one(Reader::lend_from, |draft| &mut draft.lending.from),
    ),
    used_unless(nobody_lends, "lendTo", Nothing, T::SetOrAll, "*", "who borrows", |key| {
        key.some(Reader::set_or_none, |draft| &mut draft.lending.to);
    }),
    used_unless(
        nobody_lends,
        "lendMode",
        Nothing,
        T::LendMode,
        "add",
        "whether borrowers move by what they borrow as well, or instead of by themselves",
        |key| key.one(Reader::lend_mode, |draft| &mut draft.lending.replaces),
    ),
    used_unless(
        nobody_lends,
        "lendRegion",
        BothOrSide,
        T::LendRegions,
        "-",
        "where borrowed moves of some pieces may lead: `p: *2 *3 *4`; the first rule that fits counts",
        |key| key.each(Reader::lend_regions, |draft| &mut draft.lending.regions),
    ),
    used_unless(
        nobody_lends,
        "amplify",
        Nothing,
        T::Amplifications,
        "-",
        "which lenders lend in one more zone if they stand in a friend's zone: `a:K > nbr + K`",
        |key| key.one(Reader::amplifications, |draft| &mut draft.lending.amplify),
    ),
    used_unless(
        nobody_lends,
        "isolate",
        Nothing,
        T::Isolations,
        "-",
        "which pieces neither lend nor amplify if they stand in an enemy's zone: `i:K > nbra`",
        |key| key.one(Reader::isolations, |draft| &mut draft.lending.isolate),
    ),
    used(
        "annihilate",
        Nothing,
        T::Annihilations,
        "-",
        "which enemies vanish when each stands in the other's zone, with all pieces in a zone of theirs: `a x i: K`",
        |key| key.one(Reader::meetings, |draft| &mut draft.annihilations),
    ),
    used(
        "blastOnCapture",
        Nothing,
        T::Switch,
        "false",
        "whether a capture takes away the piece that captures, too, and all around it but the piece of the key `pawn`",
        |key| key.one(Reader::switch, |draft| &mut draft.blasts),
    ),
    used_unless(
        nothing_blasts,
        "blastImmuneTypes",
        Nothing,
        T::Set,
        "-",
        "what no blast takes away",
        |key| key.one(Reader::set_or_none, |draft| &mut draft.blast_proof),
    ),
    used(
        "mutuallyImmuneTypes",
        Nothing,
        T::Set,
        "-",
        "what does not capture its own kind",
        |key| {
            key.one(Reader::set_or_none, |draft| &mut draft.changes.mutually_immune);
        },
    ),
    used(
        "freeze",
        Nothing,
        T::Contacts,
        "-",
        "which pieces keep which enemies in their zone from moving and attacking: `*!k x same: move`; zones as for `lend`",
        |key| key.one(Reader::contacts, |draft| &mut draft.contacts.freeze),
    ),
    used(
        "forbid",
        Nothing,
        T::Contacts,
        "-",
        "which pieces no move may leave with which enemies in their zone",
        |key| key.one(Reader::contacts, |draft| &mut draft.contacts.forbid),
    ),
    used(
        "convert",
        Nothing,
        T::Contacts,
        "-",
        "which pieces, when they have moved, make which enemies in their zone change sides: `* x *: move`; kings never do",
        |key| key.one(Reader::contacts, |draft| &mut draft.contacts.convert),
    ),
    used(
        "pieceDrops",
        Nothing,
        T::Switch,
        "false",
        "whether a side may drop a piece in hand on an empty square instead of moving; `[Qp]` behind the board of a FEN",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.drops),
    ),
    used_unless(
        no_drops,
        "freeDrops",
        Nothing,
        T::Switch,
        "false",
        "whether hands always have all pieces",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.unlimited),
    ),
    used_unless(
        no_limited_drops,
        "capturesToHand",
        Nothing,
        T::Switch,
        "false",
        "whether captured pieces go into the hand of who captures; what has promoted (in a FEN `Q~` or `+P`) as what it was, \
         a pawn as the last of promotionPawnTypes",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.captures),
    ),
    used_unless(
        hands_are_not_filled,
        "dropLoop",
        Nothing,
        T::Switch,
        "false",
        "whether what has promoted does so as it is",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.loops),
    ),
    used_unless(
        hands_are_not_filled,
        "inHand",
        Nothing,
        T::InHand,
        "-",
        "what captured pieces become in hand, promotion undone; the first that fits; `q>-`: nothing",
        |key| key.one(Reader::in_hand, |draft| &mut draft.hands.in_hand),
    ),
    used_unless(
        no_drops,
        "dropChecks",
        Nothing,
        T::Switch,
        "true",
        "whether a drop may give check to a king",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.may_check),
    ),
    used_unless(
        no_drops,
        "mustDrop",
        Nothing,
        T::Switch,
        "false",
        "whether a side that can drop has to",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.must_drop),
    ),
    used_unless(
        need_not_drop,
        "mustDropType",
        Nothing,
        T::PieceOrAll,
        "*",
        "what has to be dropped first",
        |key| {
            key.some_unless("*", Reader::piece, |draft| &mut draft.hands.must_drop_type);
        },
    ),
    used_unless(
        no_drops,
        "whiteDropRegion",
        Nothing,
        T::Squares,
        "-",
        "old: dropRegionWhite",
        |key| key.one(Reader::squares, |draft| &mut draft.hands.region[0]),
    ),
    used_unless(
        no_drops,
        "blackDropRegion",
        Nothing,
        T::Squares,
        "-",
        "old: dropRegionBlack",
        |key| key.one(Reader::squares, |draft| &mut draft.hands.region[1]),
    ),
    used_unless(
        no_drops,
        "dropRegion",
        Side,
        T::Squares,
        "all squares",
        "where this side drops, within mobilityRegion",
        |key| key.each(Reader::squares, |draft| &mut draft.hands.region),
    ),
    used_unless(
        no_dropped_pawns,
        "firstRankPawnDrops",
        Nothing,
        T::Switch,
        "false",
        "whether pawns are dropped on their first rank",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.pawns_on_first_rank),
    ),
    used_unless(
        no_dropped_pawns,
        "promotionZonePawnDrops",
        Nothing,
        T::Switch,
        "false",
        "whether pawns are dropped where they promote",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.pawns_in_promotion_zone),
    ),
    used_unless(
        no_drops,
        "sittuyinRookDrop",
        Nothing,
        T::Switch,
        "false",
        "whether rooks are dropped on their first rank alone",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.rooks_on_first_rank),
    ),
    used_unless(
        no_drops,
        "dropOppositeColoredBishop",
        Nothing,
        T::Switch,
        "false",
        "whether bishops are dropped evenly on both colors, and other drops leave room for that",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.balances_bishops),
    ),
    used_unless(
        no_dropped_piece_promotes,
        "dropPromoted",
        Nothing,
        T::Switch,
        "false",
        "whether pieces may be dropped as what they promote to with `+`: `+P@e5`",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.promoted),
    ),
    used_unless(
        no_drops,
        "dropNoDoubled",
        Nothing,
        T::PieceOrNone,
        "-",
        "what is not dropped on a file where its side has one",
        |key| {
            key.some_unless("-", Reader::piece, |draft| &mut draft.hands.no_doubled);
        },
    ),
    used_unless(
        nothing_undoubled,
        "dropNoDoubledCount",
        Nothing,
        T::Number(100),
        "1",
        "the same with so many; 0: it is never dropped",
        |key| key.number(|draft| &mut draft.hands.no_doubled_count),
    ),
    used_unless(
        no_drops,
        "shogiPawnDropMateIllegal",
        Nothing,
        T::Switch,
        "false",
        "whether no drop of a shogiPawn may mate",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.no_mate_by_pawn),
    ),
    used_unless(
        no_dropped_castling,
        "castlingDroppedPiece",
        Nothing,
        T::Switch,
        "false",
        "whether a king dropped on castlingKingFile, or a rook in its corner, may castle",
        |key| key.one(Reader::switch, |draft| &mut draft.hands.castling),
    ),
    used("iron", Nothing, T::Set, "-", "what is never captured; kings never are", |key| {
        key.one(Reader::set_or_none, |draft| &mut draft.changes.iron);
    }),
    used("title", Nothing, T::Text, "the name", "the name that people use", |key| {
        key.some(Reader::text, |draft| &mut draft.title);
    }),
    used(
        "about",
        Nothing,
        T::Text,
        "-",
        "what is special in the game, in a sentence or two",
        |key| {
            key.some(Reader::text, |draft| &mut draft.about.words);
        },
    ),
    used("inventor", Nothing, T::Text, "-", "who invented the game, and when", |key| {
        key.some(Reader::text, |draft| &mut draft.about.inventor);
    }),
    used("source", Nothing, T::Text, "-", "where its rules are published", |key| {
        key.some(Reader::text, |draft| &mut draft.about.source);
    }),
    used(
        "pieceNames",
        Nothing,
        T::Names,
        "those of the keys",
        "what the pieces are called",
        |key| key.piece_names(),
    ),
    used(
        "pieceOrder",
        Nothing,
        T::Order,
        "that of the keys",
        "in which order the kinds are numbered, and how their letters are written; not for games that build on this one",
        |key| key.one(Reader::piece_order, |draft| &mut draft.piece_order),
    ),
    used(
        "castlingWords",
        Nothing,
        T::CastlingWords,
        "O-O and O-O-O",
        "what records write for the castling moves of the start position, in the order `KQkq`",
        |key| key.one(Reader::castling_words, |draft| &mut draft.castling_words),
    ),
    used(
        "otherNames",
        Nothing,
        T::GameNames,
        "-",
        "other names by which the game is selected",
        |key| key.one(Reader::game_names, |draft| &mut draft.other_names),
    ),
    ignored("variantTemplate", "a hint for XBoard"),
    ignored("pieceToCharTable", "a hint for XBoard"),
    ignored("pocketSize", "a hint for XBoard"),
    ignored("pieceValueMg", "what Fairy-Stockfish takes a piece to be worth"),
    ignored("pieceValueEg", "what Fairy-Stockfish takes a piece to be worth"),
    refused("chess960", Nothing, "false", "castling from shuffled places"),
    refused("oppositeCastling", Nothing, "false", "castling that depends on the other side's"),
    refused("castlingWins", Nothing, "-", OTHER_AIMS),
    refused("dropOnTop", Nothing, "false", DROPS),
    refused("enclosingDrop", Nothing, "none", DROPS),
    refused("enclosingDropStart", Nothing, "-", DROPS),
    refused("twoBoards", Nothing, "false", TWO_BOARDS),
    refused("flipEnclosedPieces", Nothing, "none", CAPTURE),
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
    refused("moveRepetitionIllegal", Nothing, "false", CHASE),
    refused("sittuyinPromotion", Nothing, "false", PROMOTION),
    refused("shatarMateRule", Nothing, "false", CHECKS),
];

fn no_double_step(draft: &Draft) -> Option<&'static str> {
    (!draft.double_step).then_some("doubleStep is false")
}

fn no_en_passant(draft: &Draft) -> Option<&'static str> {
    (!draft.double_step && draft.triple_step_region == [Grid::EMPTY; 2])
        .then_some("doubleStep is false, and without double steps there is no en passant")
}

fn no_pawn(draft: &Draft) -> Option<&'static str> {
    draft.piece(Slot::PAWN).is_none().then_some("no piece is named by 'pawn'")
}

fn passes_on_stalemate(draft: &Draft) -> Option<&'static str> {
    (draft.passes_on_stalemate == [true; 2]).then_some("passOnStalemate is true")
}

fn no_king(draft: &Draft) -> Option<&'static str> {
    draft.piece(Slot::KING).is_none().then_some("there is no king")
}

fn no_soldier(draft: &Draft) -> Option<&'static str> {
    let soldier = Slot::of_key("soldier").and_then(|slot| draft.piece(slot));
    soldier.is_none().then_some("no piece is named by 'soldier'")
}

fn no_moves_along_lines(draft: &Draft) -> Option<&'static str> {
    (!moves_along_lines(draft)).then_some("no piece of the game moves along them")
}

fn no_castling(draft: &Draft) -> Option<&'static str> {
    (!draft.castling).then_some("castling is false")
}

fn no_extinction(draft: &Draft) -> Option<&'static str> {
    draft.extinction.is_none().then_some("extinctionValue is not given")
}

fn nothing_counted(draft: &Draft) -> Option<&'static str> {
    let reason = "extinctionValue is not given, and extinctionPseudoRoyal is false";
    (draft.extinction.is_none() && !draft.pseudo_royal).then_some(reason)
}

fn no_pseudo_royal(draft: &Draft) -> Option<&'static str> {
    (!draft.pseudo_royal).then_some("extinctionPseudoRoyal is false")
}

fn no_flag(draft: &Draft) -> Option<&'static str> {
    (draft.flag_region == [Grid::EMPTY; 2]).then_some("flagRegion is not given")
}

fn nothing_raises(draft: &Draft) -> Option<&'static str> {
    (!draft.changes.raises()).then_some("no rule of onCapture raises parts")
}

fn captures_change_nothing(draft: &Draft) -> Option<&'static str> {
    draft.changes.on_capture.is_empty().then_some("onCapture is not given")
}

fn nothing_joins_by_capture(draft: &Draft) -> Option<&'static str> {
    let joins = draft.changes.on_capture.iter().any(|rule| rule.result == Makes::Join);
    (!joins).then_some("no rule of onCapture has the result 'join'")
}

fn nothing_joins(draft: &Draft) -> Option<&'static str> {
    if !draft.changes.once.is_empty() {
        return Some("by once, a piece has one such part");
    }
    (!draft.changes.joins()).then_some("no rule of onCapture joins parts")
}

fn nothing_splits(draft: &Draft) -> Option<&'static str> {
    draft.changes.splits.is_empty().then_some("split is not given")
}

fn promotes_by_file(draft: &Draft) -> Option<&'static str> {
    (!draft.promotion_by_file.is_empty()).then_some("promotionByFile says what pawns become")
}

fn no_promotion(draft: &Draft) -> Option<&'static str> {
    (draft.promotion_region == [Grid::EMPTY; 2]).then_some("nothing promotes anywhere")
}

fn no_piece_promotes(draft: &Draft) -> Option<&'static str> {
    draft.promoted.is_empty().then_some("promotedPieceType is not given")
}

fn no_drops(draft: &Draft) -> Option<&'static str> {
    (!draft.hands.drops).then_some("pieceDrops is false")
}

fn no_limited_drops(draft: &Draft) -> Option<&'static str> {
    let free = draft.hands.unlimited.then_some("freeDrops is true");
    no_drops(draft).or(free)
}

fn hands_are_not_filled(draft: &Draft) -> Option<&'static str> {
    let captures = (!draft.hands.captures).then_some("capturesToHand is false");
    no_limited_drops(draft).or(captures)
}

fn need_not_drop(draft: &Draft) -> Option<&'static str> {
    no_drops(draft).or((!draft.hands.must_drop).then_some("mustDrop is false"))
}

fn no_dropped_pawns(draft: &Draft) -> Option<&'static str> {
    no_drops(draft).or_else(|| no_pawn(draft))
}

fn no_dropped_piece_promotes(draft: &Draft) -> Option<&'static str> {
    no_drops(draft).or_else(|| no_piece_promotes(draft))
}

fn nothing_undoubled(draft: &Draft) -> Option<&'static str> {
    no_drops(draft).or(draft.hands.no_doubled.is_none().then_some("dropNoDoubled is not given"))
}

fn no_dropped_castling(draft: &Draft) -> Option<&'static str> {
    no_drops(draft).or_else(|| no_castling(draft))
}

fn nobody_lends(draft: &Draft) -> Option<&'static str> {
    draft.lending.rules.is_empty().then_some("lend is not given")
}

fn nothing_blasts(draft: &Draft) -> Option<&'static str> {
    (!draft.blasts).then_some("blastOnCapture is false")
}

fn no_move_limit(draft: &Draft) -> Option<&'static str> {
    (draft.move_limit == 0).then_some("nMoveRule is 0")
}

fn no_repetition(draft: &Draft) -> Option<&'static str> {
    (draft.draws.repetitions == 0).then_some("nFoldRule is 0")
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
    /// Whether it says how large the board is.
    pub(crate) fn is_size(self) -> bool {
        self.row < SIZES
    }

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
    KEYS.iter().flat_map(Key::names)
}

/// The names of the keys that say something about a game, each with its row of the table.
pub fn supported() -> impl Iterator<Item = (String, &'static Key)> {
    let used = KEYS.iter().filter(|key| matches!(key.fate, Fate::Used(_)));
    used.flat_map(|key| key.names().into_iter().map(move |name| (name, key)))
}

/// The keys that are supported, as a table in Markdown, then the pieces.
pub fn reference() -> String {
    let mut out = String::from("|key|takes|if not given|meaning|\n|---|---|---|---|\n");
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
            writeln!(out, "|{name}|{}|{default}|{meaning}|", key.takes.words())
                .expect("a string takes all");
        }
    }
    out.push_str("\n|piece|moves|\n|---|---|\n");
    for piece in &PREDEFINED {
        let moves = match piece.betza {
            "" => "none".to_owned(),
            betza => format!("`{betza}`"),
        };
        writeln!(out, "|`{}`|{moves}|", piece.key).expect("a string takes all");
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
