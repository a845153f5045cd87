//! Games in which pieces of a side become one.

use crate::explain;
use crate::unit::changing::{after, findings, moves, moves_from, of_keys};

const FUSION: &str = "alias = q:{rb}\npromotionPieceTypes = rbn\nonMerge = nbr x nbrk > join";

/// Fusion Chess, by <https://www.chessvariants.com/other.dir/fusion.html>.
#[test]
fn simple_pieces_become_compounds_in_fusion_chess() {
    let game = of_keys(FUSION);
    assert_eq!(moves_from(&game, &game.start, "a1"), "a1b1{rn}");
    assert_eq!(moves_from(&game, &game.start, "b1"), "b1a3 b1c3", "pawns do not merge");
    let fen = "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - 4 4";
    let both = "r1bqkb{rn}1/pp1ppppp/2n5/2p5/4P3/5{BN}2/PPPP1PPP/RNBQK2R w KQq - 0 5";
    assert_eq!(after(&game, fen, "e2f3{bn} h8g8{rn}"), both);
    // Neither its like, nor a compound, nor by a king.
    let alike = "4k3/8/8/8/8/R7/8/R2QK3 w - - 0 1";
    assert_eq!(moves_from(&game, alike, "a1"), "a1a2 a1b1 a1c1");
    assert_eq!(moves_from(&game, alike, "d1d"), "d1d2 d1d3 d1d4 d1d5 d1d6 d1d7 d1d8");
    let king = "4k3/8/8/8/8/8/3B4/4K2R w K - 0 1";
    assert_eq!(moves_from(&game, king, "e1"), "e1d1 e1e2 e1f1 e1f2 e1g1");
    // What goes onto the king is the king.
    assert_eq!(after(&game, king, "h1e1{kr}"), "4k3/8/8/8/8/8/3B4/4{KR}3 b - - 0 1");
    assert_eq!(after(&game, king, "d2e1{kb}"), "4k3/8/8/8/8/8/8/4{KB}2R b - - 0 1");
    let text = explain(&game);
    assert!(text.contains("a Knight on a Bishop becomes a Bishop-Knight"), "{text}");
}

/// Where the king is attacked, another piece on it does not help, and none leaves a line to it.
#[test]
fn who_merges_leaves_its_king_safe() {
    let game = of_keys(FUSION);
    let check = "4k3/8/8/8/4r3/8/3B4/4K3 w - - 0 1";
    assert_eq!(moves(&game, check), "d2e3 e1d1 e1f1 e1f2");
    let pin = "4r1k1/8/8/8/8/8/4N3/2B1K3 w - - 0 1";
    assert_eq!(moves_from(&game, pin, "e2"), "");
    let behind = "4r1k1/8/8/8/4B3/8/4N3/4K3 w - - 0 1";
    assert!(moves(&game, &behind.replace("4N3", "3N4")).contains("d2e4{bn}"));
    assert_eq!(moves_from(&game, behind, "e2"), "e2c1 e2c3 e2d4 e2f4 e2g1 e2g3");
    // A knight on the king's rook takes the right to castle with it.
    let rook = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(moves(&game, rook).contains("e1g1"));
    let knight = "4k3/8/8/8/8/6N1/8/4K2R w K - 0 1";
    assert_eq!(after(&game, knight, "g3h1{rn}"), "4k3/8/8/8/8/8/8/4K2{RN} b - - 0 1");
}

/// Pieces go onto friends by the moves by which they capture, and promote there.
#[test]
fn merging_follows_captures() {
    let game = of_keys("onMerge = p x n > mover; *!k x p > victim\nmustCapture = true");
    let pawn = "4k3/8/8/8/4N3/3NP3/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, pawn, "e3"), "", "nothing is captured straight ahead");
    let beside = "4k3/8/8/8/3N4/4P3/8/4K3 w - - 7 9";
    assert_eq!(moves_from(&game, beside, "e3"), "e3d4 e3e4");
    assert_eq!(after(&game, beside, "e3d4"), "4k3/8/8/8/3P4/8/8/4K3 b - - 0 9");
    let last = "1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, last, "a7"), "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r");
    // It is no capture, and where one has to be made there is no such move.
    let duty = "4k3/8/8/5p2/3NP3/8/3P4/4K3 w - - 0 1";
    assert_eq!(moves(&game, duty), "d4f5 e4f5");
    // What is borrowed leads onto friends, too.
    let lent = of_keys("onMerge = b x r > join\nlend = n:K");
    let near = "4k3/8/8/8/8/1R6/8/N1B1K3 w - - 0 1";
    assert!(!moves(&lent, near).contains("c1b3"));
    assert!(moves(&lent, &near.replace("N1B1K3", "1NB1K3")).contains("c1b3{rb}"));
}

