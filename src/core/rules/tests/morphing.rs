//! Morphing Chess IV, by Gerd P. Degens, 2024.

use crate::board::Color;
use crate::position::testing;
use crate::rules::morphing::Morphing;
use crate::rules::{Outcome, Reason};

fn moves(fen: &str, from: &str) -> String {
    testing::moves::<Morphing>(fen, from)
}

fn after(fen: &str, moves: &str) -> String {
    testing::after::<Morphing>(fen, moves)
}

fn ending(fen: &str) -> Option<Outcome> {
    testing::ending::<Morphing>(fen)
}

#[test]
fn knights_and_archbishops_are_one_piece() {
    let knight = "4k4/p8/9/9/9/9/9/P8/1N2K4 w - - 0 1";
    assert_eq!(moves(knight, "b1"), "b1a3a b1c3a b1d2a");
    let archbishop = "4k4/p8/9/9/9/9/9/P8/2A1K4 w - - 0 1";
    assert_eq!(
        moves(archbishop, "c1"),
        "c1a3 c1b2 c1b3n c1d2 c1d3n c1e2n c1e3 c1f4 c1g5 c1h6 c1i7"
    );
    assert_eq!(after(knight, "b1c3 e9d9 c3b5"), "3k5/p8/9/9/1N7/9/9/P8/4K4 b - - 3 2");
}

#[test]
fn rooks_and_chancellors_are_one_piece() {
    let rook = "4k4/p8/9/9/9/9/9/P8/R3K4 w - - 0 1";
    assert_eq!(moves(rook, "a1"), "a1b1c a1c1 a1d1c");
    let chancellor = "4k4/p8/9/9/9/9/9/P8/1C2K4 w - - 0 1";
    assert_eq!(
        moves(chancellor, "b1"),
        "b1a1r b1a3r b1b2r b1b3 b1b4r b1b5 b1b6r b1b7 b1b8r b1b9 b1c1r b1c3r b1d1 b1d2r"
    );
}

#[test]
fn queens_and_amazons_are_one_piece() {
    let queen = "4k4/p8/9/9/9/9/9/P8/3QK4 w - - 0 1";
    assert_eq!(moves(queen, "d1d"), "d1d2z d1d3 d1d4z d1d5 d1d6z d1d7 d1d8z d1d9");
    assert_eq!(moves(queen, "d1e"), "d1e2", "a queen keeps to its color on a diagonal");
    let amazon = "4k4/p8/9/9/9/9/9/P2Z5/4K4 w - - 0 1";
    assert_eq!(moves(amazon, "d2b"), "d2b1q d2b2 d2b3q d2b4");
}

#[test]
fn kings_pawns_and_bishops_do_not_morph() {
    let fen = "4k4/p8/9/9/9/9/9/P8/2B1K4 w - - 0 1";
    assert_eq!(moves(fen, "e1"), "e1d1 e1d2 e1e2 e1f1 e1f2");
    assert_eq!(moves(fen, "a2"), "a2a3 a2a4");
    assert_eq!(moves(fen, "c1"), "c1a3 c1b2 c1d2 c1e3 c1f4 c1g5 c1h6 c1i7");
}

#[test]
fn captures_morph_too() {
    assert_eq!(
        after("4k4/p8/9/9/9/n8/2P6/P8/4K4 b - - 0 1", "a4c3"),
        "4k4/p8/9/9/9/9/2a6/P8/4K4 w - - 0 2"
    );
}

#[test]
fn pieces_on_squares_of_the_wrong_color_are_refused() {
    for (piece, square) in
        [("N", "a1"), ("A", "b1"), ("R", "b1"), ("C", "a1"), ("Q", "a1"), ("Z", "b1")]
    {
        let row = if square == "a1" { format!("{piece}3K4") } else { format!("1{piece}2K4") };
        let fen = format!("4k4/p8/9/9/9/9/9/9/{row} w - - 0 1");
        assert_eq!(
            testing::refusal::<Morphing>(&fen),
            format!("{piece} on {square}: on this square it is another piece")
        );
    }
}

#[test]
fn pawns_are_refused_where_they_cannot_be() {
    for board in ["P3k4/p8/9/9/9/9/9/9/4K4", "4k4/p8/9/9/9/9/9/9/P3K4"] {
        testing::refusal::<Morphing>(&format!("{board} w - - 0 1"));
    }
}

