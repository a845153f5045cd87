//! Drives the engine over plain pipes, the way a GUI does.
//!
//! A pseudo-terminal would add echo and carriage returns, which GUIs do not do. The engine runs in the
//! system's temporary directory, so that nothing can depend on the working directory.

#![allow(dead_code, reason = "each test file uses its own part of this module")]
#![allow(unreachable_pub, reason = "the module does not depend on the file that includes it")]

pub mod cli;
pub mod folder;
pub mod report;
pub mod terminal;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use vertumnus_core::board::SplitMix64;
use vertumnus_core::rules::Variant;
use vertumnus_referee::client::uci::UciEngine;
pub use vertumnus_referee::client::uci::is_best_move;
use vertumnus_referee::process::{Channel, FullPipe, Line, Process, Silence, StopSignal, Stream};

use report::SearchReport;

/// How long an answer may take if nothing promises that it is quick. The machine may be busy and the
/// engine an unoptimised build, so only a hang should reach this.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// The names of all variants.
pub fn variants() -> impl Iterator<Item = &'static str> {
    Variant::bundled().iter().map(|variant| variant.name())
}

pub const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub const FAIRYEATER_START: &str =
    "nnngkgnnn/rrrgsgrrr/cccsssccc/ppppppppp/9/PPPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN w - - 0 1";

/// The starting position of a variant, from the rules as published: the first of its perft suite.
pub fn start_fen(variant: &str) -> &'static str {
    let path = in_repository(&format!("perft/{variant}.epd"));
    let suite = fs::read_to_string(&path);
    let suite = suite.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let first = suite.lines().find(|line| !line.is_empty() && !line.starts_with('#'));
    let fen = first.and_then(|line| line.split(';').next());
    fen.unwrap_or_else(|| panic!("{} is empty", path.display())).trim().to_owned().leak()
}

/// The engine's binary. Its path holds whatever the working directory is: Cargo names no drive when it
/// compiles for Windows elsewhere.
pub fn engine_path() -> PathBuf {
    std::path::absolute(env!("CARGO_BIN_EXE_vertumnus")).expect("the path is not empty")
}

/// A file or folder of the repository, by its path there.
pub fn in_repository(path: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::path::absolute(path).expect("the path is not empty")
}

/// A command for the engine's binary with all three streams piped.
pub fn engine_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(engine_path());
    command.args(arguments);
    pipe_streams(&mut command);
    command
}

fn pipe_streams(command: &mut Command) {
    command
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
}

/// Says that a test does nothing, because something is missing. In continuous integration nothing may be.
#[track_caller]
pub fn leave_out(reason: impl Display) {
    assert!(std::env::var_os("CI").is_none(), "{reason}");
    println!("skipped: {reason}");
}

/// Waits until the process has ended, or gives up at the deadline.
pub fn wait_for_exit(child: &mut Child, deadline: Duration) -> Option<ExitStatus> {
    let started = Instant::now();
    loop {
        let status = child.try_wait().expect("the state of a child process can be asked for");
        if status.is_some() || started.elapsed() > deadline {
            return status;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The argument of the command `position` for the position after `moves` from `position`.
pub fn extend_position(position: &str, moves: &[impl AsRef<str>]) -> String {
    let mut extended = position.to_owned();
    if moves.is_empty() {
        return extended;
    }
    if !position.contains(" moves") {
        extended.push_str(" moves");
    }
    for text in moves {
        extended.push(' ');
        extended.push_str(text.as_ref());
    }
    extended
}

/// Whether the word is the name of a square.
pub fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'i', b'1'..=b'9'])
}

/// All FENs in a text.
pub fn find_fens(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_fen = |window: &&[&str]| {
        window[0].matches('/').count() >= 7
            && matches!(window[1], "w" | "b")
            && window[4..].iter().all(|counter| counter.parse::<u32>().is_ok())
    };
    words.windows(6).filter(is_fen).map(|window| window.join(" ")).collect()
}

/// A random choice.
pub fn pick<'a, T: ?Sized>(random: &mut SplitMix64, choices: &[&'a T]) -> &'a T {
    choices[random.below(choices.len())]
}

/// The answer to `d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub fen: String,
    pub key: String,
    /// The squares of the pieces that give check, in alphabetical order.
    pub checkers: Vec<String>,
    /// `ongoing`, or the result and its reason.
    pub outcome: String,
}

impl Description {
    /// The result without its reason: `ongoing`, `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &str {
        self.outcome.split_whitespace().next().unwrap_or("")
    }

    pub fn is_over(&self) -> bool {
        self.result() != "ongoing"
    }
}

