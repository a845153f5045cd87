//! Reports of a running tournament: lines, a live table on a terminal, or JSON.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::arbiter::PlayedGame;
use super::record::GameOver;
use super::schedule::Pairing;
use super::sprt::{Sprt, SprtVerdict};
use super::standings::{Results, Standings};
use super::stats::{MatchScore, Rating};
use super::summary::{GameSummary, MatchSummary};
use crate::keep_ticking;
use crate::part::Part;
use vertumnus_core::pgn::GameResult;

/// The form of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportStyle {
    /// One line per event.
    Plain,
    /// A table with a progress bar, both kept up to date.
    Live,
    /// One JSON object per line.
    Json,
}

/// Reports on a tournament.
pub(super) struct MatchReporter<'a> {
    style: ReportStyle,
    output: &'a mut dyn Write,
    bar: Option<ProgressBar>,
    names: Vec<String>,
    sprt: Option<Sprt>,
    /// The number of games; `None` for no end.
    total: Option<usize>,
    /// The number of games between two reports of the standings; 0 for never.
    interval: usize,
    finished: usize,
    /// After how many games the standings were printed last.
    printed: Option<usize>,
    /// Whether it was said that games repeat.
    has_repeated: bool,
}

impl<'a> MatchReporter<'a> {
    pub(super) fn new(
        style: ReportStyle,
        output: &'a mut dyn Write,
        names: Vec<String>,
        sprt: Option<Sprt>,
        total: Option<usize>,
        interval: usize,
    ) -> Self {
        let bar = (style == ReportStyle::Live).then(|| live_bar(total));
        Self {
            style,
            output,
            bar,
            names,
            sprt,
            total,
            interval,
            finished: 0,
            printed: None,
            has_repeated: false,
        }
    }

    /// Counts games that are not reported one by one.
    pub(super) fn count(&mut self, games: usize) {
        self.finished += games;
    }

    /// Says what is played, for those who add up the parts.
    pub(super) fn begun(&mut self, settings: &Value, part: Part) -> io::Result<()> {
        if self.style != ReportStyle::Json {
            return Ok(());
        }
        let part = part.to_json();
        self.write_json(&json!({"event": "match", "settings": settings, "part": part}))
    }

    /// Reports the games of an earlier run.
    pub(super) fn resumed(&mut self, games: &[GameOver], standings: &Standings) -> io::Result<()> {
        self.count(games.len());
        if games.is_empty() {
            return Ok(());
        }
        match self.style {
            ReportStyle::Plain => writeln!(self.output, "Resumed after {} games", games.len()),
            ReportStyle::Json => {
                for GameOver { pairing, result, summary } in games {
                    self.write_json(&self.game_json(pairing, *result, summary))?;
                }
                self.write_json(&json!({"event": "resumed", "games": games.len()}))
            }
            ReportStyle::Live => {
                self.refresh(standings);
                Ok(())
            }
        }
    }

    pub(super) fn started(&mut self, game: &Pairing) -> io::Result<()> {
        if self.style != ReportStyle::Plain {
            return Ok(());
        }
        let (white, black) = (&self.names[game.white], &self.names[game.black]);
        let of = self.total.map_or(String::new(), |total| format!(" of {total}"));
        let number = game.index + 1;
        writeln!(self.output, "Started game {number}{of} ({white} vs {black}, {})", game.variant)
    }

    /// Says that a game is played again that does not count.
    pub(super) fn replayed(&mut self, game: &Pairing) -> io::Result<()> {
        let (white, black) = (&self.names[game.white], &self.names[game.black]);
        let number = game.index + 1;
        let line =
            format!("Game {number} ({white} vs {black}): replayed {{The runner was held up}}");
        match (self.style, &self.bar) {
            (ReportStyle::Json, _) => {
                self.write_json(&json!({"event": "replayed", "number": number}))
            }
            (ReportStyle::Live, Some(bar)) => {
                bar.println(line);
                Ok(())
            }
            _ => writeln!(self.output, "{line}"),
        }
    }

