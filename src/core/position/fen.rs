//! FEN: the text of a [`Setup`], read strictly and written canonically.

use std::fmt;
use std::str::{Chars, FromStr};

use thiserror::Error;

use super::setup::MAX_COUNTER;
use super::{Cell, EnPassant, Position, Setup, SetupError};
use crate::board::{ByColor, Color, Geometry, Shape, Square, is_square_name, split_square};
use crate::rules::facts::{PROMOTED, TWIN};
use crate::rules::{CastlingRights, Facts, Kind, Piece, Ruleset, Variant, Visitor};

/// Why a FEN is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
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
    #[error("a bracket is not closed")]
    OpenBracket,
    #[error("nothing can be in hand in this game, so there is no '[{0}]'")]
    NoHands(String),
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
    #[error("the count of plies since a capture or pawn move is not a number up to {max}: '{0}'", max = MAX_COUNTER)]
    Clock(String),
    #[error("the move number is not a number up to {max}: '{0}'", max = MAX_COUNTER)]
    MoveNumber(String),
    /// The text is a FEN, but not of a position of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The text of a FEN or an EPD's position, taken apart, of whatever game.
///
/// Its fields have their forms. Whether the board is one of a game, and its pieces are that game's, is
/// for [`setup`](Self::setup) to say.
///
/// ```
/// use vertumnus_core::position::{Cell, Fen};
/// use vertumnus_core::rules::Variant;
///
/// let fen: Fen = "4k3/8/8/8/8/8/4P3/4K3 w - -".parse()?;
/// assert_eq!(fen.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// let mut setup = fen.setup(Variant::Chess)?;
/// setup.cells[12] = Cell::Empty;
/// let bare = Fen::from_setup(&setup, Variant::Chess)?;
/// assert_eq!(bare.board, "4k3/8/8/8/8/8/8/4K3");
/// assert!("4k3/8 white - -".parse::<Fen>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Fen {
    /// The ranks from the last one down, with `/` between two; in games with pieces in hand, these in brackets behind.
    pub board: String,
    /// The side to move.
    pub side_to_move: Color,
    /// The letters of the castling rights, or `-`.
    pub castling: String,
    /// The square behind a pawn that has just made a double step, or `-`; or the limit of a count of moves, in plies.
    pub en_passant: String,
    /// Plies since the last capture, pawn move or promotion; or how far is counted.
    pub clock: u32,
    /// The number of the move, counted up after each of Black's.
    pub move_number: u32,
    /// The seventh field, which some games have; may be empty.
    pub state: String,
}

impl Fen {
    /// What the FEN means in a game. It may be impossible all the same: [`Position::from_setup`] and
    /// [`Game::set_setup`](crate::game::Game::set_setup) check that.
    ///
    /// # Errors
    /// If the game has another board, other pieces or other fields.
    pub fn setup(&self, variant: Variant) -> Result<Setup, FenError> {
        Notation::of_variant(variant).read(&self.to_string())
    }

    /// The FEN of a setup.
    ///
    /// # Errors
    /// If the game has another board, or not these pieces and castling rights. The setup may be
    /// impossible otherwise.
    pub fn from_setup(setup: &Setup, variant: Variant) -> Result<Self, SetupError> {
        let notation = Notation::of_variant(variant);
        notation.check(setup)?;
        Ok(notation.fields(setup))
    }
}

/// The counters may be missing, as in EPD.
impl FromStr for Fen {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let most = 7;
        let wrong_count = FenError::FieldCount { most, found: fields.len() };
        let &[board, side, castling, en_passant, ref others @ ..] = &fields[..] else {
            return Err(wrong_count);
        };
        if fields.len() > most {
            return Err(wrong_count);
        }
        let is_square = |(_, rest): (&str, &str)| rest.is_empty() || is_square_name(rest);
        if en_passant != "-"
            && limit(en_passant).is_none()
            && !split_square(en_passant).is_some_and(is_square)
        {
            return Err(FenError::EnPassant(en_passant.to_owned()));
        }
        let side_to_move = side_to_move(side)?;
        let (state, counts) = state_and_counters(others);
        let (clock, move_number) = counters(counts)?;
        Ok(Self {
            board: board.to_owned(),
            side_to_move,
            castling: castling.to_owned(),
            en_passant: en_passant.to_owned(),
            clock: clock.unwrap_or(0),
            move_number: move_number.unwrap_or(1),
            state: state.unwrap_or_default().to_owned(),
        })
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, castling, en_passant, clock, move_number, state, .. } = self;
        let side = match self.side_to_move {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let fields = format!("{board} {side} {castling} {en_passant}");
        if state.is_empty() {
            write!(f, "{fields} {clock} {move_number}")
        } else if is_count(state) {
            write!(f, "{fields} {state} {clock} {move_number}")
        } else {
            write!(f, "{fields} {clock} {move_number} {state}")
        }
    }
}

