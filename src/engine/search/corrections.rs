//! Corrections: how far searches have differed from the static evaluation in positions that have something in
//! common. The next evaluation of such a position is corrected by it.

use std::array;

use super::counter::{Counter, nudge};
use super::margins::CORRECTION_WEIGHT;
use vertumnus_core::board::Bits;
use vertumnus_core::position::Position;
use vertumnus_core::rules::{BitsOf, Placement, Ruleset};

/// Counters of one feature and side to move: a power of two.
const ENTRIES: usize = 1 << 14;

/// The features by which positions are alike: where the plain pawns stand, where each side's pieces
/// stand, and the last move.
const FEATURES: usize = 4;

/// The limit of a counter, either way.
const MAX_COUNTER: i32 = 1024;

/// A counter moves by at most this at once.
const MAX_BONUS: i32 = MAX_COUNTER / 4;

/// The counters of a position.
#[derive(Clone, Copy)]
pub(super) struct Likeness([usize; FEATURES]);

impl Likeness {
    /// The counters of a position; of the last move, a number is enough.
    #[inline]
    pub(super) fn of<R: Ruleset>(position: &Position<R>, last: usize) -> Self {
        let (placement, us) = (position.placement(), position.side_to_move());
        let hashes = [
            hash(pawns(placement)),
            hash(placement.of(us)),
            hash(placement.of(!us)),
            mixed(last as u64),
        ];
        let first = us.index() * FEATURES;
        Self(array::from_fn(|feature| (first + feature) * ENTRIES + hashes[feature]))
    }
}

/// The corrections of one thread.
#[derive(Debug)]
pub(super) struct Corrections {
    /// `[side to move][feature][hash of the feature]`
    counters: Box<[Counter]>,
}

impl Corrections {
    pub(super) fn new() -> Self {
        Self { counters: vec![0; 2 * FEATURES * ENTRIES].into_boxed_slice() }
    }

    pub(super) fn clear(&mut self) {
        self.counters.fill(0);
    }

    /// What an evaluation of such a position lacks, in centipawns.
    #[inline]
    pub(super) fn value(&self, likeness: Likeness) -> i32 {
        let sum: i32 = likeness.0.iter().map(|&index| i32::from(self.counters[index])).sum();
        sum * CORRECTION_WEIGHT.get() / MAX_COUNTER
    }

    /// Notes that a search to this depth was worth so many centipawns more than the static evaluation.
    pub(super) fn update(&mut self, likeness: Likeness, depth: i32, difference: i32) {
        let bonus = (difference * depth / 8).clamp(-MAX_BONUS, MAX_BONUS);
        for index in likeness.0 {
            nudge::<MAX_COUNTER>(&mut self.counters[index], bonus);
        }
    }
}

/// The plain pawns, in games in which they step twice, and in all written ones; with what else moves as they do.
fn pawns<R: Ruleset>(placement: &Placement<R>) -> BitsOf<R> {
    let facts = placement.facts();
    let power = if R::FREE_STEPS {
        facts.pawn.and_then(|pawn| facts.powers_of(pawn).first())
    } else {
        facts.double_step
    };
    power.map_or(Bits::EMPTY, |power| placement.with_power(power))
}

fn hash<B: Bits>(bits: B) -> usize {
    let word = bits.to_u128();
    mixed(word as u64 ^ mixed((word >> 64) as u64) as u64)
}

/// Fibonacci hashing, after Knuth.
const fn mixed(word: u64) -> usize {
    (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - ENTRIES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::position::testing::each_position;
    use vertumnus_core::rules::{Variant, Visitor};

    /// What is learned of a position corrects it, up to a limit, and no position of the other side.
    struct Learns;

    impl Visitor for Learns {
        type Output = ();

        fn visit<R: Ruleset>(self, rules: R) {
            let limit = FEATURES as i32 * CORRECTION_WEIGHT.get();
            let mut corrections = Corrections::new();
            each_position(rules, 1, 10, |position| {
                corrections.clear();
                let likeness = Likeness::of(position, 0);
                assert_eq!(corrections.value(likeness), 0, "nothing is known");
                corrections.update(likeness, 4, 20);
                let once = corrections.value(likeness);
                for _ in 0..1000 {
                    corrections.update(likeness, 20, 500);
                }
                let often = corrections.value(likeness);
                assert!(0 < once && once < often && often <= limit, "{once} {often}");
                if let Some(&mv) = position.legal_moves().first() {
                    let after = Likeness::of(&position.after_unchecked(mv), 0);
                    assert_eq!(corrections.value(after), 0, "the other side is to move");
                }
                for _ in 0..1000 {
                    corrections.update(likeness, 20, -500);
                }
                assert!((-limit..0).contains(&corrections.value(likeness)));
            });
        }
    }

    #[test]
    fn a_correction_is_learned_up_to_a_limit() {
        for variant in Variant::bundled() {
            variant.visit(Learns);
        }
    }
}
