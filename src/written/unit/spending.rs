//! Games in which captures give something for one move, and in which compounds and kings go twice.

use crate::explain;
use crate::unit::changing::{after, findings, moves, moves_from, of_keys};

/// The game of Knight, 1988, where such parts are vests.
const PLUNDER: &str = include_str!("../tests/plunder.ini");

/// The victim's kind or its vest, in place of the own one; what adds no move is not taken.
#[test]
fn who_captures_chooses_a_vest() {
    let game = of_keys(PLUNDER);
    let capture = |fen: &str, text: &str| moves_from(&game, fen, text);
    let rook = "4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1";
    assert_eq!(capture(rook, "e3d5"), "e3d5 e3d5{sn}");
    let like = "4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1";
    assert_eq!(capture(like, "e3d5"), "e3d5");
    let vest = "4k3/8/8/3{rd}4/8/4{NE}3/8/4K3 w - - 0 1";
    assert_eq!(capture(vest, "e3d5"), "e3d5 e3d5{dn} e3d5{sn}");
    // A rook adds nothing to a queen, a knight does, and a pawn captures en passant.
    let queen = "4k3/8/8/3r4/3Q4/8/8/4K3 w - - 0 1";
    assert_eq!(capture(queen, "d4d5"), "d4d5");
    assert_eq!(capture(&queen.replace("3r4", "3n4"), "d4d5"), "d4d5 d4d5{aq}");
    assert_eq!(capture(&queen.replace("3r4", "3p4"), "d4d5"), "d4d5 d4d5{vq}");
    let pawns = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(capture(pawns, "e4d5"), "e4d5");
    let king = "7k/8/8/8/8/8/4b3/4K3 w - - 0 1";
    assert_eq!(capture(king, "e1e2"), "e1e2 e1e2{ke}");
}

/// By its own way it keeps the vest, even if the vest could go there, too; a capture by the vest may take a new one.
#[test]
fn a_vest_is_gone_by_the_move_that_it_alone_can_make() {
    let game = of_keys(PLUNDER);
    let bishop = "4k3/8/8/8/8/3{BS}4/8/4K3 w - - 0 1";
    let own = "d3a6 d3b1 d3b5 d3c2 d3c4 d3e2 d3e4 d3f1 d3f5 d3g6 d3h7";
    let (own, all) = (own.replace(' ', "\n"), moves_from(&game, bishop, "d3").replace(' ', "\n"));
    let (kept, spent): (Vec<&str>, Vec<&str>) = all.lines().partition(|text| text.len() == 4);
    assert_eq!(kept, own.lines().collect::<Vec<_>>());
    assert_eq!(spent.len(), 14, "a rook's moves from d3: {spent:?}");
    assert!(spent.iter().all(|text| text.ends_with('b')));
    assert_eq!(after(&game, bishop, "d3d8b e8d8"), "3k4/8/8/8/8/8/8/4K3 w - - 0 2");
    // Own and spent captures give the same choice.
    let knight = "4k3/8/8/8/8/3{BS}2n1/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, knight, "d3g3"), "d3g3b d3g3{ab}");
    let queen = "4k3/8/8/8/3{QV}4/8/3P4/4K3 w - - 0 1";
    assert!(moves_from(&game, queen, "d4").split(' ').all(|text| text.len() == 4));
    // A rook behind its own pawn: the queen's vest alone leaps nowhere, but goes aside.
    let behind = "4k3/8/8/8/8/8/R7/{RD}3K3 w - - 0 1";
    assert_eq!(
        moves_from(&game, behind, "a1"),
        "a1b1 a1b2r a1c1 a1c3r a1d1 a1d4r a1e5r a1f6r a1g7r a1h8r"
    );
}

#[test]
fn vests_give_check_and_mate() {
    let game = of_keys(PLUNDER);
    let check = "4k3/8/8/8/4{PD}3/8/8/4K3 b - - 0 1";
    assert_eq!(moves_from(&game, check, "e8"), "e8d7 e8d8 e8f7 e8f8");
    assert_eq!(moves(&game, "k7/8/1K6/8/8/8/8/1{PS}6 w - - 0 1").matches("b1").count(), 11);
    let mate = "k7/8/1K6/8/8/8/7{PS}/8 w - - 0 1";
    let next = after(&game, mate, "h2h8q");
    assert_eq!((&*next, &*moves(&game, &next)), ("k6Q/8/1K6/8/8/8/8/8 b - - 0 1", ""));
}

/// With a vest, a pawn promotes by any move, and has none then; what has a pawn's vest never does.
#[test]
fn pawns_promote_by_their_vests() {
    let game = of_keys(PLUNDER);
    let pawn = "4k3/8/1{PA}6/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(
        moves_from(&game, pawn, "b6"),
        "b6a4p b6a8b b6a8n b6a8q b6a8r b6b7 b6c4p b6c8b b6c8n b6c8q b6c8r b6d5p b6d7p"
    );
    let by_itself = "4k3/1{PA}6/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, by_itself, "b7b"), "b7b8b b7b8n b7b8q b7b8r");
    let knight = "7k/1{NV}6/8/8/8/8/8/4K3 w - - 7 9";
    assert_eq!(moves_from(&game, knight, "b7"), "b7a5 b7b8n b7c5 b7d6 b7d8");
    // It is no pawn's move.
    assert_eq!(after(&game, knight, "b7b8n"), "1N5k/8/8/8/8/8/8/4K3 b - - 8 9");
}

