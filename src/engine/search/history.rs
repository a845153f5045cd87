//! Histories: counters of how good moves have been before, by which moves are ordered.

use super::corrections::Corrections;
use super::counter::{self, Counter};
use super::score::MAX_PLY;
use vertumnus_core::board::{Bits, Color, Geometry, Square};
use vertumnus_core::position::{Move, Position};
use vertumnus_core::rules::{Kind, Ruleset};

/// The limit of a counter, either way.
const MAX_COUNTER: i32 = 16_384;

/// The most kinds that the continuation history tells apart. Where a game has more, some share
/// their counters: the table grows with the square of this.
const MAX_CLASSES: usize = 16;

fn nudge(counter: &mut Counter, bonus: i32) {
    counter::nudge::<MAX_COUNTER>(counter, bonus);
}

/// The bonus of a move that was best at this depth; the moves tried before it lose as much.
pub(super) fn bonus(depth: i32) -> i32 {
    (18 * depth * depth + 40 * depth).min(1800)
}

/// How many plies before a move those were made that its history depends on.
pub(super) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// The moves at [`CONTINUATION_PLIES`].
pub(super) type Before = [Continuation; CONTINUATION_PLIES.len()];

/// What the history of a quiet move depends on, apart from the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<B> {
    pub(super) before: Before,
    /// The squares that the enemy attacks.
    pub(super) threats: B,
}

/// A move that led to a node, as the continuation history knows it: the index of its first counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Continuation(usize);

impl Continuation {
    /// A number for each.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0
    }
}

/// The counters of one thread.
#[derive(Debug)]
pub(super) struct Histories {
    squares: usize,
    classes: usize,
    kinds: usize,
    /// `[from is attacked, to is attacked][color][from][to]`, quiet moves.
    butterfly: Box<[Counter]>,
    /// `[kind][to][captured kind]`, captures and promotions; the last kind is for no capture.
    capture: Box<[Counter]>,
    /// `[color and class before][to before][class][to]`, quiet moves after another move.
    continuation: Box<[Counter]>,
    /// `[ply]`: quiet moves that refuted a sibling of the node.
    killers: Box<[[Option<Move>; 2]]>,
    pub(super) corrections: Corrections,
}

impl Histories {
    pub(super) fn new<R: Ruleset>(rules: R) -> Self {
        let shape = rules.board().shape();
        let squares = usize::from(shape.files) * usize::from(shape.ranks);
        let kinds = rules.facts().kinds.len();
        let classes = kinds.min(MAX_CLASSES);
        let zeros = |count: usize| vec![0; count].into_boxed_slice();
        Self {
            squares,
            classes,
            kinds,
            butterfly: zeros(4 * 2 * squares * squares),
            capture: zeros(kinds * squares * (kinds + 1)),
            // The last block follows no move.
            continuation: zeros((2 * classes * squares + 1) * classes * squares),
            killers: vec![[None; 2]; MAX_PLY + 2].into_boxed_slice(),
            corrections: Corrections::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.corrections.clear();
        self.clear_killers();
    }

    /// Killers belong to one search: plies are counted from its root.
    pub(super) fn clear_killers(&mut self) {
        self.killers.fill([None; 2]);
    }

    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    pub(super) fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    #[inline]
    pub(super) fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// The counters of moves that follow this one.
    #[inline]
    pub(super) fn continuation_of(&self, color: Color, kind: Kind, to: Square) -> Continuation {
        let class = color.index() * self.classes + kind.index() % self.classes;
        Continuation((class * self.squares + to.index()) * self.classes * self.squares)
    }

    /// The counters of moves that follow no move: at the root, or after a null move.
    #[inline]
    pub(super) fn continuation_of_nothing(&self) -> Continuation {
        Continuation(2 * self.classes * self.squares * self.classes * self.squares)
    }

    #[inline]
    fn butterfly_index<B: Bits>(&self, color: Color, mv: Move, threats: B) -> usize {
        let attacked = 2 * usize::from(threats.has(mv.from())) + usize::from(threats.has(mv.to()));
        let first = (2 * attacked + color.index()) * self.squares;
        (first + mv.from().index()) * self.squares + mv.to().index()
    }

    #[inline]
    fn continuation_index(&self, before: Continuation, kind: Kind, to: Square) -> usize {
        before.0 + kind.index() % self.classes * self.squares + to.index()
    }

    #[inline]
    fn capture_index(&self, kind: Kind, to: Square, victim: Option<Kind>) -> usize {
        let victim = victim.map_or(self.kinds, Kind::index);
        (kind.index() * self.squares + to.index()) * (self.kinds + 1) + victim
    }

    /// How good a quiet move of a piece of this kind has been, by itself and after the moves
    /// before.
    #[inline]
    pub(super) fn quiet<B: Bits>(
        &self,
        color: Color,
        kind: Kind,
        mv: Move,
        context: &Context<B>,
    ) -> i32 {
        let own = i32::from(self.butterfly[self.butterfly_index(color, mv, context.threats)]);
        context.before.iter().fold(own, |sum, &before| {
            sum + i32::from(self.continuation[self.continuation_index(before, kind, mv.to())])
        })
    }

    #[inline]
    pub(super) fn update_quiet<B: Bits>(
        &mut self,
        color: Color,
        kind: Kind,
        mv: Move,
        context: &Context<B>,
        bonus: i32,
    ) {
        let index = self.butterfly_index(color, mv, context.threats);
        nudge(&mut self.butterfly[index], bonus);
        let nothing = self.continuation_of_nothing();
        for before in context.before.into_iter().filter(|&before| before != nothing) {
            let index = self.continuation_index(before, kind, mv.to());
            nudge(&mut self.continuation[index], bonus);
        }
    }

    /// How good a capture or promotion has been.
    #[inline]
    pub(super) fn noisy<R: Ruleset>(&self, position: &Position<R>, kind: Kind, mv: Move) -> i32 {
        let victim = position.placement().kind_at(mv.to());
        i32::from(self.capture[self.capture_index(kind, mv.to(), victim)])
    }

    pub(super) fn update_noisy<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        bonus: i32,
    ) {
        let placement = position.placement();
        if let Some(kind) = placement.kind_at(mv.from()) {
            let index = self.capture_index(kind, mv.to(), placement.kind_at(mv.to()));
            nudge(&mut self.capture[index], bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_limit() {
        let mut counter = 0;
        for _ in 0..1000 {
            nudge(&mut counter, bonus(100));
        }
        assert!(i32::from(counter) <= MAX_COUNTER && counter > 14_000);
        for _ in 0..2000 {
            nudge(&mut counter, -bonus(100));
        }
        assert!(i32::from(counter) >= -MAX_COUNTER && counter < -14_000);
    }
}
