//! What is wrong with a file, and where.

use std::fmt::Write;

/// How many mistakes of a file are kept.
const MOST: usize = 1000;

/// How many characters of a line are shown.
const WINDOW: usize = 100;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The game cannot be used.
    Error,
    /// The game can be used, but is probably not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, counted from 1.
    pub line: u32,
    /// The first character, counted from 1.
    pub column: u32,
    /// How many characters; at least 1.
    pub length: u32,
}

/// A finding in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What is wrong, in one line.
    pub message: String,
    /// What is allowed there, or what to do; may be empty.
    pub help: String,
}

impl Diagnostic {
    /// The finding for people: `name:line:column: message`, the line of the text, and a caret below it
    /// with what is allowed there. Long lines are cut.
    pub fn render(&self, name: &str, text: &str) -> String {
        let Place { line, column, length } = self.place;
        let mut out = format!("{name}:{line}:{column}: ");
        if self.severity != Severity::Error {
            write!(out, "{}: ", self.severity.word()).expect("a string takes all");
        }
        out.push_str(&self.message);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let source = text.lines().nth(line as usize - 1).unwrap_or_default();
        let skipped = (column as usize).saturating_sub(WINDOW * 3 / 4);
        let shown: String = source.chars().skip(skipped).take(WINDOW).map(printable).collect();
        let indent = column as usize - 1 - skipped;
        let carets = (length as usize).clamp(1, WINDOW.saturating_sub(indent).max(1));
        write!(out, "\n  {}\n  {}{}", shown.trim_end(), " ".repeat(indent), "^".repeat(carets))
            .expect("a string takes all");
        if !self.help.is_empty() {
            write!(out, " {}", self.help).expect("a string takes all");
        }
        out.push('\n');
        out
    }
}

/// A character as it can be shown in a terminal: one cell, and nothing that moves the cursor.
fn printable(character: char) -> char {
    if character == '\t' {
        ' '
    } else if character.is_control() {
        '\u{fffd}'
    } else {
        character
    }
}

/// A text of the file inside a message: short, and safe to print.
pub(crate) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).map(printable).collect();
    if text.chars().nth(40).is_some() { format!("'{short}...'") } else { format!("'{short}'") }
}

/// The findings in a file so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    findings: Vec<Diagnostic>,
    errors: usize,
    beyond: usize,
}

impl Report {
    pub(crate) fn error(&mut self, place: Place, message: impl Into<String>) -> &mut Diagnostic {
        self.errors += 1;
        self.add(Severity::Error, place, message.into())
    }

    /// An error that is none of the writer's: the game is one that this crate does not have the rules for.
    pub(crate) fn unsupported(
        &mut self,
        place: Place,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.beyond += 1;
        self.error(place, message)
    }

    pub(crate) fn warning(&mut self, place: Place, message: impl Into<String>) -> &mut Diagnostic {
        self.add(Severity::Warning, place, message.into())
    }

    pub(crate) fn note(&mut self, place: Place, message: impl Into<String>) -> &mut Diagnostic {
        self.add(Severity::Note, place, message.into())
    }

    /// How many errors there have been: a part of the work has failed if there are more after it.
    pub(crate) const fn errors(&self) -> usize {
        self.errors
    }

    /// How many of the errors have been the writer's.
    pub(crate) const fn mistakes(&self) -> usize {
        self.errors - self.beyond
    }

    /// The findings in the order of the file.
    pub(crate) fn into_findings(mut self) -> Vec<Diagnostic> {
        self.findings.sort_by_key(|finding| (finding.place, finding.severity));
        self.findings.dedup();
        self.findings
    }

    fn add(&mut self, severity: Severity, place: Place, message: String) -> &mut Diagnostic {
        let finding = Diagnostic { severity, place, message, help: String::new() };
        if self.findings.len() < MOST {
            self.findings.push(finding);
        } else {
            // The errors are still counted, and a file with so many is not read to its end by anybody.
            self.findings[MOST - 1] = finding;
        }
        self.findings.last_mut().expect("one has been added")
    }
}

impl Diagnostic {
    /// Adds what is allowed there.
    pub(crate) fn help(&mut self, help: impl Into<String>) {
        self.help = help.into();
    }
}

/// The name nearest to a misspelt one, if one is near enough to be meant.
pub(crate) fn nearest<'n>(
    wrong: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    // A long text is no misspelling, and would take long to compare.
    if wrong.len() > 60 {
        return None;
    }
    let lower = wrong.to_ascii_lowercase();
    let most = (wrong.len() / 4).max(1);
    names
        .into_iter()
        .map(|name| (distance(lower.as_bytes(), name.to_ascii_lowercase().as_bytes()), name))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// How many letters are changed, put in, left out or exchanged with their neighbor.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_find_the_nearest() {
        let names = ["startFen", "stalemateValue", "king", "knight"];
        assert_eq!(nearest("startfen", names), Some("startFen"));
        assert_eq!(nearest("stalematValue", names), Some("stalemateValue"));
        assert_eq!(nearest("satrtFen", names), Some("startFen"));
        assert_eq!(nearest("kinght", names), Some("knight"));
        assert_eq!(nearest("pieceDrops", names), None);
        assert_eq!(nearest(&"k".repeat(10_000), names), None);
    }

    #[test]
    fn a_finding_shows_its_line_with_a_caret() {
        let text = "[a]\nking = x:Q\n";
        let finding = Diagnostic {
            severity: Severity::Error,
            place: Place { line: 2, column: 8, length: 3 },
            message: "no".to_owned(),
            help: "yes".to_owned(),
        };
        assert_eq!(finding.render("f", text), "f:2:8: no\n  king = x:Q\n         ^^^ yes\n");
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let text = format!("{}!{}", "a".repeat(5000), "b".repeat(5000));
        let place = Place { line: 1, column: 5001, length: 5001 };
        let finding = Diagnostic {
            severity: Severity::Note,
            place,
            message: String::new(),
            help: String::new(),
        };
        let rendered = finding.render("f", &text);
        let lines: Vec<&str> = rendered.lines().collect();
        assert!(lines.iter().all(|line| line.len() < 120), "{rendered}");
        let caret = lines[2].find('^').expect("there is a caret");
        assert_eq!(&lines[1][caret..=caret], "!");
    }
}
