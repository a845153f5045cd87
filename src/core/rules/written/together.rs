//! Leaps and slides of all powers together, so that powers need not be asked one by one.

use crate::board::{Bits, ByColor, Color, Geometry, Shape, Square};
use crate::rules::power::Lines;
use crate::rules::{Facts, Kind, Piece, PowerSet, Slot};

/// What pieces reach, and by which pieces squares are attacked.
pub(super) struct Together<B: Bits> {
    /// `[kind]`; empty if squares or other pieces give or take powers.
    kinds: Vec<OfKind>,
    /// Where leaps capture, and where they go without: by what leaps, each set of powers once, by side and square.
    leaps: Vec<[B; 2]>,
    /// How many squares the board has, holes among them.
    cells: usize,
    /// `[power]`
    attacks: Vec<Attack<B>>,
    /// The squares on which pieces have powers: by kind, side and power.
    holders: Vec<B>,
    /// From where each power attacks at best: by the side of the attackers, the attacked square, and power.
    at_best: Vec<B>,
}

/// Every square if a power attacks in this way, else none.
struct Attack<B> {
    leaps: B,
    slides_as_rook: B,
    slides_as_bishop: B,
    other: B,
}

/// The powers of a kind.
struct OfKind {
    /// `[side]`: where its leaps begin.
    leaps: ByColor<usize>,
    slides_as_rook: bool,
    slides_as_bishop: bool,
    rest: PowerSet,
}

impl<B: Bits> Together<B> {
    /// `varies` says whether squares or other pieces give or take powers.
    pub(super) fn new(facts: &Facts, slots: &[Slot<B>], shape: &Shape, varies: bool) -> Self {
        let (mut leaps, mut sets) = (Vec::new(), Vec::new());
        let of_side = shape.cells();
        let of_kind = |kind| {
            let powers = facts.powers_of(kind);
            let those = |is: &dyn Fn(&Slot<B>) -> bool| {
                let are = slots.iter().filter(|slot| powers.has(slot.power()) && is(slot));
                PowerSet::of(&are.map(Slot::power).collect::<Vec<_>>())
            };
            let [rook, bishop] = [Lines::Orthogonal, Lines::Diagonal]
                .map(|lines| those(&|slot| slot.slides() == Some(lines)));
            let leaping = those(&|slot| slot.free_leaps().is_some());
            let known = sets.iter().position(|powers| *powers == leaping);
            let first = 2 * of_side * known.unwrap_or(sets.len());
            if known.is_none() {
                sets.push(leaping);
                leaps.extend(all_leaps(leaping, slots, shape));
            }
            OfKind {
                leaps: ByColor([first, first + of_side]),
                slides_as_rook: !rook.is_empty(),
                slides_as_bishop: !bishop.is_empty(),
                rest: powers.without(rook | bishop | leaping),
            }
        };
        let kinds = facts.each_kind().filter(|_| !varies).map(of_kind).collect();
        let attacks = slots.iter().map(Attack::new).collect();
        let holders = |kind, color: Color| {
            let has = move |slot: &Slot<B>| facts.powers_of(kind).has(slot.power());
            slots.iter().map(move |slot| if has(slot) { slot.from[color] } else { B::EMPTY })
        };
        let holders = facts
            .each_kind()
            .flat_map(|kind| Color::ALL.into_iter().flat_map(move |color| holders(kind, color)))
            .collect();
        Self {
            kinds,
            leaps,
            holders,
            cells: shape.cells(),
            attacks,
            at_best: all_at_best(slots, shape),
        }
    }

    /// Where a piece captures, where it goes without, and the powers by which it reaches more; `None` if its powers are
    /// not those of its kind.
    #[inline(always)]
    pub(super) fn reached<G: Geometry<Bits = B>>(
        &self,
        board: G,
        color: Color,
        kind: Kind,
        from: Square,
        occupied: B,
    ) -> Option<(B, B, PowerSet)> {
        let kind = self.kinds.get(kind.index())?;
        let [mut captures, mut quiets] = self.leaps[kind.leaps[color] + from.index()];
        if kind.slides_as_rook {
            let slides = Lines::Orthogonal.ride(board, from, occupied);
            captures |= slides;
            quiets |= slides;
        }
        if kind.slides_as_bishop {
            let slides = Lines::Diagonal.ride(board, from, occupied);
            captures |= slides;
            quiets |= slides;
        }
        Some((captures, quiets, kind.rest))
    }

