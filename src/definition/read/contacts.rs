//! The keys for what pieces do to enemies in their zones.

use crate::definition::Zone;

use crate::read::changes::{FEW, rules};
use crate::read::compound::{Set, Victims};
use crate::read::ini::Span;
use crate::read::takes::Takes;
use crate::read::values::Reader;

/// All keys for contacts of enemies.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactKeys {
    pub(crate) freeze: Vec<ContactRule>,
    pub(crate) forbid: Vec<ContactRule>,
    pub(crate) convert: Vec<ContactRule>,
}

/// A rule of one of them.
#[derive(Clone, Debug)]
pub(crate) struct ContactRule {
    pub(crate) pieces: Set,
    pub(crate) enemies: Victims,
    pub(crate) zone: Zone,
}

impl ContactKeys {
    /// Whether pieces do nothing to enemies.
    pub(crate) fn are_none(&self) -> bool {
        [&self.freeze, &self.forbid, &self.convert].iter().all(|rules| rules.is_empty())
    }
}

impl Reader<'_> {
    /// `*!k x same: move; i x *: K`
    pub(crate) fn contacts(&mut self, span: Span<'_>) -> Option<Vec<ContactRule>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list_of(FEW, rules(span), |reader, rule| {
            let [pieces, enemies, zone] = reader.versus(rule, ':', Takes::Contacts)?;
            let (pieces, enemies) = (reader.set(pieces), reader.victims(enemies));
            let zone = reader.zone(zone);
            Some(ContactRule { pieces: pieces?, enemies: enemies?, zone: zone? })
        })
    }
}
