//! Training positions with their targets.

use std::sync::Arc;

use rayon::prelude::*;

use super::TrainError;
use crate::games::{BadGame, Filter, GameFile, GameRecord, GameSource, ReadError, Replay};
use crate::progress::News;
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

/// Positions in one block.
const BLOCK: usize = 1 << 16;

/// Many positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Examples {
    /// All of them are full but the last, so no vector is ever large, and none is copied as it grows.
    blocks: Vec<Block>,
    inputs: u64,
    /// Centipawns that multiply the odds by e.
    pub(super) wdl_scale: f32,
    /// Weight of the result in the target.
    results: f32,
}

/// Up to [`BLOCK`] positions.
#[derive(Clone, Debug, Default)]
struct Block {
    inputs: Vec<Input>,
    facts: Vec<Fact>,
}

/// What is stored of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
struct Fact {
    /// Where its inputs begin in those of the block, and how many there are.
    first: u32,
    count: u16,
    mirrored: [bool; 2],
    bucket: u8,
    phase: f32,
    fixed: f32,
    lead_scale: [f32; 2],
    score: i16,
    /// The half points of the game; `None` if its result says nothing of the position.
    half_points: Option<u8>,
}

impl Fact {
    fn result(&self) -> Option<f32> {
        self.half_points.map(|half_points| f32::from(half_points) / 2.0)
    }
}

/// A position and its target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example<'a> {
    /// As the side to move sees them.
    pub(super) inputs: &'a [Input],
    /// `[side to move, other side]`: whether it mirrors the board.
    pub(super) mirrored: [bool; 2],
    /// The output bucket.
    pub(super) bucket: u8,
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

/// The positions of one game.
pub(super) struct OfGame {
    pub(super) blueprint: Arc<Blueprint>,
    pub(super) learned: Examples,
    /// Nothing is learned from these.
    pub(super) held_out: Examples,
}

impl Examples {
    /// The positions of all games, by what is played, and those that are held out: of one game, or for a network
    /// for all games of several. Damage is told.
    pub(super) fn of_games(
        source: &GameSource,
        results: f32,
        general: bool,
        tell: &mut (dyn FnMut(News) + Send),
    ) -> Result<Vec<OfGame>, TrainError> {
        let mut games: Vec<OfGame> = Vec::new();
        let mut before = 0;
        let mut take = |file: GameFile| {
            for remark in &file.remarks {
                tell(News::Line(remark.clone()));
            }
            let Some(first) = file.games.first() else { return Ok(()) };
            let known = games.iter().position(|game| game.blueprint.variant() == first.variant);
            let number = known.unwrap_or_else(|| {
                let of = if general { Blueprint::general } else { Blueprint::of };
                let blueprint = Arc::new(of(first.variant));
                let (learned, held_out) = Default::default();
                games.push(OfGame { blueprint, learned, held_out });
                games.len() - 1
            });
            Self::add_games(&mut games[number], &file, before)?;
            before += file.numbers.last().copied().unwrap_or_default();
            Ok::<(), TrainError>(())
        };
        if general {
            source.read_of_several(&mut take)?;
        } else {
            source.read_each(&mut take)?;
        }
        for OfGame { learned, held_out, .. } in &mut games {
            let wdl_scale = learned.fitting_wdl_scale();
            for examples in [learned, held_out] {
                examples.wdl_scale = wdl_scale;
                examples.results = results;
            }
        }
        Ok(games)
    }

    /// Adds the positions of games, before which so many others stand, to those that are learned from and
    /// those that are held out.
    fn add_games(of: &mut OfGame, file: &GameFile, before: usize) -> Result<(), ReadError> {
        let OfGame { blueprint, learned, held_out } = of;
        let read_some = |(games, numbers): (&[GameRecord], &[usize])| {
            let mut observer = observer(blueprint);
            let mut parts = [Block::default(), Block::default()];
            for (game, number) in games.iter().zip(numbers) {
                let number = before + number;
                // A word of the number, so that no period of the games shows.
                let word = SplitMix64::new(number as u64).next_word();
                let is_held_out = word.is_multiple_of(ONE_IN_HELD_OUT);
                parts[usize::from(is_held_out)]
                    .add(game, &mut *observer)
                    .map_err(|error| error.of_number(number))?;
            }
            Ok(parts)
        };
        let games = file.games.par_chunks(GAMES_AT_ONCE);
        let numbers = file.numbers.par_chunks(GAMES_AT_ONCE);
        let read: Vec<Result<[Block; 2], ReadError>> = games.zip(numbers).map(read_some).collect();
        for parts in read {
            let [part_learned, part_held_out] = parts?;
            learned.append(&part_learned);
            held_out.append(&part_held_out);
        }
        Ok(())
    }

    fn append(&mut self, part: &Block) {
        self.inputs += part.inputs.len() as u64;
        let mut facts = &part.facts[..];
        while !facts.is_empty() {
            if self.blocks.last().is_none_or(|block| block.facts.len() == BLOCK) {
                self.blocks.push(Block::default());
            }
            let block = self.blocks.last_mut().expect("there is one now");
            let (now, later) = facts.split_at(facts.len().min(BLOCK - block.facts.len()));
            for fact in now {
                let first = block.inputs.len() as u32;
                block.inputs.extend_from_slice(part.inputs_of(fact));
                block.facts.push(Fact { first, ..*fact });
            }
            if block.facts.len() == BLOCK {
                block.inputs.shrink_to_fit();
            }
            facts = later;
        }
    }

    pub(super) fn len(&self) -> usize {
        let full = self.blocks.len().saturating_sub(1);
        full * BLOCK + self.blocks.last().map_or(0, |block| block.facts.len())
    }

    /// The number of inputs of all positions.
    pub(super) fn inputs(&self) -> u64 {
        self.inputs
    }

