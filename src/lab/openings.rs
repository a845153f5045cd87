//! Makes balanced openings by random play.

use std::collections::HashSet;
use std::io::{self, Write};

use thiserror::Error;

use vertumnus_core::board::SplitMix64;
use vertumnus_core::game::Session;
use vertumnus_core::rules::Variant;
use vertumnus_engine::search::Limits;
use vertumnus_engine::search::analyst::{Analyst, AnalystError, analyst};

/// The command line of `openings`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct OpeningOptions {
    /// The game
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Number of openings
    #[arg(long, default_value_t = 100)]
    pub count: usize,
    /// Number of random plies that lead to each opening
    #[arg(long, default_value_t = 8)]
    pub plies: usize,
    /// Random seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Largest advantage that a search may find for either side, in centipawns
    #[arg(long, default_value_t = 60)]
    pub margin: i32,
    /// Number of nodes of that search
    #[arg(long, default_value_t = 20_000)]
    pub nodes: u64,
}

/// Why there are not as many openings as were asked for.
#[derive(Debug, Error)]
pub enum MakeError {
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// Too many attempts in a row gave nothing new.
    #[error("no more than {0} openings were found; allow more plies or a greater margin")]
    TooFew(usize),
    /// The system has too little for a search.
    #[error(transparent)]
    Analyst(#[from] AnalystError),
}

/// Attempts that may fail in a row.
const MAX_FAILURES: usize = 5_000;

/// The size of the transposition table in MiB; searches are short.
const HASH: usize = 1;

/// Nodes of a first, quick search.
const QUICK_NODES: u64 = 500;

/// Makes openings and writes them as FEN, each as soon as it is found. The same options of the same
/// build give the same openings on every machine.
///
/// A random game of some plies is an opening if its position is new, the side to move is not in
/// check, and both a quick and a proper search find it balanced: then no tactical blow is pending.
///
/// # Errors
/// If nothing can be written, fewer openings are found than asked for, or the system has too little for a
/// search.
pub fn make(options: OpeningOptions, output: &mut dyn Write) -> Result<(), MakeError> {
    let mut analyst = analyst(options.variant, HASH)?;
    let mut random = SplitMix64::new(options.seed);
    let mut seen = HashSet::new();
    while seen.len() < options.count {
        let mut is_found = false;
        analyst.on_its_thread(&mut |analyst| {
            is_found = (0..=MAX_FAILURES).any(|_| {
                random_game(analyst.session_mut(), &mut random, options.plies)
                    && !seen.contains(&analyst.session().key())
                    && is_balanced(analyst, options)
            });
        });
        if !is_found {
            return Err(MakeError::TooFew(seen.len()));
        }
        seen.insert(analyst.session().key());
        writeln!(output, "{}", analyst.session().fen())?;
        output.flush()?;
    }
    Ok(())
}

/// Plays random legal moves from the start position; `false` if the game ends on the way or in
/// check. Moves are drawn in the order of their texts, so that the order of generation does not
/// matter.
pub(crate) fn random_game(
    session: &mut dyn Session,
    random: &mut SplitMix64,
    plies: usize,
) -> bool {
    session.set_position(None, &[]).expect("the start position is a position");
    for _ in 0..plies {
        if session.outcome().is_some() {
            return false;
        }
        let moves = session.moves_by_text();
        session.play(moves[random.below(moves.len())]).expect("the move is legal");
    }
    session.outcome().is_none() && !session.is_in_check()
}

/// Whether both a quick and a proper search find the position balanced.
fn is_balanced(analyst: &mut dyn Analyst, options: OpeningOptions) -> bool {
    let nodes = [QUICK_NODES.min(options.nodes), options.nodes];
    nodes.into_iter().all(|nodes| {
        analyst.forget();
        analyst.search(&Limits::of_nodes(nodes)).score.centipawns().abs() <= options.margin
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::game::session;

    fn made(seed: u64) -> String {
        let variant = Variant::default();
        let options = OpeningOptions { variant, count: 4, plies: 6, seed, margin: 80, nodes: 600 };
        let mut output = Vec::new();
        make(options, &mut output).expect("openings");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn openings_follow_from_the_seed() {
        let openings = made(1);
        assert_eq!(openings, made(1));
        assert_ne!(openings, made(2));
    }

    #[test]
    fn openings_are_different_positions_without_check() {
        let openings = made(3);
        let mut fens: Vec<&str> = openings.lines().collect();
        let mut session = session(Variant::default());
        for fen in &fens {
            session.set_position(Some(fen), &[]).expect("a position");
            assert!(!session.is_in_check() && session.outcome().is_none(), "{fen}");
        }
        fens.sort_unstable();
        fens.dedup();
        assert_eq!(fens.len(), 4);
    }
}
