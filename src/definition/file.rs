//! What a file says: its games, and what is wrong with it.

use crate::Color;
use crate::definition::Definition;
use thiserror::Error;
use vertumnus_games::RULES;

use crate::parents;
use crate::read::diagnostic::{Diagnostic, Place, Report};
use crate::read::ini;
use crate::section::{Game, Others, Standing, game};

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

/// Reads a file. Its games cannot have a name that is taken.
///
/// # Errors
/// If the file is too large or no text. Mistakes in it are no errors of this function: see
/// [`Written::findings`].
pub fn read(file: &[u8], is_taken: impl Fn(&str) -> bool) -> Result<Written, Unreadable> {
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
        let others = Others {
            above: &drafts,
            common: parents::all(),
            below: &sections[number + 1..],
            is_taken: Some(&is_taken),
        };
        let (mut game, draft) = game(section, end, others, &mut report);
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

/// The names of the games that come with the program as files, in their order.
pub fn bundled_names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(name, _)| *name)
}

/// The game of this name that comes with the program, by its file.
///
/// ```
/// let game = vertumnus_definition::bundled("absorption").expect("its file has no mistakes");
/// assert_eq!(game.name, "absorption");
/// ```
///
/// # Errors
/// If there is none, or its file has mistakes: these, as text.
pub fn bundled(name: &str) -> Result<Definition, String> {
    let text = vertumnus_games::of(name, RULES).ok_or_else(|| format!("no game '{name}'"))?;
    let written = read(text.as_bytes(), |_| false).map_err(|error| error.to_string())?;
    let game = written.games.into_iter().find(|game| game.name == name);
    game.and_then(|game| game.definition).ok_or_else(|| {
        let findings = written.findings.iter().map(|finding| finding.render("rules.ini", text));
        format!("{name}: {}", findings.collect::<String>())
    })
}

/// For how many pairs of pieces a game says something.
fn size(game: &Definition) -> usize {
    let changes = &game.changes;
    let lists = [&changes.spared, &changes.gone].map(Vec::len);
    let tables = [changes.captured.len(), changes.merged.len()];
    let captures = lists.into_iter().chain(tables).max().unwrap_or(0).pow(2);
    let promotions = Color::ALL.iter().flat_map(|&color| &game.promotion[color]);
    let movers = promotions.filter_map(|rule| rule.by.as_ref()).map(|by| by.movers.len());
    let handicapped = game.handicaps.captured.iter().map(|table| table.len().pow(2));
    captures + handicapped.chain(movers).sum::<usize>()
}
