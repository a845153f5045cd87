//! The squares that the enemy attacks: a quiet move away from one is another move than the same without a threat.

use vertumnus_core::board::Bits;
use vertumnus_core::position::Position;
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{BitsOf, Ruleset};

/// The squares that pieces of the enemy attack, those of their own pieces among them. A king that may slide over
/// safe squares alone is taken to slide over all.
pub(super) fn threats<R: Ruleset>(position: &Position<R>) -> BitsOf<R> {
    let placement = position.placement();
    let them = !position.side_to_move();
    let (pieces, occupied) = (placement.of(them), placement.occupied());
    let mut attacked = BitsOf::<R>::EMPTY;
    for_each_power!(R; position.rules().slots(), |POWER| {
        for from in (placement.holders(POWER) & pieces).squares() {
            attacked |= POWER.attacks(position.board(), them, from, occupied);
        }
    });
    attacked
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::board::Geometry;
    use vertumnus_core::position::testing::each_position;
    use vertumnus_core::rules::{Variant, Visitor};

    /// Found square by square, from the pieces that attack each, all threats are the same.
    struct ThreatsAreAttacks;

    impl Visitor for ThreatsAreAttacks {
        type Output = ();

        fn visit<R: Ruleset>(self, rules: R) {
            each_position(rules, 1, 60, |position| {
                let placement = position.placement();
                let them = !position.side_to_move();
                let threats = threats(position);
                for square in position.board().shape().squares() {
                    let attackers = position.attackers(square, them, placement.occupied());
                    let (fen, is_attacked) = (position.fen(), !attackers.is_empty());
                    // A king's slide over squares that are not safe is a threat but no attack.
                    let may_be_more = rules.facts().safe_royal_slides && !is_attacked;
                    assert!(
                        threats.has(square) == is_attacked || may_be_more,
                        "{square:?} in {fen}"
                    );
                }
            });
        }
    }

    #[test]
    fn threats_are_the_squares_that_are_attacked() {
        for variant in Variant::bundled() {
            variant.visit(ThreatsAreAttacks);
        }
    }
}
