//! The pieces of a report: what they are worth, what they do, and where.

use std::fmt::Write as _;

use vertumnus_core::game::Session;

use super::boards::{heat, piece};
use super::cells::{elo, share, two_lines, undecided};
use super::html::{escaped, note, table};
use super::words::{UNDECIDED, figure_in};
use super::{Match, Report};
use crate::statistics::Estimate;

/// Heat maps of so many kinds, and rows of so many pieces.
const HEATS: usize = 12;
const KINDS: usize = 24;

/// The values of the pieces.
pub(super) fn values(report: &Report, start: Option<&dyn Session>) -> String {
    let known: Vec<_> =
        report.strengths.iter().filter_map(|s| Some((s.nodes, s.values.as_ref()?))).collect();
    let Some(most) = report.main().and_then(|main| main.values.as_ref()) else {
        let few = "There are too few games to tell the values of pieces.";
        return if report.strengths.is_empty() { String::new() } else { note(few) };
    };
    let unit_elo = odds_of_unit(report, &most.unit);
    let mut head = vec!["piece".to_owned()];
    head.extend(known.iter().map(|(nodes, _)| format!("at {nodes} nodes")));
    head.push("odds games, Elo".to_owned());
    head.push("odds games, value".to_owned());
    let rows: Vec<Vec<String>> = most
        .values
        .iter()
        .take(KINDS)
        .map(|value| {
            let picture = start.map_or_else(String::new, |start| piece(start, &value.token));
            let mut row = vec![format!(
                "{picture}{} <code>{}</code>",
                escaped(&value.name),
                escaped(&value.token)
            )];
            for (_, values) in &known {
                let found = values.values.iter().find(|other| other.token == value.token);
                row.push(found.map_or_else(
                    || "–".to_owned(),
                    |found| {
                        if found.name == values.unit {
                            return "1".to_owned();
                        }
                        // An interval as wide as the value itself decides nothing.
                        let is_known = found.value.margin() < found.value.value.abs().max(0.5);
                        let text = two_lines(&figure_in(found.value));
                        if is_known {
                            text
                        } else {
                            format!("{}<small>{}</small>", undecided(), figure_in(found.value))
                        }
                    },
                ));
            }
            let odds = odds_of(report, &value.token);
            row.push(odds.map_or_else(|| "–".to_owned(), elo));
            let ratio = odds.and_then(|odds| ratio(odds.elo?, unit_elo?));
            row.push(ratio.map_or_else(|| "–".to_owned(), |ratio| two_lines(&figure_in(ratio))));
            row
        })
        .collect();
    let mut html = table(&head, &rows);
    let of = |value: Option<Estimate>| value.map_or_else(|| UNDECIDED.to_owned(), figure_in);
    html += &note(&format!(
        "Values in units of a {}: how much a piece more changes the odds of the result in quiet positions in which \
         a third of the pieces or more are left, by logistic regression; intervals take positions of one game as one observation. To have the move is worth {}, to be White {} besides. \
         In odds games a side lacks one such piece from the start, at {} nodes a move; their value is the loss in Elo as a multiple of \
         the loss by a {}. Elo differences do not add up, so large ones understate a piece, and its place at the start counts too.",
        escaped(&most.unit),
        of(most.tempo),
        of(most.white),
        report.odds.first().map_or(0, |odds| odds.nodes),
        escaped(&most.unit)
    ));
    html
}

/// The odds games without a piece.
fn odds_of<'a>(report: &'a Report, token: &str) -> Option<&'a Match> {
    report.odds.iter().find(|odds| odds.token.as_deref() == Some(token))
}

/// What lacking the unit of values costs.
fn odds_of_unit(report: &Report, unit: &str) -> Option<Estimate> {
    let values = report.strengths.iter().filter_map(|strength| strength.values.as_ref());
    let unit = values.flat_map(|values| &values.values).find(|value| value.name == unit)?;
    let elo = odds_of(report, &unit.token)?.elo?;
    // A loss that may be none is no unit.
    (elo.high < 0.0).then_some(elo)
}

/// The ratio of two independent estimates, with the interval of the delta method.
fn ratio(upper: Estimate, lower: Estimate) -> Option<Estimate> {
    let value = upper.value / lower.value;
    let relative = |e: Estimate| e.margin() / e.value;
    let margin = value.abs() * relative(upper).hypot(relative(lower));
    value.is_finite().then_some(Estimate { value, low: value - margin, high: value + margin })
}

/// What pieces do, and where.
pub(super) fn kinds(report: &Report, start: Option<&dyn Session>) -> String {
    let Some(main) = report.main() else { return String::new() };
    let picture = |token: &str| start.map_or_else(String::new, |start| piece(start, token));
    let or_none = |value: Option<Estimate>| value.map_or_else(|| "–".to_owned(), share);
    let rows: Vec<Vec<String>> = main
        .kinds
        .used
        .iter()
        .take(KINDS)
        .map(|used| {
            vec![
                format!(
                    "{}{} <code>{}</code>",
                    picture(&used.token),
                    escaped(&used.name),
                    escaped(&used.token)
                ),
                share(used.games),
                share(used.moves),
                or_none(used.captures),
                or_none(used.survival),
            ]
        })
        .collect();
    let head = ["piece", "games with one", "of all moves", "of all captures", "left at the end"];
    let mut html = table(&head, &rows);
    let rest = main.kinds.all.saturating_sub(main.kinds.never.len() + rows.len());
    if rest > 0 {
        html += &note(&format!("{rest} more kinds came to be; report.json has them."));
    }
    let rare: Vec<String> = main.kinds.rare.iter().map(|name| escaped(name)).collect();
    if !rare.is_empty() {
        html += &note(&format!("In less than one game of a hundred: {}.", rare.join(", ")));
    }
    let never: Vec<String> = main.kinds.never.iter().map(|name| escaped(name)).collect();
    if !never.is_empty() {
        html += &note(&format!("Never in {} games: {}.", main.games, never.join(", ")));
    }
    let largest: Vec<String> = main.kinds.largest.iter().map(|name| escaped(name)).collect();
    if !largest.is_empty() {
        html += &note(&format!("New pieces with the most powers: {}.", largest.join(", ")));
    }
    if let Some(start) = start {
        html += "<h3>Where they go</h3>\n<div class=\"grid heats\">\n";
        for used in main.kinds.used.iter().take(HEATS) {
            let _ = writeln!(
                html,
                "<figure><figcaption>{}</figcaption>{}</figure>",
                escaped(&used.name),
                heat(start, &used.token, &used.squares)
            );
        }
        html += "</div>\n";
        html += &note(
            "The darker a square, the more often a piece of the kind arrived there; it stands where it arrived most. \
             Black’s moves are seen from Black’s side, so that all boards are White’s.",
        );
    }
    html
}
