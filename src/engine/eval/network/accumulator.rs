//! The hidden layer before its activation, for each ply of a line: brought up to date when it is asked
//! for, by the differences of the boards. Making and undoing moves knows nothing of it.

use super::figures::Figure;
use super::{Block, LANES, Network};
use crate::eval::tapered::Tapered;
use vertumnus_core::board::{Bits, ByColor, Color};
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{BitsOf, Placement, Ruleset};

/// How many plies back a sum may lie that is brought up to date. From further away it is as cheap to
/// begin anew.
const MAX_PLIES_BACK: usize = 6;

/// What the figures of a placement add up to.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval) struct Sums<'a> {
    /// `[viewer]`: the hidden layer.
    pub(super) hidden: ByColor<&'a [Block]>,
    /// The linear part, White's less Black's.
    pub(in crate::eval) linear: Tapered,
    /// `[color]`: centipawns of pieces other than pawns and kings.
    pub(in crate::eval) pieces: ByColor<i32>,
}

/// The sums for the plies of a line.
#[derive(Debug, Default)]
pub(crate) struct Accumulators {
    /// The length of the line to which the first slot belongs.
    first: usize,
    /// `[slot]`
    slots: Vec<Slot>,
    /// `[slot][viewer][block]`
    hidden: Vec<Block>,
    /// Figures that were taken off, and put on, on the way from one slot to another.
    gone: Vec<Figure>,
    come: Vec<Figure>,
}

/// The sums of a placement that are no vectors, and its Zobrist key. A slot whose key is that of the
/// placement at its ply is valid.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    linear: Tapered,
    pieces: ByColor<i32>,
}

impl Accumulators {
    /// Room for the plies below the last position of a line.
    pub(crate) fn below<R: Ruleset>(line: &Line<R>) -> Self {
        Self { first: line.len(), ..Self::default() }
    }

    /// The sums of the last position of a line.
    #[inline]
    pub(in crate::eval) fn of_line<R: Ruleset>(
        &mut self,
        network: &Network,
        line: &Line<R>,
    ) -> Sums<'_> {
        let slot = line.len().saturating_sub(self.first);
        if slot >= self.slots.len() {
            self.grow(network, slot);
        }
        let now = line.position().placement();
        if self.slots[slot].key != now.key() {
            self.bring_up_to_date(network, line, slot);
        }
        self.sums(network, slot)
    }

    /// The sums of a placement, computed anew.
    pub(in crate::eval) fn of_placement<R: Ruleset>(
        &mut self,
        network: &Network,
        placement: &Placement<R>,
    ) -> Sums<'_> {
        self.grow(network, 0);
        self.begin_anew(network, placement, 0);
        self.sums(network, 0)
    }

    #[cold]
    fn grow(&mut self, network: &Network, slot: usize) {
        let slots = (slot + 1).next_power_of_two();
        self.slots.resize(slots, Slot::default());
        self.hidden.resize(slots * 2 * network.blocks, [0; LANES]);
    }

    #[inline]
    fn sums(&self, network: &Network, slot: usize) -> Sums<'_> {
        let Slot { linear, pieces, .. } = self.slots[slot];
        let first = slot * 2 * network.blocks;
        let (white, black) =
            self.hidden[first..first + 2 * network.blocks].split_at(network.blocks);
        Sums { hidden: ByColor([white, black]), linear, pieces }
    }

    fn bring_up_to_date<R: Ruleset>(&mut self, network: &Network, line: &Line<R>, slot: usize) {
        let now = line.position().placement();
        let past = |back| line.past(back).filter(|_| back <= slot).map(Position::placement);
        let mut changed = BitsOf::<R>::EMPTY;
        let mut later = now;
        for back in 1..=MAX_PLIES_BACK {
            let Some(earlier) = past(back) else { break };
            // No move of any game changes a piece where it stands, so the color of what stands there
            // changes wherever a piece does. A test holds that.
            changed |= earlier.changes(later);
            if self.slots[slot - back].key == earlier.key() {
                self.go_on(network, (slot - back, earlier), (slot, now), changed);
                return;
            }
            later = earlier;
        }
        let Some(parent) = past(1) else { return self.begin_anew(network, now, slot) };
        // The next positions that are evaluated follow from the same parent.
        self.begin_anew(network, parent, slot - 1);
        self.go_on(network, (slot - 1, parent), (slot, now), parent.changes(now));
    }

    /// Goes from a valid slot to another by the differences of their placements, which lie on the
    /// `changed` squares.
    #[inline]
    fn go_on<R: Ruleset>(
        &mut self,
        network: &Network,
        (from, earlier): (usize, &Placement<R>),
        (to, now): (usize, &Placement<R>),
        changed: BitsOf<R>,
    ) {
        self.gone.clear();
        self.come.clear();
        let (gone, come) = (&mut self.gone, &mut self.come);
        network.figures.differences(earlier, now, changed, gone, come);
        self.go(network, from, to);
        self.slots[to].key = now.key();
    }

    fn begin_anew<R: Ruleset>(&mut self, network: &Network, now: &Placement<R>, slot: usize) {
        self.gone.clear();
        self.come.clear();
        for square in now.occupied().squares() {
            network.figures.on(now, square, |figure| self.come.push(figure));
        }
        let first = slot * 2 * network.blocks;
        for hidden in self.hidden[first..].chunks_exact_mut(network.blocks).take(2) {
            hidden.copy_from_slice(&network.biases);
        }
        self.slots[slot] = Slot::default();
        self.go(network, slot, slot);
        self.slots[slot].key = now.key();
    }

    /// Goes from the sums of one slot to those of another by the figures that are gone and that have
    /// come.
    fn go(&mut self, network: &Network, from: usize, to: usize) {
        let Self { slots, hidden, gone, come, .. } = self;
        let mut slot = slots[from];
        for figure in gone.iter() {
            network.weigh(*figure, -1, &mut slot.linear, &mut slot.pieces);
        }
        for figure in come.iter() {
            network.weigh(*figure, 1, &mut slot.linear, &mut slot.pieces);
        }
        slots[to] = slot;
        let blocks = network.blocks;
        for (number, viewer) in Color::ALL.into_iter().enumerate() {
            let (from, to) = ((2 * from + number) * blocks, (2 * to + number) * blocks);
            for block in 0..blocks {
                let mut sum = hidden[from + block];
                for &figure in come.iter() {
                    let row = network.row(viewer, figure, block);
                    for lane in 0..LANES {
                        sum[lane] = sum[lane].wrapping_add(row[lane]);
                    }
                }
                for &figure in gone.iter() {
                    let row = network.row(viewer, figure, block);
                    for lane in 0..LANES {
                        sum[lane] = sum[lane].wrapping_sub(row[lane]);
                    }
                }
                hidden[to + block] = sum;
            }
        }
    }
}
