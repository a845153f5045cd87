//! A board as text, for terminals.

use std::fmt::Write;

use vertumnus_core::board::Color;
use vertumnus_core::game::{Describe, Session};
use vertumnus_core::position::Cell;
use vertumnus_core::rules::{Kind, Piece};

/// How the board of a game is shown to who reads the output: plainly ([`draw`]), or as a
/// terminal can.
pub type DrawBoard = Box<dyn Fn(&dyn Session) -> String>;

/// Draws the board of a game.
pub fn draw(game: &dyn Describe) -> String {
    let cell = |&cell: &Cell| match cell {
        Cell::Hole => None,
        Cell::Empty => Some(String::new()),
        Cell::Piece(piece) => Some(game.marked(piece).replace(['{', '}'], "")),
    };
    let (files, _) = game.dimensions();
    let cells = game.cells();
    let rows = cells.chunks(files.into()).rev().map(|rank| rank.iter().map(cell).collect());
    draw_rows(&rows.collect::<Vec<_>>()) + &hands(game, |piece| game.token(piece))
}

/// A line for what each side has in hand, each piece as `write` has it; empty in a game without hands.
pub fn hands(game: &dyn Describe, write: impl Fn(Piece) -> String) -> String {
    if game.kinds_in_hand().is_empty() {
        return String::new();
    }
    let line = |color: Color| {
        let held = game.in_hand(color).into_iter().flat_map(|(kind, count)| {
            let piece = write(Piece::new(kind, color)).replace(['{', '}'], "");
            std::iter::repeat_n(piece, count.into())
        });
        let held: Vec<String> = held.collect();
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
        format!("{color} has in hand: {held}\n")
    };
    Color::ALL.map(line).concat()
}

/// Draws rows of cells, from the top rank down: a piece's letters, `""` for an empty square, `None`
/// for a hole. Cells are as wide as the longest piece needs.
fn draw_rows(rows: &[Vec<Option<String>>]) -> String {
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

/// A line that names kinds of pieces by their tokens; empty if there are no kinds.
pub fn legend(game: &dyn Describe, kinds: &[Kind]) -> String {
    let name = |&kind: &Kind| {
        let info = game.kind(kind)?;
        Some(format!("{} {}", game.token(Piece::new(kind, Color::White)), info.name))
    };
    let names: Vec<String> = kinds.iter().filter_map(name).collect();
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
        assert_eq!(draw_rows(&rows), " 2      k  .\n 1  RN  .  K\n     a  b  c\n");
    }
}
