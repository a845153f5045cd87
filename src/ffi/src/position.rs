//! Positions: made, copied, set up, shown.

use std::ffi::c_char;
use std::ptr;

use vertumnus_core::board::Color;
use vertumnus_core::game;
use vertumnus_core::position::Cell;

use crate::argument::{optional_text, put, put_list, put_text, text};
use crate::games::{self, Game};
use crate::handle;
use crate::status::{Failure, Status, answer};

/// A position with the moves that led to it, known by its handle. Whatever takes a handle may be
/// called from any thread at any time, also with a handle that another thread uses.
#[derive(Debug)]
pub struct Position {
    _private: [u8; 0],
}

/// On `vertumnus_board`, a square where nothing stands.
pub const EMPTY: u8 = 254;

/// On `vertumnus_board`, a hole of the board.
pub const HOLE: u8 = 255;

/// The most squares that a board has, holes included.
pub const MOST_SQUARES: usize = 81;

/// The deepest tree that `vertumnus_perft` counts.
pub const MOST_DEPTH: u32 = 64;

/// A side of the game.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that moves first.
    White = 0,
    /// The side that moves second.
    Black = 1,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// Sets up a game and gives the handle of it: in the position of `fen`, or at the start if that is
/// null. If it fails the handle is null.
///
/// The handle is the caller's, who ends it with `vertumnus_free`.
///
/// # Safety
/// `game` and `fen` are null or texts that end with a zero byte; `position` is null or a place for a
/// handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_new(
    game: *const c_char,
    fen: *const c_char,
    position: *mut *mut Position,
) -> Status {
    answer(|| {
        // SAFETY: the caller's.
        unsafe { put(position, ptr::null_mut(), "the place for the position") }?;
        // SAFETY: the caller's.
        let (game, fen) = unsafe { (text(game, "the game")?, optional_text(fen, "the FEN")?) };
        let mut session = game::session(games::variant(game)?);
        session.set_position(fen, &[])?;
        // SAFETY: the caller's.
        unsafe { put(position, handle::insert(session), "the place for the position") }
    })
}

/// Makes a copy of a position, its past included. From then on each goes its own way. If it fails the
/// handle is null.
///
/// The handle is the caller's, who ends it with `vertumnus_free`.
///
/// # Safety
/// `copy` is null or a place for a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_clone(
    position: *const Position,
    copy: *mut *mut Position,
) -> Status {
    answer(|| {
        // SAFETY: the caller's.
        unsafe { put(copy, ptr::null_mut(), "the place for the copy") }?;
        let session = handle::read(position, |session| Ok(session.boxed_clone()))?;
        // SAFETY: the caller's.
        unsafe { put(copy, handle::insert(session), "the place for the copy") }
    })
}

/// Ends a handle. Nothing happens if it is null. A call of another thread that still uses it is done
/// to its end; later ones are refused, as is ending the handle again.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_free(position: *mut Position) -> Status {
    answer(|| if position.is_null() { Ok(()) } else { handle::remove(position) })
}

/// Which game is played. The game is the library's and lasts as long as the program.
///
/// # Safety
/// `game` is null or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_game_of(
    position: *const Position,
    game: *mut *const Game,
) -> Status {
    answer(|| {
        let variant = handle::read(position, |session| Ok(session.variant()))?;
        let known = games::game(variant).map_or(ptr::null(), ptr::from_ref);
        // SAFETY: the caller's.
        unsafe { put(game, known, "the place for the game") }
    })
}

/// Sets up another position, that of `fen`, or the start if it is null. What was played before is
/// forgotten.
///
/// # Safety
/// `fen` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_set_fen(position: *mut Position, fen: *const c_char) -> Status {
    answer(|| {
        // SAFETY: the caller's.
        let fen = unsafe { optional_text(fen, "the FEN") }?;
        handle::change(position, |session| Ok(session.set_position(fen, &[])?))
    })
}

/// Writes the FEN into `buffer`, which has `size` bytes and stays the caller's, and its length without
/// the zero byte at its end to `length`. Either may be null; without a buffer the length alone is
/// told. If the text does not fit nothing is written but the length.
///
/// # Safety
/// `buffer` is null or has `size` bytes; `length` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_fen(
    position: *const Position,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        let fen = handle::read(position, |session| Ok(session.fen()))?;
        // SAFETY: the caller's.
        unsafe { put_text(&fen, buffer, size, length) }
    })
}

/// Writes what stands on each square into `squares`, which has room for `size` of them and stays the
/// caller's, and their number to `count`. Either may be null; without `squares` the number alone is
/// told. No board has more than `VERTUMNUS_MOST_SQUARES`.
///
/// A square has twice the number of the kind of its piece, plus 1 if that is black, or
/// `VERTUMNUS_EMPTY`, or `VERTUMNUS_HOLE`.
///
/// # Safety
/// `squares` is null or has room for `size` squares; `count` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_board(
    position: *const Position,
    squares: *mut u8,
    size: usize,
    count: *mut usize,
) -> Status {
    answer(|| {
        let cells = handle::read(position, |session| Ok(session.cells()))?;
        let codes: Vec<u8> = cells.into_iter().map(code).collect();
        // SAFETY: the caller's.
        unsafe { put_list(&codes, squares, size, count) }
    })
}

fn code(cell: Cell) -> u8 {
    match cell {
        Cell::Hole => HOLE,
        Cell::Empty => EMPTY,
        Cell::Piece(piece) => piece.index(),
    }
}

/// Tells whose turn it is.
///
/// # Safety
/// `side` is null or a place for a side.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_side_to_move(
    position: *const Position,
    side: *mut Side,
) -> Status {
    answer(|| {
        let color = handle::read(position, |session| Ok(session.side_to_move()))?;
        // SAFETY: the caller's.
        unsafe { put(side, color.into(), "the place for the side") }
    })
}

/// Tells the key of the position: a number that is the same, in this version of the library, for all
/// positions that count as repetitions of one another, and hardly ever for others.
///
/// # Safety
/// `key` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_key(position: *const Position, key: *mut u64) -> Status {
    answer(|| {
        let value = handle::read(position, |session| Ok(session.key()))?;
        // SAFETY: the caller's.
        unsafe { put(key, value, "the place for the key") }
    })
}

/// Tells how many times the position stood before.
///
/// # Safety
/// `times` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_repetitions(
    position: *const Position,
    times: *mut usize,
) -> Status {
    answer(|| {
        let value = handle::read(position, |session| Ok(session.repetitions()))?;
        // SAFETY: the caller's.
        unsafe { put(times, value, "the place for the number") }
    })
}

/// Counts the leaves of the tree of legal moves of this depth, at most `VERTUMNUS_MOST_DEPTH`. It
/// returns when they are counted; other threads may use the handle meanwhile.
///
/// # Safety
/// `leaves` is null or a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_perft(
    position: *const Position,
    depth: u32,
    leaves: *mut u64,
) -> Status {
    answer(|| {
        if depth > MOST_DEPTH {
            let message = format!("the depth is {depth}, and at most {MOST_DEPTH} can be");
            return Err(Failure::new(Status::TooDeep, message));
        }
        // The count needs the position alone, which others may change meanwhile.
        let session = handle::read(position, |session| Ok(session.boxed_clone()))?;
        // SAFETY: the caller's.
        unsafe { put(leaves, session.perft(depth), "the place for the number") }
    })
}
