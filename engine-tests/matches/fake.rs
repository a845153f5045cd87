//! Engines that misbehave. The binary of the test plays them when asked to.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{self, Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use vertumnus_core::board::Color;
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::Variant;

/// The argument that makes the binary an engine. It is followed by the engine's behavior.
pub(crate) const WORD: &str = "fake-engine";

/// The move of an engine with which its behavior starts.
const FATAL_MOVE: usize = 3;

/// Longer than any test waits.
const FOREVER: Duration = Duration::from_secs(600);

/// The names of the files that engines leave end in these: that of one that lives or has lived, and
/// that of one that has read its input to the end.
pub(crate) const ALIVE: &str = "alive";
pub(crate) const QUIT: &str = "quit";

/// Plays an engine with this behavior until `quit`. Every process that it consists of shows in the
/// folder `traces` that it is alive.
pub(crate) fn run(behavior: &str, traces: Option<&Path>) {
    // The system unlocks the file when the process ends, however it ends.
    let _alive = traces.map(sign_of_life);
    match behavior {
        "refuses" => return,
        "silent" | "sleeper" => thread::sleep(FOREVER),
        _ => {}
    }
    let mut child = (behavior == "stays").then(|| start_a_child(traces));
    if behavior.starts_with("x-") {
        xboard(behavior);
    } else {
        uci(behavior);
    }
    if let Some(traces) = traces {
        leave(traces, QUIT);
    }
    if let Some(child) = &mut child {
        // The engine outlives `quit` for as long as the child sleeps.
        let _ = child.wait();
    }
}

/// Starts a process that does not end by itself.
fn start_a_child(traces: Option<&Path>) -> Child {
    let traces = traces.expect("the test looks for the child");
    let child = Command::new(std::env::current_exe().expect("a program has a path"))
        .args([WORD, "sleeper"])
        .arg(traces)
        .stdin(Stdio::null())
        .spawn()
        .expect("a program can start itself");
    while !traces.join(format!("{}-{ALIVE}", child.id())).exists() {
        thread::sleep(Duration::from_millis(1));
    }
    child
}

/// A file that is locked for as long as this process lives.
fn sign_of_life(traces: &Path) -> File {
    let file = leave(traces, ALIVE);
    file.lock().expect("no other process has its name");
    file
}

/// Leaves a file with the id of this process and a word.
fn leave(traces: &Path, word: &str) -> File {
    fs::create_dir_all(traces).expect("the folder can be made");
    File::create(traces.join(format!("{}-{word}", process::id()))).expect("it can be written")
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    // The runner may have ended.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// A legal move that depends only on the position.
fn choose(session: &dyn Session) -> String {
    let mut hasher = DefaultHasher::new();
    session.fen().hash(&mut hasher);
    let moves = session.moves_by_text();
    let index = usize::try_from(hasher.finish() % moves.len() as u64).expect("an index");
    session.text(moves[index])
}

fn uci(behavior: &str) {
    let mut session = game::session(Variant::default());
    let mut moves_made = 0;
    // It plays no game but chess before it has read a file of rules.
    let mut has_rules = behavior != "reads-rules";
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["setoption", "name", "VariantPath", ..] => has_rules = true,
            ["uci"] => {
                if behavior == "reads-rules" {
                    say("option name VariantPath type string default <empty>");
                }
                if behavior != "chess-only" && has_rules {
                    let names = Variant::bundled().iter().map(|variant| format!(" var {variant}"));
                    let names: String = names.collect();
                    say(&format!("option name UCI_Variant type combo default chess{names}"));
                }
                say("uciok");
            }
            ["isready"] => say("readyok"),
            ["ucinewgame"] if behavior == "dies-before-games" => process::exit(3),
            ["ucinewgame"] => moves_made = 0,
            ["setoption", "name", "UCI_Variant", "value", name] => {
                session = game::session(name.parse().expect("a game"));
            }
            ["position", ref start @ ..] => {
                let place = start.iter().position(|&word| word == "moves").unwrap_or(start.len());
                let fen = (start[0] == "fen").then(|| start[1..place].join(" "));
                let moves = start.get(place + 1..).unwrap_or_default();
                session.set_position(fen.as_deref(), moves).expect("the runner knows the rules");
            }
            ["go", ..] => {
                moves_made += 1;
                answer(behavior, &*session, moves_made);
            }
            ["quit"] => return,
            _ => {}
        }
    }
}

fn answer(behavior: &str, session: &dyn Session, moves_made: usize) {
    let best = choose(session);
    if moves_made < FATAL_MOVE {
        say(&format!("info depth 4 score cp 0 pv {best}\nbestmove {best}"));
        return;
    }
    match behavior {
        "crashes" => process::exit(3),
        "dies-in-mid-line" => {
            print!("info depth 1\nbestmo");
            io::stdout().flush().expect("the runner reads");
            process::exit(0);
        }
        "hangs" => thread::sleep(FOREVER),
        "flags" => {
            thread::sleep(Duration::from_millis(800));
            say(&format!("bestmove {best}"));
        }
        "floods" => loop {
            say("info depth 1 score cp 1 pv e2e4");
            say("a word that nobody asked for");
        },
        "talks-without-lines" => loop {
            let mut out = io::stdout().lock();
            if out.write_all(&[b'x'; 4096]).is_err() {
                process::exit(0);
            }
        },
        "garbage" => {
            let _ = io::stdout().write_all(b"\xFF\xFE\x00\nbestmove \xF0\x9F } 1-0 [\n");
            let _ = io::stdout().flush();
        }
        "illegal" => say("bestmove a1a1"),
        "none" => say("bestmove (none)"),
        "lost" => say(&format!("info depth 4 score cp -900\nbestmove {best}")),
        "slow" => {
            thread::sleep(Duration::from_millis(4));
            say(&format!("bestmove {best}"));
        }
        _ => say(&format!("info depth 4 score cp 0 pv {best}\nbestmove {best}")),
    }
}

fn xboard(behavior: &str) {
    let mut session = game::session(Variant::default());
    let (mut is_forced, mut moves_made) = (true, 0);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut is_on_move = false;
        match words[..] {
            ["protover", _] => {
                say(
                    "feature ping=1 setboard=1 usermove=1 myname=\"fake\" variants=\"normal\" done=1",
                );
            }
            ["ping", number] => say(&format!("pong {number}")),
            ["new"] => {
                session.set_position(None, &[]).expect("there is a start position");
                (is_forced, moves_made) = (false, 0);
            }
            ["setboard", ref fen @ ..] => {
                session
                    .set_position(Some(&fen.join(" ")), &[])
                    .expect("the runner knows the rules");
            }
            ["force"] => is_forced = true,
            ["go"] => (is_forced, is_on_move) = (false, true),
            ["usermove", text] if behavior == "x-refuses-moves" && moves_made > 0 => {
                say(&format!("Illegal move: {text}"));
            }
            ["usermove", text] => {
                session.play_text(text).expect("the runner knows the rules");
                is_on_move = !is_forced;
            }
            ["quit"] => return,
            _ => {}
        }
        if is_on_move {
            moves_made += 1;
            match (behavior, moves_made >= FATAL_MOVE) {
                ("x-lies", true) => say(match session.side_to_move() {
                    Color::White => "1-0 {White mates}",
                    Color::Black => "0-1 {Black mates}",
                }),
                ("x-resigns", true) => say("resign"),
                _ => {
                    let best = choose(&*session);
                    session.play_text(&best).expect("it is legal");
                    say(&format!("5 10 1 100 {best}\nmove {best}"));
                }
            }
        }
    }
}
