//! What is known of endgames, whatever evaluates positions: lone kings, leads that may not win, and the
//! fifty-move clock.

use super::board::centrality;
use super::limit::LIMIT;
use super::material::{FULL_SCALE, Material};
use super::tapered::Tapered;
use vertumnus_core::board::{Bits, ByColor, Color, Geometry};
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{BitsOf, Placement, Ruleset};

/// Centipawns for a king without any other piece: per half step from the edge, and per step between
/// the kings.
const LONE_KING_INWARDS: i32 = 10;
const LONE_KING_DISTANCE: i32 = 8;

/// A lead in pieces, in centipawns, that wins with or without pawns.
const CLEAR_LEAD: i32 = 400;

/// The clock, in plies, at which nothing would be left of an evaluation; the fifty-move rule steps in
/// at 100.
const CLOCK_SCALE: i32 = 220;

/// What the places of kings without other pieces are worth, White's less Black's.
#[inline]
pub(super) fn lone_kings<R: Ruleset>(placement: &Placement<R>) -> Tapered {
    let worth = |color| lone_king(placement, color).unwrap_or_default();
    worth(Color::White) - worth(Color::Black)
}

/// What the place of a side's king is worth that has no other piece.
///
/// It is mated at the edge, with the help of the other king.
#[inline]
fn lone_king<R: Ruleset>(placement: &Placement<R>, color: Color) -> Option<Tapered> {
    let king = placement.king(color)?;
    if placement.of(color) != BitsOf::<R>::of(king) {
        return None;
    }
    let inwards = centrality(
        *placement.board().shape(),
        placement.board().file(king),
        placement.board().rank(king),
    );
    let apart = placement.board().distance(king, placement.king(!color)?) as i32;
    let driven = LONE_KING_INWARDS * inwards + LONE_KING_DISTANCE * apart;
    Some(Tapered::new(driven, driven))
}

/// A score from White's point of view, scaled down if the side that leads may find no way to win. `pieces`
/// are the centipawns of each side's pieces.
#[inline]
pub(super) fn scaled_by_pawns<R: Ruleset>(
    score: i32,
    placement: &Placement<R>,
    material: &Material,
    pieces: ByColor<i32>,
) -> i32 {
    let leader = if score > 0 { Color::White } else { Color::Black };
    if is_hard_to_win(placement, leader, pieces) {
        score * material.pawnless.at(material.phase(pieces)) / FULL_SCALE
    } else {
        score
    }
}

/// Whether a side that leads has neither a pawn nor a clear lead in pieces, so that in many games it
/// may find no way to win.
#[inline]
pub(super) fn is_hard_to_win<R: Ruleset>(
    placement: &Placement<R>,
    leader: Color,
    pieces: ByColor<i32>,
) -> bool {
    (pawn_powers::<R>(placement) & placement.of(leader)).is_empty()
        && pieces[leader] - pieces[!leader] < CLEAR_LEAD
}

/// The squares of all pieces that move as pawns.
#[inline]
pub(super) fn pawn_powers<R: Ruleset>(placement: &Placement<R>) -> BitsOf<R> {
    let mut pawns = BitsOf::<R>::EMPTY;
    for_each_power!(R; placement.rules().slots(), |POWER| {
        if POWER.is_pawns() {
            pawns |= placement.holders(POWER);
        }
    });
    pawns
}

/// A score in centipawns, scaled down as the fifty-move clock, in plies, runs up.
#[inline]
pub(super) fn scaled_by_clock(score: i32, clock: u32) -> i32 {
    let scaled = score - score * (clock as i32).min(CLOCK_SCALE) / CLOCK_SCALE;
    scaled.clamp(1 - LIMIT, LIMIT - 1)
}
