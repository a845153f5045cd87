//! What a careless or hostile GUI may do: disappear, send too much, or send nonsense.

use std::io::{BufRead, BufReader, Write};
#[cfg(target_os = "linux")]
use std::process::Command;
use std::time::Duration;

use vertumnus_core::board::SplitMix64;

use crate::support::{
    CHESS_START, EngineProcess, PATIENCE, engine_command, is_best_move, pick, variants,
    wait_for_exit,
};

/// How soon the process must be gone when its input has ended.
const EXIT_DEADLINE: Duration = Duration::from_secs(1);

/// The state an engine can be in when its other end goes away.
const STATES: [&[&str]; 5] = [
    &[],
    &["position startpos"],
    &["position startpos", "go infinite"],
    &["setoption name Threads value 2", "position startpos", "go infinite"],
    &["position startpos moves e2e4 e7e5", "go ponder wtime 60000 btime 60000"],
];

/// Waits until a search is under way.
fn expect_work(engine: &mut EngineProcess) {
    engine.expect("a first report", PATIENCE, |line| line.starts_with("info depth "));
}

/// An engine in one of [`STATES`], at work.
fn engine_in_state(orders: &[&str]) -> EngineProcess {
    let mut engine = EngineProcess::uci();
    for order in orders {
        engine.send(order);
    }
    if orders.iter().any(|order| order.starts_with("go ")) {
        expect_work(&mut engine);
    } else {
        engine.ready();
    }
    engine
}

#[test]
fn the_end_of_input_ends_the_process_within_a_second() {
    for orders in STATES {
        let mut engine = engine_in_state(orders);
        engine.close_stdin();
        engine.expect_exit(EXIT_DEADLINE);
    }
}

#[test]
fn the_end_of_input_ends_a_search_of_the_other_game_too() {
    let mut engine = EngineProcess::uci_variant("fairyeater");
    engine.position("startpos");
    engine.send("go infinite");
    expect_work(&mut engine);
    engine.close_stdin();
    engine.expect_exit(EXIT_DEADLINE);
}

