//! The report in words, and figures as people read them.

use std::fmt::Write as _;

use super::{FeatureUse, Match, Report, Strength};
use crate::statistics::{Estimate, elo};

/// A share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{}%", rounded(100.0 * share, 1))
}

/// A share in per cent with its interval.
pub(super) fn percent_in(share: Estimate) -> String {
    let Estimate { value, low, high } = share.map(|share| 100.0 * share);
    let digits = digits(high - low);
    let shown = |number: f64| match number {
        // None and all are no roundings.
        0.0 => "0".to_owned(),
        100.0 => "100".to_owned(),
        number => rounded(number, digits),
    };
    format!("{}% ({} to {})", shown(value), shown(low), shown(high))
}

/// A figure with its interval.
pub(super) fn figure_in(figure: Estimate) -> String {
    let Estimate { value, low, high } = figure;
    let digits = digits(high - low);
    format!("{} ({} to {})", rounded(value, digits), rounded(low, digits), rounded(high, digits))
}

/// What is said of figures that nothing decides.
pub(super) const UNDECIDED: &str = "undecided";

/// The difference in Elo that a match shows, or beyond what it is.
pub(super) fn elo_of(played: &Match) -> String {
    match (played.elo, elo::bound(played.score)) {
        (Some(elo), _) => elo_in(elo),
        (None, Some(bound)) if bound > 0.0 => format!("above {bound:+.0}"),
        (None, Some(bound)) => format!("below {bound:+.0}"),
        (None, None) => UNDECIDED.to_owned(),
    }
}

/// A difference in Elo with its interval, with signs.
pub(super) fn elo_in(elo: Estimate) -> String {
    format!("{:+.0} ({:+.0} to {:+.0})", elo.value, elo.low, elo.high)
}

/// The digits after the point that an interval of this width leaves a meaning to.
fn digits(width: f64) -> usize {
    match width {
        width if width < 0.5 => 2,
        width if width < 20.0 => 1,
        _ => 0,
    }
}

/// A number with so many digits after the point, and no zero with a minus sign.
pub(super) fn rounded(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|letter| matches!(letter, '0' | '.')) => rest.to_owned(),
        _ => text,
    }
}

/// The report in a few sentences: what games show, and what they do not.
pub(crate) fn verdict(report: &Report) -> Vec<String> {
    let Some(main) = report.main() else {
        return vec!["No game has been finished yet, so there is nothing to say.".to_owned()];
    };
    let mut said = vec![balance(main), length(main)];
    said.extend(stability(report));
    said.extend(skill(&report.ladder));
    said.extend(own_rules(report, main));
    said.extend(leads(main));
    said.push(limits(report));
    said
}

/// Whether the first move is an advantage.
fn balance(main: &Strength) -> String {
    let white = main.ends.white;
    let judged = match (white.excludes(0.5), white.value > 0.5) {
        (true, true) => "White has an advantage",
        (true, false) => "Black has an advantage",
        (false, _) if white.low > 0.48 && white.high < 0.52 => {
            "Neither side has an advantage of more than two points in a hundred"
        }
        (false, _) => "Who has an advantage is undecided",
    };
    format!(
        "{judged}: White scores {} in {} games at {} nodes a move. {} of the games are drawn.",
        percent_in(white),
        main.games,
        main.nodes,
        percent_in(main.ends.draws)
    )
}

/// How games end less often than this is not told in words.
const RARE: f64 = 0.005;

/// How long games are, and how they end.
fn length(main: &Strength) -> String {
    let length = main.shape.iter().find(|measure| measure.name == "length");
    let length = length.map_or_else(String::new, |measure| {
        let [low, middle, high] = measure.spread.quartiles;
        format!(
            "Half of the games last {} to {} moves, the middle one {}. ",
            rounded(low, 0),
            rounded(high, 0),
            rounded(middle, 0)
        )
    });
    let ends: Vec<String> = main
        .ends
        .by
        .iter()
        .filter(|end| end.share.value >= RARE)
        .take(3)
        .map(|end| format!("{} ({})", end.by, percent(end.share.value)))
        .collect();
    let broken = main.ends.by.iter().find(|end| end.by.starts_with("broken off"));
    let broken = broken.map_or("Every one came to an end by the rules.".to_owned(), |end| {
        format!("{} of the games had no end after 200 moves.", percent_in(end.share))
    });
    let mostly = if main.ends.by.len() > ends.len() { "most often " } else { "" };
    format!("{length}They end {mostly}by {}. {broken}", listed(&ends))
}

