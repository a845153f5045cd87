//! One thread's search of a position: iterative deepening over the root moves.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering as Memory};
use std::time::{Duration, Instant};

use super::alpha_beta::Reductions;
use super::control::Control;
use super::history::{Continuation, Histories};
use super::limits::{Limits, Settings};
use super::picker::{Ordering, Picker, Scored};
use super::score::{INFINITE, MATE_BOUND, MAX_PLY, Score, mate_in};
use super::see::wins;
use super::table::{Entry, TranspositionTable};
use super::time::{Budget, Stability};
use super::types::{Best, Bound, Progress};
use crate::eval::Evaluator;
use vertumnus_core::position::{Line, Move};
use vertumnus_core::rules::Ruleset;

/// The deepest iteration.
pub(super) const MAX_DEPTH: u32 = 120;

/// Nodes between two looks at the clock and at the world outside.
const POLL: u64 = 256;

/// Nodes before which the first iteration is not broken off for lack of time: a few milliseconds,
/// so that even without time a move has been looked at.
const LEAST_NODES: u64 = 1024;

/// The half width of the first aspiration window in centipawns, and the least depth that has one.
const ASPIRATION: i32 = 16;
const ASPIRATION_DEPTH: u32 = 5;

/// When a mate is asked for, those of so many plies are looked for without any pruning.
const MOST_PROOF_PLIES: u32 = 7;

/// Bounds are reported once a search is this old: before that, they would only flicker.
const BOUNDS_AFTER: Duration = Duration::from_secs(3);

/// What the workers of one search share.
pub(super) struct Shared<'a, R: Ruleset> {
    pub(super) evaluator: &'a Evaluator<R>,
    pub(super) reductions: &'a Reductions,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a Control,
    pub(super) limits: &'a Limits,
    pub(super) settings: &'a Settings,
    pub(super) budget: Budget,
    pub(super) started: Instant,
    /// Nodes of all workers, as far as they have told.
    pub(super) nodes: AtomicU64,
    /// Set when the first worker is done, or a limit is reached: all others end too.
    pub(super) finished: AtomicBool,
}

impl<R: Ruleset> Shared<'_, R> {
    /// The time that counts against the limits; none while pondering.
    fn elapsed(&self) -> Option<Duration> {
        if self.limits.ponder {
            self.control.hit_at().map(|hit| hit.elapsed())
        } else {
            Some(self.started.elapsed())
        }
    }

    fn is_out_of_time(&self) -> bool {
        self.budget.hard.is_some_and(|hard| self.elapsed().is_some_and(|elapsed| elapsed >= hard))
    }
}

/// What a node knows of itself and tells its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The move made here; none if the turn was passed.
    pub(super) mv: Option<Move>,
    /// What follows it.
    pub(super) continuation: Continuation,
    /// The static evaluation, if the side to move is not in check.
    pub(super) eval: Option<i32>,
    pub(super) in_check: bool,
    /// A move left out, to see what the others are worth.
    pub(super) excluded: Option<Move>,
    /// How many plies back the line goes without a null move.
    pub(super) reversible: usize,
    /// How many plies of quiescence led here.
    pub(super) quiescence: usize,
}

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Of the current iteration; minus infinite while unknown or known to be no better.
    score: i32,
    /// Of the last iteration that knew it.
    last_score: i32,
    pv: Vec<Move>,
    selective_depth: usize,
}

