//! The commands `check` and `explain`: games that are written in a file.

use std::error::Error;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use vertumnus_core::files;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::text::shown_lines;
#[cfg(feature = "written")]
use vertumnus_written::compare::{Extent, compare_while};
use vertumnus_written::{Game, MOST_BYTES, Severity, Written};

use crate::look::Look;
use crate::text::hanging;

#[derive(Args, Clone, Debug)]
pub(crate) struct CheckArgs {
    /// The file with the games
    file: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ExplainArgs {
    /// The file with the game
    file: PathBuf,
    /// Which of its games, if there are several
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
}

/// Prints what is wrong with a file.
///
/// # Errors
/// If a game has a mistake, the file cannot be read, or the output cannot be written.
pub(crate) fn check(arguments: &CheckArgs, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let name = arguments.file.display().to_string();
    let (text, written) = read(&arguments.file)?;
    let verdicts = verdicts(&written.games);
    let errors = written.findings.iter().filter(|one| one.severity == Severity::Error).count();
    if arguments.json {
        writeln!(output, "{}", as_json(&name, &written, &verdicts))?;
    } else {
        let mut said = Vec::new();
        for finding in &written.findings {
            write!(said, "{}", finding.render(&name, &text))?;
        }
        let (usable, others): (Vec<&Game>, Vec<&Game>) =
            written.games.iter().partition(|game| game.definition.is_some());
        let (beyond, faulty): (Vec<&Game>, Vec<&Game>) =
            others.into_iter().partition(|game| game.is_out_of_scope);
        for (games, what) in
            [(usable, "without mistakes"), (beyond, "not supported"), (faulty, "with mistakes")]
        {
            if !games.is_empty() {
                let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
                writeln!(said, "{} {what}: {}", games.len(), names.join(" "))?;
            }
        }
        for (game, verdict) in written.games.iter().zip(&verdicts) {
            if let Some(words) = verdict.in_words() {
                writeln!(said, "{}: {words}", game.name)?;
            }
        }
        for line in compared_in_words(&written.games, &verdicts) {
            writeln!(said, "{line}")?;
        }
        write!(output, "{}", shown_lines(&String::from_utf8_lossy(&said)))?;
    }
    let is_faulty = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Differs(_)));
    match errors {
        0 if is_faulty => Err("this program has a fault: please report it".into()),
        0 => Ok(()),
        1 => Err(format!("{name} has 1 mistake").into()),
        _ => Err(format!("{name} has {errors} mistakes").into()),
    }
}

/// What random games have shown of a game.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "written"), expect(dead_code, reason = "nothing is played"))]
enum Verdict {
    /// It has mistakes.
    Faulty,
    /// There was no time for it, or nothing that plays it.
    NotPlayed,
    /// The fast rules and the slow ones agree.
    Agrees,
    /// They differ: the first difference.
    Differs(String),
    /// The fast rules cannot play it.
    Unplayable(String),
}

impl Verdict {
    #[cfg(not(feature = "written"))]
    fn of(_definition: &Definition, _began: Instant) -> Self {
        Self::NotPlayed
    }

    #[cfg(feature = "written")]
    fn of(definition: &Definition, began: Instant) -> Self {
        match compare_while(definition, COMPARED, || began.elapsed() < PATIENCE) {
            Ok(None) => Self::Agrees,
            Ok(Some(difference)) => Self::Differs(difference.to_string()),
            Err(reason) => Self::Unplayable(reason.to_string()),
        }
    }

    /// What a user has to know.
    fn in_words(&self) -> Option<String> {
        match self {
            Self::Faulty | Self::NotPlayed | Self::Agrees => None,
            Self::Differs(difference) => {
                Some(format!("a fault of this program, not of the file: {difference}"))
            }
            Self::Unplayable(reason) => Some(format!("cannot be played: {reason}")),
        }
    }
}

/// The random games of each game that the fast rules and the slow ones play.
#[cfg(feature = "written")]
const COMPARED: Extent = Extent { seed: 1, games: 4, plies: 120 };

/// How long games are compared. A file may have many, and one may be hard for the slow rules.
const PATIENCE: Duration = Duration::from_millis(400);

/// Plays random games of each game by the fast rules and the slow ones.
fn verdicts(games: &[Game]) -> Vec<Verdict> {
    let began = Instant::now();
    let verdict = |game: &Game| match &game.definition {
        Some(definition) if began.elapsed() < PATIENCE => Verdict::of(definition, began),
        Some(_) => Verdict::NotPlayed,
        None => Verdict::Faulty,
    };
    games.iter().map(verdict).collect()
}

