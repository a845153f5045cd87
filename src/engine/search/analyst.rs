//! The engine without a protocol or options: a game, one thread, and searches with
//! limits. Problems and openings are made with it.

use std::collections::TryReserveError;
use std::sync::Arc;

use thiserror::Error;

use super::{
    Best, Control, Limits, Progress, SearchThreads, Searcher, Settings, Task, ThreadsError,
    TranspositionTable,
};

use crate::eval::network::{Knowledge, NetworkError};
use crate::eval::{EvalSource, Evaluator};
use vertumnus_core::game::{Describe, GameOf, Session};
use vertumnus_core::position::Line;
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// A game in play and a search of its positions, with the ruleset erased.
pub trait Analyst: Send {
    /// The game in play.
    fn session(&self) -> &dyn Session;

    /// The game in play, to change it.
    fn session_mut(&mut self) -> &mut dyn Session;

    /// Forgets all earlier searches: the next one does not depend on them.
    fn forget(&mut self);

    /// Evaluates by this from now on.
    ///
    /// # Errors
    /// If it is a network of another game; nothing changes then.
    fn set_eval_source(&mut self, source: EvalSource) -> Result<(), NetworkError>;

    /// Of what the network that evaluates knows the game.
    fn knowledge(&self) -> Knowledge;

    /// The checksum of the network that evaluates.
    fn network_checksum(&self) -> u32;

    /// Searches the position of the game within limits, or until `is_enough` says so of a report.
    fn search_until(
        &mut self,
        limits: &Limits,
        is_enough: &mut (dyn FnMut(&Progress) -> bool + Send),
    ) -> Best;

    /// Does some work on the thread that searches. A search that is asked for elsewhere has to wake that
    /// thread and to wait for it, which takes longer than a search of a few nodes should.
    fn on_its_thread(&mut self, work: &mut (dyn FnMut(&mut dyn Analyst) + Send));

    /// Another analyst of this game, at its start, that searches on the same thread, with a transposition
    /// table of this many MiB.
    ///
    /// # Errors
    /// If the system does not have the memory.
    fn companion(&self, mebibytes: usize) -> Result<Box<dyn Analyst>, AnalystError>;

    /// Searches the position of the game within limits.
    fn search(&mut self, limits: &Limits) -> Best {
        self.search_until(limits, &mut |_| false)
    }
}

/// Why there is no analyst.
#[derive(Debug, Error)]
pub enum AnalystError {
    /// There is no thread for it.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// There is no memory for its table.
    #[error("no memory for the hash: {0}")]
    Table(#[from] TryReserveError),
}

/// An analyst at the start of a game, with a transposition table of this many MiB.
///
/// # Errors
/// If the system does not have the threads or the memory.
pub fn analyst(variant: Variant, mebibytes: usize) -> Result<Box<dyn Analyst>, AnalystError> {
    struct New(Variant, usize);

    impl Visitor for New {
        type Output = Result<Box<dyn Analyst>, AnalystError>;

        fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
            let Self(variant, mebibytes) = self;
            let threads = SearchThreads::new(1)?;
            Ok(Box::new(AnalystOf::new(variant, rules, &threads, mebibytes)?))
        }
    }

    variant.visit(New(variant, mebibytes))
}

struct AnalystOf<R: Ruleset> {
    game: GameOf<R>,
    headless: Headless<R>,
}

impl<R: Ruleset> AnalystOf<R> {
    fn new(
        variant: Variant,
        rules: R,
        threads: &SearchThreads,
        mebibytes: usize,
    ) -> Result<Self, AnalystError> {
        threads.check_memory()?;
        let headless = Headless::new(rules, threads, mebibytes)?;
        Ok(Self { game: GameOf::new(variant, rules), headless })
    }
}

impl<R: Ruleset> Analyst for AnalystOf<R> {
    fn session(&self) -> &dyn Session {
        &self.game
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        &mut self.game
    }

    fn forget(&mut self) {
        self.headless.forget();
    }

    fn set_eval_source(&mut self, source: EvalSource) -> Result<(), NetworkError> {
        self.headless.set_eval_source(source)
    }

    fn knowledge(&self) -> Knowledge {
        self.headless.evaluator.network().knowledge()
    }

    fn network_checksum(&self) -> u32 {
        self.headless.evaluator.network().checksum()
    }

    fn on_its_thread(&mut self, work: &mut (dyn FnMut(&mut dyn Analyst) + Send)) {
        let threads = self.headless.threads.clone();
        threads.install(|| work(self));
    }

    fn companion(&self, mebibytes: usize) -> Result<Box<dyn Analyst>, AnalystError> {
        let (variant, rules) = (self.game.variant(), self.headless.evaluator.rules());
        Ok(Box::new(Self::new(variant, rules, &self.headless.threads, mebibytes)?))
    }

    fn search_until(
        &mut self,
        limits: &Limits,
        is_enough: &mut (dyn FnMut(&Progress) -> bool + Send),
    ) -> Best {
        let control = Control::new();
        self.headless.search(self.game.line(), limits, &control, &mut |progress| {
            if is_enough(progress) {
                control.stop();
            }
        })
    }
}

/// A searcher with a transposition table of its own and the default settings.
pub(super) struct Headless<R: Ruleset> {
    searcher: Searcher<R>,
    evaluator: Arc<Evaluator<R>>,
    table: TranspositionTable,
    threads: SearchThreads,
}

impl<R: Ruleset> Headless<R> {
    /// # Errors
    /// If the system does not have the memory for a table of this many MiB.
    pub(super) fn new(
        rules: R,
        threads: &SearchThreads,
        mebibytes: usize,
    ) -> Result<Self, TryReserveError> {
        let table = threads.install(|| TranspositionTable::try_new(mebibytes))?;
        Ok(Self {
            searcher: Searcher::new(rules, threads),
            evaluator: Evaluator::shared(rules),
            table,
            threads: threads.clone(),
        })
    }

    /// Evaluates by this from now on.
    ///
    /// # Errors
    /// If it is a network of another game; nothing changes then.
    pub(super) fn set_eval_source(&mut self, source: EvalSource) -> Result<(), NetworkError> {
        self.evaluator = Evaluator::by(self.evaluator.rules(), source)?;
        Ok(())
    }

    /// Forgets all earlier searches: the next one does not depend on them.
    pub(super) fn forget(&mut self) {
        self.searcher.clear();
        self.threads.install(|| self.table.clear());
    }

    pub(super) fn search(
        &mut self,
        line: &Line<R>,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Best {
        let settings = Settings::default();
        let Self { searcher, evaluator, table, .. } = self;
        let task = Task::new(line, evaluator, limits, &settings, table, control);
        searcher.search(&task, report)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn companions_share_a_thread_and_nothing_else() {
        let mut first = analyst(Variant::default(), 1).expect("an analyst");
        let mut second = first.companion(1).expect("a companion");
        assert_eq!(second.session().variant(), Variant::default());
        let thread_of = |analyst: &mut Box<dyn Analyst>| {
            let mut id = None;
            analyst.on_its_thread(&mut |_| id = Some(thread::current().id()));
            id
        };
        assert_eq!(thread_of(&mut first), thread_of(&mut second));
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let alone = first.search(&limits);
        // The second has neither the table nor the histories of the first, and is asked on its thread.
        let mut beside = None;
        first.on_its_thread(&mut |_| beside = Some(second.search(&limits)));
        assert_eq!(beside, Some(alone));
    }
}
