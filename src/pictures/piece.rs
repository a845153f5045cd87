//! The picture of a piece, composed of shapes.

use std::fmt::Write as _;

use vertumnus_core::board::Color;
use vertumnus_core::rules::{Effect, Power, PowerSet};

use crate::figure::Figure;
use crate::number::short;
use crate::shapes::{
    BARRED, BARS, CAPTAIN, CHEVRONS, CROSS, CROWN, GHOST, HORSE, KING, MITRE, PAWN, PLINTH, PRINCE,
    RING, SECOND_HORSE, SHIELD, SIEGE, STRAIGHT_PAWN, STRIPES, Shape, TOWER, WAVES, WING,
};

/// The side of the square of a picture, in the units of its paths.
pub const SIDE: u32 = 45;

/// The width of lines in these units, however much a shape is made smaller.
const LINE: f64 = 1.5;

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
    const WHOLE: Self = Self { scale: 1.0, x: 0.0, y: 0.0 };

    /// A body of this size that stands on a line, with its middle at `middle`.
    fn standing(scale: f64, middle: f64, line: f64) -> Self {
        Self { scale, x: middle - 22.5 * scale, y: line - 38.5 * scale }
    }

    /// This place inside another.
    fn within(self, outer: Self) -> Self {
        Self {
            scale: self.scale * outer.scale,
            x: outer.x + self.x * outer.scale,
            y: outer.y + self.y * outer.scale,
        }
    }
}

