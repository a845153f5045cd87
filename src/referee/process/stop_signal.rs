//! A signal that ends all waiting for the processes that share it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, Weak};

use super::platform::kill_group;

/// Something that waits, and looks at the signal when it is woken.
pub(super) trait Wake: Send + Sync {
    fn wake(&self);
}

/// Ends all waiting for the output of the processes that share it, and knows these processes.
#[derive(Default)]
pub struct StopSignal {
    is_set: AtomicBool,
    is_interrupted: AtomicBool,
    processes: Mutex<Vec<(u32, Weak<dyn Wake>)>>,
}

impl StopSignal {
    fn processes(&self) -> MutexGuard<'_, Vec<(u32, Weak<dyn Wake>)>> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all waiting: each reader gets `Silence::Stopped`.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
        for reader in self.processes().iter().filter_map(|(_, reader)| reader.upgrade()) {
            reader.wake();
        }
    }

    /// Whether waiting has ended.
    pub(crate) fn is_set(&self) -> bool {
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
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// Kills all processes that share the signal, with everything that they have started.
    pub fn kill_processes(&self) {
        for (leader, _) in self.processes().iter() {
            kill_group(*leader);
        }
    }

    pub(super) fn register(&self, leader: u32, reader: Weak<dyn Wake>) {
        self.processes().push((leader, reader));
    }

    pub(super) fn forget(&self, leader: u32) {
        self.processes().retain(|&(known, _)| known != leader);
    }
}
