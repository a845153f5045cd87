//! The state of a training that was stopped.

use std::io;
use std::path::Path;

use super::TrainError;
use super::optimiser::Optimiser;
use vertumnus_engine::eval::network::training::FloatWeights;

/// What a checkpoint begins with; the last letter is the version.
const MAGIC: [u8; 4] = *b"VNC1";

/// The state of a training in a file: [`MAGIC`], the identity of the training, the steps made, and all
/// numbers that change.
pub(super) struct Checkpoint;

impl Checkpoint {
    /// Writes the state, in the place of the state before.
    pub(super) fn write(
        path: &Path,
        identity: u64,
        step: u64,
        weights: &FloatWeights,
        optimiser: &Optimiser,
    ) -> io::Result<()> {
        let (mut weights, mut optimiser) = (weights.clone(), optimiser.clone());
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&identity.to_le_bytes());
        bytes.extend_from_slice(&step.to_le_bytes());
        let (steps, means) = optimiser.state();
        bytes.extend_from_slice(&steps.to_le_bytes());
        for number in numbers(&mut weights).chain(means) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        // A crash while it is written leaves the state before.
        let new = path.with_extension("new");
        std::fs::write(&new, bytes)?;
        std::fs::rename(new, path)
    }

    /// Reads the state, if there is one, and returns the steps made.
    pub(super) fn read(
        path: &Path,
        identity: u64,
        weights: &mut FloatWeights,
        optimiser: &mut Optimiser,
    ) -> Result<Option<u64>, TrainError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TrainError::Io(path.to_owned(), error)),
        };
        let other = || TrainError::OtherCheckpoint(path.to_owned());
        let rest = bytes.strip_prefix(&MAGIC).ok_or_else(other)?;
        let (&found, rest) = rest.split_first_chunk().ok_or_else(other)?;
        let (&step, rest) = rest.split_first_chunk().ok_or_else(other)?;
        let (&made, rest) = rest.split_first_chunk().ok_or_else(other)?;
        let (steps, means) = optimiser.state();
        let (stored, odd) = rest.as_chunks();
        let places: Vec<&mut f32> = numbers(weights).chain(means).collect();
        if u64::from_le_bytes(found) != identity || places.len() != stored.len() || !odd.is_empty()
        {
            return Err(other());
        }
        for (place, &number) in places.into_iter().zip(stored) {
            *place = f32::from_le_bytes(number);
        }
        *steps = i32::from_le_bytes(made);
        Ok(Some(u64::from_le_bytes(step)))
    }
}

fn numbers(weights: &mut FloatWeights) -> impl Iterator<Item = &mut f32> {
    let FloatWeights { biases, rows, outputs, output_bias, linear, .. } = weights;
    [biases, rows, outputs]
        .into_iter()
        .flatten()
        .chain([output_bias])
        .chain(linear.as_flattened_mut())
}
