//! Games of files that are played: `--rules FILE`, the command `load`, and the option `VariantPath`.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, value_parser};
use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::{EvalSource, offer};
use vertumnus_engine::host::Host;
use vertumnus_protocol::Start;
use vertumnus_written::Refused;

use crate::written;

/// This machine, with its files.
const HOST: Host = Host { load_games: load_all, ..Host::DESKTOP };

const RULES: &str = "rules";

/// The variable of the environment that names files to an engine, as the board for Cute Chess does.
const FILES: &str = "VERTUMNUS_RULES";

/// The commands that play no game of a file, or take the file itself.
const WITHOUT_RULES: [&str; 5] = ["check", "completions", "explain", "load", "spsa"];

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
    let loaded = load(&arguments.file)?;
    let start = start();
    let variant = match &arguments.variant {
        None => start.variant,
        Some(name) => match (name.parse::<Variant>(), reason(&loaded.refused, &[name.into()])) {
            (Ok(variant), _) => variant,
            (Err(_), Some(reason)) => return Err(reason.into()),
            (Err(error), None) => return Err(error.into()),
        },
    };
    loaded.tell();
    Ok(Start { variant, ..start })
}

/// What an engine begins with: the first game of the files, if the command line names any. Without, the games
/// of the files of the environment are known, but a GUI that names no game means chess.
pub(crate) fn start() -> Start {
    let variant = Variant::loaded().first().copied();
    if variant.is_none() {
        let files = std::env::var_os(FILES).unwrap_or_default();
        for file in split(&files) {
            match load(&file) {
                Ok(loaded) => loaded.tell(),
                Err(error) => crate::warn(&error),
            }
        }
    }
    Start { host: HOST, variant: variant.unwrap_or_default() }
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

/// Why a game cannot be played that these arguments name; `None` if they name none of those.
pub(crate) fn reason(refused: &[Refused], arguments: &[OsString]) -> Option<String> {
    let is_name = |word: &str, game: &Refused| {
        word == game.name || word.strip_prefix("--variant=") == Some(&game.name)
    };
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    let game = words.find_map(|word| refused.iter().find(|game| is_name(word, game)))?;
    Some(format!("'{}' cannot be played: {}", game.name, game.reason))
}

/// What was read of a file.
pub(crate) struct Loaded {
    games: Vec<Variant>,
    /// The games that are not played.
    pub(crate) refused: Vec<Refused>,
    /// What there is to say of them and of networks, in lines.
    remarks: Vec<String>,
}

impl Loaded {
    /// Tells the user what there is to say.
    pub(crate) fn tell(&self) {
        for remark in &self.remarks {
            eprintln!("vertumnus: {remark}");
        }
    }
}

/// Reads the files of a text, separated as in the system's variable `PATH`.
fn load_all(paths: &str) -> Result<Vec<String>, String> {
    let whole = Path::new(paths);
    let paths = if whole.exists() { vec![whole.to_owned()] } else { split(paths.as_ref()) };
    Ok(load_each(&paths)?.into_iter().flat_map(|loaded| loaded.remarks).collect())
}

/// Reads files whose games are played together, and says where one takes the name of another.
///
/// # Errors
/// If no game of one of them can be played.
pub(crate) fn load_each(files: &[PathBuf]) -> Result<Vec<Loaded>, String> {
    let mut all: Vec<Loaded> = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let mut loaded = load(file)?;
        for game in &loaded.games {
            let has_name = |other: &&Variant| other.name() == game.name();
            let before = all.iter().zip(&files[..number]).rev();
            let mut before =
                before.filter_map(|(one, file)| Some((one.games.iter().find(has_name)?, file)));
            if let Some((_, other)) = before.next().filter(|(other, _)| *other != game) {
                let (file, other) = (file.display(), other.display());
                let remark = format!("{file}: '{game}' takes the place of that of {other}");
                loaded.remarks.push(remark);
            }
        }
        all.push(loaded);
    }
    Ok(all)
}

fn split(paths: &OsStr) -> Vec<PathBuf> {
    std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty()).collect()
}

/// Makes the games of a file known, with the networks that lie beside it.
///
/// # Errors
/// If no game of the file can be played.
pub(crate) fn load(file: &Path) -> Result<Loaded, String> {
    let name = file.display();
    let vertumnus_written::Loaded { games, refused, .. } =
        vertumnus_written::load(&written::bytes(file)?)
            .map_err(|error| format!("{name}: {error}"))?;
    let remark = refused.split_first().map(|(first, rest)| {
        let more = match rest.len() {
            0 => String::new(),
            more => format!(" (nor can {more} more: see vertumnus check {name})"),
        };
        format!("{name}: '{}' cannot be played: {}{more}", first.name, first.reason)
    });
    match remark {
        Some(remark) if games.is_empty() => Err(remark),
        remark => {
            let networks = games.iter().filter_map(|&game| offer_network(file, game).err());
            let remarks = remark.into_iter().chain(networks).collect();
            Ok(Loaded { games, refused, remarks })
        }
    }
}

/// Takes the network of a game that lies beside the file, if there is one: `NAME.vnn`.
fn offer_network(file: &Path, game: Variant) -> Result<(), String> {
    let path = file.with_file_name(format!("{game}.vnn"));
    if !path.is_file() {
        return Ok(());
    }
    let source = EvalSource::read(&path.to_string_lossy()).and_then(|source| source.for_game(game));
    let source =
        source.map_err(|error| format!("the network {} is refused: {error}", path.display()))?;
    if let EvalSource::Network(network) = source {
        offer(network);
    }
    Ok(())
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
                (Some(id), Some(only)) => known.mut_arg(id, |game| {
                    game.default_value(only).required_unless_present(Resettable::Reset)
                }),
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
