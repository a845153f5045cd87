//! The way down to the first position in which two engines disagree about the moves.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

use rayon::ThreadPool;
use serde::Serialize;

use super::opponent::{Opponent, OpponentError};
use vertumnus_core::position::Position;
use vertumnus_core::position::perft::Counter;
use vertumnus_core::rules::Ruleset;

/// What two engines say differently of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Difference {
    /// The moves that lead there.
    pub(super) path: Vec<String>,
    /// The position.
    pub(super) fen: String,
    /// How deep both counted there.
    pub(super) depth: u32,
    /// The moves that only this engine has.
    pub(super) only_here: Vec<String>,
    /// The moves that only the other has.
    pub(super) only_there: Vec<String>,
    /// The moves that both have and count differently.
    pub(super) miscounted: Vec<Miscount>,
}

/// A move below which two engines count different leaves.
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

/// Compares the counts below each move at this depth, which is not 0. While the moves are the same,
/// goes on below the first one that is counted differently.
pub(super) fn descend<R: Ruleset>(
    mut position: Position<R>,
    depth: u32,
    opponent: &mut Opponent,
    counter: Counter<'_>,
    pool: &ThreadPool,
) -> Result<Option<Difference>, OpponentError> {
    let mut path = Vec::new();
    let mut above = None;
    for depth in (1..=depth).rev() {
        let started = Instant::now();
        let divided = pool.install(|| counter.divide(&position, depth)).unwrap_or_default();
        let here =
            divided.into_iter().map(|(mv, leaves)| (position.move_text(mv), leaves)).collect();
        let there = opponent.divide(&position.fen(), depth, started.elapsed())?;
        let difference = Difference {
            path: path.clone(),
            fen: position.fen(),
            depth,
            ..Difference::of(&here, &there)
        };
        let next = difference.miscounted.first().map(|miscount| miscount.mv.clone());
        if difference.has_other_moves() {
            return Ok(Some(difference));
        }
        let Some((text, mv)) =
            next.and_then(|text| Some((text.clone(), position.parse_move(&text).ok()?)))
        else {
            // Where both agree, the other engine counts differently by itself than from above.
            return Ok(above);
        };
        position.play_unchecked(mv);
        path.push(text);
        above = Some(difference);
    }
    Ok(above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_missing_or_extra_or_miscounted() {
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
