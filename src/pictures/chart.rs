//! The picture of all kinds of pieces of a game.

use std::fmt::Write as _;

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_core::rules::Kind;

use crate::board::Theme;
use crate::figure::Figure;
use crate::piece::{SIDE, drawing};

/// How many kinds stand side by side.
const COLUMNS: usize = 16;

/// All kinds of a game, in the order of their numbers: White's above Black's, on squares of both
/// colors in turn.
pub fn chart(game: &dyn Session, theme: Theme) -> String {
    let kinds = game.kinds().len();
    let columns = kinds.min(COLUMNS);
    let (width, height) = (columns * SIDE as usize, kinds.div_ceil(COLUMNS) * 2 * SIDE as usize);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n"
    );
    for number in 0..kinds {
        let Some(figure) = Figure::of_kind(game, Kind::new(number as u8)) else { continue };
        for color in Color::ALL {
            let (column, row) = (number % COLUMNS, number / COLUMNS * 2 + color.index());
            let (x, y) = (column * SIDE as usize, row * SIDE as usize);
            let square = theme.squares()[(column + row) % 2];
            let _ = writeln!(
                svg,
                "<path fill=\"{square}\" d=\"M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z\"/>\
                 <g transform=\"translate({x} {y})\">{}</g>",
                drawing(&figure, color)
            );
        }
    }
    svg + "</svg>\n"
}
