//! A board as text, for terminals.

use std::fmt::Write;

use vertumnus_core::position::KindName;

/// Draws rows of cells, from the top rank down: a piece's letters, nothing for an empty square, no
/// string for a hole. Cells are as wide as the longest piece needs.
#[must_use]
pub fn draw(rows: &[Vec<Option<String>>]) -> String {
    let cells = rows.iter().flatten().flatten();
    let width = cells.map(String::len).max().unwrap_or(1).max(1);
    let mut text = String::new();
    // Writing to a string does not fail.
    for (row, rank) in rows.iter().zip((1..=rows.len()).rev()) {
        let _ = write!(text, "{rank:>2} ");
        for cell in row {
            let symbol = match cell.as_deref() {
                None => " ",
                Some("") => ".",
                Some(piece) => piece,
            };
            let _ = write!(text, " {symbol:>width$}");
        }
        text.push('\n');
    }
    text.push_str("   ");
    for (file, _) in ('a'..).zip(rows.first().into_iter().flatten()) {
        let _ = write!(text, " {file:>width$}");
    }
    text.push('\n');
    text
}

/// A line that names kinds of pieces by their tokens; nothing for none.
#[must_use]
pub fn legend(kinds: &[KindName]) -> String {
    let names: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    if names.is_empty() { String::new() } else { format!("Pieces: {}\n", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_with_holes_and_wide_pieces() {
        let row = |cells: &[Option<&str>]| cells.iter().map(|c| c.map(str::to_owned)).collect();
        let rows: Vec<Vec<Option<String>>> =
            vec![row(&[None, Some("k"), Some("")]), row(&[Some("RN"), Some(""), Some("K")])];
        assert_eq!(draw(&rows), " 2      k  .\n 1  RN  .  K\n     a  b  c\n");
    }
}
