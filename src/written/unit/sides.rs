//! Games whose pieces go over to the other side by their moves.

use crate::explain;
use crate::unit::changing::{after, findings, moves, moves_from, of_keys};

const ANDERNACH: &str = "onCapture = k x * > mover; * x * > mover other";

/// Andernach Chess: what captures, but for kings, changes its side.
#[test]
fn what_captures_goes_over_in_andernach_chess() {
    let game = of_keys(ANDERNACH);
    let fen = "4k3/8/3p4/8/4N3/8/8/4K3 w - - 0 1";
    assert_eq!(after(&game, fen, "e4d6"), "4k3/8/3n4/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(after(&game, fen, "e4c5"), "4k3/8/3p4/2N5/8/8/8/4K3 b - - 1 1");
    // There it would check its old king.
    let own = "4k3/8/8/8/1N6/3p4/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, own, "b4"), "b4a2 b4a6 b4c2 b4c6 b4d5");
    let king = "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1";
    assert_eq!(after(&game, king, "e1e2"), "4k3/8/8/8/8/8/4K3/8 b - - 0 1");
    // A pawn promotes first. One that comes over may go twice again.
    let seventh = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(after(&game, seventh, "e7d8r"), "3rk3/8/8/8/8/8/8/4K3 b - - 0 1");
    let pawn = "4k3/3p4/2P5/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(after(&game, pawn, "c6d7 d7d5"), "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2");
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(after(&game, passing, "e5d6"), "4k3/8/3p4/8/8/8/8/4K3 b - - 0 2");
    let text = explain(&game);
    let line = "* These go over to the other side: a Pawn, a Knight, a Bishop, a Rook or a Queen that captures anything.";
    assert!(text.lines().any(|own| own == line), "{text}");
}

/// Super-Andernach: by every move.
#[test]
fn what_moves_goes_over_in_super_andernach() {
    let game = of_keys(&format!("{ANDERNACH}\nonMove = *!k>other"));
    let open = "rnbqkbnr/pppppppp/8/8/4p3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(after(&game, &game.start, "e2e4"), open);
    let reply = "r1bqkbnr/pppppppp/2N5/8/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
    assert_eq!(after(&game, open, "b8c6"), reply);
    // What castles stays, and nothing takes in passing what is no enemy.
    let castling = "4k3/8/8/8/3p4/8/4P3/4K2R w K - 0 1";
    assert_eq!(after(&game, castling, "e1g1"), "4k3/8/8/8/3p4/8/4P3/5RK1 b - - 1 1");
    assert_eq!(after(&game, castling, "e2e4"), "4k3/8/8/8/3pp3/8/8/4K2R b K - 0 1");
    assert!(explain(&game).contains("By a move without capture a Pawn, a Knight"));
    // A rook on its king's file would check it.
    let own = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    assert_eq!(moves_from(&game, own, "h1"), "h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8");
    assert!(moves(&game, own).contains("e1d1"));
}

/// What a capture makes of a piece goes over with it.
#[test]
fn what_goes_over_may_be_another_piece() {
    let game = of_keys("onCapture = k x * > mover; * x same > mover; * x * > victim other");
    let fen = "4k3/8/3r4/8/4N3/8/8/3K4 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "e4"), "e4d2", "it would check as a rook of Black");
    let free = fen.replace("3K4", "4K3");
    assert_eq!(after(&game, &free, "e4d6r"), "4k3/8/3r4/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(
        after(&game, &free.replace("3r4", "3n4"), "e4d6"),
        "4k3/8/3N4/8/8/8/8/4K3 b - - 0 1"
    );
}

#[test]
fn kings_stay_on_their_side() {
    for (keys, said) in [
        ("onCapture = * x * > mover other", {
            "2:13 by this rule a king that captures would go over to the other side"
        }),
        ("onMove = *>other", "2:10 a king would go over to the other side"),
        ("morph = *4: n>other", "2:15 'o' is no piece of this game"),
        ("onCapture = *!k x * > victim other?", {
            "2:23 who goes over to the other side has no choice"
        }),
        ("onCapture = n x * > gone other", "2:21 nothing stands after 'gone'"),
        ("onMove = n>other\nconvert = * x *: K", {
            "3:11 'convert' does not go with pieces that change sides by their moves"
        }),
    ] {
        let told = findings(keys);
        assert!(told.iter().any(|text| text == said), "{keys}: {told:#?}");
    }
}
