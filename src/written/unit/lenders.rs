//! Games whose pieces lend their moves: what is wrong with their files, and how the slow interpreter plays them.

use vertumnus_core::board::Color;
use vertumnus_core::rules::definition::Value;

use crate::explain;
use crate::interpreter::{Over, Position};
use crate::unit::changing::{after, findings, moves, moves_from, of_keys, of_name};

/// The example of the page on the game in Wikipedia.
const RELAY: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

#[test]
fn knight_relay_chess_is_played_as_in_its_published_example() {
    let game = of_name("knightrelay");
    let pawn = "e6c5 e6c7 e6e7 e6f4 e6g5 e6g7";
    assert_eq!(moves_from(&game, RELAY, "e6"), pawn, "not to the last rank by what it borrows");
    let position = Position::from_fen(&game, RELAY).expect(RELAY);
    assert!(!position.is_in_check(!position.side()), "neither by the knight nor by the pawn");
    assert!(!position.is_in_check(position.side()), "knights give no check");
    let prey = RELAY.replace("1N6", "1N1p1p2");
    assert_eq!(moves_from(&game, &prey, "e6"), "e6c5 e6c7 e6d7 e6e7 e6f4 e6f7 e6g5 e6g7");
    assert_eq!(moves_from(&game, RELAY, "b7a5"), "", "knights capture nothing");
    assert_eq!(moves_from(&game, RELAY, "a3c3"), "", "and are not captured");
    let mate = after(&game, RELAY, "a3d6");
    let mate = Position::from_fen(&game, &mate).expect("a position");
    assert_eq!(
        mate.over(),
        Some(Over::Checkmate(Value::Loss)),
        "the queen attacks c8 and e8 as a knight"
    );
}

