//! The weights of a game's evaluation, as the game's data have them or else as powers suggest, and
//! their text.

use std::fmt::Write;

use thiserror::Error;

use super::layout::{Group, Layout, Shape, from_own_side};
use super::tapered::Tapered;
use super::values;
use vertumnus_core::board::{Bits, Color, Geometry, Square};
use vertumnus_core::rules::{BitsOf, Kind, Piece, Ruleset};

/// The tuned weights of the games that have them, as `vertumnus tune` writes them.
const TUNED: &[(&str, &str)] = &[
    ("chess", include_str!("weights/chess.txt")),
    ("combination", include_str!("weights/combination.txt")),
    ("fairyeater", include_str!("weights/fairyeater.txt")),
    ("morphing", include_str!("weights/morphing.txt")),
    ("powerabsorption", include_str!("weights/powerabsorption.txt")),
    ("stealthbomber", include_str!("weights/stealthbomber.txt")),
];

/// The tuned weights of a game; empty if it has none. What they leave out follows from the powers.
pub(super) fn built_in(game: &str) -> &'static str {
    TUNED.iter().find(|(name, _)| *name == game).map_or("", |(_, weights)| weights)
}

type Map<R, T> = <BitsOf<R> as Bits>::Map<T>;

/// The weights of one game, and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct Weights<R: Ruleset> {
    /// `[slot]`
    slots: Vec<Tapered>,
    /// `[kind]`
    material: Vec<Tapered>,
    /// `[piece]`: its material and its square.
    pieces: Vec<Map<R, Tapered>>,
    /// `[kind]`, centipawns for exchanges.
    values: Vec<i32>,
    /// `[kind]`: the same, but nothing for pawns and kings.
    piece_values: Vec<i32>,
}

impl<R: Ruleset> Weights<R> {
    /// Weights by their slots.
    pub(super) fn new(layout: &Layout, slots: Vec<Tapered>) -> Self {
        let kinds = || (0..R::KINDS.len()).map(|number| Kind::new(number as u8));
        let material: Vec<_> = kinds().map(|kind| slots[layout.material(kind)]).collect();
        let value = |kind: Kind| {
            if R::is_royal(kind) { values::ROYAL } else { material[kind.index()].mean() }
        };
        let piece_value =
            |kind: Kind| if R::is_royal(kind) || kind == R::PAWN { 0 } else { value(kind) };
        let values = kinds().map(value).collect();
        let piece_values = kinds().map(piece_value).collect();
        let mut pieces = vec![BitsOf::<R>::map(Tapered::default()); 2 * R::KINDS.len()];
        for (kind, color) in kinds().flat_map(|kind| Color::ALL.map(|color| (kind, color))) {
            let table = &mut pieces[Piece::new(kind, color).index() as usize];
            for square in R::Geometry::TABLES.squares.squares() {
                let own = from_own_side::<R::Geometry>(color, square);
                let slots = layout.squares::<R>(kind, own).map(|slot| slots[slot]);
                table[square] = slots.fold(material[kind.index()], |sum, weight| sum + weight);
            }
        }
        Self { slots, material, pieces, values, piece_values }
    }

    #[inline]
    pub(super) fn at(&self, slot: usize) -> Tapered {
        self.slots[slot]
    }

    #[inline]
    pub(super) fn material(&self, kind: Kind) -> Tapered {
        self.material[kind.index()]
    }

    /// What a kind is worth to an exchange, in centipawns.
    #[inline]
    pub(super) fn value(&self, kind: Kind) -> i32 {
        self.values[kind.index()]
    }

    /// The same for pieces, and nothing for pawns and kings.
    #[inline]
    pub(super) fn piece_value(&self, kind: Kind) -> i32 {
        self.piece_values[kind.index()]
    }

    /// What a piece is worth on a square.
    #[inline]
    pub(super) fn piece(&self, piece: Piece, square: Square) -> Tapered {
        self.pieces[piece.index() as usize][square]
    }
}

/// A text that does not give weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum WeightsError {
    #[error("no weights are called '{0}'")]
    Name(String),
    #[error("'{name}' takes {wanted} numbers for the middlegame and as many for the endgame")]
    Count { name: String, wanted: usize },
    #[error("'{0}' is no number")]
    Number(String),
}

