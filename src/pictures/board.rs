//! The picture of a position.

use std::fmt::Write as _;

use vertumnus_core::board::{Color, Shape, Square};
use vertumnus_core::game::{MoveView, Session};

use crate::figure::Figure;
use crate::letters::strokes;
use crate::number::short;
use crate::piece::{SIDE, symbol};

/// The width of the margin with the coordinates.
const MARGIN: u32 = 15;

// The colors of marks are those of the page, which are the same in light and in dark.
/// Dots, rings and arrows.
const MARKS: &str = "#0d5a54";
const ZONE: &str = "#2f9488";
const DANGER: &str = "#d22";
const LAST_MOVE: &str = "#d9c400";

/// How a board is drawn.
#[derive(Clone, Debug)]
pub struct Options {
    /// The side at the bottom.
    pub bottom: Color,
    /// The colors.
    pub theme: Theme,
    /// Whether files and ranks have their letters and digits.
    pub coordinates: bool,
    /// The squares of the last move, which are tinted. [`Self::last_move_of`] has them.
    pub last_move: Vec<Square>,
    /// What is marked on squares. A square may have several marks.
    pub marks: Vec<(Square, Mark)>,
    /// Arrows from one square to another.
    pub arrows: Vec<(Square, Square)>,
    /// The width of a square in pixels, for readers that take the size from the picture.
    pub pixels: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bottom: Color::White,
            theme: Theme::Light,
            coordinates: true,
            last_move: Vec::new(),
            marks: Vec::new(),
            arrows: Vec::new(),
            pixels: 40,
        }
    }
}

impl Options {
    /// The squares of the last move of a game; none if no move has been played since the position
    /// was set up.
    pub fn last_move_of(game: &dyn Session) -> Vec<Square> {
        match game.moves_played().last() {
            None => Vec::new(),
            Some(mv) if mv.from() == mv.to() => vec![mv.to()],
            Some(mv) => vec![mv.from(), mv.to()],
        }
    }

    /// Adds a mark that is given as text: `e4` a dot, `xe4` a ring, `#e4` a tint, `!e4` a red tint.
    ///
    /// # Errors
    /// If the board has no such square.
    pub fn mark(&mut self, game: &dyn Session, text: &str) -> Result<(), String> {
        let (mark, name) = match text.split_at_checked(1) {
            Some(("x", name)) => (Mark::Capture, name),
            Some(("#", name)) => (Mark::Zone, name),
            Some(("!", name)) => (Mark::Danger, name),
            _ => (Mark::Target, text),
        };
        self.marks.push((square(game, name)?, mark));
        Ok(())
    }

    /// Adds an arrow that is given as text: `e2e4`.
    ///
    /// # Errors
    /// If the text is no arrow, or the board has no such squares.
    pub fn arrow(&mut self, game: &dyn Session, text: &str) -> Result<(), String> {
        // The second square begins where a letter stands again.
        let second = text.bytes().skip(1).position(|byte| byte.is_ascii_alphabetic());
        let (from, to) = text
            .split_at_checked(second.map_or(2, |second| second + 1))
            .ok_or_else(|| format!("'{text}' is not an arrow such as e2e4"))?;
        self.arrows.push((square(game, from)?, square(game, to)?));
        Ok(())
    }

    /// Adds the marks of [`targets`](Self::targets) for the piece on the square of this name.
    ///
    /// # Errors
    /// If the board has no such square.
    pub fn moves_from(&mut self, game: &dyn Session, name: &str) -> Result<(), String> {
        self.marks.extend(Self::targets(game, square(game, name)?));
        Ok(())
    }

    /// Marks for the legal moves of the piece on a square: a tint below it, and marks where it goes
    /// and where it captures, be it in passing.
    pub fn targets(game: &dyn Session, square: Square) -> Vec<(Square, Mark)> {
        let mut marks = vec![(square, Mark::Zone)];
        let is_its = |view: &MoveView| view.from == square && !view.is_drop;
        for view in game.views().into_iter().filter(is_its) {
            let captures = view.is_capture || view.is_en_passant;
            let mark = if captures { Mark::Capture } else { Mark::Target };
            if !marks.contains(&(view.to, mark)) {
                marks.push((view.to, mark));
            }
        }
        marks
    }
}

/// The square of a name.
fn square(game: &dyn Session, name: &str) -> Result<Square, String> {
    game.parse_square(name).ok_or_else(|| format!("the board has no square '{name}'"))
}

/// The colors of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

impl Theme {
    /// The colors of light and dark squares.
    pub const fn squares(self) -> [&'static str; 2] {
        match self {
            Self::Light => ["#f2e3c6", "#c49a6c"],
            Self::Dark => ["#d0c3aa", "#a9845d"],
        }
    }

    const fn letters(self) -> &'static str {
        match self {
            Self::Light => "#666",
            Self::Dark => "#bbb",
        }
    }
}

