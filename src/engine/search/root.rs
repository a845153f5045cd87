//! The root of a search: iterative deepening over the root moves, aspiration windows, reports, and
//! the decision when to stop. Compiled once for all games: the tree below is behind a trait.

use std::cmp::Reverse;
use std::time::Duration;

use super::bound::Bound;
use super::margins::ASPIRATION_WIDTH;
use super::score::{INFINITE, MATE_BOUND, Score, mate_in};
use super::shared::Shared;
use super::table::Entry;
use super::time::Stability;
use super::types::{Decision, Progress};
use vertumnus_core::position::Move;

/// The deepest iteration.
const MAX_DEPTH: u32 = 120;

/// The minimum depth that has an aspiration window.
const ASPIRATION_MIN_DEPTH: u32 = 5;

/// From this half width on, the window is opened wide.
const ASPIRATION_MAX_WIDTH: i32 = 400;

/// When a mate is asked for, mates of at most this many plies are looked for without any pruning.
const MAX_PROOF_PLIES: u32 = 7;

/// A move is clear if all others are worse by this many centipawns.
const CLEAR_MARGIN: i32 = 200;

/// Bounds are reported once a search is this old: before that, they would only flicker.
const BOUNDS_AFTER: Duration = Duration::from_secs(3);

/// Whether a score is that of being mated.
const fn is_loss(score: i32) -> bool {
    score < -MATE_BOUND
}

/// Puts the moves of the highest value first; those of one value keep their order. A function of its own, because
/// each key that is compiled into a sort makes it anew.
fn put_first(moves: &mut [RootMove], value: fn(&RootMove) -> i32) {
    moves.sort_by_key(|root| Reverse(value(root)));
}

/// What the root asks of the tree below it.
pub(super) trait RootSearch {
    /// The score of a root move before anything was searched.
    fn first_guess(&self, mv: Move) -> i32;

    /// Searches the root moves from `first` on to a depth, in a window (alpha, beta).
    fn search_root(
        &mut self,
        window: (i32, i32),
        depth: u32,
        moves: &mut Vec<RootMove>,
        first: usize,
    ) -> Found;

    /// Turns all pruning and reducing off or on again.
    fn search_exhaustively(&mut self, exhaustively: bool);

    /// Lets the search abort at any time, since a move is known that can be played.
    fn allow_abort(&mut self);

    fn is_aborted(&self) -> bool;

    /// Adds the nodes since the last time to those of all threads, and returns the sum.
    fn share_nodes(&mut self) -> u64;

    /// What the table knows of the root position.
    fn known(&self) -> Option<Entry>;

    /// The line that begins with a move, as far as the table has exact scores for it.
    fn line_from_table(&self, first: Move) -> Vec<Move>;

    /// The reply to a move that the table knows.
    fn reply_from_table(&self, mv: Move) -> Option<Move>;
}

/// The result of one search of the root moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) score: i32,
    /// Whether a move has raised alpha.
    pub(super) is_better: bool,
    /// How many moves were searched to the end.
    pub(super) searched: usize,
}

/// What the searches for one line have found.
enum LineResult {
    /// The best move with its score. If they were broken off, only among the moves that were
    /// searched to the end, of which there are `searched`.
    Exact { searched: usize },
    /// They were broken off when only this lower bound was known of the best move.
    AtLeast(i32),
    /// They were broken off before they found a move that is as good as expected.
    Unknown,
}

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Of the current iteration; minus infinite while unknown or known to be no better.
    score: i32,
    /// Of the last iteration that knew it.
    last_score: i32,
    /// Of the last search that found its score rather than a bound.
    pv: Vec<Move>,
    selective_depth: usize,
    /// The nodes below it in all iterations.
    pub(super) nodes: u64,
}

impl RootMove {
    fn new(mv: Move, score: i32) -> Self {
        Self { mv, score, last_score: score, pv: vec![mv], selective_depth: 1, nodes: 0 }
    }

    /// Marks the score of the current search as unknown.
    pub(super) fn forget_score(&mut self) {
        self.score = -INFINITE;
    }

    /// Keeps a bound of the score. What was found below the move is then no more than a refutation.
    pub(super) fn record_bound(&mut self, score: i32) {
        self.score = score;
    }

