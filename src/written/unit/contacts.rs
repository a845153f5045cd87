//! Games in which pieces freeze enemies, may not stand beside them, or bring them over: how the slow interpreter plays
//! them.

use vertumnus_core::board::Color;
use vertumnus_core::rules::definition::{Definition, Value};

use crate::explain;
use crate::interpreter::{Over, Position};
use crate::unit::changing::{after, findings, moves, moves_from, of_keys};

fn is_in_check(game: &Definition, fen: &str, color: Color) -> bool {
    Position::from_fen(game, fen).expect(fen).is_in_check(color)
}

/// Madrasi: pieces of a kind that attack each other are paralysed.
#[test]
fn pieces_that_attack_their_own_kind_are_frozen_in_madrasi() {
    let game = of_keys("freeze = *!k x same: move");
    // Whoever steps between the rooks frees the black one, which attacks that square.
    let rooks = "4k3/8/8/8/8/8/r6R/4K3 w - - 0 1";
    assert_eq!(moves(&game, rooks), "e1d1 e1f1");
    let pawns = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, pawns, "e4"), "");
    let queens = "4k3/8/8/Q3q3/8/8/8/4K3 w - - 0 1";
    assert!(!is_in_check(&game, queens, Color::White), "what is frozen gives no check");
    assert_eq!(moves(&game, queens), "e1d1 e1d2 e1e2 e1f1 e1f2");
    let castling = "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert!(!moves(&game, castling).contains("e1c1"), "neither the rook nor the king castles");
    assert!(moves(&game, &castling.replace("r3", "n3")).contains("e1c1"));
    // A bishop attacks a rook, but that is another kind.
    assert!(!moves_from(&game, "4k3/8/8/8/8/2r5/8/B3K3 w - - 0 1", "a1").is_empty());
    let played = after(&game, &game.start, "e2e4 d7d5");
    assert_eq!(moves_from(&game, &played, "e4"), "");
    // All that is left is frozen: stalemate.
    let still = "8/8/8/8/8/p1k5/1P6/K7 w - - 0 1";
    let position = Position::from_fen(&game, still).expect(still);
    assert_eq!(position.over(), None, "the king can go to b1");
    let inclusive = of_keys("freeze = * x same: move");
    let kings = "8/8/8/3k4/3K4/8/8/7R w - - 0 1";
    assert!(!is_in_check(&inclusive, kings, Color::White));
    assert_eq!(moves_from(&inclusive, kings, "d4"), "");
    assert_eq!(moves(&inclusive, kings).split(' ').count(), 14);
}

/// A piece that freezes all around it, as the immobilizer of Ultima.
#[test]
fn zones_of_what_freezes_may_be_leaps() {
    let game = of_keys("freeze = q x *!k: K");
    let fen = "4k3/8/8/8/3qN3/8/K7/7R b - - 0 1";
    assert!(!moves_from(&game, fen, "d4").is_empty(), "a knight freezes nothing");
    let white = fen.replace(" b ", " w ");
    assert_eq!(moves_from(&game, &white, "e4"), "");
    assert!(!moves_from(&game, &white, "h1").is_empty());
}

/// Isardam: no move may leave pieces so that they were frozen in Madrasi.
#[test]
fn moves_into_mutual_attacks_are_illegal_in_isardam() {
    let game = of_keys("forbid = *!k x same: move");
    let played = after(&game, &game.start, "e2e4");
    assert_eq!(moves_from(&game, &played, "d7"), "d7d6");
    assert_eq!(moves_from(&game, &played, "f7"), "f7f6");
    assert_eq!(moves(&game, &played).split(' ').count(), 18);
    // The knight may not open the file of the rooks.
    let fen = "4k3/8/8/r7/8/N7/8/R4K2 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "a3"), "");
    assert!(!moves_from(&game, &fen.replace("r7", "b7"), "a3").is_empty());
}

