//! The walls between the crates, held against the sources: who may know whom, where code may be
//! unsafe, and where a game may be named.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use vertumnus_core::rules::Variant;

/// Each crate below `src/`, with the crates of this workspace that it may depend on.
const CRATES: [(&str, &[&str]); 14] = [
    ("games", &[]),
    ("definition", &["games"]),
    ("core", &["definition", "games"]),
    ("neurons", &[]),
    ("engine", &["core", "games", "neurons"]),
    ("protocol", &["core", "engine"]),
    ("referee", &["core", "games"]),
    ("lab", &["core", "engine"]),
    ("pictures", &["core"]),
    ("playtest", &["core", "engine", "games", "lab", "pictures"]),
    ("web", &["core", "engine", "protocol", "pictures", "written"]),
    ("written", &["core", "games"]),
    (
        "cli",
        &[
            "core", "games", "engine", "protocol", "referee", "lab", "pictures", "playtest", "web",
            "written",
        ],
    ),
    ("ffi", &["core", "pictures", "written"]),
];

/// Where `unsafe` may stand: a table in huge pages, and the borders to C and to JavaScript.
const UNSAFE: [&str; 3] = ["engine/search/memory.rs", "ffi/", "web/exports.rs"];

/// The tables that have something for each game. A chancellor is also a piece, with a glyph and a key
/// of its own.
const TABLES: [&str; 2] = ["core/dialect/games.rs", "definition/read/pieces.rs"];

/// Games of XBoard, of which this program may have some.
const FOREIGN: &str = "core/dialect/names.rs";

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All files in a folder and the folders in it whose names end like this.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.to_string_lossy().ends_with(end));
    let below = folders.iter().flat_map(|folder| self::files(folder, end));
    files.chain(below).collect()
}

/// The lines of a file without attributes for tests, and without what these stand before: a statement, or all
/// that follows.
pub(crate) fn without_tests(text: &str) -> Vec<&str> {
    let (mut lines, mut is_for_tests) = (Vec::new(), false);
    let mut attribute = Vec::new();
    for line in text.lines() {
        if line.starts_with("#[") || !attribute.is_empty() {
            attribute.push(line);
            if line.ends_with(']') {
                let names_tests = attribute.iter().any(|line| line.contains("test"));
                is_for_tests |= attribute[0].starts_with("#[cfg(") && names_tests;
                if !is_for_tests {
                    lines.append(&mut attribute);
                }
                attribute.clear();
            }
        } else if !is_for_tests {
            lines.push(line);
        } else if line.ends_with('{') && !line.contains("use ") {
            break;
        } else {
            is_for_tests = !line.ends_with(';');
        }
    }
    lines
}

/// The words of the code in a file: no comments, no literals of text, and nothing for tests. Literals are the
/// second part.
fn code(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut words, mut literals) = (BTreeSet::new(), BTreeSet::new());
    for line in without_tests(text) {
        for (number, part) in line.split('"').enumerate() {
            if number % 2 == 1 {
                literals.insert(part.to_owned());
                continue;
            }
            let (part, has_comment) =
                part.split_once("//").map_or((part, false), |(part, _)| (part, true));
            let names = part.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            words.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
            if has_comment {
                break;
            }
        }
    }
    (words, literals)
}

/// All files of Rust below `src/` but tests, by their paths there.
pub(crate) fn rust_files() -> Vec<(String, String)> {
    let folder = sources();
    let named = files(&folder, ".rs").into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("the source can be read");
        let path = path.strip_prefix(&folder).expect("it is below").to_string_lossy().into_owned();
        (path.replace('\\', "/"), text)
    });
    let is_test = |path: &str| {
        path.contains("/tests/")
            || path.contains("/unit/")
            || path.ends_with("/tests.rs")
            || path.ends_with("/testing.rs")
    };
    named.filter(|(path, _)| !is_test(path)).collect()
}

#[test]
fn each_crate_knows_only_those_below_it() {
    let folders: BTreeSet<String> = fs::read_dir(sources())
        .expect("the sources are there")
        .map(|entry| entry.expect("the folder can be read"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(folders, CRATES.iter().map(|&(name, _)| name.to_owned()).collect());
    for (name, allowed) in CRATES {
        let manifest = fs::read_to_string(sources().join(name).join("Cargo.toml"));
        let manifest = manifest.expect("each crate has a manifest");
        let mut section = "";
        let mut known = BTreeSet::new();
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            } else if section.ends_with("dependencies]")
                && !section.contains("dev-")
                && let Some(rest) = line.strip_prefix("vertumnus-")
            {
                known.extend(rest.split(['.', ' ', '=']).next());
            }
        }
        assert!(!known.is_empty() || allowed.is_empty(), "{name} knows no other crate");
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert!(known.is_subset(&allowed), "{name} may know {allowed:?}, and knows {known:?}");
    }
}

