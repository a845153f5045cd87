//! `vertumnus serve` over real sockets, as a browser and those who should not be let in use it.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use crate::limits::PoorUsers;
use crate::support::cli::run;
use crate::support::terminal::{self, press_ctrl_c};
use crate::support::{PATIENCE, engine_path, in_repository, variants, wait_for_exit};

/// A server for tests.
const SERVE: [&str; 4] = ["serve", "--no-open", "--port", "0"];

/// A server of its own for each test.
struct Server {
    child: Child,
    /// Kept open, as a terminal is.
    _output: BufReader<ChildStdout>,
    port: u16,
    /// What only the user knows.
    secret: String,
}

impl Server {
    fn start() -> Self {
        Self::with(&[])
    }

    /// A server with further options.
    fn with(options: &[&str]) -> Self {
        let mut command = Command::new(engine_path());
        command.args(SERVE).args(options);
        Self::of(command).unwrap_or_else(|reason| panic!("it does not start: {reason}"))
    }

    /// A server that a command starts.
    ///
    /// # Errors
    /// What it says if it ends.
    fn of(mut command: Command) -> Result<Self, String> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = terminal::of_its_own(&mut command).spawn().expect("it starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("it says where it is");
        if line.is_empty() {
            let ended = child.wait_with_output().expect("it ends");
            let reason = String::from_utf8_lossy(&ended.stderr).into_owned();
            return Err(format!("{:?}: {reason}", ended.status.code()));
        }
        let address = line.trim_end().strip_prefix("Vertumnus plays at http://127.0.0.1:");
        let (port, secret) = address
            .and_then(|rest| rest.split_once("/?token="))
            .and_then(|(port, rest)| Some((port.parse().ok()?, rest.split('#').next()?.to_owned())))
            .unwrap_or_else(|| panic!("no address in {line:?}"));
        Ok(Self { child, _output: output, port, secret })
    }

    fn connect(&self) -> Connection<'_> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        Connection { server: self, stream: BufReader::new(stream) }
    }

    /// Sends bytes as they stand.
    fn send(&self, bytes: &[u8]) -> Connection<'_> {
        let mut connection = self.connect();
        // The server may answer before it has read all.
        let _ = connection.stream.get_mut().write_all(bytes);
        connection
    }

    /// What the user's page shows with each request.
    fn token(&self) -> String {
        format!("Authorization: Bearer {}\r\n", self.secret)
    }

    /// The answer to a request of the page with these further headers.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String) {
        let answer = self.connect().ask(method, path, &(self.token() + headers), body);
        (answer.status, answer.body)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, "", b"")
    }

    fn call(&self, request: &Value) -> Value {
        let (status, body) = self.ask("POST", "/call", "", request.to_string().as_bytes());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("a reply is JSON")
    }

    /// Fails unless the server answers.
    fn assert_answers(&self, after: &str) {
        let reply = self.call(&json!({"call": "games"}));
        assert!(reply["ok"].is_array(), "after {after}: {reply}");
    }

    /// Starts an engine.
    fn engine(&self, id: &str) -> Engine<'_> {
        let (status, reason) = self.ask("PUT", &format!("/engine/{id}"), "", b"");
        assert_eq!(status, 204, "{reason}");
        Engine { server: self, path: format!("/engine/{id}"), lines: VecDeque::new() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept.
struct Connection<'a> {
    server: &'a Server,
    stream: BufReader<TcpStream>,
}

/// An answer.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Connection<'_> {
    /// The answer to a request with these further headers.
    fn ask(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let (port, length) = (self.server.port, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        let _ = self.stream.get_mut().write_all(&[head.as_bytes(), body].concat());
        self.answer().unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line),
        }
    }

    fn exactly(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads the head of an answer.
    fn head(&mut self) -> io::Result<(u16, String)> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            head += &self.line()?;
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok((status.unwrap_or_else(|| panic!("no answer: {head:?}")), head.to_ascii_lowercase()))
    }

    /// Reads an answer.
    fn answer(&mut self) -> io::Result<Answer> {
        let (status, head) = self.head()?;
        let header = |name: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(name));
            line.map(|value| value.trim().to_owned())
        };
        let mut body = Vec::new();
        if header("transfer-encoding:").as_deref() == Some("chunked") {
            loop {
                let part = self.part()?;
                if part.is_empty() {
                    break;
                }
                body.extend(part);
            }
        } else if let Some(length) = header("content-length:") {
            body = self.exactly(length.parse().expect("a length is a number"))?;
        }
        Ok(Answer { status, head, body: String::from_utf8_lossy(&body).into_owned() })
    }

    /// Reads a part of a body; it is empty at the end.
    fn part(&mut self) -> io::Result<Vec<u8>> {
        let length = self.line()?;
        let length = usize::from_str_radix(length.trim_end(), 16).expect("a length is a number");
        let part = self.exactly(length)?;
        self.exactly(2)?;
        Ok(part)
    }

    /// Waits until the server closes the connection.
    fn wait_for_end(&mut self) {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "{error}"),
        }
    }
}

