//! The tree as its root sees it.

use super::alpha_beta::Node;
use super::bound::Bound;
use super::root::{Found, RootMove, RootSearch};
use super::score::MAX_PLY;
use super::table::Entry;
use super::tree::{RootNode, Tree, Window};
use vertumnus_core::position::Move;
use vertumnus_core::rules::Ruleset;

impl<R: Ruleset> RootSearch for Tree<'_, R> {
    fn first_guess(&self, mv: Move) -> i32 {
        let position = self.line.position();
        let next = position.after_unchecked(mv);
        let lost = if self.wins(mv, 0) { 0 } else { self.evaluator.kind_value(mv.becomes()) };
        -self.evaluator.evaluate(&next) - lost
    }

    fn search_root(
        &mut self,
        (alpha, beta): (i32, i32),
        depth: u32,
        moves: &mut Vec<RootMove>,
        first: usize,
    ) -> Found {
        for root in &mut moves[first..] {
            root.forget_score();
        }
        std::mem::swap(&mut self.root_moves, moves);
        self.next_root_move = first;
        self.root_depth = depth as usize;
        if !self.is_exhaustive {
            // An exhaustive search belongs to the iteration before it.
            self.selective_depth = 0;
        }
        let static_eval =
            (!self.stack[0].in_check).then(|| self.evaluator.evaluate(self.line.position()));
        self.stack[0].eval = static_eval;
        self.stack[0].pv = true;
        self.stack[2].cutoffs = 0;
        let node = Node {
            depth: depth as i32,
            ply: 0,
            cut: false,
            known: None,
            static_eval,
            improving: true,
            exact: self.is_exhaustive,
            reduction: 0,
            extension: 0,
        };
        let mut window = Window::new(alpha, beta);
        self.search_moves::<RootNode>(&node, &mut window);
        if self.is_aborted {
            self.moves.clear();
        } else if first == 0 && self.shared.limits.search_moves.is_empty() {
            self.store(&window, node.depth, static_eval, true, 0);
        }
        std::mem::swap(&mut self.root_moves, moves);
        let searched = self.next_root_move - first - usize::from(self.is_aborted);
        Found { score: window.best, is_better: window.best_move.is_some(), searched }
    }

    fn search_exhaustively(&mut self, exhaustively: bool) {
        self.is_exhaustive = exhaustively;
    }

    fn allow_abort(&mut self) {
        self.has_move = true;
    }

    fn is_aborted(&self) -> bool {
        self.is_aborted
    }

    fn share_nodes(&mut self) -> u64 {
        Tree::share_nodes(self)
    }

    fn known(&self) -> Option<Entry> {
        self.shared.table.probe(self.line.key(), 0)
    }

    fn line_from_table(&self, first: Move) -> Vec<Move> {
        let mut line = self.line.clone();
        let mut pv = Vec::new();
        let mut next = Some(first);
        while let Some(mv) = next {
            pv.push(mv);
            line.make_unchecked(mv);
            next = self
                .shared
                .table
                .probe(line.key(), pv.len())
                .filter(|known| known.bound == Bound::Exact && line.outcome().is_none())
                .and_then(|known| known.mv)
                .filter(|&mv| line.position().is_legal(mv) && pv.len() < MAX_PLY);
        }
        pv
    }

    fn reply_from_table(&self, mv: Move) -> Option<Move> {
        let next = self.line.position().after_unchecked(mv);
        let known = self.shared.table.probe(next.key(), 1);
        known.and_then(|known| known.mv).filter(|&reply| next.is_legal(reply))
    }
}
