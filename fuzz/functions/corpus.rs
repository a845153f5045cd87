//! The fuzz targets with inputs that are kept, as ordinary tests: each file of the corpus of a target, and for
//! positions each line of the perft suites.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

/// What a target does with an input.
type Target = fn(&[u8]);

/// All targets, by the names of their files.
const TARGETS: [(&str, Target); 22] = [
    ("aliases", vertumnus_fuzz::aliases),
    ("checkpoints", vertumnus_fuzz::checkpoints),
    ("connections", vertumnus_fuzz::connections),
    ("engines", vertumnus_fuzz::engines),
    ("games", vertumnus_fuzz::games),
    ("library", vertumnus_fuzz::library),
    ("lines", vertumnus_fuzz::lines),
    ("moves", vertumnus_fuzz::moves),
    ("networks", vertumnus_fuzz::networks),
    ("openings", vertumnus_fuzz::openings),
    ("opponents", vertumnus_fuzz::opponents),
    ("options", vertumnus_fuzz::options),
    ("page", vertumnus_fuzz::page),
    ("parts", vertumnus_fuzz::parts),
    ("pgn", vertumnus_fuzz::pgn),
    ("positions", vertumnus_fuzz::positions),
    ("resume", vertumnus_fuzz::resume),
    ("royal", vertumnus_fuzz::royal),
    ("selfplay", vertumnus_fuzz::selfplay),
    ("uci", vertumnus_fuzz::uci),
    ("written", vertumnus_fuzz::written),
    ("xboard", vertumnus_fuzz::xboard),
];

fn main() {
    let mut trials: Vec<Trial> = TARGETS
        .iter()
        .map(|&(name, target)| Trial::test(name, move || try_corpus(name, target)))
        .collect();
    trials.push(Trial::test("every_target_is_tried", every_target_is_tried));
    trials.push(Trial::test("opponents_play_games", opponents_play_games));
    for suite in files(&in_repository("perft")) {
        if suite.extension().is_some_and(|extension| extension == "epd") {
            let game = suite.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(Trial::test(format!("suite::{game}"), move || try_suite(&game, &suite)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The files of a folder in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// Tries an input, and names it if it fails.
fn try_input(target: Target, input: &[u8], name: &str) -> Result<(), Failed> {
    catch_unwind(|| target(input)).map_err(|_| format!("it fails with {name}").into())
}

fn try_corpus(name: &str, target: Target) -> Result<(), Failed> {
    let files = files(&in_repository("fuzz/corpus").join(name));
    for file in &files {
        try_input(target, &fs::read(file)?, &file.display().to_string())?;
    }
    if files.is_empty() { Err("the corpus is empty".into()) } else { Ok(()) }
}

fn try_suite(game: &str, suite: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(suite)?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let fen = line.split(';').next().unwrap_or(line).trim();
        let input = format!("{game} {fen}");
        try_input(vertumnus_fuzz::positions, input.as_bytes(), &input)?;
    }
    Ok(())
}

/// The corpus of opponents would try little if no game were begun.
fn opponents_play_games() -> Result<(), Failed> {
    for file in files(&in_repository("fuzz/corpus/opponents")) {
        let record = vertumnus_fuzz::record_of(&fs::read(&file)?).map(|(_, record)| record);
        if !record.as_ref().is_some_and(|record| record.contains("\n1. ")) {
            return Err(format!("{} is {record:?}", file.display()).into());
        }
    }
    Ok(())
}

/// A target that is not in the list above would be tried by nothing but a fuzzer.
fn every_target_is_tried() -> Result<(), Failed> {
    let targets = files(&in_repository("fuzz/fuzz_targets"));
    let names: Vec<_> = targets.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    let tried: Vec<_> = TARGETS.iter().map(|&(name, _)| name).collect();
    if names == tried { Ok(()) } else { Err(format!("{names:?} are not {tried:?}").into()) }
}