/// An engine behind requests.
struct Engine<'a> {
    server: &'a Server,
    path: String,
    lines: VecDeque<String>,
}

impl Engine<'_> {
    fn send(&self, line: &str) {
        let (status, body) = self.server.ask("POST", &self.path, "", line.as_bytes());
        assert_eq!(status, 204, "{line}: {body}");
    }

    /// Waits for a line that begins so; `None` if the engine says all that it owes before, or ends.
    fn wait_for(&mut self, start: &str) -> Option<String> {
        self.wait_on(&mut self.server.connect(), start)
    }

    /// The same over a connection that others use as well.
    fn wait_on(&mut self, connection: &mut Connection<'_>, start: &str) -> Option<String> {
        let token = self.server.token();
        let began = Instant::now();
        loop {
            while let Some(line) = self.lines.pop_front() {
                if line.starts_with(start) {
                    return Some(line);
                }
            }
            assert!(began.elapsed() < PATIENCE, "no '{start}'");
            let answer = connection.ask("GET", &self.path, &token, b"");
            if answer.status != 200 {
                return None;
            }
            self.lines.extend(answer.body.lines().map(str::to_owned));
        }
    }

    /// Waits until the server knows it no more.
    fn wait_for_end(&self) {
        let began = Instant::now();
        while self.server.ask("POST", &self.path, "", b"isready").0 != 404 {
            assert!(began.elapsed() < PATIENCE, "the engine lives on");
            thread::sleep(Duration::from_millis(100));
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
    let puzzles = backend["puzzles"].as_array().expect("a list");
    for game in puzzles.iter().map(|game| game.as_str().expect("a name")) {
        assert!(variants().any(|known| known == game), "{game}");
        let kept = fs::read_to_string(in_repository(&format!("src/games/{game}/puzzles.epd")));
        let served = server.get(&format!("/puzzles/{game}.epd"));
        assert_eq!(served, (200, kept.expect("a suite")));
    }
    assert!(puzzles.len() > 7, "{puzzles:?}");
    for game in variants() {
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
    // The rules lead to the legend of the pieces, whose pictures are served.
    let (status, legend) = server.get("/rules/pieces.html");
    assert_eq!(status, 200);
    assert!(server.get("/rules/chess.html").1.contains("data-rules=\"pieces\""));
    let pictures: Vec<&str> =
        legend.split("src=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
    assert!(pictures.len() > 10, "{pictures:?}");
    for picture in pictures {
        assert!(server.get(&format!("/{picture}")).1.starts_with("<svg"), "{picture}");
    }
    // The rules of a game lead to the report of its playtest, and that back to the page.
    let has_record =
        |game: &&str| in_repository(&format!("src/games/{game}/playtest.json")).exists();
    let games: Vec<&str> = variants().filter(has_record).collect();
    assert!(games.len() > 7, "{games:?}");
    for game in games {
        let (_, rules) = server.get(&format!("/rules/{game}.html"));
        let report = format!("playtest/{game}.html");
        assert!(rules.contains(&format!("href=\"{report}\"")), "{game}");
        let (status, page) = server.get(&format!("/{report}"));
        assert_eq!(status, 200, "{game}");
        assert!(page.contains(&format!("href=\"../#{game}/")), "{game}");
        assert!(!page.contains("http://127.0.0.1"), "{game}");
        let printed = run(&["playtest", "--page", game]).stdout;
        assert_eq!(printed.replace("http://127.0.0.1:8360/", "../"), page, "{game}");
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
        "/playtest/nonesuch.html",
        "/playtest/chess.json",
        "/types.d.ts",
    ] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
}

#[test]
fn a_game_of_a_file_has_a_picture_and_rules_in_words() {
    let file = std::env::temp_dir().join(format!("vertumnus-served-{}.ini", std::process::id()));
    fs::write(&file, "[served-camels:chess]\ntitle = Camels\nknight = -\ncustomPiece1 = n:C\n[served-plain:chess]\n")
        .expect("the file can be written");
    let server = Server::with(&["--rules", file.to_str().expect("a name")]);
    let drawn = server.call(&json!({ "call": "diagram", "game": "served-camels" }));
    assert!(drawn["ok"].as_str().is_some_and(|drawn| drawn.starts_with("<svg")), "{drawn}");
    let words = server.call(&json!({ "call": "explainRules", "game": "served-camels" }));
    assert!(words["ok"].as_str().is_some_and(|words| words.starts_with("Camels\n")), "{words}");
    let refused = server.call(&json!({ "call": "explainRules", "game": "chess" }));
    assert_eq!(refused["error"]["kind"], "BadRules");
    // Who does not know the token does not learn which games there are.
    assert_eq!(server.get("/rules/diagrams/served-camels-start.svg").0, 404);
    fs::remove_file(file).expect("the file is there");
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
        // Two hosts.
        (format!("Host: evil.example:{port}\r\n"), "/call", 403),
        (format!("Origin: http://localhost:{port}\r\n"), "/call", 200),
        ("Sec-Fetch-Site: same-origin\r\n".to_owned(), "/call", 200),
    ] {
        assert_eq!(server.ask("POST", path, &headers, call).0, status, "{headers}");
    }
    let token = server.token();
    let hosts = ["evil.example", "127.0.0.1", &format!("evil.example:{port}"), ""];
    let hosts = hosts.map(|host| format!("Host: {host}\r\n"));
    for host in hosts.iter().map(String::as_str).chain([""]) {
        let head = format!("GET / HTTP/1.1\r\n{host}{token}\r\n");
        let answer = server.send(head.as_bytes()).answer().expect("an answer");
        assert_eq!(answer.status, 403, "{host}");
    }
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
        ("PATCH", "/engine/a", b"", 405),
        ("POST", "/engine/a", b"uci", 404),
        ("GET", "/engine/a", b"", 404),
        ("PUT", "/engine/", b"", 404),
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
        drop(server.send(garbage.as_bytes()));
    }
    let (port, token) = (server.port, server.token());
    let head = format!(
        "POST /call HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{token}Content-Length: 1048576\r\n\r\n{{"
    );
    drop(server.send(head.as_bytes()));
    assert_eq!(server.call(&json!({"call": "nonesuch"}))["error"]["kind"], json!("BadRequest"));
    assert!(server.call(&json!({"call": "games"}))["ok"].is_array());
}

/// The heads of requests that are let in, refused and unknown, without a length.
fn heads(server: &Server) -> Vec<(&'static str, String)> {
    let (port, token) = (server.port, server.token());
    let head = |line: &str, host: &str, rest: &str| {
        format!("{line} HTTP/1.1\r\nHost: {host}:{port}\r\n{rest}")
    };
    vec![
        ("a call", head("POST /call", "127.0.0.1", &token)),
        ("lines for an engine", head("POST /engine/a", "127.0.0.1", &token)),
        ("a file", head("GET /icon.svg", "127.0.0.1", &token)),
        ("an unknown file", head("POST /nonesuch", "127.0.0.1", &token)),
        ("another host", head("POST /call", "evil.example", &token)),
        (
            "another page",
            head("POST /call", "127.0.0.1", &(token.clone() + "Origin: http://evil.example\r\n")),
        ),
        ("another user", head("POST /call", "127.0.0.1", "")),
    ]
}

#[test]
fn a_length_that_nobody_has_ends_nothing() {
    let server = Server::start();
    for length in [1 << 31, 99_999_999_999, 1 << 40, u64::MAX - 2, u64::MAX] {
        for (what, head) in heads(&server) {
            let request = format!("{head}Content-Length: {length}\r\n\r\nab");
            let answer = server.send(request.as_bytes()).answer();
            let status = answer.map(|answer| answer.status).unwrap_or_default();
            let is_read = what == "a file" && status == 200;
            assert!((400..500).contains(&status) || is_read, "{what}, {length}: {status}");
            server.assert_answers(what);
        }
    }
}

#[test]
fn bodies_that_never_come_hold_nobody_up() {
    let server = Server::start();
    for number in [4, 64] {
        for (what, head) in heads(&server) {
            let request = format!("{head}Content-Length: 1025\r\n\r\nab");
            let open: Vec<_> = (0..number).map(|_| server.send(request.as_bytes())).collect();
            server.assert_answers(what);
            drop(open);
        }
    }
}

#[test]
fn all_connections_that_are_kept_are_answered() {
    let server = Server::start();
    let token = server.token();
    for _ in 0..12 {
        let mut connections: Vec<_> = (0..24).map(|_| server.connect()).collect();
        for _ in 0..2 {
            for connection in &mut connections {
                assert_eq!(connection.ask("GET", "/icon.svg", &token, b"").status, 200);
            }
        }
    }
}

#[test]
fn who_says_nothing_makes_room_and_is_sent_away_in_the_end() {
    let server = Server::start();
    let silent: Vec<_> = (0..400).map(|_| server.connect()).collect();
    server.assert_answers("400 connections");
    drop(silent);
    let server = Server::with(&["--patience", "1"]);
    let token = server.token();
    for start in
        ["", "G", "GET / HTTP/1.1\r\nHost: 127", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: b\r\n"]
    {
        server.send(start.as_bytes()).wait_for_end();
    }
    // A connection that is kept is not kept for ever.
    let mut kept = server.connect();
    assert_eq!(kept.ask("GET", "/icon.svg", &token, b"").status, 200);
    kept.wait_for_end();
    let (_, head) = heads(&server).swap_remove(0);
    let slow = server.send(format!("{head}Content-Length: 9\r\n\r\n{{").as_bytes()).answer();
    assert_eq!(slow.expect("an answer").status, 408);
}

#[cfg(unix)]
#[test]
fn a_server_without_descriptors_goes_on_when_it_has_some() {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 48 && exec \"$0\" \"$@\""]).arg(engine_path()).args(SERVE);
    let mut server = Server::of(command).expect("it starts");
    let silent: Vec<_> = (0..600).map(|_| server.connect()).collect();
    server.assert_answers("600 connections");
    drop(silent);
    server.assert_answers("600 connections that were closed");
    let mut engine = server.engine("a");
    engine.send("isready");
    assert!(engine.wait_for("readyok").is_some());
    let mut said = String::new();
    let mut errors = server.child.stderr.take().expect("a pipe");
    drop(server);
    errors.read_to_string(&mut said).expect("text");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("vertumnus: no connection can be accepted now: "), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_may_have_few_threads_serves_or_says_why_not() {
    let Some(users) = PoorUsers::new(2_000_100_000) else { return };
    let mut served = 0;
    for threads in 1..16 {
        let mut server = match Server::of(users.command(threads, &SERVE)) {
            Ok(server) => server,
            Err(reason) => {
                let is_one_line =
                    reason.starts_with("Some(1): vertumnus: ") && reason.lines().count() == 1;
                assert!(is_one_line, "{threads}: {reason}");
                continue;
            }
        };
        served += 1;
        let open: Vec<_> = (0..60).map(|_| server.connect()).collect();
        server.assert_answers("60 connections");
        let (status, reason) = server.ask("PUT", "/engine/a", "", b"");
        let is_refused = status == 503 && reason.starts_with("the engine does not start: ");
        assert!(status == 204 || is_refused, "{threads}: {status} {reason}");
        server.assert_answers("an engine");
        drop(open);
        // Others run it, and end it when they are told to.
        let id = server.child.id().to_string();
        assert!(Command::new("kill").arg(id).status().expect("kill").success());
        assert!(wait_for_exit(&mut server.child, PATIENCE).is_some(), "it does not end");
    }
    assert!(served > 0, "it never serves");
}

#[test]
fn only_who_has_the_address_gets_more_than_the_page() {
    let server = Server::start();
    let ask = |method: &str, path: &str, headers: &str| {
        server.connect().ask(method, path, headers, b"{}")
    };
    let cookie = format!("Cookie: vertumnus-{}={}\r\n", server.port, server.secret);
    for (method, path) in [
        ("GET", "/backend.json"),
        ("POST", "/call"),
        ("PUT", "/engine/a"),
        ("POST", "/engine/a"),
        ("GET", "/engine/a"),
        ("DELETE", "/engine/a"),
    ] {
        // Neither an address nor a cookie lets anybody in: others see the one and are sent the other.
        let shown = format!("{path}?token={}", server.secret);
        for (path, headers) in [(path, ""), (shown.as_str(), ""), (path, cookie.as_str())] {
            let answer = ask(method, path, headers);
            assert_eq!(answer.status, 403, "{method} {path}");
            assert!(answer.body.contains("open the whole address that"), "{}", answer.body);
        }
    }
    // The page itself is no secret, and whoever gets it gets no more by it.
    for path in ["/", &format!("/?token={}", server.secret), "/main.js", "/rules/chess.html"] {
        let answer = ask("GET", path, "");
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.head.contains("set-cookie"), "{}", answer.head);
        assert!(!answer.body.contains(&server.secret), "{path}");
    }
    assert_eq!(ask("POST", "/call", &server.token()).status, 200);
}

