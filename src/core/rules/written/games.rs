//! The written games of this process.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use super::unplayable::{MOST_BYTES, Unplayable};
use super::{Written64, Written128};
use crate::rules::Facts;
use crate::rules::definition::Definition;

/// A written game of this process. It is there until the process ends, and does not change: an edited
/// definition is another game.
#[derive(Clone, Copy)]
pub struct WrittenGame(&'static Entry);

/// The rules of a written game, in the width that its board needs.
#[derive(Clone, Copy, Debug)]
pub enum AnyWritten {
    /// A board of at most 64 cells.
    Narrow(Written64),
    /// A larger one.
    Wide(Written128),
}

impl AnyWritten {
    /// The memory that they take, in bytes.
    fn bytes(self) -> usize {
        match self {
            Self::Narrow(rules) => rules.0.bytes(),
            Self::Wide(rules) => rules.0.bytes(),
        }
    }
}

struct Entry {
    number: u8,
    definition: Definition,
    identity: String,
    rules: AnyWritten,
}

/// The written games of this process, in the order in which they came.
static GAMES: Mutex<Vec<WrittenGame>> = Mutex::new(Vec::new());

/// Those that are found by their names, of which no two are the same.
static LOADED: Mutex<Vec<WrittenGame>> = Mutex::new(Vec::new());

impl WrittenGame {
    /// The game of a definition: the one that there is already, if there is one.
    ///
    /// # Errors
    /// The first reason why it cannot be played, or that the process has 256 written games.
    pub fn new(definition: &Definition) -> Result<Self, Unplayable> {
        let identity = format!("{}#{:016x}", definition.name, definition.rules_hash());
        Self::identified(definition, identity)
    }

    /// The game of this name that comes with the program, by its file. Its name says what its rules are.
    #[cfg(feature = "bundle")]
    pub(in crate::rules) fn bundled(name: &str) -> Option<Self> {
        let definition = vertumnus_definition::bundled(name).ok()?;
        Self::identified(&definition, name.to_owned()).ok()
    }

    fn identified(definition: &Definition, identity: String) -> Result<Self, Unplayable> {
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = games.iter().find(|game| game.0.definition == *definition) {
            return Ok(known);
        }
        let number = u8::try_from(games.len()).map_err(|_| Unplayable::Games)?;
        if games.iter().map(|game| game.0.rules.bytes()).sum::<usize>() > MOST_BYTES {
            return Err(Unplayable::Memory);
        }
        let cells = usize::from(definition.board.files) * usize::from(definition.board.ranks);
        let rules = if cells <= 64 {
            AnyWritten::Narrow(Written64::new(definition)?)
        } else {
            AnyWritten::Wide(Written128::new(definition)?)
        };
        let entry = Entry { number, definition: definition.clone(), identity, rules };
        let game = Self(Box::leak(Box::new(entry)));
        games.push(game);
        Ok(game)
    }

    /// The game of a definition, which is found by its name from now on.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(in crate::rules) fn load(definition: &Definition) -> Result<Self, Unplayable> {
        let game = Self::new(definition)?;
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        match loaded.iter_mut().find(|known| known.facts().name == game.facts().name) {
            Some(known) => *known = game,
            None => loaded.push(game),
        }
        Ok(game)
    }

    /// Takes the name from the game that is found by it.
    pub(in crate::rules) fn forget(name: &str) {
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.retain(|known| known.facts().name != name);
    }

    /// The games that are found by their names, in the order in which these came.
    pub(in crate::rules) fn loaded() -> Vec<Self> {
        LOADED.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The game with these facts, if they are those of a written game of this process.
    pub(in crate::rules) fn with_facts(facts: &'static Facts) -> Option<Self> {
        let games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        games.iter().copied().find(|game| std::ptr::eq(game.facts(), facts))
    }

    /// What the game states in plain data.
    pub const fn facts(self) -> &'static Facts {
        match self.0.rules {
            AnyWritten::Narrow(rules) => &rules.0.facts,
            AnyWritten::Wide(rules) => &rules.0.facts,
        }
    }

    /// Its rules.
    pub const fn rules(self) -> AnyWritten {
        self.0.rules
    }

    /// Its name and the hash of its rules.
    pub(in crate::rules) const fn identity(self) -> &'static str {
        self.0.identity.as_str()
    }

    /// What it was made of.
    pub const fn definition(self) -> &'static Definition {
        &self.0.definition
    }
}

impl fmt::Debug for WrittenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (written game {})", self.facts().name, self.0.number)
    }
}

impl PartialEq for WrittenGame {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }
}

impl Eq for WrittenGame {}

impl PartialOrd for WrittenGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WrittenGame {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.number.cmp(&other.0.number)
    }
}

impl Hash for WrittenGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number.hash(state);
    }
}
