//! Adds up the parts of a count, or of a check of suites, that were made apart.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::counting::PerftError;
use vertumnus_referee::part::{self, Lines, MergeError, Part, Parts};

/// What was read of parts of the same work.
#[derive(Debug)]
struct Merged {
    parts: Parts,
    /// The sums, by their names.
    sums: BTreeMap<&'static str, u64>,
    seconds: f64,
    /// The leaves below each move of a position.
    moves: BTreeMap<String, u64>,
    /// The names of lines that failed.
    failures: Vec<String>,
}

/// The sums of a check of suites, and that of a count.
const SUITE_SUMS: [&str; 5] = ["lines", "held", "failed", "skipped", "leaves"];
const COUNT_SUMS: [&str; 1] = ["leaves"];

/// Adds up what parts have written, and prints the sum. Nothing is printed unless all parts are there.
///
/// # Errors
/// If a file cannot be read, or the files do not belong together, or a part is missing, or lines of
/// suites have failed.
pub(super) fn merge(files: &[PathBuf], output: &mut dyn Write) -> Result<(), PerftError> {
    part::read_all(files, read)?.map_or(Ok(()), |merged| merged.report(output))
}

/// The same with the texts of files, which have numbers for names: for the fuzz target.
///
/// # Errors
/// In the same cases, in one line.
pub fn merge_texts(texts: &[&str], output: &mut dyn Write) -> Result<(), String> {
    let mut merged = None;
    for (number, text) in (1..).zip(texts) {
        let path = PathBuf::from(format!("{number}"));
        read(&mut merged, &path, &mut part::whole_lines(text.as_bytes()))?;
    }
    let report = |merged: Merged| merged.report(output).map_err(|error| error.to_string());
    merged.map_or(Ok(()), report)
}

fn read(merged: &mut Option<Merged>, path: &Path, lines: Lines<'_>) -> Result<(), String> {
    let mut failures = Vec::new();
    let mut has_end = false;
    for line in lines {
        let object: Map<String, Value> =
            serde_json::from_str(&line?).map_err(|_| "this is not what perft --json writes")?;
        let text = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
        let names = match text("type") {
            "line" if text("status") == "failed" => {
                failures.push(in_a_line(&format!("{} {}", text("suite"), text("line")))?);
                continue;
            }
            "summary" => &SUITE_SUMS[..],
            "count" => &COUNT_SUMS[..],
            _ => continue,
        };
        has_end = true;
        add(merged, path, &object, names)?;
    }
    match merged {
        Some(merged) if has_end => merged.failures.append(&mut failures),
        _ => return Err("this is not a finished part".to_owned()),
    }
    Ok(())
}

