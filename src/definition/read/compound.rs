//! Pieces as what they are made of, and sets of such pieces.

use crate::Color;

use crate::read::grid::Grid;
use crate::read::pieces::Slot;

/// Parts of a piece: pieces of the file that have a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Parts(u64);

impl Parts {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn of(slot: Slot) -> Self {
        Self(1 << slot.index())
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn has_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) const fn has_any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// From the last slot, the king's, to the first, the pawn's.
    pub(crate) fn slots(self) -> impl Iterator<Item = Slot> {
        Slot::all().rev().filter(move |&slot| self.has_all(Self::of(slot)))
    }
}

/// A kind of piece while kinds are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Compound {
    /// Whether it must not be lost. What has the king as a part always is.
    pub(crate) royal: bool,
    pub(crate) parts: Parts,
    /// What it was before it promoted, if that matters once it is captured or goes back. No king has promoted.
    pub(crate) origin: Option<Parts>,
}

impl Compound {
    pub(crate) fn new(parts: Parts, royal: bool) -> Self {
        Self::promoted(parts, royal, None)
    }

    /// What has been something else before.
    pub(crate) fn promoted(parts: Parts, royal: bool, origin: Option<Parts>) -> Self {
        let royal = royal || parts.has_all(Parts::of(Slot::KING));
        let origin = origin.filter(|origin| !royal && *origin != parts);
        Self { royal, parts, origin }
    }

    /// The same piece after a change. Whether it has promoted is not changed.
    fn changed(self, parts: Parts, royal: bool) -> Self {
        Self::promoted(parts, royal, self.origin)
    }
}

/// What a set of pieces names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// `*`: all.
    All,
    /// `n` or `{rn}`: what has just these parts.
    Only(Parts),
    /// `{p*}`: what has these parts.
    With(Parts),
}

/// A set of pieces: `nbr`, `*!kp`, `{p*}!{k*}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set {
    pub(crate) items: Vec<Item>,
    pub(crate) but: Vec<Item>,
}

impl Set {
    /// Whether a piece belongs to it. A king that has become a knight is a knight here, and still has the
    /// king as a part.
    pub(crate) fn has(&self, piece: Compound) -> bool {
        let own = |items: &[Item]| {
            items.iter().any(|item| match *item {
                Item::All => true,
                Item::Only(parts) => piece.parts == parts,
                Item::With(parts) => {
                    let king = if piece.royal { Parts::of(Slot::KING) } else { Parts::NONE };
                    piece.parts.and(king).has_all(parts)
                }
            })
        };
        own(&self.items) && !own(&self.but)
    }
}

/// The pieces that a key names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// Just these, and kings that have become such pieces.
    Letters(Vec<Slot>),
    /// `{p*}!{k*}`, `*!p`.
    Set(Set),
}

impl Pieces {
    /// The pieces with letters that are named one by one.
    pub(crate) fn slots(&self) -> &[Slot] {
        match self {
            Self::Letters(slots) => slots,
            Self::Set(_) => &[],
        }
    }

    /// Names one more.
    pub(crate) fn add(&mut self, slot: Slot) {
        match self {
            Self::Letters(slots) if slots.contains(&slot) => {}
            Self::Letters(slots) => slots.push(slot),
            Self::Set(set) => set.items.push(Item::Only(Parts::of(slot))),
        }
    }
}

/// What a capture makes of the piece that captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Makes {
    Mover,
    Victim,
    /// The parts of both.
    Join,
    /// The parts that only one of both has.
    Xor,
    /// What a move without capture makes of it.
    Moved,
    Piece(Parts),
    /// The mover with its parts raised.
    Raise,
    /// Nothing: there is no such capture.
    Forbidden,
    /// Nothing: the mover vanishes with its victim.
    Gone,
}

/// Which victims a rule is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Victims {
    Of(Set),
    /// Those with the same parts as the mover.
    Same,
}

