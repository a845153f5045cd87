//! Games whose captures blow up what is around, worked out by hand from the rules of atomic chess.

use crate::explain;
use crate::unit::changing::{after, findings, moves_from, of_keys, of_name};
use crate::unit::royals::ends;

/// Atomic chess with other pieces.
const OTHER: &str = "king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\n\
    extinctionPieceTypes = k\nblastOnCapture = true";

#[test]
fn captures_take_away_all_around_but_pawns() {
    let game = of_name("atomic");
    // Around e5 stand a pawn on each side, a bishop and a knight; the queen on g5 is too far away.
    let fen = "4k3/8/3p1b2/4r1q1/3N1P2/8/8/4RK2 w - - 7 9";
    assert_eq!(after(&game, fen, "e1e5"), "4k3/8/3p4/6q1/5P2/8/8/5K2 b - - 0 9");
    // A pawn that captures goes, and en passant blows up what is around its target.
    let fen = "4k3/8/2n1b3/3pP3/4N3/8/8/4K3 w - d6 0 9";
    assert_eq!(after(&game, fen, "e5d6"), "4k3/8/8/8/4N3/8/8/4K3 b - - 0 9");
    // So does what would promote, whatever to.
    let fen = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 9";
    assert_eq!(after(&game, fen, "a7b8n"), "4k3/8/8/8/8/8/8/4K3 b - - 0 9");
}

#[test]
fn rights_go_with_rooks_that_are_blown_up() {
    let game = of_name("atomic");
    let fen = "r3k2r/8/8/8/8/5n2/6P1/R3K2R b KQkq - 0 1";
    assert_eq!(after(&game, fen, "f3h2"), "r3k2r/8/8/8/8/8/6Pn/R3K2R w KQkq - 1 2");
    assert_eq!(after(&game, fen, "h8h1"), "r3k3/8/8/8/8/5n2/6P1/R3K3 w Qq - 0 2");
    let fen = "r3k2r/8/8/8/8/8/6P1/RN2K1nR w KQkq - 0 1";
    assert_eq!(after(&game, fen, "h1g1"), "r3k2r/8/8/8/8/8/6P1/RN2K3 b Qkq - 0 1");
}

#[test]
fn kings_do_not_blow_themselves_up_and_win_by_the_others_end() {
    let game = of_name("atomic");
    // Neither does the king capture, nor another piece beside it.
    assert_eq!(moves_from(&game, "7k/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1"), "e1d1 e1e2 e1f1 e1f2");
    assert_eq!(
        moves_from(&game, "7k/8/8/8/8/8/R2n4/4K3 w - - 0 1", "a2"),
        "a2a1 a2a3 a2a4 a2a5 a2a6 a2a7 a2a8 a2b2 a2c2"
    );
    // In check, to blow up the other king is enough.
    let fen = "3k4/3q4/8/8/4r3/8/8/3QK3 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "d1"), "d1d7 d1e2");
    ends(
        &game,
        &[
            ("8/8/8/8/8/8/8/4K3 b - - 0 1", "1-0 extinction"),
            ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "1-0 checkmate"),
        ],
    );
}

#[test]
fn kings_that_touch_are_not_attacked() {
    let game = of_name("atomic");
    // The king may step beside the other, and next to it no attack matters.
    let fen = "8/8/8/3k4/8/3K4/7r/8 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "d3"), "d3c3 d3c4 d3d4 d3e3 d3e4");
    let fen = "8/8/8/3k4/3K3r/8/8/8 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "d4"), "d4c3 d4c4 d4c5 d4d3 d4e3 d4e4 d4e5");
    ends(&game, &[(fen, "")]);
}

#[test]
fn without_checks_kings_may_be_left_attacked() {
    let game = of_name("nocheckatomic");
    assert_eq!(
        moves_from(&game, "7k/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1"),
        "e1d1 e1d2 e1e2 e1f1 \
         e1f2"
    );
    // Who blows up both kings has lost.
    ends(&game, &[("8/8/8/8/8/8/8/8 w - - 0 1", "1-0 extinction")]);
}

#[test]
fn what_is_immune_stays_and_does_not_take_its_like() {
    let game = of_name("atomar");
    let fen = "4k3/8/8/8/8/3K4/3rn3/8 w - - 0 1";
    assert_eq!(after(&game, fen, "d3d2"), "4k3/8/8/8/8/8/3K4/8 b - - 0 1");
    assert_eq!(
        moves_from(&game, "8/8/8/8/3k4/3K4/8/8 w - - 0 1", "d3"),
        "d3c2 d3c3 d3c4 d3d2 \
         d3e2 d3e3 d3e4"
    );
    // A king that is captured is gone.
    let fen = "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1";
    assert_eq!(after(&game, fen, "e1e8"), "8/8/8/8/8/8/8/6K1 b - - 0 1");
}

#[test]
fn blasts_and_royal_pieces_do_not_go_with_everything() {
    for (keys, said) in [
        ("blastOnCapture = true".to_owned(), "2:18 'blastOnCapture' does not go with kings"),
        ("blastImmuneTypes = n".to_owned(), {
            "2:1 'blastImmuneTypes' has no effect: blastOnCapture is false"
        }),
        (format!("{OTHER}\nextinctionPseudoRoyal = true\ndupleCheck = true"), {
            "7:18 'blastOnCapture' does not go with 'dupleCheck'"
        }),
        (format!("{OTHER}\nextinctionPseudoRoyal = true\nextinctionClaim = true"), {
            "7:18 'blastOnCapture' does not go with royal pieces without which a side can go on"
        }),
        (format!("{OTHER}\nflagRegionWhite = e8\nflagPieceSafe = true"), {
            "7:18 'blastOnCapture' does not go with 'flagPieceSafe'"
        }),
        (format!("{OTHER}\nconvert = n x n: K"), {
            "7:18 'blastOnCapture' does not go with pieces that change sides"
        }),
        (format!("{OTHER}\nextinctionPseudoRoyal = true\nblastImmuneTypes = k"), {
            "9:20 a Commoner must not be left attacked, so it cannot be immune"
        }),
        ("mutuallyImmuneTypes = k".to_owned(), {
            "2:23 a King must not be left attacked, so it cannot be immune"
        }),
        ("mutuallyImmuneTypes = np".to_owned(), {
            "2:23 what captures its own kind en passant cannot be immune to it"
        }),
    ] {
        assert_eq!(findings(&keys), [said], "{keys}");
    }
}

#[test]
fn blasts_are_explained() {
    let text = explain(&of_name("atomic"));
    assert!(text.contains("WHAT CAPTURES BLOW UP"), "{text}");
    assert!(text.contains("No Pawn is taken away so by the capture of another piece."), "{text}");
    assert!(text.contains("Royal pieces of both sides that stand next to each other"), "{text}");
    let text = explain(&of_name("atomar"));
    assert!(text.contains("Nothing but its own capture takes a King away."), "{text}");
    assert!(text.contains("a King does not capture its like"), "{text}");
    assert!(!explain(&of_name("chess")).contains("BLOW UP"));
    assert!(!explain(&of_keys("king = k:KN")).contains("BLOW UP"));
}
