//! Games without kings or with several royal pieces, with captures that must be made, and with other ends than mate,
//! worked out by hand from their rules.

use vertumnus_core::game;
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::written::WrittenGame;

use crate::compare::{Extent, compare_at};
use crate::explain;
use crate::unit::changing::{findings, moves_from, of_keys, of_name};

/// How the game is over by the fast rules, which go on as the slow ones.
#[track_caller]
fn end(game: &Definition, fen: &str) -> String {
    let extent = Extent { seed: 1, games: 4, plies: 12 };
    assert_eq!(compare_at(game, fen, extent).expect(fen), None);
    let mut session =
        game::session(Variant::Written(WrittenGame::new(game).expect("it can be played")));
    session.set_position(Some(fen), &[]).expect(fen);
    session.outcome().map_or_else(String::new, |outcome| outcome.to_string())
}

#[track_caller]
pub(crate) fn ends(game: &Definition, cases: &[(&str, &str)]) {
    for &(fen, expected) in cases {
        assert_eq!(end(game, fen), expected, "{fen}");
    }
}

#[test]
fn captures_must_be_made_and_the_last_piece_is_a_burden() {
    let game = of_name("antichess");
    // The pawn may take with either hand; nothing else moves.
    let fen = "8/8/8/3r1b2/4P3/8/8/R7 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "e4"), "e4d5 e4f5");
    assert_eq!(moves_from(&game, fen, "a1"), "");
    // Kings are pieces: they may stand attacked, and pawns become kings.
    assert_eq!(
        moves_from(&game, "8/P7/8/8/8/8/8/7k w - - 0 1", "a7"),
        "a7a8b a7a8k a7a8n a7a8q a7a8r"
    );
    ends(
        &game,
        &[
            ("8/8/8/8/8/8/8/R6R b - - 0 1", "0-1 extinction"),
            // The blocked side has no move, and wins.
            ("8/8/8/8/8/p7/P7/8 w - - 0 1", "1-0 stalemate"),
            ("8/8/8/8/8/8/k7/7K w - - 0 1", ""),
        ],
    );
}

#[test]
fn by_stalemate_the_side_with_fewer_pieces_can_win() {
    let game = of_name("suicide");
    ends(
        &game,
        &[
            ("8/8/8/8/p7/P7/8/7R b - - 0 1", "0-1 stalemate"),
            ("8/8/8/8/p7/P7/8/8 b - - 0 1", "1/2-1/2 stalemate"),
            ("8/8/8/8/p7/P7/p7/R7 b - - 0 1", "1/2-1/2 stalemate"),
        ],
    );
}

