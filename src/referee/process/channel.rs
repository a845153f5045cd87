//! Conversations in lines.

use std::time::{Duration, Instant};

use super::inbox::{Line, Silence};

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

    /// Forgets the lines that have arrived and were not received.
    fn clear(&mut self);

    /// Asks the other side to end, and waits a little for it.
    fn quit(&mut self) {
        self.send("quit");
    }
}

impl<C: Channel + ?Sized> Channel for &mut C {
    fn send(&mut self, line: &str) {
        (**self).send(line);
    }

    fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        (**self).receive(deadline)
    }

    fn clear(&mut self) {
        (**self).clear();
    }

    fn quit(&mut self) {
        (**self).quit();
    }
}

impl<C: Channel + ?Sized> Channel for Box<C> {
    fn send(&mut self, line: &str) {
        (**self).send(line);
    }

    fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        (**self).receive(deadline)
    }

    fn clear(&mut self) {
        (**self).clear();
    }

    fn quit(&mut self) {
        (**self).quit();
    }
}
