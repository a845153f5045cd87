//! The sequential probability ratio test: as many games as are needed, and no more, to tell whether
//! a change is worth `elo0` or `elo1`.
//!
//! The ratio is that of the greatest likelihoods of what was seen, under either hypothesis about its
//! mean (M. Van den Bergh, "The generalized sequential probability ratio test", 2020), of pairs of
//! games where there are such and of games else. Nothing is assumed about draws.

use super::options::{OptionsError, pairs, refused, unknown, value};
use super::stats::{Distribution, Score, expected_score};

/// In which unit the hypotheses are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// Elo.
    Logistic,
    /// Normalised Elo.
    Normalised,
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    /// What is not worth having.
    pub(super) elo0: f64,
    /// What is worth having.
    pub(super) elo1: f64,
    /// The chance of taking what is not worth having.
    pub(super) alpha: f64,
    /// The chance of leaving what is worth having.
    pub(super) beta: f64,
    /// The unit.
    pub(super) model: Model,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// More games are needed.
    Open,
    /// It is `elo0`.
    H0,
    /// It is `elo1`.
    H1,
}

const OPTION: &str = "--sprt";

impl Sprt {
    /// Reads `elo0=E0 elo1=E1 alpha=A beta=B model=logistic|normalized`.
    ///
    /// # Errors
    /// What is wrong with the words.
    pub(super) fn parse(words: &[String]) -> Result<Self, OptionsError> {
        let mut test =
            Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        for pair in pairs(words) {
            let number = || value(OPTION, pair, "a number");
            match pair.0 {
                "elo0" => test.elo0 = number()?,
                "elo1" => test.elo1 = number()?,
                "alpha" => test.alpha = number()?,
                "beta" => test.beta = number()?,
                "model" => {
                    test.model = match pair.1 {
                        "logistic" => Model::Logistic,
                        "normalized" | "normalised" => Model::Normalised,
                        _ => return Err(refused(OPTION, pair, "logistic or normalized")),
                    }
                }
                key => return Err(unknown(OPTION, key)),
            }
        }
        let is_chance = |p: f64| p > 0.0 && p < 0.5;
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        if !(is_elo(test.elo0) && is_elo(test.elo1) && test.elo0 < test.elo1) {
            return Err(OptionsError::Other(format!("{OPTION}: elo0 must be less than elo1")));
        }
        if !(is_chance(test.alpha) && is_chance(test.beta)) {
            let reason = "alpha and beta must lie between 0 and 0.5";
            return Err(OptionsError::Other(format!("{OPTION}: {reason}")));
        }
        Ok(test)
    }

    /// The ratios, as logarithms, at which the test ends: for `elo0`, and for `elo1`.
    #[must_use]
    pub(super) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// How much more likely the results are if the difference is `elo1` than if it is `elo0`, as a
    /// logarithm.
    #[must_use]
    pub(super) fn ratio(&self, score: &Score) -> f64 {
        let seen = score.distribution();
        if seen.total() == 0.0 { 0.0 } else { self.ratio_of(&seen) }
    }

    fn ratio_of(&self, seen: &Distribution) -> f64 {
        let shares = seen.shares();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&shares, expected_score(elo)),
            Model::Normalised => {
                // The distance of a unit's mean from even, in its own standard deviations.
                let distance = elo / (800.0 / std::f64::consts::LN_10) * seen.games_each().sqrt();
                with_distance(&shares, distance)
            }
        };
        let (first, second) = (likeliest(self.elo0), likeliest(self.elo1));
        let gains = shares.iter().zip(first).zip(second);
        let gain: f64 =
            gains.map(|((&(_, share), (_, p0)), (_, p1))| share * (p1.ln() - p0.ln())).sum();
        seen.total() * gain
    }

    /// How the test stands.
    #[must_use]
    pub(super) fn verdict(&self, score: &Score) -> Verdict {
        let (low, high) = self.bounds();
        let ratio = self.ratio(score);
        if ratio >= high {
            Verdict::H1
        } else if ratio <= low {
            Verdict::H0
        } else {
            Verdict::Open
        }
    }
}

