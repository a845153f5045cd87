//! Handles of positions.
//!
//! A handle is an integer key typed as a pointer: never dereferenced, only looked up. So a handle
//! that was freed, or that is not a handle at all, is refused. A position that is freed while
//! another thread uses it lasts until that thread is done.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use vertumnus_core::game::Session;

use crate::fork;
use crate::status::{Failure, Status};

/// A position with the moves that led to it, known by its handle. Any function may be called with a
/// handle from any thread at any time, even while another thread uses the same handle.
#[derive(Debug)]
pub struct Position {
    _private: [u8; 0],
}

type Shared = Arc<RwLock<Box<dyn Session>>>;

static POSITIONS: RwLock<BTreeMap<usize, Shared>> = RwLock::new(BTreeMap::new());

/// Stores a position and returns its handle.
pub(crate) fn insert(session: Box<dyn Session>) -> *mut Position {
    // Keys count up from a number far from small integers and from addresses, so that a stray value
    // is hardly ever a handle.
    static NEXT: AtomicUsize = AtomicUsize::new(usize::MAX / 3);

    let _call = fork::hold_off();
    let mut positions = POSITIONS.write().unwrap_or_else(PoisonError::into_inner);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        if number != 0 && !positions.contains_key(&number) {
            positions.insert(number, Arc::new(RwLock::new(session)));
            return std::ptr::without_provenance_mut(number);
        }
    }
}

/// Frees a handle.
pub(crate) fn remove(handle: *const Position) -> Result<(), Failure> {
    let _call = fork::hold_off();
    let removed = POSITIONS.write().unwrap_or_else(PoisonError::into_inner).remove(&handle.addr());
    removed.map(drop).ok_or_else(|| refused(handle))
}

/// Reads a position.
pub(crate) fn read<T>(
    handle: *const Position,
    read: impl FnOnce(&dyn Session) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let _call = fork::hold_off();
    let shared = find(handle)?;
    // A panic during a change left the position before or after the change, so it is still usable.
    let session = shared.read().unwrap_or_else(PoisonError::into_inner);
    read(&**session)
}

/// Changes a position.
pub(crate) fn change<T>(
    handle: *mut Position,
    change: impl FnOnce(&mut dyn Session) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let _call = fork::hold_off();
    let shared = find(handle)?;
    let mut session = shared.write().unwrap_or_else(PoisonError::into_inner);
    change(&mut **session)
}

fn find(handle: *const Position) -> Result<Shared, Failure> {
    let positions = POSITIONS.read().unwrap_or_else(PoisonError::into_inner);
    positions.get(&handle.addr()).cloned().ok_or_else(|| refused(handle))
}

fn refused(handle: *const Position) -> Failure {
    if handle.is_null() {
        Failure::new(Status::NullPointer, "the position is null")
    } else {
        Failure::new(Status::BadHandle, "there is no such position, or it was freed")
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::c_char;
    use std::{ptr, thread};

    use super::*;
    use crate::moves::vertumnus_legal_moves;
    use crate::position::{vertumnus_fen, vertumnus_free, vertumnus_new};

    /// As a caller in C does it: results in its memory, and a position that several threads use and one
    /// frees.
    #[test]
    fn handles_are_used_by_threads_and_refused_when_they_are_freed() {
        let mut handle = ptr::null_mut();
        // SAFETY: a text that ends with a zero byte, null, and a place for the handle.
        let status = unsafe { vertumnus_new(c"chess".as_ptr(), ptr::null(), &raw mut handle) };
        if status != Status::Ok {
            // This build does not have the game.
            return;
        }
        let number = handle.addr();
        let use_it = || {
            let handle: *const Position = ptr::without_provenance(number);
            let (mut moves, mut count) = (Vec::with_capacity(4), 0);
            // SAFETY: the buffer has room for four moves.
            let status =
                unsafe { vertumnus_legal_moves(handle, moves.as_mut_ptr(), 4, &raw mut count) };
            let (mut fen, mut length): ([c_char; 100], usize) = ([0; 100], 0);
            // SAFETY: the buffer has a hundred bytes.
            let written = unsafe { vertumnus_fen(handle, fen.as_mut_ptr(), 100, &raw mut length) };
            ((status, count), (written, length))
        };
        let expected = ((Status::BufferTooSmall, 20), (Status::Ok, 56));
        thread::scope(|scope| {
            let users: Vec<_> = (0..2).map(|_| scope.spawn(use_it)).collect();
            assert_eq!(use_it(), expected);
            assert!(users.into_iter().all(|user| user.join().is_ok_and(|seen| seen == expected)));
        });
        assert_eq!(vertumnus_free(handle), Status::Ok);
        assert_eq!(vertumnus_free(handle), Status::BadHandle);
        assert_eq!((use_it().0.0, use_it().1.0), (Status::BadHandle, Status::BadHandle));
    }
}
