//! Positions behind handles.
//!
//! A handle is a number in the dress of a pointer. Nothing is behind it; it is looked up. So one that
//! was freed, or never was one, is refused instead of followed, and a position that is freed while
//! another thread uses it lasts until that is done.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use vertumnus_core::game::Session;

use crate::position::Position;
use crate::status::{Failure, Status};

type Shared = Arc<RwLock<Box<dyn Session>>>;

static POSITIONS: RwLock<BTreeMap<usize, Shared>> = RwLock::new(BTreeMap::new());

/// A handle for this position.
pub(crate) fn insert(session: Box<dyn Session>) -> *mut Position {
    static LAST: AtomicUsize = AtomicUsize::new(0);
    // An odd factor gives each number another one, and small numbers, which stray into handles more
    // often than others, large ones.
    const FACTOR: usize = 0x9E37_79B9_7F4A_7C15_u64 as usize;

    let mut positions = POSITIONS.write().unwrap_or_else(PoisonError::into_inner);
    loop {
        let number = LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(1).wrapping_mul(FACTOR);
        if number != 0 && !positions.contains_key(&number) {
            positions.insert(number, Arc::new(RwLock::new(session)));
            return std::ptr::without_provenance_mut(number);
        }
    }
}

/// Ends a handle.
pub(crate) fn remove(handle: *const Position) -> Result<(), Failure> {
    let removed = POSITIONS.write().unwrap_or_else(PoisonError::into_inner).remove(&handle.addr());
    removed.map(drop).ok_or_else(|| refused(handle))
}

/// Looks at a position.
pub(crate) fn read<T>(
    handle: *const Position,
    look: impl FnOnce(&dyn Session) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let shared = find(handle)?;
    // A fault while it was changed has left it at one move or the other, so it can still be used.
    let session = shared.read().unwrap_or_else(PoisonError::into_inner);
    look(&**session)
}

/// Changes a position.
pub(crate) fn change<T>(
    handle: *mut Position,
    change: impl FnOnce(&mut dyn Session) -> Result<T, Failure>,
) -> Result<T, Failure> {
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
