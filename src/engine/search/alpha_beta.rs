//! The search of the tree: principal variation search with what prunes, reduces and extends it.
//!
//! Scores are fail-soft. `PV` marks the nodes of the principal variation, whose window is open; all
//! others are asked only whether they are better than a bound.

use arrayvec::ArrayVec;

use super::checks::Checks;
use super::history::bonus;
use super::picker::Picker;
use super::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mate_in, mated_in};
use super::see::wins;
use super::table::Entry;
use super::types::Bound;
use super::worker::Worker;
use vertumnus_core::position::{Move, Position};
use vertumnus_core::rules::{Outcome, Ruleset};

/// Where a mate within so many plies is looked for, or fled from, nothing is pruned or reduced: the
/// tree is small, and it makes the distances of short mates exact.
const EXACT_MATE_PLIES: i32 = 6;

/// Centipawns a ply by which the evaluation must exceed beta for the node to be given up as won, and
/// how many fewer are enough if it has risen.
const REVERSE_FUTILITY: i32 = 70;
const REVERSE_FUTILITY_IMPROVING: i32 = 45;
const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Centipawns a ply by which it must fall short of alpha for quiescence to have the last word.
const RAZORING: i32 = 260;
const RAZORING_DEPTH: i32 = 2;

/// The least depth at which the turn is passed to see whether that is good enough.
const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on, what a null move proves is verified by a search without.
const NULL_MOVE_VERIFICATION: i32 = 12;

/// The least depth at which a node without a move from the table is searched a ply less.
const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// So many moves are looked at before all other quiet ones are left out, half as many if the
/// evaluation has not risen; the second by the square of the depth, in tenths.
const LATE_MOVES_BASE: i32 = 5;
const LATE_MOVES: i32 = 13;

/// Up to this depth left, quiet moves are left out that promise too little.
const FUTILITY_DEPTH: i32 = 8;
const FUTILITY_BASE: i32 = 130;
const FUTILITY: i32 = 95;

/// Up to this depth, quiet moves with a history below this a ply are left out.
const HISTORY_DEPTH: i32 = 4;
const HISTORY_PRUNING: i32 = -4000;

/// Up to this depth, moves are left out that lose more than this by exchanges.
const EXCHANGE_DEPTH: i32 = 7;
const QUIET_EXCHANGE: i32 = -28;
const NOISY_EXCHANGE: i32 = -150;

/// How much history makes a reduction a ply less or more.
const HISTORY_REDUCTION: i32 = 9000;

