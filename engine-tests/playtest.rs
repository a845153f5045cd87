//! Playtests as people order them: the files that come of them, going on, and what is refused.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::time::Duration;

use serde_json::Value;

use crate::support::cli::{Finished, assert_refused, run};
use crate::support::folder::Folder;

/// A playtest with few nodes.
fn playtest(game: &str, out: &str, more: &[&str]) -> Finished {
    let words = ["playtest", game, "--nodes", "1", "--out", out];
    run(&[&words[..], more].concat())
}

fn file(folder: &str, name: &str) -> String {
    fs::read_to_string(Path::new(folder).join(name)).expect("the file is there")
}

/// The report without the time that it took.
fn report(folder: &str) -> Value {
    let mut report: Value = serde_json::from_str(&file(folder, "report.json")).expect("it is JSON");
    report["seconds"].take();
    report
}

#[test]
fn a_playtest_writes_a_report_and_its_games() {
    let folder = Folder::new("playtest-writes");
    let out = folder.path("out");
    let made = playtest("powerabsorption", &out, &["--games", "3", "--threads", "1"]);
    assert!(made.status.success(), "{}", made.stderr);
    assert!(made.stderr.contains("report.html is written"), "{}", made.stderr);
    let report = report(&out);
    assert_eq!(
        (&report["game"], &report["is_complete"]),
        (&"powerabsorption".into(), &true.into())
    );
    let strengths = report["strengths"].as_array().expect("strengths");
    let games: Vec<_> =
        strengths.iter().map(|s| (s["nodes"].as_u64(), s["games"].as_u64())).collect();
    let expected =
        [(1, 3), (5, 3), (25, 2), (125, 1)].map(|(nodes, games)| (Some(nodes), Some(games)));
    assert_eq!(games, expected);
    // White's results and the ends are of all games.
    for strength in strengths {
        let counts = strength["ends"]["counts"].as_array().expect("counts");
        let sum: u64 = counts.iter().filter_map(Value::as_u64).sum();
        assert_eq!(Some(sum), strength["games"].as_u64());
        let ends = strength["ends"]["by"].as_array().expect("ends");
        let shares: f64 = ends.iter().filter_map(|end| end["share"]["value"].as_f64()).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{ends:?}");
    }
    assert_eq!(report["ladder"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["probes"].as_array().map(Vec::len), Some(4));
    // The games are legal, and those of which the report speaks.
    let pgn = Path::new(&out).join("games/self-1-nodes.pgn");
    let checked = run(&["pgn", "--check", &pgn.to_string_lossy()]);
    assert!(checked.status.success(), "{}{}", checked.stdout, checked.stderr);
    let text = fs::read_to_string(&pgn).expect("the games");
    assert_eq!(text.matches("[Result ").count(), 3);
    for (place, result) in
        ["[Result \"1-0\"]", "[Result \"1/2-1/2\"]", "[Result \"0-1\"]"].iter().enumerate()
    {
        let told = strengths[0]["ends"]["counts"][place].as_u64();
        assert_eq!(told, Some(text.matches(result).count() as u64), "{result}");
    }
    // The page stands alone.
    let page = file(&out, "report.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"));
    let again = "same figures again by <code>vertumnus playtest powerabsorption --games 3 --nodes 1 --seed 1</code>";
    assert!(page.contains(again));
    for foreign in ["<script", "<link", "src=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    for part in ["table", "section", "svg", "figure", "div", "p", "details"] {
        let (open, close) = (format!("<{part}"), format!("</{part}>"));
        let opened =
            page.matches(&format!("{open} ")).count() + page.matches(&format!("{open}>")).count();
        assert_eq!(opened, page.matches(&close).count(), "{part}");
    }
}

