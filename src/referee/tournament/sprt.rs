//! The sequential probability ratio test. It plays as many games as are needed to decide whether a
//! change is worth `elo0` or `elo1`.
//!
//! The ratio is that of the maximum likelihoods of the results under either hypothesis about their
//! mean (M. Van den Bergh, "The generalized sequential probability ratio test", 2020). The results
//! are those of pairs of games if openings are played with both colors, otherwise of single games.
//! Nothing is assumed about the share of draws.

use super::options::{OptionsError, pairs, refused, unknown, value};
use super::stats::{Distribution, MatchScore, expected_score};

/// The unit of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EloModel {
    /// Elo.
    Logistic,
    /// Normalised Elo.
    Normalised,
}

/// The parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub(super) elo0: f64,
    /// The Elo difference of the alternative hypothesis.
    pub(super) elo1: f64,
    /// The probability of accepting `elo1` when `elo0` is true.
    pub(super) alpha: f64,
    /// The probability of accepting `elo0` when `elo1` is true.
    pub(super) beta: f64,
    pub(super) model: EloModel,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SprtVerdict {
    /// More games are needed.
    Open,
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

const OPTION: &str = "--sprt";

impl Sprt {
    /// Reads `elo0=E0 elo1=E1 alpha=A beta=B model=logistic|normalized`.
    pub(super) fn parse(words: &[String]) -> Result<Self, OptionsError> {
        let mut test =
            Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        for pair in pairs(words) {
            let number = || value(OPTION, pair, "a number");
            match pair.0 {
                "elo0" => test.elo0 = number()?,
                "elo1" => test.elo1 = number()?,
                "alpha" => test.alpha = number()?,
                "beta" => test.beta = number()?,
                "model" => {
                    test.model = match pair.1 {
                        "logistic" => EloModel::Logistic,
                        "normalized" | "normalised" => EloModel::Normalised,
                        _ => return Err(refused(OPTION, pair, "logistic or normalized")),
                    }
                }
                key => return Err(unknown(OPTION, key)),
            }
        }
        let is_chance = |p: f64| p > 0.0 && p < 0.5;
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        if !(is_elo(test.elo0) && is_elo(test.elo1)) {
            let reason = "elo0 and elo1 must lie between -1000 and 1000";
            return Err(OptionsError::Other(format!("{OPTION}: {reason}")));
        }
        if test.elo0 >= test.elo1 {
            return Err(OptionsError::Other(format!("{OPTION}: elo0 must be less than elo1")));
        }
        if !(is_chance(test.alpha) && is_chance(test.beta)) {
            let reason = "alpha and beta must lie between 0 and 0.5";
            return Err(OptionsError::Other(format!("{OPTION}: {reason}")));
        }
        Ok(test)
    }

    /// The log-likelihood ratios at which the test ends: for `elo0`, and for `elo1`.
    pub(super) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub(super) fn ratio(&self, score: &MatchScore) -> f64 {
        let results = score.tested();
        if results.total() == 0.0 { 0.0 } else { self.ratio_of(&results) }
    }

    fn ratio_of(&self, results: &Distribution) -> f64 {
        let shares = results.shares();
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&shares, expected_score(elo)),
            EloModel::Normalised => {
                // The distance of the mean from an even score, in standard deviations of a unit.
                let distance =
                    elo / (800.0 / std::f64::consts::LN_10) * results.games_each().sqrt();
                with_distance(&shares, distance)
            }
        };
        let (first, second) = (likeliest(self.elo0), likeliest(self.elo1));
        let gains = shares.iter().zip(first).zip(second);
        let gain: f64 =
            gains.map(|((&(_, share), (_, p0)), (_, p1))| share * (p1.ln() - p0.ln())).sum();
        results.total() * gain
    }

    /// The state of the test after these results.
    pub(super) fn verdict(&self, score: &MatchScore) -> SprtVerdict {
        let (low, high) = self.bounds();
        let ratio = self.ratio(score);
        if ratio >= high {
            SprtVerdict::H1
        } else if ratio <= low {
            SprtVerdict::H0
        } else {
            SprtVerdict::Open
        }
    }
}

