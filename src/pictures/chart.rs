//! The picture of kinds of pieces side by side.

use std::fmt::Write as _;

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_core::rules::Kind;

use crate::board::Theme;
use crate::figure::Figure;
use crate::piece::{SIDE, drawing};

/// How many kinds stand side by side.
const COLUMNS: usize = 16;

/// All kinds of a game, in the order of their numbers, without those that are
/// [shown](vertumnus_core::game::Describe::shown) as others: White's above Black's, on squares of both colors in turn.
pub fn chart(game: &dyn Session, theme: Theme) -> String {
    chart_of(game, &all(game), theme)
}

fn all(game: &dyn Session) -> Vec<Kind> {
    let kinds = (0..game.kinds().len() as u8).map(Kind::new);
    kinds.filter(|&kind| game.shown(kind) == kind).collect()
}

/// The kinds of these tokens, in either case and without braces; all kinds of the game if there are
/// no tokens.
///
/// # Errors
/// If the game has no piece of a token.
pub fn kinds_of(game: &dyn Session, tokens: &[impl AsRef<str>]) -> Result<Vec<Kind>, String> {
    let all = all(game);
    if tokens.is_empty() {
        return Ok(all);
    }
    let find = |token: &str| {
        let is_meant = |&kind: &Kind| {
            game.kind(kind).is_some_and(|info| info.token.eq_ignore_ascii_case(token))
        };
        all.iter().copied().find(is_meant).ok_or_else(|| format!("the game has no piece '{token}'"))
    };
    tokens.iter().map(|token| find(token.as_ref())).collect()
}

/// Some kinds of a game, as [`chart`] shows them. Kinds that the game does not have are left out.
pub fn chart_of(game: &dyn Session, kinds: &[Kind], theme: Theme) -> String {
    let figures: Vec<_> = kinds.iter().filter_map(|&kind| Figure::of_kind(game, kind)).collect();
    let columns = figures.len().min(COLUMNS);
    let rows = figures.len().div_ceil(COLUMNS) * 2;
    let (width, height) = (columns * SIDE as usize, rows * SIDE as usize);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n"
    );
    for (number, figure) in figures.iter().enumerate() {
        for color in Color::ALL {
            let (column, row) = (number % COLUMNS, number / COLUMNS * 2 + color.index());
            let (x, y) = (column * SIDE as usize, row * SIDE as usize);
            let square = theme.squares()[(column + row) % 2];
            let _ = writeln!(
                svg,
                "<path fill=\"{square}\" d=\"M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z\"/>\
                 <g transform=\"translate({x} {y})\">{}</g>",
                drawing(figure, color)
            );
        }
    }
    svg + "</svg>\n"
}