#[test]
fn a_playtest_goes_on_to_the_same_report_whatever_the_threads() {
    let folder = Folder::new("playtest-goes-on");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path(name));
    assert!(playtest("chess", &whole, &["--games", "4", "--threads", "2"]).status.success());
    assert!(playtest("chess", &parts, &["--games", "1", "--threads", "1"]).status.success());
    let before = file(&parts, "games/self-1-nodes.pgn");
    assert!(playtest("chess", &parts, &["--games", "4", "--threads", "1"]).status.success());
    assert!(file(&parts, "games/self-1-nodes.pgn").starts_with(&before));
    assert!(report(&whole) == report(&parts), "the reports differ");
    let other = folder.path("other");
    assert!(playtest("chess", &other, &["--games", "4", "--seed", "2"]).status.success());
    assert!(report(&whole) != report(&other));
    // A folder is not continued with another seed, and stays as it was.
    let refused = playtest("chess", &whole, &["--games", "5", "--seed", "2"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stderr.contains("was made with seed 1, not 2"), "{}", refused.stderr);
    assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
    assert!(report(&whole) == report(&parts));
    let compared = run(&["playtest", "--compare", &whole, &other]);
    assert!(compared.status.success(), "{}", compared.stderr);
    assert!(compared.stdout.starts_with("<!doctype html>"), "{}", compared.stdout);
    assert!(compared.stdout.contains("undecided") && compared.stdout.contains("seed 2"));
}

/// What is drawn of a report again is what was written with it; games that come with one have names.
#[test]
fn a_report_is_drawn_again_from_its_record() {
    let folder = Folder::new("playtest-page");
    let out = folder.path("out");
    assert!(playtest("powerabsorption", &out, &["--games", "4"]).status.success());
    let page = |named: &str| run(&["playtest", "--page", named]);
    let written = file(&out, "report.html");
    let json = Path::new(&out).join("report.json").to_string_lossy().into_owned();
    assert_eq!(page(&out).stdout, written);
    assert_eq!(page(&json).stdout, written);
    assert!(page("chess").stdout.contains("<title>Playtest of Chess</title>"));
    let compared = run(&["playtest", "--compare", "chess", &out]);
    assert!(compared.stdout.contains("<h1>Chess and Power Absorption Chess</h1>"));
    let garbled = folder.path("garbled");
    fs::write(&garbled, "{\"format\": 2}").expect("a file");
    let old = folder.path("old");
    fs::write(&old, file(&out, "report.json").replace("\"format\": 2", "\"format\": 1"))
        .expect("a file");
    for (named, reason) in [
        ("no-game", "no-game is no folder or file of a report, and no game that comes with one: "),
        ("annan", "annan is no folder or file of a report, and no game that comes with one: "),
        (&*folder.path(""), "report.json: "),
        (&*garbled, "garbled is not the report of a playtest: missing field"),
        (&*old, "old is not the report of a playtest: its format is 1, not 2"),
    ] {
        let refused = page(named);
        assert_eq!((refused.status.code(), &*refused.stdout), (Some(1), ""), "{named}");
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    }
    for more in [&["chess"][..], &["--games", "3"], &["--compare", "chess", "modern"]] {
        let refused = run(&[&["playtest", "--page", "chess"][..], more].concat());
        assert_eq!(refused.status.code(), Some(2), "{more:?}");
    }
}

/// In Morph Chess each move changes the mover; a queen becomes a pawn wherever it goes, which is no
/// promotion. In Einstein Chess it does not matter what is captured.
#[test]
fn changes_are_told_by_what_makes_them() {
    let folder = Folder::new("playtest-changes");
    let file = folder.path("duval.ini");
    let text = "[duval:chess]\nonMove = p>n n>b b>r r>q q>p\nonCapture = * x * > moved\n\
        castledRook = q\npromotionPieceTypes = q\n";
    fs::write(&file, text).expect("the file can be written");
    for (rules, game, told) in [
        (&*file, "duval", &["change of kind by a move"][..]),
        ("einstein", "einstein", &["change of kind by a capture", "change of kind by a move"]),
    ] {
        let out = folder.path(game);
        let made = playtest(game, &out, &["--rules", rules, "--games", "2", "--threads", "1"]);
        assert!(made.status.success(), "{}", made.stderr);
        let report = self::file(&out, "report.json");
        let names = ["promotion", "absorption", "change of kind by a capture"];
        let names = names.into_iter().chain(["change of kind by a move", "change of kind by the"]);
        let found: Vec<&str> = names.filter(|name| report.contains(name)).collect();
        assert_eq!(found, told, "{game}");
    }
}