#[test]
fn pawns_go_two_squares_from_anywhere_but_not_over_a_piece() {
    assert_eq!(moves("4k4/p8/9/9/9/3P5/9/9/4K4 w - - 0 1", "d4"), "d4d5 d4d6");
    assert_eq!(moves("4k4/9/9/3p5/9/3P5/9/9/4K4 w - - 0 1", "d4"), "d4d5 d4d6");
    assert_eq!(moves("4k4/9/9/3p5/3p5/3P5/9/9/4K4 w - - 0 1", "d4"), "d4d5");
    assert_eq!(moves("4k4/p8/9/3B5/9/3P5/9/9/4K4 w - - 0 1", "d4"), "d4d5");
    assert_eq!(moves("4k4/p8/9/9/3B5/3P5/9/9/4K4 w - - 0 1", "d4"), "");
    assert_eq!(moves("4k4/3p5/9/3P5/9/9/9/9/4K4 b - - 0 1", "d8"), "d8d6 d8d7");
}

#[test]
fn pawns_neither_capture_diagonally_nor_in_passing() {
    assert_eq!(moves("4k4/9/9/9/2a1p4/3P5/9/9/4K4 w - - 0 1", "d4"), "d4d5 d4d6");
    let passed = after("4k4/3p5/9/9/4P4/9/9/9/4K4 b - - 0 1", "d8d6");
    assert_eq!(passed, "4k4/9/9/3p5/4P4/9/9/9/4K4 w - - 0 2");
    let claimed = testing::position::<Morphing>("4k4/9/9/3pP4/9/9/9/9/4K4 w - d7 0 2");
    assert_eq!(claimed.fen(), "4k4/9/9/3pP4/9/9/9/9/4K4 w - - 0 2");
}

#[test]
fn pawns_attack_two_squares_straight_ahead() {
    let king = "9/p8/9/4p4/9/9/4K4/P8/k8 w - - 0 1";
    assert_eq!(moves(king, "e3"), "e3d2 e3d3 e3d4 e3e2 e3f2 e3f3 e3f4");
    let blocked = "9/p8/9/4p4/4P4/9/4K4/P8/k8 w - - 0 1";
    assert!(moves(blocked, "e3").contains("e3e4"));
    let check = "9/p8/9/9/4p4/9/4K4/P8/k2N5 w - - 0 1";
    assert_eq!(moves(check, ""), "e3d2 e3d3 e3d4 e3e2 e3f2 e3f3 e3f4", "d1 cannot help");
    let pinned = "9/p8/9/9/4p4/4C4/4K4/P8/k8 w - - 0 1";
    assert_eq!(moves(pinned, "e4"), "e4e5r");
}

#[test]
fn promotion_is_to_what_the_square_makes_of_it() {
    let fen = "1n2k4/PPP6/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(moves(fen, "a8"), "a8a9a a8a9b a8a9r a8a9z", "dark");
    assert_eq!(moves(fen, "b8"), "b8b9b b8b9c b8b9n b8b9q", "light, a capture");
    let two_steps = "4k4/9/PP7/9/9/9/9/p8/4K4 w - - 0 1";
    assert_eq!(moves(two_steps, "a7"), "a7a8 a7a9a a7a9b a7a9r a7a9z");
    assert_eq!(moves(two_steps, "b7"), "b7b8 b7b9b b7b9c b7b9n b7b9q");
    let black = "4k4/9/P8/9/9/9/9/p8/4K4 b - - 0 1";
    assert_eq!(moves(black, "a2"), "a2a1a a2a1b a2a1r a2a1z");
}

#[test]
fn promotion_takes_the_other_name_of_the_same_piece() {
    let position = testing::position::<Morphing>("k8/4P4/9/9/9/9/9/p8/4K4 w - - 0 1");
    for (text, canonical) in [
        ("e8e9q", "e8e9z"),
        ("e8e9z", "e8e9z"),
        ("e8e9c", "e8e9r"),
        ("e8e9n", "e8e9a"),
        ("e8e9b", "e8e9b"),
        ("e8e9=Q", "e8e9z"),
    ] {
        let mv = position.parse_move(text).expect(text);
        assert_eq!(position.move_text(mv), canonical);
    }
    assert!(position.parse_move("e8e9").is_err(), "four moves fit");
    assert!(position.parse_move("e8e9k").is_err());
    let knight = testing::position::<Morphing>("4k4/p8/9/9/9/9/9/9/1N2K4 w - - 0 1");
    for text in ["b1c3", "b1c3a", "b1c3n"] {
        assert_eq!(knight.parse_move(text).map(|mv| knight.move_text(mv)), Ok("b1c3a".into()));
    }
    assert!(knight.parse_move("b1c3r").is_err());
}

