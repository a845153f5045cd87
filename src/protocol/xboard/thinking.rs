//! The search: what it is for, what it may take, and what is done with what it reports.

use std::time::Instant;

use super::command::Roots;
use super::format;
use super::state::{Mode, Task, XBoard};
use crate::output::plain;
use vertumnus_core::game::MoveView;
use vertumnus_core::position::Move;
use vertumnus_engine::player::Event;
use vertumnus_engine::search::{Limits, Progress};

/// A report of a search, with all that is needed of the position that is searched.
pub(super) enum News {
    /// A report, and the canonical texts of its line.
    Progress(Progress, Vec<String>),
    /// The best move and the expected reply.
    Best(Option<Move>, Option<Move>),
    /// What there is to say of an option that was set.
    Remark(String),
}

impl News {
    /// `None` for a count, for which the protocol has no command.
    pub(super) fn of(event: Event<'_>) -> Option<Self> {
        match event {
            Event::Progress { root, progress, .. } => {
                Some(Self::Progress(progress.clone(), root.texts(&progress.pv)))
            }
            Event::Best { best, .. } => Some(Self::Best(best.best, best.ponder)),
            Event::Remark(line) => Some(Self::Remark(line.to_owned())),
            Event::Perft { .. } | Event::BenchLine(_) | Event::BenchEnd { .. } => None,
        }
    }
}

impl XBoard {
    /// Ends the search that runs, if any, and returns what it was for. What it reports is skipped.
    pub(super) fn abort(&mut self) -> Option<Task> {
        let task = self.task.take();
        if task.is_some() {
            self.engine.halt();
            self.stale += 1;
            self.answer_pings();
        }
        task
    }

    /// Starts what the mode asks for in the position as it stands: to think, to analyse, or
    /// nothing.
    pub(super) fn resume(&mut self) {
        let session = self.engine.session();
        match self.mode {
            Mode::Play(side) if side == session.side_to_move() => self.think(),
            Mode::Analyze if session.outcome().is_none() => {
                let search_moves = self.roots();
                let limits = Limits { infinite: true, search_moves, ..Limits::default() };
                self.start(limits, Task::Analysis);
            }
            _ => {}
        }
    }

    fn start(&mut self, limits: Limits, task: Task) {
        self.report = None;
        self.started = Instant::now();
        self.task = Some(task);
        self.engine.go(limits);
    }

    /// Starts to think about a move, unless the game is over.
    fn think(&mut self) {
        if self.claim_result() {
            return;
        }
        let side = self.engine.session().side_to_move();
        let limits = self.control.limits(side, self.plies());
        self.start(Limits { search_moves: self.roots(), ..limits }, Task::Move);
    }

    /// The root moves to search; empty for all.
    ///
    /// It leaves out moves that the user has excluded, and in a match of engines the moves that leave
    /// the GUI's board wrong for good. It copes with annihilated pieces that stay there, but a
    /// flight that takes many pieces can only be sent to GUIs that know how it is written.
    fn roots(&self) -> Vec<Move> {
        let legal = self.engine.session().views();
        let can_follow = |mv: &MoveView| !self.against_computer || mv.stops.len() <= 2;
        let is_root = |mv: &&MoveView| !self.excluded.contains(&mv.mv) && can_follow(mv);
        let roots: Vec<Move> = legal.iter().filter(is_root).map(|mv| mv.mv).collect();
        if roots.len() == legal.len() { Vec::new() } else { roots }
    }

    pub(super) fn handle_news(&mut self, news: News) {
        match news {
            News::Remark(line) => self.say(&plain(&format!("telluser {line}"))),
            News::Best(..) if self.stale > 0 => self.stale -= 1,
            News::Progress(..) if self.stale > 0 => {}
            News::Progress(progress, pv) => {
                if self.preferences.post || self.task == Some(Task::Analysis) {
                    let pv: Vec<String> =
                        pv.iter().map(|text| self.dialect.readable(text)).collect();
                    if let Some(line) = format::thinking(&progress, &pv) {
                        self.say(&line);
                    }
                }
                if progress.line == 1 {
                    self.report = Some(progress);
                }
            }
            News::Best(best, ponder) => {
                if self.task.take() == Some(Task::Move) {
                    self.make_move(best, ponder);
                    self.answer_pings();
                }
            }
        }
    }

    /// Thinks on the opponent's time about the expected reply.
    pub(super) fn ponder(&mut self) {
        let Some(expected) = self.hint.filter(|_| self.preferences.ponder) else { return };
        let plies = self.plies();
        let session = self.engine.session_mut();
        let side = !session.side_to_move();
        if session.play(expected).is_ok() {
            if session.outcome().is_none() {
                let limits = Limits { ponder: true, ..self.control.limits(side, plies + 1) };
                self.start(limits, Task::Ponder(expected));
            }
            self.engine.session_mut().undo();
        }
    }

    pub(super) fn set_pondering(&mut self, on: bool) {
        self.preferences.ponder = on;
        if !on && matches!(self.task, Some(Task::Ponder(_))) {
            self.abort();
        }
    }

    fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.say(&format!("pong {number}"));
        }
    }

    /// Sends how far the analysis is.
    pub(super) fn send_status(&self) {
        if self.task != Some(Task::Analysis) {
            return;
        }
        let (nodes, depth) = self.report.as_ref().map_or((0, 0), |r| (r.nodes, r.depth));
        let centiseconds = self.started.elapsed().as_millis() / 10;
        let moves = self.engine.session().legal_moves().len().saturating_sub(self.excluded.len());
        self.say(&format!("stat01: {centiseconds} {nodes} {depth} 0 {moves}"));
    }

    /// Leaves root moves out of the search, or takes them in again.
    pub(super) fn exclude(&mut self, roots: Roots, out: bool, line: &str) {
        let session = self.engine.session();
        let moves: Vec<Move> = match roots {
            Roots::All => session.legal_moves(),
            Roots::One(text) => match self.dialect.read_move(&text, session) {
                Ok(mv) => vec![mv],
                Err(error) => return self.say_error(&error.to_string(), line),
            },
        };
        for mv in moves {
            if out {
                self.excluded.insert(mv);
            } else {
                self.excluded.remove(&mv);
            }
        }
        if self.task == Some(Task::Analysis) {
            self.abort();
            self.resume();
        }
    }
}
