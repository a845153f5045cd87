//! What pieces of a written game lend one another.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::changes::{KindSet, kind_set, outcomes};
use super::leaps::Leaps;
use super::powers::Powers;
use super::zones::Zones;
use crate::board::{Bits, ByColor, Color, Geometry, Shape, Square};
use crate::rules::definition::{self, Amplifier, Definition, Isolator, LendFrom, Region};
use crate::rules::{Kind, Piece, Placement, PowerBoards, PowerSet, Ruleset};

/// What pieces lend one another.
pub(super) struct Lenders<B: Bits> {
    /// `[kind]`: its loans.
    loans: Vec<Vec<Lends<B>>>,
    from: LendFrom,
    /// `[kind]`: all that it lends.
    lent: Vec<PowerSet>,
    /// Each kind with the numbers of the powers that it has by itself, one by one.
    own: Vec<(Kind, u8)>,
    /// Whether a piece that borrows moves so instead of by itself.
    replaces: bool,
    amplifying: Vec<Amplifying<B>>,
    isolating: Vec<Isolating<B>>,
}

/// What a kind lends where.
struct Lends<B: Bits> {
    zones: Zones<B>,
    /// Who borrows.
    to: ByColor<Kinds>,
    powers: Vec<Loan>,
}

/// A power that a kind lends.
struct Loan {
    /// The number of the power.
    number: u8,
    /// What is lent it.
    to: ByColor<Kinds>,
}

/// What makes friends lend farther.
struct Amplifying<B: Bits> {
    by: Kinds,
    zones: Leaps<B>,
    /// What lends farther.
    lenders: Vec<Kind>,
    wider: Leaps<B>,
}

/// What keeps enemies from lending.
struct Isolating<B: Bits> {
    by: Kinds,
    /// What may be one of these after a move.
    movers: Kinds,
    zones: Leaps<B>,
    hindered: Kinds,
}

/// A set of kinds.
enum Kinds {
    All,
    These(Vec<Kind>),
}

impl Kinds {
    fn has(&self, kind: Kind) -> bool {
        match self {
            Self::All => true,
            Self::These(kinds) => kinds.contains(&kind),
        }
    }
}

/// The squares of the pieces of each kind.
struct SquaresOfKinds<B: Bits>(ArrayVec<ByColor<B>, { KindSet::BITS as usize }>);

impl<B: Bits> SquaresOfKinds<B> {
    /// Of no kinds.
    #[inline(always)]
    fn none() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Finds them on the board. They are not returned, because they are too large to be moved.
    #[inline(never)]
    fn find<R: Ruleset<Geometry: Geometry<Bits = B>>>(&mut self, placement: &Placement<R>) {
        self.0.clear();
        for _ in placement.facts().kinds {
            self.0.push(ByColor([B::EMPTY; 2]));
        }
        for color in Color::ALL {
            for (square, kind) in placement.pieces(color) {
                self.0[kind.index()][color] |= B::of(square);
            }
        }
    }

    #[inline]
    fn of(&self, kind: Kind, color: Color) -> B {
        self.0[kind.index()][color]
    }

    /// Those of some squares of pieces of a side that have one of these kinds.
    #[inline]
    fn among(&self, squares: B, color: Color, kinds: &Kinds) -> B {
        match kinds {
            Kinds::All => squares,
            Kinds::These(kinds) => {
                squares & kinds.iter().fold(B::EMPTY, |all, &kind| all | self.of(kind, color))
            }
        }
    }
}

impl<B: Bits> Lenders<B> {
    /// `None` if nobody lends.
    pub(super) fn new(definition: &Definition, shape: &Shape, powers: &Powers) -> Option<Self> {
        let lending = &definition.lending;
        if lending.is_none() {
            return None;
        }
        let kinds = |kinds: &[Kind]| {
            let is_all = kinds.len() == definition.kinds.len();
            if is_all { Kinds::All } else { Kinds::These(kinds.to_vec()) }
        };
        let kinds_that = |is_one: &dyn Fn(Kind) -> bool| {
            let all = (0..definition.kinds.len()).map(|number| Kind::new(number as u8));
            kinds(&all.filter(|&kind| is_one(kind)).collect::<Vec<_>>())
        };
        let borrows = |kind: Kind, color: Color| {
            let mobility = definition.kinds[kind.index()].mobility[color];
            !Region(lending.borrowers[kind.index()][color].0 & mobility.0).is_empty()
        };
        let all =
            |lent: &Vec<PowerSet>| lent.iter().fold(PowerSet::default(), |all, &set| all | set);
        let lends = |loan: &definition::Loan, lent: &Vec<PowerSet>| {
            let borrows =
                |kind: Kind, color: Color| loan.to.contains(&kind) && borrows(kind, color);
            let power = |(number, power)| {
                let is_lent = |kind: Kind| lent[kind.index()].has(power);
                let to = |color| kinds_that(&|kind| is_lent(kind) && borrows(kind, color));
                Loan { number, to: ByColor(Color::ALL.map(to)) }
            };
            Lends {
                zones: Zones::new(shape, &loan.zone),
                to: ByColor(Color::ALL.map(|color| kinds_that(&|kind| borrows(kind, color)))),
                powers: powers.numbered(all(lent)).map(power).collect(),
            }
        };
        let loans = lending.loans.iter().zip(&powers.lent);
        let loans = loans.map(|(loans, lent)| loans.iter().map(|loan| lends(loan, lent)).collect());
        let own = powers.of_kind.iter().enumerate().flat_map(|(kind, &set)| {
            powers.numbered(set).map(move |(number, _)| (Kind::new(kind as u8), number))
        });
        let amplifying = |Amplifier { kinds: by, zone, lenders, wider }: &Amplifier| Amplifying {
            by: kinds(by),
            zones: Leaps::new(shape, zone),
            lenders: lenders.clone(),
            wider: Leaps::new(shape, wider),
        };
        let outcomes = outcomes(definition);
        let isolating = |Isolator { kinds: by, zone, hindered }: &Isolator| {
            let is_mover = |kind: Kind| outcomes[kind.index()] & kind_set(by) != 0;
            Isolating {
                by: kinds(by),
                movers: kinds_that(&is_mover),
                zones: Leaps::new(shape, zone),
                hindered: kinds(hindered),
            }
        };
        Some(Self {
            loans: loans.collect(),
            from: lending.from,
            lent: powers.lent.iter().map(all).collect(),
            own: own.collect(),
            replaces: lending.replaces,
            amplifying: lending.amplifiers.iter().map(amplifying).collect(),
            isolating: lending.isolators.iter().map(isolating).collect(),
        })
    }

