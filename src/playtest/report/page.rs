//! The report as one page: HTML with pictures in it, which needs no script and no other file.

use std::fmt::Write as _;

use super::boards::{link, start};
use super::cells::{elo, numbered, share, two_lines, undecided};
use super::exhibits::{exhibits, puzzles};
use super::html::{document, escaped, note, section, table};
use super::made::made;
use super::pieces::{kinds, values};
use super::plots::{Row, histogram, intervals};
use super::words::{figure_in, percent_in, rounded};
use super::{Match, Report, Sources, Strength};
use crate::statistics::Estimate;

/// The page of a report.
pub(crate) fn page(report: &Report) -> String {
    let start = start(&report.game);
    let start = start.as_deref();
    let sections: Vec<(&str, &str, String)> = vec![
        ("result", "Results", results(report)),
        ("skill", "What thinking is worth", ladder(&report.ladder)),
        ("shape", "The shape of a game", shape(report)),
        ("rules", "The rules", rules(report)),
        ("pieces", "What pieces are worth", values(report, start)),
        ("use", "What pieces do", kinds(report, start)),
        ("openings", "Openings", openings(report)),
        ("probes", "Without thinking", probes(&report.probes)),
        ("games", "Games to look at", exhibits(report, start)),
        ("puzzles", "Find the move", puzzles(report, start)),
    ];
    let mut nav = String::new();
    for (id, title, content) in &sections {
        if !content.trim().is_empty() {
            let _ = write!(nav, "<a href=\"#{id}\">{title}</a> ");
        }
    }
    let mut body = head(report);
    let _ = writeln!(body, "<nav>{nav}</nav>");
    for (id, title, content) in &sections {
        body += &section(id, title, content);
    }
    body += &section("made", "How this was made", &made(report));
    document(&format!("Playtest of {}", escaped(&report.title)), &body)
}

/// The title, and the report in words.
fn head(report: &Report) -> String {
    let mut html =
        format!("<header class=\"lead\"><h1>Playtest of {}</h1>\n", escaped(&report.title));
    let state = if report.is_complete {
        ""
    } else {
        " This report was written before all parts were done."
    };
    let games = report.games();
    let _ = writeln!(
        html,
        "<p class=\"note\">{games} games of Vertumnus, a chess engine, against itself, restricted forms of itself and players that do not think.{state}</p>"
    );
    for sentence in &report.verdict {
        let _ = writeln!(html, "<p>{}</p>", escaped(sentence));
    }
    html + "</header>\n"
}

/// White's score, draws and ends at each strength.
fn results(report: &Report) -> String {
    let row = |strength: &Strength| {
        let [won, drawn, lost] = strength.ends.counts;
        vec![
            format!("{} nodes", strength.nodes),
            strength.games.to_string(),
            share(strength.ends.white),
            share(strength.ends.draws),
            format!("{won} / {drawn} / {lost}"),
        ]
    };
    let rows: Vec<Vec<String>> = report.strengths.iter().map(row).collect();
    let head = ["strength", "games", "White’s score", "draws", "won / drawn / lost by White"];
    let mut html = table(&head, &rows);
    let of = |of: fn(&Strength) -> Estimate| {
        let rows = report.strengths.iter();
        rows.map(|strength| Row {
            name: format!("{} nodes", strength.nodes),
            estimate: of(strength),
        })
        .collect::<Vec<_>>()
    };
    if !report.strengths.is_empty() {
        let white = intervals(&of(|s| s.ends.white), 0.5, true, "White’s score by strength");
        let draws = intervals(&of(|s| s.ends.draws), 0.0, true, "draws by strength");
        let _ = writeln!(
            html,
            "<div class=\"grid wide\"><figure><figcaption>White’s score by strength</figcaption>{white}</figure>\
             <figure><figcaption>Draws by strength</figcaption>{draws}</figure></div>"
        );
    }
    let mut ends: Vec<&str> = Vec::new();
    for end in report.strengths.iter().flat_map(|strength| &strength.ends.by) {
        if !ends.contains(&end.by.as_str()) {
            ends.push(&end.by);
        }
    }
    let row = |by: &&str| {
        let of = |strength: &Strength| {
            let end = strength.ends.by.iter().find(|end| end.by == **by);
            end.map_or_else(|| "–".to_owned(), |end| share(end.share))
        };
        let mut row = vec![escaped(by)];
        row.extend(report.strengths.iter().map(of));
        row
    };
    html += "<h3>How games end</h3>\n";
    html += &by_strength(report, "end", &ends.iter().map(row).collect::<Vec<_>>());
    html
}

