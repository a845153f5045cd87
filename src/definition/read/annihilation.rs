//! The key for pieces that annihilate each other.

use crate::definition::Step;

use crate::read::changes::{FEW, rules};
use crate::read::compound::Set;
use crate::read::ini::Span;
use crate::read::takes::Takes;
use crate::read::values::Reader;

/// A rule of `annihilate`.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// The one and the other.
    pub(crate) pieces: [Set; 2],
    /// The zone of both.
    pub(crate) zone: Vec<Step>,
}

impl Reader<'_> {
    /// `a x i: K; b x n: W`
    pub(crate) fn meetings(&mut self, span: Span<'_>) -> Option<Vec<Meeting>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list_of(FEW, rules(span), |reader, rule| {
            let [one, other, zone] = reader.versus(rule, ':', Takes::Annihilations)?;
            let (one, other) = (reader.set(one), reader.set(other));
            let zone = reader.leaps(zone);
            Some(Meeting { pieces: [one?, other?], zone: zone? })
        })
    }
}
