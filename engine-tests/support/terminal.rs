//! Terminals in which somebody presses Ctrl-C.

use std::process::{Child, Command};

/// Starts a command in a terminal of its own, as far as Ctrl-C goes.
pub fn of_its_own(command: &mut Command) -> &mut Command {
    #[cfg(windows)]
    {
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        std::os::windows::process::CommandExt::creation_flags(command, CREATE_NO_WINDOW)
    }
    #[cfg(not(windows))]
    std::os::unix::process::CommandExt::process_group(command, 0)
}

/// Presses Ctrl-C in the terminal that a process has of its own: all processes there are told. Returns
/// whether it could be pressed; otherwise the process is killed.
#[must_use]
pub fn press_ctrl_c(process: &mut Child) -> bool {
    let pressed = if cfg!(windows) {
        // A program of `.ci/wine`, because Rust's standard library cannot.
        Command::new("press-ctrl-c").arg(process.id().to_string()).status()
    } else {
        Command::new("kill").args(["-INT", "--", &format!("-{}", process.id())]).status()
    };
    match pressed {
        Ok(status) => assert!(status.success(), "Ctrl-C could not be pressed: {status}"),
        Err(error) => {
            super::leave_out(format_args!("Ctrl-C cannot be pressed: {error}"));
            process.kill().and_then(|()| process.wait()).expect("a process can be killed");
            return false;
        }
    }
    true
}
