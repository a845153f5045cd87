//! Whether the runner itself was held up, as by Ctrl-Z or a machine that sleeps.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the watch looks at the time.
const TICK: Duration = Duration::from_millis(100);

/// A tick that takes longer by this much was a pause.
const PAUSE: Duration = Duration::from_secs(1);

/// Counts the pauses of the runner. While it pauses, it does not see what the engines say, so a time
/// forfeit may be its own fault.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    count: AtomicUsize,
    is_over: AtomicBool,
}

impl Pauses {
    /// Watches until [`end`](Self::end).
    pub(super) fn run(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            let before = Instant::now();
            thread::sleep(TICK);
            if before.elapsed() > TICK + PAUSE {
                self.count.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// The number of pauses so far.
    pub(super) fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Whether there was a pause since the count was this, up to now.
    pub(super) fn since(&self, count: usize) -> bool {
        // The watch may wake up after the thread that asks.
        thread::sleep(2 * TICK);
        self.count() > count
    }
}
