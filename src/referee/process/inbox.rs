//! The lines that a process has written, as a queue with deadlines.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::line_log::Speaker;
use super::stop_signal::{StopSignal, Wake};

/// A longer line is cut into pieces of this length, in bytes, so that memory stays bounded.
const MAX_LINE_LENGTH: usize = 1 << 16;

/// At most this many unread lines, and about this many bytes of them, are kept; beyond that the
/// oldest are dropped.
const MAX_UNREAD_LINES: usize = 1 << 13;
const MAX_UNREAD_BYTES: usize = 1 << 22;

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
    /// Takes note of all lines.
    speaker: Option<Speaker>,
}

#[derive(Debug)]
struct Queue {
    lines: VecDeque<Line>,
    /// The length of all lines.
    bytes: usize,
    /// How many streams can still bring lines.
    open_streams: usize,
}

impl Queue {
    fn pop(&mut self) -> Option<Line> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.text.len();
        Some(line)
    }
}

impl Inbox {
    pub(super) const fn new(
        open_streams: usize,
        can_wait: CanWait,
        speaker: Option<Speaker>,
    ) -> Self {
        let queue = Mutex::new(Queue { lines: VecDeque::new(), bytes: 0, open_streams });
        Self { queue, arrival: Condvar::new(), can_wait, speaker }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line. A reader is not woken for a line that can wait: with fast engines that would
    /// be thousands of times a second.
    fn put(&self, line: Line) {
        if let Some(speaker) = &self.speaker {
            speaker.says(line.at, &line.text);
        }
        let wakes_reader = !(self.can_wait)(&line.text);
        let mut queue = self.lock();
        queue.bytes += line.text.len();
        queue.lines.push_back(line);
        while queue.lines.len() > MAX_UNREAD_LINES || queue.bytes > MAX_UNREAD_BYTES {
            queue.pop();
        }
        if wakes_reader {
            self.arrival.notify_all();
        }
    }

    /// Forgets all lines.
    pub(super) fn clear(&self) {
        let mut queue = self.lock();
        queue.lines.clear();
        queue.bytes = 0;
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
            if let Some(line) = queue.pop() {
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
///
/// # Errors
/// If the system has no thread left.
pub(super) fn read_on_a_thread(
    source: impl Read + Send + 'static,
    stream: Stream,
    inbox: &Arc<Inbox>,
) -> io::Result<()> {
    let inbox = inbox.clone();
    thread::Builder::new().spawn(move || {
        read_lines(source, stream, &inbox);
        inbox.close_stream();
    })?;
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_long_lines_takes_little_memory() {
        let inbox = Inbox::new(1, |_| true, None);
        let long = "x".repeat(MAX_LINE_LENGTH);
        for number in 0..1000 {
            let text = format!("{number} {long}");
            inbox.put(Line { at: Instant::now(), stream: Stream::Output, text });
        }
        let queue = inbox.lock();
        let kept: usize = queue.lines.iter().map(|line| line.text.len()).sum();
        assert_eq!(kept, queue.bytes);
        assert!(kept <= MAX_UNREAD_BYTES && kept + 2 * MAX_LINE_LENGTH > MAX_UNREAD_BYTES);
        // The newest are kept.
        assert!(queue.lines.back().is_some_and(|line| line.text.starts_with("999 ")));
    }
}
