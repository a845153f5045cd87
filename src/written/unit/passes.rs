//! Passing, and kings that face each other, in positions worked out by hand from the rules of Janggi.

use vertumnus_core::rules::definition::Definition;

use crate::explain;
use crate::unit::changing::{findings, moves_from, of_keys};

/// In each position the piece on the square has just these moves.
#[track_caller]
fn have_moves(game: &Definition, cases: &[(&str, &str, &str)]) {
    for &(fen, square, moves) in cases {
        assert_eq!(moves_from(game, fen, square), moves, "{square}: {fen}");
    }
}

#[test]
fn a_side_passes_out_of_check() {
    let game = of_keys("pass = true\ncastling = false");
    have_moves(
        &game,
        &[
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", "a1", "a1a1 a1a2 a1b1 a1b2"),
            ("7k/8/8/8/8/8/8/K6r w - - 0 1", "a1", "a1a2 a1b2"),
        ],
    );
}

#[test]
fn a_side_without_a_king_passes_with_its_first_piece() {
    let game = of_keys(
        "king = -\nrook = r\ncastling = false\npass = true\nstartFen = r7/8/8/8/8/8/8/R7 w - - 0 1",
    );
    have_moves(&game, &[("r7/8/8/8/8/1N6/P6P/8 w - - 0 1", "a2", "a2a2 a2a3 a2a4")]);
}

#[test]
fn only_who_is_stuck_passes() {
    let game = of_keys("passOnStalemateBlack = true\ncastling = false");
    have_moves(
        &game,
        &[
            ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "h8", "h8h8"),
            ("7k/7p/6Q1/8/8/8/8/K7 b - - 0 1", "h8", ""),
            ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "a1", "a1a2 a1b1 a1b2"),
        ],
    );
    // Mate is mate.
    assert_eq!(moves_from(&game, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "h8"), "");
}

#[test]
fn a_rook_that_castles_is_told_from_a_pass() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let game = of_keys(&format!("pass = true\ncastlingKingsideFile = e\nstartFen = {start}"));
    assert_eq!(moves_from(&game, start, "e1"), "e1c1 e1d1 e1d2 e1e1 e1e2 e1f1 e1f2 e1h1");
}

#[test]
fn kings_that_face_each_other_have_to_be_parted() {
    let game = of_keys("bikjangRule = true\npass = true\ncastling = false");
    have_moves(
        &game,
        &[
            ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "e1", "e1d1 e1d2 e1e1 e1f1 e1f2"),
            ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "a2", "a2e2"),
            // They may come to face each other.
            ("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "e2c1 e2c3 e2d4 e2f4 e2g1 e2g3"),
            // Even in check, the side may pass.
            ("4k3/8/8/8/8/8/3r4/2r1K3 w - - 0 1", "e1", "e1d2 e1e1"),
        ],
    );
}

#[test]
fn passing_is_explained() {
    let game = of_keys("passWhite = true\npassOnStalemateBlack = true\nbikjangRule = true");
    for text in [
        "* Passing: White: a side that is not in check may pass; Black: a side that is not in check and has no other \
         move may pass; two passes in a row are a draw.\n",
        "* Kings: if they stand on a rank or file with nothing between them, the side to move has to part them, or to \
         pass if it may, even in check. If they still stand so then, it is a draw.\n",
    ] {
        assert!(explain(&game).contains(text), "{}", explain(&game));
    }
    assert_eq!(
        findings("passOnStalemate = true\npass = true"),
        ["3:1 'pass' has no effect: passOnStalemate is true"]
    );
}
