//! The course of a game: moves of both sides, draw offers and the end.

use super::state::{Mode, Task, XBoard};
use super::{format, mouse};
use crate::output::plain;
use vertumnus_core::board::{Color, Square};
use vertumnus_core::dialect::{Dialect, DialectError};
use vertumnus_core::game::MoveView;
use vertumnus_core::position::Move;

impl XBoard {
    /// Makes the engine's move, or resigns.
    pub(super) fn make_move(&mut self, best: Option<Move>, ponder: Option<Move>) {
        let Some(mv) = best.and_then(|best| self.engine.session().view(best)) else { return };
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
        self.board_sent = false;
        let session = self.engine.session();
        let read = self.dialect.read_move(text, session);
        let mv = match read.map(|mv| session.view(mv)) {
            Ok(Some(mv)) => mv,
            // What is read is legal.
            Ok(None) => return,
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
        let by_ends = path.ok().and_then(|path| match (path.dropped, &path.squares[..]) {
            (None, &[from, .., to]) => session.objection(from, to),
            (Some(letter), &[to]) => {
                let mut kinds = session.kinds_in_hand().into_iter();
                let kind = kinds.find(|&kind| self.dialect.letter(kind) == letter)?;
                session.objection_to_drop(kind, to)
            }
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
        let had_relics = self.has_relics();
        self.relics.played(mv, &self.dialect);
        self.position_changed();
        self.announce_unseen(mv);
        self.mark_relics(had_relics);
        if mv.changes_mover() && self.dialect.is_shared(mv.becomes) {
            self.introduce(mv);
        }
    }

    /// Tells a person which pieces on the screen are gone: with the black pieces each time, and
    /// where nobody plays once for each game. White's board is corrected instead.
    fn announce_unseen(&mut self, mv: &MoveView) {
        let (gone, turned) = (self.dialect.unseen(mv), Dialect::turned(mv));
        let is_due = match self.mode {
            Mode::Play(side) => side == Color::White,
            Mode::Force | Mode::Analyze => !self.relics.told,
        };
        if self.against_computer || gone.is_empty() && turned.is_empty() || !is_due {
            return;
        }
        self.relics.told = true;
        let name = |square: &Square| self.dialect.square_name(*square);
        let names = |squares: &[Square]| squares.iter().map(name).collect::<Vec<_>>().join(", ");
        if !gone.is_empty() {
            let squares = names(&gone);
            self.say(&format!(
                "telluser Gone: {squares}. XBoard still shows pieces there. A green spot marks each."
            ));
        }
        if !turned.is_empty() {
            let squares = names(&turned);
            self.say(&format!(
                "telluser Other side: {squares}. XBoard still shows the old color. A green spot marks each."
            ));
        }
    }

    fn has_relics(&self) -> bool {
        !self.relics.now().is_empty()
    }

    /// Marks the pieces on a person's screen that are gone, or takes away the marks of before.
    fn mark_relics(&self, had_relics: bool) {
        if (had_relics || self.has_relics()) && !self.against_computer {
            let marks = mouse::marks_of_relics(self.relics.now(), self.engine.session());
            self.say(&format!("highlight {marks}"));
        }
    }

    /// Sends the board to a person's GUI where it differs from that of the game.
    ///
    /// XBoard then takes it that White is to move and played by a person; in a match of engines it
    /// would end the game. In all other cases the board on the screen stays as it is: it shows
    /// pieces that are gone, but all that are there.
    ///
    /// With `setboard` alone, XBoard would forget which game it shows, and take the next `setup`,
    /// which follows a pasted position, for a change of the game: it would show the start instead
    /// of the position. So it is told the game again, with this position as its start.
    fn correct_board(&mut self) {
        let is_white = self.engine.session().side_to_move() == Color::White;
        if self.has_relics() && is_white && !self.against_computer {
            let session = self.engine.session();
            self.say(&format!("setboard {}", self.dialect.fen(session)));
            for line in self.dialect.setup_lines(session) {
                self.say(&line);
            }
            self.control.restart(self.plies());
            self.relics.clear();
            self.board_sent = true;
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
        let had_relics = self.has_relics();
        for _ in 0..plies {
            if self.engine.session_mut().undo().is_some() {
                self.relics.taken_back();
            }
        }
        self.position_changed();
        self.mark_relics(had_relics);
        if interrupted == Some(Task::Analysis) || self.mode == Mode::Analyze {
            self.resume();
        }
    }
}
