//! Chancellor Chess, by Benjamin R. Foster, 1887.

use super::of_any_game::{after, ending, moves};
use crate::rules::{Outcome, Reason};

const GAME: &str = "chancellor";

fn from(fen: &str, square: &str) -> String {
    moves(GAME, fen, square)
}

#[test]
fn chancellors_move_as_rooks_and_as_knights() {
    let fen = "4k4/9/3p5/4P4/2P1C1p2/9/9/9/4K4 w - - 0 1";
    assert_eq!(
        from(fen, "e5"),
        "e5c4 e5c6 e5d3 e5d5 e5d7 e5e2 e5e3 e5e4 e5f3 e5f5 e5f7 e5g4 e5g5 e5g6"
    );
}

#[test]
fn pawns_start_with_one_step_or_two_and_are_taken_in_passing() {
    let start = "rnbqkcnbr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCNBR w KQkq - 0 1";
    assert_eq!(from(start, "e2"), "e2e3 e2e4");
    let passed = after(GAME, start, "e2e4 a8a7 e4e5 a7a6 e5e6 f8f6");
    assert_eq!(passed, "rnbqkcnbr/1pppp1ppp/9/p3Pp3/9/9/9/PPPP1PPPP/RNBQKCNBR w KQkq f7 0 4");
    assert_eq!(
        after(GAME, &passed, "e6f7"),
        "rnbqkcnbr/1pppp1ppp/5P3/p8/9/9/9/PPPP1PPPP/RNBQKCNBR b KQkq - 0 4"
    );
}

#[test]
fn pawns_promote_on_the_last_rank_to_chancellors_too() {
    let fen = "3n4k/4P4/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(from(fen, "e8"), "e8d9b e8d9c e8d9n e8d9q e8d9r e8e9b e8e9c e8e9n e8e9q e8e9r");
    assert_eq!(from("4k4/9/9/9/9/9/9/4p4/K8 b - - 0 1", "e2"), "e2e1b e2e1c e2e1n e2e1q e2e1r");
}

#[test]
fn castling_takes_the_king_two_squares() {
    let fen = "r3k3r/9/9/9/9/9/9/9/R3K3R w KQkq - 0 1";
    assert_eq!(after(GAME, fen, "e1g1 e9c9"), "2kr4r/9/9/9/9/9/9/9/R4RK2 w - - 2 2");
    assert_eq!(after(GAME, fen, "e1c1 e9g9"), "r4rk2/9/9/9/9/9/9/9/2KR4R w - - 2 2");
    assert_eq!(after(GAME, fen, "i1i2 a9b9"), "1r2k3r/9/9/9/9/9/9/8R/R3K4 w Qk - 2 2");
}

#[test]
fn castling_wants_an_empty_way_and_a_king_that_crosses_no_attack() {
    let castles = |row: &str, first: &str| {
        let fen = format!("{row}/p8/9/9/9/9/9/P8/{first} w KQ - 0 1");
        let all = from(&fen, "e1");
        all.split(' ').filter(|mv| ["e1c1", "e1g1"].contains(mv)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(castles("k8", "R3K3R"), "e1c1 e1g1");
    assert_eq!(castles("k8", "R3K2NR"), "e1c1", "a piece beside the rook");
    assert_eq!(castles("k8", "RN2K3R"), "e1g1", "a piece beside the rook");
    assert_eq!(castles("k4r3", "R3K3R"), "e1c1", "f1 is attacked");
    assert_eq!(castles("k5r2", "R3K3R"), "e1c1", "g1 is attacked");
    assert_eq!(castles("k6r1", "R3K3R"), "e1c1 e1g1", "h1 is of no account");
    assert_eq!(castles("2r3k2", "R3K3R"), "e1g1", "c1 is attacked");
    assert_eq!(castles("k3r4", "R3K3R"), "", "in check");
}

#[test]
fn a_single_minor_piece_is_a_dead_draw_and_a_chancellor_is_none() {
    let drawn = Some(Outcome::Draw(Reason::DeadDraw));
    for (piece, outcome) in [('N', drawn), ('B', drawn), ('C', None), ('R', None), ('P', None)] {
        let fen = format!("4k4/9/9/9/2{piece}6/9/9/9/4K4 w - - 0 1");
        assert_eq!(ending(GAME, &fen), outcome, "{piece}");
    }
    assert_eq!(ending(GAME, "4k4/9/9/9/2N3n2/9/9/9/4K4 w - - 0 1"), None);
}

#[test]
fn stalemate_is_a_draw() {
    let fen = "k8/2Q6/9/9/9/9/9/9/4K4 b - - 0 1";
    assert_eq!(ending(GAME, fen), Some(Outcome::Draw(Reason::Stalemate)));
}
