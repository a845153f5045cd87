//! The command line that starts XBoard or WinBoard with this engine and one of its games.

use std::path::Path;

use clap::Args;

use vertumnus_core::dialect::Dialect;
use vertumnus_core::rules::Variant;

/// What is to be started.
#[derive(Clone, Debug, Args)]
pub(crate) struct Options {
    /// The game
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// The GUI's program, such as winboard
    #[arg(long, default_value = "xboard")]
    pub program: String,
    /// Plays so many games against itself instead of with you
    #[arg(long)]
    pub games: Option<u32>,
}

/// What the GUI needs for all games: it must not judge moves and games whose rules it does not know,
/// must show what the engine says of them, and must not keep these settings for other engines.
const FLAGS: [(&str, &str); 12] = [
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

/// The command line, for a shell.
#[must_use]
pub(crate) fn command(options: &Options, engine: &Path) -> String {
    let engine = format!("{} xboard", quoted_for_the_gui(&engine.to_string_lossy()));
    let mut words = vec![options.program.clone()];
    let mut flag = |name: &str, value: &str| {
        words.push(format!("-{name}"));
        words.push(value.to_owned());
    };
    flag("variant", Dialect::of(options.variant).name());
    flag("fcp", &engine);
    if let Some(games) = options.games {
        flag("scp", &engine);
        flag("matchGames", &games.to_string());
        flag("matchPause", "100");
    }
    for (name, value) in FLAGS {
        flag(name, value);
    }
    let words: Vec<String> = words.iter().map(|word| quoted_for_the_shell(word)).collect();
    words.join(" ")
}

/// The GUI parts the engine's command at blanks, but for those in double quotes.
fn quoted_for_the_gui(path: &str) -> String {
    if path.contains(char::is_whitespace) { format!("\"{path}\"") } else { path.to_owned() }
}

/// A word of a command line, in quotes where it needs them.
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

    fn words(engine: &str, games: Option<u32>) -> String {
        let options = Options { variant: Variant::default(), program: "xboard".into(), games };
        command(&options, Path::new(engine))
    }

    #[test]
    fn an_engine_is_named_once_or_twice() {
        let name = Dialect::of(Variant::default()).name();
        let start = format!("xboard -variant {name} -fcp ");
        assert!(words("/opt/vertumnus", None).starts_with(&start));
        assert!(!words("/opt/vertumnus", None).contains("-scp"));
        assert!(words("/opt/vertumnus", Some(4)).contains("-matchGames 4"));
    }

    #[cfg(unix)]
    #[test]
    fn paths_may_hold_anything() {
        assert!(words("/opt/vertumnus", None).contains("-fcp '/opt/vertumnus xboard' "));
        assert!(words("/my engines/v", None).contains("-fcp '\"/my engines/v\" xboard' "));
        assert!(words("/it's/v", None).contains("-fcp '/it'\\''s/v xboard' "));
    }
}
