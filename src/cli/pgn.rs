//! The command `pgn`.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use vertumnus_core::pgn::{self, Form, PgnReader};
use vertumnus_core::rules::Variant;

#[derive(Args, Clone, Debug)]
pub(crate) struct PgnArgs {
    /// Replay the games of this file and verify their moves and results
    #[arg(long, value_name = "FILE", required_unless_present = "target")]
    check: Option<PathBuf>,
    /// Print the games of FILE in a form for another program
    #[arg(long = "for", value_name = "READER", requires = "file", conflicts_with = "check")]
    target: Option<Reader>,
    /// The file with the games to print
    #[arg(requires = "target")]
    file: Option<PathBuf>,
    /// The game of records without a tag `Variant`
    #[arg(long, default_value_t)]
    variant: Variant,
}

/// Who is to read a record.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Reader {
    /// Vertumnus, and whatever takes its notation
    Standard,
    /// XBoard and WinBoard
    Xboard,
}

impl From<Reader> for Form {
    fn from(reader: Reader) -> Self {
        match reader {
            Reader::Standard => Self::Standard,
            Reader::Xboard => Self::XBoard,
        }
    }
}

/// Checks a file of records, or prints it in another form.
///
/// # Errors
/// If a game is bad, the file cannot be read, or the output cannot be written.
pub(crate) fn run(arguments: &PgnArgs, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let PgnArgs { check, target, file, variant } = arguments;
    match (check, target, file) {
        (_, Some(target), Some(file)) => convert(file, *variant, (*target).into(), output),
        (Some(file), ..) => verify(file, *variant, output),
        _ => Ok(()),
    }
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

fn verify(file: &Path, variant: Variant, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let bytes = read(file)?;
    let mut written = Ok(());
    let summary = pgn::check(&pgn::decode(&bytes), variant, &mut |problem| {
        if written.is_ok() {
            written = writeln!(output, "{problem}");
        }
    });
    written?;
    writeln!(output, "{summary}")?;
    if summary.bad == 0 { Ok(()) } else { Err(format!("{} has bad games", file.display()).into()) }
}

fn convert(
    file: &Path,
    variant: Variant,
    form: Form,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let bytes = read(file)?;
    for (number, game) in (1..).zip(PgnReader::new(&pgn::decode(&bytes))) {
        let (line, record) = game.map_err(|error| format!("{}, {error}", file.display()))?;
        let converted = pgn::convert(&record, variant, form)
            .map_err(|error| format!("{}, line {line}, game {number}: {error}", file.display()))?;
        writeln!(output, "{converted}")?;
    }
    Ok(())
}
