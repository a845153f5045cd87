//! Move text: coordinate notation, as protocols write moves.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Move, MoveList, Position, Scope, Stage, Tag};
use crate::board::{Bits, Color, Geometry, Square, is_square_name, split_square};
use crate::rules::facts::PROMOTED;
use crate::rules::{Castle, Piece, Ruleset};

/// Why a move text is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// The text means no legal move.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// The text means more than one legal move.
    #[error("'{text}' is ambiguous: {}", options.join(", "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The texts of the moves that it could be.
        options: Vec<String>,
    },
}

/// A move in coordinates, as UCI has them, apart from any position: `e2e4`, `e7e8q`, `d1d5{rn}`,
/// `a1a4,a4a8`, `P@e5`.
///
/// ```
/// use vertumnus_core::position::{Position, UciMove};
/// use vertumnus_core::rules::chess::Chess;
///
/// let text: UciMove = "e7e8=Q".parse()?;
/// assert_eq!((text.from(), text.to(), text.becomes()), ("e7", "e8", Some("Q")));
/// assert_eq!(text.to_string(), "e7e8q");
/// let position: Position<Chess> = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
/// let mv = text.to_move(&position)?;
/// assert_eq!(UciMove::from_move(&position, mv), text);
/// assert!("pawn to e8".parse::<UciMove>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct UciMove {
    /// The token of the piece in hand that comes to the board, in upper case, or `+` and that of what it promotes from.
    dropped: Option<String>,
    /// The square of a drop, or legs of two squares each, with commas between: one, unless the move captures on its way.
    way: String,
    /// The token of what the mover becomes, in upper case, or `+` or `-`.
    becomes: Option<String>,
}

impl UciMove {
    /// The name of the square that the move leaves; of a drop, of the one that it goes to.
    pub fn from(&self) -> &str {
        self.squares().next().unwrap_or_default()
    }

    /// The name of the square that it goes to.
    pub fn to(&self) -> &str {
        self.squares().last().unwrap_or_default()
    }

    /// The token of what the mover becomes, in upper case and without braces, if the text names it; or `+` for
    /// [what it promotes to](crate::rules::Facts::promoted), or `-` for [what it goes back
    /// to](crate::rules::Facts::demoted).
    pub fn becomes(&self) -> Option<&str> {
        self.becomes.as_deref()
    }

    /// The token of the piece in hand that comes to the board, in upper case and without braces, if one does; with `+`
    /// before it if that [promotes](crate::rules::Facts::promoted) by it.
    pub fn dropped(&self) -> Option<&str> {
        self.dropped.as_deref()
    }

    /// The names of all squares, two for each leg.
    fn squares(&self) -> impl Iterator<Item = &str> {
        let legs = self.way.split(',').filter_map(split_square);
        legs.flat_map(|(from, to)| [from, if self.dropped.is_some() { from } else { to }])
    }

    /// The legal move of a position that this means; see [`Position::parse_move`]. For a game whose
    /// ruleset is erased there is [`Notation::parse`](crate::game::Notation::parse).
    ///
    /// # Errors
    /// If no legal move fits, or more than one.
    pub fn to_move<R: Ruleset>(&self, position: &Position<R>) -> Result<Move, MoveError> {
        position.parse_move(&self.to_string())
    }

    /// The canonical text of a legal move, as a value.
    pub fn from_move<R: Ruleset>(position: &Position<R>, mv: Move) -> Self {
        if mv.is_drop() {
            let dropped = Some(position.dropped_text(mv).replace(['{', '}'], ""));
            return Self { dropped, way: position.board().square_name(mv.to()), becomes: None };
        }
        let text = position.suffix(mv).to_ascii_uppercase();
        let becomes = (!text.is_empty()).then(|| text.replace(['{', '}'], ""));
        Self { dropped: None, way: position.way_text(mv), becomes }
    }
}