/// A table with a column for each strength.
fn by_strength(report: &Report, first: &str, rows: &[Vec<String>]) -> String {
    let names = report.strengths.iter().map(|strength| format!("{} nodes", strength.nodes));
    let head: Vec<String> = std::iter::once(first.to_owned()).chain(names).collect();
    table(&head, rows)
}

fn match_row(played: &Match) -> Vec<String> {
    vec![escaped(&played.name), played.games.to_string(), share(played.score), elo(played)]
}

/// Twice the nodes against once.
fn ladder(matches: &[Match]) -> String {
    if matches.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = matches.iter().map(match_row).collect();
    table(&["match", "games", "score", "Elo"], &rows)
        + &note(
            "Each opening is played twice, with the colors changed. A ladder that is flat at the top tells of a \
             game that is shallow, or drawn by good play.",
        )
}

/// The figures that every game has, with their spreads.
fn shape(report: &Report) -> String {
    let Some(main) = report.main() else { return String::new() };
    let mut html = String::new();
    let names: Vec<(&str, &str)> =
        main.shape.iter().map(|m| (m.name.as_str(), m.about.as_str())).collect();
    let rows: Vec<Vec<String>> = names
        .iter()
        .map(|(name, about)| {
            let of = |strength: &Strength| {
                let measure = strength.shape.iter().find(|measure| measure.name == *name);
                measure.map_or_else(
                    || "–".to_owned(),
                    |measure| {
                        let mean = measure.spread.mean;
                        two_lines(&if measure.is_share {
                            percent_in(mean)
                        } else {
                            figure_in(mean)
                        })
                    },
                )
            };
            let mut row =
                vec![format!("<span title=\"{}\">{}</span>", escaped(about), escaped(name))];
            row.extend(report.strengths.iter().map(of));
            row
        })
        .collect();
    html += &by_strength(report, "mean of the games", &rows);
    html += "<div class=\"grid\">\n";
    for measure in &main.shape {
        let plot = histogram(&measure.spread, measure.is_share, &measure.name);
        let _ = writeln!(
            html,
            "<figure><figcaption>{}<br><small>{}</small></figcaption>{plot}</figure>",
            escaped(&measure.name),
            escaped(&measure.about)
        );
    }
    html += "</div>\n";
    html + &note(&format!(
        "The plots are of the {} games at {} nodes a move.",
        main.games, main.nodes
    ))
}

/// What the rules do, and what they are worth.
fn rules(report: &Report) -> String {
    let Some(main) = report.main() else { return String::new() };
    let mut html = String::new();
    let rows: Vec<Vec<String>> = main
        .rules
        .features
        .iter()
        .map(|used| {
            let first = used.first.map_or_else(
                || "–".to_owned(),
                |[low, middle, high]| {
                    let text = [low, middle, high].map(|ply| ply.div_ceil(2));
                    format!("{}<small>{} to {}</small>", text[1], text[0], text[2])
                },
            );
            vec![
                escaped(&used.name),
                share(used.games),
                rounded(used.per_game, 2),
                first,
                share(used.taken),
                used.declined.map_or_else(|| "–".to_owned(), share),
            ]
        })
        .collect();
    let head = [
        "rule",
        "games with it",
        "times a game",
        "first at move",
        "played where it could be",
        "declined in captures",
    ];
    html += &table(&head, &rows);
    html += &note(&format!(
        "From {} games at {} nodes a move; the first move is the median of the games with one, with the quarters below.",
        main.games, main.nodes
    ));
    let rows: Vec<Vec<String>> = main
        .rules
        .features
        .iter()
        .map(|used| {
            let of = |strength: &Strength| {
                let found = strength.rules.features.iter().find(|other| other.name == used.name);
                found.map_or_else(|| "–".to_owned(), |found| share(found.games))
            };
            let mut row = vec![escaped(&used.name)];
            row.extend(report.strengths.iter().map(of));
            row
        })
        .collect();
    html += "<h3>Games with it, by strength</h3>\n";
    html += &by_strength(report, "rule", &rows);
    html += &sources(report);
    if !report.importance.is_empty() {
        html += "<h3>What a rule is worth</h3>\n";
        let rows: Vec<Vec<String>> = report.importance.iter().map(match_row).collect();
        html += &table(&["a player", "games", "its score", "its Elo"], &rows);
        html += &note(&format!(
            "A player that may not make use of the rule on the board, against one that may, both with {} nodes a move. \
             What it searches still knows the rule. A rule that costs nothing to do without decides few games.",
            report.importance[0].nodes
        ));
    }
    html
}

