//! The thread on which the engine's jobs run, one after the other.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// A search or a count.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// A thread that waits for jobs. It is started once, so that no job lacks a thread.
pub(super) struct Runner {
    jobs: Sender<Job>,
    /// One message for each job that has ended.
    ends: Receiver<()>,
}

impl Runner {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system does not start it.
    pub(super) fn new() -> io::Result<Self> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (sender, ends) = mpsc::channel();
        thread::Builder::new().name("jobs".to_owned()).spawn(move || {
            for job in inbox {
                // A job that panics has said so on stderr; the engine lives on.
                let _ = panic::catch_unwind(AssertUnwindSafe(job));
                if sender.send(()).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { jobs, ends })
    }

    /// Starts a job.
    pub(super) fn run(&self, job: Job) {
        // The thread ends only after this sender.
        let _ = self.jobs.send(job);
    }

    /// Waits for the end of a job. Each job that was started is waited for once.
    pub(super) fn wait(&self) {
        let _ = self.ends.recv();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_panics_ends_like_any_other() {
        let runner = Runner::new().expect("a thread");
        runner.run(Box::new(|| panic!("this panic is part of a test")));
        runner.wait();
        let (sender, receiver) = mpsc::channel();
        runner.run(Box::new(move || sender.send(7).expect("a receiver")));
        runner.wait();
        assert_eq!(receiver.recv(), Ok(7));
    }
}
