//! The Universal Chess Interface, with the customary `d`, `eval`, `bench` and `go perft`.
//!
//! Only `quit`, the end of input and a closed output end the engine. A command that cannot be
//! carried out is answered by one `info string` line, and changes nothing.

mod command;
mod format;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::time::Duration;

use self::command::{Command, Go};
use crate::connection::{Connection, Inbox, Message};
use crate::output::{Output, plain};
use crate::{DrawBoard, Start, ascii_board};
use vertumnus_core::rules::Variant;
use vertumnus_engine::host::Host;
use vertumnus_engine::player::options::{self, Options};
use vertumnus_engine::player::{Engine, Event};

/// After the end of input, while a count is finished, a remark is written this often. It fails if nobody
/// reads any more, and the count is given up then. It is also how long a `quit` waits for the end of
/// input, which tells a script from a GUI.
const HEARTBEAT: Duration = Duration::from_millis(300);

/// What `help` prints, for a person who has started the engine without a GUI.
const HELP: &str = "\
This is a chess engine. A GUI talks to it in UCI, by commands such as
  uci                                     list the options
  setoption name UCI_Variant value NAME   choose the game
  position startpos moves MOVE ...        set it up; or: position fen FEN
  go movetime 1000                        search for a second; or: go depth N
  go perft N                              count the legal moves to a depth
  d, eval, bench                          board; evaluation; speed
  quit                                    end
To play in this terminal: vertumnus play GAME. All commands: vertumnus --help";

/// How long a search takes of whose limits none can be read.
const UNREADABLE: Duration = Duration::from_secs(1);

/// How much may wait for a count, in bytes of the lines.
const MOST_WAITING: usize = 1 << 20;

/// A perft or a benchmark is over: what it has to say at last. Whoever reads that may send a command at once,
/// so it is written when no command has to wait for the count any more.
struct CountEnded(Option<String>);

/// Talks UCI until `quit` or the end of input, or until the output is closed. `board`
/// draws the boards that it shows.
///
/// # Errors
/// If the system does not start a thread to read the input, or does not have what the smallest engine needs.
pub fn run(
    start: Start,
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    board: DrawBoard,
) -> io::Result<()> {
    run_with(new_engine(start), input, output, board).map(drop)
}

/// Talks UCI as [`run`] does, with an engine that is there already, and gives it back.
///
/// # Errors
/// If the system does not start a thread to read the input.
#[doc(hidden)]
pub fn run_on(
    engine: Engine,
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    board: DrawBoard,
) -> io::Result<Engine> {
    run_with(|| Ok(engine), input, output, board)
}

fn run_with(
    engine: impl FnOnce() -> io::Result<Engine>,
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    board: DrawBoard,
) -> io::Result<Engine> {
    let Connection { inbox, sender, output } = Connection::open(input, output)?;
    let mut uci = Uci::new(engine()?, sender, output, board);
    uci.talk(&inbox);
    // Either no count runs any more, or nobody reads it.
    uci.engine.stop();
    uci.engine.halt();
    Ok(uci.engine)
}

/// What makes an engine on this machine.
fn new_engine(Start { host, variant }: Start) -> impl FnOnce() -> io::Result<Engine> {
    move || Engine::on(host, variant, Arc::new(|_| {}))
}

/// UCI on a machine without threads: it is handed the lines of the GUI one by one.
pub struct LineByLine {
    uci: Uci,
    inbox: Inbox<CountEnded>,
}

impl LineByLine {
    /// An engine on this machine, which must be one without threads.
    ///
    /// # Errors
    /// If the machine does not have what the smallest engine needs.
    pub fn new(host: Host, output: Box<dyn Write + Send>) -> io::Result<Self> {
        debug_assert!(!host.has_threads, "a search would outlast its line");
        let engine = new_engine(Start { host, ..Start::default() })()?;
        let (sender, inbox) = Inbox::new();
        let on_close = sender.clone();
        let output = Output::new(output, move || drop(on_close.send(Message::OutputClosed)));
        Ok(Self { uci: Uci::new(engine, sender, output, plain_board()), inbox })
    }

