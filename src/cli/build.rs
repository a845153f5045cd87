//! Tells the compiler which commit a release is built from, as `VERTUMNUS_COMMIT`: that of the
//! environment, or otherwise that of the clone. In neither, as in an archive, it is not known.

use std::env;
use std::path::Path;
use std::process::Command;

/// Where this crate is in the repository. Elsewhere it is a copy, and the commit is not its own.
const PLACE: &str = "src/cli/";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VERTUMNUS_COMMIT");
    // Tests would be compiled again after each commit.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if env::var_os("VERTUMNUS_COMMIT").is_none()
        && is_release
        && let Some(commit) = commit_of_the_clone()
    {
        println!("cargo::rustc-env=VERTUMNUS_COMMIT={commit}");
    }
}

/// The commit that is checked out.
fn commit_of_the_clone() -> Option<String> {
    let questions =
        ["--show-prefix", "--git-path", "HEAD", "--git-path", "logs/HEAD", "--short", "HEAD"];
    let output = Command::new("git").arg("rev-parse").args(questions).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let answers: Vec<&str> = text.lines().collect();
    let [PLACE, files @ .., commit] = &answers[..] else { return None };
    // A checkout changes the one, a commit the other.
    for file in files.iter().filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    output.status.success().then(|| (*commit).to_owned())
}
