//! Markdown as text for a terminal: the part of it in which the pages of rules are written.

use std::fmt::Write;

use console::Style;

use crate::look::Look;
use crate::text::{filled, hanging};

/// The columns between those of a table.
const GAP: usize = 2;

/// The fewest columns in which the last column of a table is broken into lines.
const NARROWEST: usize = 24;

/// What stands on a page below a heading of the second level, up to the next one.
pub(crate) fn section<'a>(page: &'a str, heading: &str) -> Option<&'a str> {
    let start = page.find(&format!("\n## {heading}\n"))?;
    let below = page.get(start + 1..)?.split_once('\n')?.1;
    Some(below.split_once("\n## ").map_or(below, |(section, _)| section).trim())
}

/// A text as a terminal shows it: lines that fit, tables in columns, headings in bold where there are
/// colors. Pictures, addresses and the marks of Markdown are left out.
pub(crate) fn shown(markdown: &str, look: Look) -> String {
    let mut shown = Shown { look, text: String::new(), words: String::new(), rows: Vec::new() };
    let mut is_code = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            shown.end_block();
            is_code = !is_code;
        } else if is_code {
            shown.line(line);
        } else {
            shown.take(line);
        }
    }
    shown.end_block();
    shown.text.truncate(shown.text.trim_end().len());
    shown.text
}

/// A text in the making, with the block that is not at its end yet.
struct Shown {
    look: Look,
    text: String,
    /// Of a paragraph or an item of a list.
    words: String,
    /// Of a table.
    rows: Vec<Vec<String>>,
}