/// A rule of `onCapture`, or of `onMerge`, whose victims are of the same side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CaptureRule {
    pub(crate) movers: Set,
    pub(crate) victims: Victims,
    pub(crate) result: Makes,
    /// The parts that the result does not have.
    pub(crate) leaves_out: Parts,
    /// Whether a king stays royal although the result is not.
    pub(crate) royal: bool,
    /// Whether the mover goes over to the other side.
    pub(crate) turns: bool,
    /// Whether the player may decline.
    pub(crate) optional: bool,
}

impl CaptureRule {
    /// Whether it makes one of the parts of both.
    pub(crate) fn joins(&self) -> bool {
        matches!(self.result, Makes::Join | Makes::Xor)
    }
}

/// From what to what, for `onMove` and `morph`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) from: Set,
    /// `None` if it goes over to the other side as it is.
    pub(crate) into: Option<Parts>,
}

/// What squares make of the pieces that arrive there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Morph {
    pub(crate) region: Grid,
    pub(crate) changes: Vec<Change>,
}

/// Which parts may leave a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) pieces: Set,
    pub(crate) parts: Vec<Parts>,
}

impl Split {
    /// What may leave a piece of the set, and what stays then. A king that is another piece stays whole.
    pub(crate) fn of(&self, piece: Compound) -> Vec<(Compound, Compound)> {
        let is_whole = piece.royal && !piece.parts.has_all(Parts::of(Slot::KING));
        let mut pairs: Vec<(Compound, Compound)> = Vec::new();
        for &part in self.parts.iter().filter(|part| !is_whole && piece.parts.has_all(**part)) {
            let rest = piece.parts.without(part);
            let pair = (Compound::new(part, false), Compound::new(rest, false));
            if !rest.is_empty() && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        pairs
    }
}

/// A part that another one swallows in a compound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) lesser: Parts,
    pub(crate) better: Parts,
}

/// What `onCapture` says of a capture, or `onMerge` of two pieces of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The rule that is for it.
    pub(crate) rule: usize,
    /// What the piece is after it; `None` if there is no such move, or if it vanishes.
    pub(crate) result: Option<Compound>,
}

/// Parts that give some pieces no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Idle {
    pub(crate) parts: Parts,
    pub(crate) pieces: Set,
}

/// A step of `raise`: what becomes what. The end of a chain stays what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raise {
    pub(crate) from: Parts,
    pub(crate) into: Parts,
}

/// A part that promotes while the rest of its piece stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartPromotion {
    pub(crate) part: Parts,
    /// The pieces, of those that have the part.
    pub(crate) pieces: Set,
    /// What replaces the part, one of these; none if it never promotes.
    pub(crate) into: Vec<Parts>,
    /// The part by whose moves alone it promotes.
    pub(crate) by: Option<Parts>,
}

/// For which rules of `onCapture` or `onMerge` a piece is the mover, or the other; each bit is a rule.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fits {
    mover: u64,
    victim: u64,
    /// The rules for victims with the parts of the mover.
    same: u64,
}

impl Fits {
    /// For which of these rules a piece is the mover, and for which a victim.
    pub(crate) fn of(rules: &[CaptureRule], piece: Compound) -> Self {
        let mut fits = Self::default();
        for (index, rule) in rules.iter().enumerate() {
            fits.mover |= u64::from(rule.movers.has(piece)) << index;
            match &rule.victims {
                Victims::Of(set) => fits.victim |= u64::from(set.has(piece)) << index,
                Victims::Same => fits.same |= 1 << index,
            }
        }
        fits
    }
}