    /// Carries out a command. A search or a count that it starts has ended when this returns.
    /// Breaks off after `quit`, or when nobody reads the output any more.
    pub fn line(&mut self, line: &str) -> ControlFlow<()> {
        self.uci.react(Message::Line(line.to_owned()))?;
        while let Ok(message) = self.inbox.try_recv() {
            self.uci.react(message)?;
        }
        ControlFlow::Continue(())
    }
}

/// Boards as text alone.
fn plain_board() -> DrawBoard {
    Box::new(|game| ascii_board::draw(game))
}

/// The answer to a `go` without a position.
const NO_MOVE: &str = "bestmove (none)";

/// Why there is none.
const LOST: &str = "the last position was refused";

fn in_one_line(faults: &[impl ToString]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

struct Uci {
    engine: Engine,
    output: Output,
    board: DrawBoard,
    debug: bool,
    /// Commands that wait for a count to end, and all that came after them, in order, each with the length of
    /// its line.
    waiting: VecDeque<(Command, usize)>,
    /// The length of all their lines.
    waiting_length: usize,
    /// Whether the last position was refused, so that there is none to search.
    is_lost: bool,
    /// Counts that were started and have not ended.
    counts: usize,
    has_input_ended: bool,
}

impl Uci {
    /// UCI with an engine whose jobs say to `sender` when they have ended.
    fn new(
        mut engine: Engine,
        sender: Sender<Message<CountEnded>>,
        output: Output,
        board: DrawBoard,
    ) -> Self {
        let lines = output.clone();
        engine.set_sink(Arc::new(move |event: Event<'_>| {
            let text = format::event(event);
            if event.ends_count() {
                // The receiver is gone only when the engine ends.
                let _ = sender.send(Message::Event(CountEnded(text)));
            } else if let Some(text) = text {
                lines.write(&text);
            }
        }));
        let uci = Self {
            engine,
            output,
            board,
            debug: false,
            waiting: VecDeque::new(),
            waiting_length: 0,
            is_lost: false,
            counts: 0,
            has_input_ended: false,
        };
        let hash = uci.engine.options().hash;
        if hash < Options::default().hash {
            uci.say(&format!("the system has memory for a Hash of {hash} MiB only"));
        }
        uci
    }

    /// Writes a remark for a person.
    fn say(&self, text: &str) {
        self.output.write(&format!("info string {}", plain(text)));
    }

    fn talk(&mut self, inbox: &Inbox<CountEnded>) {
        while let Some(message) = self.receive(inbox) {
            if self.react(message).is_break() {
                return;
            }
        }
    }

    /// Breaks off at the end of the protocol.
    fn react(&mut self, message: Message<CountEnded>) -> ControlFlow<()> {
        match message {
            Message::Line(line) => match Command::parse(&line) {
                Ok(None) => {}
                Ok(Some(command)) => self.accept(command, line.len()),
                Err(error) => self.say(&error.to_string()),
            },
            Message::Skipped(reason) => self.say(&reason.to_string()),
            Message::InputEnded => {
                self.has_input_ended = true;
                self.waiting.push_back((Command::Quit, 0));
            }
            Message::OutputClosed => return ControlFlow::Break(()),
            Message::Event(CountEnded(text)) => {
                self.counts = self.counts.saturating_sub(1);
                if let Some(text) = text {
                    self.output.write(&text);
                }
            }
        }
        self.handle_waiting()
    }

    /// The next message. A script that has ended its input may still read what is counted, but a GUI
    /// that has gone away reads nothing: a remark now and then tells them apart. After a `quit` that
    /// leaves the input open, as a GUI does, there is no next message.
    fn receive(&self, inbox: &Inbox<CountEnded>) -> Option<Message<CountEnded>> {
        let is_ending = self.waiting.iter().any(|(command, _)| matches!(command, Command::Quit));
        if !is_ending {
            return inbox.recv().ok();
        }
        loop {
            match inbox.recv_timeout(HEARTBEAT) {
                Ok(message) => return Some(message),
                Err(RecvTimeoutError::Timeout) if self.has_input_ended => self.say("counting"),
                Err(_) => return None,
            }
        }
    }

    /// Handles what must not wait for anything, and puts all other commands in line.
    fn accept(&mut self, command: Command, length: usize) {
        match command {
            Command::IsReady => self.output.write("readyok"),
            Command::Stop => {
                self.engine.stop();
                // A search that is still in line is stopped as well, in its turn.
                if !matches!(self.waiting.back(), Some((Command::Stop, _))) {
                    self.waiting.push_back((Command::Stop, 0));
                }
            }
            Command::Quit | Command::PonderHit => self.waiting.push_back((command, 0)),
            command if self.waiting_length + length > MOST_WAITING => {
                self.say("too many commands wait for a count, so this one is ignored");
                if matches!(command, Command::Go(_)) {
                    self.output.write(NO_MOVE);
                }
            }
            command => {
                self.waiting_length += length;
                self.waiting.push_back((command, length));
            }
        }
    }

    /// Handles commands in their order, up to one that has to wait for a count.
    fn handle_waiting(&mut self) -> ControlFlow<()> {
        while let Some((command, length)) = self.waiting.pop_front() {
            if self.counts > 0 && command.ends_job() {
                self.waiting.push_front((command, length));
                break;
            }
            self.waiting_length -= length;
            self.handle(command)?;
        }
        ControlFlow::Continue(())
    }

    fn handle(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            // It was answered when it came.
            Command::IsReady => {}
            Command::Stop => self.engine.stop(),
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::NewGame => {
                self.engine.new_game();
                self.is_lost = false;
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::BadPosition(error) => {
                self.is_lost = true;
                self.say(&format!("{error}; there is no position to search"));
            }
            Command::Go(go) => self.go(*go),
            Command::Perft(_) if self.is_lost => self.say(LOST),
            Command::Perft(depth) => {
                self.engine.perft(depth);
                self.counts += 1;
            }
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Display => {
                self.output.write(&format::display(self.engine.session(), &self.board));
            }
            Command::Help => self.output.write(HELP),
            Command::Eval => self.output.write(&format::evaluation(&self.engine)),
            Command::Bench(depth) => match self.engine.bench(depth) {
                Ok(()) => self.counts += 1,
                Err(error) => self.say(&error.to_string()),
            },
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let session = self.engine.session_mut();
        let mended = fen.map(|fen| session.mended_fen(fen));
        let (fen, faults) = mended.unzip();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let set = session.set_position(fen.as_deref(), &moves);
        self.is_lost = set.is_err();
        let faults = faults.unwrap_or_default();
        if let Err(error) = set {
            self.say(&format!("{error}; there is no position to search"));
        } else if !faults.is_empty() {
            let fen = fen.unwrap_or_default();
            self.say(&format!("{}; the FEN is taken as {fen}", in_one_line(&faults)));
        }
    }

    fn go(&mut self, Go { mut limits, search_moves, faults }: Go) {
        let session = self.engine.session();
        let mut faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        for text in search_moves {
            match session.parse(&text) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(error) => faults.push(error.to_string()),
            }
        }
        if self.is_lost {
            faults.insert(0, LOST.to_owned());
        }
        let side = session.side_to_move();
        let is_unlimited = !limits.ponder && !limits.infinite && limits.is_unlimited(side);
        if is_unlimited && limits.has_clocks() {
            faults.push(format!("go gives no time to {side}"));
        }
        if is_unlimited && !faults.is_empty() {
            limits.movetime = Some(UNREADABLE);
        }
        if !faults.is_empty() {
            self.say(&in_one_line(&faults));
        }
        if self.debug {
            self.say(&format!("{:?} {limits:?}", self.engine.options()));
        }
        if self.is_lost {
            // A search that runs is over first.
            self.engine.halt();
            self.output.write(NO_MOVE);
        } else {
            self.engine.go(limits);
        }
    }

    fn introduce(&self) {
        let name = concat!("id name Vertumnus ", env!("CARGO_PKG_VERSION"));
        let options = self.engine.announced_options();
        let options: Vec<_> = options.iter().map(format::option).collect();
        self.output.write(&format!(
            "{name}\nid author the Vertumnus developers\n\n{}\nuciok",
            options.join("\n")
        ));
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let known = Variant::loaded();
        match self.engine.set_option(name, value) {
            Ok(()) if name.eq_ignore_ascii_case(options::VARIANT) => {
                self.is_lost = false;
                self.output.write(&format::variant(self.engine.session()));
            }
            Ok(()) if name.eq_ignore_ascii_case(options::VARIANT_PATH) => self.offer_games(),
            Ok(()) => {}
            Err(error) => {
                self.say(&error.to_string());
                if Variant::loaded() != known {
                    self.offer_games();
                }
            }
        }
    }

    /// Says which games there are to choose from, when they have become others.
    fn offer_games(&self) {
        let options = self.engine.announced_options();
        if let Some(info) = options.iter().find(|info| info.name == options::VARIANT) {
            self.output.write(&format::option(info));
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]
mod tests {
    use std::io::{BufReader, Cursor, Read};
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    #[derive(Clone, Default)]
    struct Transcript(Arc<Mutex<Vec<u8>>>);

    impl Write for Transcript {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answers(input: &str) -> Vec<String> {
        let transcript = Transcript::default();
        let input = Box::new(Cursor::new(input.to_owned()));
        run(Start::default(), input, Box::new(transcript.clone()), plain_board()).unwrap();
        let bytes = transcript.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn no_move_of_the_position_before_is_played_after_a_refused_one() {
        for refused in ["position fen 8/8 w - -", "position startpos moves e2e5", "position fen"] {
            let answers = answers(&format!(
                "position startpos moves e2e4\n{refused}\ngo depth 1\ngo perft 1\nposition startpos\ngo depth 1\n"
            ));
            let best: Vec<_> =
                answers.iter().filter(|line| line.starts_with("bestmove ")).collect();
            assert_eq!((best.len(), best[0].as_str()), (2, "bestmove (none)"), "{answers:?}");
            assert_ne!(best[1], best[0]);
            assert!(!answers.iter().any(|line| line.starts_with("Nodes searched")), "{answers:?}");
        }
    }

    #[test]
    fn what_a_fen_lacks_is_mended_and_told() {
        let answers = answers(
            "position fen 4k3/8/8/2p5/8/5N2/8/4K3 b KQkq - 0 1\nd\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w\nd\n",
        );
        let fens: Vec<_> = answers.iter().filter_map(|line| line.strip_prefix("Fen: ")).collect();
        assert_eq!(fens, ["4k3/8/8/2p5/8/5N2/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
        let told: Vec<_> = answers.iter().filter(|line| line.starts_with("info string ")).collect();
        assert!(told.len() == 2 && told.iter().all(|line| line.contains("the FEN is taken as")));
    }

    #[test]
    fn each_go_is_answered_whatever_it_says() {
        let searching = ["mate", "depth x", "btime 100 movestogo 3"];
        for go in
            ["foo depth 1", "depth 1 foo", "searchmoves e2e5 depth 1"].iter().chain(&searching)
        {
            let answers = answers(&format!("go {go}\n"));
            let told = |beginning| answers.iter().filter(|l| l.starts_with(beginning)).count();
            assert_eq!((told("info string "), told("bestmove ")), (1, 1), "{go}: {answers:?}");
        }
    }

    #[test]
    fn the_game_that_is_selected_already_starts_anew() {
        let game = Variant::default();
        let answers = answers(&format!(
            "position startpos moves e2e4\nsetoption name UCI_Variant value {game}\nd\n"
        ));
        assert!(answers.iter().any(|l| l.starts_with("Fen: ") && l.contains(" w ")), "{answers:?}");
    }

    #[test]
    fn what_waits_for_a_count_has_an_end() {
        let line = "setoption name Ponder value true\n";
        let flood = line.repeat(MOST_WAITING / line.len() + 100_000);
        let answers = answers(&format!("go perft 60\n{flood}go depth 1\nstop\nquit\n"));
        let count = |text: &str| answers.iter().filter(|line| line.contains(text)).count();
        assert_eq!((count("is ignored") > 50_000, count("bestmove (none)")), (true, 1));
    }

    #[test]
    fn a_refused_position_leaves_the_one_before() {
        let answers = answers(
            "position startpos moves e2e4\nposition fen 8/8 w - -\nposition startpos moves e2e5\nd\n",
        );
        assert!(answers[0].starts_with("info string bad FEN: the board has 8 ranks"));
        assert!(answers[1].starts_with("info string move 1: 'e2e5' is not legal here"));
        let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert!(answers.iter().any(|line| line == fen), "{answers:?}");
    }

    #[test]
    fn a_count_is_finished_whatever_comes_next() {
        for next in ["", "quit\n", "position startpos moves e2e4\ngo perft 1\n"] {
            let answers = answers(&format!("go perft 3\n{next}"));
            assert!(answers.contains(&"e2e4: 600".to_owned()));
            assert!(answers.contains(&"Nodes searched: 8902".to_owned()));
        }
    }

    #[test]
    fn a_benchmark_is_finished_or_stopped() {
        let total = |line: &String| line.ends_with(" nps") && !line.contains(':');
        let finished = answers("bench 1\nquit\n");
        assert!(finished.iter().any(total), "{finished:?}");
        let stopped = answers("bench 90\nisready\ngo depth 1\nstop\nquit\n");
        assert!(!stopped.iter().any(total), "{stopped:?}");
        assert_eq!(stopped[..2], ["readyok", "info string bench stopped"]);
        assert!(stopped.last().unwrap().starts_with("bestmove "), "{stopped:?}");
    }

    /// A writer that nobody reads.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_output_is_an_end() {
        for job in ["go infinite\n", "go perft 90\n", "bench 90\n"] {
            // Input that never ends: the answer is refused.
            let input =
                Box::new(Cursor::new(format!("{job}isready\n")).chain(BufReader::new(Endless)));
            run(Start::default(), input, Box::new(Closed), plain_board()).unwrap();
        }
    }

    /// A GUI that stays silent for longer than the test takes.
    struct Endless;

    impl Read for Endless {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            thread::sleep(Duration::from_secs(3600));
            Ok(0)
        }
    }

    #[test]
    fn without_threads_each_line_is_answered_before_the_next() {
        let transcript = Transcript::default();
        let host = Host { has_threads: false, ..Host::DESKTOP };
        let mut uci = LineByLine::new(host, Box::new(transcript.clone())).unwrap();
        for (line, end) in [
            ("isready", "readyok"),
            ("go perft 3", "Nodes searched: 8902"),
            ("setoption name Threads value 2", "here, not 2"),
            ("go depth 5", "bestmove "),
            ("stop", "bestmove "),
            ("go infinite depth 5", "bestmove "),
            ("bench 1", " nps"),
        ] {
            assert!(uci.line(line).is_continue());
            let text = String::from_utf8(transcript.0.lock().unwrap().clone()).unwrap();
            assert!(text.trim_end().lines().last().unwrap().contains(end), "{line}: {text}");
        }
        assert!(uci.line("quit").is_break());
    }

    #[test]
    fn one_best_move_for_each_go() {
        let answers = answers("go depth 1\ngo infinite\ngo infinite\nquit\n");
        let best = answers.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(best, 3, "{answers:?}");
    }
}
