//! How a piece moves, as a picture shows it that has no shape for the piece.

use std::fmt::Write as _;

use vertumnus_core::rules::definition::{Motion, Over};

/// The most files or ranks that a step goes.
const FAR: i8 = 3;

const WIDTH: usize = 2 * FAR as usize + 1;

/// The places of steps.
const PLACES: usize = WIDTH * WIDTH;

/// How a step goes with pieces on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// Up to the first, or over some.
    Free,
    /// Over exactly one, and on.
    Cannon,
    /// Over exactly one, to the square right behind it.
    Grasshopper,
    /// Over none that stands between the ends of a leap.
    Lame,
}

const PASSINGS: [Passing; 4] =
    [Passing::Free, Passing::Cannon, Passing::Grasshopper, Passing::Lame];

/// How often a step can be repeated that has no limit.
pub(crate) const ENDLESS: u8 = 15;

/// How a piece moves: for each step how often it can be made in one move, to an empty square and to
/// capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern([u8; PASSINGS.len() * PLACES]);

/// A step of a pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    pub(crate) files: i8,
    pub(crate) ranks: i8,
    pub(crate) passing: Passing,
    /// How often it can be made to move, [`ENDLESS`] without a limit.
    pub(crate) moves: u8,
    /// How often it can be made to capture.
    pub(crate) captures: u8,
}

impl Pattern {
    /// The pattern of all these ways of moving.
    pub fn of(motions: &[Motion]) -> Self {
        let mut cells = [0; PASSINGS.len() * PLACES];
        for motion in motions {
            let passing = match motion.over {
                Over::None | Over::One | Over::All => Passing::Free,
                Over::Cannon | Over::ShyCannon => Passing::Cannon,
                Over::Grasshopper => Passing::Grasshopper,
                Over::Lame => Passing::Lame,
            };
            let often = motion.limit.map_or(ENDLESS, |limit| limit.min(ENDLESS - 1));
            for step in &motion.steps {
                let (file, rank) = (step.files + FAR, step.ranks + FAR);
                let place = rank as usize * WIDTH + file as usize;
                if place >= PLACES {
                    continue;
                }
                let cell = &mut cells[passing as usize * PLACES + place];
                let (mut moves, mut captures) = (*cell & 15, *cell >> 4);
                if motion.purpose.moves() {
                    moves = moves.max(often);
                }
                if motion.purpose.captures() {
                    captures = captures.max(often);
                }
                *cell = moves | captures << 4;
            }
        }
        Self(cells)
    }

    /// The same ways of moving as they are seen from the other side of the board.
    pub(crate) fn turned(&self) -> Self {
        let mut turned = *self;
        turned.0.chunks_mut(PLACES).for_each(<[u8]>::reverse);
        turned
    }

    /// Its steps.
    pub(crate) fn strides(&self) -> impl Iterator<Item = Stride> {
        self.0.iter().enumerate().filter(|&(_, &cell)| cell != 0).map(|(index, &cell)| Stride {
            files: (index % PLACES % WIDTH) as i8 - FAR,
            ranks: (index % PLACES / WIDTH) as i8 - FAR,
            passing: PASSINGS[index / PLACES],
            moves: cell & 15,
            captures: cell >> 4,
        })
    }

    /// It as text: the places of the steps and what they can do, in hexadecimal digits.
    pub(crate) fn text(&self) -> String {
        let cells = self.0.iter().enumerate().filter(|&(_, &cell)| cell != 0);
        cells.fold(String::new(), |mut text, (index, cell)| {
            let _ = write!(text, "{index:02x}{cell:02x}");
            text
        })
    }

    /// The pattern of a text; `None` if it is none.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let mut cells = [0; PASSINGS.len() * PLACES];
        for step in text.as_bytes().chunks(4) {
            let number =
                |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
            let index = usize::from(number(step.get(..2)?)?);
            *cells.get_mut(index)? = number(step.get(2..4)?)?;
        }
        Some(Self(cells))
    }
}
