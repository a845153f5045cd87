//! From a section of a file to a game.

use std::ops::Range;

use crate::definition::Definition;

use crate::read::apply::{apply, report_idle};
use crate::read::diagnostic::{Report, nearest, quoted};
use crate::read::draft::Draft;
use crate::read::ini::{Entry, Section, Span};
use crate::read::keys::{self, Fate, Found};
use crate::read::places::Places;
use crate::read::values::is_name_of_game;
use crate::{check, fairy};

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
}

/// A game that others can build on: its name, its keys, and whether it can be used.
pub(crate) type Parent = (String, Draft, Standing);

/// Whether a game can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Usable,
    OutOfScope,
    Faulty,
}

impl Standing {
    pub(crate) fn of(game: &Game) -> Self {
        match game.definition {
            Some(_) => Self::Usable,
            None if game.is_out_of_scope => Self::OutOfScope,
            None => Self::Faulty,
        }
    }
}

/// The other games that a section can name.
#[derive(Clone, Copy, Default)]
pub(crate) struct Others<'a, 's> {
    /// Those above it.
    pub(crate) above: &'a [Parent],
    /// Those that come with the program.
    pub(crate) common: &'a [Parent],
    /// Those below it, on which it cannot build.
    pub(crate) below: &'a [Section<'s>],
    /// Whether a game of the program has this name.
    pub(crate) is_taken: Option<&'a dyn Fn(&str) -> bool>,
}

/// The draft of a section that comes with the program and has no mistakes.
pub(crate) fn draft(section: &Section<'_>, above: &[Parent], report: &mut Report) -> Draft {
    let parent = section
        .parent
        .and_then(|parent| find_parent(parent, Others { above, ..Others::default() }, report));
    let mut draft = parent.unwrap_or_default().heir();
    apply(&mut draft, &found(section, report), report);
    draft
}

/// Reads a section.
pub(crate) fn game(
    section: &Section<'_>,
    end: u32,
    others: Others<'_, '_>,
    report: &mut Report,
) -> (Game, Draft) {
    let (errors, mistakes) = (report.errors(), report.mistakes());
    check_name(section.name, others, report);
    let known = match section.parent {
        Some(parent) => find_parent(parent, others, report),
        None => Some(Draft::default()),
    };
    let is_sound = report.errors() == errors;
    let mut entries = found(section, report);
    if known.is_none() {
        // What its pieces are is not known, so of its keys only those are judged that never fit.
        entries.retain(|(found, _)| matches!(found.key().fate, Fate::Refused(..)));
    }
    let parent = known.unwrap_or_default();
    let mut draft = parent.clone().heir();
    apply(&mut draft, &entries, report);
    // Of a key that could not be read, it is not known whether it would give others an effect.
    if is_sound && report.errors() == errors {
        report_idle(&draft, &entries, report);
    }
    let places = Places { name: section.name, entries: &entries };
    check_other_names(&draft, &places, others, report);
    // Where a key could not be read, what the keys say together is not known.
    let is_read = report.errors() == errors && !section.is_broken;
    let definition = if is_read { check::finish(&draft, &places, report) } else { None };
    let definition = definition.filter(|definition| {
        check::report_replaced(&parent, &draft, &entries, report);
        check::opening::check(definition, places.start(), report);
        report.errors() == errors
    });
    let game = Game {
        name: section.name.text().to_owned(),
        lines: section.name.place().line..end,
        is_out_of_scope: definition.is_none()
            && report.mistakes() == mistakes
            && !section.is_broken,
        definition,
    };
    (game, draft)
}

fn check_name(name: Span<'_>, others: Others<'_, '_>, report: &mut Report) {
    let text = name.text();
    if !is_name_of_game(text) {
        report
            .error(name.place(), format!("{} is no name of a game", quoted(text)))
            .help("1 to 40 of the letters a to z, digits, '-' and '_'");
    } else if others.above.iter().any(|(other, ..)| other == text) {
        report.error(name.place(), format!("a game '{text}' stands above already"));
    } else if others.is_taken.is_some_and(|is_taken| is_taken(text)) {
        report
            .error(name.place(), format!("'{text}' is a game of this program"))
            .help("give yours another name");
    }
}

fn check_other_names(
    draft: &Draft,
    places: &Places<'_, '_>,
    others: Others<'_, '_>,
    report: &mut Report,
) {
    let is_taken = |name: &&String| others.is_taken.is_some_and(|is_taken| is_taken(name));
    if let Some(name) = draft.other_names.iter().find(is_taken) {
        let message = format!("'{name}' is a game of this program");
        report.error(places.of(&["otherNames"]), message);
    }
}

fn find_parent(parent: Span<'_>, others: Others<'_, '_>, report: &mut Report) -> Option<Draft> {
    let Others { above, common, below, .. } = others;
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
    if let Some((_, draft, _)) = common.iter().find(|(name, ..)| name == text) {
        return Some(draft.clone());
    }
    if let Some(needs) = fairy::needs(text) {
        let message = format!("'{text}' needs {needs}, which is not supported");
        report.unsupported(parent.place(), message);
        return None;
    }
    let names = above.iter().chain(common).map(|(name, ..)| name.as_str());
    let help = if below.iter().any(|section| section.name.text() == text) {
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
        match entries.iter_mut().find(|(other, _)| *other == found) {
            Some((_, known)) => {
                let line = known.key.place().line;
                let message = format!("'{name}' is given twice, first in line {line}");
                report.warning(entry.key.place(), message).help("this one counts");
                *known = entry;
            }
            None => entries.push((found, entry)),
        }
    }
    entries.sort_by_key(|&(found, _)| found);
    entries
}
