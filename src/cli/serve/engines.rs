//! The engines of the pages that are open: processes of this program that talk UCI, and answer calls of the rules.
//!
//! A page names its engine and starts it, sends it lines, and listens as long as the engine owes an
//! answer. So a connection is held only while the engine works. An engine ends when its page says so, when
//! the page goes away while it listens, and when nobody has asked for long.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self as threads, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::Instant;

use hyper::body::Bytes;
use hyper::{Method, Response, StatusCode};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::Sleep;

use super::answer::{self, Answer, Content, Parts, Wish};
use super::limits::{MOST_ENGINES, Patience, SLICE};

/// The longest name of an engine.
const LONGEST_NAME: usize = 64;

/// The lines that the engine may be ahead of the page.
const AHEAD: usize = 4096;

/// The texts that the page may be ahead of the engine.
const BEHIND: usize = 16;

/// What a page sends on, and the word that begins the last line of the answer.
const ANSWERED: [(&str, &str); 3] = [("uci", "uciok"), ("isready", "readyok"), ("go", "bestmove")];

/// Whether a page is owed an answer to a line.
fn asks(line: &str) -> bool {
    is_call(line)
        || first_word(line).is_some_and(|word| ANSWERED.iter().any(|known| known.0 == word))
}

/// Whether a line is such an answer.
fn answers(line: &str) -> bool {
    is_call(line)
        || first_word(line).is_some_and(|word| ANSWERED.iter().any(|known| known.1 == word))
}

/// Whether a line is a call of the rules, or the reply to one.
fn is_call(line: &str) -> bool {
    line.starts_with('{')
}

fn first_word(line: &str) -> Option<&str> {
    line.split_whitespace().next()
}

/// The engines by the names that their pages gave them.
pub(super) struct Engines {
    program: PathBuf,
    rules: Vec<PathBuf>,
    patience: Patience,
    running: Mutex<HashMap<String, Arc<Engine>>>,
}

impl Engines {
    /// No engines yet; this program will be started as such, with the games of these files.
    pub(super) fn new(program: PathBuf, rules: Vec<PathBuf>, patience: Patience) -> Self {
        Self { program, rules, patience, running: Mutex::default() }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<Engine>>> {
        lock(&self.running)
    }

    /// Ends all engines.
    pub(super) fn end_all(&self) {
        let all: Vec<_> = self.running().drain().collect();
        for (_, engine) in all {
            engine.process.end();
        }
    }

    /// Ends the engines that nobody asks any more, for ever.
    pub(super) async fn watch(&self) {
        let Patience { unheard, idle, .. } = self.patience;
        loop {
            tokio::time::sleep(unheard.min(idle) / 4).await;
            let is_forgotten = |engine: &Engine| match engine.rests_since() {
                Rest::Never => false,
                Rest::Working(since) => since.elapsed() > unheard,
                Rest::Idle(since) => since.elapsed() > idle,
            };
            let mut running = self.running();
            running.retain(|_, engine| {
                let stays = !engine.process.has_ended() && !is_forgotten(engine);
                if !stays {
                    engine.process.end();
                }
                stays
            });
        }
    }

    /// Answers a request about an engine.
    pub(super) fn answer(
        &self,
        id: &str,
        method: &Method,
        text: &str,
        wish: &Wish,
    ) -> Response<Content> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let answer = if id.is_empty() || id.len() > LONGEST_NAME || !id.chars().all(is_name) {
            Err(Answer::refused(
                StatusCode::NOT_FOUND,
                "an engine has a name of letters and digits",
            ))
        } else {
            match *method {
                Method::PUT => self.start(id),
                Method::POST => self.send(id, text),
                Method::GET => match self.listen(id) {
                    Ok(Some(listening)) => return answer::parts(listening),
                    Ok(None) => Ok(Answer::done()),
                    Err(refusal) => Err(refusal),
                },
                Method::DELETE => {
                    if let Some(engine) = self.running().remove(id) {
                        engine.process.end();
                    }
                    Ok(Answer::done())
                }
                _ => Err(Answer::refused(
                    StatusCode::METHOD_NOT_ALLOWED,
                    "an engine takes PUT, POST, GET and DELETE",
                )),
            }
        };
        answer.unwrap_or_else(|refusal| refusal).response(wish)
    }

