//! Cannons, grasshoppers, leaps that can be blocked, and kings that may not face each other, in positions worked out by
//! hand.

use vertumnus_core::game;
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::written::WrittenGame;

use crate::compare::{Extent, compare_at};
use crate::explain;
use crate::unit::changing::{findings, moves_from, of_keys};

fn hoppers() -> Definition {
    of_keys("customPiece1 = c:mRcpR\ncustomPiece2 = g:gQ\ncustomPiece3 = h:nN\ncastling = false")
}

fn facing() -> Definition {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    of_keys(&format!("flyingGeneral = true\nstartFen = {start}"))
}

/// In each position the piece on the square has just these moves, and games from there go alike by both rules.
#[track_caller]
fn have_moves(game: &Definition, cases: &[(&str, &str, &str)]) {
    for &(fen, square, moves) in cases {
        assert_eq!(moves_from(game, fen, square), moves, "{square}: {fen}");
        let extent = Extent { seed: 1, games: 4, plies: 12 };
        assert_eq!(compare_at(game, fen, extent).expect(fen), None);
    }
}

#[test]
fn a_cannon_checks_over_one_piece() {
    have_moves(
        &hoppers(),
        &[
            // The hurdle goes away or takes the cannon; along the line it would be one again.
            ("4c2k/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4", "e4a4 e4b4 e4c4 e4d4 e4e8 e4f4 e4g4 e4h4"),
            // Another piece has to be a second one on the way.
            ("4c2k/8/8/8/4R3/R7/8/4K3 w - - 0 1", "a3", "a3e3"),
            // Where there is none, nothing may become it.
            (
                "4c2k/8/8/8/R7/8/8/4K3 w - - 0 1",
                "a4",
                "a4a1 a4a2 a4a3 a4a5 a4a6 a4a7 a4a8 a4b4 a4c4 a4d4 a4f4 a4g4 a4h4",
            ),
            // Of two, both stay.
            ("4c2k/8/8/4N3/8/4R3/8/4K3 w - - 0 1", "e5", ""),
            ("4c2k/8/8/4N3/8/4R3/8/4K3 w - - 0 1", "e3", "e3e2 e3e4"),
            // It moves without a hurdle and captures with one.
            (
                "7k/3p4/8/3P4/3C1p1p/8/8/4K3 w - - 0 1",
                "d4",
                "d4a4 d4b4 d4c4 d4d1 d4d2 d4d3 d4d7 d4e4 d4h4",
            ),
        ],
    );
}

#[test]
fn a_grasshopper_checks_right_behind_a_piece() {
    have_moves(
        &hoppers(),
        &[
            ("7k/8/8/4g3/8/R7/4P3/4K3 w - - 0 1", "a3", "a3e3"),
            ("7k/8/8/4g3/8/R7/4P3/4K3 w - - 0 1", "e2", "e2e3 e2e4"),
            (
                "7k/8/8/4g3/8/8/R7/4K3 w - - 0 1",
                "a2",
                "a2a1 a2a3 a2a4 a2a5 a2a6 a2a7 a2a8 a2b2 a2c2 a2d2 a2f2 a2g2 a2h2",
            ),
            // What stands between may neither go away nor become the hurdle.
            ("7k/8/8/4g3/4N3/8/4P3/4K3 w - - 0 1", "e4", ""),
            (
                "7k/8/8/4g3/4R3/8/8/4K3 w - - 0 1",
                "e4",
                "e4a4 e4b4 e4c4 e4d4 e4e3 e4e5 e4f4 e4g4 e4h4",
            ),
            ("7k/8/8/8/3p4/8/3G1pp1/K7 w - - 0 1", "d2", "d2d5 d2g2"),
        ],
    );
}

