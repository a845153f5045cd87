//! The search of the tree: principal variation search with what prunes, reduces and extends it.
//!
//! Scores are fail-soft, depths in plies. The margins are in [`margins`](super::margins).

use arrayvec::ArrayVec;

use super::bound::Bound;
use super::checks::Checks;
use super::margins::{
    DEEPER_MARGIN, DOUBLE_EXTENSION_MARGIN, FAIL_LOW_BONUS, FUTILITY_MARGIN,
    FUTILITY_MARGIN_PER_PLY, HINDSIGHT_MARGIN, HISTORY_PER_FUTILITY_POINT, HISTORY_PER_REDUCTION,
    HISTORY_PRUNING_MARGIN, LATE_MOVES_BASE, LATE_MOVES_DEPTH_SQUARED, NOISY_FUTILITY_MARGIN,
    NOISY_FUTILITY_MARGIN_PER_PLY, NULL_MOVE_EVAL_PER_PLY, NULL_MOVE_STATIC_MARGIN, PROBCUT_MARGIN,
    RAZORING_MARGIN, REDUCTION_LESS_BY_CORRECTION, REDUCTION_LESS_IN_PV, REDUCTION_OF_CUTOFFS,
    REDUCTION_OF_NOISY_TABLE_MOVE, REDUCTION_OF_RAISED_ALPHA, REVERSE_FUTILITY_GAINED,
    REVERSE_FUTILITY_IMPROVING, REVERSE_FUTILITY_MARGIN, SECOND_SEARCH_BONUS, SEE_NOISY_MARGIN,
    SEE_QUIET_MARGIN, SINGULAR_MARGIN,
};
use super::picker::Picker;
use super::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mate_in, mated_in};
use super::table::Entry;
use super::tree::{NodeType, NonPv, PLY, Pv, StaticEval, Tree, Window};
use vertumnus_core::position::Move;
use vertumnus_core::rules::Ruleset;
use vertumnus_core::rules::definition::Value;

/// Where the window asks for a mate, or for a way out of one, within this many plies, nothing is
/// pruned or reduced: the tree is small, and the distances of short mates become exact.
const EXACT_MATE_PLIES: i32 = 6;

/// This many plies before the limit of the clock, no score of the table ends the search of a node any
/// more: it may be that of a position with more plies to go.
const CUTOFF_DISTANCE: u32 = 10;

const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;
/// By so many centipawns the enemy's last move must have lowered his evaluation to have lost something.
const GAINED: i32 = 5;

const RAZORING_MAX_DEPTH: i32 = 2;

/// The minimum depth of a null move, and the depth from which what it proves is verified by a
/// search without null moves.
const NULL_MOVE_MIN_DEPTH: i32 = 3;
const NULL_MOVE_VERIFICATION_DEPTH: i32 = 12;
/// The null move's reduction: a constant, a ply for so much depth, and one for so much evaluation
/// above beta ([`NULL_MOVE_EVAL_PER_PLY`]).
const NULL_MOVE_REDUCTION: i32 = 4;
const NULL_MOVE_DEPTH_PER_PLY: i32 = 3;
/// How much less evaluation a null move needs per ply of depth.
const NULL_MOVE_EVAL_PER_DEPTH: i32 = 20;

/// A node after a move that was reduced by so many plies is searched a ply more if the side to move does not
/// stand better for it.
const HINDSIGHT_PLIES: i32 = 3;

/// `ProbCut`: its minimum depth, and how much shallower its search is.
const PROBCUT_MIN_DEPTH: i32 = 5;
const PROBCUT_PLIES: i32 = 4;

/// Internal iterative reduction: the minimum depth at which a node without a table move is searched
/// a ply less.
const INTERNAL_REDUCTION_MIN_DEPTH: i32 = 4;

/// The greatest depth left at which quiet moves are skipped for their history.
const HISTORY_PRUNING_MAX_DEPTH: i32 = 5;

/// The minimum depth of a singular extension, and how much shallower the table's entry may be.
const SINGULAR_MIN_DEPTH: i32 = 6;
const SINGULAR_ENTRY_PLIES: i32 = 3;

/// The most table moves of a line that are extended by two plies.
const MAX_DOUBLE_EXTENSIONS: u32 = 6;

