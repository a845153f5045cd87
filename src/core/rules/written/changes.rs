//! What moves and squares make of pieces, and promotions.

use std::ops::RangeInclusive;

use super::unplayable::Unplayable;
use crate::board::{Bits, ByColor, Color, Shape, Square};
use crate::rules::definition::{Changes, Definition, PartMoves, Promotion, Splits};
use crate::rules::slot::reached;
use crate::rules::{Becomes, Kind};

/// A set of kinds: bit `n` is the kind of number `n`.
pub(super) type KindSet = u128;

pub(super) fn kind_set(kinds: &[Kind]) -> KindSet {
    kinds.iter().fold(0, |set, kind| set | 1 << kind.index())
}

pub(super) fn has_kind(set: KindSet, kind: Kind) -> bool {
    set >> kind.index() & 1 != 0
}

/// Who promotes where, and to what.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub(super) struct Promoting<B: Bits> {
    pub(super) kinds: KindSet,
    pub(super) region: B,
    /// Whether moves from the region promote, too.
    pub(super) leaving: bool,
    /// The best first.
    pub(super) into: Becomes,
    pub(super) is_optional: bool,
    /// By which moves alone.
    pub(super) by: Option<PartReach<B>>,
    pub(super) by_captures: bool,
    pub(super) restarts_clock: bool,
}

/// Where a part of some kinds of one side reaches from each square of an empty board.
pub(super) struct PartReach<B: Bits> {
    movers: KindSet,
    captures: Box<B::Map<B>>,
    quiets: Box<B::Map<B>>,
}

/// What moves and squares make of pieces, but for promotions.
pub(super) struct Changing<B: Bits> {
    /// `[kind]`: what it is after a move that captures nothing.
    pub(super) moved: Vec<Kind>,
    /// `[mover][victim]`: what a capture makes of the mover.
    captured: Vec<Vec<Becomes>>,
    /// `[set - 1][mover][victim]`: the same for a side that has a set of handicaps.
    handicapped: Vec<Vec<Vec<Becomes>>>,
    /// `[mover]`: what it may not capture.
    pub(super) spared: Vec<KindSet>,
    /// `[mover]`: with what it vanishes.
    pub(super) gone: Vec<KindSet>,
    /// `[mover]`: by the capture of what it goes over to the other side.
    pub(super) turned: Vec<KindSet>,
    /// What goes over by a move that captures nothing.
    pub(super) turned_by_moves: KindSet,
    /// `[mover][friend]`: what it becomes with a piece of its side; empty if nothing merges.
    pub(super) merged: Vec<Vec<Option<Kind>>>,
    /// How pieces come apart.
    pub(super) splits: Splits,
    /// `[kind]`: what is left of it when it has spent something; empty if nothing is spent.
    pub(super) spent: Vec<Option<Kind>>,
    /// Where squares make something of pieces.
    pub(super) morphs: Vec<B>,
    /// `[color][kind]`: what each square makes of it; empty if there are no such squares.
    settled: ByColor<Vec<B::Map<Kind>>>,
    pub(super) castled_rook: Option<Kind>,
}

impl<B: Bits> Changing<B> {
    /// Whether moves that capture nothing leave this kind what it is, but for promotions.
    #[inline(always)]
    pub(super) fn changes_by_captures_alone(&self, kind: Kind) -> bool {
        self.settled[Color::White].is_empty()
            && self.moved[kind.index()] == kind
            && self.spent.get(kind.index()).is_none_or(Option::is_none)
    }

