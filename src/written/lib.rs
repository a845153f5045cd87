//! Games written in a text file: a file in the format of Fairy-Stockfish's `variants.ini` becomes
//! [`Definition`]s, or a list of what is wrong with it, with places.
//!
//! The format is described in `docs/games-as-files-reference.md`. Nothing here depends on the rest of the rules
//! but for their plain data: the [`interpreter`] plays a definition by its own, slow means, so that the
//! fast rules can be held against it.
//!
//! ```
//! let text = "[knighted:chess]\nking = k:KN\n";
//! let written = vertumnus_written::read(text.as_bytes())?;
//! assert!(written.findings.is_empty());
//! let game = written.games[0].definition.as_ref().expect("it has no mistakes");
//! assert_eq!((game.name.as_str(), game.kinds.len()), ("knighted", 6));
//!
//! let wrong = "[knighted:chess]\nking = k:KM\n";
//! let written = vertumnus_written::read(wrong.as_bytes())?;
//! let shown = written.findings[0].render("knighted.ini", wrong);
//! assert!(shown.starts_with("knighted.ini:2:11: 'M' is no part of a move\n"));
//! # Ok::<(), vertumnus_written::Unreadable>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(all(test, feature = "played"))]
mod alike;
mod annihilation;
mod annihilation_checks;
#[cfg(test)]
mod annihilators;
mod betza;
mod changes;
#[cfg(test)]
mod changing;
mod closure;
#[cfg(feature = "played")]
pub mod compare;
mod compound;
#[cfg(all(test, feature = "played"))]
mod counts;
mod diagnostic;
mod draft;
mod explain;
mod explain_annihilation;
mod explain_changes;
mod explain_lending;
mod fairy;
mod finish;
mod grid;
mod in_words;
mod ini;
pub mod interpreter;
mod keys;
mod kinds;
#[cfg(test)]
mod lenders;
mod lending;
mod lending_checks;
mod load;
mod opening;
mod parents;
mod pieces;
mod places;
#[cfg(all(test, feature = "played"))]
mod shown;
mod start;
mod steps;
#[cfg(test)]
mod tests;
mod values;

use std::ops::Range;

use thiserror::Error;
use vertumnus_core::board::Color;
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition::Definition;

pub use diagnostic::{Diagnostic, Place, Severity};
pub use explain::explain;
pub use keys::{KEYS, Key, Takes, reference};
pub use load::{Loaded, NoGames, Refused, load};
pub use parents::file_of;
pub use pieces::{PREDEFINED, Predefined};

use diagnostic::{Report, nearest, quoted};
use draft::Draft;
use ini::{Entry, Section, Span};
use keys::{Fate, Found};
use places::Places;

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 128 * 1024;

/// The most games in a file.
pub const MOST_GAMES: usize = 256;

/// The most pairs of pieces for which the games of a file say something, together: what captures make, and
/// by whose moves what promotes. Sixteen games with as many kinds as there can be have so many captures.
const MOST_PAIRS: usize = 1 << 18;

/// A text that is not looked at.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// It is too long.
    #[error("the file has more than {MOST_BYTES} bytes, which are not read")]
    TooLong,
    /// It is not UTF-8.
    #[error("the file is no text in UTF-8: byte {0}")]
    NoText(usize),
    /// It has too many games.
    #[error("the file has {0} games; at most {MOST_GAMES} are read")]
    TooManyGames(usize),
}

/// What a file says.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its games, in their order.
    pub games: Vec<Game>,
    /// What is wrong with it or worth knowing, in the order of the file.
    pub findings: Vec<Diagnostic>,
}

/// A game of a file.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name as it stands in the file.
    pub name: String,
    /// The lines of its section, counted from 1.
    pub lines: Range<u32>,
    /// Its rules; `None` if there is an error in its section or in one that it builds on.
    pub definition: Option<Definition>,
    /// Whether the only errors there are that it needs rules which are not supported.
    pub is_out_of_scope: bool,
    /// Who invented it, if the file says so.
    pub inventor: Option<String>,
    /// Where its rules are published, if the file says so.
    pub source: Option<String>,
}

