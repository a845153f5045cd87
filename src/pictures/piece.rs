//! The picture of a piece, composed of shapes.

use std::fmt::Write as _;

use vertumnus_core::board::Color;
use vertumnus_core::rules::{Effect, Power, PowerSet};

use crate::figure::Figure;
use crate::number::short;
use crate::shapes::{
    BARRED, BARS, BEROLINA_PAWN, CAPTAIN, CHEVRONS, CROSS, CROWN, GHOST, HORSE, KING, MITRE, PAWN,
    PLINTH, PRINCE, RING, SHIELD, SIEGE, STRAIGHT_PAWN, Shape, TOWER, WAVES, WING, ZEBRA,
};

/// The side of the square of a picture, in the units of its paths.
pub const SIDE: u32 = 45;

/// The widths of lines in these units, however much a shape is made smaller: of edges, of marks, of
/// marks on a body, of
/// a rim with the edge in its middle, of badges.
const LINE: f64 = 1.5;
const STROKE: f64 = 2.3;
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

    /// Thick lines on a body.
    fn inlay(&mut self, path: &str) {
        let (ink, width) = (self.ink(), self.width(INLAY));
        self.path(path, &format!(" fill=\"none\" stroke=\"{ink}\"{width}"));
    }

    fn piece(&mut self, figure: &Figure) {
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
            self.at(Place { scale: 1.0, x: -3.0, y: 0.0 }, |drawing| drawing.man(figure, body));
        } else {
            self.man(figure, body);
        }
        let has_pawn = powers.has(Power::Pawn) || figure.promotes;
        let is_pawn = !figure.royal && powers.iter().all(Power::is_pawns);
        if has_pawn && !is_pawn {
            self.at(Place::standing(0.42, 6.5, 43.0), |drawing| {
                drawing.rim(&PAWN);
                drawing.path(PAWN.solid, "");
            });
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
                let (scale, middle) = if figure.royal { (0.8, 17.0) } else { (0.95, 18.0) };
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
                        Some(Effect::Amplifies) => self.strokes(WAVES),
                        Some(Effect::Isolates) => self.strokes(BARRED),
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
        let height = 44.0 / lent.count().max(4) as f64;
        for (number, power) in lent.iter().enumerate() {
            let body = alone(power);
            let scale = height / 40.0;
            let place = Place {
                scale,
                x: 45.0 - 39.0 * scale,
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
