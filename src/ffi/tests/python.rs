//! The Python package, with the library that was built for the tests.

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

/// An interpreter that finds the package, and the library and the engine that were just built.
pub(crate) fn python() -> Result<Command, String> {
    let built = library()?;
    let mut python = Command::new("python3");
    python
        // No compiled files among the sources.
        .arg("-B")
        .env("PYTHONPATH", source("python"))
        .env("VERTUMNUS_LIBRARY", &built.shared)
        .env("VERTUMNUS_ENGINE", &built.engine);
    Ok(python)
}
