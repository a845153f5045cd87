//! The engine's options: one table of names, ranges and fields, for all protocols.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::start_field::{self, StartPart};
use crate::eval::network::NetworkError;
#[cfg(feature = "tune")]
use crate::search::margins::{TUNABLES, Tunable};
use crate::search::{MAX_THREADS, Skill, ThreadsError};
use vertumnus_core::rules::Variant;

/// The name of the option that chooses the game.
pub const VARIANT: &str = "UCI_Variant";

/// The name of the option that reads games of files, as in Fairy-Stockfish.
pub const VARIANT_PATH: &str = "VariantPath";

/// What stands for an empty text in UCI.
pub const EMPTY: &str = "<empty>";

/// The values of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Options {
    /// The transposition table's size in MiB.
    pub hash: u64,
    /// The number of threads that search.
    pub threads: u64,
    /// The number of lines that are reported.
    pub multi_pv: u64,
    /// Whether the GUI lets the engine ponder. No single search depends on it.
    pub ponder: bool,
    /// Time kept back in each move for delays outside the engine, in milliseconds.
    pub move_overhead: u64,
    /// The level of play. The highest one is full strength.
    pub skill_level: u64,
    /// Whether to play at `elo`, whatever the level.
    pub limit_strength: bool,
    /// The Elo to play at, if strength is limited.
    pub elo: u64,
    /// Whether scores come with the chances to win, draw and lose.
    pub show_wdl: bool,
    /// Whether the GUI analyses rather than plays. Nothing depends on it.
    pub analyse_mode: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: 30,
            skill_level: Skill::FULL.into(),
            limit_strength: false,
            elo: Skill::ELO_RANGE.1.into(),
            show_wdl: false,
            analyse_mode: false,
        }
    }
}

impl Options {
    /// The skill of a search with this random seed; `None` for full strength.
    pub(super) fn skill(&self, seed: u64) -> Option<Skill> {
        if self.limit_strength {
            Some(Skill::of_elo(self.elo as u32, seed))
        } else {
            Skill::of_level(self.skill_level as u32, seed)
        }
    }
}

/// What an option holds. Its default is that of its field in [`Options`].
enum Entry {
    Number { range: RangeInclusive<u64>, field: fn(&mut Options) -> &mut u64, effect: Effect },
    Flag(fn(&mut Options) -> &mut bool),
    Variant,
    File(fn(String) -> Effect),
    Button(Effect),
}

/// What the engine does when an option is set, apart from keeping its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    ResizeTable,
    ClearTable,
    StartThreads,
    ChangeVariant(Variant),
    /// Read the games of these files.
    LoadGames(String),
    /// Evaluate by what has this name.
    ChangeEval(String),
    ChangeStartField(StartPart, String),
    #[cfg(feature = "tune")]
    ChangeMargin(usize, i32),
}

const fn number(range: RangeInclusive<u64>, field: fn(&mut Options) -> &mut u64) -> Entry {
    Entry::Number { range, field, effect: Effect::None }
}

/// All options but those of single games, in the order in which they are announced.
const TABLE: [(&str, Entry); 14] = [
    (
        "Hash",
        Entry::Number {
            range: 1..=65_536,
            field: |options| &mut options.hash,
            effect: Effect::ResizeTable,
        },
    ),
    ("Clear Hash", Entry::Button(Effect::ClearTable)),
    (
        "Threads",
        Entry::Number {
            range: 1..=MAX_THREADS as u64,
            field: |options| &mut options.threads,
            effect: Effect::StartThreads,
        },
    ),
    ("MultiPV", number(1..=500, |options| &mut options.multi_pv)),
    ("Ponder", Entry::Flag(|options| &mut options.ponder)),
    ("Move Overhead", number(0..=5_000, |options| &mut options.move_overhead)),
    ("Skill Level", number(0..=Skill::FULL as u64, |options| &mut options.skill_level)),
    ("UCI_LimitStrength", Entry::Flag(|options| &mut options.limit_strength)),
    (
        "UCI_Elo",
        number(Skill::ELO_RANGE.0 as u64..=Skill::ELO_RANGE.1 as u64, |options| &mut options.elo),
    ),
    ("UCI_ShowWDL", Entry::Flag(|options| &mut options.show_wdl)),
    (VARIANT_PATH, Entry::File(Effect::LoadGames)),
    (VARIANT, Entry::Variant),
    ("EvalFile", Entry::File(Effect::ChangeEval)),
    ("UCI_AnalyseMode", Entry::Flag(|options| &mut options.analyse_mode)),
];

