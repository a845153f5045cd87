//! Positions: creating, copying, setting up and reading them.

use std::ffi::c_char;
use std::ptr;

use vertumnus_core::board::Color;
use vertumnus_core::game;
use vertumnus_core::position::Cell;
use vertumnus_core::position::perft::MAX_DEPTH;

use crate::argument::{must_have, optional_text, put, put_list, put_text, text};
use crate::games::{self, Game};
use crate::handle::{self, Position};
use crate::status::{Failure, Status, answer};

/// An empty square, as `vertumnus_board` writes it.
pub const EMPTY: u8 = 254;

/// A hole of the board, as `vertumnus_board` writes it.
pub const HOLE: u8 = 255;

/// The largest number of squares of a board, holes included.
pub const MOST_SQUARES: usize = 128;

/// The largest depth of `vertumnus_perft`.
pub const MOST_DEPTH: u32 = 64;

const _: () = assert!(MOST_DEPTH == MAX_DEPTH, "the rules allow as much");

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

/// Starts a game in the position of `fen`, or at its start position if `fen` is null, and writes
/// its handle to `position`. If the call fails, the handle is null.
///
/// The caller frees the handle with `vertumnus_free`.
///
/// # Safety
/// `game` and `fen` are null or texts that end with a zero byte; `position` is null or points to a
/// writable handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_new(
    game: *const c_char,
    fen: *const c_char,
    position: *mut *mut Position,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        unsafe { put(position, ptr::null_mut(), "the place for the position") }?;
        // SAFETY: the caller promises it.
        let (game, fen) = unsafe { (text(game, "the game")?, optional_text(fen, "the FEN")?) };
        let mut session = game::session(games::variant(game)?);
        session.set_position(fen, &[])?;
        // SAFETY: the caller promises it.
        unsafe { put(position, handle::insert(session), "the place for the position") }
    })
}

/// The same for a game that the library has returned, whatever other game has its name since.
///
/// # Safety
/// `fen` is null or a text that ends with a zero byte; `position` is null or points to a writable
/// handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_new_of(
    game: *const Game,
    fen: *const c_char,
    position: *mut *mut Position,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        unsafe { put(position, ptr::null_mut(), "the place for the position") }?;
        // SAFETY: the caller promises it.
        let fen = unsafe { optional_text(fen, "the FEN") }?;
        let mut session = game::session(games::variant_of(game)?);
        session.set_position(fen, &[])?;
        // SAFETY: the caller promises it.
        unsafe { put(position, handle::insert(session), "the place for the position") }
    })
}

/// Copies a position with the moves that led to it, and writes the handle of the copy to `copy`.
/// The two are independent afterwards. If the call fails, the handle is null.
///
/// The caller frees the handle with `vertumnus_free`.
///
/// # Safety
/// `copy` is null or points to a writable handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_clone(
    position: *const Position,
    copy: *mut *mut Position,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        unsafe { put(copy, ptr::null_mut(), "the place for the copy") }?;
        let session = handle::read(position, |session| Ok(session.boxed_clone()))?;
        // SAFETY: the caller promises it.
        unsafe { put(copy, handle::insert(session), "the place for the copy") }
    })
}

/// Frees a handle. Nothing happens if it is null. A call on another thread that still uses the
/// handle is completed. Later calls are refused, and so is freeing the handle again.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_free(position: *mut Position) -> Status {
    answer(|| if position.is_null() { Ok(()) } else { handle::remove(position) })
}

/// Writes which game is played. The game belongs to the library and is never freed.
///
/// # Safety
/// `game` is null or points to a writable pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_game_of(
    position: *const Position,
    game: *mut *const Game,
) -> Status {
    answer(|| {
        let variant = handle::read(position, |session| Ok(session.variant()))?;
        let known = ptr::from_ref(games::described(variant));
        // SAFETY: the caller promises it.
        unsafe { put(game, known, "the place for the game") }
    })
}

/// Sets up the position of `fen`, or the start position if `fen` is null. The moves played before
/// are forgotten.
///
/// # Safety
/// `fen` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_set_fen(position: *mut Position, fen: *const c_char) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let fen = unsafe { optional_text(fen, "the FEN") }?;
        handle::change(position, |session| Ok(session.set_position(fen, &[])?))
    })
}

