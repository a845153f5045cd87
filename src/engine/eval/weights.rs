//! The weights of a game's evaluation, and their text.

use std::fmt::Write;

use thiserror::Error;

use super::board::{self, Board};
use super::game::{GameProfile, entry};
use super::layout::{Family, Group, Layout};
use super::tapered::{FULL_PHASE, Tapered};
use super::values;
use vertumnus_core::board::{Bits, ByColor, Color, Square};
use vertumnus_core::rules::{Kind, Piece};

/// The games with tuned weights, and the output of `vertumnus tune` for each.
const TUNED: &[(&str, &str)] = &[
    ("chess", include_str!("weights/chess.txt")),
    ("combination", include_str!("weights/combination.txt")),
    ("fairyeater", include_str!("weights/fairyeater.txt")),
    ("morphing", include_str!("weights/morphing.txt")),
    ("powerabsorption", include_str!("weights/powerabsorption.txt")),
    ("stealthbomber", include_str!("weights/stealthbomber.txt")),
];

/// The text of a game's tuned weights; empty if it has none. Weights that are left out are those of
/// the prior.
pub(super) const fn built_in(game: &str) -> &'static str {
    match entry(TUNED, game) {
        Some(weights) => weights,
        None => "",
    }
}

/// The weights of one game, and values derived from them.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// `[slot]`
    slots: Vec<Tapered>,
    /// `[kind]`, centipawns for exchanges.
    values: Vec<i32>,
    /// `[kind]`: the same, but 0 for pawns and kings.
    piece_values: Vec<i32>,
    /// Centipawns of all pieces of the start position.
    full_phase: i32,
}

impl Weights {
    /// Weights by their slots.
    pub(super) fn new(game: &GameProfile, layout: &Layout, slots: Vec<Tapered>) -> Self {
        let value = |kind| {
            if game.is_royal(kind) { values::ROYAL } else { slots[layout.material(kind)].mean() }
        };
        let piece_value = |kind| if game.is_piece(kind) { value(kind) } else { 0 };
        let values = game.kinds().map(value).collect();
        let piece_values = game.kinds().map(piece_value).collect();
        let full_phase = game.start.iter().map(|&(_, kind)| piece_value(kind)).sum::<i32>().max(1);
        Self { slots, values, piece_values, full_phase }
    }

    #[inline]
    pub(super) fn at(&self, slot: usize) -> Tapered {
        self.slots[slot]
    }

    /// What a kind is worth to an exchange, in centipawns.
    #[inline]
    pub(super) fn value(&self, kind: Kind) -> i32 {
        self.values[kind.index()]
    }

    /// The same, but 0 for pawns and kings.
    #[inline]
    pub(super) fn piece_value(&self, kind: Kind) -> i32 {
        self.piece_values[kind.index()]
    }

    /// The phase of a game in which the sides have these centipawns in pieces: from 0, an endgame, to
    /// [`FULL_PHASE`].
    #[inline]
    pub(super) fn phase(&self, pieces: ByColor<i32>) -> i32 {
        let pieces = pieces[Color::White] + pieces[Color::Black];
        (pieces * FULL_PHASE / self.full_phase).min(FULL_PHASE)
    }
}

/// `[piece][square]`: the material of a piece and its worth on the square.
#[derive(Clone, Debug)]
pub(super) struct PieceSquares<B: Bits>(Vec<B::Map<Tapered>>);

impl<B: Bits> PieceSquares<B> {
    pub(super) fn new(game: &GameProfile, layout: &Layout, weights: &Weights) -> Self {
        let board = &game.board;
        let mut tables = vec![B::map(Tapered::default()); 2 * game.kinds().len()];
        for (kind, color) in game.kinds().flat_map(|kind| Color::ALL.map(|color| (kind, color))) {
            let material = weights.at(layout.material(kind));
            let worth = |square| {
                let own = board.seen_by(color, square);
                let squares = layout.squares(kind, own).map(|slot| weights.at(slot));
                squares.fold(material, |sum, weight| sum + weight)
            };
            tables[Piece::new(kind, color).index() as usize] =
                board::map::<B, _>(board, Tapered::default(), &worth);
        }
        Self(tables)
    }