    pub(super) fn finished(
        &mut self,
        game: &Pairing,
        played: &PlayedGame,
        summary: &GameSummary,
        repeated: Option<usize>,
        standings: &Standings,
    ) -> io::Result<()> {
        self.finished += 1;
        let (white, black) = (&self.names[game.white], &self.names[game.black]);
        let (number, result, reason) = (game.index + 1, played.result, &played.reason);
        let note = repeated.filter(|_| !std::mem::replace(&mut self.has_repeated, true));
        let note = note.map(|first| format!("Game {number} repeats the moves of game {first}"));
        match self.style {
            ReportStyle::Plain => {
                writeln!(
                    self.output,
                    "Finished game {number} ({white} vs {black}): {result} {{{reason}}}"
                )?;
                if let Some(note) = note {
                    writeln!(self.output, "{note}")?;
                }
                if self.interval > 0 && self.finished.is_multiple_of(self.interval) {
                    self.printed = Some(self.finished);
                    writeln!(self.output, "{}", self.table(standings).trim_end())?;
                }
            }
            ReportStyle::Live => {
                if let (Some(bar), Some(termination)) = (&self.bar, played.termination)
                    && termination != "adjudication"
                {
                    bar.println(format!(
                        "Game {number} ({white} vs {black}): {result} {{{reason}}}"
                    ));
                }
                if let (Some(bar), Some(note)) = (&self.bar, note) {
                    bar.println(note);
                }
                self.refresh(standings);
            }
            ReportStyle::Json => {
                let mut event = self.game_json(game, result, summary);
                event["repeats"] = json!(repeated);
                event["termination"] = played.termination.unwrap_or("normal").into();
                event["reason"] = reason.as_str().into();
                event["seconds"] = played.took.as_secs_f64().into();
                self.write_json(&event)?;
            }
        }
        self.output.flush()
    }

    /// What is known of a game, also when another run has played it.
    fn game_json(&self, game: &Pairing, result: GameResult, summary: &GameSummary) -> Value {
        let mut event = json!({
            "event": "game",
            "number": game.index + 1,
            "round": game.round.0,
            "block": game.block,
            "variant": game.variant.name(),
            "white": self.names[game.white],
            "black": self.names[game.black],
            "result": result.text(),
        });
        summary.write_to(&mut event);
        event
    }

