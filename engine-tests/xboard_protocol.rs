//! The binary as XBoard, WinBoard and tournament managers talk to it.

use std::io::Write;
use std::time::Duration;

use crate::support::{EngineProcess, PATIENCE, engine_command, pick, wait_for_exit};
use vertumnus_core::board::SplitMix64;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::rules::Variant;

/// No game lasts this many plies: the rules end it before.
const LONGEST_GAME: usize = 3000;

/// An engine that has shaken hands over this protocol.
fn xboard() -> EngineProcess {
    let mut engine = EngineProcess::spawn(&[]);
    engine.send("xboard\nprotover 2");
    engine.expect("the end of the features", PATIENCE, |line| line == "feature done=1");
    engine
}

/// What the engine prints until it has done everything that was sent.
#[track_caller]
fn ask(engine: &mut EngineProcess) -> Vec<String> {
    engine.send("ping 1");
    let mut lines = engine.expect("pong", PATIENCE, |line| line == "pong 1");
    lines.pop();
    lines
}

#[test]
fn the_first_line_chooses_the_protocol() {
    let first_answer = |arguments: &[&str], line: &str| {
        let mut engine = EngineProcess::spawn(arguments);
        engine.send(format_args!("{line}\nprotover 2\nuci\nquit"));
        engine.rest_of_output(PATIENCE).first().cloned().unwrap_or_default()
    };
    assert_eq!(first_answer(&[], "xboard"), "feature done=0");
    assert_eq!(first_answer(&["xboard"], ""), "feature done=0");
    assert!(first_answer(&[], "").starts_with("info string unknown command 'protover'"));
    assert!(first_answer(&["uci"], "xboard").starts_with("info string unknown command 'xboard'"));
    // Lines of other systems.
    assert_eq!(first_answer(&[], "xboard\r"), "feature done=0");
}

#[test]
fn the_end_of_input_ends_it_whatever_it_does() {
    for doing in ["", "go", "hard\nsd 4\ngo", "analyze"] {
        let mut engine = xboard();
        engine.send(format_args!("new\nlevel 40 60 0\n{doing}"));
        std::thread::sleep(Duration::from_millis(100));
        engine.close_stdin();
        assert!(engine.expect_exit(PATIENCE).success(), "{doing}");
    }
}

#[test]
fn a_gui_that_reads_no_more_ends_it() {
    let mut child = engine_command(&["xboard"]).spawn().expect("the engine's binary starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("stdin is piped");
    let _ = input.write_all(b"protover 2\nanalyze\n");
    assert!(wait_for_exit(&mut child, PATIENCE).is_some(), "it still runs");
}

#[test]
fn no_line_disturbs_it() {
    const WORDS: [&str; 40] = [
        "new",
        "variant",
        "force",
        "go",
        "playother",
        "level",
        "st",
        "sd",
        "time",
        "otim",
        "usermove",
        "?",
        "draw",
        "result",
        "setboard",
        "undo",
        "remove",
        "hard",
        "easy",
        "post",
        "analyze",
        "exit",
        ".",
        "exclude",
        "include",
        "computer",
        "memory",
        "cores",
        "option",
        "lift",
        "put",
        "hover",
        "e2e4",
        "all",
        "40",
        "0:01",
        "-1",
        "morphing",
        "Threads=x",
        "\u{265A}",
    ];
    let mut random = SplitMix64::new(11);
    let mut engine = xboard();
    engine.send("st 0.01");
    for _ in 0..400 {
        let count = 1 + random.below(4);
        let line: Vec<&str> = (0..count).map(|_| pick(&mut random, &WORDS)).collect();
        // A long search would only take time, and memory is not to be asked for in earnest.
        if matches!(line[0], "level" | "memory" | "time" | "sd" | "st") && line.len() > 1 {
            continue;
        }
        engine.send(line.join(" "));
    }
    engine.send("exit\nforce\nnew");
    ask(&mut engine);
    engine.send("quit");
    assert!(engine.expect_exit(PATIENCE).success());
}

/// Two engines, and a GUI that only passes on what the other one printed, in the form that `XBoard` uses.
fn play_a_game(variant: Variant) -> String {
    let dialect = Dialect::of(variant);
    let mut engines = [xboard(), xboard()];
    for engine in &mut engines {
        let name = dialect.name();
        engine.send(format_args!("new\nvariant {name}\ncomputer\nst 0.01\neasy\nforce"));
        ask(engine);
    }
    engines[0].send("go");
    for ply in 0..LONGEST_GAME {
        let mover = &mut engines[ply % 2];
        let said = mover.expect("a move or a result", PATIENCE, |line| {
            line.starts_with("move ") || line.contains(" {")
        });
        let last = said.last().cloned().unwrap_or_default();
        let Some(text) = last.strip_prefix("move ") else { return last };
        let path = dialect.read_path(text);
        let path = path.unwrap_or_else(|_| mover.fail(format_args!("{text} is no move")));
        // A claim comes right after the move.
        let result = ask(mover).into_iter().find(|line| line.contains(" {"));
        mover.expect_no_complaint();
        if let Some(result) = result {
            return result;
        }
        let other = &mut engines[(ply + 1) % 2];
        if ply == 0 {
            other.send("playother");
            ask(other);
        }
        other.send(format_args!("usermove {}", dialect.in_legs(&path)));
    }
    engines[0].fail("a game without end")
}

#[test]
fn games_of_all_kinds_are_played_to_an_end() {
    for &variant in Variant::bundled() {
        let result = play_a_game(variant);
        let known = ["1-0 {", "0-1 {", "1/2-1/2 {"].iter().any(|start| result.starts_with(start));
        assert!(known, "{variant}: {result}");
    }
}

/// The GUI is started by what is printed, here one that prints its arguments.
#[cfg(unix)]
#[test]
fn the_printed_command_is_the_one_that_starts_the_gui() {
    use std::process::Command;

    use crate::support::cli;

    let arguments = ["xboard-command", "--level", "casual", "--program", "echo"];
    let printed = cli::run(&arguments).stdout;
    let by_shell = Command::new("sh").args(["-c", &printed]).output().expect("there is a shell");
    let by_shell = String::from_utf8_lossy(&by_shell.stdout);
    let started = cli::run(&[&arguments[..], &["--start", "--", "-tc", "0:01"]].concat());
    assert!(started.status.success() && started.stdout.contains(" -fcp "), "{}", started.stderr);
    assert_eq!(started.stdout, format!("{} -tc 0:01\n", by_shell.trim_end()));
    let missing = cli::run(&["xboard-command", "--program", "/nonexistent/xboard", "--start"]);
    let reason = "vertumnus: cannot start /nonexistent/xboard: ";
    assert!(missing.stderr.starts_with(reason) && !missing.status.success(), "{}", missing.stderr);
    assert!(missing.stderr.contains("package is xboard"), "{}", missing.stderr);
}