/// All keys for powers that change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChangeKeys {
    pub(crate) aliases: Vec<(char, Parts)>,
    pub(crate) levels: Vec<Level>,
    pub(crate) join_limit: Option<u16>,
    /// By groups, of which the first counts that has something of the piece.
    pub(crate) raise: Vec<Vec<Raise>>,
    pub(crate) on_capture: Vec<CaptureRule>,
    /// The letters of the handicaps, each with the rules that come before those of `onCapture` for a side that has it.
    pub(crate) handicaps: Vec<(char, Vec<CaptureRule>)>,
    /// The same of pieces of one side.
    pub(crate) on_merge: Vec<CaptureRule>,
    pub(crate) splits: Vec<Split>,
    /// Whether pieces split only while nothing attacks them.
    pub(crate) splits_in_peace: bool,
    /// As what captured pieces join that are used for one move.
    pub(crate) once: Vec<(Parts, Parts)>,
    pub(crate) on_move: Vec<Change>,
    /// `[color]`
    pub(crate) morph: [Vec<Morph>; 2],
    pub(crate) castled_rook: Option<Parts>,
    pub(crate) idle_parts: Vec<Idle>,
    pub(crate) part_promotions: Vec<PartPromotion>,
    /// What is never captured.
    pub(crate) iron: Set,
    pub(crate) mutually_immune: Set,
    pub(crate) names: Vec<(Parts, String)>,
}

impl ChangeKeys {
    /// Whether captures or merging make compounds.
    pub(crate) fn joins(&self) -> bool {
        self.rules().any(CaptureRule::joins)
    }

    /// Whether captures or merging raise parts.
    pub(crate) fn raises(&self) -> bool {
        self.rules().any(|rule| rule.result == Makes::Raise)
    }

    /// The rules for two pieces that meet.
    fn rules(&self) -> impl Iterator<Item = &CaptureRule> {
        self.on_capture.iter().chain(&self.on_merge)
    }

    /// Whether squares change kinds.
    pub(crate) fn change_by_squares(&self) -> bool {
        !self.morph.iter().all(Vec::is_empty)
    }

    /// Whether kinds change at all, other than by promotion.
    pub(crate) fn change(&self) -> bool {
        self.rules().next().is_some()
            || !self.splits.is_empty()
            || !self.on_move.is_empty()
            || self.change_by_squares()
            || self.castled_rook.is_some()
            || !self.part_promotions.is_empty()
    }

    /// A piece of the file as its parts.
    pub(crate) fn parts_of(&self, slot: Slot, letter: char) -> Parts {
        let alias = self.aliases.iter().find(|(own, _)| *own == letter);
        alias.map_or(Parts::of(slot), |(_, parts)| *parts)
    }

    /// The parts that stay when the better ones have swallowed the lesser.
    pub(crate) fn leveled(&self, parts: Parts) -> Parts {
        let is_swallowed = |level: &&Level| parts.has_all(level.better);
        let swallowed = self.levels.iter().filter(is_swallowed);
        parts.without(swallowed.fold(Parts::NONE, |all, level| all.and(level.lesser)))
    }

    /// The parts after each of them, of the first group that knows one, has been raised; a compound before its
    /// own parts.
    pub(crate) fn raised(&self, parts: Parts) -> Parts {
        let knows = |group: &&Vec<Raise>| group.iter().any(|step| parts.has_all(step.from));
        let Some(group) = self.raise.iter().find(knows) else { return parts };
        let mut steps: Vec<&Raise> = group.iter().collect();
        steps.sort_by_key(|step| std::cmp::Reverse(step.from.count()));
        let (mut rest, mut raised) = (parts, Parts::NONE);
        for step in steps {
            if rest.has_all(step.from) {
                rest = rest.without(step.from);
                raised = raised.and(step.into);
            }
        }
        rest.and(raised)
    }

    /// The parts of a piece that give it moves.
    pub(crate) fn active(&self, piece: Compound) -> Parts {
        let idle = self.idle_parts.iter().filter(|idle| idle.pieces.has(piece));
        piece.parts.without(idle.fold(Parts::NONE, |all, idle| all.and(idle.parts)))
    }

    /// What a piece becomes if a part of it promotes: the index of the rule that is for it, and the results.
    pub(crate) fn part_promoted(&self, piece: Compound) -> Option<(usize, Vec<Compound>)> {
        let is_for =
            |rule: &PartPromotion| piece.parts.has_all(rule.part) && rule.pieces.has(piece);
        let index = self.part_promotions.iter().position(is_for)?;
        let rule = &self.part_promotions[index];
        let rest = piece.parts.without(rule.part);
        let mut results: Vec<Compound> = Vec::new();
        for &into in &rule.into {
            let result = piece.changed(self.leveled(rest.and(into)), piece.royal);
            if !results.contains(&result) {
                results.push(result);
            }
        }
        Some((index, results))
    }

