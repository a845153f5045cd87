//! How pieces end a written game: by being few, or by where they stand.

use super::changes::{KindSet, has_kind, kind_set};
use crate::board::{Bits, ByColor, Color, Geometry, Square};
use crate::rules::definition::{
    Definition, Extinction, FlagTerms, KindDefinition, PseudoRoyals, Region,
};
use crate::rules::{BitsOf, Kind, Outcome, Placement, Reason, Royals, Ruleset, Safety};

/// Sets of kinds, each of which counts for itself.
pub(super) struct Sets(Vec<KindSet>);

impl Sets {
    fn new(sets: &[Vec<Kind>]) -> Self {
        Self(sets.iter().map(|kinds| kind_set(kinds)).collect())
    }

    /// How many pieces of a set a side has.
    fn count<R: Ruleset>(placement: &Placement<R>, color: Color, set: KindSet) -> usize {
        placement.pieces(color).filter(|&(_, kind)| has_kind(set, kind)).count()
    }

    /// The pieces of a set.
    fn squares<R: Ruleset>(placement: &Placement<R>, color: Color, set: KindSet) -> BitsOf<R> {
        let pieces = placement.pieces(color).filter(|&(_, kind)| has_kind(set, kind));
        pieces.fold(BitsOf::<R>::EMPTY, |squares, (square, _)| squares | BitsOf::<R>::of(square))
    }
}

/// What is royal beside the kings.
pub(super) struct Pseudo {
    sets: Sets,
    most: u32,
    duple: bool,
}

impl Pseudo {
    pub(super) fn new(rule: &PseudoRoyals) -> Self {
        Self { sets: Sets::new(&rule.sets), most: rule.most.into(), duple: rule.duple }
    }

    /// Whether a set has a kind.
    pub(super) fn has(&self, kind: Kind) -> bool {
        self.sets.0.iter().any(|&set| has_kind(set, kind))
    }

    #[inline(never)]
    pub(super) fn of<R: Ruleset>(
        &self,
        placement: &Placement<R>,
        color: Color,
    ) -> Royals<BitsOf<R>> {
        let mut royals = Royals { each: Bits::EMPTY, one_of: Bits::EMPTY };
        for &set in &self.sets.0 {
            let pieces = Sets::squares(placement, color, set);
            if pieces.count() <= self.most {
                royals.each |= pieces;
            }
            if self.duple {
                royals.one_of |= pieces;
            }
        }
        royals
    }
}

/// How it is found which moves of a side are legal.
pub(super) fn safety(definition: &Definition, has_king: bool) -> Safety {
    let shuns = definition.kinds.iter().any(KindDefinition::is_shy);
    let is_free = definition.contacts.forbidden.is_empty() && definition.aims.may_check && !shuns;
    if definition.aims.pseudo_royals.is_some() || !is_free {
        Safety::Trial
    } else if has_king {
        Safety::King
    } else {
        Safety::Nothing
    }
}

/// When pieces end the game.
pub(super) struct Ends<B: Bits> {
    extinction: Option<(Extinction, Sets)>,
    /// What extinction is called.
    reason: Reason,
    /// `[kind]`: where it wins.
    flags: Vec<ByColor<B>>,
    /// Where any of a side's kinds wins.
    goals: ByColor<B>,
    terms: FlagTerms,
    /// Whether the kings of both sides alone win so.
    kings_are_flags: bool,
}

