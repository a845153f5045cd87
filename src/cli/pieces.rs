//! The command `pieces`: the pieces of all games as elements of one SVG file.

use std::fmt::Write as _;
use std::io::{self, Write};

use vertumnus_core::board::Color;
use vertumnus_core::game;
use vertumnus_core::rules::{Kind, Variant};
use vertumnus_pictures::{Figure, SIDE, drawing};

/// Prints the drawings of all pieces, in rows.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn run(output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{}", document())
}

fn document() -> String {
    let elements = elements();
    let rows = elements.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS * SIDE as usize, rows * SIDE as usize);
    let mut text =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n");
    for element in elements {
        let _ = writeln!(text, "{element}");
    }
    text + "</svg>"
}

/// The number of pieces in a row.
const COLUMNS: usize = 20;

/// The name of an element: in upper case for White, in lower case for Black.
fn name(variant: Variant, token: &str, color: Color) -> String {
    let name = format!("Vertumnus-{variant}-{token}");
    if color == Color::White { name.to_ascii_uppercase() } else { name.to_ascii_lowercase() }
}

/// How much of the square of a drawing is left out at each edge.
const MARGIN: u32 = 4;

/// An element for each piece of each game. Programs scale elements to the size of their squares; the
/// invisible square in each keeps the proportions.
fn elements() -> Vec<String> {
    let mut elements = Vec::new();
    for variant in Variant::known() {
        let game = game::session(variant);
        for (info, kind) in game.kinds().iter().zip((0..).map(Kind::new)) {
            let figure = Figure::of_kind(&*game, kind).filter(|_| game.shown(kind) == kind);
            let Some(figure) = figure else { continue };
            for color in Color::ALL {
                let side = SIDE as usize;
                let inner = SIDE - 2 * MARGIN;
                let (x, y) = (elements.len() % COLUMNS * side, elements.len() / COLUMNS * side);
                elements.push(format!(
                    "<g id=\"{}\" transform=\"translate({x} {y})\">\
                     <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{inner}\" height=\"{inner}\" \
                     fill=\"none\"/>{}</g>",
                    name(variant, info.token, color),
                    drawing(&figure, color)
                ));
            }
        }
    }
    elements
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_piece_has_an_element_by_a_name_of_its_own() {
        let text = document();
        let ids = text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let distinct: HashSet<&str> = ids.clone().collect();
        assert_eq!(distinct.len(), ids.count());
        for &variant in Variant::bundled() {
            for info in game::session(variant).kinds() {
                let name = format!("Vertumnus-{variant}-{}", info.token);
                assert!(distinct.contains(&*name.to_ascii_lowercase()), "{name}");
                assert!(distinct.contains(&*name.to_ascii_uppercase()), "{name}");
            }
        }
    }
}
