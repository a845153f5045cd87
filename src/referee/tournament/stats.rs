//! Estimates of playing strength from results.
//!
//! A win scores 1 and a draw 1/2. Elo differences follow the logistic curve. Normalised Elo
//! (M. Van den Bergh, "Normalized Elo", 2021) is the score in units of its standard deviation, so
//! it does not depend on how drawish the games are. Error bars are 95 % confidence intervals.
//! Where openings are played with both colors, the variance is that of pairs of games. It is
//! smaller than that of single games, since the advantage that an opening gives cancels out.

use std::ops::AddAssign;

/// Two-sided 95 % of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Normalised Elo per standard deviation of a game's score: the slope of the logistic curve at an
/// even score.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// The results of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MatchScore {
    pub(super) wins: u64,
    pub(super) losses: u64,
    pub(super) draws: u64,
    /// The number of pairs of games with one opening and swapped colors, by the points of the
    /// pair: 0, 1/2, 1, 3/2, 2.
    pub(super) pairs: [u64; 5],
}

impl MatchScore {
    /// The number of games.
    pub(super) const fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The number of complete pairs.
    pub(super) fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points per game; 1/2 if there are no games.
    pub(super) fn mean(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The share of games that were drawn.
    pub(super) fn draw_ratio(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.draws as f64 / self.games() as f64 }
    }

    /// The results of the other side.
    pub(super) fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, losses: self.wins, draws: self.draws, pairs }
    }

    /// The distribution of results from 0 to 1: of pairs if every game is in a complete pair,
    /// otherwise of single games.
    pub(super) fn distribution(&self) -> Distribution {
        if self.pair_count() > 0 && 2 * self.pair_count() == self.games() {
            Distribution::new(&self.pairs, 2)
        } else {
            Distribution::new(&[self.losses, self.draws, self.wins], 1)
        }
    }

    /// The distribution that a sequential test looks at: of complete pairs if games are played in
    /// pairs. It must not change its kind while the other game of a pair is played.
    pub(super) fn tested(&self) -> Distribution {
        if self.pair_count() > 0 { Distribution::new(&self.pairs, 2) } else { self.distribution() }
    }

    /// Elo and similar estimates.
    pub(super) fn rating(&self) -> Rating {
        self.distribution().rating()
    }
}

impl AddAssign for MatchScore {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        for (own, others) in self.pairs.iter_mut().zip(other.pairs) {
            *own += others;
        }
    }
}

/// How often each result was seen. Results are evenly spaced from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Distribution {
    counts: Vec<f64>,
    games_each: u32,
}

impl Distribution {
    /// A distribution of counts, from the lowest result to the highest. Each unit that is counted
    /// consists of `games_each` games.
    pub(super) fn new(counts: &[u64], games_each: u32) -> Self {
        Self { counts: counts.iter().map(|&count| count as f64).collect(), games_each }
    }

    /// The number of units.
    pub(super) fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The number of games in a unit.
    pub(super) fn games_each(&self) -> f64 {
        f64::from(self.games_each)
    }

    /// Each result with its share. A count of 0 is replaced by a small number, since a result that
    /// was not seen is still possible.
    pub(super) fn shares(&self) -> Vec<(f64, f64)> {
        const MIN_COUNT: f64 = 1e-3;
        let counts: Vec<f64> = self.counts.iter().map(|&count| count.max(MIN_COUNT)).collect();
        let total: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        (0..).zip(counts).map(|(place, count)| (f64::from(place) / last, count / total)).collect()
    }

    fn rating(&self) -> Rating {
        let total = self.total();
        if total == 0.0 {
            return Rating {
                elo: 0.0,
                error: f64::INFINITY,
                normalised: 0.0,
                normalised_error: f64::INFINITY,
                los: 0.5,
            };
        }
        let last = (self.counts.len() - 1) as f64;
        let results =
            || (0..).zip(&self.counts).map(|(place, n)| (f64::from(place) / last, n / total));
        let mean: f64 = results().map(|(result, share)| result * share).sum();
        let variance: f64 = results().map(|(result, share)| share * (result - mean).powi(2)).sum();
        let error_of_mean = (variance / total).sqrt();
        let (low, high) = (mean - Z95 * error_of_mean, mean + Z95 * error_of_mean);
        // The standard deviation of a game, from that of a unit, whose result is a mean of games.
        let spread = (variance * self.games_each()).sqrt();
        // 0/0 counts as 0: equal results do not differ in any unit.
        let ratio = |of: f64, to: f64| if of.abs() < 1e-12 { 0.0 } else { of / to };
        Rating {
            elo: elo(mean),
            error: if elo(mean).is_finite() { (elo(high) - elo(low)) / 2.0 } else { f64::INFINITY },
            normalised: ratio(mean - 0.5, spread) * NORMALISED,
            normalised_error: Z95 * ratio(error_of_mean, spread) * NORMALISED,
            los: normal_cdf(ratio(mean - 0.5, error_of_mean)),
        }
    }
}

