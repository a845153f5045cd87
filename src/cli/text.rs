//! Texts in the lines of a terminal.

/// A text whose lines are broken between words so that they fit into this many columns. What follows
/// in a line that begins with blanks is indented as far.
pub(crate) fn filled(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        lines.push(hanging(line, indent, indent, width));
    }
    lines.join("\n")
}

/// A list whose lines are broken between its items, which commas part.
pub(crate) fn filled_list(list: &str, width: usize) -> String {
    const BOUND: &str = "\u{a0}";
    filled(&list.replace(' ', BOUND).replace(&format!(",{BOUND}"), ", "), width).replace(BOUND, " ")
}

/// Words in lines of this many columns, the first line indented so far and those that follow it so far.
pub(crate) fn hanging(words: &str, first: usize, following: usize, width: usize) -> String {
    let mut text = " ".repeat(first);
    let mut column = first;
    let mut is_start = true;
    for word in words.split(' ').skip_while(|word| word.is_empty()) {
        let length = word.chars().count();
        if !is_start && column + 1 + length > width {
            text.push('\n');
            text.push_str(&" ".repeat(following));
            column = following;
        } else if !is_start {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
        is_start = false;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(filled("a2a3 a2a4 b2b3", 9), "a2a3 a2a4\nb2b3");
        assert_eq!(filled("one\n  two three", 7), "one\n  two\n  three");
        assert_eq!(filled("unbreakable", 3), "unbreakable");
        assert_eq!(filled("", 3), "");
        assert_eq!(
            filled_list("Pieces: K King, Q Queen, P Pawn", 24),
            "Pieces: K King, Q Queen,\nP Pawn"
        );
        assert_eq!(filled_list("Pieces: K King, Q Queen", 20), "Pieces: K King,\nQ Queen");
        assert_eq!(hanging("* one two", 0, 2, 5), "* one\n  two");
    }
}