    #[inline]
    pub(super) fn at(&self, piece: Piece, square: Square) -> Tapered {
        self.0[piece.index() as usize][square]
    }
}

/// Why a text of weights is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum WeightsError {
    #[error("no weights are called '{0}'")]
    Name(String),
    #[error("'{name}' takes {wanted} numbers for the middlegame and as many for the endgame")]
    Count { name: String, wanted: usize },
    #[error("'{0}' is not a number")]
    Number(String),
}

/// Reads weights; what the text leaves out stays as in `prior`.
///
/// A name is followed by `middlegame`, its numbers, `endgame` and its numbers again. The numbers of a
/// board are in the order of a FEN, the last rank first, from the side's own point of view.
pub(super) fn parse(
    board: &Board,
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
        let places = rows(board, group).concat();
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
fn rows(board: &Board, group: &Group) -> Vec<Vec<usize>> {
    let first = group.first;
    if !matches!(group.family, Family::Squares) {
        return vec![(first..first + group.len).collect()];
    }
    let row = |rank| {
        let squares = (0..board.files()).filter_map(|file| board.square(file, rank));
        squares.map(|square| first + square.index()).collect()
    };
    (0..board.ranks()).rev().map(row).collect()
}

/// The text of weights, which [`parse`] reads.
pub(super) fn text(board: &Board, layout: &Layout, slots: &[Tapered]) -> String {
    let mut text = String::new();
    for group in layout.groups() {
        let (before_phase, before_row) = match group.family {
            Family::Squares => ("\n  ", "\n   "),
            _ if group.len == 1 => ("  ", ""),
            _ => ("\n  ", ""),
        };
        text += &group.name;
        for (phase, keyword) in PHASES.into_iter().enumerate() {
            text += before_phase;
            text += keyword;
            for row in rows(board, group) {
                text += before_row;
                for slot in row {
                    let Tapered { middlegame, endgame } = slots[slot];
                    // Writing to a string cannot fail.
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
    use crate::eval::EvalSetup;
    use vertumnus_core::position::testing::Toy;
    use vertumnus_core::rules::{Ruleset, Variant, Visitor};

    struct ReadAsWritten;

    impl Visitor for ReadAsWritten {
        type Output = ();

        fn visit<R: Ruleset>(self) {
            let setup = EvalSetup::of::<R>();
            let EvalSetup { game, layout, prior, .. } = &setup;
            let read = |text: &str| parse(&game.board, layout, prior.clone(), text);
            let own = read(built_in(R::NAME)).expect("the weights of the game");
            for slots in [own, prior.clone()] {
                assert_eq!(read(&text(&game.board, layout, &slots)), Ok(slots));
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
        let EvalSetup { game, layout, prior, .. } = EvalSetup::of::<Toy>();
        let text = "# a remark\ntempo middlegame 3\n endgame -4";
        let slots = parse(&game.board, &layout, prior.clone(), text).expect("weights");
        assert_eq!(slots[0], Tapered::new(3, -4));
        assert_eq!(slots[1..], prior[1..]);
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        let EvalSetup { game, layout, prior, .. } = EvalSetup::of::<Toy>();
        let read = |text| parse(&game.board, &layout, prior.clone(), text);
        let refusal = |text| read(text).expect_err("no weights").to_string();
        assert_eq!(refusal("temper middlegame 1 endgame 1"), "no weights are called 'temper'");
        let count = "'tempo' takes 1 numbers for the middlegame and as many for the endgame";
        assert_eq!(refusal("tempo 1 1"), count);
        assert_eq!(refusal("tempo middlegame 1 2"), count);
        assert_eq!(refusal("tempo middlegame"), count);
        assert_eq!(refusal("tempo middlegame many"), "'many' is not a number");
    }
}
