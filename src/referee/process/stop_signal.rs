//! A signal that ends all waiting for the processes that share it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::group::Group;

/// Something that waits, and looks at the signal when it is woken.
pub(super) trait Wake: Send + Sync {
    fn wake(&self);
}

/// Ends all waiting for the output of the processes that share it, and knows these processes.
#[derive(Default)]
pub struct StopSignal {
    is_set: AtomicBool,
    is_interrupted: AtomicBool,
    processes: Mutex<Vec<Known>>,
}

/// A process that shares a signal.
struct Known {
    id: u32,
    group: Arc<Group>,
    reader: Weak<dyn Wake>,
}

impl StopSignal {
    fn processes(&self) -> MutexGuard<'_, Vec<Known>> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all waiting: each reader gets `Silence::Stopped`.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
        for reader in self.processes().iter().filter_map(|known| known.reader.upgrade()) {
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
        for known in self.processes().iter() {
            known.group.kill();
        }
    }

    pub(super) fn register(&self, id: u32, group: Arc<Group>, reader: Weak<dyn Wake>) {
        self.processes().push(Known { id, group, reader });
    }

    pub(super) fn forget(&self, id: u32) {
        self.processes().retain(|known| known.id != id);
    }
}