const BENEDICT: &str = "king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\n\
                        extinctionPieceTypes = k\nonCapture = * x * > forbidden\nconvert = * x *: move";

/// Benedict Chess, as on its page: 1.Nc3 Nc6 2.Nd5 brings over the pawns on c7 and e7.
#[test]
fn what_is_attacked_by_what_has_moved_comes_over_in_benedict_chess() {
    let game = of_keys(BENEDICT);
    let played = after(&game, &game.start, "b1c3 b8c6 c3d5");
    let diagram = "r1bqkbnr/ppPpPppp/2n5/3N4/8/8/PPPPPPPP/R1BQKBNR b KQkq - 3 2";
    assert_eq!(played, diagram);
    let lost = after(&game, diagram, "g7g6 d5f6");
    let lost = Position::from_fen(&game, &lost).expect("a position");
    assert_eq!(lost.over(), Some(Over::Extinction(Value::Loss)), "the king comes over, too");
    for defence in ["c6b4", "g8f6"] {
        assert!(after(&game, diagram, defence).contains("3n4"), "{defence}");
    }
    let closed = after(&game, diagram, "f7f6");
    assert!(!moves(&game, &closed).contains("d5f6"), "nothing is captured");
    // What castles brings over what both attack, and a rook that comes over castles no more.
    let fen = "3q1q1k/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(after(&game, fen, "e1g1"), "3q1Q1k/8/8/8/8/8/8/5RK1 b - - 1 1");
    let rook = "k7/8/8/7n/8/8/8/4K2R b K - 0 1";
    assert_eq!(after(&game, rook, "h5g3"), "k7/8/8/8/8/6n1/8/4K2r w - - 1 2");
}

#[test]
fn kings_never_come_over() {
    let game = of_keys("convert = * x *: move");
    let fen = "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1";
    let checked = after(&game, fen, "a1a8");
    assert!(checked.starts_with("R3k3/"));
    assert!(is_in_check(&game, &checked, Color::Black));
    // A check is met by what brings the attacker over.
    let met = "k6r/8/8/8/8/8/1B6/7K w - - 0 1";
    assert_eq!(moves_from(&game, met, "b2"), "b2a1 b2c3 b2d4 b2e5 b2f6 b2g7 b2h8");
}

#[test]
fn contacts_are_explained() {
    let text = explain(&of_keys("freeze = *!k x same: move"));
    let line = "* A Pawn, Knight, Bishop, Rook or Queen freezes an enemy of its own kind in its zone. The zone is where \
                it attacks by its own moves.";
    assert!(text.lines().any(|own| own == line), "{text}");
    let text = explain(&of_keys("forbid = q x rb: fW"));
    let line = "* A Queen may not be left with an enemy Bishop or Rook in its zone. The zone is where it gets if it \
                steps one square forward.";
    assert!(text.lines().any(|own| own == line), "{text}");
    let text = explain(&of_keys(BENEDICT));
    assert!(text.contains("that has moved brings over to its side an enemy"), "{text}");
}

#[test]
fn keys_of_contacts_that_are_wrong_are_named() {
    for (keys, said) in [
        ("freeze = *", "2:10 '*' is no value of this key"),
        ("freeze = n b: K", "2:10 'n b: K' is no value of this key"),
        ("freeze = z x *: K", "2:10 'z' is no piece of this game"),
        ("freeze = n x *: cN", "2:17 'cN' is no zone"),
        ("convert = * x k: move", "2:11 no pieces of this game are meant by this rule"),
        ("convert = * x *: K\nannihilate = n x b: K", {
            "3:14 'annihilate' does not go with pieces that change sides"
        }),
        ("king = k:KmB\nroyalSlides = safe\nforbid = * x same: move", {
            "4:10 'forbid' does not go with 'royalSlides = safe'"
        }),
    ] {
        let told = findings(keys);
        assert!(told.iter().any(|text| text == said), "{keys}: {told:#?}");
    }
}
