//! Soldiers that go sideways beyond a rank, and pieces that move along lines of the board, in positions worked out by
//! hand from the rules of Xiangqi and Janggi.

use vertumnus_core::rules::definition::Definition;

use crate::explain;
use crate::unit::changing::{findings, moves_from, of_keys};

fn palace() -> Definition {
    of_keys(
        "king = k:W\nsoldier = s\nwazir = w\njanggiCannon = c\ncastling = false\nsoldierPromotionRank = 5\n\
         diagonalLines = d1 f1 e2 d3 f3",
    )
}

/// In each position the piece on the square has just these moves.
#[track_caller]
fn have_moves(cases: &[(&str, &str, &str)]) {
    let game = palace();
    for &(fen, square, moves) in cases {
        assert_eq!(moves_from(&game, fen, square), moves, "{square}: {fen}");
    }
}

#[test]
fn a_soldier_goes_sideways_beyond_its_rank() {
    have_moves(&[
        ("7k/8/8/8/4S3/8/8/K7 w - - 0 1", "e4", "e4e5"),
        ("7k/8/8/4S3/8/8/8/K7 w - - 0 1", "e5", "e5d5 e5e6 e5f5"),
        ("7k/8/8/4s3/8/8/8/K7 b - - 0 1", "e5", "e5e4"),
        ("7k/8/8/8/4s3/8/8/K7 b - - 0 1", "e4", "e4d4 e4e3 e4f4"),
        // The one on the fifth rank attacks no king beside it, the one on the fourth does.
        ("7k/8/8/2s5/2s5/3K4/8/8 w - - 0 1", "d3", "d3d2 d3e2 d3e3"),
        ("7k/8/8/2s5/3K4/8/8/8 w - - 0 1", "d4", "d4d3 d4d5 d4e4"),
    ]);
}

#[test]
fn pieces_move_along_the_lines_of_a_palace() {
    have_moves(&[
        ("7k/8/8/8/8/8/4K3/8 w - - 0 1", "e2", "e2d1 e2d2 e2d3 e2e1 e2e3 e2f1 e2f2 e2f3"),
        ("7k/8/8/8/8/8/3K4/8 w - - 0 1", "d2", "d2c2 d2d1 d2d3 d2e2"),
        ("7k/8/8/8/8/3W4/8/K7 w - - 0 1", "d3", "d3c3 d3d2 d3d4 d3e2 d3e3"),
        ("7k/8/8/8/8/8/4S3/K7 w - - 0 1", "e2", "e2d3 e2e3 e2f3"),
        ("6k1/8/8/8/8/7n/3n4/K2R1n2 w - - 0 1", "d1", "d1b1 d1c1 d1d2 d1e1 d1e2 d1f1 d1f3"),
        // A cannon goes over the middle, but neither onto it nor beyond the corner.
        ("7k/8/8/8/8/8/4n3/K2C4 w - - 0 1", "d1", "d1f3"),
    ]);
}

#[test]
fn a_cannon_of_janggi_goes_neither_over_nor_onto_another() {
    have_moves(&[
        ("7k/8/8/8/8/C2c1r2/8/6K1 w - - 0 1", "a3", ""),
        ("7k/8/8/8/8/C2n1c2/8/6K1 w - - 0 1", "a3", "a3e3"),
        ("7k/8/8/8/8/C2n1r2/8/6K1 w - - 0 1", "a3", "a3e3 a3f3"),
        // So it gives no check over another.
        ("7k/8/8/8/8/c2C2K1/8/8 w - - 0 1", "g3", "g3f3 g3g2 g3g4 g3h3"),
        ("7k/8/8/8/8/c2N2K1/8/8 w - - 0 1", "g3", "g3g2 g3g4"),
    ]);
}

#[test]
fn kings_are_attacked_along_lines_alone() {
    have_moves(&[
        // The rook checks: it can be taken, and what steps between blocks it.
        ("7k/8/8/8/8/5K2/8/3r2N1 w - - 0 1", "g1", "g1e2"),
        ("7k/8/8/8/8/5K2/8/R2r4 w - - 0 1", "a1", "a1d1"),
        // Who stands between is pinned.
        ("7k/8/8/8/8/5K2/4N3/3r4 w - - 0 1", "e2", ""),
        ("7k/8/8/8/8/5K2/4R3/3r4 w - - 0 1", "e2", "e2d1"),
        // Off the lines the same diagonal is nothing.
        ("7k/8/8/8/6K1/8/8/3r3N w - - 0 1", "h1", "h1f2 h1g3"),
    ]);
}

#[test]
fn the_squares_of_moves_are_said() {
    let explained = explain(&palace());
    for text in [
        "  steps one square forward.\n  White: from ranks 5, 6, 7 or 8; Black: from ranks 1, 2, 3 or 4: steps one \
         square sideways.\n",
        "  From d1, f1, e2, d3 or f3 to d1, f1, e2, d3 or f3: slides like a bishop.\n",
    ] {
        assert!(explained.contains(text), "{text}{explained}");
    }
}

#[test]
fn keys_without_effect_are_said() {
    assert_eq!(
        findings("rook = -\ncastling = false\npromotionPieceTypes = q\ndiagonalLines = d1 e2"),
        ["5:1 'diagonalLines' has no effect: no piece of the game moves along them"]
    );
    assert_eq!(
        findings("soldierPromotionRank = 4"),
        ["2:1 'soldierPromotionRank' has no effect: no piece is named by 'soldier'"]
    );
    assert_eq!(
        findings("soldier = s\nsoldierPromotionRank = 9"),
        ["3:24 the board has no such rank"]
    );
}
