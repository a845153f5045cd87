//! Reads records from a file of any size.

use std::io::{self, Read};

use super::read::{PgnError, PgnReader};
use super::record::GameRecord;
use crate::files::decode;

/// How much is read at once, in bytes.
const PIECE: usize = 1 << 16;

/// The longest game that is read, in bytes: more than any has, and little enough for memory.
const LONGEST: usize = 1 << 22;

/// How much is kept of what is skipped, in bytes: the line before a game tells whether it begins there.
const KEPT: usize = 1 << 12;

/// An iterator over the games of a file, as [`PgnReader`] reads them. However long the file is, no more than a
/// game of it is in memory.
///
/// ```
/// use vertumnus_core::pgn::PgnFile;
///
/// let mut games = PgnFile::new(&b"1. e4 e5 *\n\n1. d4 *\n"[..]);
/// let (line, record) = games.next().unwrap()?;
/// assert_eq!((line, record.plies.len(), games.offset()), (1, 2, 10));
/// # Ok::<(), vertumnus_core::pgn::PgnError>(())
/// ```
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each tells something else of the text")]
pub struct PgnFile<I> {
    input: I,
    is_strict: bool,
    /// What was read and belongs to no game yet.
    text: String,
    /// The places in the text of letters that are one byte of the file, though two here.
    latin: Vec<usize>,
    /// The bytes behind the text: the beginning of a letter.
    rest: Vec<u8>,
    is_at_end: bool,
    /// The line on which the text begins, from 1.
    line: usize,
    begins_line: bool,
    /// Where the text begins in the file, in bytes.
    offset: u64,
    has_latin: bool,
}

impl<I: Read> PgnFile<I> {
    /// Reads this file as [`PgnReader::new`] does.
    pub fn new(input: I) -> Self {
        Self {
            input,
            is_strict: true,
            text: String::new(),
            latin: Vec::new(),
            rest: Vec::new(),
            is_at_end: false,
            line: 1,
            begins_line: true,
            offset: 0,
            has_latin: false,
        }
    }

    /// Reads this file as [`PgnReader::lenient`] does.
    pub fn lenient(input: I) -> Self {
        Self { is_strict: false, ..Self::new(input) }
    }

    /// The same, from a place in the file on, which is on this line.
    #[must_use]
    pub fn at(self, offset: u64, line: usize) -> Self {
        Self { line, offset, ..self }
    }

    /// The end of the last game, in bytes from the start of the file.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The line on which the last game ends, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Whether all games so far are UTF-8.
    pub const fn is_utf8(&self) -> bool {
        !self.has_latin
    }

    fn reader(&self) -> PgnReader<'_> {
        PgnReader {
            line: self.line,
            begins_line: self.begins_line,
            is_strict: self.is_strict,
            ..PgnReader::new(&self.text)
        }
    }

    /// Reads on, so much that to read a text again whenever it has grown takes no long time.
    fn fill(&mut self) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.rest);
        let most = self.text.len().max(PIECE) as u64;
        self.is_at_end = self.input.by_ref().take(most).read_to_end(&mut bytes)? == 0;
        let whole = if self.is_at_end { bytes.len() } else { whole_letters(&bytes) };
        self.rest = bytes.split_off(whole);
        // Some old programs end lines with it alone.
        for at in 0..whole {
            if bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
                bytes[at] = b'\n';
            }
        }
        for chunk in bytes.utf8_chunks() {
            self.text.push_str(chunk.valid());
            for byte in chunk.invalid() {
                self.latin.push(self.text.len());
                self.text.push_str(&decode(std::slice::from_ref(byte)));
            }
        }
        Ok(())
    }

    /// Forgets the text up to this place, at which this line is.
    fn consume(&mut self, end: usize, line: usize) {
        if let Some(last) = self.text[..end].chars().next_back() {
            self.begins_line = last == '\n';
        }
        let latin = self.latin.partition_point(|&at| at < end);
        self.latin.drain(..latin);
        self.has_latin |= latin > 0;
        self.latin.iter_mut().for_each(|at| *at -= end);
        self.offset += (end - latin) as u64;
        self.line = line;
        self.text.drain(..end);
    }

    /// Skips a game that is too long.
    fn skip(&mut self) -> io::Result<()> {
        loop {
            let mut reader = self.reader();
            reader.skip_game();
            let (end, line) = (reader.at, reader.line);
            if end < self.text.len() || self.is_at_end {
                self.consume(end, line);
                return Ok(());
            }
            let mut end = self.text.len().saturating_sub(KEPT);
            while !self.text.is_char_boundary(end) {
                end += 1;
            }
            let lines = self.text[..end].matches('\n').count();
            self.consume(end, self.line + lines);
            self.fill()?;
        }
    }

    fn next_game(&mut self) -> io::Result<Option<Result<(usize, GameRecord), PgnError>>> {
        loop {
            let mut reader = self.reader();
            let game = reader.next();
            let (end, line) = (reader.at, reader.line);
            if self.is_at_end || is_seen(&self.text[end..]) {
                self.consume(end, line);
                return Ok(game);
            }
            // A comment may go on, and belongs to the game behind it.
            if game.is_none() && self.text.trim().is_empty() {
                self.consume(end, line);
            }
            if self.text.len() > LONGEST {
                let reason = format!("a game of more than {LONGEST} bytes");
                let error = PgnError { line: self.line, reason, is_cut_off: false };
                self.skip()?;
                return Ok(Some(Err(error)));
            }
            self.fill()?;
        }
    }
}

