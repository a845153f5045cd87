//! Lines of a GUI, read so that no input can stop the reading.

use std::io::{self, BufRead};

/// The lines of a reader, without their ends. Bytes that are not UTF-8 are replaced. The end of
/// input or a broken pipe ends the lines.
#[derive(Debug)]
pub struct Lines<I>(I);

impl<I: BufRead> Lines<I> {
    /// The lines of this reader.
    pub const fn new(input: I) -> Self {
        Self(input)
    }
}

impl<I: BufRead> Iterator for Lines<I> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        loop {
            match self.0.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\r', '\n']);
        log::debug!("> {line}");
        Some(line.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_bytes_may_be_anything() {
        let lines: Vec<_> = Lines::new(&b"uci\r\n\xFF\xFE\n\nlast"[..]).collect();
        assert_eq!(lines, ["uci", "\u{FFFD}\u{FFFD}", "", "last"]);
    }
}
