//! Matches whose games are played in pairs.

use super::{Estimate, Z95};

/// Points a game of a side, from its half points game by game: each opening twice in a row, with the
/// colors changed. `None` without a whole pair; a game without its pair is left out.
///
/// The interval is that of pairs, which is narrower than that of single games, since the advantage that an
/// opening gives cancels out (M. Van den Bergh's pentanomial model, as tests of engines use it). Half
/// a pair of each result is added to the variance.
pub(crate) fn score(half_points: &[u8]) -> Option<Estimate> {
    let mut counts = [0_u64; 5];
    for pair in half_points.as_chunks::<2>().0 {
        counts[usize::from(pair[0] + pair[1])] += 1;
    }
    let pairs: u64 = counts.iter().sum();
    if pairs == 0 {
        return None;
    }
    let moments = |extra: f64| {
        let all: f64 = counts.iter().map(|&count| count as f64 + extra).sum();
        let of = |power: i32| {
            let terms = (0..5).zip(counts);
            terms.map(|(i, n)| (f64::from(i) / 4.0).powi(power) * (n as f64 + extra)).sum::<f64>()
                / all
        };
        (of(1), of(2))
    };
    let (mean, _) = moments(0.0);
    let (smoothed, square) = moments(0.5);
    let error = ((square - smoothed * smoothed) / pairs as f64).sqrt();
    let (low, high) = ((mean - Z95 * error).max(0.0), (mean + Z95 * error).min(1.0));
    Some(Estimate { value: mean, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advantage_of_the_opening_cancels_out() {
        // White wins every game: the sides are equal, and pairs say so better than single games.
        let even = score(&[2, 0].repeat(50)).expect("pairs");
        assert!(even.value == 0.5 && even.margin() < 0.04, "{even:?}");
        // 25 pairs with both games won, 25 with both lost: no opening could explain that.
        let wild = score(&[[2, 2].repeat(25), [0, 0].repeat(25)].concat()).expect("pairs");
        // The variance of a pair is 1/4: 1.96 * sqrt(1 / 4 / 50) = 0.139.
        assert!(wild.value == 0.5 && (wild.margin() - 0.139).abs() < 0.005, "{wild:?}");
        assert_eq!(score(&[2]), None);
        assert_eq!(score(&[2, 1, 0]).map(|estimate| estimate.value), Some(0.75));
    }
}
