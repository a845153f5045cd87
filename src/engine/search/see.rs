//! Static exchange evaluation (SEE): what a capture wins if both sides go on to capture on its
//! square, each with its least valuable piece, as long as that pays.
//!
//! Attackers are looked up again after each capture, on the board without the pieces that have
//! captured, so that pieces behind them join in. What a capture makes of the capturer counts too,
//! for games in which pieces change by capturing.

use crate::eval::Evaluator;
use vertumnus_core::board::{Bits, Color, Geometry, Square};
use vertumnus_core::position::{Move, Position, Tag};
use vertumnus_core::rules::{BitsOf, Kind, Landing, Ruleset};

/// Whether a legal move wins at least `threshold` centipawns by the exchange that it begins.
///
/// The side that is behind must recapture, the other may stop. So the exchange is decided by the
/// first capture after which the side that made it is still behind.
pub(super) fn wins<R: Ruleset>(
    evaluator: &Evaluator<R>,
    position: &Position<R>,
    mv: Move,
    threshold: i32,
) -> bool {
    let placement = position.placement();
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = position.mover(mv).filter(|_| mv.tag() != Tag::Castling) else {
        return threshold <= 0;
    };
    let value = |kind| evaluator.kind_value(kind);
    let taken = |kind| evaluator.capture_value(kind);
    let mut won = value(mv.becomes()) - value(mover) + position.rest(mv).map_or(0, value);
    let rules = position.rules();
    if rules.blasts() {
        // Where something has been blown up, nothing is taken back.
        return gain_with_blast(evaluator, position, mv) >= threshold;
    }
    if rules.may_vanish(mover) {
        let captures = position.captures(mv);
        let mut victims = captures.iter().filter_map(|&square| placement.kind_at(square));
        if let Some(victim) = victims.find(|&victim| rules.vanishes(mover, victim)) {
            return taken(victim) - taken(mover) >= threshold;
        }
    }
    if position.goes_over(mv) {
        // It is theirs then.
        let victim = position.captures(mv).first().and_then(|&square| placement.kind_at(square));
        return victim.map_or(0, taken) - value(mover) - value(mv.becomes()) >= threshold;
    }
    let mut occupied = placement.occupied() & !BitsOf::<R>::of(from);
    if mv.taken() == 0 && mv.tag() == Tag::Normal {
        won += match position.friend(mv) {
            Some(friend) => -value(friend),
            None => placement.kind_at(to).map_or(0, taken),
        };
    } else {
        for square in position.captures(mv) {
            won += placement.kind_at(square).map_or(0, taken);
            occupied &= !BitsOf::<R>::of(square);
        }
    }
    occupied |= BitsOf::<R>::of(to);

    let us = position.side_to_move();
    let mut standing = mv.becomes();
    // The side that captured last, and by how much it is ahead: at 0 it has what it needs.
    let mut captor = us;
    let mut lead = won - threshold;
    loop {
        if lead < 0 {
            return captor != us;
        }
        // Where captures change no piece, the standing piece is the most that can be taken back.
        let at_stake = taken(standing);
        if !evaluator.captures_change_pieces() && lead >= at_stake {
            return captor == us;
        }
        let reply = least_attacker(evaluator, position, to, !captor, occupied, standing);
        let Some((square, capturer, becomes)) = reply else { return captor == us };
        occupied &= !BitsOf::<R>::of(square);
        let is_guarded = || !(position.attackers(to, captor, occupied) & occupied).is_empty();
        if position.facts().is_royal(capturer) && is_guarded() {
            return captor == us;
        }
        let vanishes = rules.vanishes(capturer, standing);
        let goes_over = rules.changes_sides() && rules.goes_over(capturer, Some(standing));
        let left = match () {
            () if vanishes => 0,
            () if goes_over => -value(becomes),
            () => value(becomes),
        };
        // A draw of the balance is enough for us and not for them, hence the one.
        lead = at_stake + left - value(capturer) - lead - 1;
        standing = becomes;
        captor = !captor;
        if vanishes || goes_over {
            // Nothing stands there any more that could be taken back.
            return (lead < 0) == (captor != us);
        }
    }
}

/// What a move wins with all that it takes off the board, in centipawns.
#[inline(never)]
pub(super) fn gain_with_blast<R: Ruleset>(
    evaluator: &Evaluator<R>,
    position: &Position<R>,
    mv: Move,
) -> i32 {
    let us = position.side_to_move();
    let lead = |position: &Position<R>| {
        let mut lead = 0;
        for square in position.board().shape().squares() {
            if let Some(piece) = position.placement().at(square) {
                let value = evaluator.kind_value(piece.kind());
                lead += if piece.color() == us { value } else { -value };
            }
        }
        lead
    };
    lead(&position.after_unchecked(mv)) - lead(position)
}

/// The least valuable piece of a side that can capture on a square: where it stands, its kind, and
/// the most valuable kind that the capture can make of it.
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
        full: 0,
    };
    let becomes = position
        .rules()
        .becomes(landing)
        .max_by_key(|&kind| evaluator.kind_value(kind))
        .unwrap_or(mover);
    Some((square, mover, becomes))
}