#[cfg(unix)]
#[test]
fn the_browser_is_given_a_file_that_others_cannot_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    let folder = std::env::temp_dir().join(format!("vertumnus-opened-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let said = folder.join("said");
    // What a browser would be started by.
    let opener = folder.join(if cfg!(target_os = "macos") { "open" } else { "xdg-open" });
    let script = format!("#!/bin/sh\necho \"$@\" > {0}.part && mv {0}.part {0}\n", said.display());
    fs::write(&opener, script).expect("a script");
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(engine_path());
    command.args(["serve", "--port", "0", "chess"]).env("TMPDIR", &folder);
    command.env("PATH", format!("{}:{path}", folder.display()));
    let server = Server::of(command).expect("it starts");
    let began = Instant::now();
    while !said.exists() {
        assert!(began.elapsed() < PATIENCE, "no browser is opened");
        thread::sleep(Duration::from_millis(20));
    }
    let arguments = fs::read_to_string(&said).expect("text");
    assert!(!arguments.contains(&server.secret), "{arguments}");
    let door = std::path::Path::new(arguments.trim_end());
    let metadata = fs::metadata(door).expect("a file");
    assert_eq!(metadata.mode() & 0o777, 0o600);
    let page = fs::read_to_string(door).expect("text");
    let address = format!("http://127.0.0.1:{}/?token={}#chess", server.port, server.secret);
    assert!(page.contains(&address), "{page}");
    // Files alone do not show that the user has come in.
    server.connect().ask("GET", "/", "", b"");
    assert!(door.exists());
    server.assert_answers("a visit");
    assert!(!door.exists(), "it is no longer needed");
    drop(server);
    fs::remove_dir_all(folder).expect("the folder is there");
}

#[test]
fn answers_are_compressed_kept_and_framed_by_nobody_else() {
    let server = Server::start();
    let path = "/playtest/chess.html";
    let ask = |headers: &str| server.connect().ask("GET", path, headers, b"");
    let plain = ask("");
    assert!(plain.head.contains("frame-ancestors 'self'"), "{}", plain.head);
    assert!(!plain.head.contains("content-encoding"), "{}", plain.head);
    let compressed = ask("Accept-Encoding: gzip, br\r\n");
    assert!(compressed.head.contains("content-encoding: gzip\r\n"), "{}", compressed.head);
    assert!(compressed.body.len() < plain.body.len() * 2 / 3);
    let tag = plain.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
    let again = ask(&format!("If-None-Match: {}\r\n", tag.replace("w/", "W/")));
    assert_eq!((again.status, &*again.body), (304, ""));
}

#[test]
fn engines_play_side_by_side_stop_at_once_and_end_with_their_pages() {
    let server = Server::start();
    let (mut first, mut second) = (server.engine("first"), server.engine("second"));
    for engine in [&mut first, &mut second] {
        engine.send("uci");
        assert!(engine.wait_for("uciok").is_some());
        // It owes nothing more.
        assert_eq!(engine.wait_for("nothing"), None);
        engine.send("position startpos\ngo infinite");
        assert!(engine.wait_for("info depth").is_some());
    }
    assert_eq!(server.ask("PUT", "/engine/first", "", b"").0, 409);
    let asked = Instant::now();
    first.send("stop");
    assert!(first.wait_for("bestmove").is_some());
    let took = asked.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
    // One ends, the other goes on.
    assert_eq!(server.ask("DELETE", "/engine/first", "", b"").0, 204);
    assert_eq!(server.get("/engine/first").0, 404);
    assert!(second.wait_for("info depth").is_some());
    // A page that is closed while it listens takes its engine along.
    let mut listening = server.connect();
    let head = format!(
        "GET /engine/second HTTP/1.1\r\nHost: localhost:{}\r\n{}\r\n",
        server.port,
        server.token()
    );
    loop {
        listening.stream.get_mut().write_all(head.as_bytes()).expect("it listens");
        assert_eq!(listening.head().expect("an answer").0, 200);
        // Others may not listen at the same time.
        if server.get("/engine/second").0 == 409 {
            break;
        }
        while !listening.part().expect("a part").is_empty() {}
    }
    drop(listening);
    second.wait_for_end();
}

#[test]
fn an_engine_reads_a_text_answers_calls_about_its_game_and_plays_it() {
    let server = Server::start();
    let (mut engine, mut other) = (server.engine("a"), server.engine("b"));
    let ask = |engine: &mut Engine<'_>, request: &Value| -> Value {
        engine.send(&request.to_string());
        let reply = engine.wait_for("{").expect("a reply");
        serde_json::from_str(&reply).expect("a reply is JSON")
    };
    let text = "[knights:chess]\ntitle = Knights\nking = k:KN\n[wrong:chess]\nking = k:KM\n";
    let checked = ask(&mut engine, &json!({"call": "checkRules", "text": text}));
    assert_eq!(checked["ok"]["game"], "knights", "{checked}");
    assert_eq!(checked["ok"]["games"], json!([{"name": "knights", "title": "Knights"}]));
    assert_eq!(checked["ok"]["findings"][0]["line"], 5, "{checked}");
    assert!(checked["ok"]["words"].as_str().is_some_and(|words| words.contains("Knights")));
    let legal = json!({"call": "legalMoves", "game": "knights"});
    let moves = ask(&mut engine, &legal);
    assert_eq!(moves["ok"].as_array().map(Vec::len), Some(22), "{moves}");
    engine
        .send("setoption name UCI_Variant value knights\nposition startpos moves e1f3\ngo depth 1");
    assert!(engine.wait_for("bestmove").is_some());
    // Neither another engine nor the page itself knows it.
    for reply in [ask(&mut other, &legal), server.call(&legal)] {
        assert_eq!(reply["error"]["kind"], "UnknownVariant", "{reply}");
    }
    let refused = server.call(&json!({"call": "checkRules", "text": text}));
    assert_eq!(refused["error"]["message"], "there is no call 'checkRules'");
}

