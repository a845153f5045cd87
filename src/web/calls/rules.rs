//! Games that are read from a text.

use serde::Serialize;

use vertumnus_written::{self as written, Base, Diagnostic, NoGames};

use super::position;
use super::refusal::{Refusal, RefusalKind};
use super::request::Request;
use super::variant::Named;

/// What a text of rules has.
#[derive(Serialize)]
pub(super) struct Rules {
    /// The games that can be played from now on, in the order of the text.
    games: Vec<Named>,
    findings: Vec<Finding>,
}

/// What a text of rules has, and one of its games in words.
#[derive(Serialize)]
pub(super) struct Checked {
    games: Vec<Named>,
    findings: Vec<Finding>,
    /// The game; `None` if there is none to play.
    game: Option<&'static str>,
    words: String,
}

/// What is wrong with a text of rules or worth knowing.
#[derive(Serialize)]
struct Finding {
    severity: &'static str,
    /// The line, counted from 1.
    line: u32,
    /// The first character, counted from 1.
    column: u32,
    /// How many characters.
    length: u32,
    /// One line for people.
    message: String,
    /// What is allowed there, or what to do; may be empty.
    help: String,
}

/// What a text of rules can be made of.
#[derive(Serialize)]
pub(super) struct Words {
    keys: Vec<KeyInWords>,
    /// The games that stand behind a colon.
    parents: Vec<BaseInWords>,
}

/// A game to build on.
#[derive(Serialize)]
struct BaseInWords {
    name: &'static str,
    title: &'static str,
    about: Option<&'static str>,
}

/// A key of a text of rules.
#[derive(Serialize)]
struct KeyInWords {
    name: String,
    takes: String,
    meaning: &'static str,
}

/// The keys and the games to build on.
pub(super) fn words() -> Words {
    let keys = written::supported();
    let keys =
        keys.map(|(name, key)| KeyInWords { name, takes: key.takes.words(), meaning: key.meaning });
    let parents = written::games_to_build_on().into_iter();
    let parents = parents.map(|Base { name, title, about }| BaseInWords { name, title, about });
    Words { keys: keys.collect(), parents: parents.collect() }
}

/// Reads the games of a request's text.
pub(super) fn load(request: &Request) -> Result<Rules, Refusal> {
    let (games, findings) = match written::load(request.long_text("text")?.as_bytes()) {
        Ok(loaded) => (loaded.games, loaded.findings),
        Err(NoGames::None { findings }) => (Vec::new(), findings),
        Err(unread) => return Err(Refusal::new(RefusalKind::BadRules, unread.to_string())),
    };
    let finding = |Diagnostic { severity, place, message, help }| Finding {
        severity: severity.word(),
        line: place.line,
        column: place.column,
        length: place.length,
        message,
        help,
    };
    Ok(Rules {
        games: games.into_iter().map(Named::of).collect(),
        findings: findings.into_iter().map(finding).collect(),
    })
}

/// Reads the games of a request's text, and tells the rules of the one that it names, or of the first.
pub(super) fn check(request: &Request) -> Result<Checked, Refusal> {
    let wanted = request.optional_text("game")?;
    let Rules { games, findings } = load(request)?;
    let mut names = games.iter().map(Named::name);
    let game = names.find(|&name| wanted.is_none_or(|wanted| wanted == name));
    let Some(name) = game else {
        return Ok(Checked { games, findings, game, words: String::new() });
    };
    let about = Request::about(name);
    // What a board will ask first.
    position::view(&about)?;
    Ok(Checked { games, findings, game, words: explain(&about)? })
}

/// The rules of a game of a request's text, in words. Nothing is loaded. Without a text, those of a game that
/// has been.
pub(super) fn explain(request: &Request) -> Result<String, Refusal> {
    let refused = |reason: String| Refusal::new(RefusalKind::BadRules, reason);
    let Some(text) = request.optional_long_text("text")? else {
        let variant = request.variant()?;
        let no_text = || refused(format!("the rules of '{variant}' come from no text"));
        return Ok(written::explain(variant.definition().ok_or_else(no_text)?));
    };
    let text = written::read(text.as_bytes()).map_err(|unread| refused(unread.to_string()))?;
    let name = request.text("game")?;
    let game = text.games.iter().find(|game| game.name == name);
    let game = game.ok_or_else(|| refused(format!("the text has no game '{name}'")))?;
    let definition = game.definition.as_ref();
    definition.map(written::explain).ok_or_else(|| refused(format!("'{name}' has mistakes")))
}
