//! Reads openings from files.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::opening::Opening;
use vertumnus_core::files;
use vertumnus_core::game::{self, Session};
use vertumnus_core::pgn::{GameRecord, PgnError, PgnFile};
use vertumnus_core::rules::Variant;

/// Openings cannot be read.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// An opening is invalid.
    #[error("{}, line {line}: {reason}", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The problem, in one line.
        reason: String,
    },
    /// The file has no openings of the variant.
    #[error("{} has no opening of {variant}", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
        /// The variant.
        variant: Variant,
    },
}

/// Reads the openings of a variant from a file: PGN, or one FEN or EPD per line. The opening of a
/// PGN game is all its moves, or the first `plies` of them. Games of other variants are skipped.
///
/// # Errors
/// If the file cannot be read, has an invalid opening, or has no openings of the variant.
pub(crate) fn read(
    path: &Path,
    variant: Variant,
    is_pgn: bool,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningsError> {
    let failed = |error| OpeningsError::Read { path: path.to_owned(), error };
    let mut session = game::session(variant);
    let openings = if is_pgn {
        let games = &mut PgnFile::lenient(files::open(path).map_err(failed)?);
        from_pgn(games, &mut *session, plies)
    } else {
        from_epd(&mut files::lines(path).map_err(failed)?, &mut *session)
    };
    match openings {
        Err((line, reason)) => Err(OpeningsError::Bad { path: path.to_owned(), line, reason }),
        Ok(openings) if openings.is_empty() => {
            Err(OpeningsError::Empty { path: path.to_owned(), variant })
        }
        Ok(openings) => Ok(openings),
    }
}

/// The number of a line, and the problem on it.
type BadLine = (usize, String);

fn from_epd(
    lines: &mut dyn Iterator<Item = io::Result<String>>,
    session: &mut dyn Session,
) -> Result<Vec<Opening>, BadLine> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let line = line.map_err(|error| (number, error.to_string()))?;
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let (fen, _) = session.mended_fen(&fen_of_epd(&line));
        session.set_position(Some(&fen), &[]).map_err(|error| (number, error.to_string()))?;
        check_ongoing(session).map_err(|reason| (number, reason))?;
        openings.push(Opening { fen: Some(session.fen()), moves: Vec::new() });
    }
    Ok(openings)
}

/// The FEN of a line. If it is an EPD, the counters are taken from its operations.
fn fen_of_epd(line: &str) -> String {
    // An operation may follow directly on a semicolon, as in perft suites.
    let line = line.replace(';', " ; ");
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_position = |word: &&&str| **word != ";";
    let (position, rest) = words.split_at(words.iter().take(4).take_while(is_position).count());
    let is_number = |word: &&&str| word.bytes().all(|c| c.is_ascii_digit());
    let mut fields: Vec<&str> = position.to_vec();
    let counters: Vec<&str> = rest.iter().take(2).take_while(is_number).copied().collect();
    if counters.is_empty() {
        let operand = |name| {
            let place = rest.iter().position(|&word| word == name)?;
            rest.get(place + 1).copied()
        };
        if fields.len() == 4 {
            fields.extend([operand("hmvc").unwrap_or("0"), operand("fmvn").unwrap_or("1")]);
        }
    } else {
        let further = rest.get(counters.len());
        fields.extend(counters);
        fields.extend(further.filter(|word| word.contains('/')));
    }
    fields.join(" ")
}

fn from_pgn(
    games: &mut dyn Iterator<Item = Result<(usize, GameRecord), PgnError>>,
    session: &mut dyn Session,
    plies: Option<usize>,
) -> Result<Vec<Opening>, BadLine> {
    let mut openings = Vec::new();
    for game in games {
        let (line, record) = game.map_err(|error| (error.line, error.reason))?;
        let chess = "chess".parse().unwrap_or(session.variant());
        if record.variant(chess) == Ok(session.variant()) {
            openings.push(replay(&record, session, plies).map_err(|reason| (line, reason))?);
        }
    }
    Ok(openings)
}

fn replay(
    record: &GameRecord,
    session: &mut dyn Session,
    plies: Option<usize>,
) -> Result<Opening, String> {
    let fen = record.tag("FEN").map(|fen| session.mended_fen(fen).0);
    session.set_position(fen.as_deref(), &[]).map_err(|error| error.to_string())?;
    let mut moves = Vec::new();
    for ply in record.plies.iter().take(plies.unwrap_or(usize::MAX)) {
        let mv = session.parse_san(&ply.san).map_err(|error| error.to_string())?;
        moves.push(session.text(mv));
        session.play(mv).map_err(|error| error.to_string())?;
    }
    check_ongoing(session)?;
    Ok(Opening { fen, moves })
}

