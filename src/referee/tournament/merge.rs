//! Adds up the parts of a tournament that were played apart.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::report::{MatchReporter, ReportStyle};
use super::schedule::{Pairing, Schedule};
use super::settings::{MatchOptions, MergeOptions, TournamentError};
use super::standings::Results;
use super::summary::GameSummary;
use crate::openings::Opening;
use crate::part::{self, Lines, MergeError, Missing, Part, Parts};
use vertumnus_core::pgn::GameResult;
use vertumnus_core::rules::Variant;

/// What makes a tournament: two parts with other settings are not of the same. Paths of programs
/// and files are left out, because they differ from machine to machine.
pub(super) fn settings(options: &MatchOptions, schedule: &Schedule) -> Value {
    let engines = options.engines.iter().map(|engine| {
        json!({
            "name": engine.name,
            "options": engine.options_text(),
            "time": engine.time.to_string(),
            "margin_ms": engine.margin.as_millis() as u64,
            "depth": engine.depth,
            "nodes": engine.nodes,
            "ponder": engine.ponder,
        })
    });
    let books = options.plan.books.iter();
    let books =
        books.map(|(variant, book)| json!({"variant": variant.name(), "book": book.digest()}));
    json!({
        "engines": engines.collect::<Vec<_>>(),
        "games": schedule.len(),
        "games_of_a_round": options.plan.games,
        "repeat": options.plan.repeat,
        "pairs": schedule.plays_in_pairs(),
        "openings": books.collect::<Vec<_>>(),
        "adjudication": options.rules.to_json(),
    })
}

/// A game of a part, as [`report`](super::report) writes it.
struct MergedGame {
    white: usize,
    black: usize,
    block: usize,
    variant: Variant,
    result: GameResult,
    /// Earlier versions did not write them.
    summary: Option<GameSummary>,
    file: PathBuf,
}

/// The games of the parts that were read so far, by their numbers from 1.
struct Merged {
    /// Their work is the settings.
    parts: Parts,
    names: Vec<String>,
    games: BTreeMap<usize, MergedGame>,
}

/// Adds up what parts have written with `--json`, and reports the sum.
///
/// # Errors
/// If a file cannot be read, or the files do not belong together, or games are missing.
pub fn merge(options: &MergeOptions, output: &mut dyn Write) -> Result<(), TournamentError> {
    let Some(merged) = part::read_all(&options.files, read_part)? else { return Ok(()) };
    merged.report(options, output)
}

/// The same with the texts of files, which have numbers for names.
///
/// # Errors
/// In the same cases, in one line.
pub fn merge_texts(texts: &[&str], output: &mut dyn Write) -> Result<(), String> {
    let mut merged = None;
    for (number, text) in (1..).zip(texts) {
        let path = PathBuf::from(format!("{number}"));
        read_part(&mut merged, &path, &mut part::whole_lines(text.as_bytes()))?;
    }
    let Some(merged) = merged else { return Ok(()) };
    let files = texts.iter().map(|_| PathBuf::new()).collect();
    let options = MergeOptions { files, sprt: None, json: false };
    merged.report(&options, output).map_err(|error| error.to_string())
}

impl Merged {
    /// Prints the sum.
    ///
    /// # Errors
    /// If it cannot be written, or games are missing.
    fn report(
        &self,
        options: &MergeOptions,
        output: &mut dyn Write,
    ) -> Result<(), TournamentError> {
        let variants = self.games.values().map(|game| game.variant).collect::<BTreeSet<_>>();
        let mut results = Results::new(self.parts.work["pairs"] == true, variants);
        for (&number, game) in &self.games {
            let &MergedGame { white, black, block, variant, result, ref summary, .. } = game;
            let (round, opening) = ((1, number), Opening::default());
            let pairing =
                Pairing { index: number - 1, round, white, black, block, variant, opening };
            results.add(&pairing, result, summary.as_ref());
        }
        let style = if options.json { ReportStyle::Json } else { ReportStyle::Plain };
        let mut reporter =
            MatchReporter::new(style, output, self.names.clone(), options.sprt, None, 0);
        reporter.count(self.games.len());
        reporter.ended(&results, &format!("Merged {} files", options.files.len()))?;
        Ok(self.complete()?)
    }

    /// Whether nothing is missing.
    fn complete(&self) -> Result<(), MergeError> {
        let total = self.parts.work["games"].as_u64().map_or(0, |games| games as usize);
        let Some(missing) = Missing::of(self.games.keys().copied(), total) else { return Ok(()) };
        let what = format!("{} of {total} games are missing: {missing}", missing.count);
        let parts = self.parts.missing().map_or_else(String::new, |parts| format!("; {parts}"));
        Err(MergeError::Incomplete(what + &parts))
    }
}

