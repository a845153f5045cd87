//! A position as plain data, to be read, edited and validated into a [`Position`].

use thiserror::Error;

use super::{EnPassant, Position};
use crate::board::{Bits, Color, Geometry, Shape, Square};
use crate::rules::definition::Count;
use crate::rules::{Castle, CastlingRights, Hands, Piece, Placement, Ruleset, State};

/// The highest clock and move number of a setup; higher ones would overflow somewhere.
pub(super) const MAX_COUNTER: u32 = 99_999;

/// A cell of the rectangle that encloses a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Cell {
    /// Not a square of the board.
    Hole,
    /// An empty square.
    Empty,
    /// A square with a piece.
    Piece(Piece),
}

/// A position of any game as plain data. It need not be possible, or of any game at all:
/// [`Position::from_setup`] checks that.
///
/// ```
/// use vertumnus_core::position::{Cell, Position};
/// use vertumnus_core::rules::chess::Chess;
///
/// // Remove a pawn of the start position.
/// let mut setup = Position::start(Chess).setup();
/// setup.cells[8] = Cell::Empty;
/// let position = Position::from_setup(Chess, &setup)?;
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1");
/// # Ok::<(), vertumnus_core::position::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The cells by the index of their square: from the first rank up, each rank from the first
    /// file on.
    pub cells: Vec<Cell>,
    /// The pieces in hand, and how many of each there are, in the order of the FEN.
    pub in_hand: Vec<(Piece, u8)>,
    /// The side to move.
    pub side_to_move: Color,
    /// The castling rights, by the index of the game's castling moves.
    pub castling: CastlingRights,
    /// A pawn that has just made a double step. It is ignored unless it can be taken for it.
    pub en_passant: Option<EnPassant>,
    /// Plies since the last capture, pawn move or promotion.
    pub clock: u32,
    /// The number of the move, counted up after each of Black's.
    pub move_number: u32,
    /// How far a side with few pieces has counted, in a game in which moves are counted: the limit and the count, in
    /// plies.
    #[cfg_attr(feature = "serde", serde(default))]
    pub count: Option<(u8, u8)>,
    /// The seventh field of the FEN; empty for the default.
    pub state: String,
}

impl Setup {
    /// An empty board of this shape, White to move.
    pub fn empty(shape: &Shape) -> Self {
        let cells =
            (0..shape.ranks).flat_map(|rank| (0..shape.files).map(move |file| (file, rank)));
        let cells = cells.map(|(file, rank)| match shape.index(file as i8, rank as i8) {
            Some(_) => Cell::Empty,
            None => Cell::Hole,
        });
        Self {
            cells: cells.collect(),
            in_hand: Vec::new(),
            side_to_move: Color::White,
            castling: CastlingRights::default(),
            en_passant: None,
            clock: 0,
            move_number: 1,
            count: None,
            state: String::new(),
        }
    }
}

