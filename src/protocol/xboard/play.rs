//! The game: moves from both sides, what the engine thinks about, how the game ends.

use std::collections::HashSet;
use std::time::Instant;

use super::judge::Judge;
use super::mouse::Hand;
use super::{Mode, Roots, Screen, Task, XBoard, format};
use crate::plain;
use vertumnus_core::board::Color;
use vertumnus_core::dialect::{Dialect, DialectError};
use vertumnus_core::game::MoveView;
use vertumnus_core::position::Move;
use vertumnus_core::rules::{KindInfo, Variant};
use vertumnus_engine::player::{Event, Request};

impl XBoard {
    /// Ends the search that runs, if any, and says what it was for. Its news are of no more interest.
    pub(super) fn abort(&mut self) -> Option<Task> {
        let task = self.task.take();
        if task.is_some() {
            self.engine.halt();
            self.stale += 1;
            self.answer_pings();
        }
        task
    }

    /// Does what is to be done in the position as it stands: think, analyse, or wait.
    pub(super) fn resume(&mut self) {
        let session = self.engine.session();
        match self.mode {
            Mode::Play(side) if side == session.side_to_move() => self.think(),
            Mode::Analyze if session.outcome().is_none() => {
                let request = Request { infinite: true, ..self.chosen_roots() };
                self.start(&request, Task::Analysis);
            }
            _ => {}
        }
    }

    fn start(&mut self, request: &Request, task: Task) {
        self.report = None;
        self.started = Instant::now();
        match self.engine.go(request) {
            Ok(()) => self.task = Some(task),
            Err(error) => self.object(&error.to_string(), "search"),
        }
    }

    /// Starts to think about a move, unless the game is over.
    fn think(&mut self) {
        if self.claim_result() {
            return;
        }
        let plies = self.plies();
        let side = self.engine.session().side_to_move();
        let request = Request {
            search_moves: self.chosen_roots().search_moves,
            ..self.control.request(side, plies)
        };
        self.start(&request, Task::Move);
    }

    /// The root moves to look at: those that are not excluded, and that leave the GUI's board in a
    /// match of engines as it can go on with. It copes with annihilated pieces that stay there, but
    /// flights that take many can only be told to those who know how they are written.
    fn chosen_roots(&self) -> Request {
        let session = self.engine.session();
        let legal = session.views();
        let can_follow = |mv: &MoveView| !self.against_computer || mv.stops.len() <= 2;
        let is_chosen = |mv: &&MoveView| !self.excluded.contains(&mv.mv) && can_follow(mv);
        let chosen: Vec<String> =
            legal.iter().filter(is_chosen).map(|mv| session.text(mv.mv)).collect();
        let all = chosen.len() == legal.len();
        Request { search_moves: if all { Vec::new() } else { chosen }, ..Request::default() }
    }

    fn plies(&self) -> usize {
        self.engine.session().moves_played().len()
    }

    /// Something that a search says.
    pub(super) fn handle_event(&mut self, event: Event) {
        match event {
            Event::Best { .. } if self.stale > 0 => self.stale -= 1,
            _ if self.stale > 0 => {}
            Event::Progress(report) => {
                let is_shown = self.wishes.post || self.task == Some(Task::Analysis);
                if let Some(line) = format::thinking(&report, &self.dialect).filter(|_| is_shown) {
                    self.say(&line);
                }
                if report.line == 1 {
                    self.report = Some(report);
                }
            }
            Event::Best { best, ponder } => {
                if self.task.take() == Some(Task::Move) {
                    self.make_move(best.as_deref(), ponder);
                }
            }
            // The protocol has no command for counts.
            _ => {}
        }
    }

    /// Makes the engine's move, or gives up.
    fn make_move(&mut self, best: Option<&str>, ponder: Option<String>) {
        let session = self.engine.session();
        let best = best.and_then(|text| session.parse(text).ok());
        if let Some(mv) = best.map(|mv| session.view(mv)) {
            if let Some(report) = &self.report {
                self.judge.note(report.score);
            }
            if self.wishes.resign && self.judge.gives_up() {
                self.say("resign");
                self.mode = Mode::Force;
            } else {
                self.answer_draw();
                self.say(&format!("move {}", self.dialect.in_one(&self.dialect.path(&mv))));
                self.played(&mv);
                self.control.moved(self.plies());
                self.hint = ponder;
                if !self.claim_result() {
                    self.correct_board();
                    self.ponder();
                }
            }
        }
        self.answer_pings();
    }

    /// A legal move is made on the board.
    fn played(&mut self, mv: &MoveView) {
        // The move is legal.
        let _ = self.engine.session_mut().play(mv.mv);
        if !self.dialect.shows_all_of(mv) {
            self.screen = Screen::Wrong;
            self.tell_of_ghosts(mv);
        }
        self.position_changed();
        if mv.changes_mover() && self.dialect.is_shared(mv.becomes) {
            self.introduce(mv);
        }
    }