    pub(super) fn new(definition: &Definition) -> Result<Option<Self>, Unplayable> {
        let Changes {
            moved,
            captured,
            spared,
            gone,
            turned,
            turned_by_moves,
            merged,
            splits,
            spent,
            morphs,
            castled_rook,
        } = &definition.changes;
        let handicaps = &definition.handicaps.captured;
        if definition.changes.are_none() && handicaps.is_empty() {
            return Ok(None);
        }
        let kinds = || (0..definition.kinds.len()).map(|number| Kind::new(number as u8));
        let of_victim = |captured: &[Vec<Vec<Kind>>], mover: Kind, victim: Kind| {
            let listed = captured.get(mover.index()).and_then(|list| list.get(victim.index()));
            match listed.map_or(&[][..], Vec::as_slice) {
                [] => Ok(Becomes::one(mover)),
                list if list.len() > Becomes::CAPACITY => {
                    let name = definition.kinds[mover.index()].name.clone();
                    Err(Unplayable::Outcomes(name, Becomes::CAPACITY))
                }
                list => {
                    let mut becomes = Becomes::new();
                    for &kind in list {
                        becomes.add(kind);
                    }
                    Ok(becomes)
                }
            }
        };
        let of_mover_in = |lists: &[Vec<Kind>], mover: Kind| {
            lists.get(mover.index()).map_or(0, |victims| kind_set(victims))
        };
        let settled = |kind: Kind, color: Color| {
            let mut by_square = B::map(kind);
            // The first that has a square counts.
            for morph in morphs.iter().rev().filter(|morph| morph.is_for(color)) {
                for square in B::from_u128(morph.region.0).squares() {
                    by_square[square] = morph.kinds[kind.index()];
                }
            }
            by_square
        };
        let settled = |color| match morphs[..] {
            [] => Vec::new(),
            _ => kinds().map(|kind| settled(kind, color)).collect(),
        };
        let table = |captured: &Vec<Vec<Vec<Kind>>>| {
            let of_mover =
                |mover| kinds().map(|victim| of_victim(captured, mover, victim)).collect();
            kinds().map(of_mover).collect::<Result<Vec<Vec<Becomes>>, _>>()
        };
        Ok(Some(Self {
            moved: if moved.is_empty() { kinds().collect() } else { moved.clone() },
            captured: table(captured)?,
            handicapped: handicaps.iter().map(table).collect::<Result<_, _>>()?,
            spared: kinds().map(|mover| of_mover_in(spared, mover)).collect(),
            gone: kinds().map(|mover| of_mover_in(gone, mover)).collect(),
            turned: kinds().map(|mover| of_mover_in(turned, mover)).collect(),
            turned_by_moves: kind_set(turned_by_moves),
            merged: merged.clone(),
            splits: splits.clone(),
            spent: spent.clone(),
            settled: ByColor(Color::ALL.map(settled)),
            morphs: morphs.iter().map(|morph| B::from_u128(morph.region.0)).collect(),
            castled_rook: *castled_rook,
        }))
    }

    /// What a move that captures nothing makes of its mover, unless it promotes.
    #[inline]
    pub(super) fn by_quiet(&self, color: Color, mover: Kind, to: Square) -> Kind {
        self.settled(self.moved[mover.index()], self.side_after(color, mover, None), to)
    }

    /// `[mover][victim]`: what a capture makes of the mover of a side that has this set of handicaps.
    #[inline]
    fn captured(&self, set: u8) -> &[Vec<Becomes>] {
        if set == 0 { &self.captured } else { &self.handicapped[usize::from(set) - 1] }
    }

    /// Whether any capture leaves a choice of what it makes of its mover.
    pub(super) fn branches(&self) -> bool {
        let all = self.captured.iter().chain(self.handicapped.iter().flatten());
        all.flatten().any(|becomes| becomes.len() > 1)
    }

    /// All sets of handicaps.
    pub(super) fn handicaps(&self) -> RangeInclusive<u8> {
        0..=self.handicapped.len() as u8
    }

    /// What a capture makes of its mover, unless it promotes; `None` if that takes more than a look or two.
    #[inline]
    pub(super) fn by_capture(
        &self,
        (color, set): (Color, u8),
        mover: Kind,
        victim: Kind,
        to: Square,
    ) -> Option<Becomes> {
        let becomes = self.captured(set)[mover.index()][victim.index()];
        if has_kind(self.gone[mover.index()], victim) {
            return None;
        }
        if self.settled[color].is_empty() {
            return Some(becomes);
        }
        let color = self.side_after(color, mover, Some(victim));
        becomes.sole().map(|kind| Becomes::one(self.settled(kind, color, to)))
    }

