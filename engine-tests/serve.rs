//! `vertumnus serve` over real sockets, as a browser and those who should not be let in use it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::cli::run;
use crate::support::terminal::{self, press_ctrl_c};
use crate::support::{PATIENCE, VARIANTS, engine_path, in_repository, wait_for_exit};

/// A server of its own for each test.
struct Server {
    child: Child,
    /// Kept open, as a terminal is.
    _output: BufReader<ChildStdout>,
    port: u16,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(engine_path());
        command.args(["serve", "--no-open", "--port", "0"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = terminal::of_its_own(&mut command).spawn().expect("it starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("it says where it is");
        let port = line
            .trim_end()
            .strip_prefix("Vertumnus plays at http://127.0.0.1:")
            .and_then(|rest| rest.strip_suffix('/')?.parse().ok())
            .unwrap_or_else(|| panic!("no address in {line:?}"));
        Self { child, _output: output, port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream
    }

    /// Sends a request as it stands.
    fn send(&self, head: &str, body: &[u8]) -> TcpStream {
        let mut stream = self.connect();
        // The server may answer before it has read all.
        let _ = stream.write_all(&[head.as_bytes(), body].concat());
        stream
    }

    /// The status and the body of the answer to a request with these further headers.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String) {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\
             Content-Length: {}\r\n{headers}\r\n",
            self.port,
            body.len()
        );
        answer(self.send(&head, body))
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, "", b"")
    }

    fn call(&self, request: &Value) -> Value {
        let (status, body) = self.ask("POST", "/call", "", request.to_string().as_bytes());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("a reply is JSON")
    }

    /// Opens the stream of an engine.
    fn engine(&self, id: &str) -> Engine<'_> {
        let head = format!("GET /engine/{id} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port);
        let mut lines = BufReader::new(self.send(&head, b""));
        let mut status = String::new();
        lines.read_line(&mut status).expect("an answer");
        assert!(status.starts_with("HTTP/1.1 200"), "{status}");
        Engine { server: self, id: id.to_owned(), lines }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status and the body of an answer.
fn answer(mut stream: TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no answer: {text:?}")), body.to_owned())
}

/// An engine behind a stream.
struct Engine<'a> {
    server: &'a Server,
    id: String,
    lines: BufReader<TcpStream>,
}

impl Engine<'_> {
    fn send(&self, line: &str) {
        let (status, body) =
            self.server.ask("POST", &format!("/engine/{}", self.id), "", line.as_bytes());
        assert_eq!(status, 204, "{line}: {body}");
    }

    /// Waits for a line that begins so; `None` if the stream ends before.
    fn wait_for(&mut self, start: &str) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).expect("a line in time") == 0 {
                return None;
            }
            match line.trim_end().strip_prefix("data: ") {
                Some(data) if data.starts_with(start) => return Some(data.to_owned()),
                // The last chunk.
                None if line == "0\r\n" => return None,
                _ => {}
            }
        }
    }
}

#[test]
fn the_page_and_the_rules_of_all_games_are_served() {
    let server = Server::start();
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>") || page.starts_with("<!DOCTYPE html>"), "{page}");
    assert_eq!(server.get("/index.html?x#y").1, page);
    let backend: Value = serde_json::from_str(&server.get("/backend.json").1).expect("JSON");
    assert_eq!(backend["native"], json!(true));
    for game in VARIANTS {
        let (status, rules) = server.get(&format!("/rules/{game}.html"));
        assert_eq!(status, 200);
        let calls: Vec<&str> = rules
            .split("data-call=\"")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('"')?.0))
            .collect();
        assert!(!calls.is_empty(), "{game}");
        for call in calls {
            let call = call.replace("&quot;", "\"").replace("&amp;", "&");
            let call = serde_json::from_str(&call).unwrap_or_else(|_| panic!("{game}: {call}"));
            let reply = server.call(&call);
            assert!(reply["ok"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{reply}");
        }
    }
    let (status, drawn) = server.get("/rules/diagrams/chess-start.svg");
    let kept = in_repository("docs/rules/diagrams/chess-start.svg");
    assert_eq!((status, drawn), (200, fs::read_to_string(kept).expect("the picture is there")));
    for path in [
        "/nonesuch.js",
        "/rules/diagrams/nonesuch.svg",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/rules/nonesuch.html",
        "//etc/passwd",
        "/types.d.ts",
    ] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
}

#[test]
fn nobody_else_s_page_gets_in() {
    let server = Server::start();
    let port = server.port;
    let call = br#"{"call":"games"}"#;
    for (headers, path, status) in [
        ("Origin: http://evil.example\r\n".to_owned(), "/call", 403),
        (format!("Origin: http://127.0.0.1:{}\r\n", port ^ 1), "/call", 403),
        ("Origin: null\r\n".to_owned(), "/call", 403),
        ("Sec-Fetch-Site: cross-site\r\n".to_owned(), "/call", 403),
        ("Sec-Fetch-Site: same-site\r\n".to_owned(), "/engine/a", 403),
        (format!("Host: evil.example:{port}\r\n"), "/call", 403),
        (format!("Origin: http://localhost:{port}\r\n"), "/call", 200),
        ("Sec-Fetch-Site: same-origin\r\n".to_owned(), "/call", 200),
    ] {
        assert_eq!(server.ask("POST", path, &headers, call).0, status, "{headers}");
    }
    for host in ["evil.example", "127.0.0.1", &format!("evil.example:{port}"), ""] {
        let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(answer(server.send(&head, b"")).0, 403, "{host}");
    }
    let nameless = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
    assert_eq!(answer(server.send(nameless, b"")).0, 403);
}

