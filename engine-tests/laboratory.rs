//! The commands of the laboratory, as people type them: games of the engine against itself, and networks
//! that learn from them.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use crate::support::cli::{Finished, assert_refused, run};
use crate::support::folder::Folder;
#[cfg(target_os = "linux")]
use crate::support::leave_out;

fn datagen(file: &str, more: &[&str]) -> Finished {
    let words = ["datagen", "--nodes", "10", "--threads", "1", "--output", file];
    run(&[&words[..], more].concat())
}

/// The records say which game it is, and the file how it was made.
#[test]
fn a_file_of_games_says_what_it_is() {
    let folder = Folder::new("laboratory-says");
    let file = folder.path("own.games");
    let made = datagen(&file, &["--variant", "morphing", "--games", "2", "--seed", "7"]);
    assert!(made.status.success(), "{}", made.stderr);
    let shown = run(&["games", &file]);
    assert!(shown.status.success(), "{}", shown.stderr);
    assert!(shown.stdout.contains("games      2: "), "{}", shown.stdout);
    let version = env!("CARGO_PKG_VERSION");
    let head = shown.stdout.lines().next().expect("a line");
    assert!(head.starts_with(&format!("made with  version {version}")), "{head}");
    assert!(head.contains(", game morphing, network "), "{head}");
    assert!(head.ends_with(", seed 7, nodes 10"), "{head}");
    let other = run(&["games", "--variant", "chess", &file]);
    assert!(other.stderr.contains("game 1 is one of morphing, not chess"), "{}", other.stderr);
    let before = fs::read(&file).expect("the file");
    for (more, reason) in [
        (
            ["--seed", "8", "--variant", "morphing"],
            "was made with seed 7, not 8; it is not continued",
        ),
        (["--seed", "7", "--variant", "chess"], "game 1 is one of morphing, not chess"),
        (["--network", "none", "--seed", "7"], "game 1 is one of morphing, not chess"),
    ] {
        let refused = datagen(&file, &[&["--games", "3"][..], &more].concat());
        assert_eq!(refused.status.code(), Some(1), "{more:?}");
        assert!(refused.stderr.contains(reason), "{more:?}: {}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        assert!(fs::read(&file).expect("the file") == before, "{more:?}");
    }
}

/// What is not a file of games stays what it is, whatever its first letters are.
#[test]
fn what_is_read_or_foreign_is_not_overwritten() {
    let folder = Folder::new("laboratory-overwritten");
    let games = folder.path("own.games");
    assert!(datagen(&games, &["--games", "1"]).status.success());
    let before = fs::read(&games).expect("the file");
    let refused = run(&["train", "--epochs", "1", "--batch", "8", "--output", &games, &games]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stderr.contains("which is read"), "{}", refused.stderr);
    assert!(fs::read(&games).expect("the file") == before);
    let network = folder.path("own.vnn");
    fs::write(&network, "VNN2 and more").expect("a file");
    assert!(datagen(&network, &["--games", "1"]).stderr.contains("is not a file of games"));
    let same = datagen(&network, &["--games", "1", "--network", &network]);
    assert_eq!(same.status.code(), Some(1));
    assert_eq!(fs::read(&network).expect("the file"), b"VNN2 and more");
}

/// Each command that reads games says in one line that some are damaged, and takes the others.
#[test]
fn damaged_games_are_told() {
    let folder = Folder::new("laboratory-damaged");
    let file = folder.path("own.games");
    // One game in twenty is held out.
    assert!(datagen(&file, &["--games", "40"]).status.success());
    let mut bytes = fs::read(&file).expect("the file");
    let record = bytes.windows(4).position(|word| word == b"VGM2").expect("a record");
    bytes[record + 20] ^= 1;
    fs::write(&file, bytes).expect("a file");
    let line = format!("{file}: a record is damaged or missing before game 2");
    let output = folder.path("own.vnn");
    let train = ["train", "--epochs", "1", "--batch", "8", "--threads", "1", "--output", &output];
    for words in [&["games"][..], &["games", "--print"], &["wdl"], &train] {
        let told = run(&[words, &[&file]].concat());
        assert!(told.status.success(), "{words:?}: {}", told.stderr);
        let lines = told.stderr.lines().filter(|told| told.ends_with(&line));
        assert_eq!(lines.count(), 1, "{words:?}: {}", told.stderr);
    }
    assert!(datagen(&file, &["--games", "41"]).stderr.contains("it is not continued"));
}

#[test]
fn threads_are_bounded() {
    assert_refused(&["perft", "2", "--threads", "257"]);
    assert_refused(&["perft", "2", "--jobs", "-1"]);
    assert_refused(&["datagen", "--games", "1", "--output", "nowhere", "--threads", "257"]);
    assert_refused(&["train", "--output", "nowhere", "--threads", "1000000000000", "nothing"]);
    assert!(run(&["perft", "2", "--threads", "256"]).status.success());
}

/// A disk that is full has no half of a file in the end. Only the superuser can make such a disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_nothing_of_a_training() {
    const SCRIPT: &str = r#"
        disk=$1
        shift
        mount -t tmpfs -o size=64k none "$disk" || exit 77
        "$0" "$@"
        status=$?
        ls -A "$disk"
        exit $status
    "#;
    let folder = Folder::new("laboratory-full");
    let (disk, games) = (folder.path("disk"), folder.path("own.games"));
    fs::create_dir(&disk).expect("a folder");
    // One game in twenty is held out.
    assert!(datagen(&games, &["--games", "40"]).status.success());
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", SCRIPT, env!("CARGO_BIN_EXE_vertumnus"), &disk])
        .args(["train", "--epochs", "1", "--batch", "8", "--threads", "1", "--output"])
        .args([&format!("{disk}/own.vnn"), &games])
        .stdin(Stdio::null())
        .output()
        .expect("there is unshare");
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("unshare: ") || output.status.code() == Some(77) {
        return leave_out(format_args!("no disk can be made: {said}"));
    }
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("No space left on device"), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "nothing is left");
}