    /// What a move makes of its mover, before promotion: what each of its captures does in turn. Where they
    /// can be several, none leaves a choice.
    #[inline]
    pub(super) fn by_move(&self, mover: Kind, victims: &[Kind], set: u8) -> Becomes {
        let captured =
            |mover: Kind, victim: Kind| self.captured(set)[mover.index()][victim.index()];
        match *victims {
            [] => Becomes::one(self.moved[mover.index()]),
            [victim] => captured(mover, victim),
            _ => victims.iter().fold(Becomes::one(mover), |becomes, &victim| {
                becomes.into_iter().next().map_or(becomes, |mover| captured(mover, victim))
            }),
        }
    }

    /// What a piece becomes with one of its side onto which it goes, before promotion.
    #[inline]
    pub(super) fn merged(&self, mover: Kind, friend: Kind) -> Option<Kind> {
        *self.merged.get(mover.index())?.get(friend.index())?
    }

    /// Whether a piece vanishes by its captures.
    #[inline]
    pub(super) fn vanishes(&self, mover: Kind, victims: &[Kind]) -> bool {
        self.gone[mover.index()] != 0
            && victims.iter().any(|&victim| has_kind(self.gone[mover.index()], victim))
    }

    /// Whether a mover goes over to the other side by a move that captures this, or nothing.
    #[inline]
    pub(super) fn goes_over(&self, mover: Kind, victim: Option<Kind>) -> bool {
        match victim {
            Some(victim) => has_kind(self.turned[mover.index()], victim),
            None => has_kind(self.turned_by_moves, mover),
        }
    }

    /// Whose a mover is after such a move.
    #[inline]
    pub(super) fn side_after(&self, color: Color, mover: Kind, victim: Option<Kind>) -> Color {
        if self.goes_over(mover, victim) { !color } else { color }
    }

    /// What a square makes of a piece.
    #[inline]
    pub(super) fn settled(&self, kind: Kind, color: Color, square: Square) -> Kind {
        self.settled[color].get(kind.index()).map_or(kind, |settled| settled[square])
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let captured = self.captured.iter().chain(self.handicapped.iter().flatten());
        let captured = captured.map(|list| size_of_val(&**list));
        let merged = self.merged.iter().map(|list| size_of_val(&**list));
        captured.chain(merged).sum::<usize>()
            + self.settled.0.iter().map(|list| size_of_val(&**list)).sum::<usize>()
    }
}

/// `[kind]`: what it may be after a move: by a capture, by merging or by neither, then by promotion, then by its square.
pub(super) fn outcomes(definition: &Definition) -> Vec<KindSet> {
    let Changes { moved, captured, merged, spent, morphs, .. } = &definition.changes;
    let promotions = definition.promotion.0.iter().flatten();
    let promotions: Vec<(KindSet, KindSet)> =
        promotions.map(|rule| (kind_set(&rule.kinds), kind_set(&rule.into))).collect();
    let of = |mover: usize| -> KindSet {
        let tables = definition.handicaps.captured.iter().chain([captured]);
        let after_captures = tables.filter_map(|captured| captured.get(mover)).flatten().flatten();
        let with_friends = merged.get(mover).into_iter().flatten().flatten();
        let changed = moved.get(mover).into_iter().chain(after_captures).chain(with_friends);
        let kinds = changed.fold(1 << mover, |set: KindSet, kind| set | 1 << kind.index());
        let is_one = |&&(from, _): &&(KindSet, KindSet)| from & kinds != 0;
        let promoted = promotions.iter().filter(is_one).fold(kinds, |set, (_, into)| set | into);
        let settled = morphs.iter().flat_map(|morph| morph.kinds.iter().enumerate());
        settled
            .filter(|(kind, _)| promoted >> kind & 1 != 0)
            .fold(promoted, |set, (_, into)| set | 1 << into.index())
    };
    let left = |mover: usize| *spent.get(mover)?;
    let of = |mover: usize| of(mover) | left(mover).map_or(0, |kind| of(kind.index()));
    (0..definition.kinds.len()).map(of).collect()
}