/// Whether White's score and draws are the same at all strengths.
fn stability(report: &Report) -> Option<String> {
    let told = |name: &str, of: fn(&Strength) -> Estimate| {
        let by_nodes = report.strengths.iter().map(|strength| (strength.nodes, of(strength)));
        trend(name, &by_nodes.collect::<Vec<_>>())
    };
    let white = told("White’s results", |strength| strength.ends.white)?;
    let draws = told("draws", |strength| strength.ends.draws)?;
    Some(format!("{white} {draws}"))
}

/// What becomes of a share from the lowest strength to the highest: it rises or falls only if it does not do the
/// other between any two strengths. `None` if there is one strength.
fn trend(name: &str, by_nodes: &[(u64, Estimate)]) -> Option<String> {
    let [weakest, between @ .., strongest] = by_nodes else { return None };
    let (mut rises, mut falls) = (false, false);
    for (place, (_, weak)) in by_nodes.iter().enumerate() {
        for (_, strong) in &by_nodes[place + 1..] {
            rises |= weak.high < strong.low;
            falls |= strong.high < weak.low;
        }
    }
    let (judged, between) = if weakest.1.high < strongest.1.low && !falls {
        (format!("{name} rise with strength"), &[][..])
    } else if strongest.1.high < weakest.1.low && !rises {
        (format!("{name} fall with strength"), &[][..])
    } else if rises || falls {
        (format!("{name} change with strength"), between)
    } else {
        (format!("Whether {name} change with strength is undecided"), &[][..])
    };
    let (lowest, from) = weakest;
    let first = format!("{} at {lowest} nodes", percent_in(*from));
    let others = between.iter().chain([strongest]);
    let others = others.map(|(nodes, share)| format!("{} at {nodes}", percent_in(*share)));
    let told: Vec<String> = [first].into_iter().chain(others).collect();
    Some(format!("{}{}: {}.", judged[..1].to_uppercase(), &judged[1..], listed(&told)))
}

/// What thinking more is worth.
fn skill(ladder: &[Match]) -> Option<String> {
    let last = ladder.last()?;
    let told: Vec<String> = ladder
        .iter()
        .map(|rung| match rung.elo {
            Some(elo) => format!("{} Elo at {} nodes", elo_in(elo), rung.against),
            None => format!("nearly all games at {} nodes", rung.against),
        })
        .collect();
    let judged = match last.elo {
        Some(elo) if elo.low > 30.0 => {
            "Whoever thinks more wins more, still at the highest strength that was tried"
        }
        Some(elo) if elo.high < 30.0 => {
            "At the highest strength that was tried, thinking more hardly helps: the game is shallow there, or drawn"
        }
        Some(_) => {
            "Whether thinking more still helps at the highest strength that was tried is undecided"
        }
        None => "Whoever thinks more wins nearly all games",
    };
    Some(format!("{judged}: twice the nodes are worth {}.", listed(&told)))
}

/// How often less than this is not told in words: it would be 0.0 times a game.
const OFTEN: f64 = 0.05;

/// How often and how early a rule is made use of.
fn uses(used: &FeatureUse) -> String {
    let mut text = format!("{} in {} of the games", used.name, percent_in(used.games));
    if used.per_game >= OFTEN {
        let _ = write!(text, ", {} times a game", rounded(used.per_game, 1));
    }
    if let Some([_, middle, _]) = used.first {
        let _ = write!(text, ", first at move {}", middle.div_ceil(2));
    }
    text
}

/// What the rules of the game do that other games do not have.
fn own_rules(report: &Report, main: &Strength) -> Option<String> {
    let own: Vec<String> = main
        .rules
        .features
        .iter()
        .filter(|used| used.is_own)
        .map(|used| {
            let mut text = uses(used);
            let worth = report.importance.iter().find(|m| m.name.ends_with(&used.name));
            if let Some(worth) = worth {
                let told = match worth.elo {
                    Some(elo) if elo.high < 0.0 => format!(
                        "; to do without costs {:.0} Elo ({:.0} to {:.0})",
                        -elo.value, -elo.high, -elo.low
                    ),
                    Some(elo) if elo.low > 0.0 => {
                        format!("; to do without gains {} Elo", elo_in(elo))
                    }
                    Some(elo) => {
                        format!("; what it is worth is undecided ({} Elo without it)", elo_in(elo))
                    }
                    None if worth.score.value < 0.5 => {
                        "; who does without loses nearly all games".to_owned()
                    }
                    None => "; who does without wins nearly all games".to_owned(),
                };
                text.push_str(&told);
            }
            text
        })
        .collect();
    if own.is_empty() {
        return None;
    }
    let sources = main.rules.sources.map_or_else(String::new, |sources| {
        let (borrowed, acquired) = (sources.borrowed.value, sources.acquired.value);
        let of_all = |share: f64| format!(" {} of all moves were possible only by", percent(share));
        match (acquired > 0.0, borrowed > 0.0) {
            (true, true) => format!(
                "{} a power that a piece had come by, {} only by one that it borrowed.",
                of_all(acquired),
                percent(borrowed)
            ),
            (true, false) => format!("{} a power that a piece had come by.", of_all(acquired)),
            (false, true) => format!("{} a power that a piece borrowed.", of_all(borrowed)),
            (false, false) => String::new(),
        }
    });
    let never = &main.kinds.never;
    let never = match (never.len(), main.kinds.all) {
        (0, _) => String::new(),
        (count, all) => format!(
            " {count} of its {all} kinds of pieces never came to be at {} nodes.",
            main.nodes
        ),
    };
    Some(format!("The game's own rules: {}.{sources}{never}", own.join("; ")))
}

