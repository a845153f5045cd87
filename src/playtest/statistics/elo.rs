//! Differences in strength.

use super::Estimate;

/// The farthest score from 1/2 to which a difference is given: beyond it, games hardly tell anything.
const MOST: f64 = 0.99;

/// The difference in Elo for a score, by the logistic curve (A. E. Elo, "The rating of chessplayers", 1978):
/// 400 points for odds of ten to one. `None` if nearly all games were won or lost, so that no difference
/// is known.
pub(crate) fn difference(score: Estimate) -> Option<Estimate> {
    is_known(score).then(|| score.map(of))
}

/// The difference beyond which it is where no difference is known: the end of the interval that is nearer to
/// none. `None` if a difference is known, or the interval holds none.
pub(crate) fn bound(score: Estimate) -> Option<f64> {
    let nearer = if score.value > 0.5 { score.low } else { score.high };
    (!is_known(score) && score.excludes(0.5)).then(|| of(nearer))
}

fn is_known(score: Estimate) -> bool {
    (1.0 - MOST..=MOST).contains(&score.value)
}

fn of(score: f64) -> f64 {
    let score = score.clamp(1.0 - MOST, MOST);
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of points that a side expects with this many centipawns, by the same curve: four pawns for odds
/// of ten to one.
pub(crate) fn expected(centipawns: i32) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(centipawns) / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 400 log10(3) = 190.85, and 10 / 11 of the points for ten to one.
    #[test]
    fn odds_of_ten_to_one_are_four_hundred_points() {
        let estimate = |value| Estimate { value, low: value - 0.1, high: value + 0.1 };
        let elo = difference(estimate(0.75)).expect("it is known");
        assert!((elo.value - 190.85).abs() < 0.01, "{elo:?}");
        assert!(elo.low < elo.value && elo.value < elo.high);
        assert_eq!(difference(estimate(0.5)).map(|elo| elo.value), Some(0.0));
        assert_eq!(difference(estimate(1.0)), None);
        // 400 log10(9) = 381.70.
        let least = bound(estimate(1.0)).expect("at least that");
        assert!((least - 381.70).abs() < 0.01, "{least}");
        assert_eq!(bound(estimate(0.0)), Some(-least));
        assert_eq!(bound(estimate(0.75)), None);
        assert_eq!(bound(Estimate { value: 1.0, low: 0.4, high: 1.0 }), None);
        assert!((expected(400) - 10.0 / 11.0).abs() < 1e-12);
        assert!((expected(-400) - 1.0 / 11.0).abs() < 1e-12);
    }
}