#[test]
fn bad_requests_are_answered_and_the_server_goes_on() {
    let server = Server::start();
    let long = vec![b' '; (1 << 20) + 1];
    for (method, path, body, status) in [
        ("GET", "/call", &b""[..], 405),
        ("POST", "/call", &long, 413),
        ("POST", "/call", b"\xff", 400),
        ("POST", "/", b"", 405),
        ("PUT", "/engine/a", b"", 405),
        ("POST", "/engine/a", b"uci", 404),
        ("GET", "/engine/", b"", 404),
        ("GET", "/engine/a%20b", b"", 404),
        ("GET", "/engine/a/b", b"", 404),
        ("DELETE", "/engine/nonesuch", b"", 204),
        ("NONESUCH", "/", b"", 405),
    ] {
        assert_eq!(server.ask(method, path, "", body).0, status, "{method} {path}");
    }
    // What is no HTTP, or breaks off, is nobody else's trouble.
    for garbage in
        ["\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\r\n\r\n", "POST /call HTTP/1.1\r\nContent-"]
    {
        drop(server.send(garbage, b""));
    }
    let head = format!(
        "POST /call HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 1048576\r\n\r\n",
        server.port
    );
    drop(server.send(&head, b"{"));
    assert_eq!(server.call(&json!({"call": "nonesuch"}))["error"]["kind"], json!("BadRequest"));
    assert!(server.call(&json!({"call": "games"}))["ok"].is_array());
}

#[test]
fn engines_play_side_by_side_stop_at_once_and_end_with_their_streams() {
    let server = Server::start();
    let (mut first, mut second) = (server.engine("first"), server.engine("second"));
    for engine in [&mut first, &mut second] {
        engine.send("uci");
        assert!(engine.wait_for("uciok").is_some());
        engine.send("position startpos\ngo infinite");
        assert!(engine.wait_for("info depth").is_some());
    }
    assert_eq!(server.get("/engine/first").0, 409);
    let asked = Instant::now();
    first.send("stop");
    assert!(first.wait_for("bestmove").is_some());
    let took = asked.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
    // One ends, the other goes on.
    assert_eq!(server.ask("DELETE", "/engine/first", "", b"").0, 204);
    assert_eq!(first.wait_for("nothing"), None);
    second.send("stop");
    assert!(second.wait_for("bestmove").is_some());
    // A browser that opens the stream again learns that the engine is gone.
    assert_eq!(server.ask("GET", "/engine/first", "Last-Event-ID: 1\r\n", b"").0, 204);
    // A page that is closed takes its engine along.
    drop(second);
    let gone = Instant::now();
    while server.ask("POST", "/engine/second", "", b"isready").0 != 404 {
        assert!(gone.elapsed() < PATIENCE, "the engine lives on");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn engines_are_bounded_in_number() {
    let server = Server::start();
    let engines: Vec<Engine<'_>> =
        (0..12).map(|number| server.engine(&format!("e{number}"))).collect();
    let (status, reason) = server.get("/engine/one-more");
    assert_eq!(
        (status, reason.trim_end()),
        (503, "12 engines run, which is the most; close a page")
    );
    assert_eq!(server.ask("DELETE", "/engine/e0", "", b"").0, 204);
    let mut next = server.engine("one-more");
    next.send("isready");
    assert_eq!(next.wait_for("readyok").as_deref(), Some("readyok"));
    drop(engines);
}

#[test]
fn ctrl_c_ends_server_and_engines() {
    let mut server = Server::start();
    let mut engine = server.engine("a");
    engine.send("isready");
    assert!(engine.wait_for("readyok").is_some());
    let Engine { mut lines, .. } = engine;
    if press_ctrl_c(&mut server.child) {
        let status = wait_for_exit(&mut server.child, PATIENCE).expect("Ctrl-C ends it");
        assert!(status.success(), "{status}");
        let mut rest = Vec::new();
        let _ = lines.read_to_end(&mut rest);
    }
}

#[test]
fn the_page_is_written_for_static_hosts() {
    let folder = std::env::temp_dir().join(format!("vertumnus-export-{}", std::process::id()));
    let written = run(&["serve", "--export", folder.to_str().expect("a name")]);
    assert!(written.status.success(), "{}", written.stderr);
    for name in ["index.html", "main.js", "rules/chess.html", "rules/diagrams/chess-start.svg"] {
        assert!(fs::metadata(folder.join(name)).is_ok_and(|file| file.len() > 0), "{name}");
    }
    let backend = fs::read_to_string(folder.join("backend.json")).expect("it is there");
    assert!(backend.contains("\"native\":false"), "{backend}");
    fs::remove_dir_all(folder).expect("the folder is there");
    let refused = run(&["serve", "--no-open", "--files", "/nonesuch"]);
    assert!(refused.stderr.contains("has no index.html"), "{}", refused.stderr);
}