/// A mark on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A dot: a piece can go there.
    Target,
    /// A ring round the piece: it can be captured.
    Capture,
    /// The square is tinted: it belongs to a zone.
    Zone,
    /// A red tint: check, or danger.
    Danger,
}

/// The picture of the position of a game, as a document. In a game with pieces in hand, those of each side are beside the
/// board, each kind once, with its number if there are several.
///
/// Squares and arrows that the board does not have are left out.
pub fn board(game: &dyn Session, options: &Options) -> String {
    let picture = Picture { shape: game.shape(), options };
    let margin = if options.coordinates { MARGIN } else { 0 };
    let (files, ranks) = game.dimensions();
    let hand = if game.kinds_in_hand().is_empty() { 0 } else { SIDE };
    let width = u32::from(files) * SIDE + margin;
    let height = u32::from(ranks) * SIDE + margin + 2 * hand;
    let top = if hand > 0 { format!("-{hand}") } else { "0".to_owned() };
    let pixels = |units: u32| short(f64::from(units * options.pixels) / f64::from(SIDE));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"-{margin} {top} {width} {height}\">\n",
        pixels(width),
        pixels(height)
    );
    svg += &picture.squares();
    if options.coordinates {
        svg += &picture.coordinates();
    }
    svg += &picture.tints();
    svg += &picture.pieces(game);
    svg += &picture.marks();
    svg += "</svg>\n";
    svg
}

/// A piece of a picture.
struct Placed {
    color: Color,
    figure: Figure,
    /// The upper left corner.
    corner: (i32, i32),
    /// Width and height.
    side: u32,
    /// How many pieces it stands for.
    count: u8,
}

/// A picture of a board in the making.
struct Picture<'a> {
    shape: &'a Shape,
    options: &'a Options,
}

