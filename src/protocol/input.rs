//! Lines of a GUI, read so that no input can stop the reading.

use std::io::{BufRead, Read};

use thiserror::Error;

/// The longest line that is read, in bytes: a game of ten thousand moves.
const LONGEST: usize = 1 << 17;

/// A line was longer than any that makes sense. It was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a line of more than {LONGEST} bytes is ignored")]
pub struct LineTooLong;

/// The lines of a reader, without their ends. Bytes that are not UTF-8 are replaced. The end of
/// input or a broken pipe ends the lines. However long a line is, little of it is kept in memory.
#[derive(Debug)]
pub struct Lines<I>(I);

impl<I: BufRead> Lines<I> {
    /// The lines of this reader.
    pub const fn new(input: I) -> Self {
        Self(input)
    }
}

impl<I: BufRead> Iterator for Lines<I> {
    type Item = Result<String, LineTooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        match self.0.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return None,
            Ok(_) => {}
        }
        if bytes.len() > LONGEST {
            if !bytes.ends_with(b"\n") {
                // An error that lasts ends the lines the next time.
                let _ = self.0.skip_until(b'\n');
            }
            return Some(Err(LineTooLong));
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\r', '\n']);
        log::debug!("> {line}");
        Some(Ok(line.to_owned()))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::io::{self, BufReader};

    use super::*;

    #[test]
    fn lines_end_in_any_way_and_bytes_may_be_anything() {
        let lines: Vec<_> =
            Lines::new(&b"uci\r\n\xFF\xFE\n\nlast"[..]).collect::<Result<_, _>>().unwrap();
        assert_eq!(lines, ["uci", "\u{FFFD}\u{FFFD}", "", "last"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let line = |length: usize| io::repeat(b'x').take(length as u64);
        let input = line(LONGEST - 1).chain(&b"\n"[..]).chain(line(LONGEST)).chain(&b"\nd"[..]);
        let lengths: Vec<_> =
            Lines::new(BufReader::new(input)).map(|line| line.map(|line| line.len())).collect();
        assert_eq!(lengths, [Ok(LONGEST - 1), Err(LineTooLong), Ok(1)]);
        assert_eq!(Lines::new(BufReader::new(line(3 * LONGEST))).next(), Some(Err(LineTooLong)));
    }
}
