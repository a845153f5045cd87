//! The keys for pieces that lend their moves.

use crate::definition::{LendFrom, Motion, Over, Purpose, Step, Zone};

use crate::read::betza;
use crate::read::changes::{FEW, rules};
use crate::read::compound::{Compound, Set};
use crate::read::diagnostic::quoted;
use crate::read::grid::Grid;
use crate::read::ini::Span;
use crate::read::takes::Takes;
use crate::read::values::Reader;

/// The zone of what a piece attacks.
const ATTACKED: &str = "move";

/// All keys for powers that are lent.
#[derive(Clone, Debug, Default)]
pub(crate) struct LendKeys {
    /// The first counts that is for a lender and a borrower.
    pub(crate) rules: Vec<LendRule>,
    pub(crate) from: LendFrom,
    /// Who borrows; `None` for all.
    pub(crate) to: Option<Set>,
    pub(crate) replaces: bool,
    /// `[color]`: where borrowed moves lead: the first counts that is for a borrower.
    pub(crate) regions: [Vec<(Set, Grid)>; 2],
    pub(crate) amplify: Vec<AmplifyRule>,
    pub(crate) isolate: Vec<IsolateRule>,
}

/// A rule of `amplify`.
#[derive(Clone, Debug)]
pub(crate) struct AmplifyRule {
    pub(crate) pieces: Set,
    pub(crate) zone: Vec<Step>,
    pub(crate) lenders: Set,
    /// Where these lend as well.
    pub(crate) wider: Vec<Step>,
}

/// A rule of `isolate`.
#[derive(Clone, Debug)]
pub(crate) struct IsolateRule {
    pub(crate) pieces: Set,
    pub(crate) zone: Vec<Step>,
    pub(crate) hindered: Set,
}

/// A rule of `lend`.
#[derive(Clone, Debug)]
pub(crate) struct LendRule {
    pub(crate) lenders: Set,
    pub(crate) zone: Zone,
    /// Who borrows by it; `None` for all.
    pub(crate) borrowers: Option<Set>,
    /// What is lent, if not the lender's own moves.
    pub(crate) moves: Option<Vec<Motion>>,
}

impl LendKeys {
    /// What a piece lends another.
    pub(crate) fn rule(&self, lender: Compound, borrower: Compound) -> Option<&LendRule> {
        let borrows = |rule: &LendRule| rule.borrowers.as_ref().is_none_or(|set| set.has(borrower));
        self.rules.iter().find(|rule| rule.lenders.has(lender) && borrows(rule))
    }

    /// Where borrowed moves of a piece lead; `None` if it does not borrow.
    pub(crate) fn region(&self, borrower: Compound, color: usize) -> Option<Grid> {
        if self.to.as_ref().is_some_and(|to| !to.has(borrower)) {
            return None;
        }
        let rule = self.regions[color].iter().find(|(pieces, _)| pieces.has(borrower));
        Some(rule.map_or(Grid::ALL, |(_, squares)| *squares))
    }
}