    /// Keeps the score and the variation that leads to it.
    pub(super) fn record(&mut self, score: i32, pv: &[Move], selective_depth: usize) {
        self.score = score;
        self.pv.clear();
        self.pv.extend_from_slice(pv);
        self.selective_depth = selective_depth;
    }
}

/// One thread's root.
pub(super) struct Root<'a> {
    tree: &'a mut dyn RootSearch,
    shared: &'a Shared<'a>,
    moves: Vec<RootMove>,
    /// The last iteration that was completed.
    completed: u32,
    /// The number of lines that are known.
    lines: usize,
    /// Whether the last report was but a bound.
    bound_is_last: bool,
}

impl<'a> Root<'a> {
    /// The root above a tree, with these moves.
    pub(super) fn new(
        tree: &'a mut dyn RootSearch,
        shared: &'a Shared<'a>,
        moves: &[Move],
    ) -> Self {
        let first = |&mv: &Move| RootMove::new(mv, tree.first_guess(mv));
        let mut moves: Vec<RootMove> = moves.iter().map(first).collect();
        put_first(&mut moves, |root| root.score);
        Self { tree, shared, moves, completed: 0, lines: 1, bound_is_last: false }
    }

    /// Deepens until a limit is reached, without reporting: the thread of this number helps the
    /// first by what it leaves in the table.
    pub(super) fn assist(&mut self, number: usize) {
        // A thread that is a ply ahead stores what the others will look up.
        let first = self.resume().unwrap_or(0) + 1 + (number % 2) as u32;
        for depth in first..=MAX_DEPTH {
            self.iterate(depth, &mut |_| {});
            if self.tree.is_aborted() {
                break;
            }
        }
        self.tree.share_nodes();
    }

    /// Deepens until a limit is reached, and reports.
    pub(super) fn lead(&mut self, report: &mut dyn FnMut(&Progress)) -> Decision {
        let mut stability = Stability::default();
        let mut has_reported = false;
        let last = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        if let Some(depth) = self.resume() {
            self.complete(depth);
            self.report_line(depth, 1, report);
            has_reported = true;
        }
        for depth in self.completed + 1..=last {
            let before = (self.moves[0].mv, self.moves[0].last_score);
            let known = self.iterate(depth, report);
            if !self.tree.is_aborted() && self.shared.limits.mate.is_some() {
                self.prove_mate(depth);
            }
            if let Some(depth) = known {
                self.report_lines(depth, report);
                has_reported = true;
            } else if self.bound_is_last {
                // The last report must not be a bound.
                self.report_lines(self.completed, report);
            }
            if self.tree.is_aborted() {
                break;
            }
            self.complete(depth);
            let best = &self.moves[0];
            stability.unchanged = if best.mv == before.0 { stability.unchanged + 1 } else { 0 };
            stability.fall = before.1 - best.last_score;
            let all: u64 = self.moves.iter().map(|root| root.nodes).sum();
            stability.effort = best.nodes as f64 / all.max(1) as f64;
            if self.is_settled(depth, before.1, stability) || self.is_clear(depth, stability) {
                break;
            }
        }
        if !has_reported {
            // Not even the first move could be searched: the first guesses have to do.
            self.lines = self.lines_wanted();
            self.report_lines(1, report);
        }
        let best = &self.moves[0];
        Decision {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied().or_else(|| self.tree.reply_from_table(best.mv)),
            score: Score::new(best.last_score),
        }
    }

    /// Notes that an iteration was completed.
    fn complete(&mut self, depth: u32) {
        self.completed = depth;
        self.tree.allow_abort();
    }

    /// Resumes an earlier analysis of the position if the table knows it, so that its result is
    /// reported at once. Returns the depth that was reached.
    ///
    /// Only for one line and where time does not matter: the order of the other moves is unknown.
    fn resume(&mut self) -> Option<u32> {
        let Shared { limits, settings, .. } = self.shared;
        if !limits.infinite || settings.multi_pv > 1 || !limits.search_moves.is_empty() {
            return None;
        }
        let known =
            self.tree.known().filter(|known| known.bound == Bound::Exact && known.depth > 0)?;
        let mv = known.mv?;
        let index = self.moves.iter().position(|root| root.mv == mv)?;
        let pv = self.tree.line_from_table(mv);
        self.moves[..=index].rotate_right(1);
        let best = &mut self.moves[0];
        (best.last_score, best.selective_depth, best.pv) = (known.score, pv.len(), pv);
        Some(known.depth as u32)
    }

