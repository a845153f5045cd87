//! Runs one-shot commands of the binary.

use std::io::{Read, Write};
use std::process::ExitStatus;
use std::thread::{self, JoinHandle};

use super::{PATIENCE, engine_command, wait_for_exit};

/// The results of a command.
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// Runs a command without input to its end.
#[track_caller]
pub fn run(arguments: &[&str]) -> Finished {
    run_with_input(arguments, "")
}

/// Runs a command on this input to its end.
#[track_caller]
pub fn run_with_input(arguments: &[&str], input: &str) -> Finished {
    let mut child = engine_command(arguments).spawn().expect("the engine's binary starts");
    let stdout = read_all(child.stdout.take().expect("stdout is piped"));
    let stderr = read_all(child.stderr.take().expect("stderr is piped"));
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // A command that refuses its arguments may end before it reads its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let status = wait_for_exit(&mut child, PATIENCE);
    if status.is_none() {
        // This ends the readers. The missing status is reported below.
        let _ = child.kill();
    }
    let stdout = stdout.join().expect("stdout is UTF-8");
    let stderr = stderr.join().expect("stderr is UTF-8");
    let Some(status) = status else {
        panic!("{arguments:?} did not end; stdout:\n{stdout}\nstderr:\n{stderr}");
    };
    Finished { status, stdout, stderr }
}

/// Runs a command that must refuse its arguments: it fails with a reason on standard error, and
/// prints nothing on standard output.
#[track_caller]
pub fn assert_refused(arguments: &[&str]) {
    let finished = run(arguments);
    assert!(!finished.status.success(), "{arguments:?} must fail");
    assert_eq!(finished.stdout, "", "{arguments:?} must not print a result");
    let reason = finished.stderr.lines().next().unwrap_or("");
    assert!(!reason.trim().is_empty(), "{arguments:?} must give a reason");
    assert!(!finished.stderr.contains("panicked"), "{arguments:?}: {}", finished.stderr);
}

fn read_all(mut stream: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("the output can be read as UTF-8");
        text
    })
}
