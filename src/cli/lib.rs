//! The command line: what GUIs start, and the tools.

mod bench;
mod collection;
mod command_line;
mod completions;
mod ctrl_c;
mod diagram;
mod help;
mod learning;
mod level;
mod loaded;
mod look;
mod markdown;
mod output;
mod pages;
mod perft;
mod pgn;
mod pieces;
mod play;
mod playtest;
mod raster;
mod replay;
mod rules;
#[cfg(feature = "serve")]
mod serve;
mod text;
mod tournament;
mod version;
mod written;
mod xboard;

use std::error::Error;
use std::io::{self, BufRead, BufReader, IsTerminal, Stdin, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use console::Term;
use vertumnus_core::text::shown_lines;
use vertumnus_lab::progress::{End, News};
use vertumnus_lab::training::{self, TrainOptions};
use vertumnus_lab::{datagen, games, mates, openings, wdl};
use vertumnus_protocol::{self as protocol, DrawBoard, TellRules};
use vertumnus_referee::tournament::{MatchArgs, TournamentError};

use learning::{Meter, stop_flag};
use look::Look;
use output::Output;
pub use pages::{PageFiles, RulesPages};

/// A chess engine for games in which pieces take on one another's powers.
///
/// Without a command it talks to a GUI on standard input and output: in the protocol of XBoard if the
/// first line is `xboard`, otherwise in UCI.
#[derive(Parser)]
#[command(name = "vertumnus", version = version::text())]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Talk UCI, whatever the first line of input is
    Uci(UciArgs),
    /// Talk the protocol of XBoard and WinBoard
    Xboard,
    /// Print the command that starts XBoard with this engine
    #[command(name = "xboard-command")]
    StartXboard(xboard::XboardCommandArgs),
    /// Count all legal moves to a depth (perft), or compare the counts with a suite or another engine
    Perft(perft::PerftArgs),
    /// Play a game with you in this terminal
    ///
    /// `rlwrap vertumnus play` adds history and line editing.
    Play(play::PlayArgs),
    /// Tell how a game differs from chess, or all of its rules
    Rules(rules::RulesArgs),
    /// Play in your browser, with this program behind the page
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Step through the games of a PGN file in this terminal
    Replay(replay::ReplayArgs),
    /// Check a file with games of your own, and list all mistakes
    Check(written::CheckArgs),
    /// Tell the rules of a game of your own in words, with a diagram of each piece
    Explain(written::ExplainArgs),
    /// Talk to a GUI, as without a command, and play the games of a file
    Load(loaded::LoadArgs),
    /// Draw a position as SVG
    Diagram(diagram::DiagramArgs),
    /// Print drawings of the pieces of all games as elements of one SVG file
    Pieces,
    /// Play a tournament between engines; the built-in rules decide every move and result
    #[command(version)]
    Match(Box<MatchArgs>),
    /// Make openings by random moves that leave both sides equal chances, one FEN to a line
    Openings(openings::OpeningOptions),
    /// Report what a game is like, from games of the engine against itself
    Playtest(Box<vertumnus_playtest::PlaytestOptions>),
    /// Find positions with forced wins, proved by exhaustive search
    Mates(mates::MateOptions),
    /// Check the games of a PGN file against the rules, or print them for another program
    Pgn(pgn::PgnArgs),
    /// Play games of the engine against itself and write them to a file
    Datagen(datagen::DatagenOptions),
    /// Count or print the games that `datagen` wrote
    Games(games::command::GamesOptions),
    /// Train a network with the games that `datagen` wrote
    Train(TrainOptions),
    /// Fit the model of win, draw and loss to the games that `datagen` wrote
    Wdl(wdl::WdlOptions),
    /// Print the search's margins as `OpenBench` takes the parameters of an SPSA run
    #[cfg(feature = "tune")]
    Spsa,
    /// Search fixed positions with one thread, and print the number of nodes and the speed
    Bench(bench::BenchArgs),
    /// Print a script by which your shell completes commands and options
    Completions(completions::CompletionsArgs),
}

#[derive(clap::Args)]
struct UciArgs {
    /// Answer calls of the rules as well, for `serve`
    #[cfg(feature = "serve")]
    #[arg(long, hide = true)]
    calls: bool,
}

#[doc(hidden)]
pub use perft::merge_texts as merge_counts;
#[cfg(feature = "serve")]
#[doc(hidden)]
pub use serve::script;

