//! A count in pieces, so that it can be split between machines, watched and interrupted.

use std::collections::BTreeMap;

use indicatif::{ProgressBar, ProgressStyle};

use super::counting::{Perft, PerftError};
use vertumnus_core::game::Session;
use vertumnus_core::position::Move;
use vertumnus_referee::part::Part;

/// The leaves below each move of a position, as far as they were counted.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceCounts {
    /// By the texts of the moves.
    pub(super) moves: BTreeMap<String, u64>,
    /// How many pieces were counted.
    pub(super) done: usize,
    /// How many there are.
    pub(super) of: usize,
}

impl PieceCounts {
    pub(super) fn leaves(&self) -> u64 {
        self.moves.values().sum()
    }
}

/// Counts the pieces of a part. A piece is what is below a position after two plies, or after one if
/// the depth is 1. A count that is stopped returns what it has so far.
pub(super) fn count(
    game: &mut dyn Session,
    depth: u32,
    part: Part,
    perft: Perft<'_>,
    bar: &ProgressBar,
) -> Result<PieceCounts, PerftError> {
    let plies = depth.min(2);
    let mut counts = PieceCounts::default();
    let mut pieces: Vec<(String, Vec<Move>)> = Vec::new();
    for mv in perft.moves(game)? {
        let text = game.text(mv);
        counts.moves.insert(text.clone(), 0);
        if plies < 2 {
            pieces.push((text, vec![mv]));
            continue;
        }
        game.play(mv)?;
        let replies = perft.moves(game);
        game.undo();
        pieces.extend(replies?.into_iter().map(|reply| (text.clone(), vec![mv, reply])));
    }
    let mut number = 0;
    pieces.retain(|_| {
        number += 1;
        part.has(number - 1)
    });
    counts.of = pieces.len();
    bar.set_length(counts.of as u64);
    for (text, path) in pieces {
        for &mv in &path {
            game.play(mv)?;
        }
        let leaves = perft.count(game, depth - plies);
        for _ in &path {
            game.undo();
        }
        match leaves {
            Err(PerftError::Stopped) => break,
            leaves => *counts.moves.entry(text).or_insert(0) += leaves?,
        }
        counts.done += 1;
        bar.inc(1);
        bar.set_message(format!("{} leaves", counts.leaves()));
    }
    bar.finish_and_clear();
    Ok(counts)
}

/// A bar for pieces. It is seen on a terminal alone.
pub(super) fn bar() -> ProgressBar {
    const TEMPLATE: &str = "{wide_bar} {percent} %, {elapsed}, about {eta} left, {msg}";
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
        bar.set_style(style);
    }
    bar
}
