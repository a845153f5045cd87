//! Process groups and pipes of the operating system.

pub(super) use system::{group, kill_group, never_wait};

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Pid, Signal, kill_process_group};

    /// Gives a process a group of its own.
    pub(in super::super) fn group(command: &mut Command) {
        command.process_group(0);
    }

    /// Makes a write to a full pipe fail instead of waiting.
    pub(in super::super) fn never_wait(pipe: impl AsFd) -> io::Result<()> {
        Ok(rustix::io::ioctl_fionbio(pipe, true)?)
    }

    /// Kills a process and everything that it has started.
    pub(in super::super) fn kill_group(leader: u32) {
        if let Some(pid) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
            // Fails if the group has no process left.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::Command;

    pub(in super::super) fn group(_command: &mut Command) {}

    pub(in super::super) fn never_wait<P>(_pipe: P) -> io::Result<()> {
        Ok(())
    }

    pub(in super::super) fn kill_group(_leader: u32) {}
}