impl Picture<'_> {
    /// The column and the row of a cell as they are seen, from the upper left corner.
    fn seen(&self, cell: usize) -> (u32, u32) {
        let (files, ranks) = (u32::from(self.shape.files), u32::from(self.shape.ranks));
        let (file, rank) = (cell as u32 % files, cell as u32 / files);
        match self.options.bottom {
            Color::White => (file, ranks - 1 - rank),
            Color::Black => (files - 1 - file, rank),
        }
    }

    /// The upper left corner of a cell.
    fn corner(&self, cell: usize) -> (i32, i32) {
        let (column, row) = self.seen(cell);
        ((column * SIDE) as i32, (row * SIDE) as i32)
    }

    /// The middle of a square; `None` if the board has no such square.
    fn middle(&self, square: Square) -> Option<(f64, f64)> {
        self.has(square.index()).then(|| {
            let (x, y) = self.corner(square.index());
            (f64::from(x) + 22.5, f64::from(y) + 22.5)
        })
    }

    fn has(&self, cell: usize) -> bool {
        self.shape.has(Square::new(cell as u8))
    }

    /// The cells of the board without its holes.
    fn cells(&self) -> impl Iterator<Item = usize> {
        (0..self.shape.cells()).filter(|&cell| self.has(cell))
    }

    /// All squares of one color are one path.
    fn squares(&self) -> String {
        let [light, dark] = self.options.theme.squares();
        let path = |is_light: bool| {
            let cells = self.cells().filter(|&cell| self.shape.is_light(cell) == is_light);
            cells.map(|cell| self.square_path(cell)).collect::<String>()
        };
        format!(
            "<path fill=\"{light}\" d=\"{}\"/>\n<path fill=\"{dark}\" d=\"{}\"/>\n",
            path(true),
            path(false)
        )
    }

    fn square_path(&self, cell: usize) -> String {
        let (x, y) = self.corner(cell);
        format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")
    }

    fn coordinates(&self) -> String {
        let (files, ranks) = (usize::from(self.shape.files), usize::from(self.shape.ranks));
        let color = self.options.theme.letters();
        let mut svg = format!(
            "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"1.2\" stroke-linecap=\"round\">\n"
        );
        let mut put = |letter: u8, x: i32, y: i32| {
            let strokes = strokes(char::from(letter));
            let _ = writeln!(svg, "<path transform=\"translate({x} {y})\" d=\"{strokes}\"/>");
        };
        for file in 0..files {
            put(b'a' + file as u8, self.corner(file).0 + 20, (ranks as u32 * SIDE) as i32 + 3);
        }
        for rank in 0..ranks {
            // The margin lies left of the board.
            let y = self.corner(rank * files).1 + 18;
            let digits: Vec<char> = (rank + 1).to_string().chars().collect();
            let left = if digits.len() > 1 { -14 } else { -10 };
            for (place, &digit) in (0..).zip(&digits) {
                let x = left + 7 * place;
                let _ = writeln!(
                    svg,
                    "<path transform=\"translate({x} {y})\" d=\"{}\"/>",
                    strokes(digit)
                );
            }
        }
        svg + "</g>\n"
    }

    /// What lies below the pieces.
    fn tints(&self) -> String {
        let marked = |mark: Mark| {
            let marks = self.options.marks.iter().filter(move |&&(_, other)| other == mark);
            marks.map(|&(square, _)| square.index()).collect::<Vec<_>>()
        };
        let last = self.options.last_move.iter().map(|square| square.index()).collect();
        let layers = [
            (last, LAST_MOVE, ".42"),
            (marked(Mark::Zone), ZONE, ".62"),
            (marked(Mark::Danger), DANGER, ".6"),
        ];
        let mut svg = String::new();
        for (mut cells, color, opacity) in layers {
            cells.retain(|&cell| self.has(cell));
            if !cells.is_empty() {
                let path: String = cells.iter().map(|&cell| self.square_path(cell)).collect();
                let _ = writeln!(
                    svg,
                    "<path fill=\"{color}\" fill-opacity=\"{opacity}\" d=\"{path}\"/>"
                );
            }
        }
        svg
    }

    fn pieces(&self, game: &dyn Session) -> String {
        let on = |cell: usize| {
            let (color, figure) = Figure::at(game, Square::new(cell as u8))?;
            Some((cell, color, figure.seen_by(self.options.bottom)))
        };
        let placed = |(cell, color, figure)| {
            let corner = self.corner(cell);
            Placed { color, figure, corner, side: SIDE, count: 1 }
        };
        let mut pieces: Vec<Placed> = self.cells().filter_map(on).map(placed).collect();
        pieces.extend(Color::ALL.into_iter().flat_map(|color| self.hand(game, color)));
        let mut known = Vec::new();
        let mut svg = String::new();
        for Placed { color, figure, .. } in &pieces {
            if !known.contains(&(color, figure)) {
                known.push((color, figure));
                svg += &symbol(figure, *color);
                svg.push('\n');
            }
        }
        for Placed { color, figure, corner: (x, y), side, count } in &pieces {
            let id = figure.id(*color);
            let _ = writeln!(
                svg,
                "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            );
            if *count > 1 {
                svg += &self.number(*count, (x + *side as i32, y + *side as i32));
            }
        }
        svg
    }

    /// What a side has in hand: beside its own edge of the board, small enough for all kinds.
    fn hand(&self, game: &dyn Session, color: Color) -> Vec<Placed> {
        let held = game.in_hand(color);
        let Shape { files, ranks, .. } = *self.shape;
        let side = (u32::from(files) * SIDE / held.len().max(1) as u32).min(SIDE);
        let margin = if self.options.coordinates { MARGIN } else { 0 };
        let is_below = color == self.options.bottom;
        let y =
            if is_below { i32::from(ranks) * SIDE as i32 + margin as i32 } else { -(side as i32) };
        let placed = |(place, (kind, count))| {
            let figure = Figure::of_kind(game, kind)?.seen_by(self.options.bottom);
            Some(Placed { color, figure, corner: (place * side as i32, y), side, count })
        };
        (0..).zip(held).filter_map(placed).collect()
    }

    /// A number that ends at a corner, in the color of the coordinates.
    fn number(&self, number: u8, (x, y): (i32, i32)) -> String {
        let color = self.options.theme.letters();
        let mut svg = format!(
            "<g fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-linecap=\"round\">\n"
        );
        for (place, digit) in (1..).zip(number.to_string().chars().rev()) {
            let (x, y) = (x - 7 * place, y - 10);
            let strokes = strokes(digit);
            let _ = writeln!(svg, "<path transform=\"translate({x} {y})\" d=\"{strokes}\"/>");
        }
        svg + "</g>\n"
    }

    /// What lies above the pieces.
    fn marks(&self) -> String {
        let mut svg = String::new();
        for &(square, mark) in &self.options.marks {
            let Some((x, y)) = self.middle(square) else { continue };
            let (x, y) = (short(x), short(y));
            let _ = match mark {
                Mark::Target => {
                    writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{MARKS}\"/>")
                }
                Mark::Capture => writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"20.5\" fill=\"none\" stroke=\"{MARKS}\" \
                     stroke-width=\"3\"/>"
                ),
                Mark::Zone | Mark::Danger => Ok(()),
            };
        }
        for &(from, to) in &self.options.arrows {
            if let (Some(from), Some(to)) = (self.middle(from), self.middle(to)) {
                svg += &arrow(from, to);
            }
        }
        svg
    }
}

/// An arrow between the middles of two squares; nothing if they are the same.
fn arrow((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> String {
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return String::new();
    }
    let (ux, uy) = (dx / length, dy / length);
    // Along the arrow and across it, from its start.
    let at = |along: f64, across: f64| {
        format!("{} {}", short(x + ux * along - uy * across), short(y + uy * along + ux * across))
    };
    let neck = length - 18.0;
    let outline = [
        at(12.0, 3.0),
        at(neck, 3.0),
        at(neck, 9.0),
        at(length - 2.0, 0.0),
        at(neck, -9.0),
        at(neck, -3.0),
        at(12.0, -3.0),
    ];
    format!("<path fill=\"{MARKS}\" fill-opacity=\".75\" d=\"M{}Z\"/>\n", outline.join("L"))
}
