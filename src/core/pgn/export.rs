//! Records in the forms that other programs read.

use super::record::{GameRecord, RecordedMove};
use super::replay::{Replay, ReplayError, replay};
use crate::dialect::{Dialect, MATE_SCORE};
use crate::game::{self, Session};
use crate::rules::Variant;

/// A form of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// That of this program: SAN, and FENs with tokens.
    Standard,
    /// What XBoard and WinBoard read, while an engine describes the game to them: squares instead of
    /// SAN, their letters for the pieces, and no comment that would open a window.
    XBoard,
}

/// Writes a record, whose moves may be SAN or as XBoard writes them, in another form. A record
/// without a tag `Variant` is a game of `fallback`. Variations are left out for XBoard. Otherwise they stay; from
/// a move on that cannot be read, they stay as they were written.
///
/// ```
/// use vertumnus_core::pgn::{Form, PgnReader, convert};
/// use vertumnus_core::rules::Variant;
///
/// let (_, record) = PgnReader::new("[Variant \"morphing\"]\n\n1. e4 *\n").next().unwrap()?;
/// let for_xboard = convert(&record, Variant::default(), Form::XBoard)?;
/// assert_eq!(for_xboard.plies.len(), 1);
/// assert!(for_xboard.tag("FEN").is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the moves of the record are not known.
pub fn convert(
    record: &GameRecord,
    fallback: Variant,
    form: Form,
) -> Result<GameRecord, ReplayError> {
    let Replay { variant, start, moves } = replay(record, fallback)?;
    let dialect = Dialect::of(variant);
    let is_foreign = form == Form::XBoard && !dialect.is_known();
    let mut session = game::session(variant);
    let start_of_game = session.fen();
    session.set_position(Some(&start), &[]).map_err(|error| error.to_string())?;

    let mut tags: Vec<(String, String)> = record.tags.clone();
    tags.retain(|(name, _)| !["Variant", "VariantMen", "FEN", "SetUp"].contains(&&**name));
    let mut add = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
    if variant != Variant::default() {
        add("Variant", if is_foreign { dialect.name() } else { variant.name() });
    }
    if is_foreign || start != start_of_game {
        add("SetUp", "1");
        add("FEN", &if is_foreign { dialect.fen(&*session) } else { start });
    }

    let mut plies = Vec::new();
    for (mv, played) in moves.into_iter().zip(&record.plies) {
        let view = session.view(mv).filter(|_| is_foreign);
        let san = view.map_or_else(|| session.san(mv), |view| dialect.recorded(&view));
        let is_last = plies.len() + 1 == record.plies.len();
        let comment = match form {
            Form::Standard => played.comment.clone(),
            Form::XBoard => comment_for_xboard(&played.comment, is_last),
        };
        let (glyphs, variations) = match form {
            Form::Standard => {
                let variations = played.variations.iter();
                let variations = variations.map(|line| rewritten(line, &mut *session)).collect();
                (played.glyphs.clone(), variations)
            }
            Form::XBoard => (Vec::new(), Vec::new()),
        };
        plies.push(RecordedMove { san, comment, glyphs, variations });
        session.play(mv).map_err(|error| error.to_string())?;
    }
    let comment = match form {
        Form::Standard => record.comment.clone(),
        Form::XBoard => String::new(),
    };
    for (_, said) in tags.iter_mut().filter(|(name, _)| name == "Result") {
        record.result.text().clone_into(said);
    }
    Ok(GameRecord { tags, comment, plies, result: record.result })
}

/// A variation from this position on, in SAN as far as its moves can be read.
fn rewritten(line: &[RecordedMove], session: &mut dyn Session) -> Vec<RecordedMove> {
    let (mut plies, mut played) = (Vec::new(), 0);
    for ply in line {
        let found = session.parse_san(&ply.san).ok().filter(|_| session.outcome().is_none());
        let Some(mv) = found else { break };
        let variations = ply.variations.iter().map(|line| rewritten(line, session)).collect();
        plies.push(RecordedMove { san: session.san(mv), variations, ..ply.clone() });
        if session.play(mv).is_err() {
            break;
        }
        played += 1;
    }
    for _ in 0..played {
        session.undo();
    }
    plies.extend_from_slice(&line[plies.len()..]);
    plies
}

