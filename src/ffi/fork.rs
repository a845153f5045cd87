//! `fork()` in a program whose threads use the library.
//!
//! A child process has only the thread that called `fork`. A lock that another thread held at that
//! moment would stay locked in the child for ever. So a fork waits until no call holds a lock, and
//! calls that begin meanwhile wait for the fork.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of calls that may hold a lock.
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// The number of forks that are under way, each on a thread of its own.
static FORKS: AtomicUsize = AtomicUsize::new(0);

/// Holds forks off as long as it lives. A thread that has one must not ask for another: it would
/// wait for a fork that waits for it.
#[must_use]
pub(crate) struct HoldOff(());

/// Lets no fork begin, after those that are under way.
pub(crate) fn hold_off() -> HoldOff {
    register();
    loop {
        CALLS.fetch_add(1, Ordering::SeqCst);
        if FORKS.load(Ordering::SeqCst) == 0 {
            return HoldOff(());
        }
        CALLS.fetch_sub(1, Ordering::SeqCst);
        while FORKS.load(Ordering::SeqCst) != 0 {
            thread::yield_now();
        }
    }
}

impl Drop for HoldOff {
    fn drop(&mut self) {
        CALLS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Has the system call the functions below when the process forks. A second registration by a
/// thread that does not know of the first does no harm. Under Miri no process forks.
#[cfg(all(unix, not(miri)))]
fn register() {
    use std::sync::atomic::AtomicBool;

    static IS_DONE: AtomicBool = AtomicBool::new(false);

    if !IS_DONE.load(Ordering::Acquire) {
        // SAFETY: the handlers only use atomic numbers.
        let status = unsafe { pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
        IS_DONE.store(status == 0, Ordering::Release);
    }
}

#[cfg(any(not(unix), miri))]
fn register() {}

#[cfg(all(unix, not(miri)))]
type Handler = Option<extern "C" fn()>;

#[cfg(all(unix, not(miri)))]
unsafe extern "C" {
    /// The function of POSIX.
    fn pthread_atfork(before: Handler, in_parent: Handler, in_child: Handler) -> i32;
}

#[cfg(all(unix, not(miri)))]
extern "C" fn before() {
    FORKS.fetch_add(1, Ordering::SeqCst);
    while CALLS.load(Ordering::SeqCst) != 0 {
        thread::yield_now();
    }
}

#[cfg(all(unix, not(miri)))]
extern "C" fn in_parent() {
    FORKS.fetch_sub(1, Ordering::SeqCst);
}

#[cfg(all(unix, not(miri)))]
extern "C" fn in_child() {
    // The other threads are not here.
    CALLS.store(0, Ordering::SeqCst);
    FORKS.store(0, Ordering::SeqCst);
}
