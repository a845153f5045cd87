//! Ctrl-C in the terminal in which a tournament runs: the system tells all processes of the terminal.

use std::fs;

use super::{Scratch, arguments, assert_gone, assert_valid, fake, start};
use crate::support::terminal::press_ctrl_c;
use crate::support::{PATIENCE, wait_for_exit};

/// The engines do not notice a Ctrl-C: the runner ends the tournament and asks them to quit.
pub(super) fn reaches_the_runner_alone() {
    let scratch = Scratch::new("ctrl-c");
    let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
    let engines = [fake("one", "slow", &traces), fake("two", "slow", &traces)];
    let more = format!("--each tc=20 --rounds 500 --maxmoves 20 --pgnout {games}");
    let mut runner = start(&arguments(engines, &more), &games, 1);
    if !press_ctrl_c(&mut runner) {
        return;
    }
    let status = wait_for_exit(&mut runner, PATIENCE).expect("Ctrl-C ends the runner");
    assert_eq!(status.code(), Some(130));
    assert_gone(&traces);
    assert_valid(&games);
    let files = fs::read_dir(&traces).expect("engines have left traces");
    let names = files.map(|file| file.expect("it can be listed").file_name());
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let count = |word: &str| names.iter().filter(|name| name.ends_with(word)).count();
    assert_eq!(count(fake::ALIVE), count(fake::QUIT), "all engines were asked to quit: {names:?}");
}
