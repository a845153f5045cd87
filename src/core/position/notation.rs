//! Move text: coordinate notation, as protocols write moves.

use thiserror::Error;

use super::{Move, MoveList, Position, Scope, Stage, Tag};
use crate::board::{Bits, Color, Geometry, Square};
use crate::rules::{Kind, Piece, Power, Ruleset};

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

impl<R: Ruleset> Position<R> {
    /// The canonical text of a legal move: its path, and what the mover becomes if it changes.
    pub fn move_text(&self, mv: Move) -> String {
        let mut text = self.way_text(mv);
        if self.placement.kind_at(mv.from()) != Some(mv.becomes()) {
            text.push_str(&R::token(Piece::new(mv.becomes(), Color::Black)));
        }
        text
    }

    /// The squares from and to, with a leg for each piece that is captured on the way.
    fn way_text(&self, mv: Move) -> String {
        let name = R::square_name;
        let (from, to) = (name(mv.from()), name(mv.to()));
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

    /// Whether a piece that takes en passant could go to the same square without taking.
    fn could_bypass(&self, mv: Move) -> bool {
        self.placement
            .kind_at(mv.from())
            .is_some_and(|kind| self.placement.powers_at(mv.from(), kind).has(Power::Bishop))
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
        let (from, to, way, suffix) = split_way::<R::Geometry>(text).ok_or_else(malformed)?;
        let named = if suffix.is_empty() {
            None
        } else {
            Some(kind_of_suffix::<R>(suffix).ok_or_else(malformed)?)
        };
        let mut fitting = MoveList::new();
        let mut exact = None;
        self.for_each_move(Scope { stage: Stage::All, movers: Bits::of(from) }, |mv| {
            let is_named = |kind| R::settled(kind, mv.to()) == mv.becomes();
            if mv.to() == to && self.way_text(mv) == way && named.is_none_or(is_named) {
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

/// Splits a text into its first and its last square, its way (legs of two squares each) and the rest.
/// The text may be anything.
fn split_way<G: Geometry>(text: &str) -> Option<(Square, Square, &str, &str)> {
    let last_leg = text.rfind(',').map_or(0, |comma| comma + 1);
    let (way, suffix) = text.split_at_checked(last_leg + 4)?;
    let is_square = |name: Option<&str>| name.and_then(G::parse_square).is_some();
    let is_leg = |leg: &str| leg.len() == 4 && is_square(leg.get(..2)) && is_square(leg.get(2..));
    let from = G::parse_square(way.get(..2)?)?;
    let to = G::parse_square(way.get(way.len() - 2..)?)?;
    way.split(',').all(is_leg).then_some((from, to, way, suffix))
}

/// The kind that a suffix names: a token in either case, with or without braces, or after `=`.
pub(super) fn kind_of_suffix<R: Ruleset>(suffix: &str) -> Option<Kind> {
    let token = suffix.strip_prefix('=').unwrap_or(suffix);
    let token = token.strip_prefix('{').and_then(|token| token.strip_suffix('}')).unwrap_or(token);
    R::kind_of_token(&token.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::MoveError;
    use crate::position::testing::{Toy, all_moves, position};
    use crate::rules::Ruleset;

    /// What a text is read as: the canonical text, or the error's.
    fn read<R: Ruleset>(fen: &str, text: &str) -> String {
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

    fn refuses_garbage<R: Ruleset>() {
        let position = position::<R>(R::START);
        for text in GARBAGE {
            assert_eq!(position.parse_move(text), Err(MoveError::Malformed(text.to_owned())));
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
        assert_eq!(read::<Toy>(Toy::START, "b2b4,b4b6"), "'b2b4,b4b6' is not legal here");
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
                assert_eq!(read::<Chess>(Chess::START, text), message);
            }
        }

        #[test]
        fn a_suffix_may_name_what_does_not_change() {
            for text in ["e2e4", "e2e4p", "e2e4P", "e2e4=p", "e2e4{p}"] {
                assert_eq!(read::<Chess>(Chess::START, text), "e2e4", "{text}");
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
