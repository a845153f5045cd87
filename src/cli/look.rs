//! How much a terminal can show, and boards that use it.

use std::env;
use std::fmt::Write;

use console::{Style, Term};

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::Session;
use vertumnus_core::position::{Cell, Move};
use vertumnus_core::rules::{KindInfo, Piece, Power, PowerSet};
use vertumnus_protocol::ascii_board;

/// What a reader of the output can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// Colors of squares and pieces.
    pub(crate) colors: bool,
    /// Chess pieces of Unicode.
    pub(crate) figurines: bool,
    /// Columns of a line.
    pub(crate) width: usize,
}

/// Of a line in a pipe.
const PLAIN_WIDTH: usize = 80;

/// Colors of the palette of 256. Both sides' pieces stand out on all of them, and they do not depend
/// on the terminal's own colors.
mod palette {
    pub(super) const WHITE_PIECE: u8 = 231;
    pub(super) const BLACK_PIECE: u8 = 16;
    /// Of a dark and of a light square.
    pub(super) const SQUARE: [u8; 2] = [94, 137];
    pub(super) const LAST_MOVE: [u8; 2] = [25, 67];
    pub(super) const CHECK: u8 = 160;
}

impl Look {
    /// Text alone, as a pipe or a file takes it.
    pub(crate) const PLAIN: Self = Self { colors: false, figurines: false, width: PLAIN_WIDTH };

