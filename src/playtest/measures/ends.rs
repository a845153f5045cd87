//! How games end: Ludii's `AdvantageP1`, `Drawishness`, `Completion` and `Timeouts` (M. Stephenson and
//! others, "A general system for measuring game concepts", 2021).

use std::collections::BTreeMap;

use vertumnus_core::rules::Reason;

use crate::report::{End, Ends as Report};
use crate::statistics::{Points, share};
use crate::trace::Trace;

/// White's results, and the rules by which games ended.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    white: Points,
    by: BTreeMap<Option<Reason>, u64>,
}

impl Ends {
    /// Takes in a game.
    pub(crate) fn add(&mut self, trace: &Trace) {
        self.white.add(trace.result as usize);
        *self.by.entry(trace.reason).or_default() += 1;
    }

    /// White's score, draws, and how games ended, the commonest end first; `None` without games.
    pub(crate) fn report(&self) -> Option<Report> {
        let games = self.white.games();
        let [black, draws, white] = self.white.counts;
        let mut by: Vec<End> = self
            .by
            .iter()
            .filter_map(|(reason, &count)| {
                let words = reason.map_or("broken off as too long".to_owned(), |r| r.to_string());
                Some(End { by: words, share: share(count, games)? })
            })
            .collect();
        by.sort_by(|one, other| other.share.value.total_cmp(&one.share.value));
        Some(Report {
            white: self.white.score()?,
            counts: [white, draws, black],
            draws: share(draws, games)?,
            by,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::testing::trace;

    #[test]
    fn ends_are_counted_by_their_rules() {
        let fools = [("f2f3", 0), ("e7e5", 0), ("g2g4", 0), ("d8h4", 0)];
        let Some(mate) = trace("chess", "", &fools) else { return };
        let bare = trace("chess", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", &[("e1e2", 0)]);
        let open = trace("chess", "", &[("e2e4", 0)]);
        let mut ends = Ends::default();
        for trace in [mate, bare.expect("chess"), open.expect("chess")] {
            ends.add(&trace);
        }
        let report = ends.report().expect("games");
        assert_eq!(report.counts, [0, 2, 1]);
        // Two draws and a loss: a third of the points.
        assert!((report.white.value - 1.0 / 3.0).abs() < 1e-12);
        let mut by: Vec<&str> = report.by.iter().map(|end| end.by.as_str()).collect();
        by.sort_unstable();
        assert_eq!(by, ["broken off as too long", "checkmate", "insufficient material"]);
        assert_eq!(Ends::default().report(), None);
    }
}
