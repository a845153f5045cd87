//! The command `xboard-command`: the command line that starts XBoard or WinBoard with this engine.

mod bitmaps;
mod pictures;

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, ValueEnum};
use thiserror::Error;

use vertumnus_core::board::Shape;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::rules::Variant;
use vertumnus_core::{files, game};

use crate::command_line::{for_a_shell, for_winboard, in_double_quotes};
use crate::level::{Strength, level};

#[derive(Clone, Debug, Args)]
pub(crate) struct XboardCommandArgs {
    /// The game
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Which GUI the command is for [default: what the name of the program says]
    #[arg(long)]
    gui: Option<Gui>,
    /// The program of the GUI [default: the name of the GUI]
    #[arg(long)]
    program: Option<String>,
    /// Play this many games of the engine against itself instead of a game with you
    #[arg(long)]
    games: Option<u32>,
    /// How well the engine plays: beginner (0), casual (5), club (10), strong (14), expert (17), master (19),
    /// full (20), or any number from 0 to 20
    #[arg(long, value_parser = level)]
    level: Option<Strength>,
    /// Show the GUI's own drawings, which do not show what a piece can do, and of which WinBoard lacks some
    #[arg(long)]
    own_drawings: bool,
    /// Start the GUI in place of printing the command
    #[arg(long)]
    start: bool,
    /// Further flags for the GUI
    #[arg(last = true, value_name = "FLAGS")]
    more: Vec<String>,
}

/// The two programs of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Gui {
    /// For Unix. A shell splits its command line.
    Xboard,
    /// For Windows. It splits its command line by its own rules.
    Winboard,
}

impl Gui {
    /// The GUI of this system.
    const HERE: Self = if cfg!(windows) { Self::Winboard } else { Self::Xboard };

    /// The GUI that a program is.
    fn of(program: &str) -> Self {
        let name = Path::new(program).file_stem().unwrap_or_default();
        let is_winboard = name.to_string_lossy().to_lowercase().contains("winboard");
        if is_winboard { Self::Winboard } else { Self::Xboard }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Xboard => "xboard",
            Self::Winboard => "winboard",
        }
    }
}

impl XboardCommandArgs {
    fn gui(&self) -> Gui {
        self.gui.unwrap_or_else(|| self.program.as_deref().map_or(Gui::HERE, Gui::of))
    }

    fn program(&self) -> &str {
        self.program.as_deref().unwrap_or_else(|| self.gui().name())
    }

    /// The directory with our drawings for the GUI; `None` if its own are to be shown.
    fn pictures(&self) -> Option<PathBuf> {
        let gui = self.gui();
        let pictures = match gui {
            _ if self.own_drawings => return None,
            Gui::Xboard => pictures::for_xboard(self.variant),
            Gui::Winboard => {
                let sizes = WINBOARD_SIZES.map(|(_, size)| size);
                pictures::for_winboard(self.variant, &sizes)
            }
        };
        let name = gui.name();
        pictures.inspect_err(|error| eprintln!("the drawings of {name} are used: {error}")).ok()
    }
}

/// No way of quoting tells `WinBoard` this.
#[derive(Debug, Error)]
#[error("WinBoard cannot be given {0}, with both }} and ' in it")]
struct Untellable(String);

/// Settings of the GUI for all variants. It must not judge moves and games whose rules it does not
/// know, must show what the engine says about them, and must not save these settings.
const FLAGS: [(&str, &str); 13] = [
    ("showCoords", "true"),
    ("testLegality", "false"),
    ("checkMates", "false"),
    ("testClaims", "false"),
    ("materialDraws", "false"),
    ("trivialDraws", "false"),
    ("ruleMoves", "0"),
    ("repeatsToDraw", "0"),
    ("showTargetSquares", "true"),
    ("highlightDragging", "true"),
    ("sweepPromotions", "true"),
    ("popupExitMessage", "false"),
    ("saveSettingsOnExit", "false"),
];

/// The room for the board on a screen of 1024x768, in pixels: what XBoard's menus, clocks and
/// buttons and the frame of a window leave.
const ROOM: (u32, u32) = (1000, 590);

