//! C programs.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::build::{Library, Scratch, library, output, source, with_tools};

/// Every warning of the C compiler is an error.
const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"];

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::ignorable_test("c::every_function_in_every_game", || {
            with_tools(&["cc"], || run(&mut Command::new(interface(Link::Shared)?.path())))
        }),
        Trial::ignorable_test("c::linked_statically", || {
            with_tools(&["cc"], || run(&mut Command::new(interface(Link::Static)?.path())))
        }),
        Trial::ignorable_test("c::no_fault_that_valgrind_finds", || {
            with_tools(&["cc", "valgrind"], || {
                let program = interface(Link::Shared)?;
                run(Command::new("valgrind")
                    .args(["--quiet", "--error-exitcode=1", "--leak-check=full"])
                    .args(["--errors-for-leak-kinds=definite,indirect,possible"])
                    .arg(program.path())
                    .arg("without-forks"))
            })
        })
        // Valgrind does not know all instructions that the library may use.
        .with_ignored_flag(true),
        Trial::ignorable_test("c::the_header_is_c_plus_plus_too", || {
            with_tools(&["c++"], || {
                let mut compiler = Command::new("c++");
                compiler.args(STRICT).args(["-fsyntax-only", "-x", "c++"]);
                run(compiler.arg(source("vertumnus.h")))
            })
        }),
    ]
}

/// How a program is linked with the library.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    /// The program loads the library when it starts.
    Shared,
    /// The library is part of the program.
    Static,
}

/// Compiles the program that uses every function.
fn interface(link: Link) -> Result<Scratch, String> {
    compile(&source("tests/interface.c"), link)
}

/// Compiles a program.
pub(crate) fn compile(program: &Path, link: Link) -> Result<Scratch, String> {
    let Library { shared, fixed, .. } = library()?;
    let compiled = Scratch::new("program");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-g", "-pthread"]).args(STRICT);
    compiler.arg("-I").arg(source("")).arg(program).arg("-o").arg(compiled.path());
    match link {
        Link::Shared => {
            let directory = shared.parent().unwrap_or(Path::new("."));
            compiler.arg("-L").arg(directory).arg("-lvertumnus");
            compiler.arg(format!("-Wl,-rpath,{}", directory.display()))
        }
        Link::Static => compiler.arg(fixed).args(["-lm", "-ldl"]),
    };
    output(&mut compiler)?;
    Ok(compiled)
}

fn run(command: &mut Command) -> Result<(), Failed> {
    output(command)?;
    Ok(())
}