/// The weights that a text gives, and those before any tuning for all others.
///
/// A name is followed by `middlegame`, its numbers, `endgame` and its numbers again; for a board the
/// numbers stand as White sees the squares, the last rank first.
pub(super) fn parse<R: Ruleset>(
    layout: &Layout,
    prior: Vec<Tapered>,
    text: &str,
) -> Result<Vec<Tapered>, WeightsError> {
    let mut slots = prior;
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let mut words = lines.flat_map(str::split_whitespace);
    while let Some(name) = words.next() {
        let group = layout.groups().iter().find(|group| group.name == name);
        let group = group.ok_or_else(|| WeightsError::Name(name.to_owned()))?;
        let places = rows::<R>(group).concat();
        for (phase, keyword) in PHASES.into_iter().enumerate() {
            let wrong = || WeightsError::Count { name: name.to_owned(), wanted: places.len() };
            if words.next() != Some(keyword) {
                return Err(wrong());
            }
            for &slot in &places {
                let word = words.next().ok_or_else(wrong)?;
                let number = word.parse().map_err(|_| WeightsError::Number(word.to_owned()))?;
                let weight = &mut slots[slot];
                *(if phase == 0 { &mut weight.middlegame } else { &mut weight.endgame }) = number;
            }
        }
    }
    Ok(slots)
}

const PHASES: [&str; 2] = ["middlegame", "endgame"];

/// The slots of a group in the rows of the text: those of a board rank by rank, the last first.
fn rows<R: Ruleset>(group: &Group) -> Vec<Vec<usize>> {
    let first = group.first;
    if let Shape::Row(len) = group.shape {
        return vec![(first..first + len).collect()];
    }
    let shape = R::Geometry::SHAPE;
    let row = |rank| {
        let squares = (0..shape.files.into()).filter_map(|file| R::Geometry::square(file, rank));
        squares.map(|square| first + square.index()).collect()
    };
    (0..shape.ranks.into()).rev().map(row).collect()
}

/// The text of weights, which [`parse`] reads.
pub(super) fn text<R: Ruleset>(layout: &Layout, slots: &[Tapered]) -> String {
    let mut text = String::new();
    for group in layout.groups() {
        let (before_phase, before_row) = match group.shape {
            Shape::Row(1) => ("  ", ""),
            Shape::Row(_) => ("\n  ", ""),
            Shape::Board(_) => ("\n  ", "\n   "),
        };
        text += &group.name;
        for (phase, keyword) in PHASES.into_iter().enumerate() {
            text += before_phase;
            text += keyword;
            for row in rows::<R>(group) {
                text += before_row;
                for slot in row {
                    let Tapered { middlegame, endgame } = slots[slot];
                    // Writing to a string does not fail.
                    let _ = write!(text, " {:4}", [middlegame, endgame][phase]);
                }
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::features::Features;
    use vertumnus_core::position::testing::Toy;
    use vertumnus_core::rules::{Variant, Visitor};

    struct ReadAsWritten;

    impl Visitor for ReadAsWritten {
        type Output = ();

        fn visit<R: Ruleset>(self) {
            let features = Features::<R>::new();
            let (layout, prior) = (&features.layout, features.prior());
            let read = |text: &str| parse::<R>(layout, prior.clone(), text);
            let own = read(built_in(R::NAME)).expect("the weights of the game");
            for slots in [own, prior.clone()] {
                assert_eq!(read(&text::<R>(layout, &slots)), Ok(slots));
            }
        }
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        for variant in Variant::ALL {
            variant.visit(ReadAsWritten);
        }
    }

    #[test]
    fn what_a_text_leaves_out_stays_as_it_is() {
        let features = Features::<Toy>::new();
        let prior = features.prior();
        let text = "# a remark\ntempo middlegame 3\n endgame -4";
        let slots = parse::<Toy>(&features.layout, prior.clone(), text).expect("weights");
        assert_eq!(slots[0], Tapered::new(3, -4));
        assert_eq!(slots[1..], prior[1..]);
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        let features = Features::<Toy>::new();
        let read = |text| parse::<Toy>(&features.layout, features.prior(), text);
        let refusal = |text| read(text).expect_err("no weights").to_string();
        assert_eq!(refusal("temper middlegame 1 endgame 1"), "no weights are called 'temper'");
        let count = "'tempo' takes 1 numbers for the middlegame and as many for the endgame";
        assert_eq!(refusal("tempo 1 1"), count);
        assert_eq!(refusal("tempo middlegame 1 2"), count);
        assert_eq!(refusal("tempo middlegame"), count);
        assert_eq!(refusal("tempo middlegame many"), "'many' is no number");
    }
}