/// The rules of promotion of both sides.
pub(super) fn promotions<B: Bits>(
    definition: &Definition,
    shape: &Shape,
) -> Result<ByColor<Vec<Promoting<B>>>, Unplayable> {
    let promoting = |color, rule: &Promotion| {
        let Promotion {
            kinds,
            region,
            leaving,
            into,
            is_optional,
            by,
            by_captures,
            restarts_clock,
        } = rule;
        if into.len() > Becomes::CAPACITY {
            let name = kinds.first().map_or("", |kind| &definition.kinds[kind.index()].name);
            return Err(Unplayable::Outcomes(name.to_owned(), Becomes::CAPACITY));
        }
        Ok(Promoting {
            kinds: kind_set(kinds),
            region: B::from_u128(region.0),
            leaving: *leaving,
            into: into.iter().copied().collect(),
            is_optional: *is_optional,
            by: by.as_ref().map(|part| PartReach::new(shape, part, color)),
            by_captures: *by_captures,
            restarts_clock: *restarts_clock,
        })
    };
    let of = |color: Color| {
        let rules = definition.promotion[color].iter().filter(|rule| !rule.into.is_empty());
        rules.map(|rule| promoting(color, rule)).collect::<Result<Vec<_>, _>>()
    };
    Ok(ByColor([of(Color::White)?, of(Color::Black)?]))
}

/// What a kind may be after a promotion that restarts the clock, on whatever square.
pub(super) fn final_promotions(definition: &Definition, mover: Kind) -> ByColor<KindSet> {
    let Changes { moved, morphs, .. } = &definition.changes;
    let kind = moved.get(mover.index()).copied().unwrap_or(mover);
    ByColor(Color::ALL.map(|color| {
        let rules = definition.promotion[color].iter().filter(|rule| {
            let is_mover = |by: &PartMoves| by.movers.contains(&mover);
            rule.restarts_clock
                && !rule.by_captures
                && rule.kinds.contains(&kind)
                && rule.by.as_ref().is_none_or(is_mover)
        });
        rules.flat_map(|rule| &rule.into).fold(0, |set, into| {
            let settled = morphs.iter().map(|morph| morph.kinds[into.index()]);
            settled.chain([*into]).fold(set, |set, kind| set | kind_set(&[kind]))
        })
    }))
}

impl<B: Bits> Promoting<B> {
    /// Whether a kind promotes by a move between these squares, as far as these matter.
    #[inline]
    pub(super) fn is_for(&self, kind: Kind, from: Square, to: Square) -> bool {
        (self.region.has(to) || self.leaving && self.region.has(from)) && has_kind(self.kinds, kind)
    }
}

impl<B: Bits> PartReach<B> {
    pub(super) fn new(shape: &Shape, part: &PartMoves, color: Color) -> Self {
        let mut reach = Self {
            movers: kind_set(&part.movers),
            captures: Box::new(B::map(B::EMPTY)),
            quiets: Box::new(B::map(B::EMPTY)),
        };
        for from in shape.squares() {
            for motion in &part.motions {
                let reached = reached(shape, color, from, motion);
                if motion.purpose.captures() {
                    reach.captures[from] |= reached;
                }
                if motion.purpose.moves() {
                    reach.quiets[from] |= reached;
                }
            }
        }
        reach
    }

    /// Whether a capture by this piece is one of the part.
    pub(super) fn captures(&self, mover: Kind, from: Square, to: Square) -> bool {
        has_kind(self.movers, mover) && self.captures[from].has(to)
    }

    /// Whether a move without capture by this piece is one of the part.
    pub(super) fn goes(&self, mover: Kind, from: Square, to: Square) -> bool {
        has_kind(self.movers, mover) && self.quiets[from].has(to)
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.captures) + size_of_val(&*self.quiets)
    }
}
