//! How an engine is started and limited.

use std::env::consts::EXE_SUFFIX;
use std::fs::OpenOptions;
use std::io;
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::clock::MatchTimeControl;
use crate::process::LineLog;
use vertumnus_core::rules::Variant;

/// The protocol that an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineProtocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of `XBoard` and `WinBoard`.
    XBoard,
}

/// Whether an engine is restarted between two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Restart {
    /// Only if it says that it cannot play another game.
    Auto,
    On,
    Off,
}

/// An engine and its limits.
#[derive(Clone, Debug)]
pub(crate) struct EngineConfig {
    /// The name in tables and records.
    pub(crate) name: String,
    /// The program: a path, or a name that the system finds.
    pub(crate) command: String,
    pub(crate) arguments: Vec<String>,
    /// The working directory; `None` for the runner's own.
    pub(crate) directory: Option<PathBuf>,
    /// The file to which its standard error is appended; `None` to discard it.
    pub(crate) stderr: Option<PathBuf>,
    pub(crate) protocol: EngineProtocol,
    /// Lines that are sent before anything else.
    pub(crate) init: Vec<String>,
    /// Names and values of the engine's own options, without that which chooses the game.
    pub(crate) options: Vec<(String, String)>,
    /// Files with games that are not its own.
    pub(crate) rules: Vec<PathBuf>,
    /// The game that its option `UCI_Variant` names.
    pub(crate) variant: Option<Variant>,
    pub(crate) time: MatchTimeControl,
    /// How far it may overrun its clock.
    pub(crate) margin: Duration,
    /// The depth in plies at which it stops.
    pub(crate) depth: Option<u32>,
    /// The number of nodes after which it stops.
    pub(crate) nodes: Option<u64>,
    /// Whether it thinks on the opponent's time.
    pub(crate) ponder: bool,
    /// Whether its scores are from White's point of view instead of the mover's.
    pub(crate) white_pov: bool,
    /// Whether its claims of results are accepted without proof.
    pub(crate) trust: bool,
    pub(crate) restart: Restart,
    /// Factor on all deadlines but those of moves.
    pub(crate) patience: f64,
    /// Its lines that begin with this text are noted in the comments of a record.
    pub(crate) noted_lines: Option<String>,
    /// Where all lines to it and from it are written.
    pub(crate) log: Option<Arc<LineLog>>,
}

impl EngineConfig {
    /// The path of the program: relative to the runner's directory, or to the engine's own.
    pub(crate) fn program(&self) -> PathBuf {
        let given = PathBuf::from(&self.command);
        if given.components().count() < 2 {
            return given;
        }
        let in_own_directory = self.directory.as_ref().map(|directory| directory.join(&given));
        let candidates = [Some(given.clone()), in_own_directory].into_iter().flatten();
        candidates.into_iter().find_map(|path| program_at(&path)).unwrap_or(given)
    }

    /// The command that starts the program.
    ///
    /// # Errors
    /// If the file for its standard error cannot be written.
    pub(crate) fn process_command(&self) -> io::Result<Command> {
        let mut command = Command::new(self.program());
        command.args(&self.arguments);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command.stderr(match &self.stderr {
            None => Stdio::null(),
            Some(path) => OpenOptions::new().create(true).append(true).open(path)?.into(),
        });
        Ok(command)
    }

    /// A deadline for this engine.
    pub(crate) fn scaled(&self, patience: Duration) -> Duration {
        patience.mul_f64(self.patience)
    }

    /// The options as one text, for records.
    pub(crate) fn options_text(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        options.collect::<Vec<_>>().join(", ")
    }
}

/// The path of the program that is meant by a path, whatever becomes the working directory; `None` if
/// there is none. On Windows its name may lack the ending.
fn program_at(path: &Path) -> Option<PathBuf> {
    let mut with_suffix = path.as_os_str().to_owned();
    with_suffix.push(EXE_SUFFIX);
    let found = [path, Path::new(&with_suffix)].into_iter().find(|path| path.is_file())?;
    // Not its canonical form, which Windows begins with `\\?\`.
    path::absolute(found).ok()
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            name: String::new(),
            command: String::new(),
            arguments: Vec::new(),
            directory: None,
            stderr: None,
            protocol: EngineProtocol::Uci,
            init: Vec::new(),
            options: Vec::new(),
            rules: Vec::new(),
            variant: None,
            time: MatchTimeControl::Unlimited,
            margin: Duration::ZERO,
            depth: None,
            nodes: None,
            ponder: false,
            white_pov: false,
            trust: false,
            restart: Restart::Auto,
            patience: 1.0,
            noted_lines: None,
            log: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    #[test]
    fn a_program_is_found_in_either_directory_and_named_in_full() {
        let folder = env::temp_dir().join(format!("vertumnus-program ü {}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary directory can be written");
        let file = folder.join(format!("engine{EXE_SUFFIX}"));
        fs::write(&file, "").expect("it can be written");
        let config = |command: &str, directory: Option<&Path>| EngineConfig {
            command: command.to_owned(),
            directory: directory.map(Path::to_owned),
            ..EngineConfig::default()
        };
        for found in [
            config("./engine", Some(&folder)).program(),
            config(&file.to_string_lossy(), None).program(),
            config(&file.to_string_lossy(), Some(&env::temp_dir())).program(),
        ] {
            assert!(found.is_absolute() && !found.to_string_lossy().starts_with(r"\\?\"));
            assert_eq!(found.canonicalize().ok(), file.canonicalize().ok());
        }
        // What is nowhere, and what the system is to find, stay as they are.
        for command in ["./other", "engine"] {
            assert_eq!(config(command, Some(&folder)).program(), Path::new(command));
        }
        fs::remove_dir_all(&folder).expect("it was made here");
    }
}