    /// Tells a person with the black pieces what the board still shows, though it is gone.
    fn tell_of_ghosts(&self, mv: &MoveView) {
        let hidden = mv.stops.iter().skip(1).rev().skip(1);
        let name = |&square| self.engine.session().square_name(square);
        let gone: Vec<String> = hidden.chain(&mv.removed).map(name).collect();
        if self.mode == Mode::Play(Color::White) && !self.against_computer && !gone.is_empty() {
            let squares = gone.join(", ");
            self.say(&format!("telluser What the board shows on {squares} is no longer there."));
        }
    }

    /// Tells a person what the board cannot: once for each kind and game.
    fn introduce(&mut self, mv: &MoveView) {
        if self.against_computer || !self.introduced.insert(mv.becomes) {
            return;
        }
        let session = self.engine.session();
        if let Some(&KindInfo { name, token, .. }) = session.kind(mv.becomes) {
            let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
            let (letter, to) = (self.dialect.letter(mv.becomes), session.square_name(mv.to));
            self.say(&format!("telluser The {letter} on {to} is {article} {name} ({token})."));
        }
    }

    /// What was said about the position before holds no more.
    fn position_changed(&mut self) {
        self.excluded.clear();
        self.hand = Hand::default();
        self.hint = None;
    }

    /// Sends the board to a person's GUI where it differs from the game's. XBoard then takes it that
    /// White is to move and a person. In a match it would end the game. So in both other cases the
    /// board on the screen stays as it is: it shows pieces that are gone, but all that are there.
    fn correct_board(&mut self) {
        let is_white = self.engine.session().side_to_move() == Color::White;
        if self.screen == Screen::Wrong && is_white && !self.against_computer {
            self.say(&format!("setboard {}", self.dialect.fen(&self.engine.session().fen())));
            for line in self.dialect.piece_lines() {
                self.say(&line);
            }
            self.control.restart(self.plies());
            self.screen = Screen::Sent;
        }
    }

    /// Claims the result of a game that has ended, and plays no more.
    fn claim_result(&mut self) -> bool {
        let outcome = self.engine.session().outcome();
        if let Some(outcome) = outcome {
            self.say(&format::claim(outcome));
            self.mode = Mode::Force;
        }
        outcome.is_some()
    }

    /// Thinks on the opponent's time about the reply that is expected.
    fn ponder(&mut self) {
        let Some(expected) = self.hint.clone().filter(|_| self.wishes.ponder) else { return };
        let plies = self.plies();
        let session = self.engine.session_mut();
        let side = !session.side_to_move();
        if session.play_text(&expected).is_ok() {
            if session.outcome().is_none() {
                let request = Request { ponder: true, ..self.control.request(side, plies + 1) };
                self.start(&request, Task::Ponder(expected));
            }
            self.engine.session_mut().undo();
        }
    }

    fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.say(&format!("pong {number}"));
        }
    }

    /// A move of the opponent's, or of either side while the engine only follows.
    pub(super) fn handle_move(&mut self, text: &str, announced: bool) {
        if self.screen == Screen::Sent {
            self.screen = Screen::Right;
        }
        let session = self.engine.session();
        let (mv, canonical) = match self.dialect.read_move(text, session) {
            Ok(mv) => (session.view(mv), session.text(mv)),
            Err(error) => return self.refuse_move(text, announced, &error),
        };
        if self.is_thinking() {
            self.object("it is not your turn", text);
            return;
        }
        let is_expected = self.task == Some(Task::Ponder(canonical));
        if !is_expected {
            self.abort();
        }
        self.played(&mv);
        if is_expected {
            self.task = Some(Task::Move);
            self.engine.ponder_hit();
        } else {
            self.resume();
        }
    }

    /// Says what is wrong with a move. Some managers send moves without a word before it to pass the
    /// turn, and lose the game for whoever calls them illegal.
    fn refuse_move(&self, text: &str, announced: bool, error: &DialectError) {
        let session = self.engine.session();
        let path = self.dialect.read_path(text);
        let by_ends = path.ok().and_then(|path| match path.squares[..] {
            [from, .., to] => session.objection(from, to),
            _ => None,
        });
        let reason = match (by_ends, error) {
            (Some(objection), _) => objection.text(session),
            (None, DialectError::Illegal(_)) => "no move goes this way and ends so".to_owned(),
            (None, error) => error.to_string(),
        };
        let word = if announced { "Illegal move" } else { "Error" };
        self.say(&plain(&format!("{word} ({reason}): {text}")));
    }

    /// The engine plays this side from now on.
    pub(super) fn play_side(&mut self, side: Color) {
        if self.is_thinking() && self.mode == Mode::Play(side) {
            return;
        }
        self.abort();
        self.mode = Mode::Play(side);
        self.resume();
    }

    pub(super) fn force(&mut self) {
        // What it says next after it was sent a board is said in error as well.
        if self.screen == Screen::Sent {
            self.screen = Screen::Right;
            return;
        }
        self.abort();
        self.mode = Mode::Force;
    }

    /// The GUI says how the game ended.
    pub(super) fn end_game(&mut self) {
        if self.screen == Screen::Sent {
            return;
        }
        self.abort();
        self.mode = Mode::Force;
        self.draw_offered = false;
    }

    pub(super) fn new_game(&mut self) {
        self.abort();
        self.set_up(Variant::default());
        self.engine.new_game();
        self.mode = Mode::Play(Color::Black);
        self.control.new_game();
        self.judge = Judge::default();
        self.against_computer = false;
        self.draw_offered = false;
        self.introduced = HashSet::new();
        self.start_over();
    }

    fn start_over(&mut self) {
        self.position_changed();
        self.screen = Screen::Right;
        self.control.restart(0);
    }

    pub(super) fn choose_variant(&mut self, name: &str, line: &str) {
        match name.parse() {
            Ok(variant) => {
                self.abort();
                self.set_up(variant);
                self.start_over();
                let session = self.engine.session();
                for line in self.dialect.setup_lines(&session.start_fen()) {
                    self.say(&line);
                }
            }
            Err(_) => self.object("unknown variant", line),
        }
    }

    /// Goes to the start position of a game.
    fn set_up(&mut self, variant: Variant) {
        self.engine.set_variant(variant);
        // Each game has a start position.
        let _ = self.engine.session_mut().set_position(None, &[]);
        self.dialect = Dialect::of(variant);
    }

    pub(super) fn set_board(&mut self, fen: &str) {
        let interrupted = self.abort();
        let result = self.read_fen(fen).map_err(|error| error.to_string()).and_then(|fen| {
            self.engine.session_mut().set_position(Some(&fen), &[]).map_err(|e| e.to_string())
        });
        match result {
            Ok(()) => {
                self.start_over();
                self.judge = Judge::default();
            }
            Err(reason) => self.say(&plain(&format!("tellusererror Illegal position: {reason}"))),
        }
        if interrupted == Some(Task::Analysis) {
            self.resume();
        }
    }

    /// The game's FEN for one of the GUI's. What only the game's FENs say is as at the start.
    fn read_fen(&self, fen: &str) -> Result<String, DialectError> {
        let session = self.engine.session();
        let (board, rest) = fen.trim().split_once(' ').unwrap_or((fen, "w - -"));
        let own = session.fen();
        // A letter may stand for several kinds: the position that stands tells which.
        let stands = own.split_once(' ').map(|(own, _)| own);
        let board = match stands.filter(|own| self.dialect.board(own) == board) {
            Some(own) => own.to_owned(),
            None => self.dialect.read_board(board)?,
        };
        let start = session.start_fen();
        let start: Vec<&str> = start.split_ascii_whitespace().collect();
        let mut fields: Vec<String> = rest.split_ascii_whitespace().map(str::to_owned).collect();
        if let (Some(castling), Some(known)) = (fields.get_mut(1), start.get(2)) {
            *castling = self.dialect.read_castling(castling, known);
        }
        if fields.len() == 5 {
            fields.extend(start.get(6).map(|&state| state.to_owned()));
        }
        Ok(format!("{board} {}", fields.join(" ")))
    }

    pub(super) fn take_back(&mut self, plies: usize) {
        let interrupted = self.abort();
        for _ in 0..plies {
            self.engine.session_mut().undo();
        }
        self.position_changed();
        if interrupted == Some(Task::Analysis) || self.mode == Mode::Analyze {
            self.resume();
        }
    }

    pub(super) fn set_pondering(&mut self, on: bool) {
        self.wishes.ponder = on;
        if !on && matches!(self.task, Some(Task::Ponder(_))) {
            self.abort();
        }
    }

    /// The opponent offers a draw: it is answered at once, or with the move that is thought about.
    pub(super) fn consider_draw(&mut self) {
        self.draw_offered = true;
        if !self.is_thinking() {
            self.answer_draw();
        }
    }

    fn answer_draw(&mut self) {
        if std::mem::take(&mut self.draw_offered) && self.judge.agrees_to_draw(self.plies()) {
            self.say("offer draw");
        }
    }

    /// Says how far the analysis is.
    pub(super) fn tell_status(&self) {
        if self.task != Some(Task::Analysis) {
            return;
        }
        let (nodes, depth) = self.report.as_ref().map_or((0, 0), |r| (r.nodes, r.depth));
        let centiseconds = self.started.elapsed().as_millis() / 10;
        let moves = self.engine.session().legal_moves().len() - self.excluded.len();
        self.say(&format!("stat01: {centiseconds} {nodes} {depth} 0 {moves}"));
    }

    /// Leaves root moves out of the search, or takes them in again.
    pub(super) fn exclude(&mut self, roots: Roots, out: bool, line: &str) {
        let session = self.engine.session();
        let moves: Vec<Move> = match roots {
            Roots::All => session.legal_moves(),
            Roots::One(text) => match self.dialect.read_move(&text, session) {
                Ok(mv) => vec![mv],
                Err(error) => return self.object(&error.to_string(), line),
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
