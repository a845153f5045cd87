//! Accumulators: the hidden layer before its activation, for each ply of a line. They are updated lazily,
//! by the differences of the positions, so making and undoing moves does not touch them.

use super::Network;
use super::features::{Feature, View};
use crate::eval::tapered::Tapered;
use vertumnus_core::board::{Bits, ByColor, Color};
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{Hands, Placement, Ruleset};
use vertumnus_neurons::{self as neurons, Block};

/// How many plies back the search for a valid accumulator goes. From further away, a refresh is as cheap
/// as an update.
const MAX_PLIES_BACK: usize = 6;

/// The sums over the features of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accumulator<'a> {
    /// `[perspective]`: the hidden layer.
    pub(super) hidden: ByColor<&'a [Block]>,
    /// `[perspective]`: the PSQT part.
    pub(super) psqt: ByColor<Tapered>,
    /// `[color]`: centipawns of pieces other than pawns and kings.
    pub(super) pieces: ByColor<i32>,
}

/// The accumulators of the plies of a line.
#[derive(Debug, Default)]
pub(crate) struct Accumulators {
    /// The length of the line to which the first slot belongs.
    first: usize,
    /// `[slot]`
    slots: Vec<Slot>,
    /// `[slot][perspective][block]`
    hidden: Vec<Block>,
    /// The features by which two slots differ.
    removed: Vec<Feature>,
    added: Vec<Feature>,
    /// The same as inputs of a view, if there are many: what is removed, then what is added.
    inputs: Vec<usize>,
}

/// The scalar sums of a position, the Zobrist key of its pieces, and how it is seen. A slot is valid if its key is
/// that of the position at its ply.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    /// `[perspective]`
    mirrored: ByColor<bool>,
    psqt: ByColor<Tapered>,
    pieces: ByColor<i32>,
}

impl Accumulators {
    /// Room for the plies below the last position of a line.
    pub(crate) fn below<R: Ruleset>(line: &Line<R>) -> Self {
        Self { first: line.len(), ..Self::default() }
    }

