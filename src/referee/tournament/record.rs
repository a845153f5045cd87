//! Records of games, and the record file from which an interrupted tournament resumes.

use std::borrow::Cow;
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
use vertumnus_core::pgn::{self, GameRecord, GameResult, PgnFile};

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

/// The tournament of which a file has games.
#[derive(Clone, Copy)]
pub(super) struct Tournament<'a> {
    pub(super) schedule: &'a Schedule,
    pub(super) part: Part,
    pub(super) engines: &'a [EngineConfig],
    pub(super) labels: &'a RecordLabels,
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

fn or_unknown(text: &str) -> String {
    if text.is_empty() { "?".to_owned() } else { text.to_owned() }
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
    /// If the file cannot be read or written, or has something else than games of this tournament.
    pub(super) fn resume(&mut self, tournament: Tournament<'_>) -> Result<Vec<GameOver>, String> {
        let engines = tournament.engines;
        let failed = |error: io::Error| error.to_string();
        self.file.rewind().map_err(failed)?;
        let mut reader = PgnFile::new(&self.file);
        let (mut done, mut games) = (HashSet::new(), Vec::new());
        let (mut complete, mut end) = (0, 1);
        while let Some(game) = reader.next() {
            // It may be cut off within a letter.
            if game.as_ref().is_err_and(|error| error.is_cut_off) {
                break;
            }
            if !reader.is_utf8() {
                let reason = "this is not UTF-8, so another program has written it";
                return Err(format!("line {end}: {reason}"));
            }
            let (line, record) = game.map_err(|error| error.to_string())?;
            let fail = |reason: &str| format!("line {line}: {reason}");
            let pairing = record.tag("Round").and_then(|round| scheduled(round, tournament));
            let pairing = pairing.filter(|pairing| is_of(&record, pairing, engines));
            let pairing = pairing.ok_or_else(|| fail("a game of another tournament"))?;
            if !done.insert(pairing.index) {
                return Err(fail("a game that was played twice"));
            }
            let players = [pairing.white, pairing.black].map(|engine| &engines[engine]);
            let summary = GameSummary::of_game(&pairing, &record.plies, players);
            games.push(GameOver { pairing, result: record.result, summary });
            (complete, end) = (reader.offset(), reader.line());
        }
        self.file.seek(SeekFrom::Start(complete)).map_err(failed)?;
        let mut rest = Vec::new();
        (&self.file).take(LONGEST_TAGS).read_to_end(&mut rest).map_err(failed)?;
        if !can_begin(&beginning(&rest), tournament) {
            let reason = "this is no game of this tournament that was cut off, so it is left";
            return Err(format!("line {end}: {reason}"));
        }
        self.cut_off(complete).map_err(failed)?;
        Ok(games)
    }

    /// Cuts the file off after its last complete game, which ends at this byte.
    fn cut_off(&mut self, complete: u64) -> io::Result<()> {
        self.file.set_len(complete)?;
        self.file.seek(SeekFrom::End(0))?;
        if complete > 0 {
            self.file.write_all(b"\n\n")?;
        }
        Ok(())
    }
}

/// The tags of a record that tell whose it is are no longer than this, in bytes.
const LONGEST_TAGS: u64 = 1 << 16;

/// A text that is cut off, without the beginning of a letter at its end.
fn beginning(bytes: &[u8]) -> Cow<'_, str> {
    let whole = match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    };
    String::from_utf8_lossy(&bytes[..whole])
}

/// The game of a round, as the tag of this name says it, if it is one of this part of the tournament.
fn scheduled(round: &str, Tournament { schedule, part, .. }: Tournament<'_>) -> Option<Pairing> {
    let pairing = schedule.game(schedule.index_of(parse_round(round)?)?)?;
    part.has(pairing.block).then_some(pairing)
}