/// Which games random games have been played of, and which not though they could be, in a line each.
fn compared_in_words(games: &[Game], verdicts: &[Verdict]) -> Vec<String> {
    let names = |is_one: fn(&Verdict) -> bool| {
        let chosen = games.iter().zip(verdicts).filter(|(_, verdict)| is_one(verdict));
        chosen.map(|(game, _)| game.name.as_str()).collect::<Vec<_>>()
    };
    let agreeing = names(|verdict| matches!(verdict, Verdict::Agrees));
    let left = names(|verdict| matches!(verdict, Verdict::NotPlayed));
    [
        (agreeing, "played at random by the fast and by the slow rules, which agree"),
        (left, "not played at random: a check of fewer games at once would"),
    ]
    .into_iter()
    .filter(|(names, _)| !names.is_empty())
    .map(|(names, what)| format!("{} {what}: {}", names.len(), names.join(" ")))
    .collect()
}

/// Prints the rules of a game in words.
///
/// # Errors
/// If the file has no such game, the game has mistakes, or the output cannot be written.
pub(crate) fn explain(
    arguments: &ExplainArgs,
    look: Look,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let name = arguments.file.display();
    let (_, written) = read(&arguments.file)?;
    let game = chosen(&written.games, arguments.variant.as_deref(), &name.to_string())?;
    let Some(definition) = &game.definition else {
        return Err(format!("'{}' has mistakes: see vertumnus check {name}", game.name).into());
    };
    Ok(write!(output, "{}", in_words(definition, look.width))?)
}

/// The rules of a game in words, in lines of this many columns.
pub(crate) fn in_words(definition: &Definition, width: usize) -> String {
    let line = |line: &str| {
        let first = line.len() - line.trim_start().len();
        let following = if line.starts_with("* ") { 2 } else { first };
        hanging(line.trim_start(), first, following, width) + "\n"
    };
    vertumnus_written::explain(definition).lines().map(line).collect()
}

/// The game of this name, or the only one.
fn chosen<'g>(games: &'g [Game], name: Option<&str>, file: &str) -> Result<&'g Game, String> {
    let names = || games.iter().map(|game| game.name.as_str()).collect::<Vec<_>>().join(" ");
    match (name, games) {
        (Some(name), _) => games
            .iter()
            .find(|game| game.name == name)
            .ok_or_else(|| format!("{file} has no game '{name}'; it has: {}", names())),
        (None, [only]) => Ok(only),
        (None, []) => Err(format!("{file} has no game")),
        (None, _) => Err(format!("choose a game by --variant: {}", names())),
    }
}

/// Reads a file.
fn read(file: &Path) -> Result<(String, Written), String> {
    let bytes = bytes(file)?;
    let written =
        vertumnus_written::read(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok((String::from_utf8_lossy(&bytes).into_owned(), written))
}

/// What a file holds: no more of it than is looked at. Where there is no such file, it may be the name of a
/// game that comes with the program.
pub(crate) fn bytes(file: &Path) -> Result<Vec<u8>, String> {
    if !file.exists()
        && let Some(text) = file.to_str().and_then(vertumnus_written::file_of)
    {
        return Ok(text.into());
    }
    let mut bytes = Vec::new();
    files::open(file)
        .and_then(|open| open.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    Ok(bytes)
}

fn as_json(file: &str, written: &Written, verdicts: &[Verdict]) -> serde_json::Value {
    let games: Vec<serde_json::Value> = written
        .games
        .iter()
        .zip(verdicts)
        .map(|(game, verdict)| {
            let (unplayable, difference) = match verdict {
                Verdict::Unplayable(reason) => (Some(reason), None),
                Verdict::Differs(difference) => (None, Some(difference)),
                Verdict::Faulty | Verdict::NotPlayed | Verdict::Agrees => (None, None),
            };
            let is_compared = matches!(verdict, Verdict::Agrees | Verdict::Differs(_));
            let title = game.definition.as_ref().map(|definition| &definition.title);
            json!({
                "name": game.name,
                "title": title,
                "line": game.lines.start,
                "usable": game.definition.is_some(),
                "unplayable": unplayable,
                "compared": is_compared,
                "difference": difference,
            })
        })
        .collect();
    let findings: Vec<serde_json::Value> = written
        .findings
        .iter()
        .map(|finding| {
            let line = finding.place.line;
            let game = written.games.iter().find(|game| game.lines.contains(&line));
            json!({
                "severity": finding.severity.word(),
                "line": line,
                "column": finding.place.column,
                "length": finding.place.length,
                "message": finding.message,
                "help": finding.help,
                "game": game.map(|game| &game.name),
            })
        })
        .collect();
    json!({ "file": file, "games": games, "findings": findings })
}