#[test]
fn a_lame_leap_is_blocked_on_its_way() {
    have_moves(
        &hoppers(),
        &[
            ("7k/8/8/8/8/5h2/R7/4K3 w - - 0 1", "a2", "a2f2"),
            ("7k/8/8/8/8/5h2/5B2/4K3 w - - 0 1", "f2", ""),
            ("7k/8/8/8/8/5h2/5R2/4K3 w - - 0 1", "f2", "f2f3"),
            ("7k/8/8/3P4/3H4/8/8/4K3 w - - 0 1", "d4", "d4b3 d4b5 d4c2 d4e2 d4f3 d4f5"),
        ],
    );
}

#[test]
fn kings_do_not_face_each_other() {
    let game = facing();
    have_moves(
        &game,
        &[
            ("4k3/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2", ""),
            ("3k4/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "e1e2 e1f1 e1f2"),
            // In castling, no square is passed from which they would.
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "e1d1 e1d2 e1e2"),
        ],
    );
    let game = WrittenGame::new(&game).expect("it can be played");
    let mut session = game::session(Variant::Written(game));
    let refused = session.set_position(Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), &[]);
    let reason = refused.expect_err("they face each other").to_string();
    assert!(reason.contains("the kings face each other"), "{reason}");
    session.set_position(Some("4k3/8/8/8/8/8/4B3/4K3 w - - 0 1"), &[]).expect("a position");
    let square = |name: &str| session.shape().parse_square(name).expect(name);
    let objection = session.objection(square("e2"), square("d3")).expect("it is illegal");
    assert_eq!(
        objection.text(session.shape(), session.kinds()),
        "that leaves the kings facing each other"
    );
    let start = "startFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nflyingGeneral = true\ncastling = false";
    assert_eq!(findings(start), ["2:12 the kings face each other, which 'flyingGeneral' forbids"]);
}

/// The king passes the square of the cannon that it castles with.
#[test]
fn a_king_castles_where_no_cannon_reaches_it() {
    let game = of_keys(
        "bishop = -\njanggiCannon = b\ncastlingRookPieces = b\ncastlingQueensideFile = d\n\
         startFen = 4kb2/8/8/8/8/8/8/4KB2 w Kk - 0 1",
    );
    have_moves(
        &game,
        &[
            // The enemy's cannon does not take ours, but the king on f1 would be taken over the pawn.
            ("k4b2/5p2/8/8/8/8/8/4KB2 w K - 0 1", "e1", "e1d1 e1d2 e1e2"),
            // There is nothing that it goes over.
            ("k4b2/8/8/8/8/8/8/4KB2 w K - 0 1", "e1", "e1d1 e1d2 e1e2 e1f2 e1g1"),
            // It goes over no other cannon.
            ("k4b2/5b2/8/8/8/8/8/4KB2 w K - 0 1", "e1", "e1d1 e1d2 e1e2 e1f2 e1g1"),
        ],
    );
}

#[test]
fn hops_are_explained() {
    let text = explain(&hoppers()).split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "slides like a rook beyond exactly one piece only to capture",
        "slides like a queen to the square right behind the first piece",
        "leaps like a knight if nothing stands between",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let text = explain(&facing());
    assert!(text.contains("Kings: no move may leave them"), "{text}");
}

/// The rule of Makpong.
#[test]
fn a_king_in_check_stays_unless_it_captures_what_checks_it() {
    let game = of_keys("makpongRule = true\ncastling = false");
    for (fen, square, moves) in [
        ("4k3/8/8/8/8/8/R7/r3K3 w - - 0 1", "e1", ""),
        ("4k3/8/8/8/8/8/R7/r3K3 w - - 0 1", "a2", "a2a1"),
        // Of what checks it, it captures what nothing guards, and of two pieces none.
        ("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "e1", "e1d2"),
        ("4k3/8/8/8/8/8/3q4/2b1K3 w - - 0 1", "e1", ""),
        ("4k3/8/8/8/4r3/8/3q4/4K3 w - - 0 1", "e1", ""),
        ("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1", "e1d2 e1f1"),
    ] {
        assert_eq!(moves_from(&game, fen, square), moves, "{square}: {fen}");
    }
}
