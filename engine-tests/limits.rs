//! A machine that has too little of something: threads, memory, attention. The engine says so in one
//! line and goes on with less, or ends in good order.

#[cfg(target_os = "linux")]
use std::fs;
use std::io::{BufRead, BufReader, Write};
#[cfg(target_os = "linux")]
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

#[cfg(target_os = "linux")]
use crate::side_by_side;
#[cfg(unix)]
use crate::support::PATIENCE;
use crate::support::cli::assert_refused;
#[cfg(target_os = "linux")]
use crate::support::folder::Folder;
#[cfg(target_os = "linux")]
use crate::support::leave_out;
use crate::support::report::Score;
use crate::support::{EngineProcess, engine_path, is_best_move};

/// How soon something comes that does not depend on a search.
const SOON: Duration = Duration::from_secs(10);

/// A shell command that ends in `exec "$0"`, which is the binary.
#[cfg(unix)]
fn by_shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_vertumnus")]);
    shell
}

#[cfg(unix)]
fn engine_by(script: &str) -> EngineProcess {
    EngineProcess::of_command(by_shell(script))
}

/// Fails unless the process ends with success, or with one line on standard error. Returns what it said
/// with success.
#[cfg(target_os = "linux")]
fn succeeds_or_ends_in_one_line(mut command: Command, input: &str, what: &str) -> Option<String> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // It may have ended already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the output can be read");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    // A process that was aborted has no code.
    let has_ended = output.status.code() == Some(1) && errors.lines().count() == 1;
    let is_served = output.status.success();
    assert!(is_served || has_ended, "{what}: {:?}\n{said}\n{errors}", output.status);
    is_served.then_some(said)
}

/// Fails unless the engine answers, or ends with one line on standard error.
#[cfg(target_os = "linux")]
fn answers_or_ends_in_one_line(command: Command, what: &str) {
    let said = succeeds_or_ends_in_one_line(command, "isready\ngo nodes 500\nquit\n", what);
    assert!(said.is_none_or(|said| said.lines().any(is_best_move)), "{what}");
}

/// Mebibytes of memory: from hardly more than the program itself takes, up to what is enough.
#[cfg(target_os = "linux")]
fn little_memory(step: usize) -> impl Iterator<Item = u64> {
    let program = std::fs::metadata(engine_path()).expect("the program is there").len() >> 20;
    (program + 5..280).step_by(step)
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_has_no_memory_to_start_says_so() {
    side_by_side(little_memory(20), |mebibytes| {
        let script = format!("ulimit -v {} && exec \"$0\"", mebibytes << 10);
        answers_or_ends_in_one_line(by_shell(&script), &format!("{mebibytes} MiB"));
    });
}

/// Users who may have only some threads. The limit counts all processes of a user and does not bind the
/// superuser, so the superuser makes it real for a user who has no others. Another user cannot.
#[cfg(target_os = "linux")]
pub(crate) struct PoorUsers {
    /// A folder for their files, with the binary.
    place: PathBuf,
    first: u32,
}

#[cfg(target_os = "linux")]
impl PoorUsers {
    /// `None` if this user is not the superuser, so that the test is left out. The users have numbers from
    /// `first` on.
    pub(crate) fn new(first: u32) -> Option<Self> {
        use std::os::unix::fs::PermissionsExt;
        let can_change = Self::become_user(first).arg("true").stderr(Stdio::null()).status();
        if !can_change.is_ok_and(|status| status.success()) {
            leave_out("only the superuser can have users who may have few threads");
            return None;
        }
        let name = format!("vertumnus-limits-{first}-{}", std::process::id());
        let place = std::env::temp_dir().join(name);
        fs::create_dir_all(&place).expect("the system has a temporary directory");
        fs::set_permissions(&place, fs::Permissions::from_mode(0o777)).expect("it is ours");
        // By another process: a file that this one writes is open in what other tests start meanwhile,
        // until they become another program, and a program that somebody writes to does not start.
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_vertumnus")).arg(&place).status();
        assert!(copied.is_ok_and(|status| status.success()), "the binary is copied");
        Some(Self { place, first })
    }

    /// A command runs as a user, and for a minute at most.
    fn become_user(user: u32) -> Command {
        let mut command = Command::new("timeout");
        command.args(["60", "setpriv", &format!("--reuid={user}")]);
        command.args(["--regid=65534", "--clear-groups"]);
        command
    }

    /// The binary with this many threads.
    pub(crate) fn command(&self, threads: u32, arguments: &[&str]) -> Command {
        let mut command = Self::become_user(self.first + threads);
        command.args(["prlimit", &format!("--nproc={threads}")]);
        command.arg(self.place.join("vertumnus")).args(arguments);
        command
    }

    fn file(&self, name: &str) -> String {
        let file: &Path = &self.place.join(name);
        file.to_str().expect("a plain name").to_owned()
    }
}

#[cfg(target_os = "linux")]
impl Drop for PoorUsers {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.place);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_has_no_threads_to_start_says_so() {
    let Some(users) = PoorUsers::new(2_000_000_000) else { return };
    for threads in 1..8 {
        answers_or_ends_in_one_line(users.command(threads, &[]), &format!("{threads} threads"));
    }
}

/// Fails unless the engine makes its move in XBoard's protocol and answers, or ends with one line on
/// standard error. The command must end by itself, whatever the engine does.
#[cfg(target_os = "linux")]
fn moves_in_xboard_or_ends_in_one_line(mut command: Command, what: &str) {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // More threads than there are, a move, and a ping, which waits for the reply. It may have ended
    // already.
    let _ =
        stdin.write_all(b"xboard\nprotover 2\nnew\neasy\nsd 3\ncores 64\nusermove e2e4\nping 1\n");
    let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut said = Vec::new();
    for line in stdout.lines().map_while(Result::ok) {
        let is_answer = line == "pong 1";
        said.push(line);
        if is_answer {
            let _ = stdin.write_all(b"quit\n");
        }
    }
    let output = child.wait_with_output().expect("the output can be read");
    let errors = String::from_utf8_lossy(&output.stderr);
    let has_moved = said.iter().any(|line| line.starts_with("move "));
    let has_answered = said.iter().any(|line| line == "pong 1");
    let is_served = output.status.success() && has_moved && has_answered;
    let has_ended = output.status.code() == Some(1) && errors.lines().count() == 1;
    assert!(is_served || has_ended, "{what}: {:?}\n{said:?}\n{errors}", output.status);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_in_xboard_that_has_too_little_says_so() {
    side_by_side(little_memory(40), |mebibytes| {
        let script = format!("ulimit -v {} && exec timeout 60 \"$0\"", mebibytes << 10);
        moves_in_xboard_or_ends_in_one_line(by_shell(&script), &format!("{mebibytes} MiB"));
    });
    let Some(users) = PoorUsers::new(2_000_000_100) else { return };
    for threads in 1..8 {
        let command = users.command(threads, &[]);
        moves_in_xboard_or_ends_in_one_line(command, &format!("{threads} threads"));
    }
}

/// Commands that compute on threads of their own.
#[cfg(target_os = "linux")]
#[test]
fn a_command_that_has_no_threads_to_start_says_so() {
    let Some(users) = PoorUsers::new(2_000_000_200) else { return };
    let games = users.file("games");
    let datagen = ["datagen", "--games", "2", "--nodes", "20", "--output", &games];
    let made = Command::new(env!("CARGO_BIN_EXE_vertumnus")).args(datagen).output();
    assert!(made.is_ok_and(|made| made.status.success()));
    for threads in 1..6 {
        let more = users.file(&format!("games{threads}"));
        let net = users.file(&format!("net{threads}"));
        let commands: [&[&str]; 6] = [
            &["datagen", "--games", "1", "--nodes", "20", "--output", &more],
            &["train", "--epochs", "1", "--batch", "8", "--output", &net, &games],
            &["wdl", &games],
            &["openings", "--count", "1", "--plies", "4", "--nodes", "100"],
            &["mates", "--count", "1", "--games", "1"],
            &["perft", "3", "--threads", "4"],
        ];
        for command in commands {
            let what = format!("{threads} threads: {}", command[0]);
            succeeds_or_ends_in_one_line(users.command(threads, command), "", &what);
        }
    }
}

/// The same command with a terminal for its output, on which bars are drawn.
#[cfg(target_os = "linux")]
fn on_a_terminal(command: &Command) -> Command {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_str().expect("a plain word")).collect();
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &words.join(" "), "/dev/null"]);
    script
}