    /// Whether another iteration is not wanted, or not worth beginning.
    fn is_settled(&self, depth: u32, score_before: i32, stability: Stability) -> bool {
        let limits = self.shared.limits;
        if limits.infinite {
            return false;
        }
        if limits.soft_nodes.is_some_and(|soft| self.shared.nodes() >= soft) {
            return true;
        }
        let score = self.moves[0].last_score;
        let plies_to_mate = Score::new(score).plies_to_mate();
        if let (Some(wanted), Some(found)) = (limits.mate, plies_to_mate)
            && Score::new(score) >= Score::mate_in_moves(wanted)
            // Shorter mates were looked for; otherwise one more iteration may find one.
            && (found <= MAX_PROOF_PLIES || score_before == score)
        {
            return true;
        }
        let only_move = self.moves.len() == 1;
        let mate_is_certain = plies_to_mate.is_some_and(|plies| depth > plies + 2);
        self.shared
            .is_past_soft_limit(stability.stretch())
            .is_some_and(|is_past| is_past || only_move || mate_is_certain)
    }

    /// Whether the move is so clear that a person need not wait for more: it has been the best for
    /// long, and a shallower search finds no other that comes near it. Only where there is plenty of
    /// time.
    fn is_clear(&mut self, depth: u32, stability: Stability) -> bool {
        let Shared { limits, settings, .. } = self.shared;
        let may_be = settings.multi_pv <= 1
            && limits.mate.is_none()
            && self.moves.len() > 1
            && stability.is_steady()
            && self.shared.has_thought_enough_for_a_clear_move();
        if !may_be {
            return false;
        }
        let bar = self.moves[0].last_score - CLEAR_MARGIN;
        if bar <= -MATE_BOUND {
            return false;
        }
        let reduced = depth.div_ceil(2).max(1);
        let found = self.tree.search_root((bar - 1, bar), reduced, &mut self.moves, 1);
        !found.is_better && !self.tree.is_aborted()
    }

    /// Searches the root to a depth, for each of the wanted lines. Returns the depth to which the
    /// lines are known now; `None` if the search was broken off, and they are as they were.
    fn iterate(&mut self, depth: u32, report: &mut dyn FnMut(&Progress)) -> Option<u32> {
        let before = self.moves.clone();
        self.moves.iter_mut().for_each(RootMove::forget_score);
        let lines = self.lines_wanted();
        for first in 0..lines {
            let line = self.aspire(depth, first, report);
            if self.tree.is_aborted() {
                return self.break_off(depth, first, &line, before);
            }
        }
        self.keep(lines);
        Some(depth)
    }

    /// Ends an iteration that was broken off in its search for the line `first`; `before` is how it
    /// began. Returns what [`iterate`](Self::iterate) does.
    fn break_off(
        &mut self,
        depth: u32,
        first: usize,
        line: &LineResult,
        before: Vec<RootMove>,
    ) -> Option<u32> {
        let is_single = self.lines_wanted() == 1;
        let mut known = first;
        match *line {
            LineResult::Exact { searched } if first == 0 && self.may_be_saved(searched) => {
                // What was searched loses by force, but that is no loss yet: any other move is
                // better, or as bad.
                let loss = self.moves[0].score;
                for root in &mut self.moves[..searched] {
                    root.last_score = if root.score > -INFINITE { root.score } else { loss };
                }
                // Moves without a score also come before the lines of the last iteration that lose.
                let lines = self.moves.get(searched..self.lines).unwrap_or_default();
                let known = lines.iter().filter(|root| !is_loss(root.last_score)).count();
                self.moves.rotate_left(searched);
                put_first(&mut self.moves, |root| i32::from(!is_loss(root.last_score)));
                self.guess_from(known.max(1));
                return Some(self.completed.max(1));
            }
            LineResult::AtLeast(bound) if is_single && self.moves[0].mv != before[0].mv => {
                self.moves[0].last_score = bound;
                return Some(depth);
            }
            LineResult::Exact { .. } if first == 0 || !is_loss(self.moves[first].score) => {
                known += 1;
            }
            LineResult::Exact { .. } | LineResult::AtLeast(_) | LineResult::Unknown => {}
        }
        // Lines of two iterations in one list would not be in order.
        if known > 0 && (is_single || self.completed == 0) {
            self.keep(known);
            self.guess_from(known);
            return Some(depth);
        }
        self.moves = before;
        None
    }

