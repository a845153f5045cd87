//! The cores of this machine, lent to tests.
//!
//! An engine loses time on its clock, and knows nothing of it, while another process has its core. So
//! a test whose engines play on a clock, or that keeps a core busy, holds as many cores as its engines
//! use at once.

use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;

static CORES: LazyLock<Mutex<Cores>> =
    LazyLock::new(|| Mutex::new(Cores { free: count(), tickets: 0, next: 0 }));

/// Notified when a core is given back or the next in line has taken its own.
static CHANGED: Condvar = Condvar::new();

/// Who waits is served in the order of tickets: a test that wants two cores is not passed by tests that
/// want one.
struct Cores {
    free: usize,
    /// Tickets handed out.
    tickets: usize,
    /// The ticket that is served next.
    next: usize,
}

/// How many cores there are.
pub(crate) fn count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs a test while it holds this many cores, or all of them if there are fewer.
pub(crate) fn holding<T>(wanted: usize, test: impl FnOnce() -> T) -> T {
    let _held = (wanted > 0).then(|| Held::take(wanted.min(count())));
    test()
}

/// Cores that are given back at the end, also by a test that panics.
struct Held(usize);

impl Held {
    fn take(wanted: usize) -> Self {
        let mut cores = lock();
        let ticket = cores.tickets;
        cores.tickets += 1;
        let is_waiting = |cores: &mut Cores| cores.next != ticket || cores.free < wanted;
        let mut cores =
            CHANGED.wait_while(cores, is_waiting).unwrap_or_else(PoisonError::into_inner);
        cores.free -= wanted;
        cores.next += 1;
        CHANGED.notify_all();
        Self(wanted)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        lock().free += self.0;
        CHANGED.notify_all();
    }
}

fn lock() -> MutexGuard<'static, Cores> {
    CORES.lock().unwrap_or_else(PoisonError::into_inner)
}