/// Runs the program with the arguments of the process.
pub fn main(pages: RulesPages, page: PageFiles) -> ExitCode {
    env_logger::init();
    let arguments = MatchArgs::normalise(std::env::args_os());
    let output = Output::new();
    let input = BufReader::new(io::stdin());
    let rules = loaded::files(&arguments);
    let loaded = match loaded::load_each(&rules) {
        Ok(loaded) => loaded,
        Err(error) => return fail(&error, 1),
    };
    let command = loaded::offered(CommandLine::command());
    let mut command = help::grouped(command, Look::of_stdout().width);
    let matches = command.try_get_matches_from_mut(&arguments);
    let parsed = matches.and_then(|matches| {
        CommandLine::from_arg_matches(&matches).map(|command_line| (command_line, matches))
    });
    let (command_line, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            match loaded.iter().find_map(|one| loaded::reason(&one.refused, &arguments)) {
                Some(reason) => return fail(&reason, 1),
                None => return explain(&error),
            }
        }
    };
    if let Err(error) = loaded::check_choice(&command, &matches) {
        return fail(&error, 1);
    }
    for one in &loaded {
        one.tell();
    }
    let rules = Rules { pages, files: rules };
    match run(command_line.command, &rules, page, input, output.clone()) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has gone wanted no more output.
        Err(_) if output.is_closed() => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string(), exit_status(&*error)),
    }
}

/// Says why the program ends.
fn fail(reason: &str, status: u8) -> ExitCode {
    let reason = format!("vertumnus: {}", shown_lines(reason));
    eprintln!("{}", text::filled(&reason, width_of_stderr()));
    ExitCode::from(status)
}

/// Where rules come from.
struct Rules {
    pages: RulesPages,
    /// The files of `--rules`.
    files: Vec<PathBuf>,
}

/// Prints what a command line asks for in place of a command, such as help, or says what is wrong with it.
fn explain(error: &clap::Error) -> ExitCode {
    let text = safe_text(error);
    let printed = if error.use_stderr() {
        io::stderr().write_all(text.as_bytes())
    } else {
        io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush())
    };
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("vertumnus: cannot write: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

/// What is wrong with a command line, which may be anybody's words.
fn safe_text(error: &clap::Error) -> String {
    shown_lines(&error.to_string())
}

/// The exit status of a program that ends by an error.
fn exit_status(error: &(dyn Error + 'static)) -> u8 {
    let by_match = error.downcast_ref().map(TournamentError::exit_status);
    by_match
        .or_else(|| error.downcast_ref().map(perft::PerftError::exit_status))
        .or_else(|| error.downcast_ref().map(mates::FindError::exit_status))
        .unwrap_or(1)
}

fn run(
    command: Option<Command>,
    rules: &Rules,
    #[cfg_attr(not(feature = "serve"), expect(unused_variables))] page: PageFiles,
    input: BufReader<Stdin>,
    mut output: Output,
) -> Result<(), Box<dyn Error>> {
    let &Rules { pages, ref files } = rules;
    let is_interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    match command {
        None => {
            if is_interactive {
                eprintln!("{}", help::welcome(Look::of_stdout().width));
            }
            let (board, rules) = (board_for_a_terminal(), rules_for_a_gui(pages));
            protocol::run(loaded::start(), Box::new(input), Box::new(output), board, rules)?;
        }
        Some(Command::Load(arguments)) => {
            let start = loaded::start_with(&arguments)?;
            let (board, rules) = (board_for_a_terminal(), rules_for_a_gui(pages));
            protocol::run(start, Box::new(input), Box::new(output), board, rules)?;
        }
        Some(Command::Uci(arguments)) => {
            protocol::uci::run(
                loaded::start(),
                arguments.input(input),
                Box::new(output),
                board_for_a_terminal(),
            )?;
        }
        Some(Command::Xboard) => {
            protocol::xboard::run(
                loaded::start(),
                Box::new(input),
                Box::new(output),
                rules_for_a_gui(pages),
            )?;
        }
        Some(Command::StartXboard(arguments)) => xboard::run(&arguments, files, &mut output)?,
        Some(Command::Perft(mut arguments)) => {
            arguments.rules.clone_from(files);
            perft::run(&arguments, &mut output, io::stdout().is_terminal())?;
        }
        Some(Command::Play(arguments)) => {
            play::run(arguments, pages, Look::of_stdout(), is_interactive, input, &mut output)?;
        }
        Some(Command::Rules(arguments)) => {
            rules::run(&arguments, pages, Look::of_stdout(), &mut output)?;
        }
        #[cfg(feature = "serve")]
        Some(Command::Serve(arguments)) => {
            serve::run(&arguments, files, page, pages, &mut output)?;
        }
        Some(Command::Replay(arguments)) => {
            replay::run(&arguments, Look::of_stdout(), is_interactive, input, &mut output)?;
        }
        Some(Command::Check(arguments)) => written::check(&arguments, &mut output)?,
        Some(Command::Explain(arguments)) => {
            written::explain(&arguments, Look::of_stdout(), &mut output)?;
        }
        Some(Command::Diagram(arguments)) => diagram::run(&arguments, &mut output)?,
        Some(Command::Pieces) => pieces::run(&mut output)?,
        Some(Command::Match(mut arguments)) => {
            arguments.rules.clone_from(files);
            tournament::run(*arguments, &mut output)?;
        }
        Some(Command::Openings(options)) => openings::make(options, &mut output)?,
        Some(Command::Playtest(options)) => playtest::run(&options, &mut output)?,
        Some(Command::Mates(options)) => find_mates(options, &mut output)?,
        Some(Command::Pgn(arguments)) => pgn::run(&arguments, &mut output)?,
        Some(Command::Datagen(options)) => generate(&options)?,
        Some(Command::Games(options)) => games::command::run(&options, &mut output, &mut warn)?,
        Some(Command::Train(options)) => train(&options)?,
        Some(Command::Wdl(options)) => wdl::run(&options, &mut output, &mut warn)?,
        #[cfg(feature = "tune")]
        Some(Command::Spsa) => {
            for line in vertumnus_engine::player::options::spsa_lines() {
                writeln!(output, "{line}")?;
            }
        }
        Some(Command::Bench(arguments)) => bench::run(&arguments, &mut output)?,
        Some(Command::Completions(arguments)) => {
            let command = loaded::offered(CommandLine::command());
            completions::run(&arguments, command, &mut output)?;
        }
    }
    Ok(())
}

/// Tells what is no reason to end.
fn warn(remark: &str) {
    eprintln!("vertumnus: {}", shown_lines(remark));
}

impl UciArgs {
    /// What the engine reads.
    #[cfg_attr(
        not(feature = "serve"),
        expect(clippy::unused_self, reason = "only `serve` asks for calls")
    )]
    fn input(&self, input: BufReader<Stdin>) -> Box<dyn BufRead + Send> {
        #[cfg(feature = "serve")]
        if self.calls {
            return Box::new(serve::Calls::new(input, io::stdout()));
        }
        Box::new(input)
    }
}

