//! FEN: positions as text, read strictly and written canonically.

use thiserror::Error;

use super::Position;
use crate::board::{Bits, Color, Geometry, Square};
use crate::rules::{BitsOf, CastlingRights, Kind, Piece, Placement, Ruleset, State};

/// Why a FEN is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FenError {
    #[error("a FEN has 4 to {most} fields, this one has {found}")]
    FieldCount { most: usize, found: usize },
    #[error("the board has {expected} ranks, this one has {found}")]
    RankCount { expected: usize, found: usize },
    #[error("rank {rank} does not have {files} squares")]
    RankLength { rank: usize, files: usize },
    #[error("{0} is a hole of the board and must be '*'")]
    Hole(String),
    #[error("{0} is no hole of the board and cannot be '*'")]
    NotAHole(String),
    #[error("'{0}' is no piece of this game")]
    UnknownPiece(String),
    #[error("a brace is not closed")]
    OpenBrace,
    #[error("'{0}' is no count of empty squares")]
    BadDigit(char),
    #[error("{color} has {count} kings, not one")]
    KingCount { color: Color, count: u32 },
    #[error("{piece} on {square}: {reason}")]
    BadSquare { piece: String, square: String, reason: &'static str },
    #[error("{0}")]
    BadPlacement(&'static str),
    #[error("the side to move is 'w' or 'b', not '{0}'")]
    SideToMove(String),
    #[error("castling rights are a selection of '{known}', or '-', not '{found}'")]
    Castling { known: String, found: String },
    #[error("there is no castling in this game, so the field is '-', not '{0}'")]
    NoCastling(String),
    #[error("castling right '{0}' without king and rook at home")]
    CastlingHome(char),
    #[error("the en passant field is a square or '-', not '{0}'")]
    EnPassant(String),
    #[error("the count of plies since a capture or pawn move is no number: '{0}'")]
    Clock(String),
    #[error("the move number is no number: '{0}'")]
    MoveNumber(String),
    #[error("the seventh field is {expected}, not '{found}'")]
    State { expected: &'static str, found: String },
    #[error("{0} is in check and it is not {0}'s turn")]
    OpponentInCheck(Color),
}

/// Counters above this make no sense and would overflow somewhere.
const MOST_MOVES: u32 = 99_999;

impl<R: Ruleset> Position<R> {
    /// Reads a FEN. The counters may be missing, as in EPD.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let most = if R::State::FIELD.is_empty() { 6 } else { 7 };
        let wrong_count = FenError::FieldCount { most, found: fields.len() };
        let &[board, side, castling, en_passant, ref counters @ ..] = &fields[..] else {
            return Err(wrong_count);
        };
        if fields.len() > most {
            return Err(wrong_count);
        }
        let placement = parse_placement::<R>(board)?;
        let side_to_move = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::SideToMove(side.to_owned())),
        };
        let number = |field: Option<&&str>, default, error: fn(String) -> FenError| match field {
            None => Ok(default),
            Some(text) => text
                .parse()
                .ok()
                .filter(|&number| number <= MOST_MOVES && !text.starts_with('+'))
                .ok_or_else(|| error((*text).to_owned())),
        };
        let mut position = Self {
            castling: parse_castling(castling, &placement)?,
            placement,
            side_to_move,
            state: match counters.get(2) {
                None => R::State::default(),
                Some(&field) => R::State::parse(field).ok_or_else(|| FenError::State {
                    expected: R::State::FIELD,
                    found: field.to_owned(),
                })?,
            },
            en_passant: None,
            clock: number(counters.first(), 0, FenError::Clock)?,
            move_number: number(counters.get(1), 1, FenError::MoveNumber)?,
        };
        if position.is_in_check(!side_to_move) {
            return Err(FenError::OpponentInCheck(!side_to_move));
        }
        if en_passant != "-" {
            let target = R::Geometry::parse_square(en_passant)
                .ok_or_else(|| FenError::EnPassant(en_passant.to_owned()))?;
            position.en_passant = Some(target).filter(|&target| {
                position.has_double_stepped_over(target) && position.allows_en_passant(target)
            });
        }
        Ok(position)
    }

    /// Whether the enemy can just have made a double step over this square.
    fn has_double_stepped_over(&self, target: Square) -> bool {
        let them = !self.side_to_move;
        let tables = R::Geometry::TABLES;
        let empty = |set: BitsOf<R>| set.first().is_some_and(|s| self.placement.at(s).is_none());
        R::DOUBLE_STEP
            && R::Geometry::rank_for(them, target) == 2
            && self.placement.at(target).is_none()
            && empty(tables.pawn_step[!them][target])
            && self.placement.at(self.passed_pawn(target)) == Some(Piece::new(R::PAWN, them))
    }

    /// Writes the FEN. The en passant field is a square only if a capture there is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        let board = write_placement(&self.placement);
        let side = match self.side_to_move {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let rights = R::CASTLES.iter().enumerate().filter(|&(index, _)| self.castling.has(index));
        let mut castling: String = rights.map(|(_, castle)| castle.letter).collect();
        if castling.is_empty() {
            castling.push('-');
        }
        let en_passant = self.en_passant.map_or("-".to_owned(), R::Geometry::square_name);
        let (clock, number) = (self.clock, self.move_number);
        let fen = format!("{board} {side} {castling} {en_passant} {clock} {number}");
        if self.state == R::State::default() { fen } else { format!("{fen} {}", self.state.text()) }
    }
}

