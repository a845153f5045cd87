//! Two reports side by side: two games, or two versions of one.

use std::fmt::Write as _;

use super::html::{document, escaped, note, section, table};
use super::plots::{Row, intervals};
use super::words::{elo_in, figure_in, percent_in};
use super::{Match, Report, Strength};
use crate::statistics::Estimate;

/// What a figure differs by.
enum Unit {
    Share,
    Number,
    Elo,
}

/// The page of two reports.
pub(crate) fn compare(one: &Report, other: &Report) -> String {
    let names = [one, other].map(|report| escaped(&name(report, one.title == other.title)));
    let mut body = format!("<header class=\"lead\"><h1>{} and {}</h1>\n", names[0], names[1]);
    for (report, name) in [one, other].into_iter().zip(&names) {
        let _ = writeln!(body, "<h3>{name}</h3>");
        for sentence in &report.verdict {
            let _ = writeln!(body, "<p>{}</p>", escaped(sentence));
        }
    }
    body += "</header>\n";
    let head = ["", names[0].as_str(), names[1].as_str(), "difference"];
    for (strength, of_other) in common(one, other) {
        let rows = strength_rows(strength, of_other);
        let mut content = table(&head, &rows);
        let row = |name: &str, estimate| Row { name: name.chars().take(20).collect(), estimate };
        content += &intervals(
            &[
                row(&name(one, false), strength.ends.white),
                row(&name(other, false), of_other.ends.white),
            ],
            0.5,
            true,
            "White’s score",
        );
        let title = format!("At {} nodes a move", strength.nodes);
        body += &section(&format!("at-{}", strength.nodes), &title, &content);
    }
    let pairs: [(&str, &[Match], &[Match]); 4] = [
        ("What thinking is worth", &one.ladder, &other.ladder),
        ("What rules are worth", &one.importance, &other.importance),
        ("Odds games", &one.odds, &other.odds),
        ("Without thinking", &one.probes, &other.probes),
    ];
    for (number, (title, ours, theirs)) in pairs.into_iter().enumerate() {
        let rows: Vec<Vec<String>> = ours
            .iter()
            .filter_map(|played| {
                let same = theirs.iter().find(|m| m.name == played.name)?;
                let (a, b) = (played.elo, same.elo);
                Some(match a.zip(b) {
                    Some((a, b)) => cells(&played.name, a, b, &Unit::Elo),
                    None => cells(&played.name, played.score, same.score, &Unit::Share),
                })
            })
            .collect();
        body += &section(&format!("match-{number}"), title, &table(&head, &rows));
    }
    body += &note(
        "A difference is told where the 95% interval of the difference excludes none; otherwise it is undecided.",
    );
    document(&format!("{} and {}", names[0], names[1]), &body)
}

/// What a report is called beside another one.
fn name(report: &Report, is_version: bool) -> String {
    if is_version {
        format!(
            "{} ({}, seed {}, {} games)",
            report.title,
            report.version,
            report.seed,
            report.games()
        )
    } else {
        report.title.clone()
    }
}

/// The strengths that both reports have.
fn common<'a>(one: &'a Report, other: &'a Report) -> Vec<(&'a Strength, &'a Strength)> {
    let same = |strength: &'a Strength| {
        let found = other.strengths.iter().find(|other| other.nodes == strength.nodes);
        found.map(|found| (strength, found))
    };
    one.strengths.iter().filter_map(same).collect()
}

fn strength_rows(one: &Strength, other: &Strength) -> Vec<Vec<String>> {
    let mut rows = vec![
        vec!["games".to_owned(), one.games.to_string(), other.games.to_string(), String::new()],
        cells("White’s score", one.ends.white, other.ends.white, &Unit::Share),
        cells("draws", one.ends.draws, other.ends.draws, &Unit::Share),
    ];
    for measure in &one.shape {
        if let Some(same) = other.shape.iter().find(|other| other.name == measure.name) {
            let unit = if measure.is_share { Unit::Share } else { Unit::Number };
            rows.push(cells(&measure.name, measure.spread.mean, same.spread.mean, &unit));
        }
    }
    for used in &one.rules.features {
        if let Some(same) = other.rules.features.iter().find(|other| other.name == used.name) {
            rows.push(cells(
                &format!("games with {}", used.name),
                used.games,
                same.games,
                &Unit::Share,
            ));
        }
    }
    if let Some((one, other)) = one.values.as_ref().zip(other.values.as_ref()) {
        for value in &one.values {
            let same = other.values.iter().find(|v| v.name == value.name && v.token == value.token);
            if let Some(same) = same {
                rows.push(cells(
                    &format!("value of a {}", value.name),
                    value.value,
                    same.value,
                    &Unit::Number,
                ));
            }
        }
    }
    rows
}

/// Two estimates and what they differ by, as far as that is known.
fn cells(name: &str, one: Estimate, other: Estimate, unit: &Unit) -> Vec<String> {
    let told = |estimate: Estimate| match unit {
        Unit::Share => percent_in(estimate),
        Unit::Number => figure_in(estimate),
        Unit::Elo => elo_in(estimate),
    };
    let difference = difference(one, other);
    let judged = if difference.excludes(0.0) { told(difference) } else { "undecided".to_owned() };
    vec![escaped(name), told(one), told(other), judged]
}

/// The second of two independent estimates less the first. Its interval is R. G. Newcombe's square-and-add
/// one ("Interval estimation for the difference between independent proportions", 1998, method 10), which
/// keeps what is lopsided in theirs.
fn difference(one: Estimate, other: Estimate) -> Estimate {
    let value = other.value - one.value;
    let below = (other.value - other.low).hypot(one.high - one.value);
    let above = (other.high - other.value).hypot(one.value - one.low);
    Estimate { value, low: value - below, high: value + above }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::share;

    /// 56 of 70 less 48 of 80: 0.20, from 0.0524 to 0.3339 (Newcombe's table II, example a, method 10).
    #[test]
    fn a_difference_has_the_published_interval() {
        let (one, other) = (share(48, 80).expect("some"), share(56, 70).expect("some"));
        let found = difference(one, other);
        assert!((found.value - 0.2).abs() < 1e-9, "{found:?}");
        assert!(
            (found.low - 0.0524).abs() < 5e-4 && (found.high - 0.3339).abs() < 5e-4,
            "{found:?}"
        );
        let cells = cells("x", one, one, &Unit::Share);
        assert_eq!(cells[3], "undecided");
    }
}