/// The distribution with this mean under which what was seen is likeliest.
///
/// By Lagrange's multiplier it is `share / (1 + x (worth - mean))` with the one `x` that gives the
/// mean; the sum that has to vanish falls with `x`, so halving finds it.
fn with_mean(shares: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    let deviations = || shares.iter().map(|&(worth, share)| (worth - mean, share));
    let extreme = |pick: fn(f64, f64) -> f64, start| {
        deviations().map(|(deviation, _)| deviation).fold(start, pick)
    };
    let (least, most) = (extreme(f64::min, f64::INFINITY), extreme(f64::max, f64::NEG_INFINITY));
    if least >= 0.0 || most <= 0.0 {
        return shares.to_vec();
    }
    let excess = |x: f64| deviations().map(|(d, share)| share * d / (1.0 + x * d)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    shares.iter().map(|&(worth, share)| (worth, share / (1.0 + x * (worth - mean)))).collect()
}

/// The distribution whose mean lies so many of its standard deviations above even under which what
/// was seen is likeliest.
///
/// The condition is made linear about the last distribution found, which gives the next one; this
/// settles in a few steps.
fn with_distance(shares: &[(f64, f64)], distance: f64) -> Vec<(f64, f64)> {
    let mut found: Vec<(f64, f64)> =
        shares.iter().map(|&(worth, _)| (worth, 1.0 / shares.len() as f64)).collect();
    for _ in 0..50 {
        let mean: f64 = found.iter().map(|(worth, p)| worth * p).sum();
        let variance: f64 = found.iter().map(|(worth, p)| p * (worth - mean).powi(2)).sum();
        let spread = variance.sqrt();
        let linear: Vec<(f64, f64)> = shares
            .iter()
            .map(|&(worth, share)| {
                let from_mean = (mean - worth) / spread;
                (worth - 0.5 - distance * spread * (1.0 + from_mean * from_mean) / 2.0, share)
            })
            .collect();
        let next = with_mean(&linear, 0.0);
        let change = found.iter().zip(&next).map(|((_, old), (_, new))| (old - new).abs());
        let change = change.fold(0.0, f64::max);
        found = shares.iter().zip(next).map(|(&(worth, _), (_, p))| (worth, p)).collect();
        if change < 1e-12 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn near(found: f64, published: f64) {
        assert!(
            (found - published).abs() <= 0.011 * published.abs(),
            "{found}, published {published}"
        );
    }

    /// The worked examples among the tests of fastchess (`sprt_test.cpp`), for games; but for those
    /// with one kind of result alone, whose ratio is that of the least counts assumed.
    #[test]
    fn ratios_of_games_are_those_of_fastchess() {
        use Model::{Logistic, Normalised};
        for (elo0, elo1, model, [wins, losses, draws], published) in [
            (0.0, 2.0, Normalised, [36433, 36027, 68692], 0.92),
            (-1.75, 0.25, Normalised, [10871, 10650, 20431], 2.30),
            (0.5, 2.5, Logistic, [21404, 21184, 40708], -1.57),
            (0.0, 2.0, Logistic, [57433, 57030, 106_593], -2.59),
        ] {
            let seen = Score { wins, losses, draws, pairs: [0; 5] };
            near(test(elo0, elo1, model).ratio(&seen), published);
        }
    }

    /// The same for pairs.
    #[test]
    fn ratios_of_pairs_are_those_of_fastchess() {
        use Model::{Logistic, Normalised};
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
    fn a_test_ends_at_its_bounds() {
        let sprt = test(0.0, 10.0, Model::Logistic);
        let (low, high) = sprt.bounds();
        assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
        let score = |wins, losses, draws| Score { wins, losses, draws, pairs: [0; 5] };
        assert_eq!(sprt.verdict(&score(0, 0, 0)), Verdict::Open);
        assert_eq!(sprt.verdict(&score(600, 500, 400)), Verdict::H1);
        assert_eq!(sprt.verdict(&score(500, 600, 400)), Verdict::H0);
        assert_eq!(sprt.verdict(&score(20, 19, 10)), Verdict::Open);
    }

    #[test]
    fn bad_words_are_told() {
        let parse = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            Sprt::parse(&words).map_err(|error| error.to_string())
        };
        assert!(parse("elo0=-2 elo1=3 alpha=0.1 beta=0.1 model=normalized").is_ok());
        for (text, reason) in [
            ("elo0=5 elo1=0", "--sprt: elo0 must be less than elo1"),
            ("elo0=nan", "--sprt: elo0 must be less than elo1"),
            ("alpha=0.7", "--sprt: alpha and beta must lie between 0 and 0.5"),
            ("elo2=5", "--sprt: unknown key 'elo2'"),
            ("model=bayesian", "--sprt: model takes logistic or normalized, not 'bayesian'"),
        ] {
            assert_eq!(parse(text), Err(reason.to_owned()));
        }
    }
}
