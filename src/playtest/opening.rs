//! How games begin: moves drawn at random, the likelier the better they are, so that games differ and begin
//! as the game is played.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use vertumnus_core::board::SplitMix64;
use vertumnus_core::position::Move;
use vertumnus_engine::search::Limits;
use vertumnus_engine::search::analyst::Analyst;

/// At least so many moves are drawn at the beginning of a game.
pub(crate) const PLIES: usize = 8;

/// More are drawn, up to so many, until what was drawn is so unlikely that another game hardly begins alike: after
/// that all is decided. Where one move is much better than all others, eight plies would give a few games only.
const MOST_PLIES: usize = 40;
const UNLIKELY: f64 = 1e-5;

/// Nodes of the search that judges one of the moves; it is aborted at so many times that.
const NODES: u64 = 30;
const HARD_LIMIT: u64 = 4;

/// A move that is worse by so many centipawns is drawn 1 / e times as often.
pub(crate) const TEMPERATURE: f64 = 40.0;

/// Positions that are remembered.
const MOST: usize = 50_000;

/// The opening of a game that goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    plies: usize,
    /// How likely it was that all these moves were drawn.
    chance: f64,
}

impl Opening {
    /// Nothing is drawn yet.
    pub(crate) const BEGIN: Self = Self { plies: 0, chance: 1.0 };

    /// Whether the next move is drawn, too.
    pub(crate) fn goes_on(self) -> bool {
        self.plies < PLIES || self.plies < MOST_PLIES && self.chance > UNLIKELY
    }

    /// After a move that was as likely as this.
    pub(crate) fn after(self, chance: f64) -> Self {
        Self { plies: self.plies + 1, chance: self.chance * chance }
    }
}

/// How likely the moves of positions are that were met before. It is the same as it would be found again, so
/// it only saves time.
#[derive(Debug)]
pub(crate) struct Book {
    known: Mutex<HashMap<u64, Vec<f32>>>,
    nodes: u64,
}

impl Book {
    /// A book for players the weakest of which has so many nodes a move: a judge has no more.
    pub(crate) fn new(lowest: u64) -> Self {
        Self { known: Mutex::default(), nodes: NODES.min(lowest) }
    }

    /// Draws a legal move of the game in play, and says how likely it was. `judge` is an analyst for this alone.
    pub(crate) fn draw(
        &self,
        player: &dyn Analyst,
        judge: &mut dyn Analyst,
        random: &mut SplitMix64,
        may_play: &dyn Fn(Move) -> bool,
    ) -> Option<(Move, f64)> {
        let session = player.session();
        let moves = session.moves_by_text();
        let key = session.key();
        let known = self.lock().get(&key).cloned();
        let weights = known.unwrap_or_else(|| {
            let weights = weights(&session.fen(), &moves, judge, self.nodes);
            let mut known = self.lock();
            if known.len() < MOST {
                known.insert(key, weights.clone());
            }
            weights
        });
        let allowed: Vec<f32> = moves
            .iter()
            .zip(&weights)
            .map(|(&mv, &weight)| if may_play(mv) { weight } else { 0.0 })
            .collect();
        let weights = if allowed.iter().sum::<f32>() > 0.0 { allowed } else { weights };
        let all: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        let mut left = random.next_word() as f64 / 2_f64.powi(64) * all;
        let drawn = moves.iter().zip(&weights).find(|&(_, &weight)| {
            left -= f64::from(weight);
            left < 0.0
        });
        let drawn = drawn.or(moves.iter().zip(&weights).next());
        drawn.map(|(&mv, &weight)| (mv, f64::from(weight) / all))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Vec<f32>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How likely each of the moves of a position is, up to a factor. That depends on nothing else.
fn weights(fen: &str, moves: &[Move], judge: &mut dyn Analyst, nodes: u64) -> Vec<f32> {
    judge.forget();
    if judge.session_mut().set_position(Some(fen), &[]).is_err() {
        return vec![1.0; moves.len()];
    }
    let limits =
        Limits { soft_nodes: Some(nodes), nodes: Some(HARD_LIMIT * nodes), ..Limits::default() };
    let mut score = |mv: Move| {
        if judge.session_mut().play(mv).is_err() {
            return i32::MIN / 2;
        }
        let score = -judge.search(&limits).score.centipawns();
        judge.session_mut().undo();
        score
    };
    let scores: Vec<i32> = moves.iter().map(|&mv| score(mv)).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    scores.iter().map(|&score| (f64::from(score - best) / TEMPERATURE).exp() as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_goes_on_until_it_is_unlikely() {
        let plies = |chance: f64| {
            let mut opening = Opening::BEGIN;
            while opening.goes_on() {
                opening = opening.after(chance);
            }
            opening.plies
        };
        // A quarter to the eighth power is 1.5 / 100,000, to the ninth less than one.
        assert_eq!([0.1, 0.25, 0.5, 1.0].map(plies), [8, 9, 17, 40]);
    }
}
