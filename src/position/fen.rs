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
    #[error("{square} is a hole of the board and must be '*', and nothing else may be")]
    Hole { square: String },
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
                .filter(|&number| number <= MOST_MOVES)
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
                    return Err(FenError::Hole { square: R::Geometry::square_name(square) });
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
        inside.then(|| FenError::Hole { square: format!("{name}{}", rank + 1) })
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