/// The maximum-likelihood distribution of the observed shares with this mean.
///
/// By Lagrange's method it is `share / (1 + x (result - mean))`, with the one `x` for which the mean
/// is right. The sum whose root is sought decreases with `x`, so bisection finds it.
fn with_mean(shares: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    let deviations = || shares.iter().map(|&(result, share)| (result - mean, share));
    let extreme = |pick: fn(f64, f64) -> f64, start| {
        deviations().map(|(deviation, _)| deviation).fold(start, pick)
    };
    let (lowest, highest) =
        (extreme(f64::min, f64::INFINITY), extreme(f64::max, f64::NEG_INFINITY));
    if lowest >= 0.0 || highest <= 0.0 {
        return shares.to_vec();
    }
    let excess = |x: f64| deviations().map(|(d, share)| share * d / (1.0 + x * d)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    shares.iter().map(|&(result, share)| (result, share / (1.0 + x * (result - mean)))).collect()
}

/// The maximum-likelihood distribution of the observed shares for which (mean - 1/2) / sigma is
/// `distance`.
///
/// The condition is linearised around an estimate, which gives the next estimate. This converges in
/// a few steps.
fn with_distance(shares: &[(f64, f64)], distance: f64) -> Vec<(f64, f64)> {
    let mut found: Vec<(f64, f64)> =
        shares.iter().map(|&(result, _)| (result, 1.0 / shares.len() as f64)).collect();
    for _ in 0..50 {
        let mean: f64 = found.iter().map(|(result, p)| result * p).sum();
        let variance: f64 = found.iter().map(|(result, p)| p * (result - mean).powi(2)).sum();
        let spread = variance.sqrt();
        let linear: Vec<(f64, f64)> = shares
            .iter()
            .map(|&(result, share)| {
                let from_mean = (mean - result) / spread;
                (result - 0.5 - distance * spread * (1.0 + from_mean * from_mean) / 2.0, share)
            })
            .collect();
        let next = with_mean(&linear, 0.0);
        let change = found.iter().zip(&next).map(|((_, old), (_, new))| (old - new).abs());
        let change = change.fold(0.0, f64::max);
        found = shares.iter().zip(next).map(|(&(result, _), (_, p))| (result, p)).collect();
        if change < 1e-12 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn near(found: f64, published: f64) {
        assert!(
            (found - published).abs() <= 0.011 * published.abs(),
            "{found}, published {published}"
        );
    }

    /// The examples for games in the tests of fastchess (`sprt_test.cpp`), without the ones that
    /// have only one kind of result: their ratio depends on what replaces a count of 0.
    #[test]
    fn ratios_of_games_are_those_of_fastchess() {
        use EloModel::{Logistic, Normalised};
        for (elo0, elo1, model, [wins, losses, draws], published) in [
            (0.0, 2.0, Normalised, [36433, 36027, 68692], 0.92),
            (-1.75, 0.25, Normalised, [10871, 10650, 20431], 2.30),
            (0.5, 2.5, Logistic, [21404, 21184, 40708], -1.57),
            (0.0, 2.0, Logistic, [57433, 57030, 106_593], -2.59),
        ] {
            let seen = MatchScore { wins, losses, draws, pairs: [0; 5] };
            near(test(elo0, elo1, model).ratio(&seen), published);
        }
    }

    /// The examples for pairs.
    #[test]
    fn ratios_of_pairs_are_those_of_fastchess() {
        use EloModel::{Logistic, Normalised};
        for (elo0, elo1, model, pairs, published) in [
            (0.0, 2.0, Normalised, [365, 16618, 36029 + 200, 16974, 390], 2.25),
            (-1.75, 0.25, Normalised, [127, 4883, 10311 + 401, 5150, 104], 3.01),
            (0.5, 2.5, Logistic, [223, 9863, 20279 + 1000, 10037, 246], -3.07),
            (0.0, 2.0, Logistic, [871, 26175, 55003 + 980, 26678, 821], -4.98),
        ] {
            near(test(elo0, elo1, model).ratio_of(&Distribution::new(&pairs, 2)), published);
        }
    }

    #[test]
    fn half_a_pair_does_not_decide_a_test() {
        let sprt = test(0.0, 50.0, EloModel::Logistic);
        let score = |wins| MatchScore { wins, losses: 0, draws: 0, pairs: [0, 0, 0, 0, wins / 2] };
        for wins in 2..60 {
            near(sprt.ratio(&score(wins)), sprt.ratio(&score(wins / 2 * 2)));
        }
        assert_eq!(sprt.verdict(&score(23)), SprtVerdict::Open);
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let sprt = test(0.0, 10.0, EloModel::Logistic);
        let (low, high) = sprt.bounds();
        assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
        let score = |wins, losses, draws| MatchScore { wins, losses, draws, pairs: [0; 5] };
        assert_eq!(sprt.verdict(&score(0, 0, 0)), SprtVerdict::Open);
        assert_eq!(sprt.verdict(&score(600, 500, 400)), SprtVerdict::H1);
        assert_eq!(sprt.verdict(&score(500, 600, 400)), SprtVerdict::H0);
        assert_eq!(sprt.verdict(&score(20, 19, 10)), SprtVerdict::Open);
    }

    #[test]
    fn bad_words_are_refused() {
        let parse = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            Sprt::parse(&words).map_err(|error| error.to_string())
        };
        assert!(parse("elo0=-2 elo1=3 alpha=0.1 beta=0.1 model=normalized").is_ok());
        for (text, reason) in [
            ("elo0=5 elo1=0", "--sprt: elo0 must be less than elo1"),
            ("elo0=nan", "--sprt: elo0 and elo1 must lie between -1000 and 1000"),
            ("elo0=-5000 elo1=0", "--sprt: elo0 and elo1 must lie between -1000 and 1000"),
            ("alpha=0.7", "--sprt: alpha and beta must lie between 0 and 0.5"),
            ("elo2=5", "--sprt: unknown key 'elo2'"),
            ("model=bayesian", "--sprt: model takes logistic or normalized, not 'bayesian'"),
        ] {
            assert_eq!(parse(text), Err(reason.to_owned()));
        }
    }
}