#[test]
fn knight_relay_chess_lends_neither_to_kings_nor_to_knights_and_has_double_steps_again() {
    let game = of_name("knightrelay");
    let fen = "4k3/8/8/8/8/2N1N3/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "e1"), "e1d1 e1d2 e1e2 e1f1 e1f2");
    let guarded = "4k3/3p4/8/8/2N5/4N3/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, guarded, "c4"), "c4a3 c4a5 c4b2 c4b6 c4d2 c4d6 c4e5");
    let back = after(&game, "4k3/8/8/8/3P4/8/4N3/4K3 w - - 0 1", "d4c2 e8e7");
    assert_eq!(moves_from(&game, &back, "c2"), "c2c3 c2c4");
    let fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_eq!(after(&game, fen, "e2e4"), "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "no en passant");
    let defended = "4k3/8/8/3r4/8/2n5/8/K7 b - - 0 1";
    assert_eq!(moves_from(&game, defended, "d5b4"), "d5b4");
}

#[test]
fn annan_chess_moves_pieces_as_those_behind_them() {
    let game = of_name("annan");
    let start = game.start.clone();
    assert_eq!(moves_from(&game, &start, "b2"), "b2a4 b2c4 b2d3", "as the knight behind it");
    assert_eq!(moves_from(&game, &start, "e2"), "e2d3 e2e3 e2f3", "as the king, so not twice");
    assert_eq!(moves_from(&game, &start, "a2"), "a2a3 a2a4 a2a5 a2a6 a2a7");
    // The knight's own moves are no more than the pawn's; what is borrowed is not handed on.
    let tower = "4k3/8/8/8/3Q4/3N4/3P4/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, tower, "d3"), "", "a pawn's move is blocked");
    let knight = "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5";
    assert_eq!(moves_from(&game, tower, "d4"), knight);
    let black = "4k3/3r4/3n4/8/8/8/8/4K3 b - - 0 1";
    let rook = "d6a6 d6b6 d6c6 d6d1 d6d2 d6d3 d6d4 d6d5 d6e6 d6f6 d6g6 d6h6";
    assert_eq!(moves_from(&game, black, "d6"), rook, "behind is above for Black");
    // A knight that moves as a pawn gives check as one.
    let pawn = "4k3/8/8/8/8/3p4/3n4/4K3 w - - 0 1";
    assert_eq!(moves(&game, pawn), "e1d1 e1d2 e1f1 e1f2");
    // A pawn promotes however it moves, and nothing else does.
    let seventh = "7k/1P6/1R6/8/8/8/8/4K3 w - - 0 1";
    let promotes = moves_from(&game, seventh, "b7b8");
    assert_eq!(promotes, "b7b8b b7b8n b7b8q b7b8r");
    let rook = "7k/1R6/1P6/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, rook, "b7"), "b7b8");
    // What moves as a pawn captures en passant, as in Popeye.
    let passed = "7k/8/8/3pR3/4P3/8/8/K7 w - d6 0 1";
    assert_eq!(moves_from(&game, passed, "e5"), "e5d6 e5e6");
    let other = "7k/8/8/3pP3/4R3/8/8/K7 w - d6 0 1";
    assert!(!moves_from(&game, other, "e5").contains("e5d6"));
}

#[test]
fn a_capture_may_give_back_what_a_loan_has_replaced() {
    let game = of_name("annan");
    // The rook goes as the pawn behind it does. Who takes the pawn frees the rook.
    let fen = "4k3/4p3/4r3/8/8/6B1/8/4K3 w - - 0 1";
    assert!(!moves(&game, fen).contains("g3d6 g3e5 g3f4 g3h2 g3f2 g3e7"));
    let pinned = "3k4/4p3/4r3/3N4/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, pinned, "d5e7"), "");
    let safe = pinned.replace("4K3", "3K4");
    assert_eq!(moves_from(&game, &safe, "d5e7"), "d5e7");
}

#[test]
fn zones_of_what_is_attacked_depend_on_what_stands_between() {
    let game = of_keys("lend = r:move\nlendMode = replace");
    let fen = "4k3/8/8/8/8/8/8/R2N3K w - - 0 1";
    assert!(moves_from(&game, fen, "d1").contains("d1d8"));
    let blocked = fen.replace("R2N", "R1BN");
    assert_eq!(moves_from(&game, &blocked, "d1"), "d1b2 d1c3 d1e3 d1f2");
}

#[test]
fn what_is_borrowed_leads_where_the_file_says() {
    let keys = "lend = n:K=R\nlendRegionWhite = b: e* f*; *: d*\nlendRegionBlack = b: *5";
    let game = of_keys(keys);
    let fen = "4k3/8/8/8/3BN3/8/8/4K3 w - - 0 1";
    let bishop = "d4a1 d4a7 d4b2 d4b6 d4c3 d4c5 d4e3 d4e5 d4f2 d4f6 d4g1 d4g7 d4h8";
    assert_eq!(moves_from(&game, fen, "d4"), bishop);
    let fen = "4k3/8/8/3Q4/4N3/8/8/4K3 b - - 0 1";
    assert!(
        !Position::from_fen(&game, fen)
            .expect(fen)
            .is_in_check(vertumnus_core::board::Color::Black)
    );
    let fen = "4k3/8/8/8/3pn3/8/8/4K3 b - - 0 1";
    assert_eq!(
        moves_from(&game, fen, "d4"),
        "d4a4 d4b4 d4c4 d4d1b d4d1n d4d1q d4d1r d4d2 d4d3 d4d5 d4d6 d4d7 d4d8"
    );
}

/// The inventor's example of five by five squares, here b4 to f8, with kings.
#[test]
fn amplifiers_and_isolators_are_those_of_combination_chess() {
    let game = of_name("combination");
    let fen = "***k***/*1rnai*/*4B*/*1N1P1*/1R5/*5*/*5*/*5*/***K*** w - - 0 1";
    let pawn = "e6c5 e6c7 e6d4 e6d8 e6e7 e6f4 e6f8 e6g5";
    assert_eq!(moves_from(&game, fen, "e6"), pawn, "the knight's, two squares away");
    let black = fen.replace(" w ", " b ");
    let amplified = "c8b6 c8b8 c8c6 c8c7 c8d6 c8e7";
    assert_eq!(moves_from(&game, &black, "c8"), amplified, "those of the knight beside it, too");
    let without = black.replace("rnai", "rnpi");
    assert_eq!(moves_from(&game, &without, "c8"), "c8b8 c8c6 c8c7");
    // The bishop lends nothing beside the isolator, until a pawn takes that.
    let stepped = after(&game, fen, "e6e7 c8b8");
    assert_eq!(moves_from(&game, &stepped, "e7"), "e7d8 e7f8");
    let freed = after(&game, fen, "e6f8 c8b8");
    assert_eq!(moves_from(&game, &freed, "f8"), "f8b4 f8c5 f8d6 f8e7");
}

/// Problemists' Face-to-face, Back-to-back and Cheek-to-cheek: enemies that stand so move as each other.
#[test]
fn enemies_that_face_each_other_exchange_their_moves() {
    let game = |zone| of_keys(&format!("lend = *:{zone}\nlendMode = replace\nlendFrom = enemies"));
    let fen = "4k3/8/8/4r3/4N3/8/8/3K4 w - - 0 1";
    let knight = "e4c3 e4c5 e4d2 e4d6 e4f2 e4f6 e4g3 e4g5";
    let rook = "e4a4 e4b4 e4c4 e4d4 e4e1 e4e2 e4e3 e4e5 e4f4 e4g4 e4h4";
    let face = game("fW");
    assert_eq!(moves_from(&face, fen, "e4"), rook);
    let black = fen.replace(" w ", " b ");
    assert_eq!(moves_from(&face, &black, "e5"), "e5c4 e5c6 e5d3 e5d7 e5f3 e5f7 e5g4 e5g6");
    assert_eq!(moves_from(&game("bW"), fen, "e4"), knight, "they do not stand back to back");
    let back = "3k4/8/8/4N3/4r3/8/8/3K4 w - - 0 1";
    let behind = "e5a5 e5b5 e5c5 e5d5 e5e4 e5e6 e5e7 e5e8 e5f5 e5g5 e5h5";
    assert_eq!(moves_from(&game("bW"), back, "e5"), behind);
    let cheek = "7k/8/8/8/3rN3/8/8/5K2 w - - 0 1";
    let rook = "e4d4 e4e1 e4e2 e4e3 e4e5 e4e6 e4e7 e4e8 e4f4 e4g4 e4h4";
    assert_eq!(moves_from(&game("sW"), cheek, "e4"), rook);
    // Friends lend nothing.
    assert_eq!(moves_from(&face, "4k3/8/8/4R3/4N3/8/8/3K4 w - - 0 1", "e4"), knight);
    // A knight that faces a queen gives check as one, and the queen none.
    let check = "4k3/8/8/8/8/4q3/4N3/2K5 w - - 0 1";
    let position = Position::from_fen(&face, check).expect(check);
    assert!(!position.is_in_check(Color::White), "the queen goes as a knight");
    let far = check.replace("4q3/4N3/2K5", "4q3/4N3/5K2");
    let position = Position::from_fen(&face, &far).expect("a position");
    assert!(position.is_in_check(Color::White), "from e3 a knight attacks f1");
}

/// A king that is attacked moves as what attacks it, and only so.
#[test]
fn transmuting_kings_move_as_what_attacks_them() {
    let game = of_keys("lend = *:move\nlendTo = {k*}\nlendMode = replace\nlendFrom = enemies");
    let fen = "4r2k/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves(&game, fen), "e1a1 e1b1 e1c1 e1d1 e1e8 e1f1 e1g1 e1h1");
    let knight = "7k/8/8/8/8/3n4/8/4K3 w - - 0 1";
    assert_eq!(moves(&game, knight), "e1c2 e1d3 e1f3 e1g2");
    let none = "7k/8/8/8/8/8/3n4/4K3 w - - 0 1";
    assert_eq!(moves(&game, none), "e1d1 e1d2 e1e2 e1f2");
}

/// Relayup, in the diagram of its page; and Relay Chess, whose pawns borrow less than other pieces do.
#[test]
fn a_rule_of_lending_may_be_for_some_borrowers() {
    let keys = "lend = n:move b:move>p=F b:move r:move>p=W r:move q:move>p=K q:move k:move\n\
                doubleStep = false\ncastling = false\nstalemateValue = loss";
    let game = of_keys(keys);
    let start = game.start.clone();
    assert_eq!(moves_from(&game, &start, "e2"), "e2c3 e2d3 e2d4 e2e3 e2f3 e2f4 e2g3");
    let game = of_keys("lend = r:move>p=fWmsW r:move\nlendMode = replace");
    let fen = "4k3/8/8/8/3n4/3p4/3P4/N2R2K1 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "d2"), "d2c2 d2d3 d2e2");
    let other = fen.replace("N2R", "3R").replace("3P4", "3N4");
    let rook = "d2a2 d2b2 d2c2 d2d3 d2e2 d2f2 d2g2 d2h2";
    assert_eq!(moves_from(&game, &other, "d2"), rook);
}

/// The nearest piece on a line lends, however far away it is.
#[test]
fn zones_may_be_lines() {
    let game = of_keys("lend = *:lR\nlendMode = replace");
    let fen = "4k3/8/8/8/1B3N1R/8/8/4K3 w - - 0 1";
    let as_rook = "f4c4 f4d4 f4e4 f4f1 f4f2 f4f3 f4f5 f4f6 f4f7 f4f8 f4g4";
    assert_eq!(moves_from(&game, fen, "f4"), as_rook);
    assert_eq!(moves_from(&game, fen, "b4"), "b4a2 b4a6 b4c2 b4c6 b4d3 b4d5");
    assert_eq!(moves_from(&game, fen, "h4").split(' ').count(), 8, "the rook borrows nothing");
    let black = "4k3/8/8/8/1b3n1r/8/8/4K3 b - - 0 1";
    assert_eq!(moves_from(&game, black, "h4"), "h4f3 h4f5 h4g2 h4g6", "its left is to the right");
}

#[test]
fn keys_of_lending_that_are_wrong_are_named() {
    for (keys, said) in [
        ("lend = n", "2:8 'n' is no value of this key"),
        ("lend = z:W", "2:8 'z' is no piece of this game"),
        ("lend = n:cR", "2:10 'cR' is no zone"),
        ("lend = n:W>", "2:12 no piece is named here"),
        ("lend = n:W>z=K", "2:12 'z' is no piece of this game"),
        ("lend = n:W>p n:K>pb n:R>p", "2:21 no piece of this game lends by this rule"),
        ("lend = n:W\nlendFrom = both", "3:12 'both' is no value of this key"),
        ("lendFrom = enemies", "2:1 'lendFrom' has no effect: lend is not given"),
        ("king = k:KmB\nlend = n:W\nlendFrom = all\nroyalSlides = safe", {
            "4:12 enemies that lend do not go with 'royalSlides = safe'"
        }),
        ("lend = n:mW", "2:10 'mW' is no zone"),
        ("lend = n:W=", "2:12 '' is no value of this key"),
        ("lend = n:W=ifmnD", "2:12 neither double steps nor en passant are lent"),
        ("lend = *:W n:K", "2:12 no piece of this game lends by this rule"),
        ("lendTo = n", "2:1 'lendTo' has no effect: lend is not given"),
        ("lendMode = replace", "2:1 'lendMode' has no effect: lend is not given"),
        ("lend = n:W\nlendMode = instead", "3:12 'instead' is no value of this key"),
        ("lend = n:W\nlendRegion = p", "3:14 'p' is no value of this key"),
        ("lend = n:W\nlendTo = *!p\nlendRegion = p: *2", {
            "4:14 no piece of this game borrows by this rule"
        }),
        ("lend = n:W\nlendRegion = *: -", "3:14 nobody borrows"),
        ("lend = r:move\nroyalSlides = safe", {
            "2:8 zones that depend on what stands between do not go with 'royalSlides = safe'"
        }),
        ("lend = n:W\nroyalSlides = safe", "3:1 'royalSlides' has no effect: no king slides"),
        ("amplify = q:K > n + K", "2:1 'amplify' has no effect: lend is not given"),
        ("isolate = q:K > n", "2:1 'isolate' has no effect: lend is not given"),
        ("lend = n:W\namplify = q > n + K", "3:11 'q > n + K' is no value of this key"),
        ("lend = n:W\namplify = q:K > n", "3:11 'q:K > n' is no value of this key"),
        ("lend = n:W\namplify = q:K > n + Q", "3:21 'Q' is no zone"),
        ("lend = n:W\namplify = q:move > n + K", "3:13 'move' is no zone"),
        ("lend = n:W\namplify = q:K > z + K", "3:17 'z' is no piece of this game"),
        ("lend = n:W\namplify = q:K > n + K; q:K > rb + K", {
            "3:24 nothing that lends is amplified by this rule"
        }),
        ("lend = n:W\nisolate = q:K", "3:11 'q:K' is no value of this key"),
        ("lend = n:W\nisolate = q:R > n", "3:13 'R' is no zone"),
        ("lend = n:W\nisolate = q:K >", "3:16 no piece is named here"),
        ("lend = n:W\nisolate = q:K > rb", {
            "3:11 nothing that lends or amplifies is isolated by this rule"
        }),
        ("iron = k", "2:8 no piece of this game is iron but a king"),
        ("iron = z", "2:8 'z' is no piece of this game"),
    ] {
        let told = findings(keys);
        assert!(told.iter().any(|text| text == said), "{keys}: {told:#?}");
    }
    assert_eq!(findings("lend = -\niron = -"), Vec::<String>::new());
}

#[test]
fn iron_pieces_are_never_captured() {
    let game = of_keys("iron = n\nonCapture = p x n > forbidden; pr x r > victim");
    let fen = "4k3/8/8/3n4/4P3/8/8/3RK3 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "e4"), "e4e5");
    assert_eq!(moves_from(&game, fen, "d1"), "d1a1 d1b1 d1c1 d1d2 d1d3 d1d4");
    let rook = fen.replace('n', "r");
    assert_eq!(moves_from(&game, &rook, "e4"), "e4d5r e4e5");
}

#[test]
fn lending_is_explained() {
    let text = explain(&of_name("knightrelay"));
    for line in [
        "* Nothing captures a Knight.",
        "* A Knight lends friends in its zone this: leaps like a knight. The zone is where it gets if it leaps like a \
         knight.",
        "* A Knight or King borrows nothing.",
        "* What a Pawn borrows leads only to ranks 2, 3, 4, 5, 6 or 7.",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    let text = explain(&of_name("annan"));
    let line = "* Each piece lends friends in its zone this: its own moves. The zone is where it gets if it steps one \
                square forward.";
    assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    let text = explain(&of_name("combination"));
    for line in [
        "* A Knight, Bishop or Rook in the zone of a friendly Amplifier lends also where it gets if it steps one \
         square in any direction. This zone is where the Amplifier gets if it steps one square in any direction.",
        "* A Knight, Bishop, Rook or Amplifier in the zone of an enemy Isolator neither lends nor amplifies. This zone \
         is where the Isolator gets if it steps one square in any direction.",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    assert!(!explain(&of_name("chess")).contains("LEND"));
}
