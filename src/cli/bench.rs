//! The command `bench`.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::Network;
use vertumnus_engine::search::{Control, SearchThreads, bench};

#[derive(Args, Clone, Debug)]
pub(crate) struct BenchArgs {
    /// The game; all of them if left out
    #[arg(long)]
    variant: Option<Variant>,
    /// A network that takes the place of the evaluation of its game
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Search depth in plies
    depth: Option<u32>,
}

/// Runs the benchmark.
///
/// # Errors
/// If the system does not start a thread, or the output cannot be written. A benchmark whose output
/// nobody reads is stopped.
pub(crate) fn run(arguments: &BenchArgs, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let variants = arguments.variant.as_ref().map_or(Variant::ALL, std::slice::from_ref);
    let read = |path: &Path| {
        let refused = |error| format!("the network {} is refused: {error}", path.display());
        Network::read(path).map(Arc::new).map_err(refused)
    };
    let network = arguments.network.as_deref().map(read).transpose()?;
    let threads = SearchThreads::new(1)?;
    let control = Control::new();
    let mut written = Ok(());
    bench::run(variants, arguments.depth, network.as_ref(), &threads, &control, &mut |line| {
        if written.is_ok() {
            written = writeln!(output, "{line}").and_then(|()| output.flush());
            if written.is_err() {
                control.stop();
            }
        }
    })?;
    Ok(written?)
}
