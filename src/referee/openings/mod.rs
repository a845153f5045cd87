//! Openings: positions from which engines play each other.

mod read;

use vertumnus_core::board::SplitMix64;
use vertumnus_core::rules::Variant;

pub use read::{OpeningsError, read};

/// Where a game starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position; the game's own start if none.
    pub fen: Option<String>,
    /// The moves that are made from there, by their texts.
    pub moves: Vec<String>,
}

/// Openings in the order in which they are played; there is at least one.
#[derive(Clone, Debug)]
pub struct Book(Vec<Opening>);

impl Book {
    /// A book of these openings; of the start position alone if there is none.
    #[must_use]
    pub fn new(openings: Vec<Opening>) -> Self {
        Self(if openings.is_empty() { vec![Opening::default()] } else { openings })
    }

    /// The book that ships with the program.
    #[must_use]
    pub fn builtin(variant: Variant) -> Self {
        let lines = built_in(variant).lines().filter(|line| !line.is_empty());
        let opening = |line: &str| Opening { fen: Some(line.to_owned()), moves: Vec::new() };
        Self::new(lines.filter(|line| !line.starts_with('#')).map(opening).collect())
    }

    /// Puts the openings into an order that follows from the seed.
    pub fn shuffle(&mut self, seed: u64) {
        let mut random = SplitMix64::new(seed);
        for last in (1..self.0.len()).rev() {
            self.0.swap(last, random.below(last + 1));
        }
    }

    /// Begins with this opening, counted from 0; those before it come last.
    pub fn start_at(&mut self, first: usize) {
        let count = self.0.len();
        self.0.rotate_left(first % count);
    }

    /// The opening of this number; after the last the first comes again.
    #[must_use]
    pub fn opening(&self, number: usize) -> &Opening {
        &self.0[number % self.0.len()]
    }

    /// How many openings there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a book is never empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// So many openings that differ, for tests.
    #[cfg(test)]
    pub(crate) fn numbered(count: usize) -> Self {
        let opening = |number: usize| Opening { fen: Some(number.to_string()), moves: Vec::new() };
        Self::new((0..count).map(opening).collect())
    }
}

/// The openings that ship with the program, as `vertumnus openings` writes them.
const BUILT_IN: &[(&str, &str)] = &[
    ("chancellor", include_str!("chancellor.epd")),
    ("chess", include_str!("chess.epd")),
    ("combination", include_str!("combination.epd")),
    ("fairyeater", include_str!("fairyeater.epd")),
    ("modern", include_str!("modern.epd")),
    ("morphing", include_str!("morphing.epd")),
    ("powerabsorption", include_str!("powerabsorption.epd")),
    ("stealthbomber", include_str!("stealthbomber.epd")),
];

/// The openings of a game, one FEN a line; empty if it has none.
fn built_in(variant: Variant) -> &'static str {
    BUILT_IN.iter().find(|(name, _)| *name == variant.name()).map_or("", |(_, fens)| fens)
}