/// The answer to `go perft`.
#[derive(Debug, PartialEq, Eq)]
pub struct Perft {
    pub divide: BTreeMap<String, u64>,
    pub total: u64,
}

impl Perft {
    /// Reads lines such as `e2e4: 20` up to `Nodes searched: N`. Blank lines and `info string` lines
    /// are skipped.
    pub fn parse(lines: &[impl AsRef<str>]) -> Result<Self, String> {
        let mut divide = BTreeMap::new();
        let is_counted = |line: &&str| !line.trim().is_empty() && !line.starts_with("info string");
        for line in lines.iter().map(AsRef::as_ref).filter(is_counted) {
            let (name, count) =
                line.split_once(": ").ok_or_else(|| format!("not a perft line: {line:?}"))?;
            let count: u64 = count.parse().map_err(|_| format!("not a count: {line:?}"))?;
            if name == "Nodes searched" {
                return Ok(Self { divide, total: count });
            }
            if !name.get(..2).is_some_and(is_square) {
                return Err(format!("not a move: {line:?}"));
            }
            if divide.insert(name.to_owned(), count).is_some() {
                return Err(format!("a move listed twice: {line:?}"));
            }
        }
        Err("no line `Nodes searched: N`".to_owned())
    }

    pub fn moves(&self) -> BTreeSet<String> {
        self.divide.keys().cloned().collect()
    }
}

/// A running engine. It is killed when dropped, and prints its transcript when the test fails.
pub struct EngineProcess {
    label: String,
    process: Process,
    transcript: Vec<String>,
    /// The lines of standard error.
    complaints: Vec<String>,
    started: Instant,
    last_line_at: Instant,
}

impl EngineProcess {
    /// Starts the binary with arguments; without any it speaks UCI.
    pub fn spawn(arguments: &[&str]) -> Self {
        Self::start(engine_command(arguments), format!("vertumnus {}", arguments.join(" ")))
    }

    /// Starts the binary by a command that ends in it.
    pub fn of_command(mut command: Command) -> Self {
        pipe_streams(&mut command);
        let label = format!("{command:?}");
        Self::start(command, label)
    }

    fn start(command: Command, label: String) -> Self {
        let stop = Arc::new(StopSignal::default());
        let process = Process::spawn(command, FullPipe::Wait, |_| false, &stop);
        let process = process.expect("the engine's binary starts");
        let started = Instant::now();
        Self {
            label,
            process,
            transcript: Vec::new(),
            complaints: Vec::new(),
            started,
            last_line_at: started,
        }
    }

    /// Starts the engine and shakes hands.
    pub fn uci() -> Self {
        let mut engine = Self::spawn(&[]);
        if let Err(silence) = UciEngine::new(&mut engine).handshake(PATIENCE) {
            engine.fail(format_args!("no uciok: {silence:?}"));
        }
        engine
    }

    /// Starts the engine, shakes hands, chooses a variant and starts a game.
    pub fn uci_variant(variant: &str) -> Self {
        let mut engine = Self::spawn(&[]);
        let mut client = UciEngine::new(&mut engine);
        client.handshake(PATIENCE).expect("the engine says uciok");
        client.choose_variant(variant.parse().expect(variant)).expect("the engine offers it");
        engine.new_game();
        engine
    }