/// Writes the FEN to `buffer`, which has `size` bytes, and its length without the zero byte at its
/// end to `length`. One of the two may be null. If `buffer` is null or too small, only the length
/// is written.
///
/// # Safety
/// `buffer` is null or has `size` bytes; `length` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_fen(
    position: *const Position,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        let fen = handle::read(position, |session| Ok(session.fen()))?;
        // SAFETY: the caller promises it.
        unsafe { put_text(&fen, buffer, size, length) }
    })
}

/// Writes the content of each square to `squares`, which has room for `size` squares, and their
/// number to `count`. One of the two may be null; if `squares` is, only the number is written. No
/// board has more squares than `VERTUMNUS_MOST_SQUARES`.
///
/// The content is twice the number of the piece's kind, plus 1 if the piece is black; or
/// `VERTUMNUS_EMPTY`; or `VERTUMNUS_HOLE`.
///
/// # Safety
/// `squares` is null or has room for `size` squares; `count` is null or points to a writable
/// number.
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
        // SAFETY: the caller promises it.
        unsafe { put_list(&codes, squares, size, count) }
    })
}

/// What a square holds, as `vertumnus_board` writes it.
pub(crate) fn code(cell: Cell) -> u8 {
    match cell {
        Cell::Hole => HOLE,
        Cell::Empty => EMPTY,
        Cell::Piece(piece) => piece.index(),
    }
}

/// Writes how many pieces of each kind that can be in hand (`held` of its game) White, or Black if
/// `is_black`, has in hand to `counts`, which has room for `size` numbers, and how many numbers these
/// are to `count`. One of the two may be null; if `counts` is, only their number is written. In a game
/// in which hands never become empty, each is 1.
///
/// # Safety
/// `counts` is null or has room for `size` numbers; `count` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_hand(
    position: *const Position,
    is_black: bool,
    counts: *mut u8,
    size: usize,
    count: *mut usize,
) -> Status {
    answer(|| {
        let held: Vec<u8> = handle::read(position, |session| {
            let hand = session.in_hand(if is_black { Color::Black } else { Color::White });
            let count = |kind| hand.iter().find(|(held, _)| *held == kind).map_or(0, |held| held.1);
            Ok(session.kinds_in_hand().into_iter().map(count).collect())
        })?;
        // SAFETY: the caller promises it.
        unsafe { put_list(&held, counts, size, count) }
    })
}

/// Writes the side to move.
///
/// # Safety
/// `side` is null or points to a writable side.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_side_to_move(
    position: *const Position,
    side: *mut Side,
) -> Status {
    answer(|| {
        let color = handle::read(position, |session| Ok(session.side_to_move()))?;
        // SAFETY: the caller promises it.
        unsafe { put(side, color.into(), "the place for the side") }
    })
}

/// Writes the Zobrist key of the position. In one version of the library, positions that count as
/// repetitions of one another have the same key, and other positions hardly ever do.
///
/// # Safety
/// `key` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_key(position: *const Position, key: *mut u64) -> Status {
    answer(|| {
        let value = handle::read(position, |session| Ok(session.key()))?;
        // SAFETY: the caller promises it.
        unsafe { put(key, value, "the place for the key") }
    })
}

/// Writes how many times the position occurred before.
///
/// # Safety
/// `times` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_repetitions(
    position: *const Position,
    times: *mut usize,
) -> Status {
    answer(|| {
        let value = handle::read(position, |session| Ok(session.repetitions()))?;
        // SAFETY: the caller promises it.
        unsafe { put(times, value, "the place for the number") }
    })
}

/// Counts the leaves of the tree of legal moves of this depth, which is at most
/// `VERTUMNUS_MOST_DEPTH`. The count runs on the calling thread; other threads may use the handle
/// meanwhile.
///
/// # Safety
/// `leaves` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_perft(
    position: *const Position,
    depth: u32,
    leaves: *mut u64,
) -> Status {
    answer(|| {
        must_have(leaves, "the place for the number")?;
        if depth > MOST_DEPTH {
            let message = format!("the depth is {depth}, and at most {MOST_DEPTH} can be");
            return Err(Failure::new(Status::TooDeep, message));
        }
        // Other threads may change the position during the count, so a copy is counted.
        let session = handle::read(position, |session| Ok(session.boxed_clone()))?;
        // SAFETY: the caller promises it.
        unsafe { put(leaves, session.perft(depth), "the place for the number") }
    })
}
