//! The runner under the name and with the command line that a worker of `OpenBench` uses.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Scratch, assert_valid, fake, records};
use crate::support::cli::Finished;
use vertumnus_core::rules::Variant;

/// Starts the binary under the name of the runner that a worker of `OpenBench` builds.
fn runner(directory: &Path, arguments: &[String]) -> Finished {
    let program = directory.join("fastchess-ob");
    // A link, because a copy that is still open for writing elsewhere cannot be started.
    let _ = std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_vertumnus"), &program);
    let output = Command::new(&program)
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .expect("the runner starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Finished { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// What a worker of `OpenBench` counts in the output of its runner, read as it reads: up to the first
/// empty line, a result is the seventh word of a line with `Finished game`, the two games of a pair
/// have neighboring numbers, and the reason after the first colon says what has gone wrong.
#[derive(Debug, Default, PartialEq, Eq)]
struct WorkerCount {
    pentanomial: [usize; 5],
    crashes: usize,
    time_losses: usize,
    illegal: usize,
}

impl WorkerCount {
    fn read(output: &str) -> Self {
        let mut count = Self::default();
        let mut open = std::collections::HashMap::new();
        for line in output.lines().map(str::trim).take_while(|line| !line.is_empty()) {
            assert!(line.is_ascii(), "{line}");
            if !line.contains("Finished game") {
                continue;
            }
            let reason = line.split(':').nth(1).expect("a reason after a colon");
            count.crashes +=
                usize::from(reason.contains("disconnect") || reason.contains("stalls"));
            count.time_losses += usize::from(reason.contains("on time"));
            count.illegal += usize::from(reason.contains("illegal"));
            let words: Vec<&str> = line.split_whitespace().collect();
            let number: usize = words[2].parse().expect("a number");
            let half_points: usize = match words[6] {
                "0-1" => 0,
                "1/2-1/2" => 1,
                "1-0" => 2,
                other => panic!("'{other}' is not a result"),
            };
            // The first engine has White in odd games.
            let own = if number % 2 == 1 { half_points } else { 2 - half_points };
            match open.remove(&number.div_ceil(2)) {
                Some(others) => count.pentanomial[own + others] += 1,
                None => {
                    open.insert(number.div_ceil(2), own);
                }
            }
        }
        count
    }
}

/// The command line that a worker of `OpenBench` gives its runner, with a book of these FENs.
fn worker_command(scratch: &Scratch, book: &str, engines: [&str; 2]) -> Vec<String> {
    let directory = scratch.path("Engines");
    for name in ["Books", "PGNs", "Engines"] {
        fs::create_dir_all(scratch.path(name)).expect("it can be made");
    }
    let program = std::env::current_exe().expect("a program has a path");
    let mut words: Vec<String> = "-recover -variant standard -testEnv -concurrency 2 -rounds 6 \
         -games 2 -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10"
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    for (branch, behavior) in ["dev", "base"].into_iter().zip(engines) {
        // The worker's engines are in a folder of their own, and are started by their bare names.
        let file = format!("Vertumnus-{branch}");
        let script = format!("#!/bin/sh\nexec '{}' {} {behavior}\n", program.display(), fake::WORD);
        let path = Path::new(&directory).join(&file);
        fs::write(&path, script).expect("it can be written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&path, mode).expect("it is ours");
        let line = format!(
            "-engine dir=Engines/ cmd=./{file} proto=uci tc=8.00+0.08 timemargin=250 \
             option.Threads=1 option.Hash=16 name=Vertumnus-{branch}"
        );
        words.extend(line.split_whitespace().map(str::to_owned));
    }
    let rest = format!(
        "-openings file=Books/{book} format=epd order=random start=3 -srand 7 \
         -pgnout file=PGNs/1.2.3.0.pgn seldepth=true nodes=true"
    );
    words.extend(rest.split_whitespace().map(str::to_owned));
    words.push("match_line=^info string pgncomment .*".to_owned());
    words
}

/// The runner of an `OpenBench` worker: it answers its version, plays the game that the book's name
/// says, and its output and records are read as the worker reads them.
pub(super) fn can_read_the_runner() {
    let other =
        Variant::bundled().iter().find(|variant| variant.name() != "chess").expect("another");
    let scratch = Scratch::new("openbench");
    let version = runner(&scratch.0, &["--version".to_owned()]);
    let expected = env!("CARGO_PKG_VERSION");
    assert!(version.status.success() && version.stdout.contains(expected), "{}", version.stdout);
    let version = runner(&scratch.0, &["-version".to_owned()]);
    assert!(version.status.success() && version.stdout.contains(expected), "{}", version.stdout);

    let book = format!("{other}-8plies.epd");
    for (behaviors, expected) in [
        (["lost", "good"], WorkerCount { pentanomial: [6, 0, 0, 0, 0], ..Default::default() }),
        (
            ["good", "illegal"],
            WorkerCount { pentanomial: [0, 0, 0, 0, 6], illegal: 12, ..Default::default() },
        ),
        (
            ["good", "crashes"],
            WorkerCount { pentanomial: [0, 0, 0, 0, 6], crashes: 12, ..Default::default() },
        ),
    ] {
        let command = worker_command(&scratch, &book, behaviors);
        let openings = format!("src/games/{other}/openings.epd");
        let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join(openings);
        fs::copy(openings, scratch.path(&format!("Books/{book}"))).expect("there are openings");
        let finished = runner(&scratch.0, &command);
        assert!(finished.status.success(), "{}{}", finished.stdout, finished.stderr);
        assert_eq!(WorkerCount::read(&finished.stdout), expected, "{}", finished.stdout);
        assert!(finished.stdout.contains("Started game 12 of 12 (Vertumnus-base vs Vertumnus-dev"));
        assert!(finished.stdout.contains("Score of Vertumnus-dev vs Vertumnus-base: "));
        let games = scratch.path("PGNs/1.2.3.0.pgn");
        // The worker takes headers and moves apart at empty lines.
        let text = fs::read_to_string(&games).expect("there are records");
        assert_eq!(text.trim_end().split("\n\n").count(), 24, "{text}");
        let records = records(&games);
        assert!(records.iter().all(|game| game.tag("Variant") == Some(other.name())));
        assert_valid(&games);
        fs::remove_file(&games).expect("it is ours");
    }
}
