//! Pictures of pieces and boards, as SVG.
//!
//! What a piece is, a set of powers, can be drawn: the body shows the lines or the leaper, a head a
//! leaper beside a line, bars and chevrons how a line is used, a small pawn the power of a pawn, a
//! cross a king, and badges what neighbors lend. A piece of a written game for which there are no
//! shapes is a tile with its letter and its steps. `docs/pieces.md` is the legend. A [`Figure`] is
//! what a picture shows of a piece, and [`board`](board()) draws a position.
//!
//! Everything is text made of plain values. The drawings are paths with attributes alone (no styles,
//! clips or fonts), so that every reader of SVG shows the same.
//!
//! ```
//! use vertumnus_core::board::Color;
//! use vertumnus_core::game;
//! use vertumnus_core::rules::Variant;
//! use vertumnus_pictures::{Figure, Options, board, picture};
//!
//! let game = game::session(Variant::Chess);
//! let d1 = game.parse_square("d1").unwrap();
//! let (color, queen) = Figure::at(&*game, d1).unwrap();
//! assert_eq!(color, Color::White);
//! assert!(picture(&queen, color).starts_with("<svg "));
//! assert!(board(&*game, &Options::default()).ends_with("</svg>\n"));
//! ```

#![forbid(unsafe_code)]

mod board;
mod chart;
mod figure;
mod letters;
mod number;
mod of_game;
mod pattern;
mod piece;
mod shapes;

#[cfg(test)]
mod tests;

pub use board::{Mark, Options, Theme, board};
pub use chart::{chart, chart_of, kinds_of};
pub use figure::Figure;
pub use pattern::Pattern;
pub use piece::{SIDE, drawing, picture, symbol};
