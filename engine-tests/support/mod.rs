//! Drives the engine over plain pipes, the way a GUI does.
//!
//! Not a pseudo-terminal: that would add echo and carriage returns and so test another path than
//! the one GUIs use. The engine is started in the system's temporary directory, as tournament
//! managers do, so that nothing can depend on the working directory.

#![allow(dead_code, reason = "each test file uses its own part of this module")]
#![allow(
    unreachable_pub,
    reason = "the module stands alone; who includes it is none of its business"
)]

pub mod cli;
pub mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use report::SearchReport;

/// How long an answer may take that nothing promises to be quick: the machine may be busy and the
/// engine an unoptimised build, so only a hang should reach this.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Both games, for tests that hold for every one of them.
pub const VARIANTS: [&str; 2] = ["chess", "fairyeater"];

pub const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub const FAIRYEATER_START: &str =
    "nnngkgnnn/rrrgsgrrr/cccsssccc/ppppppppp/9/PPPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN w - - 0 1";

/// The start position of one of [`VARIANTS`].
pub fn start_fen(variant: &str) -> &'static str {
    if variant == "fairyeater" { FAIRYEATER_START } else { CHESS_START }
}

/// A command for the engine's binary with all three streams piped.
pub fn engine_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vertumnus"));
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

/// The `position` argument that leads from `position` on by `moves`.
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

/// Whether the word names a square of a board of at most nine files and ranks.
pub fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'i', b'1'..=b'9'])
}

/// All FENs in a text, wherever they stand in it.
pub fn find_fens(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_fen = |window: &&[&str]| {
        window[0].matches('/').count() >= 7
            && matches!(window[1], "w" | "b")
            && window[4..].iter().all(|counter| counter.parse::<u32>().is_ok())
    };
    words.windows(6).filter(is_fen).map(|window| window.join(" ")).collect()
}

/// A small generator of pseudo-random numbers (splitmix64), so that what a seed yields never
/// changes with a dependency.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a usize fits in 64 bits");
        usize::try_from(self.next() % bound).expect("it is below a usize")
    }

    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// What `d` says of the position.
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
    /// Reads `e2e4: 20` lines up to `Nodes searched: N`, or says what else is there. Blank lines
    /// and `info string` lines are no part of it, nor is anything after the total.
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Stdout,
    Stderr,
}

struct Line {
    stream: Stream,
    at: Instant,
    text: String,
}

/// A running engine. It is killed when dropped, and shows its transcript when the test fails.
pub struct EngineProcess {
    label: String,
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    transcript: Vec<String>,
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

    fn start(mut command: Command, label: String) -> Self {
        let mut child = command.spawn().expect("the engine's binary starts");
        let (sender, lines) = channel();
        read_lines(child.stdout.take().expect("stdout is piped"), Stream::Stdout, sender.clone());
        read_lines(child.stderr.take().expect("stderr is piped"), Stream::Stderr, sender);
        let stdin = child.stdin.take();
        let started = Instant::now();
        let transcript = Vec::new();
        Self { label, child, stdin, lines, transcript, started, last_line_at: started }
    }

    /// Starts the engine and shakes hands.
    pub fn uci() -> Self {
        let mut engine = Self::spawn(&[]);
        engine.send("uci");
        engine.expect("uciok", PATIENCE, |line| line == "uciok");
        engine
    }

    /// Starts the engine, shakes hands and chooses a variant.
    pub fn uci_variant(variant: &str) -> Self {
        let mut engine = Self::uci();
        engine.set_option("UCI_Variant", variant);
        engine.new_game();
        engine
    }

