//! Positions, worked out by hand, in which the fast and the slow rules must say the same, and say what is right.

use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::written::WrittenGame;

use crate::interpreter::Position;
use crate::unit::changing::{after, findings, game, moves_from, of_keys};

pub(crate) fn fast(game: &Definition, fen: &str) -> Box<dyn Session> {
    let game = WrittenGame::new(game).unwrap_or_else(|error| panic!("{}: {error}", game.name));
    let mut session = game::session(Variant::Written(game));
    session.set_position(Some(fen), &[]).expect(fen);
    session
}

/// The legal moves from a square are these by both rules.
#[track_caller]
pub(crate) fn goes(game: &Definition, fen: &str, from: &str, moves: &str) {
    let texts = fast(game, fen).legal_texts().into_iter().filter(|text| text.starts_with(from));
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    assert_eq!(moves_from(game, fen, from), moves, "by the slow rules, {fen}");
    assert_eq!(texts.join(" "), moves, "by the fast rules, {fen}");
}

/// After a move the position is this by both rules.
#[track_caller]
pub(crate) fn leads(game: &Definition, fen: &str, text: &str, position: &str) {
    let mut session = fast(game, fen);
    session.play_text(text).expect(text);
    assert_eq!(after(game, fen, text), position, "by the slow rules");
    assert_eq!(session.fen(), position, "by the fast rules");
}

#[test]
fn a_king_that_flies_is_safe_where_it_lands() {
    let game = of_keys("king = k:K(fly B)\ncastling = false");
    // The white king attacks a2 by its step and g6 by its flight, the pawn d5.
    let steps = "f7e6 f7e7 f7e8 f7f6 f7f8 f7g7 f7g8";
    let fen = "8/5k2/8/8/2P5/8/8/1K6 b - - 0 1";
    goes(&game, fen, "f7", &format!("f7b3 f7c4 f7c4,c4b3 {steps} f7h5"));
    // What it takes on its way may make another piece of it.
    let start = "r1t1nkbr/p2ppppp/8/8/8/8/P2PPPPP/R1T1NKBR w - - 0 1";
    let game = super::changing::game(&format!(
        "[x:cannibal]\ncustomPiece1 = t:(fly Q)\nstartFen = {start}\n"
    ));
    let fen = "8/2R5/3N4/8/7K/8/3{kt}4/8 b - - 7 12";
    goes(&game, fen, "d2d", "d2d1 d2d3 d2d4 d2d5 d2d6,d6d8{kn} d2d6{kn} d2d8");
}

#[test]
fn nothing_is_taken_in_passing_where_a_piece_may_not_go() {
    let game = of_keys(
        "king = k:K(fly B)\ncastling = false\nmobilityRegionWhiteKing = *1 *2 *4 *5 *6 *7 *8",
    );
    let fen = "4k3/8/8/8/3p4/2p5/8/K7 w - - 0 1";
    let beyond = "a1d4 a1d4,d4e5 a1d4,d4f6 a1d4,d4g7 a1d4,d4h8 a1e5 a1f6 a1g7 a1h8";
    goes(&game, fen, "a1", &format!("a1a2 a1b1 {beyond}"));
    // Counted by a program of these rules alone, which has nothing of this one.
    let fen = "1q6/8/7q/8/k1K1p3/2B5/7q/3R3q b - - 2 9";
    let slow = Position::from_fen(&game, fen).expect(fen).perft(2);
    assert_eq!((slow, fast(&game, fen).perft(2)), (1506, 1506));
}

#[test]
fn kings_that_may_slide_over_safe_squares_alone_do_so_without_capture_too() {
    let game = of_keys("royalSlides = safe\nking = k:KmB");
    // The bishop attacks d4.
    let moves = "c3a1 c3a5 c3b2 c3b3 c3b4 c3c2 c3c4 c3d2 c3d3 c3e1";
    goes(&game, "8/B7/8/8/7K/2k5/8/8 b - - 1 52", "c3", moves);
    let game = of_keys("royalSlides = safe\nking = k:KmNN\ncastling = false");
    // From a1 by b3 and c5 to d7, and by c2 and e3 to g4. The rook attacks c5.
    let moves = "a1a2 a1b1 a1b2 a1b3 a1c2 a1e3 a1g4";
    goes(&game, "7k/8/8/7r/8/8/8/K7 w - - 0 1", "a1", moves);
}

