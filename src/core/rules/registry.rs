//! The list of games, and the one place where a name becomes a type.

use std::fmt;
use std::str::FromStr;
#[cfg(feature = "bundle")]
use std::sync::LazyLock;

use thiserror::Error;
#[cfg(feature = "bundle")]
use vertumnus_definition::{CALIBRATED, bundled, bundled_names};

use super::definition::Definition;
#[allow(unused_imports, reason = "a build may have no games but loaded ones")]
use super::registered::register;
#[cfg(feature = "written")]
use super::written::{AnyWritten, Unplayable, WrittenGame};
use super::{Facts, Ruleset};

/// A task for one ruleset that is chosen at run time.
///
/// ```
/// use vertumnus_core::position::Position;
/// use vertumnus_core::rules::{Ruleset, Variant, Visitor};
///
/// struct CountMoves;
///
/// impl Visitor for CountMoves {
///     type Output = usize;
///
///     fn visit<R: Ruleset>(self, rules: R) -> usize {
///         Position::start(rules).legal_moves().len()
///     }
/// }
///
/// assert_eq!(Variant::Chess.visit(CountMoves), 20);
/// ```
pub trait Visitor {
    /// The type of the result, the same for all games.
    type Output;

    /// Does the task for these rules.
    fn visit<R: Ruleset>(self, rules: R) -> Self::Output;
}

/// Runs a block with the ruleset of a [`Variant`], which [`Variant::visit`] does, without a [`Visitor`]
/// written by hand. The block has the rules under the name before the colon, and their type under that
/// behind it. Of the local variables it sees those that are named with their types; references have the
/// lifetime `'a`.
///
/// ```
/// use vertumnus_core::dispatch;
/// use vertumnus_core::position::Position;
/// use vertumnus_core::rules::Variant;
///
/// let variant = Variant::default();
/// let name = "Chess";
/// let is_named_so = dispatch!(variant, |rules: R, name: &'a str| -> bool { rules.facts().title == name });
/// let moves = dispatch!(variant, |rules: R| -> usize { Position::start(rules).legal_moves().len() });
/// assert!(is_named_so && moves == 20);
/// ```
#[macro_export]
macro_rules! dispatch {
    ($variant:expr, |$rules:ident: $ruleset:ident $(, $name:ident: $type:ty)* $(,)?|
        -> $output:ty $body:block) => {{
        struct Dispatched<'a> {
            $($name: $type,)*
            marker: ::std::marker::PhantomData<&'a ()>,
        }

        impl<'a> $crate::rules::Visitor for Dispatched<'a> {
            type Output = $output;

            fn visit<$ruleset: $crate::rules::Ruleset>(self, $rules: $ruleset) -> $output {
                let Self { $($name,)* marker: _ } = self;
                $body
            }
        }

        $crate::rules::Variant::visit(
            $variant,
            Dispatched { $($name,)* marker: ::std::marker::PhantomData },
        )
    }};
    ($variant:expr, |$rules:ident: $ruleset:ident $(, $name:ident: $type:ty)* $(,)?| $body:block) => {
        $crate::dispatch!($variant, |$rules: $ruleset $(, $name: $type)*| -> () $body)
    };
}

/// A text that does not stand for one game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownVariant {
    /// No name of a game begins like that.
    #[error("unknown game '{text}'; the games are {}", Variant::names().join(", "))]
    Unknown {
        /// The text.
        text: String,
    },
    /// Several names begin like that.
    #[error("'{text}' can be {}", names(among))]
    Ambiguous {
        /// The text.
        text: String,
        /// The games.
        among: Vec<Variant>,
    },
}

/// Why a game of a file cannot be played by this process.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It has the name of a game that comes with the program.
    #[error("'{0}' is a game of this program")]
    Name(String),
    /// Its rules cannot be played.
    #[cfg(feature = "written")]
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// The build has no such games.
    #[error("this build plays no games of files")]
    NotBuilt,
}

/// Why a record belongs to no game of this process.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ForeignRules {
    /// There is no game of this name.
    #[error("the game '{0}', which is not in this build")]
    Game(String),
    /// The game of this name has other rules.
    #[error("'{0}' by other rules than those that are played here")]
    Rules(String),
}

/// The characters of an unknown name that are told.
const LONGEST_NAME: usize = 40;

fn names(variants: &[Variant]) -> String {
    variants.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(", ")
}