    /// Writes one line.
    pub fn send(&mut self, line: impl Display) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Writes bytes as they are, without a line break.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.note('>', String::from_utf8_lossy(bytes).trim_end_matches('\n'));
        if let Err(error) = self.process.write(bytes) {
            self.fail(format_args!("the engine takes no more input: {error}"));
        }
    }

    /// Collects lines up to and including the first that is `wanted`.
    #[track_caller]
    pub fn expect(
        &mut self,
        what: &str,
        deadline: Duration,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Vec<String> {
        let started = Instant::now();
        let mut collected = Vec::new();
        loop {
            match self.next_line(deadline.saturating_sub(started.elapsed())) {
                Ok(line) => {
                    let found = wanted(&line);
                    collected.push(line);
                    if found {
                        return collected;
                    }
                }
                Err(Silence::Timeout) => self.fail(format_args!("no {what} within {deadline:?}")),
                Err(Silence::Closed | Silence::Stopped) => {
                    self.fail(format_args!("the engine closed its output before {what}"))
                }
            }
        }
    }

    /// Collects lines until none has arrived for this time, or the output has ended.
    pub fn drain(&mut self, quiet: Duration) -> Vec<String> {
        let mut collected = Vec::new();
        while let Ok(line) = self.next_line(quiet) {
            collected.push(line);
        }
        collected
    }

    /// Collects lines for this time, and fails if one is not `allowed`.
    #[track_caller]
    pub fn expect_only(
        &mut self,
        what: &str,
        duration: Duration,
        allowed: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let started = Instant::now();
        let mut collected = Vec::new();
        while let Ok(line) = self.next_line(duration.saturating_sub(started.elapsed())) {
            if !allowed(&line) {
                self.fail(format_args!("{what}, but it said {line:?}"));
            }
            collected.push(line);
        }
        collected
    }

    /// The time at which the last line arrived.
    pub fn last_line_at(&self) -> Instant {
        self.last_line_at
    }

    /// Sends `isready` and returns the lines before `readyok`, without blank ones.
    #[track_caller]
    pub fn ready(&mut self) -> Vec<String> {
        self.ready_within(PATIENCE)
    }

    #[track_caller]
    pub fn ready_within(&mut self, deadline: Duration) -> Vec<String> {
        self.send("isready");
        let mut lines = self.expect("readyok", deadline, |line| line == "readyok");
        lines.pop();
        lines.retain(|line| !line.trim().is_empty());
        lines
    }

    /// Sends a command that must not be answered.
    #[track_caller]
    pub fn order(&mut self, command: impl Display) {
        self.send(&command);
        let said = self.ready();
        if !said.is_empty() {
            self.fail(format_args!("`{command}` was answered with {said:?}"));
        }
    }

    /// Sends a command that must be refused in one `info string` line, and returns the reason.
    #[track_caller]
    pub fn refusal(&mut self, command: impl Display) -> String {
        self.send(&command);
        let said = self.ready();
        let [line] = said.as_slice() else {
            self.fail(format_args!("`{command}` needs one line in answer, not {said:?}"));
        };
        let reason = line.strip_prefix("info string ").unwrap_or("").trim();
        if reason.is_empty() {
            self.fail(format_args!("`{command}` needs a reason after `info string`, not {line:?}"));
        }
        reason.to_owned()
    }

    pub fn set_option(&mut self, name: &str, value: impl Display) {
        self.send(format_args!("setoption name {name} value {value}"));
        self.ready();
    }

    pub fn new_game(&mut self) {
        self.send("ucinewgame");
        self.ready();
    }

    /// Sets up a position, which the engine must accept.
    #[track_caller]
    pub fn position(&mut self, position: &str) {
        self.order(format_args!("position {position}"));
    }

    /// Sends `go` and reads the reports of the search, which are checked.
    #[track_caller]
    pub fn go(&mut self, limits: &str) -> SearchReport {
        self.send(format_args!("go {limits}"));
        self.finish_search(PATIENCE)
    }

    /// Reads the reports up to the end of a running search.
    #[track_caller]
    pub fn finish_search(&mut self, deadline: Duration) -> SearchReport {
        let lines = self.expect("bestmove", deadline, is_best_move);
        self.report_of(&lines)
    }

    /// Reads and checks the reports of a search.
    #[track_caller]
    pub fn report_of(&self, lines: &[String]) -> SearchReport {
        match SearchReport::parse(lines).and_then(SearchReport::check) {
            Ok(report) => report,
            Err(reason) => self.fail(reason),
        }
    }

    /// Ends the search that runs, and returns the lines up to its end. Nothing of it can come later: an
    /// option waits for the search, while `isready` alone is answered at once.
    #[track_caller]
    pub fn settle(&mut self) -> Vec<String> {
        // It changes nothing: who ponders is told by each `go`.
        self.send("setoption name Ponder value true");
        self.ready()
    }

    /// Fails if another best move comes.
    #[track_caller]
    pub fn expect_no_more_best_moves(&mut self) {
        let said = self.settle();
        if said.iter().any(|line| is_best_move(line)) {
            self.fail("a second bestmove for one go");
        }
    }

    /// Sends `d`.
    #[track_caller]
    pub fn describe(&mut self) -> Description {
        self.send("d");
        let said = self.ready();
        self.description_of(&said)
    }

    /// Reads the answer to `d`.
    #[track_caller]
    pub fn description_of(&self, said: &[String]) -> Description {
        let field = |name: &str| {
            let mut values = said.iter().filter_map(|line| line.strip_prefix(name));
            match (values.next(), values.next()) {
                (Some(value), None) => value.trim().to_owned(),
                _ => self.fail(format_args!("`d` needs one line that starts with {name:?}")),
            }
        };
        let mut checkers: Vec<String> =
            field("Checkers:").split_whitespace().map(str::to_owned).collect();
        checkers.retain(|word| is_square(word));
        checkers.sort();
        Description { fen: field("Fen:"), key: field("Key:"), checkers, outcome: field("Outcome:") }
    }

    /// Sets up a position and asks `d`.
    #[track_caller]
    pub fn describe_position(&mut self, position: &str) -> Description {
        self.position(position);
        self.describe()
    }

    /// Sends `go perft`.
    #[track_caller]
    pub fn perft(&mut self, depth: u32) -> Perft {
        self.send(format_args!("go perft {depth}"));
        let lines =
            self.expect("perft's total", PATIENCE, |line| line.starts_with("Nodes searched:"));
        Perft::parse(&lines).unwrap_or_else(|reason| self.fail(reason))
    }

    /// The legal moves of the current position.
    #[track_caller]
    pub fn legal_moves(&mut self) -> BTreeSet<String> {
        self.perft(1).moves()
    }

    /// Ends the engine's input without ending the engine.
    pub fn close_stdin(&mut self) {
        self.note('>', "(end of input)");
        self.process.close_input();
    }

    /// Waits for the process to end by itself.
    #[track_caller]
    pub fn expect_exit(&mut self, deadline: Duration) -> ExitStatus {
        match self.process.wait_for_exit(deadline).expect("the system knows the process") {
            Some(status) => status,
            None => self.fail(format_args!("the engine still runs after {deadline:?}")),
        }
    }

    /// The lines up to the end of the output.
    #[track_caller]
    pub fn rest_of_output(&mut self, deadline: Duration) -> Vec<String> {
        let started = Instant::now();
        let mut collected = Vec::new();
        loop {
            match self.next_line(deadline.saturating_sub(started.elapsed())) {
                Ok(line) => collected.push(line),
                Err(Silence::Closed | Silence::Stopped) => return collected,
                Err(Silence::Timeout) => {
                    self.fail(format_args!("the output has not ended after {deadline:?}"))
                }
            }
        }
    }

    /// Fails if anything has come on standard error: `WinBoard` reads it together with the output.
    #[track_caller]
    pub fn expect_no_complaint(&self) {
        if !self.complaints.is_empty() {
            self.fail("the engine has written to standard error");
        }
    }

    /// Fails the test. Dropping the engine then prints the transcript.
    #[track_caller]
    pub fn fail(&self, reason: impl Display) -> ! {
        panic!("{}: {reason}", self.label)
    }

    fn next_line(&mut self, patience: Duration) -> Result<String, Silence> {
        Ok(self.receive(Instant::now() + patience)?.text)
    }

    /// Fails if tournament managers would not understand the line: they ignore protocol lines that
    /// are indented or contain a tab, and read the output as Latin-1.
    fn check_form(&self, line: &str) {
        const KEYWORDS: [&str; 6] =
            ["info ", "bestmove ", "readyok", "uciok", "id ", "option name "];
        let trimmed = line.trim_start();
        if KEYWORDS.iter().any(|keyword| trimmed.starts_with(keyword)) {
            let is_clean = trimmed.len() == line.len() && line.is_ascii() && !line.contains('\t');
            if !is_clean {
                self.fail(format_args!("a manager would not understand {line:?}"));
            }
        }
    }

    fn note(&mut self, mark: char, text: &str) {
        const MAX_LENGTH: usize = 400;
        let seconds = self.started.elapsed().as_secs_f64();
        let shown: String = text.chars().take(MAX_LENGTH).collect();
        let rest = if shown.len() < text.len() { " [...]" } else { "" };
        self.transcript.push(format!("{seconds:8.3} {mark} {shown}{rest}"));
    }
}