fn parse_placement<R: Ruleset>(board: &str) -> Result<Placement<R>, FenError> {
    let shape = R::Geometry::SHAPE;
    let (files, ranks) = (usize::from(shape.files), usize::from(shape.ranks));
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != ranks {
        return Err(FenError::RankCount { expected: ranks, found: rows.len() });
    }
    let mut placement = Placement::default();
    for (row, rank) in rows.iter().zip((0..ranks).rev()) {
        let wrong_length = FenError::RankLength { rank: rank + 1, files };
        let mut file = 0;
        let mut rest = row.chars();
        while let Some(symbol) = rest.next() {
            if let Some(count) = symbol.to_digit(10) {
                if count == 0 {
                    return Err(FenError::BadDigit(symbol));
                }
                for _ in 0..count {
                    existing::<R>(file, rank).map_err(|e| e.unwrap_or(wrong_length.clone()))?;
                    file += 1;
                }
                continue;
            }
            if symbol == '*' {
                if file >= files {
                    return Err(wrong_length);
                }
                if let Some(square) = R::Geometry::square(file, rank) {
                    return Err(FenError::NotAHole(R::Geometry::square_name(square)));
                }
                file += 1;
                continue;
            }
            let piece = parse_piece::<R>(symbol, &mut rest)?;
            let square =
                existing::<R>(file, rank).map_err(|e| e.unwrap_or(wrong_length.clone()))?;
            R::check_square(piece, square).map_err(|reason| FenError::BadSquare {
                piece: R::token(piece),
                square: R::Geometry::square_name(square),
                reason,
            })?;
            placement.put(piece, square);
            file += 1;
        }
        if file != files {
            return Err(wrong_length);
        }
    }
    for color in Color::ALL {
        let kings: BitsOf<R> = placement.royals() & placement.of(color);
        let count = kings.count();
        if count != 1 {
            return Err(FenError::KingCount { color, count });
        }
    }
    placement.refresh();
    R::check_placement(&placement).map_err(FenError::BadPlacement)?;
    Ok(placement)
}

/// The square of a file and rank; no error of its own if the file is beyond the board.
fn existing<R: Ruleset>(file: usize, rank: usize) -> Result<Square, Option<FenError>> {
    R::Geometry::square(file, rank).ok_or_else(|| {
        let inside = file < usize::from(R::Geometry::SHAPE.files);
        let name = char::from_u32('a' as u32 + u32::try_from(file).unwrap_or(0)).unwrap_or('?');
        inside.then(|| FenError::Hole(format!("{name}{}", rank + 1)))
    })
}

/// Reads a piece whose first symbol has been taken off the text.
fn parse_piece<R: Ruleset>(
    symbol: char,
    rest: &mut std::str::Chars<'_>,
) -> Result<Piece, FenError> {
    let token = if symbol == '{' {
        let (token, after) = rest.as_str().split_once('}').ok_or(FenError::OpenBrace)?;
        *rest = after.chars();
        token.to_owned()
    } else {
        symbol.to_string()
    };
    let piece = if token.bytes().all(|b| b.is_ascii_uppercase()) {
        R::kind_of_token(&token).map(|kind| Piece::new(kind, Color::White))
    } else if token.bytes().all(|b| b.is_ascii_lowercase()) {
        R::kind_of_token(&token.to_ascii_uppercase()).map(|kind| Piece::new(kind, Color::Black))
    } else {
        None
    };
    piece.ok_or(FenError::UnknownPiece(token))
}

