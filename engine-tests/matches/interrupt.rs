//! Ctrl-C in the terminal in which a tournament runs: the system tells all processes of the terminal.

use std::fs;
use std::process::{Command, Stdio};

use super::{Scratch, arguments, assert_gone, fake};
use crate::support::{PATIENCE, engine_command, wait_for_exit};

/// Presses Ctrl-C in the terminal of the runner. This process is one of its engines.
pub(super) fn press() {
    let group = format!("-{}", std::os::unix::process::parent_id());
    let kill = Command::new("kill").args(["-INT", "--", &group]).status();
    assert!(kill.expect("every system has kill").success());
}

fn in_a_terminal_of_its_own(command: &mut Command) -> &mut Command {
    std::os::unix::process::CommandExt::process_group(command, 0)
}

/// The engines do not notice a Ctrl-C: the runner ends the tournament and asks them to quit.
pub(super) fn reaches_the_runner_alone() {
    let scratch = Scratch::new("ctrl-c");
    let traces = scratch.path("traces");
    let engines = [fake("one", "interrupts", &traces), fake("two", "slow", &traces)];
    let words = arguments(engines, "--each tc=20 --rounds 500");
    let mut runner = engine_command(&words.iter().map(String::as_str).collect::<Vec<_>>());
    runner.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut runner = in_a_terminal_of_its_own(&mut runner).spawn().expect("the runner starts");
    let status = wait_for_exit(&mut runner, PATIENCE).expect("Ctrl-C ends the runner");
    assert_eq!(status.code(), Some(130));
    assert_gone(&traces);
    let files = fs::read_dir(&traces).expect("engines have left traces");
    let names = files.map(|file| file.expect("it can be listed").file_name());
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let count = |word: &str| names.iter().filter(|name| name.ends_with(word)).count();
    assert_eq!(count(fake::ALIVE), count(fake::QUIT), "all engines were asked to quit: {names:?}");
}