    /// A position.
    pub(super) fn at(&self, index: u32) -> Example<'_> {
        let block = &self.blocks[index as usize / BLOCK];
        let fact = &block.facts[index as usize % BLOCK];
        let searched = expected_score(f32::from(fact.score), self.wdl_scale);
        let target = fact
            .result()
            .map_or(searched, |result| self.results * result + (1.0 - self.results) * searched);
        Example {
            inputs: block.inputs_of(fact),
            mirrored: fact.mirrored,
            bucket: fact.bucket,
            phase: fact.phase,
            fixed: fact.fixed,
            lead_scale: fact.lead_scale,
            target,
            wdl_scale: self.wdl_scale,
            score: fact.score.into(),
        }
    }

    /// What a function makes of the positions, some thousands at a time, in their order.
    pub(super) fn chunks<T: Send>(
        &self,
        of: impl Fn(&mut dyn Iterator<Item = Example<'_>>) -> T + Sync,
    ) -> Vec<T> {
        let chunks = (0..self.len().div_ceil(POSITIONS_AT_ONCE)).into_par_iter();
        chunks
            .map(|chunk| {
                let first = chunk * POSITIONS_AT_ONCE;
                let indices = first..(first + POSITIONS_AT_ONCE).min(self.len());
                of(&mut indices.map(|index| self.at(index as u32)))
            })
            .collect()
    }

    /// The scale with which scores predict results best.
    fn fitting_wdl_scale(&self) -> f32 {
        let surprise = |wdl_scale: f32| -> f64 {
            let each = |fact: &Fact| {
                let Some(result) = fact.result() else { return 0.0 };
                let expected =
                    expected_score(f32::from(fact.score), wdl_scale).clamp(1e-6, 1.0 - 1e-6);
                -f64::from(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
            };
            let blocks = self.blocks.par_iter();
            let sums: Vec<f64> = blocks.map(|block| block.facts.iter().map(each).sum()).collect();
            sums.into_iter().sum()
        };
        let candidates = (10..120).map(|tens| 5.0 * tens as f32);
        let surprises = candidates.map(|wdl_scale| (wdl_scale, surprise(wdl_scale)));
        surprises.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(200.0, |best| best.0)
    }
}

impl Block {
    /// The inputs of a position of this block.
    fn inputs_of(&self, fact: &Fact) -> &[Input] {
        &self.inputs[fact.first as usize..][..usize::from(fact.count)]
    }

    /// Adds the positions of a game. There may be more than [`BLOCK`] until they are given to blocks.
    fn add(&mut self, game: &GameRecord, observer: &mut dyn Observer) -> Result<(), BadGame> {
        let filter = Filter::default();
        let mut replay = Replay::start(game, observer.session_mut())?;
        let mut inputs = Vec::new();
        while let Some(step) = replay.next(observer.session_mut())? {
            let Some(white) = filter.score(&step, observer.session()) else { continue };
            let observation = observer.observe(&mut inputs);
            let Observation { side, phase, fixed, lead_scale, mirrored, bucket } = observation;
            let (score, points) = match side {
                Color::White => (white, game.result.points()),
                Color::Black => (-white, 1.0 - game.result.points()),
            };
            self.facts.push(Fact {
                first: self.inputs.len() as u32,
                count: inputs.len() as u16,
                mirrored,
                bucket,
                phase,
                fixed,
                lead_scale,
                score: score as i16,
                half_points: (!step.is_before_random).then_some((2.0 * points) as u8),
            });
            self.inputs.extend_from_slice(&inputs);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part with positions that have their numbers as scores, and as many inputs as the number's last digit.
    fn part(numbers: std::ops::Range<usize>) -> Block {
        let mut part = Block::default();
        for number in numbers {
            let count = number % 10;
            part.facts.push(Fact {
                first: part.inputs.len() as u32,
                count: count as u16,
                mirrored: [number % 3 == 0, false],
                bucket: (number % 8) as u8,
                phase: 0.5,
                fixed: 0.0,
                lead_scale: [1.0; 2],
                score: (number % 1000) as i16,
                half_points: (number % 2 == 0).then_some(2),
            });
            part.inputs.extend((0..count).map(|input| (number % 7 + input) as Input));
        }
        part
    }

    #[test]
    fn positions_keep_their_inputs_over_the_ends_of_blocks() {
        let mut examples = Examples { results: 1.0, wdl_scale: 100.0, ..Examples::default() };
        let count = 2 * BLOCK + 100;
        for first in (0..count).step_by(BLOCK / 2 + 1) {
            examples.append(&part(first..count.min(first + BLOCK / 2 + 1)));
        }
        assert_eq!((examples.len(), examples.blocks.len()), (count, 3));
        let mut inputs = 0;
        for number in 0..count {
            let example = examples.at(number as u32);
            inputs += example.inputs.len() as u64;
            assert_eq!(example.score, (number % 1000) as i32);
            let seen = (example.mirrored, usize::from(example.bucket));
            assert_eq!(seen, ([number % 3 == 0, false], number % 8));
            let expected = (0..number % 10).map(|input| (number % 7 + input) as Input);
            assert!(expected.eq(example.inputs.iter().copied()), "{number}");
            // The score alone is the target where the result says nothing.
            let searched = expected_score((number % 1000) as f32, 100.0);
            let target = if number % 2 == 0 { 1.0 } else { searched };
            assert!((example.target - target).abs() < 1e-6, "{number}");
        }
        assert_eq!(inputs, examples.inputs());
        let sizes: Vec<usize> = examples.chunks(|chunk| chunk.count());
        assert_eq!(sizes.iter().sum::<usize>(), count);
        assert!(sizes.iter().all(|&size| size <= POSITIONS_AT_ONCE));
    }
}
