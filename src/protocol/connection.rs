//! What connects a protocol with a GUI: an inbox for all that the protocol's thread has to react
//! to, and an output.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvError, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::input::{LineTooLong, Lines};
use crate::output::Output;

/// What the protocol's thread reacts to.
pub(crate) enum Message<E> {
    /// A line of the GUI.
    Line(String),
    /// A line of the GUI that was skipped.
    Skipped(LineTooLong),
    /// The GUI sends nothing more.
    InputEnded,
    /// Nobody reads the output any more.
    OutputClosed,
    /// Something that a job of the engine reports.
    Event(E),
}

/// How much of the input is read ahead of the engine, in bytes. Whoever sends more waits.
const MOST_AHEAD: usize = 1 << 20;

/// Counts what was read ahead. The thread that reads waits here, and nobody else: what jobs of the engine report
/// is little, and the engine may wait for them.
#[derive(Debug, Default)]
struct Gate {
    /// The length of the lines that were not taken yet; `None` when nobody takes any.
    ahead: Mutex<Option<usize>>,
    change: Condvar,
}

impl Gate {
    fn set(&self, change: impl FnOnce(Option<usize>) -> Option<usize>) {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        *ahead = change(*ahead);
        self.change.notify_all();
    }

    /// Waits until there is room, and adds a line of this length. Returns false if nobody takes lines.
    fn enter(&self, length: usize) -> bool {
        let ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |ahead: &mut Option<usize>| ahead.is_some_and(|ahead| ahead > MOST_AHEAD);
        let room = self.change.wait_while(ahead, is_full);
        let mut ahead = room.unwrap_or_else(PoisonError::into_inner);
        *ahead = ahead.map(|ahead| ahead + length);
        ahead.is_some()
    }
}

/// What a line takes in memory besides its letters, in bytes.
const LINE: usize = 64;

/// All messages, in order.
pub(crate) struct Inbox<E> {
    messages: Receiver<Message<E>>,
    gate: Arc<Gate>,
}

impl<E> Inbox<E> {
    /// An inbox and what puts messages into it.
    pub(crate) fn new() -> (Sender<Message<E>>, Self) {
        let (sender, messages) = mpsc::channel();
        let gate = Arc::new(Gate { ahead: Mutex::new(Some(0)), ..Gate::default() });
        (sender, Self { messages, gate })
    }

    /// The next message.
    pub(crate) fn recv(&self) -> Result<Message<E>, RecvError> {
        self.messages.recv().inspect(|message| self.took(message))
    }

    /// The next message, if it comes in time.
    pub(crate) fn recv_timeout(&self, patience: Duration) -> Result<Message<E>, RecvTimeoutError> {
        self.messages.recv_timeout(patience).inspect(|message| self.took(message))
    }

    /// A message that is there already.
    pub(crate) fn try_recv(&self) -> Result<Message<E>, TryRecvError> {
        self.messages.try_recv().inspect(|message| self.took(message))
    }

    fn took(&self, message: &Message<E>) {
        if let Message::Line(line) = message {
            self.gate.set(|ahead| ahead.map(|ahead| ahead.saturating_sub(line.len() + LINE)));
        }
    }
}

impl<E> Drop for Inbox<E> {
    fn drop(&mut self) {
        self.gate.set(|_| None);
    }
}

pub(crate) struct Connection<E> {
    pub(crate) inbox: Inbox<E>,
    /// Where events go to get into the inbox.
    pub(crate) sender: Sender<Message<E>>,
    pub(crate) output: Output,
}

impl<E: Send + 'static> Connection<E> {
    /// Reads the input on a thread of its own from now on.
    ///
    /// # Errors
    /// If the system does not start the thread.
    pub(crate) fn open(
        input: Box<dyn BufRead + Send>,
        output: Box<dyn Write + Send>,
    ) -> io::Result<Self> {
        let (sender, inbox) = Inbox::new();
        let (lines, on_close) = (sender.clone(), sender.clone());
        let gate = inbox.gate.clone();
        // The receiver is gone only when the engine ends.
        let output = Output::new(output, move || drop(on_close.send(Message::OutputClosed)));
        let started = thread::Builder::new().name("input".to_owned()).spawn(move || {
            for line in Lines::new(input) {
                let length = line.as_ref().map_or(0, |line| line.len() + LINE);
                let message = line.map_or_else(Message::Skipped, Message::Line);
                if !gate.enter(length) || lines.send(message).is_err() {
                    return;
                }
            }
            let _ = lines.send(Message::InputEnded);
        });
        started.map_err(|error| {
            io::Error::new(error.kind(), format!("cannot start a thread: {error}"))
        })?;
        Ok(Self { inbox, sender, output })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::io::{Cursor, Read};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Counts what is read.
    struct Counted(Cursor<Vec<u8>>, Arc<AtomicUsize>);

    impl Read for Counted {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.read(buffer)?;
            self.1.fetch_add(count, Ordering::Relaxed);
            Ok(count)
        }
    }

    #[test]
    fn no_more_is_read_ahead_than_fits_into_memory() {
        let (lines, length) = (100_000, 40);
        let text = format!("{}\n", "x".repeat(length - 1)).repeat(lines);
        let read = Arc::new(AtomicUsize::new(0));
        let input = io::BufReader::new(Counted(Cursor::new(text.into_bytes()), read.clone()));
        let connection = Connection::<()>::open(Box::new(input), Box::new(io::sink())).unwrap();
        let mut taken = 0;
        while let Message::Line(_) = connection.inbox.recv().unwrap() {
            taken += 1;
            let ahead = read.load(Ordering::Relaxed).saturating_sub(taken * length);
            assert!(ahead <= MOST_AHEAD + (1 << 14), "{ahead}");
        }
        assert_eq!(taken, lines);
        // A reader that waits does not outlive the inbox: this lets it go.
        let endless = io::BufReader::new(io::repeat(b'\n'));
        let connection = Connection::<()>::open(Box::new(endless), Box::new(io::sink())).unwrap();
        let gate = connection.inbox.gate.clone();
        drop(connection);
        assert!(!gate.enter(1));
    }
}
