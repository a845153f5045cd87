//! Positions with scores and results, as lines of text.

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use thiserror::Error;

/// A quiet position of a game, with its score and the result of the game.
///
/// As text: `FEN ;score CENTIPAWNS ;result RESULT`, where the result is `1`, `0.5` or `0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub fen: String,
    /// Centipawns, from White's point of view.
    pub score: i32,
    /// White's points: 1, 1/2 or 0.
    pub result: f32,
}

/// A line that is not a sample.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a sample is 'FEN ;score CENTIPAWNS ;result 1|0.5|0', not '{0}'")]
pub struct BadSample(String);

/// Why there are no samples.
#[derive(Debug, Error)]
pub enum SamplesError {
    /// A line is not a sample.
    #[error("line {line}: {error}")]
    Bad {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: BadSample,
    },
    /// The input is empty.
    #[error("no samples")]
    None,
    /// The input cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads samples, one per line.
///
/// # Errors
/// If there is none, a line is not a sample, or the input cannot be read.
pub fn read(input: &mut dyn BufRead) -> Result<Vec<Sample>, SamplesError> {
    let lines = (1..).zip(input.lines());
    let samples: Vec<Sample> = lines
        .map(|(line, text)| text?.parse().map_err(|error| SamplesError::Bad { line, error }))
        .collect::<Result<_, _>>()?;
    if samples.is_empty() { Err(SamplesError::None) } else { Ok(samples) }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ;score {} ;result {}", self.fen, self.score, self.result)
    }
}

impl FromStr for Sample {
    type Err = BadSample;

    fn from_str(line: &str) -> Result<Self, BadSample> {
        let parse = || {
            let (fen, rest) = line.split_once(" ;score ")?;
            let (score, result) = rest.split_once(" ;result ")?;
            let result = match result {
                "1" => 1.0,
                "0.5" => 0.5,
                "0" => 0.0,
                _ => return None,
            };
            Some(Self { fen: fen.to_owned(), score: score.parse().ok()?, result })
        };
        parse().ok_or_else(|| BadSample(line.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_are_written() {
        for line in ["4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;score -35 ;result 0.5", "x ;score 0 ;result 1"]
        {
            assert_eq!(
                line.parse::<Sample>().map(|sample| sample.to_string()),
                Ok(line.to_owned())
            );
        }
        for line in ["", "x ;score 1", "x ;score one ;result 1", "x ;score 1 ;result 2"] {
            assert!(line.parse::<Sample>().is_err(), "{line}");
        }
    }
}