macro_rules! rulesets {
    ($($module:ident::$ruleset:ident,)*) => {
        /// A game of this build.
        ///
        /// ```
        /// use vertumnus_core::rules::Variant;
        ///
        /// let variant: Variant = "morphing".parse()?;
        /// assert_eq!(variant.to_string(), "morphing");
        /// assert!(Variant::ALL.contains(&variant));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize),
            serde(rename_all = "lowercase")
        )]
        #[non_exhaustive]
        pub enum Variant {
            $(
                #[doc = concat!("The game `", stringify!($module), "`.")]
                $ruleset,
            )*
            /// A game that was read when the program ran.
            #[cfg(feature = "written")]
            #[cfg_attr(feature = "serde", serde(skip))]
            Written(WrittenGame),
        }

        impl Variant {
            /// All games that are compiled into this build.
            pub const ALL: &'static [Self] = &[$(Self::$ruleset,)*];

            /// Calls the visitor with the ruleset of this game.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(
                        Self::$ruleset => visitor.visit(super::$module::$ruleset),
                    )*
                    #[cfg(feature = "written")]
                    Self::Written(game) => match game.rules() {
                        AnyWritten::Narrow(rules) => visitor.visit(rules),
                        AnyWritten::Wide(rules) => visitor.visit(rules),
                    },
                }
            }

            /// What the game states in plain data.
            pub const fn facts(self) -> &'static Facts {
                let facts = match self {
                    $(
                        Self::$ruleset => super::$module::$ruleset::FACTS,
                    )*
                    #[cfg(feature = "written")]
                    Self::Written(game) => Some(game.facts()),
                };
                facts.expect("the games of the registry are compiled")
            }

            /// The name by which protocols select the game.
            pub const fn name(self) -> &'static str {
                self.facts().name
            }

            /// Other names of the game.
            pub const fn aliases(self) -> &'static [&'static str] {
                self.facts().aliases
            }
        }

        $(
            register!(super::$module::$ruleset);
        )*
    };
}

// Those of the build, chess first.
include!(concat!(env!("OUT_DIR"), "/registry.rs"));

impl Variant {
    /// All games that this process can play: those that come with the program, then those that were
    /// loaded, in the order in which their names came.
    pub fn known() -> Vec<Self> {
        let mut games = Self::bundled().to_vec();
        games.extend(Self::loaded());
        games
    }

    /// The games that come with the program: those of the build, and in a build with the feature `bundle` all others
    /// of which it is known what scores mean, by their files.
    pub fn bundled() -> &'static [Self] {
        #[cfg(feature = "bundle")]
        let games = {
            static GAMES: LazyLock<Vec<Variant>> = LazyLock::new(|| {
                let is_compiled = |name: &str| Variant::ALL.iter().any(|game| game.name() == name);
                let names = CALIBRATED.iter().filter(|name| !is_compiled(name));
                let others = names.filter_map(|name| WrittenGame::bundled(name));
                let mut games = Variant::ALL.to_vec();
                games.extend(others.map(Variant::Written));
                games.sort_by_key(|game| (!game.is_chess(), game.name()));
                games
            });
            &*GAMES
        };
        #[cfg(not(feature = "bundle"))]
        let games = Self::ALL;
        games
    }

    /// The games that were loaded, in the order in which their names came.
    pub fn loaded() -> Vec<Self> {
        #[cfg(feature = "written")]
        let games = WrittenGame::loaded().into_iter().map(Self::Written).collect();
        #[cfg(not(feature = "written"))]
        let games = Vec::new();
        games
    }

    /// Makes a game known by its name. A game that was loaded under this name before is no longer found
    /// by it; who plays it goes on.
    ///
    /// # Errors
    /// If a game that comes with the program has the name, or the rules cannot be played.
    pub fn load(definition: &Definition) -> Result<Self, LoadError> {
        if Self::bundled_named(&definition.name).is_some() {
            return Err(LoadError::Name(definition.name.clone()));
        }
        #[cfg(feature = "written")]
        let loaded = Ok(Self::Written(WrittenGame::load(definition)?));
        #[cfg(not(feature = "written"))]
        let loaded = Err(LoadError::NotBuilt);
        loaded
    }

    /// Makes a game that was loaded no longer known by this name, because it cannot be played any more as it
    /// is written; who plays it goes on.
    pub fn forget(name: &str) {
        #[cfg(feature = "written")]
        WrittenGame::forget(name);
        #[cfg(not(feature = "written"))]
        let _ = name;
    }

    /// The game of a name or another name, without regard to case: for protocols and files. In a build with the
    /// feature `bundle`, a game that comes as a file is loaded when it is named.
    pub fn named(name: &str) -> Option<Self> {
        let known = Self::bundled_named(name)
            .or_else(|| Self::loaded().into_iter().find(|variant| variant.has_name(name)));
        #[cfg(feature = "bundle")]
        let known = known.or_else(|| {
            let name = bundled_names().find(|known| known.eq_ignore_ascii_case(name))?;
            Self::load(&bundled(name).ok()?).ok()
        });
        known
    }

    /// The names of all games that can be [named](Self::named).
    pub fn names() -> Vec<&'static str> {
        let names = Self::known().into_iter().map(Self::name).collect::<Vec<_>>();
        #[cfg(feature = "bundle")]
        let names = {
            let is_new = |name: &&str| !names.contains(name);
            names.iter().copied().chain(bundled_names().filter(is_new)).collect()
        };
        names
    }

    /// The same among the games that [come with the program](Self::bundled).
    pub fn bundled_named(name: &str) -> Option<Self> {
        Self::bundled().iter().copied().find(|variant| variant.has_name(name))
    }

    fn has_name(self, name: &str) -> bool {
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        is_it(self.name()) || self.aliases().iter().any(|alias| is_it(alias))
    }

    /// The game of exactly this name, as files have it: other spellings are for people alone.
    pub fn exactly(name: &str) -> Option<Self> {
        Self::named(name).filter(|variant| variant.name() == name)
    }

    /// The game and its rules, as records that only make sense by these rules name them: its name, and for
    /// a game that does not [come with the program](Self::bundled) `#` and the hash of its
    /// [rules](Definition::rules_hash) behind it.
    pub const fn identity(self) -> &'static str {
        match self {
            #[cfg(feature = "written")]
            Self::Written(game) => game.identity(),
            #[allow(unreachable_patterns, reason = "a build may have no games but loaded ones")]
            _ => self.name(),
        }
    }

    /// What tells the rules of a game from others of its name; `None` for those that come with the program.
    pub fn rules_tag(self) -> Option<&'static str> {
        self.identity().split_once('#').map(|(_, hash)| hash)
    }

    /// What a loaded game was made of; `None` for the compiled ones.
    pub const fn definition(self) -> Option<&'static Definition> {
        match self {
            #[cfg(feature = "written")]
            Self::Written(game) => Some(game.definition()),
            #[allow(unreachable_patterns, reason = "a build may have no games but loaded ones")]
            _ => None,
        }
    }

    /// The game of an [`identity`](Self::identity).
    ///
    /// # Errors
    /// If no game of this process has the name, or it has other rules.
    pub fn identified(identity: &str) -> Result<Self, ForeignRules> {
        let name = identity.split_once('#').map_or(identity, |(name, _)| name);
        match Self::exactly(name) {
            Some(variant) if variant.identity() == identity => Ok(variant),
            Some(_) => Err(ForeignRules::Rules(name.to_owned())),
            None => {
                // A file may hold anything.
                let short: String = name.chars().take(LONGEST_NAME).collect();
                Err(ForeignRules::Game(short.escape_debug().to_string()))
            }
        }
    }

    /// The game with these facts: a written one of this process, or the compiled one of their name.
    pub fn with_facts(facts: &'static Facts) -> Option<Self> {
        #[cfg(feature = "written")]
        if let Some(game) = WrittenGame::with_facts(facts) {
            return Some(Self::Written(game));
        }
        Self::ALL.iter().copied().find(|variant| variant.name() == facts.name)
    }

    /// Whether this is the game that all engines play, whatever variants they know: the one with
    /// the alias `normal`, as XBoard calls it.
    pub fn is_chess(self) -> bool {
        self.aliases().contains(&"normal")
    }
}