/// Why a setup is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum SetupError {
    #[error("the cells do not have the outline of the board")]
    Outline,
    #[error("the game has no kind of piece with the number {0}")]
    UnknownKind(usize),
    #[error("{piece} on {square}: {reason}")]
    BadSquare { piece: String, square: String, reason: &'static str },
    #[error("{color} has {count} kings, not one")]
    KingCount { color: Color, count: u32 },
    #[error("{0} has a king, and plays without")]
    NeedlessKing(Color),
    #[error("{0}")]
    BadPlacement(&'static str),
    #[error("in this game no '{0}' can be in hand")]
    InHand(String),
    #[error("more than 255 of '{0}' are in hand")]
    ManyInHand(String),
    #[error("the game has no castling right with the number {0}")]
    UnknownCastling(usize),
    #[error("castling right '{0}' without king and rook at home")]
    CastlingHome(char),
    #[error("the en passant square is not a square of the board")]
    EnPassant,
    #[error("the count of plies since a capture or pawn move is too high: {0}")]
    Clock(u32),
    #[error("the move number is too high: {0}")]
    MoveNumber(u32),
    #[error("nobody counts moves in this game, so there is no limit of {0} plies")]
    NoCount(u8),
    #[error("the seventh field is {expected}, not '{found}'")]
    State { expected: &'static str, found: String },
    #[error("this game has no seventh field, so it cannot be '{0}'")]
    NoState(String),
    #[error("{0} is in check and it is not {0}'s turn")]
    OpponentInCheck(Color),
    #[error("the kings face each other, which this game does not allow")]
    KingsFace,
}

impl<R: Ruleset> Position<R> {
    /// The position of a setup.
    ///
    /// # Errors
    /// The first reason why no position of the game is so.
    pub fn from_setup(rules: R, setup: &Setup) -> Result<Self, SetupError> {
        let hands = in_hand(rules, &setup.in_hand)?;
        let placement = placed(rules, &setup.cells)?;
        check_castling(setup.castling, &placement)?;
        if setup.clock > MAX_COUNTER {
            return Err(SetupError::Clock(setup.clock));
        }
        if setup.move_number > MAX_COUNTER {
            return Err(SetupError::MoveNumber(setup.move_number));
        }
        let count = match setup.count {
            Some((limit, _)) if limit == 0 || rules.facts().counting.is_none() => {
                return Err(SetupError::NoCount(limit));
            }
            Some((limit, plies)) => Count { limit, plies },
            None => Count::default(),
        };
        let mut position = Self {
            castling: setup.castling,
            placement,
            side_to_move: setup.side_to_move,
            state: read_state(rules, &setup.state)?.with_count(count),
            hands,
            en_passant: None,
            clock: setup.clock,
            move_number: setup.move_number,
        };
        if position.is_in_check(!setup.side_to_move) {
            return Err(SetupError::OpponentInCheck(!setup.side_to_move));
        }
        if position.has_facing_kings() {
            return Err(SetupError::KingsFace);
        }
        if let Some(passed) = setup.en_passant {
            if !rules.board().shape().has(passed.target) {
                return Err(SetupError::EnPassant);
            }
            // Which of both squares is which, and whether the pawn has passed both, may be told by the pieces
            // alone.
            let swapped = EnPassant { target: passed.pawn, pawn: passed.target };
            let further = passed.further(rules.board().shape());
            let mut passed = [Some(passed), Some(swapped), further].into_iter().flatten();
            let passed = passed.find(|&passed| position.has_passed(passed));
            position.en_passant = passed.and_then(|passed| position.takeable(passed));
        }
        Ok(position)
    }

    /// The position as plain data. [`from_setup`](Self::from_setup) makes an equal one of it.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup {
            side_to_move: self.side_to_move,
            castling: self.castling,
            en_passant: self.en_passant,
            clock: self.clock,
            move_number: self.move_number,
            count: Some(self.state.count())
                .filter(|count| count.limit > 0)
                .map(|Count { limit, plies }| (limit, plies)),
            state: if self.state.packed() == 0 {
                String::new()
            } else {
                self.rules().state_text(self.state)
            },
            ..Setup::empty(self.board().shape())
        };
        let is_listed = self.rules().hands().is_some_and(|rules| !rules.unlimited);
        for color in Color::ALL.into_iter().filter(|_| is_listed) {
            let held = self.in_hand(color).map(|(kind, count)| (Piece::new(kind, color), count));
            setup.in_hand.extend(held);
        }
        for square in self.placement.occupied().squares() {
            if let Some(piece) = self.placement.at(square) {
                setup.cells[square.index()] = Cell::Piece(piece);
            }
        }
        setup
    }

    /// All castling rights that a position with these pieces can have: those whose king and rook are
    /// at home.
    pub fn possible_castling(&self) -> CastlingRights {
        let mut rights = CastlingRights::default();
        for (index, castle) in self.facts().castles.iter().enumerate() {
            if is_at_home(castle, &self.placement) {
                rights.grant(index);
            }
        }
        rights
    }
}

/// The pieces of these cells, put on the board from the top rank down as a FEN has them.
fn placed<R: Ruleset>(rules: R, cells: &[Cell]) -> Result<Placement<R>, SetupError> {
    let shape = rules.board().shape();
    if cells.len() != shape.cells() {
        return Err(SetupError::Outline);
    }
    let mut placement = Placement::new(rules);
    for rank in (0..usize::from(shape.ranks)).rev() {
        for file in 0..usize::from(shape.files) {
            let cell = cells[rank * usize::from(shape.files) + file];
            match (rules.board().square(file, rank), cell) {
                (None, Cell::Hole) | (Some(_), Cell::Empty) => {}
                (Some(square), Cell::Piece(piece)) => {
                    check_piece(rules, piece, square)?;
                    placement.edit(|pieces| pieces.put(piece, square));
                }
                _ => return Err(SetupError::Outline),
            }
        }
    }
    for color in Color::ALL {
        let count = (placement.royals() & placement.of(color)).count();
        if !rules.has_king(color) && count > 0 {
            return Err(SetupError::NeedlessKing(color));
        }
        if rules.has_king(color) && count != 1 {
            return Err(SetupError::KingCount { color, count });
        }
    }
    rules.check_placement(&placement).map_err(SetupError::BadPlacement)?;
    Ok(placement)
}

/// What the sides have in hand by a setup.
fn in_hand<R: Ruleset>(rules: R, held: &[(Piece, u8)]) -> Result<R::Hands, SetupError> {
    let mut hands = R::Hands::default();
    for &(piece, count) in held {
        let number = piece.kind().index();
        if number >= rules.facts().kinds.len() {
            return Err(SetupError::UnknownKind(number));
        }
        let not_in_hand = || SetupError::InHand(rules.facts().token(piece));
        let known = rules.hands().filter(|rules| !rules.unlimited);
        let place = known.and_then(|known| known.place(piece.kind())).ok_or_else(not_in_hand)?;
        let all = hands.count(piece.color(), place).checked_add(count);
        hands.set(
            piece.color(),
            place,
            all.ok_or_else(|| SetupError::ManyInHand(rules.facts().token(piece)))?,
        );
    }
    Ok(hands)
}