/// Of a compound a part leaves by its own move to an empty square, while nothing attacks it.
#[test]
fn compounds_come_apart_in_fusion_chess() {
    let game = of_keys(&format!("{FUSION}\nsplit = *: nbrk\nsplitAttacked = false"));
    let fen = "4k3/8/8/8/8/1p6/8/{RN}3K3 w - - 4 9";
    let whole = "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1b3 a1c1 a1c2 a1d1";
    let rook = "a1a2r a1a3r a1a4r a1a5r a1a6r a1a7r a1a8r a1b1r a1c1r a1d1r";
    let mut all: Vec<&str> = format!("{whole} {rook} a1c2n").leak().split(' ').collect();
    all.sort_unstable();
    assert_eq!(moves_from(&game, fen, "a1"), all.join(" "));
    assert_eq!(after(&game, fen, "a1a4r"), "4k3/8/8/8/R7/1p6/8/N3K3 b - - 5 9");
    assert_eq!(after(&game, fen, "a1c2n"), "4k3/8/8/8/8/1p6/2N5/R3K3 b - - 5 9");
    // Where pieces come apart, that they become one is nothing final.
    assert_eq!(after(&game, fen, "a1a4r e8e7 a4a1{rn}"), "8/4k3/8/8/8/1p6/8/{RN}3K3 b - - 7 10");
    let attacked = "r3k3/8/8/8/8/1p6/8/{RN}3K3 w - - 4 9";
    assert_eq!(
        moves_from(&game, attacked, "a1"),
        "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1b3 a1c1 a1c2 a1d1"
    );
    // A king leaves a piece by its step, and a piece the king by its own.
    let king = "4k3/8/8/8/8/8/PPP5/{KN}PPP4 w - - 0 1";
    assert_eq!(moves(&game, king).split(' ').filter(|text| text.starts_with("a1")).count(), 2);
    assert_eq!(after(&game, king, "a1b3n"), "4k3/8/8/8/8/1N6/PPP5/KPPP4 b - - 1 1");
    let free = "4k3/8/8/8/8/8/8/{KB}7 w - - 0 1";
    assert_eq!(after(&game, free, "a1a2k"), "4k3/8/8/8/8/8/K7/B7 b - - 1 1");
    // What stays may be pinned, and what goes may open a line.
    let open = "r3k3/8/8/8/8/8/{BN}7/K7 w - - 0 1";
    assert_eq!(moves_from(&game, open, "a2"), "");
    let text = explain(&game);
    assert!(text.contains("of a Rook-Knight a Knight or a Rook"), "{text}");
    assert!(text.contains("unless the piece is attacked"), "{text}");
}

#[test]
fn a_part_goes_where_its_piece_may_go_and_does_not_promote() {
    let game = of_keys("onMerge = p x n > join\nsplit = *: pn");
    let fen = "4k3/{PN}7/8/8/8/8/8/4K3 w - - 8 9";
    assert_eq!(moves_from(&game, fen, "a7"), "a7a8 a7b5 a7b5n a7c6 a7c6n a7c8 a7c8n");
    // It is the part whose moves restart the clock.
    let sixth = "4k3/8/{PN}7/8/8/8/8/4K3 w - - 8 9";
    assert_eq!(after(&game, sixth, "a6a7p"), "4k3/P7/N7/8/8/8/8/4K3 b - - 0 9");
    assert_eq!(after(&game, sixth, "a6b4n"), "4k3/8/P7/8/1N6/8/8/4K3 b - - 9 9");
    // An attack matters only if the file says so.
    assert!(moves(&game, &sixth.replace("4k3/8", "r3k3/8")).contains("a6a7p"));
}

#[test]
fn mistakes_in_rules_of_merging_are_told() {
    for (keys, said) in [
        ("onMerge = n x b > join?", "2:11 '?', 'other' and 'gone' are for captures alone"),
        ("onMerge = n x b > gone", "2:11 '?', 'other' and 'gone' are for captures alone"),
        ("onMerge = n b > join", "2:11 'n b > join' is no value of this key"),
        ("onMerge = *!k x k > mover", "2:11 by this rule a king would be lost"),
        ("onMerge = n x b > k", "2:11 by this rule a piece that is no king would become one"),
        ("onMerge = n x n > join", {
            "2:1 'onMerge' has no effect: it changes no piece of this game"
        }),
        ("onMerge = n x b > join; n x b > r", "2:25 warning: this rule is never used"),
        ("onMerge = n x b > raise", "2:11 nothing says what is raised to what"),
        ("onMerge = k x r > mover", {
            "2:11 a king that goes onto its rook and stays what it is would be written as one that castles"
        }),
    ] {
        assert_eq!(findings(keys), [said], "{keys}");
    }
    assert!(findings("onMerge = k x r > mover\ncastling = false").is_empty());
    let join = "onMerge = nbr x nbr > join\nsplit = ";
    for (keys, said) in [
        ("nb", "3:9 'nb' is no value of this key"),
        ("nb:", "3:9 'nb:' is no value of this key"),
        ("*: nz", "3:13 'z' is no piece of this game"),
        ("{nb}: r", "3:9 no piece of this game comes apart by this rule"),
        ("*: n; {nb}: b", "3:15 no piece of this game comes apart by this rule"),
        ("*: n\nonMove = n>b", "3:9 'split' does not go with 'onMove'"),
        ("*: n\nimmobilityIllegal = true", "3:9 'split' does not go with 'immobilityIllegal'"),
        ("*: n\npromotionPawnTypes = p{nb}", {
            "3:9 a piece that promotes to a part of itself would be written as one of which that part leaves"
        }),
    ] {
        assert_eq!(findings(&format!("{join}{keys}")), [said], "{keys}");
    }
    let alone = "2:1 'splitAttacked' has no effect: split is not given";
    assert_eq!(findings("splitAttacked = false"), [alone]);
}
