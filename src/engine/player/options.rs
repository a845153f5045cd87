//! The engine's options: names, ranges and defaults, said once for all protocols.

use std::time::Duration;

use thiserror::Error;

use super::start::{self, StartPart};
use crate::search::Skill;
use vertumnus_core::rules::Variant;

/// What values an option takes, and which setting each makes.
#[derive(Clone, Debug)]
pub enum OptionKind {
    /// A whole number within bounds.
    Spin {
        /// The value at start.
        default: u64,
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
        /// The setting.
        set: fn(u64) -> Setting,
    },
    /// Yes or no.
    Check {
        /// The value at start.
        default: bool,
        /// The setting.
        set: fn(bool) -> Setting,
    },
    /// One of the games.
    Variant {
        /// The value at start.
        default: Variant,
    },
    /// A part of the seventh FEN field that a game starts with.
    StartPart {
        /// The value at start.
        default: String,
        /// Which part, and of which game.
        part: StartPart,
        /// What it takes, for people.
        takes: &'static str,
    },
    /// No value: setting it does something.
    Button(Setting),
}

/// An option as it is announced.
#[derive(Clone, Debug)]
pub struct OptionInfo {
    /// Its name, compared without regard to case.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("no option '{0}'")]
    Unknown(String),
    /// The value is not one that the option takes.
    #[error("option {name} takes {expected}, not '{value}'")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes, in words.
        expected: String,
        /// What was given.
        value: String,
    },
    /// The table would not fit.
    #[error("there is no memory for {0} MiB")]
    Memory(usize),
}

/// A change of an option, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The transposition table's size in MiB.
    Hash(usize),
    /// Empties the transposition table.
    ClearHash,
    /// How many threads search.
    Threads(usize),
    /// How many lines are reported.
    MultiPv(usize),
    /// Whether the GUI lets the engine ponder, which changes nothing for a single move.
    Ponder(bool),
    /// Time kept back in each move for what happens outside the engine.
    MoveOverhead(Duration),
    /// How well to play.
    SkillLevel(u32),
    /// Whether to play at the Elo that is set, whatever the level.
    LimitStrength(bool),
    /// At which Elo to play, if that is limited.
    Elo(u32),
    /// Whether chances are told with scores.
    ShowWdl(bool),
    /// The game.
    Variant(Variant),
    /// Whether the GUI analyses rather than plays, which changes nothing yet.
    AnalyseMode(bool),
    /// A part of the seventh FEN field that a game starts with.
    StartPart(StartPart, String),
}

/// The values of the options that last.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The transposition table's size in MiB.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many lines are reported.
    pub multi_pv: usize,
    /// Time kept back in each move for what happens outside the engine.
    pub move_overhead: Duration,
    /// How well to play.
    pub skill_level: u32,
    /// Whether to play at `elo`, whatever the level.
    pub limit_strength: bool,
    /// At which Elo to play, if that is limited.
    pub elo: u32,
    /// Whether chances are told with scores.
    pub show_wdl: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(30),
            skill_level: Skill::FULL,
            limit_strength: false,
            elo: Skill::ELO_RANGE.1,
            show_wdl: false,
        }
    }
}

impl Options {
    /// How well a search is to play whose choices follow from this seed; none for as well as it can.
    pub(super) fn skill(&self, seed: u64) -> Option<Skill> {
        if self.limit_strength {
            Some(Skill::of_elo(self.elo, seed))
        } else {
            Skill::of_level(self.skill_level, seed)
        }
    }
}

/// All options, in the order in which they are announced.
#[must_use]
pub fn all() -> Vec<OptionInfo> {
    let start = Options::default();
    let spin = |default, min, max, set| OptionKind::Spin { default, min, max, set };
    let overhead = u64::try_from(start.move_overhead.as_millis()).unwrap_or(0);
    let (least_elo, most_elo) = Skill::ELO_RANGE;
    let mut options: Vec<_> = [
        ("Hash", spin(start.hash as u64, 1, 65_536, |mib| Setting::Hash(mib as usize))),
        ("Clear Hash", OptionKind::Button(Setting::ClearHash)),
        ("Threads", spin(start.threads as u64, 1, 256, |n| Setting::Threads(n as usize))),
        ("MultiPV", spin(start.multi_pv as u64, 1, 500, |n| Setting::MultiPv(n as usize))),
        ("Ponder", OptionKind::Check { default: false, set: Setting::Ponder }),
        (
            "Move Overhead",
            spin(overhead, 0, 5_000, |ms| Setting::MoveOverhead(Duration::from_millis(ms))),
        ),
        (
            "Skill Level",
            spin(start.skill_level.into(), 0, Skill::FULL.into(), |level| {
                Setting::SkillLevel(level as u32)
            }),
        ),
        (
            "UCI_LimitStrength",
            OptionKind::Check { default: start.limit_strength, set: Setting::LimitStrength },
        ),
        (
            "UCI_Elo",
            spin(start.elo.into(), least_elo.into(), most_elo.into(), |elo| {
                Setting::Elo(elo as u32)
            }),
        ),
        ("UCI_ShowWDL", OptionKind::Check { default: start.show_wdl, set: Setting::ShowWdl }),
        ("UCI_Variant", OptionKind::Variant { default: Variant::default() }),
        ("UCI_AnalyseMode", OptionKind::Check { default: false, set: Setting::AnalyseMode }),
    ]
    .map(|(name, kind)| OptionInfo { name, kind })
    .into();
    options.extend(start::options());
    options
}

/// Checks a change of an option.
///
/// # Errors
/// If there is no such option, or it does not take this value.
pub fn parse(name: &str, value: &str) -> Result<Setting, OptionError> {
    let info = all().into_iter().find(|info| info.name.eq_ignore_ascii_case(name));
    let Some(OptionInfo { name, kind }) = info else {
        return Err(OptionError::Unknown(name.to_owned()));
    };
    let (setting, expected) = match kind {
        OptionKind::Spin { min, max, set, .. } => {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            (number.map(set), format!("a number from {min} to {max}"))
        }
        OptionKind::Check { set, .. } => (value.parse().ok().map(set), "true or false".to_owned()),
        OptionKind::Variant { .. } => {
            let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
            (value.parse().ok().map(Setting::Variant), format!("one of {}", names.join(", ")))
        }
        OptionKind::StartPart { part, takes, .. } => {
            let setting = || Setting::StartPart(part, value.to_owned());
            (part.takes(value).then(setting), takes.to_owned())
        }
        OptionKind::Button(setting) => (Some(setting), String::new()),
    };
    setting.ok_or_else(|| OptionError::Value { name, expected, value: value.to_owned() })
}