impl Shown {
    fn take(&mut self, line: &str) {
        if line.starts_with('|') {
            self.end_paragraph();
            self.rows.push(cells(line));
        } else if let Some(heading) = line.strip_prefix('#') {
            self.end_block();
            let heading = inline(heading.trim_start_matches('#').trim());
            self.blank();
            let style = Style::new().force_styling(self.look.colors).bold();
            self.line(&style.apply_to(heading).to_string());
        } else if line.is_empty() {
            self.end_block();
            self.blank();
        } else if is_address(line) || line.starts_with("![") {
            self.end_block();
        } else {
            if mark(line).is_some() {
                self.end_block();
            }
            if !self.words.is_empty() {
                self.words.push(' ');
            }
            self.words.push_str(line.trim());
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A blank line, unless there is one or nothing to set apart.
    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn end_block(&mut self) {
        self.end_paragraph();
        let rows = std::mem::take(&mut self.rows);
        if !rows.is_empty() {
            let table = table(rows, self.look.width);
            self.line(&table);
        }
    }

    fn end_paragraph(&mut self) {
        let words = std::mem::take(&mut self.words);
        if !words.is_empty() {
            let following = mark(&words).unwrap_or(0);
            // The mark of a list looks like one of emphasis.
            let (mark, rest) = words.split_at(following);
            let words = format!("{mark}{}", inline(rest));
            let lines = hanging(&words, 0, following, self.look.width);
            self.line(&lines);
        }
    }
}

/// The length of the mark with which an item of a list begins; `None` if the line begins none.
fn mark(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line.get(digits..)? {
        rest if digits > 0 => rest.starts_with(". ").then_some(digits + 2),
        rest => rest.starts_with("* ").then_some(2),
    }
}

/// Whether a line says where the links of a number lead.
fn is_address(line: &str) -> bool {
    line.starts_with('[') && line.contains("]: ")
}

/// The cells of a row; none if it only separates the head of a table from its rows.
fn cells(line: &str) -> Vec<String> {
    if line.bytes().all(|byte| b"|-: ".contains(&byte)) && line.contains("--") {
        return Vec::new();
    }
    let row = line.strip_prefix('|').unwrap_or(line);
    let row = row.trim_end().strip_suffix('|').unwrap_or(row);
    row.split('|').map(|cell| inline(cell.trim())).collect()
}

/// A table in columns, of which the last one may take several lines. If it is too wide for that, each
/// row is a paragraph.
fn table(mut rows: Vec<Vec<String>>, width: usize) -> String {
    rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width_of = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width_of).collect();
    let Some((last, others)) = widths.split_last() else { return String::new() };
    let before: usize = others.iter().map(|width| width + GAP).sum();
    let fits = before + last.min(&NARROWEST) <= width;
    let line = |row: &Vec<String>| {
        let mut text = String::new();
        // Writing to a string does not fail.
        if !fits {
            let mut cells = row.iter().filter(|cell| !cell.is_empty());
            text.extend(cells.next().map(String::as_str));
            for cell in cells {
                let _ = write!(text, "\n  {cell}");
            }
            return filled(&text, width);
        }
        for (cell, &width) in row.iter().zip(others) {
            let _ = write!(text, "{cell:width$}{:GAP$}", "");
        }
        let last = row.get(others.len()).map_or("", String::as_str);
        let last = hanging(last, before, before, width);
        (text + last.trim_start()).trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Words without the marks of emphasis and code, links as their texts, and no pictures.
fn inline(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        rest = after;
        match sign {
            '`' => {
                if let Some((code, after)) = after.split_once('`') {
                    shown.push_str(code);
                    rest = after;
                }
            }
            '*' => {}
            '!' if after.starts_with('[') => {
                rest = after.split_once(')').map_or("", |(_, after)| after);
            }
            '[' => match after.split_once("](").map(|(label, after)| (label, ')', after)) {
                Some((label, end, after)) if !label.contains(']') => {
                    shown.push_str(&inline(label));
                    rest = after.split_once(end).map_or("", |(_, after)| after);
                }
                _ => match after.split_once("][") {
                    Some((label, after)) if !label.contains(']') => {
                        shown.push_str(&inline(label));
                        rest = after.split_once(']').map_or("", |(_, after)| after);
                    }
                    _ => shown.push(sign),
                },
            },
            _ => shown.push(sign),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Title (`x`)\n\n## One\n\nSome *words*, **bold** and\n`**k**/*5*`, and [a\nlink](x.md#y) \
                        to [it][1].\n\n[1]: https://example.org/\n\n* first item\n  goes on\n* second\n\n\
                        ![A picture](d.svg \"--from e4\")\n\n## Two\n\n| head | |\n|---|---|\n| `a` | b |\n\
                        | long cell | [c](d) |\n";

    fn look(width: usize) -> Look {
        Look { width, ..Look::PLAIN }
    }

    #[test]
    fn a_section_ends_at_the_next_heading() {
        let two = section(PAGE, "Two").expect("it is there");
        assert!(two.starts_with("| head") && two.ends_with("[c](d) |"), "{two}");
        assert!(section(PAGE, "One").is_some_and(|one| !one.contains("## ")));
        assert_eq!(section(PAGE, "Three"), None);
    }

    #[test]
    fn marks_go_and_code_stays() {
        let expected = "Title (x)\n\nOne\n\nSome words, bold and **k**/*5*, and a link to it.\n\n\
                        * first item goes on\n* second\n\nTwo\n\nhead\na          b\nlong cell  c";
        assert_eq!(shown(PAGE, look(80)), expected);
        let narrow = shown(PAGE, look(12));
        assert!(narrow.contains("\n* first item\n  goes on\n"), "{narrow}");
    }

    #[test]
    fn wide_tables_are_broken_in_the_last_column_or_into_paragraphs() {
        let text = "| key | what the key does when it is pressed |\n|---|---|\n| a | something |\n";
        let broken = "key  what the key does when\n     it is pressed\na    something";
        let long = text.replace("pressed", "pressed once or twice or three times");
        let lines = shown(&long, look(29));
        assert!(
            lines.lines().all(|line| line.len() <= 29) && lines.lines().count() == 4,
            "{lines}"
        );
        assert_eq!(shown(text, look(29)), broken);
        let paragraphs = "key\n  what the key does\n  when it is pressed\na\n  something";
        assert_eq!(shown(text, look(20)), paragraphs);
    }

    #[test]
    fn headings_are_bold_where_there_are_colors() {
        let rich = Look { colors: true, ..Look::PLAIN };
        assert_eq!(shown("# A", rich), "\u{1b}[1mA\u{1b}[0m");
    }
}
