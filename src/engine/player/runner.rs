//! Where the engine's jobs run, one after the other.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::host::Host;

/// A search or a count.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// Runs jobs.
pub(super) enum Runner {
    /// A thread that waits for jobs. It is started once, so that no job lacks a thread.
    Thread {
        jobs: Sender<Job>,
        /// One message for each job that has ended.
        ends: Receiver<()>,
    },
    /// Whoever starts a job runs it.
    InPlace,
}

impl Runner {
    /// Starts the thread, if the machine has threads.
    ///
    /// # Errors
    /// If the system does not start it.
    pub(super) fn new(host: Host) -> io::Result<Self> {
        if !host.has_threads {
            return Ok(Self::InPlace);
        }
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (sender, ends) = mpsc::channel();
        let started = thread::Builder::new().name("jobs".to_owned()).spawn(move || {
            for job in inbox {
                // A job that panics has said so on stderr; the engine lives on.
                let _ = panic::catch_unwind(AssertUnwindSafe(job));
                if sender.send(()).is_err() {
                    return;
                }
            }
        });
        started.map_err(|error| {
            io::Error::new(error.kind(), format!("cannot start a thread: {error}"))
        })?;
        Ok(Self::Thread { jobs, ends })
    }

    /// Starts a job.
    pub(super) fn run(&self, job: Job) {
        match self {
            // The thread ends only after this sender.
            Self::Thread { jobs, .. } => drop(jobs.send(job)),
            Self::InPlace => job(),
        }
    }

    /// Waits for the end of a job. Each job that was started is waited for once.
    pub(super) fn wait(&self) {
        if let Self::Thread { ends, .. } = self {
            let _ = ends.recv();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_panics_ends_like_any_other() {
        let runner = Runner::new(Host::DESKTOP).expect("a thread");
        runner.run(Box::new(|| panic!("this panic is part of a test")));
        runner.wait();
        let (sender, receiver) = mpsc::channel();
        runner.run(Box::new(move || sender.send(7).expect("a receiver")));
        runner.wait();
        assert_eq!(receiver.recv(), Ok(7));
    }

    #[test]
    fn without_threads_a_job_has_ended_when_it_was_started() {
        let runner = Runner::new(Host { has_threads: false, ..Host::DESKTOP }).expect("no thread");
        let (sender, receiver) = mpsc::channel();
        runner.run(Box::new(move || sender.send(7).expect("a receiver")));
        assert_eq!(receiver.try_recv(), Ok(7));
        runner.wait();
    }
}