    /// Reports the end of the tournament.
    pub(super) fn ended(&mut self, results: &Results, how: &str) -> io::Result<()> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        if self.style == ReportStyle::Json {
            self.write_json(&self.results_json(results, how))?;
        } else {
            if self.printed != Some(self.finished) {
                write!(self.output, "{}", self.table(&results.all))?;
            }
            write!(self.output, "{}{}", self.crosstable(&results.all), self.by_game(results))?;
            write!(self.output, "{}", self.summary(&results.summary))?;
            writeln!(self.output, "{how}")?;
        }
        self.output.flush()
    }

    fn write_json(&mut self, event: &Value) -> io::Result<()> {
        writeln!(self.output, "{event}")
    }

    fn refresh(&self, standings: &Standings) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.finished as u64);
            bar.set_message(self.table(standings).trim_end().to_owned());
        }
    }

    fn table(&self, standings: &Standings) -> String {
        let mut text = match &self.names[..] {
            [a, b] => duel(a, b, &standings.between(0, 1)),
            names => ranking(names, standings),
        };
        if let (Some(sprt), [_, _]) = (self.sprt, &self.names[..]) {
            text.push_str(&sprt_line(&sprt, &standings.between(0, 1)));
        }
        text
    }

    /// Who beat whom how often, if there are more than two engines.
    fn crosstable(&self, standings: &Standings) -> String {
        if self.names.len() < 3 {
            return String::new();
        }
        let order = ranked(&self.names, standings);
        let cell = |&a: &usize, &b: &usize| {
            let MatchScore { wins, losses, draws, .. } = standings.between(a, b);
            if a == b { "-".to_owned() } else { format!("{wins}-{losses}-{draws}") }
        };
        let rows: Vec<Vec<String>> =
            order.iter().map(|a| order.iter().map(|b| cell(a, b)).collect()).collect();
        let lengths = rows.iter().flatten().map(String::len);
        let (cell, name) = (lengths.max().unwrap_or_default().max(2), width(&self.names));
        let mut text =
            format!("\nWins, losses and draws against each other\nRank {:name$}", "Name");
        for rank in 1..=order.len() {
            let _ = write!(text, "  {rank:>cell$}");
        }
        for ((rank, &engine), row) in (1..).zip(&order).zip(rows) {
            let _ = write!(text, "\n{rank:>4} {:name$}", self.names[engine]);
            for result in row {
                let _ = write!(text, "  {result:>cell$}");
            }
        }
        text + "\n"
    }

    /// The standings in each game, if there are several.
    fn by_game(&self, results: &Results) -> String {
        let games = results.by_game();
        let width = games.iter().map(|(variant, _)| variant.name().len()).max().unwrap_or_default();
        let mut text = String::new();
        for (number, (variant, standings)) in games.into_iter().enumerate() {
            let _ = match &self.names[..] {
                [a, b] => {
                    let score = standings.between(0, 1);
                    let Rating { elo, error, .. } = score.rating();
                    let MatchScore { wins, losses, draws, .. } = score;
                    if number == 0 {
                        let _ = writeln!(text, "\nScore of {a} vs {b} by games");
                    }
                    writeln!(
                        text,
                        "{:width$}  {wins} - {losses} - {draws}  [{:.3}] {}, Elo {elo:.1} +/- {error:.1}",
                        variant.name(),
                        score.mean(),
                        score.games()
                    )
                }
                names => write!(text, "\n{variant}\n{}", ranking(names, standings)),
            };
        }
        text
    }

    /// What the games were like.
    fn summary(&self, summary: &MatchSummary) -> String {
        let (games, distinct, plies) = (summary.games(), summary.distinct(), summary.plies());
        if games == 0 {
            return String::new();
        }
        let mut text =
            format!("Distinct games: {distinct} of {games}, {plies:.1} plies on average\n");
        for (engine, name) in self.names.iter().enumerate() {
            let of_engine = summary.of_engine(engine);
            let depth = of_engine.depth().map(|depth| format!("depth {depth:.1}"));
            let left = of_engine.left().zip(of_engine.least_left);
            let left = left.map(|(mean, least)| format!("{mean:.2} s left, {least:.2} s at least"));
            let words: Vec<String> = depth.into_iter().chain(left).collect();
            if !words.is_empty() {
                // Writing to a `String` does not fail.
                let _ = writeln!(text, "{name}: {}", words.join(", "));
            }
        }
        text
    }

    fn engines_json(&self, standings: &Standings) -> Vec<Value> {
        let engines = self.names.iter().enumerate().map(|(engine, name)| {
            let score = standings.of(engine);
            let Rating { elo, error, normalised, normalised_error, los } = score.rating();
            json!({
                "name": name,
                "games": score.games(),
                "wins": score.wins,
                "losses": score.losses,
                "draws": score.draws,
                "pentanomial": score.pairs,
                "score": score.mean(),
                "elo": elo,
                "elo_error": error,
                "normalized_elo": normalised,
                "normalized_elo_error": normalised_error,
                "los": los,
            })
        });
        engines.collect()
    }

    fn results_json(&self, results: &Results, how: &str) -> Value {
        let standings = &results.all;
        let count = self.names.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let pairs = pairs.map(|(a, b)| {
            let MatchScore { wins, losses, draws, .. } = standings.between(a, b);
            json!({
                "first": self.names[a],
                "second": self.names[b],
                "wins": wins,
                "losses": losses,
                "draws": draws,
            })
        });
        let variants = results.by_game().into_iter().map(|(variant, standings)| {
            json!({"variant": variant.name(), "engines": self.engines_json(standings)})
        });
        let sprt = self.sprt.filter(|_| self.names.len() == 2).map(|sprt| {
            let score = standings.between(0, 1);
            let (low, high) = sprt.bounds();
            json!({
                "llr": sprt.ratio(&score),
                "lower_bound": low,
                "upper_bound": high,
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "accepted": accepted(sprt.verdict(&score)),
            })
        });
        let summary = &results.summary;
        let engines = self.names.iter().enumerate().map(|(engine, name)| {
            let of_engine = summary.of_engine(engine);
            json!({
                "name": name,
                "depth": of_engine.depth(),
                "left": of_engine.left(),
                "least_left": of_engine.least_left,
            })
        });
        json!({
            "event": "end",
            "how": how,
            "games": self.finished,
            "engines": self.engines_json(standings),
            "distinct": summary.distinct(),
            "plies": summary.plies(),
            "summary": engines.collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>(),
            "variants": variants.collect::<Vec<_>>(),
            "sprt": sprt,
        })
    }
}

