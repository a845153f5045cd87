//! What the rules of a game do in its games: how often the new rule of a variant is made use of (N. Tomašev,
//! U. Paquet, D. Hassabis and V. Kramnik, "Assessing game balance with `AlphaZero`", 2020).

use crate::feature::Feature;
use crate::report::{FeatureUse, Rules as Report, Sources};
use crate::statistics::share;
use crate::trace::{Source, Trace};

/// Counts of all rules.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    features: [Use; Feature::ALL.len()],
    games: u64,
    plies: u64,
    borrowed: u64,
    acquired: u64,
    /// Captures in which the mover could have changed by what it took, and did not.
    declined: u64,
}

/// Counts of one rule.
#[derive(Clone, Debug, Default, PartialEq)]
struct Use {
    games: u64,
    moves: u64,
    /// Positions in which some legal move makes use of it.
    chances: u64,
    /// The ply of the first use in each game that has one, from 1.
    firsts: Vec<u16>,
}

impl Rules {
    /// Takes in a game.
    pub(crate) fn add(&mut self, trace: &Trace) {
        self.games += 1;
        self.plies += trace.steps.len() as u64;
        for (feature, counts) in Feature::ALL.into_iter().zip(&mut self.features) {
            let is_used = |&place: &usize| trace.steps[place].features.has(feature);
            let mut uses = (0..trace.steps.len()).filter(is_used);
            if let Some(first) = uses.next() {
                counts.games += 1;
                counts.moves += 1 + uses.count() as u64;
                counts.firsts.push(first as u16 + 1);
            }
            let is_possible = |step: &&crate::trace::Step| step.possible.has(feature);
            counts.chances += trace.steps.iter().filter(is_possible).count() as u64;
        }
        let of = |source| trace.steps.iter().filter(|step| step.source == source).count() as u64;
        self.borrowed += of(Source::Borrowed);
        self.acquired += of(Source::Acquired);
        self.declined += trace.steps.iter().filter(|step| step.view.declines).count() as u64;
    }

    /// The share of the games in which a rule was made use of.
    pub(crate) fn share_with(&self, feature: Feature) -> f64 {
        self.features[feature as usize].games as f64 / self.games.max(1) as f64
    }

    /// What there is to say: rules that no position offered are left out.
    pub(crate) fn report(&self) -> Report {
        let used = |(feature, counts): (Feature, &Use)| {
            let mut firsts = counts.firsts.clone();
            firsts.sort_unstable();
            let absorptions = counts.moves + self.declined;
            let declined =
                (feature == Feature::Absorption).then(|| share(self.declined, absorptions));
            Some(FeatureUse {
                name: feature.name().to_owned(),
                is_own: Feature::OWN.contains(&feature),
                games: share(counts.games, self.games)?,
                per_game: counts.moves as f64 / self.games as f64,
                taken: share(counts.moves, counts.chances)?,
                declined: declined.flatten(),
                first: (!firsts.is_empty()).then(|| {
                    [1, 2, 3].map(|quarter| u32::from(firsts[(firsts.len() - 1) * quarter / 4]))
                }),
            })
        };
        Report {
            features: Feature::ALL.into_iter().zip(&self.features).filter_map(used).collect(),
            sources: share(self.borrowed, self.plies)
                .zip(share(self.acquired, self.plies))
                .map(|(borrowed, acquired)| Sources { borrowed, acquired }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::testing::trace;

    #[test]
    fn uses_chances_and_refusals_are_counted() {
        // White's rook can absorb the knight at once and takes without; then Black's rook absorbs the rook's
        // neighbor.
        let fen = "4k3/8/8/r2n2N1/8/8/8/3RK3 w - - 0 1";
        let moves = [("d1d5", 0), ("a5a8", 0), ("d5a5", 0), ("a8a5", 0)];
        let Some(first) = trace("powerabsorption", fen, &moves) else { return };
        let absorbing = [("d1d5{rn}", 0)];
        let second = trace("powerabsorption", fen, &absorbing).expect("it is built in");
        let mut rules = Rules::default();
        rules.add(&first);
        rules.add(&second);
        let report = rules.report();
        let absorption = report.features.iter().find(|used| used.name == "absorption");
        let absorption = absorption.expect("it is possible");
        assert!(absorption.is_own);
        // In one of two games; taken once in two positions; declined once of twice, since equals give
        // nothing.
        assert_eq!(absorption.games.value, 0.5);
        assert_eq!((absorption.taken.value, absorption.per_game), (0.5, 0.5));
        assert_eq!(absorption.declined.map(|share| share.value), Some(0.5));
        assert_eq!(absorption.first, Some([1, 1, 1]));
        assert!(report.features.iter().all(|used| used.name != "castling"));
    }
}
