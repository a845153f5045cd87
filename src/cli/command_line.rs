//! Command lines as texts: how systems and GUIs split them, and how to write what they are to read.

use std::process::Command;

/// The command that a text means: by the rules of a shell, but on Windows by those of Windows, where
/// a backslash is a part of a path. `None` if it is blank, or its quotes are not closed.
#[cfg(not(windows))]
pub(crate) fn command(text: &str) -> Option<Command> {
    let words = shlex::split(text)?;
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments);
    Some(command)
}

#[cfg(windows)]
pub(crate) fn command(text: &str) -> Option<Command> {
    use std::os::windows::process::CommandExt;

    let (program, arguments) = windows_program(text)?;
    let mut command = Command::new(program);
    command.raw_arg(arguments);
    Some(command)
}

/// The program of a command line of Windows, and the rest of the line, which each program splits by
/// itself.
#[cfg(any(windows, test))]
pub(crate) fn windows_program(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let (program, arguments) = match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    (!program.is_empty()).then(|| (program, arguments.trim()))
}

/// Whether nothing that reads command lines takes this word for more than a word.
pub(crate) fn is_plain(word: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./\\:=,+%@".contains(c);
    !word.is_empty() && word.chars().all(is_plain)
}

/// Puts a path into double quotes if necessary, as `XBoard` and Windows read it.
pub(crate) fn in_double_quotes(path: &str) -> String {
    if is_plain(path) { path.to_owned() } else { format!("\"{path}\"") }
}

/// Quotes a word for a shell if necessary.
pub(crate) fn for_a_shell(word: &str) -> String {
    if is_plain(word) && !word.contains('\\') {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Quotes the value of a flag for `WinBoard` if necessary. `WinBoard` reads its command line itself,
/// and takes what is in braces as it is. `None` if it cannot be given such a value.
pub(crate) fn for_winboard(value: &str) -> Option<String> {
    let in_braces = || format!("{{{value}}}");
    // In quotes, a backslash may mean something else.
    let in_quotes = || format!("'{value}'");
    if is_plain(value) {
        Some(value.to_owned())
    } else if !value.contains('}') {
        Some(in_braces())
    } else {
        (!value.contains('\'')).then(in_quotes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_keeps_backslashes() {
        for (text, program, arguments) in [
            (r"C:\x\y.exe", r"C:\x\y.exe", ""),
            (r#" "C:\My Engines\y.exe" --deep "a b" "#, r"C:\My Engines\y.exe", r#"--deep "a b""#),
            (r"y -x C:\z", "y", r"-x C:\z"),
        ] {
            assert_eq!(windows_program(text), Some((program, arguments)), "{text}");
        }
        for text in ["", "  ", "\"unclosed", "\"\" x"] {
            assert_eq!(windows_program(text), None, "{text}");
        }
    }

    #[test]
    fn a_command_has_its_program_and_arguments() {
        let text = if cfg!(windows) { r"C:\x\y.exe -z" } else { r"/x/y -z" };
        let command = command(text).expect("it is a command");
        assert_eq!(command.get_program().to_str(), text.split(' ').next());
        assert!(super::command("'unclosed").is_none() || cfg!(windows));
    }
}
