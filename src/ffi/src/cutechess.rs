//! The board for Cute Chess is compiled by those who have Cute Chess. What can be said without it is
//! said here: it asks for what the library has, and draws pieces that the games have.

use vertumnus_core::game;
use vertumnus_core::rules::Variant;

const BOARD: &str = include_str!("../cutechess/vertumnusboard.cpp");
const GLYPHS: &str = include_str!("../cutechess/glyphs.h");
const HEADER: &str = include_str!("../vertumnus.h");

/// The drawings of Cute Chess.
const DRAWINGS: [&str; 20] = [
    "P", "N", "B", "R", "Q", "K", "N~", "B~", "R~", "Q~", "A", "C", "U", "NR", "RN", "ZE", "E",
    "F", "M", "W",
];

fn words(source: &str) -> impl Iterator<Item = &str> {
    source.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
}

#[test]
fn the_board_asks_for_what_the_header_has() {
    let is_ours = |word: &&str| word.starts_with("vertumnus_") || word.starts_with("VERTUMNUS_");
    let asked: Vec<&str> = words(BOARD).filter(is_ours).collect();
    assert!(asked.contains(&"vertumnus_legal_moves"), "this test has lost its board");
    for name in asked {
        assert!(words(HEADER).any(|word| word == name), "the header has no {name}");
    }
}

#[test]
fn each_drawing_is_there_and_each_drawn_piece_is_one_of_its_game() {
    let rows = GLYPHS.lines().filter(|line| line.trim_start().starts_with("{ \""));
    let rows: Vec<Vec<&str>> =
        rows.map(|line| line.split('"').skip(1).step_by(2).collect()).collect();
    assert!(rows.len() > 30, "this test has lost its table");
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
