//! Suites of perft counts, and the comparison with another engine.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::cli::{Finished, assert_refused, run};
use crate::support::{CHESS_START, FAIRYEATER_START, engine_path};

/// Black is to move, and then White can castle on both sides.
const CASTLING: &str = "4k3/p7/8/8/8/8/8/R3K2R b KQ - 0 1";

/// A folder of this test's own, empty at first.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("perft_suite").join(name);
    let folder = std::path::absolute(folder).expect("the path is not empty");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn file(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path.into_os_string().into_string().expect("the path is UTF-8")
}

fn suite(path: &str, more: &[&str]) -> Finished {
    run(&[&["perft", "--suite", path], more].concat())
}

/// This engine under another name, as a word of a command line.
fn copied_to(path: &Path) -> String {
    // On Windows a link to a program that runs cannot be removed. On Unix a program that was just written
    // may be busy.
    let copied = if cfg!(windows) {
        fs::copy(engine_path(), path).map(drop)
    } else {
        fs::hard_link(engine_path(), path)
    };
    copied.expect("the engine can be copied");
    format!("\"{}\"", path.display())
}

/// An engine that is this one, but reads everything through a `sed` script.
#[cfg(unix)]
fn flawed(script: &str) -> String {
    format!("sh -c \"sed -u '{script}' | '{}'\"", env!("CARGO_BIN_EXE_vertumnus"))
}

/// An engine that shakes hands, and answers `go` by this line.
#[cfg(unix)]
fn answering(line: &str) -> String {
    format!(
        "sh -c 'while read word _; do case $word in \
         uci) echo uciok;; isready) echo readyok;; go) echo \"{line}\";; quit) exit;; \
         esac; done'"
    )
}

#[test]
fn a_suite_that_holds_is_told_line_by_line_and_in_sum() {
    let path = file(
        &folder("holds"),
        "chess.epd",
        format!(
            "# lines: 2\n{CHESS_START} ;D1 20 ;D2 400 ;D3 8902\n{CASTLING} ;D2 172 ;id castling\n"
        ),
    );
    let finished = suite(&path, &[]);
    assert!(finished.status.success(), "{}", finished.stderr);
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "ok chess line_002: depth 3, 8902 leaves",
            "ok chess castling: depth 2, 172 leaves",
            "Lines: 2, of which 2 held, 0 failed, 0 were skipped",
            "Leaves: 9494",
        ]
    );
    assert!(lines[4].starts_with("Time: ") && lines[4].ends_with(" leaves/s"), "{}", lines[4]);
    assert_eq!(finished.stderr, "", "no bar in a pipe");
}

#[test]
fn what_is_wrong_is_told_and_the_rest_is_checked_all_the_same() {
    let folder = folder("wrong");
    let start = format!("{CHESS_START} ;D1 20 ;D2 401 ;D3 8902 ;id miscounted");
    let text =
        format!("8/8/8/8 w - - 0 1 ;D1 1\n{start}\nnonsense\n{CASTLING} ;D1 7 ;id castling\n");
    let path = file(&folder, "chess.epd", text);
    let finished = suite(&path, &["--jobs", "2"]);
    assert!(!finished.status.success());
    let expected = [
        "FAILED chess line_001: bad FEN: ",
        "FAILED chess miscounted: depth 2, 400 leaves, not 401\n",
        &format!("    in {CHESS_START}\n    a2a3: 20\n    a2a4: 20\n"),
        "line 3: no counts, such as ';D1 20'\n",
        "ok chess castling: depth 1, 7 leaves\n",
        "Lines: 4, of which 1 held, 3 failed, 0 were skipped\n",
    ];
    let mut rest = finished.stdout.as_str();
    for part in expected {
        let Some(at) = rest.find(part) else { panic!("{part:?} comes next in {rest}") };
        rest = &rest[at + part.len()..];
    }
    assert_eq!(finished.stderr, "vertumnus: 3 of 4 lines failed\n");
}

