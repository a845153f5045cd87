//! Pieces that promote as in shogi, limits of promotion, and squares where pieces may not be stuck: worked out by hand,
//! by the fast and the slow rules.

use crate::explain;
use crate::unit::alike::{fast, goes, leads};
use crate::unit::changing::{findings, of_keys, of_name};

/// Chess whose knights become archbishops on the last two ranks.
const KEYS: &str = "archbishop = a\npromotedPieceType = n:a\npromotionRegionWhite = *7 *8\n\
    promotionRegionBlack = *2 *1";

#[test]
fn pieces_promote_by_moves_to_the_region_within_it_and_out_of_it() {
    let game = of_keys(KEYS);
    let fen = "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
    goes(&game, fen, "d5", "d5b4 d5b6 d5c3 d5c7 d5c7+ d5e3 d5e7 d5e7+ d5f4 d5f6");
    let fen = "8/2N5/8/8/8/8/8/K6k w - - 3 9";
    let moves = "c7a6 c7a6+ c7a8 c7a8+ c7b5 c7b5+ c7d5 c7d5+ c7e6 c7e6+ c7e8 c7e8+";
    goes(&game, fen, "c7", moves);
    // A promotion restarts the clock, another move of the piece does not.
    leads(&game, fen, "c7b5+", "8/8/8/1A6/8/8/8/K6k b - - 0 9");
    leads(&game, fen, "c7b5", "8/8/8/1N6/8/8/8/K6k b - - 4 9");
    // Black's region is another one.
    let fen = "7k/8/8/8/8/8/2n5/7K b - - 0 1";
    goes(&game, fen, "c2a", "c2a1 c2a1+ c2a3 c2a3+");
    // What has become an archbishop is one.
    goes(&game, "7k/8/8/8/8/8/1P6/A6K w - - 0 1", "a1", "a1b3 a1c2");
}

#[test]
fn pieces_that_must_promote_do() {
    let game = of_keys(&format!("{KEYS}\nmandatoryPiecePromotion = true"));
    let fen = "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
    goes(&game, fen, "d5", "d5b4 d5b6 d5c3 d5c7+ d5e3 d5e7+ d5f4 d5f6");
    let fen = "8/2N5/8/8/8/8/8/K6k w - - 3 9";
    goes(&game, fen, "c7", "c7a6+ c7a8+ c7b5+ c7d5+ c7e6+ c7e8+");
    // Unless there are as many as there may be.
    let game = of_keys(&format!("{KEYS}\nmandatoryPiecePromotion = true\npromotionLimit = a:1"));
    goes(&game, "8/2N5/8/8/8/8/A7/K6k w - - 3 9", "c7", "c7a6 c7a8 c7b5 c7d5 c7e6 c7e8");
}

#[test]
fn a_pawn_promotes_as_pawns_do_to_its_own_piece_too() {
    let game = of_keys("archbishop = a\npromotedPieceType = p:a\npromotionPieceTypes = qr");
    goes(&game, "8/P7/8/8/8/8/8/K6k w - - 0 1", "a7", "a7a8+ a7a8q a7a8r");
    let game = of_keys("archbishop = a\npromotedPieceType = p:a\npromotionPieceTypes = -");
    goes(&game, "8/P7/8/8/8/8/8/K6k w - - 0 1", "a7", "a7a8+");
}

#[test]
fn nothing_promotes_to_more_pieces_than_there_may_be() {
    let fen = "8/P7/8/8/8/8/1Q6/K6k w - - 0 1";
    goes(&of_keys("promotionLimit = q:1"), fen, "a7", "a7a8b a7a8n a7a8r");
    goes(&of_keys("promotionLimit = q:2"), fen, "a7", "a7a8b a7a8n a7a8q a7a8r");
    // If nothing is left, a pawn that has to promote does not move.
    goes(&of_keys("promotionLimit = q:1\npromotionPieceTypes = q"), fen, "a7", "");
    let keys = "promotionLimit = q:1\npromotionPieceTypes = q\nmandatoryPawnPromotion = false";
    goes(&of_keys(keys), fen, "a7", "a7a8");
    // It attacks all the same.
    let game = of_keys("promotionLimit = q:1\npromotionPieceTypes = q");
    goes(&game, "k7/2P5/8/8/8/7Q/8/K7 b - - 0 1", "a8", "a8a7 a8b7");
}

