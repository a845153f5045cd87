//! The games that others can build on, as `[mine:chess]` does. They are written as any file is.

use std::sync::OnceLock;

use vertumnus_games::RULES;

use crate::read::diagnostic::Report;
use crate::read::ini;
use crate::section::{self, Parent, Standing};

/// The games that have no folder of their own, from their published rules.
const TEXT: &str = include_str!("parents.ini");

/// The games that every file can build on: their names and titles.
pub fn games_to_build_on() -> Vec<(&'static str, &'static str)> {
    let games = all().iter();
    games.map(|(name, draft, _)| (name.as_str(), draft.title.as_deref().unwrap_or(name))).collect()
}

/// The games in their order.
pub(crate) fn all() -> &'static [Parent] {
    static ALL: OnceLock<Vec<Parent>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut report = Report::default();
        let mut above: Vec<Parent> = Vec::new();
        // All others build on chess.
        let (chess, others): (Vec<_>, Vec<_>) =
            RULES.iter().partition(|(name, _)| *name == "chess");
        let texts = chess.iter().map(|(_, text)| *text).chain([TEXT]);
        let texts = texts.chain(others.iter().map(|(_, text)| *text));
        let sections: Vec<_> = texts.flat_map(|text| ini::sections(text, &mut report)).collect();
        for section in sections {
            let draft = section::draft(&section, &above, &mut report);
            above.push((section.name.text().to_owned(), draft, Standing::Usable));
        }
        debug_assert_eq!(report.errors(), 0, "{:?}", report.into_findings());
        above
    })
}