/// Estimates of the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rating {
    /// The difference in Elo; infinite if all games were won or lost.
    pub(super) elo: f64,
    /// Half the width of its 95 % confidence interval.
    pub(super) error: f64,
    /// The difference in normalised Elo.
    pub(super) normalised: f64,
    /// Half the width of its 95 % confidence interval.
    pub(super) normalised_error: f64,
    /// The likelihood of superiority: the probability that the true difference is above 0.
    pub(super) los: f64,
}

/// The difference in Elo for a score from 0 to 1. Scores beyond, as the ends of error bars can be,
/// give an infinite difference.
pub(super) fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score for a difference in Elo.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The cumulative distribution function of the standard normal distribution.
///
/// Computed from the complementary error function: by its series near 0, and by its continued
/// fraction farther out (Abramowitz and Stegun, 7.1.6 and 7.1.14).
pub(super) fn normal_cdf(deviations: f64) -> f64 {
    let x = deviations.abs() / std::f64::consts::SQRT_2;
    let tail = if x < 2.0 {
        let (mut term, mut sum, mut n) = (x, x, 0.0);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
        }
        0.5 - sum * (-x * x).exp() / std::f64::consts::PI.sqrt()
    } else {
        let fraction = (1..=60).rev().fold(x, |below, k| x + f64::from(k) / 2.0 / below);
        (-x * x).exp() / (2.0 * std::f64::consts::PI.sqrt() * fraction)
    };
    if deviations > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, losses: u64, draws: u64) -> MatchScore {
        MatchScore { wins, losses, draws, pairs: [0; 5] }
    }

    /// Asserts that a figure is close to the published one.
    fn near(found: f64, published: f64, tolerance: f64) {
        assert!((found - published).abs() <= tolerance, "{found}, published {published}");
    }

    /// Published output of Cute Chess (from the changelog of the engine Midnight by A. Shou):
    /// wins, losses, draws, score, Elo, error, draw ratio.
    #[test]
    fn games_are_rated_as_cute_chess_does() {
        for (score, mean, elo, error, draws) in [
            (games(449, 276, 275), 0.587, 60.7, 18.5, 0.275),
            (games(382, 320, 298), 0.531, 21.6, 18.1, 0.298),
            (games(372, 322, 306), 0.525, 17.4, 17.9, 0.306),
            (games(435, 293, 272), 0.571, 49.7, 18.5, 0.272),
        ] {
            near(score.mean(), mean, 0.0005);
            near(score.rating().elo, elo, 0.05);
            near(score.rating().error, error, 0.1);
            near(score.draw_ratio(), draws, 0.0005);
        }
        near(games(382, 320, 298).rating().los, 0.990, 0.001);
        near(games(372, 322, 306).rating().los, 0.971, 0.001);
    }

    /// The worked examples among the tests of fastchess (`elo_test.cpp`).
    #[test]
    fn games_and_pairs_are_rated_as_fastchess_does() {
        let rating = games(136, 96, 111).rating();
        near(rating.elo, 40.70, 0.01);
        near(rating.error, 30.43, 0.01);
        near(rating.normalised, 49.77, 0.01);
        near(rating.normalised_error, 36.77, 0.01);
        near(rating.los, 0.9960, 0.0001);
        let rating = games(76, 89, 123).rating();
        near(rating.normalised, -20.76, 0.01);
        near(rating.normalised_error, 40.13, 0.01);
        near(rating.los, 0.1553, 0.0001);

        let pairs = |counts: [u64; 5]| Distribution::new(&counts, 2).rating();
        let rating = pairs([34, 54, 31 + 32, 64, 75]);
        near(rating.elo, 55.58, 0.02);
        near(rating.error, 27.65, 0.02);
        near(rating.normalised, 57.94, 0.02);
        near(rating.normalised_error, 28.28, 0.02);
        let rating = pairs([332, 433, 457 + 41, 333, 334]);
        near(rating.elo, -8.64, 0.01);
        near(rating.error, 10.33, 0.01);
        near(rating.normalised, -9.17, 0.01);
        near(rating.normalised_error, 10.96, 0.01);
        near(rating.los, 0.0505, 0.0001);
    }

    /// Values from tables of the normal distribution.
    #[test]
    fn the_normal_distribution_matches_the_tables() {
        for (deviations, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (1.959_964, 0.975),
            (3.0, 0.998_650_102),
            (6.0, 0.999_999_999),
        ] {
            near(normal_cdf(deviations), share, 1e-8);
            near(normal_cdf(-deviations), 1.0 - share, 1e-8);
        }
    }

    #[test]
    fn few_games_and_clean_scores_give_no_nonsense() {
        let none = games(0, 0, 0).rating();
        assert_eq!((none.elo, none.los), (0.0, 0.5));
        let clean = games(10, 0, 0).rating();
        assert_eq!((clean.elo, clean.error, clean.los), (f64::INFINITY, f64::INFINITY, 1.0));
        let even = games(0, 0, 10).rating();
        assert_eq!((even.elo, even.error, even.los), (0.0, 0.0, 0.5));
        assert_eq!(games(3, 1, 2).reversed(), games(1, 3, 2));
    }
}
