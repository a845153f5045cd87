//! The picture of a piece, composed of shapes.

use std::fmt::Write as _;

use vertumnus_core::board::Color;
use vertumnus_core::rules::{Effect, PLAYS_WRITTEN, Power, PowerSet};

use crate::figure::Figure;
use crate::letters::strokes;
use crate::number::short;
use crate::pattern::{ENDLESS, Passing, Pattern, Stride};
use crate::shapes::{
    BARRED, BARS, BEROLINA_PAWN, CAPTAIN, CHEVRONS, CROSS, CROWN, GHOST, HORSE, KING, MITRE, PAWN,
    PLINTH, PRINCE, RING, SHIELD, SIEGE, STRAIGHT_PAWN, Shape, TILE, TOWER, WAVES, WING, ZEBRA,
};

/// The side of the square of a picture, in the units of its paths.
pub const SIDE: u32 = 45;

/// The widths of lines in these units, however much a shape is made smaller: of edges, of marks, of White's
/// signs with their edges, of marks on a body, of a rim with the edge in its middle, of badges.
const LINE: f64 = 1.5;
const STROKE: f64 = 2.3;
const SIGN: f64 = 4.0;
const INLAY: f64 = 2.7;
const RIM: f64 = 3.6;
const BADGE: f64 = 1.2;

/// A picture as a document of its own.
pub fn picture(figure: &Figure, color: Color) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">{}</svg>\n",
        drawing(figure, color)
    )
}

/// A picture as a `<symbol>` named by [`Figure::id`], for `<use>` in a larger document.
pub fn symbol(figure: &Figure, color: Color) -> String {
    format!(
        "<symbol id=\"{}\" viewBox=\"0 0 {SIDE} {SIDE}\">{}</symbol>",
        figure.id(color),
        drawing(figure, color)
    )
}

/// A picture as a group `<g>` on a square whose side is [`SIDE`].
pub fn drawing(figure: &Figure, color: Color) -> String {
    let mut drawing = Drawing::new(color);
    drawing.piece(figure);
    drawing.text + "</g>"
}

/// What a piece's lines let it do: nothing, slide, leap one piece, fly.
fn level(powers: PowerSet, levels: [Power; 3]) -> usize {
    levels.iter().rposition(|&power| powers.has(power)).map_or(0, |level| level + 1)
}

/// A reduced copy of the square: how much smaller, and where its corner comes to be.
#[derive(Clone, Copy, Debug)]
struct Place {
    scale: f64,
    x: f64,
    y: f64,
}

impl Place {
    /// For a body that stands on a line, with its middle at `middle`.
    const fn standing(scale: f64, middle: f64, line: f64) -> Self {
        Self { scale, x: middle - 22.5 * scale, y: line - 38.5 * scale }
    }
}

/// A drawing in the making: a group that is still open.
struct Drawing {
    text: String,
    color: Color,
    /// How much smaller than on paper things are drawn at present.
    scale: f64,
}

impl Drawing {
    fn new(color: Color) -> Self {
        let (fill, edge) = match color {
            Color::White => ("#fff", "#000"),
            Color::Black => ("#111", "#111"),
        };
        let text = format!(
            "<g fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">",
            short(LINE)
        );
        Self { text, color, scale: 1.0 }
    }

