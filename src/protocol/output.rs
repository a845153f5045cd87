//! The one way out for all threads: whole lines, written at once and flushed.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Writes lines from any thread. A clone writes to the same place.
///
/// Errors are dropped here: when nobody reads any more, the end of input tells the engine so.
#[derive(Debug)]
pub struct Output<O>(Arc<Mutex<O>>);

impl<O> Clone for Output<O> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<O: Write> Output<O> {
    /// Lines that go to this writer.
    pub fn new(writer: O) -> Self {
        Self(Arc::new(Mutex::new(writer)))
    }

    /// Writes a text of one or more lines, without the last line's end, as one piece.
    pub fn write(&self, text: &str) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in text.lines() {
            log::debug!("< {line}");
        }
        let _ = writer.write_all(format!("{text}\n").as_bytes()).and_then(|()| writer.flush());
    }
}
