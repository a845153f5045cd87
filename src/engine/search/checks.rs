//! Which moves give check, without making them.

use vertumnus_core::board::{Bits, Color};
use vertumnus_core::position::{Move, Position};
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{PowerBoards, PowerOf, Ruleset};

/// The squares from which a piece of the side to move would check the enemy king.
///
/// It knows the checks that the moving piece gives where it lands by the powers of its kind: no powers
/// that neighbors lend it, no discovered checks, and no lines that it opens by leaving its square; nor that it
/// vanishes by its capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checks<R: Ruleset> {
    /// `[power]`
    from: PowerBoards<R>,
    rules: R,
}

impl<R: Ruleset> Checks<R> {
    pub(super) fn new(position: &Position<R>) -> Self {
        let them: Color = !position.side_to_move();
        let placement = position.placement();
        let occupied = placement.occupied();
        let mut from = PowerBoards::<R>::filled(Bits::EMPTY);
        if let Some(king) = placement.king(them) {
            for_each_power!(R; position.rules().slots(), |POWER| {
                let begins = PowerOf::<R>::begins(POWER, !them);
                from[POWER] = POWER.attackers(position.board(), them, king, occupied) & begins;
            });
        }
        Self { from, rules: position.rules() }
    }

    /// Whether the piece that moves gives check where it lands.
    #[inline]
    pub(super) fn given_by(&self, mv: Move) -> bool {
        let powers = self.rules.facts().powers_of(mv.becomes());
        for_each_power!(R; self.rules, powers, |POWER| {
            if self.from[POWER].has(mv.to()) {
                return true;
            }
        });
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::position::testing::each_position;
    use vertumnus_core::rules::{Variant, Visitor};

    struct ChecksAreChecks;

    impl Visitor for ChecksAreChecks {
        type Output = ();

        fn visit<R: Ruleset>(self, rules: R) {
            each_position(rules, 1, 60, |position| {
                let checks = Checks::new(position);
                for mv in position.legal_moves() {
                    let after = position.after_unchecked(mv);
                    let gives_check = checks.given_by(mv);
                    let text = position.move_text(mv);
                    assert!(!gives_check || after.in_check(), "{text} in {}", position.fen());
                }
            });
        }
    }

    #[test]
    fn checks_are_recognized_without_making_the_move() {
        for variant in Variant::bundled() {
            variant.visit(ChecksAreChecks);
        }
    }
}
