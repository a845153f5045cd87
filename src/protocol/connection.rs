//! What connects a protocol with a GUI: an inbox for all that the protocol's thread has to react
//! to, and an output.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

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

pub(crate) struct Connection<E> {
    /// All messages, in order.
    pub(crate) inbox: Receiver<Message<E>>,
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
        let (sender, inbox) = mpsc::channel();
        let (lines, on_close) = (sender.clone(), sender.clone());
        // The receiver is gone only when the engine ends.
        let output = Output::new(output, move || drop(on_close.send(Message::OutputClosed)));
        let started = thread::Builder::new().name("input".to_owned()).spawn(move || {
            for line in Lines::new(input) {
                if lines.send(line.map_or_else(Message::Skipped, Message::Line)).is_err() {
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
