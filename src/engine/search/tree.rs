//! One thread's way through the tree of a game: the line it is on, what it knows of each ply of it,
//! and what it has learned. The search of a node is in `alpha_beta.rs` and `quiescence.rs`.

use std::cell::OnceCell;

use super::bound::Bound;
use super::corrections::Likeness;
use super::evals::EvalCache;
use super::history::{Before, CONTINUATION_PLIES, Context, Continuation, Histories, bonus};
use super::margins::{LATE_MOVE_REDUCTION_BASE, LATE_MOVE_REDUCTION_DIVISOR, TABLE_CUT_BONUS};
use super::oversights::Oversights;
use super::picker::{Ordering, Picker, Scored};
use super::root::RootMove;
use super::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mate_in, mated_in};
use super::see::{gain_with_blast, wins};
use super::shared::Shared;
use super::table::Entry;
use super::threats::threats;
use crate::eval::Evaluator;
use vertumnus_core::board::Color;
use vertumnus_core::position::{Guard, Line, Move, Position};
use vertumnus_core::rules::{BitsOf, Facts, Kind, Outcome, Ruleset};

/// Nodes between two looks at the clock and at the other threads.
const POLL_NODES: u64 = 256;

/// The first iteration is not broken off before this many nodes, a few milliseconds, so that a move
/// has been looked at even if there is no time.
const MIN_NODES: u64 = 1024;

/// Where a node stands in the tree, as a type: the search is compiled once for each.
pub(super) trait NodeType {
    /// The root, whose moves are known beforehand.
    const ROOT: bool;
    /// A node of the principal variation, whose window is open. All others are only asked whether
    /// they are better than a bound.
    const PV: bool;
}

/// The root, which is a node of the principal variation.
pub(super) struct RootNode;
/// Any other node of the principal variation.
pub(super) struct Pv;
/// A node with a null window.
pub(super) struct NonPv;

impl NodeType for RootNode {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// What the nodes of a ply know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The move made here; `None` for a null move.
    pub(super) mv: Option<Move>,
    /// The same, as the continuation history knows it.
    continuation: Continuation,
    /// The kind that makes a quiet move here; `None` if it makes another.
    pub(super) quiet: Option<Kind>,
    /// By how many plies the first search of the move is reduced.
    pub(super) reduced: i32,
    /// The static evaluation; `None` in check.
    pub(super) eval: Option<i32>,
    pub(super) in_check: bool,
    /// Whether the guard of this ply is that of the position.
    has_guard: bool,
    /// A move left out, to see what the others are worth.
    pub(super) excluded: Option<Move>,
    /// Whether the position is or was in the principal variation.
    pub(super) pv: bool,
    /// Nodes of this ply that failed high since the node two plies before was entered.
    pub(super) cutoffs: i32,
    /// Table moves on the way here that were extended by more than a ply.
    pub(super) double_extensions: u32,
    /// Plies since the last null move, or since the start of the game.
    reversible: usize,
    /// Plies of quiescence that led here.
    pub(super) quiescence: usize,
}

/// The static evaluation of a position.
#[derive(Clone, Copy)]
pub(super) struct StaticEval {
    /// What the evaluator says.
    pub(super) raw: i32,
    /// The same, corrected by what searches of positions alike have found.
    pub(super) eval: i32,
    /// The same, corrected by what the table knows of the position.
    pub(super) bounded: i32,
    likeness: Likeness,
}

/// A node's window, and the best move found in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    original_alpha: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The best score so far, which may lie below alpha.
    pub(super) best: i32,
    /// The last move that raised alpha.
    pub(super) best_move: Option<Move>,
}

impl Window {
    /// A window in which nothing was found yet.
    pub(super) fn new(alpha: i32, beta: i32) -> Self {
        Self { original_alpha: alpha, alpha, beta, best: -INFINITE, best_move: None }
    }

    /// What the best score says about the value.
    pub(super) fn bound(&self) -> Bound {
        Bound::of(self.best, self.original_alpha, self.beta)
    }