    /// The ink of lines and spots on a body.
    const fn ink(&self) -> &'static str {
        match self.color {
            Color::White => "#000",
            Color::Black => "#fff",
        }
    }

    /// Draws in a place.
    fn at(&mut self, place: Place, draw: impl FnOnce(&mut Self)) {
        let Place { scale, x, y } = place;
        let outer = self.scale;
        self.scale *= scale;
        let (x, y, width) = (short(x), short(y), short(LINE / self.scale));
        let _ = write!(self.text, "<g transform=\"translate({x} {y})");
        if scale < 1.0 {
            let _ = write!(self.text, "scale({})\" stroke-width=\"{width}", short(scale));
        }
        self.text += "\">";
        draw(self);
        self.text += "</g>";
        self.scale = outer;
    }

    /// A path with further attributes, if it has any points.
    fn path(&mut self, path: &str, attributes: &str) {
        if !path.is_empty() {
            let _ = write!(self.text, "<path d=\"{path}\"{attributes}/>");
        }
    }

    /// The attribute for lines of this width, however small things are drawn.
    fn width(&self, width: f64) -> String {
        format!(" stroke-width=\"{}\"", short(width / self.scale))
    }

    /// A shape with its lines.
    fn shape(&mut self, shape: &Shape) {
        let ink = self.ink();
        self.path(shape.solid, "");
        self.path(shape.lines, &format!(" fill=\"none\" stroke=\"{ink}\""));
        self.path(shape.spots, &format!(" fill=\"{ink}\" stroke=\"none\""));
    }

    /// A shape with a light rim, which parts it from what it covers.
    fn shape_before(&mut self, shape: &Shape) {
        self.rim(shape);
        self.shape(shape);
    }

    fn rim(&mut self, shape: &Shape) {
        let width = self.width(RIM);
        self.path(shape.solid, &format!(" fill=\"#fff\" stroke=\"#fff\"{width}"));
    }

    /// Thick lines in the color of edges, for what stands free.
    fn strokes(&mut self, path: &str) {
        let width = self.width(STROKE);
        self.path(path, &format!(" fill=\"none\"{width}"));
    }

    /// Lines that stand free, in the side's color: White's have an edge.
    fn sign(&mut self, path: &str) {
        if self.color == Color::Black {
            return self.strokes(path);
        }
        let (whole, inside) = (self.width(SIGN), self.width(SIGN - STROKE));
        self.path(path, &format!(" fill=\"none\"{whole}"));
        self.path(path, &format!(" fill=\"none\" stroke=\"#fff\"{inside}"));
    }

    /// Thick lines on a body.
    fn inlay(&mut self, path: &str) {
        let (ink, width) = (self.ink(), self.width(INLAY));
        self.path(path, &format!(" fill=\"none\" stroke=\"{ink}\"{width}"));
    }

    fn piece(&mut self, figure: &Figure) {
        // Its steps lead from its own side.
        let pattern = figure.seen_by(self.color).pattern;
        if let Some(pattern) = pattern.filter(|_| PLAYS_WRITTEN) {
            self.tile(figure, &pattern);
        } else {
            self.body(figure);
            if let Some(letter) = figure.letter {
                self.label(letter);
            }
        }
    }

    /// A tile with what the piece does and its letter, which stands upright.
    fn tile(&mut self, figure: &Figure, pattern: &Pattern) {
        let place = match (figure.royal, figure.promotes) {
            (true, _) => Place { scale: 0.72, x: 6.3, y: 12.0 },
            (_, true) => Place { scale: 0.84, x: 5.4, y: 1.0 },
            // Selection and last move are seen around it.
            _ => Place { scale: 0.88, x: 2.7, y: 2.7 },
        };
        if figure.royal {
            self.cross();
        }
        self.at(place, |drawing| {
            drawing.path(TILE, "");
            let ink = drawing.ink();
            let _ = write!(drawing.text, "<g stroke=\"{ink}\" stroke-width=\"1.4\">");
            for stride in pattern.strides() {
                drawing.stride(stride);
            }
            if let Some(letter) = figure.letter {
                let attributes = " transform=\"translate(18.9 16.9)scale(1.2)\" fill=\"none\"";
                drawing.path(strokes(letter), attributes);
            }
            drawing.text += "</g>";
        });
        if figure.promotes {
            self.small_pawn();
        }
    }

    /// A step on a tile.
    fn stride(&mut self, stride: Stride) {
        let Stride { moves, captures, .. } = stride;
        if moves == captures {
            self.way(stride, moves, Use::Both);
        } else {
            self.way(stride, moves, Use::Moves);
            self.way(stride, captures, Use::Captures);
        }
    }

    /// A bar across the way, where a hurdle stands, and what comes behind it: a line and a mark, or a mark alone.
    fn hop(&mut self, stride: Stride, used: Use) {
        let Stride { files, ranks, .. } = stride;
        let (dx, dy) = (f64::from(files), -f64::from(ranks));
        let long = files.abs().max(ranks.abs());
        let unit = place_on_tile(long) / f64::from(long);
        let at = |step: f64| (dx * step * unit, dy * step * unit);
        let ((x, y), half) = (at(1.0), 2.6 / dx.hypot(dy));
        let bar = ((x - dy * half, y + dx * half), (x + dy * half, y - dx * half));
        self.line(bar.0, bar.1, " stroke-width=\"2.2\"");
        if stride.passing == Passing::Cannon {
            // Its mark stands apart from that of a slide.
            self.line((x, y), at((EDGE / place_on_tile(long)).max(1.0)), "");
            self.dot(at(1.95), used);
        } else {
            self.dot(at(1.55), used);
        }
    }

    /// A line between two places, from the middle of a tile.
    fn line(&mut self, from: (f64, f64), to: (f64, f64), attributes: &str) {
        let [x, y, to_x, to_y] = [from.0, from.1, to.0, to.1].map(|place| short(22.5 + place));
        self.path(&format!("M{x} {y}L{to_x} {to_y}"), &format!(" fill=\"none\"{attributes}"));
    }

    /// A step that can be made so often, for one use: a mark where it leads, and a line if it is repeated,
    /// which ends at the edge if there is no limit.
    fn way(&mut self, stride: Stride, often: u8, used: Use) {
        if often == 0 {
            return;
        }
        let Stride { files, ranks, passing, .. } = stride;
        if matches!(passing, Passing::Cannon | Passing::Grasshopper) {
            return self.hop(stride, used);
        }
        let is_slide = files.abs().max(ranks.abs()) == 1;
        let (x, y) = (place_on_tile(files), -place_on_tile(ranks));
        // The step, in the direction of the picture's axes.
        let (dx, dy) = (f64::from(files), -f64::from(ranks));
        let is_endless = often == ENDLESS;
        let (end_x, end_y) = if is_slide {
            let end = if is_endless { EDGE } else { place_on_tile(often.min(3) as i8) };
            (dx * end, dy * end)
        } else {
            let room = ((EDGE - x.abs()) / dx.abs()).min((EDGE - y.abs()) / dy.abs());
            let on = if is_endless { room } else { room / 2.0 };
            (x + dx * on, y + dy * on)
        };
        if often > 1 {
            let (from_x, from_y) = if is_slide { (x * 0.86, y * 0.86) } else { (x, y) };
            let width = if used == Use::Both { " stroke-width=\"2.2\"" } else { "" };
            self.line((from_x, from_y), (end_x, end_y), width);
        }
        if passing == Passing::Lame {
            self.line((x * 0.55, y * 0.55), (x, y), " stroke-width=\"0.9\"");
        }
        let (x, y) = match (often > 1 && is_slide, is_endless, used) {
            (false, ..) => (x, y),
            // A line that reaches the edge says enough.
            (true, true, Use::Both) => return,
            (true, true, _) => (dx * 13.5, dy * 13.5),
            (true, false, _) => (end_x, end_y),
        };
        self.dot((x, y), used);
    }

    /// The mark of a use at a place, from the middle of a tile.
    fn dot(&mut self, (x, y): (f64, f64), used: Use) {
        let (x, y) = (22.5 + x, 22.5 + y);
        let (cx, cy) = (short(x), short(y));
        let ink = self.ink();
        let fill = if self.color == Color::White { "#fff" } else { "#111" };
        let _ = match used {
            Use::Both => write!(
                self.text,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"1.8\" fill=\"{ink}\" stroke=\"none\"/>"
            ),
            Use::Moves => {
                write!(self.text, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"1.7\" fill=\"{fill}\"/>")
            }
            Use::Captures => write!(
                self.text,
                "<path d=\"M{} {}l3.2 3.2m0 -3.2l-3.2 3.2\" fill=\"none\"/>",
                short(x - 1.6),
                short(y - 1.6)
            ),
        };
    }

    /// A letter in the upper right corner.
    fn label(&mut self, letter: char) {
        self.at(Place { scale: 1.0, x: 32.0, y: 1.0 }, |drawing| {
            drawing.path("M0 0H12V14H0Z", " fill=\"#fff\" stroke=\"#111\"");
            let attributes = " transform=\"translate(3 2.5)\" fill=\"none\" stroke=\"#111\"";
            drawing.path(strokes(letter), attributes);
        });
    }

    fn small_pawn(&mut self) {
        self.at(Place::standing(0.42, 6.5, 43.0), |drawing| {
            drawing.rim(&PAWN);
            drawing.path(PAWN.solid, "");
        });
    }

    /// A piece put together from shapes.
    fn body(&mut self, figure: &Figure) {
        let powers = figure.powers;
        let rook = level(powers, [Power::Rook, Power::RookHop, Power::RookFlight]);
        let bishop = level(powers, [Power::Bishop, Power::BishopHop, Power::BishopFlight]);
        let body = match (rook > 0, bishop > 0) {
            (true, true) => Some(&CROWN),
            (true, false) => Some(&TOWER),
            (false, true) => Some(&MITRE),
            (false, false) => None,
        };
        if rook > 1 || bishop > 1 {
            self.plinth(rook, bishop);
            self.at(Place::standing(0.83, 22.5, 32.0), |drawing| drawing.man(figure, body));
        } else if figure.lent.count() > 0 {
            // Room for the badges.
            self.at(Place::standing(0.84, 17.0, 38.5), |drawing| drawing.man(figure, body));
        } else {
            self.man(figure, body);
        }
        let has_pawn = powers.has(Power::Pawn) || figure.promotes;
        let is_pawn = !figure.royal && powers.iter().all(Power::is_pawns);
        if has_pawn && !is_pawn {
            self.small_pawn();
        }
        self.badges(figure.lent);
    }

    /// The body with its head and what is on top of it.
    fn man(&mut self, figure: &Figure, body: Option<&Shape>) {
        let powers = figure.powers;
        let is_horse = powers.has(Power::Knight) || powers.has(Power::Pegasus);
        let is_prince = powers.has(Power::Step) && !figure.royal;
        match body {
            Some(body) if is_horse => {
                let (scale, middle) = if figure.royal { (0.8, 17.0) } else { (0.9, 18.6) };
                self.at(Place::standing(scale, middle, 38.5), |drawing| drawing.shape(body));
                if figure.royal {
                    self.at(Place { scale: 1.0, x: middle - 22.5, y: 0.0 }, Self::cross);
                }
                let middle = if powers.has(Power::Pegasus) { 29.5 } else { 33.8 };
                self.at(Place::standing(0.72, middle, 38.5), |drawing| {
                    drawing.rim(&HORSE);
                    drawing.horse(powers, is_prince);
                });
            }
            Some(body) if figure.royal || is_prince => {
                self.at(Place::standing(0.8, 22.5, 38.5), |drawing| drawing.shape(body));
                self.top(is_prince);
            }
            Some(body) => self.shape(body),
            None if is_horse && figure.royal => {
                self.at(Place::standing(0.8, 22.5, 38.5), |drawing| drawing.horse(powers, false));
                self.cross();
            }
            None if is_horse => self.horse(powers, is_prince),
            None => self.special(figure),
        }
    }

    /// A piece without lines and without the leap of a horse.
    fn special(&mut self, figure: &Figure) {
        let powers = figure.powers;
        let striking = STRIKING.into_iter().find(|&power| powers.has(power));
        match striking.or(if figure.royal { None } else { powers.first() }) {
            Some(Power::Nightrider) => {
                // One horse after the other: the leap goes on.
                self.at(Place { scale: 0.84, x: 13.0, y: -1.0 }, |drawing| drawing.shape(&HORSE));
                self.at(Place::standing(0.84, 16.0, 38.5), |drawing| drawing.shape_before(&HORSE));
            }
            Some(power) => {
                self.shape(alone(power));
                match power {
                    Power::Step => self.shape(&RING),
                    Power::Dabbaba => match figure.effect {
                        Some(Effect::Amplifies) => self.sign(WAVES),
                        Some(Effect::Isolates) => self.sign(BARRED),
                        None => {}
                    },
                    _ => {}
                }
            }
            None => {
                self.shape(&KING);
                self.cross();
            }
        }
    }

    fn cross(&mut self) {
        self.strokes(CROSS);
    }

    /// The mark of a king or a prince.
    fn top(&mut self, is_prince: bool) {
        if is_prince { self.shape(&RING) } else { self.cross() }
    }

    fn horse(&mut self, powers: PowerSet, is_prince: bool) {
        self.shape(if is_prince { &ZEBRA } else { &HORSE });
        if powers.has(Power::Pegasus) {
            self.shape(&WING);
        }
    }

    /// How the lines are used: the rook's on the left, the bishop's on the right.
    fn plinth(&mut self, rook: usize, bishop: usize) {
        self.path(PLINTH, "");
        for (level, paths) in [(rook, BARS), (bishop, CHEVRONS)] {
            if let Some(path) = level.checked_sub(2).and_then(|index| paths.get(index)) {
                self.inlay(path);
            }
        }
    }

    /// What is lent: each power by its body, along the right edge, light for both colors.
    fn badges(&mut self, lent: PowerSet) {
        let height = 44.0 / lent.count().max(3) as f64;
        for (number, power) in lent.iter().enumerate() {
            let body = alone(power);
            let scale = height / 40.0;
            let place = Place {
                scale,
                x: 43.8 - 39.0 * scale,
                y: (number as f64 + 0.02) * height - 2.0 * scale,
            };
            self.at(place, |drawing| {
                drawing.rim(body);
                let width = drawing.width(BADGE);
                drawing.path(body.solid, &format!(" fill=\"none\" stroke=\"#111\"{width}"));
            });
        }
    }
}