    /// The accumulator of the last position of a line.
    #[inline]
    pub(super) fn of_line<R: Ruleset>(
        &mut self,
        network: &Network,
        line: &Line<R>,
    ) -> Accumulator<'_> {
        let slot = line.len().saturating_sub(self.first);
        if slot >= self.slots.len() {
            self.grow(network, slot);
        }
        if self.slots[slot].key != key_of(line.position()) {
            self.update(network, line, slot);
        }
        self.sums(network, slot)
    }

    /// The accumulator of pieces on the board and in hand, from scratch.
    pub(super) fn of_pieces<R: Ruleset>(
        &mut self,
        network: &Network,
        placement: &Placement<R>,
        hands: &R::Hands,
    ) -> Accumulator<'_> {
        self.grow(network, 0);
        self.refresh(network, placement, hands, 0);
        self.sums(network, 0)
    }

    #[cold]
    fn grow(&mut self, network: &Network, slot: usize) {
        let slots = (slot + 1).next_power_of_two();
        self.slots.resize(slots, Slot::default());
        self.hidden.resize(slots * 2 * network.blocks, Block::ZERO);
    }

    #[inline]
    fn sums(&self, network: &Network, slot: usize) -> Accumulator<'_> {
        let Slot { psqt, pieces, .. } = self.slots[slot];
        let first = slot * 2 * network.blocks;
        let (white, black) =
            self.hidden[first..first + 2 * network.blocks].split_at(network.blocks);
        Accumulator { hidden: ByColor([white, black]), psqt, pieces }
    }

    fn update<R: Ruleset>(&mut self, network: &Network, line: &Line<R>, slot: usize) {
        let past = |back| line.past(back).filter(|_| back <= slot);
        let is_valid = |&back: &usize| {
            past(back).is_some_and(|earlier| self.slots[slot - back].key == key_of(earlier))
        };
        let nearest = (1..=MAX_PLIES_BACK).find(is_valid).unwrap_or_else(|| {
            // The parent, if there is one.
            let first = slot.min(1);
            if let Some(parent) = past(first) {
                self.refresh(network, parent.placement(), parent.hands(), slot - first);
            }
            first
        });
        // All plies in between are computed, because the next positions to be evaluated are likely to be siblings of
        // one of them.
        for back in (1..=nearest).rev() {
            let (Some(earlier), Some(later)) = (past(back), past(back - 1)) else { return };
            self.update_from(network, (slot - back, earlier), (slot - back + 1, later));
        }
    }

    /// Computes a slot from that of the ply before.
    #[inline]
    fn update_from<R: Ruleset>(
        &mut self,
        network: &Network,
        (from, earlier): (usize, &Position<R>),
        (to, now): (usize, &Position<R>),
    ) {
        self.removed.clear();
        self.added.clear();
        let (removed, added) = (&mut self.removed, &mut self.added);
        network.features.differences(earlier, now, removed, added);
        let mut slot = self.slots[from];
        slot.key = key_of(now);
        for feature in removed.iter() {
            network.add_psqt(*feature, -1, &mut slot.psqt, &mut slot.pieces);
        }
        for feature in added.iter() {
            network.add_psqt(*feature, 1, &mut slot.psqt, &mut slot.pieces);
        }
        let views = Color::ALL.map(|color| network.view(now.placement(), color));
        for view in views {
            if view.mirrored == slot.mirrored[view.perspective] {
                self.apply(network, view, from, to);
            }
        }
        for view in views {
            let seen = &mut slot.mirrored[view.perspective];
            if view.mirrored != *seen {
                *seen = view.mirrored;
                self.list_all(network, now.placement(), now.hands());
                self.apply_to_biases(network, view, to);
            }
        }
        self.slots[to] = slot;
    }

    fn refresh<R: Ruleset>(
        &mut self,
        network: &Network,
        now: &Placement<R>,
        hands: &R::Hands,
        to: usize,
    ) {
        self.list_all(network, now, hands);
        let mut slot = Slot { key: now.key() ^ hands.key(), ..Slot::default() };
        for feature in &self.added {
            network.add_psqt(*feature, 1, &mut slot.psqt, &mut slot.pieces);
        }
        for color in Color::ALL {
            let view = network.view(now, color);
            slot.mirrored[color] = view.mirrored;
            self.apply_to_biases(network, view, to);
        }
        self.slots[to] = slot;
    }

    /// Adds all features of a position, and removes none.
    #[inline(never)]
    fn list_all<R: Ruleset>(&mut self, network: &Network, now: &Placement<R>, hands: &R::Hands) {
        self.removed.clear();
        self.added.clear();
        for square in now.occupied().squares() {
            network.features.on(now, square, |feature| self.added.push(feature));
        }
        network.features.in_hands::<R>(hands, |feature| self.added.push(feature));
    }

    /// Computes a view of a slot from nothing but the added features.
    #[inline(never)]
    fn apply_to_biases(&mut self, network: &Network, view: View, to: usize) {
        let Self { hidden, added, inputs, .. } = self;
        let hidden = &mut hidden[place(network, view, to)..][..network.blocks];
        network.list(view, (&[], added), inputs);
        neurons::changed(&network.biases, &network.rows, &[], inputs, hidden);
    }

    /// Computes a view of a slot from that of an earlier one, less the removed features, plus the added ones.
    #[inline]
    fn apply(&mut self, network: &Network, view: View, from: usize, to: usize) {
        let Self { hidden, removed, added, inputs, .. } = self;
        let (earlier, later) = hidden.split_at_mut(place(network, view, to));
        let source = &earlier[place(network, view, from)..];
        let hidden = &mut later[..network.blocks];
        let row = |feature: &Feature| network.row(network.features.input(view, *feature));
        match (&removed[..], &added[..]) {
            // To an empty square, and a plain capture.
            ([removed], [added]) => neurons::moved(source, row(removed), row(added), hidden),
            ([removed, captured], [added]) => {
                let removed = [row(removed), row(captured)];
                neurons::captured(source, removed, row(added), hidden);
            }
            _ => {
                network.list(view, (removed, added), inputs);
                let (removed, added) = inputs.split_at(removed.len());
                neurons::changed(source, &network.rows, removed, added, hidden);
            }
        }
    }
}

/// The Zobrist key of the pieces of a position, on the board and in hand.
#[inline]
fn key_of<R: Ruleset>(position: &Position<R>) -> u64 {
    position.placement().key() ^ position.hands().key()
}

/// Where a view of a slot begins in the hidden layers.
#[inline]
fn place(network: &Network, view: View, slot: usize) -> usize {
    (2 * slot + view.perspective.index()) * network.blocks
}

impl Network {
    /// Lists features as inputs of a view: those that are removed, then those that are added.
    #[inline(never)]
    fn list(
        &self,
        view: View,
        (removed, added): (&[Feature], &[Feature]),
        inputs: &mut Vec<usize>,
    ) {
        inputs.clear();
        let features = removed.iter().chain(added);
        inputs.extend(features.map(|&feature| self.features.input(view, feature)));
    }
}
