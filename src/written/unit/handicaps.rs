//! Handicaps: what is wrong with their rules, and how both rules play them.

use vertumnus_core::game;
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::written::WrittenGame;

use crate::compare::{Extent, compare};
use crate::explain;
use crate::interpreter::Position;
use crate::unit::changing::{findings, game, moves_from, of_name};

/// The legal moves from a square, by both rules.
fn moves(fen: &str, from: &str) -> String {
    let definition = of_name("powerabsorption");
    let slow = moves_from(&definition, fen, from);
    let written = WrittenGame::new(&definition).expect("it can be played");
    let mut session = game::session(Variant::Written(written));
    session.set_position(Some(fen), &[]).expect(fen);
    let mut fast = session.legal_texts();
    fast.retain(|text| text.starts_with(from));
    fast.sort();
    assert_eq!(fast.join(" "), slow, "{fen}");
    slow
}

/// Worked by hand from the rules of Power Absorption Chess.
#[test]
fn handicaps_restrict_the_captures_of_their_side() {
    let takes = |mover: &str, victim: &str, field: &str| {
        moves(&format!("7k/8/8/8/8/2{victim}5/8/1{mover}2K3 w - - 0 1 {field}"), "b1c3")
    };
    assert_eq!(takes("N", "p", "-/p"), "b1c3 b1c3{np}", "not White's");
    assert_eq!(takes("N", "p", "p/-"), "b1c3");
    assert_eq!(takes("N", "{rp}", "p/-"), "b1c3 b1c3{rn}");
    assert_eq!(takes("{NP}", "r", "p/-"), "b1c3");
    assert_eq!(takes("N", "r", "q/x"), "b1c3 b1c3{rn}");
    assert_eq!(takes("N", "q", "q/-"), "b1c3");
    assert_eq!(takes("{BN}", "r", "q/-"), "b1c3");
    assert_eq!(takes("{QN}", "p", "q/-"), "b1c3 b1c3{qnp}", "what it has, it has");
    assert_eq!(takes("{QN}", "{rp}", "pq/-"), "b1c3");
    assert_eq!(takes("N", "r", "x/-"), "b1c3");
    let king = "7k/8/8/8/8/8/3{rp}4/3K4 w - - 0 1 p/-";
    assert_eq!(moves(king, "d1d2"), "d1d2 d1d2{kr}");
}

#[test]
fn handicaps_are_the_last_field() {
    let definition = of_name("powerabsorption");
    let written = WrittenGame::new(&definition).expect("it can be played");
    let mut session = game::session(Variant::Written(written));
    let fen = |field: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1{field}");
    for (read, is) in [("", ""), (" -/-", ""), (" xq/p", " qx/p"), (" -/pqx", " -/pqx")] {
        session.set_position(Some(&fen(read)), &[]).expect(read);
        let slow = Position::from_fen(&definition, &fen(read)).expect(read);
        assert_eq!([session.fen(), slow.fen()], [fen(is), fen(is)]);
    }
    for field in [" p", " /", " p/", " pp/-", " z/-", " P/-", " -/-/-", " p/- 1"] {
        assert!(session.set_position(Some(&fen(field)), &[]).is_err(), "{field}");
        assert!(Position::from_fen(&definition, &fen(field)).is_err(), "{field}");
    }
    let chess = of_name("chess");
    assert!(Position::from_fen(&chess, &fen(" -/-")).is_err());
}

#[test]
fn random_games_with_handicaps_go_alike_by_both_rules() {
    let extent = Extent { seed: 3, games: 12, plies: 100 };
    assert_eq!(compare(&of_name("powerabsorption"), extent), Ok(None));
}

#[test]
fn mistakes_in_handicaps_are_told() {
    let joins = "onCapture = k x * > mover; * x * > join?";
    for (keys, finding) in [
        ("handicaps = x: * x * > mover", "2:1 'handicaps' has no effect: onCapture is not given"),
        ("* x * > mover", "3:13 '* x * > mover' is no value of this key"),
        ("xy: * x * > mover", "3:13 'xy: * x * > mover' is no value of this key"),
        ("X: * x * > mover", "3:13 'X: * x * > mover' is no value of this key"),
        ("x: * x * > mover; x: * x * > victim", "3:31 the handicap 'x' is there already"),
        ("x: * x * > forbidden", "3:16 a handicap only says what a capture makes of its piece"),
        ("x: n x * > mover other", "3:16 a handicap only says what a capture makes of its piece"),
        (
            "a: n x * > mover; b: n x * > mover; c: n x * > mover; d: n x * > mover",
            "3:67 at most 3 handicaps are read",
        ),
        ("x: k x * > mover", "3:13 the handicap 'x' changes nothing"),
        (
            "x: k x * > victim",
            "3:13 by a handicap a king would be a king no more, or another piece become one",
        ),
    ] {
        let keys = if keys.contains('=') {
            keys.to_owned()
        } else {
            format!("{joins}\nhandicaps = {keys}")
        };
        let found = findings(&keys);
        assert!(found.iter().any(|one| one == finding), "{keys}: {found:?}");
    }
    let start = "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x/-";
    let found = findings(&format!("{joins}\nhandicaps = x: * x * > mover\n{start}"));
    assert_eq!(found, ["4:69 'x/-' is one field too much"]);
}

#[test]
fn handicaps_are_part_of_the_rules() {
    let without = game("[x:powerabsorption]\nhandicaps = -\n");
    assert_eq!(
        format!("{:016x}", without.rules_hash()),
        "157611d286619c72",
        "as in files that there are"
    );
    assert_ne!(of_name("powerabsorption").rules_hash(), without.rules_hash());
    assert!(!explain(&without).contains("handicap"));
    let told = explain(&of_name("powerabsorption"));
    assert!(told.contains("with x, a capture changes nothing."), "{told}");
}