impl TryFrom<String> for Fen {
    type Error = FenError;

    fn try_from(text: String) -> Result<Self, FenError> {
        text.parse()
    }
}

impl From<Fen> for String {
    fn from(fen: Fen) -> Self {
        fen.to_string()
    }
}

impl<R: Ruleset> Position<R> {
    /// Reads a FEN. The counters may be missing, as in EPD.
    ///
    /// # Errors
    /// What is wrong with it: its form first, then what stands where.
    pub fn from_fen(rules: R, fen: &str) -> Result<Self, FenError> {
        Ok(Self::from_setup(rules, &Notation::of(rules).read(fen)?)?)
    }

    /// A FEN that means what a faulty one may mean, and the faults that were mended for that. Missing fields are
    /// filled in, and what is wrong in the fields behind the side to move is left out. So is a castling right
    /// whose king or rook is not at home. What is wrong otherwise is not mended.
    ///
    /// ```
    /// use vertumnus_core::position::Position;
    /// use vertumnus_core::rules::chess::Chess;
    ///
    /// let (fen, faults) = Position::mended_fen(Chess, "4k3/8/8/8/8/8/8/4K2R w KQ");
    /// assert_eq!((fen.as_str(), faults.len()), ("4k3/8/8/8/8/8/8/4K2R w K -", 2));
    /// ```
    pub fn mended_fen(rules: R, fen: &str) -> (String, Vec<FenError>) {
        let mut fields: Vec<String> = fen.split_ascii_whitespace().map(str::to_owned).collect();
        let mut faults = Vec::new();
        while let Err(fault) = Self::from_fen(rules, &fields.join(" ")) {
            if !Notation::of(rules).mend(&mut fields, &fault) {
                break;
            }
            faults.push(fault);
        }
        (fields.join(" "), faults)
    }

    /// Writes the FEN. The en passant field is a square only if a capture there is legal.
    pub fn fen(&self) -> String {
        Notation::of(self.rules()).fields(&self.setup()).to_string()
    }
}

/// Reads a FEN, as [`Position::from_fen`] does.
impl<R: Ruleset + Default> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(R::default(), fen)
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
    shape: &'static Shape,
    facts: &'static Facts,
    /// The kinds that can be in hand, in their order.
    in_hand: Vec<Kind>,
    /// Whether what is in hand is written.
    lists_hands: bool,
    has_state: bool,
}

/// What a FEN has for en passant: a square, `-`, or the limit of a count.
fn limit(en_passant: &str) -> Option<u8> {
    let limit = number(en_passant).and_then(|limit| u8::try_from(limit).ok());
    limit.filter(|&limit| limit > 0)
}

impl Notation {
    fn of<R: Ruleset>(rules: R) -> Self {
        let has_state = rules.has_state();
        let drops = rules.hands().into_iter().flat_map(|hands| &hands.drops);
        Self {
            shape: rules.board().shape(),
            facts: rules.facts(),
            in_hand: drops.map(|drop| drop.kind).collect(),
            lists_hands: rules.hands().is_some_and(|hands| !hands.unlimited),
            has_state,
        }
    }

