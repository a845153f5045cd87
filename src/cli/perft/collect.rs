//! Positions for suites, taken from random games.
//!
//! Castling, double checks or the capture of a rare piece by another one are rare in random games,
//! and a suite should have all of them. So each position is described by the kinds of its legal
//! moves, here called events, and positions are picked whose events are rare in all the games and
//! not in the suite yet.

use std::collections::{BTreeMap, BTreeSet};

use vertumnus_core::board::SplitMix64;
use vertumnus_core::game::{MoveView, Session};
use vertumnus_core::position::perft::suite::Entry;
use vertumnus_core::rules::{Kind, Outcome, Piece, Reason};

use super::counting::{Perft, PerftError};

/// Number of random games.
const GAMES: u64 = 300;

/// Maximum length of a game, in plies.
const MAX_PLIES: usize = 250;

/// Maximum depth of counts.
const MAX_DEPTH: u32 = 5;

/// A legal move without its squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MoveEvent {
    mover: Kind,
    becomes: Kind,
    /// The first piece that is captured.
    victim: Option<Kind>,
    /// The number of pieces that leave the board.
    pieces_removed: usize,
    tag: u8,
    /// The number of pieces that give check before the move, and after it.
    checkers: (usize, usize),
}

/// A position with the indices of its events.
struct Candidate {
    fen: String,
    events: Vec<usize>,
}

/// Plays random games of the variant of `game`, and picks this many positions. Each has its counts
/// at all depths with at most `max_leaves`, and always at depth 1.
///
/// # Errors
/// If a count is stopped.
pub(super) fn collect(
    game: &mut dyn Session,
    lines: usize,
    seed: u64,
    max_leaves: u64,
    perft: Perft<'_>,
) -> Result<Vec<Entry>, PerftError> {
    let mut candidates = Vec::new();
    let mut indices = BTreeMap::new();
    for number in 0..GAMES {
        let mut random = SplitMix64::new(seed << 32 | number);
        game.set_position(None, &[])?;
        for _ in 0..MAX_PLIES {
            let views = game.views();
            let events = events(game, &views);
            let mut index = |event| {
                let next = indices.len();
                *indices.entry(event).or_insert(next)
            };
            let events = events.into_iter().map(&mut index).collect();
            candidates.push(Candidate { fen: game.fen(), events });
            if views.is_empty() || is_drawn(game) {
                break;
            }
            // The move is legal.
            let _ = game.play(views[random.below(views.len())].mv);
        }
    }
    let picked = pick(&candidates, indices.len(), lines);
    (1..).zip(picked).map(|(number, fen)| entry(game, number, fen, max_leaves, perft)).collect()
}

/// Whether the clock or the pieces on the board make a draw. Repetitions do not end these games.
fn is_drawn(game: &dyn Session) -> bool {
    const CLOCK_LIMIT: u32 = 100;
    game.clock() >= CLOCK_LIMIT || game.outcome() == Some(Outcome::Draw(Reason::DeadDraw))
}

/// The events of the legal moves. The game is the same afterwards.
fn events(game: &mut dyn Session, views: &[MoveView]) -> BTreeSet<MoveEvent> {
    let checkers = game.checkers().len();
    let mut event = |view: &MoveView| {
        let victim = view.stops.first().copied().or(view.is_capture.then_some(view.to));
        let victim = victim.and_then(|square| game.piece_at(square)).map(Piece::kind);
        // The move is legal.
        let _ = game.play(view.mv);
        let event = MoveEvent {
            mover: view.mover,
            becomes: view.becomes,
            victim,
            pieces_removed: view.victims().count() + usize::from(!view.survives()),
            tag: view.mv.tag() as u8,
            checkers: (checkers, game.checkers().len()),
        };
        game.undo();
        event
    };
    views.iter().map(&mut event).collect()
}

/// Picks one position after the other, always the one with the largest sum of weights of events. The
/// weight of an event is inverse to its frequency, and drops when a position with it is picked.
fn pick(candidates: &[Candidate], events: usize, lines: usize) -> Vec<&str> {
    let mut weights = vec![0u64; events];
    for candidate in candidates {
        candidate.events.iter().for_each(|&event| weights[event] += 1);
    }
    for weight in &mut weights {
        *weight = (1 << 40) / *weight;
    }
    let mut picked = Vec::new();
    while picked.len() < lines.min(candidates.len()) {
        let total = |candidate: &&Candidate| -> u64 {
            candidate.events.iter().map(|&event| weights[event]).sum()
        };
        let is_new = |candidate: &&Candidate| !picked.contains(&candidate.fen.as_str());
        let Some(best) = candidates.iter().filter(is_new).max_by_key(total) else { break };
        picked.push(&best.fen);
        best.events.iter().for_each(|&event| weights[event] >>= 8);
    }
    picked
}

fn entry(
    game: &mut dyn Session,
    number: usize,
    fen: &str,
    max_leaves: u64,
    perft: Perft<'_>,
) -> Result<Entry, PerftError> {
    game.set_position(Some(fen), &[])?;
    let name = format!("own_{number:03}");
    let mut entry = Entry { name, fen: fen.to_owned(), counts: Vec::new() };
    for depth in 1..=MAX_DEPTH {
        let leaves = perft.count(game, depth)?;
        if depth > 1 && leaves > max_leaves {
            break;
        }
        entry.counts.push((depth, leaves));
        if leaves == 0 {
            break;
        }
    }
    Ok(entry)
}