impl RootMove {
    fn new(mv: Move, score: i32) -> Self {
        Self { mv, score, last_score: score, pv: vec![mv], selective_depth: 1 }
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, R: Ruleset> {
    pub(super) shared: &'a Shared<'a, R>,
    pub(super) line: Line<R>,
    pub(super) history: &'a mut Histories,
    /// The moves of all nodes on the way to the current one.
    pub(super) moves: Vec<Scored>,
    pub(super) stack: Vec<Node>,
    /// The best line from each ply.
    pub(super) pv: Vec<Vec<Move>>,
    pub(super) root_depth: usize,
    pub(super) selective_depth: usize,
    /// The least ply at which a null move may be tried, while one is being verified.
    pub(super) null_move_from: usize,
    pub(super) aborted: bool,
    /// Whether nothing is to be pruned or reduced.
    pub(super) exhaustive: bool,
    nodes: u64,
    /// Of these, told to the others.
    nodes_told: u64,
    next_poll: u64,
    root_moves: Vec<RootMove>,
    /// The iteration that was completed last.
    completed: u32,
    /// Whether what was reported last is but a bound.
    bound_is_last: bool,
}

impl<'a, R: Ruleset> Worker<'a, R> {
    /// A worker for the position at the end of a line, which has these root moves.
    pub(super) fn new(
        shared: &'a Shared<'a, R>,
        line: &Line<R>,
        moves: &[Move],
        history: &'a mut Histories,
    ) -> Self {
        history.clear_killers();
        let root = Node {
            mv: None,
            continuation: history.continuation_of_nothing(),
            eval: None,
            in_check: line.position().in_check(),
            excluded: None,
            reversible: line.len(),
            quiescence: 0,
        };
        let mut root_moves: Vec<RootMove> = moves
            .iter()
            .map(|&mv| {
                // A first guess, in case there is no time for more.
                let position = line.position();
                let next = position.after_unchecked(mv);
                let safe = wins(shared.evaluator, position, mv, 0);
                let lost = if safe { 0 } else { shared.evaluator.kind_value(mv.becomes()) };
                RootMove::new(mv, -shared.evaluator.evaluate(&next) - lost)
            })
            .collect();
        root_moves.sort_by_key(|root| std::cmp::Reverse(root.score));
        let next_poll = POLL.min(shared.limits.nodes.unwrap_or(POLL)).max(1);
        Self {
            shared,
            line: line.clone(),
            history,
            moves: Vec::with_capacity(4096),
            stack: vec![root; MAX_PLY + 2],
            pv: vec![Vec::new(); MAX_PLY + 2],
            root_depth: 0,
            selective_depth: 0,
            null_move_from: 0,
            aborted: false,
            exhaustive: false,
            nodes: 0,
            nodes_told: 0,
            next_poll,
            root_moves,
            completed: 0,
            bound_is_last: false,
        }
    }

    /// Counts a node, and looks up from work now and then.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        let all_nodes = self.tell_nodes();
        let shared = self.shared;
        let left = shared.limits.nodes.map_or(POLL, |limit| limit.saturating_sub(all_nodes));
        if left == 0 && !shared.limits.infinite {
            shared.finished.store(true, Memory::Relaxed);
        }
        if shared.finished.load(Memory::Relaxed) {
            self.aborted = true;
        } else if self.completed > 0 || self.nodes >= LEAST_NODES {
            self.aborted = shared.control.is_stopped() || shared.is_out_of_time();
        }
        self.next_poll = self.nodes + left.clamp(1, POLL);
    }

    /// Adds the nodes since the last time to those of all workers, and says how many these are.
    fn tell_nodes(&mut self) -> u64 {
        let news = self.nodes - self.nodes_told;
        self.nodes_told = self.nodes;
        self.shared.nodes.fetch_add(news, Memory::Relaxed) + news
    }

    /// The next move of a node.
    #[inline]
    pub(super) fn pick(&mut self, picker: &mut Picker, ply: usize) -> Option<Move> {
        let by = Ordering {
            position: self.line.position(),
            evaluator: self.shared.evaluator,
            history: self.history,
            before: self.before(ply),
        };
        picker.next(&mut self.moves, &by)
    }

    /// The moves made one and two plies before this one.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> [Continuation; 2] {
        [1, 2].map(|back| match ply.checked_sub(back) {
            Some(before) => self.stack[before].continuation,
            None => self.history.continuation_of_nothing(),
        })
    }

    pub(super) fn quiet_history(&self, mv: Move, ply: usize) -> i32 {
        let position = self.line.position();
        position.placement().kind_at(mv.from()).map_or(0, |kind| {
            self.history.quiet(position.side_to_move(), kind, mv, self.before(ply))
        })
    }

