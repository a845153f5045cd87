//! Uses the engine through python-chess (package `chess`), a client that others wrote; its tasks
//! are in `python_chess_client.py`.
//!
//! Without Python, pip or a package index the tests are reported as ignored, because they would not
//! test the engine; in continuous integration, where all of these must be present, they fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use libtest_mimic::{Completion, Failed, Trial};

use crate::cores;

/// The version whose behavior the client relies on.
const PACKAGE: &str = "chess==1.11.2";

/// The tasks of the client, each a test of its own.
const TASKS: [&str; 7] =
    ["compare", "play", "play-threads", "play-ponder", "analyse", "leave", "records"];

/// A test for each task.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |task| {
        let wanted = if task == "play-threads" { 2 } else { 1 };
        let test = move || cores::holding(wanted, || run_task(task));
        Trial::ignorable_test(format!("python_chess::{task}"), test)
    };
    TASKS.into_iter().map(trial).collect()
}

/// Has the client do a task.
fn run_task(task: &str) -> Result<Completion, Failed> {
    let library = match library() {
        Ok(library) => library,
        Err(reason) if std::env::var_os("CI").is_some() => return Err(reason.into()),
        Err(reason) => return Ok(Completion::ignored_with(reason)),
    };
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/python_chess_client.py");
    let output = python()
        // No compiled files beside the sources.
        .arg("-B")
        .arg(client)
        .args([env!("CARGO_BIN_EXE_vertumnus"), task])
        .env("PYTHONPATH", library)
        .output()?;
    if output.status.success() {
        Ok(Completion::Completed)
    } else {
        Err(standard_error(&output).into())
    }
}

/// The directory that holds the package, installed there once; or why that cannot be done.
fn library() -> Result<&'static Path, String> {
    static LIBRARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    LIBRARY.get_or_init(install).as_deref().map_err(Clone::clone)
}

fn install() -> Result<PathBuf, String> {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
    // Named after the version, so that another one gets another directory.
    let directory = parent.join(format!("python-{}", PACKAGE.replace("==", "-")));
    if directory.is_dir() {
        return Ok(directory);
    }
    // Installed elsewhere and then renamed: the directory is there only when it is complete, also
    // when two processes run these tests.
    let unfinished = parent.join(format!("python-unfinished-{}", std::process::id()));
    let output = python()
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"])
        .arg(&unfinished)
        .arg(PACKAGE)
        .output()
        .map_err(|error| format!("python3 does not start: {error}"))?;
    let renamed = output.status.success().then(|| fs::rename(&unfinished, &directory));
    if let Some(Ok(())) = renamed {
        return Ok(directory);
    }
    // A leftover does no harm if it cannot be removed.
    let _ = fs::remove_dir_all(&unfinished);
    if directory.is_dir() {
        return Ok(directory);
    }
    Err(match renamed {
        Some(Err(error)) => format!("{} cannot be put in place: {error}", directory.display()),
        _ => format!("pip cannot install {PACKAGE}: {}", standard_error(&output)),
    })
}

fn python() -> Command {
    let mut command = Command::new("python3");
    command.stdin(Stdio::null());
    command
}

fn standard_error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}