/// A bar that moves by itself needs a thread.
#[cfg(target_os = "linux")]
#[test]
fn a_bar_that_has_no_thread_stands_still() {
    let Some(users) = PoorUsers::new(2_000_000_300) else { return };
    let games = users.file("games");
    let datagen = ["datagen", "--games", "2", "--nodes", "20", "--output", &games];
    let made = Command::new(env!("CARGO_BIN_EXE_vertumnus")).args(datagen).output();
    assert!(made.is_ok_and(|made| made.status.success()));
    let suite = users.file("suite");
    fs::write(&suite, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n")
        .expect("a file");
    for threads in 1..6 {
        let [more, net] = ["games", "net"].map(|name| users.file(&format!("{name}{threads}")));
        let commands: [&[&str]; 3] = [
            &["datagen", "--games", "1", "--nodes", "20", "--output", &more],
            &["train", "--epochs", "1", "--batch", "8", "--output", &net, &games],
            &["perft", "--suite", &suite],
        ];
        for command in commands {
            let command = users.command(threads, command);
            let output = on_a_terminal(&command).stdin(Stdio::null()).output();
            let output = output.expect("there is script");
            let said = String::from_utf8_lossy(&output.stdout);
            // A panic is 101, and an abort 134.
            let code = output.status.code();
            assert!(
                matches!(code, Some(0 | 1)),
                "{threads} threads: {command:?}: {code:?}\n{said}"
            );
        }
    }
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

/// The tables of a board of a file are large. The command line alone takes more than 384 KiB where it is not optimised.
#[cfg(target_os = "linux")]
#[test]
fn games_of_files_are_read_with_a_small_stack() {
    let folder = Folder::new("limits-stack");
    for game in ["chess", "chancellor"] {
        let file = folder.path(game);
        fs::write(&file, format!("[small-stack:{game}]\nking = k:KN\n")).expect("a file");
        for words in ["check", "explain", "perft 1 --rules", "play --rules"] {
            let output = by_shell(&format!("ulimit -s 512 && exec \"$0\" {words} '{file}'"))
                .stdin(Stdio::null())
                .output()
                .expect("the command starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{words} {file}: {:?}: {errors}", output.status);
        }
    }
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
    let mut child = Command::new(engine_path())
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