/// The columns of standard error; no line is broken if that is no terminal.
fn width_of_stderr() -> usize {
    let terminal = Term::stderr();
    if terminal.is_term() { terminal.size().1.into() } else { usize::MAX }
}

/// The board that `d` shows to a person at standard output.
fn board_for_a_terminal() -> DrawBoard {
    let look = Look::of_stdout();
    Box::new(move |game| look.board(game, false))
}

/// What a GUI shows to a person who asks for the rules.
fn rules_for_a_gui(pages: RulesPages) -> TellRules {
    Box::new(move |game| rules::message(game, pages))
}

/// Finds problems, and shows how many games have been looked through.
fn find_mates(options: mates::MateOptions, output: &mut Output) -> Result<(), Box<dyn Error>> {
    let stop = stop_flag()?;
    let meter = Mutex::new(Meter::new("games"));
    let show = |done: u64, found: u64| {
        let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
        meter.show(done, options.games, &format!("{found} candidates"));
    };
    Ok(mates::run(options, &stop, &show, output)?)
}

/// Plays games, and shows how many there are.
fn generate(options: &datagen::DatagenOptions) -> Result<(), Box<dyn Error>> {
    let stop = stop_flag()?;
    let mut meter = Meter::new("games");
    let mut show = |progress: datagen::DatagenProgress| {
        let hours = meter.elapsed().as_secs_f64() / 3600.0;
        let speed = progress.positions as f64 / hours.max(1e-9);
        let message = format!("{} quiet positions, {speed:.0} an hour", progress.positions);
        meter.show(progress.games, options.games, &message);
    };
    let progress = datagen::run(options, &stop, &mut show)?;
    let (new, games) = (progress.games - progress.before, progress.games);
    let elapsed = meter.elapsed().as_secs_f64();
    drop(meter);
    let positions = progress.positions;
    eprintln!(
        "{games} games, {new} of them new, with {positions} quiet positions in {elapsed:.0} s"
    );
    Ok(())
}

/// Trains a network, and shows how far it is.
fn train(options: &TrainOptions) -> Result<(), Box<dyn Error>> {
    let stop = stop_flag()?;
    let mut meter = Meter::new("positions");
    let end = training::run(options, &stop, &mut |news| match news {
        News::Line(line) => meter.say(&line),
        News::Left(left) => meter.within(left),
        News::Step { done, total, message } => meter.show(done, total, &message),
    })?;
    drop(meter);
    match end {
        End::Finished => eprintln!("{} is written", options.output.display()),
        End::Stopped => eprintln!("stopped; the same command goes on from here"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_says_nothing_to_a_terminal() {
        for typed in
            [&["pl\u{1b}[2Jay"][..], &["play", "\u{1b}]0;x\u{7}"], &["perft", "--\u{9b}2J"]]
        {
            let words = std::iter::once(&"vertumnus").chain(typed);
            let refused = CommandLine::command().try_get_matches_from(words);
            let text = safe_text(&refused.expect_err("it is mistyped"));
            let is_raw = |letter: char| letter.is_control() && letter != '\n';
            assert!(!text.contains(is_raw), "{text:?}");
        }
    }
}
