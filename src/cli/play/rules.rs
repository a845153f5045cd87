//! The rules of a game in short: the beginning of its page, and its pieces.

use std::fmt::Write;

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_core::rules::Piece;

use crate::RulesPages;

/// The rules in short, for a terminal.
pub(super) fn in_short(game: &dyn Session, pages: RulesPages) -> String {
    let name = game.variant().name();
    let mut text = format!("{}\n", game.title());
    if let Some((_, page)) = pages.iter().find(|(known, _)| *known == name) {
        text.push_str(&introduction(page));
    }
    text.push_str("\nThe pieces at the start:\n");
    for kind in game.kinds_at_start() {
        if let Some(info) = game.kind(kind) {
            let token = game.token(Piece::new(kind, Color::White));
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {token}  {}: {}", info.name, info.powers.in_words());
        }
    }
    let _ = write!(text, "All rules: docs/rules/{name}.md in the sources of this program.");
    text
}

/// What stands on a page before its second heading but the first, its marks left out: what the game is
/// about, and its aim.
fn introduction(page: &str) -> String {
    let mut text = String::new();
    let mut headings = 0;
    for line in page.lines().skip(1) {
        if let Some(heading) = line.strip_prefix("## ") {
            headings += 1;
            if headings > 1 || heading != "Aim" {
                break;
            }
            text.push_str(heading);
            text.push_str(":\n");
        } else if line.is_empty() {
            text.push_str("\n\n");
        } else {
            // Lines of a paragraph are joined: the terminal has a width of its own.
            if !text.is_empty() && !text.ends_with('\n') {
                text.push(' ');
            }
            text.push_str(&without_marks(line));
        }
    }
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    format!("\n{}\n", text.trim())
}

/// A line without the marks of emphasis and code, and links as their texts.
fn without_marks(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((label, tail)) = after.split_once("](") else { break };
        text.push_str(before);
        text.push_str(label);
        rest = tail.split_once(')').map_or("", |(_, tail)| tail);
    }
    text.push_str(rest);
    text.replace(['*', '`'], "")
}
