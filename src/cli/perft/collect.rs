//! Positions for suites, found by random play that seeks rare events.
//!
//! Random games meet castling, double checks or the capture of one odd piece by another only now and
//! then, and a suite wants all of them. So whole games are played, each position is described by the
//! events that its legal moves are, and positions are picked whose events are rare in all those
//! games and not yet among the picked.

use std::collections::{BTreeMap, BTreeSet};

use vertumnus_core::board::{Bits, SplitMix64};
use vertumnus_core::position::perft::Counter;
use vertumnus_core::position::perft::suite::Entry;
use vertumnus_core::position::{Move, Position};
use vertumnus_core::rules::{Kind, Ruleset};

/// How many games are played.
const GAMES: u64 = 300;

/// Where a game is broken off.
const MOST_PLIES: usize = 250;

/// The deepest counts of a position that has few moves.
const MOST_DEPTH: u32 = 5;

/// What a legal move is, apart from its squares.
type Event = (Kind, Kind, Option<Kind>, usize, Tagged, u32, u32);

/// The tag of a move, in a form that has an order.
type Tagged = u8;

/// A position with the numbers of its events.
struct Find {
    fen: String,
    events: Vec<usize>,
}

/// Plays games from this seed, and picks so many positions, each with its counts at all depths that
/// have no more than `most_leaves`, but at least at depth 1.
pub(super) fn collect<R: Ruleset>(
    number: usize,
    seed: u64,
    most_leaves: u64,
    counter: Counter<'_>,
) -> Vec<Entry> {
    let mut finds = Vec::new();
    let mut numbers = BTreeMap::new();
    for game in 0..GAMES {
        let mut random = SplitMix64::new(seed << 32 | game);
        let mut position = Position::<R>::start();
        for _ in 0..MOST_PLIES {
            let moves = position.legal_moves();
            let events: BTreeSet<Event> = moves.iter().map(|&mv| event(&position, mv)).collect();
            let mut number = |event| {
                let next = numbers.len();
                *numbers.entry(event).or_insert(next)
            };
            let events = events.into_iter().map(&mut number).collect();
            finds.push(Find { fen: position.fen(), events });
            if moves.is_empty() || position.drawn_by_rule().is_some() {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    let picked = pick(&finds, numbers.len(), number);
    (1..).zip(picked).map(|(i, fen)| entry::<R>(i, fen, most_leaves, counter)).collect()
}

/// Mover, what it becomes, the first victim, how many pieces go, the tag, checks met and given.
fn event<R: Ruleset>(position: &Position<R>, mv: Move) -> Event {
    let pieces = |position: &Position<R>| position.placement().occupied().count() as usize;
    let kind_at = |square| position.placement().kind_at(square);
    let victim = position.captures(mv).first().copied().and_then(kind_at);
    let next = position.after_unchecked(mv);
    (
        kind_at(mv.from()).unwrap_or(R::PAWN),
        mv.becomes(),
        victim,
        pieces(position) - pieces(&next),
        mv.tag() as Tagged,
        position.checkers().count(),
        next.checkers().count(),
    )
}

/// Picks one position after the other: always the one with the most worth in rare events. An event
/// is worth the less the more positions have it, and little once it is among the picked.
fn pick(finds: &[Find], events: usize, number: usize) -> Vec<&str> {
    let mut worth = vec![0u64; events];
    for find in finds {
        find.events.iter().for_each(|&event| worth[event] += 1);
    }
    for worth in &mut worth {
        *worth = (1 << 40) / *worth;
    }
    let mut picked = Vec::new();
    while picked.len() < number.min(finds.len()) {
        let total = |find: &&Find| find.events.iter().map(|&event| worth[event]).sum::<u64>();
        let Some(best) =
            finds.iter().filter(|find| !picked.contains(&find.fen.as_str())).max_by_key(total)
        else {
            break;
        };
        picked.push(&best.fen);
        best.events.iter().for_each(|&event| worth[event] >>= 8);
    }
    picked
}

fn entry<R: Ruleset>(index: usize, fen: &str, most_leaves: u64, counter: Counter<'_>) -> Entry {
    let mut entry =
        Entry { name: format!("own_{index:03}"), fen: fen.to_owned(), counts: Vec::new() };
    let Ok(position) = Position::<R>::from_fen(fen) else { return entry };
    for depth in 1.. {
        let leaves = counter.count(&position, depth).unwrap_or_default();
        if depth > 1 && leaves > most_leaves {
            break;
        }
        entry.counts.push((depth, leaves));
        if leaves == 0 || depth == MOST_DEPTH {
            break;
        }
    }
    entry
}