#[test]
fn kings_that_slide_over_pieces_mind_the_squares_that_they_pass() {
    let game = of_keys("royalSlides = safe\nking = k:KRpR\ncastling = false");
    // The black king attacks a1 and e8.
    let moves = "e1b1 e1c1 e1d1 e1d2 e1e3 e1e4 e1e5 e1e6 e1e7 e1f1 e1f2 e1g1 e1h1";
    goes(&game, "k7/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1", moves);
    // The rook attacks e4. That is no piece to go over.
    let moves = "e1b1 e1c1 e1d1 e1d2 e1e3 e1f1 e1f2 e1g1 e1h1";
    goes(&game, "k7/8/8/8/r7/8/4P3/4K3 w - - 0 1", "e1", moves);
    let game = of_keys("royalSlides = safe\nking = k:K(fly B)\ncastling = false");
    // The black king attacks b1, but not over e4 once the pawn guards that. The rook attacks d4.
    goes(&game, "3r4/7k/8/8/8/8/8/K7 w - - 0 1", "a1", "a1a2 a1b2 a1c3");
    goes(&game, "3r4/7k/8/8/8/3P4/8/K7 w - - 0 1", "a1", "a1a2 a1b1 a1b2 a1c3");
    // Where the pawn steps on, the king is in check.
    goes(&game, "3r4/7k/8/8/8/3P4/8/1K6 w - - 0 1", "d3", "");
}

#[test]
fn a_king_that_goes_away_lends_its_pieces_nothing() {
    let game = game("[x:tencubed]\nroyalSlides = safe\nlend = *:H=Q\n");
    // While the king stands on f9, the knight moves as a queen, too, and guards f6.
    let fen = "10/2n2k4/10/10/10/10/10/10/5K2R1/10 b - - 0 3";
    assert!(!fast(&game, fen).is_in_check());
    goes(&game, fen, "f9f", "");
}