/// Whether a game ends before this text whatever follows: there is something, and if the next game may begin here,
/// all of its first line or of what would be its first move.
fn is_seen(behind: &str) -> bool {
    behind.contains('\n') || !behind.starts_with('[') && behind.len() > "1.".len()
}

/// How many of these bytes are whole letters and ends of lines, or bytes that cannot begin one.
fn whole_letters(bytes: &[u8]) -> usize {
    if let Some(before) = bytes.strip_suffix(b"\r") {
        return before.len();
    }
    let last = bytes.len().saturating_sub(3);
    let behind = bytes[last..].utf8_chunks().last();
    // The beginning of a letter is no UTF-8 either.
    let cut = behind.map_or(0, |chunk| chunk.invalid().len());
    let begins_letter = bytes[bytes.len() - cut..].first().is_some_and(|&byte| byte >= 0xC0);
    if begins_letter { bytes.len() - cut } else { bytes.len() }
}

impl<I: Read> Iterator for PgnFile<I> {
    type Item = Result<(usize, GameRecord), PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().unwrap_or_else(|error| {
            (self.is_at_end, self.text) = (true, String::new());
            let (line, reason) = (self.line, error.to_string());
            Some(Err(PgnError { line, reason, is_cut_off: false }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that gives few bytes at a time.
    struct Slowly<'a>(&'a [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            self.0 = later;
            Ok(count)
        }
    }

    #[test]
    fn a_file_is_read_as_its_text_is() {
        let games = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {AB}xe5 {x} 1-0 {y} [Event \"b\"]\n\n1. d4 (1. c4\n\n\
            {no game}\n[Event \"M\u{fc}ller \u{265e}\"]\n\n1. ) e4 *\n\n[Event \"d\"]\n\n; [x]\n1. c4 \u{265e}f6\n%z\n*\n";
        // More than one piece of the file, and games across their borders.
        let text = games.repeat(3 * PIECE / games.len());
        let mut latin = text.clone().into_bytes();
        let umlaut = text.find('\u{fc}').expect("it is there");
        latin.splice(umlaut..umlaut + 2, [0xFC]);
        for bytes in [text.as_bytes(), &latin] {
            let expected: Vec<_> = PgnReader::new(&text).collect();
            let games = || PgnFile::new(Slowly(bytes, 12345));
            assert_eq!(games().collect::<Vec<_>>(), expected);
            let mut file = games();
            while file.next().is_some() {}
            assert_eq!(
                (file.offset(), file.is_utf8()),
                (bytes.len() as u64, bytes.len() == text.len())
            );
            // A game is found again at its place.
            let mut file = games();
            file.next();
            // What is read ahead does not count.
            assert!(file.is_utf8());
            file.next();
            let (offset, line) = (file.offset(), file.line());
            let rest = &bytes[usize::try_from(offset).expect("a short file")..];
            let mut again = PgnFile::new(rest).at(offset, line);
            assert_eq!(again.next(), file.next());
            assert_eq!(again.offset(), file.offset());
        }
    }

    #[test]
    fn a_comment_between_games_may_be_read_in_pieces() {
        for (opening, end) in [("%", ""), (";", ""), ("{", "}"), ("{\n[", "]}"), (";\n{\n", "}")] {
            let text = format!("1. e4 *\n{opening} {} 1. d4 *{end}\n1. c4 *\n", "x ".repeat(PIECE));
            let games: Vec<_> = PgnFile::lenient(text.as_bytes()).collect();
            assert_eq!(games.len(), 2);
            assert_eq!(games, PgnReader::lenient(&text).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_ends_a_game_may_be_read_in_pieces() {
        // Neither is what it seems where the first piece ends.
        for (first, behind) in [("1. e4\n[E \"1\"]", " e5 \"x\" *"), ("1. e4\n\n1.", ".. e5 *")] {
            let pad = " ".repeat(PIECE - first.len());
            let text = format!("{pad}{first}{behind}");
            let games: Vec<_> = PgnFile::lenient(text.as_bytes()).collect();
            assert_eq!(games, PgnReader::lenient(&text).collect::<Vec<_>>(), "{first}");
        }
        // The beginning of a letter.
        let games: Vec<_> = PgnFile::lenient(&b"e4\n[E \"1\"]\xFF"[..]).collect();
        assert_eq!(games, PgnReader::lenient("e4\n[E \"1\"]\u{ff}").collect::<Vec<_>>());
    }

    #[test]
    fn files_without_games_take_little_memory() {
        let zeros = io::repeat(0).take(3 * LONGEST as u64);
        let good = &b"\n\n[Event \"x\"]\n\n1. e4 *\n"[..];
        for input in [
            Box::new(zeros) as Box<dyn Read>,
            Box::new(io::repeat(b'{').take(3 * LONGEST as u64)),
            Box::new(io::Cursor::new(format!("1. {}", "Nf3 Nf6 Ng1 Ng8 ".repeat(LONGEST / 4)))),
        ] {
            let mut file = PgnFile::new(input.chain(good));
            let bad = file.next().expect("something").expect_err("no game");
            assert!(bad.reason.starts_with("a game of more than "), "{bad}");
            assert!(file.text.capacity() <= 4 * LONGEST);
            let (_, record) = file.next().expect("a game").expect("it reads");
            assert_eq!(record.plies.len(), 1);
            assert!(file.next().is_none());
        }
    }
}