#[test]
fn a_folder_is_all_its_suites_and_each_is_of_the_game_of_its_name() {
    let folder = folder("folder");
    file(&folder, "fairyeater.epd", format!("{FAIRYEATER_START} ;D2 376\n"));
    file(&folder, "chess.epd", format!("{CHESS_START} ;D2 400\n"));
    file(&folder, "notes.txt", "no suite");
    let path = folder.to_str().expect("the path is UTF-8");
    let finished = suite(path, &[]);
    assert!(finished.status.success(), "{}", finished.stdout);
    let mut lines = finished.stdout.lines();
    assert_eq!(lines.next(), Some("ok chess line_001: depth 2, 400 leaves"));
    assert_eq!(lines.next(), Some("ok fairyeater line_001: depth 2, 376 leaves"));

    // Another name is no game's, and the option overrules it.
    let path = file(&folder, "mine.epd", format!("{FAIRYEATER_START} ;D1 19\n"));
    let finished = suite(&path, &[]);
    assert!(!finished.status.success());
    assert!(
        finished.stdout.contains("unknown game 'mine'; the games are chess, "),
        "{}",
        finished.stdout
    );
    assert!(suite(&path, &["--variant", "fairyeater"]).status.success());
}

#[test]
fn files_that_are_no_suites_fail_with_a_reason() {
    let folder = folder("bad");
    let empty = folder.join("empty");
    fs::create_dir(&empty).expect("the folder can be made");
    for (path, reason) in [
        ("/nonexistent.epd".to_owned(), "(os error 2)"),
        (empty.to_string_lossy().into_owned(), "no file in it ends in .epd"),
        (file(&folder, "chess.epd", [0xFF, 0xFE, 0]), "it is in UTF-16; save it as UTF-8"),
        (file(&folder, "fairyeater.epd", "# nothing\n"), "no positions"),
    ] {
        let finished = suite(&path, &[]);
        assert_eq!(finished.status.code(), Some(1), "{path}");
        assert!(finished.stdout.contains(reason), "{reason} in {}", finished.stdout);
        assert!(!finished.stderr.contains("panicked"), "{}", finished.stderr);
    }
    let path = file(&folder, "chess.epd", format!("# lines: 2\n{CHESS_START} ;D1 20\n"));
    assert!(!suite(&path, &[]).status.success(), "the file was cut short");
}

#[test]
fn limits_leave_out_what_is_deep_or_large() {
    let text =
        format!("{CHESS_START} ;D1 20 ;D2 400 ;D3 8902 ;D4 0\n{CASTLING} ;D9 99999999999999\n");
    let path = file(&folder("limits"), "chess.epd", text);
    let both = ["--depth-limit", "3", "--node-limit", "8000"];
    for (limits, line) in [
        (&both[..2], "ok chess line_001: depth 3, 8902 leaves"),
        (&both[..], "ok chess line_001: depth 2, 400 leaves"),
        (&["--depth-limit", "0"], "skipped chess line_001: beyond the limits"),
    ] {
        let finished = suite(&path, limits);
        assert!(finished.status.success(), "{limits:?}: {}", finished.stdout);
        let mut lines = finished.stdout.lines();
        assert_eq!(lines.next(), Some(line));
        assert_eq!(lines.next(), Some("skipped chess line_002: beyond the limits"));
    }
}

#[test]
fn machines_get_one_object_for_each_line() {
    let text = format!("{CHESS_START} ;D1 20 ;D2 401\n{CASTLING} ;D1 7 ;id castling\nbad\n");
    let path = file(&folder("json"), "chess.epd", text);
    let finished = suite(&path, &["--json", "--hash", "1"]);
    assert!(!finished.status.success());
    let objects: Vec<serde_json::Value> = finished
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect();
    assert_eq!(objects.len(), 4, "{}", finished.stdout);
    assert_eq!(objects[0]["status"], "failed");
    assert_eq!(objects[0]["fen"], CHESS_START);
    assert_eq!(objects[0]["counts"][1]["leaves"], 400);
    assert_eq!(objects[0]["counts"][1]["expected"], 401);
    assert_eq!(objects[0]["divide"]["b1c3"], 20);
    assert_eq!((&objects[1]["line"], &objects[1]["status"]), (&"castling".into(), &"held".into()));
    assert!(objects[2]["error"].as_str().is_some_and(|error| error.contains("no counts")));
    let summary = &objects[3];
    assert_eq!(summary["type"], "summary");
    assert_eq!((&summary["lines"], &summary["failed"]), (&3.into(), &2.into()));
    assert_eq!((&summary["leaves"], &summary["hash"]), (&427.into(), &1.into()));
}

