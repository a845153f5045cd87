//! A signal that ends all waiting for the processes that share it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::{Inbox, kill_group};

/// Ends all waiting for the output of the processes that share it, and knows these processes.
#[derive(Debug, Default)]
pub struct StopSignal {
    is_set: AtomicBool,
    is_interrupted: AtomicBool,
    processes: Mutex<Vec<(u32, Weak<Inbox>)>>,
}

impl StopSignal {
    fn processes(&self) -> MutexGuard<'_, Vec<(u32, Weak<Inbox>)>> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all waiting: each reader gets [`Silence::Stopped`](super::Silence::Stopped).
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
        for inbox in self.processes().iter().filter_map(|(_, inbox)| inbox.upgrade()) {
            inbox.wake();
        }
    }

    /// Whether waiting has ended.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Sets the signal on behalf of a user who interrupts the program. Returns whether this is the
    /// first interrupt.
    pub fn interrupt(&self) -> bool {
        let is_first = !self.is_interrupted.swap(true, Ordering::Relaxed);
        self.set();
        is_first
    }

    /// Whether a user has interrupted the program.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// Kills all processes that share the signal, with everything that they have started.
    pub fn kill_processes(&self) {
        for (leader, _) in self.processes().iter() {
            kill_group(*leader);
        }
    }

    pub(super) fn register(&self, leader: u32, inbox: &Arc<Inbox>) {
        self.processes().push((leader, Arc::downgrade(inbox)));
    }

    pub(super) fn forget(&self, leader: u32) {
        self.processes().retain(|&(known, _)| known != leader);
    }
}
