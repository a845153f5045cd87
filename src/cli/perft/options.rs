//! The command line of `perft`.

use std::path::PathBuf;

use clap::Args;

use vertumnus_core::position::perft::MAX_DEPTH;
use vertumnus_core::rules::Variant;
use vertumnus_lab::threads::thread_count;
use vertumnus_referee::part::Part;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PerftArgs {
    /// The game; for a suite, the default is the name of its file
    #[arg(long)]
    pub(super) variant: Option<Variant>,
    /// Files that the other engine is told of, with games that may not be its own
    #[arg(skip)]
    pub(crate) rules: Vec<PathBuf>,
    /// The position, as a FEN in quotes; the starting position if left out
    #[arg(long, conflicts_with = "suite")]
    pub(super) fen: Option<String>,
    /// Also print the count below each move
    #[arg(long, conflicts_with_all = ["suite", "against"])]
    pub(super) divide: bool,
    /// Number of threads; 0 for as many as the machine has processors
    #[arg(long, visible_alias = "jobs", default_value_t = 0, value_parser = thread_count)]
    pub(super) threads: usize,
    /// Size of a table that remembers counts, in MiB; 0 for none
    #[arg(long, default_value_t = 0, value_name = "MB")]
    pub(super) hash: usize,
    /// Compare with another UCI engine that knows `go perft`, and find where the moves differ
    #[arg(long, value_name = "CMD")]
    pub(super) against: Option<String>,
    /// An option for the other engine; of a button, its name alone
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "against", value_parser = option)]
    pub(super) options: Vec<(String, String)>,
    /// Check the lines of an EPD file, or of all EPD files in a directory
    #[arg(long, value_name = "FILE|DIR", num_args = 1..)]
    pub(super) suite: Vec<PathBuf>,
    /// Skip deeper counts
    #[arg(long, value_name = "PLIES", conflicts_with = "depth")]
    pub(super) depth_limit: Option<u32>,
    /// Skip counts that should have more leaves
    #[arg(long, value_name = "LEAVES", conflicts_with = "depth")]
    pub(super) node_limit: Option<u64>,
    /// Write a suite of this many positions, from random games, with rare kinds of moves
    #[arg(long, value_name = "LINES", conflicts_with_all = ["suite", "fen", "divide", "against", "depth"])]
    pub(super) collect: Option<usize>,
    /// Random seed
    #[arg(long, default_value_t = 1, conflicts_with_all = ["suite", "depth"])]
    pub(super) seed: u64,
    /// How long the other engine may take for a count, in seconds, apart from a thousand times the
    /// time that the count takes here
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub(super) wait: u64,
    /// Write one JSON object per line of a suite, and one for the totals; or one for a position
    #[arg(long, conflicts_with_all = ["collect", "divide"])]
    pub(super) json: bool,
    /// Count only a part, such as 2/4 for the second of four
    #[arg(long, value_name = "K/N", requires = "json")]
    pub(super) part: Option<Part>,
    /// Add up what parts have written with --json
    #[arg(long, value_name = "FILE", num_args = 1.., exclusive = true)]
    pub(super) merge: Vec<PathBuf>,
    /// Depth in plies
    #[arg(required_unless_present_any = ["suite", "collect", "merge"], conflicts_with = "suite")]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    pub(super) depth: Option<u32>,
}

/// Reads an option of an engine with its value, which is empty for a button.
fn option(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if name.trim().is_empty() || text.contains(['\n', '\r']) {
        return Err("an option is NAME=VALUE, in one line");
    }
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
