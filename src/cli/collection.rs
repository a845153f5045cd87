//! The games of a PGN file, each read when it is asked for.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};

use vertumnus_core::files;
use vertumnus_core::pgn::{GameRecord, PgnFile};

/// A file of games, of which only the places are kept in memory.
pub(crate) struct Collection {
    path: PathBuf,
    /// Where the search for each game begins: its place in bytes, and the line.
    starts: Vec<(u64, usize)>,
}

impl Collection {
    /// Looks through a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let mut games = PgnFile::lenient(open(path)?);
        let mut starts = vec![(0, 1)];
        while games.next().is_some() {
            starts.push((games.offset(), games.line()));
        }
        starts.pop();
        Ok(Self { path: path.to_owned(), starts })
    }

    pub(crate) fn count(&self) -> usize {
        self.starts.len()
    }

    /// The game of a number, from 1.
    ///
    /// # Errors
    /// If there is none, or it is bad.
    pub(crate) fn game(&self, number: usize) -> Result<GameRecord, String> {
        let (path, count) = (self.path.display(), self.count());
        let none = || format!("{path} has {count} games, and no game {number}");
        let index = number.checked_sub(1).ok_or_else(none)?;
        let &(offset, line) = self.starts.get(index).ok_or_else(none)?;
        let mut file = open(&self.path)?;
        file.seek(SeekFrom::Start(offset))
            .map_err(|error| format!("cannot read {path}: {error}"))?;
        let game = PgnFile::lenient(file).at(offset, line).next().ok_or_else(none)?;
        let game = game.map_err(|error| format!("{path}: game {number}: {error}"))?;
        Ok(game.1)
    }
}

fn open(path: &Path) -> Result<File, String> {
    files::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
