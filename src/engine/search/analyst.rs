//! The engine as tools use it: one thread, so many nodes, and nothing remembered unless wanted.

use crate::search::{
    Best, Control, Limits, Progress, SearchThreads, Searcher, Settings, Task, TranspositionTable,
};
use vertumnus_core::position::Line;
use vertumnus_core::rules::Ruleset;

/// Searches positions of one game with one thread.
pub struct Analyst<R: Ruleset> {
    searcher: Searcher<R>,
    table: TranspositionTable,
}

impl<R: Ruleset> Analyst<R> {
    /// An analyst with a table of so many MiB.
    ///
    /// # Panics
    /// If the system has no thread or not the memory.
    pub fn new(mebibytes: usize) -> Self {
        let threads = SearchThreads::new(1).expect("the system has a thread");
        Self { searcher: Searcher::new(&threads), table: TranspositionTable::new(mebibytes) }
    }

    /// Forgets all searches so far: the next goes the same way whatever they were.
    pub fn forget(&mut self) {
        self.searcher.clear();
        self.table.clear();
    }

    /// Searches so many nodes.
    pub fn search(&mut self, line: &Line<R>, nodes: u64) -> Best {
        self.search_until(line, nodes, |_| false)
    }

    /// Searches so many nodes, or until what it finds is enough.
    pub fn search_until(
        &mut self,
        line: &Line<R>,
        nodes: u64,
        mut is_enough: impl FnMut(&Progress) -> bool + Send,
    ) -> Best {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (settings, control) = (Settings::default(), Control::new());
        let mut report = |progress: &Progress| {
            if is_enough(progress) {
                control.stop();
            }
        };
        let task = Task::new(line, &limits, &settings, &self.table, &control);
        self.searcher.search(&task, &mut report)
    }
}