/// A script may close its output and read on. If both pipes are closed, nobody waits for a result.
#[test]
fn a_count_ends_when_both_pipes_are_closed() {
    let mut child = engine_command(&[]).spawn().expect("the engine's binary starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(b"position startpos\ngo perft 9\n").expect("the engine reads");
    std::thread::sleep(Duration::from_millis(300));
    drop(stdin);
    drop(child.stdout.take());
    let status = wait_for_exit(&mut child, EXIT_DEADLINE);
    // A child that is not waited for outlives the test.
    let _ = child.kill();
    assert!(status.is_some(), "the engine goes on counting");
}

#[test]
fn the_end_of_input_before_any_order_ends_the_process() {
    let mut engine = EngineProcess::spawn(&[]);
    engine.close_stdin();
    assert!(engine.expect_exit(PATIENCE).success());
}

#[test]
fn quit_ends_the_process_in_any_state() {
    for orders in STATES {
        let mut engine = engine_in_state(orders);
        engine.send("quit");
        assert!(engine.expect_exit(EXIT_DEADLINE).success(), "{orders:?}");
    }
}

/// A GUI leaves its end of the pipe open; only a script's end of input says that it reads on.
#[test]
fn quit_does_not_wait_for_counts() {
    for orders in ["go perft 12", "bench 60", "go perft 12\nbench 60\ngo infinite"] {
        let mut engine = EngineProcess::uci();
        engine.send(orders);
        engine.send("quit");
        assert!(engine.expect_exit(EXIT_DEADLINE).success(), "{orders}");
    }
}

/// The input stays open, as when another process has inherited the GUI's end of the pipe.
#[test]
fn a_closed_output_ends_the_process_though_the_input_stays_open() {
    const ORDERS: [&str; 5] = [
        // A count writes nothing before it has ended: the answer to what is asked then is refused.
        "position startpos\ngo perft 9\nisready\n",
        "position startpos\ngo infinite\n",
        "bench\nisready\n",
        "isready\n",
        "xboard\nprotover 2\nanalyze\n",
    ];
    for orders in ORDERS {
        let mut child = engine_command(&[]).spawn().expect("the engine's binary starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        drop(child.stdout.take());
        stdin.write_all(orders.as_bytes()).expect("the engine reads");
        let status = wait_for_exit(&mut child, Duration::from_secs(5));
        // A child that is not waited for outlives the test.
        let _ = child.kill();
        assert!(status.is_some_and(|status| status.success()), "{orders}: {status:?}");
        drop(stdin);
    }
}

/// A pipe that nobody reads any more shows only when it is written to.
#[test]
fn a_closed_output_ends_the_process_at_the_latest_on_quit() {
    for threads in ["1", "2"] {
        let mut child = engine_command(&[]).spawn().expect("the engine's binary starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let orders = format!(
            "uci\nsetoption name Threads value {threads}\nposition startpos\ngo infinite\n"
        );
        stdin.write_all(orders.as_bytes()).expect("the engine reads");
        let mut line = String::new();
        while !line.starts_with("info depth") {
            line.clear();
            let length = stdout.read_line(&mut line).expect("the output can be read");
            assert!(length > 0, "the engine ended by itself");
        }
        drop(stdout);
        // It may have ended already, having found that it cannot write.
        let _ = stdin.write_all(b"isready\nstop\nquit\n");
        let status = wait_for_exit(&mut child, Duration::from_secs(5));
        // A child that is not waited for outlives the test.
        let _ = child.kill();
        assert!(status.is_some(), "the engine goes on with {threads} threads");
    }
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut engine = EngineProcess::uci();
    engine.send_bytes(b"\xff\xfe\x80 position\n");
    engine.send_bytes(b"position startpos moves e2\xc3\x28\n");
    engine.send_bytes(b"\0\0\0\n");
    engine.send_bytes("position startpos moves é2é4 ♞\n".as_bytes());
    engine.send_bytes("setoption name Ünïcode value ♞\n".as_bytes());
    engine.send_bytes("position fen ♜♞♝♛♚♝♞♜/8/8/8/8/8/8/4K3 w - - 0 1\n".as_bytes());
    engine.ready();
    assert_eq!(engine.describe().fen, CHESS_START);
    engine.position("startpos");
    engine.go("depth 2");
}

#[test]
fn very_long_lines_are_survived() {
    const LENGTH: usize = 1 << 20;
    let mut engine = EngineProcess::uci();
    for line in [
        "x".repeat(LENGTH),
        " ".repeat(LENGTH),
        format!("position fen {} w - - 0 1", "8/".repeat(LENGTH / 2)),
        format!("position fen {}/8/8/8/8/8/8/8 w - - 0 1", "1".repeat(LENGTH)),
        format!("setoption name {} value 1", "name ".repeat(LENGTH / 5)),
        format!("setoption name Hash value {}", "9".repeat(LENGTH)),
        format!("position startpos moves {}", "e2e9".repeat(LENGTH / 4)),
    ] {
        engine.send(line);
        engine.ready();
    }
    assert_eq!(engine.describe().fen, CHESS_START);
    engine.go("depth 2");
}

/// The engine must accept such a game, with its repetitions, although the rules have ended it.
#[test]
fn a_game_of_two_thousand_moves_is_taken_in() {
    let games = [
        ("chess", ["g1f3", "g8f6", "f3g1", "f6g8"]),
        // Ghosts leap over the pawns and back.
        ("fairyeater", ["d2d4", "d8d6", "d4d2", "d6d8"]),
    ];
    for (variant, cycle) in games {
        let mut engine = EngineProcess::uci_variant(variant);
        let start = if variant == "chess" {
            "startpos".to_owned()
        } else {
            // Without the pawns on the ghosts' way.
            "fen nnngkgnnn/rrrgsgrrr/cccsssccc/ppp1ppppp/9/PPP1PPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN \
             w - - 0 1"
                .to_owned()
        };
        let moves = cycle.repeat(500);
        engine.position(&format!("{start} moves {}", moves.join(" ")));
        let shown = engine.describe();
        assert!(
            shown.fen.ends_with(" w KQkq - 2000 1001") || shown.fen.ends_with(" w - - 2000 1001")
        );
        let report = engine.go("depth 2");
        assert!(engine.legal_moves().contains(report.best_move()));
    }
}

#[test]
fn options_out_of_range_are_refused_or_clamped_with_a_reason() {
    const ORDERS: [&str; 9] = [
        "setoption name Hash value 0",
        "setoption name Hash value -5",
        "setoption name Threads value 0",
        "setoption name Threads value 100000000",
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 99999999999999999999",
        "setoption name Move Overhead value -1",
        "setoption name Move Overhead value 999999999",
        "setoption name Threads value 1.5",
    ];
    let mut engine = EngineProcess::uci();
    for order in ORDERS {
        engine.refusal(order);
    }
    for (name, value) in [("Hash", 8), ("Threads", 1), ("MultiPV", 1), ("Move Overhead", 10)] {
        engine.set_option(name, value);
    }
    engine.position("startpos");
    engine.go("depth 3");
}

/// An engine whose process and all its threads together have this much address space, in KiB.
#[cfg(target_os = "linux")]
fn engine_within(kibibytes: u64) -> EngineProcess {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_vertumnus")]);
    let mut engine = EngineProcess::of_command(shell);
    engine.send("uci");
    engine.expect("uciok", PATIENCE, |line| line == "uciok");
    engine
}

/// Each thread has a stack and memory of its own, so that a limit of the address space is one of
/// the number of threads, too: also for the superuser, for whom a limit of processes is none.
#[cfg(target_os = "linux")]
#[test]
fn more_threads_than_the_system_has_are_refused_and_the_old_number_stays() {
    // From room for a few threads to room for almost all. Where the limit falls does not matter.
    for mebibytes in (900..6_900).step_by(500) {
        let mut engine = engine_within(mebibytes << 10);
        engine.order("setoption name Threads value 2");
        let reason = engine.refusal("setoption name Threads value 256");
        assert!(reason.contains("256 search threads"), "{reason}");
        engine.order("setoption name Threads value 3");
        // The old threads end when the new ones have started, so there must be room for both.
        for threads in [16, 64, 128, 200] {
            engine.set_option("Threads", threads);
        }
        let reason = engine.refusal("setoption name Threads value 256");
        assert!(reason.contains("256 search threads"), "{reason}");
        engine.position("startpos");
        engine.send("debug on");
        let report = engine.go("depth 4");
        assert!(engine.legal_moves().contains(report.best_move()));
    }
}

#[test]
fn a_benchmark_does_not_keep_the_engine_from_answering() {
    const SOON: Duration = Duration::from_secs(5);
    let mut engine = EngineProcess::uci();
    // Deeper than any machine gets.
    engine.send("bench 60");
    engine.ready_within(SOON);
    // This has to wait for the end of the benchmark, but it keeps nothing else from being answered.
    engine.send("setoption name MultiPV value 2");
    engine.ready_within(SOON);
    engine.send("stop");
    engine.expect("the end", SOON, |line| line == "info string bench stopped");
    let report = engine.go("depth 2");
    assert_eq!(report.infos.iter().map(|info| info.multipv).max(), Some(2));
    // A search that waits is stopped in its turn.
    engine.send("bench 60");
    engine.send("go infinite");
    engine.send("stop");
    engine.expect("the end", SOON, |line| line == "info string bench stopped");
    engine.finish_search(SOON);
    engine.send("bench 60");
    engine.send("stop");
    engine.send("quit");
    assert!(engine.expect_exit(SOON).success());
}

#[test]
fn bad_limits_do_not_hang_the_engine() {
    const GOES: [&str; 10] = [
        "go depth",
        "go depth x",
        "go depth -3",
        "go depth 0",
        "go nodes many",
        "go movetime -100",
        "go wtime x btime y",
        "go searchmoves",
        "go searchmoves e2e9 depth 2",
        "go perft x",
    ];
    let mut engine = EngineProcess::uci();
    for order in GOES {
        engine.position("startpos");
        engine.send(order);
        engine.ready();
        engine.send("stop");
        engine.settle();
    }
    engine.go("depth 2");
}

/// A line of words that mean something, in no order that does.
fn garbage(random: &mut SplitMix64) -> String {
    // Without `quit`, which ends the engine, and `bench` and `perft`, which may take their time.
    const WORDS: [&str; 58] = [
        "uci",
        "debug",
        "on",
        "off",
        "isready",
        "setoption",
        "name",
        "value",
        "Clear",
        "Hash",
        "Ponder",
        "MultiPV",
        "UCI_Variant",
        "chess",
        "fairyeater",
        "UCI_AnalyseMode",
        "true",
        "false",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "a4a5",
        "a7a8q",
        "e1g1",
        "0000",
        "go",
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "register",
        "later",
        "-1",
        "0",
        "1",
        "3",
        "17",
        "w",
        "b",
        "KQkq",
        "-",
        "8/8/8/8/8/8/8/K6k",
    ];
    const STARTS: [&str; 6] =
        ["go", "position", "position startpos moves", "setoption name", "", ""];
    let mut line = pick(random, &STARTS).to_owned();
    for _ in 0..random.below(9) {
        line.push(' ');
        if random.below(8) == 0 {
            let letters = (0..random.below(12)).map(|_| {
                char::from(b'!' + u8::try_from(random.below(94)).expect("94 signs are few"))
            });
            line.extend(letters.collect::<Vec<_>>());
        } else {
            line.push_str(pick(random, &WORDS));
        }
    }
    line
}

#[test]
fn random_nonsense_does_not_break_the_engine() {
    const LINES: usize = 200;
    for seed in 1..=3 {
        let mut random = SplitMix64::new(seed);
        let mut engine = EngineProcess::uci();
        for _ in 0..LINES {
            engine.send(garbage(&mut random));
        }
        engine.send("stop");
        // Some of the lines may be `isready`, so the end of it all is known by another answer.
        engine.send("setoption name Ponder value true\nendofnonsense");
        engine.expect("the last answer", PATIENCE, |line| line.contains("'endofnonsense'"));

        engine.set_option("UCI_Variant", "chess");
        engine.set_option("MultiPV", 1);
        engine.new_game();
        engine.position("startpos");
        assert_eq!(engine.describe().fen, CHESS_START);
        let legal = engine.legal_moves();
        let report = engine.go("depth 3");
        assert!(legal.contains(report.best_move()));
        engine.expect_no_more_best_moves();
    }
}

#[test]
fn a_change_of_variant_while_searching_is_survived() {
    for (from, to) in [("chess", "fairyeater"), ("fairyeater", "chess")] {
        for threads in [1, 2] {
            let mut engine = EngineProcess::uci_variant(from);
            engine.set_option("Threads", threads);
            engine.position("startpos");
            engine.send("go infinite");
            engine.expect("a first report", PATIENCE, |line| line.starts_with("info "));
            engine.send(format_args!("setoption name UCI_Variant value {to}"));
            engine.send("stop");
            let said = engine.settle();
            assert!(said.iter().filter(|line| is_best_move(line)).count() <= 1);
            engine.set_option("UCI_Variant", to);
            engine.new_game();
            engine.position("startpos");
            let report = engine.go("depth 2");
            assert!(engine.legal_moves().contains(report.best_move()));
        }
    }
}

#[test]
fn a_new_game_between_searches_forgets_the_old_one() {
    for variant in variants() {
        let mut engine = EngineProcess::uci_variant(variant);
        for _ in 0..5 {
            engine.position("startpos");
            let report = engine.go("depth 3");
            assert!(engine.legal_moves().contains(report.best_move()));
            engine.new_game();
        }
    }
}

#[test]
fn many_processes_can_come_and_go() {
    for _ in 0..20 {
        let mut engine = EngineProcess::uci();
        engine.send("go infinite");
        engine.send("quit");
        assert!(engine.expect_exit(PATIENCE).success());
    }
}