    /// What may leave a piece, and what stays then, by the first rule that is for it.
    pub(crate) fn parted(&self, piece: Compound) -> Vec<(Compound, Compound)> {
        let rule = self.splits.iter().find(|rule| rule.pieces.has(piece));
        rule.map_or_else(Vec::new, |rule| rule.of(piece))
    }

    /// All parts that are used for one move.
    pub(crate) fn parts_for_once(&self) -> Parts {
        self.once.iter().fold(Parts::NONE, |all, (_, into)| all.and(*into))
    }

    /// What is left of a piece when it has used such a part.
    pub(crate) fn spent(&self, piece: Compound) -> Option<Compound> {
        let parts = self.parts_for_once();
        let rest = piece.parts.without(parts);
        let is_one = piece.parts.has_any(parts) && !rest.is_empty();
        is_one.then(|| piece.changed(rest, piece.royal))
    }

    /// What a piece that has captured another may be with one such part of that, by a rule with the result `join`,
    /// whether or not it can use that.
    pub(crate) fn joined_once(
        &self,
        rule: &CaptureRule,
        mover: Compound,
        victim: Compound,
    ) -> Vec<Compound> {
        let is_such = rule.result == Makes::Join;
        let of_victim = self.once.iter().filter(|(from, into)| {
            is_such
                && victim.parts.has_any(from.and(*into))
                && !rule.leaves_out.has_any(from.and(*into))
        });
        let own = mover.parts.without(self.parts_for_once());
        of_victim.map(|(_, into)| mover.changed(own.and(*into), mover.royal)).collect()
    }

    /// What a move without capture makes of a piece.
    pub(crate) fn moved(&self, piece: Compound) -> Compound {
        changed(&self.on_move, piece)
    }

    /// Whether a piece goes over to the other side by moves without capture.
    pub(crate) fn turns_by_moves(&self, piece: Compound) -> bool {
        let change = self.on_move.iter().find(|change| change.from.has(piece));
        change.is_some_and(|change| change.into.is_none())
    }

