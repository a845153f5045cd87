//! What a weak player does not see: moves far across the board, and those that a piece makes by
//! powers that are not its own.

use vertumnus_core::board::{Bits, Geometry, SplitMix64, Square};
use vertumnus_core::position::{Move, Position};
use vertumnus_core::rules::Ruleset;
use vertumnus_core::rules::power::for_each_power;

/// Moves that are overlooked throughout a search, wherever in the tree they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Oversights {
    /// Decides which moves.
    seed: u64,
    /// How many of the moves that are hard to see, in thousandths.
    rate: u64,
}

/// How much harder a move across some files or ranks is to see than one across five, in percent.
/// `[distance]`; what is farther is like the last.
const BY_DISTANCE: [u64; 6] = [100, 40, 60, 80, 90, 100];

/// The same of a move by a power that is not the piece's own.
const LENT: u64 = 200;

/// The same of a move to the square to which the enemy has just moved.
const REPLY: u64 = 40;

/// The largest chance to overlook a move, in thousandths.
const HIGHEST_CHANCE: u64 = 950;

impl Oversights {
    /// The oversights of a player who does not see so many thousandths of the moves that are hard to
    /// see; the seed decides which.
    pub(super) const fn new(rate: u64, seed: u64) -> Self {
        Self { seed, rate }
    }

    /// Whether a move is overlooked; `last` is the square to which the enemy has just moved.
    ///
    /// In check, everything is seen: so a mate is one.
    pub(super) fn has<R: Ruleset>(
        self,
        position: &Position<R>,
        mv: Move,
        last: Option<Square>,
    ) -> bool {
        if position.in_check() {
            return false;
        }
        // A piece in hand is far from everywhere.
        let far = BY_DISTANCE.len() - 1;
        let distance = position.board().distance(mv.from(), mv.to());
        let distance = if mv.is_drop() { far } else { distance.min(far) };
        let mut chance = self.rate * BY_DISTANCE[distance] / 100;
        if is_lent(position, mv) {
            chance = chance * LENT / 100;
        }
        if last == Some(mv.to()) {
            chance = chance * REPLY / 100;
        }
        let word = SplitMix64::new(self.seed ^ u64::from(mv.to_word()) << 32).next_word();
        word % 1000 < chance.min(HIGHEST_CHANCE)
    }
}

/// Whether a piece moves by a power that it has from others.
fn is_lent<R: Ruleset>(position: &Position<R>, mv: Move) -> bool {
    let placement = position.placement();
    let Some(kind) = placement.kind_at(mv.from()).filter(|_| position.rules().lends()) else {
        return false;
    };
    let (color, occupied) = (position.side_to_move(), placement.occupied());
    let own = position.facts().powers_of(kind);
    for_each_power!(R; position.rules(), own, |POWER| {
        let attacks = POWER.attacks(position.board(), color, mv.from(), occupied);
        let quiets = POWER.quiet_moves(position.board(), color, mv.from(), occupied);
        if (attacks | quiets).has(mv.to()) {
            return false;
        }
    });
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::position::testing::each_position;
    use vertumnus_core::rules::{Variant, Visitor};

    /// The part of the moves that is overlooked in random positions, in percent: of those to the next
    /// square, and of those farther away. `[near, far]`
    struct Overlooked(u64);

    impl Visitor for Overlooked {
        type Output = [usize; 2];

        fn visit<R: Ruleset>(self, rules: R) -> [usize; 2] {
            let (mut all, mut overlooked) = ([1; 2], [0; 2]);
            each_position(rules, 20, 60, |position| {
                let oversights = Oversights::new(self.0, position.key());
                for mv in position.legal_moves() {
                    let far = usize::from(position.board().distance(mv.from(), mv.to()) > 1);
                    let is_overlooked = oversights.has(position, mv, None);
                    assert!(!(is_overlooked && position.in_check()));
                    assert_eq!(is_overlooked, oversights.has(position, mv, None));
                    if !position.in_check() {
                        all[far] += 1;
                        overlooked[far] += usize::from(is_overlooked);
                    }
                }
            });
            [0, 1].map(|far| overlooked[far] * 100 / all[far])
        }
    }

    #[test]
    fn what_is_far_away_is_overlooked_more_often_and_nothing_in_check() {
        for variant in Variant::bundled() {
            assert_eq!(variant.visit(Overlooked(0)), [0, 0], "{variant}");
            let [near, far] = variant.visit(Overlooked(400));
            assert!((10..30).contains(&near) && far > near + 5, "{variant}: {near} {far}");
            let [_, most] = variant.visit(Overlooked(5000));
            assert!((90..=97).contains(&most), "{variant}: {most}");
        }
    }
}
