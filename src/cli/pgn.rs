//! The command `pgn`.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use vertumnus_core::rules::Variant;
use vertumnus_referee::pgn;

#[derive(Args, Clone, Debug)]
pub(crate) struct PgnArgs {
    /// Replay the games of this file and verify their moves and results
    #[arg(long, value_name = "FILE")]
    check: PathBuf,
    /// The variant of games without a tag `Variant`
    #[arg(long, default_value_t)]
    variant: Variant,
}

/// Checks a file of records.
///
/// # Errors
/// If a game is bad, the file cannot be read, or the output cannot be written.
pub(crate) fn run(arguments: &PgnArgs, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let PgnArgs { check: file, variant } = arguments;
    let mut written = Ok(());
    let summary = pgn::check_file(file, *variant, &mut |problem| {
        if written.is_ok() {
            written = writeln!(output, "{problem}");
        }
    })?;
    written?;
    writeln!(output, "{summary}")?;
    if summary.bad == 0 { Ok(()) } else { Err(format!("{} has bad games", file.display()).into()) }
}