/// A drawing in the making: a group that is still open.
struct Drawing {
    text: String,
    color: Color,
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
        Self { text, color }
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
        let _ = write!(
            self.text,
            "<g transform=\"translate({} {})scale({})\" stroke-width=\"{}\">",
            short(x),
            short(y),
            short(scale),
            short(LINE / scale)
        );
        draw(self);
        self.text += "</g>";
    }

    /// A shape with its lines.
    fn shape(&mut self, shape: &Shape) {
        self.solid(shape.solid);
        self.lines(shape.lines);
        self.spots(shape.spots);
    }

    fn solid(&mut self, path: &str) {
        if !path.is_empty() {
            let _ = write!(self.text, "<path d=\"{path}\"/>");
        }
    }

    fn lines(&mut self, path: &str) {
        if !path.is_empty() {
            let ink = self.ink();
            let _ = write!(self.text, "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\"/>");
        }
    }

    fn spots(&mut self, path: &str) {
        if !path.is_empty() {
            let ink = self.ink();
            let _ = write!(self.text, "<path d=\"{path}\" fill=\"{ink}\" stroke=\"none\"/>");
        }
    }

    /// Lines in the color of edges, for what stands on no body.
    fn edges(&mut self, path: &str, width: f64) {
        let width = short(width);
        let _ = write!(self.text, "<path d=\"{path}\" fill=\"none\" stroke-width=\"{width}\"/>");
    }

    /// A light rim, which parts a shape from what it covers.
    fn rim(&mut self, path: &str, width: f64) {
        let width = short(width);
        let _ = write!(
            self.text,
            "<path d=\"{path}\" fill=\"#fff\" stroke=\"#fff\" stroke-width=\"{width}\"/>"
        );
    }

    fn piece(&mut self, figure: &Figure) {
        let powers = figure.powers;
        let rook = level(powers, [Power::Rook, Power::RookHop, Power::RookFlight]);
        let bishop = level(powers, [Power::Bishop, Power::BishopHop, Power::BishopFlight]);
        let rises = rook > 1 || bishop > 1;
        let whole = if rises { Place::standing(0.83, 22.5, 32.5) } else { Place::WHOLE };
        if rises {
            self.plinth(rook, bishop);
        }
        let is_horse = powers.has(Power::Knight) || powers.has(Power::Pegasus);
        let body = match (rook > 0, bishop > 0) {
            (true, true) => Some(&CROWN),
            (true, false) => Some(&TOWER),
            (false, true) => Some(&MITRE),
            (false, false) => None,
        };
        match body {
            Some(body) if is_horse => {
                let behind = if figure.royal {
                    Place::standing(0.8, 17.0, 38.5)
                } else {
                    Place::standing(0.95, 18.0, 38.5)
                };
                self.at(behind.within(whole), |drawing| {
                    drawing.shape(body);
                    if figure.royal {
                        drawing.at(Place { scale: 1.0, x: 0.0, y: -7.0 }, |drawing| {
                            drawing.edges(CROSS, 2.2);
                        });
                    }
                });
                let before = Place { scale: 0.72, x: 18.5, y: 38.5 * 0.28 };
                self.at(before.within(whole), |drawing| {
                    drawing.rim(HORSE.solid, 5.0);
                    drawing.horse(powers, figure.royal);
                });
            }
            Some(body) => self.topped(whole, figure, body),
            None => self.lineless(figure, is_horse),
        }
        let has_pawn = powers.has(Power::Pawn) || figure.promotes;
        if has_pawn && powers != PowerSet::of(&[Power::Pawn]) && !powers.has(Power::StraightPawn) {
            self.at(Place::standing(0.42, 6.5, 43.0), |drawing| {
                drawing.rim(PAWN.solid, 9.0);
                drawing.solid(PAWN.solid);
            });
        }
        self.badges(figure.lent);
    }

    /// A body without a head, with its mark on top.
    fn topped(&mut self, whole: Place, figure: &Figure, body: &Shape) {
        let is_prince = figure.powers.has(Power::Step) && !figure.royal;
        if !figure.royal && !is_prince {
            if whole.scale < 1.0 {
                self.at(whole, |drawing| drawing.shape(body));
            } else {
                self.shape(body);
            }
            return;
        }
        self.at(Place::standing(0.8, 22.5, 38.5).within(whole), |drawing| drawing.shape(body));
        self.at(whole, |drawing| {
            if figure.royal {
                drawing.edges(CROSS, 2.2);
            } else {
                drawing.shape(&RING);
            }
        });
    }

    /// A piece without lines.
    fn lineless(&mut self, figure: &Figure, is_horse: bool) {
        let powers = figure.powers;
        if is_horse {
            if figure.royal {
                self.at(Place::standing(0.8, 22.5, 38.5), |drawing| drawing.horse(powers, true));
                self.edges(CROSS, 2.2);
            } else {
                self.horse(powers, false);
            }
        } else if powers.has(Power::Nightrider) {
            self.at(Place { scale: 0.95, x: 0.0, y: 2.0 }, |drawing| {
                drawing.solid(SECOND_HORSE.solid);
                drawing.rim(HORSE.solid, 4.0);
                drawing.shape(&HORSE);
            });
        } else if powers.has(Power::Ghost) {
            self.shape(&GHOST);
        } else if powers.has(Power::SideSlide) {
            self.shape(&SHIELD);
        } else if powers.has(Power::Dabbaba) {
            self.shape(&SIEGE);
            match figure.effect {
                Some(Effect::Amplifies) => self.edges(WAVES, 2.2),
                Some(Effect::Isolates) => self.edges(BARRED, 2.2),
                None => {}
            }
        } else if figure.royal {
            self.shape(&KING);
            self.edges(CROSS, 2.2);
        } else if powers.has(Power::Step) {
            self.shape(&PRINCE);
            self.shape(&RING);
        } else if powers.has(Power::Captain) {
            self.shape(&CAPTAIN);
        } else if powers.has(Power::StraightPawn) {
            self.shape(&STRAIGHT_PAWN);
        } else {
            self.shape(&PAWN);
        }
    }

    fn horse(&mut self, powers: PowerSet, royal: bool) {
        self.shape(&HORSE);
        if powers.has(Power::Pegasus) {
            self.shape(&WING);
        } else if powers.has(Power::Step) && !royal {
            self.shape(&STRIPES);
        }
    }

    fn plinth(&mut self, rook: usize, bishop: usize) {
        self.solid(PLINTH);
        let columns = [(rook, BARS, 7.5), (bishop, CHEVRONS, -7.5)];
        let alone = rook < 2 || bishop < 2;
        for (level, paths, shift) in columns {
            let Some(path) = level.checked_sub(2).and_then(|index| paths.get(index)) else {
                continue;
            };
            if alone {
                self.at(Place { scale: 1.0, x: shift, y: 0.0 }, |drawing| drawing.lines(path));
            } else {
                self.lines(path);
            }
        }
    }

    /// What is lent, in hollow: each power by its body, along the right edge.
    fn badges(&mut self, lent: PowerSet) {
        let count = lent.count().max(4) as f64;
        let height = 44.0 / count;
        for (number, power) in lent.iter().enumerate() {
            let scale = height / 40.0;
            let x = 45.0 - 39.0 * scale;
            let y = 0.3 + number as f64 * height - 2.0 * scale;
            let body = alone(power);
            self.at(Place { scale, x, y }, |drawing| {
                drawing.rim(body.solid, 9.0);
                drawing.edges(body.solid, 1.2 / scale);
            });
        }
    }
}

/// The body that stands for a power alone.
const fn alone(power: Power) -> &'static Shape {
    match power {
        Power::Rook | Power::RookHop | Power::RookFlight => &TOWER,
        Power::Bishop | Power::BishopHop | Power::BishopFlight => &MITRE,
        Power::Knight | Power::Nightrider | Power::Pegasus => &HORSE,
        Power::Dabbaba => &SIEGE,
        Power::Ghost => &GHOST,
        Power::SideSlide | Power::VerticalStep => &SHIELD,
        Power::Step => &PRINCE,
        Power::Captain => &CAPTAIN,
        Power::StraightPawn => &STRAIGHT_PAWN,
        Power::Pawn => &PAWN,
    }
}
