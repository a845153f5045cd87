//! Work that is split between machines.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde_json::{Value, json};
use thiserror::Error;

use vertumnus_core::files;

/// One of several parts of the same work: every item whose number, counted from 0, gives the same
/// remainder. No two parts have an item in common, and all together have all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the part, from 1.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
}

/// The text is not a part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a part such as 2/4: the second of four")]
pub struct BadPart(String);

impl Part {
    /// All of the work.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether an item, counted from 0, belongs to this part.
    pub const fn has(self, item: usize) -> bool {
        item % self.of == self.number - 1
    }

    /// The part as JSON.
    pub fn to_json(self) -> Value {
        json!({ "number": self.number, "of": self.of })
    }

    /// Reads what [`to_json`](Self::to_json) has written.
    pub fn from_json(value: &Value) -> Option<Self> {
        let read = |key: &str| value[key].as_u64().map(|number| number as usize);
        Self { number: read("number")?, of: read("of")? }.checked()
    }

    fn checked(self) -> Option<Self> {
        (1..=self.of).contains(&self.number).then_some(self)
    }
}

impl FromStr for Part {
    type Err = BadPart;

    fn from_str(text: &str) -> Result<Self, BadPart> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            Self { number: number.parse().ok()?, of: of.parse().ok()? }.checked()
        };
        read().ok_or_else(|| BadPart(text.to_owned()))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Why what parts have written cannot be added up.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A file is not one of a part, or does not belong to the others.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The problem, in one line.
        reason: String,
    },
    /// Something is missing from the sum.
    #[error("{0}")]
    Incomplete(String),
}

/// The longest line that a part writes, in bytes: more than the settings of any tournament.
const LONGEST: usize = 1 << 20;

/// The lines of what a part has written, or why there are no more.
pub type Lines<'a> = &'a mut dyn Iterator<Item = Result<String, String>>;

/// Reads the files of parts into a sum, one after the other. `read` adds the lines of a file to the sum,
/// which is `None` before the first part, or says in one line what is wrong with it.
///
/// # Errors
/// If a file cannot be read, or `read` refuses it.
pub fn read_all<T>(
    files: &[PathBuf],
    mut read: impl FnMut(&mut Option<T>, &Path, Lines<'_>) -> Result<(), String>,
) -> Result<Option<T>, MergeError> {
    let mut sum = None;
    for path in files {
        let fail = |reason: String| MergeError::File { path: path.clone(), reason };
        let file = files::open(path).map_err(|error| fail(error.to_string()))?;
        read(&mut sum, path, &mut whole_lines(BufReader::new(file))).map_err(fail)?;
    }
    Ok(sum)
}

/// The lines of what a part has written. What follows the last line break was not written to its end,
/// and is left out.
pub fn whole_lines(input: impl BufRead) -> impl Iterator<Item = Result<String, String>> {
    let is_whole =
        |line: &io::Result<String>| line.as_ref().map_or(true, |line| line.ends_with('\n'));
    let lines = files::lines_with_ends(input, LONGEST).filter(is_whole);
    lines.map(|line| line.map_err(|error| error.to_string()))
}

/// The parts of the same work that have been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What the work is. It is the same in all parts.
    pub work: Value,
    of: usize,
    /// By their numbers.
    files: BTreeMap<usize, PathBuf>,
}

impl Parts {
    /// No parts yet, of work that is split into as many parts as this one says.
    pub const fn new(work: Value, part: Part) -> Self {
        Self { work, of: part.of, files: BTreeMap::new() }
    }

    /// Adds a part that a file has; `false` if the same file had it before. `kind` says in a word what
    /// the work is.
    ///
    /// # Errors
    /// If it is a part of other work, or another file had it before.
    pub fn add(
        &mut self,
        kind: &str,
        work: &Value,
        part: Part,
        file: &Path,
    ) -> Result<bool, String> {
        if let Some((what, here, there)) = first_difference(work, &self.work) {
            let (what, here, there) = (shown(&what), shown(here), shown(there));
            return Err(format!("this is of another {kind}: {what} is {here}, not {there}"));
        }
        if part.of != self.of {
            return Err(format!("this is one of {} parts, not of {}", part.of, self.of));
        }
        match self.files.insert(part.number, file.to_owned()) {
            Some(other) if other != file => {
                Err(format!("part {part} is in {} as well", other.display()))
            }
            before => Ok(before.is_none()),
        }
    }

    /// Says which parts are missing, if any are.
    pub fn missing(&self) -> Option<String> {
        let missing = Missing::of(self.files.keys().copied(), self.of)?;
        Some(format!("there is no part {missing} of {}", self.of))
    }
}

/// What a file has, shortened and cleaned so that it can stand in a line.
fn shown(text: &impl fmt::Display) -> String {
    const MOST: usize = 60;
    let text = text.to_string();
    let clean = |c: char| if c.is_control() { '?' } else { c };
    let beginning: String = text.chars().take(MOST).map(clean).collect();
    if text.chars().count() > MOST { beginning + "..." } else { beginning }
}

