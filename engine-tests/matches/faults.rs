//! Faults of the machine and of its user, which no engine must pay for.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::time::SystemTime;

use super::{
    CLOCK, NOWHERE, Scratch, arguments, assert_gone, assert_valid, fake, records, run, start,
    wait_for_games,
};
#[cfg(target_os = "linux")]
use super::{deterministic, timeless};
use crate::support::{PATIENCE, wait_for_exit};
#[cfg(target_os = "linux")]
use crate::support::{in_repository, leave_out};

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

/// A runner that is stopped for a while, as by Ctrl-Z or by a busy machine, does not see what the engines
/// say. The game is played again, however short the pause.
pub(super) fn a_runner_that_pauses() {
    a_pause_costs_nobody("1+0.1", Duration::from_secs(3), 1);
    a_pause_costs_nobody("0.3+0.1", Duration::from_millis(600), 4);
}

/// Stops a runner for this long, this often, each time after another game.
fn a_pause_costs_nobody(clock: &str, pause: Duration, times: usize) {
    let scratch = Scratch::new("pause");
    let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
    let engines = [fake("one", "slow", &traces), fake("two", "slow", &traces)];
    let more = format!("--each tc={clock} --rounds 3 --maxmoves 60 --pgnout {games}");
    let mut runner = start(&arguments(engines, &more), &games, 1);
    for number in 1..=times {
        wait_for_games(&games, number);
        signal("STOP", runner.id());
        thread::sleep(pause);
        signal("CONT", runner.id());
    }
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

/// The record of a tournament whose disk fills up has whole games alone, and with room on its disk the
/// tournament goes on. Only the superuser can make such a disk.
#[cfg(target_os = "linux")]
pub(super) fn a_full_disk() {
    const SCRIPT: &str = r#"
        disk=$1 copy=$2
        shift 2
        mount -t tmpfs -o size=8k none "$disk" || exit 77
        "$0" "$@"
        status=$?
        cp "$disk/games.pgn" "$copy"
        exit $status
    "#;
    let scratch = Scratch::new("full-disk");
    let (disk, games, traces) =
        (scratch.path("disk"), scratch.path("games.pgn"), scratch.path("traces"));
    fs::create_dir(&disk).expect("a folder");
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", SCRIPT, env!("CARGO_BIN_EXE_vertumnus"), &disk, &games])
        .args(deterministic(&traces, &format!("{disk}/games.pgn")))
        .stdin(Stdio::null())
        .output()
        .expect("there is unshare");
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("unshare: ") || output.status.code() == Some(77) {
        return leave_out(format_args!("no disk can be made: {said}"));
    }
    assert_eq!(output.status.code(), Some(1), "{said}");
    // A machine of one core warns of two games at once.
    let said: Vec<&str> = said.lines().filter(|line| !line.contains(" warning: ")).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("No space left on device"), "{said:?}");
    let before = records(&games).len();
    assert!((1..24).contains(&before), "{before} games");
    assert_valid(&games);
    let mut resuming = deterministic(&traces, &games);
    resuming.push("--resume".to_owned());
    assert!(run(&resuming).status.success());
    assert_eq!((timeless(&games).len(), records(&games).len()), (24, 24));
    assert_valid(&games);
}

/// A library for `LD_PRELOAD` that makes the time of day jump by hours each time it is asked for;
/// `None` without a C compiler.
#[cfg(target_os = "linux")]
fn jumping_clock(scratch: &Scratch) -> Option<String> {
    let library = scratch.path("jumping_clock.so");
    let source = in_repository("engine-tests/matches/jumping_clock.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-Wall", "-Werror", "-o", &library]).arg(source);
    let Ok(compiled) = compiler.status() else {
        leave_out("there is no C compiler");
        return None;
    };
    assert!(compiled.success());
    let date = Command::new("date").arg("+%s").env("LD_PRELOAD", &library).output();
    let date = String::from_utf8(date.expect("every system has date").stdout);
    let date: u64 = date.ok().and_then(|text| text.trim().parse().ok()).expect("seconds");
    let now = SystemTime::UNIX_EPOCH.elapsed().expect("it is later").as_secs();
    assert!(date.abs_diff(now) > 3600, "the clock does not jump");
    Some(library)
}

/// Neither the runner nor the engine measures time by a clock that can be set.
#[cfg(target_os = "linux")]
pub(super) fn a_clock_that_jumps() {
    let scratch = Scratch::new("clock");
    let Some(library) = jumping_clock(&scratch) else { return };
    let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
    let program = format!("cmd={}", env!("CARGO_BIN_EXE_vertumnus"));
    let engine = vec!["--engine".to_owned(), "name=two".to_owned(), program];
    let more = format!("--each tc=1+0.05 timemargin=300 --maxmoves 12 --pgnout {games}");
    let output = Command::new(env!("CARGO_BIN_EXE_vertumnus"))
        .args(arguments([fake("one", "good", &traces), engine], &more))
        .env("LD_PRELOAD", library)
        .stdin(Stdio::null())
        .output()
        .expect("the runner starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let played = records(&games);
    assert_eq!(played.len(), 2);
    for game in played {
        assert!(matches!(game.tag("Termination"), None | Some("adjudication")), "{said}");
    }
    assert_valid(&games);
}
