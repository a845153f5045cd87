//! Passes, kings that face each other or stay in check, and moves on some squares alone, by the fast rules: in positions
//! worked out by hand, and as by the slow rules.
#![cfg(feature = "played")]

use vertumnus_core::game;
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::written::WrittenGame;
use vertumnus_written::compare::{Extent, compare};
use vertumnus_written::read;

/// A game that builds on chess, by its keys.
#[track_caller]
fn of_keys(keys: &str) -> Definition {
    let mut written = read(format!("[x:chess]\n{keys}\n").as_bytes()).expect("the text is small");
    let findings = written.findings;
    written.games.pop().and_then(|game| game.definition).unwrap_or_else(|| panic!("{findings:?}"))
}

/// Plays moves by the fast rules, and tells their SAN, the FEN and how the game is over.
#[track_caller]
fn played(game: &Definition, fen: &str, texts: &str) -> (String, String, String) {
    let written = WrittenGame::new(game).expect("it can be played");
    let mut session = game::session(Variant::Written(written));
    session.set_position(Some(fen), &[]).expect(fen);
    let mut sans = Vec::new();
    for text in texts.split(' ') {
        let mv = session.parse(text).expect(text);
        let san = session.san(mv);
        assert_eq!(session.parse_san(&san), Ok(mv), "{san}");
        sans.push(san);
        session.play(mv).expect(text);
    }
    let end = session.outcome().map_or_else(String::new, |outcome| outcome.to_string());
    (sans.join(" "), session.fen(), end)
}

fn told(sans: &str, fen: &str, end: &str) -> (String, String, String) {
    (sans.to_owned(), fen.to_owned(), end.to_owned())
}

