//! The state of a long work, in a file beside what it makes: to go on with it, or to begin another from it.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use vertumnus_core::board::{SplitMix64, fnv1a_64};
use vertumnus_core::files;

/// What a checkpoint begins with; the last letter is the version.
const MAGIC: [u8; 4] = *b"VNC4";

/// A file with the state of a work: [`MAGIC`], the form and the identity of the work, its [`Steps`], all numbers
/// that change, and the FNV-1a hash of all that.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Checkpoint {
    path: PathBuf,
    form: u64,
    identity: u64,
}

/// How far a work has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Steps {
    /// Steps of the works from which this one began.
    pub before: u64,
    /// Its own steps.
    pub made: u64,
    /// Its own steps when it is finished.
    pub last: u64,
}

/// Why a work cannot go on, or cannot be stopped so that it could.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file is of another work.
    #[error("{} is the checkpoint of another run; go on with its options, or remove it", .0.display())]
    Other(PathBuf),
    /// The numbers of the file mean something else.
    #[error("{} is the checkpoint of a network of another game or another size", .0.display())]
    Form(PathBuf),
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
    /// The checkpoint of the work that makes the file `output`. Works whose numbers mean different things
    /// differ in some parts of `form`, and others that cannot go on from one another's checkpoints in some of
    /// `parts`.
    pub fn of(output: &Path, form: &[u64], parts: &[u64]) -> Self {
        let (path, form) = (Self::beside(output), mixed(form));
        Self { path, form, identity: mixed(parts) }
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
        Steps { before, made, last }: Steps,
        numbers: impl Iterator<Item = &'a mut f32>,
    ) -> Result<(), CheckpointError> {
        let mut bytes = MAGIC.to_vec();
        for word in [self.form, self.identity, before, made, last] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        for number in numbers {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        let hash = fnv1a_64(bytes.iter().copied());
        bytes.extend_from_slice(&hash.to_le_bytes());
        // A crash while it is written leaves the state before.
        files::replace(&self.path, &bytes).map_err(|error| self.failed(error))
    }

    /// Reads the state of this work, if there is one, and returns the steps. A finished work is no hindrance
    /// to another one that makes the same file.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is of another work.
    pub fn read<'a>(
        &self,
        numbers: impl Iterator<Item = &'a mut f32>,
    ) -> Result<Option<Steps>, CheckpointError> {
        let Some(state) = State::read(&self.path)? else { return Ok(None) };
        if (state.form, state.identity) == (self.form, self.identity) {
            return self.take(&state, numbers).map(Some);
        }
        if state.steps.made == state.steps.last {
            return Ok(None);
        }
        Err(CheckpointError::Other(self.path.clone()))
    }

    /// Reads the state with which another work of the same form has ended or was stopped, and returns its
    /// steps, with those before it, and the hash of the file.
    pub(crate) fn begin_from<'a>(
        &self,
        path: &Path,
        numbers: impl Iterator<Item = &'a mut f32>,
    ) -> Result<(u64, u64), CheckpointError> {
        let missing = || CheckpointError::Io(path.to_owned(), io::ErrorKind::NotFound.into());
        let state = State::read(path)?.ok_or_else(missing)?;
        if state.form != self.form {
            return Err(CheckpointError::Form(path.to_owned()));
        }
        let Steps { before, made, .. } =
            Self { path: path.to_owned(), ..self.clone() }.take(&state, numbers)?;
        Ok((before + made, state.hash))
    }

    fn take<'a>(
        &self,
        state: &State,
        numbers: impl Iterator<Item = &'a mut f32>,
    ) -> Result<Steps, CheckpointError> {
        let places: Vec<&mut f32> = numbers.collect();
        let (stored, excess) = state.numbers.as_chunks();
        if places.len() != stored.len() || !excess.is_empty() {
            return Err(CheckpointError::Damaged(self.path.clone()));
        }
        for (place, &number) in places.into_iter().zip(stored) {
            *place = f32::from_le_bytes(number);
        }
        Ok(state.steps)
    }

    fn failed(&self, error: io::Error) -> CheckpointError {
        CheckpointError::Io(self.path.clone(), error)
    }
}

/// The content of a checkpoint.
struct State {
    form: u64,
    identity: u64,
    steps: Steps,
    numbers: Vec<u8>,
    hash: u64,
}

