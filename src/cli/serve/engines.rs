//! The engines of the pages that are open: processes of this program that talk UCI.
//!
//! A page names its engine and opens a stream, which starts it; it sends lines, and gets the engine's
//! lines as events. An engine ends with its stream, so that none is left when a page is closed.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tiny_http::{Method, Request};

use super::answer::{self, Answer};

/// The most engines at the same time: some pages, each with two players and an analysis.
const MOST: usize = 12;

/// The longest name of an engine.
const LONGEST_NAME: usize = 64;

/// How often a page that gets no lines is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// The lines that the engine may be ahead of the page.
const AHEAD: usize = 4096;

/// The engines by the names that their pages gave them.
pub(super) struct Engines {
    program: PathBuf,
    running: Arc<Mutex<HashMap<String, Arc<Engine>>>>,
}

/// An engine.
struct Engine {
    child: Mutex<Child>,
    input: Mutex<ChildStdin>,
}

impl Engine {
    /// Starts this program as an engine.
    fn start(program: &PathBuf) -> io::Result<(Self, ChildStdout)> {
        let mut child = Command::new(program)
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("the engine has no pipes"))?;
        Ok((Self { child: Mutex::new(child), input: Mutex::new(input) }, output))
    }

    /// Sends lines.
    fn send(&self, text: &str) -> io::Result<()> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        input.write_all(format!("{}\n", text.trim_end()).as_bytes())?;
        input.flush()
    }

    /// Ends it. It keeps nothing that would be lost.
    fn end(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Engines {
    /// No engines yet.
    ///
    /// # Errors
    /// If the system does not say where this program is.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { program: std::env::current_exe()?, running: Arc::default() })
    }

    /// Ends all engines, and with them their streams.
    pub(super) fn end_all(&self) {
        let all: Vec<_> = lock(&self.running).drain().collect();
        for (_, engine) in all {
            engine.end();
        }
    }

    /// Answers a request about an engine. If it opens a stream, the stream takes it.
    pub(super) fn answer(&self, id: &str, mut request: Request) -> Option<(Request, Answer)> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if id.is_empty() || id.len() > LONGEST_NAME || !id.chars().all(is_name) {
            return Some((
                request,
                Answer::refused(404, "an engine has a name of letters and digits"),
            ));
        }
        let answer = match request.method() {
            Method::Get => return self.open(id, request),
            Method::Post => match answer::body(&mut request) {
                Ok(text) => self.send(id, &text),
                Err(answer) => answer,
            },
            Method::Delete => {
                if let Some(engine) = lock(&self.running).remove(id) {
                    engine.end();
                }
                Answer::done()
            }
            _ => Answer::refused(405, "an engine takes GET, POST and DELETE"),
        };
        Some((request, answer))
    }

    fn send(&self, id: &str, text: &str) -> Answer {
        let engine = lock(&self.running).get(id).cloned();
        match engine.map(|engine| engine.send(text)) {
            Some(Ok(())) => Answer::done(),
            Some(Err(_)) | None => Answer::refused(404, "there is no such engine"),
        }
    }

    /// Starts an engine, and gives its stream a thread of its own.
    fn open(&self, id: &str, request: Request) -> Option<(Request, Answer)> {
        // A browser opens a stream again when it breaks off, but the engine is gone then, and with it
        // all that it was told. This answer makes the browser give up.
        if request.headers().iter().any(|header| header.field.equiv("Last-Event-ID")) {
            return Some((request, Answer::done()));
        }
        let mut running = lock(&self.running);
        if running.contains_key(id) {
            return Some((request, Answer::refused(409, "the engine has a stream")));
        }
        if running.len() >= MOST {
            let reason = format!("{MOST} engines run, which is the most; close a page");
            return Some((request, Answer::refused(503, reason)));
        }
        let (engine, output) = match Engine::start(&self.program) {
            Ok(started) => started,
            Err(error) => {
                let reason = format!("the engine does not start: {error}");
                return Some((request, Answer::refused(500, reason)));
            }
        };
        let engine = Arc::new(engine);
        running.insert(id.to_owned(), engine.clone());
        drop(running);
        let (id, running) = (id.to_owned(), self.running.clone());
        thread::spawn(move || {
            // Either the page has gone or the engine has.
            let _ = stream(request, output);
            let mut running = lock(&running);
            if running.get(&id).is_some_and(|known| Arc::ptr_eq(known, &engine)) {
                running.remove(&id);
            }
            drop(running);
            engine.end();
        });
        None
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends an engine's lines to a page until one of them has gone.
fn stream(request: Request, output: ChildStdout) -> io::Result<()> {
    let lines = lines(output);
    let mut writer = request.into_writer();
    writer.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
          X-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n",
    )?;
    // The number lets a stream that is opened again be told from a first one.
    chunk(&mut *writer, "id: 1\n\n")?;
    loop {
        let mut text = match lines.recv_timeout(HEARTBEAT) {
            Ok(line) => event(&line),
            Err(RecvTimeoutError::Timeout) => ":\n\n".to_owned(),
            Err(RecvTimeoutError::Disconnected) => {
                writer.write_all(b"0\r\n\r\n")?;
                return writer.flush();
            }
        };
        // Lines that come together go together.
        text.extend(lines.try_iter().map(|line| event(&line)));
        chunk(&mut *writer, &text)?;
    }
}

/// The lines of an engine as they come.
fn lines(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = mpsc::sync_channel(AHEAD);
    thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        for line in lines {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// A line as an event.
fn event(line: &str) -> String {
    format!("data: {line}\n\n")
}

/// Writes a part of a stream.
fn chunk(writer: &mut dyn Write, text: &str) -> io::Result<()> {
    write!(writer, "{:x}\r\n{text}\r\n", text.len())?;
    writer.flush()
}
