//! The lines that a process has written, as a queue with deadlines.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::stop_signal::{StopSignal, Wake};

/// A longer line is cut into pieces of this length, in bytes, so that memory stays bounded.
const MAX_LINE_LENGTH: usize = 1 << 16;

/// At most this many unread lines are kept; beyond that the oldest are dropped.
const MAX_UNREAD_LINES: usize = 1 << 13;

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

/// Whether a line can wait in the queue until a more important one wakes its reader.
pub type CanWait = fn(&str) -> bool;

/// The lines that have arrived and were not read yet.
#[derive(Debug)]
pub(super) struct Inbox {
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
    pub(super) const fn new(open_streams: usize, can_wait: CanWait) -> Self {
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

    /// Forgets all lines.
    pub(super) fn clear(&self) {
        self.lock().lines.clear();
    }

    fn close_stream(&self) {
        self.lock().open_streams -= 1;
        self.arrival.notify_all();
    }

    pub(super) fn take(&self, deadline: Instant, stop: &StopSignal) -> Result<Line, Silence> {
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

impl Wake for Inbox {
    /// Wakes all readers, so that they look at the stop signal.
    fn wake(&self) {
        let _queue = self.lock();
        self.arrival.notify_all();
    }
}

/// Reads a stream to its end on a thread of its own, so that the process never waits for us.
pub(super) fn read_on_a_thread(
    source: impl Read + Send + 'static,
    stream: Stream,
    inbox: &Arc<Inbox>,
) {
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
