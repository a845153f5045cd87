//! Openings: the positions from which tournament games start.

mod opening;
mod read;

use std::borrow::Cow;

use vertumnus_core::board::{SplitMix64, fnv1a_64};
use vertumnus_core::rules::Variant;
use vertumnus_games::{OPENINGS, Packed};

pub(crate) use opening::Opening;
pub use read::OpeningsError;
pub(crate) use read::read;

/// A non-empty list of openings, in the order in which they are played.
#[derive(Clone, Debug)]
pub(crate) struct OpeningBook(Vec<Opening>);

impl OpeningBook {
    /// A book of these openings. If there are none, it has only the starting position.
    pub(crate) fn new(openings: Vec<Opening>) -> Self {
        Self(if openings.is_empty() { vec![Opening::default()] } else { openings })
    }

    /// The book that is built into the program.
    pub(crate) fn builtin(variant: Variant) -> Self {
        let text = built_in(variant);
        let lines = text.lines().filter(|line| !line.is_empty());
        let opening = |line: &str| Opening { fen: Some(line.to_owned()), moves: Vec::new() };
        Self::new(lines.filter(|line| !line.starts_with('#')).map(opening).collect())
    }

    /// Shuffles the openings.
    pub(crate) fn shuffle(&mut self, seed: u64) {
        SplitMix64::new(seed).shuffle(&mut self.0);
    }

    /// Rotates the book so that this opening, counted from 0, comes first.
    pub(crate) fn start_at(&mut self, first: usize) {
        let count = self.0.len();
        self.0.rotate_left(first % count);
    }

    /// The opening with this number. The first follows the last.
    pub(crate) fn opening(&self, number: usize) -> &Opening {
        &self.0[number % self.0.len()]
    }

    /// A number that tells books apart, the same on all machines.
    pub(crate) fn digest(&self) -> u64 {
        fnv1a_64(self.0.iter().flat_map(|opening| {
            let words = opening.fen.iter().chain(&opening.moves);
            words.flat_map(|word| word.bytes().chain([b' '])).chain([b'\n'])
        }))
    }

    /// Whether an opening begins elsewhere than at the variant's own starting position.
    pub(crate) fn sets_up_positions(&self) -> bool {
        self.0.iter().any(|opening| opening.fen.is_some())
    }

    /// The number of openings.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.0.len()
    }

    /// A book of different openings, for tests.
    #[cfg(test)]
    pub(crate) fn numbered(count: usize) -> Self {
        let opening = |number: usize| Opening { fen: Some(number.to_string()), moves: Vec::new() };
        Self::new((0..count).map(opening).collect())
    }
}

/// The built-in openings of a variant, one FEN per line. Empty if it has none. A game that is not known by its name
/// alone has those of its name if they are for its rules: their head has its identity then.
fn built_in(variant: Variant) -> Cow<'static, str> {
    let named = vertumnus_games::of(variant.name(), OPENINGS);
    let named = named.map(Packed::text).unwrap_or_default();
    let is_own = |line: &str| line.strip_prefix("# rules ") == Some(variant.identity());
    if variant.rules_tag().is_none() || named.lines().any(is_own) { named } else { "".into() }
}
