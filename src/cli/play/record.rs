//! The record of the game in play, and records to go on with.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use vertumnus_core::board::Color;
use vertumnus_core::files;
use vertumnus_core::game::Session;
use vertumnus_core::pgn::{self, GameRecord, GameResult, Replay};
use vertumnus_core::rules::Variant;
use vertumnus_core::text::shown;

use crate::collection::Collection;

/// What a record calls the person at the terminal.
const PERSON: &str = "You";

/// What a record says besides the moves.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// The players' names, White's first.
    names: [String; 2],
    /// When the game began, as PGN writes it.
    date: String,
}

impl Labels {
    /// Of a game that begins now. The engine plays at a level of this name.
    pub(super) fn of_today(side: Option<Color>, level: &str) -> Self {
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let names = [Color::White, Color::Black]
            .map(|color| if side == Some(color) { PERSON.to_owned() } else { engines_name(level) });
        Self { names, date: now[..10].replace('-', ".") }
    }

    /// Those of a record, as far as it has them.
    pub(super) fn of_record(record: &GameRecord, side: Option<Color>, level: &str) -> Self {
        let today = Self::of_today(side, level);
        let tag = |name, otherwise: String| {
            let value = record.tag(name).filter(|value| !value.is_empty() && *value != "?");
            value.map_or(otherwise, str::to_owned)
        };
        let [white, black] = today.names;
        Self { names: [tag("White", white), tag("Black", black)], date: tag("Date", today.date) }
    }

    /// The engine plays at another level from now on.
    pub(super) fn change_level(&mut self, level: &str) {
        for name in &mut self.names {
            if name.starts_with(ENGINE) {
                *name = engines_name(level);
            }
        }
    }

    /// Both players.
    pub(super) fn players(&self) -> String {
        shown(&self.names.join(" - ")).into_owned()
    }
}

/// What a record calls the engine, before its level.
const ENGINE: &str = "Vertumnus (";

fn engines_name(level: &str) -> String {
    format!("{ENGINE}{level})")
}

/// The game so far.
pub(super) fn record(labels: &Labels, game: &dyn Session, result: GameResult) -> GameRecord {
    let [white, black] = labels.names.clone();
    let tags = [
        ("Event", "Game in a terminal".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", labels.date.clone()),
        ("Round", "-".to_owned()),
        ("White", white),
        ("Black", black),
        ("Result", result.to_string()),
    ];
    GameRecord::of(game, tags.map(|(name, value)| (name.to_owned(), value)).into(), result)
}

/// A game of a file, to go on with.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) record: GameRecord,
    pub(super) replay: Replay,
    /// Which of how many games of the file it is.
    pub(super) place: (usize, usize),
}

impl Found {
    /// The side of the person at the terminal, if the record says so.
    pub(super) fn side(&self) -> Option<Color> {
        let is_person = |tag| self.record.tag(tag) == Some(PERSON);
        match (is_person("White"), is_person("Black")) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }
}

/// Finds a game of a file: that of this number, or the last one. A record that does not say which game is
/// played is one of `fallback`.
///
/// # Errors
/// Why there is no such game, in one line.
pub(super) fn find(path: &Path, number: Option<usize>, fallback: Variant) -> Result<Found, String> {
    let file = path.display();
    let collection = Collection::open(path)?;
    let count = collection.count();
    if count == 0 {
        return Err(format!("{file} has no games"));
    }
    let number = number.unwrap_or(count);
    let record = collection.game(number)?;
    let replay = pgn::replay(&record, fallback)
        .map_err(|error| format!("{file}: game {number}: {error}"))?;
    Ok(Found { record, replay, place: (number, count) })
}

/// A file of records whose last one is the game in play. It is rewritten after each move, so that
/// nothing is lost however the program ends.
#[derive(Debug)]
pub(super) struct RecordFile {
    path: PathBuf,
    /// Open since the game was first written, with the place where it begins.
    game: Option<(File, u64)>,
}

impl RecordFile {
    /// A file to which games can be added. Nothing is written yet.
    ///
    /// # Errors
    /// If it cannot be written or made, or is no file of games.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        files::check_ours(path, "file of games", files::is_pgn).map_err(io::Error::other)?;
        match OpenOptions::new().write(true).open(path) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {
                OpenOptions::new().write(true).create_new(true).open(path)?;
                fs::remove_file(path)?;
            }
            Err(error) => return Err(error),
        }
        Ok(Self { path: path.to_owned(), game: None })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What is written next is another game.
    pub(super) fn next_game(&mut self) {
        self.game = None;
    }

    /// Writes the record of the game, in the place of the one that was written before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        let (file, start) = match &mut self.game {
            Some((file, start)) => (file, *start),
            unopened => {
                let (file, start) = unopened.insert(open_at_end(&self.path)?);
                (file, *start)
            }
        };
        let text = record.to_string();
        file.seek(SeekFrom::Start(start))?;
        file.write_all(text.as_bytes())?;
        file.set_len(start + text.len() as u64)?;
        file.sync_data()
    }
}

/// Opens or makes a file of records, and finds the place for another one.
fn open_at_end(path: &Path) -> io::Result<(File, u64)> {
    let mut file =
        OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path)?;
    let mut end = file.seek(SeekFrom::End(0))?;
    if end > 0 {
        // Games are separated by a blank line.
        file.write_all(b"\n")?;
        end += 1;
    }
    Ok((file, end))
}
