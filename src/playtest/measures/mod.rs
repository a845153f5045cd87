//! What is measured in the games, each measure in a file of its own: it takes in one game after the other,
//! and gives a part of the report.

pub(crate) mod ends;
pub(crate) mod exhibits;
pub(crate) mod kinds;
pub(crate) mod leads;
pub(crate) mod openings;
pub(crate) mod rules;
pub(crate) mod shape;
pub(crate) mod values;

use vertumnus_core::game::Session;
use vertumnus_lab::games::GameRecord;

use crate::report::Strength;
use crate::trace::Trace;

/// All measures of the games of one strength.
#[derive(Debug, Default)]
pub(crate) struct SelfPlay {
    games: u32,
    ends: ends::Ends,
    shape: shape::Shapes,
    leads: leads::Leads,
    rules: rules::Rules,
    kinds: kinds::Kinds,
    openings: openings::Openings,
    values: values::Values,
    pub(crate) exhibits: exhibits::Exhibits,
}

impl SelfPlay {
    /// Takes in the next game.
    pub(crate) fn add(&mut self, record: &GameRecord, trace: &Trace) {
        self.ends.add(trace);
        self.shape.add(trace);
        self.leads.add(trace);
        self.rules.add(trace);
        self.kinds.add(trace);
        self.openings.add(record);
        self.values.add(self.games, trace);
        self.exhibits.add(record, trace);
        self.games += 1;
    }

    /// How many games were taken in.
    pub(crate) const fn games(&self) -> u32 {
        self.games
    }

    /// The share of the games in which a rule was made use of.
    pub(crate) fn share_with(&self, feature: crate::feature::Feature) -> f64 {
        self.rules.share_with(feature)
    }

    /// What there is to say of the games at this strength; `None` without games.
    pub(crate) fn report(&self, nodes: u64, start: &dyn Session) -> Option<Strength> {
        let ends = self.ends.report()?;
        Some(Strength {
            nodes,
            games: u64::from(self.games),
            ends,
            shape: [self.shape.report(), self.leads.report()].concat(),
            lead_changes_none: self.leads.without_change(),
            rules: self.rules.report(),
            kinds: self.kinds.report(start),
            openings: self.openings.report(start),
            values: self.values.report(start),
        })
    }
}
