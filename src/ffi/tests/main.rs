//! Uses the library as C programs and Python do, with the compilers and interpreters that are there.
//!
//! Without one of them its tests are reported as ignored, for they would say nothing of the library; in
//! continuous integration, where all must be there, they fail.

mod build;
mod c;
mod docs;
mod python;

use libtest_mimic::Arguments;

fn main() {
    let arguments = Arguments::from_args();
    let trials = [c::trials(), python::trials(), docs::trials()].into_iter().flatten().collect();
    libtest_mimic::run(&arguments, trials).exit();
}