fn check_ongoing(session: &dyn Session) -> Result<(), String> {
    session.outcome().map_or(Ok(()), |outcome| Err(format!("the game is over: {outcome}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::pgn::PgnReader;
    use vertumnus_core::rules::Ruleset;
    use vertumnus_core::rules::chess::Chess;

    fn chess() -> Box<dyn Session> {
        game::session("chess".parse().expect("chess is built in"))
    }

    fn lines(text: &str) -> impl Iterator<Item = io::Result<String>> {
        text.lines().map(|line| Ok(line.to_owned()))
    }

    #[test]
    fn lines_may_be_fen_or_epd() {
        let board = Chess.facts().start.split(" 0 1").next().unwrap_or_default();
        let text = format!(
            "# a comment\n\n{board}\n{board} 3 9\n{board} hmvc 5; fmvn 7; id \"x\";\n{board} bm e4;\n\
             {board};D1 20 ;D2 400\n{board} ;hmvc 5;fmvn 7;\n4k3/8/8/8/8/8/4P3/4K3 w KQkq;id \"y\"\n"
        );
        let openings = from_epd(&mut lines(&text), &mut *chess()).expect("it reads");
        let fens: Vec<_> = openings.into_iter().filter_map(|opening| opening.fen).collect();
        let expected = ["0 1", "3 9", "5 7", "0 1", "0 1", "5 7"];
        let expected = expected.map(|counters| format!("{board} {counters}"));
        assert_eq!(fens[..6], expected);
        assert_eq!(fens[6..], ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    }

    #[test]
    fn bad_lines_and_finished_games_are_refused() {
        let (line, reason) = from_epd(&mut lines("\nx y z\n"), &mut *chess()).expect_err("no FEN");
        assert!(line == 2 && reason.starts_with("bad FEN"), "{reason}");
        let over = "7k/5Q2/6K1/8/8/8/8/8 b - -\n";
        let (_, reason) = from_epd(&mut lines(over), &mut *chess()).expect_err("stalemate");
        assert_eq!(reason, "the game is over: 1/2-1/2 stalemate");
    }

    #[test]
    fn the_first_plies_of_games_are_openings() {
        let text = "1. e4 e5 2. Nf3 *\n\n[Variant \"morphing\"]\n\n1. zz *\n\n[Variant \"Chess\"]\n\n1. d4 *";
        let openings =
            from_pgn(&mut PgnReader::lenient(text), &mut *chess(), Some(2)).expect("it reads");
        let moves: Vec<_> = openings.into_iter().map(|opening| opening.moves).collect();
        assert_eq!(moves, [vec!["e2e4", "e7e5"], vec!["d2d4"]]);
    }

    /// Tags as they stand in books of several programs, and results that do not belong to the moves.
    #[test]
    fn games_of_books_may_have_any_tags_and_results() {
        let text = "\u{FEFF}[Event \"?\"]\r\n[Site \"https://lichess.org/x\"]\r\n[Variant \"Standard\"]\r\n\
            [ECO \"B01\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1.e4 d5 1-0\r\n\r\n\
            [Variant \"From Position\"]\r\n[SetUp \"1\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n\
            \r\n1. e4\r\n\r\n[Variant \"Chess960\"]\r\n\r\n1. Nh3 *\r\n\r\n[Variant \"?\"]\r\n[PlyCount \"2\"]\r\n\r\n1. c4 {book} c5";
        let openings =
            from_pgn(&mut PgnReader::lenient(text), &mut *chess(), None).expect("it reads");
        let moves: Vec<_> = openings.into_iter().map(|opening| opening.moves).collect();
        assert_eq!(moves, [vec!["e2e4", "d7d5"], vec!["e2e4"], vec!["c2c4", "c7c5"]]);
    }
}

#[cfg(test)]
mod builtin_tests {
    use super::super::OpeningBook;
    use super::*;

    #[test]
    fn the_built_in_openings_are_many_different_and_playable() {
        for &variant in Variant::bundled() {
            let book = OpeningBook::builtin(variant);
            assert!(book.len() >= 2000, "{variant}");
            let mut session = game::session(variant);
            let mut seen = std::collections::HashSet::new();
            for number in 0..book.len() {
                let fen = book.opening(number).fen.as_deref();
                session.set_position(fen, &[]).unwrap_or_else(|error| panic!("{variant}: {error}"));
                assert_eq!(session.outcome(), None, "{variant}: {fen:?}");
                assert_eq!(Some(session.fen().as_str()), fen);
                assert!(seen.insert(session.key()), "{variant}: {fen:?} twice");
            }
        }
    }
}
