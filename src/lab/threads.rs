//! The threads on which the laboratory computes.

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

use vertumnus_engine::search::MAX_THREADS;

/// Reads a number of threads, 0 for one per processor.
///
/// # Errors
/// If it is not a number, or a greater one than anybody is given.
pub fn thread_count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|&count| count <= MAX_THREADS);
    count.ok_or_else(|| format!("a number from 0 to {MAX_THREADS}"))
}

/// The system does not start the threads.
#[derive(Debug, Error)]
#[error("cannot start threads: {0}")]
pub struct NoThreads(#[from] ThreadPoolBuildError);

/// Runs a function on this many threads, 0 for one per processor. What rayon does in it is done by them;
/// by itself, rayon would panic where there are no threads.
///
/// # Errors
/// If the system does not start them.
pub(crate) fn on_threads<T: Send>(
    count: usize,
    function: impl FnOnce() -> T + Send,
) -> Result<T, NoThreads> {
    Ok(ThreadPoolBuilder::new().num_threads(count).build()?.install(function))
}
