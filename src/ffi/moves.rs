//! Moves: listing, reading, writing, making and taking them back.

use std::ffi::c_char;

use vertumnus_core::board::Square;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::{MoveView, Session};
use vertumnus_core::position::MoveError;
use vertumnus_core::rules::Piece;
use vertumnus_core::{position, rules};

use crate::argument::{array, put, put_length, put_list, put_text, text};
use crate::handle::{self, Position};
use crate::position::{EMPTY, MOST_SQUARES};
use crate::status::{Failure, Status, answer};

/// The size of the text of a move, the zero byte at its end included.
pub const MOVE_SIZE: usize = 64;

/// A piece that a move takes off the board.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Victim {
    /// The square on which it stands.
    pub square: u8,
    /// What stands there: twice the number of the piece's kind, plus 1 if the piece is black.
    pub piece: u8,
    /// Whether the mover captures it. Otherwise the move removes it as a side effect, as in an
    /// annihilation, and it may be a piece of either side.
    pub is_captured: bool,
}

impl Victim {
    const NONE: Self = Self { square: 0, piece: EMPTY, is_captured: false };

    /// The victims of a move.
    fn all<'a>(view: &'a MoveView, session: &'a dyn Session) -> impl Iterator<Item = Self> + 'a {
        view.victims().map(|(square, is_captured)| {
            let piece = session.piece_at(square).map_or(EMPTY, Piece::index);
            Self { square: number(square), piece, is_captured }
        })
    }
}

/// A legal move of a position. For everything that a move changes, such as the rook's move in
/// castling, compare the boards before and after it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The move in coordinates, as engines write it, with a zero byte at the end: `e2e4`, `e7e8q`,
    /// `d1d5{rn}`, `a1a4,a4a8{fb}`, `P@e5`. No other legal move of the position has this text.
    pub text: [c_char; MOVE_SIZE],
    /// The square that the mover leaves; of a drop, the one that it goes to.
    pub from: u8,
    /// The square that the mover goes to.
    pub to: u8,
    /// The number of the kind of the mover.
    pub mover: u8,
    /// The number of the kind of the mover after the move. Moves that are otherwise the same may
    /// differ in this: the player chooses.
    pub becomes: u8,
    /// Whether the move captures a piece on `to`.
    pub is_capture: bool,
    /// Whether the move captures en passant.
    pub is_en_passant: bool,
    /// Whether the move is castling.
    pub is_castling: bool,
    /// Whether the mover comes from the hand.
    pub is_drop: bool,
    /// The number of squares in `emptied`.
    pub emptied_count: u8,
    /// The squares other than `from` that are empty after the move though a piece stood or arrived
    /// there: first the squares of pieces that are captured on the way or en passant, in the order
    /// of the way, then those of pieces that the move removes as a side effect. The mover itself
    /// can be one of these.
    pub emptied: [u8; MOST_SQUARES],
    /// The number of pieces in `victims`.
    pub victim_count: u8,
    /// The pieces that the move takes off the board, the mover apart: first those that it captures
    /// on the way or en passant, in the order of the way, then the one that it captures on `to`,
    /// then those that it removes as a side effect.
    pub victims: [Victim; MOST_SQUARES],
    /// The number of pieces in `gained`.
    pub gained_count: u8,
    /// What the move puts into hands: twice the number of the kind in hand, plus 1 if it comes into Black's hand.
    pub gained: [u8; MOST_SQUARES],
}

impl Move {
    /// A move of a session that `read` finds.
    fn found(
        session: &dyn Session,
        read: impl FnOnce(&dyn Session) -> Result<position::Move, MoveError>,
    ) -> Result<Self, Failure> {
        let mv = read(session)?;
        let text = session.text(mv);
        let view = session.view(mv).ok_or_else(|| MoveError::Illegal(text.clone()))?;
        Self::of(&view, &text, session)
    }

    /// A move of a session from its parts and its text.
    fn of(view: &MoveView, text: &str, session: &dyn Session) -> Result<Self, Failure> {
        let mut emptied = [0; MOST_SQUARES];
        let mut emptied_count = 0;
        for (place, square) in emptied.iter_mut().zip(view.emptied()) {
            *place = number(square);
            emptied_count += 1;
        }
        let mut victims = [Victim::NONE; MOST_SQUARES];
        let mut victim_count = 0;
        for (place, victim) in victims.iter_mut().zip(Victim::all(view, session)) {
            *place = victim;
            victim_count += 1;
        }
        let mut gained = [EMPTY; MOST_SQUARES];
        let mut gained_count = 0;
        for (place, piece) in gained.iter_mut().zip(&view.gained) {
            *place = piece.index();
            gained_count += 1;
        }
        Ok(Self {
            text: array(text)?,
            from: number(view.from),
            to: number(view.to),
            mover: kind_number(view.mover),
            becomes: kind_number(view.becomes),
            is_capture: view.is_capture,
            is_en_passant: view.is_en_passant,
            is_castling: view.is_castling,
            is_drop: view.is_drop,
            emptied_count,
            emptied,
            victim_count,
            victims,
            gained_count,
            gained,
        })
    }
}

/// The number of a square in the interface.
pub(crate) fn number(square: Square) -> u8 {
    square.index() as u8
}

/// The number of a kind in the interface.
fn kind_number(kind: rules::Kind) -> u8 {
    kind.index() as u8
}

