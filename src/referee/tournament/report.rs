//! What a tournament tells while it runs: lines, a table that lives on a terminal, or JSON.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::arbiter::Played;
use super::schedule::Pairing;
use super::sprt::{Sprt, Verdict};
use super::standings::Standings;
use super::stats::{Rating, Score};

/// How a tournament tells of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Lines.
    Plain,
    /// A table that is kept up to date below a bar.
    Live,
    /// One JSON object a line.
    Json,
}

/// Tells of a tournament.
pub(super) struct Report<O> {
    style: Style,
    output: O,
    bar: Option<ProgressBar>,
    names: Vec<String>,
    sprt: Option<Sprt>,
    /// How many games there are, if there is an end.
    total: Option<usize>,
    /// The standings are told after so many games.
    interval: usize,
    finished: usize,
}

impl<O: Write> Report<O> {
    pub(super) fn new(
        style: Style,
        output: O,
        names: Vec<String>,
        sprt: Option<Sprt>,
        total: Option<usize>,
        interval: usize,
    ) -> Self {
        let bar = (style == Style::Live).then(|| live_bar(total));
        Self { style, output, bar, names, sprt, total, interval, finished: 0 }
    }

    /// So many games were played before, and are not played again.
    pub(super) fn resumed(&mut self, games: usize, standings: &Standings) -> io::Result<()> {
        self.finished = games;
        if games == 0 {
            return Ok(());
        }
        match self.style {
            Style::Plain => writeln!(self.output, "Resumed after {games} games"),
            Style::Json => self.say(&json!({"event": "resumed", "games": games})),
            Style::Live => {
                self.refresh(standings);
                Ok(())
            }
        }
    }

    pub(super) fn started(&mut self, game: &Pairing) -> io::Result<()> {
        if self.style != Style::Plain {
            return Ok(());
        }
        let (white, black) = (&self.names[game.white], &self.names[game.black]);
        let of = self.total.map_or(String::new(), |total| format!(" of {total}"));
        let number = game.index + 1;
        writeln!(self.output, "Started game {number}{of} ({white} vs {black}, {})", game.variant)
    }

    pub(super) fn finished(
        &mut self,
        game: &Pairing,
        played: &Played,
        standings: &Standings,
    ) -> io::Result<()> {
        self.finished += 1;
        let (white, black) = (&self.names[game.white], &self.names[game.black]);
        let (number, result, reason) = (game.index + 1, played.result, &played.reason);
        match self.style {
            Style::Plain => {
                writeln!(
                    self.output,
                    "Finished game {number} ({white} vs {black}): {result} {{{reason}}}"
                )?;
                if self.interval > 0 && self.finished.is_multiple_of(self.interval) {
                    writeln!(self.output, "{}", self.table(standings).trim_end())?;
                }
            }
            Style::Live => {
                if let (Some(bar), Some(termination)) = (&self.bar, played.termination)
                    && termination != "adjudication"
                {
                    bar.println(format!(
                        "Game {number} ({white} vs {black}): {result} {{{reason}}}"
                    ));
                }
                self.refresh(standings);
            }
            Style::Json => self.say(&json!({
                "event": "game",
                "number": number,
                "round": game.round.0,
                "variant": game.variant.name(),
                "white": white,
                "black": black,
                "result": result.text(),
                "termination": played.termination.unwrap_or("normal"),
                "reason": reason,
                "plies": played.plies.len(),
                "seconds": played.took.as_secs_f64(),
            }))?,
        }
        self.output.flush()
    }

    /// The last words.
    pub(super) fn ended(&mut self, standings: &Standings, how: &str) -> io::Result<()> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        if self.style == Style::Json {
            self.say(&self.standings_json(standings, how))?;
        } else {
            write!(self.output, "{}", self.table(standings))?;
            writeln!(self.output, "{how}")?;
        }
        self.output.flush()
    }

    fn say(&mut self, event: &Value) -> io::Result<()> {
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

    fn standings_json(&self, standings: &Standings, how: &str) -> Value {
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
        json!({
            "event": "end",
            "how": how,
            "games": self.finished,
            "engines": engines.collect::<Vec<_>>(),
            "sprt": sprt,
        })
    }
}

/// A bar on a terminal. It is drawn when something has happened, and once a second for the clock.
fn live_bar(total: Option<usize>) -> ProgressBar {
    const WITH_END: &str = "{msg}\n[{elapsed_precise}] {wide_bar} {pos}/{len} games, {eta} left";
    const WITHOUT: &str = "{msg}\n[{elapsed_precise}] {pos} games {spinner}";
    let bar = total.map_or_else(ProgressBar::no_length, |total| ProgressBar::new(total as u64));
    let style = if total.is_some() { WITH_END } else { WITHOUT };
    bar.set_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn accepted(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Open => None,
        Verdict::H0 => Some("H0"),
        Verdict::H1 => Some("H1"),
    }
}

/// The score of two engines.
fn duel(a: &str, b: &str, score: &Score) -> String {
    let Score { wins, losses, draws, pairs } = score;
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
        // Writing to a string does not fail.
        let [ll, ld, even, wd, ww] = pairs;
        let _ = writeln!(text, "Ptnml(0-2): {ll}, {ld}, {even}, {wd}, {ww}");
    }
    text
}

/// A table of several engines, the best first.
fn ranking(names: &[String], standings: &Standings) -> String {
    let mut rows: Vec<(&String, Score)> =
        names.iter().enumerate().map(|(engine, name)| (name, standings.of(engine))).collect();
    rows.sort_by(|(_, a), (_, b)| b.mean().total_cmp(&a.mean()));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let mut text =
        format!("Rank {:width$}     Elo     +/-  Games   Wins Losses  Draws   Score\n", "Name");
    for (rank, (name, score)) in (1..).zip(rows) {
        let Rating { elo, error, .. } = score.rating();
        let (games, points) = (score.games(), score.mean() * 100.0);
        let Score { wins, losses, draws, .. } = score;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{rank:>4} {name:width$} {elo:>7.1} {error:>7.1} {games:>6} {wins:>6} {losses:>6} \
             {draws:>6} {points:>6.1}%"
        );
    }
    text
}

/// How a test stands.
fn sprt_line(sprt: &Sprt, score: &Score) -> String {
    let (low, high) = sprt.bounds();
    let ratio = sprt.ratio(score);
    let percent = if ratio < 0.0 { ratio / low } else { ratio / high } * 100.0;
    let verdict =
        accepted(sprt.verdict(score)).map_or(String::new(), |h| format!(" - {h} was accepted"));
    format!(
        "SPRT: llr {ratio:.2} ({percent:.1}%), lbound {low:.2}, ubound {high:.2}, elo {} to {}{verdict}\n",
        sprt.elo0, sprt.elo1,
    )
}