/// Adds the object with which a part ends.
fn add(
    merged: &mut Option<Merged>,
    path: &Path,
    object: &Map<String, Value>,
    names: &[&'static str],
) -> Result<(), String> {
    let null = Value::Null;
    let part = Part::from_json(object.get("part").unwrap_or(&null));
    let part = part.ok_or("it does not say which part it is")?;
    let work = object.get("work").unwrap_or(&null);
    let merged = merged.get_or_insert_with(|| Merged {
        parts: Parts::new(work.clone(), part),
        sums: BTreeMap::new(),
        seconds: 0.0,
        moves: BTreeMap::new(),
        failures: Vec::new(),
    });
    if !merged.parts.add("count", work, part, path)? {
        return Err(format!("part {part} is in {} as well", path.display()));
    }
    for &name in names {
        let number = object.get(name).and_then(Value::as_u64);
        let sum = merged.sums.entry(name).or_insert(0);
        *sum = added(*sum, number.ok_or_else(|| format!("it has no {name}"))?)?;
    }
    merged.seconds += object.get("seconds").and_then(Value::as_f64).unwrap_or_default();
    if let Some(moves) = object.get("moves").and_then(Value::as_object) {
        for (mv, leaves) in moves {
            let sum = merged.moves.entry(in_a_line(mv)?).or_insert(0);
            *sum = added(*sum, leaves.as_u64().ok_or_else(|| format!("{mv} has no count"))?)?;
        }
    }
    Ok(())
}

/// A text that is printed.
fn in_a_line(text: &str) -> Result<String, String> {
    if text.contains(char::is_control) {
        return Err("a name in it is more than a line".to_owned());
    }
    Ok(text.to_owned())
}

fn added(sum: u64, number: u64) -> Result<u64, String> {
    sum.checked_add(number).ok_or_else(|| "its counts are too large".to_owned())
}

impl Merged {
    fn report(&self, output: &mut dyn Write) -> Result<(), PerftError> {
        if let Some(missing) = self.parts.missing() {
            return Err(MergeError::Incomplete(missing).into());
        }
        self.print(output)?;
        match self.sum("failed") as usize {
            0 => Ok(()),
            failed => Err(PerftError::Failed { failed, lines: self.sum("lines") as usize }),
        }
    }

    fn sum(&self, name: &str) -> u64 {
        self.sums.get(name).copied().unwrap_or_default()
    }

    fn print(&self, output: &mut dyn Write) -> Result<(), PerftError> {
        for (mv, leaves) in &self.moves {
            writeln!(output, "{mv}: {leaves}")?;
        }
        for failure in &self.failures {
            writeln!(output, "FAILED {failure}")?;
        }
        if self.sums.contains_key("lines") {
            let [lines, held, failed, skipped, leaves] = SUITE_SUMS.map(|name| self.sum(name));
            writeln!(
                output,
                "Lines: {lines}, of which {held} held, {failed} failed, {skipped} were skipped"
            )?;
            writeln!(output, "Leaves: {leaves}")?;
        } else {
            writeln!(output, "\nNodes searched: {}", self.sum("leaves"))?;
        }
        writeln!(output, "Time: {:.3} s, of all parts together", self.seconds)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(number: usize, depth: u32, leaves: u64) -> String {
        format!(
            "{{\"type\":\"count\",\"part\":{{\"number\":{number},\"of\":2}},\"work\":{{\"depth\":{depth}}},\
             \"leaves\":{leaves},\"moves\":{{\"e2e4\":{leaves}}},\"seconds\":1.5}}\n"
        )
    }

    fn read_all(texts: &[&str]) -> Result<Merged, String> {
        let mut merged = None;
        for (number, text) in texts.iter().enumerate() {
            let path = PathBuf::from(format!("file{number}"));
            read(&mut merged, &path, &mut part::whole_lines(text.as_bytes()))?;
        }
        merged.ok_or_else(|| "nothing".to_owned())
    }

    #[test]
    fn counts_of_parts_add_up() {
        let merged = read_all(&[&part(1, 3, 20), &part(2, 3, 5)]).expect("they belong together");
        assert_eq!((merged.sum("leaves"), merged.moves["e2e4"]), (25, 25));
        assert_eq!(merged.parts.missing(), None);
        let merged = read_all(&[&part(2, 3, 5)]).expect("a part");
        assert_eq!(merged.parts.missing().as_deref(), Some("there is no part 1 of 2"));
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let one = part(1, 3, 20);
        let unfinished = "this is not a finished part";
        for (texts, reason) in [
            ([&*one, &*part(2, 4, 5)], "this is of another count: depth is 4, not 3"),
            ([&one, &one], "part 1/2 is in file0 as well"),
            ([&one.repeat(2), ""], "part 1/2 is in file0 as well"),
            ([&one, ""], unfinished),
            ([&one, one.trim_end()], unfinished),
            ([&one, &part(2, 3, u64::MAX)], "its counts are too large"),
            ([&one, "x\n"], "this is not what perft --json writes"),
        ] {
            assert_eq!(read_all(&texts).err().as_deref(), Some(reason));
        }
    }
}
