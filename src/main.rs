//! The program; everything it does is in the crates below `src/`.

use std::process::ExitCode;

fn main() -> ExitCode {
    vertumnus_cli::main()
}
