//! The course of a game: moves of both sides, draw offers and the end.

use super::format;
use super::state::{Mode, Screen, Task, XBoard};
use crate::output::plain;
use vertumnus_core::board::Color;
use vertumnus_core::dialect::DialectError;
use vertumnus_core::game::MoveView;
use vertumnus_core::position::Move;
use vertumnus_core::rules::KindInfo;

impl XBoard {
    /// Makes the engine's move, or resigns.
    pub(super) fn make_move(&mut self, best: Option<Move>, ponder: Option<Move>) {
        let Some(mv) = best.map(|best| self.engine.session().view(best)) else { return };
        if let Some(report) = &self.report {
            self.policy.record(report.score);
        }
        if self.preferences.resign && self.policy.resigns() {
            self.say("resign");
            self.mode = Mode::Force;
            return;
        }
        self.answer_draw();
        self.say(&format!("move {}", self.dialect.in_one(&self.dialect.path(&mv))));
        self.play(&mv);
        self.control.moved(self.plies());
        self.hint = ponder;
        if !self.claim_result() {
            self.correct_board();
            self.ponder();
        }
    }

    /// A move of the opponent, or of either side while the engine only follows.
    pub(super) fn handle_move(&mut self, text: &str, announced: bool) {
        if self.screen == Screen::JustSent {
            self.screen = Screen::Same;
        }
        let session = self.engine.session();
        let mv = match self.dialect.read_move(text, session) {
            Ok(mv) => session.view(mv),
            Err(error) => return self.refuse_move(text, announced, &error),
        };
        if self.is_thinking() {
            self.say_error("it is not your turn", text);
            return;
        }
        let is_expected = self.task == Some(Task::Ponder(mv.mv));
        if !is_expected {
            self.abort();
        }
        self.play(&mv);
        if is_expected {
            self.task = Some(Task::Move);
            self.engine.ponder_hit();
        } else {
            self.resume();
        }
    }

    /// Writes what is wrong with a move. Some managers send a move without `usermove` to pass the
    /// turn, and count a game as lost for an engine that calls it illegal.
    fn refuse_move(&self, text: &str, announced: bool, error: &DialectError) {
        let session = self.engine.session();
        let path = self.dialect.read_path(text);
        let by_ends = path.ok().and_then(|path| match path.squares[..] {
            [from, .., to] => session.objection(from, to),
            _ => None,
        });
        let reason = match (by_ends, error) {
            (Some(objection), _) => session.explain(objection),
            (None, DialectError::Illegal(_)) => "no move goes this way and ends so".to_owned(),
            (None, error) => error.to_string(),
        };
        let word = if announced { "Illegal move" } else { "Error" };
        self.say(&plain(&format!("{word} ({reason}): {text}")));
    }

    /// Plays a legal move, and tells the user what the board on the screen does not show.
    fn play(&mut self, mv: &MoveView) {
        // The move is legal.
        let _ = self.engine.session_mut().play(mv.mv);
        if !self.dialect.shows_all_of(mv) {
            self.screen = Screen::Differs;
            self.announce_removed(mv);
        }
        self.position_changed();
        if mv.changes_mover() && self.dialect.is_shared(mv.becomes) {
            self.introduce(mv);
        }
    }

    /// Tells a person with the black pieces which pieces on the screen are gone. White's board is
    /// corrected instead.
    fn announce_removed(&self, mv: &MoveView) {
        let hidden = mv.stops.iter().skip(1).rev().skip(1);
        let name = |&square| self.engine.session().square_name(square);
        let gone: Vec<String> = hidden.chain(&mv.removed).map(name).collect();
        if self.mode == Mode::Play(Color::White) && !self.against_computer && !gone.is_empty() {
            let squares = gone.join(", ");
            self.say(&format!("telluser What the board shows on {squares} is no longer there."));
        }
    }

    /// Tells a person what kind of piece a shared letter is: once for each kind and game.
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

    /// Sends the board to a person's GUI where it differs from that of the game.
    ///
    /// XBoard then takes it that White is to move and played by a person; in a match of engines it
    /// would end the game. In all other cases the board on the screen stays as it is: it shows
    /// pieces that are gone, but all that are there.
    fn correct_board(&mut self) {
        let is_white = self.engine.session().side_to_move() == Color::White;
        if self.screen == Screen::Differs && is_white && !self.against_computer {
            self.say(&format!("setboard {}", self.dialect.fen(self.engine.session())));
            for line in self.dialect.piece_lines() {
                self.say(&line);
            }
            self.control.restart(self.plies());
            self.screen = Screen::JustSent;
        }
    }

    /// Claims the result of a game that has ended, and stops playing. Returns whether it has.
    pub(super) fn claim_result(&mut self) -> bool {
        let outcome = self.engine.session().outcome();
        if let Some(outcome) = outcome {
            self.say(&format::claim(outcome));
            self.mode = Mode::Force;
        }
        outcome.is_some()
    }

    /// The opponent offers a draw. The answer comes at once, or with the move that is thought
    /// about.
    pub(super) fn consider_draw(&mut self) {
        self.draw_offered = true;
        if !self.is_thinking() {
            self.answer_draw();
        }
    }

    fn answer_draw(&mut self) {
        if std::mem::take(&mut self.draw_offered) && self.policy.agrees_to_draw(self.plies()) {
            self.say("offer draw");
        }
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
}
