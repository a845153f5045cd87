//! A machine that has too little of something: threads, memory, attention. The engine says so in one
//! line and goes on with less, or ends in good order.

#[cfg(target_os = "linux")]
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::side_by_side;
use crate::support::cli::assert_refused;
use crate::support::report::Score;
use crate::support::{EngineProcess, PATIENCE, is_best_move};

/// How soon something comes that does not depend on a search.
const SOON: Duration = Duration::from_secs(10);

/// A shell command that ends in `exec "$0"`, which is the binary.
fn by_shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_vertumnus")]);
    shell
}

fn engine_by(script: &str) -> EngineProcess {
    EngineProcess::of_command(by_shell(script))
}

/// Fails unless the engine answers, or ends with one line on standard error.
#[cfg(target_os = "linux")]
fn answers_or_ends_in_one_line(mut command: Command, what: &str) {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // It may have ended already.
    let _ = stdin.write_all(b"isready\ngo nodes 500\nquit\n");
    drop(stdin);
    let output = child.wait_with_output().expect("the output can be read");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let is_served = output.status.success() && said.lines().any(is_best_move);
    // A process that was aborted has no code.
    let has_ended = output.status.code() == Some(1) && errors.lines().count() == 1;
    assert!(is_served || has_ended, "{what}: {:?}\n{said}\n{errors}", output.status);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_has_no_memory_to_start_says_so() {
    side_by_side((40..280).step_by(20), |mebibytes| {
        let script = format!("ulimit -v {} && exec \"$0\"", mebibytes << 10);
        answers_or_ends_in_one_line(by_shell(&script), &format!("{mebibytes} MiB"));
    });
}

/// The limit counts all processes of a user and does not bind the superuser, so the superuser makes
/// it real for a user who has no others. Another user cannot.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_has_no_threads_to_start_says_so() {
    let as_user = |user: u32| {
        let mut command = Command::new("setpriv");
        command.args([&format!("--reuid={user}"), "--regid=65534", "--clear-groups"]);
        command
    };
    let can_change = as_user(65534).arg("true").stderr(Stdio::null()).status();
    if !can_change.is_ok_and(|status| status.success()) {
        return;
    }
    let place = std::env::temp_dir().join(format!("vertumnus-limits-{}", std::process::id()));
    fs::create_dir_all(&place).expect("the system has a temporary directory");
    let binary = place.join("vertumnus");
    fs::copy(env!("CARGO_BIN_EXE_vertumnus"), &binary).expect("the binary can be copied");
    for threads in 1..8 {
        let mut command = as_user(2_000_000_000 + threads);
        command.args(["prlimit", &format!("--nproc={threads}")]).arg(&binary);
        answers_or_ends_in_one_line(command, &format!("{threads} threads"));
    }
    let _ = fs::remove_dir_all(place);
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_memory_is_too_small_for_is_refused_and_the_engine_goes_on() {
    // Without this, glibc reserves 64 MiB of addresses for each thread, which count.
    let mut engine = engine_by("export MALLOC_ARENA_MAX=1; ulimit -v 1500000 && exec \"$0\"");
    engine.refusal("setoption name Hash value 4000");
    engine.refusal("setoption name Threads value 256");
    engine.order("setoption name Threads value 30");
    // Either there is memory for what thirty threads learn of another game, or the old game stays.
    engine.send("setoption name UCI_Variant value morphing");
    engine.ready();
    engine.go("depth 2");
    // Lines and games of any length.
    engine
        .send(format_args!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(2_000_000)));
    let reason = engine.ready();
    assert_eq!(reason, ["info string a line of more than 131072 bytes is ignored"]);
    engine.set_option("UCI_Variant", "chess");
    engine.order(format_args!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(6_000)));
    engine.go("depth 2");
}

#[test]
fn a_count_of_a_depth_beyond_reason_is_refused() {
    let mut engine = EngineProcess::uci();
    for depth in ["0", "65", "700", "1000", "4294967295"] {
        let reason = engine.refusal(format_args!("go perft {depth}"));
        assert_eq!(reason, "go perft takes a depth from 1 to 64");
        if depth != "0" {
            assert_refused(&["perft", depth]);
        }
    }
    assert_eq!(engine.perft(1).total, 20);
}

#[test]
fn a_limit_of_mate_may_be_any_number() {
    let mut engine = EngineProcess::uci();
    for moves in ["2147483648", "3000000000", "4294967295"] {
        engine.position("fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
        assert_eq!(engine.go(&format!("mate {moves}")).score(), Score::Mate(1));
    }
}

#[test]
fn commands_behind_a_count_wait_for_it_and_keep_nothing_else_waiting() {
    for next in ["go depth 1", "setoption name Hash value 8", "ucinewgame", "bench 60"] {
        let mut engine = EngineProcess::uci();
        engine.send("go perft 12");
        engine.send(next);
        engine.ready_within(SOON);
        engine.send("stop");
        engine.expect("the end", SOON, |line| line == "info string perft stopped");
        engine.ready_within(SOON);
        engine.send("stop\nquit");
        assert!(engine.expect_exit(SOON).success(), "{next}");
    }
}

/// Sends a signal to a process.
#[cfg(unix)]
fn signal(name: &str, process: &str) {
    let status = Command::new("kill").args([name, process]).status().expect("there is kill");
    assert!(status.success());
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_stopped_and_continued_goes_on() {
    let mut engine = engine_by("echo $$ && exec \"$0\"");
    let process = engine.expect("its number", SOON, |_| true).remove(0);
    for limits in ["movetime 300", "infinite", "wtime 2000 btime 2000"] {
        engine.position("startpos");
        engine.send(format_args!("go {limits}"));
        let mut said = engine.expect("a report", PATIENCE, |line| line.starts_with("info depth"));
        signal("-STOP", &process);
        thread::sleep(Duration::from_millis(700));
        signal("-CONT", &process);
        if limits == "infinite" {
            said.extend(engine.ready_within(SOON));
            engine.send("stop");
        }
        // The time that it was stopped counts: it is over at once.
        said.extend(engine.expect("bestmove", SOON, is_best_move));
        engine.report_of(&said);
    }
}

/// A pipe holds some kilobytes, and then the engine has to wait for its reader.
#[test]
fn a_slow_reader_gets_every_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vertumnus"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine's binary starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    // Far more than a pipe holds.
    let commands = "setoption name MultiPV value 20\n".to_owned()
        + &"position startpos\ngo depth 4\nd\n".repeat(60)
        + "quit\n";
    stdin.write_all(commands.as_bytes()).expect("the engine reads");
    thread::sleep(Duration::from_millis(500));
    let best = lines.map_while(Result::ok).filter(|line| is_best_move(line)).count();
    assert!(child.wait().expect("it ends").success());
    assert_eq!(best, 60);
}
