//! Estimates with the ends of their intervals.

use serde::{Deserialize, Serialize};

use super::Z95;

/// An estimate with the ends of its 95% interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// An estimate with this standard error.
    pub(crate) fn with_error(value: f64, error: f64) -> Self {
        Self { value, low: value - Z95 * error, high: value + Z95 * error }
    }

    /// Half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the interval excludes a value: only then does the estimate differ from it.
    pub fn excludes(&self, value: f64) -> bool {
        value < self.low || value > self.high
    }

    /// The estimate of a function of what is estimated that never falls, or never rises.
    pub(crate) fn map(self, function: impl Fn(f64) -> f64) -> Self {
        let (one, other) = (function(self.low), function(self.high));
        Self { value: function(self.value), low: one.min(other), high: one.max(other) }
    }
}

/// How large a share these are of all. `None` if there are none at all.
///
/// The interval is Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession, and
/// statistical inference", 1927): it holds for few games and for shares near 0 and 1 as well.
pub fn share(count: u64, all: u64) -> Option<Estimate> {
    if all == 0 {
        return None;
    }
    let (n, p) = (all as f64, count as f64 / all as f64);
    let z2 = Z95 * Z95;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At the edges the ends are exact, but for the rounding of a root.
    let low = if count == 0 { 0.0 } else { middle - half };
    let high = if count == all { 1.0 } else { middle + half };
    Some(Estimate { value: p, low, high })
}

/// Results of one side: 0, 1/2 or 1 point a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Games lost, drawn and won.
    pub counts: [u64; 3],
}

impl Points {
    /// Adds a game, by the side's half points.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Points a game; `None` without games.
    ///
    /// The interval is the normal one of the trinomial mean, of which half a game of each result is added
    /// to the variance: a few equal results do not make it certain.
    pub fn score(&self) -> Option<Estimate> {
        let n = self.games() as f64;
        if n == 0.0 {
            return None;
        }
        let mean_of = |counts: [f64; 3]| {
            let n: f64 = counts.iter().sum();
            let mean = (counts[1] / 2.0 + counts[2]) / n;
            let square = (counts[1] / 4.0 + counts[2]) / n;
            (mean, square - mean * mean)
        };
        let counts = self.counts.map(|count| count as f64);
        let (mean, _) = mean_of(counts);
        let (_, variance) = mean_of(counts.map(|count| count + 0.5));
        let Estimate { value, low, high } = Estimate::with_error(mean, (variance / n).sqrt());
        Some(Estimate { value, low: low.max(0.0), high: high.min(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 5e-4
    }

    /// The intervals for 81 of 263, 15 of 148, 0 of 20 and 1 of 29 in R. G. Newcombe, "Two-sided confidence
    /// intervals for the single proportion" (1998), table I, method 3.
    #[test]
    fn shares_have_the_published_intervals() {
        for (count, all, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = share(count, all).expect("there are some");
            assert!(near(found.low, low) && near(found.high, high), "{count} of {all}: {found:?}");
        }
        assert_eq!(share(0, 0), None);
    }

    /// The mean of 300 wins, 400 draws and 300 losses is 1/2, its variance 0.3 * 1/4 * 2 = 0.15 a game, and
    /// 1.96 * sqrt(0.15 / 1000) = 0.0240. Half a game of each result changes that by 0.1%.
    #[test]
    fn a_score_has_the_interval_of_its_trinomial() {
        let score = Points { counts: [300, 400, 300] }.score().expect("games");
        assert!(near(score.value, 0.5) && near(score.margin(), 0.0240), "{score:?}");
        assert!(!score.excludes(0.51) && score.excludes(0.53));
        let few = Points { counts: [0, 0, 2] }.score().expect("games");
        assert!(few.value == 1.0 && few.low < 0.7, "two wins say little: {few:?}");
        assert_eq!(Points::default().score(), None);
    }
}