    /// Starts an engine. Where there are enough, the one that has had nothing to do for longest makes
    /// room: its page starts another one when it has a question.
    fn start(&self, id: &str) -> Result<Answer, Answer> {
        let mut running = self.running();
        running.retain(|_, engine| !engine.process.has_ended());
        if running.contains_key(id) {
            return Err(Answer::refused(StatusCode::CONFLICT, "the engine is there already"));
        }
        if running.len() >= MOST_ENGINES {
            let idle = running.iter().filter_map(|(id, engine)| match engine.rests_since() {
                Rest::Idle(since) => Some((since, id.clone())),
                Rest::Never | Rest::Working(_) => None,
            });
            let Some((_, longest_idle)) = idle.min() else {
                let reason =
                    format!("{MOST_ENGINES} engines think, which is the most; close a page");
                return Err(Answer::refused(StatusCode::SERVICE_UNAVAILABLE, reason));
            };
            if let Some(engine) = running.remove(&longest_idle) {
                engine.process.end();
            }
        }
        let engine = Engine::start(&self.program, &self.rules).map_err(|error| {
            let reason = format!("the engine does not start: {error}");
            Answer::refused(StatusCode::SERVICE_UNAVAILABLE, reason)
        })?;
        running.insert(id.to_owned(), Arc::new(engine));
        Ok(Answer::done())
    }

    fn known(&self, id: &str) -> Result<Arc<Engine>, Answer> {
        let engine = self.running().get(id).cloned();
        engine.ok_or_else(|| self.forget(id))
    }

    /// The answer to who asks for an engine that has ended.
    fn forget(&self, id: &str) -> Answer {
        self.running().remove(id);
        Answer::refused(StatusCode::NOT_FOUND, "the engine has ended")
    }

    fn send(&self, id: &str, text: &str) -> Result<Answer, Answer> {
        let engine = self.known(id)?;
        if engine.process.has_ended() {
            return Err(self.forget(id));
        }
        match engine.send(text) {
            Ok(()) => Ok(Answer::done()),
            Err(TrySendError::Full(_)) => {
                Err(Answer::refused(StatusCode::SERVICE_UNAVAILABLE, "the engine does not listen"))
            }
            Err(TrySendError::Disconnected(_)) => Err(self.forget(id)),
        }
    }

