//! What the program says about itself: its commands by whom they are for, and the games.

use std::fmt::Write;

use clap::builder::PossibleValue;
use clap::{Arg, Command};

use vertumnus_core::game;
use vertumnus_core::rules::Variant;

use crate::text::{filled, hanging};

/// The commands in groups. Each command is in one of them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("To play", &["serve", "play", "rules", "replay", "diagram", "pgn"]),
    ("For inventors of games", &["check", "explain", "playtest"]),
    ("For GUIs", &["uci", "xboard", "load", "xboard-command", "pieces"]),
    ("For authors of engines", &["match", "perft", "openings", "mates"]),
    ("For developers of this engine", &["bench", "datagen", "games", "spsa", "train", "wdl"]),
];

/// What is said on a terminal of this many columns to somebody who has typed no command: what the program waits for, and
/// what to type instead.
pub(crate) fn welcome(width: usize) -> String {
    let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
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
    let others = Variant::ALL.iter().filter(|&&variant| variant != Variant::default());
    let names: Vec<&str> = others.map(|variant| variant.name()).collect();
    let names = (!names.is_empty()).then(|| names.join(", "))?;
    Some(format!("To play another game, type vertumnus play GAME. Other games: {names}"))
}

/// The columns by which the text of an option is indented.
const INDENT: usize = 10;

/// What may stand behind that text: other names of the option.
const ALIASES: usize = 20;

/// The narrowest text of an option.
const NARROWEST: usize = 20;

/// The command line with its help in groups, and in lines of this many columns.
pub(crate) fn grouped(command: Command, width: usize) -> Command {
    let listed = groups(&command, width);
    let names: Vec<String> =
        command.get_subcommands().map(|known| known.get_name().to_owned()).collect();
    let fit = |command: Command, name| command.mut_subcommand(name, |known| fitted(known, width));
    let command = fitted(names.into_iter().fold(command, fit), width);
    command
        .help_template(
            "{about-with-newline}\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}",
        )
        .after_help(format!("{listed}{}", games()))
}

/// A command with its help in lines of this many columns.
fn fitted(mut command: Command, width: usize) -> Command {
    if let Some(about) = command.get_about().map(|about| filled(&about.to_string(), width)) {
        command = command.about(about);
    }
    if let Some(about) = command.get_long_about().map(|about| filled(&about.to_string(), width)) {
        command = command.long_about(about);
    }
    command.next_line_help(true).mut_args(|option| fitted_option(option, width))
}

/// An option with its text in lines of this many columns, what clap would put behind it included.
fn fitted_option(option: Arg, width: usize) -> Arg {
    let aliases = if option.get_visible_aliases().is_some() { ALIASES } else { 0 };
    let room = width.saturating_sub(INDENT + aliases).max(NARROWEST);
    let text = option.get_help().map(ToString::to_string).unwrap_or_default();
    let long_text = option.get_long_help().map(ToString::to_string);
    if !option.get_action().takes_values() {
        let option = option.help(filled(&text, room));
        return match long_text {
            Some(text) => option.long_help(filled(&text, room)),
            None => option,
        };
    }
    let defaults = option.get_default_values().iter().map(|value| value.to_string_lossy());
    let defaults: Vec<_> = defaults.collect();
    let default = match defaults[..] {
        [] => String::new(),
        _ => format!(" [default: {}]", defaults.join(" ")),
    };
    let values = option.get_possible_values();
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let names = match names[..] {
        [] => String::new(),
        _ => format!(" [possible values: {}]", names.join(", ")),
    };
    let told =
        |value: &PossibleValue| Some(format!("\n  {}: {}", value.get_name(), value.get_help()?));
    let list: String = values.iter().filter_map(told).collect();
    let long_text = long_text.or_else(|| (!list.is_empty()).then(|| text.clone()));
    let option = option
        .hide_default_value(true)
        .hide_possible_values(true)
        .help(filled(&format!("{text}{default}{names}"), room));
    let behind = if list.is_empty() { names } else { format!("\n\nPossible values:{list}") };
    match long_text {
        Some(text) => option.long_help(filled(&format!("{text}{default}{behind}"), room)),
        None => option,
    }
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
    for &variant in Variant::ALL {
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
        for &variant in Variant::ALL {
            assert!(help.contains(game::session(variant).title()), "{help}");
        }
        for (title, _) in GROUPS {
            assert!(help.contains(title), "{help}");
        }
        assert!(help.contains("--version") && help.contains("play  "), "{help}");
    }
}
