//! What is written to a process, by a thread of its own: a process that does not read keeps nobody
//! waiting.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;

/// At most this many texts wait until the process reads.
const MAX_UNREAD_TEXTS: usize = 1 << 8;

/// What happens to a text when a process does not read, and as many as can wait do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullPipe {
    /// It is not sent, and the input is closed: the process has stalled.
    Fail,
    /// Its sender waits.
    Wait,
}

/// The input of a process. It is closed when this is dropped, after what has been sent.
pub(super) struct Outbox {
    texts: SyncSender<Vec<u8>>,
    full_pipe: FullPipe,
}

impl Outbox {
    /// # Errors
    /// If the system has no thread left.
    pub(super) fn new(mut input: ChildStdin, full_pipe: FullPipe) -> io::Result<Self> {
        let (texts, queue) = sync_channel::<Vec<u8>>(MAX_UNREAD_TEXTS);
        thread::Builder::new().spawn(move || {
            // It ends when the outbox is dropped, or with the process.
            let _ = queue.iter().try_for_each(|text| input.write_all(&text));
        })?;
        Ok(Self { texts, full_pipe })
    }

    /// Sends a text.
    ///
    /// # Errors
    /// If the process has ended or has closed its input, as far as it is known, or does not read.
    pub(super) fn send(&self, text: Vec<u8>) -> io::Result<()> {
        let sent = match self.full_pipe {
            FullPipe::Wait => self.texts.send(text).map_err(|_| io::ErrorKind::BrokenPipe),
            FullPipe::Fail => self.texts.try_send(text).map_err(|error| match error {
                TrySendError::Full(_) => io::ErrorKind::WouldBlock,
                TrySendError::Disconnected(_) => io::ErrorKind::BrokenPipe,
            }),
        };
        Ok(sent?)
    }
}