    /// What the engine says from now on; `None` if it has said all.
    fn listen(&self, id: &str) -> Result<Option<Listening>, Answer> {
        let engine = self.known(id)?;
        let has_lines = !lock(&engine.lines).is_empty();
        if !has_lines && engine.process.has_ended() {
            return Err(self.forget(id));
        }
        let mut state = lock(&engine.state);
        if state.is_heard {
            return Err(Answer::refused(StatusCode::CONFLICT, "somebody listens already"));
        }
        if !has_lines && state.owed == 0 {
            return Ok(None);
        }
        state.is_heard = true;
        drop(state);
        let until = Box::pin(tokio::time::sleep(SLICE));
        Ok(Some(Listening { engine, until, is_over: false }))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An engine. Its input and its output have a thread each: a pipe may be full or empty for long.
struct Engine {
    process: Arc<Process>,
    input: SyncSender<String>,
    lines: Mutex<Receiver<String>>,
    state: Mutex<State>,
}

/// What there is between an engine and its page.
struct State {
    /// How many answers the engine owes.
    owed: usize,
    is_heard: bool,
    /// When the page asked for something last.
    since: Instant,
}

/// Whether an engine is asked for anything, and if not, since when.
enum Rest {
    Never,
    Working(Instant),
    Idle(Instant),
}

impl Engine {
    /// Starts this program as an engine.
    fn start(program: &Path, rules: &[PathBuf]) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(["uci", "--calls"])
            .args(rules.iter().flat_map(|file| [OsStr::new("--rules"), file.as_os_str()]))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let process =
            Arc::new(Process { child: Mutex::new(child), has_ended: AtomicBool::new(false) });
        let threads = || {
            let (stdin, stdout) = pipes.ok_or_else(|| io::Error::other("it has no pipes"))?;
            Ok((writer(stdin)?, reader(stdout, process.clone())?))
        };
        match threads() {
            Ok((input, lines)) => {
                let state = State { owed: 0, is_heard: false, since: Instant::now() };
                Ok(Self { process, input, lines: Mutex::new(lines), state: Mutex::new(state) })
            }
            Err(error) => {
                process.end();
                Err(error)
            }
        }
    }

    /// Sends lines, without waiting until the engine has read them.
    fn send(&self, text: &str) -> Result<(), TrySendError<String>> {
        let owed = text.lines().filter(|line| asks(line)).count();
        let mut state = lock(&self.state);
        self.input.try_send(format!("{}\n", text.trim_end()))?;
        state.owed += owed;
        state.since = Instant::now();
        Ok(())
    }

    /// Notes that the page gets a line.
    fn pass_on(&self, line: &str) {
        if answers(line) {
            let mut state = lock(&self.state);
            state.owed = state.owed.saturating_sub(1);
        }
    }

    fn rests_since(&self) -> Rest {
        let state = lock(&self.state);
        match (state.is_heard, state.owed) {
            (true, _) => Rest::Never,
            (false, 0) => Rest::Idle(state.since),
            (false, _) => Rest::Working(state.since),
        }
    }
}

/// The process of an engine.
struct Process {
    child: Mutex<Child>,
    has_ended: AtomicBool,
}

impl Process {
    fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }

    /// Ends it. It keeps nothing that would be lost.
    fn end(&self) {
        let mut child = lock(&self.child);
        let _ = child.kill();
        let _ = child.wait();
        self.has_ended.store(true, Ordering::Release);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes what it is given to an engine.
fn writer(mut stdin: ChildStdin) -> io::Result<SyncSender<String>> {
    let (sender, texts) = threads::sync_channel::<String>(BEHIND);
    named("engine-input").spawn(move || {
        for text in texts {
            if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                break;
            }
        }
    })?;
    Ok(sender)
}

/// The lines of an engine as they come. With its output, an engine has ended.
fn reader(stdout: ChildStdout, process: Arc<Process>) -> io::Result<Receiver<String>> {
    let (sender, lines): (Sender<String>, _) = mpsc::channel(AHEAD);
    named("engine-output").spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
        process.end();
    })?;
    Ok(lines)
}

/// A thread that needs little.
fn named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.to_owned()).stack_size(1 << 18)
}

/// A page that listens to its engine, for a while.
struct Listening {
    engine: Arc<Engine>,
    until: Pin<Box<Sleep>>,
    /// Whether all has been told that is to be told this time.
    is_over: bool,
}

impl Parts for Listening {
    /// The lines that have come since; nothing once the engine has answered all, the time is over, or
    /// the engine has ended.
    fn poll_part(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let mut text = String::new();
        let mut lines = lock(&self.engine.lines);
        loop {
            match lines.poll_recv(context) {
                Poll::Ready(Some(line)) => {
                    self.engine.pass_on(&line);
                    text += &line;
                    text.push('\n');
                }
                Poll::Ready(None) => {
                    self.is_over = true;
                    break;
                }
                Poll::Pending => break,
            }
        }
        drop(lines);
        let owes = lock(&self.engine.state).owed > 0;
        self.is_over |= !owes || self.until.as_mut().poll(context).is_ready();
        match (text.is_empty(), self.is_over) {
            (false, _) => Poll::Ready(Some(text.into())),
            (true, true) => Poll::Ready(None),
            (true, false) => Poll::Pending,
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut state = lock(&self.engine.state);
        state.is_heard = false;
        state.since = Instant::now();
        drop(state);
        // The page has gone while it listened.
        if !self.is_over {
            self.engine.process.end();
        }
    }
}