#[test]
fn a_game_without_a_network_gets_one() {
    let folder = Folder::new("playtest-learns");
    let out = folder.path("out");
    let words = ["--rules", "einstein", "--games", "1", "--train", "40"];
    let made = playtest("einstein", &out, &words);
    assert!(made.status.success(), "{}", made.stderr);
    let first = report(&out);
    assert_eq!(first["learned"], 40);
    let network = Path::new(&out).join("network/generation-2.vnn");
    let bytes = fs::read(&network).expect("a network");
    let page = file(&out, "report.html");
    assert!(page.contains("learned for this game, in two generations of 40 games"));
    assert!(page.contains(
        "vertumnus playtest --rules FILE einstein --games 1 --nodes 1 --seed 1 --train 40<"
    ));
    // Each network has played a match with what played its games. What won plays, and the playtest goes on with it.
    let trials = first["trials"].as_array().expect("matches");
    let names: Vec<_> = trials.iter().map(|trial| trial["name"].as_str().expect("text")).collect();
    assert_eq!(names[0], "network 1 against the network for all games");
    assert!(trials.iter().all(|trial| trial["games"] == 40), "{trials:?}");
    let is_won = |trial: &serde_json::Value| trial["score"]["low"].as_f64() > Some(0.5);
    let before = if is_won(&trials[0]) { "network 1" } else { "the network for all games" };
    assert_eq!(names[1], format!("network 2 against {before}"));
    // A report made with another network than the game's own says so in its command.
    let untrained = folder.path("untrained");
    let trained = folder.path("trained");
    for (out, named, told) in
        [(&untrained, "none", "none"), (&trained, &*network.to_string_lossy(), "FILE")]
    {
        let words = ["--rules", "einstein", "--games", "1", "--network", named];
        assert!(playtest("einstein", out, &words).status.success());
        let command = format!(
            "vertumnus playtest --rules FILE einstein --games 1 --nodes 1 --seed 1 --network {told}<"
        );
        assert!(file(out, "report.html").contains(&command), "{named}");
    }
    let hash = |bytes: &[u8]| bytes.last_chunk().map(|&bytes| u32::from_le_bytes(bytes));
    let player = match trials.iter().rposition(is_won) {
        None => {
            let plain = folder.path("plain");
            assert!(
                playtest("einstein", &plain, &["--rules", "einstein", "--games", "1"])
                    .status
                    .success()
            );
            report(&plain)["network"].clone()
        }
        Some(place) => {
            let file = Path::new(&out).join(format!("network/generation-{}.vnn", place + 1));
            let hash = hash(&fs::read(file).expect("a network")).expect("a hash");
            format!("{hash:08x}").into()
        }
    };
    assert_eq!(first["network"], player);
    let again =
        playtest("einstein", &out, &["--rules", "einstein", "--games", "2", "--train", "50"]);
    assert!(again.status.success(), "{}", again.stderr);
    assert_eq!(fs::read(&network).expect("a network"), bytes);
    let again = report(&out);
    assert_eq!((&again["learned"], &again["size"]), (&40.into(), &2.into()));
    // So it is without the option; and what was begun without a network goes on without one.
    assert!(playtest("einstein", &out, &["--rules", "einstein", "--games", "2"]).status.success());
    assert_eq!(report(&out)["learned"], 40);
    // What is not the record of a match is refused.
    let record = Path::new(&out).join("network/generation-2.json");
    fs::write(&record, "{").expect("a file");
    let refused = playtest("einstein", &out, &["--rules", "einstein", "--games", "2"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stderr.contains("not the record of a network's match"), "{}", refused.stderr);
    assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
    let plain = folder.path("plain");
    for more in [&["--games", "1"][..], &["--games", "2", "--train", "40"]] {
        let words = [&["--rules", "einstein"][..], more].concat();
        assert!(playtest("einstein", &plain, &words).status.success(), "{more:?}");
        assert_eq!(report(&plain)["learned"], 0);
    }
    // A game that has one does not get another.
    let other = folder.path("other");
    assert!(playtest("chess", &other, &["--games", "1", "--train", "40"]).status.success());
    assert_eq!(report(&other)["learned"], 0);
    assert!(!Path::new(&other).join("network").exists());
}

#[test]
fn every_game_has_a_report() {
    crate::in_every_game(|game| {
        let folder = Folder::new(&format!("playtest-{game}"));
        let made = playtest(game, &folder.path("out"), &["--games", "1", "--threads", "1"]);
        assert!(made.status.success(), "{game}: {}", made.stderr);
        let report = report(&folder.path("out"));
        assert_eq!(report["strengths"].as_array().map(Vec::len), Some(4), "{game}");
        let odds = report["odds"].as_array().expect("odds games");
        assert!(odds.len() > 1, "{game}: {odds:?}");
    });
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = Folder::new("playtest-refused");
    let out = folder.path("out");
    assert_refused(&["playtest"]);
    assert_refused(&["playtest", "nonesuch"]);
    assert_refused(&["playtest", "chess", "--games", "0"]);
    assert_refused(&["playtest", "chess", "--hours", "nan"]);
    assert_refused(&["playtest", "chess", "--quick", "--games", "1"]);
    assert_refused(&["playtest", "chess", "--train", "-1"]);
    assert_refused(&["playtest", "--compare", &out]);
    assert_refused(&["playtest", "--compare", &out, &out]);
    // A file in the place of the folder, and one that is no report.
    let file = folder.path("file");
    fs::write(&file, "{}").expect("it can be written");
    for words in [
        &["playtest", "chess", "--games", "1", "--out", &file][..],
        &["playtest", "--compare", &file, &file],
    ] {
        assert_refused(words);
        let refused = run(words);
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
    }
    // What is no file of games is not overwritten.
    fs::create_dir_all(Path::new(&out).join("games")).expect("a folder");
    let path = Path::new(&out).join("games/self-1-nodes.games");
    fs::write(&path, "a letter").expect("it can be written");
    let refused = playtest("chess", &out, &["--games", "1"]);
    assert!(refused.stderr.contains("is not a file of games"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "a letter");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_report_and_the_playtest_goes_on() {
    use crate::support::{PATIENCE, engine_command, wait_for_exit};
    use std::process::{Command, Stdio};

    let folder = Folder::new("playtest-interrupt");
    let out = folder.path("out");
    let words = ["playtest", "chess", "--nodes", "1", "--games", "100000", "--out", &out];
    let mut child = engine_command(&words).stdin(Stdio::null()).spawn().expect("it starts");
    let games = Path::new(&out).join("games/self-1-nodes.games");
    // Some games are there soon.
    let begun = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        fs::metadata(&games).is_ok_and(|file| file.len() > 2_000)
    });
    assert!(begun, "no games");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    let status = wait_for_exit(&mut child, PATIENCE).expect("it ends");
    assert!(status.success(), "{status}");
    let stopped = report(&out);
    assert_eq!(stopped["is_complete"], false);
    let goes_on = "vertumnus playtest chess --games 100000 --nodes 1 --seed 1</code> plays the games that are missing";
    assert!(file(&out, "report.html").contains(goes_on));
    let played = stopped["strengths"][0]["games"].as_u64().expect("games");
    assert!(played > 0);
    // Those that are there are all taken in again.
    let made = playtest("chess", &out, &["--games", "1"]);
    assert!(made.status.success(), "{}", made.stderr);
    let again = report(&out);
    assert_eq!(again["strengths"][0]["games"].as_u64(), Some(played));
    assert_eq!(again["strengths"][0]["ends"], stopped["strengths"][0]["ends"]);
}
