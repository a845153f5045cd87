//! Protocols: text in, text out, generic over where it comes from and goes.
//!
//! What a GUI sends may be anything, and must never bring the engine down.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod ascii_board;
mod input;
mod output;
pub mod uci;
pub mod xboard;

use std::io::{BufRead, Cursor, Read, Write};

pub use input::Lines;
pub use output::Output;

/// Longer remarks are cut, in characters.
const LONGEST_REMARK: usize = 500;

/// Talks the protocol that the first line asks for: XBoard's if it is `xboard`, else UCI.
pub fn run<O: Write + Send + 'static>(mut input: impl BufRead + Send + 'static, output: O) {
    let mut first = Vec::new();
    // What cannot be read is the end of input for the protocol as well.
    let _ = input.read_until(b'\n', &mut first);
    let is_xboard = first.trim_ascii() == b"xboard";
    let input = Cursor::new(first).chain(input);
    if is_xboard {
        xboard::run(input, output);
    } else {
        uci::run(input, output);
    }
}

/// A remark for a person as short plain ASCII in one line: what it quotes of a command may be anything.
fn plain(text: &str) -> String {
    let plain = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
    text.chars().take(LONGEST_REMARK).map(plain).collect()
}
