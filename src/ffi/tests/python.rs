//! The Python package, over the library that the tests have.

use std::process::Command;

use libtest_mimic::Trial;

use crate::build::{library, output, source, with_tools};

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::ignorable_test("python::its_own_tests", || {
        with_tools(&["python3"], || {
            let mut python = python()?;
            python.args(["-m", "unittest", "discover", "-s"]).arg(source("python/tests"));
            Ok(output(&mut python).map(drop)?)
        })
    })]
}

/// An interpreter that finds the package, and the library as it was just built.
pub(crate) fn python() -> Result<Command, String> {
    let mut python = Command::new("python3");
    python
        // No compiled files beside the sources.
        .arg("-B")
        .env("PYTHONPATH", source("python"))
        .env("VERTUMNUS_LIBRARY", &library()?.shared);
    Ok(python)
}
