//! The board for Cute Chess can be compiled only where Cute Chess is. These tests check what can be
//! checked without it: that it uses only what the library has, and draws only pieces of the games.

use vertumnus_core::game;
use vertumnus_core::rules::Variant;

const BOARD: &str = include_str!("../cutechess/vertumnusboard.cpp");
const GLYPHS: &str = include_str!("../cutechess/glyphs.h");
const HEADER: &str = include_str!("../vertumnus.h");

/// The names of Cute Chess's drawings.
const DRAWINGS: [&str; 20] = [
    "P", "N", "B", "R", "Q", "K", "N~", "B~", "R~", "Q~", "A", "C", "U", "NR", "RN", "ZE", "E",
    "F", "M", "W",
];

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

#[test]
fn each_drawing_exists_and_each_drawn_piece_is_one_of_its_game() {
    let rows = GLYPHS.lines().filter(|line| line.trim_start().starts_with("{ \""));
    let rows: Vec<Vec<&str>> =
        rows.map(|line| line.split('"').skip(1).step_by(2).collect()).collect();
    assert!(rows.len() > 30, "the table is not in this file any more");
    for row in rows {
        let [game, token, drawing] = row[..] else { panic!("{row:?} is no row") };
        assert!(DRAWINGS.contains(&drawing), "there is no drawing {drawing}");
        if let Some(&variant) = Variant::ALL.iter().find(|variant| variant.name() == game) {
            let session = game::session(variant);
            let is_known = session.kinds().iter().any(|kind| kind.token == token);
            assert!(is_known, "{game} has no {token}");
        }
    }
}