    /// Whether all moves that were searched lose by force, but not all others are known to.
    fn may_be_saved(&self, searched: usize) -> bool {
        is_loss(self.moves[0].score)
            && self.moves[searched..].iter().any(|root| !is_loss(root.last_score))
    }

    /// Fills up the wanted lines from this one on by what the first guesses say, none of them better
    /// than the lines that are known.
    fn guess_from(&mut self, known: usize) {
        let worst = self.moves[known - 1].last_score;
        let unknown = &mut self.moves[known..];
        for root in &mut *unknown {
            root.last_score = root.last_score.min(worst);
        }
        put_first(unknown, |root| root.last_score);
        self.lines = self.lines_wanted();
    }

    fn lines_wanted(&self) -> usize {
        self.shared.settings.multi_pv.clamp(1, self.moves.len())
    }

    /// Takes over the scores of an iteration that has this many lines.
    fn keep(&mut self, lines: usize) {
        for root in &mut self.moves {
            if root.score > -INFINITE {
                root.last_score = root.score;
            }
        }
        put_first(&mut self.moves[..lines], |root| root.score);
        self.lines = lines;
    }

    /// Looks for a mate in this many plies with nothing pruned or reduced. If there is one, it is
    /// the shortest, since fewer plies were tried before.
    fn prove_mate(&mut self, plies: u32) {
        let mate = mate_in(plies as usize);
        if plies.is_multiple_of(2) || plies > MAX_PROOF_PLIES || self.moves[0].last_score >= mate {
            return;
        }
        self.tree.search_exhaustively(true);
        let found = self.tree.search_root((mate - 1, INFINITE), plies, &mut self.moves, 0);
        self.tree.search_exhaustively(false);
        if found.is_better {
            put_first(&mut self.moves, |root| root.score);
            self.moves[0].last_score = self.moves[0].score;
        }
    }

