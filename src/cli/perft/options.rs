//! What the command line says of a count.

use std::path::PathBuf;

use clap::Args;

use vertumnus_core::rules::Variant;

/// What to count, and how.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// The game; of suites, the one that the file is named after unless it is given
    #[arg(long)]
    pub variant: Option<Variant>,
    /// The position, as FEN in quotes; the start position if left out
    #[arg(long, conflicts_with = "suite")]
    pub fen: Option<String>,
    /// Write the count below each move, too
    #[arg(long, conflicts_with_all = ["suite", "against"])]
    pub divide: bool,
    /// How many threads count, of suites at so many lines at once; 0 for all of the machine's
    #[arg(long, visible_alias = "jobs", default_value_t = 0)]
    pub threads: usize,
    /// Remember counts in a table of so many MiB
    #[arg(long, default_value_t = 0, value_name = "MB")]
    pub hash: usize,
    /// Compare with another UCI engine that knows `go perft`, down to where the moves differ
    #[arg(long, value_name = "CMD")]
    pub against: Option<String>,
    /// Check the lines of an EPD file, or of all in a directory
    #[arg(long, value_name = "FILE|DIR", num_args = 1..)]
    pub suite: Vec<PathBuf>,
    /// Leave out what is deeper
    #[arg(long, value_name = "PLIES", conflicts_with = "depth")]
    pub depth_limit: Option<u32>,
    /// Leave out what is said to have more leaves
    #[arg(long, value_name = "LEAVES", conflicts_with = "depth")]
    pub node_limit: Option<u64>,
    /// Write a suite of so many positions instead, from random games that seek rare events
    #[arg(long, value_name = "LINES", conflicts_with_all = ["suite", "fen", "divide", "against", "depth"])]
    pub collect: Option<usize>,
    /// Where those random games begin
    #[arg(long, default_value_t = 1, conflicts_with_all = ["suite", "depth"])]
    pub seed: u64,
    /// Write a JSON object for each line, and one for all
    #[arg(long, conflicts_with_all = ["depth", "collect"])]
    pub json: bool,
    /// How deep, in plies
    #[arg(required_unless_present_any = ["suite", "collect"], conflicts_with = "suite")]
    pub depth: Option<u32>,
}