    /// What a move wins at once, in centipawns.
    #[inline]
    pub(super) fn material_gain(&self, mv: Move) -> i32 {
        let position = self.line.position();
        let placement = position.placement();
        let value = |kind| self.shared.evaluator.kind_value(kind);
        let captures = position.captures(mv);
        let taken: i32 = captures.iter().filter_map(|&s| placement.kind_at(s)).map(value).sum();
        taken + value(mv.becomes()) - placement.kind_at(mv.from()).map_or(0, value)
    }

    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) {
        let position = self.line.position();
        let color = position.side_to_move();
        self.stack[ply].continuation = self.history.continuation_of(color, mv.becomes(), mv.to());
        self.stack[ply].mv = Some(mv);
        self.line.make_unchecked(mv);
        self.shared.table.prefetch(self.line.position().key());
        self.stack[ply + 1].in_check = self.line.position().in_check();
        self.stack[ply + 1].reversible = self.stack[ply].reversible + 1;
    }

    pub(super) fn make_null(&mut self, ply: usize) {
        self.stack[ply].continuation = self.history.continuation_of_nothing();
        self.stack[ply].mv = None;
        self.line.make_null();
        self.shared.table.prefetch(self.line.position().key());
        self.stack[ply + 1].in_check = false;
        self.stack[ply + 1].reversible = 0;
    }

    /// Puts a move before the best line of the next ply.
    pub(super) fn update_pv(&mut self, mv: Move, ply: usize) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Deepens until a limit is reached, without reporting: helps the first worker by what it
    /// leaves in the table.
    pub(super) fn assist(&mut self, number: usize) {
        // A thread that is a ply ahead finds what the others will ask.
        let first = self.resume().unwrap_or(0) + 1 + (number % 2) as u32;
        for depth in first..=MAX_DEPTH {
            self.iterate(depth, &mut |_| {});
            if self.aborted {
                break;
            }
        }
        self.tell_nodes();
    }

    /// Deepens until a limit is reached, and reports.
    pub(super) fn lead(&mut self, report: &mut dyn FnMut(&Progress)) -> Best {
        let mut stability = Stability::default();
        let mut has_reported = false;
        let most = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        if let Some(depth) = self.resume() {
            self.completed = depth;
            self.report_line(depth, 1, report);
            has_reported = true;
        }
        for depth in self.completed + 1..=most {
            let before = (self.root_moves[0].mv, self.root_moves[0].last_score);
            let better = self.iterate(depth, report);
            if self.aborted && !better {
                if std::mem::take(&mut self.bound_is_last) {
                    // The last word is not to be a bound.
                    self.report_lines(self.completed, report);
                }
                break;
            }
            if !self.aborted && self.shared.limits.mate.is_some() {
                self.prove_mate(depth);
            }
            self.report_lines(depth, report);
            has_reported = true;
            if self.aborted {
                break;
            }
            self.completed = depth;
            let best = &self.root_moves[0];
            stability.unchanged = if best.mv == before.0 { stability.unchanged + 1 } else { 0 };
            stability.fall = before.1 - best.last_score;
            if self.is_settled(depth, before.1, stability) {
                break;
            }
        }
        if !has_reported {
            // Not even the first move could be searched: its first guess has to do.
            self.report_line(1, 1, report);
        }
        let best = &self.root_moves[0];
        Best {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied().or_else(|| self.reply_from_table(best.mv)),
            score: Score::new(best.last_score),
            nodes: 0,
        }
    }

    /// Takes up an analysis of one line where it was left, if the table knows the position, so that
    /// who comes back to it sees at once what was found: the depth that was reached, or none.
    ///
    /// Only where time does not matter: the moves that were not best are in no order then.
    fn resume(&mut self) -> Option<u32> {
        let Shared { limits, settings, table, .. } = self.shared;
        if !limits.infinite || settings.multi_pv > 1 || !limits.search_moves.is_empty() {
            return None;
        }
        let known = table.probe(self.line.position().key(), 0);
        let known = known.filter(|known| known.bound == Bound::Exact && known.depth > 0)?;
        let mv = known.mv?;
        let index = self.root_moves.iter().position(|root| root.mv == mv)?;
        let pv = self.line_from_table(mv);
        self.root_moves[..=index].rotate_right(1);
        let best = &mut self.root_moves[0];
        (best.last_score, best.selective_depth, best.pv) = (known.score, pv.len(), pv);
        Some(known.depth as u32)
    }

    /// The line that begins with a move, as far as the table is sure of it.
    fn line_from_table(&self, first: Move) -> Vec<Move> {
        let mut line = self.line.clone();
        let mut pv = Vec::new();
        let mut next = Some(first);
        while let Some(mv) = next {
            pv.push(mv);
            line.make_unchecked(mv);
            let position = line.position();
            next = self
                .shared
                .table
                .probe(position.key(), pv.len())
                .filter(|known| known.bound == Bound::Exact && line.outcome().is_none())
                .and_then(|known| known.mv)
                .filter(|&mv| position.is_legal(mv) && pv.len() < MAX_PLY);
        }
        pv
    }

    /// The reply to a move that the table knows.
    fn reply_from_table(&self, mv: Move) -> Option<Move> {
        let next = self.line.position().after_unchecked(mv);
        let known = self.shared.table.probe(next.key(), 1);
        known.and_then(|known| known.mv).filter(|&reply| next.is_legal(reply))
    }

    /// Whether another iteration is not wanted, or not worth beginning.
    fn is_settled(&self, depth: u32, score_before: i32, stability: Stability) -> bool {
        let shared = self.shared;
        let limits = shared.limits;
        if limits.infinite {
            return false;
        }
        let score = self.root_moves[0].last_score;
        let plies_to_mate = Score::new(score).plies_to_mate();
        if let (Some(wanted), Some(found)) = (limits.mate, plies_to_mate)
            && score > 0
            && found < 2 * wanted
            // Those that are shorter were looked for; or else once more, to see whether there is one.
            && (found <= MOST_PROOF_PLIES || score_before == score)
        {
            return true;
        }
        let Some(elapsed) = shared.elapsed() else { return false };
        let Some(soft) = shared.budget.soft else { return false };
        let only_move = self.root_moves.len() == 1;
        let mate_is_certain = plies_to_mate.is_some_and(|plies| depth > plies + 2);
        only_move || mate_is_certain || elapsed >= soft.mul_f64(stability.stretch())
    }

    /// Searches the root to a depth, for each of the lines that are wanted. Whether there is news:
    /// if it was broken off, whether it has found a first move by then.
    fn iterate(&mut self, depth: u32, report: &mut dyn FnMut(&Progress)) -> bool {
        self.root_depth = depth as usize;
        for root in &mut self.root_moves {
            root.score = -INFINITE;
        }
        let lines = self.shared.settings.multi_pv.clamp(1, self.root_moves.len());
        let mut news = false;
        for first in 0..lines {
            let found = self.aspire(depth, first, report);
            news |= found && (first == 0 || !self.aborted);
            if self.aborted {
                break;
            }
        }
        if self.aborted && !news {
            // What was found by then is only that the score is lower than thought.
            return false;
        }
        for root in &mut self.root_moves {
            if root.score > -INFINITE {
                root.last_score = root.score;
            }
        }
        self.root_moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
        news
    }

    /// Looks for a mate within so many plies with nothing pruned or reduced; if there is one, it is
    /// the shortest, since those of fewer plies were looked for before.
    fn prove_mate(&mut self, plies: u32) {
        let mate = mate_in(plies as usize);
        if plies.is_multiple_of(2)
            || plies > MOST_PROOF_PLIES
            || self.root_moves[0].last_score >= mate
        {
            return;
        }
        self.root_depth = plies as usize;
        for root in &mut self.root_moves {
            root.score = -INFINITE;
        }
        self.exhaustive = true;
        let (_, found) = self.search_root(mate - 1, INFINITE, plies, 0);
        self.exhaustive = false;
        if found {
            self.root_moves.sort_by_key(|root| std::cmp::Reverse(root.score));
            self.root_moves[0].last_score = self.root_moves[0].score;
        }
    }

    /// Searches the root moves from the given on, in a window about the score of the last
    /// iteration that is widened until it holds the new one. Whether a best move was found.
    fn aspire(&mut self, depth: u32, first: usize, report: &mut dyn FnMut(&Progress)) -> bool {
        let guess = self.root_moves[first].last_score;
        let mut width = ASPIRATION;
        let mut found = false;
        let (mut alpha, mut beta) = if depth < ASPIRATION_DEPTH || guess < -MATE_BOUND {
            (-INFINITE, INFINITE)
        } else if guess > MATE_BOUND {
            // A mate is known: only a faster one is better.
            (guess - 1, INFINITE)
        } else {
            (guess - width, guess + width)
        };
        loop {
            self.selective_depth = 0;
            let (score, found_now) = self.search_root(alpha, beta, depth, first);
            // A move that was too good for the window stays found if the next is not completed.
            found |= found_now;
            // Stable: moves that are no better keep their order.
            self.root_moves[first..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.aborted {
                return found;
            }
            let bound = if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-INFINITE);
                Bound::Upper
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
                Bound::Lower
            } else {
                return true;
            };
            if first == 0 && self.shared.started.elapsed() > BOUNDS_AFTER {
                let progress = self.progress(depth, 1, score, bound);
                report(&progress);
                self.bound_is_last = true;
            }
            width *= 2;
            if width > 400 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Principal variation search of the root moves from the given on: the best score, and whether
    /// a move has raised alpha.
    fn search_root(&mut self, mut alpha: i32, beta: i32, depth: u32, first: usize) -> (i32, bool) {
        let original_alpha = alpha;
        let depth = depth as i32;
        let mut best = -INFINITE;
        let mut found = false;
        for root in &mut self.root_moves[first..] {
            root.score = -INFINITE;
        }
        self.stack[0].eval =
            (!self.stack[0].in_check).then(|| self.shared.evaluator.evaluate(self.line.position()));
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let count = index - first + 1;
            let noisy = self.line.position().is_noisy(mv);
            let new_depth = depth - 1;
            self.make(mv, 0);
            let mut score = -INFINITE;
            let mut full = count > 1;
            if depth >= 3
                && count > 3
                && !noisy
                && !self.stack[1].in_check
                && alpha < MATE_BOUND
                && !self.exhaustive
            {
                let reduction = self.shared.reductions.at(depth, count) - 1;
                let reduced = (new_depth - reduction).clamp(1, new_depth);
                score = -self.alpha_beta::<false>(-alpha - 1, -alpha, reduced, 1, true);
                full = score > alpha && reduced < new_depth;
            }
            if full {
                score = -self.alpha_beta::<false>(-alpha - 1, -alpha, new_depth, 1, true);
            }
            if count == 1 || score > alpha {
                score = -self.alpha_beta::<true>(-beta, -alpha, new_depth, 1, false);
            }
            self.line.undo();
            if self.aborted {
                self.moves.clear();
                return (best, found);
            }
            best = best.max(score);
            if score > alpha || count == 1 {
                self.update_pv(mv, 0);
                let root = &mut self.root_moves[index];
                root.score = score;
                root.pv.clone_from(&self.pv[0]);
                root.selective_depth = self.selective_depth;
            }
            if score > alpha {
                alpha = score;
                found = true;
                if score >= beta {
                    break;
                }
            }
        }
        let position = self.line.position();
        let entry = Entry {
            mv: found.then(|| self.best_of(first)),
            score: best,
            bound: Bound::of(best, original_alpha, beta),
            depth,
            eval: self.stack[0].eval,
        };
        if first == 0 && self.shared.limits.search_moves.is_empty() {
            self.shared.table.store(position.key(), 0, entry);
        }
        (best, found)
    }

    fn best_of(&self, first: usize) -> Move {
        let moves = &self.root_moves[first..];
        moves.iter().fold(&moves[0], |a, b| if b.score > a.score { b } else { a }).mv
    }

    /// Reports all lines that are wanted, the best first.
    fn report_lines(&mut self, depth: u32, report: &mut dyn FnMut(&Progress)) {
        self.bound_is_last = false;
        let lines = self.shared.settings.multi_pv.clamp(1, self.root_moves.len());
        for line in 1..=lines {
            self.report_line(depth, line, report);
        }
    }

    fn report_line(&mut self, depth: u32, line: usize, report: &mut dyn FnMut(&Progress)) {
        let score = self.root_moves[line - 1].last_score;
        let progress = self.progress(depth, line, score, Bound::Exact);
        report(&progress);
    }

    fn progress(&mut self, depth: u32, line: usize, score: i32, bound: Bound) -> Progress {
        let nodes = self.tell_nodes();
        let root = &self.root_moves[line - 1];
        Progress {
            depth,
            selective_depth: (root.selective_depth as u32).max(depth.min(1)),
            line,
            score: Score::new(score),
            bound,
            wdl: None,
            nodes,
            time: self.shared.started.elapsed(),
            hash_full: self.shared.table.hash_full(),
            pv: root.pv.clone(),
        }
    }
}