#[test]
fn eight_engines_search_at_once_over_two_connections() {
    let server = Server::start();
    let mut engines: Vec<Engine<'_>> =
        (0..8).map(|number| server.engine(&format!("e{number}"))).collect();
    let mut connections = [server.connect(), server.connect()];
    for engine in &engines {
        engine.send("position startpos\ngo infinite");
    }
    for _ in 0..2 {
        for (number, engine) in engines.iter_mut().enumerate() {
            let line = engine.wait_on(&mut connections[number % 2], "info depth");
            assert!(line.is_some(), "engine {number} is silent");
        }
    }
    for engine in &mut engines {
        engine.send("stop");
        assert!(engine.wait_on(&mut connections[0], "bestmove").is_some());
    }
}

#[test]
fn engines_are_bounded_in_number_and_the_idle_ones_make_room() {
    let server = Server::start();
    let engines: Vec<Engine<'_>> =
        (0..24).map(|number| server.engine(&format!("e{number}"))).collect();
    for engine in &engines[1..] {
        engine.send("go infinite");
    }
    // The first has nothing to do.
    let next = server.engine("one-more");
    assert_eq!(server.get("/engine/e0").0, 404);
    next.send("go infinite");
    let (status, reason) = server.ask("PUT", "/engine/another", "", b"");
    assert_eq!(
        (status, reason.trim_end()),
        (503, "24 engines think, which is the most; close a page")
    );
    assert_eq!(server.ask("DELETE", "/engine/e1", "", b"").0, 204);
    let mut another = server.engine("another");
    another.send("isready");
    assert_eq!(another.wait_for("readyok").as_deref(), Some("readyok"));
}

