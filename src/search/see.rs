//! Static exchange evaluation: what a capture wins if both sides go on to capture on its square,
//! each with its least valuable piece, as long as that pays.
//!
//! Attackers are found anew after each capture, on the board without those that have captured, so
//! that pieces behind them join in; and what a capture makes of the capturer counts, so that it
//! holds where pieces change by capturing.

use arrayvec::ArrayVec;

use crate::board::{Bits, Color, Square};
use crate::eval::Evaluator;
use crate::position::{Move, Position, Tag};
use crate::rules::{BitsOf, Kind, Landing, Ruleset};

/// The longest exchange that is followed.
const LONGEST: usize = 32;

/// Whether a legal move wins at least so many centipawns by the exchange that it begins.
#[inline]
pub(super) fn wins<R: Ruleset>(
    evaluator: &Evaluator<R>,
    position: &Position<R>,
    mv: Move,
    threshold: i32,
) -> bool {
    // Often that is plain without an exchange, as long as no one grows by it: when too little is
    // taken even for nothing in return, or enough even for the loss of the capturer.
    if !evaluator.captures_change_pieces() && mv.taken() == 0 && mv.tag() == Tag::Normal {
        let placement = position.placement();
        let value = |kind: Option<Kind>| kind.map_or(0, |kind| evaluator.kind_value(kind));
        let becomes = evaluator.kind_value(mv.becomes());
        let won = value(placement.kind_at(mv.to())) + becomes - value(placement.kind_at(mv.from()));
        if won < threshold {
            return false;
        }
        if won - becomes >= threshold {
            return true;
        }
    }
    see(evaluator, position, mv) >= threshold
}

/// What a legal move wins by the exchange that it begins, in centipawns.
pub(super) fn see<R: Ruleset>(evaluator: &Evaluator<R>, position: &Position<R>, mv: Move) -> i32 {
    let placement = position.placement();
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = placement.kind_at(from).filter(|_| mv.tag() != Tag::Castling) else {
        return 0;
    };
    let value = |kind| evaluator.kind_value(kind);
    let mut occupied = placement.occupied() & !BitsOf::<R>::of(from);
    let mut won = value(mv.becomes()) - value(mover);
    if mv.taken() == 0 && mv.tag() == Tag::Normal {
        won += placement.kind_at(to).map_or(0, value);
    } else {
        for square in position.captures(mv) {
            won += placement.kind_at(square).map_or(0, value);
            occupied &= !BitsOf::<R>::of(square);
        }
    }
    occupied |= BitsOf::<R>::of(to);

    // What the side that captures has won by then, as it sees it.
    let mut balance: ArrayVec<i32, LONGEST> = ArrayVec::new();
    balance.push(won);
    let mut standing = mv.becomes();
    let mut side = !position.side_to_move();
    while let Some((square, capturer, becomes)) =
        least_attacker(evaluator, position, to, side, occupied, standing)
    {
        occupied &= !BitsOf::<R>::of(square);
        if R::is_royal(capturer) && !(position.attackers(to, !side, occupied) & occupied).is_empty()
        {
            break;
        }
        let last = balance.last().copied().unwrap_or(0);
        if balance.try_push(value(standing) + value(becomes) - value(capturer) - last).is_err() {
            break;
        }
        standing = becomes;
        side = !side;
    }
    // Backwards, each side captures only if that is better than to stop.
    while balance.len() > 1
        && let Some(last) = balance.pop()
        && let Some(before) = balance.last_mut()
    {
        *before = -(-*before).max(last);
    }
    balance[0]
}

/// The least valuable piece of a side that can capture on a square, where it stands, and the best
/// that the capture can make of it.
#[inline]
fn least_attacker<R: Ruleset>(
    evaluator: &Evaluator<R>,
    position: &Position<R>,
    target: Square,
    side: Color,
    occupied: BitsOf<R>,
    standing: Kind,
) -> Option<(Square, Kind, Kind)> {
    let placement = position.placement();
    let attackers = position.attackers(target, side, occupied) & occupied;
    let (square, mover) = attackers
        .squares()
        .filter_map(|square| Some((square, placement.kind_at(square)?)))
        .min_by_key(|&(_, kind)| evaluator.kind_value(kind))?;
    let landing = Landing {
        state: position.state(),
        color: side,
        mover,
        from: square,
        to: target,
        victims: &[standing],
    };
    let becomes = R::becomes(landing)
        .into_iter()
        .max_by_key(|&kind| evaluator.kind_value(kind))
        .unwrap_or(mover);
    Some((square, mover, becomes))
}
