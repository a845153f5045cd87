//! The search: the best move of a position, by iterative deepening and alpha-beta.
//!
//! It knows no protocol and prints nothing. It gets [`Limits`], reports its [`Progress`], and is
//! stopped through a [`Control`]. Nothing here knows a game: what differs between games is asked of
//! the ruleset.

mod alpha_beta;
pub mod analyst;
pub mod bench;
mod bound;
mod checks;
mod control;
mod corrections;
mod counter;
mod evals;
mod handicap;
mod history;
mod limits;
pub(crate) mod margins;
mod memory;
mod oversights;
mod picker;
mod quiescence;
mod root;
mod root_search;
mod score;
mod see;
mod shared;
mod skill;
mod table;
mod threads;
mod threats;
mod time;
mod tree;
mod types;
mod wdl;

pub use bound::Bound;
pub use control::Control;
pub use limits::Limits;
pub(crate) use limits::Settings;
pub use score::Score;
pub(crate) use skill::Skill;
pub(crate) use table::TranspositionTable;
pub use threads::{MAX_THREADS, SearchThreads, ThreadsError};
pub(crate) use types::Task;
pub use types::{Best, Progress};
pub use wdl::{Wdl, WdlModel};

use handicap::Lines;
use history::Histories;
use root::Root;
use shared::Shared;
use tree::{Reductions, Tree, terminal};
use types::Decision;
use vertumnus_core::position::{Line, Move};
use vertumnus_core::rules::Ruleset;

/// Searches positions of one game, and remembers from one search to the next which moves were good.
#[derive(Debug)]
pub(crate) struct Searcher<R: Ruleset> {
    rules: R,
    reductions: Reductions,
    threads: SearchThreads,
    /// The histories of the thread that reports.
    lead_history: Histories,
    /// Those of all other threads.
    other_histories: Vec<Histories>,
}

impl<R: Ruleset> Searcher<R> {
    /// A searcher that has learned nothing yet, with these threads.
    pub(crate) fn new(rules: R, threads: &SearchThreads) -> Self {
        Self {
            rules,
            reductions: Reductions::new(),
            threads: threads.clone(),
            lead_history: Histories::new(rules),
            other_histories: (1..threads.count()).map(|_| Histories::new(rules)).collect(),
        }
    }

    /// Searches with these threads from now on.
    pub(crate) fn set_threads(&mut self, threads: &SearchThreads) {
        self.threads = threads.clone();
        let rules = self.rules;
        self.other_histories.resize_with(threads.count() - 1, || Histories::new(rules));
    }

    /// Forgets everything, as for a new game.
    pub(crate) fn clear(&mut self) {
        self.lead_history.clear();
        self.other_histories.iter_mut().for_each(Histories::clear);
    }

    /// Searches until a limit is reached or the search is stopped, and reports what it finds on the
    /// way.
    ///
    /// If there is a legal move, at least one line is reported, the last report of the best line is
    /// exact, and the best move is the first move of that line. If there is none, one report of
    /// depth 0 says how the game has ended. A search that is infinite or ponders returns only when
    /// it is stopped or the expected move was played, even if there is nothing left to search; where
    /// there are no threads, and so nobody to say so, it returns then.
    ///
    /// A search with less than full [skill](Skill) that is not infinite searches less, chooses
    /// among several lines, and reports the chosen one last.
    ///
    /// With one thread and without limits of time, the same searches in the same order after
    /// [`clear`](Self::clear) and a [cleared](TranspositionTable::clear) table give the same
    /// results.
    pub(crate) fn search(
        &mut self,
        task: &Task<'_, R>,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Best {
        let Some(skill) = task.settings.skill.filter(|_| !task.limits.infinite) else {
            return self.search_fully(task, report);
        };
        let mut lines = Lines::default();
        let mut report_wanted = |progress: &Progress| {
            lines.note(progress);
            if progress.line <= task.settings.multi_pv {
                report(progress);
            }
        };
        let moves = root_moves(task.line, task.limits);
        let (limits, settings) = (
            handicap::limits(skill, task.line, task.limits, moves),
            handicap::settings(skill, task.settings),
        );
        let weak = Task { limits: &limits, settings: &settings, ..*task };
        let best = self.search_fully(&weak, &mut report_wanted);
        let (chosen, last) = lines.choose(skill, best);
        last.iter().for_each(report);
        chosen
    }

    /// Searches with full skill.
    fn search_fully(
        &mut self,
        task: &Task<'_, R>,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Best {
        let &Task { line, evaluator, limits, table, control, .. } = task;
        table.new_generation();
        // Its margins may have been set since the last search.
        #[cfg(feature = "tune")]
        {
            self.reductions = Reductions::new();
        }
        let shared = Shared::new(task);
        let moves = root_moves(line, limits);
        let decision = if moves.is_empty() {
            let score = Score::new(terminal(line.position(), 0));
            report(&Progress::of_ended_game(score, shared.age()));
            Decision { best: None, ponder: None, score }
        } else {
            let (shared, moves) = (&shared, &moves);
            let Self { reductions, threads, lead_history, other_histories, .. } = self;
            let reductions = &*reductions;
            let tree = move |history| Tree::new(shared, evaluator, reductions, line, history);
            threads.scope(|scope| {
                for (number, history) in (1..).zip(other_histories) {
                    scope.spawn(move |_| {
                        Root::new(&mut tree(history), shared, moves).assist(number);
                    });
                }
                let decision = Root::new(&mut tree(lead_history), shared, moves)
                    .lead(&mut |news| report(news));
                shared.finish();
                decision
            })
        };
        if limits.infinite {
            control.wait_for_stop();
        } else if limits.ponder {
            control.wait();
        }
        decision.after(shared.nodes())
    }
}

/// The moves to choose from: the ones that are asked for, if any of them is legal.
fn root_moves<R: Ruleset>(line: &Line<R>, limits: &Limits) -> Vec<Move> {
    let legal = line.position().legal_moves();
    let wanted: Vec<Move> =
        legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if wanted.is_empty() { legal.to_vec() } else { wanted }
}

#[cfg(test)]
mod reports;
#[cfg(test)]
mod tests;
