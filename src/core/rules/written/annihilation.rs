//! Pieces of a written game that annihilate each other.

use super::changes::{KindSet, has_kind, kind_set, outcomes};
use super::leaps::Leaps;
use crate::board::{Bits, Color, Geometry, Shape, Square};
use crate::rules::definition::Definition;
use crate::rules::{Kind, Placement, Ruleset};

/// What takes pieces off the board when it meets enemies.
pub(super) struct Annihilating<B: Bits> {
    rules: Vec<Rule<B>>,
    /// `[kind]`: the numbers of the rules by which it may meet enemies after a move.
    rules_of: Vec<Vec<usize>>,
    /// Where rooks arrive that castle.
    rooks: Vec<Square>,
}

/// One kind that meets another.
struct Rule<B: Bits> {
    one: KindSet,
    other: KindSet,
    /// The zone of a piece on each square.
    zones: Leaps<B>,
}

impl<B: Bits> Rule<B> {
    /// Both sides' zones are looked at, since Black's are turned.
    fn meet(&self, color: Color, from: Square, enemy: Square) -> bool {
        self.zones.from(color, from).has(enemy) && self.zones.from(!color, enemy).has(from)
    }

    /// The zones of all that a piece of a side may meet.
    #[inline(never)]
    fn zones<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        color: Color,
    ) -> B {
        let enemies = placement.pieces(!color).filter(|&(_, kind)| has_kind(self.other, kind));
        enemies.fold(B::EMPTY, |all, (enemy, _)| all | self.zones.from(!color, enemy))
    }
}

impl<B: Bits> Annihilating<B> {
    /// `None` if nothing does.
    pub(super) fn new(definition: &Definition, shape: &Shape) -> Option<Self> {
        if definition.annihilations.is_empty() {
            return None;
        }
        let mut rules = Vec::new();
        for annihilation in &definition.annihilations {
            let [one, other] = annihilation.kinds.each_ref().map(|kinds| kind_set(kinds));
            // Either side may have either of them.
            let ways =
                if one == other { vec![(one, other)] } else { vec![(one, other), (other, one)] };
            for (one, other) in ways {
                let zones = Leaps::new(shape, &annihilation.zone);
                rules.push(Rule { one, other, zones });
            }
        }
        let rules_of = |outcomes: KindSet| {
            let numbers = 0..rules.len();
            numbers.filter(|&number| rules[number].one & outcomes != 0).collect()
        };
        Some(Self {
            rules_of: outcomes(definition).into_iter().map(rules_of).collect(),
            rules,
            rooks: definition.castles.iter().map(|castle| castle.rook.1).collect(),
        })
    }

    /// The squares on which a piece vanishes that has moved to one, or has castled. Only what has moved can
    /// meet an enemy.
    #[inline(never)]
    pub(super) fn removed<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        to: Square,
    ) -> B {
        let moved = self.rooks.iter().copied().chain([to]);
        moved.fold(B::EMPTY, |all, square| all | self.vanishing(placement, square))
            & placement.occupied()
    }

    /// Whether any two meet.
    pub(super) fn has_a_pair<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
    ) -> bool {
        let mut squares = placement.of(Color::White).squares();
        squares.any(|square| !self.vanishing(placement, square).is_empty())
    }

    /// The zones of the piece on a square and of the enemies that it meets.
    #[inline(never)]
    fn vanishing<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        square: Square,
    ) -> B {
        let mut gone = B::EMPTY;
        let Some(piece) = placement.at(square) else { return gone };
        let color = piece.color();
        for rule in self.rules.iter().filter(|rule| has_kind(rule.one, piece.kind())) {
            let near = rule.zones.from(color, square) & placement.of(!color);
            for enemy in near.squares() {
                let is_other = |kind| has_kind(rule.other, kind);
                if placement.kind_at(enemy).is_some_and(is_other) && rule.meet(color, square, enemy)
                {
                    gone |= rule.zones.from(color, square) | rule.zones.from(!color, enemy);
                }
            }
        }
        gone
    }

    /// The squares on which a piece of this kind meets enemies by its moves, or may do so by some of them.
    #[inline]
    pub(super) fn removes_at<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        kind: Kind,
        color: Color,
    ) -> B {
        let rules = &self.rules_of[kind.index()];
        rules.iter().fold(B::EMPTY, |all, &number| all | self.rules[number].zones(placement, color))
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.rules.iter().map(|rule| rule.zones.bytes()).sum()
    }
}
