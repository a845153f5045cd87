//! The report as one page: HTML with pictures in it, which needs no script and no other file.

use std::fmt::Write as _;

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_core::rules::Variant;

use super::boards::{heat, link, piece, position, side_to_move, start};
use super::html::{document, escaped, note, section, table};
use super::plots::{Row, histogram, intervals};
use super::words::{UNDECIDED, elo_of, figure_in, percent_in, rounded};
use super::{Match, Report, Sources, Strength};
use crate::statistics::Estimate;

/// Heat maps of so many kinds, and rows of so many pieces.
const HEATS: usize = 12;
const KINDS: usize = 24;

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
    body += &made(report);
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

/// A share in a cell.
fn share(share: Estimate) -> String {
    two_lines(&percent_in(share))
}

/// The word for figures that nothing decides, in a cell.
fn undecided() -> String {
    format!("<span class=\"undecided\">{UNDECIDED}</span>")
}

/// A difference in Elo in a cell.
fn elo(played: &Match) -> String {
    match elo_of(played) {
        text if text == UNDECIDED => undecided(),
        text => two_lines(&text),
    }
}

/// An estimate in a cell, with the interval below it.
fn two_lines(text: &str) -> String {
    match text.split_once(" (") {
        Some((value, interval)) => {
            format!("{value}<small>{}</small>", interval.trim_end_matches(')'))
        }
        None => text.to_owned(),
    }
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

/// The values of the pieces.
fn values(report: &Report, start: Option<&dyn Session>) -> String {
    let known: Vec<_> =
        report.strengths.iter().filter_map(|s| Some((s.nodes, s.values.as_ref()?))).collect();
    let Some((_, most)) = known.iter().max_by_key(|(_, values)| values.positions) else {
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
            let picture = start.map_or_else(String::new, |start| piece(start, value.kind));
            let mut row = vec![format!(
                "{picture}{} <code>{}</code>",
                escaped(&value.name),
                escaped(&value.token)
            )];
            for (_, values) in &known {
                let found = values.values.iter().find(|other| other.kind == value.kind);
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
            let odds = report.odds.iter().find(|odds| odds.kind == Some(value.kind));
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

/// What lacking the unit of values costs.
fn odds_of_unit(report: &Report, unit: &str) -> Option<Estimate> {
    let values = report.strengths.iter().filter_map(|strength| strength.values.as_ref());
    let unit = values.flat_map(|values| &values.values).find(|value| value.name == unit)?.kind;
    let elo = report.odds.iter().find(|odds| odds.kind == Some(unit))?.elo?;
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
fn kinds(report: &Report, start: Option<&dyn Session>) -> String {
    let Some(main) = report.main() else { return String::new() };
    let picture = |kind: u8| start.map_or_else(String::new, |start| piece(start, kind));
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
                    picture(used.kind),
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
    let rest = main.kinds.used.len().saturating_sub(KINDS);
    if rest > 0 {
        html += &note(&format!("{rest} more kinds came to be; report.json has them."));
    }
    let rare: Vec<String> = main
        .kinds
        .used
        .iter()
        .filter(|used| used.games.high < 0.01)
        .map(|used| escaped(&used.name))
        .collect();
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
                heat(start, used.kind, &used.squares)
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

/// Moves with their numbers.
fn numbered(sans: &[String]) -> String {
    let mut text = String::new();
    for (place, san) in sans.iter().enumerate() {
        if place % 2 == 0 {
            let _ = write!(text, "{}{}.\u{a0}", if place > 0 { " " } else { "" }, place / 2 + 1);
        } else {
            text.push(' ');
        }
        text += san;
    }
    text
}

/// Games to look at.
fn exhibits(report: &Report, start: Option<&dyn Session>) -> String {
    let mut html = String::new();
    for exhibit in &report.exhibits {
        let board =
            start.map_or_else(String::new, |start| position(start, &exhibit.fen, Color::White));
        let _ = writeln!(
            html,
            "<div class=\"exhibit\"><h3>{}</h3><div>{board}</div><div><p>{}</p><p class=\"moves\">{}</p>\
             <p class=\"fen\">{}</p><p><a href=\"{}\">Replay it in the page</a></p></div></div>",
            escaped(&exhibit.title),
            escaped(&exhibit.text),
            escaped(&numbered(&exhibit.sans)),
            escaped(&exhibit.fen),
            link(&report.game, None, &exhibit.moves)
        );
    }
    html
}

/// Positions with one winning move.
fn puzzles(report: &Report, start: Option<&dyn Session>) -> String {
    let mut html = String::new();
    for (number, puzzle) in (1..).zip(&report.puzzles) {
        let side = start.map_or(Color::White, |start| side_to_move(start, &puzzle.fen));
        let board = start.map_or_else(String::new, |start| position(start, &puzzle.fen, side));
        let [best, second] = puzzle.scores.map(pawns);
        let _ = writeln!(
            html,
            "<div class=\"exhibit\"><h3>{number}. {side} to move</h3><div>{board}</div><div>\
             <p class=\"fen\">{}</p><p><a href=\"{}\">Try it in the page</a></p>\
             <details><summary>The move</summary><p>{}: {}</p>\
             <p class=\"note\">It gives {best}, every other move at most {second}, by {} nodes each.</p></details></div></div>",
            escaped(&puzzle.fen),
            link(&report.game, Some(&puzzle.fen), &[]),
            escaped(&puzzle.san),
            escaped(&puzzle.line.join(" ")),
            puzzle.nodes
        );
    }
    html
}

/// A score in words.
fn pawns(centipawns: i32) -> String {
    match centipawns {
        30_000.. => "mate".to_owned(),
        ..=-30_000 => "being mated".to_owned(),
        _ => format!("{:+.1} pawns", f64::from(centipawns) / 100.0),
    }
}

/// How the report was made.
fn made(report: &Report) -> String {
    let hours = report.seconds as f64 / 3600.0;
    let first = report.strengths.first().map(|strength| (strength.nodes, strength.games));
    // Of parts that were broken off there is no saying how many games they would have again.
    let again = match first.filter(|&(_, games)| report.is_complete && games == report.size) {
        Some((nodes, games)) => {
            let train = match report.learned {
                0 => String::new(),
                learned => format!(" --train {learned}"),
            };
            let is_of_a_file =
                Variant::exactly(&report.game).is_some_and(|v| v.definition().is_some());
            let rules = if is_of_a_file { "--rules FILE " } else { "" };
            format!(
                " The same build makes the same figures again by <code>vertumnus playtest {rules}{} --games {games} \
                 --nodes {nodes} --seed {}{train}</code>.",
                report.game, report.seed
            )
        }
        None => String::new(),
    };
    let learned = match report.learned {
        0 => String::new(),
        games => format!(", learned for it in two generations of {games} games"),
    };
    let content = format!(
        "<p>By Vertumnus {}, with the network {}{learned}, in {} hours.{again} Beside this page it wrote the games as PGN \
         and all figures as report.json.</p>\n<p class=\"made\">Strength is counted in nodes, the positions that the \
         engine looks at for a move. Games that last longer than 200 moves are broken off, and count as \
         drawn.</p>\n",
        escaped(&report.version),
        escaped(&report.network),
        rounded(hours, 2),
    );
    section("made", "How this was made", &content)
}