#[test]
fn who_is_mated_or_bare_wins_where_the_file_says_so() {
    let losers = of_name("losers");
    ends(
        &losers,
        &[
            ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", ""),
            ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "0-1 checkmate"),
            ("4k3/8/8/8/8/8/8/4K2R b - - 0 1", "0-1 bare king"),
        ],
    );
    assert_eq!(moves_from(&losers, "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "e1"), "");
    let drawn = of_keys("checkmateValue = draw");
    ends(&drawn, &[("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "1/2-1/2 checkmate")]);
}

#[test]
fn kinds_that_are_extinct_lose() {
    let game = of_name("extinction");
    ends(
        &game,
        &[
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1", "0-1 extinction"),
            ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", "1-0 extinction"),
            ("rnbqkbnr/pppppRpp/8/8/8/8/PPPPPPPP/RNBQKBN1 b - - 0 1", ""),
        ],
    );
    let kings = of_name("threekings");
    ends(
        &kings,
        &[
            ("k3k2k/pppppppp/8/8/8/8/PPPPPPPP/K3K2K w - - 0 1", ""),
            ("k3k3/pppppppp/8/8/8/8/PPPPPPPP/K3K2K b - - 0 1", "1-0 extinction"),
        ],
    );
}

#[test]
fn pieces_are_royal_while_they_are_few() {
    // Two kings: either may be lost, the last may not.
    let game = of_keys(
        "king = -\ncommoner = k\nextinctionPseudoRoyal = true\nextinctionPieceTypes = k\n\
         startFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1\ncastling = false",
    );
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/8/r6P/K6K w - - 0 1", "h2"), "h2h3 h2h4");
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/8/r6P/K7 w - - 0 1", "h2"), "");
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/8/r6P/K7 w - - 0 1", "a1"), "a1a2 a1b1");
    ends(&game, &[("4k3/8/8/8/8/8/2r5/K1r5 w - - 0 1", "0-1 checkmate")]);
    // With `dupleCheck`, they may not both be attacked.
    let game = of_keys(
        "king = -\ncommoner = k\nextinctionPseudoRoyal = true\nextinctionPieceTypes = k\n\
         dupleCheck = true\nstartFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1\n\
         castling = false",
    );
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/8/r6P/K6K w - - 0 1", "h2"), "h2h3 h2h4");
    assert_eq!(moves_from(&game, "4k3/8/8/8/4b3/r7/6P1/K6K w - - 0 1", "g2"), "");
    assert_eq!(moves_from(&game, "4k3/8/8/8/4b3/1r6/6P1/K6K w - - 0 1", "g2"), "g2g3 g2g4");
    assert_eq!(
        moves_from(&game, "4k3/8/8/8/8/r6r/8/K6K w - - 0 1", "a1"),
        "a1b1 a1b2",
        "one of both is enough"
    );
}

#[test]
fn a_royal_queen_is_neither_left_nor_moved_into_an_attack() {
    let game = of_name("coregal");
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/8/3r4/3QK2P w - - 0 1", "h1"), "");
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/1r6/8/K2Q4 w - - 0 1", "d1b1"), "");
}

#[test]
fn one_side_may_have_no_king() {
    let game = of_name("horde");
    ends(
        &game,
        &[("4k3/8/8/8/8/8/8/8 w - - 0 1", "0-1 extinction"), ("4k3/8/8/8/8/8/P7/8 w - - 0 1", "")],
    );
    let error = WrittenGame::new(&game).map(|game| {
        let mut session = game::session(Variant::Written(game));
        session
            .set_position(Some("4k3/8/8/8/8/8/8/K7 w - - 0 1"), &[])
            .map_err(|error| error.to_string())
    });
    assert_eq!(error, Ok(Err("bad FEN: White has a king, and plays without".to_owned())));
}

#[test]
fn kings_race_without_checks_and_black_may_answer() {
    let game = of_name("racingkings");
    // The rook would give check on e3 and d6.
    assert_eq!(
        moves_from(&game, "8/8/4k3/8/8/3R4/8/K7 w - - 0 1", "d3"),
        "d3a3 d3b3 d3c3 d3d1 d3d2 d3d4 d3d5 d3d7 d3d8 d3f3 d3g3 d3h3"
    );
    ends(
        &game,
        &[
            ("K7/8/8/4k3/8/8/8/8 b - - 0 1", "1-0 goal reached"),
            // Black still gets there, unless the way is guarded.
            ("K7/4k3/8/8/8/8/8/8 b - - 0 1", ""),
            ("K2R4/7k/8/8/8/8/8/6R1 b - - 0 1", "1-0 goal reached"),
            ("K6k/8/8/8/8/8/8/8 w - - 0 1", "1/2-1/2 goal reached"),
            ("7k/K7/8/8/8/8/8/8 w - - 0 1", "0-1 goal reached"),
        ],
    );
    // A flight that captures on its way ends elsewhere.
    let flying = of_keys(
        "king = k:K(fly B)\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = a8\nflagMove = true\ncastling = false",
    );
    ends(&flying, &[("7K/8/8/8/8/6P1/5k2/8 b - - 0 1", "1-0 goal reached")]);
}

#[test]
fn flags_can_ask_for_several_safe_pieces() {
    let keys = "flagPiece = n\nflagRegionWhite = d5 e5\nflagRegionBlack = d4 e4\n";
    let two = of_keys(&format!("{keys}flagPieceCount = 2"));
    let blocked = of_keys(&format!("{keys}flagPieceCount = 2\nflagPieceBlockedWin = true"));
    let safe = of_keys(&format!("{keys}flagPieceSafe = true"));
    let one = "4k3/8/8/4N3/8/8/8/4K3 b - - 0 1";
    let full = "4k3/8/8/3pN3/8/8/8/4K3 b - - 0 1";
    let both = "4k3/8/8/3NN3/8/8/8/4K3 b - - 0 1";
    let won = "1-0 goal reached";
    ends(&two, &[(one, ""), (full, ""), (both, won)]);
    ends(&blocked, &[(one, ""), (full, won), (both, won)]);
    ends(&safe, &[(one, won), (&one.replace("8/8/4N", "8/3p4/4N"), "")]);
}

#[test]
fn checks_are_counted_in_the_position() {
    let game = of_name("3check");
    ends(
        &game,
        &[
            ("4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1", ""),
            ("4k2R/8/8/8/8/8/8/4K3 b - - 0+3 0 1", "1-0 checks given"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
        ],
    );
    let mut session =
        game::session(Variant::Written(WrittenGame::new(&game).expect("it can be played")));
    let texts = "e2e4 f7f5 d1h5 g7g6 h5g6 h7g6";
    session.set_position(None, &texts.split(' ').collect::<Vec<_>>()).expect(texts);
    let fen = "rnbqkbnr/ppppp3/6p1/5p2/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 1+3 0 4";
    assert_eq!(session.fen(), fen);
    session
        .set_position(Some("4k2R/8/8/8/8/8/8/4K3 b - - 0 1 +3+0"), &[])
        .expect("as lichess writes it");
    assert_eq!(session.fen(), "4k2R/8/8/8/8/8/8/4K3 b - - 0+3 0 1");
    for wrong in ["4+3", "0+0", "x+3", "3+", "33+3"] {
        let fen = fen.replace("1+3", wrong);
        assert!(session.set_position(Some(&fen), &[]).is_err(), "{fen}");
    }
}

#[test]
fn why_a_move_is_illegal_is_told() {
    let why = |name: &str, fen: &str, from: &str, to: &str| {
        let game = WrittenGame::new(&of_name(name)).expect("it can be played");
        let mut session = game::session(Variant::Written(game));
        session.set_position(Some(fen), &[]).expect(fen);
        let square = |name: &str| session.shape().parse_square(name).expect(name);
        let objection = session.objection(square(from), square(to)).expect("it is illegal");
        objection.text(session.shape(), session.kinds())
    };
    assert_eq!(
        why("antichess", "8/8/8/3r4/4P3/8/8/8 w - - 0 1", "e4", "e5"),
        "there is a capture, and it must be made"
    );
    assert_eq!(
        why("racingkings", "8/8/4k3/8/8/3R4/8/K7 w - - 0 1", "d3", "e3"),
        "that gives check, which is not allowed"
    );
    assert_eq!(
        why("racingkings", "8/8/8/8/4k3/8/8/K4r2 w - - 0 1", "a1", "b1"),
        "the king would still be in check"
    );
}

#[test]
fn what_does_not_fit_is_told() {
    let kings =
        "startFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ncastling = false";
    assert_eq!(findings(kings), ["2:16 Black has 2 kings; no side has more than one"]);
    assert_eq!(
        findings("checkCounting = true"),
        ["2:17 the start position does not say how many checks each side has to give"]
    );
    let counted = "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1";
    assert_eq!(findings(counted), ["2:65 '3+3' counts checks"]);
    assert_eq!(findings(&format!("{counted}\ncheckCounting = true")), [""; 0]);
    assert_eq!(
        findings("flagPieceCount = 0\nflagRegionWhite = e4"),
        ["2:18 no piece would have to go there"]
    );
    assert_eq!(
        findings("dupleCheck = true"),
        ["2:1 'dupleCheck' has no effect: extinctionPseudoRoyal is false"]
    );
}

#[test]
fn the_ends_of_games_are_explained() {
    let said = |name: &str| explain(&of_name(name));
    let has = |name: &str, words: &str| {
        let text = said(name).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{name}: {text}");
    };
    has("antichess", "King: there is none.");
    has("antichess", "Captures: a side that can capture has to.");
    has("antichess", "Extinction: a side that has no pieces left wins.");
    has("losers", "Checkmate wins for the side that is mated.");
    has("losers", "Bare king: a side that has only its king wins.");
    has("coregal", "Royal pieces: a Queen;");
    has("racingkings", "Check: no move may give check.");
    has(
        "racingkings",
        "the other side has one move more, and if its king gets there too, it is a draw.",
    );
    has("3check", "Checks: Black wins by giving check 3 times.");
    has(
        "threekings",
        "a side that has at most 2 pieces left of a kind loses. These count: a King.",
    );
}
