//! Counting the leaves of a tree of two plies by what each move changes.
//!
//! Most pieces have the same moves before and after a move of the enemy, because their reach depends
//! on a few squares. So the replies are counted once as if the enemy had passed, and each square
//! remembers its observers: the pieces with a reach that depends on it. After a move, only the
//! observers of the squares that it changed are counted again, with the king, the pinned pieces and
//! the flyers. If the move gives check, all pieces are.
//!
//! In games in which powers depend on neighbors or squares, pieces merge or come apart, moves remove pieces as a side
//! effect, or replies exist and are legal for other reasons than one king's safety, replies are counted position by
//! position.

use crate::board::Bits;
use crate::position::movegen::Count;
use crate::position::{EnPassant, Guard, Position, Scope, Stage, Tag};
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, Castle, MapOf, Ruleset, Safety};

/// The moves that the side that is not to move would have after a pass, whether or not they leave its
/// king safe.
struct Replies<R: Ruleset> {
    /// By square: the pieces with a reach that depends on what stands there.
    observers: MapOf<R, BitsOf<R>>,
    /// By square: the number of moves of the piece there, unless it is in `always_recounted`.
    moves: MapOf<R, u16>,
    /// The sum of `moves`.
    total: u64,
    /// The pieces that are counted again after every move: king, flyers, and what may vanish.
    always_recounted: BitsOf<R>,
}

impl<R: Ruleset> Position<R> {
    /// The number of legal replies to all legal moves together.
    pub(super) fn count_replies(&self) -> u64 {
        let mut replies = 0;
        let rules = self.rules();
        let is_tried = rules.safety(!self.side_to_move) == Safety::Trial;
        let has_effects = rules.powers_vary()
            || rules.splits()
            || rules.removes()
            || rules.changes_sides()
            || rules.bars()
            || rules.merges();
        let has_hands = rules.hands().is_some();
        if has_effects || is_tried || has_hands || self.facts().must_capture {
            self.for_each_move(Scope::of(Stage::All), |mv| {
                replies += self.after_unchecked(mv).count_moves();
            });
        } else {
            let replies_to_pass = Replies::new(self);
            // Made once, because they are large.
            let (mut next, mut guard) = (*self, Guard::default());
            self.for_each_move(Scope::of(Stage::All), |mv| {
                next = *self;
                next.play_unchecked(mv);
                next.update_guard(&mut guard);
                let mut changed = self.placement.changes(&next.placement);
                if R::FREE_CASTLING && mv.tag() == Tag::Castling {
                    // The one may stand where the other stood, and what stays may be another piece.
                    let is_it = |castle: &&Castle| castle.king == (mv.from(), mv.to());
                    for Castle { king, rook, .. } in self.facts().castles.iter().filter(is_it) {
                        for square in [king.0, king.1, rook.0, rook.1] {
                            changed |= BitsOf::<R>::of(square);
                        }
                    }
                }
                replies += replies_to_pass.count(changed, &next, &guard);
            });
        }
        replies
    }
}

impl<R: Ruleset> Replies<R> {
    fn new(position: &Position<R>) -> Self {
        let position = position.after_null();
        let placement = &position.placement;
        let us = position.side_to_move;
        let mut replies_to_pass = Self {
            observers: BitsOf::<R>::map(Bits::EMPTY),
            moves: BitsOf::<R>::map(0),
            total: 0,
            always_recounted: placement.royals() & placement.of(us),
        };
        for_each_power!(R; position.rules().slots(), |POWER| {
            if !POWER.flight().is_empty() || POWER.sees_beyond() {
                replies_to_pass.always_recounted |= placement.holders(POWER) & placement.of(us);
            }
        });
        for &from in placement.list(us) {
            let Some(kind) = placement.kind_at(from) else { continue };
            if position.rules().may_vanish(kind) || position.left_of(kind).is_some() {
                replies_to_pass.always_recounted |= BitsOf::<R>::of(from);
            }
            if replies_to_pass.always_recounted.has(from) {
                continue;
            }
            let (captures, quiets) = position.reach(from, kind, placement.occupied(), Bits::EMPTY);
            for square in (captures | quiets).squares() {
                replies_to_pass.observers[square] |= BitsOf::<R>::of(from);
            }
            if R::FREE_STEPS {
                let steps = position.rules().double_steps(us, kind, from, Bits::EMPTY);
                for square in steps.squares() {
                    let passed = EnPassant::between(position.rules(), from, square);
                    for on_way in passed.targets(position.rules()).chain([square]) {
                        replies_to_pass.observers[on_way] |= BitsOf::<R>::of(from);
                    }
                }
            }
            // A king is never captured. A reply that would do so answers a move that was illegal.
            let captures = captures & placement.of(!us) & !placement.royals();
            let captures = position.without_spared(kind, captures);
            let mut targets = captures | quiets & !placement.occupied();
            if R::CONFINES {
                targets &= position.rules().mobility(kind, us);
            }
            let moves = position.count_outcomes(from, kind, targets);
            replies_to_pass.moves[from] = moves as u16;
            replies_to_pass.total += moves;
        }
        replies_to_pass
    }

    /// The number of legal replies in the position after a legal move, which has this guard and other pieces on some
    /// squares.
    fn count(&self, changed: BitsOf<R>, next: &Position<R>, guard: &Guard<BitsOf<R>>) -> u64 {
        if guard.is_over {
            return 0;
        }
        let mut count = Count(0);
        let is_narrow = R::FACTS.is_none() && !guard.closed.is_empty();
        if guard.is_check() || is_narrow || !guard.royal_slide_blockers.is_empty() {
            let _ = next.generate(guard, Scope::of(Stage::All), &mut count);
            return count.0;
        }
        let mut stale = self.always_recounted | guard.pinned;
        let mut ours = self.total;
        for square in changed.squares() {
            stale |= self.observers[square] | BitsOf::<R>::of(square);
        }
        for from in stale.squares() {
            ours -= u64::from(self.moves[from]);
        }
        for from in (stale & next.placement.of(next.side_to_move)).squares() {
            let _ = next.generate_from(Stage::All, from, !BitsOf::<R>::EMPTY, guard, &mut count);
        }
        let _ = next.generate_specials(Scope::of(Stage::All), guard, &mut count);
        let _ = next.generate_pass(Scope::of(Stage::All), guard, &mut count);
        ours + count.0
    }
}
