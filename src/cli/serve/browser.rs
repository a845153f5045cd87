//! Opens the user's browser.

use std::process::{Command, Stdio};

/// Asks the system to show an address. If it cannot, the user has the address on the screen.
pub(super) fn open(address: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // What it opens may last, but the process must not stay as a zombie.
        let _ = std::thread::Builder::new().spawn(move || child.wait());
    }
}
