//! The lines of a file: sections of keys with values, as in an INI file.
//!
//! A section begins with `[name]` or `[name:parent]`. A key and its value stand on one line, with `=`
//! between them. A line that begins with `#` or `;` is a comment.

use std::ops::Range;

use crate::read::diagnostic::{Place, Report, quoted};

/// A part of a line that knows where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<'a> {
    line: &'a str,
    number: u32,
    start: usize,
    end: usize,
}

impl<'a> Span<'a> {
    /// A whole line, the first one of its text.
    pub(crate) const fn of(line: &'a str) -> Self {
        Self { line, number: 1, start: 0, end: line.len() }
    }

    pub(crate) fn text(self) -> &'a str {
        &self.line[self.start..self.end]
    }

    /// A part of this part, by its bytes.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        debug_assert!(range.end <= self.end - self.start);
        Self { start: self.start + range.start, end: self.start + range.end, ..self }
    }

    /// The part without blanks at its ends.
    pub(crate) fn trimmed(self) -> Self {
        let text = self.text();
        let front = text.len() - text.trim_start().len();
        self.part(front..front + text.trim().len())
    }

    /// The words between blanks.
    pub(crate) fn words(self) -> impl Iterator<Item = Self> {
        let text = self.text();
        let base = text.as_ptr() as usize;
        text.split_whitespace().map(move |word| {
            let start = word.as_ptr() as usize - base;
            self.part(start..start + word.len())
        })
    }

    /// The characters that are no blanks, each as a part.
    pub(crate) fn letters(self) -> impl Iterator<Item = (char, Self)> {
        self.text()
            .char_indices()
            .filter(|(_, letter)| !letter.is_whitespace())
            .map(move |(start, letter)| (letter, self.part(start..start + letter.len_utf8())))
    }

    /// The two parts before and after the first such character.
    pub(crate) fn split_once(self, at: char) -> Option<(Self, Self)> {
        let text = self.text();
        let found = text.find(at)?;
        Some((self.part(0..found), self.part(found + at.len_utf8()..text.len())))
    }

    pub(crate) fn place(self) -> Place {
        let count = |text: &str| text.chars().count() as u32;
        let column = count(&self.line[..self.start]) + 1;
        Place { line: self.number, column, length: count(self.text()).max(1) }
    }
}

/// A key with its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) key: Span<'a>,
    pub(crate) value: Span<'a>,
}

/// A section.
#[derive(Debug)]
pub(crate) struct Section<'a> {
    pub(crate) name: Span<'a>,
    pub(crate) parent: Option<Span<'a>>,
    pub(crate) entries: Vec<Entry<'a>>,
    /// Whether a line of it could not be read.
    pub(crate) is_broken: bool,
}

/// Takes a text apart. What is no section, key or comment is reported.
pub(crate) fn sections<'a>(text: &'a str, report: &mut Report) -> Vec<Section<'a>> {
    let mut sections: Vec<Section<'a>> = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        let whole = Span { line, number, start: 0, end: line.len() };
        let span = whole.trimmed();
        if span.text().is_empty() || span.text().starts_with(['#', ';']) {
            continue;
        }
        let before = report.errors();
        if line.starts_with([' ', '\t']) {
            report
                .error(span.place(), "the line begins with a blank")
                .help("keys and names begin in the first column, and a value stands on one line");
            if !span.text().starts_with('[') && !span.text().contains('=') {
                if let Some(section) = sections.last_mut() {
                    section.is_broken = true;
                }
                continue;
            }
        }
        if span.text().starts_with('[') {
            if let Some(section) = heading(span, report) {
                sections.push(section);
            }
        } else if let Some(section) = sections.last_mut() {
            if let Some((key, value)) = span.split_once('=') {
                let entry = Entry { key: key.trimmed(), value: value.trimmed() };
                if entry.value.text().is_empty() {
                    report.error(span.place(), "no value stands after the '='");
                } else {
                    section.entries.push(entry);
                }
            } else {
                report
                    .error(span.place(), "no key with a value")
                    .help("a line is 'key = value', '[name]', '[name:parent]' or a comment");
            }
            section.is_broken |= report.errors() > before;
        } else {
            report
                .error(span.place(), format!("{} stands before any game", quoted(span.text())))
                .help("a game begins with '[name]' or '[name:parent]'");
        }
    }
    sections
}

fn heading<'a>(span: Span<'a>, report: &mut Report) -> Option<Section<'a>> {
    let text = span.text();
    if !text.ends_with(']') {
        report.error(span.place(), "the name of a game ends with ']', and nothing follows it");
        return None;
    }
    let inner = span.part(1..text.len() - 1);
    let (name, parent) = match inner.split_once(':') {
        Some((name, parent)) => (name, Some(parent)),
        None => (inner, None),
    };
    Some(Section { name, parent, entries: Vec::new(), is_broken: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let mut report = Report::default();
        sections(text, &mut report);
        let place = |place: Place| format!("{}:{}", place.line, place.column);
        let findings = report.into_findings().into_iter();
        findings.map(|finding| format!("{} {}", place(finding.place), finding.message)).collect()
    }

    #[test]
    fn sections_have_keys_with_values() {
        let text =
            "\u{feff}# one\n[a]\r\nking = k\r\n; two\n\n[b:a]\nqueen=q  \nstartFen = a/b w - -\n";
        let mut report = Report::default();
        let sections = sections(text, &mut report);
        assert_eq!(report.errors(), 0);
        let all: Vec<String> = sections
            .iter()
            .map(|section| {
                let entries = section.entries.iter();
                let entries: Vec<String> = entries
                    .map(|entry| format!("{}={}", entry.key.text(), entry.value.text()))
                    .collect();
                let parent = section.parent.map(Span::text);
                format!("{}:{parent:?} {}", section.name.text(), entries.join(","))
            })
            .collect();
        assert_eq!(all, ["a:None king=k", "b:Some(\"a\") queen=q,startFen=a/b w - -"]);
        let value = sections[1].entries[1].value;
        assert_eq!(value.place(), Place { line: 8, column: 12, length: 9 });
        let words: Vec<(&str, u32)> =
            value.words().map(|word| (word.text(), word.place().column)).collect();
        assert_eq!(words, [("a/b", 12), ("w", 16), ("-", 18), ("-", 20)]);
    }

    #[test]
    fn lines_that_are_nothing_are_named() {
        assert_eq!(messages("king = k\n[a]\n"), ["1:1 'king = k' stands before any game"]);
        assert_eq!(messages("[a]\nking\n"), ["2:1 no key with a value"]);
        assert_eq!(messages("[a]\nking =\n"), ["2:1 no value stands after the '='"]);
        assert_eq!(messages("[a]\n  king = k\n"), ["2:3 the line begins with a blank"]);
        assert_eq!(
            messages("[a] b\n"),
            ["1:1 the name of a game ends with ']', and nothing follows it"]
        );
    }
}