/// The sizes of a square, in pixels, in which `WinBoard` shows games that it does not know.
const WINBOARD_SIZES: [(&str, u32); 3] = [("petite", 33), ("middling", 49), ("bulky", 72)];

impl Gui {
    /// The size of a square, so that the board fits the screen.
    fn size(self, shape: Shape) -> String {
        let (files, ranks) = (u32::from(shape.files), u32::from(shape.ranks));
        let own = (ROOM.0 / files).min(ROOM.1 / ranks);
        match self {
            // XBoard takes it for a board of eight files, and changes it so that another board
            // becomes as wide as that.
            Self::Xboard => (own * files / 8).to_string(),
            Self::Winboard => {
                let fitting = WINBOARD_SIZES.iter().rev().find(|(_, size)| *size <= own);
                fitting.unwrap_or(&WINBOARD_SIZES[0]).0.to_owned()
            }
        }
    }
}

/// Prints the command line, or starts the GUI by it and waits for its end.
///
/// # Errors
/// If the path of this program is unknown or cannot be passed to the GUI, the output cannot be written,
/// or the GUI does not start or fails.
pub(crate) fn run(
    arguments: &XboardCommandArgs,
    rules: &[PathBuf],
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    if let Some(reason) = Dialect::of(arguments.variant).objection() {
        return Err(format!("{}: {reason}", arguments.variant).into());
    }
    let pictures = arguments.pictures();
    let engine = engine(&std::env::current_exe()?, rules);
    let flags = flags(arguments, &engine, pictures.as_deref());
    let (gui, program) = (arguments.gui(), arguments.program());
    if !arguments.start {
        return Ok(writeln!(output, "{}", command_line(gui, program, &flags)?)?);
    }
    let status = command(gui, program, &flags)?.status();
    let status = status.map_err(|error| {
        let hint = match error.kind() {
            io::ErrorKind::NotFound if gui == Gui::Xboard => {
                "; Debian's package is xboard, and --program names it elsewhere"
            }
            io::ErrorKind::NotFound => "; --program names it where it is",
            _ => "",
        };
        format!("cannot start {program}: {error}{hint}")
    })?;
    if status.success() { Ok(()) } else { Err(format!("{program} has failed: {status}").into()) }
}

/// The command by which the GUI starts the engine.
fn engine(program: &Path, rules: &[PathBuf]) -> String {
    let mut command = format!("{} xboard", in_double_quotes(&program.to_string_lossy()));
    for file in rules {
        command.push_str(" --rules ");
        command.push_str(&in_double_quotes(&files::from_anywhere(file).to_string_lossy()));
    }
    command
}

/// What the GUI is given: flags, and their values.
fn flags(arguments: &XboardCommandArgs, engine: &str, pictures: Option<&Path>) -> Vec<String> {
    let gui = arguments.gui();
    let mut flags = Vec::new();
    if gui == Gui::Winboard {
        // Otherwise it asks in a dialog what it is to do.
        flags.push("-cp".to_owned());
    }
    let mut flag = |name: &str, value: &str| flags.extend([format!("-{name}"), value.to_owned()]);
    flag("variant", Dialect::of(arguments.variant).name());
    let shape = *game::session(arguments.variant).shape();
    flag("size", &gui.size(shape));
    if gui == Gui::Xboard {
        // Told by the engine alone, it now and then comes while XBoard makes a board of eight files, and the window
        // gets the width of that.
        flag("boardWidth", &shape.files.to_string());
        flag("boardHeight", &shape.ranks.to_string());
    }
    flag("fcp", engine);
    let option = arguments.level.as_ref().map(|level| format!("Skill Level={}", level.skill_level));
    if let Some(option) = &option {
        flag("firstOptions", option);
    }
    if let Some(games) = arguments.games {
        flag("scp", engine);
        if let Some(option) = &option {
            flag("secondOptions", option);
        }
        flag("matchGames", &games.to_string());
        flag("matchPause", "100");
    }
    if let Some(pictures) = pictures {
        flag("pieceImageDirectory", &pictures.to_string_lossy());
        if gui == Gui::Xboard {
            flag("trueColors", "true");
        }
    }
    for (name, value) in FLAGS {
        flag(name, value);
    }
    flags.extend_from_slice(&arguments.more);
    flags
}

