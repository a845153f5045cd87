//! The keys for how games end that nobody has won.

use crate::definition::Value;
use crate::read::ini::Span;
use crate::read::takes::Takes;
use crate::read::values::Reader;

/// What the keys say.
#[expect(clippy::struct_excessive_bools, reason = "each is a key")]
#[derive(Clone, Debug)]
pub(crate) struct DrawKeys {
    pub(crate) repetitions: u16,
    pub(crate) repetition_value: Value,
    /// Whether that value is White's.
    pub(crate) for_white: bool,
    pub(crate) perpetual_check: bool,
    pub(crate) chase: bool,
    pub(crate) material: Option<MaterialRule>,
    pub(crate) full_board: bool,
    pub(crate) counting: Option<CountingRule>,
}

impl Default for DrawKeys {
    /// As in chess.
    fn default() -> Self {
        Self {
            repetitions: 3,
            repetition_value: Value::Draw,
            for_white: false,
            perpetual_check: false,
            chase: false,
            material: None,
            full_board: false,
            counting: None,
        }
    }
}

/// How material is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MaterialRule {
    /// By the points of Janggi, with one and a half more for Black.
    Janggi,
    /// By the number of pieces.
    Unweighted,
    /// A draw is a win for White.
    WhiteDrawOdds,
    /// A draw is a win for Black.
    BlackDrawOdds,
}

/// By whose rules moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountingRule {
    /// Those of Thailand.
    Makruk,
    /// Those of Cambodia.
    Cambodian,
    /// Those of the ASEAN chess confederation.
    Asean,
}

impl Reader<'_> {
    /// Whether a chase that repeats is lost.
    pub(crate) fn chase(&mut self, span: Span<'_>) -> Option<bool> {
        match span.text() {
            "none" => Some(false),
            "axf" => Some(true),
            _ => self.wrong(span, Takes::Chase),
        }
    }

    pub(crate) fn material(&mut self, span: Span<'_>) -> Option<MaterialRule> {
        match span.text() {
            "janggi" => Some(MaterialRule::Janggi),
            "unweighted" => Some(MaterialRule::Unweighted),
            "whitedrawodds" => Some(MaterialRule::WhiteDrawOdds),
            "blackdrawodds" => Some(MaterialRule::BlackDrawOdds),
            _ => self.wrong(span, Takes::Material),
        }
    }

    pub(crate) fn counting(&mut self, span: Span<'_>) -> Option<CountingRule> {
        match span.text() {
            "makruk" => Some(CountingRule::Makruk),
            "cambodian" => Some(CountingRule::Cambodian),
            "asean" => Some(CountingRule::Asean),
            _ => self.wrong(span, Takes::Counting),
        }
    }
}
