//! The command line: what GUIs start, and the tools.

use std::io::{self, BufReader, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use vertumnus::board::Color;
use vertumnus::protocol::{self, uci, xboard};
use vertumnus::rules::Variant;
use vertumnus::search::bench;
use vertumnus::tools::{perft, play};

/// A chess engine for the games in which pieces take on one another's powers.
///
/// Without a command it talks to GUIs on its standard input and output: XBoard's protocol if the first
/// line is `xboard`, else UCI.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Talks UCI, whatever the first line of input is
    Uci,
    /// Talks the protocol of XBoard and WinBoard
    Xboard,
    /// Counts the leaves of the tree of legal moves, or checks counts
    Perft(perft::Options),
    /// Plays a game with you in this terminal
    Play {
        /// The game
        #[arg(long, default_value_t)]
        variant: Variant,
        /// Your side; none to watch the engine play itself
        #[arg(long, default_value = "white")]
        side: Side,
        /// What the engine thinks for each move, in milliseconds
        #[arg(long, default_value_t = 1000, value_name = "MS")]
        movetime: u64,
    },
    /// Searches fixed positions with one thread and tells the nodes and their speed
    Bench {
        /// The game; all if left out
        #[arg(long)]
        variant: Option<Variant>,
        /// How deep, in plies
        depth: Option<u32>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
    None,
}

/// Standard output for a reader that may go away at any moment: then this program has no purpose
/// left, whatever it is doing, and ends.
struct Pipe<W>(W);

impl<W: Write> Pipe<W> {
    fn or_end<T>(result: io::Result<T>) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
            result => result,
        }
    }
}

impl<W: Write> Write for Pipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::or_end(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::or_end(self.0.flush())
    }
}

fn main() -> ExitCode {
    env_logger::init();
    let input = BufReader::new(io::stdin());
    let mut output = Pipe(io::stdout());
    let result: Result<(), Box<dyn std::error::Error>> = match Arguments::parse().command {
        None => {
            protocol::run(input, output);
            Ok(())
        }
        Some(Command::Uci) => {
            uci::run(input, output);
            Ok(())
        }
        Some(Command::Xboard) => {
            xboard::run(input, output);
            Ok(())
        }
        Some(Command::Perft(options)) => {
            perft::run(&options, output, io::stdout().is_terminal()).map_err(Into::into)
        }
        Some(Command::Play { variant, side, movetime }) => {
            let side = match side {
                Side::White => Some(Color::White),
                Side::Black => Some(Color::Black),
                Side::None => None,
            };
            let movetime = Duration::from_millis(movetime);
            play::run(play::Options { variant, side, movetime }, input, output).map_err(Into::into)
        }
        Some(Command::Bench { variant, depth }) => {
            let variants = variant.as_ref().map_or(Variant::ALL, std::slice::from_ref);
            let mut written = Ok(());
            bench::run(variants, depth, |line| {
                if written.is_ok() {
                    written = writeln!(output, "{line}");
                }
            });
            written.map_err(Into::into)
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("vertumnus: {error}");
            ExitCode::FAILURE
        }
    }
}
