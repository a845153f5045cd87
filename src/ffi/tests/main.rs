//! Uses the library as C programs and Python do, with the compilers and interpreters that are
//! installed.
//!
//! Tests whose tool is missing are reported as ignored. In continuous integration, where all tools
//! must be installed, they fail.

mod build;
mod c;
mod cutechess;
mod docs;
mod python;

use libtest_mimic::Arguments;

fn main() {
    let arguments = Arguments::from_args();
    let trials = [c::trials(), cutechess::trials(), python::trials(), docs::trials()];
    let trials = trials.into_iter().flatten().collect();
    libtest_mimic::run(&arguments, trials).exit();
}