/// What a step is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Both,
    Moves,
    Captures,
}

/// Where lines to the edge of a tile end, from its middle.
const EDGE: f64 = 19.6;

/// How far from the middle of a tile a step of so many files or ranks leads. The letter stands nearer
/// than one.
fn place_on_tile(number: i8) -> f64 {
    let distance = match number.abs() {
        0 => 0.0,
        1 => 8.6,
        2 => 12.7,
        _ => 17.2,
    };
    if number < 0 { -distance } else { distance }
}

/// Powers of which a picture shows each, whatever others there are.
const COMBINED: [Power; 10] = [
    Power::Step,
    Power::Knight,
    Power::Pegasus,
    Power::Rook,
    Power::Bishop,
    Power::RookHop,
    Power::BishopHop,
    Power::RookFlight,
    Power::BishopFlight,
    Power::Pawn,
];

/// Sets of powers that have a shape for themselves alone.
const ALONE: [&[Power]; 7] = [
    &[Power::Dabbaba],
    &[Power::VerticalStep, Power::SideSlide],
    &[Power::Nightrider],
    &[Power::Ghost],
    &[Power::StraightPawn],
    &[Power::Captain],
    &[Power::BerolinaPawn],
];

/// Whether a picture that is put together from shapes shows all powers of a piece.
pub(crate) fn has_shapes(powers: PowerSet, royal: bool) -> bool {
    let is_combined = powers.without(PowerSet::of(&COMBINED)).count() == 0;
    let is_alone = || ALONE.iter().any(|alone| PowerSet::of(alone) == powers);
    powers.count() > 0 && (is_combined || !royal && is_alone())
}

/// Of powers without lines and without the leap of a horse, those that show even in a king.
const STRIKING: [Power; 4] = [Power::Nightrider, Power::Ghost, Power::SideSlide, Power::Dabbaba];

/// The body that stands for a power alone.
const fn alone(power: Power) -> &'static Shape {
    match power {
        Power::Rook | Power::RookHop | Power::RookFlight => &TOWER,
        Power::Bishop | Power::BishopHop | Power::BishopFlight => &MITRE,
        Power::Knight | Power::Nightrider | Power::Pegasus => &HORSE,
        Power::Dabbaba => &SIEGE,
        Power::Ghost => &GHOST,
        Power::SideSlide | Power::VerticalStep => &SHIELD,
        Power::Captain => &CAPTAIN,
        Power::StraightPawn => &STRAIGHT_PAWN,
        Power::Pawn => &PAWN,
        Power::BerolinaPawn => &BEROLINA_PAWN,
        // A step, and a way of moving that a game states for itself.
        _ => &PRINCE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_power_has_a_body() {
        for &power in Power::ALL {
            assert!(!alone(power).solid.is_empty(), "{power:?}");
        }
    }
}
