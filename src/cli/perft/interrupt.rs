//! Ctrl-C while something is counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::ctrl_c::{self, Unheard};
use vertumnus_referee::process::StopSignal;

/// What a count and the engines that it asks look at, to see whether they must end.
#[derive(Clone, Default)]
pub(super) struct Interrupt {
    pub(super) stop: Arc<AtomicBool>,
    pub(super) processes: Arc<StopSignal>,
}

impl Interrupt {
    /// An interrupt that Ctrl-C and SIGTERM set.
    ///
    /// # Errors
    /// If the system does not let signals be noticed.
    pub(super) fn on_signals() -> Result<Self, Unheard> {
        let interrupt = Self::default();
        let noticed = interrupt.clone();
        ctrl_c::set(move || {
            noticed.stop.store(true, Ordering::Relaxed);
            noticed.processes.set();
        })?;
        Ok(interrupt)
    }

    pub(super) fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
