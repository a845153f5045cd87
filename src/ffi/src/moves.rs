//! Moves: listed, read, written, made and taken back.

use std::ffi::c_char;

use vertumnus_core::board::Square;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::{MoveView, Session};
use vertumnus_core::position::MoveError;
use vertumnus_core::{position, rules};

use crate::argument::{array, put, put_list, put_text, text};
use crate::handle;
use crate::position::{MOST_SQUARES, Position};
use crate::status::{Failure, Status, answer};

/// Room for the text of a move.
pub const MOVE_SIZE: usize = 64;

/// A legal move of a position. What a move does besides, such as a rook's part in castling, is seen by
/// comparing the boards before and after.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The move in coordinates, as engines write it, with a zero byte at the end: `e2e4`, `e7e8q`,
    /// `d1d5{rn}`, `a1a4,a4a8{fb}`. No other legal move of the position has this text.
    pub text: [c_char; MOVE_SIZE],
    /// The square that the mover leaves.
    pub from: u8,
    /// The square to which it goes.
    pub to: u8,
    /// The number of the kind of the mover.
    pub mover: u8,
    /// The number of the kind that the mover is afterwards. Moves that are otherwise alike may differ
    /// in this: the player chooses.
    pub becomes: u8,
    /// Whether it takes what stands on `to`.
    pub is_capture: bool,
    /// Whether it takes a pawn that has just passed `to`.
    pub is_en_passant: bool,
    /// Whether it is a king's move that a rook follows.
    pub is_castling: bool,
    /// How many of `emptied` there are.
    pub emptied_count: u8,
    /// The squares besides `from` that are empty afterwards though something stood or arrived there:
    /// of pieces that are taken on the way or in passing, in the order of the way, and of all that
    /// the move removes besides, which may be the mover itself.
    pub emptied: [u8; MOST_SQUARES],
}

impl Move {
    fn of(view: &MoveView, session: &dyn Session) -> Result<Self, Failure> {
        let mut emptied = [0; MOST_SQUARES];
        let mut emptied_count = 0;
        for (place, &square) in emptied.iter_mut().zip(view.stops.iter().chain(&view.removed)) {
            *place = number(square);
            emptied_count += 1;
        }
        Ok(Self {
            text: array(&session.text(view.mv))?,
            from: number(view.from),
            to: number(view.to),
            mover: kind_number(view.mover),
            becomes: kind_number(view.becomes),
            is_capture: view.is_capture,
            is_en_passant: view.is_en_passant,
            is_castling: view.is_castling,
            emptied_count,
            emptied,
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

/// Writes the legal moves, in the order of their texts, into `moves`, which has room for `size` of them
/// and stays the caller's, and their number to `count`. Either may be null; without `moves` the number
/// alone is told. A game that is over by repetition, by the clock or by its material still has moves.
///
/// # Safety
/// `moves` is null or has room for `size` moves; `count` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_legal_moves(
    position: *const Position,
    moves: *mut Move,
    size: usize,
    count: *mut usize,
) -> Status {
    answer(|| {
        let legal = handle::read(position, |session| {
            let moves = session.moves_by_text().into_iter();
            moves.map(|mv| Move::of(&session.view(mv), session)).collect::<Result<Vec<_>, _>>()
        })?;
        // SAFETY: the caller's.
        unsafe { put_list(&legal, moves, size, count) }
    })
}

/// Reads a move in coordinates. What the mover becomes may be left out, or be named by another of its
/// names, if one legal move alone is meant then. Moves as this engine writes them in XBoard's
/// protocol, which has a letter for each kind of piece and another form for flights, are read as well.
///
/// # Safety
/// `text` is null or a text that ends with a zero byte; `mv` is null or a place for a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_read_move(
    position: *const Position,
    text: *const c_char,
    mv: *mut Move,
) -> Status {
    answer(|| {
        // SAFETY: the caller's.
        let text = unsafe { self::text(text, "the move") }?;
        let read = handle::read(position, |session| {
            Move::of(&session.view(read_move(session, text)?), session)
        })?;
        // SAFETY: the caller's.
        unsafe { put(mv, read, "the place for the move") }
    })
}

/// The move that a text means: in coordinates, or else in XBoard's protocol.
fn read_move(session: &dyn Session, text: &str) -> Result<position::Move, MoveError> {
    session
        .parse(text)
        .or_else(|error| Dialect::of(session.variant()).read_move(text, session).map_err(|_| error))
}

/// Reads a move in SAN.
///
/// # Safety
/// `san` is null or a text that ends with a zero byte; `mv` is null or a place for a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_read_san(
    position: *const Position,
    san: *const c_char,
    mv: *mut Move,
) -> Status {
    answer(|| {
        // SAFETY: the caller's.
        let san = unsafe { text(san, "the SAN") }?;
        let read = handle::read(position, |session| {
            Move::of(&session.view(session.parse_san(san)?), session)
        })?;
        // SAFETY: the caller's.
        unsafe { put(mv, read, "the place for the move") }
    })
}

/// Writes the SAN of a move that is given in coordinates into `buffer`, which has `size` bytes and stays
/// the caller's, and its length without the zero byte at its end to `length`. Either may be null;
/// without a buffer the length alone is told. `VERTUMNUS_MOVE_SIZE` bytes are enough.
///
/// # Safety
/// `text` is null or a text that ends with a zero byte; `buffer` is null or has `size` bytes; `length`
/// is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_san(
    position: *const Position,
    text: *const c_char,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: the caller's.
        let text = unsafe { self::text(text, "the move") }?;
        let san = handle::read(position, |session| Ok(session.san(session.parse(text)?)))?;
        // SAFETY: the caller's.
        unsafe { put_text(&san, buffer, size, length) }
    })
}

/// Makes a move that is given in coordinates, read as `vertumnus_read_move` does.
///
/// # Safety
/// `text` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_make(position: *mut Position, text: *const c_char) -> Status {
    answer(|| {
        // SAFETY: the caller's.
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

/// Writes the moves that were made since the position was set up, in coordinates with a blank between
/// two, into `buffer`, which has `size` bytes and stays the caller's, and the length of the text
/// without the zero byte at its end to `length`. Either may be null; without a buffer the length alone
/// is told.
///
/// # Safety
/// `buffer` is null or has `size` bytes; `length` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_moves_made(
    position: *const Position,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        let made = handle::read(position, |session| Ok(session.texts_played().join(" ")))?;
        // SAFETY: the caller's.
        unsafe { put_text(&made, buffer, size, length) }
    })
}