    /// All that a kind lends.
    pub(super) fn lent_by(&self, kind: Kind) -> PowerSet {
        self.lent[kind.index()]
    }

    /// Whether loans depend on where a piece of this kind stands, though it is in nobody's way.
    pub(super) fn depend_on(&self, kind: Kind) -> bool {
        !self.loans[kind.index()].is_empty()
            || self.amplifying.iter().any(|rule| rule.by.has(kind))
            || self.isolating.iter().any(|rule| rule.by.has(kind))
    }

    /// The pieces from which those of a side borrow, or to which they lend.
    pub(super) fn partners<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        color: Color,
    ) -> B {
        let sides = Color::ALL.into_iter().filter(|&other| self.from.has(color, other));
        sides.fold(B::EMPTY, |pieces, side| pieces | placement.of(side))
    }

    /// Calls `f` with each loan of a side, and the squares of the pieces that it reaches, until `f` breaks; for the
    /// same loan maybe more than once.
    #[inline]
    fn for_each_loan<R: Ruleset<Geometry: Geometry<Bits = B>>>(
        &self,
        placement: &Placement<R>,
        squares: &SquaresOfKinds<B>,
        color: Color,
        mut f: impl FnMut(&Lends<B>, B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let partners = self.partners(placement, color);
        let ours = placement.of(color);
        let isolated = self.isolating.iter().fold(B::EMPTY, |isolated, rule| {
            let enemies = squares.among(placement.of(!color), !color, &rule.by);
            let zones = rule.zones.of_all(!color, enemies);
            isolated | squares.among(zones & ours, color, &rule.hindered)
        });
        for (number, loans) in self.loans.iter().enumerate().filter(|(_, loans)| !loans.is_empty())
        {
            let kind = Kind::new(number as u8);
            let lenders = squares.of(kind, color) & !isolated;
            if !lenders.is_empty() {
                for loan in loans {
                    f(loan, loan.zones.of_all(placement, color, kind, lenders) & partners)?;
                }
            }
        }
        for rule in &self.amplifying {
            let amplifiers = squares.among(ours & !isolated, color, &rule.by);
            let zones = rule.zones.of_all(color, amplifiers) & !isolated;
            for &kind in &rule.lenders {
                let lenders = squares.of(kind, color) & zones;
                if !lenders.is_empty() {
                    let reached = rule.wider.of_all(color, lenders) & partners;
                    self.loans[kind.index()].iter().try_for_each(|loan| f(loan, reached))?;
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
        let reaches = |loan: &Lends<B>, reached: B| {
            if reached.has(square) && loan.to[piece.color()].has(piece.kind()) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut squares = SquaresOfKinds::none();
        squares.find(placement);
        let mut lenders =
            Color::ALL.into_iter().filter(|&color| self.from.has(piece.color(), color));
        lenders.any(|color| self.for_each_loan(placement, &squares, color, reaches).is_break())
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
        let is_fixed = |loan: &Lends<B>| loan.zones.are_fixed();
        if self.from != LendFrom::Friends || !self.loans.iter().flatten().all(is_fixed) {
            return !B::EMPTY;
        }
        let (color, kind) = (mover.color(), mover.kind());
        let enemies = placement.of(!color);
        let mut isolating = self.isolating.iter().filter(|rule| rule.movers.has(kind));
        let frees = |rule: &Isolating<B>| {
            let is_hindered =
                |square| placement.kind_at(square).is_some_and(|kind| rule.hindered.has(kind));
            let zone = rule.zones.from(color, from) & enemies;
            rule.by.has(kind) && zone.squares().any(is_hindered)
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
        let by_number = boards.by_number_mut();
        let mut squares = SquaresOfKinds::none();
        squares.find(placement);
        let mut replaced = B::EMPTY;
        for lender in Color::ALL {
            let _ = self.for_each_loan(placement, &squares, lender, |loan, reached| {
                for color in Color::ALL {
                    let reached = reached & placement.of(color);
                    for power in &loan.powers {
                        let borrowers = squares.among(reached, color, &power.to[color]);
                        by_number[usize::from(power.number)] |= borrowers;
                    }
                    if self.replaces {
                        replaced |= squares.among(reached, color, &loan.to[color]);
                    }
                }
                ControlFlow::Continue(())
            });
        }
        for &(kind, number) in &self.own {
            let all = squares.of(kind, Color::White) | squares.of(kind, Color::Black);
            by_number[usize::from(number)] |= all & !replaced;
        }
        boards
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let loans = self.loans.iter().flatten();
        let loans = loans.map(|loan| loan.zones.bytes() + size_of_val(&*loan.powers));
        let amplifying = self.amplifying.iter().map(|rule| rule.zones.bytes() + rule.wider.bytes());
        let isolating = self.isolating.iter().map(|rule| rule.zones.bytes());
        loans.chain(amplifying).chain(isolating).sum()
    }
}
