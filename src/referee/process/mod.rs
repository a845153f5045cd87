//! Engines as processes: lines in and out, deadlines, and an end that leaves nothing behind.

mod stop;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use stop::Stop;

/// A line that is longer is cut: no protocol has such, and memory is finite.
const LONGEST_LINE: usize = 1 << 16;

/// So many lines are kept for whoever reads them; of more, the oldest are lost.
const MOST_LINES: usize = 1 << 13;

/// How long an engine may take to end after `quit`.
const QUIT_GRACE: Duration = Duration::from_secs(2);

/// A line of an engine, and when it came.
#[derive(Clone, Debug)]
pub struct Line {
    /// When it came.
    pub at: Instant,
    /// The line without its end.
    pub text: String,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// None came in time.
    Timeout,
    /// There will be none: the engine has closed its output, or ended.
    Closed,
    /// The tournament is being stopped.
    Stopped,
}

/// The lines that have come and were not read yet.
#[derive(Debug, Default)]
pub struct Inbox {
    lines: Mutex<Queue>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    lines: VecDeque<Line>,
    is_closed: bool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a line in. A reader is woken only for what it may wait for, which no thinking is.
    fn put(&self, line: Line) {
        let is_news = !is_thinking(&line.text);
        let mut queue = self.lock();
        if queue.lines.len() >= MOST_LINES {
            queue.lines.pop_front();
        }
        queue.lines.push_back(line);
        if is_news {
            self.news.notify_all();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.news.notify_all();
    }

    /// Wakes whoever waits, so that it sees that the tournament is being stopped.
    pub fn wake(&self) {
        let _queue = self.lock();
        self.news.notify_all();
    }

    fn take(&self, deadline: Instant, stop: &Stop) -> Result<Line, Silence> {
        let mut queue = self.lock();
        loop {
            if stop.is_set() {
                return Err(Silence::Stopped);
            }
            if let Some(line) = queue.lines.pop_front() {
                return Ok(line);
            }
            if queue.is_closed {
                return Err(Silence::Closed);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::Timeout);
            }
            let waited = self.news.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Whether a line tells what an engine thinks, in either protocol.
fn is_thinking(line: &str) -> bool {
    const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
    let line = line.trim_start();
    line.starts_with("info ")
        || line.starts_with(|c: char| c.is_ascii_digit())
            && !RESULTS.iter().any(|result| line.starts_with(result))
}

/// A running engine.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    inbox: Arc<Inbox>,
    stop: Arc<Stop>,
}

impl Process {
    /// Starts an engine in a process group of its own, so that all it may start ends with it.
    pub fn spawn(mut command: Command, stop: &Arc<Stop>) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        platform::group(&mut command);
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        if let Some(stdin) = &stdin {
            platform::never_wait(stdin)?;
        }
        let inbox = Arc::new(Inbox::default());
        if let Some(stdout) = child.stdout.take() {
            let inbox = inbox.clone();
            thread::spawn(move || read(stdout, &inbox));
        }
        stop.register(child.id(), &inbox);
        Ok(Self { child, stdin, inbox, stop: stop.clone() })
    }

    /// Sends a line. That it could not be sent shows when an answer is waited for: an engine that
    /// takes no input for longer than the pipe is deep has stalled, and one that is gone says no
    /// more.
    pub fn send(&mut self, line: &str) {
        log::debug!("{} < {line}", self.child.id());
        if let Some(stdin) = &mut self.stdin
            && stdin.write_all(format!("{line}\n").as_bytes()).is_err()
        {
            self.stdin = None;
        }
    }

    /// The next line, if one comes in time.
    pub fn receive(&self, deadline: Instant) -> Result<Line, Silence> {
        let line = self.inbox.take(deadline, &self.stop)?;
        log::debug!("{} > {}", self.child.id(), line.text);
        Ok(line)
    }

    /// Forgets what has come and was not read.
    pub fn clear(&self) {
        self.inbox.lock().lines.clear();
    }

    /// The first line that is wanted, if it comes in time.
    pub fn expect(
        &self,
        patience: Duration,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Result<Line, Silence> {
        let deadline = Instant::now() + patience;
        loop {
            let line = self.receive(deadline)?;
            if is_wanted(&line.text) {
                return Ok(line);
            }
            // Whoever talks without end is not answered by it.
            if Instant::now() > deadline {
                return Err(Silence::Timeout);
            }
        }
    }

    /// Asks the engine to end, waits a little, and ends what is left by force.
    pub fn quit(&mut self) {
        self.send("quit");
        self.stdin = None;
        let deadline = Instant::now() + QUIT_GRACE;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill_group(self.child.id());
        // Fails only for a process that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.stop.forget(self.child.id());
    }
}

/// Kills an engine and everything that it has started.
pub fn kill_group(leader: u32) {
    platform::kill_group(leader);
}

/// Reads lines until there are no more.
fn read(stdout: impl Read, inbox: &Inbox) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let length = reader.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes);
        match length {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => break,
            // The last line of a process that dies in its middle is no line.
            Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() < LONGEST_LINE => {}
            Ok(_) => {
                let at = Instant::now();
                let text = String::from_utf8_lossy(&bytes);
                inbox.put(Line { at, text: text.trim_end().to_owned() });
            }
        }
    }
    inbox.close();
}

#[cfg(unix)]
mod platform {
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Pid, Signal, kill_process_group};

    pub(super) fn group(command: &mut Command) {
        command.process_group(0);
    }

    /// Writing to a pipe that is full fails, instead of waiting for an engine that does not read.
    pub(super) fn never_wait(pipe: impl AsFd) -> io::Result<()> {
        Ok(rustix::io::ioctl_fionbio(pipe, true)?)
    }

    pub(super) fn kill_group(leader: u32) {
        if let Some(pid) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
            // Fails if none of the group is left, which is what is wanted.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use std::io;
    use std::process::Command;

    pub(super) fn group(_command: &mut Command) {}

    pub(super) fn never_wait<P>(_pipe: P) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn kill_group(_leader: u32) {}
}
