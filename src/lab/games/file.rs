//! Files of games: one record after the other, so that files can be joined, and extended at their end.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::record::{GameRecord, MAGIC};
use super::replay::BadGame;
use vertumnus_core::rules::Variant;

/// The games of a file, or of several that were joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFile {
    /// The games, in their order.
    pub games: Vec<GameRecord>,
    /// Bytes that are part of no whole game, such as a record that was torn.
    pub skipped: usize,
    /// Bytes up to the end of the last whole game.
    whole: usize,
}

impl GameFile {
    /// The games in these bytes. What is torn or damaged is left out.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut file = Self::default();
        let mut at = 0;
        while at < bytes.len() {
            if let Ok((game, length)) = GameRecord::read(&bytes[at..]) {
                file.games.push(game);
                at += length;
                file.whole = at;
            } else {
                let rest = bytes[at + 1..].windows(MAGIC.len());
                let step = 1 + rest
                    .clone()
                    .position(|window| window == MAGIC)
                    .unwrap_or(bytes.len() - at - 1);
                file.skipped += step;
                at += step;
            }
        }
        file
    }
}

/// Why there are no games.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// A game of another variant.
    #[error("{}: game {number} is one of {found}, not {wanted}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The number of the game in the file, from 1.
        number: usize,
        /// What is played in it.
        found: Variant,
        /// What was wanted.
        wanted: Variant,
    },
    /// There is no game in the files.
    #[error("no games")]
    None,
    /// A game cannot be played again.
    #[error("game {number}: {error}")]
    Game {
        /// The number of the game in all the files, from 1.
        number: usize,
        /// What is wrong with it.
        error: BadGame,
    },
}

impl BadGame {
    /// The error of the files that have such a game, with its number in all of them.
    pub(crate) const fn of_number(self, number: usize) -> ReadError {
        ReadError::Game { number, error: self }
    }
}

/// Where a command takes games from.
#[derive(Clone, Debug, clap::Args)]
pub struct GameSource {
    /// The game
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Files of games, as `datagen` writes them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

impl GameSource {
    /// Reads the games of all the files.
    ///
    /// # Errors
    /// If a file cannot be read, a game is of another variant, or there is none.
    pub fn read(&self) -> Result<GameFile, ReadError> {
        let mut all = GameFile::default();
        for path in &self.files {
            let bytes = std::fs::read(path).map_err(|error| ReadError::Io(path.clone(), error))?;
            let file = GameFile::of_bytes(&bytes);
            check_variant(path, &file, self.variant)?;
            all.skipped += file.skipped;
            all.games.extend(file.games);
        }
        if all.games.is_empty() { Err(ReadError::None) } else { Ok(all) }
    }
}

fn check_variant(path: &Path, file: &GameFile, wanted: Variant) -> Result<(), ReadError> {
    let foreign = (1..).zip(&file.games).find(|(_, game)| game.variant != wanted);
    foreign.map_or(Ok(()), |(number, game)| {
        let (path, found) = (path.to_owned(), game.variant);
        Err(ReadError::Foreign { path, number, found, wanted })
    })
}

/// Why no games can be appended to a file.
#[derive(Debug, Error)]
pub enum AppendError {
    /// What stands in the file.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file has bytes, but no game.
    #[error("{} is not a file of games", .0.display())]
    NoGames(PathBuf),
    /// The file cannot be written.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

/// A file to which games are appended.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
    bytes: Vec<u8>,
}

impl Appender {
    /// Opens a file, or makes it, and returns the games that it has. A torn record at its end is
    /// cut off.
    ///
    /// # Errors
    /// If the file cannot be read and written, or holds something else than games of this variant;
    /// it is not changed then.
    pub fn open(path: &Path, variant: Variant) -> Result<(Self, Vec<GameRecord>), AppendError> {
        let failed = |error| AppendError::Io(path.to_owned(), error);
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let found = GameFile::of_bytes(&bytes);
        if found.games.is_empty() && !bytes.is_empty() && !MAGIC.starts_with(&bytes[..1]) {
            return Err(AppendError::NoGames(path.to_owned()));
        }
        check_variant(path, &found, variant)?;
        file.set_len(found.whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Self { path: path.to_owned(), file, bytes: Vec::new() }, found.games))
    }

    /// Appends a game. A game that is too long for a record is left out.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), AppendError> {
        self.bytes.clear();
        if !game.write(&mut self.bytes) {
            return Ok(());
        }
        // One write for each game: a reader meanwhile sees complete games.
        self.file.write_all(&self.bytes).map_err(|error| AppendError::Io(self.path.clone(), error))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::game;
    use super::*;

    fn bytes(count: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        (0..count).for_each(|_| assert!(game().write(&mut bytes)));
        bytes
    }

    fn temporary(name: &str) -> PathBuf {
        let name = format!("vertumnus-{name}-{}.games", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn joined_files_are_a_file() {
        let joined = [bytes(2), bytes(3)].concat();
        let file = GameFile::of_bytes(&joined);
        assert_eq!((file.games, file.skipped), (vec![game(); 5], 0));
    }

    #[test]
    fn a_torn_game_is_dropped_wherever_it_is() {
        let torn = &bytes(1)[..20];
        let at_end = [bytes(2), torn.to_vec()].concat();
        let file = GameFile::of_bytes(&at_end);
        assert_eq!((file.games.len(), file.skipped, file.whole), (2, 20, bytes(2).len()));
        let inside = [bytes(2), torn.to_vec(), bytes(3)].concat();
        let file = GameFile::of_bytes(&inside);
        assert_eq!((file.games, file.skipped), (vec![game(); 5], 20));
        assert_eq!(GameFile::of_bytes(b"nonsense").skipped, 8);
    }

    #[test]
    fn a_file_goes_on_after_its_last_whole_game() {
        let path = temporary("append");
        let (mut file, found) = Appender::open(&path, Variant::default()).expect("a new file");
        assert!(found.is_empty());
        file.append(&game()).expect("a game");
        drop(file);
        let torn = [bytes(1), bytes(1)[..30].to_vec()].concat();
        std::fs::write(&path, torn).expect("a file");
        let (mut file, found) = Appender::open(&path, Variant::default()).expect("the file");
        assert_eq!(found, [game()]);
        file.append(&game()).expect("a game");
        let source = GameSource { variant: Variant::default(), files: vec![path.clone()] };
        let read = source.read().expect("games");
        assert_eq!((read.games.len(), read.skipped), (2, 0));
        std::fs::remove_file(path).expect("the file");
    }

    #[test]
    fn what_are_no_games_of_the_variant_is_left_as_it_is() {
        let path = temporary("foreign");
        std::fs::write(&path, "a letter").expect("a file");
        let refusal = Appender::open(&path, Variant::default()).map_err(|error| error.to_string());
        assert!(refusal.is_err_and(|text| text.ends_with("is not a file of games")));
        std::fs::write(&path, bytes(1)).expect("a file");
        if let Some(&other) = Variant::ALL.iter().find(|&&other| other != Variant::default()) {
            let refusal = Appender::open(&path, other).map_err(|error| error.to_string());
            assert!(refusal.is_err_and(|text| text.contains("game 1 is one of")));
        }
        assert_eq!(std::fs::read(&path).expect("the file"), bytes(1));
        std::fs::remove_file(path).expect("the file");
    }
}
