//! Lines of a GUI, read by the loop that talks the protocol, with searches of few nodes.

use std::io::{self, Cursor, Write};

use vertumnus_core::game::Session;
use vertumnus_core::rules::Variant;
use vertumnus_protocol::{ascii_board, uci as uci_protocol, xboard as xboard_protocol};

/// An output that checks what every line has in common.
#[derive(Default)]
pub(crate) struct Checked(Vec<u8>);

impl Write for Checked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        assert!(self.0.ends_with(b"\n") && str::from_utf8(&self.0).is_ok(), "no whole lines");
        self.0.clear();
        Ok(())
    }
}

/// Whether a line asks for more memory, threads or time than a fuzzer has.
fn is_too_much(line: &str) -> bool {
    let words: Vec<String> = line.split_ascii_whitespace().map(str::to_ascii_lowercase).collect();
    let is_large = |word: &String| word.parse::<u64>().is_ok_and(|number| number > 3);
    match words.first().map(String::as_str) {
        Some("bench") => true,
        Some("setoption" | "option" | "memory" | "cores") => {
            let names = ["hash", "threads", "memory", "cores"];
            let named = words.iter().any(|word| names.iter().any(|name| word.contains(name)));
            named && (words.iter().any(is_large) || line.contains('='))
        }
        Some("go") => words.iter().any(|word| word == "perft") && words.iter().any(is_large),
        _ => false,
    }
}

/// A line of the input with `end_of_go` behind each `go`; `None` if it asks for too much.
pub(crate) fn line_of_few_nodes(line: &[u8], end_of_go: &str) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(line);
    if is_too_much(&text) {
        return None;
    }
    let mut line = line.to_vec();
    if text.split_ascii_whitespace().next() == Some("go") && !text.contains("perft") {
        line.extend_from_slice(end_of_go.as_bytes());
    }
    Some(line)
}

fn lines(data: &[u8], end_of_go: &str) -> Vec<u8> {
    let lines = data.split(|&byte| byte == b'\n').take(60);
    let lines: Vec<_> = lines.filter_map(|line| line_of_few_nodes(line, end_of_go)).collect();
    lines.join(&b'\n')
}

/// A session of UCI.
pub fn uci(data: &[u8]) {
    let input = Cursor::new(lines(data, " nodes 100"));
    let output = Box::new(Checked::default());
    let board = Box::new(|session: &dyn Session| ascii_board::draw(session));
    uci_protocol::run(Box::new(input), output, board).expect("threads");
}

/// A session of XBoard's protocol. The end of input ends a search that runs.
pub fn xboard(data: &[u8]) {
    let input = Cursor::new(lines(data, ""));
    let rules = Box::new(|game: Variant| game.to_string());
    xboard_protocol::run(Box::new(input), Box::new(Checked::default()), rules).expect("threads");
}
