//! Kinds and squares in words.

use vertumnus_core::board::Square;
use vertumnus_core::rules::Kind;
use vertumnus_core::rules::definition::{Definition, Motion, Over, Purpose, Region, Step};
use vertumnus_core::rules::motion::listed;

/// A list of kinds: `Queen, Rook or Knight`.
pub(crate) fn names(game: &Definition, kinds: &[Kind]) -> String {
    let names = kinds.iter().map(|kind| game.kinds[kind.index()].name.clone());
    listed(&names.collect::<Vec<_>>(), "or")
}

/// Names with their article: `An Archbishop`.
pub(crate) fn a(names: &str) -> String {
    let article = if names.starts_with(['A', 'E', 'I', 'O', 'U']) { "An" } else { "A" };
    format!("{article} {names}")
}

/// Where a piece has a zone that is these steps away: `gets if it steps one square orthogonally`.
pub(crate) fn zone_in_words(steps: &[Step]) -> String {
    let zone =
        Motion { steps: steps.to_vec(), limit: Some(1), purpose: Purpose::Any, over: Over::None };
    format!("gets if it {}", listed(&zone.in_words(), "or"))
}

/// A set of squares in words.
pub(crate) fn region_in_words(game: &Definition, region: Region) -> String {
    let board = game.board;
    if region == board.squares() {
        return "any square".to_owned();
    }
    let name = |square: Square| {
        let (file, rank) = (square.index() as u8 % board.files, square.index() as u8 / board.files);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    };
    let mut rest = region.0;
    let mut ranks = Vec::new();
    for rank in 0..board.ranks {
        let row = ((1_u128 << board.files) - 1) << (rank * board.files) & board.squares().0;
        if row != 0 && rest & row == row {
            ranks.push((rank + 1).to_string());
            rest &= !row;
        }
    }
    let squares: Vec<String> = (0..128)
        .filter(|index| rest >> index & 1 != 0)
        .map(|index| name(Square::new(index)))
        .collect();
    let ranks = match ranks.len() {
        0 => None,
        1 => Some(format!("rank {}", ranks[0])),
        _ => Some(format!("ranks {}", listed(&ranks, "or"))),
    };
    let squares = (!squares.is_empty()).then(|| listed(&squares, "or"));
    match (ranks, squares) {
        (Some(ranks), Some(squares)) => format!("{ranks}, or {squares}"),
        (Some(words), None) | (None, Some(words)) => words,
        (None, None) => "no square".to_owned(),
    }
}
