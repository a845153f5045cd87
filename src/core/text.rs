//! Foreign text, such as a player's name in a record, on its way to a terminal.

use std::borrow::Cow;

/// A text that says nothing to a terminal: control characters, with which a text could move the cursor or rename
/// the window, and characters that change the direction of others are replaced. It is one line.
///
/// ```
/// use vertumnus_core::text::shown;
///
/// assert_eq!(shown("José"), "José");
/// assert_eq!(shown("a\u{1b}[2J\nb"), "a\u{fffd}[2J\u{fffd}b");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    if text.contains(is_unsafe) {
        Cow::Owned(text.replace(is_unsafe, "\u{FFFD}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The same of a text of several lines.
pub fn shown_lines(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

fn is_unsafe(letter: char) -> bool {
    letter.is_control() && letter != '\t'
        || matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_to_a_terminal() {
        for letter in ('\0'..=' ').chain('\u{7f}'..='\u{a0}') {
            let is_shown = shown(&letter.to_string()) == letter.to_string();
            assert_eq!(is_shown, matches!(letter, ' ' | '\t' | '\u{a0}'), "{letter:?}");
        }
        assert_eq!(shown("\u{202e}x"), "\u{fffd}x");
        assert_eq!(shown_lines("a\u{7}\n\nb"), "a\u{fffd}\n\nb");
    }
}