    /// Whether beta is reached, so that the enemy avoids this node.
    pub(super) fn is_cut(&self) -> bool {
        self.best >= self.beta
    }
}

/// One thread's search of the tree below a position.
pub(super) struct Tree<'a, R: Ruleset> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) evaluator: &'a Evaluator<R>,
    pub(super) reductions: &'a Reductions,
    pub(super) line: Line<R>,
    pub(super) history: &'a mut Histories,
    /// The moves of all nodes on the way to the current one.
    pub(super) moves: Vec<Scored>,
    /// The moves of the root, while it is searched, and which of them is next.
    pub(super) root_moves: Vec<RootMove>,
    pub(super) next_root_move: usize,
    /// `[ply]`
    pub(super) stack: Vec<Frame>,
    /// `[ply]`: checks and pins, where the frame says so.
    guards: Vec<Guard<BitsOf<R>>>,
    /// `[ply]`: the squares that the enemy attacks, found when they are needed.
    threats: Vec<OnceCell<BitsOf<R>>>,
    evals: EvalCache,
    /// `[ply]`: the principal variation from there.
    pub(super) pv: Vec<Vec<Move>>,
    pub(super) root_depth: usize,
    pub(super) selective_depth: usize,
    /// The first ply at which a null move may be tried, while one is being verified.
    pub(super) null_move_from: usize,
    pub(super) is_aborted: bool,
    /// Whether nothing is pruned or reduced.
    pub(super) is_exhaustive: bool,
    oversights: Option<Oversights>,
    /// Whether a move is known that can be played, so that the search may abort at any time.
    pub(super) has_move: bool,
    pub(super) nodes: u64,
    /// The part of them that the other threads know.
    nodes_shared: u64,
    next_poll: u64,
}

impl<'a, R: Ruleset> Tree<'a, R> {
    /// The tree below the last position of a line.
    pub(super) fn new(
        shared: &'a Shared<'a>,
        evaluator: &'a Evaluator<R>,
        reductions: &'a Reductions,
        line: &Line<R>,
        history: &'a mut Histories,
    ) -> Self {
        history.clear_killers();
        let line = line.recent();
        let root = Frame {
            mv: None,
            continuation: history.continuation_of_nothing(),
            quiet: None,
            reduced: 0,
            eval: None,
            in_check: line.position().in_check(),
            has_guard: false,
            excluded: None,
            pv: false,
            cutoffs: 0,
            double_extensions: 0,
            reversible: line.len(),
            quiescence: 0,
        };
        Self {
            shared,
            evaluator,
            reductions,
            evals: EvalCache::below(&line),
            line,
            history,
            moves: Vec::with_capacity(4096),
            root_moves: Vec::new(),
            next_root_move: 0,
            stack: vec![root; MAX_PLY + 2],
            guards: vec![Guard::default(); MAX_PLY + 2],
            threats: vec![OnceCell::new(); MAX_PLY + 2],
            pv: vec![Vec::new(); MAX_PLY + 2],
            root_depth: 0,
            selective_depth: 0,
            null_move_from: 0,
            is_aborted: false,
            is_exhaustive: false,
            oversights: shared.settings.oversights,
            has_move: false,
            nodes: 0,
            nodes_shared: 0,
            next_poll: POLL_NODES.min(shared.limits.nodes.unwrap_or(POLL_NODES)).max(1),
        }
    }

