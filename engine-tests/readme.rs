//! The commands of the README and of the page of commands run as they stand, with small limits in the
//! place of large ones.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{PATIENCE, wait_for_exit};

/// What is played shorter here than the reader plays it.
const SHORTER: [(&str, &str); 5] = [
    ("tc=1+0.01", "tc=inf nodes=50"),
    ("--rounds 50", "--rounds 1"),
    ("--level casual", "--level 0"),
    // What starts another program is only printed.
    (" --start", ""),
    // It serves until an interrupt.
    (
        "target/release/vertumnus serve",
        "timeout --preserve-status -s INT 2 target/release/vertumnus serve --no-open --port 0",
    ),
];

/// What builds or tests the program, which has been done when this test runs.
const OF_CARGO: [&str; 3] = ["cargo test ", "cargo build ", "cargo install "];

/// A command of a page, and the lines that the page shows below it.
struct Example {
    command: String,
    shown: Vec<String>,
}

/// The commands in the blocks and in the lines of a page.
fn examples(page: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for (number, part) in page.split("```").enumerate() {
        if number % 2 == 0 {
            let joined = part.split_whitespace().collect::<Vec<_>>().join(" ");
            let spans = joined.split('`').skip(1).step_by(2);
            found.extend(
                spans.filter_map(runnable).map(|command| Example { command, shown: Vec::new() }),
            );
            continue;
        }
        for line in part.replace("\\\n", " ").lines() {
            if let Some(command) = runnable(line.trim_start_matches("$ ")) {
                found.push(Example { command, shown: Vec::new() });
            } else if let (Some(example), true) = (found.last_mut(), part.contains("$ ")) {
                example.shown.push(line.to_owned());
            }
        }
    }
    found
}

/// A text as a command for the shell; `None` if it is none, or one of cargo's.
fn runnable(text: &str) -> Option<String> {
    if OF_CARGO.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    // What starts another program is only printed.
    let text = text.strip_prefix("sh -c \"$(").map_or(text, |text| text.trim_end_matches(")\""));
    let starts = ["cargo run --release --locked -- ", "target/release/vertumnus ", "vertumnus "];
    let arguments = starts.iter().find_map(|start| text.strip_prefix(start))?;
    let is_pattern = arguments.split(' ').any(|word| word == "COMMAND" || word == "GAME");
    let mut command = format!("target/release/vertumnus {arguments}");
    for (long, short) in SHORTER {
        command = command.replace(long, short);
    }
    (!is_pattern).then_some(command)
}

/// A folder that looks like a clone after the build, with a game in `games.pgn`, and in `mygame.ini` the
/// rules that a page shows first.
fn clone_of(name: &str, page: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("vertumnus-{name}-{}", std::process::id()));
    let release = folder.join("target/release");
    fs::create_dir_all(&release).expect("the temporary directory can be written");
    let binary = Path::new(env!("CARGO_BIN_EXE_vertumnus"));
    std::os::unix::fs::symlink(binary, release.join("vertumnus")).expect("a link can be made");
    fs::write(folder.join("games.pgn"), "[White \"A\"]\n\n1. e4 e5 *\n")
        .expect("a file can be written");
    if let Some(rules) = page.split("```ini\n").nth(1).and_then(|rest| rest.split("```").next()) {
        fs::write(folder.join("mygame.ini"), rules).expect("a file can be written");
    }
    folder
}

/// Runs the commands of a page, and returns how many there are.
fn run_all(page: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(path).expect("the page can be read");
    let folder = clone_of(&page.replace('/', "-"), &text);
    let examples = examples(&text);
    for Example { command, shown } in &examples {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).current_dir(&folder).stdin(Stdio::null());
        let (out, err) = (folder.join("stdout"), folder.join("stderr"));
        let file = |path| fs::File::create(path).expect("a file can be made");
        let mut child =
            shell.stdout(file(&out)).stderr(file(&err)).spawn().expect("a shell starts");
        let status = wait_for_exit(&mut child, PATIENCE);
        if status.is_none() {
            let _ = child.kill();
        }
        let [stdout, stderr] =
            [out, err].map(|path| fs::read_to_string(path).expect("the output is text"));
        assert!(status.is_some_and(|status| status.success()), "{command}: {stderr}\n{stdout}");
        assert!(!stdout.is_empty(), "{command} prints nothing");
        for line in shown.iter().filter(|line| line.starts_with("Nodes searched")) {
            assert!(stdout.contains(line.as_str()), "{command}: {line} is not in {stdout}");
        }
    }
    fs::remove_dir_all(&folder).expect("it was made here");
    examples.len()
}

#[test]
fn the_commands_of_the_readme_run() {
    assert!(run_all("README.md") >= 5);
}

#[test]
fn the_commands_of_the_page_of_commands_run() {
    assert!(run_all("docs/commands.md") >= 3);
}
