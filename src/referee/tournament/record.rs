//! Records of games, and the record file from which an interrupted tournament resumes.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::SystemTime;

use super::arbiter::PlayedGame;
use super::schedule::{Pairing, Schedule};
use super::summary::GameSummary;
use crate::client::EngineConfig;
use crate::part::Part;
use vertumnus_core::files;
use vertumnus_core::pgn::{self, GameRecord, GameResult, PgnReader};

/// A game that was played in an earlier run.
#[derive(Clone, Debug)]
pub(super) struct GameOver {
    pub(super) pairing: Pairing,
    pub(super) result: GameResult,
    pub(super) summary: GameSummary,
}

/// Tags of all records of a tournament.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordLabels {
    /// The tag `Event`.
    pub(super) event: String,
    /// The tag `Site`.
    pub(super) site: String,
    /// Whether the engines' options are recorded.
    pub(super) with_options: bool,
}

/// The record of a game that began at the given time.
pub(super) fn record(
    labels: &RecordLabels,
    pairing: &Pairing,
    [white, black]: [&EngineConfig; 2],
    played: &PlayedGame,
    began: SystemTime,
) -> GameRecord {
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: String| tags.push((name.to_owned(), value));
    let or_unknown = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let began_text = humantime::format_rfc3339_seconds(began).to_string();
    tag("Event", or_unknown(&labels.event));
    tag("Site", or_unknown(&labels.site));
    tag("Date", began_text[..10].replace('-', "."));
    tag("Round", round_text(pairing.round));
    tag("White", white.name.clone());
    tag("Black", black.name.clone());
    tag("Result", played.result.to_string());
    if labels.with_options {
        tag("BlackOptions", black.options_text());
    }
    if white.time != black.time {
        tag("BlackTimeControl", black.time.to_string());
    }
    if let Some(fen) = &pairing.opening.fen {
        tag("FEN", fen.clone());
    }
    let seconds = played.took.as_secs();
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    tag("GameDuration", format!("{:02}:{:02}:{seconds:02}", minutes / 60, minutes % 60));
    tag("GameEndTime", humantime::format_rfc3339_seconds(began + played.took).to_string());
    tag("GameStartTime", began_text);
    tag("PlyCount", played.plies.len().to_string());
    if let Some(rules) = pairing.variant.rules_tag() {
        tag(pgn::RULES, rules.to_owned());
    }
    if pairing.opening.fen.is_some() {
        tag("SetUp", "1".to_owned());
    }
    if let Some(termination) = played.termination {
        tag("Termination", termination.to_owned());
    }
    if white.time == black.time {
        tag("TimeControl", white.time.to_string());
    }
    if !pairing.variant.is_chess() {
        tag("Variant", pairing.variant.to_string());
    }
    if labels.with_options {
        tag("WhiteOptions", white.options_text());
    }
    if white.time != black.time {
        tag("WhiteTimeControl", white.time.to_string());
    }
    let (plies, result) = (played.plies.clone(), played.result);
    GameRecord { tags, comment: String::new(), plies, result }
}

fn round_text((round, game): (usize, usize)) -> String {
    format!("{round}.{game}")
}

fn parse_round(text: &str) -> Option<(usize, usize)> {
    let (round, game) = text.split_once('.')?;
    Some((round.parse().ok()?, game.parse().ok()?))
}

/// A file to which records are appended. No other runner can append to it.
#[derive(Debug)]
pub(super) struct RecordFile {
    /// Read and written to its end.
    file: File,
    /// Whether nothing more is written, because a write has failed.
    is_closed: bool,
}

impl RecordFile {
    /// Opens a file, and creates it if necessary.
    ///
    /// # Errors
    /// If it cannot be written, or another runner writes to it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        let mut file = files::open_alone(&options, path).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                io::Error::new(error.kind(), "another runner writes to this file")
            }
            _ => error,
        })?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, is_closed: false })
    }

    /// Appends a record. After an error the file is as it was before, and nothing more is written:
    /// a later game must not follow half of another.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub(super) fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let length = self.file.metadata()?.len();
        // In a single write, so that a killed program loses only the game in play.
        let written = self.file.write_all(format!("{record}\n").as_bytes());
        written.inspect_err(|_| {
            self.is_closed = true;
            // If this fails as well, --resume removes the incomplete game.
            let _ = self.file.set_len(length);
        })
    }

    /// The games of the file. An incomplete game at its end, as a kill leaves it, is
    /// removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has games of another tournament.
    pub(super) fn resume(
        &mut self,
        schedule: &Schedule,
        part: Part,
        engines: &[EngineConfig],
    ) -> Result<Vec<GameOver>, String> {
        let mut bytes = Vec::new();
        self.file.rewind().map_err(|error| error.to_string())?;
        self.file.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].split(|&byte| byte == b'\n').count();
            format!("line {line}: this is not UTF-8, so another program has written it")
        })?;
        let mut reader = PgnReader::new(&text);
        let (mut done, mut games) = (HashSet::new(), Vec::new());
        let mut complete = 0;
        while let Some(game) = reader.next() {
            let (line, record) = match game {
                Err(error) if error.is_cut_off => break,
                game => game.map_err(|error| error.to_string())?,
            };
            let fail = |reason: &str| format!("line {line}: {reason}");
            let round = record.tag("Round").and_then(parse_round);
            let pairing =
                round.and_then(|round| schedule.index_of(round)).and_then(|i| schedule.game(i));
            let pairing = pairing
                .filter(|pairing| part.has(pairing.block) && is_of(&record, pairing, engines));
            let pairing = pairing.ok_or_else(|| fail("a game of another tournament"))?;
            if !done.insert(pairing.index) {
                return Err(fail("a game that was played twice"));
            }
            let players = [pairing.white, pairing.black].map(|engine| &engines[engine]);
            let summary = GameSummary::of_game(&pairing, &record.plies, players);
            games.push(GameOver { pairing, result: record.result, summary });
            complete = reader.offset();
        }
        self.cut_off(complete).map_err(|error| error.to_string())?;
        Ok(games)
    }

    /// Cuts the file off after its last complete game, which ends at this byte.
    fn cut_off(&mut self, complete: usize) -> io::Result<()> {
        self.file.set_len(complete as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        if complete > 0 {
            self.file.write_all(b"\n\n")?;
        }
        Ok(())
    }
}

/// Whether a record belongs to a scheduled game.
fn is_of(record: &GameRecord, pairing: &Pairing, engines: &[EngineConfig]) -> bool {
    let variant = record.tag("Variant").unwrap_or("chess");
    record.tag("White") == Some(&*engines[pairing.white].name)
        && record.tag("Black") == Some(&*engines[pairing.black].name)
        && record.tag("FEN") == pairing.opening.fen.as_deref()
        && variant == pairing.variant.name()
        && record.tag(pgn::RULES) == pairing.variant.rules_tag()
}

// Linux has a device on which every write fails.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_after_a_write_that_failed() {
        let (tags, plies) = (Vec::new(), Vec::new());
        let game = GameRecord { tags, comment: String::new(), plies, result: GameResult::Draw };
        let mut records = RecordFile::open(Path::new("/dev/full")).expect("it opens");
        let error = records.append(&game).expect_err("the device is full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        records.append(&game).expect("nothing is written");
    }
}
