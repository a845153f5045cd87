//! Options that set the seventh FEN field with which games start.

use std::collections::HashMap;

use vertumnus_core::rules::{Ruleset, State, StateOption, Variant, Visitor};

/// One part of the seventh FEN field of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StartPart {
    variant: Variant,
    index: usize,
}

impl StartPart {
    /// The field with a new value for this part, as the FEN writes it; `None` if the part does not
    /// take the value.
    fn replaced(self, field: &str, value: &str) -> Option<String> {
        let mut parts: Vec<_> = field.split('/').collect();
        *parts.get_mut(self.index)? = value;
        self.variant.visit(Canonical(&parts.join("/")))
    }

    /// Whether the part takes this value.
    pub(super) fn takes(self, value: &str) -> bool {
        self.replaced(&self.variant.visit(DefaultField), value).is_some()
    }
}

/// An option for one part of the seventh field.
#[derive(Clone, Debug)]
pub(super) struct StartOption {
    pub(super) name: &'static str,
    pub(super) part: StartPart,
    pub(super) default: String,
    /// The values that it takes, in words.
    pub(super) takes: &'static str,
}

/// The options of all games.
pub(super) fn options() -> impl Iterator<Item = StartOption> {
    Variant::bundled().iter().flat_map(|&variant| variant.visit(OptionsOf(variant)))
}

/// The seventh FEN field with which each game starts, where options have set it.
#[derive(Debug, Default)]
pub(super) struct StartFields(HashMap<Variant, String>);

impl StartFields {
    /// The field of this game.
    pub(super) fn of(&self, variant: Variant) -> String {
        self.0.get(&variant).cloned().unwrap_or_else(|| variant.visit(DefaultField))
    }

    /// Sets a part to a value that it takes, and returns the game of the part.
    pub(super) fn set(&mut self, part: StartPart, value: &str) -> Variant {
        if let Some(field) = part.replaced(&self.of(part.variant), value) {
            self.0.insert(part.variant, field);
        }
        part.variant
    }
}

struct OptionsOf(Variant);

impl Visitor for OptionsOf {
    type Output = Vec<StartOption>;

    fn visit<R: Ruleset>(self, _: R) -> Self::Output {
        let field = R::State::default().text();
        let options = R::State::OPTIONS.iter().zip(field.split('/')).enumerate();
        let option = |(index, (option, default)): (usize, (&StateOption, &str))| StartOption {
            name: option.name,
            part: StartPart { variant: self.0, index },
            default: default.to_owned(),
            takes: option.takes,
        };
        options.map(option).collect()
    }
}

struct DefaultField;

impl Visitor for DefaultField {
    type Output = String;

    fn visit<R: Ruleset>(self, _: R) -> String {
        R::State::default().text()
    }
}

struct Canonical<'a>(&'a str);

impl Visitor for Canonical<'_> {
    type Output = Option<String>;

    fn visit<R: Ruleset>(self, _: R) -> Option<String> {
        R::State::parse(self.0).map(State::text)
    }
}