    /// What the game states in plain data.
    #[inline(always)]
    pub(super) fn facts(&self) -> &'static Facts {
        self.evaluator.rules().facts()
    }

    /// Counts a node, and looks at the limits now and then.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        let all_nodes = self.share_nodes();
        let shared = self.shared;
        let limits = shared.limits;
        let left = limits.nodes.map_or(POLL_NODES, |limit| limit.saturating_sub(all_nodes));
        if left == 0 && !limits.infinite {
            shared.finish();
        }
        if shared.is_finished() {
            self.is_aborted = true;
        } else if self.has_move || self.nodes >= MIN_NODES {
            self.is_aborted = shared.control.is_stopped() || shared.is_out_of_time();
        }
        self.next_poll = self.nodes + left.clamp(1, POLL_NODES);
    }

    /// Adds the nodes since the last time to those of all threads, and returns the sum.
    pub(super) fn share_nodes(&mut self) -> u64 {
        let new = self.nodes - self.nodes_shared;
        self.nodes_shared = self.nodes;
        self.shared.add_nodes(new)
    }

    /// The next move of a node.
    #[inline]
    pub(super) fn pick(&mut self, picker: &mut Picker, ply: usize) -> Option<Move> {
        self.find_guard(ply);
        let position = self.line.position();
        let by = Ordering {
            position,
            legal: position.legal_given(&self.guards[ply]),
            evaluator: self.evaluator,
            history: self.history,
            before: self.before(ply),
            threats: &self.threats[ply],
        };
        loop {
            let mv = picker.next(&mut self.moves, &by)?;
            if self.oversights.is_none_or(|oversights| !self.overlooks(oversights, mv, ply)) {
                return Some(mv);
            }
        }
    }

    #[cold]
    fn overlooks(&self, oversights: Oversights, mv: Move, ply: usize) -> bool {
        let last = ply.checked_sub(1).and_then(|before| self.stack[before].mv).map(Move::to);
        oversights.has(self.line.position(), mv, last)
    }

    /// The value of a node in which no move was found.
    #[cold]
    pub(super) fn without_moves(&mut self, ply: usize) -> i32 {
        if self.oversights.is_some() && self.has_legal_move(ply) {
            self.evaluate()
        } else {
            terminal(self.line.position(), ply)
        }
    }

    /// Finds the checks and pins of the position, unless they are known.
    #[inline]
    fn find_guard(&mut self, ply: usize) {
        if !self.stack[ply].has_guard {
            self.update_guard(ply);
        }
    }

    #[inline(never)]
    fn update_guard(&mut self, ply: usize) {
        self.stack[ply].has_guard = true;
        self.line.position().update_guard(&mut self.guards[ply]);
    }

    /// Whether the side to move has a legal move.
    pub(super) fn has_legal_move(&mut self, ply: usize) -> bool {
        self.find_guard(ply);
        !self.line.position().legal_given(&self.guards[ply]).is_empty()
    }

    /// Whether only captures are legal, because the game demands them.
    pub(super) fn must_capture(&mut self, ply: usize) -> bool {
        self.find_guard(ply);
        self.line.position().legal_given(&self.guards[ply]).are_captures()
    }

    /// The moves made before this one.
    #[inline]
    fn before(&self, ply: usize) -> Before {
        CONTINUATION_PLIES.map(|back| match ply.checked_sub(back) {
            Some(before) => self.stack[before].continuation,
            None => self.history.continuation_of_nothing(),
        })
    }

    /// What the history of a quiet move of a ply depends on, where the position is the one of the ply.
    #[inline]
    fn context(&self, ply: usize) -> Context<BitsOf<R>> {
        let threats = *self.threats[ply].get_or_init(|| threats(self.line.position()));
        Context { before: self.before(ply), threats }
    }

    /// How good a quiet move has been so far.
    pub(super) fn quiet_history(&self, mv: Move, ply: usize) -> i32 {
        let position = self.line.position();
        position.mover(mv).map_or(0, |kind| {
            self.history.quiet(position.side_to_move(), kind, mv, &self.context(ply))
        })
    }

    /// What a move wins at once, in centipawns.
    #[inline]
    pub(super) fn material_gain(&self, mv: Move) -> i32 {
        let position = self.line.position();
        if position.rules().blasts() {
            return gain_with_blast(self.evaluator, position, mv);
        }
        let placement = position.placement();
        let value = |kind| self.evaluator.kind_value(kind);
        let captures = position.captures(mv);
        let taken = |kind| self.evaluator.capture_value(kind);
        let taken: i32 = captures.iter().filter_map(|&s| placement.kind_at(s)).map(taken).sum();
        let spent = position.mover(mv).into_iter().chain(position.friend(mv));
        let left = position.rest(mv).map_or(0, value);
        taken + value(mv.becomes()) + left - spent.map(value).sum::<i32>()
    }

    /// Whether a move wins at least this many centipawns by exchanges.
    pub(super) fn wins(&self, mv: Move, threshold: i32) -> bool {
        wins(self.evaluator, self.line.position(), mv, threshold)
    }

    /// Makes a move of this ply.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) {
        let position = self.line.position();
        let color = position.side_to_move();
        // As early as possible: to copy the position takes about as long as memory does.
        self.shared.table.prefetch(position.likely_key_after(self.line.key(), mv));
        self.stack[ply].continuation = self.history.continuation_of(color, mv.becomes(), mv.to());
        self.stack[ply].mv = Some(mv);
        self.line.make_unchecked(mv);
        self.shared.table.prefetch(self.line.key());
        self.stack[ply + 1].in_check = self.line.position().in_check();
        self.stack[ply + 1].has_guard = false;
        self.threats[ply + 1].take();
        self.stack[ply + 1].reversible = self.stack[ply].reversible + 1;
    }

    /// Passes the turn at this ply.
    pub(super) fn make_null(&mut self, ply: usize) {
        self.stack[ply].continuation = self.history.continuation_of_nothing();
        self.stack[ply].mv = None;
        self.stack[ply].quiet = None;
        self.line.make_null();
        self.shared.table.prefetch(self.line.key());
        self.stack[ply + 1].in_check = false;
        self.stack[ply + 1].has_guard = false;
        self.threats[ply + 1].take();
        self.stack[ply + 1].reversible = 0;
    }

    /// The static evaluation of the position.
    #[inline]
    pub(super) fn evaluate(&mut self) -> i32 {
        self.evals.evaluate(self.evaluator, &self.line)
    }

    /// The static evaluation of a position out of check.
    pub(super) fn static_eval(&mut self, known: Option<Entry>, ply: usize) -> StaticEval {
        let raw = known.and_then(|known| known.eval).unwrap_or_else(|| self.evaluate());
        let likeness = Likeness::of(self.line.position(), self.before(ply)[0].index());
        let eval = raw + self.history.corrections.value(likeness);
        let bounded = known
            .filter(|known| !known.is_mate() && known.bound.proves(known.score, eval))
            .map_or(eval, |known| known.score);
        StaticEval { raw, eval, bounded, likeness }
    }

    /// Learns from the value of a node by how much such positions are evaluated too low or too high, if it says so.
    pub(super) fn correct(&mut self, found: &StaticEval, window: &Window, depth: i32) {
        let &Window { best, .. } = window;
        let quiet = window.best_move.is_none_or(|mv| !self.line.position().is_noisy(mv));
        if quiet && best.abs() < MATE_BOUND && window.bound().proves(best, found.eval) {
            self.history.corrections.update(found.likeness, depth, best - found.eval);
        }
    }

    /// Notes the score of a move in the window of its node, and whether it raised alpha.
    #[inline]
    pub(super) fn record<N: NodeType>(
        &mut self,
        window: &mut Window,
        mv: Move,
        score: i32,
        ply: usize,
    ) -> bool {
        window.best = window.best.max(score);
        if score <= window.alpha {
            return false;
        }
        window.alpha = score;
        window.best_move = Some(mv);
        if N::PV {
            self.update_pv(mv, ply);
        }
        true
    }

    /// Stores what was found of the position.
    #[inline]
    pub(super) fn store(
        &self,
        window: &Window,
        depth: i32,
        eval: Option<i32>,
        pv: bool,
        ply: usize,
    ) {
        let (mv, score, bound) = (window.best_move, window.best, window.bound());
        self.shared.table.store(self.line.key(), ply, Entry { mv, score, bound, depth, eval, pv });
    }

    /// Begins the principal variation of a node.
    #[inline]
    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.pv[ply].clear();
        self.selective_depth = self.selective_depth.max(ply);
    }

    /// Puts a move before the principal variation of the next ply.
    pub(super) fn update_pv(&mut self, mv: Move, ply: usize) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Changes the history of the quiet move that is made at a ply, by so many hundredths of what a cut gives.
    pub(super) fn nudge_quiet(&mut self, color: Color, ply: usize, depth: i32, percent: i32) {
        let Frame { mv: Some(mv), quiet: Some(kind), .. } = self.stack[ply] else { return };
        // They were needed for the history of the move, when it was picked.
        let Some(&threats) = self.threats[ply].get() else { return };
        let context = Context { before: self.before(ply), threats };
        self.history.update_quiet(color, kind, mv, &context, bonus(depth) * percent / 100);
    }

    /// Remembers that the table's move was good enough for a cut.
    pub(super) fn reward_known(&mut self, mv: Move, depth: i32, ply: usize) {
        let position = self.line.position();
        let color = position.side_to_move();
        let Some(kind) = position.mover(mv) else { return };
        if !position.is_noisy(mv) {
            let bonus = bonus(depth) * TABLE_CUT_BONUS.get() / 100;
            let context = self.context(ply);
            self.history.update_quiet(color, kind, mv, &context, bonus);
        }
    }

    /// Remembers that a move was good, and that the ones tried before it were not.
    pub(super) fn reward(
        &mut self,
        mv: Move,
        quiets: &[Move],
        noisies: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let bonus = bonus(depth);
        let position = self.line.position();
        let color = position.side_to_move();
        let kind_of = |mv: Move| position.mover(mv);
        if position.is_noisy(mv) {
            self.history.update_noisy(position, mv, bonus);
        } else {
            let context = self.context(ply);
            self.history.add_killer(ply, mv);
            if let Some(kind) = kind_of(mv) {
                self.history.update_quiet(color, kind, mv, &context, bonus);
            }
            for &quiet in quiets {
                if let Some(kind) = kind_of(quiet) {
                    self.history.update_quiet(color, kind, quiet, &context, -bonus);
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
        let has_lost_king =
            position.rules().has_king(color) && position.placement().king(color).is_none();
        if has_lost_king
            || position.drawn_by_rule().is_some()
            || self.facts().goals && position.ended().is_some()
        {
            return Some(terminal(position, ply));
        }
        let count = usize::from(self.facts().repetition.count);
        if count == 0 || self.facts().restarts_are_final && position.clock() < 4 {
            return None;
        }
        // One repetition within the tree is as good as two: who came back once can again. What wins or
        // loses for him is not proved by that.
        let within = self.stack[ply].reversible.min(ply.saturating_sub(1));
        if self.line.repetitions(within) > 0 && matches!(self.line.repeated(1), Outcome::Draw(_)) {
            return Some(DRAW);
        }
        let repeated = self.line.repetitions(self.stack[ply].reversible) + 1 >= count;
        repeated.then(|| match self.line.repeated(count - 1) {
            Outcome::Win(winner, _) if winner == color => mate_in(ply),
            Outcome::Win(..) => mated_in(ply),
            Outcome::Draw(_) => DRAW,
        })
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

/// A ply of reduction, which has fractions.
pub(super) const PLY: i32 = 1024;

/// By how much late moves are reduced, in parts of a [`PLY`].
#[derive(Debug)]
pub(super) struct Reductions([[u16; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Self {
        let [base, divisor] = [&LATE_MOVE_REDUCTION_BASE, &LATE_MOVE_REDUCTION_DIVISOR]
            .map(|margin| f64::from(margin.get()) / 100.0);
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies = base + (depth as f64).ln() * (count as f64).ln() / divisor;
                *reduction = (plies * f64::from(PLY)) as u16;
            }
        }
        Self(table)
    }

    /// The reduction of the move that is the `count`th of its node, at this depth, in parts of a [`PLY`].
    #[inline]
    pub(super) fn at(&self, depth: i32, count: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][count.min(63)])
    }
}
