//! The status that calls return, and the guard that lets no panic out.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use vertumnus_core::game::{PositionError, TypedError};
use vertumnus_core::position::{IllegalMove, MoveError};

/// What a call returns: `VERTUMNUS_STATUS_OK`, or why it failed. A call that fails changes nothing,
/// and `vertumnus_last_error` then has a message that says more.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// A pointer is null and must not be.
    NullPointer = 1,
    /// A text is not UTF-8.
    BadText = 2,
    /// A handle is not one, or was freed.
    BadHandle = 3,
    /// There is no game of this name.
    UnknownGame = 4,
    /// A FEN is not valid.
    BadFen = 5,
    /// A text is not a move, or not a legal one, or could be several.
    BadMove = 6,
    /// There is no move to take back.
    NothingToUndo = 7,
    /// The result does not fit into the buffer.
    BufferTooSmall = 8,
    /// The depth is beyond `VERTUMNUS_MOST_DEPTH`.
    TooDeep = 9,
    /// A bug in the library.
    Internal = 10,
    /// A picture has a square, a mark or a size that cannot be.
    BadPicture = 11,
    /// A text of rules has no game that can be played.
    BadRules = 12,
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        Self::new(Status::BadMove, error.to_string())
    }
}

impl From<IllegalMove> for Failure {
    fn from(error: IllegalMove) -> Self {
        Self::new(Status::BadMove, error.to_string())
    }
}

impl From<TypedError> for Failure {
    fn from(error: TypedError) -> Self {
        Self::new(Status::BadMove, error.to_string())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        let status = match error {
            PositionError::Fen(_) => Status::BadFen,
            PositionError::Move { .. } => Status::BadMove,
        };
        Self::new(status, error.to_string())
    }
}

thread_local! {
    static LAST_MESSAGE: RefCell<CString> = RefCell::default();
}

/// The message of this thread's last failure.
pub(crate) fn last_message() -> *const c_char {
    // A thread that is ending may have lost its message.
    LAST_MESSAGE.try_with(|message| message.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

fn remember(message: &str) {
    // C ends a text at the first zero byte.
    let message = CString::new(message.replace('\0', "")).unwrap_or_default();
    let _ = LAST_MESSAGE.try_with(|last| *last.borrow_mut() = message);
}

/// Runs the body of a call, and returns its status.
pub(crate) fn answer(call: impl FnOnce() -> Result<(), Failure>) -> Status {
    let broken = || Err(Failure::new(Status::Internal, "a fault of the library itself"));
    let done = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| broken());
    let Err(Failure { status, message }) = done else { return Status::Ok };
    shielded((), || remember(&message));
    status
}

/// The result of a call that cannot fail; `fallback` if it panics nevertheless.
pub(crate) fn shielded<T>(fallback: T, call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(fallback)
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn message() -> String {
        // SAFETY: the message is a text of this thread, and no call is between.
        unsafe { CStr::from_ptr(last_message()) }.to_string_lossy().into_owned()
    }

    #[test]
    fn panics_do_not_cross_the_border() {
        assert_eq!(answer(|| panic!("this test panics")), Status::Internal);
        assert_eq!(message(), "a fault of the library itself");
        assert_eq!(shielded(7, || panic!("so does this")), 7);
    }

    #[test]
    fn messages_stay_until_another_call_of_the_thread_fails() {
        assert_eq!(message(), "");
        assert_eq!(answer(|| Err(Failure::new(Status::BadFen, "no\0 FEN"))), Status::BadFen);
        assert_eq!(answer(|| Ok(())), Status::Ok);
        assert_eq!(message(), "no FEN");
        std::thread::spawn(|| assert_eq!(message(), "")).join().expect("it does not panic");
    }
}
