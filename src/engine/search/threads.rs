//! The threads that search.

use std::hint;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use rayon::{Scope, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

use crate::host::Host;

/// The most threads that anybody is given: more would only take memory.
pub const MAX_THREADS: usize = 256;

/// A search is a deep recursion with large frames.
const STACK_BYTES: usize = 16 << 20;

/// Memory that the histories of a thread and everything else that it needs take.
const HISTORY_BYTES: usize = 10 << 20;

/// Memory that a thread needs in all.
const THREAD_BYTES: usize = STACK_BYTES + HISTORY_BYTES;

/// Memory that must be left when all threads have theirs.
const SPARE_BYTES: usize = 32 << 20;

/// Memory is probed in blocks of this size. A block is large enough for every allocator to ask the
/// system for it and to give it back at once.
const PROBE_BYTES: usize = 34 << 20;

/// Why there are not as many search threads as were asked for.
#[derive(Debug, Error)]
pub enum ThreadsError {
    /// The system does not have the memory.
    #[error("the system has no memory for {}", threads(*.0))]
    Memory(usize),
    /// The machine has no threads: the thread that asks for a search runs it.
    #[error("there is one search thread here, not {0}")]
    Single(usize),
    /// The system does not start that many threads.
    #[error("the system does not start {}: {error}", threads(*count))]
    Start {
        /// How many were asked for.
        count: usize,
        /// What the system says.
        error: ThreadPoolBuildError,
    },
}

/// A number of threads, in words.
fn threads(count: usize) -> String {
    if count == 1 { "a search thread".to_owned() } else { format!("{count} search threads") }
}

/// Threads with stacks that are deep enough for a search. A clone is the same threads. They end
/// with the last clone, which must not be dropped on one of them.
///
/// On a machine without threads there are none, and everything runs where it is called.
#[derive(Clone, Debug)]
pub struct SearchThreads(Option<Arc<Threads>>);

#[derive(Debug)]
struct Threads {
    pool: ThreadPool,
    /// Dropped after the pool, which tells the threads to end.
    _joined: Joined,
}

/// Threads that have ended when this is dropped, so that the system can give them again.
#[derive(Debug, Default)]
struct Joined(Vec<JoinHandle<()>>);

impl Drop for Joined {
    fn drop(&mut self) {
        for thread in self.0.drain(..) {
            // What it panicked about was said on stderr.
            let _ = thread.join();
        }
    }
}

impl SearchThreads {
    /// Starts threads, at least one.
    ///
    /// # Errors
    /// If the system does not have the threads, or the memory for them.
    pub fn new(count: usize) -> Result<Self, ThreadsError> {
        let count = count.max(1);
        // A thread for which there is no memory while it starts would end the process, and so would
        // histories for which there is none.
        if !has_memory(count * THREAD_BYTES + SPARE_BYTES) {
            return Err(ThreadsError::Memory(count));
        }
        let mut joined = Joined::default();
        let pool = ThreadPoolBuilder::new()
            .num_threads(count)
            .spawn_handler(|thread| {
                let builder = thread::Builder::new()
                    .name(format!("search {}", thread.index()))
                    .stack_size(STACK_BYTES);
                joined.0.push(builder.spawn(|| thread.run())?);
                Ok(())
            })
            .build()
            .map_err(|error| ThreadsError::Start { count, error })?;
        // Returns when all of them have started.
        pool.broadcast(|_| ());
        Ok(Self(Some(Arc::new(Threads { pool, _joined: joined }))))
    }

    /// Starts threads on this machine, at least one.
    ///
    /// # Errors
    /// If the system does not have the threads, or the memory for them.
    pub fn on(host: Host, count: usize) -> Result<Self, ThreadsError> {
        match count {
            _ if host.has_threads => Self::new(count),
            0 | 1 => Ok(Self(None)),
            _ => Err(ThreadsError::Single(count)),
        }
    }

    /// How many threads there are.
    pub fn count(&self) -> usize {
        self.pool().map_or(1, ThreadPool::current_num_threads)
    }

    /// Runs a function on these threads, and returns when it does.
    pub fn install<T: Send>(&self, function: impl FnOnce() -> T + Send) -> T {
        match self.pool() {
            Some(pool) => pool.install(function),
            None => function(),
        }
    }

    /// Whether the system has the memory for histories of all these threads, and some to spare.
    ///
    /// # Errors
    /// If it has not.
    pub(crate) fn check_memory(&self) -> Result<(), ThreadsError> {
        // Without threads, the program has all the memory that there is from the start.
        let Some(pool) = self.pool() else { return Ok(()) };
        let count = pool.current_num_threads();
        let is_enough = has_memory(count * HISTORY_BYTES + SPARE_BYTES);
        if is_enough { Ok(()) } else { Err(ThreadsError::Memory(count)) }
    }

    /// Runs a function that spawns tasks for these threads, and returns when all are done.
    pub(super) fn scope<'scope, T: Send>(
        &self,
        function: impl FnOnce(&Scope<'scope>) -> T + Send,
    ) -> T {
        match self.pool() {
            Some(pool) => pool.scope(function),
            None => rayon::in_place_scope(function),
        }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        self.0.as_deref().map(|threads| &threads.pool)
    }
}

/// Whether the system would give this many bytes. Asks for them, touches none of them, and gives
/// them back.
fn has_memory(bytes: usize) -> bool {
    let blocks = bytes.div_ceil(PROBE_BYTES);
    let mut probes = Vec::new();
    (0..blocks).all(|_| {
        let mut probe: Vec<u8> = Vec::new();
        let is_given = probe.try_reserve_exact(PROBE_BYTES).is_ok();
        probes.push(hint::black_box(probe));
        is_given
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_take_part() {
        for count in [0, 1, 3] {
            let threads = SearchThreads::new(count).expect("a few threads");
            assert_eq!(threads.count(), count.max(1));
            assert_eq!(threads.install(rayon::current_num_threads), count.max(1));
        }
    }

    #[test]
    fn without_threads_all_runs_where_it_is_called() {
        let host = Host { has_threads: false, ..Host::DESKTOP };
        let threads = SearchThreads::on(host, 1).expect("nothing has to be started");
        assert_eq!(threads.count(), 1);
        let here = thread::current().id();
        assert_eq!(threads.install(|| thread::current().id()), here);
        assert_eq!(threads.scope(|_| thread::current().id()), here);
        assert!(SearchThreads::on(host, 2).is_err());
    }
}
