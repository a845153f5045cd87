//! How a tournament is stopped: by a signal, by a test that is decided, or by an engine that fails.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::{Inbox, kill_group};

/// What a shell reports of a program that an interrupt has ended.
const INTERRUPTED: i32 = 130;

/// Tells all games that they are to be broken off, and knows the engines that run.
#[derive(Debug, Default)]
pub struct Stop {
    is_set: AtomicBool,
    is_interrupted: AtomicBool,
    engines: Mutex<Vec<(u32, Weak<Inbox>)>>,
}

impl Stop {
    /// A stop that a signal sets. A second signal ends the program at once, and the engines by
    /// force.
    ///
    /// # Errors
    /// If signals cannot be received.
    pub fn on_signals() -> Result<Arc<Self>, ctrlc::Error> {
        let stop = Arc::new(Self::default());
        let handler = stop.clone();
        ctrlc::set_handler(move || {
            if handler.is_interrupted.swap(true, Ordering::Relaxed) {
                for (leader, _) in handler.engines().iter() {
                    kill_group(*leader);
                }
                process::exit(INTERRUPTED);
            }
            handler.set();
        })?;
        Ok(stop)
    }

    fn engines(&self) -> MutexGuard<'_, Vec<(u32, Weak<Inbox>)>> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Breaks all games off.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
        for inbox in self.engines().iter().filter_map(|(_, inbox)| inbox.upgrade()) {
            inbox.wake();
        }
    }

    /// Whether games are to be broken off.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Whether it was a signal.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    pub(super) fn register(&self, leader: u32, inbox: &Arc<Inbox>) {
        self.engines().push((leader, Arc::downgrade(inbox)));
    }

    pub(super) fn forget(&self, leader: u32) {
        self.engines().retain(|&(known, _)| known != leader);
    }
}
