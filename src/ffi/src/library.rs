//! What there is to know of the library itself.

use std::ffi::c_char;

use crate::status::{last_message, shielded};

/// The version of this interface. It is raised when a program that was compiled with an older header
/// would no longer work; compare it with `vertumnus_interface()`.
pub const INTERFACE: u32 = 1;

/// The interface that the library has. A program works with it if this is `VERTUMNUS_INTERFACE`.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_interface() -> u32 {
    INTERFACE
}

/// The version of the library, such as `0.1.0`. The text is the library's and lasts as long as the
/// program.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The message of the last call on this thread that failed, one line; empty if none has. The text is
/// the library's and lasts until another call on this thread fails, or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_last_error() -> *const c_char {
    shielded(c"".as_ptr(), last_message)
}
