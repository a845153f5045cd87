//! The state of a long work that was stopped, in a file beside what it makes.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use vertumnus_core::board::{SplitMix64, fnv1a_64};
use vertumnus_core::files;

/// What a checkpoint begins with; the last letter is the version.
const MAGIC: [u8; 4] = *b"VNC3";

/// A file with the state of a work: [`MAGIC`], the identity of the work, the steps made, all numbers that
/// change, and the FNV-1a hash of all that.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Checkpoint {
    path: PathBuf,
    identity: u64,
}

/// Why a work cannot go on, or cannot be stopped so that it could.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file is of another work.
    #[error("{} is the checkpoint of another run; go on with its options, or remove it", .0.display())]
    Other(PathBuf),
    /// The file is something else, or was written by another version.
    #[error("{} is no checkpoint of this version; remove it to begin again", .0.display())]
    Foreign(PathBuf),
    /// The file was torn or changed.
    #[error("{} is damaged; remove it to begin again", .0.display())]
    Damaged(PathBuf),
    /// The file cannot be read, written or removed.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

impl Checkpoint {
    /// The checkpoint of the work that makes the file `output`. Works that cannot go on from one another's
    /// checkpoints differ in some of `parts`.
    pub fn of(output: &Path, parts: impl IntoIterator<Item = u64>) -> Self {
        let mix = |hash: u64, part| SplitMix64::new(hash ^ part).next_word();
        Self { path: Self::beside(output), identity: parts.into_iter().fold(1, mix) }
    }

    /// Where the checkpoint of the work is that makes this file.
    pub fn beside(output: &Path) -> PathBuf {
        let mut path = output.as_os_str().to_owned();
        path.push(".checkpoint");
        path.into()
    }

    /// Writes the state, in the place of the state before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write<'a>(
        &self,
        step: u64,
        numbers: impl Iterator<Item = &'a mut f32>,
    ) -> Result<(), CheckpointError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.identity.to_le_bytes());
        bytes.extend_from_slice(&step.to_le_bytes());
        for number in numbers {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        let hash = fnv1a_64(bytes.iter().copied());
        bytes.extend_from_slice(&hash.to_le_bytes());
        // A crash while it is written leaves the state before.
        files::replace(&self.path, &bytes).map_err(|error| self.failed(error))
    }

    /// Reads the state, if there is one, and returns the steps made.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is of another work.
    pub fn read<'a>(
        &self,
        numbers: impl Iterator<Item = &'a mut f32>,
    ) -> Result<Option<u64>, CheckpointError> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failed(error)),
        };
        if !bytes.starts_with(&MAGIC) {
            return Err(CheckpointError::Foreign(self.path.clone()));
        }
        let damaged = || CheckpointError::Damaged(self.path.clone());
        let (whole, &hash) = bytes.split_last_chunk().ok_or_else(damaged)?;
        if fnv1a_64(whole.iter().copied()) != u64::from_le_bytes(hash) {
            return Err(damaged());
        }
        let rest = &whole[MAGIC.len().min(whole.len())..];
        let (&identity, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
        let (&step, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
        let (stored, excess) = rest.as_chunks();
        let places: Vec<&mut f32> = numbers.collect();
        let is_as_long = places.len() == stored.len() && excess.is_empty();
        if u64::from_le_bytes(identity) != self.identity || !is_as_long {
            return Err(CheckpointError::Other(self.path.clone()));
        }
        for (place, &number) in places.into_iter().zip(stored) {
            *place = f32::from_le_bytes(number);
        }
        Ok(Some(u64::from_le_bytes(step)))
    }

    /// Removes the file, if there is one: the work is done.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self) -> Result<(), CheckpointError> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.failed(error)),
            _ => Ok(()),
        }
    }

    fn failed(&self, error: io::Error) -> CheckpointError {
        CheckpointError::Io(self.path.clone(), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_by_the_same_work_alone() {
        let output = std::env::temp_dir().join(format!("vertumnus-work-{}", std::process::id()));
        let checkpoint = Checkpoint::of(&output, [1, 2]);
        let mut numbers = [1.5, -2.0];
        assert!(matches!(checkpoint.read(numbers.iter_mut()), Ok(None)));
        checkpoint.write(7, numbers.iter_mut()).expect("a file");
        let mut read = [0.0; 2];
        assert!(matches!(checkpoint.read(read.iter_mut()), Ok(Some(7))));
        assert_eq!(read.map(f32::to_bits), numbers.map(f32::to_bits));
        for (other, count) in [(Checkpoint::of(&output, [2, 1]), 2), (checkpoint.clone(), 1)] {
            let refused = other.read(read[..count].iter_mut());
            assert!(matches!(refused, Err(CheckpointError::Other(_))));
        }
        let whole = std::fs::read(&checkpoint.path).expect("the file");
        let mut read_of = |bytes: &[u8]| {
            std::fs::write(&checkpoint.path, bytes).expect("a file");
            checkpoint.read(read.iter_mut())
        };
        for index in 0..whole.len() {
            let torn = read_of(&whole[..index]);
            let mut changed = whole.clone();
            changed[index] ^= 0x40;
            for refused in [torn, read_of(&changed)] {
                if index < MAGIC.len() {
                    assert!(matches!(refused, Err(CheckpointError::Foreign(_))), "{index}");
                } else {
                    assert!(matches!(refused, Err(CheckpointError::Damaged(_))), "{index}");
                }
            }
        }
        for _ in 0..2 {
            checkpoint.remove().expect("it may be gone");
        }
        assert!(matches!(checkpoint.read(read.iter_mut()), Ok(None)));
    }
}