/// A pawn's vest captures en passant, and who goes twice by it can be captured so.
#[test]
fn vests_of_pawns_pass_and_are_passed() {
    let game = of_keys(PLUNDER);
    let knight = "4k3/8/8/8/2p5/8/1{NV}6/4K3 w - - 3 1";
    assert_eq!(moves_from(&game, knight, "b2"), "b2a4 b2b3n b2b4n b2c4 b2d1 b2d3");
    let passed = "4k3/8/8/8/1Np5/8/8/4K3 b - b3 4 1";
    assert_eq!(after(&game, knight, "b2b4n"), passed);
    assert_eq!(moves_from(&game, passed, "c4"), "c4b3 c4b3{ap} c4c3");
    assert_eq!(after(&game, passed, "c4b3{ap}"), "4k3/8/8/8/8/1{ap}6/8/4K3 w - - 0 2");
    // A queen could go there, which is another move.
    let queen = "4k3/8/8/3pP{QV}2/8/8/8/4K3 w - d6 0 1";
    assert_eq!(moves_from(&game, queen, "e5"), "e5d6 e5e6");
    let vest = "4k3/8/8/3p{QV}3/8/8/8/4K3 w - d6 0 1";
    // By it, the queen takes a new vest or none; by its own capture it keeps the one that it has.
    assert_eq!(moves_from(&game, vest, "e5d5"), "e5d5 e5d5,d5d6 e5d5,d5d6q");
}

/// The inventor's rule, and Protean Chess, by Kniest, about 1940.
#[test]
fn kings_go_twice_where_nothing_takes_them_in_passing() {
    let plunder = of_keys(PLUNDER);
    let vest = "4k3/8/8/8/8/8/{KV}7/8 w - - 0 1";
    assert_eq!(moves_from(&plunder, vest, "a2"), "a2a1 a2a3 a2a4k a2b1 a2b2 a2b3");
    let pawn = "4k3/8/8/8/1p6/8/{KV}7/8 w - - 0 1";
    assert_eq!(moves_from(&plunder, pawn, "a2"), "a2a1 a2b1 a2b2 a2b3");
    // Pinned or not, it would take the king.
    let pinned = "1k6/8/8/8/1p6/8/{KV}7/1R6 w - - 0 1";
    assert_eq!(moves_from(&plunder, pinned, "a2"), "a2a1 a2b2 a2b3");
    let protean = of_keys("onCapture = * x * > victim royal\ndoubleStepTypes = p");
    let free = "7k/8/8/8/8/8/{KP}7/8 w - - 0 1";
    assert_eq!(moves(&protean, free), "a2a3 a2a4");
    assert_eq!(after(&protean, free, "a2a4"), "7k/8/8/8/{KP}7/8/8/8 b - - 0 1");
    assert_eq!(moves(&protean, "7k/8/8/8/1p6/8/{KP}7/8 w - - 0 1"), "");
    // A pawn that passes another royal pawn may capture it; a royal pawn captures en passant.
    let royal = "7k/8/8/8/1{kp}6/8/P7/7K w - - 0 1";
    let royal = royal.replacen("7k", "8", 1);
    assert_eq!(after(&protean, &royal, "a2a4"), "8/8/8/8/P{kp}6/8/8/7K b - a3 0 1");
    let default = of_keys("onCapture = * x * > victim royal");
    assert_eq!(moves(&default, free), "a2a3");
    let text = explain(&protean);
    assert!(text.contains("A king goes so only where it cannot be taken en passant."), "{text}");
}

#[test]
fn mistakes_are_told() {
    let vest = "customPiece1 = x:N\nonCapture = * x * > join?\nonce = ";
    let is_own = "4:8 each piece joins as one of its own, which is no other piece";
    let is_part = "4:8 a Piece X is there for one move only as a part of another piece";
    for (keys, said) in [
        (
            "doubleStepTypes = n",
            "2:19 no piece of this game that is meant has a part that goes twice",
        ),
        ("doubleStepTypes = p\ndoubleStep = false", {
            "2:1 'doubleStepTypes' has no effect: doubleStep is false"
        }),
        ("once = n:b", "2:1 'once' has no effect: no rule of onCapture has the result 'join'"),
        (&format!("{vest}n"), "4:8 'n' is no value of this key"),
        (&format!("{vest}n:k"), "4:8 one piece that is no king stands on each side of the ':'"),
        (&format!("{vest}n:x b:x"), is_own),
        (&format!("{vest}n:n"), is_own),
        (&format!("{vest}n:x\nlend = n:K"), "4:8 'once' does not go with 'lend'"),
        (&format!("{vest}n:x\nroyalSlides = safe\nking = k:KR"), {
            "4:8 'once' does not go with 'royalSlides = safe'"
        }),
        (&format!("{vest}n:x\njoinLimit = 2"), {
            "5:1 'joinLimit' has no effect: by once, a piece has one such part"
        }),
        (&format!("{vest}n:x\npromotionPieceTypes = x"), is_part),
        (
            &vest
                .replace("x * >", "x n >")
                .replace("once = ", "once = n:x b:y\ncustomPiece2 = y:B"),
            { "4:8 no capture of this game joins a 'y'" },
        ),
    ] {
        assert!(findings(keys).contains(&said.to_owned()), "{keys}: {:?}", findings(keys));
    }
}
