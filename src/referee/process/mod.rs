//! Processes that are talked to in lines: input and output with deadlines, and an end that leaves
//! nothing behind.

mod channel;
mod driver;
mod group;
mod inbox;
mod outbox;
mod stop_signal;

pub use channel::Channel;
pub use driver::Process;
pub use inbox::{CanWait, Line, Silence, Stream};
pub use outbox::FullPipe;
pub use stop_signal::StopSignal;
