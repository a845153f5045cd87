//! FEN: the text of a [`Setup`], read strictly and written canonically.

use std::fmt;
use std::str::{Chars, FromStr};

use thiserror::Error;

use super::setup::MAX_COUNTER;
use super::{Cell, Position, Setup, SetupError};
use crate::board::{Color, Geometry, Shape};
use crate::rules::{Castle, CastlingRights, Kind, Piece, Ruleset, State};

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
    #[error("{0} is not a hole of the board and cannot be '*'")]
    NotAHole(String),
    #[error("this game has no piece '{0}'")]
    UnknownPiece(String),
    #[error("a brace is not closed")]
    OpenBrace,
    #[error("'{0}' is not a count of empty squares")]
    BadDigit(char),
    #[error("the side to move is 'w' or 'b', not '{0}'")]
    SideToMove(String),
    #[error("castling rights are a selection of '{known}', or '-', not '{found}'")]
    Castling { known: String, found: String },
    #[error("there is no castling in this game, so the field is '-', not '{0}'")]
    NoCastling(String),
    #[error("the en passant field is a square or '-', not '{0}'")]
    EnPassant(String),
    #[error("the count of plies since a capture or pawn move is not a number: '{0}'")]
    Clock(String),
    #[error("the move number is not a number: '{0}'")]
    MoveNumber(String),
    /// The text is a FEN, but not of a position of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl<R: Ruleset> Position<R> {
    /// Reads a FEN. The counters may be missing, as in EPD.
    ///
    /// # Errors
    /// What is wrong with it: its form first, then what stands where.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Ok(Self::from_setup(&Notation::of::<R>().read(fen)?)?)
    }

    /// Writes the FEN. The en passant field is a square only if a capture there is legal.
    pub fn fen(&self) -> String {
        Notation::of::<R>().write(&self.setup())
    }
}

/// Reads a FEN, as [`Position::from_fen`] does.
impl<R: Ruleset> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Writes the FEN.
impl<R: Ruleset> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

/// What FEN depends on in a game.
struct Notation {
    shape: Shape,
    castles: &'static [Castle],
    has_state: bool,
    token: fn(Piece) -> String,
    kind_of_token: fn(&str) -> Option<Kind>,
}

impl Notation {
    const fn of<R: Ruleset>() -> Self {
        Self {
            shape: R::Geometry::SHAPE,
            castles: R::CASTLES,
            has_state: !R::State::FIELD.is_empty(),
            token: R::token,
            kind_of_token: R::kind_of_token,
        }
    }

