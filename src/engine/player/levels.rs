//! Levels of play in words, for people.

use crate::search::Skill;

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The value of the option `Skill Level`.
    pub skill_level: u64,
    /// Whom it suits.
    pub suits: &'static str,
}

/// The levels, the weakest first; the last one is full strength.
pub const LEVELS: [Level; 7] = [
    Level { name: "beginner", skill_level: 0, suits: "people who have just learned the rules" },
    Level { name: "casual", skill_level: 5, suits: "people who play now and then" },
    Level { name: "club", skill_level: 10, suits: "a club player" },
    Level { name: "strong", skill_level: 14, suits: "a strong club player" },
    Level { name: "expert", skill_level: 17, suits: "an expert" },
    Level { name: "master", skill_level: 19, suits: "a master" },
    Level {
        name: "full",
        skill_level: Skill::FULL as u64,
        suits: "full strength, beyond human players",
    },
];

impl Level {
    /// The level of a name or of its beginning, without regard to case.
    pub fn named(text: &str) -> Option<Self> {
        let start = text.to_ascii_lowercase();
        let mut fitting = LEVELS.into_iter().filter(|level| level.name.starts_with(&start));
        let level = fitting.next()?;
        (level.name == start || fitting.next().is_none()).then_some(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_to_full_strength_and_have_names() {
        assert!(LEVELS.is_sorted_by(|a, b| a.skill_level < b.skill_level));
        assert_eq!(LEVELS[LEVELS.len() - 1].skill_level, u64::from(Skill::FULL));
        for level in LEVELS {
            assert_eq!(Level::named(&level.name.to_uppercase()), Some(level));
        }
        assert_eq!(Level::named("beg"), Some(LEVELS[0]));
        for text in ["", "c", "nobody", "beginners"] {
            assert_eq!(Level::named(text), None, "{text}");
        }
    }
}
