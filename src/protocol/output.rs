//! The one way out for all threads: whole lines, written at once and flushed.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Longer remarks are cut, in characters.
const MAX_REMARK: usize = 500;

/// Writes lines from any thread. A clone writes to the same place.
#[derive(Clone)]
pub(crate) struct Output(Arc<Shared>);

struct Shared {
    /// `None` once a write has failed.
    writer: Mutex<Option<Box<dyn Write + Send>>>,
    on_close: Box<dyn Fn() + Send + Sync>,
}

impl Output {
    /// An output to this writer. `on_close` is called once, when the writer refuses a text because
    /// nobody reads any more. What is written after that is dropped.
    pub(crate) fn new(
        writer: Box<dyn Write + Send>,
        on_close: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let (writer, on_close) = (Mutex::new(Some(writer)), Box::new(on_close));
        Self(Arc::new(Shared { writer, on_close }))
    }

    /// Writes a text of one or more lines, without the last line's end, as one piece.
    pub(crate) fn write(&self, text: &str) {
        let mut slot = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(writer) = slot.as_mut() else { return };
        for line in text.lines() {
            log::debug!("< {line}");
        }
        let text = format!("{text}\n");
        if let Err(error) = writer.write_all(text.as_bytes()).and_then(|()| writer.flush()) {
            log::debug!("the output is closed: {error}");
            *slot = None;
            (self.0.on_close)();
        }
    }
}

/// A remark for a person as one short line of plain ASCII. It may quote a command, which may be
/// anything.
pub(crate) fn plain(text: &str) -> String {
    let plain = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
    text.chars().take(MAX_REMARK).map(plain).collect()
}
