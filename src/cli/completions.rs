//! The command `completions`: a script by which a shell completes commands and options of this program.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;

#[derive(Args, Clone, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell that is to complete
    shell: Shell,
}

/// Prints the script for a command line.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn run(
    arguments: &CompletionsArgs,
    mut command: Command,
    output: &mut dyn Write,
) -> io::Result<()> {
    let name = command.get_name().to_owned();
    // What writes the script panics where it cannot be written.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    output.write_all(&script)
}
