//! Who plays a game: its rules, and what the search has learned of it.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::options::Options;
use super::report::{Event, Report, Request, Sink};
use crate::eval::{Evaluator, Term};
use crate::search::{
    Clock, Control, Limits, Progress, SearchThreads, Searcher, Settings, Task, TranspositionTable,
    WdlModel,
};
use vertumnus_core::game::{GameOf, Session};
use vertumnus_core::position::perft::Counter;
use vertumnus_core::position::{MoveError, Position};
use vertumnus_core::rules::{Ruleset, Variant};

/// A search or count, ready to run on a thread of its own.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// A player with the ruleset erased.
pub(super) trait Player: Send {
    /// The game in play.
    fn session(&self) -> &dyn Session;

    /// The game in play, to change it.
    fn session_mut(&mut self) -> &mut dyn Session;

    /// Back to the start position, with everything learned forgotten.
    fn new_game(&mut self);

    /// Searches and counts with these threads from now on.
    fn set_threads(&mut self, threads: &SearchThreads);

    /// The evaluation by its terms, and their sum in centipawns for the side to move.
    fn evaluation(&self) -> (Vec<Term>, i32);

    /// Prepares what a request asks for.
    ///
    /// # Errors
    /// If a move to be searched is not legal.
    fn job(
        &self,
        request: &Request,
        options: &Options,
        table: &Arc<TranspositionTable>,
        control: &Arc<Control>,
        sink: &Sink,
    ) -> Result<Job, MoveError>;
}

/// A player of one ruleset.
pub(super) struct PlayerOf<R: Ruleset> {
    game: GameOf<R>,
    threads: SearchThreads,
    /// Histories that outlast a move. A search holds the lock while it runs.
    searcher: Arc<Mutex<Searcher<R>>>,
}

impl<R: Ruleset> PlayerOf<R> {
    /// A player at the start of a game.
    pub(super) fn new(variant: Variant, threads: &SearchThreads) -> Self {
        let searcher = Arc::new(Mutex::new(Searcher::new(threads)));
        Self { game: GameOf::new(variant), threads: threads.clone(), searcher }
    }

    fn limits(&self, request: &Request) -> Result<Limits, MoveError> {
        let us = self.game.position().side_to_move();
        let clock = request.time[us].map(|time| Clock {
            time,
            increment: request.increment[us],
            moves_to_go: request.moves_to_go,
        });
        let search_moves =
            request.search_moves.iter().map(|text| self.game.position().parse_move(text));
        let unlimited = clock.is_none()
            && request.depth.is_none()
            && request.nodes.is_none()
            && request.mate.is_none()
            && request.movetime.is_none();
        Ok(Limits {
            depth: request.depth,
            nodes: request.nodes,
            mate: request.mate,
            movetime: request.movetime,
            clock,
            infinite: request.infinite || unlimited,
            search_moves: search_moves.collect::<Result<_, _>>()?,
            ponder: request.ponder,
        })
    }

    fn perft_job(&self, depth: u32, control: Arc<Control>, sink: Sink) -> Job {
        let position = *self.game.position();
        let threads = self.threads.clone();
        Box::new(move || {
            let count = || Counter::new(control.stop_flag(), None).divide(&position, depth);
            let counts = threads.install(count);
            sink(counts.map_or(Event::PerftStopped, |counts| {
                let texts = counts.into_iter().map(|(mv, n)| (position.move_text(mv), n));
                Event::Perft(texts.collect())
            }));
        })
    }
}

fn report<R: Ruleset>(
    position: &Position<R>,
    progress: &Progress,
    model: Option<WdlModel>,
) -> Report {
    Report {
        depth: progress.depth,
        selective_depth: progress.selective_depth,
        line: progress.line,
        score: progress.score,
        bound: progress.bound,
        wdl: model.map(|model| model.chances(progress.score)),
        nodes: progress.nodes,
        time: progress.time,
        hash_full: progress.hash_full,
        pv: position.move_texts(progress.pv.iter().copied()),
    }
}

impl<R: Ruleset> Player for PlayerOf<R> {
    fn session(&self) -> &dyn Session {
        &self.game
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        &mut self.game
    }

    fn new_game(&mut self) {
        self.game.restart();
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn set_threads(&mut self, threads: &SearchThreads) {
        self.threads = threads.clone();
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).set_threads(threads);
    }

    fn evaluation(&self) -> (Vec<Term>, i32) {
        let evaluator = Evaluator::<R>::shared();
        (evaluator.explain(self.game.position()), evaluator.evaluate(self.game.position()))
    }

    fn job(
        &self,
        request: &Request,
        options: &Options,
        table: &Arc<TranspositionTable>,
        control: &Arc<Control>,
        sink: &Sink,
    ) -> Result<Job, MoveError> {
        let started = Instant::now();
        let (table, control, sink) = (table.clone(), control.clone(), sink.clone());
        if let Some(depth) = request.perft {
            return Ok(self.perft_job(depth, control, sink));
        }
        let limits = self.limits(request)?;
        let settings = Settings {
            multi_pv: options.multi_pv as usize,
            move_overhead: Duration::from_millis(options.move_overhead),
            // Another choice in each game, so that no two are the same.
            skill: options.skill(RandomState::new().hash_one(self.game.position().key())),
        };
        let model = options.show_wdl.then(WdlModel::of::<R>).flatten();
        let (line, searcher) = (self.game.line().clone(), self.searcher.clone());
        Ok(Box::new(move || {
            let position = *line.position();
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            let task = Task {
                line: &line,
                limits: &limits,
                settings: &settings,
                table: &table,
                control: &control,
                started,
            };
            let best = searcher.search(&task, &mut |progress| {
                sink(Event::Progress(report(&position, progress, model)));
            });
            let mut moves =
                position.move_texts(best.best.into_iter().chain(best.ponder)).into_iter();
            sink(Event::Best { best: moves.next(), ponder: moves.next() });
        }))
    }
}
