//! Tournaments that are played in parts.

#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use super::{Scratch, arguments, fake, run};
use crate::support::cli;

/// A tournament of twelve games between engines that always play the same moves.
fn tournament(traces: &str, more: &str) -> Vec<String> {
    let engines = [fake("one", "good", traces), fake("two", "good", traces)];
    let settings = "--each tc=20 --variant all --rounds 6 --maxmoves 12";
    arguments(engines, &format!("{settings} {more}"))
}

/// The last line of what `--json` wrote.
fn end(json: &str) -> serde_json::Value {
    let last = json.lines().last().expect("there are lines");
    serde_json::from_str(last).expect("it is JSON")
}

fn merge(files: &[&str]) -> cli::Finished {
    cli::run(&[&["match", "--merge"], files, &["--json"]].concat())
}

/// The parts of a tournament have all of its games, each once, and their sum is the result of the
/// tournament in one piece. What does not belong together or is missing is said.
pub(super) fn add_up() {
    let scratch = Scratch::new("parts");
    let traces = scratch.path("traces");
    let whole = run(&tournament(&traces, "--json"));
    let files: Vec<String> = (1..=3).map(|part| scratch.path(&format!("part{part}"))).collect();
    for (number, file) in (1..).zip(&files) {
        let part = run(&tournament(&traces, &format!("--json --part {number}/3")));
        assert!(part.status.success(), "{}", part.stderr);
        std::fs::write(file, part.stdout).expect("it can be written");
    }
    let [one, two, three] = [0, 1, 2].map(|index| files[index].as_str());
    let merged = merge(&[three, one, two]);
    assert!(merged.status.success(), "{}", merged.stderr);
    let (sum, all) = (end(&merged.stdout), end(&whole.stdout));
    assert_eq!(sum["engines"], all["engines"]);
    assert_eq!(sum["games"], 12);

    let missing = merge(&[one, three]);
    assert_eq!(missing.status.code(), Some(1));
    let reason = "4 of 12 games are missing: 3-4, 9-10; there is no part 2 of 3";
    assert!(missing.stderr.contains(reason), "{}", missing.stderr);
    let other = run(&tournament(&traces, "--json --part 2/3 --srand 1 --openings order=random"));
    std::fs::write(two, other.stdout).expect("it can be written");
    let refused = merge(&[one, two]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stderr.contains("this is of another match: openings.0.book is "));
    let twice = merge(&[one, one]);
    assert!(twice.stderr.contains("game 1 is in "), "{}", twice.stderr);
}

/// A part that is played on after a break reports its earlier games as well.
pub(super) fn resume() {
    let scratch = Scratch::new("parts-resume");
    let (traces, games) = (scratch.path("traces"), scratch.path("games.pgn"));
    let more = format!("--json --part 1/2 --resume --pgnout {games}");
    let first = run(&tournament(&traces, &more));
    let again = run(&tournament(&traces, &more));
    assert_eq!(end(&first.stdout)["engines"], end(&again.stdout)["engines"]);
    let count = |text: &str| text.matches("\"event\":\"game\"").count();
    assert_eq!((count(&first.stdout), count(&again.stdout)), (6, 6));
}

/// GNU parallel plays the parts, by the command of docs/many-machines.md.
#[cfg(unix)]
pub(super) fn under_gnu_parallel() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"))
    {
        assert!(std::env::var_os("CI").is_none(), "GNU parallel is not installed");
        println!("skipped: GNU parallel is not installed");
        return;
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/many-machines.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let block = page.split("```sh\n").find(|block| block.starts_with("# On this machine"));
    let block = block.and_then(|block| block.split("```").next()).expect("the block is there");
    let scratch = Scratch::new("gnu-parallel");
    let directory = Path::new(env!("CARGO_BIN_EXE_vertumnus")).parent().expect("it has a folder");
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").unwrap_or_default());
    let shell = Command::new("bash")
        .args(["-euo", "pipefail", "-c", block])
        .current_dir(&scratch.0)
        .env("PATH", path)
        .output()
        .expect("there is a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(shell.status.success(), "{}{}", text(&shell.stdout), text(&shell.stderr));
    let said = text(&shell.stdout);
    assert!(said.contains("Merged 4 files") && said.contains("[0.500] 8\n"), "{said}");
    assert!(said.contains("Nodes searched: 349510"), "{said}");
}
