//! Training positions with their targets.

use std::sync::Arc;

use rayon::prelude::*;

use super::TrainError;
use crate::games::{BadGame, Filter, GameRecord, ReadError, Replay};
use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_engine::eval::network::training::{
    Blueprint, Input, Observation, Observer, observer,
};

/// One game in this many is held out: nothing is learned from its positions.
const ONE_IN_HELD_OUT: u64 = 20;

/// Games in one chunk of a parallel pass.
const GAMES_AT_ONCE: usize = 256;

/// Positions in one chunk of a parallel pass.
const POSITIONS_AT_ONCE: usize = 8_192;

/// Many positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Examples {
    inputs: Vec<Input>,
    facts: Vec<Fact>,
    /// Centipawns that multiply the odds by e.
    pub(super) wdl_scale: f32,
    /// Weight of the result in the target.
    results: f32,
}

/// What is stored of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
struct Fact {
    /// Where its inputs begin, and how many there are.
    first: u32,
    count: u8,
    can_be_reflected: bool,
    phase: f32,
    fixed: f32,
    lead_scale: [f32; 2],
    score: i16,
    result: f32,
}

/// A position and its target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example<'a> {
    /// As the side to move sees them.
    pub(super) inputs: &'a [Input],
    /// Whether the board is reflected from left to right.
    pub(super) reflected: bool,
    /// The share of the middlegame.
    pub(super) phase: f32,
    /// Centipawns that no weight stands for.
    pub(super) fixed: f32,
    /// The factor by which the evaluation is scaled if the side to move leads, and if the other one does.
    pub(super) lead_scale: [f32; 2],
    /// The expected score, from 0 to 1.
    pub(super) target: f32,
    /// Centipawns that multiply the odds by e.
    pub(super) wdl_scale: f32,
    /// The score of the search, in centipawns.
    pub(super) score: i32,
}

/// The expected score, from 0 to 1, at a score in centipawns.
pub(super) fn expected_score(score: f32, wdl_scale: f32) -> f32 {
    1.0 / (1.0 + (-score / wdl_scale).exp())
}

impl Examples {
    /// The positions of all games, and those that are held out.
    pub(super) fn of_games(
        games: &[GameRecord],
        results: f32,
        blueprint: &Arc<Blueprint>,
    ) -> Result<(Self, Self), TrainError> {
        let read_some = |(chunk, games): (usize, &[GameRecord])| {
            let mut observer = observer(blueprint);
            let mut parts = [Self::default(), Self::default()];
            for (number, game) in (chunk * GAMES_AT_ONCE + 1..).zip(games) {
                // A word of the number, so that no period of the games shows.
                let word = SplitMix64::new(number as u64).next_word();
                let is_held_out = word.is_multiple_of(ONE_IN_HELD_OUT);
                parts[usize::from(is_held_out)]
                    .add(game, &mut *observer)
                    .map_err(|error| error.of_number(number))?;
            }
            Ok(parts)
        };
        let read: Vec<Result<[Self; 2], ReadError>> =
            games.par_chunks(GAMES_AT_ONCE).enumerate().map(read_some).collect();
        let mut all = [Self::default(), Self::default()];
        for parts in read {
            all.iter_mut().zip(parts?).for_each(|(all, part)| all.append(part));
        }
        let wdl_scale = all[0].fitting_wdl_scale();
        for examples in &mut all {
            examples.wdl_scale = wdl_scale;
            examples.results = results;
        }
        Ok(all.into())
    }

    fn add(&mut self, game: &GameRecord, observer: &mut dyn Observer) -> Result<(), BadGame> {
        let filter = Filter::default();
        let mut replay = Replay::start(game, observer.session_mut())?;
        let mut inputs = Vec::new();
        while let Some(step) = replay.next(observer.session_mut())? {
            let Some(white) = filter.score(&step, observer.session()) else { continue };
            let observation = observer.observe(&mut inputs);
            let Observation { side, phase, fixed, lead_scale, can_be_reflected } = observation;
            let (score, result) = match side {
                Color::White => (white, game.result.points()),
                Color::Black => (-white, 1.0 - game.result.points()),
            };
            self.facts.push(Fact {
                first: self.inputs.len() as u32,
                count: inputs.len() as u8,
                can_be_reflected,
                phase,
                fixed,
                lead_scale,
                score: score as i16,
                result,
            });
            self.inputs.extend_from_slice(&inputs);
        }
        Ok(())
    }

    fn append(&mut self, other: Self) {
        let before = self.inputs.len() as u32;
        self.inputs.extend(other.inputs);
        let moved = other.facts.into_iter().map(|fact| Fact { first: fact.first + before, ..fact });
        self.facts.extend(moved);
    }

    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// The number of inputs of all positions.
    pub(super) fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// A position. With a salt, half the positions are reflected, where the rules allow it.
    pub(super) fn at(&self, index: u32, salt: Option<u64>) -> Example<'_> {
        let fact = &self.facts[index as usize];
        let at_random = |salt| SplitMix64::new(salt ^ u64::from(index)).next_word() & 1 == 1;
        let searched = expected_score(f32::from(fact.score), self.wdl_scale);
        Example {
            inputs: &self.inputs[fact.first as usize..][..usize::from(fact.count)],
            reflected: fact.can_be_reflected && salt.is_some_and(at_random),
            phase: fact.phase,
            fixed: fact.fixed,
            lead_scale: fact.lead_scale,
            target: self.results * fact.result + (1.0 - self.results) * searched,
            wdl_scale: self.wdl_scale,
            score: fact.score.into(),
        }
    }

    /// What a function makes of the positions, some thousands at a time, in their order.
    pub(super) fn chunks<T: Send>(
        &self,
        of: impl Fn(&mut dyn Iterator<Item = Example<'_>>) -> T + Sync,
    ) -> Vec<T> {
        let numbers: Vec<u32> = (0..self.len() as u32).collect();
        let chunks = numbers.par_chunks(POSITIONS_AT_ONCE);
        chunks.map(|chunk| of(&mut chunk.iter().map(|&index| self.at(index, None)))).collect()
    }

    /// The scale with which scores predict results best.
    fn fitting_wdl_scale(&self) -> f32 {
        let surprise = |wdl_scale: f32| -> f64 {
            let each = |fact: &Fact| {
                let expected =
                    expected_score(f32::from(fact.score), wdl_scale).clamp(1e-6, 1.0 - 1e-6);
                let result = fact.result;
                -f64::from(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
            };
            let chunks: Vec<f64> =
                self.facts.par_chunks(1 << 16).map(|chunk| chunk.iter().map(each).sum()).collect();
            chunks.into_iter().sum()
        };
        let candidates = (10..120).map(|tens| 5.0 * tens as f32);
        let surprises = candidates.map(|wdl_scale| (wdl_scale, surprise(wdl_scale)));
        surprises.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(200.0, |best| best.0)
    }
}