/// The command line: for a shell, or for the command prompt of Windows.
fn command_line(gui: Gui, program: &str, flags: &[String]) -> Result<String, Untellable> {
    let program = match gui {
        Gui::Xboard => for_a_shell(program),
        Gui::Winboard => in_double_quotes(program),
    };
    Ok(format!("{program} {}", quoted(gui, flags)?))
}

/// The flags as the GUI, or the shell that starts it, reads them.
fn quoted(gui: Gui, flags: &[String]) -> Result<String, Untellable> {
    let words = flags.iter().map(|word| match gui {
        Gui::Xboard => Ok(for_a_shell(word)),
        Gui::Winboard => for_winboard(word).ok_or_else(|| Untellable(word.clone())),
    });
    Ok(words.collect::<Result<Vec<_>, _>>()?.join(" "))
}

/// The command that starts the GUI. `WinBoard` must see its own quotes.
#[cfg(windows)]
fn command(gui: Gui, program: &str, flags: &[String]) -> Result<Command, Untellable> {
    use std::os::windows::process::CommandExt;

    let mut command = Command::new(program);
    command.raw_arg(quoted(gui, flags)?);
    Ok(command)
}

/// The command that starts the GUI.
#[cfg(not(windows))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it fails")]
fn command(_gui: Gui, program: &str, flags: &[String]) -> Result<Command, Untellable> {
    let mut command = Command::new(program);
    command.args(flags);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::windows_program;

    fn arguments(games: Option<u32>, level: Option<Strength>) -> XboardCommandArgs {
        XboardCommandArgs {
            variant: Variant::default(),
            gui: Some(Gui::Xboard),
            program: None,
            games,
            level,
            own_drawings: false,
            start: false,
            more: Vec::new(),
        }
    }

    fn line(arguments: &XboardCommandArgs, engine: &str) -> Result<String, Untellable> {
        let engine = super::engine(Path::new(engine), &[]);
        let flags = flags(arguments, &engine, Some(Path::new("/my pictures")));
        command_line(arguments.gui(), arguments.program(), &flags)
    }

    fn for_xboard(engine: &str, games: Option<u32>, level: Option<Strength>) -> String {
        line(&arguments(games, level), engine).expect("a shell can be given anything")
    }

    #[test]
    fn an_engine_is_named_once_or_twice() {
        let name = Dialect::of(Variant::default()).name();
        let line = |games| for_xboard("/opt/vertumnus", games, None);
        assert!(line(None).starts_with(&format!("xboard -variant {name} -size ")));
        let shape = *game::session(Variant::default()).shape();
        let board = format!(" -boardWidth {} -boardHeight {} ", shape.files, shape.ranks);
        assert!(line(None).contains(&board), "{}", line(None));
        assert!(!line(None).contains("-scp"));
        assert!(line(Some(4)).contains("-matchGames 4"));
    }

    #[test]
    fn a_level_is_an_option_of_each_engine() {
        let line = |games| for_xboard("/opt/vertumnus", games, level("Begin").ok());
        assert!(line(None).contains(" -firstOptions 'Skill Level=0' "));
        assert!(!line(None).contains("-secondOptions"));
        assert!(line(Some(2)).contains(" -secondOptions 'Skill Level=0' "));
        assert!(level("casul").unwrap_err().contains("casual"));
    }

    #[test]
    fn paths_may_contain_anything() {
        let line = |engine| for_xboard(engine, None, None);
        assert!(line("/opt/vertumnus").contains("-fcp '/opt/vertumnus xboard' "));
        assert!(line("/my engines/v").contains("-pieceImageDirectory '/my pictures' "));
        assert!(line("/my engines/v").contains("-fcp '\"/my engines/v\" xboard' "));
        assert!(line("/it's/v").contains("-fcp '\"/it'\\''s/v\" xboard' "));
    }

    #[test]
    fn the_gui_follows_from_the_program() {
        for (gui, program, expected) in [
            (None, None, Gui::HERE),
            (None, Some("/usr/games/xboard"), Gui::Xboard),
            (None, Some("WinBoard.exe"), Gui::Winboard),
            (Some(Gui::Winboard), None, Gui::Winboard),
            (Some(Gui::Winboard), Some("board.exe"), Gui::Winboard),
        ] {
            let program = program.map(str::to_owned);
            let arguments = XboardCommandArgs { gui, program, ..arguments(None, None) };
            assert_eq!(arguments.gui(), expected);
            let line = line(&arguments, "/opt/vertumnus").expect("it can be written");
            let name = arguments.program.as_deref().unwrap_or(expected.name());
            let start = if expected == Gui::Winboard { "-cp -variant" } else { "-variant" };
            assert!(line.starts_with(&format!("{name} {start} ")), "{line}");
        }
    }

    /// Reads a command line as `WinBoard` does: names of flags with their values.
    fn read_by_winboard(line: &str) -> Vec<(String, String)> {
        const FLAGS_WITHOUT_VALUES: [&str; 1] = ["cp"];
        const FLAGS_WITH_PATHS: [&str; 3] = ["fcp", "scp", "pieceImageDirectory"];
        let mut letters = line.chars().peekable();
        let mut read = Vec::new();
        while letters.next_if_eq(&' ').is_some() || letters.peek().is_some() {
            let Some(letter) = letters.next_if(|letter| *letter != ' ') else { continue };
            assert_eq!(letter, '-', "a value without a flag in {line}");
            let mut name = String::new();
            while let Some(letter) = letters.next_if(|letter| !" =:\t".contains(*letter)) {
                name.push(letter);
            }
            let mut value = String::new();
            if !FLAGS_WITHOUT_VALUES.contains(&&*name) {
                while letters.next_if(|letter| " =:\t".contains(*letter)).is_some() {}
                let end = letters.next_if(|letter| "{'\"".contains(*letter));
                let end = end.map(|opening| if opening == '{' { '}' } else { opening });
                loop {
                    match letters.next() {
                        None => break,
                        letter if letter == end => break,
                        Some(' ' | '\t') if end.is_none() => break,
                        Some('\\')
                            if end.is_some_and(|end| end != '}')
                                && !FLAGS_WITH_PATHS.contains(&&*name) =>
                        {
                            value.extend(letters.next());
                        }
                        Some(letter) => value.push(letter),
                    }
                }
            }
            read.push((name, value));
        }
        read
    }

    #[test]
    fn winboard_reads_what_it_is_told() {
        for engine in [
            r"C:\v.exe",
            r"C:\My Engines\v.exe",
            r"C:\Müller\v.exe",
            r"C:\it's\v.exe",
            r"C:\a & b\v.exe",
            r"C:\a } b\v.exe",
            r"\\server\share\v.exe",
        ] {
            let arguments = XboardCommandArgs {
                program: Some(r"C:\Win Board\winboard.exe".to_owned()),
                gui: None,
                more: ["-tc", "0:03"].map(str::to_owned).into(),
                ..arguments(Some(2), level("casual").ok())
            };
            let line = line(&arguments, engine).expect("it can be written");
            let (program, rest) = windows_program(&line).expect("there is a program");
            assert_eq!(program, r"C:\Win Board\winboard.exe");
            let read = read_by_winboard(rest);
            let value = |name: &str| {
                let found = read.iter().find(|(read, _)| read == name);
                &*found.unwrap_or_else(|| panic!("no -{name} in {rest}")).1
            };
            for name in ["fcp", "scp"] {
                assert_eq!(windows_program(value(name)), Some((engine, "xboard")), "{rest}");
            }
            assert!(value("secondOptions").starts_with("Skill Level="), "{rest}");
            assert_eq!((value("matchGames"), value("testLegality")), ("2", "false"));
            assert_eq!(value("pieceImageDirectory"), "/my pictures");
            assert!(WINBOARD_SIZES.iter().any(|(name, _)| *name == value("size")), "{rest}");
            assert_eq!((&*read[0].0, value("tc")), ("cp", "0:03"));
        }
        let arguments = XboardCommandArgs { gui: Some(Gui::Winboard), ..arguments(None, None) };
        let reason = line(&arguments, r"C:\a } b\it's\v.exe").expect_err("it cannot be written");
        assert!(reason.to_string().starts_with("WinBoard cannot be given \"C:"), "{reason}");
    }
}
