//! Where pieces of a written game promote, to how many, and where they could not stay what they are.

use super::changes::{KindSet, Promoting, has_kind, kind_set, promotions};
use super::stuck;
use super::unplayable::Unplayable;
use crate::board::{Bits, ByColor, Color, Shape, Square};
use crate::rules::definition::{Definition, Promotion};
use crate::rules::{Kind, Placement, Ruleset};

/// The rules of promotion of both sides, and what follows from them.
pub(super) struct Promotions<B: Bits> {
    pub(super) rules: ByColor<Vec<Promoting<B>>>,
    /// `[kind]`: where it promotes by a move that captures nothing.
    pub(super) zones: Vec<ByColor<B>>,
    /// `[kind]`: from where it promotes by any such move.
    leaving: Vec<ByColor<B>>,
    /// Where any of a side's kinds promotes.
    pub(super) at: ByColor<B>,
    /// From where any of them does so by any move.
    pub(super) from: ByColor<B>,
    /// `[kind]`: how many pieces of it a side may have by promotion, 0 for any number; empty if there are no limits.
    limits: Vec<u8>,
    /// `[kind]`: where no move may leave it unless it promotes; empty if there are no such squares.
    pub(super) stuck: Vec<ByColor<B>>,
}

impl<B: Bits> Promotions<B> {
    /// Those of a game in which a move that captures nothing makes this of its piece.
    pub(super) fn new(
        definition: &Definition,
        shape: &Shape,
        moved: impl Fn(Kind) -> Kind,
    ) -> Result<Self, Unplayable> {
        let zone = |kind: Kind, color: Color, is_meant: &dyn Fn(&Promotion) -> bool| {
            let rules = definition.promotion[color].iter().filter(|rule| {
                let is_its = has_kind(kind_set(&rule.kinds), moved(kind));
                is_its && !rule.into.is_empty() && !rule.by_captures && is_meant(rule)
            });
            B::from_u128(rules.fold(0, |all, rule| all | rule.region.0))
        };
        let of_kinds = |set: &dyn Fn(Kind, Color) -> B| -> Vec<ByColor<B>> {
            let kinds = (0..definition.kinds.len()).map(|number| Kind::new(number as u8));
            kinds.map(|kind| ByColor(Color::ALL.map(|color| set(kind, color)))).collect()
        };
        let rules = promotions::<B>(definition, shape)?;
        let all = |is_meant: &dyn Fn(&Promoting<B>) -> bool| {
            ByColor(Color::ALL.map(|color| {
                let rules = rules[color].iter().filter(|rule| is_meant(rule));
                rules.fold(B::EMPTY, |all, rule| all | rule.region)
            }))
        };
        let is_stuck = |kind, color| stuck::squares(definition, shape, kind, color);
        let may_be_stuck = !definition.immobility_is_illegal;
        Ok(Self {
            zones: of_kinds(&|kind, color| zone(kind, color, &|_| true)),
            leaving: of_kinds(&|kind, color| zone(kind, color, &|rule| rule.leaving)),
            at: all(&|_| true),
            from: all(&|rule| rule.leaving),
            limits: definition.promotion_limits.clone(),
            stuck: if may_be_stuck { Vec::new() } else { of_kinds(&is_stuck) },
            rules,
        })
    }

    /// The squares to which a move of a kind from a square may promote it.
    #[inline]
    pub(super) fn zone_from(&self, kind: Kind, color: Color, from: Square) -> B {
        if self.leaving[kind.index()][color].has(from) {
            !B::EMPTY
        } else {
            self.zones[kind.index()][color]
        }
    }

    /// Whether some piece could promote by a move between two squares.
    #[inline]
    pub(super) fn are_between(&self, color: Color, from: Square, to: Square) -> bool {
        self.at[color].has(to) || self.from[color].has(from)
    }

    /// Whether a move may make nothing of its piece.
    #[inline]
    pub(super) fn bar(&self) -> bool {
        !self.limits.is_empty() || !self.stuck.is_empty()
    }

    /// The kinds of which a side has so many pieces that no move between these squares promotes to one more.
    #[inline]
    pub(super) fn full<R: Ruleset>(
        &self,
        placement: &Placement<R>,
        color: Color,
        from: Square,
        to: Square,
    ) -> KindSet {
        let matters = !self.limits.is_empty() && self.are_between(color, from, to);
        if matters { self.counted(placement, color) } else { 0 }
    }

    #[inline(never)]
    fn counted<R: Ruleset>(&self, placement: &Placement<R>, color: Color) -> KindSet {
        let facts = placement.facts();
        facts.each_kind().fold(0, |full, kind| {
            let shown = facts.shown(kind);
            let limit = self.limits.get(shown.index()).copied().filter(|limit| *limit > 0);
            let own = || placement.pieces(color).filter(|(_, kind)| facts.shown(*kind) == shown);
            let is_full = limit.is_some_and(|limit| own().count() >= usize::from(limit));
            full | KindSet::from(is_full) << kind.index()
        })
    }
}
