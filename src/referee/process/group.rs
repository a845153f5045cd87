//! A process and everything that it starts, as the operating system keeps them together.

pub(super) use system::Group;

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// A process group, by its leader.
    pub(in super::super) struct Group(Pid);

    impl Group {
        /// Starts a command in a group of its own, which a Ctrl-C in the terminal does not reach.
        pub(in super::super) fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
            let child = command.process_group(0).spawn()?;
            let leader = Pid::from_child(&child);
            Ok((child, Self(leader)))
        }

        /// Kills all of its processes.
        pub(in super::super) fn kill(&self) {
            // Fails if no process is left.
            let _ = kill_process_group(self.0, Signal::KILL);
        }
    }
}

#[cfg(windows)]
mod system {
    use std::io;
    use std::os::windows::io::AsRawHandle;
    use std::os::windows::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, PoisonError};

    use win32job::{ExtendedLimitInfo, Job};

    /// Ctrl-C in the console does not reach the process.
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

    /// A job. The system kills its processes when the job is closed, so they end with the runner,
    /// however that ends.
    pub(in super::super) struct Group(Mutex<Option<Job>>);

    impl Group {
        /// Starts a command in a job of its own, which a Ctrl-C in the console does not reach.
        pub(in super::super) fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
            let child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
            // A process that has ended already is refused, and has left nothing to be killed.
            if let Err(error) = job.assign_process(child.as_raw_handle() as isize) {
                log::debug!("{} is in no job: {error}", child.id());
            }
            Ok((child, Self(Mutex::new(Some(job)))))
        }

        /// Kills all of its processes.
        pub(in super::super) fn kill(&self) {
            drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}