#[test]
fn collected_lines_come_again_and_hold() {
    let collect = |seed| {
        let finished = run(&[
            "perft",
            "--variant",
            "stealthbomber",
            "--collect",
            "3",
            "--seed",
            seed,
            "--node-limit",
            "9000",
        ]);
        assert!(finished.status.success(), "{}", finished.stderr);
        finished.stdout
    };
    let lines = collect("7");
    assert_eq!(lines, collect("7"));
    assert_ne!(lines, collect("8"));
    assert_eq!(lines.lines().count(), 3, "{lines}");
    let path = file(&folder("collected"), "stealthbomber.epd", &lines);
    let finished = suite(&path, &[]);
    assert!(finished.status.success(), "{}", finished.stdout);
    assert!(finished.stdout.contains("ok stealthbomber own_003: depth "), "{}", finished.stdout);
}

#[test]
fn options_that_do_not_fit_together_are_refused() {
    for arguments in [
        &["perft", "3", "--suite", "chess.epd"] as &[&str],
        &["perft", "--suite"],
        &["perft", "--suite", "chess.epd", "--fen", CHESS_START],
        &["perft", "--suite", "chess.epd", "--divide"],
        &["perft", "--suite", "chess.epd", "--node-limit", "many"],
        &["perft", "--json", "--divide", "3"],
        &["perft", "--collect", "3", "4"],
        &["perft", "--collect", "3", "--suite", "chess.epd"],
        &["perft", "3", "--seed", "4"],
        &["perft", "3", "--hash", "-1"],
        &["perft", "3", "--hash", "99999999999999"],
    ] {
        assert_refused(arguments);
    }
}

#[test]
fn a_hash_changes_no_count_and_is_reported() {
    for (variant, depth, leaves) in [("chess", "5", 4_865_609), ("fairyeater", "4", 321_976)] {
        let finished = run(&["perft", depth, "--variant", variant, "--hash", "1"]);
        assert!(finished.stdout.starts_with(&format!("Nodes searched: {leaves}\n")));
        assert!(finished.stdout.contains(", with a hash of 1 MiB\n"), "{}", finished.stdout);
    }
}

#[test]
fn an_engine_that_agrees_makes_no_difference() {
    let name = format!("engine{}", std::env::consts::EXE_SUFFIX);
    let itself = copied_to(&folder("my engines ü").join(name));
    let finished = run(&["perft", "3", "--variant", "fairyeater", "--against", &itself]);
    assert!(finished.status.success(), "{}", finished.stderr);
    assert_eq!(finished.stdout, "No difference at depth 3\n");

    let folder = folder("agrees");
    file(&folder, "chess.epd", format!("{CHESS_START} ;D3 8902\n{CASTLING} ;D3 1210\n"));
    file(&folder, "fairyeater.epd", format!("{FAIRYEATER_START} ;D2 376\n"));
    let path = folder.to_str().expect("the path is UTF-8");
    let finished = suite(path, &["--against", &itself]);
    assert!(finished.status.success(), "{}", finished.stdout);
}

#[cfg(unix)]
#[test]
fn the_way_leads_down_to_where_the_moves_differ() {
    // It forgets that White may castle to the king's side.
    let other = flawed("s/ KQ / Q /");
    let finished = run(&["perft", "3", "--fen", CASTLING, "--against", &other]);
    assert!(!finished.status.success());
    let expected = "after a7a5\n\
                    in 4k3/8/8/p7/8/8/8/R3K2R w KQ - 0 2 at depth 2\n\
                    only here: e1g1\n";
    assert!(finished.stdout.starts_with(expected), "{}", finished.stdout);
    assert_eq!(finished.stderr, "vertumnus: the engines differ\n");

    // Extra moves show as well: castling without the right to it.
    let other = flawed("s/ b - / b q /");
    let fen = "r3k3/8/8/8/8/8/8/4K3 b - - 0 1";
    let finished = run(&["perft", "2", "--fen", fen, "--against", &other]);
    let expected = format!("in {fen} at depth 2\nonly there: e8c8\n");
    assert_eq!(finished.stdout, expected);
}

