//! Where in its file a game says something, for findings.

use crate::changes;
use crate::diagnostic::Place;
use crate::ini::{Entry, Span};
use crate::keys::{Fate, Field, Found};
use crate::start::Start;

/// Where the parts of a game stand in the file.
pub(crate) struct Places<'a, 'e> {
    /// Its name.
    pub(crate) name: Span<'a>,
    /// Its own keys.
    pub(crate) entries: &'e [(Found, Entry<'a>)],
}

impl Places<'_, '_> {
    /// The key of the section that sets this, or else the name of the game.
    pub(crate) fn of(&self, fields: &[Field]) -> Place {
        self.entry(fields).map_or_else(|| self.name.place(), |entry| entry.value.place())
    }

    /// The start position, or else the name of the game.
    pub(crate) fn start(&self) -> Place {
        self.of(&[Field::StartFen])
    }

    /// A rule of a list of this key, or else what [`of`](Self::of) says.
    pub(crate) fn rule(&self, field: Field, index: usize) -> Place {
        self.own_rule(field, index).unwrap_or_else(|| self.of(&[field]))
    }

    /// A rule of a list, if the section has the key.
    pub(crate) fn own_rule(&self, field: Field, index: usize) -> Option<Place> {
        let entry = self.entry(&[field])?;
        changes::rules(entry.value).get(index).map(|rule| rule.place())
    }

    /// A word of a list of this key that has no blanks in its words, or else what [`of`](Self::of) says.
    pub(crate) fn word(&self, field: Field, index: usize) -> Place {
        let word = self.entry(&[field]).and_then(|entry| entry.value.words().nth(index));
        word.map_or_else(|| self.of(&[field]), Span::place)
    }

    /// A cell of the start position, or else the name of the game.
    pub(crate) fn cell(&self, start: &Start<'_>, at: usize) -> Place {
        match self.entry(&[Field::StartFen]) {
            Some(_) => start.places[at],
            None => self.name.place(),
        }
    }

    pub(crate) fn entry(&self, fields: &[Field]) -> Option<Entry<'_>> {
        let is_one =
            |found: &Found| fields.iter().any(|&field| found.key().fate == Fate::Used(field));
        self.entries.iter().find(|(found, _)| is_one(found)).map(|&(_, entry)| entry)
    }
}