    /// What standard output can show: nothing but text unless it is a terminal; no colors if the
    /// environment has `NO_COLOR`; Unicode if the locale has it.
    pub(crate) fn of_stdout() -> Self {
        let terminal = Term::stdout();
        if !terminal.features().is_attended() {
            return Self::PLAIN;
        }
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| is_set(name));
        let locale = locale.and_then(|name| env::var(name).ok()).unwrap_or_default();
        let has_unicode = locale.to_ascii_lowercase().replace('-', "").contains("utf8");
        Self {
            colors: terminal.features().colors_supported() && !is_set("NO_COLOR"),
            figurines: has_unicode || cfg!(windows),
            width: terminal.size().1.into(),
        }
    }

    /// The board of a game, from the top rank down, or from the bottom rank up if it is flipped.
    pub(crate) fn board(self, game: &dyn Session, is_flipped: bool) -> String {
        if self == Self::PLAIN && !is_flipped {
            return ascii_board::draw(game);
        }
        let (files, ranks) = game.dimensions();
        let cells = game.cells();
        let symbols: Vec<Option<String>> =
            cells.iter().map(|&cell| self.cell(game, cell)).collect();
        let width = symbols.iter().flatten().map(|s| s.chars().count()).max().unwrap_or(1).max(1);
        let marks = Marks::of(game);
        let order = |count: u8, is_reversed: bool| {
            let all: Vec<u8> = (0..count).collect();
            if is_reversed { all.into_iter().rev().collect() } else { all }
        };
        let files_shown: Vec<u8> = order(files, is_flipped);
        let mut text = String::new();
        // Writing to a string does not fail.
        for rank in order(ranks, !is_flipped) {
            let _ = write!(text, "{:>2} ", rank + 1);
            for &file in &files_shown {
                let square = Square::new(rank * files + file);
                let symbol = symbols.get(square.index()).and_then(Option::as_ref);
                let piece = match cells.get(square.index()) {
                    Some(Cell::Piece(piece)) => Some(*piece),
                    _ => None,
                };
                match symbol {
                    Some(symbol) if self.colors => {
                        let is_light = (file + rank) % 2 == 1;
                        let style = marks.style(square, is_light, piece);
                        let _ = write!(text, "{}", style.apply_to(format!(" {symbol:^width$} ")));
                    }
                    None if self.colors => text.push_str(&" ".repeat(width + 2)),
                    symbol => {
                        let symbol = match symbol.map(String::as_str) {
                            None => " ",
                            Some("") => ".",
                            Some(symbol) => symbol,
                        };
                        let _ = write!(text, " {symbol:>width$}");
                    }
                }
            }
            text.push('\n');
        }
        text.push_str("   ");
        for &file in &files_shown {
            let name = char::from(b'a' + file);
            let _ = if self.colors {
                write!(text, " {name:^width$} ")
            } else {
                write!(text, " {name:>width$}")
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text + &ascii_board::hands(game, |piece| self.symbol(game, piece))
    }

    /// What stands in a cell; `None` for a hole.
    fn cell(self, game: &dyn Session, cell: Cell) -> Option<String> {
        match cell {
            Cell::Hole => None,
            Cell::Empty => Some(String::new()),
            Cell::Piece(piece) => Some(self.symbol(game, piece)),
        }
    }

    /// A piece as the board shows it.
    pub(crate) fn symbol(self, game: &dyn Session, piece: Piece) -> String {
        let letters = || game.marked(piece).replace(['{', '}'], "");
        let is_plain = game.shown(piece.kind()) == piece.kind();
        let figurine = game.kind(piece.kind()).and_then(orthodox);
        let figurine = figurine.filter(|_| self.figurines && is_plain);
        match figurine {
            // Where colors tell the sides apart, the solid drawings are easier to see.
            Some([white, _]) if piece.color() == Color::White && !self.colors => white.into(),
            Some([_, black]) => black.into(),
            None => letters(),
        }
    }
}

/// The drawings of an orthodox piece, white and black.
fn orthodox(kind: &KindInfo) -> Option<[char; 2]> {
    let has = |powers: &[Power]| kind.powers == PowerSet::of(powers);
    match kind.token {
        "K" if kind.royal && has(&[Power::Step]) => Some(['♔', '♚']),
        "Q" if has(&[Power::Rook, Power::Bishop]) => Some(['♕', '♛']),
        "R" if has(&[Power::Rook]) => Some(['♖', '♜']),
        "B" if has(&[Power::Bishop]) => Some(['♗', '♝']),
        "N" if has(&[Power::Knight]) => Some(['♘', '♞']),
        "P" => Some(['♙', '♟']),
        _ => None,
    }
}

/// The squares that stand out.
struct Marks {
    last_move: Option<Move>,
    /// Where kings in check stand.
    check: Vec<Square>,
}

impl Marks {
    fn of(game: &dyn Session) -> Self {
        let last_move = game.moves_played().last().copied();
        let is_attacked = |&(_, cell): &(Square, Cell)| {
            matches!(cell, Cell::Piece(piece) if piece.color() == game.side_to_move()
                && game.kind(piece.kind()).is_some_and(|kind| kind.royal))
        };
        let cells = (0u8..).map(Square::new).zip(game.cells());
        let kings = cells.filter(is_attacked).map(|(square, _)| square);
        let check = if game.is_in_check() { kings.collect() } else { Vec::new() };
        Self { last_move, check }
    }

    fn style(&self, square: Square, is_light: bool, piece: Option<Piece>) -> Style {
        let is_of_last = self.last_move.is_some_and(|mv| mv.from() == square || mv.to() == square);
        let [dark, light] = if is_of_last { palette::LAST_MOVE } else { palette::SQUARE };
        let background = if self.check.contains(&square) {
            palette::CHECK
        } else if is_light {
            light
        } else {
            dark
        };
        let style = Style::new().force_styling(true).on_color256(background);
        match piece.map(Piece::color) {
            Some(Color::White) => style.color256(palette::WHITE_PIECE).bold(),
            Some(Color::Black) => style.color256(palette::BLACK_PIECE),
            None => style,
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use vertumnus_core::game::session;
    use vertumnus_core::rules::Variant;

    const RICH: Look = Look { colors: true, figurines: true, width: 80 };

    /// A text without its colors.
    fn bare(text: &str) -> String {
        console::strip_ansi_codes(text).into_owned()
    }

    #[test]
    fn plain_boards_are_as_they_ever_were_and_flipped_ones_are_turned_round() {
        for &variant in Variant::bundled() {
            let game = session(variant);
            let plain = ascii_board::draw(&*game);
            assert_eq!(Look::PLAIN.board(&*game, false), plain);
            let turned = Look::PLAIN.board(&*game, true);
            assert_eq!(turned.lines().count(), plain.lines().count());
            let pieces = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
            assert_eq!(pieces(&turned), pieces(&plain), "{variant}");
            let first = |text: &str| text.trim_start().chars().next();
            assert_eq!(first(&turned), Some('1'));
        }
    }

    #[test]
    fn colors_cover_the_squares_and_nothing_else() {
        for &variant in Variant::bundled() {
            let game = session(variant);
            let text = RICH.board(&*game, false);
            let squares = game.cells().iter().filter(|&&cell| cell != Cell::Hole).count();
            assert_eq!(text.matches("\u{1b}[0m").count(), squares, "{variant}");
            let hands = if game.kinds_in_hand().is_empty() { 0 } else { 2 };
            assert_eq!(bare(&text).lines().count(), usize::from(game.dimensions().1) + 1 + hands);
            assert!(!bare(&text).contains('\u{1b}'));
        }
    }

    #[test]
    fn the_last_move_and_a_checked_king_stand_out() {
        let Some(chess) = Variant::named("chess") else { return };
        let mut game = session(chess);
        game.set_position(None, &["e2e4", "f7f6", "d1h5"]).unwrap();
        let text = RICH.board(&*game, false);
        let squares = |color: u8| text.matches(&format!("48;5;{color}m")).count();
        assert_eq!(squares(palette::CHECK), 1);
        // The queen stays on light squares.
        assert_eq!(palette::LAST_MOVE.map(squares), [0, 2]);
        assert_eq!(bare(&text).matches('\u{265a}').count(), 2, "two solid kings");
        let uncolored = Look { colors: false, ..RICH }.board(&*game, false);
        assert_eq!(uncolored.matches('\u{2654}').count(), 1, "an outlined one");
    }
}