/// Reads a file.
///
/// # Errors
/// If the file is too large or no text. Mistakes in it are no errors of this function: see
/// [`Written::findings`].
pub fn read(file: &[u8]) -> Result<Written, Unreadable> {
    if file.len() > MOST_BYTES {
        return Err(Unreadable::TooLong);
    }
    let text =
        std::str::from_utf8(file).map_err(|error| Unreadable::NoText(error.valid_up_to() + 1))?;
    let mut report = Report::default();
    let sections = ini::sections(text, &mut report);
    if sections.len() > MOST_GAMES {
        return Err(Unreadable::TooManyGames(sections.len()));
    }
    if sections.is_empty() && report.errors() == 0 {
        let nowhere = Place { line: 1, column: 1, length: 1 };
        report
            .error(nowhere, "the file has no game")
            .help("a game begins with '[name]' or '[name:parent]'");
    }
    let last = text.lines().count() as u32 + 1;
    let ends = sections.iter().skip(1).map(|section| section.name.place().line).chain([last]);
    let ends: Vec<u32> = ends.collect();
    let mut drafts = Vec::new();
    let mut games = Vec::new();
    let mut pairs = 0;
    for (number, (section, end)) in sections.iter().zip(ends).enumerate() {
        let below = &sections[number + 1..];
        let (mut game, draft) = game(section, end, &drafts, Some(below), &mut report);
        let size = game.definition.as_ref().map_or(0, size);
        if pairs + size > MOST_PAIRS {
            report
                .error(section.name.place(), "the games of this file have too many kinds together")
                .help("put some of them into a file of their own");
            game.definition = None;
        } else {
            pairs += size;
        }
        drafts.push((game.name.clone(), draft, Standing::of(&game)));
        games.push(game);
    }
    Ok(Written { games, findings: report.into_findings() })
}

/// For how many pairs of pieces a game says something.
fn size(game: &Definition) -> usize {
    let changes = &game.changes;
    let lists = [changes.captured.len(), changes.spared.len(), changes.gone.len()];
    let captures = lists.into_iter().max().unwrap_or(0).pow(2);
    let promotions = Color::ALL.iter().flat_map(|&color| &game.promotion[color]);
    let movers = promotions.filter_map(|rule| rule.by.as_ref()).map(|by| by.movers.len());
    captures + movers.sum::<usize>()
}

/// The games that every file can build on: their names and titles.
pub fn games_to_build_on() -> Vec<(&'static str, &'static str)> {
    let games = parents::all().iter();
    games.map(|(name, draft, _)| (name.as_str(), draft.title.as_deref().unwrap_or(name))).collect()
}

/// A game that others can build on: its name, its keys, and whether it can be used.
type Parent = (String, Draft, Standing);

/// Whether a game can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Usable,
    OutOfScope,
    Faulty,
}

impl Standing {
    fn of(game: &Game) -> Self {
        match game.definition {
            Some(_) => Self::Usable,
            None if game.is_out_of_scope => Self::OutOfScope,
            None => Self::Faulty,
        }
    }
}

/// What a section says. Those `below` it are none on which it can build; a game of this program has none.
fn game(
    section: &Section<'_>,
    end: u32,
    above: &[Parent],
    below: Option<&[Section<'_>]>,
    report: &mut Report,
) -> (Game, Draft) {
    let is_foreign = below.is_some();
    let (errors, mistakes) = (report.errors(), report.mistakes());
    check_name(section.name, above, is_foreign, report);
    let known = match section.parent {
        Some(parent) => find_parent(parent, above, below, report),
        None => Some(Draft::default()),
    };
    let is_sound = report.errors() == errors;
    let mut entries = found(section, report);
    if known.is_none() {
        // What its pieces are is not known, so of its keys only those are judged that never fit.
        entries.retain(|(found, _)| matches!(found.key().fate, Fate::Refused(..)));
    }
    let parent = known.unwrap_or_default();
    // Who invented the parent has not invented this game.
    let mut draft = Draft { title: None, inventor: None, source: None, ..parent.clone() };
    draft.apply(&entries, report);
    // Of a key that could not be read, it is not known whether it would give others an effect.
    if is_sound && report.errors() == errors {
        draft.report_idle(&entries, report);
    }
    let places = Places { name: section.name, entries: &entries };
    // Where a key could not be read, what the keys say together is not known.
    let is_read = report.errors() == errors && !section.is_broken;
    let definition = if is_read { finish::finish(&draft, &places, report) } else { None };
    let definition = definition.filter(|definition| {
        finish::report_replaced(&parent, &draft, &entries, report);
        if is_foreign {
            opening::check(definition, places.start(), report);
        }
        report.errors() == errors
    });
    let game = Game {
        name: section.name.text().to_owned(),
        lines: section.name.place().line..end,
        is_out_of_scope: definition.is_none()
            && report.mistakes() == mistakes
            && !section.is_broken,
        definition,
        inventor: draft.inventor.clone(),
        source: draft.source.clone(),
    };
    (game, draft)
}

fn check_name(name: Span<'_>, above: &[Parent], is_foreign: bool, report: &mut Report) {
    let text = name.text();
    let is_letter = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
    };
    if text.is_empty() || text.len() > 40 || !text.bytes().all(is_letter) {
        report
            .error(name.place(), format!("{} is no name of a game", quoted(text)))
            .help("1 to 40 of the letters a to z, digits, '-' and '_'");
    } else if above.iter().any(|(other, ..)| other == text) {
        report.error(name.place(), format!("a game '{text}' stands above already"));
    } else if is_foreign && Variant::compiled(text).is_some() {
        report
            .error(name.place(), format!("'{text}' is a game of this program"))
            .help("give yours another name");
    }
}

