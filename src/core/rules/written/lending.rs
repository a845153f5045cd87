//! What pieces of a written game lend one another.

use super::powers::Powers;
use crate::board::{Bits, ByColor, Color, Geometry, Shape, Square};
use crate::rules::definition::{Definition, Region, Zone};
use crate::rules::slot::ray;
use crate::rules::{Kind, Placement, PowerBoards, PowerOf, PowerSet, Ruleset};

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
}

/// Where a piece lends.
enum Reach<B: Bits> {
    /// On these squares.
    Leaps(Box<ByColor<B::Map<B>>>),
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
            Zone::Leaps(steps) => {
                let leaps = |color| {
                    let mut map = B::map(B::EMPTY);
                    for from in shape.squares() {
                        let steps = steps.iter().map(|&step| ray(shape, color, from, step, 1));
                        map[from] = steps.fold(B::EMPTY, |set, to| set | to);
                    }
                    map
                };
                Reach::Leaps(Box::new(ByColor(Color::ALL.map(leaps))))
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
        })
    }

    /// All that a kind lends.
    pub(super) fn lent_by(&self, kind: Kind) -> PowerSet {
        self.lent[kind.index()].iter().fold(PowerSet::default(), |all, &powers| all | powers)
    }

    /// The squares on which a piece lends, with these occupied squares.
    fn zone<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        rules: R,
        color: Color,
        (from, kind): (Square, Kind),
        occupied: B,
    ) -> B {
        match &self.zones[kind.index()] {
            None => B::EMPTY,
            Some(Reach::Leaps(leaps)) => leaps[color][from],
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

    /// Whether the piece on a square moves as others do instead of by itself.
    #[inline(never)]
    pub(super) fn replaces_at<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        square: Square,
    ) -> bool {
        let Some(piece) = placement.at(square).filter(|_| self.replaces) else { return false };
        let color = piece.color();
        self.borrows[piece.kind().index()][color]
            && placement.pieces(color).any(|(from, kind)| {
                let occupied = placement.occupied();
                from != square
                    && self.zone(placement.rules(), color, (from, kind), occupied).has(square)
            })
    }

    /// The targets of moves after which enemies may be able to do something new. What they are lent depends on
    /// those who lend, and in some games on what stands between.
    #[inline(never)]
    pub(super) fn uncertain_targets(&self, enemies: B, safe: B) -> B {
        if self.zones.iter().flatten().any(|zone| matches!(zone, Reach::Attacks)) {
            !B::EMPTY
        } else if self.replaces {
            enemies
        } else {
            // Without a lender, they can do less.
            enemies & !safe
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
            for lender in placement.pieces(color) {
                let (from, kind) = lender;
                let zone = self.zone(rules, color, lender, placement.occupied());
                for square in (zone & placement.of(color) & !B::of(from)).squares() {
                    let Some(borrower) = placement.kind_at(square) else { continue };
                    if self.borrows[borrower.index()][color] {
                        add(self.lent[kind.index()][borrower.index()], square);
                        borrowing |= B::of(square);
                    }
                }
            }
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
            Reach::Leaps(leaps) => size_of_val(&**leaps),
            Reach::Attacks => 0,
        });
        zones.chain(self.lent.iter().map(|list| size_of_val(&**list))).sum()
    }
}
