//! What pieces of a written game lend one another.

use std::ops::ControlFlow;

use super::changes::{KindSet, has_kind, kind_set, outcomes};
use super::leaps::Leaps;
use super::powers::Powers;
use crate::board::{Bits, ByColor, Color, Geometry, Shape, Square};
use crate::rules::definition::{Amplifier, Definition, Isolator, Region, Zone};
use crate::rules::{BitsOf, Kind, Piece, Placement, PowerBoards, PowerOf, PowerSet, Ruleset};

/// What pieces lend one another.
pub(super) struct Lenders<B: Bits> {
    /// `[kind]`: where it lends; `None` if nowhere.
    zones: Vec<Option<Reach<B>>>,
    /// `[lender][borrower]`: what the one lends the other.
    lent: Vec<Vec<PowerSet>>,
    /// `[kind]`: whether it borrows.
    borrows: Vec<ByColor<bool>>,
    /// Whether a piece that borrows moves so instead of by itself.
    replaces: bool,
    amplifying: Vec<Amplifying<B>>,
    isolating: Vec<Isolating<B>>,
}

/// What makes friends lend farther.
struct Amplifying<B: Bits> {
    by: KindSet,
    zones: Leaps<B>,
    lenders: KindSet,
    wider: Leaps<B>,
}

/// What keeps enemies from lending.
struct Isolating<B: Bits> {
    by: KindSet,
    /// What may be one of these after a move.
    movers: KindSet,
    zones: Leaps<B>,
    hindered: KindSet,
}

/// Where a piece lends.
enum Reach<B: Bits> {
    /// On these squares.
    Leaps(Leaps<B>),
    /// On those that it attacks by itself.
    Attacks,
}

impl<B: Bits> Lenders<B> {
    /// `None` if nobody lends.
    pub(super) fn new(definition: &Definition, shape: &Shape, powers: &Powers) -> Option<Self> {
        let lending = &definition.lending;
        if lending.is_none() {
            return None;
        }
        let reach = |zone: &Zone| match zone {
            Zone::Attacks => Reach::Attacks,
            Zone::Leaps(steps) => Reach::Leaps(Leaps::new(shape, steps)),
        };
        let amplifying = |Amplifier { kinds, zone, lenders, wider }: &Amplifier| Amplifying {
            by: kind_set(kinds),
            zones: Leaps::new(shape, zone),
            lenders: kind_set(lenders),
            wider: Leaps::new(shape, wider),
        };
        let outcomes = outcomes(definition);
        let isolating = |Isolator { kinds, zone, hindered }: &Isolator| {
            let by = kind_set(kinds);
            let movers = outcomes.iter().enumerate().filter(|(_, outcomes)| **outcomes & by != 0);
            Isolating {
                by,
                movers: movers.fold(0, |set, (kind, _)| set | 1 << kind),
                zones: Leaps::new(shape, zone),
                hindered: kind_set(hindered),
            }
        };
        let loans = lending.loans.iter();
        let borrows =
            |regions: &ByColor<_>| ByColor(regions.0.map(|region: Region| !region.is_empty()));
        Some(Self {
            zones: loans.map(|loan| loan.as_ref().map(|loan| reach(&loan.zone))).collect(),
            lent: powers.lent.clone(),
            borrows: lending.borrowers.iter().map(borrows).collect(),
            replaces: lending.replaces,
            amplifying: lending.amplifiers.iter().map(amplifying).collect(),
            isolating: lending.isolators.iter().map(isolating).collect(),
        })
    }

    /// All that a kind lends.
    pub(super) fn lent_by(&self, kind: Kind) -> PowerSet {
        self.lent[kind.index()].iter().fold(PowerSet::default(), |all, &powers| all | powers)
    }

