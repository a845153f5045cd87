//! What those who connect may take of the machine. They need not be friends: whoever has an account on
//! the machine can connect.

use std::time::Duration;

/// The longest request that is read, in bytes: as much as a call takes.
pub(super) const LONGEST_REQUEST: usize = 1 << 20;

/// The longest head of a request, in bytes.
pub(super) const LONGEST_HEAD: usize = 1 << 16;

/// The most connections at the same time. A browser has six, or fewer.
pub(super) const MOST_CONNECTIONS: usize = 256;

/// How many requests are computed at the same time.
pub(super) const WORKERS: usize = 4;

/// The most engines at the same time: some pages, each with a player and an analysis.
pub(super) const MOST_ENGINES: usize = 24;

/// How long an answer goes on with what an engine says. It is short, because a browser has six connections
/// for all its pages: more pages than that can let their engines search, and each is heard in its turn.
pub(super) const SLICE: Duration = Duration::from_millis(500);

/// Times that tests make shorter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// How long a request may take to come.
    pub(super) request: Duration,
    /// How long an engine searches while nobody listens.
    pub(super) unheard: Duration,
    /// How long an engine is kept that has nothing to do. Its page can start another one.
    pub(super) idle: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(30),
            unheard: Duration::from_secs(30),
            idle: Duration::from_secs(600),
        }
    }
}

impl Patience {
    /// The same for all that is waited for.
    pub(super) fn of(time: Duration) -> Self {
        Self { request: time, unheard: time, idle: time }
    }
}
