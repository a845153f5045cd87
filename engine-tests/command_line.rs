//! The command line as a whole: what it says to who mistypes, and how a shell completes it.

use std::fs;
use std::process::Command;

use crate::support::cli::run;
use crate::support::leave_out;

#[test]
fn what_was_meant_is_asked() {
    for (typed, meant) in [
        (&["paly"][..], "'play'"),
        (&["play", "--levl", "club"], "'--level'"),
        (&["perft", "--divid", "2"], "'--divide'"),
        (&["play", "--side", "whit"], "'white'"),
    ] {
        let refused = run(typed);
        assert_eq!(refused.status.code(), Some(2), "{typed:?}");
        assert!(refused.stderr.contains(meant), "{typed:?}: {}", refused.stderr);
    }
}

/// What bash offers for the last word of a line, once it has read the script.
fn completed(line: &str) -> Option<String> {
    let script = run(&["completions", "bash"]);
    assert!(script.status.success(), "{}", script.stderr);
    let file = std::env::temp_dir().join(format!("vertumnus-complete-{}", std::process::id()));
    fs::write(&file, &script.stdout).expect("the temporary directory can be written");
    let asked = "source \"$0\"; COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); \
                 _vertumnus vertumnus \"${COMP_WORDS[-1]}\" \"${COMP_WORDS[-2]}\"; echo \"${COMPREPLY[*]}\"";
    let bash = Command::new("bash").args(["--norc", "-c", asked]).arg(&file).arg(line).output();
    let _ = fs::remove_file(&file);
    let bash = bash.ok()?;
    assert!(bash.status.success(), "{}", String::from_utf8_lossy(&bash.stderr));
    Some(String::from_utf8_lossy(&bash.stdout).trim().to_owned())
}

#[test]
fn a_shell_completes_commands_and_options() {
    for (line, words) in [
        ("vertumnus pla", "play playtest"),
        ("vertumnus play --lev", "--level"),
        ("vertumnus play --side bl", "black"),
        ("vertumnus perft --rul", "--rules"),
    ] {
        let Some(offered) = completed(line) else {
            return leave_out("bash is not installed");
        };
        assert_eq!(offered, words, "{line}");
    }
    for shell in ["elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).stdout;
        assert!(script.contains("playtest"), "{shell}: {script}");
    }
}