#[test]
fn two_passes_end_a_game() {
    let game = of_keys("pass = true\ncastling = false");
    let fen = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 5 9";
    assert_eq!(
        played(&game, fen, "d2d4 e8e8"),
        told("d4 --", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 1 10", "")
    );
    // Two passes in a row are a draw, but not with a move between them.
    assert_eq!(
        played(&game, fen, "e1e1 e8e8"),
        told("-- --", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 7 10", "1/2-1/2 two passes")
    );
    assert_eq!(played(&game, fen, "e1e1 e8e7 e1e1").2, "");
}

/// Fusion Chess: both on the square of the second are one piece, by a move that is written as if it were empty.
#[test]
fn pieces_of_a_side_merge() {
    let fusion = "alias = q:{rb}\npromotionPieceTypes = rbn\nonMerge = nbr x nbrk > join";
    let game = of_keys(fusion);
    let fen = "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - 4 4";
    assert_eq!(
        played(&game, fen, "e2f3{bn} h8g8{rn} h1f1 c6d4"),
        told(
            "Bf3=BN Rg8=RN Rf1 Nd4",
            "r1bqkb{rn}1/pp1ppppp/8/2p5/3nP3/5{BN}2/PPPP1PPP/RNBQKR2 w Qq - 2 6",
            ""
        )
    );
    // A rook on the bishop is a queen, and one on the king a king.
    let rooks = "4k3/8/8/8/8/3B4/8/3RK2R w K - 9 30";
    assert_eq!(
        played(&game, rooks, "d1d3q e8e7 h1e1{kr} e7f7 e1h1"),
        told("Rd3=Q Ke7 Re1=KR+ Kf7 KRh1", "8/5k2/8/8/8/3Q4/8/7{KR} b - - 2 32", "")
    );
    // A part that leaves is what is written behind the move.
    let apart = of_keys(&format!("{fusion}\nsplit = *: nbrk\nsplitAttacked = false"));
    let compound = "r3k3/8/8/8/8/8/8/1{RN}2K3 w - - 4 9";
    assert_eq!(
        played(&apart, compound, "b1c3n a8c8 c3d5 c8c5 b1d1 c5d5"),
        told("RNc3=N Rc8 Nd5 Rc5 Rd1 Rxd5", "4k3/8/8/3r4/8/8/8/3RK3 w - - 0 12", "")
    );
    let typed = game::session(Variant::Written(WrittenGame::new(&game).expect("it can be played")));
    assert_eq!(typed.typed("Rb1").map(|moves| moves.len()), Ok(1));
}

/// A move that spends something is written with what is left, and a capture with what it gives.
#[test]
fn what_is_spent_is_seen_behind_a_move() {
    let game = of_keys(PLUNDER);
    let fen = "4k3/8/8/3r4/2p5/4N3/1{NV}6/4K3 w - - 0 1";
    assert_eq!(
        played(&game, fen, "e3d5{sn} c4c3 d5c3 e8e7 c3e3n e7f7 b2b4n"),
        told("Nxd5=SN c3 SNxc3 Ke7 SNe3=N Kf7 VNb4=N", "8/5k2/8/8/1N6/4N3/8/4K3 b - - 4 4", "")
    );
    let mover = "7k/8/8/8/2p5/8/1{NV}6/4K3 w - - 0 1";
    assert_eq!(
        played(&game, mover, "b2b4n c4b3{ap}"),
        told("VNb4=N cxb3=AP", "7k/8/8/8/8/1{ap}6/8/4K3 w - - 0 2", "")
    );
}

#[test]
fn a_pass_is_typed_as_people_know_it() {
    let of = |keys: &str, text: &str| {
        let written = WrittenGame::new(&of_keys(keys)).expect("it can be played");
        let session = game::session(Variant::Written(written));
        let texts = |moves: Vec<_>| moves.iter().map(|&mv| session.text(mv)).collect();
        session.typed(text).map(texts).map_err(|error| error.to_string())
    };
    for text in ["--", "pass", "e1e1", "@@@@"] {
        assert_eq!(of("pass = true", text), Ok(vec!["e1e1".to_owned()]), "{text}");
    }
    let refusal = Err("'e1e1' is not legal: your own piece is on e1".to_owned());
    assert_eq!(of("pass = false", "e1e1"), refusal);
}

#[test]
fn kings_that_still_face_each_other_end_a_game() {
    let game = of_keys("bikjangRule = true\npass = true\ncastling = false");
    let fen = "4k3/p7/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(played(&game, fen, "e2c3 e8d8").2, "");
    let (sans, _, end) = played(&game, fen, "e2c3 e8e8");
    assert_eq!((&*sans, &*end), ("Nc3 --", "1/2-1/2 facing kings"));
}

/// Knight, 1988: a piece that captures may wear a vest, and moves by it once.
const PLUNDER: &str = include_str!("plunder.ini");

/// J. Kniest, about 1940: what captures becomes what it has captured, kings too.
const PROTEAN: &str = "onCapture = * x * > victim royal\ndoubleStepTypes = p";

#[test]
fn games_go_alike_by_both_rules() {
    let few = "startFen = r3k2r/4p3/8/8/8/8/4P3/R3K2R w KQkq - 0 1";
    for keys in [
        "pass = true",
        "passOnStalemate = true\nstartFen = 8/1p3k2/1P6/8/8/6p1/2K3P1/8 w - - 0 1",
        &format!("passWhite = true\ncastlingKingsideFile = e\n{few}"),
        &format!("bikjangRule = true\npass = true\n{few}"),
        &format!("bikjangRule = true\n{few}"),
        &format!("makpongRule = true\n{few}"),
        "onMerge = nbrk x nbrk > join\nroyalSlides = safe",
        "alias = q:{rb}\nonMerge = nbr x nbrk > join\nsplit = *: nbrk\nsplitAttacked = false\nroyalSlides = safe",
        "onMerge = *!k x *!k > victim; * x k > victim royal\nmorph = e4: b>n\nonMove = n>r r>b",
        &format!("{PLUNDER}\nstartFen = r3k2r/pp6/8/2n5/5N2/8/PP6/R3K2R w KQkq - 0 1"),
        "onCapture = * x * > victim royal\ndoubleStepTypes = p\nstartFen = r1bk4/pp4pp/8/8/8/8/PP4PP/R1BK4 w - - 0 1",
        PLUNDER,
        PROTEAN,
        "king = -\ncastling = false\npass = true\nstartFen = r6r/pp6/8/8/8/8/PP6/R6R w - - 0 1",
        "soldier = p\nwazir = n\njanggiCannon = b\nsoldierPromotionRank = 4\ndiagonalLines = a* b* c* d* *1 *8",
    ] {
        let extent = Extent { seed: 1, games: 6, plies: 80 };
        assert_eq!(compare(&of_keys(keys), extent).expect("it can be played"), None, "{keys}");
    }
}

/// How a game on which files can build ends by these moves, which are played so many times over.
#[track_caller]
fn ends(parent: &str, fen: &str, texts: &str, times: usize) -> String {
    let mut written = read(format!("[x:{parent}]\n").as_bytes()).expect("the text is small");
    let game = written.games.pop().and_then(|game| game.definition).expect("it has no mistakes");
    let written = WrittenGame::new(&game).expect("it can be played");
    let mut session = game::session(Variant::Written(written));
    session.set_position(Some(fen), &[]).expect(fen);
    for text in std::iter::repeat_n(texts, times).flat_map(|texts| texts.split(' ')) {
        assert_eq!(session.outcome(), None, "before {text}");
        session.play_text(text).expect(text);
    }
    session.outcome().map_or_else(String::new, |outcome| outcome.to_string())
}

#[test]
fn who_checks_perpetually_loses() {
    let checks = "4k4/9/9/9/9/9/9/4R4/3K5[] b - - 0 1";
    assert_eq!(ends("shogi", checks, "e9d9 e2d2 d9e9 d2e2", 3), "0-1 perpetual check");
    let quiet = "4k4/9/9/9/9/9/9/4R4/3K5[] b - - 0 1";
    assert_eq!(ends("shogi", quiet, "e9d9 e2f2 d9e9 f2e2", 3), "1/2-1/2 fourfold repetition");
    // Without checks, White loses by it here, who began.
    let minishogi = "4k/5/5/5/K4[] w - - 0 1";
    assert_eq!(ends("minishogi", minishogi, "a1b1 e5d5 b1a1 d5e5", 3), "0-1 fourfold repetition");
    let other_side = "4k/5/5/5/K4[] b - - 0 1";
    assert_eq!(ends("minishogi", other_side, "e5d5 a1b1 d5e5 b1a1", 3), "0-1 fourfold repetition");
}

/// Positions for the rules of the Asian Xiangqi Federation.
#[test]
fn who_chases_perpetually_loses() {
    let follows = "a4a5 c5c4 a5a4 c4c5";
    for (matter, fen, texts, end) in [
        (
            "a chariot after a cannon",
            "3k5/9/9/9/9/2c6/R8/9/9/4K4 w - - 0 1",
            follows,
            "0-1 perpetual chase",
        ),
        (
            "a cannon that is protected",
            "3k5/9/9/9/9/2c5r/R7r/9/9/4K4 w - - 0 1",
            follows,
            "1/2-1/2 threefold repetition",
        ),
        (
            "a soldier that has not crossed",
            "3k5/9/9/2p6/R8/9/9/9/9/4K4 w - - 0 1",
            "a6a7 d10d9 a7a6 d9d10",
            "1/2-1/2 threefold repetition",
        ),
        (
            "a king after a horse",
            "9/9/3k5/9/9/9/9/3n5/4K4/9 w - - 0 1",
            "e2e3 d3b2 e3e2 b2d3",
            "1/2-1/2 threefold repetition",
        ),
        (
            "checks come before chases",
            "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1",
            "d10e10 d2e2 e10d10 e2d2",
            "0-1 perpetual check",
        ),
    ] {
        assert_eq!(ends("xiangqi", fen, texts, 2), end, "{matter}");
    }
}

/// By the rules of makruk, which en.wikipedia.org/wiki/Makruk gives: the count of a bare king begins with the number of
/// all pieces, and a rook has sixteen moves.
#[test]
fn a_bare_king_counts_the_moves() {
    let mut written = read(b"[x:makruk]\n").expect("the text is small");
    let game = written.games.pop().and_then(|game| game.definition).expect("it has no mistakes");
    let bare = played(&game, "4k3/8/8/8/8/8/3r4/R3K3 w - - 0 1", "e1d2 e8e7");
    assert_eq!(bare.1, "8/4k3/8/8/8/8/3K4/R7 w - 32 7 2");
    let last = played(&game, "8/4k3/8/8/8/8/3K4/R7 w - 32 32 20", "a1a2");
    assert_eq!(
        (last.1.as_str(), last.2.as_str()),
        ("8/4k3/8/8/8/8/R2K4/8 b - 32 33 20", "1/2-1/2 counting of moves")
    );
    // With pieces on both sides a side that has no pawns against it counts to 64.
    let board = played(&game, "4k3/8/8/8/8/8/3p4/R3K2R w - - 0 1", "e1d2");
    assert_eq!(board.1, "4k3/8/8/8/8/8/3K4/R6R b - 16 8 1");
    assert_eq!(
        played(&game, "4k2r/8/8/8/8/8/3K4/R6R w - - 0 1", "a1a2").1,
        "4k2r/8/8/8/8/8/R2K4/7R b - 128 0 1"
    );
}

#[test]
fn draws_are_decided_by_material() {
    let draw = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(ends("armageddon", draw, "a1a2 h8h7 a2a1 h7h8", 2), "0-1 threefold repetition");
    let more = of_keys("materialCounting = unweighted");
    let (.., end) = played(&more, "7k/7p/8/8/8/8/8/K6R w - - 98 1", "h1h2 h8g8");
    assert_eq!(end, "1/2-1/2 fifty-move rule");
    let (.., end) = played(&more, "7k/7p/8/8/8/8/P7/K6R w - - 98 1", "h1h2 h8g8");
    assert_eq!(end, "1-0 fifty-move rule");
    let (.., end) = played(&more, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6");
    assert_eq!(end, "1-0 stalemate");
}

#[test]
fn a_full_board_ends_the_game() {
    let keys = "maxRank = 3\nmaxFile = c\nking = -\npawn = -\nqueen = -\nbishop = -\nrook = -\nknight = -\nwazir = \
                w\npieceDrops = true\ncastling = false\npromotionRegionWhite = -\npromotionRegionBlack = \
                -\ndoubleStep = false\nadjudicateFullBoard = true\nmaterialCounting = unweighted\nstartFen = \
                3/3/3[WWWWWwwww] w - - 0 1";
    let game = of_keys(keys);
    let (.., end) = played(&game, "WwW/wWw/Ww1[W] w - - 0 1", "W@c1");
    assert_eq!(end, "1-0 full board");
}

#[test]
fn a_count_is_read_and_written() {
    let mut written = read(b"[x:makruk]\n[y:chess]\n").expect("the text is small");
    let [chess, makruk] = [(); 2].map(|()| {
        let game =
            written.games.pop().and_then(|game| game.definition).expect("it has no mistakes");
        game::session(Variant::Written(WrittenGame::new(&game).expect("it can be played")))
    });
    let (mut chess, mut makruk) = (chess, makruk);
    for fen in ["8/4k3/8/8/8/8/3K4/R7 w - 32 7 2", "8/4k3/8/8/8/8/3K4/R7 w - - 7 2"] {
        makruk.set_position(Some(fen), &[]).expect(fen);
        assert_eq!(makruk.fen(), fen);
    }
    for (fen, fault) in [
        (
            "8/4k3/8/8/8/8/3K4/R7 w - 300 7 2",
            "bad FEN: the en passant field is a square or '-', not '300'",
        ),
        (
            "8/4k3/8/8/8/8/3K4/R7 w - 0 7 2",
            "bad FEN: the en passant field is a square or '-', not '0'",
        ),
    ] {
        let error = makruk.set_position(Some(fen), &[]).expect_err(fen);
        assert_eq!(error.to_string(), fault);
    }
    assert!(chess.set_position(Some("8/4k3/8/8/8/8/3K4/R7 w - 32 7 2"), &[]).is_err());
}
