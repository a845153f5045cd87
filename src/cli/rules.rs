//! The command `rules`, and the rules of a game wherever else they are told: the pages of rules as text.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::Args;

use vertumnus_core::game;
use vertumnus_core::rules::Variant;

use crate::RulesPages;
use crate::look::Look;
use crate::markdown;
use crate::written;

/// The heading with which a page of rules begins.
const DIFFERENCES: &str = "How it differs from chess";

/// The columns of a message in a window.
const MESSAGE_WIDTH: usize = 72;

#[derive(Args, Clone, Debug)]
pub(crate) struct RulesArgs {
    /// The game, by its name or the beginning of it; all games in a sentence if there is none
    #[arg(value_name = "GAME")]
    game: Option<Variant>,
    /// All of the rules, with examples and notation
    #[arg(long, requires = "game")]
    all: bool,
}

/// Prints the rules.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn run(
    arguments: &RulesArgs,
    pages: RulesPages,
    look: Look,
    output: &mut dyn Write,
) -> io::Result<()> {
    let Some(game) = arguments.game else {
        writeln!(output, "{}", list(pages, look))?;
        return writeln!(output, "\nA game on one screen: vertumnus rules GAME");
    };
    if arguments.all {
        return writeln!(output, "{}", whole(game, pages, look));
    }
    writeln!(output, "{}", in_short(game, pages, look))?;
    writeln!(output, "\nAll of the rules: vertumnus rules {game} --all")
}

/// What each game is about: the first paragraph of how it differs from chess.
fn list(pages: RulesPages, look: Look) -> String {
    let mut text = String::new();
    let loaded = Variant::loaded();
    for game in loaded {
        let _ = writeln!(text, "**{}** (`{game}`)\n", game::session(game).title());
    }
    let games = if text.is_empty() { Variant::bundled() } else { &[] };
    for &game in games {
        let differences = page(game, pages).and_then(|page| markdown::section(page, DIFFERENCES));
        let first = differences.and_then(|text| text.trim().split("\n\n").next());
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "**{}** (`{game}`)\n\n{}\n",
            game::session(game).title(),
            first.unwrap_or_default()
        );
    }
    markdown::shown(&text, look)
}

/// How a game differs from chess.
pub(crate) fn in_short(game: Variant, pages: RulesPages, look: Look) -> String {
    let differences = page(game, pages).and_then(|page| markdown::section(page, DIFFERENCES));
    if let (None, Some(definition)) = (differences, game.definition()) {
        return written::in_words(definition, look.width).trim_end().to_owned();
    }
    let differences = differences.unwrap_or("This program has no page of its rules.");
    markdown::shown(&format!("# {}\n\n{differences}", game::session(game).title()), look)
}

/// The whole page of a game.
pub(crate) fn whole(game: Variant, pages: RulesPages, look: Look) -> String {
    page(game, pages)
        .map_or_else(|| in_short(game, pages, look), |page| markdown::shown(page, look))
}

/// How a game differs from chess, for a GUI to show.
pub(crate) fn message(game: Variant, pages: RulesPages) -> String {
    in_short(game, pages, Look { width: MESSAGE_WIDTH, ..Look::PLAIN })
}

fn page(game: Variant, pages: RulesPages) -> Option<&'static str> {
    let is_of_it = |(known, _): &&(_, _)| *known == game.name() && game.rules_tag().is_none();
    pages.iter().find(is_of_it).map(|&(_, page)| page)
}