/// Adds what a part has written.
fn read_part(merged: &mut Option<Merged>, path: &Path, lines: Lines<'_>) -> Result<(), String> {
    let mut has_head = false;
    for (number, line) in (1..).zip(lines) {
        let bad = |reason: &str| format!("line {number}: {reason}");
        let event: Value = serde_json::from_str(&line?).map_err(|_| bad("this is not JSON"))?;
        match event["event"].as_str() {
            Some("match") => {
                has_head = true;
                read_head(merged, path, &event)?;
            }
            Some("game") => {
                let merged = merged.as_mut().filter(|_| has_head);
                let merged = merged.ok_or_else(|| bad("a game before the head of its part"))?;
                let (number, game) =
                    read_game(&event, &merged.names, path).ok_or_else(|| bad("a bad game"))?;
                if let Some(other) = merged.games.insert(number, game) {
                    let other = other.file.display().to_string();
                    return Err(bad(&format!("game {number} is in {other} as well")));
                }
            }
            _ => {}
        }
    }
    if has_head { Ok(()) } else { Err("this is not what match --json writes".to_owned()) }
}

fn read_head(merged: &mut Option<Merged>, path: &Path, head: &Value) -> Result<(), String> {
    let part = Part::from_json(&head["part"]).ok_or("it does not say which part it is")?;
    let settings = &head["settings"];
    let engines = settings["engines"].as_array().map_or(&[][..], Vec::as_slice);
    let name = |engine: &Value| engine["name"].as_str().unwrap_or_default().to_owned();
    let names: Vec<String> = engines.iter().map(name).collect();
    if names.iter().any(|name| name.contains(char::is_control)) {
        return Err("the name of an engine is more than a line".to_owned());
    }
    let merged = merged.get_or_insert_with(|| Merged {
        parts: Parts::new(settings.clone(), part),
        names,
        games: BTreeMap::new(),
    });
    // A part that was stopped and resumed has several heads.
    merged.parts.add("match", settings, part, path).map(|_| ())
}

fn read_game(event: &Value, names: &[String], path: &Path) -> Option<(usize, MergedGame)> {
    let engine = |key: &str| names.iter().position(|name| event[key] == name.as_str());
    let number = |key: &str| event[key].as_u64().map(|number| number as usize);
    let game = MergedGame {
        white: engine("white")?,
        black: engine("black")?,
        block: number("block")?,
        variant: Variant::named(event["variant"].as_str()?)?,
        result: GameResult::parse(event["result"].as_str()?)?,
        summary: GameSummary::read_from(event),
        file: path.to_owned(),
    };
    Some((number("number").filter(|&number| number > 0)?, game))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(number: usize, nodes: u64, games: &[usize]) -> String {
        let settings = json!({
            "engines": [{"name": "a", "nodes": nodes}, {"name": "b", "nodes": 5}],
            "games": 8,
            "pairs": true,
        });
        let part = Part { number, of: 2 }.to_json();
        let mut text = json!({"event": "match", "settings": settings, "part": part}).to_string();
        for game in games {
            let (white, black) = if game % 2 == 1 { ("a", "b") } else { ("b", "a") };
            let block = (game - 1) / 2;
            let game = json!({"event": "game", "number": game, "block": block, "white": white,
                "black": black, "result": "1-0", "variant": Variant::default().name()});
            text.push('\n');
            text.push_str(&game.to_string());
        }
        text + "\n"
    }

    fn read(texts: &[&str]) -> Result<Merged, String> {
        let mut merged = None;
        for (number, text) in texts.iter().enumerate() {
            let path = PathBuf::from(format!("file{number}"));
            read_part(&mut merged, &path, &mut part::whole_lines(text.as_bytes()))?;
        }
        merged.ok_or_else(|| "nothing".to_owned())
    }

    #[test]
    fn parts_add_up_and_what_is_missing_is_said() {
        let (one, two) = (part(1, 7, &[1, 2, 5, 6]), part(2, 7, &[3, 4, 7, 8]));
        let merged = read(&[&one, &two]).expect("they belong together");
        assert_eq!(merged.games.len(), 8);
        assert!(merged.complete().is_ok());
        let missing = |texts: &[&str]| match read(texts).expect("they belong together").complete() {
            Ok(()) => panic!("nothing is missing"),
            Err(error) => error.to_string(),
        };
        assert_eq!(missing(&[&two]), "4 of 8 games are missing: 1-2, 5-6; there is no part 1 of 2");
        // A part that was killed while it wrote.
        let torn = &two[..two.len() - 9];
        assert_eq!(missing(&[&one, torn]), "1 of 8 games are missing: 8");
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let (one, other) = (part(1, 7, &[1, 2]), part(2, 8, &[3, 4]));
        for (texts, reason) in [
            ([&*one, &*other], "this is of another match: engines.0.nodes is 8, not 7"),
            ([&one, &one], "part 1/2 is in file0 as well"),
            ([&one, &part(2, 7, &[2])], "line 2: game 2 is in file0 as well"),
            ([&one, "{}\n"], "this is not what match --json writes"),
            ([&one, "x\n"], "line 1: this is not JSON"),
        ] {
            assert_eq!(read(&texts).err().as_deref(), Some(reason));
        }
    }
}