    /// `[power]`: the squares on which a piece has it.
    #[inline(always)]
    pub(super) fn powers_by_square(&self, piece: Piece) -> &[B] {
        let count = self.attacks.len();
        let place = 2 * piece.kind().index() + usize::from(piece.color() == Color::Black);
        &self.holders[place * count..][..count]
    }

    /// Those of some pieces of a side that attack a square, and whether others of them may. `holders` has the pieces
    /// that have each power, and `sliders` those whose slides attack.
    #[inline(always)]
    pub(super) fn attackers<G: Geometry<Bits = B>>(
        &self,
        board: G,
        holders: &[B],
        (pieces, sliders): (B, B),
        (by, square): (Color, Square),
        occupied: B,
    ) -> (B, bool) {
        let count = self.attacks.len();
        let first = (square.index() + usize::from(by == Color::Black) * self.cells) * count;
        let at_best = &self.at_best[first..first + count];
        let mut found = Attack::NONE;
        for ((attack, holders), best) in self.attacks.iter().zip(holders).zip(at_best) {
            found.add(attack, *holders & *best & pieces);
        }
        let mut attackers = found.leaps;
        let rooks = found.slides_as_rook & sliders;
        if !rooks.is_empty() {
            attackers |= Lines::Orthogonal.ride(board, square, occupied) & rooks;
        }
        let bishops = found.slides_as_bishop & sliders;
        if !bishops.is_empty() {
            attackers |= Lines::Diagonal.ride(board, square, occupied) & bishops;
        }
        (attackers, !found.other.is_empty())
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.kinds)
            + size_of_val(&*self.leaps)
            + size_of_val(&*self.attacks)
            + size_of_val(&*self.holders)
            + size_of_val(&*self.at_best)
    }
}

impl<B: Bits> Attack<B> {
    const NONE: Self = Self {
        leaps: B::EMPTY,
        slides_as_rook: B::EMPTY,
        slides_as_bishop: B::EMPTY,
        other: B::EMPTY,
    };

    fn new(slot: &Slot<B>) -> Self {
        let mut attack = Self::NONE;
        let way = match slot.attack_lines() {
            _ if slot.shuns => &mut attack.other,
            _ if slot.is_leap() => &mut attack.leaps,
            Some(Lines::Orthogonal) => &mut attack.slides_as_rook,
            Some(Lines::Diagonal) => &mut attack.slides_as_bishop,
            _ => &mut attack.other,
        };
        *way = !B::EMPTY;
        attack
    }

    /// Adds those pieces that attack in some way.
    #[inline(always)]
    fn add(&mut self, way: &Self, pieces: B) {
        self.leaps |= pieces & way.leaps;
        self.slides_as_rook |= pieces & way.slides_as_rook;
        self.slides_as_bishop |= pieces & way.slides_as_bishop;
        self.other |= pieces & way.other;
    }
}

/// From where powers attack at best: by the side of the attackers, the attacked square, and power.
fn all_at_best<B: Bits>(slots: &[Slot<B>], shape: &Shape) -> Vec<B> {
    let of = |(by, square): (Color, Square)| {
        slots.iter().map(move |slot| {
            let enters = slot.region[by].has(square);
            if enters { slot.attacks_at_best(!by, square) } else { B::EMPTY }
        })
    };
    each_square(shape).flat_map(of).collect()
}

/// The squares of a board, for either side.
fn each_square(shape: &Shape) -> impl Iterator<Item = (Color, Square)> + use<> {
    let cells = shape.cells();
    let of = move |color| (0..cells).map(move |cell| (color, Square::new(cell as u8)));
    Color::ALL.into_iter().flat_map(of)
}

/// Where these powers lead, by side and square.
fn all_leaps<B: Bits>(powers: PowerSet, slots: &[Slot<B>], shape: &Shape) -> Vec<[B; 2]> {
    let those = slots.iter().filter(|slot| powers.has(slot.power()));
    let leaps: Vec<_> = those.filter_map(Slot::free_leaps).collect();
    let of = |color: Color, from: Square| {
        leaps.iter().fold([B::EMPTY; 2], |[captures, quiets], [captured, gone_to]| {
            [captures | captured[color][from], quiets | gone_to[color][from]]
        })
    };
    each_square(shape).map(|(color, from)| of(color, from)).collect()
}
