//! Perft suites: positions, each with the number of leaves of its tree at some depths.
//!
//! A line is `FEN ;D1 count ;D2 count ... ;id name`. Depths are in increasing order and may be left
//! out. Without an id, the name is made of the line number. Other fields are ignored. A line that
//! begins with `#` is a comment; the comment `# lines: N` says how many positions the file has, so
//! that a truncated file is detected.
//!
//! ```
//! use vertumnus_core::position::perft::suite::Suite;
//!
//! let suite = Suite::parse("# lines: 1\n7k/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3 ;D2 9 ;id kings\n");
//! let entry = suite.entries[0].as_ref().unwrap();
//! assert_eq!((entry.name.as_str(), &entry.counts[..]), ("kings", &[(1, 3), (2, 9)][..]));
//! ```

use std::path::Path;
use std::{fmt, io};

use thiserror::Error;

use super::MAX_DEPTH;
use crate::files;

/// One position and its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the position.
    pub name: String,
    /// The position.
    pub fen: String,
    /// Depths, in increasing order, and the number of leaves at each.
    pub counts: Vec<(u32, u64)>,
}

/// A line that cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct EntryError {
    /// Its number in the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// A fault of a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The line has no count.
    #[error("no counts, such as ';D1 20'")]
    NoCounts,
    /// A depth has no number of leaves.
    #[error("'{0}' is no count, such as 'D1 20'")]
    BadCount(String),
    /// A depth is greater than [`MAX_DEPTH`].
    #[error("depth {0} is more than {MAX_DEPTH}")]
    TooDeep(u32),
    /// A depth is 0, or not greater than the one before it.
    #[error("depth {0} is out of order")]
    OutOfOrder(u32),
    /// The file declares a different number of positions than it has.
    #[error("'# lines: {declared}', but there are {found}")]
    Incomplete {
        /// What the comment says.
        declared: usize,
        /// How many positions there are.
        found: usize,
    },
}

/// The lines of a file.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The lines; a fault of the whole file comes last.
    pub entries: Vec<Result<Entry, EntryError>>,
    /// The number of positions that the file declares in a comment.
    pub declared: Option<usize>,
}

impl Suite {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has a line that is too long. Bad lines are among the entries.
    pub fn read(path: &Path) -> io::Result<Self> {
        let lines = files::lines(path)?.collect::<io::Result<Vec<String>>>()?;
        Ok(Self::of_lines(lines.iter().map(String::as_str)))
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Self {
        Self::of_lines(text.strip_prefix('\u{FEFF}').unwrap_or(text).lines())
    }

    fn of_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let mut suite = Self::default();
        let mut comment_line = 0;
        for (number, line) in (1..).zip(lines) {
            if let Some(comment) = line.trim_start().strip_prefix('#') {
                if let Some(count) = comment.trim().strip_prefix("lines:") {
                    suite.declared = count.trim().parse().ok();
                    comment_line = number;
                }
            } else if !line.trim().is_empty() {
                let entry = Entry::parse(line, number);
                suite.entries.push(entry.map_err(|fault| EntryError { line: number, fault }));
            }
        }
        let found = suite.entries.len();
        if let Some(declared) = suite.declared.filter(|&declared| declared != found) {
            let fault = Fault::Incomplete { declared, found };
            suite.entries.push(Err(EntryError { line: comment_line, fault }));
        }
        suite
    }
}

impl Entry {
    fn parse(line: &str, number: usize) -> Result<Self, Fault> {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap_or_default().to_owned();
        let mut entry = Self { name: format!("line_{number:03}"), fen, counts: Vec::new() };
        for field in fields {
            let (key, value) = field.split_once(char::is_whitespace).unwrap_or((field, ""));
            let value = value.trim();
            if key == "id" && !value.is_empty() {
                value.clone_into(&mut entry.name);
            } else if let Some(depth) = depth_of(key) {
                let leaves = value.parse().map_err(|_| Fault::BadCount(field.to_owned()))?;
                let deepest = entry.counts.last().map_or(0, |&(depth, _)| depth);
                if depth > MAX_DEPTH {
                    return Err(Fault::TooDeep(depth));
                }
                if depth <= deepest {
                    return Err(Fault::OutOfOrder(depth));
                }
                entry.counts.push((depth, leaves));
            }
        }
        if entry.counts.is_empty() { Err(Fault::NoCounts) } else { Ok(entry) }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fen)?;
        self.counts.iter().try_for_each(|(depth, leaves)| write!(f, " ;D{depth} {leaves}"))?;
        write!(f, " ;id {}", self.name)
    }
}

/// The depth of a key such as `D5`.
fn depth_of(key: &str) -> Option<u32> {
    key.strip_prefix(['D', 'd'])?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let entries = Suite::parse(text).entries;
        entries.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect()
    }

    #[test]
    fn lines_are_positions_with_counts_and_names() {
        let text =
            "# a comment\n\n8/8 w - - ;D1 20 ;D2 400 ;id start \r\n8/7 b;d3  5;hmvc 0 ; D5 6";
        let suite = Suite::parse(text);
        let entry = |name: &str, fen: &str, counts: &[_]| {
            Ok(Entry { name: name.to_owned(), fen: fen.to_owned(), counts: counts.to_vec() })
        };
        let expected = [
            entry("start", "8/8 w - -", &[(1, 20), (2, 400)]),
            entry("line_004", "8/7 b", &[(3, 5), (5, 6)]),
        ];
        assert_eq!(suite.entries, expected);
        let written: Vec<String> = suite.entries.iter().flatten().map(Entry::to_string).collect();
        assert_eq!(Suite::parse(&written.join("\n")).entries, expected);
        assert_eq!(suite.declared, None);
    }

    #[test]
    fn bad_lines_are_reported_and_leave_the_others_alone() {
        let text = "8/8 w ;D1 x\n8/8 w ;D1 20\n8/8 w ;id nothing\n8/8 w ;D2 1 ;D2 1\n8/8 w ;D0 1\nD1\n8/8 w ;D65 1";
        assert_eq!(
            faults(text),
            [
                "line 1: 'D1 x' is no count, such as 'D1 20'",
                "line 3: no counts, such as ';D1 20'",
                "line 4: depth 2 is out of order",
                "line 5: depth 0 is out of order",
                "line 6: no counts, such as ';D1 20'",
                "line 7: depth 65 is more than 64",
            ]
        );
        assert_eq!(Suite::parse(text).entries.iter().filter(|entry| entry.is_ok()).count(), 1);
    }

    #[test]
    fn a_file_that_was_cut_short_is_found_out() {
        assert_eq!(faults("# lines: 1\n8/8 w ;D1 20"), [""; 0]);
        assert_eq!(faults("# lines: 2\n8/8 w ;D1 20"), ["line 1: '# lines: 2', but there are 1"]);
    }
}
