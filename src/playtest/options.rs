//! The command line of `playtest`.

use std::path::PathBuf;

use vertumnus_core::rules::Variant;
use vertumnus_lab::threads::thread_count;

/// What says how to play.
const PLAYED: [&str; 10] =
    ["game", "quick", "hours", "games", "nodes", "out", "network", "train", "seed", "threads"];

/// The command line of `playtest`.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("budget").args(["quick", "hours", "games"]))]
pub struct PlaytestOptions {
    /// The game, or the beginning of its name
    #[arg(required_unless_present_any = ["compare", "page"])]
    pub game: Option<Variant>,
    /// Play for ten minutes; the default
    #[arg(long)]
    pub quick: bool,
    /// Play for so many hours, those of earlier calls included
    #[arg(long, value_parser = hours)]
    pub hours: Option<f64>,
    /// Play so many games at the lower strengths, and fewer of the others in proportion, however long it
    /// takes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: Option<u64>,
    /// Nodes a move at the lowest strength; the others have 5, 25 and 125 times as many
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub nodes: u64,
    /// The folder of the report and the games; one that was made with the same options is continued
    /// [default: playtest-GAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The network that evaluates positions, or `none` for what powers suggest; otherwise what comes
    /// with the engine
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    pub network: String,
    /// Learn a network first, in two generations of so many games, if the game has none. It plays if it
    /// wins a match, which takes many games
    #[arg(long, value_name = "GAMES", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub train: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games played at the same time; 0 for one per processor
    #[arg(long, default_value_t = 0, value_parser = thread_count)]
    pub threads: usize,
    /// Print the page of a report that is there: of its folder, its file report.json, or a game that comes with one
    #[arg(long, value_name = "REPORT", conflicts_with_all = PLAYED)]
    pub page: Option<PathBuf>,
    /// Print a page with two such reports side by side
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "page", conflicts_with_all = PLAYED)]
    pub compare: Option<Vec<PathBuf>>,
}

/// Reads a number of hours.
fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours| (0.001..=10_000.0).contains(hours));
    hours.ok_or_else(|| "a number of hours from 0.001 to 10000".to_owned())
}
