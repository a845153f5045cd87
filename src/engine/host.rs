//! What the engine asks of the machine that it runs on, beside memory.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The machine that the engine runs on. What it lacks, such as threads in a browser's worker, the
/// engine does without.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The time since some fixed moment. It never goes back.
    pub now: fn() -> Duration,
    /// A number for random choices, another one each time.
    pub seed: fn() -> u64,
    /// Whether the search that runs must end. It is asked as often as the clock, and is of use where
    /// no other thread can call [`Control::stop`](crate::search::Control::stop).
    pub is_stopped: fn() -> bool,
    /// Reads the files of games that a text names, and makes the games known by their names. Returns what
    /// there is to say of those that are not played, in a line each.
    ///
    /// # Errors
    /// If there is no game that can be played: why, in one line.
    pub load_games: fn(&str) -> Result<Vec<String>, String>,
    /// Whether threads can be started. Without them, a job runs in the call that starts it, and a
    /// search that should wait for a command ends instead.
    pub has_threads: bool,
}

impl Host {
    /// A machine with the standard library's threads and clock, for who reads no games.
    pub const DESKTOP: Self = Self {
        now: since_start,
        seed: random,
        is_stopped: || false,
        load_games: |_| Err("games of files are not read here".to_owned()),
        has_threads: true,
    };
}

fn since_start() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn random() -> u64 {
    RandomState::new().hash_one(0)
}
