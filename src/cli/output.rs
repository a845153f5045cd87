//! Standard output whose reader may go away.

use std::io::{self, Stdout, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Standard output that remembers whether its reader has gone. Writing fails then, and the command
/// ends by that error, which is not worth a message.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    stdout: Arc<Stdout>,
    is_closed: Arc<AtomicBool>,
}

impl Output {
    pub(crate) fn new() -> Self {
        Self { stdout: Arc::new(io::stdout()), is_closed: Arc::default() }
    }

    /// Whether a write has failed because nobody reads any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn note<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            self.is_closed.store(true, Ordering::Relaxed);
        }
        result
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = (&*self.stdout).write(bytes);
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = (&*self.stdout).flush();
        self.note(flushed)
    }
}
