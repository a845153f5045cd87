//! How varied a choice is.

/// The entropy in bits of a choice that was made so many times in each way. 3 bits are as varied as eight
/// ways that are equally likely.
///
/// With Miller and Madow's correction for few observations (G. A. Miller, "Note on the bias of information
/// estimates", 1955). No more is given than as many observations can show.
pub(crate) fn bits(counts: impl IntoIterator<Item = u64>) -> f64 {
    let counts: Vec<f64> = counts.into_iter().filter(|&n| n > 0).map(|n| n as f64).collect();
    let all: f64 = counts.iter().sum();
    if counts.is_empty() {
        return 0.0;
    }
    let plain: f64 = counts.iter().map(|n| -(n / all) * (n / all).log2()).sum();
    let missing = (counts.len() - 1) as f64 / (2.0 * all * std::f64::consts::LN_2);
    (plain + missing).min(all.log2())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ways_have_the_logarithm_of_their_number() {
        assert!((bits([1_000_000; 8]) - 3.0).abs() < 1e-6);
        assert_eq!(bits([5]), 0.0);
        assert_eq!(bits([]), 0.0);
        // 1/2, 1/4, 1/4: 1.5 bits, and 2 / (2 * 400 * ln 2) for the correction.
        assert!((bits([200, 100, 100]) - 1.5 - 0.0036).abs() < 1e-4);
        // Four games that all differ show two bits at most.
        assert_eq!(bits([1; 4]), 2.0);
    }
}
