//! Levels of play as options of the command line take them: in words, or as numbers.

use vertumnus_engine::player::levels::{LEVELS, Level};

/// A level of play.
#[derive(Clone, Debug)]
pub(crate) struct Strength {
    /// The value of the option `Skill Level`.
    pub(crate) skill_level: u64,
    /// What it is called.
    pub(crate) name: String,
}

/// Reads a level, by its name or its number.
pub(crate) fn level(text: &str) -> Result<Strength, String> {
    if let Some(Level { name, skill_level, .. }) = Level::named(text) {
        return Ok(Strength { skill_level, name: name.to_owned() });
    }
    let full = LEVELS[LEVELS.len() - 1].skill_level;
    let number = text.parse().ok().filter(|number| *number <= full);
    number
        .map(|skill_level| Strength { skill_level, name: format!("level {skill_level}") })
        .ok_or_else(|| {
            let names = LEVELS.map(|level| level.name).join(", ");
            format!("the levels are {names}, and the numbers from 0 to {full}")
        })
}