/// What values an option takes, and its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number within bounds.
    Spin {
        /// The default.
        default: u64,
        /// The lowest value.
        min: u64,
        /// The highest value.
        max: u64,
    },
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: &'static str,
        /// All words.
        values: Vec<&'static str>,
    },
    /// A text.
    Text {
        /// The default.
        default: String,
    },
    /// No value: setting the option does something.
    Button,
}

/// An option as protocols announce it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, compared without regard to case.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: OptionKind,
}

/// All options, in the order in which they are announced, of an engine that begins with this game.
pub fn all(first: Variant) -> Vec<OptionInfo> {
    let mut defaults = Options::default();
    let general = TABLE.into_iter().map(|(name, entry)| {
        let kind = match entry {
            Entry::Number { range, field, .. } => OptionKind::Spin {
                default: *field(&mut defaults),
                min: *range.start(),
                max: *range.end(),
            },
            Entry::Flag(field) => OptionKind::Check { default: *field(&mut defaults) },
            Entry::Variant => OptionKind::Combo { default: first.name(), values: Variant::names() },
            Entry::File(_) => OptionKind::Text { default: String::new() },
            Entry::Button(_) => OptionKind::Button,
        };
        OptionInfo { name, kind }
    });
    let of_games = start_field::options().map(|option| OptionInfo {
        name: option.name,
        kind: OptionKind::Text { default: option.default },
    });
    let margins = margins().map(|(name, default, [min, max])| OptionInfo {
        name,
        kind: OptionKind::Spin { default, min, max },
    });
    general.chain(of_games).chain(margins).collect()
}

/// The names, defaults and ranges of the search's margins that are options.
fn margins() -> impl Iterator<Item = (&'static str, u64, [u64; 2])> {
    #[cfg(feature = "tune")]
    let margins = TUNABLES.iter().map(|margin| {
        let [default, min, max] = [margin.default, margin.min, margin.max].map(|n| n as u64);
        (margin.name, default, [min, max])
    });
    #[cfg(not(feature = "tune"))]
    let margins = std::iter::empty();
    margins
}

/// The margins in the form in which `OpenBench` takes the parameters of an SPSA run: name, type,
/// start, lowest and highest value, the last step in the value, and the last learning rate.
#[cfg(feature = "tune")]
pub fn spsa_lines() -> impl Iterator<Item = String> {
    margins().map(|(name, default, [min, max])| {
        let step = ((max - min) as f64 / 20.0).max(0.5);
        format!("{name}, int, {default}, {min}, {max}, {step}, 0.002")
    })
}

/// Why an option was not set.
#[derive(Debug, Error)]
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
    /// The transposition table would not fit into the memory.
    #[error("there is no memory for {0} MiB")]
    Memory(u64),
    /// A file has no game that can be played.
    #[error("{0}")]
    Games(String),
    /// The file of a network is not one that can be used.
    #[error("the network {path} is refused: {error}")]
    Network {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: NetworkError,
    },
    /// The search threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A search still uses the transposition table.
    #[error("the transposition table is in use")]
    TableInUse,
}

