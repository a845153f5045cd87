//! Processes that are talked to in lines: input and output with deadlines, and an end that leaves
//! nothing behind.

mod channel;
mod driver;
mod group;
mod inbox;
mod line_log;
mod outbox;
mod stop_signal;

pub use channel::Channel;
pub use driver::Process;
pub use inbox::{CanWait, Line, Silence, Stream};
pub(crate) use line_log::LineLog;
pub use outbox::FullPipe;
pub use stop_signal::StopSignal;