fn find_parent(
    parent: Span<'_>,
    above: &[Parent],
    below: Option<&[Section<'_>]>,
    report: &mut Report,
) -> Option<Draft> {
    let text = parent.text();
    let own = above.iter().find(|(name, ..)| name == text);
    if let Some((_, draft, standing)) = own {
        let place = parent.place();
        match standing {
            Standing::Usable => {}
            Standing::OutOfScope => {
                let message = format!("'{text}', on which it builds, is not supported");
                report.unsupported(place, message);
            }
            Standing::Faulty => {
                report.error(place, format!("'{text}', on which it builds, has mistakes"));
            }
        }
        return Some(draft.clone());
    }
    let common: &[Parent] = if below.is_some() { parents::all() } else { &[] };
    if let Some((_, draft, _)) = common.iter().find(|(name, ..)| name == text) {
        return Some(draft.clone());
    }
    if let Some(needs) = fairy::needs(text).filter(|_| below.is_some()) {
        let message = format!("'{text}' needs {needs}, which is not supported");
        report.unsupported(parent.place(), message);
        return None;
    }
    let names = above.iter().chain(common).map(|(name, ..)| name.as_str());
    let is_below = |section: &Section<'_>| section.name.text() == text;
    let help = if below.is_some_and(|below| below.iter().any(is_below)) {
        format!("'{text}' stands below; a game builds on one above it")
    } else if let Some(name) = nearest(text, names) {
        format!("did you mean '{name}'?")
    } else {
        let names: Vec<&str> = common.iter().map(|(name, ..)| name.as_str()).collect();
        format!("games to build on: those above it in the file, and {}", names.join(" "))
    };
    report.error(parent.place(), format!("no game {} to build on", quoted(text))).help(help);
    None
}

/// The keys of a section as they take effect.
fn found<'a>(section: &Section<'a>, report: &mut Report) -> Vec<(Found, Entry<'a>)> {
    let mut entries: Vec<(Found, Entry<'a>)> = Vec::new();
    for &entry in &section.entries {
        let name = entry.key.text();
        let Some(found) = keys::find(name) else {
            // A file of nothing but nonsense is not worth the time to guess what it means.
            let names = if report.errors() < 100 { keys::names().collect() } else { Vec::new() };
            let nearest = || nearest(name, names.iter().map(String::as_str));
            let help = match name.strip_prefix("customPiece") {
                _ if name == "enPassant" => "'enPassantRegion = -' is without it".to_owned(),
                Some(number) if number.parse::<u32>().is_ok() => {
                    "there are customPiece1 to customPiece25".to_owned()
                }
                _ => nearest().map_or_else(String::new, |name| format!("did you mean '{name}'?")),
            };
            report.error(entry.key.place(), format!("{}: no such key", quoted(name))).help(help);
            continue;
        };
        if let Some((_, first)) = entries.iter().find(|(other, _)| *other == found) {
            let line = first.key.place().line;
            report
                .error(entry.key.place(), format!("'{name}' is given twice, first in line {line}"));
            continue;
        }
        entries.push((found, entry));
    }
    entries.sort_by_key(|&(found, _)| found);
    entries
}

/// Whether the moves of a piece with a key of its own can be played.
pub(crate) fn is_supported(piece: &Predefined) -> bool {
    let mut report = Report::default();
    betza::parse(Span::of(piece.betza), &mut report);
    report.errors() == 0
}