#[test]
fn engines_whose_pages_have_gone_end() {
    let server = Server::with(&["--patience", "1"]);
    let (idle, searching) = (server.engine("idle"), server.engine("searching"));
    searching.send("go infinite");
    for engine in [idle, searching] {
        let began = Instant::now();
        // To listen to it is to ask for it.
        thread::sleep(Duration::from_millis(1500));
        while server.get(&engine.path).0 != 404 {
            assert!(began.elapsed() < PATIENCE, "{} lives on", engine.path);
            thread::sleep(Duration::from_millis(1500));
        }
    }
}

#[test]
fn ctrl_c_ends_server_and_engines() {
    let mut server = Server::start();
    let mut engine = server.engine("a");
    engine.send("isready");
    assert!(engine.wait_for("readyok").is_some());
    let mut kept = server.connect();
    let mut stream = kept.stream.get_ref().try_clone().expect("another handle");
    assert_eq!(kept.ask("GET", "/icon.svg", &server.token(), b"").status, 200);
    drop(kept);
    if press_ctrl_c(&mut server.child) {
        let status = wait_for_exit(&mut server.child, PATIENCE).expect("Ctrl-C ends it");
        assert!(status.success(), "{status}");
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
}

#[test]
fn the_page_is_written_for_static_hosts() {
    let folder = std::env::temp_dir().join(format!("vertumnus-export-{}", std::process::id()));
    let written = run(&["serve", "--export", folder.to_str().expect("a name")]);
    assert!(written.status.success(), "{}", written.stderr);
    for name in [
        "index.html",
        "main.js",
        "puzzles/chess.epd",
        "rules/chess.html",
        "rules/diagrams/chess-start.svg",
        "playtest/chess.html",
    ] {
        assert!(fs::metadata(folder.join(name)).is_ok_and(|file| file.len() > 0), "{name}");
    }
    let backend = fs::read_to_string(folder.join("backend.json")).expect("it is there");
    assert!(backend.contains("\"native\":false"), "{backend}");
    assert_eq!(written.stdout.lines().count(), 1, "{}", written.stdout);
    assert!(
        written.stdout.contains("has the page, but no engine for browsers"),
        "{}",
        written.stdout
    );
    fs::create_dir(folder.join("package")).expect("a folder");
    fs::write(folder.join("package/index.js"), "").expect("a file");
    let again = run(&["serve", "--export", folder.to_str().expect("a name")]);
    assert!(again.stdout.ends_with(" has the page\n"), "{}", again.stdout);
    fs::remove_dir_all(folder).expect("the folder is there");
}

/// What somebody else has written is left as it is, and then nothing is written.
#[test]
fn an_export_replaces_only_what_an_export_has_written() {
    let folder = std::env::temp_dir().join(format!("vertumnus-own-site-{}", std::process::id()));
    let export = || run(&["serve", "--export", folder.to_str().expect("a name")]);
    fs::create_dir_all(&folder).expect("a folder");
    let refused = |name: &str| {
        let refused = export();
        assert_eq!(refused.status.code(), Some(1), "{}", refused.stderr);
        let reason = format!("{name} is no file of an export, so it is left as it is\n");
        assert!(refused.stderr.ends_with(&reason), "{}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        assert_eq!(fs::read_to_string(folder.join(name)).expect("it is there"), "mine");
    };
    fs::write(folder.join("index.html"), "mine").expect("a file");
    refused("index.html");
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1);
    fs::remove_file(folder.join("index.html")).expect("the file");
    fs::write(folder.join("notes.html"), "mine").expect("a file");
    assert!(export().status.success());
    // Once more over what it has written, as another version does whose files are others.
    let list = fs::read_to_string(folder.join(".exported")).expect("the list");
    let line = list.lines().find(|line| line.ends_with(" main.js")).expect("its checksum");
    fs::write(folder.join("main.js"), "").expect("a file");
    fs::write(folder.join(".exported"), list.replace(line, "811c9dc5 main.js")).expect("a file");
    assert!(export().status.success());
    assert!(fs::metadata(folder.join("main.js")).is_ok_and(|file| file.len() > 0));
    fs::write(folder.join("index.html"), "mine").expect("a file");
    refused("index.html");
    assert_eq!(fs::read_to_string(folder.join("notes.html")).expect("it is there"), "mine");
    fs::remove_dir_all(folder).expect("the folder is there");
}

#[test]
fn files_of_a_page_are_in_a_folder_with_an_index() {
    let refused = run(&["serve", "--no-open", "--files", "/nonesuch"]);
    assert!(refused.stderr.contains("has no index.html"), "{}", refused.stderr);
}
