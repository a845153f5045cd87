//! What the program says about itself: its commands by whom they are for, and the games.

use std::fmt::Write;

use clap::Command;

use vertumnus_core::game;
use vertumnus_core::rules::Variant;

use crate::text::{filled, hanging};

/// The commands in groups. Each command is in one of them.
const GROUPS: [(&str, &[&str]); 6] = [
    ("To play", &["serve", "play", "rules", "replay", "diagram", "pieces", "pgn"]),
    ("For inventors of games", &["check", "explain", "playtest"]),
    ("For GUIs", &["uci", "xboard", "load", "xboard-command"]),
    ("For authors of engines", &["match", "perft", "openings", "mates"]),
    ("For developers of this engine", &["bench", "datagen", "games", "spsa", "train", "wdl"]),
    ("For your shell", &["completions"]),
];

/// What is said on a terminal of this many columns to somebody who has typed no command: what the program waits for, and
/// what to type instead.
pub(crate) fn welcome(width: usize) -> String {
    let names: Vec<&str> = Variant::bundled().iter().map(|variant| variant.name()).collect();
    let text = format!(
        "Vertumnus, a chess engine, waits for a GUI to talk to it in UCI. quit ends it.\n\
         To play in a terminal: vertumnus play GAME. All commands: vertumnus --help\n\
         Games: {}",
        names.join(", ")
    );
    filled(&text, width)
}

/// What is said to somebody who starts to play and names no game: how to choose another one. `None` if
/// there is only one.
pub(crate) fn other_games() -> Option<String> {
    let others = Variant::bundled().iter().filter(|&&variant| variant != Variant::default());
    let names: Vec<&str> = others.map(|variant| variant.name()).collect();
    let names = (!names.is_empty()).then(|| names.join(", "))?;
    Some(format!("To play another game, type vertumnus play GAME. Other games: {names}"))
}

/// The command line with its help in groups, and in lines of this many columns.
pub(crate) fn grouped(command: Command, width: usize) -> Command {
    let listed = groups(&command, width);
    let names: Vec<String> =
        command.get_subcommands().map(|known| known.get_name().to_owned()).collect();
    let fitted = |command: Command| command.next_line_help(true).term_width(width);
    let fit = |command: Command, name| command.mut_subcommand(name, fitted);
    fitted(names.into_iter().fold(command, fit))
        .help_template(
            "{about-with-newline}\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}",
        )
        .after_help(format!("{listed}{}", games()))
}

fn groups(command: &Command, width: usize) -> String {
    let mut text = String::new();
    for (title, names) in GROUPS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{title}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            if let Some(about) = about {
                let about = hanging(&about.to_string(), 18, 18, width);
                let _ = writeln!(text, "  {name:<16}{}", about.trim_start());
            }
        }
        text.push('\n');
    }
    text.push_str("`vertumnus COMMAND --help` says more about a command.\n\n");
    text
}

/// The games with the names by which commands take them.
fn games() -> String {
    let mut text = "Games (a beginning of the name will do):".to_owned();
    for &variant in Variant::bundled() {
        let title = game::session(variant).title();
        let _ = write!(text, "\n  {:<16}{title}", variant.name());
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use vertumnus_engine::player::levels::{LEVELS, Level};

    use super::*;
    use crate::CommandLine;

    #[test]
    fn each_command_is_in_one_group() {
        let command = CommandLine::command();
        for known in command.get_subcommands().map(Command::get_name) {
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&known)).count();
            assert_eq!(groups, 1, "{known}");
        }
        for name in GROUPS.iter().flat_map(|(_, names)| *names) {
            let is_built = cfg!(feature = "tune") || *name != "spsa";
            assert_eq!(command.find_subcommand(name).is_some(), is_built, "{name}");
        }
    }

    #[test]
    fn help_tells_what_the_words_of_levels_are_in_numbers() {
        let mut command = CommandLine::command();
        for name in ["play", "xboard-command"] {
            let command = command.find_subcommand_mut(name).expect("it is there");
            let help = command.render_long_help().to_string();
            let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
            for Level { name, skill_level, .. } in LEVELS {
                assert!(words.contains(&format!("{name} ({skill_level})")), "{help}");
            }
        }
    }

    #[test]
    fn help_fits_a_terminal() {
        let mut command = grouped(CommandLine::command(), 80);
        let mut helps = vec![command.render_long_help(), command.render_help()];
        for known in command.get_subcommands_mut() {
            helps.extend([known.render_long_help(), known.render_help()]);
        }
        for help in helps {
            let help = help.to_string();
            // The usage is one line.
            let is_long = |line: &&str| line.chars().count() > 80 && !line.starts_with("Usage:");
            assert_eq!(help.lines().find(is_long), None, "{help}");
        }
    }

    #[test]
    fn help_lists_commands_and_games() {
        let help = grouped(CommandLine::command(), 100).render_help().to_string();
        for &variant in Variant::bundled() {
            assert!(help.contains(game::session(variant).title()), "{help}");
        }
        for (title, _) in GROUPS {
            assert!(help.contains(title), "{help}");
        }
        assert!(help.contains("--version") && help.contains("play  "), "{help}");
    }
}