    /// Writes one line.
    pub fn send(&mut self, line: impl Display) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Writes bytes as they are; the caller says where lines end.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.note('>', String::from_utf8_lossy(bytes).trim_end_matches('\n'));
        let stdin = self.stdin.as_mut().expect("a test does not write after closing stdin");
        if let Err(error) = stdin.write_all(bytes).and_then(|()| stdin.flush()) {
            self.fail(format_args!("the engine takes no more input: {error}"));
        }
    }

    /// Collects the lines up to and including the first that is `wanted`.
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
                Err(RecvTimeoutError::Timeout) => {
                    self.fail(format_args!("no {what} within {deadline:?}"))
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.fail(format_args!("the engine closed its output before {what}"))
                }
            }
        }
    }

    /// Collects lines until none has come for `quiet`, or the output has ended.
    pub fn drain(&mut self, quiet: Duration) -> Vec<String> {
        let mut collected = Vec::new();
        while let Ok(line) = self.next_line(quiet) {
            collected.push(line);
        }
        collected
    }

    /// Watches the output for some time and fails if a line comes that is not `allowed`.
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

    /// When the line that was read last had arrived.
    pub fn last_line_at(&self) -> Instant {
        self.last_line_at
    }

    /// Asks `isready` and returns the lines that came before `readyok`, without blank ones.
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

    /// Sends an order that must be carried out without a word.
    #[track_caller]
    pub fn order(&mut self, command: impl Display) {
        self.send(&command);
        let said = self.ready();
        if !said.is_empty() {
            self.fail(format_args!("`{command}` was answered with {said:?}"));
        }
    }

    /// Sends an order that must be refused in one `info string` line, and returns the reason.
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

    /// Sets up a position, which must be accepted.
    #[track_caller]
    pub fn position(&mut self, position: &str) {
        self.order(format_args!("position {position}"));
    }

    /// Sends `go` and reads the answer, which must keep the rules of [`SearchReport::check`].
    #[track_caller]
    pub fn go(&mut self, limits: &str) -> SearchReport {
        self.send(format_args!("go {limits}"));
        self.finish_search(PATIENCE)
    }

    /// Reads on to the end of a search that is under way.
    #[track_caller]
    pub fn finish_search(&mut self, deadline: Duration) -> SearchReport {
        let lines = self.expect("bestmove", deadline, is_best_move);
        self.report_of(&lines)
    }

    /// Reads what a search said, which must keep the rules of [`SearchReport::check`].
    #[track_caller]
    pub fn report_of(&self, lines: &[String]) -> SearchReport {
        match SearchReport::parse(lines).and_then(SearchReport::check) {
            Ok(report) => report,
            Err(reason) => self.fail(reason),
        }
    }

    /// Fails if a best move comes that no search is there for.
    #[track_caller]
    pub fn expect_no_more_best_moves(&mut self) {
        let mut said = self.ready();
        said.extend(self.drain(Duration::from_millis(150)));
        if said.iter().any(|line| is_best_move(line)) {
            self.fail("a second bestmove for one go");
        }
    }

    /// Asks `d`.
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

    /// Asks `go perft`.
    #[track_caller]
    pub fn perft(&mut self, depth: u32) -> Perft {
        self.send(format_args!("go perft {depth}"));
        let lines =
            self.expect("perft's total", PATIENCE, |line| line.starts_with("Nodes searched:"));
        Perft::parse(&lines).unwrap_or_else(|reason| self.fail(reason))
    }

    /// The legal moves of the position that is set up.
    #[track_caller]
    pub fn legal_moves(&mut self) -> BTreeSet<String> {
        self.perft(1).moves()
    }

    /// Ends the engine's input without ending the engine.
    pub fn close_stdin(&mut self) {
        self.note('>', "(end of input)");
        self.stdin = None;
    }

    /// Waits for the process to end by itself.
    #[track_caller]
    pub fn expect_exit(&mut self, deadline: Duration) -> ExitStatus {
        match wait_for_exit(&mut self.child, deadline) {
            Some(status) => status,
            None => self.fail(format_args!("the engine still runs after {deadline:?}")),
        }
    }

    /// Everything the engine writes until it ends by itself.
    #[track_caller]
    pub fn rest_of_output(&mut self, deadline: Duration) -> Vec<String> {
        let started = Instant::now();
        let mut collected = Vec::new();
        loop {
            match self.next_line(deadline.saturating_sub(started.elapsed())) {
                Ok(line) => collected.push(line),
                Err(RecvTimeoutError::Disconnected) => return collected,
                Err(RecvTimeoutError::Timeout) => {
                    self.fail(format_args!("the output has not ended after {deadline:?}"))
                }
            }
        }
    }

    /// Fails the test; dropping the engine then shows the transcript.
    #[track_caller]
    pub fn fail(&self, reason: impl Display) -> ! {
        panic!("{}: {reason}", self.label)
    }

    fn next_line(&mut self, deadline: Duration) -> Result<String, RecvTimeoutError> {
        let until = Instant::now() + deadline;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left)?;
            match line.stream {
                Stream::Stdout => {
                    self.note('<', &line.text);
                    self.check_form(&line.text);
                    self.last_line_at = line.at;
                    return Ok(line.text);
                }
                Stream::Stderr => {
                    self.note('!', &line.text);
                    // A panic on another thread may otherwise go unseen.
                    if line.text.contains("panicked at") {
                        self.fail("the engine panicked");
                    }
                }
            }
        }
    }

    /// Tournament managers drop a protocol line that is indented or holds a tab, and read the
    /// output as Latin-1.
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
        const LONGEST: usize = 400;
        let seconds = self.started.elapsed().as_secs_f64();
        let shown: String = text.chars().take(LONGEST).collect();
        let rest = if shown.len() < text.len() { " [...]" } else { "" };
        self.transcript.push(format!("{seconds:8.3} {mark} {shown}{rest}"));
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Either fails only if the process has ended already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            while let Ok(line) = self.lines.try_recv() {
                self.note(if line.stream == Stream::Stdout { '<' } else { '!' }, &line.text);
            }
            show_transcript(&self.label, &self.transcript);
        }
    }
}

/// Whether the line ends a search.
pub fn is_best_move(line: &str) -> bool {
    line.starts_with("bestmove")
}

#[allow(clippy::print_stderr, reason = "a failed test has to be told about")]
fn show_transcript(label: &str, transcript: &[String]) {
    const LAST: usize = 400;
    let skipped = transcript.len().saturating_sub(LAST);
    eprintln!("transcript of {label} ({skipped} lines left out):");
    for line in &transcript[skipped..] {
        eprintln!("{line}");
    }
}

/// Reads a stream to its end on a thread of its own, so that a deadline can be kept on it and the
/// engine never waits for the test.
fn read_lines(stream: impl Read + Send + 'static, name: Stream, lines: Sender<Line>) {
    thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
            let at = Instant::now();
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_end_matches(['\n', '\r']).to_owned();
            bytes.clear();
            if lines.send(Line { stream: name, at, text }).is_err() {
                break;
            }
        }
    });
}
