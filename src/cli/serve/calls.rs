//! The rules of an engine behind the page: among the lines of UCI, some are calls of the rules.

use std::io::{self, BufRead, Read, Write};

/// The input of an engine without its lines that are JSON objects. Those are calls, and are answered by a line. A
/// call may be to load games of a text, since this process is for one page alone.
pub(crate) struct Calls<R, W> {
    input: R,
    output: W,
    /// A line of UCI.
    line: Vec<u8>,
    /// How much of it has been read.
    read: usize,
}

impl<R: BufRead, W: Write> Calls<R, W> {
    pub(crate) const fn new(input: R, output: W) -> Self {
        Self { input, output, line: Vec::new(), read: 0 }
    }

    /// Goes on to the next line of UCI, which is empty at the end.
    fn next(&mut self) -> io::Result<()> {
        loop {
            self.line.clear();
            self.read = 0;
            // Whoever writes them does not write longer ones than a request is.
            self.input.read_until(b'\n', &mut self.line)?;
            if !self.line.starts_with(b"{") {
                return Ok(());
            }
            let request = String::from_utf8_lossy(&self.line);
            let reply = vertumnus_web::call_or_load(&request) + "\n";
            self.output.write_all(reply.as_bytes())?;
            self.output.flush()?;
        }
    }
}

impl<R: BufRead, W: Write> BufRead for Calls<R, W> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read >= self.line.len() {
            self.next()?;
        }
        Ok(self.line.get(self.read..).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl<R: BufRead, W: Write> Read for Calls<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_answered_and_all_else_is_passed_on() {
        let input = "uci\n{\"call\": \"fen\", \"game\": \"nonesuch\"}\n{\ngo depth 1\nquit";
        let (mut output, mut rest) = (Vec::new(), String::new());
        Calls::new(input.as_bytes(), &mut output).read_to_string(&mut rest).expect("it is text");
        assert_eq!(rest, "uci\ngo depth 1\nquit");
        let output = String::from_utf8(output).expect("it is text");
        let replies: Vec<&str> = output.lines().collect();
        assert!(replies[0].starts_with("{\"error\":{\"kind\":\"UnknownVariant\""), "{output}");
        assert!(replies[1].starts_with("{\"error\":"), "{output}");
        assert_eq!(replies.len(), 2);
    }
}