#[test]
fn unsafe_code_stands_where_it_may() {
    let mut found = 0;
    for (path, text) in rust_files() {
        let is_allowed = UNSAFE.iter().any(|place| path.starts_with(place));
        let is_unsafe = code(&text).0.contains("unsafe");
        assert!(is_allowed || !is_unsafe, "src/{path} has unsafe code");
        found += usize::from(is_unsafe);
    }
    assert!(found > 0, "the code that is unsafe is not found");
}

/// Otherwise the crate would not compile where its package is unpacked.
#[test]
fn each_crate_takes_in_only_files_of_its_own_folder() {
    let mut taken = 0;
    for (path, text) in rust_files() {
        // The folders between the file and that of its crate; `main.rs` is of the crate above `src/`.
        let Some(depth) = path.split('/').count().checked_sub(2) else { continue };
        for line in text.lines().filter(|line| line.contains("include_")) {
            for name in line.split('"').skip(1).step_by(2) {
                let is_own = name.matches("../").count() <= depth;
                assert!(is_own, "src/{path} takes in {name}, which its package does not have");
                taken += 1;
            }
        }
    }
    assert!(taken > 0, "no file that is taken in is found");
}

/// What a crate contains is linked into programs and shipped in its package.
#[test]
fn no_crate_contains_code_under_the_gpl() {
    let is_gpl = |path: &Path| {
        let text = fs::read(path).expect("the file can be read");
        let text = String::from_utf8_lossy(&text);
        text.contains("SPDX-License-Identifier: GPL") || text.contains("GNU GENERAL PUBLIC LICENSE")
    };
    let gpl: Vec<PathBuf> = files(&sources(), "").into_iter().filter(|path| is_gpl(path)).collect();
    assert!(gpl.is_empty(), "{gpl:?}");
    let apart = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/cutechess");
    assert!(
        files(&apart, "").iter().all(|path| is_gpl(path)),
        "the marks of the GPL are not found"
    );
}

#[test]
fn each_crate_that_is_published_carries_the_licences() {
    let mut published = 0;
    for (name, _) in CRATES {
        let folder = sources().join(name);
        let manifest = fs::read_to_string(folder.join("Cargo.toml"));
        if manifest.expect("each crate has a manifest").contains("publish = false") {
            continue;
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let text = |folder: &Path| fs::read_to_string(folder.join(licence)).ok();
            let own = text(Path::new(env!("CARGO_MANIFEST_DIR")));
            assert!(own.is_some() && text(&folder) == own, "src/{name} has no {licence}");
        }
        published += 1;
    }
    assert!(published > 0, "no crate is published");
}

/// The other crates are compiled the same for each choice of games, so that it is enough to compile one
/// choice of them.
#[test]
fn only_the_crate_of_the_rules_asks_which_games_are_built() {
    let folder = sources();
    let asks = |text: &str| {
        let games = Variant::ALL.iter();
        games.map(|game| format!("feature = \"{game}\"")).any(|words| text.contains(&words))
    };
    let mut asking = 0;
    for path in files(&folder, ".rs") {
        let text = fs::read_to_string(&path).expect("the source can be read");
        let is_of_the_rules = path.starts_with(folder.join("core"));
        assert!(is_of_the_rules || !asks(&text), "{} asks for a game", path.display());
        asking += usize::from(asks(&text));
    }
    assert!(asking > 0, "nobody asks for a game");
}

#[test]
fn only_tables_name_a_game() {
    // Chess is the default of every protocol; no other game is spoken of by name.
    let others = Variant::bundled().iter().filter(|variant| variant.name() != "chess");
    let mut places: BTreeSet<String> = TABLES.map(str::to_owned).into();
    places.insert(FOREIGN.to_owned());
    let names: Vec<String> =
        others.flat_map(|variant| [variant.name().to_owned(), format!("{variant:?}")]).collect();
    let mut found = BTreeSet::new();
    for (path, text) in rust_files() {
        let (words, literals) = code(&text);
        let is_named = |name: &&String| words.contains(*name) || literals.contains(*name);
        if let Some(name) = names.iter().find(is_named) {
            assert!(places.contains(&path), "src/{path} names {name}");
            found.insert(path);
        }
    }
    let stale: Vec<&str> = TABLES.into_iter().filter(|&table| !found.contains(table)).collect();
    assert!(stale.is_empty(), "no game is named in {stale:?}");
}

/// Otherwise a build of the program lacks a game that the tests know.
#[test]
fn each_game_is_a_feature_of_the_core_and_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in ["Cargo.toml", "src/core/Cargo.toml"] {
        let manifest = fs::read_to_string(root.join(path)).expect("the manifest can be read");
        let has = |start: &str| manifest.lines().any(|line| line.trim().starts_with(start));
        for game in Variant::bundled() {
            assert!(has(&format!("{game} = [")), "{path} has no feature {game}");
        }
        for game in Variant::ALL {
            assert!(has(&format!("\"{game}\",")), "{path} has no {game} among the defaults");
        }
    }
}
