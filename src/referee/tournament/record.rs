//! Records of games, and the record file from which an interrupted tournament resumes.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::SystemTime;

use super::arbiter::PlayedGame;
use super::schedule::{Pairing, Schedule};
use super::standings::Standings;
use crate::client::EngineConfig;
use crate::pgn::{GameRecord, PgnReader};

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
    GameRecord { tags, plies: played.plies.clone(), result: played.result }
}

fn round_text((round, game): (usize, usize)) -> String {
    format!("{round}.{game}")
}

fn parse_round(text: &str) -> Option<(usize, usize)> {
    let (round, game) = text.split_once('.')?;
    Some((round.parse().ok()?, game.parse().ok()?))
}

/// Opens a file to append records.
pub(super) fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// Adds the games of a record file to the standings, and returns their numbers. An incomplete game
/// at the end of the file, as a kill leaves it, is removed.
///
/// # Errors
/// If the file cannot be read or written, or has games of another tournament.
pub(super) fn resume(
    path: &Path,
    schedule: &Schedule,
    names: &[&str],
    standings: &mut Standings,
) -> Result<HashSet<usize>, String> {
    let bytes = match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
        read => read.map_err(|error| error.to_string())?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut reader = PgnReader::new(&text);
    let mut done = HashSet::new();
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
        let pairing = pairing.filter(|pairing| is_of(&record, pairing, names));
        let pairing = pairing.ok_or_else(|| fail("a game of another tournament"))?;
        if !done.insert(pairing.index) {
            return Err(fail("a game that was played twice"));
        }
        standings.add(&pairing, record.result);
        complete = reader.offset();
    }
    cut_off(path, complete).map_err(|error| error.to_string())?;
    Ok(done)
}

/// Whether a record belongs to a scheduled game.
fn is_of(record: &GameRecord, pairing: &Pairing, names: &[&str]) -> bool {
    let variant = record.tag("Variant").unwrap_or("chess");
    record.tag("White") == Some(names[pairing.white])
        && record.tag("Black") == Some(names[pairing.black])
        && record.tag("FEN") == pairing.opening.fen.as_deref()
        && variant == pairing.variant.name()
}

/// Cuts a file off after its last complete game, which ends at this byte.
fn cut_off(path: &Path, complete: usize) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.set_len(complete as u64)?;
    if complete > 0 {
        file.seek(SeekFrom::End(0))?;
        file.write_all(b"\n\n")?;
    }
    Ok(())
}
