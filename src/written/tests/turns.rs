//! Passes, kings that face each other or stay in check, and moves on some squares alone, by the fast rules: in positions
//! worked out by hand, and as by the slow rules.
#![cfg(feature = "played")]

use vertumnus_core::game;
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::written::WrittenGame;
use vertumnus_written::compare::{Extent, compare};
use vertumnus_written::read;

/// A game that builds on chess, by its keys.
#[track_caller]
fn of_keys(keys: &str) -> Definition {
    let mut written = read(format!("[x:chess]\n{keys}\n").as_bytes()).expect("the text is small");
    let findings = written.findings;
    written.games.pop().and_then(|game| game.definition).unwrap_or_else(|| panic!("{findings:?}"))
}

/// Plays moves by the fast rules, and tells their SAN, the FEN and how the game is over.
#[track_caller]
fn played(game: &Definition, fen: &str, texts: &str) -> (String, String, String) {
    let written = WrittenGame::new(game).expect("it can be played");
    let mut session = game::session(Variant::Written(written));
    session.set_position(Some(fen), &[]).expect(fen);
    let mut sans = Vec::new();
    for text in texts.split(' ') {
        let mv = session.parse(text).expect(text);
        let san = session.san(mv);
        assert_eq!(session.parse_san(&san), Ok(mv), "{san}");
        sans.push(san);
        session.play(mv).expect(text);
    }
    let end = session.outcome().map_or_else(String::new, |outcome| outcome.to_string());
    (sans.join(" "), session.fen(), end)
}

fn told(sans: &str, fen: &str, end: &str) -> (String, String, String) {
    (sans.to_owned(), fen.to_owned(), end.to_owned())
}

#[test]
fn two_passes_end_a_game() {
    let game = of_keys("pass = true\ncastling = false");
    let fen = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 5 9";
    assert_eq!(
        played(&game, fen, "d2d4 e8e8"),
        told("d4 --", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 1 10", "")
    );
    // Two passes in a row are a draw, but not with a move between them.
    assert_eq!(
        played(&game, fen, "e1e1 e8e8"),
        told("-- --", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 7 10", "1/2-1/2 two passes")
    );
    assert_eq!(played(&game, fen, "e1e1 e8e7 e1e1").2, "");
}

#[test]
fn kings_that_still_face_each_other_end_a_game() {
    let game = of_keys("bikjangRule = true\npass = true\ncastling = false");
    let fen = "4k3/p7/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(played(&game, fen, "e2c3 e8d8").2, "");
    let (sans, _, end) = played(&game, fen, "e2c3 e8e8");
    assert_eq!((&*sans, &*end), ("Nc3 --", "1/2-1/2 facing kings"));
}

#[test]
fn games_go_alike_by_both_rules() {
    let few = "startFen = r3k2r/4p3/8/8/8/8/4P3/R3K2R w KQkq - 0 1";
    for keys in [
        "pass = true",
        "passOnStalemate = true\nstartFen = 8/1p3k2/1P6/8/8/6p1/2K3P1/8 w - - 0 1",
        &format!("passWhite = true\ncastlingKingsideFile = e\n{few}"),
        &format!("bikjangRule = true\npass = true\n{few}"),
        &format!("bikjangRule = true\n{few}"),
        &format!("makpongRule = true\n{few}"),
        "king = -\ncastling = false\npass = true\nstartFen = r6r/pp6/8/8/8/8/PP6/R6R w - - 0 1",
        "soldier = p\nwazir = n\njanggiCannon = b\nsoldierPromotionRank = 4\ndiagonalLines = a* b* c* d* *1 *8",
    ] {
        let extent = Extent { seed: 1, games: 6, plies: 80 };
        assert_eq!(compare(&of_keys(keys), extent).expect("it can be played"), None, "{keys}");
    }
}
