//! The player of one game: its rules, and what the search has learned about it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::event::{Event, Sink};
use super::options::Options;
use super::runner::Job;
use crate::eval::network::NetworkError;
use crate::eval::{EvalSource, Evaluator, Explanation};
use crate::search::{
    Control, Limits, SearchThreads, Searcher, Settings, Task, TranspositionTable, WdlModel,
};
use vertumnus_core::game::{GameOf, Session};
use vertumnus_core::rules::{Ruleset, Variant};

/// A player with the ruleset erased.
pub(super) trait Player: Send {
    /// The game in play.
    fn session(&self) -> &dyn Session;

    /// The game in play, to change it.
    fn session_mut(&mut self) -> &mut dyn Session;

    /// Goes back to the start position, and forgets everything learned.
    fn new_game(&mut self);

    /// Searches with these threads from now on.
    fn set_threads(&mut self, threads: &SearchThreads);

    /// Evaluates by this from now on.
    ///
    /// # Errors
    /// If it is a network of another game; nothing changes then.
    fn set_eval_source(&mut self, source: EvalSource) -> Result<(), NetworkError>;

    /// What the evaluation of the position consists of.
    fn explanation(&self) -> Explanation;

    /// Prepares a search of the position as it stands.
    fn search(
        &self,
        limits: Limits,
        options: &Options,
        table: &Arc<TranspositionTable>,
        control: &Arc<Control>,
        sink: &Sink,
    ) -> Job;
}

/// A player of one ruleset.
pub(super) struct PlayerOf<R: Ruleset> {
    /// A search that runs has the game as it was, which is copied only if it changes meanwhile.
    game: Arc<GameOf<R>>,
    /// Its histories outlast a search, which holds the lock while it runs.
    searcher: Arc<Mutex<Searcher<R>>>,
    evaluator: Arc<Evaluator<R>>,
}

impl<R: Ruleset> PlayerOf<R> {
    /// A player at the start of a game. `variant` is the variant of the ruleset.
    pub(super) fn new(variant: Variant, rules: R, threads: &SearchThreads) -> Self {
        let searcher = Arc::new(Mutex::new(Searcher::new(rules, threads)));
        let game = Arc::new(GameOf::new(variant, rules));
        Self { game, searcher, evaluator: Evaluator::shared(rules) }
    }
}

impl<R: Ruleset> Player for PlayerOf<R> {
    fn session(&self) -> &dyn Session {
        &*self.game
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        &mut *Arc::make_mut(&mut self.game)
    }

    fn new_game(&mut self) {
        Arc::make_mut(&mut self.game).restart();
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn set_threads(&mut self, threads: &SearchThreads) {
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).set_threads(threads);
    }

    fn set_eval_source(&mut self, source: EvalSource) -> Result<(), NetworkError> {
        self.evaluator = Evaluator::by(self.evaluator.rules(), source)?;
        Ok(())
    }

    fn explanation(&self) -> Explanation {
        self.evaluator.explain(self.game.position())
    }

    fn search(
        &self,
        mut limits: Limits,
        options: &Options,
        table: &Arc<TranspositionTable>,
        control: &Arc<Control>,
        sink: &Sink,
    ) -> Job {
        limits.infinite = limits.is_unlimited(self.game.position().side_to_move());
        let settings = Settings {
            multi_pv: options.multi_pv as usize,
            move_overhead: Duration::from_millis(options.move_overhead),
            // Random choices differ from game to game.
            skill: options.skill(control.seed()),
            ..Settings::default()
        };
        let rules = self.game.position().rules();
        let model = options.show_wdl.then(|| WdlModel::of(rules)).flatten();
        let (game, searcher) = (self.game.clone(), self.searcher.clone());
        let evaluator = self.evaluator.clone();
        let (table, control, sink) = (table.clone(), control.clone(), sink.clone());
        Box::new(move || {
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            let root = &*game;
            let task = Task::new(root.line(), &evaluator, &limits, &settings, &table, &control);
            let best = searcher.search(&task, &mut |progress| {
                let wdl = model.map(|model| model.chances(progress.score));
                sink(Event::Progress { root, progress, wdl });
            });
            sink(Event::Best { root, best });
        })
    }
}
