//! A virtual screen, and the programs that the tests need.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine before it is thought to hang.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The programs that the tests need.
const PROGRAMS: [&str; 3] = ["xboard", "Xvfb", "xdotool"];

/// Where a program is. Debian installs games in a folder that is not in every path.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let directories = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    directories.map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// A message about the first program that is missing.
pub(crate) fn what_is_missing() -> Option<String> {
    let missing = PROGRAMS.into_iter().find(|name| program(name).is_none());
    missing.map(|name| format!("{name} is not installed"))
}

/// A command for a program that is installed.
pub(crate) fn command(name: &str) -> Command {
    let mut command = Command::new(program(name).expect("the programs were looked for"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A virtual screen. It ends with the test.
pub(crate) struct Screen {
    server: Child,
    name: String,
}

impl Screen {
    pub(crate) fn new() -> Self {
        let mut server = command("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1000x900x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the X server starts");
        // It chooses a free display number, and prints it when it is ready.
        let mut number = String::new();
        let output = server.stdout.take().expect("the output is piped");
        BufReader::new(output).read_line(&mut number).expect("the X server prints its number");
        Self { server, name: format!(":{}", number.trim()) }
    }

    /// A command for a program on this screen.
    pub(crate) fn command(&self, name: &str) -> Command {
        let mut command = command(name);
        command.env("DISPLAY", &self.name);
        command
    }

    /// The output of xdotool; `None` if it fails.
    pub(crate) fn xdotool(&self, arguments: &[&str]) -> Option<String> {
        let output =
            self.command("xdotool").args(arguments).stdout(Stdio::piped()).output().ok()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success().then_some(said)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Calls `look` until it finds something, or the time is over.
pub(crate) fn wait_for<T>(patience: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let started = Instant::now();
    loop {
        let seen = look();
        if seen.is_some() || started.elapsed() > patience {
            return seen;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// A directory for the files of the tests.
pub(crate) fn directory() -> &'static PathBuf {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gui");
        std::fs::create_dir_all(&directory).expect("a directory below target can be made");
        directory
    })
}
