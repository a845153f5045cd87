//! Games of files that are played: `--rules FILE`, the command `load`, and the option `VariantPath`.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, value_parser};
use vertumnus_core::rules::Variant;
use vertumnus_engine::host::Host;
use vertumnus_protocol::Start;

use crate::written;

/// This machine, with its files.
const HOST: Host = Host { load_games: load_all, ..Host::DESKTOP };

const RULES: &str = "rules";

/// The commands that play no game of a file, or take the file itself.
const WITHOUT_RULES: [&str; 5] = ["check", "explain", "load", "pieces", "spsa"];

/// The commands that do without the name of a game if a file has several.
const WITHOUT_CHOICE: [&str; 9] =
    ["bench", "games", "play", "rules", "serve", "train", "uci", "wdl", "xboard"];

/// The commands for which files of games say what is played in them.
const TOLD_BY_FILES: [&str; 3] = ["games", "train", "wdl"];

#[derive(Args, Clone, Debug)]
pub(crate) struct LoadArgs {
    /// The file with the games
    file: PathBuf,
    /// The game to begin with [default: the first of the file that can be played]
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
}

/// What an engine begins with if a GUI starts it by `load`.
///
/// # Errors
/// If no game of the file can be played, or not the one that is wanted.
pub(crate) fn start_with(arguments: &LoadArgs) -> Result<Start, Box<dyn Error>> {
    load_and_tell(&arguments.file)?;
    let start = start();
    match &arguments.variant {
        Some(name) => Ok(Start { variant: name.parse()?, ..start }),
        None => Ok(start),
    }
}

/// What an engine begins with: the first game of the files, if there are any.
pub(crate) fn start() -> Start {
    Start { host: HOST, variant: Variant::loaded().first().copied().unwrap_or_default() }
}

/// The files that a command line names by `--rules`. They are read before its other words are, because
/// these may name a game of a file.
pub(crate) fn files(arguments: &[OsString]) -> Vec<PathBuf> {
    let words: Vec<&OsStr> =
        arguments.iter().map(OsString::as_os_str).take_while(|word| *word != "--").collect();
    let mut files = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if *word == "--rules" {
            files.extend(words.get(index + 1).map(PathBuf::from));
        } else if let Some(file) = word.to_str().and_then(|word| word.strip_prefix("--rules=")) {
            files.push(file.into());
        }
    }
    files
}

/// Reads a file, and tells the user of each game that is not played.
///
/// # Errors
/// If no game of the file can be played.
pub(crate) fn load_and_tell(file: &Path) -> Result<(), String> {
    load(file)?.iter().for_each(|remark| eprintln!("vertumnus: {remark}"));
    Ok(())
}

/// Reads the files of a text, separated as in the system's variable `PATH`.
fn load_all(paths: &str) -> Result<Vec<String>, String> {
    let whole = Path::new(paths);
    let paths = if whole.exists() { vec![whole.to_owned()] } else { split(paths) };
    let mut remarks = Vec::new();
    for path in paths {
        remarks.extend(load(&path)?);
    }
    Ok(remarks)
}

fn split(paths: &str) -> Vec<PathBuf> {
    std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty()).collect()
}

/// Makes the games of a file known, and returns what there is to say of the others.
fn load(file: &Path) -> Result<Vec<String>, String> {
    let name = file.display();
    let loaded = vertumnus_written::load(&written::bytes(file)?)
        .map_err(|error| format!("{name}: {error}"))?;
    let remarks: Vec<String> = loaded
        .refused
        .iter()
        .map(|game| format!("{name}: {}: {}", game.name, game.reason))
        .collect();
    match (&loaded.games[..], &remarks[..]) {
        ([], [only]) => Err(only.clone()),
        ([], [first, rest @ ..]) => {
            Err(format!("{first} (and {} more games that cannot be played)", rest.len()))
        }
        _ => Ok(remarks),
    }
}

/// The command line with `--rules`, and the only game of the files, if it is one, where commands take a
/// game.
pub(crate) fn offered(command: Command) -> Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|known| known.get_name().to_owned())
        .filter(|name| !WITHOUT_RULES.contains(&&**name))
        .collect();
    let loaded = Variant::loaded();
    let only = if let [only] = loaded[..] { Some(only.name()) } else { None };
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(&name, |known| {
            let chosen = chosen_by(&known).filter(|_| !TOLD_BY_FILES.contains(&&*name));
            let known = known.arg(
                Arg::new(RULES)
                    .long(RULES)
                    .value_name("FILE")
                    .action(ArgAction::Append)
                    .value_parser(value_parser!(PathBuf))
                    .help("Read games of your own from this file"),
            );
            match (chosen, only) {
                (Some(id), Some(only)) => known.mut_arg(id, |game| game.default_value(only)),
                _ => known,
            }
        })
    })
}

/// The argument by which a command takes a game.
fn chosen_by(command: &Command) -> Option<&'static str> {
    let has = |id: &&str| command.get_arguments().any(|known| known.get_id() == *id);
    ["variant", "game"].into_iter().find(has)
}

/// Makes sure that a game is named if the files have several.
///
/// # Errors
/// If it is not.
pub(crate) fn check_choice(command: &Command, matches: &ArgMatches) -> Result<(), String> {
    let loaded = Variant::loaded();
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    let known = command.find_subcommand(name).and_then(chosen_by);
    let (Some(id), true) = (known, loaded.len() > 1 && !WITHOUT_CHOICE.contains(&name)) else {
        return Ok(());
    };
    if matches.value_source(id) == Some(ValueSource::CommandLine) {
        return Ok(());
    }
    let names: Vec<&str> = loaded.iter().map(|game| game.name()).collect();
    let how = if id == "variant" { "by --variant" } else { "by its name" };
    Err(format!("choose a game {how}: {}", names.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_rules_are_found_wherever_they_stand() {
        let files = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            files(&words).iter().map(|file| file.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(files("vertumnus perft --rules a.ini 3"), ["a.ini"]);
        assert_eq!(files("vertumnus perft 3 --rules=a.ini --rules b.ini"), ["a.ini", "b.ini"]);
        assert!(files("vertumnus xboard-command -- --rules a.ini").is_empty());
        assert!(files("vertumnus perft --rules").is_empty());
    }

    #[test]
    fn commands_that_take_a_game_take_rules() {
        use clap::CommandFactory;

        let command = offered(crate::CommandLine::command());
        for known in command.get_subcommands() {
            let takes_rules = known.get_arguments().any(|argument| argument.get_id() == RULES);
            let takes_game = chosen_by(known).is_some();
            let name = known.get_name();
            assert!(takes_rules || !takes_game || WITHOUT_RULES.contains(&name), "{name}");
            assert!(!takes_rules || !WITHOUT_RULES.contains(&name), "{name}");
        }
        let names = [&WITHOUT_CHOICE[..], &TOLD_BY_FILES].concat();
        for name in names {
            assert!(command.find_subcommand(name).is_some() || name == "serve", "{name}");
        }
    }
}