    fn read(&self, fen: &str) -> Result<Setup, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let most = if self.has_state { 7 } else { 6 };
        let wrong_count = FenError::FieldCount { most, found: fields.len() };
        let &[board, side, castling, en_passant, ref others @ ..] = &fields[..] else {
            return Err(wrong_count);
        };
        if fields.len() > most {
            return Err(wrong_count);
        }
        let mut setup = Setup::empty(&self.shape);
        self.read_board(board, &mut setup.cells)?;
        setup.side_to_move = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::SideToMove(side.to_owned())),
        };
        setup.castling = self.read_castling(castling)?;
        if en_passant != "-" {
            let error = || FenError::EnPassant(en_passant.to_owned());
            setup.en_passant = Some(self.shape.parse_square(en_passant).ok_or_else(error)?);
        }
        if let Some(text) = others.first() {
            setup.clock = number(text).ok_or_else(|| FenError::Clock((*text).to_owned()))?;
        }
        if let Some(text) = others.get(1) {
            let error = || FenError::MoveNumber((*text).to_owned());
            setup.move_number = number(text).ok_or_else(error)?;
        }
        if let Some(&text) = others.get(2) {
            text.clone_into(&mut setup.state);
        }
        Ok(setup)
    }

    fn read_board(&self, board: &str, cells: &mut [Cell]) -> Result<(), FenError> {
        let rows: Vec<&str> = board.split('/').collect();
        let ranks = usize::from(self.shape.ranks);
        if rows.len() != ranks {
            return Err(FenError::RankCount { expected: ranks, found: rows.len() });
        }
        let ranks = cells.chunks_mut(self.shape.files.into()).enumerate().rev();
        for (row, (rank, cells)) in rows.iter().zip(ranks) {
            Row { notation: self, rank, cells, file: 0, rest: row.chars() }.read()?;
        }
        Ok(())
    }

    fn read_castling(&self, field: &str) -> Result<CastlingRights, FenError> {
        let mut rights = CastlingRights::default();
        if field == "-" {
            return Ok(rights);
        }
        if self.castles.is_empty() {
            return Err(FenError::NoCastling(field.to_owned()));
        }
        for letter in field.chars() {
            let index = self.castles.iter().position(|castle| castle.letter == letter);
            let Some(index) = index.filter(|&index| !rights.has(index)) else {
                let known = self.castles.iter().map(|castle| castle.letter).collect();
                return Err(FenError::Castling { known, found: field.to_owned() });
            };
            rights.grant(index);
        }
        Ok(rights)
    }

    fn write(&self, setup: &Setup) -> String {
        let mut fen = self.board(&setup.cells);
        fen.push_str(match setup.side_to_move {
            Color::White => " w ",
            Color::Black => " b ",
        });
        if setup.castling.is_empty() {
            fen.push('-');
        }
        fen.extend(setup.castling.indices().map(|index| self.castles[index].letter));
        let en_passant = setup.en_passant.map(|square| self.shape.square_name(square));
        let en_passant = en_passant.unwrap_or_else(|| "-".to_owned());
        let (clock, number) = (setup.clock, setup.move_number);
        let blank = if setup.state.is_empty() { "" } else { " " };
        format!("{fen} {en_passant} {clock} {number}{blank}{}", setup.state)
    }

    fn board(&self, cells: &[Cell]) -> String {
        write_rows(cells, self.shape.files, |cell| match *cell {
            Cell::Hole => Some("*".to_owned()),
            Cell::Piece(piece) => Some((self.token)(piece)),
            Cell::Empty => None,
        })
    }
}

/// Writes the cells of a board in the form of a FEN's first field: from the top rank down, with `/`
/// between two ranks. Runs of cells that have no text are written as their number.
pub fn write_rows<T>(cells: &[T], files: u8, text: impl Fn(&T) -> Option<String>) -> String {
    let row = |cells: &[T]| {
        let mut row = String::new();
        let mut rest = cells;
        while let [first, others @ ..] = rest {
            rest = others;
            if let Some(text) = text(first) {
                row.push_str(&text);
            } else {
                let more = others.iter().take_while(|cell| text(cell).is_none()).count();
                row.push_str(&(1 + more).to_string());
                rest = &others[more..];
            }
        }
        row
    };
    cells.chunks(files.into()).rev().map(row).collect::<Vec<_>>().join("/")
}

fn number(text: &str) -> Option<u32> {
    let number = text.parse().ok()?;
    (number <= MAX_COUNTER && !text.starts_with('+')).then_some(number)
}

/// Reads the text of one rank into its cells, of which it knows where the holes are.
struct Row<'a> {
    notation: &'a Notation,
    rank: usize,
    cells: &'a mut [Cell],
    file: usize,
    rest: Chars<'a>,
}