/// If more nodes than this failed high among the replies to a node's moves, its late moves are reduced more.
const MANY_CUTOFFS: i32 = 3;

/// The minimum depth and the first move that are reduced at the root.
const ROOT_REDUCTION_MIN_DEPTH: i32 = 3;
const ROOT_REDUCTION_FROM: usize = 4;

/// A node as its moves see it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether the node is expected to fail high.
    pub(super) cut: bool,
    /// What the table knows of the position.
    pub(super) known: Option<Entry>,
    pub(super) static_eval: Option<i32>,
    /// Whether the evaluation has risen since the side's last turn.
    pub(super) improving: bool,
    /// Whether nothing is pruned or reduced here.
    pub(super) exact: bool,
    /// By how much all its late moves are reduced, apart from what depends on each, in parts of a [`PLY`].
    pub(super) reduction: i32,
    /// By how many plies the table's move is extended.
    pub(super) extension: i32,
}

/// A move of a node, before it is made.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// Counted from 1.
    count: usize,
    /// How many moves before it raised alpha.
    raised: i32,
    noisy: bool,
    /// A noisy move that loses material.
    losing: bool,
    /// Its history if it is quiet.
    history: i32,
    /// Its late move reduction, by depth and count alone, in parts of a [`PLY`].
    reduction: i32,
}

/// What is known of the table's move before it is searched.
#[derive(Clone, Copy)]
enum TableMove {
    /// It is extended by so many plies.
    Extended(i32),
    /// Others are as good, so the node fails high with this score (multi-cut).
    OneOfMany(i32),
}

/// Whether a move is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Search,
    Skip,
    SkipAllQuiets,
}