#[cfg(unix)]
#[test]
fn a_suite_fails_where_the_other_engine_differs() {
    let text = format!("{CASTLING} ;D1 7 ;D2 172 ;D3 1210 ;id castling\n{CHESS_START} ;D2 400\n");
    let path = file(&folder("differs"), "chess.epd", text);
    let finished = suite(&path, &["--against", &flawed("s/ KQ / Q /")]);
    assert!(!finished.status.success());
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert!(lines[0].starts_with("FAILED chess castling: depth 3, 1210 leaves"), "{}", lines[0]);
    assert_eq!(lines[1], format!("    after a7a5"));
    assert!(lines[3].starts_with("    only here: e1g1"), "{}", lines[3]);
    assert!(lines.contains(&"ok chess line_002: depth 2, 400 leaves"), "{}", finished.stdout);
}

#[cfg(unix)]
#[test]
fn other_engines_that_cannot_be_asked_are_reported() {
    for (other, reason) in [
        ("/nonexistent/engine".to_owned(), "cannot start '/nonexistent/engine'"),
        ("'unclosed".to_owned(), "is not a command"),
        (" ".to_owned(), "is not a command"),
        ("true".to_owned(), "the other engine has ended"),
        (answering("bestmove e2e4"), "does not know 'go perft'"),
        (answering("Nodes searched: 20"), "counts 20 leaves in all, but 0 below its moves"),
    ] {
        let finished = run(&["perft", "1", "--against", &other]);
        assert_eq!(finished.status.code(), Some(1), "{other}: {}", finished.stdout);
        assert!(finished.stderr.contains(reason), "{other}: {}", finished.stderr);
    }
    let finished = run(&["perft", "1", "--variant", "fairyeater", "--against", &answering("")]);
    assert!(finished.stderr.contains("does not know the game fairyeater"), "{}", finished.stderr);
}

/// The other engine learns a game by an option, as Fairy-Stockfish does.
#[cfg(unix)]
#[test]
fn the_other_engine_is_given_options() {
    let other = "sh -c 'games=chess; while read line; do case \"$line\" in \
                 uci) echo \"option name My Rules type string default \"; \
                 echo \"option name UCI_Variant type combo default chess var $games\"; echo uciok;; \
                 isready) echo readyok;; \
                 \"setoption name My Rules value a b\") games=\"chess var fairyeater\";; \
                 go*) for to in a2 b1 b2; do echo \"a1$to: 1\"; done; echo Nodes searched: 3;; \
                 esac; done'";
    let fen = "8k/9/9/9/9/9/9/9/K8 w - - 0 1";
    let asked = |options: &[&str]| {
        let count = ["perft", "1", "--variant", "fairyeater", "--fen", fen, "--against", other];
        run(&[&count, options].concat())
    };
    let told = asked(&["--option", "my rules=a b"]);
    assert_eq!(told.stdout, "", "names are sent as they are typed: {}", told.stderr);
    let told = asked(&["--option", "My Rules = a b"]);
    assert_eq!(told.stdout, "No difference at depth 1\n", "{}", told.stderr);
    assert!(asked(&[]).stderr.contains("does not know the game fairyeater"));
    assert!(asked(&["--option", "Rules=a b"]).stderr.contains("has no option 'Rules'"));
    assert_refused(&["perft", "1", "--option", "Hash=1"]);
    assert_refused(&["perft", "1", "--against", other, "--option", "=1"]);
}

