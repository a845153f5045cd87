//! Facts about the library itself.

use std::ffi::c_char;

use crate::status::{last_message, shielded};

/// The version of this interface. It is raised when programs that were compiled with an older
/// header would no longer work. Compare it with `vertumnus_interface()`.
pub const INTERFACE: u32 = 4;

/// The version of the library's interface. A program works with the library if this equals
/// `VERTUMNUS_INTERFACE`.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_interface() -> u32 {
    INTERFACE
}

/// The version of the library, such as `0.2.0`. The text belongs to the library and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The message of the last call on this thread that failed, one line; empty if no call has failed.
/// The text belongs to the library and lasts until another call on this thread fails, or the thread
/// ends.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_last_error() -> *const c_char {
    shielded(c"".as_ptr(), last_message)
}
