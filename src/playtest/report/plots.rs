//! Plots as SVG: bars, and estimates with their intervals.

use std::fmt::Write as _;

use super::html::escaped;
use super::words::rounded;
use crate::statistics::{Estimate, Spread};

/// The size of a histogram, and the place of its bars in it.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 110.0;
const LEFT: f64 = 6.0;
const RIGHT: f64 = 294.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 90.0;

/// A histogram with the mean marked.
pub(super) fn histogram(spread: &Spread, is_share: bool, label: &str) -> String {
    let most = spread.bars.iter().map(|bar| bar.games).max().unwrap_or(1).max(1) as f64;
    let (Some(first), Some(last)) = (spread.bars.first(), spread.bars.last()) else {
        return String::new();
    };
    let (from, to) = (first.from, last.from + spread.width);
    let x = |value: f64| LEFT + (value - from) / (to - from) * (RIGHT - LEFT);
    let text = |value: f64| {
        if is_share {
            format!("{}%", rounded(100.0 * value, 0))
        } else {
            rounded(value, usize::from(spread.width < 1.0))
        }
    };
    let mut svg = open(WIDTH, HEIGHT, label);
    for bar in &spread.bars {
        let height = bar.games as f64 / most * (BOTTOM - TOP);
        let (left, right) = (x(bar.from), x(bar.from + spread.width));
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/>",
            BOTTOM - height,
            (right - left - 1.0).max(0.5)
        );
    }
    let mean = x(spread.mean.value);
    let _ = write!(
        svg,
        "<path class=\"axis\" d=\"M{LEFT} {BOTTOM}H{RIGHT}\"/>\
         <path class=\"zero\" d=\"M{mean:.1} {TOP}V{BOTTOM}\"/>\
         <text x=\"{LEFT}\" y=\"104\">{}</text>\
         <text x=\"{RIGHT}\" y=\"104\" text-anchor=\"end\">{}</text>\
         <text x=\"150\" y=\"104\" text-anchor=\"middle\">mean {}</text></svg>",
        text(from),
        text(to),
        if is_share {
            format!("{}%", rounded(100.0 * spread.mean.value, 0))
        } else {
            rounded(spread.mean.value, 1)
        },
    );
    svg
}

/// One line of a plot of estimates.
pub(super) struct Row {
    /// What it is of.
    pub(super) name: String,
    /// The estimate.
    pub(super) estimate: Estimate,
}

/// Estimates below each other, with their intervals and a mark at a value to compare them with. `percent`
/// tells shares.
pub(super) fn intervals(rows: &[Row], mark: f64, percent: bool, label: &str) -> String {
    const NAMES: f64 = 150.0;
    const LINE: f64 = 22.0;
    const SPAN: f64 = 480.0;

    if rows.is_empty() {
        return String::new();
    }
    let lows = rows.iter().map(|row| row.estimate.low);
    let highs = rows.iter().map(|row| row.estimate.high);
    let (low, high) = (lows.fold(mark, f64::min), highs.fold(mark, f64::max));
    let room = ((high - low) * 0.05).max(1e-6);
    let (mut low, mut high) = (low - room, high + room);
    if percent {
        (low, high) = (low.max(0.0), high.min(1.0));
    }
    let x = |value: f64| NAMES + (value - low) / (high - low) * (SPAN - NAMES - 10.0);
    let height = LINE * rows.len() as f64 + 20.0;
    let mut svg = open(SPAN, height, label);
    let bottom = height - 18.0;
    let _ = write!(svg, "<path class=\"zero\" d=\"M{:.1} 2V{bottom}\"/>", x(mark));
    for (place, Row { name, estimate }) in rows.iter().enumerate() {
        let y = LINE * (place as f64 + 0.5) + 2.0;
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <path class=\"range\" d=\"M{:.1} {y}H{:.1}\"/><circle class=\"bar\" cx=\"{:.1}\" cy=\"{y}\" r=\"4\"/>",
            NAMES - 10.0,
            y + 4.0,
            escaped(name),
            x(estimate.low),
            x(estimate.high),
            x(estimate.value)
        );
    }
    let text = |value: f64| {
        if percent { format!("{}%", rounded(100.0 * value, 0)) } else { rounded(value, 0) }
    };
    let y = height - 5.0;
    // Beside the ends of the axis there is no room for the mark's own figure.
    let far = x(mark) - NAMES > 40.0 && SPAN - x(mark) > 50.0;
    let of_mark = if far { text(mark) } else { String::new() };
    let _ = write!(
        svg,
        "<path class=\"axis\" d=\"M{NAMES} {bottom}H{SPAN}\"/>\
         <text x=\"{NAMES}\" y=\"{y}\">{}</text><text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>\
         <text x=\"{:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text></svg>",
        text(low),
        SPAN - 10.0,
        text(high),
        x(mark),
        of_mark
    );
    svg
}

fn open(width: f64, height: f64, label: &str) -> String {
    format!(
        "<svg class=\"plot\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\">",
        escaped(label)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_have_a_bar_for_each_bar_and_a_line_for_each_row() {
        let spread = Spread::of([1.0, 2.0, 2.0, 9.0]).expect("values");
        let svg = histogram(&spread, false, "moves");
        assert_eq!(svg.matches("<rect").count(), spread.bars.len());
        assert!(svg.contains("mean 3.5") && svg.ends_with("</svg>"));
        let estimate = Estimate { value: 0.5, low: 0.4, high: 0.6 };
        let rows: Vec<Row> =
            ["a", "<b>"].map(|name| Row { name: name.to_owned(), estimate }).into();
        let svg = intervals(&rows, 0.5, true, "scores");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"));
        assert_eq!(intervals(&[], 0.5, true, ""), "");
    }
}