/// The parts of a count, and of a check of suites, add up to the whole. What does not belong together
/// or is missing is said.
#[test]
fn parts_add_up_to_the_whole() {
    let folder = folder("parts");
    let part = |number: usize, name: &str, arguments: &[&str]| {
        let part = format!("{number}/3");
        let made = run(&[&["perft", "--json", "--part", &part], arguments].concat());
        assert!(made.status.success(), "{}", made.stderr);
        file(&folder, &format!("{name}{number}"), made.stdout)
    };
    let merge = |files: &[String]| {
        let files = files.iter().map(String::as_str);
        run(&["perft", "--merge"].into_iter().chain(files).collect::<Vec<_>>())
    };
    let count: Vec<String> = (1..=3).map(|number| part(number, "count", &["4"])).collect();
    let merged = merge(&count);
    assert!(merged.status.success(), "{}", merged.stderr);
    assert!(merged.stdout.contains("\nNodes searched: 197281\n"), "{}", merged.stdout);
    assert!(merged.stdout.contains("e2e4: 13160\n"), "{}", merged.stdout);

    let lines = format!("{CASTLING} ;D1 1 ;D2 400\n{CHESS_START} ;D1 1 ;D2 400\n");
    let suite = file(&folder, "chess.epd", format!("{lines}{lines}"));
    let check = |number| {
        let part = format!("{number}/3");
        let made =
            run(&["perft", "--suite", &suite, "--depth-limit", "2", "--json", "--part", &part]);
        file(&folder, &format!("suite{number}"), made.stdout)
    };
    let checked: Vec<String> = (1..=3).map(check).collect();
    let merged = merge(&checked);
    assert_eq!(merged.status.code(), Some(1));
    let text = "Lines: 4, of which 0 held, 4 failed, 0 were skipped\n";
    assert!(merged.stdout.contains(text), "{}", merged.stdout);

    let other = part(3, "other", &["3"]);
    for (files, reason) in [
        (vec![count[0].clone(), count[2].clone()], "there is no part 2 of 3"),
        (vec![count[0].clone(), count[0].clone()], "part 1/3 is in "),
        (vec![count[0].clone(), other], "this is of another count: depth is 3, not 4"),
        (vec![count[0].clone(), checked[1].clone()], "this is of another count: "),
        (vec![suite.clone()], "this is not what perft --json writes"),
    ] {
        let refused = merge(&files);
        assert_eq!(refused.status.code(), Some(1), "{reason}");
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
        assert_eq!(refused.stdout, "", "{reason}");
    }
    assert_refused(&["perft", "4", "--part", "4/3", "--json"]);
}

/// How long another engine may take for a count is an option.
#[cfg(unix)]
#[test]
fn the_time_for_an_answer_is_an_option() {
    let started = std::time::Instant::now();
    let silent = answering("");
    let refused = run(&["perft", "1", "--against", &silent, "--wait", "0"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stderr.contains("does not answer 'go perft 1' in "), "{}", refused.stderr);
    assert!(started.elapsed() < std::time::Duration::from_secs(20));
}

/// An engine that says anything but the count, without end, is not waited for.
#[cfg(unix)]
#[test]
fn an_engine_that_floods_is_cut_off() {
    for flood in ["yes e2e4: 1", "yes nothing", "cat /dev/zero"] {
        let other = format!(
            "sh -c 'while read word _; do case $word in \
             uci) echo uciok;; isready) echo readyok;; go) {flood};; esac; done'"
        );
        let refused = run(&["perft", "1", "--against", &other]);
        assert_eq!(refused.status.code(), Some(1), "{flood}");
        let reason = "the other engine answers 'go perft 1' with more than 1 MiB";
        assert!(refused.stderr.contains(reason), "{flood}: {}", refused.stderr);
    }
}

/// Ctrl-C ends a count, which says how far it came, with the status that shells give.
#[test]
fn an_interrupted_count_says_how_far_it_came() {
    use std::io::Read;

    use crate::support::{PATIENCE, engine_command, terminal, wait_for_exit};

    let mut command = engine_command(&["perft", "9", "--threads", "1"]);
    let mut child = terminal::of_its_own(&mut command).spawn().expect("it starts");
    // Programs start slowly under Wine.
    let start = if cfg!(windows) { 5000 } else { 600 };
    std::thread::sleep(std::time::Duration::from_millis(start));
    if !terminal::press_ctrl_c(&mut child) {
        return;
    }
    let status = wait_for_exit(&mut child, PATIENCE).expect("Ctrl-C ends the count");
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut said).expect("it is UTF-8");
    assert_eq!(status.code(), Some(130), "{said}");
    assert!(said.starts_with("vertumnus: interrupted after "), "{said}");
    assert!(said.contains(" of 400 positions at depth 2, with "), "{said}");
}
