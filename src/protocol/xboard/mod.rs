//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.
//!
//! One thread obeys the GUI and makes the moves: lines of the GUI and news of the search come to it
//! through one channel, in order. What each game is called and how its moves are written is the
//! business of its [`Dialect`].

mod clock;
mod command;
mod format;
mod judge;
mod mouse;
mod play;

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use self::clock::TimeControl;
use self::command::{Command, Roots};
use self::judge::Judge;
use self::mouse::{Choices, Hand};
use super::{Connection, Message, Output, plain};
use vertumnus_core::board::{Color, Square};
use vertumnus_core::dialect::Dialect;
use vertumnus_core::position::Move;
use vertumnus_core::rules::{Kind, Variant};
use vertumnus_engine::player::{Engine, Report, Sink, options};

/// Talks the protocol until `quit` or the end of input, or until the output is closed. A move that is
/// being thought about at the end of input is made at once.
///
/// # Errors
/// If the system does not start a thread to read the input.
pub fn run(input: Box<dyn BufRead + Send>, output: Box<dyn Write + Send>) -> io::Result<()> {
    let Connection { inbox, sender, output } = Connection::open(input, output)?;
    // The receiver is gone only when the engine ends.
    let sink: Sink = Arc::new(move |event| drop(sender.send(Message::Event(event))));
    let mut xboard = XBoard::new(Engine::new(Variant::default(), sink), output);
    let mut is_ending = false;
    while let Ok(message) = inbox.recv() {
        match message {
            Message::Line(line) => {
                if xboard.handle_line(&line).is_break() {
                    break;
                }
            }
            Message::Event(event) => xboard.handle_event(event),
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
    Ok(())
}

/// What the engine is to do in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It only follows.
    Force,
    /// It plays this side.
    Play(Color),
    /// It analyses every position.
    Analyze,
}

/// What the search that runs is for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Task {
    /// A move of the engine's.
    Move,
    /// A reply to the move that is expected of the opponent, by its text.
    Ponder(String),
    Analysis,
}

/// What the user wants of the engine.
#[derive(Clone, Copy, Debug, Default)]
struct Wishes {
    /// To think on the opponent's time.
    ponder: bool,
    /// To tell what it thinks.
    post: bool,
    /// To give up where there is no hope.
    resign: bool,
}

/// The board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screen {
    /// It is that of the game.
    Right,
    /// It differs.
    Wrong,
    /// It was sent to the GUI, which then says that the game has ended, though it goes on.
    Sent,
}

struct XBoard {
    engine: Engine,
    dialect: Dialect,
    output: Output,
    mode: Mode,
    task: Option<Task>,
    /// Searches that were ended and whose news are yet to be skipped.
    stale: usize,
    control: TimeControl,
    judge: Judge,
    wishes: Wishes,
    /// The root moves that are not searched.
    excluded: HashSet<Move>,
    /// Pings that are answered when the move is made.
    pings: Vec<String>,
    against_computer: bool,
    draw_offered: bool,
    /// What the search that runs, or ran last, said last, and when it began.
    report: Option<Report>,
    started: Instant,
    /// The reply that the last search expected.
    hint: Option<String>,
    /// The kinds without a letter of their own that were named to the user.
    introduced: HashSet<Kind>,
    hand: Hand,
    screen: Screen,
}

impl XBoard {
    fn new(engine: Engine, output: Output) -> Self {
        Self {
            dialect: Dialect::of(engine.session().variant()),
            engine,
            output,
            mode: Mode::Force,
            task: None,
            stale: 0,
            control: TimeControl::default(),
            judge: Judge::default(),
            wishes: Wishes::default(),
            excluded: HashSet::new(),
            pings: Vec::new(),
            against_computer: false,
            draw_offered: false,
            report: None,
            started: Instant::now(),
            hint: None,
            introduced: HashSet::new(),
            hand: Hand::default(),
            screen: Screen::Right,
        }
    }

    fn say(&self, text: &str) {
        self.output.write(text);
    }

    /// Says that something is wrong with a line, which may hold anything.
    fn object(&self, objection: &str, line: &str) {
        self.say(&plain(&format!("Error ({objection}): {line}")));
    }

    fn is_thinking(&self) -> bool {
        self.task == Some(Task::Move)
    }

    fn handle_line(&mut self, line: &str) -> ControlFlow<()> {
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(Some(command)) => self.handle_command(command, line.trim()),
            Err(error) => self.object(&error.to_string(), line.trim()),
        }
        ControlFlow::Continue(())
    }

    fn handle_command(&mut self, command: Command, line: &str) {
        match command {
            Command::Quit | Command::Ignored => {}
            Command::ProtocolVersion(version) => {
                if version >= 2 {
                    self.say(&format::features(&options::all()));
                }
            }
            Command::New => self.new_game(),
            Command::Variant(name) => self.choose_variant(&name, line),
            Command::SetBoard(fen) => self.set_board(&fen),
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
            Command::Result(_) => self.end_game(),
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
            Command::Post(on) => self.wishes.post = on,
            Command::Computer => self.against_computer = true,
            Command::Draw => self.consider_draw(),
            Command::Hint => {
                if let Some(hint) = &self.hint {
                    self.say(&format!("Hint: {}", self.dialect.readable(hint)));
                }
            }
            Command::Status => self.tell_status(),
            Command::Exclude(roots) => self.exclude(roots, true, line),
            Command::Include(roots) => self.exclude(roots, false, line),
            Command::Ping(number) if self.is_thinking() => self.pings.push(number),
            Command::Ping(number) => self.say(&format!("pong {number}")),
            Command::Memory(value) => self.set_option("Hash", &value, line),
            Command::Cores(value) => self.set_option("Threads", &value, line),
            Command::Option { name, value } => self.set_option(&name, &value, line),
            Command::Lift(square) => self.with_hand(&square, |hand, square, choices| {
                hand.lift(square, choices);
                Some(format!("highlight {}", hand.marks(choices)))
            }),
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
        let Some(square) = session.parse_square(square) else { return };
        if self.mode == Mode::Play(session.side_to_move()) {
            return;
        }
        let moves = session.views();
        let choices = Choices::new(&moves, &self.dialect, session);
        if let Some(answer) = answer(&mut self.hand, square, &choices) {
            self.say(&answer);
        }
    }

    /// Sets an option of the engine's or of the protocol's, and goes on with what that interrupts.
    fn set_option(&mut self, name: &str, value: &str, line: &str) {
        if name.eq_ignore_ascii_case(format::RESIGN) {
            self.wishes.resign = value == "1";
            return;
        }
        let value = format::option_value(&options::all(), name, value);
        let interrupted = self.abort();
        if let Err(error) = self.engine.set_option(name, &value) {
            self.object(&error.to_string(), line);
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
