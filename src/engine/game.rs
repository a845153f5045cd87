//! A game in play of one ruleset.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rayon::ThreadPoolBuilder;

use super::options::Options;
use super::report::{Event, Report, Request, Sink};
use super::session::{Job, KindName, PositionError, Session};
use crate::board::{Color, Geometry};
use crate::eval::{Evaluator, Term};
use crate::position::perft::Counter;
use crate::position::{Line, Move, MoveError, MoveParts, Objection, Position};
use crate::rules::{Kind, Outcome, Piece, Ruleset, State, Variant};
use crate::search::{Clock, Control, Limits, Progress, Searcher, Settings, TranspositionTable};

/// A game in play of one ruleset.
pub(super) struct Game<R: Ruleset> {
    start: Position<R>,
    line: Line<R>,
    threads: usize,
    /// Histories that outlast a move. A search holds the lock while it runs.
    searcher: Arc<Mutex<Searcher<R>>>,
}

impl<R: Ruleset> Game<R> {
    /// A game that starts with this seventh field in its FEN.
    pub(super) fn new(threads: usize, start_field: &str) -> Self {
        let start = start_with(start_field);
        Self {
            start,
            line: Line::new(start),
            threads,
            searcher: Arc::new(Mutex::new(Searcher::new(threads))),
        }
    }

    fn position(&self) -> &Position<R> {
        self.line.position()
    }

    fn limits(&self, request: &Request) -> Result<Limits, MoveError> {
        let us = self.position().side_to_move();
        let clock = request.time[us].map(|time| Clock {
            time,
            increment: request.increment[us],
            moves_to_go: request.moves_to_go,
        });
        let search_moves = request.search_moves.iter().map(|text| self.position().parse_move(text));
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
        let position = *self.position();
        let threads = self.threads;
        Box::new(move || {
            let count = || Counter::new(control.stop_flag(), None).divide(&position, depth);
            let counts = match ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => pool.install(count),
                Err(_) => count(),
            };
            sink(counts.map_or(Event::PerftStopped, |counts| {
                let texts = counts.into_iter().map(|(mv, n)| (position.move_text(mv), n));
                Event::Perft(texts.collect())
            }));
        })
    }
}

/// The start position with this seventh field in its FEN.
fn start_with<R: Ruleset>(field: &str) -> Position<R> {
    Position::start_in(R::State::parse(field).unwrap_or_default())
}

/// The texts of moves played one after the other.
fn texts<R: Ruleset>(position: &Position<R>, moves: impl Iterator<Item = Move>) -> Vec<String> {
    written(position, moves, Position::move_text)
}

/// Moves played one after the other, each as `write` has it.
fn written<R: Ruleset>(
    position: &Position<R>,
    moves: impl Iterator<Item = Move>,
    write: impl Fn(&Position<R>, Move) -> String,
) -> Vec<String> {
    let mut position = *position;
    moves
        .map(|mv| {
            let text = write(&position, mv);
            position.play(mv);
            text
        })
        .collect()
}

