//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.
//!
//! One thread handles the GUI's commands and makes the moves. Lines of the GUI and reports of the
//! search come to it through one inbox, in order. The dialect of a game says what the protocol
//! calls the game and how it writes its moves.

mod clock;
mod command;
mod format;
mod game;
mod mouse;
mod naming;
mod policy;
mod relics;
mod setup;
mod state;
mod thinking;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use self::command::Command;
use self::mouse::{Choices, Hand};
pub use self::state::TellRules;
use self::state::{Mode, XBoard};
use self::thinking::News;
use crate::Start;
use crate::connection::{Connection, Message};
use vertumnus_core::board::Square;
use vertumnus_core::rules::Variant;
use vertumnus_engine::player::{Engine, Event, options};

/// Talks the protocol until `quit` or the end of input, or until the output is closed. A move that
/// is being thought about at the end of input is made at once.
///
/// # Errors
/// If the system does not start a thread to read the input, or does not have what the smallest engine needs.
pub fn run(
    start: Start,
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    rules: TellRules,
) -> io::Result<()> {
    let Start { host, variant } = start;
    run_with(|| Engine::on(host, variant, Arc::new(|_| {})), input, output, rules).map(drop)
}

/// Talks the protocol as [`run`] does, with an engine that is there already, and gives it back.
///
/// # Errors
/// If the system does not start a thread to read the input.
#[doc(hidden)]
pub fn run_on(
    engine: Engine,
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    rules: TellRules,
) -> io::Result<Engine> {
    run_with(|| Ok(engine), input, output, rules)
}

fn run_with(
    engine: impl FnOnce() -> io::Result<Engine>,
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    rules: TellRules,
) -> io::Result<Engine> {
    let Connection { inbox, sender, output } = Connection::open(input, output)?;
    let mut engine = engine()?;
    engine.set_sink(Arc::new(move |event: Event<'_>| {
        if let Some(news) = News::of(event) {
            // The receiver is gone only when the engine ends.
            let _ = sender.send(Message::Event(news));
        }
    }));
    let mut xboard = XBoard::new(engine, output, rules);
    let mut is_ending = false;
    while let Ok(message) = inbox.recv() {
        match message {
            Message::Line(line) => {
                if xboard.handle_line(&line).is_break() {
                    break;
                }
            }
            Message::Skipped(reason) => xboard.say_error(&reason.to_string(), ""),
            Message::Event(news) => xboard.handle_news(news),
            Message::InputEnded => {
                is_ending = true;
                xboard.engine.stop();
            }
            Message::OutputClosed => break,
        }
        if is_ending && !xboard.is_thinking() {
            break;
        }
    }
    xboard.abort();
    Ok(xboard.engine)
}