/// A comment as XBoard writes them: score, depth and time, which it reads, or the reason for the
/// result after the last move.
fn comment_for_xboard(comment: &str, is_last: bool) -> String {
    let (report, others) = match comment.split_once(", ") {
        None if is_report(comment) || comment == "book" => (comment, ""),
        Some((report, others)) if is_report(report) || report == "book" => (report, others),
        _ => ("", comment),
    };
    let report = if is_last && !others.is_empty() { "" } else { report };
    [report_for_xboard(report).unwrap_or_default(), others.to_owned()].join(" ").trim().to_owned()
}

/// Whether a comment is what an engine said of a move: a score and a depth, a time, or both.
fn is_report(text: &str) -> bool {
    let is_time =
        |word: &str| word.strip_suffix('s').is_some_and(|seconds| seconds.parse::<f64>().is_ok());
    is_time(text) || report_for_xboard(text).is_some()
}

/// `+0.32/18 0.30s` as `+0.32/18 0.3`, and a mate in five plies, `+M5/18`, as `+1000.03/18`: XBoard
/// counts moves.
fn report_for_xboard(report: &str) -> Option<String> {
    let (score, rest) = report.split_once('/')?;
    let (depth, time) = rest.split_once(' ').unwrap_or((rest, "0s"));
    let depth: u32 = depth.parse().ok()?;
    let seconds: f64 = time.trim_end_matches('s').parse().ok()?;
    let (sign, number) = match score.split_at_checked(1)? {
        (sign @ ("+" | "-"), number) => (sign, number),
        _ => ("+", score),
    };
    let centipawns = if let Some(plies) = number.strip_prefix('M') {
        MATE_SCORE + (plies.parse::<i64>().ok()? + 1) / 2
    } else {
        let (pawns, hundredths) = number.split_once('.')?;
        let hundredths = Some(hundredths).filter(|text| text.len() == 2)?;
        pawns.parse::<i64>().ok()? * 100 + hundredths.parse::<i64>().ok()?
    };
    let time = if seconds < 0.05 { String::new() } else { format!(" {seconds:.1}") };
    Some(format!("{sign}{}.{:02}/{depth}{time}", centipawns / 100, centipawns % 100))
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "chess")]
    use super::super::read::PgnReader;
    use super::*;

    #[cfg(feature = "chess")]
    #[test]
    fn variations_and_results_stay_in_the_standard_form() {
        let text = "[Result \"*\"]\n\n1. e2-e4 e6 (1... c5 {Sicilian} 2. Ng1f3 (2. c2c3 d5 $2)) \
                    ({the plan is} 1... c6 2. -- d5) 2. d4 1-0\n";
        let (_, record) = PgnReader::new(text).next().expect("a game").expect("it reads");
        let standard = convert(&record, Variant::default(), Form::Standard).expect("it is right");
        let expected = "[Result \"1-0\"]\n\n1. e4 e6 ( 1... c5 {Sicilian} 2. Nf3 ( 2. c3 d5 $2 ) ) ( 1... c6 {the plan is}\n\
                        2. -- d5 ) 2. d4 1-0\n";
        assert_eq!(standard.to_string(), expected);
        let xboard = convert(&record, Variant::default(), Form::XBoard).expect("it is right");
        assert!(xboard.plies.iter().all(|ply| ply.variations.is_empty()));
    }

    #[test]
    fn comments_are_such_as_xboard_reads_or_shows_on_purpose() {
        for (written, expected, last) in [
            ("+0.32/18 0.30s", "+0.32/18 0.3", "+0.32/18 0.3"),
            ("-12.05/7 0.01s", "-12.05/7", "-12.05/7"),
            ("+M5/18 12.34s", "+1000.03/18 12.3", "+1000.03/18 12.3"),
            ("0.00/1 0.20s", "+0.00/1 0.2", "+0.00/1 0.2"),
            ("+0.30/12 0.1", "+0.30/12 0.1", "+0.30/12 0.1"),
            ("book", "", ""),
            ("1.50s", "", ""),
            ("book, White resigns", "White resigns", "White resigns"),
            ("-M2/5 0.10s, checkmate", "-1000.01/5 0.1 checkmate", "checkmate"),
            ("a fine move, perhaps", "a fine move, perhaps", "a fine move, perhaps"),
            ("either/or", "either/or", "either/or"),
        ] {
            assert_eq!(comment_for_xboard(written, false), expected, "{written}");
            assert_eq!(comment_for_xboard(written, true), last, "{written}");
        }
    }
}