/// Whether a text, which may end anywhere, can be the beginning of a record of this tournament.
fn can_begin(text: &str, tournament: Tournament<'_>) -> bool {
    let labels = tournament.labels;
    let mut rest = text.trim_start();
    let mut pairing = None;
    for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
        let player = |side: fn(&Pairing) -> usize| {
            let engine = pairing.as_ref().map(side)?;
            Some(tournament.engines[engine].name.clone())
        };
        let expected = match name {
            "Event" => Some(or_unknown(&labels.event)),
            "Site" => Some(or_unknown(&labels.site)),
            "White" => player(|pairing| pairing.white),
            "Black" => player(|pairing| pairing.black),
            _ => None,
        };
        let expected = expected.map(|text| text.replace('\\', "\\\\").replace('"', "\\\""));
        let beginning = format!("[{name} \"");
        let Some(behind) = rest.strip_prefix(&beginning) else {
            return beginning.starts_with(rest);
        };
        let Some((value, next)) = behind.split_once("\"]\n") else {
            let fits = |value: String| format!("{value}\"]\n").starts_with(behind);
            return expected.map_or(!behind.contains('\n'), fits);
        };
        if name == "Round" {
            pairing = scheduled(value, tournament);
        }
        if expected.is_some_and(|expected| value != expected)
            || name == "Round" && pairing.is_none()
        {
            return false;
        }
        rest = next;
    }
    true
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

#[cfg(test)]
mod resume_tests {
    use std::fs;
    use std::path::PathBuf;

    use super::super::rehearsal::RehearsedMatch;
    use super::*;

    /// A match of three games, and where its games are.
    struct Played {
        rehearsed: RehearsedMatch,
        path: PathBuf,
    }

    impl Played {
        fn new(name: &str) -> Self {
            let names = ["one \\ 1", "Zw\u{f6}lf \u{265e}"].map(str::to_owned);
            let rehearsed = RehearsedMatch::new("a \"great\" one".to_owned(), names, 3);
            let path = std::env::temp_dir()
                .join(format!("vertumnus-resume-{}-{name}.pgn", std::process::id()));
            Self { rehearsed, path }
        }

        /// The text of all games, and where each of them ends.
        fn text(&self) -> (String, Vec<usize>) {
            let (mut text, mut ends) = (String::new(), Vec::new());
            for index in 0..3 {
                let record = self.rehearsed.record(index, "caf\u{e9}", GameResult::Draw);
                text += &record.expect("a game of the match");
                ends.push(text.trim_end().len());
            }
            (text, ends)
        }

        /// What a file with this text has of the tournament, and what stays in it.
        fn resumed(&self, text: &[u8]) -> (Result<usize, String>, Vec<u8>) {
            fs::write(&self.path, text).expect("the temporary directory can be written");
            let found = self.rehearsed.resume(&self.path);
            (found, fs::read(&self.path).expect("it is there"))
        }
    }

    impl Drop for Played {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.path);
        }
    }

    #[test]
    fn a_record_that_is_cut_anywhere_goes_on() {
        let played = Played::new("cut");
        let (text, ends) = played.text();
        for end in 0..=text.len() {
            let (found, left) = played.resumed(&text.as_bytes()[..end]);
            let whole = ends.iter().filter(|&&at| at <= end).count();
            assert_eq!(found, Ok(whole), "{end}");
            let kept = whole
                .checked_sub(1)
                .map_or(String::new(), |last| format!("{}\n\n", &text[..ends[last]]));
            assert_eq!(String::from_utf8_lossy(&left), kept, "{end}");
        }
    }

    #[test]
    fn what_is_no_record_of_the_tournament_is_left_as_it_is() {
        let played = Played::new("foreign");
        let (text, ends) = played.text();
        let first = &text[..ends[0]];
        let of_another = text.replace("Zw\u{f6}lf", "Elf");
        for foreign in [
            "my notes of many days, no PGN at all\n",
            "{\"json\": 1}\n",
            "[Event \"somebody else's unfinished game\"]\n\n1. e4 e5 2. Nf3\n",
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.01.01\"]\n[Round \"-\"]\n[White \"A\"]\n\n1. e4\n",
            "1. e4 e5 2. Nf3\n",
            &of_another[..ends[0] - 5],
            "\0\0\0\0",
        ] {
            for text in [foreign.to_owned(), format!("{first}\n\n{foreign}")] {
                let (found, left) = played.resumed(text.as_bytes());
                assert!(found.is_err(), "{text}: {found:?}");
                assert_eq!(left, text.as_bytes());
            }
        }
    }
}