impl Row<'_> {
    fn read(mut self) -> Result<(), FenError> {
        while let Some(symbol) = self.rest.next() {
            match symbol.to_digit(10) {
                Some(0) => return Err(FenError::BadDigit(symbol)),
                Some(count) => (0..count).try_for_each(|_| self.fill(Cell::Empty))?,
                None if symbol == '*' => self.skip_hole()?,
                None => {
                    let piece = self.piece(symbol)?;
                    self.fill(Cell::Piece(piece))?;
                }
            }
        }
        if self.file == self.cells.len() { Ok(()) } else { Err(self.wrong_length()) }
    }

    /// Fills the next cell, which must be a square of the board.
    fn fill(&mut self, content: Cell) -> Result<(), FenError> {
        match self.cells.get_mut(self.file) {
            None => return Err(self.wrong_length()),
            Some(Cell::Hole) => return Err(FenError::Hole(self.name())),
            Some(cell) => *cell = content,
        }
        self.file += 1;
        Ok(())
    }

    /// Goes past the next cell, which must be a hole.
    fn skip_hole(&mut self) -> Result<(), FenError> {
        match self.cells.get(self.file) {
            None => return Err(self.wrong_length()),
            Some(Cell::Hole) => self.file += 1,
            Some(_) => return Err(FenError::NotAHole(self.name())),
        }
        Ok(())
    }

    /// Reads a piece whose first symbol has been taken off the text.
    fn piece(&mut self, symbol: char) -> Result<Piece, FenError> {
        let token = if symbol == '{' {
            let (token, rest) = self.rest.as_str().split_once('}').ok_or(FenError::OpenBrace)?;
            self.rest = rest.chars();
            token.to_owned()
        } else {
            symbol.to_string()
        };
        let color = if token.bytes().all(|byte| byte.is_ascii_uppercase()) {
            Some(Color::White)
        } else if token.bytes().all(|byte| byte.is_ascii_lowercase()) {
            Some(Color::Black)
        } else {
            None
        };
        let kind = (self.notation.kind_of_token)(&token.to_ascii_uppercase());
        color
            .zip(kind)
            .map(|(color, kind)| Piece::new(kind, color))
            .ok_or(FenError::UnknownPiece(token))
    }

    fn name(&self) -> String {
        self.notation.shape.name(self.file, self.rank)
    }

    const fn wrong_length(&self) -> FenError {
        FenError::RankLength { rank: self.rank + 1, files: self.cells.len() }
    }
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
                "a5 is not a hole of the board and cannot be '*'",
            ),
            (
                "***k****/*5*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1",
                "rank 9 does not have 7 squares",
            ),
            ("***k***/*{RN5*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1", "a brace is not closed"),
            (
                "***k***/*{Rn}4*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1",
                "this game has no piece 'Rn'",
            ),
            (
                "***k***/*{RA}4*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1",
                "this game has no piece 'RA'",
            ),
            ("***k***/*{}5*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1", "this game has no piece ''"),
        ]);
    }

    #[cfg(feature = "chess")]
    mod chess {
        use super::{are_refused, are_written};
        use crate::board::Color;
        use crate::position::{FenError, Position, SetupError};
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
                ("4k3/8/8/80/8/8/8/4K3 w - - 0 1", "'0' is not a count of empty squares"),
                (
                    "4k3/8/8/8/*7/8/8/4K3 w - - 0 1",
                    "a4 is not a hole of the board and cannot be '*'",
                ),
                ("4k3/8/8/8/4A3/8/8/4K3 w - - 0 1", "this game has no piece 'A'"),
                ("4k3/8/8/8/4é3/8/8/4K3 w - - 0 1", "this game has no piece 'é'"),
                ("4k3/8/8/8/4{RN}3/8/8/4K3 w - - 0 1", "this game has no piece 'RN'"),
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
                    "the count of plies since a capture or pawn move is not a number: 'x'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
                    "the count of plies since a capture or pawn move is not a number: '-1'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
                    "the count of plies since a capture or pawn move is not a number: '+1'",
                ),
                ("4k3/8/8/8/8/8/8/4K3 w - - 0 one", "the move number is not a number: 'one'"),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296",
                    "the move number is not a number: '4294967296'",
                ),
                ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "Black is in check and it is not Black's turn"),
                ("8/8/8/8/8/8/4k3/4K3 b - - 0 1", "White is in check and it is not White's turn"),
            ]);
        }

        #[test]
        fn a_fault_is_a_value() {
            assert_eq!(
                Position::<Chess>::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").map(|p| p.fen()),
                Err(FenError::Setup(SetupError::KingCount { color: Color::Black, count: 0 }))
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
                ("4k4/9/9/9/4Q4/9/9/9/4K4 w - - 0 1", "this game has no piece 'Q'"),
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
