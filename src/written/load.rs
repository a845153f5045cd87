//! From a text to games that this process plays.

use thiserror::Error;
use vertumnus_core::rules::Variant;

use crate::{Diagnostic, Game, Place, Severity, Unreadable, Written, read};

/// The games of a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Those that this process plays now, in their order.
    pub games: Vec<Variant>,
    /// The others.
    pub refused: Vec<Refused>,
    /// What is wrong with the file or worth knowing, in its order. A game that cannot be played although
    /// it has no mistake has an error at its head.
    pub findings: Vec<Diagnostic>,
}

/// A game of a file that is not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its name as it stands in the file.
    pub name: String,
    /// Why, in one line.
    pub reason: String,
}

/// Why no game of a file is played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoGames {
    /// It is not looked at.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It has no game: the first mistake, in one line.
    #[error("{}", first_mistake(findings, None).as_deref().unwrap_or("the file has no game"))]
    None {
        /// What is wrong with it, in its order.
        findings: Vec<Diagnostic>,
    },
}

/// Reads a file and makes its games known by their names, as [`Variant::load`] does. A game with mistakes, or
/// one that cannot be played, keeps no other from it; none of its name is known any more.
///
/// # Errors
/// If the file is too large or no text, or has no game at all.
pub fn load(file: &[u8]) -> Result<Loaded, NoGames> {
    let written = read(file)?;
    if written.games.is_empty() {
        return Err(NoGames::None { findings: written.findings });
    }
    let mut loaded =
        Loaded { games: Vec::new(), refused: Vec::new(), findings: written.findings.clone() };
    for game in &written.games {
        match variant(game, &written) {
            Ok(variant) => loaded.games.push(variant),
            Err(reason) => {
                Variant::forget(&game.name);
                if game.definition.is_some() {
                    loaded.findings.push(unplayable(game, &reason));
                }
                loaded.refused.push(Refused { name: game.name.clone(), reason });
            }
        }
    }
    loaded.findings.sort_by_key(|finding| finding.place);
    Ok(loaded)
}

/// An error at the head of a game.
fn unplayable(game: &Game, reason: &str) -> Diagnostic {
    let length = game.name.chars().count() as u32;
    Diagnostic {
        severity: Severity::Error,
        // Behind the bracket.
        place: Place { line: game.lines.start, column: 2, length },
        message: format!("'{}' cannot be played: {reason}", game.name),
        help: String::new(),
    }
}

fn variant(game: &Game, written: &Written) -> Result<Variant, String> {
    let Some(definition) = &game.definition else {
        let first = first_mistake(&written.findings, Some(game));
        return Err(first.unwrap_or_else(|| "it has mistakes".to_owned()));
    };
    Variant::load(definition).map_err(|error| error.to_string())
}

/// The first mistake of a game, or of the file: `line 3: 'M' is no part of a move`.
fn first_mistake(findings: &[Diagnostic], game: Option<&Game>) -> Option<String> {
    let is_here = |line| game.is_none_or(|game| game.lines.contains(&line));
    let mistakes =
        || findings.iter().filter(|one| one.severity == Severity::Error && is_here(one.place.line));
    let first = mistakes().next()?;
    let more = match mistakes().count() - 1 {
        0 => String::new(),
        1 => " (and one more mistake)".to_owned(),
        more => format!(" (and {more} more mistakes)"),
    };
    Some(format!("line {}: {}{more}", first.place.line, first.message))
}

#[cfg(all(test, feature = "played"))]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_played_is_loaded_and_the_rest_says_why_not() {
        let text = "[load-one:chess]\nking = k:KN\n[load-two:chess]\nking = k:KM\nnonesuch = 1\n\
            [chess:chess]\nking = k:KN\n[load-three:load-one]\nstalemateValue = loss\n";
        let loaded = load(text.as_bytes()).expect("it has games");
        let names: Vec<&str> = loaded.games.iter().map(|game| game.name()).collect();
        assert_eq!(names, ["load-one", "load-three"]);
        assert_eq!(Variant::named("load-three"), Some(loaded.games[1]));
        let refused: Vec<String> =
            loaded.refused.iter().map(|one| format!("{}: {}", one.name, one.reason)).collect();
        assert_eq!(refused.len(), 2, "{refused:?}");
        assert!(
            refused[0].starts_with("load-two: line 4: 'M' is no part of a move (and one"),
            "{refused:?}"
        );
        assert_eq!(refused[1], "chess: line 6: 'chess' is a game of this program");
    }

    #[test]
    fn an_edited_file_is_another_game_of_the_same_name() {
        let load = |text: &str| load(text.as_bytes()).expect("a game").games[0];
        let first = load("[load-again:chess]\nking = k:KN\n");
        let same = load("# The same.\n[load-again:chess]\nking = k:NK\n");
        let second = load("[load-again:chess]\nking = k:KD\n");
        assert_eq!(first.identity(), same.identity());
        assert_ne!(first, second);
        assert_eq!(Variant::named("load-again"), Some(second));
        assert_eq!((first.name(), second.name()), ("load-again", "load-again"));
        // With a mistake, it is not that of before.
        let broken = super::load(b"[load-again:chess]\nking = k:KM\n").expect("a game");
        assert_eq!((broken.refused.len(), Variant::named("load-again")), (1, None));
    }

    #[test]
    fn a_file_without_a_game_is_refused_in_one_line() {
        for text in ["", "# nothing\n", "king = k:KN\n", "\u{0}\u{1}"] {
            let refusal = load(text.as_bytes()).expect_err("no game").to_string();
            assert!(refusal.starts_with("line 1: ") && refusal.lines().count() == 1, "{refusal}");
        }
        assert!(load(&[0xff; 9]).expect_err("no text").to_string().contains("no text"));
    }
}