/// The kinds of pieces on a board, each once, by their numbers.
fn kinds_of<R: Ruleset>(position: &Position<R>) -> Vec<Kind> {
    let placement = position.placement();
    let pieces = Color::ALL.into_iter().flat_map(|color| placement.pieces(color));
    let mut kinds: Vec<Kind> = pieces.map(|(_, kind)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn kind_names<R: Ruleset>(kinds: &[Kind]) -> Vec<KindName> {
    let named = kinds.iter().map(|&kind| KindName {
        token: R::token(Piece::new(kind, Color::White)),
        name: R::KINDS[kind.index()].name,
    });
    named.collect()
}

fn report<R: Ruleset>(position: &Position<R>, progress: &Progress) -> Report {
    Report {
        depth: progress.depth,
        selective_depth: progress.selective_depth,
        line: progress.line,
        score: progress.score,
        bound: progress.bound,
        nodes: progress.nodes,
        time: progress.time,
        hash_full: progress.hash_full,
        pv: texts(position, progress.pv.iter().copied()),
    }
}

impl<R: Ruleset> Session for Game<R> {
    fn variant(&self) -> Variant {
        R::NAME.parse().unwrap_or_default()
    }

    fn title(&self) -> &'static str {
        R::TITLE
    }

    fn dimensions(&self) -> (u8, u8) {
        (R::Geometry::SHAPE.files, R::Geometry::SHAPE.ranks)
    }

    fn start_fen(&self) -> String {
        self.start.fen()
    }

    fn set_start_field(&mut self, field: &str) {
        let begun = self.line.moves().next().is_some() || self.fen() != self.start_fen();
        self.start = start_with(field);
        if !begun {
            self.line = Line::new(self.start);
        }
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let start = match fen {
            Some(fen) => Position::from_fen(fen)?,
            None => self.start,
        };
        let mut line = Line::new(start);
        for (number, text) in (1..).zip(moves) {
            let mv = line.position().parse_move(text);
            line.make(mv.map_err(|error| PositionError::Move { number, error })?);
        }
        self.line = line;
        Ok(())
    }

    fn canonical(&self, text: &str) -> Result<String, MoveError> {
        let mv = self.position().parse_move(text)?;
        Ok(self.position().move_text(mv))
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.position().parse_move(text)?;
        let text = self.position().move_text(mv);
        self.line.make(mv);
        Ok(text)
    }

    fn play_san(&mut self, san: &str) -> Result<String, MoveError> {
        let mv = self.position().parse_san(san)?;
        let text = self.position().move_text(mv);
        self.line.make(mv);
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        self.line.undo().is_some()
    }

    fn new_game(&mut self) {
        self.line = Line::new(self.start);
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).set_threads(threads);
    }

    fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn fen(&self) -> String {
        self.position().fen()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn checkers(&self) -> Vec<String> {
        use crate::board::Bits;
        self.position().checkers().squares().map(R::Geometry::square_name).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.position().legal_moves();
        let mut texts: Vec<_> = moves.iter().map(|&mv| self.position().move_text(mv)).collect();
        texts.sort_unstable();
        texts
    }

    fn moves(&self) -> Vec<MoveParts> {
        self.position().legal_moves().iter().map(|&mv| self.position().parts(mv)).collect()
    }

    fn objection(&self, from: &str, to: &str) -> Option<Objection> {
        self.position().objection(from, to)
    }

    fn kinds_at_start(&self) -> Vec<KindName> {
        kind_names::<R>(&kinds_of(&Position::<R>::start()))
    }

    fn new_kinds(&self) -> Vec<KindName> {
        let known = kinds_of(&Position::<R>::start());
        let new: Vec<Kind> = kinds_of(self.position());
        kind_names::<R>(&new.into_iter().filter(|kind| !known.contains(kind)).collect::<Vec<_>>())
    }

    fn becomes(&self, text: &str) -> Option<&'static str> {
        let mv = self.position().parse_move(text).ok()?;
        Some(R::KINDS[mv.becomes().index()].name)
    }

    fn moves_played(&self) -> Vec<String> {
        texts(self.line.start(), self.line.moves())
    }

    fn sans_played(&self) -> Vec<String> {
        written(self.line.start(), self.line.moves(), Position::san)
    }

    fn clock(&self) -> u32 {
        self.position().clock()
    }

    fn move_number(&self) -> u32 {
        self.position().move_number()
    }

    fn board(&self) -> Vec<Vec<Option<String>>> {
        let shape = R::Geometry::SHAPE;
        let cell = |file, rank| {
            R::Geometry::square(file, rank).map(|square| {
                let piece = self.position().placement().at(square);
                piece.map(R::token).unwrap_or_default().replace(['{', '}'], "")
            })
        };
        let row = |rank| (0..shape.files.into()).map(|file| cell(file, rank)).collect();
        (0..shape.ranks.into()).rev().map(row).collect()
    }

    fn evaluation(&self) -> (Vec<Term>, i32) {
        let evaluator = Evaluator::<R>::new();
        (evaluator.explain(self.position()), evaluator.evaluate(self.position()))
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
        let settings =
            Settings { multi_pv: options.multi_pv, move_overhead: options.move_overhead };
        let (line, searcher) = (self.line.clone(), self.searcher.clone());
        Ok(Box::new(move || {
            let position = *line.position();
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            let best = searcher.search(
                &line,
                &limits,
                &settings,
                &table,
                &control,
                started,
                &mut |progress| sink(Event::Progress(report(&position, progress))),
            );
            let mut moves = texts(&position, best.best.into_iter().chain(best.ponder)).into_iter();
            sink(Event::Best { best: moves.next(), ponder: moves.next() });
        }))
    }
}