impl<R: Ruleset> Tree<'_, R> {
    /// The value of the position between alpha and beta, searched to a depth in plies.
    ///
    /// `cut` says that the node is expected to fail high.
    fn alpha_beta<N: NodeType>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let in_check = self.stack[ply].in_check;
        if in_check && ply < self.root_depth {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            self.stack[ply].quiescence = 0;
            return self.quiescence::<N>(alpha, beta, ply);
        }
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
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate() };
        }

        // Mate distance pruning: nothing here is better than to mate with the next move, or worse
        // than to be mated now; or, out of check where stalemate does not lose, by the next move.
        // In the principal variation that is no bound but can be the value, and its line is wanted.
        let can_lose_now = in_check || self.facts().goals || self.facts().stalemate == Value::Loss;
        let soonest_loss = if N::PV || can_lose_now { ply } else { ply + 2 };
        alpha = alpha.max(mated_in(soonest_loss));
        beta = beta.min(mate_in(if self.facts().goals { ply } else { ply + 1 }));
        if alpha >= beta {
            return alpha;
        }

        let excluded = self.stack[ply].excluded;
        let known =
            if excluded.is_some() { None } else { self.shared.table.probe(self.line.key(), ply) };
        if !N::PV
            && let Some(score) = self.known_value(known, beta, depth, ply)
        {
            return score;
        }

        let found = (!in_check && excluded.is_none()).then(|| self.static_eval(known, ply));
        let static_eval = match excluded {
            Some(_) => self.stack[ply].eval,
            None => found.map(|found| found.eval),
        };
        self.stack[ply].eval = static_eval;
        if excluded.is_none() {
            self.stack[ply].pv = N::PV || known.is_some_and(|known| known.pv);
        }
        self.stack[ply + 2].cutoffs = 0;
        let before = ply.checked_sub(2).and_then(|before| self.stack[before].eval);
        let improving = static_eval.is_some_and(|now| before.is_none_or(|before| now > before));
        self.history.forget_killers(ply + 1);

        let exact = self.is_exhaustive || is_near_mate(alpha, beta, ply);
        let reduction = self.common_reduction(known, found.as_ref());
        let mut node =
            Node { depth, ply, cut, known, static_eval, improving, exact, reduction, extension: 0 };
        node.depth += self.hindsight(&node);
        if !N::PV
            && !exact
            && let Some(found) = &found
            && let Some(score) = self.prune_node(&node, found, alpha, beta)
        {
            return score;
        }

        if node.depth >= INTERNAL_REDUCTION_MIN_DEPTH
            && known.and_then(|known| known.mv).is_none()
            && (N::PV || cut)
            && excluded.is_none()
            && !exact
        {
            node.depth -= 1;
        }

        match self.try_table_move::<N>(&node, beta) {
            TableMove::Extended(plies) => node.extension = plies,
            TableMove::OneOfMany(score) => return score,
        }
        if self.is_aborted {
            return 0;
        }
        let mut window = Window::new(alpha, beta);
        let count = self.search_moves::<N>(&node, &mut window);
        if self.is_aborted {
            return 0;
        }
        if count == 0 {
            return if excluded.is_some() { alpha } else { self.without_moves(ply) };
        }
        if !N::PV && window.is_cut() {
            window.best = blend(window.best, beta, node.depth);
        }
        if excluded.is_none() {
            self.conclude(&node, found.as_ref(), &window);
        }
        window.best
    }

    /// What the table knows of the value of a node with a null window, if that is enough.
    #[inline]
    fn known_value(
        &mut self,
        known: Option<Entry>,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let known = known.filter(|known| {
            known.depth >= depth
                && known.bound.proves(known.score, beta)
                && self.line.position().plies_to_limit() > CUTOFF_DISTANCE
        })?;
        if known.score >= beta
            && let Some(mv) = known.mv
        {
            self.reward_known(mv, depth, ply);
        }
        Some(known.score)
    }

    /// The value of a node that needs no search of its moves at full depth, by its evaluation.
    #[inline]
    fn prune_node(
        &mut self,
        node: &Node,
        found: &StaticEval,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let &Node { depth, ply, cut, improving, .. } = node;
        let eval = found.bounded;
        let before = ply.checked_sub(1).and_then(|before| self.stack[before].eval);
        let gained = before.is_some_and(|before| found.eval + before > GAINED);
        if !self.stack[ply].pv
            && let Some(score) = reverse_futility(beta, depth, eval, improving, gained)
        {
            return Some(score);
        }
        if let Some(score) = self.razor(alpha, depth, ply, eval) {
            return Some(score);
        }
        if !cut {
            return None;
        }
        if let Some(score) = self.try_null_move(beta, depth, ply, found) {
            return Some(score);
        }
        self.try_captures(beta, node, found.raw)
    }

    /// Keeps what was found of a node.
    #[inline]
    fn conclude(&mut self, node: &Node, found: Option<&StaticEval>, window: &Window) {
        let &Node { depth, ply, .. } = node;
        if window.bound() == Bound::Upper && ply > 0 {
            let mover = !self.line.position().side_to_move();
            self.nudge_quiet(mover, ply - 1, depth, FAIL_LOW_BONUS.get());
        }
        self.store(window, depth, found.map(|found| found.raw), self.stack[ply].pv, ply);
        if let Some(found) = found {
            self.correct(found, window, depth);
        }
    }

    /// Searches the moves of a node until one is too good, and returns how many there were. What
    /// was found means nothing if the search was aborted.
    #[inline(always)]
    pub(super) fn search_moves<N: NodeType>(&mut self, node: &Node, window: &mut Window) -> usize {
        let &Node { depth, ply, .. } = node;
        let excluded = self.stack[ply].excluded;
        let (mut count, mut raised) = (0, 0);
        let mut checks: Option<Checks<R>> = None;
        let mut quiets: ArrayVec<Move, 64> = ArrayVec::new();
        let mut noisies: ArrayVec<Move, 32> = ArrayVec::new();
        let table_move = node.known.and_then(|known| known.mv);
        let mut picker = Picker::new(&self.moves, table_move, self.history.killers(ply));
        while let Some(mv) = self.next_move::<N>(&mut picker, ply) {
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let noisy = self.line.position().is_noisy(mv);
            let candidate = Candidate {
                mv,
                count,
                raised,
                noisy,
                losing: picker.is_losing(),
                history: if noisy { 0 } else { self.quiet_history(mv, ply) },
                reduction: self.reductions.at(depth, count),
            };
            if !N::ROOT && !node.exact && window.best > -MATE_BOUND {
                match self.prune_move::<N>(node, &candidate, window.alpha, &mut checks) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipAllQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let extension = if Some(mv) == table_move { node.extension } else { 0 };
            let nodes = self.nodes;
            let kind = self.line.position().mover(mv);
            self.stack[ply].quiet = kind.filter(|_| !noisy);
            self.make(mv, ply);
            self.stack[ply + 1].double_extensions =
                self.stack[ply].double_extensions + u32::from(extension > 1);
            let score = self.search_move::<N>(node, &candidate, window, depth - 1 + extension);
            self.line.undo();
            if self.is_aborted {
                return count;
            }
            let is_better = self.record::<N>(window, mv, score, ply);
            if N::ROOT {
                let nodes = self.nodes - nodes;
                self.record_root_move(score, count == 1, is_better, window.is_cut(), nodes);
            }
            if window.is_cut() {
                self.stack[ply].cutoffs += 1;
                break;
            }
            if is_better {
                raised += 1;
                continue;
            }
            // Lists that are full have no place for more: a few moves go without their malus.
            let _ = if noisy { noisies.try_push(mv) } else { quiets.try_push(mv) };
        }
        self.moves.truncate(picker.start());
        if !N::ROOT
            && let Some(mv) = window.best_move
        {
            self.reward(mv, &quiets, &noisies, depth, ply);
        }
        count
    }

    /// The next move of a node; at the root, the next root move.
    #[inline(always)]
    fn next_move<N: NodeType>(&mut self, picker: &mut Picker, ply: usize) -> Option<Move> {
        if !N::ROOT {
            return self.pick(picker, ply);
        }
        let next = self.root_moves.get(self.next_root_move)?;
        self.next_root_move += 1;
        Some(next.mv)
    }

    /// Keeps what was found of the root move that was searched last, which is the first of its
    /// search or not, and better than those before it or not.
    fn record_root_move(
        &mut self,
        score: i32,
        is_first: bool,
        is_better: bool,
        is_cut: bool,
        nodes: u64,
    ) {
        let root = &mut self.root_moves[self.next_root_move - 1];
        root.nodes += nodes;
        if is_better && !is_cut {
            root.record(score, &self.pv[0], self.selective_depth);
        } else if is_better || is_first {
            root.record_bound(score);
        }
    }

    /// Whether a move is given up before it is searched, because it promises too little.
    #[inline(always)]
    fn prune_move<N: NodeType>(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: i32,
        checks: &mut Option<Checks<R>>,
    ) -> Verdict {
        let &Node { depth, static_eval, improving, .. } = node;
        let &Candidate { mv, count, noisy, losing, history, reduction, .. } = candidate;
        if noisy {
            let is_futile = !N::PV
                && losing
                && alpha < MATE_BOUND
                && static_eval.is_some_and(|eval| {
                    let margin =
                        NOISY_FUTILITY_MARGIN.get() + NOISY_FUTILITY_MARGIN_PER_PLY.get() * depth;
                    eval + margin + self.material_gain(mv) <= alpha
                });
            if is_futile
                && !checks.get_or_insert_with(|| Checks::new(self.line.position())).given_by(mv)
            {
                return Verdict::Skip;
            }
            let loses = losing && !self.wins(mv, -SEE_NOISY_MARGIN.get() * depth);
            return if loses { Verdict::Skip } else { Verdict::Search };
        }
        let left = (depth - reduction / PLY).max(1);
        if !N::PV {
            let enough =
                LATE_MOVES_BASE.get() + LATE_MOVES_DEPTH_SQUARED.get() * depth * depth / 10;
            if count > enough as usize / if improving { 1 } else { 2 } {
                return Verdict::SkipAllQuiets;
            }
            let is_futile = static_eval.is_some_and(|eval| {
                alpha < MATE_BOUND
                    && eval
                        + FUTILITY_MARGIN.get()
                        + FUTILITY_MARGIN_PER_PLY.get() * left
                        + history / HISTORY_PER_FUTILITY_POINT.get()
                        <= alpha
            });
            if is_futile
                && !checks.get_or_insert_with(|| Checks::new(self.line.position())).given_by(mv)
            {
                return Verdict::Skip;
            }
            if left <= HISTORY_PRUNING_MAX_DEPTH && history < -HISTORY_PRUNING_MARGIN.get() * left {
                return Verdict::Skip;
            }
        }
        if !self.wins(mv, -SEE_QUIET_MARGIN.get() * left * left) {
            return Verdict::Skip;
        }
        Verdict::Search
    }

    /// The score of a move that was just made. A late move is searched with a null window at a
    /// reduced depth first, then at the full depth, and with the open window last, as long as the
    /// results ask for it.
    #[inline(always)]
    fn search_move<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: &Window,
        depth: i32,
    ) -> i32 {
        let &Window { alpha, beta, .. } = window;
        let ply = node.ply + 1;
        let mut score = -INFINITE;
        let mut full = !N::PV || candidate.count > 1;
        let mut full_depth = depth;
        let mut is_second = false;
        if let Some(reduced) = self.reduced_depth::<N>(node, candidate, alpha, depth) {
            self.stack[node.ply].reduced = depth - reduced;
            score = -self.alpha_beta::<NonPv>(-alpha - 1, -alpha, reduced, ply, true);
            self.stack[node.ply].reduced = 0;
            full = score > alpha && reduced < depth;
            is_second = full;
            if !N::ROOT && !node.exact && score > window.best + DEEPER_MARGIN.get() {
                full_depth += 1;
            }
        }
        if full {
            score = -self.alpha_beta::<NonPv>(-alpha - 1, -alpha, full_depth, ply, !node.cut);
            if is_second && !N::ROOT && !self.is_aborted {
                let percent = SECOND_SEARCH_BONUS.get();
                let percent = if score > alpha { percent } else { -percent };
                let mover = !self.line.position().side_to_move();
                self.nudge_quiet(mover, node.ply, depth, percent);
            }
        }
        if N::PV && (candidate.count == 1 || score > alpha) {
            score = -self.alpha_beta::<Pv>(-beta, -alpha, depth, ply, false);
        }
        score
    }

    /// The depth of the first search of a late move that was just made; `None` if it is not
    /// reduced.
    #[inline(always)]
    fn reduced_depth<N: NodeType>(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: i32,
        new_depth: i32,
    ) -> Option<i32> {
        let &Candidate { count, noisy, losing, history, reduction, .. } = candidate;
        let gives_check = self.stack[node.ply + 1].in_check;
        if N::ROOT {
            let is_reduced = node.depth >= ROOT_REDUCTION_MIN_DEPTH
                && count >= ROOT_REDUCTION_FROM
                && !noisy
                && !gives_check
                && alpha < MATE_BOUND
                && !node.exact;
            return is_reduced.then(|| (new_depth - (reduction / PLY - 1)).clamp(1, new_depth));
        }
        let (pv, gains) = (self.stack[node.ply].pv, noisy && !losing);
        if node.depth < 2 || count <= 1 + usize::from(N::PV) || node.exact || (gains && pv) {
            return None;
        }
        let plies = i32::from(!node.improving) + 2 * i32::from(node.cut)
            - i32::from(N::PV)
            - i32::from(gains)
            - i32::from(gives_check);
        let mut reduction = reduction + plies * PLY - history * PLY / HISTORY_PER_REDUCTION.get();
        if self.stack[node.ply + 1].cutoffs > MANY_CUTOFFS {
            reduction += REDUCTION_OF_CUTOFFS.get();
        }
        if pv {
            reduction -= REDUCTION_LESS_IN_PV.get();
        }
        reduction += node.reduction + candidate.raised * REDUCTION_OF_RAISED_ALPHA.get();
        Some((new_depth - reduction / PLY).clamp(1, new_depth.max(1)))
    }

    /// By how much all late moves of a node are reduced: more where the table's move is noisy, less where the static
    /// evaluation is corrected by much.
    #[inline]
    fn common_reduction(&self, known: Option<Entry>, found: Option<&StaticEval>) -> i32 {
        let mut reduction = 0;
        if let Some(mv) = known.and_then(|known| known.mv)
            && self.line.position().is_noisy(mv)
        {
            reduction += REDUCTION_OF_NOISY_TABLE_MOVE.get();
        }
        let corrected = found.map_or(0, |found| (found.eval - found.raw).abs());
        reduction - corrected * REDUCTION_LESS_BY_CORRECTION.get()
    }

    /// By how many plies more a node is searched, now that the evaluation after a reduced move is known: a ply more
    /// if the side to move does not stand better than it did, a ply less if it stands much better.
    #[inline]
    fn hindsight(&mut self, node: &Node) -> i32 {
        let &Node { depth, ply, static_eval, exact, .. } = node;
        let Some(before) = ply.checked_sub(1) else { return 0 };
        let reduced = std::mem::take(&mut self.stack[before].reduced);
        let (Some(now), Some(then)) = (static_eval, self.stack[before].eval) else { return 0 };
        if exact || reduced == 0 {
            return 0;
        }
        if reduced >= HINDSIGHT_PLIES && now <= -then {
            1
        } else if depth > 1 && now + then > HINDSIGHT_MARGIN.get() {
            -1
        } else {
            0
        }
    }

    /// Razoring: the value of a node whose evaluation is so far below alpha that captures alone can
    /// save it, if they do not.
    #[inline]
    fn razor(&mut self, alpha: i32, depth: i32, ply: usize, eval: i32) -> Option<i32> {
        if depth > RAZORING_MAX_DEPTH || eval + RAZORING_MARGIN.get() * depth > alpha {
            return None;
        }
        self.stack[ply].quiescence = 0;
        let score = self.quiescence::<NonPv>(alpha, alpha + 1, ply);
        (self.is_aborted || score <= alpha).then_some(score)
    }

    /// Null move pruning: the value of a node that is still good enough after passing the turn.
    fn try_null_move(
        &mut self,
        beta: i32,
        depth: i32,
        ply: usize,
        found: &StaticEval,
    ) -> Option<i32> {
        let margin = NULL_MOVE_STATIC_MARGIN.get() - NULL_MOVE_EVAL_PER_DEPTH * depth;
        let eval = found.bounded;
        if depth < NULL_MOVE_MIN_DEPTH
            || eval < beta
            || found.eval < beta + margin
            || beta <= -MATE_BOUND
            || ply < self.null_move_from
            || ply == 0
            || self.stack[ply - 1].mv.is_none()
            || !self.has_pieces()
            || self.facts().must_capture
        {
            return None;
        }
        let by_eval = (eval - beta) / NULL_MOVE_EVAL_PER_PLY.get();
        let reduction = NULL_MOVE_REDUCTION + depth / NULL_MOVE_DEPTH_PER_PLY + by_eval;
        self.make_null(ply);
        let score = -self.alpha_beta::<NonPv>(-beta, 1 - beta, depth - reduction, ply + 1, false);
        self.line.undo();
        if self.is_aborted {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        // A mate that needs two moves in a row is not a mate.
        let score = if score > MATE_BOUND { beta } else { score };
        if depth < NULL_MOVE_VERIFICATION_DEPTH || self.null_move_from > 0 {
            return Some(score);
        }
        self.null_move_from = ply + (depth - reduction).max(0) as usize * 3 / 4;
        let verified = self.alpha_beta::<NonPv>(beta - 1, beta, depth - reduction, ply, false);
        self.null_move_from = 0;
        (self.is_aborted || verified >= beta).then_some(score)
    }

    /// `ProbCut`: the value of a node in which a capture is far above beta even by a shallower search.
    fn try_captures(&mut self, beta: i32, node: &Node, raw: i32) -> Option<i32> {
        let &Node { depth, ply, known, .. } = node;
        let bound = beta + PROBCUT_MARGIN.get();
        let shallow = depth - PROBCUT_PLIES;
        let is_known_below = known.is_some_and(|known| {
            known.depth >= shallow && known.score < bound && known.bound != Bound::Lower
        });
        if depth < PROBCUT_MIN_DEPTH || beta.abs() > MATE_BOUND || is_known_below {
            return None;
        }
        let table_move = known.and_then(|known| known.mv);
        let mut picker = Picker::noisy(&self.moves, table_move);
        let mut found = None;
        while let Some(mv) = self.pick(&mut picker, ply) {
            self.stack[ply].quiet = None;
            self.make(mv, ply);
            self.stack[ply + 1].quiescence = 0;
            let mut score = -self.quiescence::<NonPv>(-bound, 1 - bound, ply + 1);
            if score >= bound && shallow > 0 && !self.is_aborted {
                score = -self.alpha_beta::<NonPv>(-bound, 1 - bound, shallow, ply + 1, false);
            }
            self.line.undo();
            if self.is_aborted {
                found = Some(0);
                break;
            }
            if score >= bound {
                let mut window = Window::new(bound - 1, bound);
                self.record::<NonPv>(&mut window, mv, score, ply);
                self.store(&window, shallow + 1, Some(raw), self.stack[ply].pv, ply);
                found = Some(score - PROBCUT_MARGIN.get());
                break;
            }
        }
        self.moves.truncate(picker.start());
        found
    }

    /// Whether the side to move has more than pawns and kings, so that zugzwang is unlikely.
    fn has_pieces(&self) -> bool {
        let position = self.line.position();
        let placement = position.placement();
        placement
            .pieces(position.side_to_move())
            .any(|(_, kind)| self.facts().pawn != Some(kind) && !self.facts().is_royal(kind))
    }

    /// Looks what the other moves are worth beside the table's, by a shallower search without it. A move that
    /// is better than all others is extended, by two plies if it is by far; one that is as good as others is
    /// reduced, or is not even needed.
    #[inline]
    fn try_table_move<N: NodeType>(&mut self, node: &Node, beta: i32) -> TableMove {
        let &Node { depth, ply, cut, exact, .. } = node;
        let Some(known) = node.known.filter(|known| {
            depth >= SINGULAR_MIN_DEPTH
                && ply > 0
                && ply < 2 * self.root_depth
                && known.mv.is_some()
                && known.depth >= depth - SINGULAR_ENTRY_PLIES
                && known.bound != Bound::Upper
                && !known.is_mate()
        }) else {
            return TableMove::Extended(0);
        };
        let bound = known.score - SINGULAR_MARGIN.get() * depth;
        self.stack[ply].excluded = known.mv;
        let score = self.alpha_beta::<NonPv>(bound - 1, bound, (depth - 1) / 2, ply, cut);
        self.stack[ply].excluded = None;
        if self.is_aborted {
            return TableMove::Extended(0);
        }
        if score < bound {
            let by_far = !N::PV
                && score < bound - DOUBLE_EXTENSION_MARGIN.get()
                && self.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS;
            return TableMove::Extended(if by_far { 2 } else { 1 });
        }
        if N::PV || exact {
            return TableMove::Extended(0);
        }
        if bound >= beta {
            return TableMove::OneOfMany(bound);
        }
        TableMove::Extended(if known.score >= beta {
            -2
        } else if cut {
            -1
        } else {
            0
        })
    }
}

