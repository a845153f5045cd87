//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.
//!
//! One thread handles the GUI's commands and makes the moves. Lines of the GUI and reports of the
//! search come to it through one inbox, in order. The [`Dialect`] of a game says what the protocol
//! calls the game and how it writes its moves.

mod clock;
mod command;
mod format;
mod game;
mod mouse;
mod policy;
mod setup;
mod thinking;

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use self::clock::TimeControl;
use self::command::Command;
use self::mouse::{Choices, Hand};
use self::policy::Policy;
use self::thinking::{News, Task};
use super::{Connection, Message, Output, plain};
use vertumnus_core::board::{Color, Square};
use vertumnus_core::dialect::Dialect;
use vertumnus_core::position::Move;
use vertumnus_core::rules::{Kind, Variant};
use vertumnus_engine::player::{Engine, Event, options};
use vertumnus_engine::search::Progress;

/// Talks the protocol until `quit` or the end of input, or until the output is closed. A move that
/// is being thought about at the end of input is made at once.
///
/// # Errors
/// If the system does not start a thread to read the input.
pub fn run(input: Box<dyn BufRead + Send>, output: Box<dyn Write + Send>) -> io::Result<()> {
    let Connection { inbox, sender, output } = Connection::open(input, output)?;
    let sink = Arc::new(move |event: Event<'_>| {
        if let Some(news) = News::of(event) {
            // The receiver is gone only when the engine ends.
            let _ = sender.send(Message::Event(news));
        }
    });
    let mut xboard = XBoard::new(Engine::new(Variant::default(), sink), output);
    let mut is_ending = false;
    while let Ok(message) = inbox.recv() {
        match message {
            Message::Line(line) => {
                if xboard.handle_line(&line).is_break() {
                    break;
                }
            }
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
    Ok(())
}

/// The engine's part in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It only follows the moves.
    Force,
    /// It plays this side.
    Play(Color),
    /// It analyses every position.
    Analyze,
}

/// What the user has switched on.
#[derive(Clone, Copy, Debug, Default)]
struct Preferences {
    /// To think on the opponent's time.
    ponder: bool,
    /// To show the thinking.
    post: bool,
    /// To resign lost games.
    resign: bool,
}

/// How the board on the screen compares with that of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screen {
    /// It is the same.
    Same,
    /// It differs.
    Differs,
    /// The game's was sent to the GUI, which then claims that the game has ended, though it goes
    /// on.
    JustSent,
}

struct XBoard {
    engine: Engine,
    dialect: Dialect,
    output: Output,
    mode: Mode,
    /// What the search that runs is for.
    task: Option<Task>,
    /// Searches that were aborted and whose reports have not been skipped yet.
    stale: usize,
    control: TimeControl,
    policy: Policy,
    preferences: Preferences,
    /// The root moves that are not searched.
    excluded: HashSet<Move>,
    /// Pings that are answered when the move is made.
    pings: Vec<String>,
    against_computer: bool,
    draw_offered: bool,
    /// The last report of the best line, of the search that runs or ran last.
    report: Option<Progress>,
    /// When that search began.
    started: Instant,
    /// The reply that the last search expected.
    hint: Option<Move>,
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
            policy: Policy::default(),
            preferences: Preferences::default(),
            excluded: HashSet::new(),
            pings: Vec::new(),
            against_computer: false,
            draw_offered: false,
            report: None,
            started: Instant::now(),
            hint: None,
            introduced: HashSet::new(),
            hand: Hand::default(),
            screen: Screen::Same,
        }
    }

    fn say(&self, text: &str) {
        self.output.write(text);
    }

    /// Writes what is wrong with a line. The line may hold anything.
    fn say_error(&self, error: &str, line: &str) {
        self.say(&plain(&format!("Error ({error}): {line}")));
    }

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

    /// Sets an option of the engine or of the protocol, and starts what that has interrupted again.
    fn set_option(&mut self, name: &str, value: &str, line: &str) {
        if name.eq_ignore_ascii_case(format::RESIGN) {
            self.preferences.resign = value == "1";
            return;
        }
        let value = format::option_value(&options::all(), name, value);
        let interrupted = self.abort();
        if let Err(error) = self.engine.set_option(name, &value) {
            self.say_error(&error.to_string(), line);
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
