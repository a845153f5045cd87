//! Quiescence: at the end of the tree, captures and promotions are searched until none promises
//! anything, because a position can only be judged when nothing hangs.

use super::alpha_beta::terminal;
use super::checks::Checks;
use super::picker::Picker;
use super::score::{INFINITE, MATE_BOUND, MAX_PLY};
use super::table::Entry;
use super::types::Bound;
use super::worker::Worker;
use vertumnus_core::position::Move;
use vertumnus_core::rules::Ruleset;

/// So many captures are tried of a position that is not in check, and those on the square where a
/// piece was taken last. Where pieces stand close, all captures in all orders never come to an end.
const MOST_CAPTURES: usize = 3;

/// So many plies into quiescence only the square where a piece was taken last is looked at.
const RECAPTURES_AFTER: usize = 6;

/// A capture that would not bring the score to alpha even with so many centipawns more is left out.
const DELTA_MARGIN: i32 = 180;

impl<R: Ruleset> Worker<'_, R> {
    /// The value of a position when it has come to rest; all replies are looked at in check.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
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
        let in_check = self.stack[ply].in_check;
        let position = self.line.position();
        if R::STALEMATE_LOSES && !in_check && !position.has_legal_move() {
            return terminal(position, ply);
        }
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.shared.evaluator.evaluate(position) };
        }

        let key = position.key();
        let known = self.shared.table.probe(key, ply);
        if !PV
            && let Some(known) = known
            && known.bound.proves(known.score, beta)
        {
            return known.score;
        }

        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut eval = None;
        if !in_check {
            let (judged, standing) = self.stand_pat(known);
            if standing >= beta {
                return standing;
            }
            eval = Some(judged);
            best = standing;
            alpha = alpha.max(best);
        }

        let table_move = known.and_then(|known| known.mv);
        let mut picker = if in_check {
            Picker::new(&self.moves, table_move, [None; 2])
        } else {
            let good = 0;
            Picker::noisy(&self.moves, table_move, good)
        };
        let futile = best + DELTA_MARGIN;
        let mut best_move = None;
        let mut count = 0;
        let last_taken = ply.checked_sub(1).and_then(|before| self.stack[before].mv).map(Move::to);
        let most = if self.stack[ply].quiescence > RECAPTURES_AFTER { 0 } else { MOST_CAPTURES };
        while let Some(mv) = self.pick(&mut picker, ply) {
            count += 1;
            if best > -MATE_BOUND {
                if in_check && picker.is_past_good() {
                    break;
                }
                if !in_check {
                    if count > most && Some(mv.to()) != last_taken {
                        continue;
                    }
                    let promised = futile + self.material_gain(mv);
                    if promised <= alpha && !Checks::new(self.line.position()).given_by(mv) {
                        best = best.max(promised);
                        continue;
                    }
                }
            }
            self.make(mv, ply);
            self.stack[ply + 1].quiescence = self.stack[ply].quiescence + 1;
            let score = -self.quiescence::<PV>(-beta, -alpha, ply + 1);
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
        }
        self.moves.truncate(picker.start());
        if in_check && count == 0 {
            return terminal(self.line.position(), ply);
        }
        let bound = Bound::of(best, original_alpha, beta);
        let entry = Entry { mv: best_move, score: best, bound, depth: 0, eval };
        self.shared.table.store(key, ply, entry);
        best
    }

    /// What the position is worth if nothing is taken: as it is judged, and as the table corrects
    /// it.
    pub(super) fn stand_pat(&self, known: Option<Entry>) -> (i32, i32) {
        let judged = known
            .and_then(|known| known.eval)
            .unwrap_or_else(|| self.shared.evaluator.evaluate(self.line.position()));
        let corrected = known
            .filter(|known| known.score.abs() < MATE_BOUND)
            .filter(|known| known.bound.proves(known.score, judged))
            .map_or(judged, |known| known.score);
        (judged, corrected)
    }
}
