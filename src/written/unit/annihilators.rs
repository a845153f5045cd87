//! Games whose pieces annihilate each other: what is wrong with their files, and how the slow interpreter plays them.

use vertumnus_core::board::Color;

use crate::explain;
use crate::interpreter::{Over, Position};
use crate::unit::changing::{after, findings, moves_from, of_keys};

/// Knights and enemy bishops, a king's step apart.
const KEYS: &str = "annihilate = n x b: K";

const EMPTY: &str = "4k3/8/8/8/8/8/8/4K3";

#[test]
fn enemies_that_meet_vanish_with_all_around_them() {
    let game = of_keys(KEYS);
    // On d3 the knight meets the bishop. Around them are c5, d5, d4 and e2, but not e5.
    let fen = "4k3/8/8/2pPp3/2bR4/8/1N2P3/4K3 w - - 7 1";
    assert_eq!(after(&game, fen, "b2d3"), "4k3/8/8/4p3/8/8/8/4K3 b - - 0 1");
    let fen = "4k3/8/8/8/2b5/8/8/N3K3 b - - 7 1";
    assert_eq!(after(&game, fen, "c4e2 a1b3"), "4k3/8/8/8/8/1N6/4b3/4K3 b - - 9 2");
    assert_eq!(after(&game, fen, "c4d3 a1c2"), format!("{EMPTY} b - - 0 2"));
    let friends = "4k3/8/8/8/2B5/8/8/N3K3 w - - 0 1";
    assert_eq!(after(&game, friends, "a1b3"), "4k3/8/8/8/2B5/1N6/8/4K3 b - - 1 1");
    // A piece meets as what it has become.
    let promotes = "1b2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(after(&game, promotes, "a7a8n"), format!("{EMPTY} b - - 0 1"));
    assert_eq!(after(&game, promotes, "a7a8r"), "Rb2k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn a_zone_that_looks_ahead_has_to_look_at_both() {
    let game = of_keys("annihilate = n x b: fW");
    let fen = "4k3/8/8/8/2b5/8/4N3/4K3 w - - 0 1";
    assert_eq!(after(&game, fen, "e2c3"), format!("{EMPTY} b - - 0 1"));
    let behind = "4k3/8/8/4N3/8/2b5/8/6K1 w - - 0 1";
    assert_eq!(after(&game, behind, "e5c4"), "4k3/8/8/8/2N5/2b5/8/6K1 b - - 1 1");
}

#[test]
fn a_king_is_annihilated_by_the_enemy_alone() {
    let game = of_keys(KEYS);
    let own = "4k3/8/8/8/2b5/8/1NK5/8 w - - 0 1";
    assert_eq!(moves_from(&game, own, "b2"), "b2a4 b2c4 b2d1", "not to d3");
    let enemys = "8/8/8/1k6/2b5/8/1N6/4K2r w - - 0 1";
    let position = Position::from_fen(&game, enemys).expect(enemys);
    assert!(position.is_in_check(Color::White) && !position.is_in_check(Color::Black));
    assert_eq!(moves_from(&game, enemys, "b2"), "b2d3", "his own king is attacked");
    let mv = position.legal_moves().into_iter().find(|&mv| position.text(mv) == "b2d3");
    let won = position.after(mv.expect("it is legal"));
    assert_eq!((won.over(), won.legal_moves().len()), (Some(Over::Annihilation), 0));
    assert_eq!(won.fen(), "8/8/8/8/8/8/8/4K2r b - - 0 1");
}

#[test]
fn castling_and_double_steps_may_annihilate_and_rights_vanish_with_their_rooks() {
    let rooks = of_keys("annihilate = r x n: fW");
    let fen = "4k3/8/8/8/8/8/5n2/R3K2R w KQ - 3 1";
    assert_eq!(after(&rooks, fen, "e1g1"), "4k3/8/8/8/8/8/8/R5K1 b - - 0 1");
    let fen = "4k3/8/8/8/5n2/8/6B1/R3K2R b KQ - 5 9";
    assert_eq!(after(&of_keys(KEYS), fen, "f4h3"), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10");
    let pawns = of_keys("annihilate = p x p: sW");
    let fen = "4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 1";
    assert_eq!(after(&pawns, fen, "e2e4"), format!("{EMPTY} b - - 0 1"));
    assert_eq!(after(&pawns, fen, "e2e3"), "4k3/8/8/8/3p1p2/4P3/8/4K3 b - - 0 1");
}

#[test]
fn rules_of_annihilation_that_are_wrong_are_named() {
    for (keys, said) in [
        ("annihilate = n b: K", "2:14 'n b: K' is no value of this key"),
        ("annihilate = n x b", "2:14 'n x b' is no value of this key"),
        ("annihilate = n + b: K", "2:14 'n + b: K' is no value of this key"),
        ("annihilate = n x z: K", "2:18 'z' is no piece of this game"),
        ("annihilate = n x b: R", "2:21 'R' is no zone"),
        ("annihilate = n x b:", "2:20 '' is no value of this key"),
        (&format!("annihilate = {}n x b: W", "q x q: W; ".repeat(8)), {
            "2:94 at most 8 rules are read"
        }),
        ("annihilate = k x *: K", "2:14 no pieces of this game meet by this rule"),
        ("annihilate = n x b: K; q x k: W", "2:24 no pieces of this game meet by this rule"),
        ("annihilate = n x b: W\nstartFen = 4k3/8/8/8/3nB3/8/8/4K3 w - - 0 1", {
            "3:12 the piece on e4 annihilates an enemy before the game begins"
        }),
    ] {
        let told = findings(keys);
        assert!(told.iter().any(|text| text == said), "{keys}: {told:#?}");
    }
}

#[test]
fn annihilation_is_explained() {
    let text = explain(&of_keys("annihilate = nq x b: K"));
    assert!(text.contains("HOW PIECES ANNIHILATE EACH OTHER"), "{text}");
    assert!(text.contains("A Knight or Queen and an enemy Bishop meet if each"), "{text}");
    assert!(!explain(&of_keys("king = k:KN")).contains("ANNIHILATE"));
}
