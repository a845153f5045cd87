//! Processes that are talked to in lines: input and output with deadlines, and an end that leaves
//! nothing behind.

mod stop_signal;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use stop_signal::StopSignal;

/// A longer line is cut into pieces of this length, in bytes, so that memory stays bounded.
const MAX_LINE_LENGTH: usize = 1 << 16;

/// At most this many unread lines are kept; beyond that the oldest are dropped.
const MAX_UNREAD_LINES: usize = 1 << 13;

/// How long a process may take to end after `quit`.
const QUIT_GRACE: Duration = Duration::from_secs(2);

/// How often a process is asked whether it has ended.
const EXIT_POLL: Duration = Duration::from_millis(5);

/// Where a process has written a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error. Its lines are received only if the command pipes it.
    Error,
}

/// A line that a process has written, and when it arrived.
#[derive(Clone, Debug)]
pub struct Line {
    /// When it arrived.
    pub at: Instant,
    /// Where it was written.
    pub stream: Stream,
    /// The line without its line break. Bytes that are not UTF-8 are replaced.
    pub text: String,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// No line came in time.
    Timeout,
    /// No line will come: the process has closed its output, or ended.
    Closed,
    /// The [`StopSignal`] was set.
    Stopped,
}

/// Something that is talked to in lines.
pub trait Channel {
    /// Sends a line, given without its line break.
    fn send(&mut self, line: &str);

    /// The next line.
    ///
    /// # Errors
    /// If no line comes before the deadline.
    fn receive(&mut self, deadline: Instant) -> Result<Line, Silence>;

    /// Skips lines up to the first that is wanted, and returns that one.
    ///
    /// # Errors
    /// If it does not come in time.
    fn expect(
        &mut self,
        patience: Duration,
        is_wanted: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Line, Silence> {
        let deadline = Instant::now() + patience;
        loop {
            let line = self.receive(deadline)?;
            if is_wanted(&line.text) {
                return Ok(line);
            }
            // A process that never stops talking must not extend its deadline.
            if Instant::now() > deadline {
                return Err(Silence::Timeout);
            }
        }
    }
}

impl<C: Channel + ?Sized> Channel for &mut C {
    fn send(&mut self, line: &str) {
        (**self).send(line);
    }

    fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        (**self).receive(deadline)
    }
}

/// Whether a line can wait in the queue until a more important one wakes its reader.
pub type CanWait = fn(&str) -> bool;

/// The lines that have arrived and were not read yet.
#[derive(Debug)]
struct Inbox {
    queue: Mutex<Queue>,
    arrival: Condvar,
    can_wait: CanWait,
}

#[derive(Debug)]
struct Queue {
    lines: VecDeque<Line>,
    /// How many streams can still bring lines.
    open_streams: usize,
}

impl Inbox {
    const fn new(open_streams: usize, can_wait: CanWait) -> Self {
        let queue = Mutex::new(Queue { lines: VecDeque::new(), open_streams });
        Self { queue, arrival: Condvar::new(), can_wait }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line. A reader is not woken for a line that can wait: with fast engines that would
    /// be thousands of times a second.
    fn put(&self, line: Line) {
        let wakes_reader = !(self.can_wait)(&line.text);
        let mut queue = self.lock();
        if queue.lines.len() >= MAX_UNREAD_LINES {
            queue.lines.pop_front();
        }
        queue.lines.push_back(line);
        if wakes_reader {
            self.arrival.notify_all();
        }
    }

    fn close_stream(&self) {
        self.lock().open_streams -= 1;
        self.arrival.notify_all();
    }

    /// Wakes all readers, so that they look at the stop signal.
    fn wake(&self) {
        let _queue = self.lock();
        self.arrival.notify_all();
    }

    fn take(&self, deadline: Instant, stop: &StopSignal) -> Result<Line, Silence> {
        let mut queue = self.lock();
        loop {
            if stop.is_set() {
                return Err(Silence::Stopped);
            }
            if let Some(line) = queue.lines.pop_front() {
                return Ok(line);
            }
            if queue.open_streams == 0 {
                return Err(Silence::Closed);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::Timeout);
            }
            let waited = self.arrival.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// What happens when a process does not read its input and the pipe is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullPipe {
    /// The write fails, and the input is closed: the process has stalled.
    Fail,
    /// The write waits.
    Wait,
}

/// A running process. It is killed when dropped, together with everything that it has started.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    inbox: Arc<Inbox>,
    stop: Arc<StopSignal>,
}

impl Process {
    /// Starts a command, with its input and output piped, in a process group of its own, so that
    /// whatever it starts can be killed with it.
    ///
    /// A reader that waits for a line is not woken by lines that `can_wait`; it gets them before
    /// the next line that wakes it.
    ///
    /// # Errors
    /// If the command cannot be started.
    pub fn spawn(
        mut command: Command,
        full_pipe: FullPipe,
        can_wait: CanWait,
        stop: &Arc<StopSignal>,
    ) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        platform::group(&mut command);
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        if let (Some(stdin), FullPipe::Fail) = (&stdin, full_pipe) {
            platform::never_wait(stdin)?;
        }
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let open_streams = usize::from(stdout.is_some()) + usize::from(stderr.is_some());
        let inbox = Arc::new(Inbox::new(open_streams, can_wait));
        if let Some(stdout) = stdout {
            read_on_a_thread(stdout, Stream::Output, &inbox);
        }
        if let Some(stderr) = stderr {
            read_on_a_thread(stderr, Stream::Error, &inbox);
        }
        stop.register(child.id(), &inbox);
        Ok(Self { child, stdin, inbox, stop: stop.clone() })
    }

