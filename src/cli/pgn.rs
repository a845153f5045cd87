//! The command `pgn`.

use std::error::Error;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use vertumnus_core::files;
use vertumnus_core::pgn::{self, Form, GameRecord, PgnFile};
use vertumnus_core::rules::Variant;
use vertumnus_core::text::{shown, shown_lines};

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

fn open(file: &Path) -> Result<File, String> {
    files::open(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

fn verify(file: &Path, variant: Variant, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut games = PgnFile::new(open(file)?);
    let mut written = Ok(());
    let summary = pgn::check(&mut games, variant, &mut |problem| {
        if written.is_ok() {
            written = writeln!(output, "{}", shown(&problem.to_string()));
        }
    });
    written?;
    writeln!(output, "{summary}")?;
    if summary.bad == 0 { Ok(()) } else { Err(format!("{} has bad games", file.display()).into()) }
}

/// Prints the good games. What is left out is told, and the bad games at last.
fn convert(
    file: &Path,
    variant: Variant,
    form: Form,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let is_terminal = std::io::stdout().is_terminal();
    let (mut without_variations, mut bad) = (0, 0);
    for (number, game) in (1..).zip(PgnFile::lenient(open(file)?)) {
        let converted = game.map_err(|error| error.to_string()).and_then(|(line, record)| {
            without_variations += usize::from(form == Form::XBoard && has_variations(&record));
            let converted = pgn::convert(&record, variant, form);
            converted.map_err(|error| format!("line {line}: {error}"))
        });
        match converted {
            Ok(record) if is_terminal => writeln!(output, "{}", shown_lines(&record.to_string()))?,
            Ok(record) => writeln!(output, "{record}")?,
            Err(reason) => {
                bad += 1;
                eprintln!("vertumnus: {}, game {number}, {}", file.display(), shown(&reason));
            }
        }
    }
    if without_variations > 0 {
        eprintln!("vertumnus: the variations of {without_variations} games are left out");
    }
    if bad == 0 { Ok(()) } else { Err(format!("{} has bad games", file.display()).into()) }
}

fn has_variations(record: &GameRecord) -> bool {
    record.plies.iter().any(|ply| !ply.variations.is_empty())
}