    fn of_variant(variant: Variant) -> Self {
        struct Of;

        impl Visitor for Of {
            type Output = Notation;

            fn visit<R: Ruleset>(self, rules: R) -> Notation {
                Notation::of(rules)
            }
        }

        variant.visit(Of)
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
        let mut setup = Setup::empty(self.shape);
        let (board, held) = self.split_hands(board)?;
        self.read_board(board, &mut setup.cells)?;
        setup.in_hand = self.read_hands(held)?;
        setup.side_to_move = side_to_move(side)?;
        setup.castling = self.read_castling(castling)?;
        let limit = limit(en_passant).filter(|_| self.facts.counting.is_some());
        if en_passant != "-" && limit.is_none() {
            let error = || FenError::EnPassant(en_passant.to_owned());
            setup.en_passant =
                EnPassant::read(en_passant, self.shape, setup.side_to_move).ok_or_else(error)?;
        }
        let (state, counts) =
            if self.has_state { state_and_counters(others) } else { (None, others) };
        let (clock, move_number) = counters(counts)?;
        match limit {
            Some(limit) => {
                let plies = clock.unwrap_or(0);
                let plies = u8::try_from(plies).map_err(|_| SetupError::Clock(plies))?;
                setup.count = Some((limit, plies));
            }
            None => setup.clock = clock.unwrap_or(setup.clock),
        }
        setup.move_number = move_number.unwrap_or(setup.move_number);
        if let Some(text) = state {
            text.clone_into(&mut setup.state);
        }
        Ok(setup)
    }

    /// Mends a fault of the fields of a FEN. Returns false if it is one of the position itself.
    fn mend(&self, fields: &mut Vec<String>, fault: &FenError) -> bool {
        const DEFAULTS: [&str; 4] = ["", "w", "-", "-"];
        let mut set = |index: usize, text: &str| {
            let field = fields.get_mut(index).filter(|field| *field != text);
            field.map(|field| text.clone_into(field)).is_some()
        };
        match fault {
            FenError::FieldCount { most, found } if found > most => {
                fields.truncate(*most);
                true
            }
            FenError::FieldCount { found: 1.., .. } => {
                fields.extend(DEFAULTS.iter().skip(fields.len()).map(|&field| field.to_owned()));
                true
            }
            FenError::Castling { found, .. } => {
                let is_known = |letter| self.facts.castles.iter().any(|c| c.letter == letter);
                let mut letters = String::new();
                for letter in found.chars().filter(|&letter| is_known(letter)) {
                    if !letters.contains(letter) {
                        letters.push(letter);
                    }
                }
                set(2, if letters.is_empty() { "-" } else { &letters })
            }
            FenError::Setup(SetupError::CastlingHome(letter)) => {
                let letters =
                    fields.get(2).map_or_else(String::new, |all| all.replace(*letter, ""));
                let field = if letters.is_empty() { "-" } else { &letters };
                fields.get_mut(2).map(|all| field.clone_into(all)).is_some()
            }
            FenError::NoCastling(_) => set(2, "-"),
            FenError::EnPassant(_) => set(3, "-"),
            FenError::Clock(_) => set(4, "0"),
            FenError::MoveNumber(_) => set(5, "1"),
            _ => false,
        }
    }