fn parse_castling<R: Ruleset>(
    field: &str,
    placement: &Placement<R>,
) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::default();
    if field == "-" {
        return Ok(rights);
    }
    if R::CASTLES.is_empty() {
        return Err(FenError::NoCastling(field.to_owned()));
    }
    let at_home = |square, kind: Kind, color| placement.at(square) == Some(Piece::new(kind, color));
    for letter in field.chars() {
        let index = R::CASTLES.iter().position(|castle| castle.letter == letter);
        let Some(index) = index.filter(|&index| !rights.has(index)) else {
            let known = R::CASTLES.iter().map(|castle| castle.letter).collect();
            return Err(FenError::Castling { known, found: field.to_owned() });
        };
        let castle = &R::CASTLES[index];
        if !at_home(castle.king.0, R::KING, castle.color)
            || !at_home(castle.rook.0, castle.rook_kind, castle.color)
        {
            return Err(FenError::CastlingHome(letter));
        }
        rights.grant(index);
    }
    Ok(rights)
}

fn write_placement<R: Ruleset>(placement: &Placement<R>) -> String {
    let shape = R::Geometry::SHAPE;
    let mut board = String::new();
    for rank in (0..usize::from(shape.ranks)).rev() {
        let mut empty = 0;
        for file in 0..usize::from(shape.files) {
            let square = R::Geometry::square(file, rank);
            let symbol = match square.map(|square| placement.at(square)) {
                None => "*".to_owned(),
                Some(Some(piece)) => R::token(piece),
                Some(None) => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                board.push_str(&empty.to_string());
                empty = 0;
            }
            board.push_str(&symbol);
        }
        if empty > 0 {
            board.push_str(&empty.to_string());
        }
        if rank > 0 {
            board.push('/');
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use crate::position::testing::{Toy, position, refusal};
    use crate::rules::Ruleset;

    /// Each FEN is refused with its message.
    fn are_refused<R: Ruleset>(cases: &[(&str, &str)]) {
        for &(fen, message) in cases {
            assert_eq!(refusal::<R>(fen), message, "{fen}");
        }
    }

    /// Each FEN is read, and written as the second.
    fn are_written<R: Ruleset>(cases: &[(&str, &str)]) {
        for &(fen, written) in cases {
            assert_eq!(position::<R>(fen).fen(), written, "{fen}");
        }
    }

    #[test]
    fn holes_and_compounds_are_read_and_written() {
        are_written::<Toy>(&[
            (Toy::START, Toy::START),
            (
                "***k***/*5*/*{na}4*/*41*/7/*5*/*5*/*{NR}3A*/***K*** b - - 0 1",
                "***k***/*5*/*{an}4*/*5*/7/*5*/*5*/*{RN}3A*/***K*** b - - 0 1",
            ),
        ]);
    }

    #[test]
    fn wrong_holes_and_compounds_are_refused() {
        are_refused::<Toy>(&[
            (
                "7/*5*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1",
                "a9 is a hole of the board and must be '*'",
            ),
            (
                "***k***/*5*/*5*/*5*/7/*5*/*5*/*5*/**RK*** w - - 0 1",
                "c1 is a hole of the board and must be '*'",
            ),
            (
                "***k***/*5*/*5*/*5*/*6/*5*/*5*/*5*/***K*** w - - 0 1",
                "a5 is no hole of the board and cannot be '*'",
            ),
            (
                "***k****/*5*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1",
                "rank 9 does not have 7 squares",
            ),
            ("***k***/*{RN5*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1", "a brace is not closed"),
            (
                "***k***/*{Rn}4*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1",
                "'Rn' is no piece of this game",
            ),
            (
                "***k***/*{RA}4*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1",
                "'RA' is no piece of this game",
            ),
            (
                "***k***/*{}5*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1",
                "'' is no piece of this game",
            ),
        ]);
    }

    #[cfg(feature = "chess")]
    mod chess {
        use super::{are_refused, are_written};
        use crate::board::Color;
        use crate::position::FenError;
        use crate::position::Position;
        use crate::rules::chess::Chess;

        #[test]
        fn each_fault_has_its_message() {
            are_refused::<Chess>(&[
                ("", "a FEN has 4 to 6 fields, this one has 0"),
                ("4k3/8/8/8/8/8/8/4K3 w -", "a FEN has 4 to 6 fields, this one has 3"),
                ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -/-", "a FEN has 4 to 6 fields, this one has 7"),
                ("4k3/8/8/8/8/8/4K3 w - - 0 1", "the board has 8 ranks, this one has 7"),
                ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "the board has 8 ranks, this one has 9"),
                ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 does not have 8 squares"),
                ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "rank 5 does not have 8 squares"),
                ("4k3/8/8/8n/8/8/8/4K3 w - - 0 1", "rank 5 does not have 8 squares"),
                ("4k3/8/8/8*/8/8/8/4K3 w - - 0 1", "rank 5 does not have 8 squares"),
                ("4k3/8/8//8/8/8/4K3 w - - 0 1", "rank 5 does not have 8 squares"),
                ("4k3/8/8/80/8/8/8/4K3 w - - 0 1", "'0' is no count of empty squares"),
                ("4k3/8/8/8/*7/8/8/4K3 w - - 0 1", "a4 is no hole of the board and cannot be '*'"),
                ("4k3/8/8/8/4A3/8/8/4K3 w - - 0 1", "'A' is no piece of this game"),
                ("4k3/8/8/8/4é3/8/8/4K3 w - - 0 1", "'é' is no piece of this game"),
                ("4k3/8/8/8/4{RN}3/8/8/4K3 w - - 0 1", "'RN' is no piece of this game"),
                ("4k3/8/8/8/4{R3/8/8/4K3 w - - 0 1", "a brace is not closed"),
                ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, not one"),
                ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, not one"),
                ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings, not one"),
                (
                    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
                    "P on a8: a pawn cannot stand where it promotes or beyond",
                ),
                (
                    "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
                    "p on a1: a pawn cannot stand where it promotes or beyond",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K2P w - - 0 1",
                    "P on h1: a pawn cannot stand on its own first rank",
                ),
                (
                    "4k2p/8/8/8/8/8/8/4K3 w - - 0 1",
                    "p on h8: a pawn cannot stand on its own first rank",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 white - - 0 1",
                    "the side to move is 'w' or 'b', not 'white'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K2R w A - 0 1",
                    "castling rights are a selection of 'KQkq', or '-', not 'A'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
                    "castling rights are a selection of 'KQkq', or '-', not 'KK'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
                    "castling right 'Q' without king and rook at home",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K2N w K - 0 1",
                    "castling right 'K' without king and rook at home",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K2r b K - 0 1",
                    "castling right 'K' without king and rook at home",
                ),
                (
                    "r2k4/8/8/8/8/8/8/4K3 w q - 0 1",
                    "castling right 'q' without king and rook at home",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
                    "the en passant field is a square or '-', not 'e9'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - é 0 1",
                    "the en passant field is a square or '-', not 'é'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - x 1",
                    "the count of plies since a capture or pawn move is no number: 'x'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
                    "the count of plies since a capture or pawn move is no number: '-1'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
                    "the count of plies since a capture or pawn move is no number: '+1'",
                ),
                ("4k3/8/8/8/8/8/8/4K3 w - - 0 one", "the move number is no number: 'one'"),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296",
                    "the move number is no number: '4294967296'",
                ),
                ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "Black is in check and it is not Black's turn"),
                ("8/8/8/8/8/8/4k3/4K3 b - - 0 1", "White is in check and it is not White's turn"),
            ]);
        }

        #[test]
        fn a_fault_is_a_value() {
            assert_eq!(
                Position::<Chess>::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").map(|p| p.fen()),
                Err(FenError::KingCount { color: Color::Black, count: 0 })
            );
        }

        #[test]
        fn counters_may_be_missing() {
            are_written::<Chess>(&[
                ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
                ("4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
                ("  4k3/8/8/8/8/8/8/4K3  b - -  7 9 ", "4k3/8/8/8/8/8/8/4K3 b - - 7 9"),
            ]);
        }

        #[test]
        fn rights_and_tokens_are_written_canonically() {
            are_written::<Chess>(&[
                ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
                ("r3k2r/8/8/8/8/8/8/R3K2R w qK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"),
                ("4k3/8/44/8/8/{n}7/8/4{K}3 w - - 0 1", "4k3/8/8/8/8/n7/8/4K3 w - - 0 1"),
            ]);
        }

        #[test]
        fn en_passant_is_written_only_when_it_is_legal() {
            are_written::<Chess>(&[
                ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"),
                ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2"),
                // Nothing stands beside the pawn.
                ("4k3/8/8/3p4/4P3/8/8/4K3 w - d6 0 2", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 2"),
                // It would open a file, either diagonal, or the rank that both pawns leave.
                ("4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 2"),
                ("4k3/7b/8/4Pp2/8/3K4/8/8 w - f6 0 2", "4k3/7b/8/4Pp2/8/3K4/8/8 w - - 0 2"),
                ("4k3/6b1/8/3pP3/3K4/8/8/8 w - d6 0 2", "4k3/6b1/8/3pP3/3K4/8/8/8 w - - 0 2"),
                ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 2", "8/8/8/K2pP2q/8/8/8/7k w - - 0 2"),
                // It does not meet a check by another piece; it does meet the pawn's own.
                ("4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 2", "4k3/8/8/3pP3/8/8/4r3/4K3 w - - 0 2"),
                ("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 2", "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 2"),
            ]);
        }

        #[test]
        fn an_en_passant_square_that_does_not_fit_is_ignored() {
            are_written::<Chess>(&[
                // No enemy pawn just beyond.
                ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 2"),
                ("4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3nP3/8/8/8/4K3 w - - 0 2"),
                ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 2"),
                // It, or the square behind it, is occupied.
                ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 2"),
                ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 2"),
                // A wrong rank, or the other side's.
                ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 2", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"),
                ("4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 2", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 2"),
                ("4k3/8/8/8/8/8/8/4K3 w - a1 0 2", "4k3/8/8/8/8/8/8/4K3 w - - 0 2"),
            ]);
        }
    }

    #[cfg(feature = "fairyeater")]
    mod fairyeater {
        use super::{are_refused, are_written};
        use crate::rules::fairyeater::FairyEater;

        #[test]
        fn each_fault_has_its_message() {
            are_refused::<FairyEater>(&[
                ("4k4/9/9/9/9/9/9/4K4 w - - 0 1", "the board has 9 ranks, this one has 8"),
                ("4k4/9/9/9/8/9/9/9/4K4 w - - 0 1", "rank 5 does not have 9 squares"),
                ("4k4/9/9/9/4Q4/9/9/9/4K4 w - - 0 1", "'Q' is no piece of this game"),
                ("9/9/9/9/9/9/9/9/4K4 w - - 0 1", "Black has 0 kings, not one"),
                (
                    "4k4/9/4G4/9/9/9/9/9/4K4 w - - 0 1",
                    "Black is in check and it is not Black's turn",
                ),
                (
                    "4k4/9/9/4P4/9/9/9/9/4K4 w - - 0 1",
                    "P on e6: a pawn cannot stand where it promotes or beyond",
                ),
                (
                    "4k4/P8/9/9/9/9/9/9/4K4 w - - 0 1",
                    "P on a8: a pawn cannot stand where it promotes or beyond",
                ),
                (
                    "4k4/9/9/9/9/p8/9/9/4K4 w - - 0 1",
                    "p on a4: a pawn cannot stand where it promotes or beyond",
                ),
                (
                    "4k4/9/9/9/9/9/9/9/P3K4 w - - 0 1",
                    "P on a1: a pawn cannot stand on its own first rank",
                ),
                (
                    "4k4/9/9/9/9/9/9/9/4K3R w K - 0 1",
                    "there is no castling in this game, so the field is '-', not 'K'",
                ),
                (
                    "4k4/9/9/9/9/9/9/9/4K4 w - j1 0 1",
                    "the en passant field is a square or '-', not 'j1'",
                ),
            ]);
        }

        #[test]
        fn pawns_stand_between_their_first_and_their_promotion_rank() {
            are_written::<FairyEater>(&[(
                "4k4/p8/9/9/p7P/9/9/8P/4K4 w - - 0 1",
                "4k4/p8/9/9/p7P/9/9/8P/4K4 w - - 0 1",
            )]);
        }

        #[test]
        fn an_en_passant_square_is_ignored() {
            are_written::<FairyEater>(&[(
                "4k4/9/9/9/3pP4/9/9/9/4K4 w - d6 0 1",
                "4k4/9/9/9/3pP4/9/9/9/4K4 w - - 0 1",
            )]);
        }
    }
}