impl XBoard {
    fn handle_line(&mut self, line: &str) -> ControlFlow<()> {
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(Some(command)) => self.handle_command(command, line.trim()),
            Err(error) => self.say_error(&error.to_string(), line.trim()),
        }
        ControlFlow::Continue(())
    }

    fn handle_command(&mut self, command: Command, line: &str) {
        match command {
            Command::Quit | Command::Ignored => {}
            Command::Go | Command::PlayOther | Command::Analyze if self.is_lost => {
                self.say_error("the last position was refused", line);
            }
            Command::ProtocolVersion(version) => {
                if version >= 2 {
                    self.say(&format::features(&self.engine.announced_options()));
                }
            }
            Command::New => self.new_game(),
            Command::Variant(name) => self.choose_variant(&name, line),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Holding(letters) => self.set_hands(&letters, line),
            Command::Force => self.force(),
            Command::Go => self.play_side(self.engine.session().side_to_move()),
            Command::PlayOther => self.play_side(!self.engine.session().side_to_move()),
            Command::Analyze => {
                self.abort();
                self.mode = Mode::Analyze;
                self.resume();
            }
            Command::Exit => {
                self.abort();
                self.mode = Mode::Force;
            }
            Command::Result => self.end_game(),
            Command::Move { text, announced } => self.handle_move(&text, announced),
            Command::MoveNow => {
                if self.is_thinking() {
                    self.engine.stop();
                }
            }
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Level(level) => self.control.set_level(level),
            Command::SecondsPerMove(time) => self.control.set_per_move(time),
            Command::Depth(depth) => self.control.set_depth(depth),
            Command::Time(time) => self.control.set_own(time),
            Command::OpponentTime(time) => self.control.set_other(time),
            Command::Ponder(on) => self.set_pondering(on),
            Command::Post(on) => self.preferences.post = on,
            Command::Computer => self.against_computer = true,
            Command::Draw => self.consider_draw(),
            Command::Hint => {
                if let Some(hint) = self.hint {
                    let text = self.engine.session().text(hint);
                    self.say(&format!("Hint: {}", self.dialect.readable(&text)));
                }
            }
            Command::Status => self.send_status(),
            Command::Exclude(roots) => self.exclude(roots, true, line),
            Command::Include(roots) => self.exclude(roots, false, line),
            Command::Ping(number) if self.is_thinking() => self.pings.push(number),
            Command::Ping(number) => self.say(&format!("pong {number}")),
            Command::Memory(value) => self.set_option("Hash", &value, line),
            Command::Cores(value) => self.set_option("Threads", &value, line),
            Command::Option { name, value } => self.set_option(&name, &value, line),
            Command::Lift(square) => {
                self.with_hand(&square, |hand, square, choices| {
                    hand.lift(square, choices);
                    Some(format!("highlight {}", hand.marks(choices)))
                });
                self.name_if_asked(&square);
            }
            Command::Hover(square) => self.with_hand(&square, |hand, square, choices| {
                Some(format!("highlight {}", hand.marks_over(square, choices)))
            }),
            Command::Put(square) => self.with_hand(&square, |hand, square, choices| {
                hand.put(square, choices).map(|letters| format!("choice {letters}"))
            }),
        }
    }

    /// Answers what the user does with the mouse on a square, when it is the user's turn.
    fn with_hand(
        &mut self,
        square: &str,
        answer: impl FnOnce(&mut Hand, Square, &Choices<'_>) -> Option<String>,
    ) {
        let session = self.engine.session();
        let Some(square) = self.dialect.parse_square(square) else {
            // It may be one of a hand.
            self.hand = Hand::default();
            return;
        };
        if self.mode == Mode::Play(session.side_to_move()) {
            return;
        }
        let moves = session.views();
        let choices = Choices::new(&moves, &self.dialect, session, self.relics.now());
        if let Some(answer) = answer(&mut self.hand, square, &choices) {
            self.say(&answer);
        }
    }

    /// Sets an option of the engine or of the protocol, and starts what that has interrupted again.
    fn set_option(&mut self, name: &str, value: &str, line: &str) {
        if name.eq_ignore_ascii_case(format::RESIGN) {
            self.preferences.resign = value == "1";
            return;
        }
        if name.eq_ignore_ascii_case(format::NAME_PIECES) {
            return self.name_pieces();
        }
        if name.eq_ignore_ascii_case(format::RULES) {
            return self.tell_rules();
        }
        if format::is_of_uci_alone(name) {
            return self.say_error("this option belongs to UCI", line);
        }
        let value = format::option_value(&self.engine.announced_options(), name, value);
        let interrupted = self.abort();
        let known = Variant::loaded();
        let set = self.engine.set_option(name, &value);
        if let Err(error) = &set {
            self.say_error(&error.to_string(), line);
        }
        let names_file = name.eq_ignore_ascii_case(options::VARIANT_PATH);
        if names_file && (set.is_ok() || Variant::loaded() != known) {
            self.say(&format::variants());
        }
        if interrupted.is_some() {
            self.resume();
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
mod tests;