/// The options after a change of one of them, and what the engine has to do for it.
///
/// # Errors
/// If there is no such option, or it does not take this value.
pub(super) fn change(
    mut options: Options,
    name: &str,
    value: &str,
) -> Result<(Options, Effect), OptionError> {
    let is_named = |known: &str| known.eq_ignore_ascii_case(name);
    #[cfg(feature = "tune")]
    if let Some(index) = TUNABLES.iter().position(|margin| is_named(margin.name)) {
        let Tunable { name, min, max, .. } = TUNABLES[index];
        let number = value.parse().ok().filter(|number| (min..=max).contains(number));
        let number = number.ok_or_else(|| OptionError::Value {
            name,
            expected: format!("a number from {min} to {max}"),
            value: value.to_owned(),
        })?;
        return Ok((options, Effect::ChangeMargin(index, number)));
    }
    let Some((name, entry)) = TABLE.into_iter().find(|(known, _)| is_named(known)) else {
        let option = start_field::options().find(|option| is_named(option.name));
        let option = option.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        if !option.part.takes(value) {
            let (expected, value) = (option.takes.to_owned(), value.to_owned());
            return Err(OptionError::Value { name: option.name, expected, value });
        }
        return Ok((options, Effect::ChangeStartField(option.part, value.to_owned())));
    };
    let refused = |expected| OptionError::Value { name, expected, value: value.to_owned() };
    let effect = match entry {
        Entry::Number { range, field, effect } => {
            let number = value.parse().ok().filter(|number| range.contains(number));
            *field(&mut options) = number.ok_or_else(|| {
                refused(format!("a number from {} to {}", range.start(), range.end()))
            })?;
            effect
        }
        Entry::Flag(field) => {
            let flag = value.to_ascii_lowercase().parse();
            let flag = flag.map_err(|_| refused("true or false".to_owned()))?;
            *field(&mut options) = flag;
            Effect::None
        }
        Entry::Variant => Effect::ChangeVariant(
            Variant::named(value)
                .ok_or_else(|| refused(format!("one of {}", Variant::names().join(", "))))?,
        ),
        Entry::File(effect) => {
            effect(if value == EMPTY { String::new() } else { value.to_owned() })
        }
        Entry::Button(effect) => effect,
    };
    Ok((options, effect))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_defaults_are_taken() {
        let options = all(Variant::default());
        for info in &options {
            let same = options.iter().filter(|other| other.name.eq_ignore_ascii_case(info.name));
            assert_eq!(same.count(), 1, "{}", info.name);
            let default = match &info.kind {
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Combo { default, .. } => (*default).to_owned(),
                OptionKind::Text { default } => default.clone(),
                OptionKind::Button => String::new(),
            };
            let (changed, _) = change(Options::default(), info.name, &default).expect("a default");
            assert_eq!(changed, Options::default(), "{}", info.name);
        }
    }

    #[test]
    fn each_option_has_a_field_of_its_own() {
        let mut seen = vec![Options::default()];
        let is_margin = |info: &OptionInfo| margins().any(|(name, ..)| name == info.name);
        for info in all(Variant::default()).into_iter().filter(|info| !is_margin(info)) {
            let value = match info.kind {
                OptionKind::Spin { default, min, .. } if default > min => min.to_string(),
                OptionKind::Spin { max, .. } => max.to_string(),
                OptionKind::Check { default } => (!default).to_string(),
                _ => continue,
            };
            let (changed, _) = change(Options::default(), info.name, &value).expect("a value");
            assert!(!seen.contains(&changed), "{} changes a field of another", info.name);
            seen.push(changed);
        }
    }

    #[test]
    fn values_out_of_range_are_refused_with_what_is_taken() {
        let refusal = |name, value| match change(Options::default(), name, value) {
            Ok(_) => panic!("{name} takes {value}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(refusal("hash", "0"), "option Hash takes a number from 1 to 65536, not '0'");
        assert_eq!(refusal("ponder", "1"), "option Ponder takes true or false, not '1'");
        assert_eq!(refusal("Contempt", "1"), "no option 'Contempt'");
        assert!(refusal("uci_variant", "go").starts_with("option UCI_Variant takes one of "));
        assert!(refusal("WhiteHandicap", "k").starts_with("option WhiteHandicap takes "));
    }
}
