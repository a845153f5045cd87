//! Who is ahead when: decisiveness, drama and changes of the lead (C. Browne, "Automatic generation and
//! evaluation of recombination games", 2008, and Ludii's `Drama`, `LeadChange` and `DecisivenessMoves`), from
//! the scores that the players themselves found.

use vertumnus_core::board::Color;

use crate::report::Measure;
use crate::statistics::elo::expected;
use crate::statistics::{Estimate, Spread, share};
use crate::trace::Trace;

/// A side that expects as much as this has won in all but name.
const DECIDED: f64 = 0.9;

/// A side is ahead from this many centipawns on: less is not noticed.
const AHEAD: i32 = 50;

/// The figures of each game.
#[derive(Debug, Default)]
pub(crate) struct Leads {
    decided: Vec<f64>,
    behind: Vec<f64>,
    drama: Vec<f64>,
    changes: Vec<f64>,
}

/// The scores of a game, in centipawns for White.
fn scores(trace: &Trace) -> Vec<i32> {
    trace.steps.iter().filter_map(|step| step.score).collect()
}

/// When a game was decided: the share of its scores that came before the first from which on the winner
/// always expected [`DECIDED`].
fn decided(scores: &[i32], winner: Color) -> Option<f64> {
    let open = |&white: &i32| expected(for_side(white, winner)) < DECIDED;
    let last = scores.iter().rposition(open);
    (!scores.is_empty()).then(|| last.map_or(0, |last| last + 1) as f64 / scores.len() as f64)
}

/// How far the winner was behind at worst, in points: 0 for one that never expected less than a half.
pub(crate) fn drama(scores: &[i32], winner: Color) -> f64 {
    let worst = scores.iter().map(|&white| expected(for_side(white, winner)));
    0.5 - worst.fold(0.5, f64::min)
}

/// The share of the scores at which the winner was behind.
fn behind(scores: &[i32], winner: Color) -> Option<f64> {
    let count = scores.iter().filter(|&&white| for_side(white, winner) <= -AHEAD).count();
    (!scores.is_empty()).then(|| count as f64 / scores.len() as f64)
}

/// How many times the lead went over to the other side.
fn changes(scores: &[i32]) -> usize {
    let mut leaders: Vec<bool> =
        scores.iter().filter(|score| score.abs() >= AHEAD).map(|&score| score > 0).collect();
    leaders.dedup();
    leaders.len().saturating_sub(1)
}

fn for_side(white: i32, side: Color) -> i32 {
    if side == Color::White { white } else { -white }
}

/// How far the winner of a game was behind at worst; `None` of a draw.
pub(crate) fn drama_of(trace: &Trace) -> Option<f64> {
    trace.winner().map(|winner| drama(&scores(trace), winner))
}

impl Leads {
    /// Takes in a game.
    pub(crate) fn add(&mut self, trace: &Trace) {
        let scores = scores(trace);
        if scores.is_empty() {
            return;
        }
        self.changes.push(changes(&scores) as f64);
        if let Some(winner) = trace.winner() {
            self.decided.extend(decided(&scores, winner));
            self.behind.extend(behind(&scores, winner));
            self.drama.push(drama(&scores, winner));
        }
    }

    /// The share of games in which the lead never changed.
    pub(crate) fn without_change(&self) -> Option<Estimate> {
        let none = self.changes.iter().filter(|&&changes| changes == 0.0).count();
        share(none as u64, self.changes.len() as u64)
    }

    /// What there is to say.
    pub(crate) fn report(&self) -> Vec<Measure> {
        let measure = |name: &str, about: &str, is_share: bool, values: &[f64]| {
            let spread = Spread::of(values.iter().copied())?;
            Some(Measure { name: name.to_owned(), about: about.to_owned(), is_share, spread })
        };
        let measures = [
            measure(
                "decided after",
                "the part of a won game after which its winner always expected 90% or more",
                true,
                &self.decided,
            ),
            measure("drama", "points by which the winner was behind at worst", true, &self.drama),
            measure(
                "behind",
                "the part of a game in which its winner was behind",
                true,
                &self.behind,
            ),
            measure(
                "lead changes",
                "how often the lead changed sides in a game",
                false,
                &self.changes,
            ),
        ];
        measures.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    /// 382 centipawns are 90%: 400 log10(9) = 381.7.
    #[test]
    fn a_game_is_decided_when_the_winner_is_sure_for_good() {
        assert_eq!(decided(&[0, 400, 380, 400], White), Some(0.75));
        assert_eq!(decided(&[0, 100, 382, 382], White), Some(0.5));
        assert_eq!(decided(&[0, -100, -382, -500], Black), Some(0.5));
        assert_eq!(decided(&[400, 400], White), Some(0.0));
        assert_eq!(decided(&[400, 0], White), Some(1.0));
        assert_eq!(decided(&[], White), None);
    }

    /// 400 centipawns behind are 1 / 11 of the points, 9 / 22 less than a half.
    #[test]
    fn drama_is_how_far_behind_the_winner_was() {
        assert!((drama(&[0, -400, 900], White) - 9.0 / 22.0).abs() < 1e-12);
        assert_eq!(drama(&[0, 30, 900], White), 0.0);
        assert_eq!(behind(&[0, -49, -50, 900], White), Some(0.25));
    }

    #[test]
    fn the_lead_changes_when_the_other_side_is_ahead() {
        assert_eq!(changes(&[0, 60, 40, -40, 70, -50, -20, 55]), 2);
        assert_eq!(changes(&[0, 20, -20]), 0);
        assert_eq!(changes(&[]), 0);
    }
}
