//! Running processes.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::channel::Channel;
use super::group::Group;
use super::inbox::{CanWait, Inbox, Line, Silence, Stream, read_on_a_thread};
use super::line_log::{LineLog, Speaker};
use super::outbox::{FullPipe, Outbox};
use super::stop_signal::{StopSignal, Wake};

/// How long a process may take to end after `quit`.
const QUIT_GRACE: Duration = Duration::from_secs(2);

/// How often a process is asked whether it has ended.
const EXIT_POLL: Duration = Duration::from_millis(5);

/// How often a process is looked at that says nothing: it may have ended, and left its output to another one.
const LOOK: Duration = Duration::from_millis(200);

/// How long the last lines of a process that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// A running process. It is killed when dropped, together with everything that it has started.
pub struct Process {
    child: Child,
    group: Arc<Group>,
    /// `None` when its input is closed.
    outbox: Option<Outbox>,
    inbox: Arc<Inbox>,
    stop: Arc<StopSignal>,
    speaker: Option<Speaker>,
}

impl Process {
    /// Starts a command, with its input and output piped. Whatever it starts is killed with it, and
    /// a Ctrl-C in the terminal does not reach it.
    ///
    /// A reader that waits for a line is not woken by lines that `can_wait`; it gets them before
    /// the next line that wakes it.
    ///
    /// # Errors
    /// If the command cannot be started.
    pub fn spawn(
        command: Command,
        full_pipe: FullPipe,
        can_wait: CanWait,
        stop: &Arc<StopSignal>,
    ) -> io::Result<Self> {
        Self::spawn_logged(command, full_pipe, can_wait, stop, None)
    }

    /// The same, for a process whose lines are written to a log under a name.
    ///
    /// # Errors
    /// If the command cannot be started.
    pub(crate) fn spawn_logged(
        mut command: Command,
        full_pipe: FullPipe,
        can_wait: CanWait,
        stop: &Arc<StopSignal>,
        log: Option<(&str, Arc<LineLog>)>,
    ) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let (mut child, group) = Group::spawn(&mut command)?;
        let group = Arc::new(group);
        let stdin = child.stdin.take();
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let open_streams = usize::from(stdout.is_some()) + usize::from(stderr.is_some());
        let speaker = log.map(|(name, log)| Speaker::new(log, name, child.id()));
        let inbox = Arc::new(Inbox::new(open_streams, can_wait, speaker.clone()));
        let reader: Arc<dyn Wake> = inbox.clone();
        stop.register(child.id(), group.clone(), Arc::downgrade(&reader));
        // From here on, whatever goes wrong kills the child.
        let mut process = Self { child, group, outbox: None, inbox, stop: stop.clone(), speaker };
        if let Some(stdin) = stdin {
            process.outbox = Some(Outbox::new(stdin, full_pipe)?);
        }
        if let Some(stdout) = stdout {
            read_on_a_thread(stdout, Stream::Output, &process.inbox)?;
        }
        if let Some(stderr) = stderr {
            read_on_a_thread(stderr, Stream::Error, &process.inbox)?;
        }
        Ok(process)
    }

    /// Writes bytes as they are. After an error nothing more is written.
    ///
    /// # Errors
    /// If the process has ended or has closed its input, as far as it is known, or if it does not
    /// read and must not be waited for.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let outbox = self.outbox.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        let sent = outbox.send(bytes.to_owned());
        if sent.is_err() {
            self.close_input();
        }
        sent
    }

    /// Ends the input of the process, after what has been written, without ending the process.
    pub fn close_input(&mut self) {
        self.outbox = None;
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
}

impl Channel for Process {
    /// Sends a line. A failure shows when an answer is waited for: a process that takes no more
    /// input has stalled, and one that has ended says no more.
    fn send(&mut self, line: &str) {
        log::debug!("{} < {line}", self.child.id());
        if let Some(speaker) = &self.speaker {
            speaker.is_told(line);
        }
        let _ = self.write(format!("{line}\n").as_bytes());
    }

    fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        let line = loop {
            let look = deadline.min(Instant::now() + LOOK);
            match self.inbox.take(look, &self.stop) {
                Err(Silence::Timeout) if matches!(self.child.try_wait(), Ok(Some(_))) => {
                    let last = self.inbox.take(Instant::now() + LAST_WORDS, &self.stop);
                    break last.map_err(|silence| match silence {
                        Silence::Timeout => Silence::Closed,
                        other => other,
                    })?;
                }
                Err(Silence::Timeout) if Instant::now() < deadline => {}
                taken => break taken?,
            }
        };
        log::debug!("{} > {}", self.child.id(), line.text);
        Ok(line)
    }

    fn clear(&mut self) {
        self.inbox.clear();
    }

    fn quit(&mut self) {
        self.send("quit");
        self.close_input();
        // A process that stays is killed when it is dropped.
        let _ = self.wait_for_exit(QUIT_GRACE);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.group.kill();
        // Fails only for a process that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.stop.forget(self.child.id());
    }
}
