//! Static exchange evaluation: what a capture wins if both sides go on to capture on its square,
//! each with its least valuable piece, as long as that pays.
//!
//! Attackers are found anew after each capture, on the board without those that have captured, so
//! that pieces behind them join in; and what a capture makes of the capturer counts, so that it
//! holds where pieces change by capturing.

use crate::eval::Evaluator;
use vertumnus_core::board::{Bits, Color, Square};
use vertumnus_core::position::{Move, Position, Tag};
use vertumnus_core::rules::{BitsOf, Kind, Landing, Ruleset};

/// Whether a legal move wins at least so many centipawns by the exchange that it begins.
///
/// Who falls short has to capture, and the other then may stop. So it is decided as soon as a
/// capture is not enough for whoever makes it.
pub(super) fn wins<R: Ruleset>(
    evaluator: &Evaluator<R>,
    position: &Position<R>,
    mv: Move,
    threshold: i32,
) -> bool {
    let placement = position.placement();
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = placement.kind_at(from).filter(|_| mv.tag() != Tag::Castling) else {
        return threshold <= 0;
    };
    let value = |kind| evaluator.kind_value(kind);
    let mut won = value(mv.becomes()) - value(mover);
    let mut occupied = placement.occupied() & !BitsOf::<R>::of(from);
    if mv.taken() == 0 && mv.tag() == Tag::Normal {
        won += placement.kind_at(to).map_or(0, value);
    } else {
        for square in position.captures(mv) {
            won += placement.kind_at(square).map_or(0, value);
            occupied &= !BitsOf::<R>::of(square);
        }
    }
    occupied |= BitsOf::<R>::of(to);

    let us = position.side_to_move();
    let mut balance = won - threshold;
    let mut standing = mv.becomes();
    // Who captured last.
    let mut captor = us;
    loop {
        let is_ours = captor == us;
        let suffices = |balance: i32| (balance >= 0) == is_ours;
        if !suffices(balance) {
            return !is_ours;
        }
        // Where nobody grows by capturing, what stands there is the most that can be taken back.
        let at_stake = if is_ours { -value(standing) } else { value(standing) };
        if !evaluator.captures_change_pieces() && suffices(balance + at_stake) {
            return is_ours;
        }
        let reply = least_attacker(evaluator, position, to, !captor, occupied, standing);
        let Some((square, capturer, becomes)) = reply else { return is_ours };
        occupied &= !BitsOf::<R>::of(square);
        let is_guarded = || !(position.attackers(to, captor, occupied) & occupied).is_empty();
        if R::is_royal(capturer) && is_guarded() {
            return is_ours;
        }
        let grown = value(becomes) - value(capturer);
        balance += at_stake + if is_ours { -grown } else { grown };
        standing = becomes;
        captor = !captor;
    }
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