    /// The text of the board, and that of the pieces in hand: in brackets, or in a row of its own behind the last rank.
    fn split_hands<'t>(&self, text: &'t str) -> Result<(&'t str, &'t str), FenError> {
        if let Some((board, held)) = text.split_once('[') {
            let held = held.strip_suffix(']').ok_or(FenError::OpenBracket)?;
            return if self.lists_hands {
                Ok((board, held))
            } else {
                Err(FenError::NoHands(held.to_owned()))
            };
        }
        let row = text.match_indices('/').nth(usize::from(self.shape.ranks) - 1);
        match row.filter(|_| self.lists_hands) {
            Some((at, _)) => Ok((&text[..at], &text[at + 1..])),
            None => Ok((text, "")),
        }
    }

    /// The pieces in hand, in the order of the game, each with how many there are.
    fn read_hands(&self, text: &str) -> Result<Vec<(Piece, u8)>, FenError> {
        let mut counts = vec![ByColor([0_u8; 2]); self.in_hand.len()];
        let text = if text == "-" { "" } else { text };
        let mut row = Row { notation: self, rank: 0, cells: &mut [], file: 0, rest: text.chars() };
        while let Some(symbol) = row.rest.next() {
            let piece = row.any_piece(symbol)?;
            let place = self.in_hand.iter().position(|&kind| kind == piece.kind());
            let token = || self.facts.token(piece);
            let place = place.ok_or_else(|| SetupError::InHand(token()))?;
            let count = &mut counts[place][piece.color()];
            *count = count.checked_add(1).ok_or_else(|| SetupError::ManyInHand(token()))?;
        }
        let of = |color: Color| {
            let held = self.in_hand.iter().zip(&counts);
            held.map(move |(&kind, count)| (Piece::new(kind, color), count[color]))
        };
        Ok(Color::ALL.into_iter().flat_map(of).filter(|(_, count)| *count > 0).collect())
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
        if self.facts.castles.is_empty() {
            return Err(FenError::NoCastling(field.to_owned()));
        }
        for letter in field.chars() {
            let index = self.facts.castles.iter().position(|castle| castle.letter == letter);
            let Some(index) = index.filter(|&index| !rights.has(index)) else {
                let known = self.facts.castles.iter().map(|castle| castle.letter).collect();
                return Err(FenError::Castling { known, found: field.to_owned() });
            };
            rights.grant(index);
        }
        Ok(rights)
    }

    /// Whether a setup is one that can be written.
    fn check(&self, setup: &Setup) -> Result<(), SetupError> {
        let empty = Setup::empty(self.shape).cells;
        let is_hole = |cell: &Cell| *cell == Cell::Hole;
        if !setup.cells.iter().map(is_hole).eq(empty.iter().map(is_hole)) {
            return Err(SetupError::Outline);
        }
        for cell in &setup.cells {
            if let Cell::Piece(piece) = cell
                && piece.kind().index() >= self.facts.kinds.len()
            {
                return Err(SetupError::UnknownKind(piece.kind().index()));
            }
        }
        for &(piece, _) in &setup.in_hand {
            if !self.lists_hands || !self.in_hand.contains(&piece.kind()) {
                let is_known = piece.kind().index() < self.facts.kinds.len();
                return Err(if is_known {
                    SetupError::InHand(self.facts.token(piece))
                } else {
                    SetupError::UnknownKind(piece.kind().index())
                });
            }
        }
        if let Some(index) =
            setup.castling.indices().find(|&index| index >= self.facts.castles.len())
        {
            return Err(SetupError::UnknownCastling(index));
        }
        let is_square = |square: Square| matches!(empty.get(square.index()), Some(Cell::Empty));
        let squares = setup.en_passant.iter().flat_map(|passed| [passed.target, passed.pawn]);
        if !squares.into_iter().all(is_square) {
            return Err(SetupError::EnPassant);
        }
        Ok(())
    }

    fn fields(&self, setup: &Setup) -> Fen {
        let letters = setup.castling.indices().map(|index| self.facts.castles[index].letter);
        let en_passant = setup.en_passant.map(|passed| passed.text(self.shape, setup.side_to_move));
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let (en_passant, clock) = match setup.count {
            Some((limit, plies)) => (limit.to_string(), plies.into()),
            None => (or_dash(en_passant.unwrap_or_default()), setup.clock),
        };
        Fen {
            board: self.board(&setup.cells) + &self.hands(&setup.in_hand),
            side_to_move: setup.side_to_move,
            castling: or_dash(letters.collect()),
            en_passant,
            clock,
            move_number: setup.move_number,
            state: setup.state.clone(),
        }
    }

    fn board(&self, cells: &[Cell]) -> String {
        write_rows(cells, self.shape.files, |cell| match *cell {
            Cell::Hole => Some("*".to_owned()),
            Cell::Piece(piece) => Some(self.facts.marked(piece)),
            Cell::Empty => None,
        })
    }

    fn hands(&self, held: &[(Piece, u8)]) -> String {
        if !self.lists_hands {
            return String::new();
        }
        let held = held.iter().map(|&(piece, count)| self.facts.token(piece).repeat(count.into()));
        format!("[{}]", held.collect::<String>())
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

fn side_to_move(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::SideToMove(text.to_owned())),
    }
}