/// What the mover becomes may be named in either case, with or without braces, or after `=`.
impl FromStr for UciMove {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let is_leg =
            |leg: &str| split_square(leg).is_some_and(|(_, target)| is_square_name(target));
        let last_leg = text.rfind(',').map_or(0, |comma| comma + 1);
        let malformed = || MoveError::Malformed(text.to_owned());
        if let Some((token, square)) = text.split_once(AT) {
            let token = token_of_drop(token).filter(|_| is_square_name(square));
            let way = square.to_owned();
            return Ok(Self { dropped: Some(token.ok_or_else(malformed)?), way, becomes: None });
        }
        let read = || {
            let (_, rest) = split_square(&text[last_leg..])?;
            let (_, suffix) = split_square(rest)?;
            let way = &text[..text.len() - suffix.len()];
            let becomes = match suffix {
                "" => None,
                PROMOTED | DEMOTED => Some(suffix.to_owned()),
                _ => Some(token_of_suffix(suffix)?),
            };
            let way_of = || Self { dropped: None, way: way.to_owned(), becomes };
            way.split(',').all(is_leg).then(way_of)
        };
        read().ok_or_else(malformed)
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(token) = self.dropped() {
            let letters = token.trim_start_matches(PROMOTED);
            let mark = &token[..token.len() - letters.len()];
            return match letters.len() {
                1 => write!(f, "{mark}{letters}{AT}{}", self.way),
                _ => write!(f, "{mark}{{{letters}}}{AT}{}", self.way),
            };
        }
        let token = self.becomes().unwrap_or_default().to_ascii_lowercase();
        match token.len() {
            0 | 1 => write!(f, "{}{token}", self.way),
            _ => write!(f, "{}{{{token}}}", self.way),
        }
    }
}

impl TryFrom<String> for UciMove {
    type Error = MoveError;

    fn try_from(text: String) -> Result<Self, MoveError> {
        text.parse()
    }
}

impl From<UciMove> for String {
    fn from(mv: UciMove) -> Self {
        mv.to_string()
    }
}

/// The places of texts in the order of the texts.
pub fn order_of(texts: &[String]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..texts.len()).collect();
    places.sort_unstable_by(|&one, &other| texts[one].cmp(&texts[other]));
    places
}

impl<R: Ruleset> Position<R> {
    /// The legal moves in the order of their texts, which does not depend on how they are generated.
    pub fn moves_by_text(&self) -> Vec<Move> {
        let moves = self.legal_moves();
        let texts: Vec<String> = moves.iter().map(|&mv| self.move_text(mv)).collect();
        order_of(&texts).into_iter().map(|place| moves[place]).collect()
    }

    /// The canonical text of a legal move: its path, and what the mover becomes if it changes; or what is dropped, and
    /// where.
    pub fn move_text(&self, mv: Move) -> String {
        if mv.is_drop() {
            return self.dropped_text(mv) + AT + &self.board().square_name(mv.to());
        }
        self.way_text(mv) + &self.suffix(mv)
    }

    /// The token of what a drop puts on the board, with `+` before it if that promotes by it.
    pub(super) fn dropped_text(&self, mv: Move) -> String {
        let Some(kind) = mv.dropped() else { return String::new() };
        let promoted = self.facts().promoted(kind);
        let promotes = mv.becomes() != self.settles(kind, mv.to())
            && promoted.is_some_and(|promoted| self.settles(promoted, mv.to()) == mv.becomes());
        let token = self.facts().token(Piece::new(kind, Color::White));
        if promotes { PROMOTED.to_owned() + &token } else { token }
    }

    /// The legal drop that a token and a square mean.
    fn parse_drop(&self, token: &str, to: Square, text: &str) -> Result<Move, MoveError> {
        let letters = token.trim_start_matches(PROMOTED);
        let kind = self.facts().kind_of_token(letters);
        let kind = kind.ok_or_else(|| MoveError::Malformed(text.to_owned()))?;
        let illegal = || MoveError::Illegal(text.to_owned());
        if self.rules().hands().is_none() {
            return Err(illegal());
        }
        let promotes = letters != token;
        let scope = Scope { stage: Stage::Quiet, movers: Bits::of(to) };
        let mut found = None;
        self.for_each_move(scope, |mv| {
            let is_it = mv.dropped() == Some(kind) && mv.to() == to;
            if is_it && self.dropped_text(mv).starts_with(PROMOTED) == promotes {
                found = Some(mv);
            }
        });
        found.ok_or_else(illegal)
    }