    /// Searches the root moves from `first` on, in a window around the score of the last iteration
    /// that is widened until it holds the new one.
    fn aspire(
        &mut self,
        depth: u32,
        first: usize,
        report: &mut dyn FnMut(&Progress),
    ) -> LineResult {
        let guess = self.moves[first].last_score;
        let mut width = ASPIRATION_WIDTH.get();
        let mut at_least = LineResult::Unknown;
        let (mut alpha, mut beta) = if depth < ASPIRATION_MIN_DEPTH || guess < -MATE_BOUND {
            (-INFINITE, INFINITE)
        } else if guess > MATE_BOUND {
            // A mate is known: only a faster one is better.
            (guess - 1, INFINITE)
        } else {
            (guess - width, guess + width)
        };
        loop {
            let Found { score, is_better, searched } =
                self.tree.search_root((alpha, beta), depth, &mut self.moves, first);
            // The sort is stable: moves that are no better keep their order.
            put_first(&mut self.moves[first..], |root| root.score);
            if self.tree.is_aborted() {
                return if is_better { LineResult::Exact { searched } } else { at_least };
            }
            let bound = if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-INFINITE);
                Bound::Upper
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
                at_least = LineResult::AtLeast(score);
                Bound::Lower
            } else {
                return LineResult::Exact { searched };
            };
            if first == 0 && self.shared.age() > BOUNDS_AFTER {
                let progress = self.progress(depth, 1, score, bound);
                report(&progress);
                self.bound_is_last = true;
            }
            width *= 2;
            if width > ASPIRATION_MAX_WIDTH {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Reports all lines that are known, the best first.
    fn report_lines(&mut self, depth: u32, report: &mut dyn FnMut(&Progress)) {
        self.bound_is_last = false;
        for line in 1..=self.lines {
            self.report_line(depth, line, report);
        }
    }

    fn report_line(&mut self, depth: u32, line: usize, report: &mut dyn FnMut(&Progress)) {
        let score = self.moves[line - 1].last_score;
        let progress = self.progress(depth, line, score, Bound::Exact);
        report(&progress);
    }

    fn progress(&mut self, depth: u32, line: usize, score: i32, bound: Bound) -> Progress {
        let nodes = self.tree.share_nodes();
        let root = &self.moves[line - 1];
        Progress {
            depth,
            selective_depth: (root.selective_depth as u32).max(depth.min(1)),
            line,
            score: Score::new(score),
            bound,
            nodes,
            time: self.shared.age(),
            hash_full: self.shared.table.hash_full(),
            pv: root.pv.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::search::score::mated_in;
    use crate::search::{Control, Limits, Settings, Task, TranspositionTable};
    use vertumnus_core::position::{Line, Position};
    use vertumnus_core::rules::chess::Chess;

    /// A tree that knows the score of each root move at depth 1. At depth 2 it is broken off after the
    /// first move, which has the other score.
    struct Script {
        scores: Vec<(Move, i32)>,
        score_at_depth_2: i32,
        is_aborted: bool,
    }

    impl RootSearch for Script {
        fn first_guess(&self, _: Move) -> i32 {
            0
        }

        fn search_root(
            &mut self,
            _: (i32, i32),
            depth: u32,
            moves: &mut Vec<RootMove>,
            first: usize,
        ) -> Found {
            self.is_aborted = depth > 1;
            if self.is_aborted {
                let root = &mut moves[first];
                root.record(self.score_at_depth_2, &[root.mv], 1);
                return Found { score: root.score, is_better: true, searched: 1 };
            }
            for root in &mut moves[first..] {
                let &(mv, score) =
                    self.scores.iter().find(|(mv, _)| *mv == root.mv).expect("known");
                root.record(score, &[mv], 1);
            }
            let best = moves[first..].iter().map(|root| root.score).max().expect("a move");
            Found { score: best, is_better: true, searched: moves.len() - first }
        }

        fn search_exhaustively(&mut self, _: bool) {}

        fn allow_abort(&mut self) {}

        fn is_aborted(&self) -> bool {
            self.is_aborted
        }

        fn share_nodes(&mut self) -> u64 {
            0
        }

        fn known(&self) -> Option<Entry> {
            None
        }

        fn line_from_table(&self, first: Move) -> Vec<Move> {
            vec![first]
        }

        fn reply_from_table(&self, _: Move) -> Option<Move> {
            None
        }
    }

    /// The scores of all lines at the end of a search that finds these scores at depth 1.
    fn last_scores(scores: &[i32], score_at_depth_2: i32) -> Vec<Score> {
        let game = Line::new(Position::start(Chess));
        let moves = &game.position().legal_moves()[..scores.len()];
        let scores: Vec<_> = moves.iter().copied().zip(scores.iter().copied()).collect();
        let limits = Limits::default();
        let settings = Settings { multi_pv: moves.len(), ..Settings::default() };
        let (table, control) = (TranspositionTable::new(1), Control::new());
        let evaluator = Evaluator::shared(Chess);
        let task = Task::new(&game, &evaluator, &limits, &settings, &table, &control);
        let shared = Shared::new(&task);
        let mut tree = Script { scores, score_at_depth_2, is_aborted: false };
        let mut reports: Vec<Progress> = Vec::new();
        Root::new(&mut tree, &shared, moves).lead(&mut |progress| reports.push(progress.clone()));
        reports[reports.len() - moves.len()..].iter().map(|progress| progress.score).collect()
    }

    #[test]
    fn mates_keep_their_distance_when_a_search_is_broken_off() {
        for distance in [2, 6] {
            let scores = [-904, -907, -955, mated_in(distance)];
            let mut expected = [-907, -955, mated_in(4), mated_in(distance)];
            expected.sort_by_key(|&score| Reverse(score));
            assert_eq!(last_scores(&scores, mated_in(4)), expected.map(Score::new));
        }
    }
}
