//! A handle to stop or ponder-hit a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::host::Host;

/// Stops one search, or tells it that the move it ponders on was played.
///
/// A control is made for one search and shared with it. It may be used before the search begins.
#[derive(Debug)]
pub struct Control {
    host: Host,
    started: Duration,
    stopped: AtomicBool,
    hit: OnceLock<Duration>,
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
        Self::on(Host::DESKTOP)
    }

    /// A control for a search that is asked for now, on this machine.
    pub fn on(host: Host) -> Self {
        Self {
            host,
            started: (host.now)(),
            stopped: AtomicBool::new(false),
            hit: OnceLock::new(),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// The machine that the search runs on.
    pub(super) const fn host(&self) -> Host {
        self.host
    }

    /// A number for random choices of the search, another one for each call.
    pub(crate) fn seed(&self) -> u64 {
        (self.host.seed)()
    }

    /// Time since the search was asked for.
    pub(super) fn age(&self) -> Duration {
        (self.host.now)().saturating_sub(self.started)
    }

    /// Ends the search as soon as it can.
    pub fn stop(&self) {
        self.change(|| self.stopped.store(true, Ordering::Relaxed));
    }

    /// Says that the expected move was played: a search that ponders goes on under its limits.
    pub fn ponder_hit(&self) {
        self.change(|| {
            // Only the first hit counts.
            let _ = self.hit.set((self.host.now)());
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
        self.stopped.load(Ordering::Relaxed) || (self.host.is_stopped)()
    }

    /// Whether a search that was started to ponder still does: it was neither stopped nor was the
    /// expected move played.
    pub(crate) fn is_pondering(&self) -> bool {
        !self.is_stopped() && self.hit.get().is_none()
    }

    /// Time since the expected move was played; `None` if it was not.
    pub(super) fn since_hit(&self) -> Option<Duration> {
        self.hit.get().map(|&hit| (self.host.now)().saturating_sub(hit))
    }

    /// Waits for [`stop`](Self::stop) or [`ponder_hit`](Self::ponder_hit).
    pub fn wait(&self) {
        self.wait_while(|| self.is_pondering());
    }

    /// Waits for [`stop`](Self::stop).
    pub(crate) fn wait_for_stop(&self) {
        self.wait_while(|| !self.is_stopped());
    }

    /// Without threads, nobody could change anything.
    fn wait_while(&self, condition: impl Fn() -> bool) {
        if !self.host.has_threads {
            return;
        }
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let _gate =
            self.changed.wait_while(gate, |()| condition()).unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;
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

    #[test]
    fn without_threads_nobody_waits() {
        let control = Control::on(Host { has_threads: false, ..Host::DESKTOP });
        control.wait();
        control.wait_for_stop();
        assert!(control.is_pondering() && !control.is_stopped());
    }

    #[test]
    fn the_clock_and_the_flag_of_the_machine_count() {
        static MILLISECONDS: AtomicU64 = AtomicU64::new(5);
        let now = || Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed));
        let is_stopped = || MILLISECONDS.load(Ordering::Relaxed) > 7;
        let control = Control::on(Host { now, is_stopped, ..Host::DESKTOP });
        assert_eq!((control.age(), control.since_hit()), (Duration::ZERO, None));
        control.ponder_hit();
        MILLISECONDS.store(7, Ordering::Relaxed);
        let two = Duration::from_millis(2);
        assert_eq!((control.age(), control.since_hit()), (two, Some(two)));
        assert!(!control.is_stopped());
        MILLISECONDS.store(8, Ordering::Relaxed);
        assert!(control.is_stopped());
    }
}
