//! What a page asks for: calls in JSON, and UCI line by line.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use vertumnus_core::rules::Variant;
use vertumnus_engine::host::Host;
use vertumnus_protocol::uci::LineByLine;

use crate::input::Input;
use crate::protocols::{self, Checked, lines_of_few_nodes};

/// The names of the calls, the most useful first.
const CALLS: [&str; 19] = [
    "position",
    "effects",
    "find",
    "objection",
    "setup",
    "readPgn",
    "pgn",
    "attacks",
    "diagram",
    "line",
    "san",
    "legalMoves",
    "fen",
    "perft",
    "variant",
    "legend",
    "figures",
    "games",
    "levels",
];

/// Fails unless the reply is JSON with what was found, or with a reason in one line.
fn checked(request: &str) -> Value {
    let reply: Value = serde_json::from_str(&vertumnus_web::call(request)).expect("JSON");
    if let Some(error) = reply.get("error") {
        let message = error["message"].as_str().expect("a reason");
        assert!(!message.is_empty() && !message.contains(['\n', '\r']), "{request}: {message}");
        assert!(error["kind"].is_string(), "{request}");
    } else {
        assert!(reply.get("ok").is_some(), "{request}: {reply}");
    }
    reply
}

/// A request as it stands, or one whose call and game the first bytes choose and whose texts are the
/// lines that follow.
pub fn page(data: &[u8]) {
    let mut input = Input(data);
    let first = input.byte();
    if first == b'{' {
        let Ok(request) = str::from_utf8(data) else { return };
        // A count may take as long as it is allowed to.
        if !request.contains("perft") {
            checked(request);
        }
        return;
    }
    let call = CALLS[usize::from(first) % CALLS.len()];
    let variant = Variant::bundled()[usize::from(input.byte()) % Variant::bundled().len()];
    let flags = input.byte();
    let mut line = || String::from_utf8_lossy(input.line()).into_owned();
    let (fen, text, list) = (line(), line(), line());
    let list: Vec<&str> = list.split(' ').collect();
    let fen = (flags & 1 > 0).then_some(fen);
    let moves = if flags & 2 > 0 { list.as_slice() } else { &[] };
    let mut request = json!({"call": call, "game": variant.name(), "fen": fen, "moves": moves});
    let rest = String::from_utf8_lossy(input.0).into_owned();
    let fields = match call {
        "find" | "objection" if flags & 4 > 0 => json!({"text": text}),
        "objection" => json!({"from": list[0], "to": text}),
        "san" => json!({"move": text}),
        "line" => json!({"line": rest.lines().collect::<Vec<_>>()}),
        "attacks" => json!({"square": text}),
        "readPgn" => json!({"text": rest}),
        "pgn" => json!({
            "comment": rest,
            "plies": moves.iter().map(|_| noted(&text, &rest)).collect::<Vec<_>>(),
            "tags": {text: rest},
            "result": if flags & 4 > 0 { "1-0" } else { "*" },
        }),
        "legend" => json!({"tokens": list, "dark": flags & 4 > 0}),
        "figures" => json!({"ids": list}),
        "perft" => json!({"depth": flags >> 6}),
        "diagram" => diagram(&text, &list, flags),
        "setup" => setup(&text, &rest, flags),
        _ => json!({}),
    };
    let (Some(request), Some(fields)) = (request.as_object_mut(), fields.as_object()) else {
        return;
    };
    request.extend(fields.clone());
    let request = Value::Object(request.clone());
    let reply = checked(&request.to_string());
    // A game may end without a king, and so may no position begin.
    let is_a_beginning = call == "setup" || call == "fen" && moves.is_empty();
    if let Some(found) = reply.get("ok").filter(|_| is_a_beginning) {
        let fen = found.get("fen").unwrap_or(found);
        let again = json!({"call": "fen", "game": variant.name(), "fen": fen});
        assert_eq!(checked(&again.to_string()).get("ok"), Some(fen), "{request}");
    }
}

/// What is noted on a move: a comment, and a variation of one move.
fn noted(san: &str, comment: &str) -> Value {
    json!({"comment": comment, "glyphs": [1], "variations": [[{"san": san}]]})
}

fn diagram(text: &str, list: &[&str], flags: u8) -> Value {
    json!({
        "size": u32::from(flags) * 4, "marks": list, "arrows": text.split(' ').collect::<Vec<_>>(),
        "from": if flags & 32 > 0 { &list[..1] } else { &[] },
        "flip": flags & 4 > 0, "bare": flags & 8 > 0, "dark": flags & 16 > 0,
    })
}

fn setup(text: &str, rest: &str, flags: u8) -> Value {
    let pieces: serde_json::Map<String, Value> = rest
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(square, token)| (square.to_owned(), json!(token)))
        .collect();
    let turn = if flags & 4 > 0 { "white" } else { "black" };
    json!({"pieces": pieces, "turn": turn, "castling": text, "clock": flags, "moveNumber": flags})
}

/// Where all engines of this process write, one after the other.
#[derive(Clone)]
struct Shared(Arc<Mutex<Checked>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}

/// How often a search may ask whether it must end, before it must.
const PATIENCE: u32 = 3;

thread_local! {
    static ASKED: Cell<u32> = const { Cell::new(0) };
    /// An engine is made for many inputs; each begins at the start of a game with the usual options.
    static ENGINE: RefCell<Option<LineByLine>> = const { RefCell::new(None) };
}

/// Sets options.
fn reset(engine: &mut LineByLine, options: Vec<(&'static str, String)>) {
    for (name, value) in options {
        assert!(engine.line(&format!("setoption name {name} value {value}")).is_continue());
    }
}

/// A session of UCI on a machine without threads, as in a browser.
pub fn lines(data: &[u8]) {
    let is_stopped = || {
        ASKED.set(ASKED.get() + 1);
        ASKED.get() > PATIENCE
    };
    let host = Host { has_threads: false, seed: || 1, is_stopped, ..Host::DESKTOP };
    ENGINE.with_borrow_mut(|slot| {
        let engine = slot.get_or_insert_with(|| {
            let output = Shared(Arc::new(Mutex::new(Checked::default())));
            let engine = LineByLine::new(host, Box::new(output));
            let mut engine = engine.expect("memory of a small engine");
            reset(&mut engine, protocols::as_new());
            engine
        });
        let lines = lines_of_few_nodes(data, " nodes 10");
        let as_new = [b"debug off".to_vec(), b"position startpos".to_vec()];
        for line in as_new.into_iter().chain(lines) {
            ASKED.set(0);
            if engine.line(&String::from_utf8_lossy(&line)).is_break() {
                *slot = None;
                return;
            }
        }
        reset(engine, protocols::changed(data));
    });
}
