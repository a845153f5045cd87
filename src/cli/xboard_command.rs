//! The command `xboard-command`: the command line that starts XBoard or WinBoard with this engine.

use std::io::{self, Write};
use std::path::Path;

use clap::Args;

use vertumnus_core::board::Shape;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::game;
use vertumnus_core::rules::Variant;

use crate::level::{Strength, level};
use crate::xboard_pictures;

#[derive(Clone, Debug, Args)]
pub(crate) struct XboardCommandArgs {
    /// The game
    #[arg(long, default_value_t)]
    variant: Variant,
    /// The program of the GUI, such as winboard
    #[arg(long, default_value = "xboard")]
    program: String,
    /// Play this many games of the engine against itself instead of a game with you
    #[arg(long)]
    games: Option<u32>,
    /// How well the engine plays: beginner, casual, club, strong, expert or full, or a number from 0 to 20
    #[arg(long, value_parser = level)]
    level: Option<Strength>,
    /// Show the drawings of XBoard's own theme, which do not show what a piece can do
    #[arg(long)]
    own_drawings: bool,
}

impl XboardCommandArgs {
    /// Whether the drawings are to be ours. `WinBoard` reads bitmaps alone.
    fn reads_svg(&self) -> bool {
        let name = Path::new(&self.program).file_stem().unwrap_or_default();
        let is_winboard = name.to_string_lossy().to_lowercase().contains("winboard");
        !self.own_drawings && !is_winboard && !cfg!(windows)
    }
}

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

/// The size of a square that XBoard is told, so that the board fits the screen. XBoard takes it for
/// a board of eight files, and changes it so that another board becomes as wide as that.
fn square_size(shape: Shape) -> u32 {
    let (files, ranks) = (u32::from(shape.files), u32::from(shape.ranks));
    let own = (ROOM.0 / files).min(ROOM.1 / ranks);
    own * files / 8
}

/// Prints the command line.
///
/// # Errors
/// If the path of this program is unknown, or the output cannot be written.
pub(crate) fn run(arguments: &XboardCommandArgs, output: &mut dyn Write) -> io::Result<()> {
    let pictures = if arguments.reads_svg() {
        let pictures = xboard_pictures::directory(arguments.variant);
        pictures.inspect_err(|error| eprintln!("XBoard's own drawings are used: {error}")).ok()
    } else {
        None
    };
    writeln!(output, "{}", command(arguments, &std::env::current_exe()?, pictures.as_deref()))
}

/// The command line, for a shell.
fn command(arguments: &XboardCommandArgs, engine: &Path, pictures: Option<&Path>) -> String {
    let engine = format!("{} xboard", quoted_for_the_gui(&engine.to_string_lossy()));
    let mut words = vec![arguments.program.clone()];
    let mut flag = |name: &str, value: &str| {
        words.push(format!("-{name}"));
        words.push(value.to_owned());
    };
    flag("variant", Dialect::of(arguments.variant).name());
    flag("size", &square_size(*game::session(arguments.variant).shape()).to_string());
    flag("fcp", &engine);
    let option = arguments.level.as_ref().map(|level| format!("Skill Level={}", level.skill_level));
    if let Some(option) = &option {
        flag("firstOptions", option);
    }
    if let Some(games) = arguments.games {
        flag("scp", &engine);
        if let Some(option) = &option {
            flag("secondOptions", option);
        }
        flag("matchGames", &games.to_string());
        flag("matchPause", "100");
    }
    if let Some(pictures) = pictures {
        flag("pieceImageDirectory", &pictures.to_string_lossy());
        flag("trueColors", "true");
    }
    for (name, value) in FLAGS {
        flag(name, value);
    }
    let words: Vec<String> = words.iter().map(|word| quoted_for_the_shell(word)).collect();
    words.join(" ")
}

/// Quotes a path for the GUI, which splits the engine's command at spaces outside double quotes.
fn quoted_for_the_gui(path: &str) -> String {
    if path.contains(char::is_whitespace) { format!("\"{path}\"") } else { path.to_owned() }
}

/// Quotes a word for the shell if necessary.
fn quoted_for_the_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{}\"", word.replace('"', "\\\""))
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(games: Option<u32>, level: Option<Strength>) -> XboardCommandArgs {
        XboardCommandArgs {
            variant: Variant::default(),
            program: "xboard".into(),
            games,
            level,
            own_drawings: false,
        }
    }

    fn words(engine: &str, games: Option<u32>) -> String {
        command(&arguments(games, None), Path::new(engine), Some(Path::new("/my pictures")))
    }

    #[test]
    fn an_engine_is_named_once_or_twice() {
        let name = Dialect::of(Variant::default()).name();
        let start = format!("xboard -variant {name} -size ");
        assert!(words("/opt/vertumnus", None).starts_with(&start));
        assert!(!words("/opt/vertumnus", None).contains("-scp"));
        assert!(words("/opt/vertumnus", Some(4)).contains("-matchGames 4"));
    }

    #[cfg(unix)]
    #[test]
    fn a_level_is_an_option_of_each_engine() {
        let words = |games| {
            let arguments = arguments(games, Some(level("Begin").unwrap()));
            command(&arguments, Path::new("/opt/vertumnus"), None)
        };
        assert!(words(None).contains(" -firstOptions 'Skill Level=0' "));
        assert!(!words(None).contains("-secondOptions"));
        assert!(words(Some(2)).contains(" -secondOptions 'Skill Level=0' "));
        assert!(level("casul").unwrap_err().contains("casual"));
    }

    #[cfg(unix)]
    #[test]
    fn paths_may_contain_anything() {
        assert!(words("/opt/vertumnus", None).contains("-fcp '/opt/vertumnus xboard' "));
        assert!(words("/my engines/v", None).contains("-pieceImageDirectory '/my pictures' "));
        assert!(words("/my engines/v", None).contains("-fcp '\"/my engines/v\" xboard' "));
        assert!(words("/it's/v", None).contains("-fcp '/it'\\''s/v xboard' "));
    }
}
