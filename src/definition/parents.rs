//! The games that others can build on, as `[mine:chess]` does. They are written as any file is.

use std::sync::OnceLock;

use vertumnus_games::RULES;

use crate::read::diagnostic::Report;
use crate::read::ini::{self, Span};
use crate::section::{self, Parent, Standing};

/// The games that have no folder of their own, from their published rules.
const TEXT: &str = include_str!("parents.ini");

/// A game that every file can build on.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// What stands behind the colon of `[name:parent]`.
    pub name: &'static str,
    /// The name that people use.
    pub title: &'static str,
    /// What is special in it, if its file says so.
    pub about: Option<&'static str>,
}

/// The games that every file can build on. Those that have a folder come as early as they can.
pub fn games_to_build_on() -> Vec<Base> {
    let base = |(name, draft, _): &'static Parent| Base {
        name,
        title: draft.title.as_deref().unwrap_or(name),
        about: draft.about.words.as_deref(),
    };
    all().iter().map(base).collect()
}

/// The games, each behind that on which it builds.
pub(crate) fn all() -> &'static [Parent] {
    static ALL: OnceLock<Vec<Parent>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut report = Report::default();
        let texts = RULES.iter().map(|(_, text)| *text).chain([TEXT]);
        let mut waiting: Vec<_> = texts.flat_map(|text| ini::sections(text, &mut report)).collect();
        let mut above: Vec<Parent> = Vec::new();
        while !waiting.is_empty() {
            let is_known = |parent: Span<'_>| above.iter().any(|(name, ..)| name == parent.text());
            // What builds on nothing that is here is told as a mistake.
            let next = waiting.iter().position(|section| section.parent.is_none_or(is_known));
            let section = waiting.remove(next.unwrap_or(0));
            let draft = section::draft(&section, &above, &mut report);
            above.push((section.name.text().to_owned(), draft, Standing::Usable));
        }
        debug_assert_eq!(report.errors(), 0, "{:?}", report.into_findings());
        above
    })
}