/// Whether games are contested.
fn leads(main: &Strength) -> Option<String> {
    let none = main.lead_changes_none?;
    let decided = main.shape.iter().find(|measure| measure.name == "decided after")?;
    Some(format!(
        "The lead never changes sides in {} of the games. A game that is won is decided after {} of its moves in the mean.",
        percent_in(none),
        percent(decided.spread.mean.value)
    ))
}

/// What is not shown.
fn limits(report: &Report) -> String {
    let strongest = report.strengths.last().map_or(0, |strength| strength.nodes);
    format!(
        "All of this is play of this engine with at most {strongest} nodes a move, which is less than a second's thought: it finds blows, not \
         long plans, and people may play otherwise. Brackets hold the interval that covers the truth in 95 of \
         100 playtests; where it does not decide, the report says undecided."
    )
}

/// `a, b and c`
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_digits_that_mean_something() {
        let estimate =
            |value, margin| Estimate { value, low: value - margin, high: value + margin };
        assert_eq!(percent_in(estimate(0.531, 0.01)), "53.1% (52.1 to 54.1)");
        assert_eq!(percent_in(estimate(0.53, 0.2)), "53% (33 to 73)");
        assert_eq!(
            percent_in(Estimate { value: 1.0, low: 0.9963, high: 1.0 }),
            "100% (99.63 to 100)"
        );
        assert_eq!(figure_in(estimate(2.7654, 0.02)), "2.77 (2.75 to 2.79)");
        assert_eq!(elo_in(estimate(12.4, 20.0)), "+12 (-8 to +32)");
        assert_eq!(rounded(-0.04, 1), "0.0");
        assert_eq!(listed(&["a", "b", "c"].map(str::to_owned)), "a, b and c");
    }

    #[test]
    fn a_share_rises_only_where_it_never_falls() {
        let estimate = |value| Estimate { value, low: value - 0.01, high: value + 0.01 };
        let told = |shares: [f64; 4]| {
            let by_nodes = [40, 200, 1000, 5000].into_iter().zip(shares.map(estimate));
            trend("draws", &by_nodes.collect::<Vec<_>>()).expect("four strengths")
        };
        let ends = "20.0% (19.0 to 21.0) at 40 nodes and 30.0% (29.0 to 31.0) at 5000.";
        assert_eq!(told([0.2, 0.25, 0.24, 0.3]), format!("Draws rise with strength: {ends}"));
        assert!(told([0.3, 0.2, 0.19, 0.2]).starts_with("Draws fall with strength: 30.0%"));
        let undecided = told([0.2, 0.21, 0.19, 0.21]);
        assert!(undecided.starts_with("Whether draws change with strength is undecided: 20.0%"));
        for last in [0.2, 0.3] {
            let told = told([0.2, 0.15, 0.25, last]);
            assert!(told.starts_with(
                "Draws change with strength: 20.0% (19.0 to 21.0) at 40 nodes, 15.0% (14.0 to 16.0) at 200, "
            ));
        }
        assert_eq!(trend("draws", &[(40, estimate(0.5))]), None);
    }

    #[test]
    fn a_rare_rule_is_not_told_to_be_zero_times_a_game() {
        let share = Estimate { value: 0.25, low: 0.24, high: 0.26 };
        let used = |per_game| FeatureUse {
            name: "absorption".to_owned(),
            is_own: true,
            games: share,
            per_game,
            taken: share,
            declined: None,
            first: Some([9, 11, 20]),
        };
        assert_eq!(
            uses(&used(0.3)),
            "absorption in 25.0% (24.0 to 26.0) of the games, 0.3 times a game, first at move 6"
        );
        assert_eq!(
            uses(&used(0.04)),
            "absorption in 25.0% (24.0 to 26.0) of the games, first at move 6"
        );
    }
}