    /// What the mover becomes, as a text names it; empty if it stays what it is.
    fn suffix(&self, mv: Move) -> String {
        let mover = self.placement.kind_at(mv.from());
        if mover == Some(mv.becomes()) {
            String::new()
        } else if mover.and_then(|mover| self.facts().promoted(mover)) == Some(mv.becomes()) {
            PROMOTED.to_owned()
        } else if mover.and_then(|mover| self.facts().demoted(mover)) == Some(mv.becomes()) {
            DEMOTED.to_owned()
        } else {
            self.facts().token(Piece::new(mv.becomes(), Color::Black))
        }
    }

    /// The squares from and to, with a leg for each piece that is captured on the way.
    fn way_text(&self, mv: Move) -> String {
        let name = |square| self.board().square_name(square);
        let to = self.rook_taken_for_target(mv).unwrap_or(mv.to());
        let (from, to) = (name(mv.from()), name(to));
        let mut stops: Vec<String> = Vec::new();
        if mv.taken() != 0 || mv.tag() == Tag::EnPassant && self.could_bypass(mv) {
            let on_the_way = self.captures(mv).into_iter().filter(|&square| square != mv.to());
            stops.extend(on_the_way.map(name));
        }
        stops.push(to);
        let mut text = String::new();
        let mut leg_start = from;
        for stop in stops {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&leg_start);
            text.push_str(&stop);
            leg_start = stop;
        }
        text
    }

    /// The home of the rook that castles, if the king could also step to where castling leads it: the text
    /// names it then.
    fn rook_taken_for_target(&self, mv: Move) -> Option<Square> {
        if mv.tag() != Tag::Castling {
            return None;
        }
        let is_it = |castle: &&Castle| castle.king == (mv.from(), mv.to());
        let castle = self.facts().castles.iter().find(is_it)?;
        let steps = self.pseudo_legal_targets(Stage::All, mv.from(), castle.king_kind);
        let passes = mv.from() == mv.to() && self.may_pass_on(mv.from());
        (passes || steps.has(mv.to())).then_some(castle.rook.0)
    }

    /// Whether a piece that takes en passant could go to the same square without taking.
    fn could_bypass(&self, mv: Move) -> bool {
        self.placement.kind_at(mv.from()).is_some_and(|kind| {
            let (_, quiets) = self.reach_now(mv.from(), kind);
            quiets.has(mv.to())
        })
    }

    /// The legal move that a text means.
    ///
    /// The text may leave out what the mover becomes, or name it though it does not change, by any
    /// name of the kind or by what it would be on another square, as long as one legal move fits.
    ///
    /// # Errors
    /// If no legal move fits, or more than one.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let malformed = || MoveError::Malformed(text.to_owned());
        let wanted: UciMove = text.parse()?;
        let square = |name: &str| self.board().parse_square(name).ok_or_else(malformed);
        for name in wanted.squares() {
            square(name)?;
        }
        let (from, to) = (square(wanted.from())?, square(wanted.to())?);
        if let Some(token) = wanted.dropped() {
            return self.parse_drop(token, to, text);
        }
        let mover = self.placement.kind_at(from);
        let illegal = || MoveError::Illegal(text.to_owned());
        let kind = |token: &str| match token {
            PROMOTED => mover.and_then(|kind| self.facts().promoted(kind)).ok_or_else(illegal),
            DEMOTED => mover.and_then(|kind| self.facts().demoted(kind)).ok_or_else(illegal),
            _ => self.facts().kind_of_token(token).ok_or_else(malformed),
        };
        let named = wanted.becomes().map(kind).transpose()?;
        let mut fitting = MoveList::new();
        let mut exact = None;
        self.for_each_move(Scope { stage: Stage::All, movers: Bits::of(from) }, |mv| {
            let is_named = |kind| self.makes(mv, kind) || self.facts().shown(mv.becomes()) == kind;
            let may_be_it = mv.to() == to || mv.tag() == Tag::Castling;
            if may_be_it && self.way_text(mv) == wanted.way && named.is_none_or(is_named) {
                fitting.push(mv);
                if self.move_text(mv) == text {
                    exact = Some(mv);
                }
            }
        });
        if let Some(mv) = exact {
            return Ok(mv);
        }
        match fitting[..] {
            [] => Err(MoveError::Illegal(text.to_owned())),
            [mv] => Ok(mv),
            _ => Err(MoveError::Ambiguous {
                text: text.to_owned(),
                options: fitting.iter().map(|&mv| self.move_text(mv)).collect(),
            }),
        }
    }
}