    /// The squares on which a piece lends by itself, with these occupied squares.
    fn zone<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        rules: R,
        color: Color,
        (from, kind): (Square, Kind),
        occupied: B,
    ) -> B {
        match &self.zones[kind.index()] {
            None => B::EMPTY,
            Some(Reach::Leaps(leaps)) => leaps.from(color, from),
            Some(Reach::Attacks) => {
                let own = rules.facts().powers_of(kind);
                let slots = rules.slots().iter().filter(|slot| own.has(slot.power()));
                slots.fold(B::EMPTY, |zone, slot| {
                    let attacked = rules.attacks(slot.power(), color, from, occupied);
                    zone | PowerOf::<R>::confined(slot, color, attacked)
                })
            }
        }
    }

    /// The squares of pieces of a side that enemies keep from lending.
    fn isolated<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        color: Color,
    ) -> B {
        let mut isolated = B::EMPTY;
        for rule in &self.isolating {
            let enemies = placement.pieces(!color).filter(|&(_, kind)| has_kind(rule.by, kind));
            let zone = enemies.fold(B::EMPTY, |all, (from, _)| all | rule.zones.from(!color, from));
            isolated |= among(placement, rule.hindered, zone & placement.of(color));
        }
        isolated
    }

    /// Calls `f` with the kind of each piece of a side that lends, and the squares of the friends that it reaches,
    /// until `f` breaks; for the same piece maybe more than once.
    fn for_each_lender<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        color: Color,
        f: &mut dyn FnMut(Kind, B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (ours, occupied) = (placement.of(color), placement.occupied());
        let isolated = self.isolated(placement, color);
        for (from, kind) in placement.pieces(color).filter(|&(from, _)| !isolated.has(from)) {
            let zone = self.zone(placement.rules(), color, (from, kind), occupied);
            f(kind, zone & ours & !B::of(from))?;
        }
        for rule in &self.amplifying {
            let amplifiers = among(placement, rule.by, ours & !isolated).squares();
            let zone = amplifiers.fold(B::EMPTY, |all, from| all | rule.zones.from(color, from));
            for from in among(placement, rule.lenders, zone & ours & !isolated).squares() {
                if let Some(kind) = placement.kind_at(from) {
                    f(kind, rule.wider.from(color, from) & ours)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the piece on a square moves as others do instead of by itself.
    #[inline(never)]
    pub(super) fn replaces_at<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        square: Square,
    ) -> bool {
        let Some(piece) = placement.at(square).filter(|_| self.replaces) else { return false };
        let color = piece.color();
        let mut reaches = |_, friends: B| {
            if friends.has(square) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.borrows[piece.kind().index()][color]
            && self.for_each_lender(placement, color, &mut reaches).is_break()
    }

    /// The targets of moves after which enemies may be able to do something new. What they are lent depends on
    /// those who lend, in some games on what stands between, and on what isolates them. `safe` are the targets that
    /// leave the king safe if they can do nothing new.
    #[inline(never)]
    pub(super) fn uncertain_targets<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        from: Square,
        mover: Piece,
        safe: B,
    ) -> B {
        if self.zones.iter().flatten().any(|zone| matches!(zone, Reach::Attacks)) {
            return !B::EMPTY;
        }
        let (color, kind) = (mover.color(), mover.kind());
        let enemies = placement.of(!color);
        let mut isolating = self.isolating.iter().filter(|rule| has_kind(rule.movers, kind));
        let frees = |rule: &Isolating<B>| {
            let zone = rule.zones.from(color, from) & enemies;
            has_kind(rule.by, kind) && !among(placement, rule.hindered, zone).is_empty()
        };
        match isolating.clone().next() {
            Some(_) if self.replaces || isolating.any(frees) => !B::EMPTY,
            // Without a lender, they can do less.
            Some(_) => !safe,
            None if self.replaces => enemies,
            None => enemies & !safe,
        }
    }

    /// What each piece can do: what it is lent, and what it has by itself unless that is replaced.
    #[inline(never)]
    pub(super) fn influence<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
    ) -> PowerBoards<R> {
        let mut boards = PowerBoards::<R>::filled(B::EMPTY);
        let rules = placement.rules();
        let mut add = |powers: PowerSet, square: Square| {
            for slot in rules.slots() {
                if powers.has(slot.power()) {
                    boards[slot] |= B::of(square);
                }
            }
        };
        for color in Color::ALL {
            let mut borrowing = B::EMPTY;
            let _ = self.for_each_lender(placement, color, &mut |kind, friends| {
                for square in friends.squares() {
                    let Some(borrower) = placement.kind_at(square) else { continue };
                    if self.borrows[borrower.index()][color] {
                        add(self.lent[kind.index()][borrower.index()], square);
                        borrowing |= B::of(square);
                    }
                }
                ControlFlow::Continue(())
            });
            for (square, kind) in placement.pieces(color) {
                if !(self.replaces && borrowing.has(square)) {
                    add(rules.facts().powers_of(kind), square);
                }
            }
        }
        boards
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let zones = self.zones.iter().flatten().map(|zone| match zone {
            Reach::Leaps(leaps) => leaps.bytes(),
            Reach::Attacks => 0,
        });
        let amplifying = self.amplifying.iter().map(|rule| rule.zones.bytes() + rule.wider.bytes());
        let isolating = self.isolating.iter().map(|rule| rule.zones.bytes());
        let lent = self.lent.iter().map(|list| size_of_val(&**list));
        zones.chain(amplifying).chain(isolating).chain(lent).sum()
    }
}

/// Those of some squares on which pieces of these kinds stand.
#[inline(never)]
fn among<R: Ruleset>(placement: &Placement<R>, kinds: KindSet, squares: BitsOf<R>) -> BitsOf<R> {
    let is_one =
        |square: &Square| placement.kind_at(*square).is_some_and(|kind| has_kind(kinds, kind));
    squares.squares().filter(is_one).fold(Bits::EMPTY, |set, square| set | BitsOf::<R>::of(square))
}
