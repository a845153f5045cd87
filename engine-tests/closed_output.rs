//! Commands end quietly when nobody reads their output any more, as in `command | head`.

use std::io::{self, Read};
use std::process::Stdio;

use crate::support::{PATIENCE, engine_command, in_repository, wait_for_exit};

#[test]
fn a_command_without_a_reader_ends_quietly_and_without_failure() {
    let suite = in_repository("perft/chess.epd");
    let suite = suite.to_str().expect("the path is UTF-8");
    let commands: [&[&str]; 7] = [
        &["perft", "2"],
        &["perft", "2", "--divide"],
        &["perft", "--suite", suite, "--node-limit", "1000"],
        &["xboard-command"],
        &["bench", "1"],
        // It would run for hours if it did not notice.
        &["openings", "--count", "1000000"],
        &["play", "--side", "none"],
    ];
    for arguments in commands {
        let (reader, writer) = io::pipe().expect("the system has pipes");
        drop(reader);
        let mut command = engine_command(arguments);
        command.stdin(Stdio::null()).stdout(writer);
        let mut child = command.spawn().expect("the engine's binary starts");
        let status = wait_for_exit(&mut child, PATIENCE);
        // A child that is not waited for outlives the test.
        let _ = child.kill();
        let mut errors = String::new();
        let stderr = child.stderr.take().expect("stderr is piped");
        io::BufReader::new(stderr).read_to_string(&mut errors).expect("errors are text");
        assert_eq!(errors, "", "{arguments:?}");
        assert!(status.is_some_and(|status| status.success()), "{arguments:?}: {status:?}");
    }
}

/// A device on which every write fails: what could not be printed is not done.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_a_failure() {
    for arguments in [&["--help"][..], &["--version"], &["perft", "--help"], &["perft", "2"]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = engine_command(arguments);
        command.stdin(Stdio::null()).stdout(full.expect("Linux has it"));
        let output = command.output().expect("the engine's binary starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.starts_with("vertumnus: cannot write: No space left"), "{said}");
    }
}
