//! The games that others can build on, as `[mine:chess]` does. They are written as any file is.

use std::sync::OnceLock;

use crate::diagnostic::Report;
use crate::{Parent, Standing, ini};

/// The games of one file, from their published rules.
const TEXT: &str = include_str!("parents.ini");

/// The games that have files of their own: their names, and the files.
const COMPLETE: [(&str, &str); 8] = [
    ("absorption", include_str!("games/absorption.ini")),
    ("assimilation", include_str!("games/assimilation.ini")),
    ("cannibal", include_str!("games/cannibal.ini")),
    ("chameleon", include_str!("games/chameleon.ini")),
    ("einstein", include_str!("games/einstein.ini")),
    ("norsk", include_str!("games/norsk.ini")),
    ("annan", include_str!("games/annan.ini")),
    ("knightrelay", include_str!("games/knightrelay.ini")),
];

/// The file of a game that comes with the program, for whoever wants to play it as it is.
///
/// ```
/// let file = vertumnus_written::file_of("absorption").expect("it comes with the program");
/// assert_eq!(vertumnus_written::read(file.as_bytes())?.games[0].name, "absorption");
/// assert!(vertumnus_written::file_of("chess").is_none());
/// # Ok::<(), vertumnus_written::Unreadable>(())
/// ```
pub fn file_of(name: &str) -> Option<&'static str> {
    COMPLETE.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}

/// The games in their order.
pub(crate) fn all() -> &'static [Parent] {
    static ALL: OnceLock<Vec<Parent>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut report = Report::default();
        let mut above: Vec<Parent> = Vec::new();
        let texts = [TEXT].into_iter().chain(COMPLETE.map(|(_, text)| text));
        let sections: Vec<_> = texts.flat_map(|text| ini::sections(text, &mut report)).collect();
        for section in sections {
            let (game, draft) = crate::game(&section, 0, &above, None, &mut report);
            above.push((game.name.clone(), draft, Standing::of(&game)));
        }
        debug_assert_eq!(report.errors(), 0);
        above
    })
}
