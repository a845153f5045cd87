//! How a figure is spread over the games.

use serde::{Deserialize, Serialize};

use super::Estimate;

/// One bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// Where it begins.
    pub from: f64,
    /// Games in it.
    pub games: u64,
}

/// The spread of a figure over the games: its mean with the interval, its quartiles, and a histogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The mean.
    pub mean: Estimate,
    /// A quarter, half and three quarters of the games are below.
    #[serde(default)]
    pub quartiles: [f64; 3],
    /// The least and the greatest.
    #[serde(default)]
    pub range: [f64; 2],
    /// The width of each bar.
    #[serde(default)]
    pub width: f64,
    /// The bars, from the least value on.
    #[serde(default)]
    pub bars: Vec<Bar>,
}

/// About as many bars are drawn.
const BARS: f64 = 24.0;

impl Spread {
    /// The spread of these values. `None` if there are fewer than two.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_unstable_by(f64::total_cmp);
        let n = values.len() as f64;
        let [least, .., greatest] = values[..] else { return None };
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let at = |quarter: usize| values[(values.len() - 1) * quarter / 4];
        let width = round_width((greatest - least) / BARS);
        // Between whole numbers there is nothing to show.
        let are_whole = values.iter().all(|value| value.fract() == 0.0);
        let width = if are_whole { width.max(1.0) } else { width };
        let first = (least / width).floor();
        let count = ((greatest / width).floor() - first) as usize + 1;
        let mut bars: Vec<Bar> =
            (0..count).map(|i| Bar { from: (first + i as f64) * width, games: 0 }).collect();
        for value in &values {
            let place = ((value / width).floor() - first) as usize;
            bars[place.min(count - 1)].games += 1;
        }
        Some(Self {
            mean: Estimate::with_error(mean, (variance / n).sqrt()),
            quartiles: [at(1), at(2), at(3)],
            range: [least, greatest],
            width,
            bars,
        })
    }
}

/// The least of 1, 2, 5, 10, 20 ... and their tenths that is not below this; 1 for 0.
fn round_width(width: f64) -> f64 {
    if width <= 0.0 {
        return 1.0;
    }
    let tens = 10_f64.powf(width.log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|step| step * tens);
    steps.into_iter().find(|&step| step >= width * (1.0 - 1e-9)).unwrap_or(10.0 * tens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_mean_quartiles_and_bars() {
        let spread = Spread::of((0..=48).map(f64::from)).expect("values");
        assert_eq!(spread.mean.value, 24.0);
        // The standard deviation of 0 to 48 is 14.29, and 1.96 * 14.29 / 7 = 4.00.
        assert!((spread.mean.margin() - 4.0).abs() < 0.01, "{:?}", spread.mean);
        assert_eq!((spread.quartiles, spread.range), ([12.0, 24.0, 36.0], [0.0, 48.0]));
        assert_eq!((spread.width, spread.bars.len()), (2.0, 25));
        assert_eq!(spread.bars[24], Bar { from: 48.0, games: 1 });
        assert_eq!(spread.bars.iter().map(|bar| bar.games).sum::<u64>(), 49);
        let same = Spread::of([3.0, 3.0]).expect("values");
        assert_eq!((same.bars.len(), same.mean.margin()), (1, 0.0));
        assert_eq!(Spread::of([0.0, 1.0, 3.0]).map(|spread| spread.bars.len()), Some(4));
        assert_eq!(Spread::of([3.0]), None);
    }

    #[test]
    fn widths_are_round() {
        for (width, round) in
            [(0.0, 1.0), (1.0, 1.0), (1.1, 2.0), (3.0, 5.0), (7.0, 10.0), (0.03, 0.05)]
        {
            assert!((round_width(width) - round).abs() < 1e-9, "{width}");
        }
    }
}
