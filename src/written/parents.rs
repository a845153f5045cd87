//! The games that others can build on, as `[mine:chess]` does. They are written as any file is.

use std::sync::OnceLock;

use crate::diagnostic::Report;
use crate::{Parent, Standing, ini};

/// The games, from their published rules.
pub(crate) const TEXT: &str = include_str!("parents.ini");

/// The games in their order.
pub(crate) fn all() -> &'static [Parent] {
    static ALL: OnceLock<Vec<Parent>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut report = Report::default();
        let mut above: Vec<Parent> = Vec::new();
        for section in ini::sections(TEXT, &mut report) {
            let (game, draft) = crate::game(&section, 0, &above, false, &mut report);
            above.push((game.name.clone(), draft, Standing::of(&game)));
        }
        debug_assert_eq!(report.errors(), 0);
        above
    })
}
