//! The C interface, called as a careless C program calls it: with any text, buffers of any size,
//! null, and handles that were freed or never were.

use std::ffi::{CString, c_char};
use std::mem::MaybeUninit;
use std::ptr;

use vertumnus_library::handle::Position;
use vertumnus_library::moves::{
    Move, vertumnus_legal_moves, vertumnus_make, vertumnus_moves_made, vertumnus_read_move,
    vertumnus_read_san, vertumnus_san, vertumnus_undo,
};
use vertumnus_library::outcome::{vertumnus_checkers, vertumnus_in_check};
use vertumnus_library::position::{
    vertumnus_board, vertumnus_clone, vertumnus_fen, vertumnus_free, vertumnus_key, vertumnus_new,
    vertumnus_perft, vertumnus_repetitions, vertumnus_set_fen,
};
use vertumnus_library::status::Status;

use crate::input::Input;

/// Stands behind the end of each buffer.
const GUARD: u8 = 0x5A;
const GUARDS: usize = 16;

/// A buffer of this many items, behind which nothing may be written.
struct Buffer<T>(Vec<T>, usize);

impl<T: Copy + PartialEq> Buffer<T> {
    fn new(size: usize, guard: T) -> Self {
        Self(vec![guard; size + GUARDS], size)
    }

    fn check(&self, guard: T) {
        assert!(self.0[self.1..].iter().all(|&item| item == guard), "written past the end");
    }
}

/// The text up to the end of the line.
fn text(input: &mut Input<'_>) -> CString {
    CString::new(input.line().iter().copied().filter(|&byte| byte > 0).collect::<Vec<_>>())
        .expect("no zero byte is left")
}

/// Calls that the bytes choose, on a few handles.
pub fn library(data: &[u8]) {
    let mut input = Input(data);
    let mut handles = [ptr::null_mut::<Position>(); 4];
    for _ in 0..100 {
        if input.is_empty() {
            break;
        }
        let call = input.byte();
        let number = usize::from(call >> 6);
        // A handle that was never given, now and then.
        let garbage = ptr::without_provenance_mut(usize::from(call) << 3 | 1);
        let handle = if call & 63 == 63 { garbage } else { handles[number] };
        let status = one_call(call & 15, handle, &mut handles[number], &mut input);
        assert!(status as i32 != Status::Internal as i32, "a bug in the library");
    }
    for handle in handles {
        vertumnus_free(handle);
    }
}

fn one_call(
    call: u8,
    handle: *mut Position,
    place: &mut *mut Position,
    input: &mut Input<'_>,
) -> Status {
    let text = if call < 7 { text(input) } else { CString::default() };
    let size = if call >= 7 { usize::from(input.byte()) } else { 0 };
    let mut letters = Buffer::new(size, GUARD as c_char);
    let mut bytes = Buffer::new(size, GUARD);
    let (mut count, mut word, mut flag) = (0, 0, false);
    let mut moves = [MaybeUninit::<Move>::uninit(); 4];
    let places = moves.as_mut_ptr().cast::<Move>();
    // SAFETY: each text ends with a zero byte, each place is a variable of its type or null, and each
    // buffer has at least the size that is said.
    let status = unsafe {
        match call {
            0 => {
                vertumnus_free(*place);
                *place = ptr::null_mut();
                let name =
                    CString::new(text.to_bytes().split(|&b| b == b' ').next().unwrap_or(b""));
                let fen = text.to_bytes().iter().position(|&byte| byte == b' ');
                let fen = fen.map(|blank| CString::new(&text.to_bytes()[blank + 1..]));
                let fen = fen.transpose().expect("no zero byte");
                let name = name.expect("no zero byte");
                let fen = fen.as_ref().map_or(ptr::null(), |fen| fen.as_ptr());
                vertumnus_new(name.as_ptr(), fen, place)
            }
            1 => vertumnus_set_fen(handle, text.as_ptr()),
            2 | 3 => vertumnus_make(handle, text.as_ptr()),
            4 => vertumnus_read_move(handle, text.as_ptr(), places),
            5 => vertumnus_read_san(handle, text.as_ptr(), places),
            6 => {
                let size = letters.1;
                vertumnus_san(handle, text.as_ptr(), letters.0.as_mut_ptr(), size, &raw mut count)
            }
            7 => vertumnus_undo(handle),
            8 => vertumnus_fen(handle, letters.0.as_mut_ptr(), size, &raw mut count),
            9 => vertumnus_moves_made(handle, letters.0.as_mut_ptr(), size, &raw mut count),
            10 => vertumnus_board(handle, bytes.0.as_mut_ptr(), size, &raw mut count),
            11 => vertumnus_checkers(handle, bytes.0.as_mut_ptr(), size, &raw mut count),
            12 => vertumnus_legal_moves(handle, places, size.min(4), &raw mut count),
            13 => {
                vertumnus_in_check(handle, &raw mut flag);
                vertumnus_repetitions(handle, &raw mut count);
                vertumnus_key(handle, &raw mut word)
            }
            14 => vertumnus_perft(handle, (size % 3) as u32, &raw mut word),
            _ if size % 2 == 0 => vertumnus_free(*place),
            _ => {
                let mut copy = ptr::null_mut();
                let status = vertumnus_clone(handle, &raw mut copy);
                vertumnus_free(copy);
                status
            }
        }
    };
    letters.check(GUARD as c_char);
    bytes.check(GUARD);
    status
}
