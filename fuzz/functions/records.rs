//! Records of games, and openings.

use std::path::PathBuf;
use std::{env, fs, process};

use clap::Parser;

use vertumnus_core::pgn::{PgnFile, PgnReader, check, decode};
use vertumnus_core::rules::Variant;
use vertumnus_referee::tournament::MatchArgs;

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
    let variant = Variant::ALL[usize::from(first / 2) % Variant::ALL.len()];
    let (file, format) = (format!("file={}", path.display()), format!("format={format}"));
    let words = ["match", "--engine", "cmd=a", "--engine", "cmd=b", "--each", "tc=1", "--variant"];
    let words = words.into_iter().chain([variant.name(), "--openings", &file, &format]);
    let tournament = Tournament::try_parse_from(words).expect("the arguments are right");
    let _ = tournament.arguments.into_task();
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