    /// The letters of the handicaps in their order.
    pub(crate) fn handicap_letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = self.handicaps.iter().map(|(letter, _)| *letter).collect();
        letters.sort_unstable();
        letters
    }

    /// The rules for captures of a side for each set of handicaps but none: bit `n` of the place in the list plus one is
    /// the handicap of number `n`, in the order of the letters.
    pub(crate) fn handicapped(&self) -> Vec<Vec<CaptureRule>> {
        let letters = self.handicap_letters();
        let rules = |set: usize| {
            let has = |letter: &char| {
                letters.iter().position(|one| one == letter).is_some_and(|bit| set >> bit & 1 != 0)
            };
            let own = self.handicaps.iter().filter(|(letter, _)| has(letter));
            own.flat_map(|(_, rules)| rules).chain(&self.on_capture).cloned().collect()
        };
        (1..1 << letters.len()).map(rules).collect()
    }

    /// For which rules of `onCapture` a piece is the mover, and for which a victim, as bits.
    pub(crate) fn fits(&self, piece: Compound) -> Fits {
        Fits::of(&self.on_capture, piece)
    }

    /// The same of `onMerge`.
    pub(crate) fn fits_merging(&self, piece: Compound) -> Fits {
        Fits::of(&self.on_merge, piece)
    }

    /// What the rules say of the capture of what is no king; `None` if none is for it.
    pub(crate) fn captured(
        &self,
        mover: (Compound, Fits),
        victim: (Compound, Fits),
    ) -> Option<Verdict> {
        self.captured_by(&self.on_capture, mover, victim)
    }

    /// The same of these rules.
    pub(crate) fn captured_by(
        &self,
        rules: &[CaptureRule],
        mover: (Compound, Fits),
        victim: (Compound, Fits),
    ) -> Option<Verdict> {
        self.verdict(rules, mover, victim, mover.0.royal)
    }

    /// What the rules say of a piece that goes onto another of its side; `None` if none is for it.
    pub(crate) fn merged(
        &self,
        mover: (Compound, Fits),
        friend: (Compound, Fits),
    ) -> Option<Verdict> {
        let royal = mover.0.royal || friend.0.royal;
        let verdict = self.verdict(&self.on_merge, mover, friend, royal)?;
        // What is joined has more than each of both.
        let is_new = |result: &Compound| ![mover.0.parts, friend.0.parts].contains(&result.parts);
        let joins = self.on_merge[verdict.rule].joins();
        let result = verdict.result.filter(|result| !joins || is_new(result));
        Some(Verdict { result, ..verdict })
    }

    /// What the first of some rules that is for two pieces says. `royal` is whether what is made of them may be a king
    /// that is another piece.
    fn verdict(
        &self,
        rules: &[CaptureRule],
        (mover, mover_fits): (Compound, Fits),
        (victim, victim_fits): (Compound, Fits),
        royal: bool,
    ) -> Option<Verdict> {
        let same = if mover.parts == victim.parts { mover_fits.same } else { 0 };
        let fitting = mover_fits.mover & (victim_fits.victim | same);
        let index = fitting.trailing_zeros() as usize;
        let rule = rules.get(index)?;
        let made = |parts: Parts| {
            let parts = self.leveled(parts.without(rule.leaves_out));
            let count = parts.without(Parts::of(Slot::KING)).count();
            let is_much = rule.joins() && self.join_limit.is_some_and(|most| count > most.into());
            if parts.is_empty() || is_much {
                mover
            } else {
                mover.changed(parts, rule.royal && royal)
            }
        };
        let result = match rule.result {
            // Of what is used once there are several.
            Makes::Join if !self.once.is_empty() => mover,
            Makes::Mover => mover.changed(mover.parts, mover.royal || rule.royal && royal),
            Makes::Victim => made(victim.parts),
            Makes::Join => made(mover.parts.and(victim.parts)),
            Makes::Xor => made(mover.parts.xor(victim.parts)),
            Makes::Moved => self.moved(mover),
            Makes::Piece(parts) => made(parts),
            Makes::Raise => made(self.raised(mover.parts)),
            Makes::Forbidden | Makes::Gone => return Some(Verdict { rule: index, result: None }),
        };
        // What only adds to a king that has become another piece leaves it a king.
        let keeps = (rule.joins() || rule.result == Makes::Raise) && royal;
        let result = mover.changed(result.parts, result.royal || keeps);
        Some(Verdict { rule: index, result: Some(result) })
    }
}

/// A piece after the first change that is for it.
pub(crate) fn changed(changes: &[Change], piece: Compound) -> Compound {
    let change = changes.iter().find(|change| change.from.has(piece));
    let into = change.and_then(|change| change.into);
    into.map_or(piece, |into| piece.changed(into, piece.royal))
}

/// Letters without an order, such as those of a compound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letters(u32);

impl Letters {
    /// The set of these letters, in either case; `None` if one is no letter or occurs twice.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let mut set = 0_u32;
        for letter in text.chars() {
            let bit = 1
                << (letter
                    .is_ascii_alphabetic()
                    .then(|| letter.to_ascii_uppercase() as u8 - b'A')?);
            if set & bit != 0 {
                return None;
            }
            set |= bit;
        }
        (set != 0).then_some(Self(set))
    }

    /// The letters in upper case, in the order of the alphabet.
    pub(crate) fn letters(self) -> impl Iterator<Item = char> {
        (b'A'..=b'Z').filter(move |letter| self.0 >> (letter - b'A') & 1 != 0).map(char::from)
    }
}

/// A kind in a FEN: its letters in the case of its side, in braces if they are several.
pub(crate) fn in_fen(token: &str, color: Color) -> String {
    let token = if color == Color::White { token.to_owned() } else { token.to_ascii_lowercase() };
    if token.len() == 1 { token } else { format!("{{{token}}}") }
}
