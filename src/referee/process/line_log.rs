//! What is said to processes and by them, as lines of a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

/// A file of lines with the time in milliseconds since it was opened, in the form of Cute Chess:
/// `1532 >name(4711): go`. The number in brackets is that of the process, `>` stands before what it is
/// told, `<` before what it says.
#[derive(Debug)]
pub(crate) struct LineLog {
    began: Instant,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    file: File,
    /// Why nothing is written any more.
    failure: Option<io::Error>,
}

/// How the line ends with which a log begins.
const FIRST: &str = "; times in milliseconds from here";

impl LineLog {
    /// Whether a file begins as a log does.
    pub(crate) fn is_log(head: &[u8]) -> bool {
        let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
        line.starts_with(b"# ") && line.ends_with(FIRST.as_bytes())
    }

    /// Appends to a file from now on.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::options().create(true).append(true).open(path)?;
        let now = humantime::format_rfc3339_seconds(SystemTime::now());
        writeln!(file, "# {now}{FIRST}")?;
        Ok(Self { began: Instant::now(), state: Mutex::new(State { file, failure: None }) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, at: Instant, direction: char, who: &str, line: &str) {
        let mut state = self.lock();
        if state.failure.is_none() {
            let time = at.saturating_duration_since(self.began).as_millis();
            let line = format!("{time} {direction}{who}: {line}\n");
            state.failure = state.file.write_all(line.as_bytes()).err();
        }
    }

    /// Why the log is not complete, if it is not.
    pub(crate) fn failure(&self) -> Option<String> {
        self.lock().failure.as_ref().map(ToString::to_string)
    }
}

/// The part of a log that is about one process.
#[derive(Clone, Debug)]
pub(super) struct Speaker {
    log: Arc<LineLog>,
    /// The name and the number of the process.
    who: String,
}

impl Speaker {
    pub(super) fn new(log: Arc<LineLog>, name: &str, id: u32) -> Self {
        Self { log, who: format!("{name}({id})") }
    }

    pub(super) fn is_told(&self, line: &str) {
        self.log.write(Instant::now(), '>', &self.who, line);
    }

    pub(super) fn says(&self, at: Instant, line: &str) {
        self.log.write(at, '<', &self.who, line);
    }
}

// Linux has a device on which every write fails.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_log_that_cannot_be_written_says_so() {
        assert!(LineLog::open(Path::new("/dev/full")).is_err());
        let log = LineLog {
            began: Instant::now(),
            state: Mutex::new(State {
                file: File::options().write(true).open("/dev/full").expect("it opens"),
                failure: None,
            }),
        };
        let log = Arc::new(log);
        assert_eq!(log.failure(), None);
        let speaker = Speaker::new(log.clone(), "one", 1);
        speaker.is_told("uci");
        speaker.says(Instant::now(), "uciok");
        assert!(log.failure().is_some_and(|reason| reason.contains("No space left")));
    }
}
