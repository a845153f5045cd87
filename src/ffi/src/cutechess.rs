//! The board for Cute Chess can be compiled only where Cute Chess is. These tests check what can be
//! checked without it: that it uses only what the library has. What it draws is a matter of the
//! command line's `pieces`.

const BOARD: &str = include_str!("../cutechess/vertumnusboard.cpp");
const HEADER: &str = include_str!("../vertumnus.h");

fn words(source: &str) -> impl Iterator<Item = &str> {
    source.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
}

#[test]
fn the_board_uses_only_what_the_header_has() {
    let is_ours = |word: &&str| word.starts_with("vertumnus_") || word.starts_with("VERTUMNUS_");
    let used: Vec<&str> = words(BOARD).filter(is_ours).collect();
    assert!(used.contains(&"vertumnus_legal_moves"), "the board is not in this file any more");
    for name in used {
        assert!(words(HEADER).any(|word| word == name), "the header has no {name}");
    }
}
