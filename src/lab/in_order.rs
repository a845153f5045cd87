//! Works that are numbered, done by several threads at the same time, and taken in the order of their
//! numbers: what is made does not depend on the threads, and says by itself where to go on.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Why the works were not done.
#[derive(Debug)]
pub enum InOrderError<E> {
    /// There is no thread for the first worker.
    Threads(io::Error),
    /// A work could not be taken.
    Taken(E),
}

/// Does the works of these numbers, each by one of the workers, and hands them over in the order of their
/// numbers. Once `is_stopped`, no work begins; those that are being done are finished and taken first.
///
/// # Errors
/// If no thread can be started, or the first error of `take`: no work is taken after it.
pub fn run<W: Send, T: Send, E>(
    workers: Vec<W>,
    numbers: Range<u64>,
    is_stopped: &(dyn Fn() -> bool + Sync),
    work: &(dyn Fn(&mut W, u64) -> T + Sync),
    take: &mut dyn FnMut(u64, T) -> Result<(), E>,
) -> Result<(), InOrderError<E>> {
    let (next, has_failed) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let mut taken = numbers.start;
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for (place, mut worker) in workers.into_iter().enumerate() {
            let sender = sender.clone();
            let (next, has_failed) = (&next, &has_failed);
            let started = thread::Builder::new().spawn_scoped(scope, move || {
                while !is_stopped() && !has_failed.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    if sender.send((number, work(&mut worker, number))).is_err() {
                        break;
                    }
                }
            });
            match started {
                Err(error) if place == 0 => return Err(InOrderError::Threads(error)),
                // With fewer works at the same time it only takes longer.
                Err(_) => break,
                Ok(_) => {}
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (number, done) in receiver {
            waiting.insert(number, done);
            while let Some(done) = waiting.remove(&taken) {
                if let Err(error) = take(taken, done) {
                    has_failed.store(true, Ordering::Relaxed);
                    return Err(InOrderError::Taken(error));
                }
                taken += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_taken_in_their_order_by_however_many_threads() {
        for workers in 1..4 {
            let mut taken = Vec::new();
            let work = |(): &mut (), number: u64| number * number;
            let mut take = |number, square| {
                taken.push((number, square));
                Ok::<(), ()>(())
            };
            run(vec![(); workers], 3..30, &|| false, &work, &mut take).expect("threads");
            let expected: Vec<(u64, u64)> =
                (3..30).map(|number| (number, number * number)).collect();
            assert_eq!(taken, expected);
        }
    }

    #[test]
    fn nothing_is_taken_after_an_error_or_begun_after_a_stop() {
        let mut taken = Vec::new();
        let mut take = |number, (): ()| {
            taken.push(number);
            if number == 4 { Err("full") } else { Ok(()) }
        };
        let failed = run(vec![(); 2], 0..9, &|| false, &|(), _| (), &mut take);
        assert!(matches!(failed, Err(InOrderError::Taken("full"))));
        assert_eq!(taken, [0, 1, 2, 3, 4]);
        let mut take = |_, (): ()| Err::<(), _>("begun");
        assert!(run(vec![()], 0..9, &|| true, &|(), _| (), &mut take).is_ok());
    }
}
