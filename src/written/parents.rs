//! The games that others can build on, as `[mine:chess]` does. They are written as any file is.

use std::sync::OnceLock;

use crate::diagnostic::Report;
use crate::{Parent, ini};

/// The games, from their published rules.
const TEXTS: [&str; 5] = [
    include_str!("parents.ini"),
    include_str!("games/absorption.ini"),
    include_str!("games/cannibal.ini"),
    include_str!("games/chameleon.ini"),
    include_str!("games/einstein.ini"),
];

/// The games in their order.
pub(crate) fn all() -> &'static [Parent] {
    static ALL: OnceLock<Vec<Parent>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut report = Report::default();
        let mut above: Vec<Parent> = Vec::new();
        let sections: Vec<_> =
            TEXTS.iter().flat_map(|text| ini::sections(text, &mut report)).collect();
        for section in sections {
            let (game, draft) = crate::game(&section, 0, &above, false, &mut report);
            above.push((game.name.clone(), draft, game.definition.is_some()));
        }
        debug_assert_eq!(report.errors(), 0);
        above
    })
}
