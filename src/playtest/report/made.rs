//! How a report was made.

use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::EvalSource;

use super::html::{escaped, note};
use super::words::{percent_in, rounded};
use super::{Match, Report};

/// How the report was made.
pub(super) fn made(report: &Report) -> String {
    let hours = report.seconds as f64 / 3600.0;
    // A folder may have games beyond the size of its last call, which that call would not play again.
    let is_whole = report.strengths.first().is_some_and(|strength| strength.games == report.size);
    let again = match command(report) {
        Some(command) if report.is_complete && is_whole => {
            format!(
                " The same build makes the same figures again by <code>{}</code>.",
                escaped(&command)
            )
        }
        Some(command) if !report.is_complete => {
            format!(
                " For the same folder, <code>{}</code> plays the games that are missing.",
                escaped(&command)
            )
        }
        _ => String::new(),
    };
    format!(
        "<p>By Vertumnus {}, with the network {}, in {} hours.{again} Beside this page it wrote the games as PGN \
         and all figures as report.json.</p>\n<p class=\"made\">Strength is counted in nodes, the positions that the \
         engine looks at for a move. Games that last longer than 200 moves are broken off, and count as \
         drawn.</p>\n",
        escaped(&report.version),
        escaped(&report.network),
        rounded(hours, 2),
    ) + &learned(report)
}

/// The command that plays as many games; `None` before the first one.
fn command(report: &Report) -> Option<String> {
    let nodes = report.strengths.first()?.nodes;
    let train = match report.learned {
        0 => String::new(),
        learned => format!(" --train {learned}"),
    };
    // Another machine has its files elsewhere.
    let network = match &*report.network_option {
        "" => "",
        EvalSource::UNTRAINED => " --network none",
        _ => " --network FILE",
    };
    let is_of_a_file = Variant::exactly(&report.game).is_some_and(|v| v.rules_tag().is_some());
    let rules = if is_of_a_file { "--rules FILE " } else { "" };
    let Report { game, size, seed, .. } = report;
    Some(format!(
        "vertumnus playtest {rules}{game} --games {size} --nodes {nodes} --seed {seed}{network}{train}"
    ))
}

/// How its network was learned, if it was.
fn learned(report: &Report) -> String {
    if report.learned == 0 {
        return String::new();
    }
    let trial = |trial: &Match| {
        format!(
            " In {} games at {} nodes a move, {} scored {}.",
            trial.games,
            trial.nodes,
            trial.name,
            percent_in(trial.score)
        )
    };
    let trials: String = report.trials.iter().map(trial).collect();
    let player = match report.trials.iter().rposition(Match::is_won) {
        Some(place) => format!("Network {} plays in this report", place + 1),
        None => {
            "No network was better than what played the first games, which plays in this report"
                .to_owned()
        }
    };
    note(&format!(
        "Two networks were learned for this game, in two generations of {} games.{trials} {player}.",
        report.learned
    ))
}
