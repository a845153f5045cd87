//! Builds the library for the tests, and runs the tools that use it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Completion, Failed};
use serde_json::Value;
use vertumnus_core::rules::Variant;

/// A file of this crate.
pub(crate) fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A file that a test makes, and that is removed after the test.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// A file with a name of its own.
    pub(crate) fn new(extension: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("library-{}-{number}.{extension}", std::process::id());
        Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The test may not have made it.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The files of the library, and an engine to use it with.
pub(crate) struct Library {
    pub(crate) engine: PathBuf,
    pub(crate) shared: PathBuf,
    pub(crate) fixed: PathBuf,
}

/// The library, built once.
pub(crate) fn library() -> Result<&'static Library, String> {
    static LIBRARY: OnceLock<Result<Library, String>> = OnceLock::new();
    LIBRARY.get_or_init(build).as_ref().map_err(Clone::clone)
}

/// Names an engine that is there already. Then nothing but the library is compiled.
const ENGINE: &str = "VERTUMNUS_ENGINE";

/// Builds the library with cargo, and the engine unless the environment names one. The engine is built as
/// by the README's command, with the whole workspace and a test: then the dependencies have the same
/// features, and nothing is compiled twice.
fn build() -> Result<Library, String> {
    let given = std::env::var_os(ENGINE).map(PathBuf::from);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(source("../..")).args(["build", "--locked", "--lib", "--test", "library"]);
    cargo.args(["--message-format", "json"]);
    if given.is_some() {
        cargo.args(["--package", env!("CARGO_PKG_NAME")]);
    } else {
        cargo.args(["--workspace", "--bin", "vertumnus"]);
    }
    if !cfg!(feature = "default") {
        // Features have the names of the games.
        let games: Vec<String> =
            Variant::ALL.iter().map(|game| format!("vertumnus-core/{game}")).collect();
        cargo.args(["--no-default-features", "--features", &games.join(",")]);
    }
    if !cfg!(debug_assertions) {
        cargo.args(["--profile", "library"]);
    }
    let output = output(&mut cargo)?;
    let is_library = |message: &Value| {
        message["reason"] == "compiler-artifact" && message["target"]["kind"][0] == "cdylib"
    };
    let messages: Vec<Value> =
        output.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    // Only the engine is a program that is no test.
    let built = messages
        .iter()
        .filter(|message| message["target"]["kind"][0] == "bin")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    let engine = given.or(built).ok_or("cargo built no engine")?;
    let files: Vec<PathBuf> = messages
        .iter()
        .filter(|message| is_library(message))
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .collect();
    match <[PathBuf; 2]>::try_from(files) {
        Ok([shared, fixed]) => Ok(Library { engine, shared, fixed }),
        Err(files) => Err(format!("the library is not in {files:?}")),
    }
}

/// What a command prints; all its output as an error if it fails.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    output_for(command, Stdio::null())
}

/// The same for a command that reads its input.
pub(crate) fn output_for(command: &mut Command, input: impl Into<Stdio>) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output =
        command.stdin(input).output().map_err(|error| format!("{name} does not start: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = [output.stdout, output.stderr].concat();
        Err(format!("{name}: {}\n{}", output.status, String::from_utf8_lossy(&said)))
    }
}

/// Runs a test if its tools are installed. In continuous integration they must be.
pub(crate) fn with_tools(
    tools: &[&str],
    test: impl FnOnce() -> Result<(), Failed>,
) -> Result<Completion, Failed> {
    for tool in tools {
        if let Err(reason) = output(Command::new(tool).arg("--version")) {
            return if std::env::var_os("CI").is_some() {
                Err(reason.into())
            } else {
                Ok(Completion::ignored_with(reason))
            };
        }
    }
    test().map(|()| Completion::Completed)
}
