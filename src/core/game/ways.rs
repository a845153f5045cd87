//! By which powers a piece makes a move.

use crate::board::{Bits, Geometry};
use crate::position::{Move, Position, Tag};
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, PowerSet, Ruleset};

/// The powers each of which alone would lead the mover of a legal move to its target, and past what it
/// takes on its way, whether the mover has them or not. None if the move follows from no power, such as
/// castling.
pub(super) fn ways<R: Ruleset>(position: &Position<R>, mv: Move) -> PowerSet {
    let (placement, us, from) = (position.placement(), position.side_to_move(), mv.from());
    let mut found = PowerSet::default();
    if mv.tag() == Tag::Castling {
        return found;
    }
    let occupied = placement.occupied();
    let takes_there = mv.tag() == Tag::EnPassant || occupied.has(mv.to());
    let takes_on_the_way =
        mv.tag() == Tag::Normal && position.captures(mv).iter().any(|&square| square != mv.to());
    for_each_power!(R, |POWER| {
        let can_take = !takes_on_the_way || !POWER.flight().is_empty();
        let mut reached = if takes_there || const { POWER.moves_as_it_captures() } {
            POWER.attacks(position.board(), us, from, occupied)
        } else {
            POWER.quiet_moves(position.board(), us, from, occupied)
        };
        if position.facts().double_step == Some(POWER)
            && !takes_there
            && placement.kind_at(from) == position.facts().pawn
            && position.board().rank_for(us, from) == 1
        {
            reached |= POWER.double_steps(position.board(), us, from, occupied);
        }
        if can_take && (reached & BitsOf::<R>::of(mv.to())) != BitsOf::<R>::EMPTY {
            found |= PowerSet::of(&[POWER]);
        }
    });
    let goes_twice = placement
        .kind_at(from)
        .is_some_and(|kind| position.rules().is_double_step(us, kind, from, mv.to()));
    // A double or triple step has the powers of its first, which is as long as the others.
    let first = position.board().shape().passed(from, mv.to()).next();
    let to = first.filter(|_| goes_twice).unwrap_or(mv.to());
    for slot in position.rules().slots() {
        let reached = if takes_there {
            slot.attacks(position.board(), us, from, occupied)
        } else {
            slot.quiet_moves(position.board(), us, from, occupied)
        };
        let can_take = !takes_on_the_way || !slot.flight().is_empty();
        if can_take && reached.has(to) {
            found |= PowerSet::of(&[slot.power()]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::game::session;
    use crate::rules::{Power, PowerSet, Variant};

    fn ways(game: &str, fen: &str, text: &str) -> Option<PowerSet> {
        let mut game = session(Variant::named(game)?);
        game.set_position(Some(fen), &[]).expect("a position");
        Some(game.ways(game.parse(text).expect("a legal move")))
    }

    #[test]
    fn a_move_has_the_powers_that_lead_there() {
        let fen = "4k3/8/8/3n4/8/8/8/R3K2R w KQ - 0 1";
        for (text, powers) in [
            ("a1a8", &[Power::Rook][..]),
            ("e1g1", &[]),
            // A king's step is one that a rook could make as well.
            ("e1e2", &[Power::Step, Power::Rook, Power::Pawn]),
        ] {
            let Some(found) = ways("chess", fen, text) else { return };
            assert_eq!(found, PowerSet::of(powers), "{text}");
        }
        // A pawn steps straight, and takes as a bishop could.
        let fen = "4k3/8/8/8/3p4/4P3/P7/4K3 w - - 0 1";
        let of = |text| ways("chess", fen, text).expect("chess is built in");
        assert_eq!(of("e3d4"), PowerSet::of(&[Power::Step, Power::Bishop, Power::Pawn]));
        assert_eq!(of("a2a4"), PowerSet::of(&[Power::Rook, Power::Pawn]));
    }

    #[test]
    fn what_takes_on_its_way_flies() {
        // The B52 takes a knight on its way to the empty square behind it.
        let fen = "4k3/8/8/8/n7/8/8/F3K3 w - - 0 1";
        let Some(found) = ways("stealthbomber", fen, "a1a4,a4a5{fn}") else { return };
        assert_eq!(found, PowerSet::of(&[Power::RookFlight]));
    }
}
