//! Protocols: text of a GUI in, text for it out.
//!
//! A GUI may send anything. Nothing that it sends may bring the engine down.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod ascii_board;
mod connection;
mod input;
mod output;
pub mod uci;
pub mod xboard;

use std::io::{self, BufRead, Cursor, Read, Write};

use vertumnus_core::rules::Variant;
use vertumnus_engine::host::Host;

pub use ascii_board::DrawBoard;
pub use input::{LineTooLong, Lines};
pub use xboard::TellRules;

/// Bytes of the first line that are looked at.
const FIRST_LINE: u64 = 1024;

/// What an engine begins with.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The machine that it runs on.
    pub host: Host,
    /// The game.
    pub variant: Variant,
}

impl Default for Start {
    fn default() -> Self {
        Self { host: Host::DESKTOP, variant: Variant::default() }
    }
}

/// Talks the protocol that the first line asks for: XBoard's if it is `xboard`, otherwise UCI.
///
/// `board` draws the boards that UCI shows, `rules` tells those of a game to a user of XBoard.
///
/// Returns at the end of the protocol or of the input, or when the output is closed.
///
/// # Errors
/// If the system does not start a thread to read the input.
pub fn run(
    start: Start,
    mut input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    board: DrawBoard,
    rules: TellRules,
) -> io::Result<()> {
    let mut first = Vec::new();
    // An error that lasts ends the input for the protocol as well. A first line that is longer than
    // this is none that chooses a protocol.
    let _ = input.as_mut().take(FIRST_LINE).read_until(b'\n', &mut first);
    let is_xboard = first.trim_ascii() == b"xboard";
    let input = Box::new(Cursor::new(first).chain(input));
    if is_xboard {
        xboard::run(start, input, output, rules)
    } else {
        uci::run(start, input, output, board)
    }
}