    /// Writes bytes as they are. After an error nothing more is written.
    ///
    /// # Errors
    /// If the process has ended, or has closed its input, or the pipe is full and must not be
    /// waited for.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let written = stdin.write_all(bytes).and_then(|()| stdin.flush());
        if written.is_err() {
            self.stdin = None;
        }
        written
    }

    /// Ends the input of the process without ending the process.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Forgets the lines that have arrived and were not read.
    pub fn clear(&self) {
        self.inbox.lock().lines.clear();
    }

    /// Waits for the process to end by itself; `None` if it does not in time.
    ///
    /// # Errors
    /// If the system does not tell the state of the process.
    pub fn wait_for_exit(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.child.try_wait()?;
            if status.is_some() || Instant::now() >= deadline {
                return Ok(status);
            }
            thread::sleep(EXIT_POLL);
        }
    }

    /// Sends `quit` and waits a little for the process to end.
    pub fn quit(&mut self) {
        self.send("quit");
        self.close_input();
        // A process that stays is killed when it is dropped.
        let _ = self.wait_for_exit(QUIT_GRACE);
    }
}

impl Channel for Process {
    /// Sends a line. A failure shows when an answer is waited for: a process that takes no more
    /// input has stalled, and one that has ended says no more.
    fn send(&mut self, line: &str) {
        log::debug!("{} < {line}", self.child.id());
        let _ = self.write(format!("{line}\n").as_bytes());
    }

    fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        let line = self.inbox.take(deadline, &self.stop)?;
        log::debug!("{} > {}", self.child.id(), line.text);
        Ok(line)
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

/// Kills a process and everything that it has started.
fn kill_group(leader: u32) {
    platform::kill_group(leader);
}

/// Reads a stream to its end on a thread of its own, so that the process never waits for us.
fn read_on_a_thread(source: impl Read + Send + 'static, stream: Stream, inbox: &Arc<Inbox>) {
    let inbox = inbox.clone();
    thread::spawn(move || {
        read_lines(source, stream, &inbox);
        inbox.close_stream();
    });
}

fn read_lines(source: impl Read, stream: Stream, inbox: &Inbox) {
    let mut reader = BufReader::new(source);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let length = reader.by_ref().take(MAX_LINE_LENGTH as u64).read_until(b'\n', &mut bytes);
        match length {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            // A process that dies within a line has not said that line.
            Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() < MAX_LINE_LENGTH => {}
            Ok(_) => {
                let at = Instant::now();
                let text = String::from_utf8_lossy(&bytes);
                let text = text.trim_end_matches(['\n', '\r']).to_owned();
                inbox.put(Line { at, stream, text });
            }
        }
    }
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

    /// Makes a write to a full pipe fail instead of waiting.
    pub(super) fn never_wait(pipe: impl AsFd) -> io::Result<()> {
        Ok(rustix::io::ioctl_fionbio(pipe, true)?)
    }

    pub(super) fn kill_group(leader: u32) {
        if let Some(pid) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
            // Fails if the group has no process left.
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
