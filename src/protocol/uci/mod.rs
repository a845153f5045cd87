//! The Universal Chess Interface, with the customary `d`, `eval`, `bench` and `go perft`.
//!
//! Nothing that is sent stops the engine but `quit` and the end of input. What cannot be done is
//! said in one `info string` line, and leaves everything as it was.

mod command;
mod format;

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use self::command::Command;
use super::{Lines, Output, plain};
use vertumnus_core::rules::Variant;
use vertumnus_engine::player::options::{self, Setting};
use vertumnus_engine::player::{Engine, Sink};
use vertumnus_engine::search::{Control, bench};

/// Talks UCI until `quit` or the end of input.
pub fn run<O: Write + Send + 'static>(input: impl BufRead, output: O) {
    let output = Output::new(output);
    let events = output.clone();
    let sink: Sink = Arc::new(move |event| events.write(&format::event(&event)));
    let mut uci = Uci { engine: Engine::new(Variant::default(), sink), output, debug: false };
    for line in Lines::new(input) {
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(command)) => {
                if uci.obey(command).is_break() {
                    break;
                }
            }
            Err(error) => uci.say(&error.to_string()),
        }
    }
    uci.finish();
}

struct Uci<O> {
    engine: Engine,
    output: Output<O>,
    debug: bool,
}

impl<O: Write> Uci<O> {
    /// Says something to a person.
    fn say(&self, text: &str) {
        self.output.write(&format!("info string {}", plain(text)));
    }

    /// After `quit` or the end of input. A script may still be waiting for a count, while a GUI that
    /// has gone away reads nothing: what is written now and then tells them apart, for writing to
    /// nobody ends the process.
    fn finish(&mut self) {
        let mut said = Instant::now();
        while self.engine.is_counting() {
            thread::sleep(Duration::from_millis(5));
            if said.elapsed() > Duration::from_millis(300) {
                self.say("counting");
                said = Instant::now();
            }
        }
        self.engine.halt();
    }

    fn obey(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.output.write("readyok"),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::NewGame => self.engine.new_game(),
            Command::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                if let Err(error) = self.engine.session_mut().set_position(fen.as_deref(), &moves) {
                    self.say(&format!("{error}; the position stays as it was"));
                }
            }
            Command::Go(request) => {
                if self.debug {
                    self.say(&format!("{:?} {request:?}", self.engine.options()));
                }
                if let Err(error) = self.engine.go(&request) {
                    self.say(&error.to_string());
                }
            }
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Display => self.output.write(&format::display(self.engine.session())),
            Command::Eval => self.output.write(&format::evaluation(&self.engine)),
            Command::Bench(depth) => {
                self.engine.halt();
                let mut say = |line: &str| self.output.write(line);
                bench::run(Variant::ALL, depth, &Control::new(), &mut say);
            }
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self) {
        let name = concat!("id name Vertumnus ", env!("CARGO_PKG_VERSION"));
        let options = options::all();
        let options: Vec<_> = options.iter().map(format::option).collect();
        self.output.write(&format!(
            "{name}\nid author the Vertumnus developers\n\n{}\nuciok",
            options.join("\n")
        ));
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match self.engine.set_option(name, value) {
            Ok(Setting::Variant(_)) => self.output.write(&format::variant(self.engine.session())),
            Ok(_) => {}
            Err(error) => self.say(&error.to_string()),
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]
mod tests {
    use std::io;
    use std::sync::Mutex;

    use super::*;

    #[derive(Clone, Default)]
    struct Transcript(Arc<Mutex<Vec<u8>>>);

    impl Write for Transcript {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answers(input: &str) -> Vec<String> {
        let transcript = Transcript::default();
        run(input.as_bytes(), transcript.clone());
        let bytes = transcript.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_refused_position_leaves_the_one_before() {
        let answers = answers(
            "position startpos moves e2e4\nposition fen 8/8 w - -\nposition startpos moves e2e5\nd\n",
        );
        assert!(answers[0].starts_with("info string bad FEN: the board has 8 ranks"));
        assert!(answers[1].starts_with("info string move 1: 'e2e5' is not legal here"));
        let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert!(answers.iter().any(|line| line == fen), "{answers:?}");
    }

    #[test]
    fn a_count_is_finished_whatever_comes_next() {
        for next in ["", "quit\n", "position startpos moves e2e4\ngo perft 1\n"] {
            let answers = answers(&format!("go perft 3\n{next}"));
            assert!(answers.contains(&"e2e4: 600".to_owned()));
            assert!(answers.contains(&"Nodes searched: 8902".to_owned()));
        }
    }

    #[test]
    fn one_best_move_for_each_go() {
        let answers = answers("go depth 1\ngo infinite\ngo infinite\nquit\n");
        let best = answers.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(best, 3, "{answers:?}");
    }
}