/// Reverse futility pruning: the value of a node whose evaluation is so far above beta that no move
/// is needed to show it.
#[inline]
fn reverse_futility(
    beta: i32,
    depth: i32,
    eval: i32,
    improving: bool,
    gained: bool,
) -> Option<i32> {
    let margin = REVERSE_FUTILITY_MARGIN.get() * depth
        - REVERSE_FUTILITY_IMPROVING.get() * i32::from(improving)
        - REVERSE_FUTILITY_GAINED.get() * i32::from(gained);
    (depth <= REVERSE_FUTILITY_MAX_DEPTH && eval - margin >= beta)
        .then(|| if beta > -MATE_BOUND { i32::midpoint(eval, beta) } else { eval })
}

/// A score that is too good for a null window, moved toward the window: the deeper the search, the less. Nobody knows
/// how much better the position really is, and the enemy avoids it anyway.
fn blend(score: i32, beta: i32, depth: i32) -> i32 {
    if score.abs() >= MATE_BOUND || beta.abs() >= MATE_BOUND {
        return score;
    }
    (score * depth + beta) / (depth + 1)
}

/// Whether the window asks for a mate, or for a way out of one, within a few plies.
fn is_near_mate(alpha: i32, beta: i32, ply: usize) -> bool {
    let within = |plies: i32| plies - ply as i32 <= EXACT_MATE_PLIES;
    alpha > MATE_BOUND && within(mate_in(0) - alpha)
        || beta < -MATE_BOUND && within(beta - mated_in(0))
}