impl<R: Ruleset> Worker<'_, R> {
    /// The value of the position between alpha and beta, searched to a depth in plies.
    ///
    /// `cut` says that the node is expected to fail high.
    #[expect(clippy::too_many_lines, reason = "one node, from top to bottom")]
    pub(super) fn alpha_beta<const PV: bool>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let in_check = self.stack[ply].in_check;
        if in_check && ply < 2 * self.root_depth {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            self.stack[ply].quiescence = 0;
            return self.quiescence::<PV>(alpha, beta, ply);
        }
        if PV {
            self.pv[ply].clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        self.count_node();
        if self.aborted {
            return 0;
        }
        if let Some(score) = self.ended(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return if in_check {
                DRAW
            } else {
                self.shared.evaluator.evaluate(self.line.position())
            };
        }

        // Mate distance pruning: nothing here is better than to mate with the next move, or worse
        // than to be mated now; or, out of check where stalemate is none, by the next move. In the
        // principal variation that is no bound but can be the value, and its line is wanted.
        let soonest_loss = if PV || in_check || R::STALEMATE_LOSES { ply } else { ply + 2 };
        alpha = alpha.max(mated_in(soonest_loss));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let excluded = self.stack[ply].excluded;
        let key = self.line.position().key();
        let known = if excluded.is_some() { None } else { self.shared.table.probe(key, ply) };
        if !PV
            && let Some(known) = known
            && known.depth >= depth
            && known.bound.proves(known.score, beta)
            && self.line.position().clock() < 90
        {
            return known.score;
        }
        let table_move = known.and_then(|known| known.mv);

        let (static_eval, eval) = if in_check {
            (None, -INFINITE)
        } else if excluded.is_some() {
            (self.stack[ply].eval, -INFINITE)
        } else {
            let (judged, corrected) = self.stand_pat(known);
            (Some(judged), corrected)
        };
        self.stack[ply].eval = static_eval;
        let improving = match (static_eval, ply.checked_sub(2).and_then(|p| self.stack[p].eval)) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            _ => false,
        };
        self.history.forget_killers(ply + 1);

        let exact = self.exhaustive || near_mate(alpha, beta, ply);
        if !PV
            && !exact
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(alpha, beta, depth, ply, eval, improving)
        {
            return score;
        }

        if depth >= INTERNAL_REDUCTION_DEPTH
            && table_move.is_none()
            && (PV || cut)
            && excluded.is_none()
            && !exact
        {
            depth -= 1;
        }

        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut checks: Option<Checks<R>> = None;
        let mut quiets: ArrayVec<Move, 64> = ArrayVec::new();
        let mut noisies: ArrayVec<Move, 32> = ArrayVec::new();
        let mut picker = Picker::new(&self.moves, table_move, self.history.killers(ply));
        while let Some(mv) = self.pick(&mut picker, ply) {
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let noisy = self.line.position().is_noisy(mv);
            let history = if noisy { 0 } else { self.quiet_history(mv, ply) };
            let mut reduction = self.shared.reductions.at(depth, count);
            if best > -MATE_BOUND && !exact {
                let left = (depth - reduction).max(1);
                if noisy {
                    if depth <= EXCHANGE_DEPTH
                        && picker.is_losing()
                        && !self.wins(mv, NOISY_EXCHANGE * depth)
                    {
                        continue;
                    }
                } else {
                    let enough = LATE_MOVES_BASE + LATE_MOVES * depth * depth / 10;
                    let enough = enough as usize / if improving { 1 } else { 2 };
                    let futile = static_eval.is_some_and(|eval| {
                        left <= FUTILITY_DEPTH
                            && alpha < MATE_BOUND
                            && eval + FUTILITY_BASE + FUTILITY * left <= alpha
                    });
                    if !PV && count > enough {
                        picker.skip_quiets();
                        continue;
                    }
                    if !PV
                        && futile
                        && !checks
                            .get_or_insert_with(|| Checks::new(self.line.position()))
                            .given_by(mv)
                    {
                        continue;
                    }
                    if !PV && depth <= HISTORY_DEPTH && history < HISTORY_PRUNING * depth {
                        continue;
                    }
                    if left <= EXCHANGE_DEPTH && !self.wins(mv, QUIET_EXCHANGE * left * left) {
                        continue;
                    }
                }
            }

            let extension = self.singular_extension::<PV>(mv, known, depth, ply, cut);
            if self.aborted {
                return 0;
            }
            self.make(mv, ply);
            let new_depth = depth - 1 + extension;
            let mut score = -INFINITE;
            let mut full = !PV || count > 1;
            if depth >= 2 && count > 1 + usize::from(PV) && !exact && (!noisy || picker.is_losing())
            {
                reduction += i32::from(!improving) + 2 * i32::from(cut) - i32::from(PV);
                reduction -= i32::from(self.stack[ply + 1].in_check);
                reduction -= history / HISTORY_REDUCTION;
                let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
                score = -self.alpha_beta::<false>(-alpha - 1, -alpha, reduced, ply + 1, true);
                full = score > alpha && reduced < new_depth;
            }
            if full {
                score = -self.alpha_beta::<false>(-alpha - 1, -alpha, new_depth, ply + 1, !cut);
            }
            if PV && (count == 1 || score > alpha) {
                score = -self.alpha_beta::<true>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.line.undo();
            if self.aborted {
                return 0;
            }

            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            // What was tried in vain has a full list or finds a place.
            let _ = if noisy { noisies.try_push(mv) } else { quiets.try_push(mv) };
        }
        self.moves.truncate(picker.start());

        if count == 0 {
            return if excluded.is_some() { alpha } else { terminal(self.line.position(), ply) };
        }
        if best >= beta
            && let Some(mv) = best_move
        {
            self.reward(mv, &quiets, &noisies, depth, ply);
        }
        if excluded.is_none() {
            let bound = Bound::of(best, original_alpha, beta);
            let entry = Entry { mv: best_move, score: best, bound, depth, eval: static_eval };
            self.shared.table.store(key, ply, entry);
        }
        best
    }

    /// Gives a node up without looking at its moves, if what its static evaluation says of them is
    /// enough.
    fn prune_node(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        eval: i32,
        improving: bool,
    ) -> Option<i32> {
        let margin = REVERSE_FUTILITY * depth - REVERSE_FUTILITY_IMPROVING * i32::from(improving);
        if depth <= REVERSE_FUTILITY_DEPTH && eval - margin >= beta {
            return Some(if beta > -MATE_BOUND { i32::midpoint(eval, beta) } else { eval });
        }
        if depth <= RAZORING_DEPTH && eval + RAZORING * depth <= alpha {
            self.stack[ply].quiescence = 0;
            let score = self.quiescence::<false>(alpha, alpha + 1, ply);
            if self.aborted || score <= alpha {
                return Some(score);
            }
        }
        if depth >= NULL_MOVE_DEPTH
            && eval >= beta
            && beta > -MATE_BOUND
            && ply >= self.null_move_from
            && ply > 0
            && self.stack[ply - 1].mv.is_some()
            && self.has_pieces()
        {
            let reduction = 3 + depth / 3 + ((eval - beta) / 180).min(3);
            self.make_null(ply);
            let score =
                -self.alpha_beta::<false>(-beta, 1 - beta, depth - reduction, ply + 1, false);
            self.line.undo();
            if self.aborted {
                return Some(0);
            }
            if score >= beta {
                // A mate found by a side that moves twice is none.
                let score = if score > MATE_BOUND { beta } else { score };
                if depth < NULL_MOVE_VERIFICATION || self.null_move_from > 0 {
                    return Some(score);
                }
                self.null_move_from = ply + (depth - reduction).max(0) as usize * 3 / 4;
                let verified =
                    self.alpha_beta::<false>(beta - 1, beta, depth - reduction, ply, false);
                self.null_move_from = 0;
                if self.aborted || verified >= beta {
                    return Some(score);
                }
            }
        }
        None
    }

    /// A ply more for a move from the table that stands alone: a shallower search without it falls
    /// clearly short of its score.
    fn singular_extension<const PV: bool>(
        &mut self,
        mv: Move,
        known: Option<Entry>,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        const LEAST_DEPTH: i32 = 7;
        let Some(known) = known.filter(|known| {
            depth >= LEAST_DEPTH
                && ply > 0
                && ply < 2 * self.root_depth
                && known.mv == Some(mv)
                && known.depth >= depth - 3
                && known.bound != Bound::Upper
                && known.score.abs() < MATE_BOUND
        }) else {
            return 0;
        };
        let bound = known.score - 2 * depth;
        self.stack[ply].excluded = Some(mv);
        let score = self.alpha_beta::<false>(bound - 1, bound, (depth - 1) / 2, ply, cut);
        self.stack[ply].excluded = None;
        if self.aborted {
            0
        } else if score < bound {
            1
        } else if !PV && cut {
            // Others are good enough as well, so that a cut is likely whatever comes of this one.
            -1
        } else {
            0
        }
    }

    /// Whether a move wins at least so many centipawns by exchanges.
    fn wins(&self, mv: Move, threshold: i32) -> bool {
        wins(self.shared.evaluator, self.line.position(), mv, threshold)
    }

    /// Whether the side to move has more than pawns and kings, so that it is hardly in zugzwang.
    fn has_pieces(&self) -> bool {
        let position = self.line.position();
        let placement = position.placement();
        placement
            .pieces(position.side_to_move())
            .any(|(_, kind)| kind != R::PAWN && !R::is_royal(kind))
    }

    /// Remembers that a move was good, and that those tried before it were not.
    fn reward(&mut self, mv: Move, quiets: &[Move], noisies: &[Move], depth: i32, ply: usize) {
        let bonus = bonus(depth);
        let before = self.before(ply);
        let position = self.line.position();
        let color = position.side_to_move();
        let kind_of = |mv: Move| position.placement().kind_at(mv.from());
        if position.is_noisy(mv) {
            self.history.update_noisy(position, mv, bonus);
        } else {
            self.history.add_killer(ply, mv);
            if let Some(kind) = kind_of(mv) {
                self.history.update_quiet(color, kind, mv, before, bonus);
            }
            for &quiet in quiets {
                if let Some(kind) = kind_of(quiet) {
                    self.history.update_quiet(color, kind, quiet, before, -bonus);
                }
            }
        }
        for &noisy in noisies {
            self.history.update_noisy(position, noisy, -bonus);
        }
    }

    /// The value of a position in which the game is over, or as good as over: by the rules that
    /// count and compare positions, or because a king is gone.
    #[inline]
    pub(super) fn ended(&self, ply: usize) -> Option<i32> {
        let position = self.line.position();
        let color = position.side_to_move();
        if position.placement().king(color).is_none() || position.drawn_by_rule().is_some() {
            return Some(terminal(position, ply));
        }
        // One repetition within the tree is as good as two: who came back once can again.
        let within = self.stack[ply].reversible.min(ply.saturating_sub(1));
        let repeated = (!R::RESTARTS_ARE_FINAL || position.clock() >= 4)
            && (self.line.repetitions(within) > 0
                || self.line.repetitions(self.stack[ply].reversible) > 1);
        repeated.then_some(DRAW)
    }
}

/// The value of a position in which the game is over.
pub(super) fn terminal<R: Ruleset>(position: &Position<R>, ply: usize) -> i32 {
    match position.ending() {
        Some(Outcome::Win(color, _)) if color == position.side_to_move() => mate_in(ply),
        Some(Outcome::Win(..)) => mated_in(ply),
        Some(Outcome::Draw(_)) | None => DRAW,
    }
}

/// Whether the window asks for a mate, or for a way out of one, within a few plies.
fn near_mate(alpha: i32, beta: i32, ply: usize) -> bool {
    let within = |plies: i32| plies - ply as i32 <= EXACT_MATE_PLIES;
    alpha > MATE_BOUND && within(mate_in(0) - alpha)
        || beta < -MATE_BOUND && within(beta - mated_in(0))
}

/// How many plies less late moves are searched.
#[derive(Debug)]
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.9 + (depth as f64).ln() * (count as f64).ln() / 2.2) as u8;
            }
        }
        Self(table)
    }

    #[inline]
    pub(super) fn at(&self, depth: i32, count: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][count.min(63)])
    }
}
