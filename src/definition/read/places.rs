//! Where in its file a game says something, for findings.

use crate::read::changes;
use crate::read::diagnostic::Place;
use crate::read::ini::{Entry, Span};
use crate::read::keys::{Found, KEYS};
use crate::read::start::{Held, Start};

/// Where the parts of a game stand in the file.
pub(crate) struct Places<'a, 'e> {
    /// Its name.
    pub(crate) name: Span<'a>,
    /// Its own keys.
    pub(crate) entries: &'e [(Found, Entry<'a>)],
}

impl Places<'_, '_> {
    /// The key of the section that sets this, or else the name of the game.
    pub(crate) fn of(&self, keys: &[&str]) -> Place {
        self.entry(keys).map_or_else(|| self.name.place(), |entry| entry.value.place())
    }

    /// The start position, or else the name of the game.
    pub(crate) fn start(&self) -> Place {
        self.of(&["startFen"])
    }

    /// A rule of a list of this key, or else what [`of`](Self::of) says.
    pub(crate) fn rule(&self, key: &str, index: usize) -> Place {
        self.own_rule(key, index).unwrap_or_else(|| self.of(&[key]))
    }

    /// A rule of a list, if the section has the key.
    pub(crate) fn own_rule(&self, key: &str, index: usize) -> Option<Place> {
        let entry = self.entry(&[key])?;
        changes::rules(entry.value).get(index).map(|rule| rule.place())
    }

    /// A word of a list of this key that has no blanks in its words, or else what [`of`](Self::of) says.
    pub(crate) fn word(&self, key: &str, index: usize) -> Place {
        let word = self.entry(&[key]).and_then(|entry| entry.value.words().nth(index));
        word.map_or_else(|| self.of(&[key]), Span::place)
    }

    /// A cell of the start position, or else the name of the game.
    pub(crate) fn cell(&self, start: &Start<'_>, at: usize) -> Place {
        match self.entry(&["startFen"]) {
            Some(_) => start.places[at],
            None => self.name.place(),
        }
    }

    /// A piece in hand of the start position, or else the name of the game.
    pub(crate) fn held(&self, held: &Held) -> Place {
        if self.entry(&["startFen"]).is_some() { held.place } else { self.name.place() }
    }

    pub(crate) fn entry(&self, keys: &[&str]) -> Option<Entry<'_>> {
        debug_assert!(keys.iter().all(|name| KEYS.iter().any(|key| key.name == *name)), "{keys:?}");
        let is_one = |found: &Found| keys.contains(&found.key().name);
        self.entries.iter().find(|(found, _)| is_one(found)).map(|&(_, entry)| entry)
    }
}
