//! Unattended matches of the engine against itself.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use vertumnus_core::rules::Variant;

use super::desktop::{PATIENCE, directory};
use super::xboard::XBoard;

/// Words that must not be in the log of a match, in lower case.
const WRONG: [&str; 3] = ["illegal", "forfeit", "error"];

/// The longest time of a game: two clocks that restart after 40 moves, for the longest game that was
/// seen.
const LONGEST_GAME: Duration = Duration::from_secs(60);

/// Plays a match. Returns how many games ended for each of the reasons that XBoard writes down.
pub(crate) fn play(variant: Variant, games: u32) -> BTreeMap<String, usize> {
    let record = directory().join(format!("{variant}-{games}.pgn"));
    let _ = fs::remove_file(&record);
    let path = record.to_string_lossy().into_owned();
    let flags = ["-noGUI", "-tc", "0:01", "-mps", "40", "-saveGameFile", &path];
    let mut xboard = XBoard::start(variant, Some(games), &flags);
    let status = xboard.wait(PATIENCE + games * LONGEST_GAME);
    if !status.success() {
        xboard.fail(&format!("XBoard ended with {status}"));
    }
    let log = xboard.log();
    for line in log.lines() {
        let line = line.to_lowercase();
        if WRONG.iter().any(|word| line.contains(word)) {
            xboard.fail(&format!("{line:?} is in the log"));
        }
    }
    let record = fs::read_to_string(&record).unwrap_or_default();
    let ends = record.split("[Event ").skip(1).map(|game| {
        // The game's last words: a comment with the reason, and the result.
        let end = game.trim_end().rsplit_once('{').map_or("", |(_, end)| end);
        end.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ":")
    });
    let mut outcomes = BTreeMap::new();
    for end in ends {
        *outcomes.entry(end).or_default() += 1;
    }
    let played: usize = outcomes.values().sum();
    if played != games as usize {
        xboard.fail(&format!("{played} of {games} games were written down"));
    }
    for end in outcomes.keys() {
        let has_result = ["1-0", "0-1", "1/2-1/2"].iter().any(|result| end.ends_with(result));
        let is_by_rule =
            !end.to_lowercase().contains("time") && !end.to_lowercase().contains("exit");
        if !has_result || !is_by_rule {
            xboard.fail(&format!("a game ended in {end:?}"));
        }
    }
    outcomes
}
