//! The board for Cute Chess can be compiled only where Cute Chess is. These tests check what can be
//! checked without it: that it uses only what the C library has.

use std::fs;
use std::path::Path;

const FOLDER: &str = "packaging/cutechess";

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn board() -> String {
    text(&format!("{FOLDER}/vertumnusboard.cpp"))
}

fn words(source: &str) -> impl Iterator<Item = &str> {
    source.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
}

#[test]
fn the_board_uses_only_what_the_header_has() {
    let (board, header) = (board(), text("src/ffi/vertumnus.h"));
    // A variable of the environment.
    let is_other = |word: &str| word == "VERTUMNUS_RULES";
    let is_ours = |word: &&str| {
        (word.starts_with("vertumnus_") || word.starts_with("VERTUMNUS_")) && !is_other(word)
    };
    let used: Vec<&str> = words(&board).filter(is_ours).collect();
    assert!(used.contains(&"vertumnus_legal_moves"), "the board is not in this file any more");
    for name in used {
        assert!(words(&header).any(|word| word == name), "the header has no {name}");
    }
}

#[test]
fn its_paths_to_the_rest_of_the_repository_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = text(&format!("{FOLDER}/vertumnusboard.h"));
    let included = header.split('"').find(|text| text.ends_with("vertumnus.h"));
    let included = included.expect("it includes the header of the library");
    assert!(root.join(FOLDER).join(included).is_file(), "{included}");
    let up = text(&format!("{FOLDER}/vertumnus.cmake")).matches("../").count();
    assert_eq!(up, FOLDER.split('/').count(), "the way to target/ is not that many folders up");
}
