//! Positions of games, with scores and results.

use rayon::prelude::*;
use thiserror::Error;

use crate::games::{BadGame, Filter, GameRecord, GameSource, ReadError, Replay};
use vertumnus_core::game::session;

/// A quiet position of a game, with its score and the result of the game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sample {
    /// The position.
    pub(super) fen: String,
    /// Centipawns, from White's point of view.
    pub(super) score: i32,
    /// White's points: 1, 1/2 or 0.
    pub(super) result: f32,
}

/// Why there are no samples.
#[derive(Debug, Error)]
pub enum SamplesError {
    /// The files are bad.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The games have no position to learn from.
    #[error("no quiet positions")]
    None,
}

/// Positions with a higher score than this, in centipawns, are won or lost: weights of single features
/// learn nothing from them.
const FILTER: Filter = Filter { max_score: 1_200 };

/// One quiet position in this many is kept, since neighbours are alike.
const ONE_IN: usize = 3;

/// Reads the samples of games.
///
/// # Errors
/// If the files cannot be read, a game cannot be played again, or there is no sample.
pub(super) fn read_samples(source: &GameSource) -> Result<Vec<Sample>, SamplesError> {
    let games = source.read()?.games;
    let of_games: Vec<Result<Vec<Sample>, BadGame>> = games.par_iter().map(samples_of).collect();
    let mut samples = Vec::new();
    for (number, found) in (1..).zip(of_games) {
        samples.extend(found.map_err(|error| error.of_number(number))?);
    }
    if samples.is_empty() { Err(SamplesError::None) } else { Ok(samples) }
}

fn samples_of(game: &GameRecord) -> Result<Vec<Sample>, BadGame> {
    let mut session = session(game.variant);
    let mut replay = Replay::start(game, &mut *session)?;
    let (mut samples, mut quiet) = (Vec::new(), 0);
    while let Some(step) = replay.next(&mut *session)? {
        if let Some(score) = FILTER.score(&step, &*session) {
            quiet += 1;
            if quiet % ONE_IN == 0 {
                samples.push(Sample { fen: session.fen(), score, result: game.result.points() });
            }
        }
    }
    Ok(samples)
}