/// What stands behind a move by which a piece goes back to what it was.
const DEMOTED: &str = "-";

/// What stands between what is dropped and its square.
pub(super) const AT: &str = "@";

/// The token of what is dropped, in upper case: it may stand in braces, and `+` before it.
pub(super) fn token_of_drop(text: &str) -> Option<String> {
    let token = text.strip_prefix(PROMOTED).unwrap_or(text);
    let mark = &text[..text.len() - token.len()];
    let bare = token.strip_prefix('{').and_then(|token| token.strip_suffix('}')).unwrap_or(token);
    Some(mark.to_owned() + &token_of(bare)?)
}

/// The token that a suffix has, in upper case: it may stand in braces or after `=`.
pub(super) fn token_of_suffix(suffix: &str) -> Option<String> {
    let token = suffix.strip_prefix('=').unwrap_or(suffix);
    token_of(token.strip_prefix('{').and_then(|token| token.strip_suffix('}')).unwrap_or(token))
}

/// A token in either case, in upper case.
pub(super) fn token_of(letters: &str) -> Option<String> {
    let is_token = !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_token.then(|| letters.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::{MoveError, Position, UciMove};
    use crate::dispatch;
    use crate::position::testing::{Toy, all_moves, each_position, position};
    use crate::rules::{Ruleset, Variant};

    /// What a text is read as: the canonical text, or the error's.
    fn read<R: Ruleset + Default>(fen: &str, text: &str) -> String {
        let position = position::<R>(fen);
        match position.parse_move(text) {
            Ok(mv) => position.move_text(mv),
            Err(error) => error.to_string(),
        }
    }

    const GARBAGE: [&str; 28] = [
        "",
        " ",
        "e",
        "e2",
        "e2e",
        "e2 e4",
        " e2e4",
        "e2e4 ",
        "e2-e4",
        "E2E4",
        "0000",
        "(none)",
        "é2e4",
        "eé2e",
        "e2é4",
        "e2eé",
        "e2e4é",
        "♔e1e2",
        "e2e4ſ",
        "e2e4=",
        "e2e4{",
        "e2e4}",
        "e2e4{}",
        "e2e4,",
        ",e2e4",
        "e2e4q,e4e5",
        "e2e4,e4é5",
        "\u{1F600}",
    ];

    fn refuses_garbage<R: Ruleset + Default>() {
        let position = Position::start(R::default());
        for text in GARBAGE {
            assert!(text.parse::<UciMove>().is_err());
            assert_eq!(position.parse_move(text), Err(MoveError::Malformed(text.to_owned())));
        }
    }

    #[test]
    fn moves_of_all_games_are_values() {
        for &variant in Variant::bundled() {
            dispatch!(variant, |rules: R| {
                each_position(rules, 2, 60, |position| {
                    for mv in position.legal_moves() {
                        let value = UciMove::from_move(position, mv);
                        let text = position.move_text(mv);
                        assert_eq!(value.to_string(), text);
                        assert_eq!(text.parse().as_ref(), Ok(&value));
                        assert_eq!(value.to_move(position), Ok(mv));
                    }
                });
            });
        }
    }

    #[test]
    fn a_kind_that_does_not_change_is_not_written() {
        let fen = "***k***/*5*/*5*/*5*/7/*5*/*5*/*{RN}4*/***K*** w - - 0 1";
        assert_eq!(
            all_moves(&position::<Toy>(fen)),
            "b2b3 b2b4 b2b5 b2b6 b2b7 b2b8 b2c2 b2c4 b2d2 b2d3 b2e2 b2f2 d1c2 d1d2 d1e2"
        );
    }

    #[test]
    fn a_kind_may_be_named_by_any_of_its_names() {
        let fen = "***k***/*5*/*5*/*5*/7/*5*/*5*/*{RN}4*/***K*** w - - 0 1";
        for text in ["b2c4", "b2c4{rn}", "b2c4{nr}", "b2c4{RN}", "b2c4rn", "b2c4={rn}"] {
            assert_eq!(read::<Toy>(fen, text), "b2c4", "{text}");
        }
        assert_eq!(read::<Toy>(fen, "b2c4{an}"), "'b2c4{an}' is not legal here");
        assert_eq!(read::<Toy>(fen, "b2c4{ra}"), "'b2c4{ra}' is not a move");
        assert_eq!(read::<Toy>(fen, "b2c4{rn"), "'b2c4{rn' is not a move");
        assert_eq!(read::<Toy>(fen, "b2c4rn}"), "'b2c4rn}' is not a move");
    }

    #[test]
    fn legs_that_no_move_has_are_illegal() {
        assert_eq!(read::<Toy>(Toy.facts().start, "b2b4,b4b6"), "'b2b4,b4b6' is not legal here");
        refuses_garbage::<Toy>();
    }

    #[cfg(feature = "chess")]
    mod chess {
        use super::{read, refuses_garbage};
        use crate::position::testing::{moves_from, position};
        use crate::rules::Ruleset;
        use crate::rules::chess::Chess;

        #[test]
        fn garbage_is_malformed() {
            refuses_garbage::<Chess>();
        }

        #[test]
        fn moves_that_are_not_there_are_illegal() {
            for text in ["e2e5", "e7e5", "e4e5", "e1e2", "e2e4q", "e2e4k", "e1g1", "e2e4,e4e5"] {
                let message = format!("'{text}' is not legal here");
                assert_eq!(read::<Chess>(Chess.facts().start, text), message);
            }
        }

        #[test]
        fn a_suffix_may_name_what_does_not_change() {
            for text in ["e2e4", "e2e4p", "e2e4P", "e2e4=p", "e2e4{p}"] {
                assert_eq!(read::<Chess>(Chess.facts().start, text), "e2e4", "{text}");
            }
        }

        #[test]
        fn promotions_name_what_the_pawn_becomes() {
            let fen = "r7/1P4k1/8/8/8/8/8/4K3 w - - 0 1";
            assert_eq!(
                moves_from(&position::<Chess>(fen), "b7"),
                "b7a8b b7a8n b7a8q b7a8r b7b8b b7b8n b7b8q b7b8r"
            );
            for text in ["b7a8n", "b7a8N", "b7a8=n", "b7a8=N", "b7a8{n}"] {
                assert_eq!(read::<Chess>(fen, text), "b7a8n", "{text}");
            }
            assert_eq!(
                read::<Chess>(fen, "b7a8"),
                "'b7a8' is ambiguous: b7a8q, b7a8r, b7a8b, b7a8n"
            );
            assert_eq!(read::<Chess>(fen, "b7a8x"), "'b7a8x' is not a move");
            assert_eq!(read::<Chess>(fen, "b7a8k"), "'b7a8k' is not legal here");
            assert_eq!(read::<Chess>(fen, "b7a8p"), "'b7a8p' is not legal here");
        }

        #[test]
        fn castling_is_the_king_s_move_and_en_passant_the_pawn_s() {
            let castling = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
            assert_eq!(
                moves_from(&position::<Chess>(castling), "e8"),
                "e8c8 e8d7 e8d8 e8e7 e8f7 e8f8 e8g8"
            );
            assert_eq!(read::<Chess>(castling, "e8h8"), "'e8h8' is not legal here");
            let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
            assert_eq!(moves_from(&position::<Chess>(en_passant), "e5"), "e5d6 e5e6");
        }
    }

    #[cfg(feature = "fairyeater")]
    mod fairyeater {
        use super::{read, refuses_garbage};
        use crate::position::testing::{moves_from, position};
        use crate::rules::fairyeater::FairyEater;

        #[test]
        fn garbage_is_malformed() {
            refuses_garbage::<FairyEater>();
        }

        #[test]
        fn promotions_name_what_the_pawn_becomes() {
            let fen = "4k4/9/9/5p3/4P4/9/9/9/4K4 w - - 0 1";
            assert_eq!(
                moves_from(&position::<FairyEater>(fen), "e5"),
                "e5e6c e5e6g e5e6n e5e6r e5e6s e5f6c e5f6g e5f6n e5f6r e5f6s"
            );
            assert_eq!(
                read::<FairyEater>(fen, "e5f6"),
                "'e5f6' is ambiguous: e5f6g, e5f6s, e5f6n, e5f6r, e5f6c"
            );
            assert_eq!(read::<FairyEater>(fen, "e5f6q"), "'e5f6q' is not a move");
            assert_eq!(read::<FairyEater>(fen, "e5f6k"), "'e5f6k' is not legal here");
        }
    }
}
