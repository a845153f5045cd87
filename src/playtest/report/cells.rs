//! What stands in the cells of the report's tables.

use std::fmt::Write as _;

use super::Match;
use super::words::{UNDECIDED, elo_of, percent_in};
use crate::statistics::Estimate;

/// A share in a cell.
pub(super) fn share(share: Estimate) -> String {
    two_lines(&percent_in(share))
}

/// The word for figures that nothing decides, in a cell.
pub(super) fn undecided() -> String {
    format!("<span class=\"undecided\">{UNDECIDED}</span>")
}

/// A difference in Elo in a cell.
pub(super) fn elo(played: &Match) -> String {
    match elo_of(played) {
        text if text == UNDECIDED => undecided(),
        text => two_lines(&text),
    }
}

/// An estimate in a cell, with the interval below it.
pub(super) fn two_lines(text: &str) -> String {
    match text.split_once(" (") {
        Some((value, interval)) => {
            format!("{value}<small>{}</small>", interval.trim_end_matches(')'))
        }
        None => text.to_owned(),
    }
}

/// Moves with their numbers.
pub(super) fn numbered(sans: &[String]) -> String {
    let mut text = String::new();
    for (place, san) in sans.iter().enumerate() {
        if place % 2 == 0 {
            let _ = write!(text, "{}{}.\u{a0}", if place > 0 { " " } else { "" }, place / 2 + 1);
        } else {
            text.push(' ');
        }
        text += san;
    }
    text
}