#[test]
fn no_piece_is_left_where_it_could_never_move() {
    let game = of_keys("immobilityIllegal = true\nmandatoryPawnPromotion = false");
    goes(&game, "8/P7/8/8/8/8/8/K6k w - - 0 1", "a7", "a7a8b a7a8n a7a8q a7a8r");
    let game = of_name("shoshogi");
    goes(&game, "4k4/9/9/3N5/9/9/9/9/4K4 w - - 0 1", "d6", "d6c8+ d6e8+");
    goes(&game, "4k4/9/9/9/3N5/9/9/9/4K4 w - - 0 1", "d5", "d5c7 d5c7+ d5e7 d5e7+");
    goes(&game, "9/2P6/9/9/9/9/9/k8/8K w - - 0 1", "c8", "c8c9+");
}

#[test]
fn it_is_said_why_a_piece_may_not_go_there() {
    let game = of_keys("promotionLimit = q:1\npromotionPieceTypes = q");
    let session = fast(&game, "8/P7/8/8/8/8/1Q6/K6k w - - 0 1");
    let square = |name: &str| session.parse_square(name).expect(name);
    let objection = session.objection(square("a7"), square("a8")).expect("there is one");
    let said = session.explain(objection);
    assert_eq!(said, "there it could neither promote nor stay what it is");
}

#[test]
fn a_second_king_frees_the_first_after_its_move() {
    let game = of_name("shoshogi");
    // The rook attacks the king, and does so when the elephant has become a king.
    goes(&game, "r3k4/9/3E5/9/9/9/9/9/K8 w - - 0 1", "d7", "");
    let fen = "1r2k4/9/3E5/9/9/9/9/9/K8 w - - 0 1";
    leads(&game, fen, "d7d8+", "1r2k4/3K5/9/9/9/9/9/9/K8 b - - 0 1");
    // Of two kings neither is royal.
    let moves = "d5c4 d5c5 d5c6 d5d4 d5d6 d5e4 d5e5 d5e6";
    goes(&game, "r3k4/9/9/9/3K5/9/9/9/K8 w - - 0 1", "d5", moves);
}

#[test]
fn plus_before_a_letter_is_what_its_piece_becomes() {
    let game = of_keys(KEYS);
    leads(&game, "8/8/8/1+N6/8/8/8/K6k w - - 0 1", "a1a2", "8/8/8/1A6/8/8/K7/7k b - - 1 1");
    leads(&game, "8/8/8/1+n6/8/8/8/K6k w - - 0 1", "a1a2", "8/8/8/1a6/8/8/K7/7k b - - 1 1");
    let start = "startFen = r+nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = of_keys(&format!("{KEYS}\n{start}"));
    assert_eq!(game.start, "rabqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn mistakes_about_promotion_are_named() {
    for (keys, said) in [
        ("promotedPieceType = n:x", "2:23 'x' is no piece of this game"),
        ("promotedPieceType = n", "2:21 'n' is no value of this key"),
        ("promotedPieceType = n:b n:r", "2:25 'n' is named twice"),
        ("promotedPieceType = n:n", "2:21 a piece promotes to itself"),
        ("promotedPieceType = n:k", "2:21 promotion to a king is not supported"),
        ("promotedPieceType = k:n", "2:21 no king promotes"),
        ("promotionPawnTypes = pn\npromotedPieceType = n:b", {
            "3:21 a piece promotes by this key, and as a pawn"
        }),
        ("mandatoryPiecePromotion = true", {
            "2:1 'mandatoryPiecePromotion' has no effect: promotedPieceType is not given"
        }),
        ("promotionLimit = q:101", "2:20 '101' is no value of this key"),
        ("promotionLimit = x:1", "2:18 'x' is no piece of this game"),
        ("startFen = +nnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", {
            "2:12 '+n' in the start position is no piece"
        }),
    ] {
        assert_eq!(findings(keys), [said], "{keys}");
    }
}

#[test]
fn promotions_of_pieces_are_explained() {
    let text = explain(&of_name("shoshogi"));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Rook that moves to or from ranks 7, 8 or 9 may become"), "{text}");
    assert!(text.contains("could never move again, unless it promotes"), "{text}");
    let text = explain(&of_name("grand"));
    assert!(text.contains("Queen 1"), "{text}");
}
