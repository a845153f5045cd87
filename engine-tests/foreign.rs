//! Files that others have written: what is read of them, what is refused, and that nothing is lost.

use std::fs;
use std::path::Path;

use crate::support::cli::{Finished, run};
use crate::support::folder::Folder;

/// A game without a result, a game whose result only its tag tells, and one that is right.
const GAMES: &[u8] = b"[Event \"one\"]\n[White \"Jos\xC3\xA9\"]\n[Black \"M\xFCller\"]\n\n1. e2-e4 (1. d4 {a \
    plan} -- 2. c4) c7c5\n\n[Event \"two\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# *\n\n{a remark}\n[Event \
    \"three\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\"]\n[Result \"1-0\"]\n\n1. 0-0 1-0\n";

#[test]
fn one_bad_game_costs_no_other() {
    let folder = Folder::new("foreign-pgn");
    let file = folder.path("games.pgn");
    fs::write(&file, GAMES).expect("the file can be written");
    let Finished { status, stdout, .. } = run(&["pgn", "--check", &file]);
    assert!(!status.success() && stdout.ends_with("3 games, 5 plies, 1 bad\n"), "{stdout}");
    assert!(stdout.contains("game 1: a game without a result"), "{stdout}");
    let shown = run(&["replay", "--game", "2", &file]);
    assert!(
        shown.status.success() && shown.stdout.ends_with("0-1 checkmate\n"),
        "{}",
        shown.stdout
    );
    let standard = run(&["pgn", "--for", "standard", &file]);
    for part in
        ["Jos\u{e9}", "M\u{fc}ller", "( 1. d4 {a plan} 1... -- 2. c4 )", "1... c5 *", "1. O-O 1-0"]
    {
        assert!(standard.stdout.contains(part), "{part}: {}", standard.stdout);
    }
    let for_xboard = run(&["pgn", "--for", "xboard", &file]);
    assert!(for_xboard.stderr.contains("the variations of 1 games are left out"));
}

#[test]
fn what_is_no_file_of_this_kind_is_refused_in_one_line() {
    let folder = Folder::new("foreign-kinds");
    let zeros = folder.path("zeros.pgn");
    // Sparse: no room on the disk, but more than fits into memory.
    let file = fs::File::create(&zeros).expect("the file can be written");
    file.set_len(1 << 25).expect("a sparse file");
    let openings = format!("file={zeros}");
    let engines = ["match", "--engine", "cmd=a", "tc=1", "--engine", "cmd=b", "tc=1"];
    let as_openings = [&engines[..], &["--openings", &openings, "format=epd"]].concat();
    for words in [
        &["replay", &zeros][..],
        &["games", &zeros],
        &["perft", "--variant", "chess", "--suite", &zeros],
        &["perft", "--merge", &zeros],
        &["match", "--merge", &zeros],
        &as_openings,
    ] {
        let Finished { status, stderr, .. } = run(words);
        assert!(!status.success() && stderr.lines().count() <= 2, "{words:?}: {stderr}");
    }
    let checked = run(&["pgn", "--check", &zeros]);
    assert!(checked.stdout.ends_with("1 games, 0 plies, 1 bad\n"), "{}", checked.stdout);
}

#[test]
fn what_a_command_does_not_make_it_does_not_replace() {
    let folder = Folder::new("foreign-outputs");
    let notes = folder.path("notes.txt");
    let out = folder.path("out");
    fs::create_dir(&out).expect("a folder");
    let report = Path::new(&out).join("report.html");
    let text = "my notes of many days\n";
    for path in [Path::new(&notes), &report] {
        fs::write(path, text).expect("the file can be written");
    }
    let engines = ["match", "--engine", "cmd=a", "tc=1", "--engine", "cmd=b", "tc=1"];
    let appending = [&engines[..], &["--pgnout", &notes]].concat();
    for words in [
        &appending[..],
        &[&appending[..], &["--resume"]].concat(),
        &[&engines[..], &["--log", &notes]].concat(),
        &["train", "--output", &notes, "nothing.games"],
        &["playtest", "chess", "--games", "1", "--out", &out],
        &["play", "chess", "--pgn", &notes],
    ] {
        let Finished { status, stderr, .. } = run(words);
        assert!(!status.success() && stderr.contains("left as it is"), "{words:?}: {stderr}");
        for path in [Path::new(&notes), &report] {
            assert_eq!(fs::read_to_string(path).expect("it is there"), text, "{words:?}");
        }
    }
}
