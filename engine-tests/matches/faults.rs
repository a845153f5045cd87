//! Faults of the machine and of its user, which no engine must pay for.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{
    CLOCK, NOWHERE, Scratch, arguments, assert_gone, assert_valid, fake, records, run, start,
};
use crate::support::{PATIENCE, wait_for_exit};

fn signal(name: &str, pid: u32) {
    let kill = Command::new("kill").args([format!("-{name}"), pid.to_string()]).status();
    assert!(kill.expect("every system has kill").success());
}

/// A runner that may not open files starts no engine. Nobody has lost by that.
pub(super) fn a_machine_without_files() {
    let scratch = Scratch::new("no-files");
    let games = scratch.path("games.pgn");
    let engines = [fake("one", "good", NOWHERE), fake("two", "good", NOWHERE)];
    let words = arguments(engines, &format!("{CLOCK} --recover --pgnout {games}"));
    let output = Command::new("sh")
        .args(["-c", "ulimit -n 9; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_vertumnus")])
        .args(words)
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("cannot be started: "), "{said}");
    assert_eq!(fs::read_to_string(&games).unwrap_or_default(), "");
}

/// A runner that is stopped for a while, as by Ctrl-Z, does not see what the engines say. The game is
/// played again.
pub(super) fn a_runner_that_pauses() {
    let scratch = Scratch::new("pause");
    let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
    let engines = [fake("one", "slow", &traces), fake("two", "slow", &traces)];
    let more = format!("--each tc=1+0.1 --rounds 3 --maxmoves 60 --pgnout {games}");
    let mut runner = start(&arguments(engines, &more), &games, 1);
    signal("STOP", runner.id());
    thread::sleep(Duration::from_secs(3));
    signal("CONT", runner.id());
    let status = wait_for_exit(&mut runner, PATIENCE).expect("the tournament ends");
    assert!(status.success());
    let played = records(&games);
    assert_eq!(played.len(), 6);
    for game in played {
        let last = game.plies.last().map_or("", |ply| ply.comment.as_str());
        assert!(matches!(game.tag("Termination"), None | Some("adjudication")), "{last}");
    }
    assert_valid(&games);
}

/// Two runners do not write to one record.
pub(super) fn two_runners_on_one_record() {
    let scratch = Scratch::new("two-runners");
    let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
    let engines = || [fake("one", "slow", &traces), fake("two", "slow", &traces)];
    let more = format!("--each tc=20 --rounds 500 --maxmoves 20 --resume --pgnout {games}");
    let words = arguments(engines(), &more);
    let mut first = start(&words, &games, 1);
    let second = run(&words);
    assert_eq!(second.status.code(), Some(1));
    let reason = "games.pgn: another runner writes to this file";
    assert!(second.stderr.contains(reason), "{}", second.stderr);
    signal("TERM", first.id());
    let status = wait_for_exit(&mut first, PATIENCE).expect("a signal ends the runner");
    assert_eq!(status.code(), Some(130));
    assert_valid(&games);
}

/// A signal ends a tournament, the engines that outlive `quit` are killed, and the records are
/// valid.
pub(super) fn a_signal_leaves_nothing_behind() {
    for signal in ["INT", "TERM"] {
        let scratch = Scratch::new(signal);
        let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
        let engines = [fake("one", "stays", &traces), fake("two", "slow", &traces)];
        let more = format!("--each tc=20 --rounds 500 --maxmoves 20 --pgnout {games}");
        let mut child = start(&arguments(engines, &more), &games, 2);
        self::signal(signal, child.id());
        let status = wait_for_exit(&mut child, PATIENCE).expect("a signal ends the runner");
        assert!(!status.success());
        assert_gone(&traces);
        assert_valid(&games);
    }
}