/// What made moves possible; nothing where pieces have only what they began with.
fn sources(report: &Report) -> String {
    let row = |name: &str, of: fn(&Sources) -> Estimate| {
        let found = |strength: &Strength| strength.rules.sources.as_ref().map(of);
        let shares: Vec<Option<Estimate>> = report.strengths.iter().map(found).collect();
        let occurs = shares.iter().flatten().any(|share| share.value > 0.0);
        let cells = shares.into_iter().map(|found| found.map_or_else(|| "–".to_owned(), share));
        occurs.then(|| std::iter::once(name.to_owned()).chain(cells).collect())
    };
    let rows: Vec<Vec<String>> = [
        row("an acquired power made possible", |sources| sources.acquired),
        row("a borrowed power made possible", |sources| sources.borrowed),
    ]
    .into_iter()
    .flatten()
    .collect();
    if rows.is_empty() {
        return String::new();
    }
    "<h3>Where the powers come from</h3>\n".to_owned()
        + &by_strength(report, "share of moves that only", &rows)
}

/// How varied openings are, and what they score.
fn openings(report: &Report) -> String {
    let Some(main) = report.main() else { return String::new() };
    let openings = &main.openings;
    let mut html = String::new();
    let rows: Vec<Vec<String>> = openings
        .entropy
        .iter()
        .map(|&(plies, bits)| {
            let first =
                if plies == 1 { "first ply".into() } else { format!("first {plies} plies") };
            // Where no two games agree, so many lines are only the fewest that there can be.
            let is_least = bits >= (main.games as f64).log2() - 1e-9;
            let least = if is_least { " or more" } else { "" };
            vec![first, rounded(bits, 2) + least, rounded(bits.exp2(), 0) + least]
        })
        .collect();
    html += &table(&["", "entropy in bits", "as varied as so many equal lines"], &rows);
    let rows: Vec<Vec<String>> = openings
        .first
        .iter()
        .map(|first| vec![escaped(&first.san), share(first.share), share(first.white)])
        .collect();
    html += &table(&["first move", "of the games", "White’s score"], &rows);
    let rows: Vec<Vec<String>> = openings
        .lines
        .iter()
        .map(|line| {
            let text = numbered(&line.sans);
            let link = link(&report.game, None, &line.moves);
            vec![
                format!("<a href=\"{link}\">{}</a>", escaped(&text)),
                line.games.to_string(),
                share(line.white),
            ]
        })
        .collect();
    html += &table(&["line", "games", "White’s score"], &rows);
    html + &note(&format!(
        "The first {} plies are drawn at random, and more until so likely a line comes up less than once in 100,000 games: a move that \
         a short search finds {} centipawns worse is drawn 1/e times as often. {} of the {} games had been played before, move by move. A score of a first move is undecided \
         where its interval holds that of another. Links open the page of vertumnus serve, which must run.",
        crate::opening::PLIES,
        crate::opening::TEMPERATURE,
        openings.repeated,
        main.games
    ))
}

/// Players that do not think.
fn probes(matches: &[Match]) -> String {
    if matches.is_empty() {
        return String::new();
    }
    let row = |played: &Match| {
        let judged = if played.score.low > 0.5 {
            "beats it"
        } else if played.score.high < 0.5 {
            "loses to it"
        } else {
            &undecided()
        };
        vec![
            escaped(&played.name),
            played.games.to_string(),
            share(played.score),
            judged.to_owned(),
        ]
    };
    let rows: Vec<Vec<String>> = matches.iter().map(row).collect();
    let against = format!("a search of {} nodes", matches[0].against);
    let head = ["player", "games", "its score", against.as_str()];
    table(&head, &rows)
        + &note(
            "A player with a simple rule that beats even a weak search tells of a game with a flaw: one that is won by rushing, \
             by grabbing or by copying. Material is what a piece attacks on an empty board.",
        )
}
