//! Lines of a GUI, read by the loop that talks the protocol, with searches of few nodes.

use std::cell::RefCell;
use std::io::{self, Cursor, Write};
use std::sync::Arc;

use vertumnus_core::game::Session;
use vertumnus_core::rules::Variant;
use vertumnus_engine::player::Engine;
use vertumnus_engine::player::options::{self, OptionKind};
use vertumnus_protocol::{ascii_board, uci as uci_protocol, xboard as xboard_protocol};

use crate::input::is_thorough;

/// An output that checks what every line has in common.
#[derive(Default)]
pub(crate) struct Checked(Vec<u8>);

impl Write for Checked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        assert!(self.0.ends_with(b"\n") && str::from_utf8(&self.0).is_ok(), "no whole lines");
        self.0.clear();
        Ok(())
    }
}

/// Whether a line asks for more memory, threads or time than a fuzzer has. Words are separated by any white space,
/// as the loop of XBoard's protocol reads them.
fn is_too_much(line: &str) -> bool {
    let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
    let is_large = |word: &String| word.parse::<u64>().is_ok_and(|number| number > 3);
    match words.first().map(String::as_str) {
        Some("bench") => true,
        Some("setoption" | "option" | "memory" | "cores") => {
            let names = ["hash", "threads", "memory", "cores"];
            let named = words.iter().any(|word| names.iter().any(|name| word.contains(name)));
            named && (words.iter().any(is_large) || line.contains('='))
        }
        Some("go") => words.iter().any(|word| word == "perft") && words.iter().any(is_large),
        _ => false,
    }
}

/// A fuzzer starts searches in one session of eight, and at most this many in each.
const MOST_SEARCHES: u32 = 3;

/// The lines of an input, without those that ask for too much, and with `end_of_go` behind each `go`.
pub(crate) fn lines_of_few_nodes(data: &[u8], end_of_go: &str) -> Vec<Vec<u8>> {
    let most_searches = if is_thorough(8, data) { MOST_SEARCHES } else { 0 };
    let mut searches = 0;
    let lines = data.split(|&byte| byte == b'\n').take(60).filter_map(|line| {
        let text = String::from_utf8_lossy(line);
        if is_too_much(&text) {
            return None;
        }
        let mut line = line.to_vec();
        let first = text.split_whitespace().next().unwrap_or_default();
        if SEARCHES.contains(&first) && !text.contains("perft") {
            searches += 1;
            line.extend_from_slice(end_of_go.as_bytes());
            return (searches <= most_searches).then_some(line);
        }
        Some(line)
    });
    lines.collect()
}

/// The first words of lines that start a search.
const SEARCHES: [&str; 3] = ["go", "analyze", "playother"];

thread_local! {
    /// An engine is there for many inputs.
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
    static AS_NEW: Vec<(&'static str, String)> = as_new();
}

/// The options with the values that they have in the beginning, but for a small table.
pub(crate) fn as_new() -> Vec<(&'static str, String)> {
    let values = options::all(Variant::default()).into_iter().filter_map(|option| {
        let value = match option.kind {
            OptionKind::Spin { min, .. } if option.name == "Hash" => min.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Combo { default, .. } => default.to_owned(),
            OptionKind::Text { default } if default.is_empty() => options::EMPTY.to_owned(),
            OptionKind::Text { default } => default,
            OptionKind::Button => return None,
        };
        Some((option.name, value))
    });
    values.collect()
}

/// The options that a session can have changed, with the values that they have in the beginning.
pub(crate) fn changed(data: &[u8]) -> Vec<(&'static str, String)> {
    let text = data.to_ascii_lowercase();
    let has = |word: &str| text.windows(word.len()).any(|window| window == word.as_bytes());
    let is_named = |name: &str| {
        let other = match name {
            "Hash" => has("memory"),
            "Threads" => has("cores"),
            _ => false,
        };
        other || has("option") && has(&name.to_ascii_lowercase())
    };
    let all = AS_NEW.with(Clone::clone).into_iter();
    all.filter(|(name, _)| is_named(name)).collect()
}

/// A session with an engine that is as new, but for what its search has learned.
fn session(data: &[u8], talk: impl FnOnce(Engine) -> io::Result<Engine>) {
    let mut engine = ENGINE.take().unwrap_or_else(|| {
        let mut engine =
            Engine::new(Variant::default(), Arc::new(|_| {})).expect("threads and memory");
        engine.set_option("Hash", "1").expect("less memory");
        engine
    });
    engine = talk(engine).expect("a thread");
    for (name, value) in changed(data) {
        engine.set_option(name, &value).expect("the value of a new engine");
    }
    engine.set_variant(Variant::default()).expect("memory");
    engine.session_mut().set_position(None, &[]).expect("the start");
    ENGINE.set(Some(engine));
}

/// A session of UCI.
pub fn uci(data: &[u8]) {
    let input = Box::new(Cursor::new(lines_of_few_nodes(data, " nodes 10").join(&b'\n')));
    let output = Box::new(Checked::default());
    let board = Box::new(|session: &dyn Session| ascii_board::draw(session));
    session(data, |engine| uci_protocol::run_on(engine, input, output, board));
}

/// A session of XBoard's protocol. The end of input ends a search that runs.
pub fn xboard(data: &[u8]) {
    let input = Box::new(Cursor::new(lines_of_few_nodes(data, "").join(&b'\n')));
    let rules = Box::new(|game: Variant| game.to_string());
    session(data, |engine| {
        xboard_protocol::run_on(engine, input, Box::new(Checked::default()), rules)
    });
}
