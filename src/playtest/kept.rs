//! Reports that are there: in a folder, in a file, or in this program, which has those of some games.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

use vertumnus_games::PLAYTESTS;

use crate::error::PlaytestError;
use crate::report::{self, FORMAT, Report};
use crate::stored;

/// Writes the page of a report.
///
/// # Errors
/// If it cannot be read, or the page cannot be written.
pub fn draw(named: &Path, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    Ok(output.write_all(report::page(&find(named)?).as_bytes())?)
}

/// Sets two reports side by side, and writes the page.
///
/// # Errors
/// If one of them cannot be read, or the page cannot be written.
pub fn compare(named: &[PathBuf], output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let reports: Vec<Report> = named.iter().map(|named| find(named)).collect::<Result<_, _>>()?;
    let [one, other] = &reports[..] else { return Ok(()) };
    Ok(output.write_all(report::compare(one, other).as_bytes())?)
}

/// The page of the report that this program has of a game, as a file of `vertumnus serve`; `None` if it has none.
pub fn page_of(game: &str) -> Option<String> {
    let report = of_game(game)?.ok()?;
    Some(report::on_the_server(&report::page(&report)))
}

/// The report of a folder, a file or a game.
fn find(named: &Path) -> Result<Report, PlaytestError> {
    if named.exists() {
        return read(named);
    }
    named.to_str().and_then(of_game).unwrap_or_else(|| {
        let games: Vec<&str> = PLAYTESTS.iter().map(|&(game, _)| game).collect();
        Err(PlaytestError::Unknown(named.to_owned(), games.join(", ")))
    })
}

/// The report that this program has of a game.
fn of_game(game: &str) -> Option<Result<Report, PlaytestError>> {
    let record = vertumnus_games::of(game, PLAYTESTS)?;
    let refused =
        |error: serde_json::Error| PlaytestError::NoReport(game.into(), error.to_string());
    let read = serde_json::from_slice(&record.bytes()).map_err(refused);
    Some(read.and_then(|report| checked(report, Path::new(game))))
}

/// Reads the report of a folder, or a file.
pub(crate) fn read(path: &Path) -> Result<Report, PlaytestError> {
    let path = if path.is_dir() { path.join("report.json") } else { path.to_owned() };
    checked(stored::read(&path, PlaytestError::NoReport)?, &path)
}

/// A report if it is of the format of this program.
fn checked(report: Report, path: &Path) -> Result<Report, PlaytestError> {
    if report.format == FORMAT {
        return Ok(report);
    }
    let reason = format!("its format is {}, not {FORMAT}", report.format);
    Err(PlaytestError::NoReport(path.to_owned(), reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::game::session;
    use vertumnus_core::rules::Variant;

    #[test]
    fn each_record_is_a_report_that_is_drawn_with_all_its_pictures() {
        for (game, _) in PLAYTESTS {
            let Some(variant) = Variant::exactly(game) else { continue };
            let report = of_game(game).expect("it is there");
            let report = report.unwrap_or_else(|error| panic!("{error}"));
            let main = report.main().expect("games");
            assert_eq!((&*report.game, &*report.title), (variant.name(), session(variant).title()));
            let boards = report.exhibits.len() + report.puzzles.len();
            let heats = main.kinds.used.iter().filter(|used| !used.squares.is_empty()).count();
            let values = main.values.as_ref().map_or(0, |values| values.values.len().min(24));
            let pieces = main.kinds.used.len().min(24) + values;
            let page = page_of(game).expect("it is drawn");
            for (picture, count) in [("board", boards), ("heat", heats), ("piece", pieces)] {
                let drawn = page.matches(&format!("<svg class=\"{picture}\"")).count();
                assert!(drawn == count && count > 0, "{game}: {drawn} of {count}, {picture}");
            }
        }
        assert_eq!(page_of("no-game"), None);
    }

    #[test]
    fn a_report_of_another_format_is_refused() {
        let (game, _) = PLAYTESTS.first().expect("there are some");
        let report = of_game(game).expect("it is there").expect("it is a report");
        let refused = checked(Report { format: 1, ..report }, Path::new("old"));
        let reason = refused.expect_err("it is an old one").to_string();
        assert_eq!(
            reason,
            format!("old is not the report of a playtest: its format is 1, not {FORMAT}")
        );
    }
}
