//! Records of games, and openings.

use std::path::PathBuf;
use std::{env, fs, process};

use clap::Parser;

use vertumnus_core::board::Color;
use vertumnus_core::pgn::{GameResult, PgnFile, PgnReader, check, decode};
use vertumnus_core::rules::Variant;
use vertumnus_referee::tournament::MatchArgs;
use vertumnus_referee::tournament::rehearsal::RehearsedMatch;

use crate::input::Input;

/// The arguments of a tournament.
#[derive(Parser)]
struct Tournament {
    #[command(flatten)]
    arguments: MatchArgs,
}

/// A file of this process.
pub(crate) fn file(name: &str) -> PathBuf {
    env::temp_dir().join(format!("vertumnus-fuzz-{}-{name}", process::id()))
}

/// A file of PGN: what is read is the same when it is written and read again, and can be replayed.
pub fn pgn(data: &[u8]) {
    let text = decode(data);
    // In a file, a carriage return alone ends a line, too.
    let next = text.chars().skip(1).chain([' ']);
    let letters = text.chars().zip(next);
    let text: String =
        letters.map(|pair| if pair.0 == '\r' && pair.1 != '\n' { '\n' } else { pair.0 }).collect();
    let games: Vec<_> = PgnReader::lenient(&text).collect();
    assert_eq!(PgnFile::lenient(data).collect::<Vec<_>>(), games);
    for (_, record) in games.into_iter().flatten() {
        let written = record.to_string();
        let mut again = PgnReader::new(&written);
        let (_, read) = again.next().expect("a game").expect("a record that was written is read");
        assert_eq!(read.to_string(), written);
    }
    let _ = check(&mut PgnReader::new(&text), Variant::default(), &mut |_| {});
}

/// A file of openings; its first byte chooses its format and its game.
pub fn openings(data: &[u8]) {
    let Some((&first, text)) = data.split_first() else { return };
    let path = file("openings");
    if fs::write(&path, text).is_err() {
        return;
    }
    let format = if first % 2 == 0 { "epd" } else { "pgn" };
    let variant = Variant::bundled()[usize::from(first / 2) % Variant::bundled().len()];
    let (file, format) = (format!("file={}", path.display()), format!("format={format}"));
    let words = ["match", "--engine", "cmd=a", "--engine", "cmd=b", "--each", "tc=1", "--variant"];
    let words = words.into_iter().chain([variant.name(), "--openings", &file, &format]);
    let tournament = Tournament::try_parse_from(words).expect("the arguments are right");
    let _ = tournament.arguments.into_task();
}

/// The record of a match that is cut off anywhere, with anything behind it. The first bytes say how the games
/// ended, how many there are and where they are cut; lines follow with the names of the match and of the
/// engines, and with what is noted on each move; the rest is what stands behind the cut.
pub fn resume(data: &[u8]) {
    let mut input = Input(data);
    let results = [Color::White, Color::Black].map(GameResult::Win);
    let results = [GameResult::Draw, results[0], results[1], GameResult::Open];
    let result = results[usize::from(input.byte()) % results.len()];
    let games = 1 + usize::from(input.byte()) % 4;
    let cut = usize::from(input.word());
    let mut line = || {
        let text = String::from_utf8_lossy(input.line()).into_owned();
        text.replace(|c: char| c.is_control(), "")
    };
    let (event, names, comment) = (line(), [line(), line()], line());
    let played = RehearsedMatch::new(event, names, games);
    let record = |index| played.record(index, &comment, result).expect("a game of the match");
    let (mut text, mut ends) = (String::new(), vec![0]);
    for index in 0..games {
        text += &record(index);
        ends.push(text.trim_end().len());
    }
    let cut = cut % (text.len() + 1);
    let whole = ends.iter().rposition(|&end| end <= cut).unwrap_or_default();
    let path = file("resume");
    let Ok(()) = fs::write(&path, [&text.as_bytes()[..cut], input.0].concat()) else { return };
    let before = fs::read(&path).expect("the file");
    let found = played.resume(&path);
    let mut left = fs::read(&path).expect("the file");
    let Ok(found) = found else {
        assert_eq!(left, before, "it is left as it is");
        assert!(!input.is_empty(), "{found:?}");
        return;
    };
    if input.is_empty() {
        let kept = if whole > 0 { text[..ends[whole]].to_owned() + "\n\n" } else { String::new() };
        assert_eq!((found, str::from_utf8(&left)), (whole, Ok(&*kept)));
        if whole < games {
            left.extend(record(whole).into_bytes());
            fs::write(&path, &left).expect("it was written before");
            assert_eq!(played.resume(&path), Ok(whole + 1));
        }
    } else {
        assert_eq!(played.resume(&path), Ok(found));
        assert_eq!(fs::read(&path).expect("the file"), left);
    }
}

/// The arguments of `vertumnus match`, separated by blanks and line breaks. None of them names a
/// file elsewhere.
pub(crate) fn tournament(text: &str) {
    let words = text.split_ascii_whitespace().filter(|word| !word.contains('/'));
    let line = ["vertumnus", "match"].into_iter().chain(words).map(Into::into);
    let mut words = MatchArgs::normalise(line);
    words.remove(0);
    if let Ok(tournament) = Tournament::try_parse_from(words) {
        let _ = tournament.arguments.into_task();
    }
}