/// The first game that is known: chess, where it is built in. A build without games has none before one is
/// loaded.
impl Default for Variant {
    fn default() -> Self {
        let first = Self::bundled().first().copied();
        first.or_else(|| Self::loaded().first().copied()).expect("a game is known")
    }
}

/// As people name games: without regard to case and blanks, and by the beginning of one name.
impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let start: String = text.split_whitespace().collect::<String>().to_ascii_lowercase();
        if let Some(variant) = Self::named(&start) {
            return Ok(variant);
        }
        let begins = |variant: &Self| !start.is_empty() && variant.name().starts_with(&start);
        let among: Vec<Self> = Self::known().into_iter().filter(begins).collect();
        match among[..] {
            [variant] => Ok(variant),
            [] => Err(UnknownVariant::Unknown { text: text.to_owned() }),
            _ => Err(UnknownVariant::Ambiguous { text: text.to_owned(), among }),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_games() {
        for &variant in Variant::bundled() {
            assert_eq!(variant.name().parse(), Ok(variant));
        }
        assert!("nonesuch".parse::<Variant>().is_err());
    }

    #[test]
    fn people_may_write_names_as_they_like_and_stop_early() {
        for &variant in Variant::bundled() {
            let name = variant.name();
            assert_eq!(name.to_uppercase().parse(), Ok(variant));
            assert_eq!(Variant::named(&name.to_uppercase()), Some(variant));
            let rivals = |start: &str| {
                Variant::bundled().iter().filter(|other| other.name().starts_with(start)).count()
            };
            for end in 1..name.len() {
                let start = &name[..end];
                assert_eq!(start.parse::<Variant>().ok(), (rivals(start) == 1).then_some(variant));
                assert_eq!(Variant::named(start), None, "{start}");
            }
        }
        for unknown in ["", " ", "nonesuch"] {
            let refusal = unknown.parse::<Variant>().expect_err("no game").to_string();
            let lists_all =
                Variant::bundled().iter().all(|variant| refusal.contains(variant.name()));
            assert!(lists_all, "{refusal}");
        }
    }
}