/// A progress bar. It is drawn when something has happened, and once a second for its clock.
fn live_bar(total: Option<usize>) -> ProgressBar {
    // The `^C` that a terminal shows at the end of the bar pushes it down by a line. What is not removed
    // with it is then its first line, so that is empty.
    const WITH_END: &str = "\n{msg}\n[{elapsed_precise}] {wide_bar} {pos}/{len} games, {eta} left";
    const WITHOUT: &str = "\n{msg}\n[{elapsed_precise}] {pos} games {spinner}";
    let bar = total.map_or_else(ProgressBar::no_length, |total| ProgressBar::new(total as u64));
    let style = if total.is_some() { WITH_END } else { WITHOUT };
    bar.set_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    keep_ticking(&bar, Duration::from_secs(1));
    bar
}

fn accepted(verdict: SprtVerdict) -> Option<&'static str> {
    match verdict {
        SprtVerdict::Open => None,
        SprtVerdict::H0 => Some("H0"),
        SprtVerdict::H1 => Some("H1"),
    }
}

/// The results of a tournament between two engines.
fn duel(a: &str, b: &str, score: &MatchScore) -> String {
    let MatchScore { wins, losses, draws, pairs } = score;
    let Rating { elo, error, normalised, normalised_error, los } = score.rating();
    let mut text = format!(
        "Score of {a} vs {b}: {wins} - {losses} - {draws}  [{:.3}] {}\n\
         Elo difference: {elo:.1} +/- {error:.1}, LOS: {:.1} %, DrawRatio: {:.1} %\n\
         Normalized Elo: {normalised:.1} +/- {normalised_error:.1}\n",
        score.mean(),
        score.games(),
        los * 100.0,
        score.draw_ratio() * 100.0,
    );
    if score.pair_count() > 0 {
        // Writing to a `String` does not fail.
        let [ll, ld, even, wd, ww] = pairs;
        let _ = writeln!(text, "Ptnml(0-2): {ll}, {ld}, {even}, {wd}, {ww}");
    }
    text
}

/// A table of engines, the best first.
fn ranking(names: &[String], standings: &Standings) -> String {
    let width = width(names);
    let mut text =
        format!("Rank {:width$}     Elo     +/-  Games   Wins Losses  Draws   Score\n", "Name");
    for (rank, engine) in (1..).zip(ranked(names, standings)) {
        let (name, score) = (&names[engine], standings.of(engine));
        let Rating { elo, error, .. } = score.rating();
        let (games, points) = (score.games(), score.mean() * 100.0);
        let MatchScore { wins, losses, draws, .. } = score;
        // Writing to a `String` does not fail.
        let _ = writeln!(
            text,
            "{rank:>4} {name:width$} {elo:>7.1} {error:>7.1} {games:>6} {wins:>6} {losses:>6} \
             {draws:>6} {points:>6.1}%"
        );
    }
    text
}

/// The engines by their indices, the best first.
fn ranked(names: &[String], standings: &Standings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| standings.of(b).mean().total_cmp(&standings.of(a).mean()));
    order
}

/// The width of a column of names.
fn width(names: &[String]) -> usize {
    names.iter().map(|name| name.chars().count()).max().unwrap_or_default().max(4)
}

/// The state of a test.
fn sprt_line(sprt: &Sprt, score: &MatchScore) -> String {
    let (low, high) = sprt.bounds();
    let ratio = sprt.ratio(score);
    let percent = if ratio < 0.0 { ratio / low } else { ratio / high } * 100.0;
    let verdict =
        accepted(sprt.verdict(score)).map_or(String::new(), |h| format!(" - {h} was accepted"));
    format!(
        "SPRT: llr {ratio:.2} ({percent:.1}%), lbound {low:.2}, ubound {high:.2}{verdict}\n\
         Elo of the test: {} to {}\n",
        sprt.elo0, sprt.elo1,
    )
}