/// The clock and the number of the move, the first two of these fields, if they are there.
/// Whether a state is a count of checks, which stands before the counters.
fn is_count(state: &str) -> bool {
    state.contains('+') && !state.starts_with('+')
}

/// The field of the state, and the others behind the en passant square.
fn state_and_counters<'a, 't>(fields: &'a [&'t str]) -> (Option<&'t str>, &'a [&'t str]) {
    match fields {
        &[state, ref counters @ ..] if is_count(state) => (Some(state), counters),
        _ => (fields.get(2).copied(), fields),
    }
}

fn counters(fields: &[&str]) -> Result<(Option<u32>, Option<u32>), FenError> {
    let clock = |text: &&str| number(text).ok_or_else(|| FenError::Clock((*text).to_owned()));
    let move_number =
        |text: &&str| number(text).ok_or_else(|| FenError::MoveNumber((*text).to_owned()));
    Ok((fields.first().map(clock).transpose()?, fields.get(1).map(move_number).transpose()?))
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
                Some(digit) => {
                    let count = self.count(digit);
                    (0..count).try_for_each(|_| self.fill(Cell::Empty))?;
                }
                None if symbol == '*' => self.skip_hole()?,
                None => {
                    let piece = self.any_piece(symbol)?;
                    self.fill(Cell::Piece(piece))?;
                }
            }
        }
        if self.file == self.cells.len() { Ok(()) } else { Err(self.wrong_length()) }
    }

    /// A number of empty squares that begins with this digit. On boards of more than nine files it may have
    /// two.
    fn count(&mut self, first: u32) -> u32 {
        let mut ahead = self.rest.clone();
        match ahead.next().and_then(|symbol| symbol.to_digit(10)) {
            Some(second) if self.cells.len() > 9 => {
                self.rest = ahead;
                10 * first + second
            }
            _ => first,
        }
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

    /// Reads a piece with its marks, whose first symbol has been taken off the text.
    fn any_piece(&mut self, symbol: char) -> Result<Piece, FenError> {
        let piece =
            if PROMOTED.starts_with(symbol) { self.promoted()? } else { self.piece(symbol)? };
        let Some(rest) = self.rest.as_str().strip_prefix(TWIN) else { return Ok(piece) };
        self.rest = rest.chars();
        let twin = self.notation.facts.twin(piece.kind());
        let unknown = || FenError::UnknownPiece(self.notation.facts.token(piece) + TWIN);
        Ok(Piece::new(twin.ok_or_else(unknown)?, piece.color()))
    }

    /// Reads a piece before which a `+` has been taken off the text.
    fn promoted(&mut self) -> Result<Piece, FenError> {
        let symbol = self.rest.next().ok_or_else(|| FenError::UnknownPiece("+".to_owned()))?;
        let piece = self.piece(symbol)?;
        let kind = self.notation.facts.promoted(piece.kind());
        let kind = kind.ok_or_else(|| FenError::UnknownPiece(format!("+{symbol}")))?;
        Ok(Piece::new(kind, piece.color()))
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
        let kind = self.notation.facts.kind_of_token(&token.to_ascii_uppercase());
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
    use super::Fen;
    use crate::board::{Color, Square};
    use crate::position::testing::{Toy, position, refusal};
    use crate::position::{Cell, EnPassant, FenError, SetupError};
    use crate::rules::{Kind, Piece, Ruleset, Variant};

    /// Each FEN is refused with its message.
    fn are_refused<R: Ruleset + Default>(cases: &[(&str, &str)]) {
        for &(fen, message) in cases {
            assert_eq!(refusal::<R>(fen), message, "{fen}");
        }
    }

    /// Each FEN is read, and written as the second.
    fn are_written<R: Ruleset + Default>(cases: &[(&str, &str)]) {
        for &(fen, written) in cases {
            assert_eq!(position::<R>(fen).fen(), written, "{fen}");
        }
    }

    #[test]
    fn fields_are_read_and_written_without_a_game() {
        for fen in [
            "***k***/*5*/*{an}4*/*5*/7/*5*/*5*/*5*/***K*** b - - 7 32",
            "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq e3 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 p/-",
        ] {
            assert_eq!(fen.parse::<Fen>().map(|fen| fen.to_string()).as_deref(), Ok(fen));
        }
        for (text, reason) in [
            ("", "a FEN has 4 to 7 fields, this one has 0"),
            ("8 w - - 0 1 - -", "a FEN has 4 to 7 fields, this one has 8"),
            ("8 W - -", "the side to move is 'w' or 'b', not 'W'"),
            ("8 w - e", "the en passant field is a square or '-', not 'e'"),
        ] {
            let error = text.parse::<Fen>().expect_err(text).to_string();
            assert_eq!(error, reason);
        }
        assert!(matches!("8 w - - x".parse::<Fen>(), Err(FenError::Clock(_))));
        assert!(matches!("8 w - - 0 +1".parse::<Fen>(), Err(FenError::MoveNumber(_))));
    }

    #[test]
    fn setups_of_all_games_are_read_and_written() {
        for &variant in Variant::bundled() {
            let game = crate::game::session(variant);
            let fen: Fen = game.fen().parse().expect("a FEN");
            assert_eq!(fen.setup(variant), Ok(game.setup()));
            assert_eq!(Fen::from_setup(&game.setup(), variant), Ok(fen));
            let mut setup = game.setup();
            setup.cells.push(Cell::Empty);
            assert_eq!(Fen::from_setup(&setup, variant), Err(SetupError::Outline));
            let mut setup = game.setup();
            let unknown = Piece::new(Kind::new(120), Color::White);
            let cell = setup.cells.iter_mut().find(|cell| **cell == Cell::Empty);
            *cell.expect("an empty square") = Cell::Piece(unknown);
            assert_eq!(Fen::from_setup(&setup, variant), Err(SetupError::UnknownKind(120)));
            let mut setup = game.setup();
            setup.en_passant = Some(EnPassant { target: Square::new(127), pawn: Square::new(0) });
            assert_eq!(Fen::from_setup(&setup, variant), Err(SetupError::EnPassant));
        }
    }

    #[test]
    fn holes_and_compounds_are_read_and_written() {
        are_written::<Toy>(&[
            (Toy.facts().start, Toy.facts().start),
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
                    "the count of plies since a capture or pawn move is not a number up to 99999: 'x'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
                    "the count of plies since a capture or pawn move is not a number up to 99999: '-1'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
                    "the count of plies since a capture or pawn move is not a number up to 99999: '+1'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - 0 one",
                    "the move number is not a number up to 99999: 'one'",
                ),
                (
                    "4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296",
                    "the move number is not a number up to 99999: '4294967296'",
                ),
                ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "Black is in check and it is not Black's turn"),
                ("8/8/8/8/8/8/4k3/4K3 b - - 0 1", "White is in check and it is not White's turn"),
            ]);
        }

        #[test]
        fn a_fault_is_a_value() {
            assert_eq!(
                Position::from_fen(Chess, "8/8/8/8/8/8/8/4K3 w - - 0 1").map(|p| p.fen()),
                Err(FenError::Setup(SetupError::KingCount { color: Color::Black, count: 0 }))
            );
        }

        #[test]
        fn what_surrounds_the_board_is_mended() {
            const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K2R";
            for (fen, mended, count) in [
                ("w KQkq - 0 1", "w K - 0 1", 3),
                ("w", "w - -", 1),
                ("", "w - -", 1),
                ("b - - 0 1", "b - - 0 1", 0),
                ("b KK - 0 1", "b K - 0 1", 1),
                ("w HAha x9 -1 z", "w - - 0 1", 4),
                ("w K - 0 1 bm Nf3;", "w K - 0 1", 1),
                ("white - - 0 1", "white - - 0 1", 0),
            ] {
                let (fen, faults) = Position::mended_fen(Chess, &format!("{BOARD} {fen}"));
                assert_eq!((fen, faults.len()), (format!("{BOARD} {mended}"), count), "{faults:?}");
            }
            for fen in ["", "8/8 w", "4k3/8/8/8/8/8/8/8 w - -", "k3R3/8/8/8/8/8/8/4K3 q KQkq"] {
                let (fen, _) = Position::mended_fen(Chess, fen);
                assert!(Position::from_fen(Chess, &fen).is_err(), "{fen}");
            }
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