/// Where two JSON values first differ: the path, and both values. `None` if they are equal.
fn first_difference<'a>(a: &'a Value, b: &'a Value) -> Option<(String, &'a Value, &'a Value)> {
    let keys: Vec<String> = match (a, b) {
        (Value::Object(a), Value::Object(b)) => a.keys().chain(b.keys()).cloned().collect(),
        (Value::Array(a), Value::Array(b)) => {
            (0..a.len().max(b.len())).map(|index| index.to_string()).collect()
        }
        _ => return (a != b).then(|| (String::new(), a, b)),
    };
    let member = |value: &'a Value, key: &str| match value {
        Value::Array(list) => key.parse().ok().and_then(|index: usize| list.get(index)),
        _ => value.get(key),
    };
    keys.iter().find_map(|key| {
        let null = &Value::Null;
        let (a, b) = (member(a, key).unwrap_or(null), member(b, key).unwrap_or(null));
        first_difference(a, b).map(|(path, a, b)| {
            let path = if path.is_empty() { key.clone() } else { format!("{key}.{path}") };
            (path, a, b)
        })
    })
}

/// What is missing of things that are numbered from 1. It takes no more memory than what is there, however
/// many there should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// How many are missing.
    pub count: usize,
    /// The first and the last of each gap.
    gaps: Vec<(usize, usize)>,
}

impl Missing {
    /// What is missing if these are there, in rising order, of so many; `None` if nothing is.
    pub fn of(there: impl IntoIterator<Item = usize>, total: usize) -> Option<Self> {
        let mut gaps = Vec::new();
        let mut last = 0;
        for number in there.into_iter().take_while(|&number| number <= total) {
            if number - last > 1 {
                gaps.push((last + 1, number - 1));
            }
            last = number;
        }
        if last < total {
            gaps.push((last + 1, total));
        }
        let count = gaps.iter().map(|(first, last)| last - first + 1).sum();
        (count > 0).then_some(Self { count, gaps })
    }
}

/// As ranges: `1-3, 7`.
impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, &(first, last)) in self.gaps.iter().enumerate() {
            f.write_str(if number > 0 { ", " } else { "" })?;
            write!(f, "{first}")?;
            if first < last {
                write!(f, "-{last}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_nothing_and_leave_nothing_out() {
        for of in 1..6 {
            let parts = (1..=of).map(|number| Part { number, of });
            let parts: Vec<Part> = parts.collect();
            for item in 0..50 {
                assert_eq!(parts.iter().filter(|part| part.has(item)).count(), 1, "{item} of {of}");
            }
            for part in parts {
                assert_eq!(part.to_string().parse(), Ok(part));
                assert_eq!(Part::from_json(&part.to_json()), Some(part));
            }
        }
        for text in ["0/2", "3/2", "1", "1/0", "a/2", "-1/2", ""] {
            assert_eq!(text.parse::<Part>(), Err(BadPart(text.to_owned())));
        }
    }

    #[test]
    fn lines_of_a_part_are_whole_and_short() {
        let lines = |text: &str| whole_lines(text.as_bytes()).collect::<Vec<_>>();
        assert_eq!(lines("one\ntwo\nthr"), [Ok("one\n".to_owned()), Ok("two\n".to_owned())]);
        let endless = whole_lines(BufReader::new(io::repeat(b'x'))).collect::<Vec<_>>();
        assert_eq!(endless, [Err("it has a line of more than 1048576 bytes".to_owned())]);
    }

    #[test]
    fn the_first_difference_is_found_inside() {
        let a = json!({"games": 2, "engines": [{"name": "a"}, {"name": "b", "nodes": 5}]});
        assert_eq!(first_difference(&a, &a), None);
        let b = json!({"games": 2, "engines": [{"name": "a"}, {"name": "b", "nodes": 6}]});
        let found = first_difference(&a, &b);
        assert_eq!(found, Some(("engines.1.nodes".to_owned(), &json!(5), &json!(6))));
        assert_eq!(shown(&json!({"a\u{7f}": "x".repeat(99)})).chars().count(), 63);
        assert_eq!(shown(&"a\u{7f}"), "a?");
        let short = json!({"games": 2, "engines": [{"name": "a"}]});
        assert_eq!(first_difference(&a, &short).map(|found| found.0).as_deref(), Some("engines.1"));
    }

    #[test]
    fn what_is_missing_is_said_in_ranges_however_much_it_is() {
        for (there, total, missing) in [
            (&[4, 5, 6, 8][..], 10, Some((6, "1-3, 7, 9-10"))),
            (&[1, 2, 3], 3, None),
            (&[1, 2, 9], 2, None),
            (&[], 0, None),
            (&[], 1, Some((1, "1"))),
            (&[2, usize::MAX], usize::MAX, Some((usize::MAX - 2, "1, 3-18446744073709551614"))),
        ] {
            let found = Missing::of(there.iter().copied(), total);
            let found = found.map(|missing| (missing.count, missing.to_string()));
            let missing = missing.map(|(count, text): (_, &str)| (count, text.to_owned()));
            assert_eq!(found, missing, "{there:?} of {total}");
        }
    }
}