impl Reader<'_> {
    /// A set of pieces, or `-` for one without any.
    pub(crate) fn set_or_none(&mut self, span: Span<'_>) -> Option<Set> {
        match span.text() {
            "-" => Some(Set::default()),
            _ => self.set(span),
        }
    }

    /// `b:W r:F n:N=N r:move>p=fW`
    pub(crate) fn loans(&mut self, span: Span<'_>) -> Option<Vec<LendRule>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(span.words().collect(), |reader, word| {
            let Some((lenders, rest)) = word.split_once(':') else {
                return reader.wrong(word, Takes::Loans);
            };
            let (zone, moves) = match rest.split_once('=') {
                Some((zone, moves)) => (zone, Some(moves)),
                None => (rest, None),
            };
            let (zone, borrowers) = match zone.split_once('>') {
                Some((zone, borrowers)) => (zone, Some(reader.set(borrowers)?)),
                None => (zone, None),
            };
            let lenders = reader.set(lenders);
            let zone = reader.zone(zone);
            let moves = match moves {
                Some(moves) => Some(reader.lent_moves(moves)?),
                None => None,
            };
            Some(LendRule { lenders: lenders?, zone: zone?, borrowers, moves })
        })
    }

    /// Where a piece lends, or does something else.
    pub(crate) fn zone(&mut self, span: Span<'_>) -> Option<Zone> {
        if span.text() == ATTACKED {
            return Some(Zone::Attacks);
        }
        let is_line = |motion: &Motion| motion.purpose == Purpose::Any && motion.over == Over::None;
        let motions = self.lent_moves(span)?;
        if !motions.iter().all(is_line) {
            let help =
                "a zone is made of leaps and slides: fW, K, N, R; 'move' is what the piece attacks";
            return self.no_zone(span, help);
        }
        if motions.iter().all(Motion::is_leap) {
            return Some(Zone::Leaps(all_steps(motions)));
        }
        Some(Zone::Lines(motions))
    }

    fn no_zone<T>(&mut self, span: Span<'_>, help: &'static str) -> Option<T> {
        let message = format!("{} is no zone", quoted(span.text()));
        self.report.error(span.place(), message).help(help);
        None
    }

    /// A zone of leaps.
    pub(crate) fn leaps(&mut self, span: Span<'_>) -> Option<Vec<Step>> {
        let is_leap = |motion: &Motion| {
            motion.is_leap() && motion.purpose == Purpose::Any && motion.over == Over::None
        };
        let motions = match span.text() {
            ATTACKED => Vec::new(),
            _ => self.lent_moves(span)?,
        };
        if motions.is_empty() || !motions.iter().all(is_leap) {
            return self.no_zone(span, "a zone is made of leaps here: W, fW, K, N");
        }
        Some(all_steps(motions))
    }

    /// Moves without what only a pawn's have: double steps are not lent, nor is en passant.
    fn lent_moves(&mut self, span: Span<'_>) -> Option<Vec<Motion>> {
        let errors = self.report.errors();
        let moves = betza::parse(span, self.report);
        if self.report.errors() > errors {
            return None;
        }
        if moves.en_passant || !moves.double_steps.is_empty() {
            self.report.error(span.place(), "neither double steps nor en passant are lent");
            return None;
        }
        if moves.motions.is_empty() {
            return self.wrong(span, Takes::Loans);
        }
        Some(moves.motions)
    }

    /// `a:K > nbr + K`
    pub(crate) fn amplifications(&mut self, span: Span<'_>) -> Option<Vec<AmplifyRule>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list_of(FEW, rules(span), |reader, rule| {
            let halves = rule.split_once('>');
            let (Some((pieces, zone)), Some((lenders, wider))) = (
                halves.and_then(|(own, _)| own.split_once(':')),
                halves.and_then(|(_, others)| others.split_once('+')),
            ) else {
                return reader.wrong(rule, Takes::Amplifications);
            };
            let (pieces, zone) = (reader.set(pieces.trimmed()), reader.leaps(zone.trimmed()));
            let lenders = reader.set(lenders.trimmed());
            let wider = reader.leaps(wider.trimmed());
            Some(AmplifyRule { pieces: pieces?, zone: zone?, lenders: lenders?, wider: wider? })
        })
    }

    /// `i:K > nbra`
    pub(crate) fn isolations(&mut self, span: Span<'_>) -> Option<Vec<IsolateRule>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list_of(FEW, rules(span), |reader, rule| {
            let halves = rule.split_once('>');
            let own = halves.and_then(|(own, _)| own.split_once(':'));
            let (Some((pieces, zone)), Some((_, hindered))) = (own, halves) else {
                return reader.wrong(rule, Takes::Isolations);
            };
            let (pieces, zone) = (reader.set(pieces.trimmed()), reader.leaps(zone.trimmed()));
            let hindered = reader.set(hindered.trimmed());
            Some(IsolateRule { pieces: pieces?, zone: zone?, hindered: hindered? })
        })
    }

    /// `p: *2 *3 *4; rn: a*`
    pub(crate) fn lend_regions(&mut self, span: Span<'_>) -> Option<Vec<(Set, Grid)>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(rules(span), |reader, rule| {
            let Some((pieces, squares)) = rule.split_once(':') else {
                return reader.wrong(rule, Takes::LendRegions);
            };
            let pieces = reader.set(pieces.trimmed());
            let squares = match squares.trimmed().text() {
                "" => reader.wrong(rule, Takes::LendRegions),
                _ => reader.squares(squares.trimmed()),
            };
            Some((pieces?, squares?))
        })
    }
}

/// The steps of ways of moving, each once.
fn all_steps(motions: Vec<Motion>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for step in motions.into_iter().flat_map(|motion| motion.steps) {
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}
