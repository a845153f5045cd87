//! Finds the first position in which two engines have different moves.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

use serde::Serialize;

use super::counting::{Perft, PerftError};
use super::opponent::Opponent;
use vertumnus_core::game::Session;

/// A difference between this engine and another about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Difference {
    /// The moves that lead to the position.
    pub(super) path: Vec<String>,
    pub(super) fen: String,
    /// The depth of both counts.
    pub(super) depth: u32,
    /// The moves that only this engine has.
    pub(super) only_here: Vec<String>,
    /// The moves that only the other engine has.
    pub(super) only_there: Vec<String>,
    /// The moves of both engines with different counts.
    pub(super) miscounted: Vec<Miscount>,
}

/// A move with different counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Miscount {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) here: u64,
    pub(super) there: u64,
}

impl Difference {
    fn of(here: &BTreeMap<String, u64>, there: &BTreeMap<String, u64>) -> Self {
        let missing = |from: &BTreeMap<String, u64>, other: &BTreeMap<String, u64>| {
            from.keys().filter(|&mv| !other.contains_key(mv)).cloned().collect()
        };
        let miscounted = here.iter().filter_map(|(mv, &here)| {
            let there = *there.get(mv)?;
            (here != there).then(|| Miscount { mv: mv.clone(), here, there })
        });
        Self {
            only_here: missing(here, there),
            only_there: missing(there, here),
            miscounted: miscounted.collect(),
            ..Self::default()
        }
    }

    fn has_other_moves(&self) -> bool {
        !self.only_here.is_empty() || !self.only_there.is_empty()
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            writeln!(f, "after {}", self.path.join(" "))?;
        }
        write!(f, "in {} at depth {}", self.fen, self.depth)?;
        if !self.only_here.is_empty() {
            write!(f, "\nonly here: {}", self.only_here.join(" "))?;
        }
        if !self.only_there.is_empty() {
            write!(f, "\nonly there: {}", self.only_there.join(" "))?;
        }
        for Miscount { mv, here, there } in &self.miscounted {
            write!(f, "\n{mv}: {here} here, {there} there")?;
        }
        Ok(())
    }
}

/// Compares the counts below each move at this depth, which is at least 1. While both engines have
/// the same moves, goes on below the first move with different counts.
///
/// # Errors
/// If the other engine does not answer, or a count is stopped.
pub(super) fn descend(
    game: &mut dyn Session,
    depth: u32,
    opponent: &mut Opponent,
    perft: Perft<'_>,
) -> Result<Option<Difference>, PerftError> {
    let mut path = Vec::new();
    let mut above = None;
    for depth in (1..=depth).rev() {
        let started = Instant::now();
        let here = perft.divide(game, depth)?.into_iter().collect();
        let there = opponent.divide(&game.fen(), depth, started.elapsed())?;
        let difference = Difference {
            path: path.clone(),
            fen: game.fen(),
            depth,
            ..Difference::of(&here, &there)
        };
        if difference.has_other_moves() {
            return Ok(Some(difference));
        }
        let next = difference.miscounted.first().map(|miscount| miscount.mv.clone());
        let Some(text) = next.filter(|text| game.play_text(text).is_ok()) else {
            // Both agree here: the other engine's count of this position differs from its count of
            // the move that leads to it.
            return Ok(above);
        };
        path.push(text);
        above = Some(difference);
    }
    Ok(above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_missing_extra_or_miscounted() {
        let counts = |moves: &[(&str, u64)]| {
            moves.iter().map(|&(mv, leaves)| (mv.to_owned(), leaves)).collect::<BTreeMap<_, _>>()
        };
        let here = counts(&[("a2a3", 20), ("b2b3", 20), ("c2c3", 20)]);
        let there = counts(&[("a2a3", 20), ("b2b3", 21), ("d2d3", 20)]);
        let difference = Difference {
            fen: "FEN".to_owned(),
            depth: 2,
            path: vec!["e2e4".to_owned()],
            ..Difference::of(&here, &there)
        };
        assert_eq!(
            difference.to_string(),
            "after e2e4\nin FEN at depth 2\nonly here: c2c3\nonly there: d2d3\nb2b3: 20 here, 21 there"
        );
        assert!(difference.has_other_moves());
        assert!(!Difference::of(&here, &here).has_other_moves());
    }
}
