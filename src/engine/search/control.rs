//! A handle to stop or ponder-hit a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Stops one search, or tells it that the move it ponders on was played.
///
/// A control is made for one search and shared with it. It may be used before the search begins.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stopped: AtomicBool,
    hit: OnceLock<Instant>,
    /// Taken to change either, so that no waiting thread misses the change.
    gate: Mutex<()>,
    changed: Condvar,
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

impl Control {
    /// A control for a search that is asked for now: its limits of time count from here.
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            stopped: AtomicBool::new(false),
            hit: OnceLock::new(),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// When the search was asked for.
    pub(super) const fn started(&self) -> Instant {
        self.started
    }

    /// Ends the search as soon as it can.
    pub fn stop(&self) {
        self.change(|| self.stopped.store(true, Ordering::Relaxed));
    }

    /// Says that the expected move was played: a search that ponders goes on under its limits.
    pub fn ponder_hit(&self) {
        self.change(|| {
            // Only the first hit counts.
            let _ = self.hit.set(Instant::now());
        });
    }

    fn change(&self, change: impl FnOnce()) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.changed.notify_all();
    }

    /// The flag that [`stop`](Self::stop) sets.
    pub(crate) const fn stop_flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Whether the search must end.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether a search that was started to ponder still does: it was neither stopped nor was the
    /// expected move played.
    pub(crate) fn is_pondering(&self) -> bool {
        !self.is_stopped() && self.hit.get().is_none()
    }

    /// When the expected move was played.
    pub(super) fn hit_at(&self) -> Option<Instant> {
        self.hit.get().copied()
    }

    /// Waits for [`stop`](Self::stop) or [`ponder_hit`](Self::ponder_hit).
    pub fn wait(&self) {
        self.wait_while(|| self.is_pondering());
    }

    /// Waits for [`stop`](Self::stop).
    pub(crate) fn wait_for_stop(&self) {
        self.wait_while(|| !self.is_stopped());
    }

    fn wait_while(&self, condition: impl Fn() -> bool) {
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let _gate =
            self.changed.wait_while(gate, |()| condition()).unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn waiting_ends_with_what_is_waited_for() {
        let control = Control::new();
        thread::scope(|scope| {
            let waiter = scope.spawn(|| control.wait());
            control.ponder_hit();
            waiter.join().expect("no panic");
            assert!(!control.is_pondering() && !control.is_stopped());
            let waiter = scope.spawn(|| control.wait_for_stop());
            control.stop();
            waiter.join().expect("no panic");
        });
        control.wait();
    }
}
