//! The command line: what GUIs start, and the tools.

mod perft;
mod play;
mod xboard_command;

use std::error::Error;
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use vertumnus_core::board::Color;
use vertumnus_core::rules::Variant;
use vertumnus_engine::search::{Control, SearchThreads, bench};
use vertumnus_lab::mates;
use vertumnus_lab::openings;
use vertumnus_lab::tuning::{datagen, tune, wdl};
use vertumnus_protocol::{self as protocol, uci, xboard};
use vertumnus_referee::{pgn, tournament};

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
    /// Prints the command line that starts XBoard with this engine
    #[command(name = "xboard-command")]
    StartXboard(xboard_command::Options),
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
    /// Plays a tournament between engines, with the rules of all games as the arbiter
    Match(Box<tournament::Arguments>),
    /// Makes balanced openings: random play that leaves the game open, one FEN a line
    Openings(openings::Options),
    /// Finds problems: positions with forced wins, proved by trying everything
    Mates(mates::Options),
    /// Works on records of games
    Pgn {
        /// Replay the games of this file and verify moves and results
        #[arg(long, value_name = "FILE")]
        check: PathBuf,
        /// The game of records that do not say it
        #[arg(long, default_value_t)]
        variant: Variant,
    },
    /// Plays games against itself and writes quiet positions with their results, for `tune`
    Datagen(datagen::Options),
    /// Fits the weights of the evaluation to the positions on its input, which `datagen` wrote
    Tune(tune::Options),
    /// Fits what a score means for the game to the positions on its input, which `datagen` wrote
    Wdl(wdl::Options),
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

/// Verifies a file of records, and fails if one of them is bad.
fn check_records(
    file: &Path,
    variant: Variant,
    mut output: impl Write,
) -> Result<(), Box<dyn Error>> {
    let mut written = Ok(());
    let summary = pgn::check_file(file, variant, |problem| {
        if written.is_ok() {
            written = writeln!(output, "{problem}");
        }
    })?;
    written?;
    writeln!(output, "{summary}")?;
    if summary.bad == 0 { Ok(()) } else { Err(format!("{} is not right", file.display()).into()) }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    env_logger::init();
    let mut input = BufReader::new(io::stdin());
    let mut output = Pipe(io::stdout());
    let arguments = tournament::Arguments::normalise(std::env::args_os());
    let result: Result<(), Box<dyn Error>> = match Arguments::parse_from(arguments).command {
        None => protocol::run(Box::new(input), Box::new(io::stdout())).map_err(Into::into),
        Some(Command::Uci) => uci::run(Box::new(input), Box::new(io::stdout())).map_err(Into::into),
        Some(Command::Xboard) => {
            xboard::run(Box::new(input), Box::new(io::stdout())).map_err(Into::into)
        }
        Some(Command::StartXboard(options)) => std::env::current_exe()
            .and_then(|engine| writeln!(output, "{}", xboard_command::command(&options, &engine)))
            .map_err(Into::into),
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
        // Engines are to be ended even if nobody reads any more, so that no `Pipe` is used.
        Some(Command::Match(arguments)) => arguments
            .into_options()
            .and_then(|options| tournament::run(&options, io::stdout()))
            .map_err(Into::into),
        Some(Command::Openings(options)) => {
            openings::make(options, &mut output).map_err(Into::into)
        }
        Some(Command::Mates(options)) => mates::run(options, &mut output).map_err(Into::into),
        Some(Command::Pgn { check, variant }) => check_records(&check, variant, output),
        Some(Command::Datagen(options)) => datagen::run(options, &mut output).map_err(Into::into),
        Some(Command::Tune(options)) => {
            let mut report = |line: &str| eprintln!("{line}");
            tune::run(options, &mut input, &mut output, &mut report).map_err(Into::into)
        }
        Some(Command::Wdl(options)) => {
            wdl::run(options, &mut input, &mut output).map_err(Into::into)
        }
        Some(Command::Bench { variant, depth }) => {
            let variants = variant.as_ref().map_or(Variant::ALL, std::slice::from_ref);
            let mut written = Ok(());
            let control = Control::new();
            SearchThreads::new(1).map_err(Into::into).and_then(|threads| {
                bench::run(variants, depth, &threads, &control, &mut |line| {
                    written = writeln!(output, "{line}");
                    if written.is_err() {
                        control.stop();
                    }
                });
                written.map_err(Into::into)
            })
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