impl State {
    /// What is in a file; `None` if there is no file.
    fn read(path: &Path) -> Result<Option<Self>, CheckpointError> {
        let failed = |error| CheckpointError::Io(path.to_owned(), error);
        let mut file = match files::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let mut bytes = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes).map_err(failed)?;
        if bytes != MAGIC {
            return Err(CheckpointError::Foreign(path.to_owned()));
        }
        file.read_to_end(&mut bytes).map_err(failed)?;
        Self::of(&bytes).map(Some).ok_or_else(|| CheckpointError::Damaged(path.to_owned()))
    }

    /// What is in these bytes, which begin as they should.
    fn of(bytes: &[u8]) -> Option<Self> {
        let (whole, &hash) = bytes.split_last_chunk()?;
        let hash = u64::from_le_bytes(hash);
        if fnv1a_64(whole.iter().copied()) != hash {
            return None;
        }
        let mut rest = whole.get(MAGIC.len()..)?;
        let mut word = || {
            let (&word, after) = rest.split_first_chunk()?;
            rest = after;
            Some(u64::from_le_bytes(word))
        };
        let (form, identity) = (word()?, word()?);
        let steps = Steps { before: word()?, made: word()?, last: word()? };
        Some(Self { form, identity, steps, numbers: rest.to_vec(), hash })
    }
}

/// A number that depends on all of these.
fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(1, |hash: u64, part| SplitMix64::new(hash ^ part).next_word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_by_the_same_work_alone() {
        let output = std::env::temp_dir().join(format!("vertumnus-work-{}", std::process::id()));
        let checkpoint = Checkpoint::of(&output, &[7], &[1, 2]);
        let mut numbers = [1.5, -2.0];
        assert!(matches!(checkpoint.read(numbers.iter_mut()), Ok(None)));
        let steps = Steps { before: 5, made: 7, last: 9 };
        checkpoint.write(steps, numbers.iter_mut()).expect("a file");
        let mut read = [0.0; 2];
        assert_eq!(checkpoint.read(read.iter_mut()).expect("a state"), Some(steps));
        assert_eq!(read.map(f32::to_bits), numbers.map(f32::to_bits));
        let others =
            [Checkpoint::of(&output, &[7], &[2, 1]), Checkpoint::of(&output, &[8], &[1, 2])];
        for other in &others {
            let refused = other.read(read.iter_mut());
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
        // Another work makes the same file anew, once this one is finished.
        let finished = Steps { made: 9, ..steps };
        checkpoint.write(finished, numbers.iter_mut()).expect("a file");
        assert_eq!(checkpoint.read(numbers.iter_mut()).expect("a state"), Some(finished));
        for other in &others {
            assert!(matches!(other.read(numbers.iter_mut()), Ok(None)));
        }
        std::fs::remove_file(&checkpoint.path).expect("the file");
    }

    #[test]
    fn a_work_begins_from_the_checkpoint_of_another_of_its_form() {
        let name = format!("vertumnus-begin-{}", std::process::id());
        let output = std::env::temp_dir().join(name);
        let old = Checkpoint::of(&output, &[7], &[1]);
        let steps = Steps { before: 5, made: 7, last: 7 };
        old.write(steps, [1.5, -2.0].iter_mut()).expect("a file");
        let new = Checkpoint::of(&output.with_extension("new"), &[7], &[2]);
        let mut numbers = [0.0; 2];
        let (before, hash) = new.begin_from(&old.path, numbers.iter_mut()).expect("a state");
        assert_eq!((before, numbers.map(f32::to_bits)), (12, [1.5_f32, -2.0].map(f32::to_bits)));
        // The file has another hash if anything in it differs.
        old.write(steps, [1.5, -2.5].iter_mut()).expect("a file");
        assert!(
            new.begin_from(&old.path, numbers.iter_mut()).is_ok_and(|(_, other)| other != hash)
        );
        let other = Checkpoint::of(&output, &[8], &[2]);
        let refused = other.begin_from(&old.path, numbers.iter_mut());
        assert!(matches!(refused, Err(CheckpointError::Form(_))));
        std::fs::remove_file(&old.path).expect("the file");
        let refused = new.begin_from(&old.path, numbers.iter_mut());
        assert!(matches!(refused, Err(CheckpointError::Io(..))));
    }
}