fn check_piece<R: Ruleset>(rules: R, piece: Piece, square: Square) -> Result<(), SetupError> {
    let number = piece.kind().index();
    if number >= rules.facts().kinds.len() {
        return Err(SetupError::UnknownKind(number));
    }
    rules.check_square(piece, square).map_err(|reason| SetupError::BadSquare {
        piece: rules.facts().token(piece),
        square: rules.board().square_name(square),
        reason,
    })
}

/// Whether the king and the rook of a castling move stand where it begins.
pub(super) fn is_at_home<R: Ruleset>(castle: &Castle, placement: &Placement<R>) -> bool {
    let stands = |square, kind| placement.at(square) == Some(Piece::new(kind, castle.color));
    stands(castle.king.0, castle.king_kind)
        && castle.rook_kinds.iter().any(|&kind| stands(castle.rook.0, kind))
}

fn check_castling<R: Ruleset>(
    rights: CastlingRights,
    placement: &Placement<R>,
) -> Result<(), SetupError> {
    for index in rights.indices() {
        let castle =
            placement.facts().castles.get(index).ok_or(SetupError::UnknownCastling(index))?;
        if !is_at_home(castle, placement) {
            return Err(SetupError::CastlingHome(castle.letter));
        }
    }
    Ok(())
}

/// The state that a seventh field means; the default if it is empty.
pub(crate) fn read_state<R: Ruleset>(rules: R, text: &str) -> Result<R::State, SetupError> {
    if !text.is_empty() && !rules.has_state() {
        return Err(SetupError::NoState(text.to_owned()));
    }
    let error = || SetupError::State { expected: R::State::FIELD, found: text.to_owned() };
    rules.read_state(text).ok_or_else(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch;
    use crate::position::testing::{Toy, each_position};
    use crate::rules::{Kind, Variant};

    fn leads_back<R: Ruleset>(rules: R) {
        each_position(rules, 5, 40, |position| {
            assert_eq!(Position::from_setup(rules, &position.setup()).as_ref(), Ok(position));
            assert_eq!(Position::from_fen(rules, &position.to_string()).as_ref(), Ok(position));
        });
    }

    fn refusal<R: Ruleset>(rules: R, edit: impl FnOnce(&mut Setup)) -> String {
        let mut setup = Position::start(rules).setup();
        edit(&mut setup);
        Position::from_setup(rules, &setup).expect_err("it is refused").to_string()
    }

    #[test]
    fn a_position_is_made_of_its_setup_again() {
        leads_back(Toy);
    }

    #[test]
    fn each_fault_has_its_message() {
        let outline = "the cells do not have the outline of the board";
        assert_eq!(refusal(Toy, |setup| setup.cells.truncate(62)), outline);
        assert_eq!(refusal(Toy, |setup| setup.cells[0] = Cell::Empty), outline);
        assert_eq!(refusal(Toy, |setup| setup.cells[8] = Cell::Hole), outline);
        let rook = Cell::Piece(Piece::new(Kind::new(1), Color::White));
        assert_eq!(refusal(Toy, |setup| setup.cells[0] = rook), outline);
        let unknown = Cell::Piece(Piece::new(Kind::new(99), Color::White));
        assert_eq!(
            refusal(Toy, |setup| setup.cells[9] = unknown),
            "the game has no kind of piece with the number 99"
        );
        assert_eq!(
            refusal(Toy, |setup| setup.castling.grant(2)),
            "the game has no castling right with the number 2"
        );
        for square in [0, 63, 100] {
            assert_eq!(
                refusal(Toy, |setup| {
                    let target = Square::new(square);
                    setup.en_passant = Some(EnPassant { target, pawn: Square::new(30) });
                }),
                "the en passant square is not a square of the board"
            );
        }
        assert_eq!(
            refusal(Toy, |setup| setup.clock = 100_000),
            "the count of plies since a capture or pawn move is too high: 100000"
        );
        assert_eq!(
            refusal(Toy, |setup| setup.move_number = u32::MAX),
            "the move number is too high: 4294967295"
        );
        assert_eq!(
            refusal(Toy, |setup| setup.state = "p/-".to_owned()),
            "this game has no seventh field, so it cannot be 'p/-'"
        );
    }

    #[test]
    fn every_game_s_positions_are_made_of_their_setups_again() {
        for &variant in Variant::bundled() {
            dispatch!(variant, |rules: R| { leads_back(rules) });
        }
    }
}