#[test]
fn castling_may_take_away_what_attacks_where_the_king_arrives() {
    // The bishop that castling makes of the rook meets the pawn, which attacks c1.
    let game = game("[x:norsk]\nannihilate = b x np: ND\n");
    let fen = "4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 3";
    goes(&game, fen, "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    let game = of_keys("castledRook = n\nannihilate = p x n: N");
    let fen = "4k2r/7P/8/8/8/8/8/4K3 b k - 0 1";
    goes(&game, fen, "e8g", "e8g8");
    leads(&game, fen, "e8g8", "6k1/8/8/8/8/8/8/4K3 w - - 0 2");
    // What attacks a square on the king's way does so with the rook at home.
    goes(&game, "4k2r/6P1/8/8/8/8/8/4K3 b k - 0 1", "e8g", "");
}

#[test]
fn a_double_step_that_wins_leaves_nothing_to_take() {
    let game = of_keys("flagPiece = p\nflagRegionWhite = d4\nflagRegionBlack = d5");
    let fen = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1";
    leads(&game, fen, "d2d4", "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1");
    goes(&game, "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1", "", "");
}

#[test]
fn a_part_promotes_by_what_the_move_has_made_of_the_piece() {
    let game = of_keys("castling = false\nonMove = q>n\npartPromotion = n: * > q\nmorph = a4: n>q");
    let fen = "4k3/Q6p/8/8/8/8/1N5P/4K3 w - - 7 1";
    leads(&game, fen, "a7a8", "Q3k3/7p/8/8/8/8/1N5P/4K3 b - - 0 1");
    leads(&game, fen, "a7a6n", "4k3/7p/N7/8/8/8/1N5P/4K3 b - - 8 1");
    // The same pieces, but no promotion.
    leads(&game, fen, "a7a4", "4k3/7p/8/8/Q7/8/1N5P/4K3 b - - 8 1");
    leads(&game, fen, "b2a4q", "4k3/Q6p/8/8/Q7/8/7P/4K3 b - - 8 1");
}

#[test]
fn a_letter_of_the_start_may_stand_for_a_piece_that_nothing_makes() {
    let game = of_keys("queen = -\nalias = q:{rb}");
    let queen = "4k3/8/8/8/8/8/3P4/3QK3 w - - 0 1";
    let moves = "d1a1 d1a4 d1b1 d1b3 d1c1 d1c2 d1e2 d1f3 d1g4 d1h5";
    goes(&game, queen, "d1", moves);
    goes(&game, &queen.replace('Q', "{BR}"), "d1", moves);
}

#[test]
fn nothing_but_a_king_becomes_a_king() {
    let told = "by this rule a piece that is no king would become one";
    for (keys, place) in [
        ("onMove = b>n n>k", "2:14"),
        ("morph = *5: b>n; *6: n>k", "2:18"),
        ("onCapture = b x * > n; n x * > k", "2:24"),
        ("onMove = n>{kn}", "2:10"),
        ("raise = n>{kn}\nonCapture = n x * > raise", "3:13"),
        ("onMove = n>k\nonCapture = n x * > moved", "2:10"),
        ("castledRook = k", "2:15"),
        ("alias = z:{kr}\nonMove = n>z", "3:10"),
    ] {
        let found = findings(keys);
        assert!(found.contains(&format!("{place} {told}")), "{keys}: {found:?}");
    }
    for (keys, said) in [
        ("promotionPieceTypes = qk", "2:23 no king is promoted to"),
        ("promotionByFile = r n b q k b n r", "2:19 no king is promoted to"),
        ("alias = z:{kr}\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNZ w kq - 0 1", {
            "3:54 White has 2 kings; no side has more than one"
        }),
    ] {
        let found = findings(keys);
        assert!(found.iter().any(|one| one == said), "{keys}: {found:?}");
    }
    // Of a king, or of what has become of one.
    for keys in [
        "onCapture = k x * > victim royal\nonMove = {k*}>k",
        "onCapture = k x n > join\nmorph = *5: {kn}>k",
        "raise = n>{kn}\nonCapture = k x n > join; {kn} x * > raise; * x * > mover",
    ] {
        let found = findings(keys);
        assert!(!found.iter().any(|one| one.ends_with(told)), "{keys}: {found:?}");
    }
}

/// As Fairy-Stockfish has it.
#[test]
fn a_pawn_passes_no_square_to_which_it_may_not_go() {
    let fen = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1";
    let without = |rank: &str| {
        let ranks: Vec<&str> = ["*2", "*3", "*4", "*5", "*6", "*7", "*8"]
            .into_iter()
            .filter(|one| *one != rank)
            .collect();
        ranks.join(" ")
    };
    let pawn = |rank: &str| format!("mobilityRegionWhitePawn = {}", without(rank));
    goes(&of_keys(&pawn("*3")), fen, "d2", "");
    goes(&of_keys(&pawn("*4")), fen, "d2", "d2d3");
    let triple = "tripleStepRegionWhite = *2";
    goes(&of_keys(&format!("{}\n{triple}", pawn("*3"))), fen, "d2", "");
    goes(&of_keys(&format!("{}\n{triple}", pawn("*4"))), fen, "d2", "d2d3");
    goes(&of_keys(&format!("{}\n{triple}", pawn("*5"))), fen, "d2", "d2d3 d2d4");
    // What the file describes passes them.
    let own = "pawn = -\ncustomPiece1 = p:fmWfceFifmnD\npromotionPawnTypes = p\nenPassantTypes = p\n\
               nMoveRuleTypes = p\n";
    let custom = |rank: &str| format!("{own}mobilityRegionWhiteCustomPiece1 = {}", without(rank));
    goes(&of_keys(&custom("*3")), fen, "d2", "d2d4");
    goes(&of_keys(&custom("*4")), fen, "d2", "d2d3");
}

#[test]
fn castling_that_is_written_as_king_and_rook_can_be_typed() {
    let game = of_keys(
        "startFen = rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1 w Qq - 0 1\ncastlingKingFile = b\nking = k:K",
    );
    let session = fast(&game, "rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1 w Qq - 0 1");
    let typed = |text: &str| {
        let moves = session.typed(text).expect(text).into_iter();
        moves.map(|mv| session.text(mv)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(typed("b1a1"), "b1a1");
    assert_eq!(typed("b1c1"), "b1c1");
    assert_eq!(typed("O-O-O"), "b1a1");
    for mv in session.legal_moves() {
        let text = session.text(mv);
        assert_eq!(session.typed(&text), Ok(vec![mv]), "{text}");
    }
}
