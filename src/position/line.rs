//! A position with the positions that led to it, which repetition and undo are about.

use super::{Move, Position};
use crate::rules::{Outcome, Reason, Ruleset};

/// A line of play: where it started, what was played, where it stands.
#[derive(Clone, Debug)]
pub struct Line<R: Ruleset> {
    current: Position<R>,
    past: Vec<(Position<R>, Option<Move>)>,
    keys: Vec<u64>,
}

impl<R: Ruleset> Line<R> {
    /// A line that starts here.
    #[must_use]
    pub const fn new(start: Position<R>) -> Self {
        Self { current: start, past: Vec::new(), keys: Vec::new() }
    }

    /// Where the line stands.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position<R> {
        &self.current
    }

    /// Where the line started.
    #[must_use]
    pub fn start(&self) -> &Position<R> {
        self.past.first().map_or(&self.current, |(position, _)| position)
    }

    /// The moves that were made.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.past.iter().filter_map(|&(_, mv)| mv)
    }

    /// How many plies were made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether nothing was played yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// Makes a legal move.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        self.push(self.current.after(mv), Some(mv));
    }

    /// Passes the turn, for the search's null move.
    #[inline]
    pub fn make_null(&mut self) {
        self.push(self.current.after_null(), None);
    }

    #[inline]
    fn push(&mut self, next: Position<R>, mv: Option<Move>) {
        self.past.push((self.current, mv));
        self.keys.push(self.current.key());
        self.current = next;
    }

    /// Takes the last move back, if there is one, and names it.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        let (position, mv) = self.past.pop()?;
        self.keys.pop();
        self.current = position;
        mv
    }

    /// How many times the position stood before, as far as `most_plies` back.
    ///
    /// Only positions since the last irreversible move can be the same.
    #[inline]
    #[must_use]
    pub fn repetitions(&self, most_plies: usize) -> usize {
        let reversible = self.current.clock() as usize;
        let key = self.current.key();
        let back = self.keys.iter().rev().take(reversible.min(most_plies));
        back.skip(1).step_by(2).filter(|&&past| past == key).count()
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let ending = self.current.ending();
        if matches!(ending, None | Some(Outcome::Draw(Reason::FiftyMoves | Reason::DeadDraw)))
            && self.repetitions(usize::MAX) >= 2
        {
            return Some(Outcome::Draw(Reason::Repetition));
        }
        ending
    }
}
