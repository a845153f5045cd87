//! The closure of the kinds of a game: all that its pieces can ever become.

use std::collections::HashMap;

use crate::read::compound::{
    ChangeKeys, Compound, Fits, Makes, Morph, Parts, Set, Verdict, changed,
};
use crate::read::draft::Draft;
use crate::read::pieces::Slot;

use super::once;

/// No game has more kinds: a move has seven bits for one.
pub(crate) const MOST_KINDS: usize = 127;

/// What a pawn becomes, as far as kinds go.
pub(crate) struct Promotions {
    pub(crate) pawns: Set,
    pub(crate) into: Vec<Parts>,
    /// What captures take for such a pawn, if they do not take it for what it has become.
    pub(crate) origin: Option<Parts>,
}

/// All kinds of a game, and which of its rules are of use.
#[derive(Debug, Default)]
pub(crate) struct Closure {
    /// In the order in which they are found.
    pub(crate) kinds: Vec<Compound>,
    /// For each rule of `onCapture`, whether it is ever the first that fits.
    pub(crate) used: Vec<bool>,
    /// For each rule of `partPromotion`, the same.
    pub(crate) promoting: Vec<bool>,
    /// For each rule of `onCapture`, a king that it would make an ordinary piece, and its victim.
    pub(crate) lost: Vec<Option<(Compound, Compound)>>,
    /// The same of the rules of `onMerge`.
    pub(crate) merging: Merging,
    /// The rules that would make a king of another piece: their keys and places there.
    pub(crate) crowning: Vec<(&'static str, usize)>,
}

/// There are too many kinds: how many parts are joined.
#[derive(Debug)]
pub(crate) struct TooMany {
    pub(crate) parts: u32,
}

impl Closure {
    /// The closure of these kinds. It stops as soon as there are too many.
    #[expect(clippy::too_many_lines, reason = "a few for each key that changes pieces")]
    pub(crate) fn of(
        start: impl IntoIterator<Item = Compound>,
        draft: &Draft,
        promotions: &[Promotions],
    ) -> Result<Self, TooMany> {
        let keys = &draft.changes;
        let mut found = Found::default();
        start.into_iter().try_for_each(|kind| found.add(kind))?;
        let rules = keys.on_capture.len();
        let (mut used, mut lost) = (vec![false; rules], vec![None; rules]);
        let mut merging = Merging { used: vec![false; keys.on_merge.len()], lost: Vec::new() };
        let mut promoting = vec![false; keys.part_promotions.len()];
        let mut crowning: Vec<(&'static str, usize)> = Vec::new();
        let mut crowns = |from: Compound, into: Compound, rule: (&'static str, usize)| {
            let crowns = into.royal && !from.royal;
            if crowns && !crowning.contains(&rule) {
                crowning.push(rule);
            }
            crowns
        };
        let mut fits: Vec<[Fits; 2]> = Vec::new();
        let handicapped = keys.handicapped();
        let mut next = 0;
        while let Some(&kind) = found.kinds.get(next) {
            next += 1;
            fits.push([keys.fits(kind), keys.fits_merging(kind)]);
            for one in kin(kind, draft) {
                found.add(one)?;
            }
            if let Some(change) = keys.on_move.iter().position(|change| change.from.has(kind)) {
                let moved = keys.moved(kind);
                if !crowns(kind, moved, ("onMove", change)) {
                    found.add(moved)?;
                }
            }
            if let Some(rook) = keys.castled_rook {
                let rook = Compound::new(rook, false);
                let was = Compound { royal: false, ..rook };
                if !crowns(was, rook, ("castledRook", 0)) {
                    found.add(rook)?;
                }
            }
            for (rule, morph) in keys.morph.iter().flat_map(|rules| rules.iter().enumerate()) {
                let settled = changed(&morph.changes, kind);
                if !crowns(kind, settled, ("morph", rule)) {
                    found.add(settled)?;
                }
            }
            for promotion in promotions {
                if promotion.pawns.has(kind) {
                    for &into in &promotion.into {
                        found.add(Compound::promoted(into, kind.royal, promotion.origin))?;
                    }
                } else if let Some((rule, results)) = keys.part_promoted(kind) {
                    promoting[rule] = true;
                    for result in results {
                        found.add(result)?;
                    }
                }
            }
            // Those behind it meet it when it is their turn.
            let others: Vec<(Compound, [Fits; 2])> =
                found.kinds[..next].iter().copied().zip(fits.iter().copied()).collect();
            let own = (kind, fits[next - 1]);
            for &(other, [_, fits]) in others.iter().filter(|_| !keys.on_merge.is_empty()) {
                let (own, other) = ((kind, own.1[1]), (other, fits));
                for (mover, friend) in [(own, other), (other, own)] {
                    let Some((rule, result)) = merging.result(keys, mover, friend) else {
                        continue;
                    };
                    if friend.0.royal || !crowns(mover.0, result, ("onMerge", rule)) {
                        found.add(result)?;
                    }
                }
            }
            let own = (kind, own.1[0]);
            let mut capture = |mover: (Compound, Fits), victim: (Compound, Fits)| {
                if victim.0.royal {
                    return Ok(());
                }
                let Some(Verdict { rule, result }) = keys.captured(mover, victim) else {
                    return Ok(());
                };
                used[rule] = true;
                if mover.0.royal && keys.on_capture[rule].result == Makes::Gone {
                    lost[rule].get_or_insert((mover.0, victim.0));
                }
                let Some(result) = result else { return Ok(()) };
                for kind in once::joined(draft, &keys.on_capture[rule], mover.0, victim.0) {
                    found.add(kind)?;
                }
                if mover.0.royal && !result.royal {
                    lost[rule].get_or_insert((mover.0, victim.0));
                    return Ok(());
                }
                // What moves make of it is asked where these are.
                if result == keys.moved(mover.0) && keys.on_capture[rule].result == Makes::Moved
                    || crowns(mover.0, result, ("onCapture", rule))
                {
                    return Ok(());
                }
                found.add(result)
            };
            for &(other, [fits, _]) in &others {
                let other = (other, fits);
                capture(own, other)?;
                capture(other, own)?;
            }
            for rules in &handicapped {
                let fitting = |kind: Compound| (kind, Fits::of(rules, kind));
                let own = fitting(kind);
                for other in others.iter().map(|(other, _)| fitting(*other)) {
                    for (mover, victim) in [(own, other), (other, own)] {
                        let verdict = keys.captured_by(rules, mover, victim);
                        let result = verdict.and_then(|verdict| verdict.result);
                        let is_such =
                            |result: &Compound| !victim.0.royal && result.royal == mover.0.royal;
                        if let Some(result) = result.filter(is_such) {
                            found.add(result)?;
                        }
                    }
                }
            }
        }
        Ok(Self { kinds: found.kinds, used, promoting, lost, merging, crowning })
    }
}

/// What a piece is else: what it was, what it puts into a hand, what it promotes to with `+`, and its parts.
fn kin(kind: Compound, draft: &Draft) -> Vec<Compound> {
    let plain = |parts: Parts| Compound::new(parts, false);
    let shown = kind.origin.map(|_| plain(kind.parts));
    let back = kind.origin.filter(|_| draft.pieces_go_back).map(plain);
    let fallen = draft.hands.fallen(kind);
    let pairs = draft.promoted_pieces().filter(|(_, from, _)| *from == kind.parts && !kind.royal);
    let promoted = pairs.map(|(.., into)| draft.plus(kind.parts, into));
    let parts = draft.changes.parted(kind).into_iter().flat_map(|(part, rest)| [part, rest]);
    let left = draft.changes.spent(kind);
    shown.into_iter().chain(fallen).chain(back).chain(promoted).chain(parts).chain(left).collect()
}

/// Of what use the rules of `onMerge` are.
#[derive(Debug, Default)]
pub(crate) struct Merging {
    /// For each, whether it is ever the first that fits.
    pub(crate) used: Vec<bool>,
    /// Those that would lose a king.
    pub(crate) lost: Vec<usize>,
}

impl Merging {
    /// What two pieces of a side become, and by which rule.
    fn result(
        &mut self,
        keys: &ChangeKeys,
        mover: (Compound, Fits),
        friend: (Compound, Fits),
    ) -> Option<(usize, Compound)> {
        // No side has two kings.
        let are_kings = mover.0.royal && friend.0.royal;
        let Verdict { rule, result } = keys.merged(mover, friend).filter(|_| !are_kings)?;
        self.used[rule] = true;
        let is_lost = |result: &Compound| (mover.0.royal || friend.0.royal) && !result.royal;
        if result.as_ref().is_some_and(is_lost) {
            self.lost.push(rule);
            return None;
        }
        Some((rule, result?))
    }
}

#[derive(Default)]
struct Found {
    kinds: Vec<Compound>,
    numbers: HashMap<Compound, usize>,
}

impl Found {
    fn add(&mut self, kind: Compound) -> Result<(), TooMany> {
        if self.numbers.contains_key(&kind) {
            return Ok(());
        }
        if self.kinds.len() == MOST_KINDS {
            let king = Parts::of(Slot::KING);
            let kinds = self.kinds.iter().map(|kind| kind.parts.without(king));
            let joined = kinds.filter(|parts| parts.count() > 1);
            let parts = joined.fold(kind.parts.without(king), Parts::and);
            return Err(TooMany { parts: parts.count() });
        }
        self.numbers.insert(kind, self.kinds.len());
        self.kinds.push(kind);
        Ok(())
    }
}

impl TooMany {
    /// The reason in words.
    pub(crate) fn message(&self, keys: &ChangeKeys) -> String {
        let parts = u64::from(self.parts);
        let most = keys.join_limit.map_or(parts, u64::from).min(parts);
        // Those with up to so many parts.
        let (mut count, mut choose) = (0_u64, 1_u64);
        for taken in 1..=most {
            choose = choose.saturating_mul(parts + 1 - taken) / taken;
            count = count.saturating_add(choose);
        }
        if count > MOST_KINDS as u64 {
            format!("{parts} parts join to {count} kinds, more than {MOST_KINDS}")
        } else {
            format!(
                "{parts} parts join to {count} kinds, and to more with those of kings; at most \
                 {MOST_KINDS} are possible"
            )
        }
    }
}

/// The rule of `morph` for a square, if there is one for this kind: the first that fits.
pub(crate) fn morphed(morphs: &[&Morph], kind: Compound) -> Compound {
    let fits = |morph: &&&Morph| morph.changes.iter().any(|change| change.from.has(kind));
    morphs.iter().find(fits).map_or(kind, |morph| changed(&morph.changes, kind))
}