/// Writes the legal moves, in the order of their texts, to `moves`, which has room for `size`
/// moves, and their number to `count`. One of the two may be null; if `moves` is, only the number
/// is written. A game that is over by repetition, by the clock or by its material still has legal
/// moves.
///
/// # Safety
/// `moves` is null or has room for `size` moves; `count` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_legal_moves(
    position: *const Position,
    moves: *mut Move,
    size: usize,
    count: *mut usize,
) -> Status {
    answer(|| {
        handle::read(position, |session| {
            // Whoever asks for the number alone does not wait for the details.
            let number = session.legal_moves().len();
            // SAFETY: the caller promises it.
            if unsafe { put_length(number, number, moves, size, count) }? {
                // SAFETY: the caller promises it.
                unsafe { put_list(&legal_moves(session)?, moves, size, count) }?;
            }
            Ok(())
        })
    })
}

/// The legal moves in the order of their texts.
fn legal_moves(session: &dyn Session) -> Result<Vec<Move>, Failure> {
    let mut legal: Vec<_> = session.legal_texts().into_iter().zip(session.views()).collect();
    legal.sort_unstable_by(|(text, _), (other, _)| text.cmp(other));
    legal.iter().map(|(text, view)| Move::of(view, text, session)).collect()
}

/// Reads a move in coordinates. What the mover becomes may be left out, or be named by any of its
/// names, if only one legal move is meant then. Moves as this engine writes them in XBoard's
/// protocol, which has a letter for each kind of piece and another form for flights, are read as
/// well, with ranks from 1 whatever their number.
///
/// # Safety
/// `text` is null or a text that ends with a zero byte; `mv` is null or points to a writable move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_read_move(
    position: *const Position,
    text: *const c_char,
    mv: *mut Move,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let text = unsafe { self::text(text, "the move") }?;
        let read = handle::read(position, |session| {
            Move::found(session, |session| read_move(session, text))
        })?;
        // SAFETY: the caller promises it.
        unsafe { put(mv, read, "the place for the move") }
    })
}

/// The move that a text means in coordinates or, failing that, with the letters of XBoard's protocol.
fn read_move(session: &dyn Session, text: &str) -> Result<position::Move, MoveError> {
    session.parse(text).or_else(|error| {
        let dialect = Dialect::of(session.variant());
        dialect.read_in_own_squares(text, session).map_err(|_| error)
    })
}

/// Reads a move in SAN.
///
/// # Safety
/// `san` is null or a text that ends with a zero byte; `mv` is null or points to a writable move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_read_san(
    position: *const Position,
    san: *const c_char,
    mv: *mut Move,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let san = unsafe { text(san, "the SAN") }?;
        let read = handle::read(position, |session| {
            Move::found(session, |session| session.parse_san(san))
        })?;
        // SAFETY: the caller promises it.
        unsafe { put(mv, read, "the place for the move") }
    })
}

/// Reads a move as a person types it, in coordinates or SAN, and writes all legal moves that fit to
/// `moves`, which has room for `size` moves, and their number, which is at least 1, to `count`. One
/// of the two may be null; if `moves` is, only the number is written.
///
/// Those that capture on fewer squares and change the mover less come first. A text that leaves out
/// what the mover becomes, or what a flight captures on its way, fits every choice, even where it is
/// also the exact text of one of these moves. A kind that is named decides: `d1d5r` says that a rook
/// stays a rook.
///
/// # Safety
/// `text` is null or a text that ends with a zero byte; `moves` is null or has room for `size`
/// moves; `count` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_find_moves(
    position: *const Position,
    text: *const c_char,
    moves: *mut Move,
    size: usize,
    count: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let text = unsafe { self::text(text, "the move") }?;
        let fitting = handle::read(position, |session| {
            let fitting = session.typed(text)?.into_iter();
            fitting.map(|mv| Move::found(session, |_| Ok(mv))).collect::<Result<Vec<_>, _>>()
        })?;
        // SAFETY: the caller promises it.
        unsafe { put_list(&fitting, moves, size, count) }
    })
}

/// Writes the SAN of a move that is given in coordinates to `buffer`, which has `size` bytes, and
/// its length without the zero byte at its end to `length`. One of the two may be null; if `buffer`
/// is, only the length is written. `VERTUMNUS_MOVE_SIZE` bytes are enough.
///
/// # Safety
/// `text` is null or a text that ends with a zero byte; `buffer` is null or has `size` bytes;
/// `length` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_san(
    position: *const Position,
    text: *const c_char,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let text = unsafe { self::text(text, "the move") }?;
        let san = handle::read(position, |session| Ok(session.san(session.parse(text)?)))?;
        // SAFETY: the caller promises it.
        unsafe { put_text(&san, buffer, size, length) }
    })
}

/// Makes a move that is given in coordinates and read as by `vertumnus_read_move`.
///
/// # Safety
/// `text` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_make(position: *mut Position, text: *const c_char) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let text = unsafe { self::text(text, "the move") }?;
        handle::change(position, |session| {
            let mv = read_move(session, text)?;
            Ok(session.play(mv)?)
        })
    })
}

/// Takes the last move back.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_undo(position: *mut Position) -> Status {
    answer(|| {
        let nothing = || Failure::new(Status::NothingToUndo, "no move was made");
        handle::change(position, |session| session.undo().map(drop).ok_or_else(nothing))
    })
}

/// Writes the moves that were made since the position was set up, in coordinates and separated by
/// blanks, to `buffer`, which has `size` bytes, and the length of the text without the zero byte at
/// its end to `length`. One of the two may be null; if `buffer` is, only the length is written.
///
/// # Safety
/// `buffer` is null or has `size` bytes; `length` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_moves_made(
    position: *const Position,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        let made = handle::read(position, |session| Ok(session.texts_played().join(" ")))?;
        // SAFETY: the caller promises it.
        unsafe { put_text(&made, buffer, size, length) }
    })
}
