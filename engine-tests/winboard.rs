//! A stand-in for `WinBoard`. It starts the engine as `WinBoard` does: without a console, in a process
//! group and a folder of the engine's own, and with one pipe for its output and its errors. So every line
//! that comes must be one of the protocol.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::windows::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;

use crate::in_every_game;
use crate::support::{PATIENCE, engine_path, wait_for_exit};
use vertumnus_core::dialect::Dialect;

const DETACHED_PROCESS: u32 = 0x8;
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// No game lasts this many plies: the rules end it before.
const LONGEST_GAME: usize = 3000;

/// How the lines begin that an engine may write.
const PROTOCOL: [&str; 12] = [
    "feature ",
    "setup ",
    "setboard ",
    "piece ",
    "pong ",
    "move ",
    "highlight ",
    "choice ",
    "telluser ",
    "1-0 {",
    "0-1 {",
    "1/2-1/2 {",
];

fn is_of_protocol(line: &str) -> bool {
    let is_thinking = || {
        let mut words = line.split_whitespace();
        let depth = words.next().unwrap_or_default().trim_end_matches(['.', '+', '-']);
        let numbers = words.take(3).filter(|word| word.parse::<i64>().is_ok()).count();
        depth.parse::<u32>().is_ok() && numbers == 3
    };
    PROTOCOL.iter().any(|start| line.starts_with(start)) || line.starts_with('#') || is_thinking()
}

/// The engine in a folder whose name needs quotes.
fn installed() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("My Engines ü");
    let folder = std::path::absolute(folder).expect("the path is not empty");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let program = folder.join("vertumnus.exe");
    fs::copy(engine_path(), &program).expect("the engine can be copied");
    program
}

struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start(program: &Path) -> Self {
        let (reader, output) = io::pipe().expect("the system has pipes");
        let errors = output.try_clone().expect("a pipe can be written from two places");
        let mut child = Command::new(program)
            .raw_arg("xboard")
            .current_dir(program.parent().expect("it is in a folder"))
            .creation_flags(DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP)
            .stdin(Stdio::piped())
            .stdout(output)
            .stderr(errors)
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("stdin is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(reader).lines() {
                let line = line.expect("the engine writes text");
                if sender.send(line.trim_end().to_owned()).is_err() {
                    return;
                }
            }
        });
        let mut engine = Self { child, input, lines };
        engine.send("xboard\nprotover 2");
        engine.expect(|line| line == "feature done=1");
        engine
    }

    fn send(&mut self, text: &str) {
        self.input.write_all(format!("{text}\n").as_bytes()).expect("the engine reads");
    }

    /// The lines up to the first that is wanted.
    fn expect(&mut self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("{error} after {said:?}"));
            assert!(is_of_protocol(&line), "not of the protocol: {line:?}");
            said.push(line);
            if is_wanted(&said[said.len() - 1]) {
                return said;
            }
        }
    }

    /// What it says until it has done everything that was sent.
    fn ask(&mut self) -> Vec<String> {
        self.send("ping 1");
        self.expect(|line| line == "pong 1")
    }

    /// It ends when it is told to, and then nobody holds the pipe.
    fn quit(mut self) {
        self.send("quit");
        let status = wait_for_exit(&mut self.child, PATIENCE).expect("the engine ends");
        assert!(status.success());
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => assert!(is_of_protocol(&line), "not of the protocol: {line:?}"),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("the pipe is still open"),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Two engines, each of which makes its moves by itself.
#[test]
fn a_game_of_each_kind_is_played_to_its_end() {
    let program = installed();
    in_every_game(|variant| {
        let dialect = Dialect::of(variant.parse().expect("it is a game"));
        let mut engines = [Engine::start(&program), Engine::start(&program)];
        for engine in &mut engines {
            let name = dialect.name();
            engine.send(&format!("new\nvariant {name}\nst 0.01\neasy\npost\nforce"));
            engine.ask();
        }
        engines[0].send("go");
        for ply in 0..LONGEST_GAME {
            let mover = &mut engines[ply % 2];
            let said = mover.expect(|line| line.starts_with("move ") || line.contains(" {"));
            let Some(text) = said.last().and_then(|line| line.strip_prefix("move ")) else { break };
            let path = dialect.read_path(text);
            let path = path.unwrap_or_else(|_| panic!("{text} is no move"));
            // A claim comes right after the move.
            if mover.ask().iter().any(|line| line.contains(" {")) {
                break;
            }
            let other = &mut engines[(ply + 1) % 2];
            if ply == 0 {
                other.send("playother");
                other.ask();
            }
            other.send(&format!("usermove {}", dialect.in_legs(&path)));
            assert!(ply + 1 < LONGEST_GAME, "{variant}: a game without end");
        }
        for engine in engines {
            engine.quit();
        }
    });
}