impl Channel for EngineProcess {
    fn send(&mut self, line: &str) {
        EngineProcess::send(self, line);
    }

    /// The next line of standard output. Lines of standard error go to the transcript only.
    fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        loop {
            let line = self.process.receive(deadline)?;
            match line.stream {
                Stream::Output => {
                    self.note('<', &line.text);
                    self.check_form(&line.text);
                    self.last_line_at = line.at;
                    return Ok(line);
                }
                Stream::Error => {
                    self.note('!', &line.text);
                    self.complaints.push(line.text.clone());
                    // A panic on another thread may otherwise go unseen.
                    if line.text.contains("panicked at") {
                        self.fail("the engine panicked");
                    }
                }
            }
        }
    }

    fn clear(&mut self) {
        self.process.clear();
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if thread::panicking() {
            while let Ok(line) = self.process.receive(Instant::now()) {
                self.note(if line.stream == Stream::Output { '<' } else { '!' }, &line.text);
            }
            show_transcript(&self.label, &self.transcript);
        }
    }
}

#[allow(clippy::print_stderr, reason = "a failed test must be reported")]
fn show_transcript(label: &str, transcript: &[String]) {
    const LAST: usize = 400;
    let skipped = transcript.len().saturating_sub(LAST);
    eprintln!("transcript of {label} ({skipped} lines left out):");
    for line in &transcript[skipped..] {
        eprintln!("{line}");
    }
}