#[test]
fn a_bishop_promoted_on_a_light_square_stays_on_light_squares() {
    let fen = after("k8/pP7/9/9/9/9/9/9/4K4 w - - 0 1", "b8b9b a9b9");
    assert_eq!(fen, "1k7/p8/9/9/9/9/9/9/4K4 w - - 0 2");
    let bishop = "1B2k4/p8/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(moves(bishop, "b9"), "b9a8 b9c8 b9d7 b9e6 b9f5 b9g4 b9h3 b9i2");
}

#[test]
fn castling_takes_the_king_three_squares() {
    let fen = "r3k3r/p8/9/9/9/9/9/P8/R3K3R w KQkq - 0 1";
    assert_eq!(after(fen, "e1h1 e9b9"), "1kr5r/p8/9/9/9/9/9/P8/R5RK1 w - - 2 2");
    assert_eq!(after(fen, "e1b1 e9h9"), "r5rk1/p8/9/9/9/9/9/P8/1KR5R w - - 2 2");
    assert_eq!(after(fen, "a1b1 i9i2"), "r3k4/p8/9/9/9/9/9/P7c/1C2K3R w Kq - 2 2");
}

#[test]
fn castling_crosses_no_attacked_square() {
    let castles = |row: &str, first: &str| {
        let fen = format!("{row}/p8/9/9/9/9/9/P8/{first} w KQ - 0 1");
        moves(&fen, "e1").split(' ').filter(|mv| ["e1b1", "e1h1"].contains(mv)).count()
    };
    assert_eq!(castles("k8", "R3K3R"), 2);
    assert_eq!(castles("k4c3", "R3K3R"), 1, "f1 is attacked");
    assert_eq!(castles("k5r2", "R3K3R"), 1, "g1 is attacked");
    assert_eq!(castles("k6c1", "R3K3R"), 1, "h1 is attacked");
    assert_eq!(castles("k3r4", "R3K3R"), 0, "the king is attacked");
    assert_eq!(castles("k7r", "R3K3R"), 2, "the rook may be attacked");
    assert_eq!(castles("k8", "R3KQ2R"), 1, "a piece stands between");
    assert_eq!(castles("k8", "R3K2NR"), 1, "a piece stands between, beyond the king's way");
}

#[test]
fn stalemate_loses() {
    let fen = "1C7/9/9/9/9/9/p8/p7K/k8 b - - 0 1";
    assert_eq!(ending(fen), Some(Outcome::Win(Color::White, Reason::Stalemate)));
}

#[test]
fn a_bare_king_has_lost_at_once() {
    let bared = after("k8/p8/R8/9/9/9/9/9/4K4 w - - 0 1", "a7a8");
    assert_eq!(bared, "k8/C8/9/9/9/9/9/9/4K4 b - - 0 1");
    let white_wins = Some(Outcome::Win(Color::White, Reason::BareKing));
    assert_eq!(ending(&bared), white_wins, "though it could bare the other in turn");
    assert_eq!(moves(&bared, ""), "");
    assert_eq!(ending("k8/9/1Q7/9/9/9/9/9/4K4 b - - 0 1"), white_wins, "though stalemated");
    assert_eq!(ending("k8/9/1Q7/9/9/9/9/9/4K4 w - - 0 1"), white_wins, "whoever is to move");
    assert_eq!(moves("k8/9/1Q7/9/9/9/9/9/4K4 w - - 0 1", ""), "");
    let black_wins = Some(Outcome::Win(Color::Black, Reason::BareKing));
    assert_eq!(ending("k8/p8/9/9/9/9/9/9/4K4 w - - 99 80"), black_wins);
}

#[test]
fn baring_does_not_excuse_leaving_ones_king_in_check() {
    let guarded = "4k4/4p4/4K4/9/9/9/9/P8/9 w - - 0 1";
    assert_eq!(moves(guarded, "e7"), "e7d6 e7d7 e7f6 e7f7");
}

#[test]
fn two_bare_kings_are_a_draw() {
    let fen = "k8/9/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(ending(fen), Some(Outcome::Draw(Reason::BareKing)));
    assert_eq!(moves(fen, ""), "");
}
