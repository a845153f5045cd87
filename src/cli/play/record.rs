//! The record of the game in play.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::SystemTime;

use vertumnus_core::game::Session;
use vertumnus_core::pgn::{GameRecord, GameResult};

/// What a record says besides the moves.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    pub(super) white: String,
    pub(super) black: String,
    /// When the game began.
    pub(super) date: SystemTime,
}

/// The game so far.
pub(super) fn record(labels: &Labels, game: &dyn Session, result: GameResult) -> GameRecord {
    let began = humantime::format_rfc3339_seconds(labels.date).to_string();
    let tags = [
        ("Event", "Game in a terminal".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", began[..10].replace('-', ".")),
        ("Round", "-".to_owned()),
        ("White", labels.white.clone()),
        ("Black", labels.black.clone()),
        ("Result", result.to_string()),
    ];
    GameRecord::of(game, tags.map(|(name, value)| (name.to_owned(), value)).into(), result)
}

/// A file of records whose last one is the game in play. It is rewritten after each move, so that
/// nothing is lost however the program ends.
#[derive(Debug)]
pub(super) struct RecordFile {
    file: File,
    /// Where the record begins: after the games that were in the file.
    start: u64,
}

impl RecordFile {
    /// Opens or creates a file.
    ///
    /// # Errors
    /// If that is not possible.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(false)
            .write(true)
            .truncate(false)
            .open(path)?;
        let mut start = file.seek(SeekFrom::End(0))?;
        if start > 0 {
            // Games are separated by a blank line.
            file.write_all(b"\n")?;
            start += 1;
        }
        Ok(Self { file, start })
    }

    /// Writes the record in the place of the last one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        let text = record.to_string();
        self.file.seek(SeekFrom::Start(self.start))?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(self.start + text.len() as u64)?;
        self.file.sync_data()
    }
}
