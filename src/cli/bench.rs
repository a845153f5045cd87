//! The command `bench`.

use std::error::Error;
use std::io::Write;

use clap::Args;

use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::EvalSource;
use vertumnus_engine::search::{Control, SearchThreads, bench};

#[derive(Args, Clone, Debug)]
pub(crate) struct BenchArgs {
    /// The game; all of them if left out
    #[arg(long)]
    variant: Option<Variant>,
    /// A network for its game, or `none` for what powers suggest
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    network: String,
    /// Search depth in plies
    depth: Option<u32>,
}

/// Runs the benchmark.
///
/// # Errors
/// If the system does not start a thread, or the output cannot be written. A benchmark whose output
/// nobody reads is stopped.
pub(crate) fn run(arguments: &BenchArgs, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let loaded = Variant::loaded();
    let all = if loaded.is_empty() { Variant::bundled() } else { &loaded };
    let variants = arguments.variant.as_ref().map_or(all, std::slice::from_ref);
    let name = &arguments.network;
    let refused = |error| format!("the network {name} is refused: {error}");
    let source = EvalSource::read(name).map_err(refused)?;
    let threads = SearchThreads::new(1)?;
    let control = Control::new();
    let mut written = Ok(());
    bench::run(variants, arguments.depth, &source, &threads, &control, &mut |line| {
        if written.is_ok() {
            written = writeln!(output, "{line}").and_then(|()| output.flush());
            if written.is_err() {
                control.stop();
            }
        }
    })?;
    Ok(written?)
}
