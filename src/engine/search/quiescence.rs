//! Quiescence search: at the end of the tree, captures and promotions are searched until none of
//! them promises anything, because a static evaluation is right only where nothing hangs.

use super::checks::Checks;
use super::margins::DELTA_MARGIN;
use super::picker::Picker;
use super::score::{DRAW, MATE_BOUND, MAX_PLY};
use super::tree::{NodeType, StaticEval, Tree, Window, terminal};
use vertumnus_core::position::Move;
use vertumnus_core::rules::Ruleset;
use vertumnus_core::rules::definition::Value;

/// The most captures tried at a node out of check; recaptures are always tried. Where pieces stand
/// close, all captures in all orders would never come to an end.
const MAX_CAPTURES: usize = 3;

/// After this many plies of quiescence only recaptures are tried.
const RECAPTURES_AFTER: usize = 6;

impl<R: Ruleset> Tree<'_, R> {
    /// The value of a position when it has come to rest. In check all replies are searched.
    pub(super) fn quiescence<N: NodeType>(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        if N::PV {
            self.clear_pv(ply);
        }
        self.count_node();
        if self.is_aborted {
            return 0;
        }
        if let Some(score) = self.ended(ply) {
            return score;
        }
        // What has to be captured is no more a choice than a way out of check.
        let in_check =
            self.stack[ply].in_check || self.facts().must_capture && self.must_capture(ply);
        if self.facts().stalemate != Value::Draw && !in_check && !self.has_legal_move(ply) {
            return terminal(self.line.position(), ply);
        }
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate() };
        }

        let known = self.shared.table.probe(self.line.key(), ply);
        if !N::PV
            && let Some(known) = known
            && known.bound.proves(known.score, beta)
        {
            return known.score;
        }

        let mut window = Window::new(alpha, beta);
        let mut eval = None;
        if !in_check {
            let StaticEval { raw, bounded: stand_pat, .. } = self.static_eval(known, ply);
            if stand_pat >= beta {
                return stand_pat;
            }
            eval = Some(raw);
            window.best = stand_pat;
            window.alpha = alpha.max(stand_pat);
        }

        let table_move = known.and_then(|known| known.mv);
        let mut picker = if in_check {
            Picker::new(&self.moves, table_move, [None; 2])
        } else {
            Picker::noisy(&self.moves, table_move)
        };
        let futile = window.best + DELTA_MARGIN.get();
        let mut count = 0;
        let last_target = ply.checked_sub(1).and_then(|before| self.stack[before].mv).map(Move::to);
        let captures = if self.stack[ply].quiescence > RECAPTURES_AFTER { 0 } else { MAX_CAPTURES };
        while let Some(mv) = self.pick(&mut picker, ply) {
            count += 1;
            if window.best > -MATE_BOUND {
                if in_check && picker.is_past_good() {
                    break;
                }
                if !in_check {
                    if count > captures && Some(mv.to()) != last_target {
                        continue;
                    }
                    let promised = futile + self.material_gain(mv);
                    if promised <= window.alpha && !Checks::new(self.line.position()).given_by(mv) {
                        window.best = window.best.max(promised);
                        continue;
                    }
                }
            }
            self.make(mv, ply);
            self.stack[ply + 1].quiescence = self.stack[ply].quiescence + 1;
            let score = -self.quiescence::<N>(-window.beta, -window.alpha, ply + 1);
            self.line.undo();
            if self.is_aborted {
                return 0;
            }
            self.record::<N>(&mut window, mv, score, ply);
            if window.is_cut() {
                break;
            }
        }
        self.moves.truncate(picker.start());
        if in_check && count == 0 {
            return terminal(self.line.position(), ply);
        }
        let pv = N::PV || known.is_some_and(|known| known.pv);
        self.store(&window, 0, eval, pv, ply);
        window.best
    }
}