impl<B: Bits> Ends<B> {
    pub(super) fn new(definition: &Definition) -> Self {
        let flag = &definition.flag;
        let region = |kind: Kind, color: Color| {
            let is_flag = flag[color].kinds.contains(&kind);
            B::from_u128(if is_flag { flag[color].region } else { Region::EMPTY }.0)
        };
        let kinds = (0..definition.kinds.len() as u8).map(Kind::new);
        let extinction = definition.extinction.clone();
        Self {
            reason: if definition.bare_king().is_some() {
                Reason::BareKing
            } else {
                Reason::Extinction
            },
            extinction: extinction.map(|rule| {
                let sets = Sets::new(&rule.sets);
                (rule, sets)
            }),
            flags: kinds.map(|kind| ByColor(Color::ALL.map(|color| region(kind, color)))).collect(),
            goals: ByColor(Color::ALL.map(|color| B::from_u128(flag[color].region.0))),
            terms: definition.aims.flag_terms,
            kings_are_flags: definition.kings_are_flags(),
        }
    }

    /// Whether pieces can end the game so.
    pub(super) fn are_there(&self) -> bool {
        self.extinction.is_some() || self.goals.0.iter().any(|goals| !goals.is_empty())
    }

    pub(super) fn flag(&self, kind: Kind, color: Color) -> B {
        self.flags[kind.index()][color]
    }

    /// Whether a side that is to move can be the one that still may reach its goal.
    pub(super) fn may_answer(&self, color: Color) -> bool {
        self.terms.answer && self.kings_are_flags && color == Color::Black
    }

    fn extinct<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        in_hand: &dyn Fn(Color, KindSet) -> usize,
        to_move: Color,
    ) -> Option<Outcome> {
        let count = |color, set| Sets::count(placement, color, set) + in_hand(color, set);
        let (rule, sets) = self.extinction.as_ref()?;
        for color in [!to_move, to_move] {
            let more = usize::from(rule.may_answer && color == to_move);
            let enemies = usize::from(rule.enemies) + more;
            let is_extinct = |&set: &KindSet| {
                count(color, set) <= usize::from(rule.most)
                    && (enemies == 0 || count(!color, set) >= enemies)
            };
            if sets.0.iter().any(is_extinct) {
                return Some(Outcome::of(rule.value, color, self.reason));
            }
        }
        None
    }

    /// Whether a side has reached its goal.
    fn has_reached<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        color: Color,
        to_move: Color,
        is_attacked: impl Fn(Square) -> bool,
    ) -> bool {
        let FlagTerms { count, blocked_wins, answer, safe } = self.terms;
        let goals = self.goals[color];
        let is_there = |square: &Square| {
            placement.kind_at(*square).is_some_and(|kind| self.flag(kind, color).has(*square))
        };
        let men = B::of_all((placement.of(color) & goals).squares().filter(is_there));
        let is_full = blocked_wins && (goals & !placement.occupied()).is_empty();
        if men.is_empty() || men.count() < u32::from(count) && !is_full {
            return false;
        }
        let must_be_safe = safe && (!answer || color != to_move) && men.count() == u32::from(count);
        !must_be_safe || !men.squares().any(is_attacked)
    }

    /// How they have ended it. `in_hand` says how many pieces of a set a side has in hand.
    pub(super) fn end<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        in_hand: &dyn Fn(Color, KindSet) -> usize,
        to_move: Color,
        is_attacked: &dyn Fn(Square, Color) -> bool,
    ) -> Option<Outcome> {
        if let Some(outcome) = self.extinct(placement, in_hand, to_move) {
            return Some(outcome);
        }
        let FlagTerms { answer, safe, .. } = self.terms;
        let has_reached = |color: Color| {
            self.has_reached(placement, color, to_move, |square| is_attacked(square, !color))
        };
        let mover = !to_move;
        if (answer || safe) && has_reached(to_move) {
            let is_even =
                answer && to_move == Color::White && self.kings_are_flags || safe && !answer;
            return Some(if is_even && has_reached(mover) {
                Outcome::Draw(Reason::Flag)
            } else {
                Outcome::Win(to_move, Reason::Flag)
            });
        }
        // Of kings it can be seen before whether there is an answer.
        let ends = !answer || safe || self.kings_are_flags;
        (ends && has_reached(mover)).then_some(Outcome::Win(mover, Reason::Flag))
    }
}
