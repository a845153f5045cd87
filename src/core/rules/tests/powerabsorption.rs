//! Power Absorption Chess: a capturing piece may absorb the powers of its victim.

use crate::position::{Position, testing};
use crate::rules::powerabsorption::PowerAbsorption;
use crate::rules::{Kind, Outcome, Reason, Ruleset};

fn moves(fen: &str, from: &str) -> String {
    testing::moves::<PowerAbsorption>(fen, from)
}

fn has(fen: &str, text: &str) -> bool {
    moves(fen, "").split(' ').any(|mv| mv == text)
}

fn after(fen: &str, moves: &str) -> String {
    testing::after::<PowerAbsorption>(fen, moves)
}

fn in_check(fen: &str) -> bool {
    testing::position::<PowerAbsorption>(fen).in_check()
}

#[test]
fn kinds_are_numbered_by_their_components() {
    for (number, info) in (0..).zip(PowerAbsorption.facts().kinds) {
        assert_eq!(PowerAbsorption.facts().kind_of_token(info.token), Some(Kind::new(number)));
    }
    assert_eq!(PowerAbsorption.facts().kinds.len(), 31);
    assert_eq!(PowerAbsorption.facts().king, Some(Kind::new(15)));
}

#[test]
fn tokens_are_read_in_any_order_and_written_in_one() {
    let fen = "4k3/8/8/8/8/8/8/{PRK}{BR}{NRB}{PN}4 w - - 0 1";
    let written = "4k3/8/8/8/8/8/8/{KRP}Q{QN}{NP}4 w - - 0 1";
    assert_eq!(testing::position::<PowerAbsorption>(fen).fen(), written);
    for token in ["{}", "{NN}", "{QR}", "{NX}", "{Nr}"] {
        testing::refusal::<PowerAbsorption>(&format!("4k3/8/8/8/8/8/8/K{token}6 w - - 0 1"));
    }
}

// Absorption.

#[test]
fn a_capturer_may_absorb_its_victim() {
    assert_eq!(moves("4k3/8/8/8/3n4/8/1B6/4K3 w - - 0 1", "b2d"), "b2d4 b2d4{bn}");
    assert_eq!(moves("4k3/8/8/8/3b4/8/3R4/4K3 w - - 0 1", "d2d4"), "d2d4 d2d4q");
    assert_eq!(moves("4k3/8/8/3r4/8/8/6B1/4K3 w - - 0 1", "g2d5"), "g2d5 g2d5q");
    assert_eq!(moves("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5"), "e3d5 e3d5{np}");
    assert_eq!(moves("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "e4d5 e4d5{np}");
    assert_eq!(moves("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "e4d5 e4d5{rp}");
    assert_eq!(
        after("4k3/8/8/3n4/4P3/8/8/4K3 w - - 7 1", "e4d5{np} e8d8 d5f6"),
        "3k4/8/5{NP}2/8/8/8/8/4K3 b - - 2 2"
    );
}

#[test]
fn all_components_are_absorbed_or_none() {
    assert_eq!(moves("4k3/8/8/3{rnp}4/8/8/6B1/4K3 w - - 0 1", "g2d5"), "g2d5 g2d5{qnp}");
    assert_eq!(moves("4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1", "d2d5"), "d2d5 d2d5q");
    assert_eq!(moves("4k3/8/8/3{qn}4/8/8/3R4/4K3 w - - 0 1", "d2d5"), "d2d5 d2d5{qn}");
}

#[test]
fn a_similar_piece_gives_nothing_new() {
    assert_eq!(moves("4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1", "d2d5"), "d2d5");
    assert_eq!(moves("4k3/8/8/3r4/8/8/3Q4/4K3 w - - 0 1", "d2d5"), "d2d5");
    assert_eq!(moves("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "e4d5");
}

#[test]
fn absorption_is_optional_and_named_by_the_suffix() {
    let fen = "4k3/8/8/3n4/8/8/6B1/4K3 w - - 0 1";
    let position = testing::position::<PowerAbsorption>(fen);
    let text = |text| position.parse_move(text).map(|mv| position.move_text(mv));
    assert_eq!(text("g2d5"), Ok("g2d5".into()), "no suffix: nothing is absorbed");
    assert_eq!(text("g2d5{nb}"), Ok("g2d5{bn}".into()));
    assert_eq!(text("g2d5b"), Ok("g2d5".into()), "it stays a bishop");
    assert!(text("g2d5n").is_err());
}

// Piece-pawns.

#[test]
fn piece_pawns_step_forward_and_capture_diagonally_forward() {
    let fen = "4k3/8/8/3p1p2/4{NP}3/8/8/4K3 w - - 0 1";
    assert_eq!(
        moves(fen, "e4"),
        "e4c3 e4c5 e4d2 e4d5 e4d6 e4e5 e4f2 e4f5 e4f6 e4g3 e4g5",
        "nothing new in a pawn for it"
    );
    assert_eq!(moves("4k3/8/8/8/8/4{bp}3/8/4K3 b - - 0 1", "e3e"), "e3e2");
}

/// Ruling: the page always says one step for piece-pawns, and a piece-pawn has moved.
#[test]
fn the_double_step_belongs_to_the_plain_pawn() {
    assert_eq!(moves("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2"), "a2a3 a2a4");
    assert_eq!(moves("4k3/8/8/8/8/8/{NP}7/4K3 w - - 0 1", "a2"), "a2a3 a2b4 a2c1 a2c3");
}

#[test]
fn piece_pawns_take_en_passant_under_the_usual_conditions() {
    let fen = "4k3/3p4/8/4{NP}3/8/8/8/4K3 b - - 0 1";
    let passed = after(fen, "d7d5");
    assert_eq!(passed, "4k3/8/8/3p{NP}3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(moves(&passed, "e5d6"), "e5d6");
    assert_eq!(after(&passed, "e5d6"), "4k3/8/3{NP}4/8/8/8/8/4K3 b - - 0 2");
    let later = after(&passed, "e1e2 e8e7");
    assert!(!has(&later, "e5d6"), "{later}");
    let step = after("4k3/3{rp}4/8/4{NP}3/8/8/8/4K3 b - - 0 1", "d7d5");
    assert_eq!(step, "4k3/8/8/3{rp}{NP}3/8/8/8/4K3 w - - 1 2", "only a plain pawn is passed");
}

#[test]
fn en_passant_has_a_leg_where_the_square_can_be_reached_without() {
    let fen = "4k3/8/8/3p{BP}3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(moves(fen, "e5d"), "e5d4 e5d5,d5d6 e5d6");
    assert_eq!(after(fen, "e5d6"), "4k3/8/3{BP}4/3p4/8/8/8/4K3 b - - 1 2");
    assert_eq!(after(fen, "e5d5,d5d6"), "4k3/8/3{BP}4/8/8/8/8/4K3 b - - 0 2");
    let rook = "7k/8/8/3p{RP}3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(moves(rook, "e5d"), "e5d5 e5d6");
}

/// Ruling: a king with a pawn's power still moves as before.
#[test]
fn a_king_pawn_takes_no_pawn_in_passing() {
    let fen = "4k3/8/8/3p{KP}3/8/8/8/8 w - d6 0 2";
    let position = testing::position::<PowerAbsorption>(fen);
    assert_eq!(position.fen(), "4k3/8/8/3p{KP}3/8/8/8/8 w - - 0 2");
    assert_eq!(after(fen, "e5d6"), "4k3/8/3{KP}4/3p4/8/8/8/8 b - - 1 2");
}

// Promotion.

#[test]
fn a_promotion_replaces_the_pawn_component() {
    let on_seventh = |piece: &str| moves(&format!("7k/{piece}7/8/8/8/8/8/4K3 w - - 0 1"), "a7a8");
    assert_eq!(on_seventh("P"), "a7a8b a7a8n a7a8q a7a8r");
    assert_eq!(on_seventh("{NP}"), "a7a8n a7a8{bn} a7a8{qn} a7a8{rn}");
    assert_eq!(on_seventh("{BP}"), "a7a8b a7a8q a7a8{bn}");
    assert_eq!(on_seventh("{RP}"), "a7a8q a7a8r a7a8{rn}");
    assert_eq!(on_seventh("{QP}"), "a7a8q a7a8{qn}");
    assert_eq!(on_seventh("{BNP}"), "a7a8{bn} a7a8{qn}");
    assert_eq!(on_seventh("{RNP}"), "a7a8{qn} a7a8{rn}");
    assert_eq!(on_seventh("{QNP}"), "a7a8", "no promotion is possible");
}

#[test]
fn only_a_pawns_move_promotes() {
    let knight = "8/8/1{NP}6/8/7k/8/8/4K3 w - - 0 1";
    assert_eq!(moves(knight, "b6a8"), "b6a8", "a leap");
    let bishop = "8/1{BP}6/8/8/7k/8/8/4K3 w - - 0 1";
    assert_eq!(moves(bishop, "b7a8"), "b7a8", "a diagonal step without capture");
    let takes = "n7/1{BP}6/8/8/7k/8/8/4K3 w - - 0 1";
    assert_eq!(moves(takes, "b7a8"), "b7a8b b7a8q b7a8{bn} b7a8{qn}", "a pawn's capture");
    let straight = "1n6/1{RP}6/8/8/7k/8/8/4K3 w - - 0 1";
    assert_eq!(moves(straight, "b7b8"), "b7b8 b7b8{rnp}", "a rook's capture straight ahead");
    let far = "8/8/1{RP}6/8/7k/8/8/4K3 w - - 0 1";
    assert_eq!(moves(far, "b6b8"), "b6b8", "two steps");
    let absorbed = "{np}7/1B6/8/8/7k/8/8/4K3 w - - 0 1";
    assert_eq!(moves(absorbed, "b7a8"), "b7a8 b7a8{bnp}", "no pawn's move before the capture");
    let black = "4k3/8/8/7K/8/8/{rp}7/8 b - - 0 1";
    assert_eq!(moves(black, "a2a1"), "a2a1q a2a1r a2a1{rn}");
}

/// Ruling: what could be a pawn's move is one.
#[test]
fn promotion_is_compulsory_when_the_step_is_also_a_rooks() {
    let fen = "8/1{RP}6/8/8/7k/8/8/4K3 w - - 0 1";
    assert_eq!(moves(fen, "b7b8"), "b7b8q b7b8r b7b8{rn}");
    assert!(testing::position::<PowerAbsorption>(fen).parse_move("b7b8{rp}").is_err());
}

#[test]
fn absorption_comes_before_promotion_and_equal_results_are_one_move() {
    assert_eq!(
        moves("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8"),
        "a7b8b a7b8n a7b8q a7b8r a7b8{rn}"
    );
    assert_eq!(
        moves("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8"),
        "a7b8b a7b8n a7b8q a7b8r a7b8{bn} a7b8{qn} a7b8{rn}"
    );
}

/// Ruling: the page gives the Queen-Knight-Pawn no promotion.
#[test]
fn a_queen_knight_pawn_keeps_its_pawn_also_when_it_has_just_become_one() {
    let fen = "1q5k/2{NP}5/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves(fen, "c7b8"), "c7b8n c7b8{bn} c7b8{qnp} c7b8{qn} c7b8{rn}");
    assert_eq!(after(fen, "c7b8{qnp}"), "1{QNP}5k/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(
        after("7k/2{QNP}5/8/8/8/8/8/4K3 w - - 4 9", "c7c8"),
        "2{QNP}4k/8/8/8/8/8/8/4K3 b - - 5 9",
        "no promotion, so the clock runs on"
    );
}

#[test]
fn piece_pawns_may_stand_where_pawns_cannot() {
    assert_eq!(moves("{NP}6k/8/8/8/8/8/8/4K3 w - - 0 1", "a8"), "a8b6 a8c7");
    assert_eq!(moves("7k/8/8/8/8/8/8/{NP}3K3 w - - 0 1", "a1"), "a1a2 a1b3 a1c2");
    for pawn in ["P6k/8/8/8/8/8/8/4K3", "7k/8/8/8/8/8/8/P3K3", "p6k/8/8/8/8/8/8/4K3"] {
        testing::refusal::<PowerAbsorption>(&format!("{pawn} w - - 0 1"));
    }
}

// The king.

#[test]
fn a_king_absorbs_like_any_piece() {
    let takes = |victim: &str| moves(&format!("7k/8/8/8/8/8/4{victim}3/4K3 w - - 0 1"), "e1e2");
    assert_eq!(takes("p"), "e1e2 e1e2{kp}");
    assert_eq!(takes("n"), "e1e2 e1e2{kn}");
    assert_eq!(takes("b"), "e1e2 e1e2{kb}");
    assert_eq!(takes("r"), "e1e2 e1e2{kr}");
    assert_eq!(takes("q"), "e1e2 e1e2{kq}");
    assert_eq!(takes("{qnp}"), "e1e2 e1e2{kqnp}");
    assert_eq!(
        moves("7k/8/8/8/8/8/4{KB}3/8 w - - 0 1", "e2"),
        "e2a6 e2b5 e2c4 e2d1 e2d2 e2d3 e2e1 e2e3 e2f1 e2f2 e2f3 e2g4 e2h5",
        "and moves as what it has taken up"
    );
}

#[test]
fn a_king_pawn_moves_as_a_king() {
    assert_eq!(
        moves("7k/8/8/8/4{KP}3/8/8/8 w - - 0 1", ""),
        "e4d3 e4d4 e4d5 e4e3 e4e5 e4f3 e4f4 e4f5"
    );
    assert_eq!(moves("7k/8/8/8/8/8/4{KP}3/8 w - - 0 1", "e2e"), "e2e1 e2e3");
}

#[test]
fn a_king_pawn_on_the_last_rank_exchanges_its_pawn_for_a_queen() {
    assert_eq!(moves("8/4{KP}3/8/8/8/8/8/k7 w - - 0 1", "e7e"), "e7e6 e7e8{kq}");
    assert_eq!(moves("8/4{KP}3/8/8/8/8/8/k7 w - - 0 1", "e7d8"), "e7d8{kq}");
    assert_eq!(moves("8/8/5{KNP}2/8/8/8/8/k7 w - - 0 1", "f6e8"), "f6e8{kqn}", "by a leap");
    assert_eq!(moves("8/8/8/8/4{KRP}3/8/8/k7 w - - 0 1", "e4e8"), "e4e8{kq}", "by a slide");
    assert_eq!(moves("{KP}7/8/8/8/8/8/8/k7 w - - 0 1", "a8b8"), "a8b8{kq}", "along the rank");
    assert_eq!(moves("{KP}7/8/8/8/8/8/8/k7 w - - 0 1", "a8b7"), "a8b7", "only if it is there");
    assert_eq!(moves("7K/8/8/8/8/8/4{kp}3/8 b - - 0 1", "e2e1"), "e2e1{kq}");
    assert_eq!(
        after("8/4{KP}3/8/8/8/8/8/k7 w - - 33 50", "e7e8{kq}"),
        "4{KQ}3/8/8/8/8/8/8/k7 b - - 0 50",
        "a promotion, so the clock restarts"
    );
}

#[test]
fn a_king_that_takes_up_a_pawn_on_the_last_rank_exchanges_it_at_once() {
    let fen = "4{np}3/3K4/8/8/8/8/8/k7 w - - 0 1";
    assert_eq!(moves(fen, "d7e8"), "d7e8 d7e8{kqn}");
    let queen = "4{rp}3/3{KQ}4/8/8/8/8/8/k7 w - - 0 1";
    assert_eq!(moves(queen, "d7e8"), "d7e8", "both give a King-Queen");
}

#[test]
fn castling_is_for_plain_kings_and_rooks() {
    let fen = |row: &str| format!("4k3/8/8/8/8/8/8/{row} w KQ - 0 1");
    assert_eq!(moves(&fen("R3K2R"), "e1"), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    for row in ["R3{KB}2R", "R3K2{RN}", "{RP}3K2R"] {
        let reason = testing::refusal::<PowerAbsorption>(&fen(row));
        assert!(reason.contains("without king and rook"), "{reason}");
    }
}

// Royal slides.

#[test]
fn kings_may_check_kings() {
    assert!(in_check("4{kr}3/8/8/8/8/8/8/4K3 w - - 0 1"));
    assert!(in_check("8/8/8/8/8/3{kn}4/8/4K3 w - - 0 1"));
    assert!(!in_check("4{kb}3/8/8/8/8/8/8/4K3 w - - 0 1"));
}

#[test]
fn a_king_queen_checks_a_king_bishop_but_not_on_a_diagonal() {
    let file = "4{kb}3/8/8/8/8/8/8/3{KQ}4 w - - 0 1";
    assert!(has(file, "d1e1"), "on the file, the bishop does not reach back");
    assert!(in_check(&after(file, "d1e1")));
    assert!(!has(file, "d1d7"), "the king-bishop takes it there");
    assert!(!has(file, "d1h5"), "on the diagonal both would be in check");
}

/// The page's "impossible" is the bare geometry.
#[test]
fn a_king_queen_checks_a_king_queen_only_with_a_guarded_square_between() {
    assert!(!has("4{kq}3/8/8/8/8/8/8/3{KQ}4 w - - 0 1", "d1e1"));
    // White's knight guards e4, so Black's slide down the e-file ends there, and White's does not.
    let guarded = "4{kq}3/8/8/8/8/2N5/8/3{KQ}4 w - - 0 1";
    assert!(has(guarded, "d1e1"));
    assert!(in_check(&after(guarded, "d1e1")));
}

#[test]
fn a_king_gives_no_check_over_guarded_squares_but_leaps_over_them() {
    assert!(in_check("4{kr}3/8/8/8/8/8/8/4K3 w - - 0 1"));
    assert!(!in_check("4{kr}3/8/8/8/8/2N5/8/4K3 w - - 0 1"), "c3 guards e4");
    assert!(in_check("8/8/8/8/8/3{kn}4/8/RR2K3 w - - 0 1"), "a leap passes nothing");
    let adjacent = "8/8/8/8/4{kr}3/8/4K3/8 w - - 0 1";
    assert!(in_check(adjacent), "e3 is attacked by a king, which does not guard it");
}

#[test]
fn absorbing_can_decide_whether_a_move_is_legal() {
    let fen = "4{kr}3/8/8/8/r7/2N5/8/4K3 w - - 0 1";
    assert_eq!(moves(fen, "c3a4"), "c3a4{rn}", "the rook's power on a4 guards e4");
}

#[test]
fn promotion_can_decide_whether_a_move_is_legal() {
    let fen = "{kb}7/6P1/8/8/8/8/8/7K w - - 0 1";
    assert_eq!(moves(fen, "g7"), "g7g8b g7g8q g7g8r", "a knight guards nothing on the diagonal");
}

#[test]
fn a_king_passes_no_square_that_the_enemy_controls() {
    let fen = "7k/8/8/8/3r4/8/8/{KB}7 w - - 0 1";
    assert_eq!(moves(fen, ""), "a1a2 a1b1 a1b2 a1c3 a1d4 a1d4{kq}");
    let rook = "6k1/8/8/8/8/r7/8/4{KB}3 w - - 0 1";
    assert_eq!(moves(rook, ""), "e1d1 e1d2 e1e2 e1f1 e1f2", "not beyond the third rank");
}

#[test]
fn a_piece_about_to_be_captured_still_guards_the_squares_passed() {
    let fen = "7k/8/8/8/3b4/8/8/{KB}7 w - - 0 1";
    assert!(!has(fen, "a1d4"), "{}", moves(fen, ""));
}

#[test]
fn squares_are_passed_with_the_king_lifted() {
    // The rook attacks through the king's place, so e1 is barred, as b1 and c1 are.
    let fen = "7k/8/8/8/8/8/8/r2{KQ}4 w - - 0 1";
    assert!(has(fen, "d1d5") && !has(fen, "d1a1") && !has(fen, "d1f1"), "{}", moves(fen, ""));
}

// Handicap.

#[test]
fn the_handicap_stands_in_a_seventh_field() {
    let fen = |field: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {field}");
    let read = |field: &str| testing::position::<PowerAbsorption>(&fen(field)).fen();
    assert_eq!(read("p/-"), fen("p/-"));
    assert_eq!(read("xq/qp"), fen("qx/pq"));
    assert_eq!(read("-/-"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(Position::start(PowerAbsorption).fen(), PowerAbsorption.facts().start);
    for field in ["p", "/", "p/", "pp/-", "-p/-", "z/-", "P/-", "-/-/-"] {
        testing::refusal::<PowerAbsorption>(&fen(field));
    }
    testing::refusal::<PowerAbsorption>(&fen("-/- 1"));
    let kept = after("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x/-", "e2e4 d7d5");
    assert!(kept.ends_with("w KQkq - 0 2 x/-"), "{kept}");
    let key = |field| testing::position::<PowerAbsorption>(&fen(field)).key();
    assert_ne!(key("p/-"), key("-/-"));
    assert_ne!(key("p/-"), key("-/p"));
}

#[test]
fn handicap_p_is_no_combining_with_pawns() {
    let takes = |fen: &str| moves(fen, "b1c3");
    assert_eq!(takes("7k/8/8/8/8/2p5/8/1N2K3 w - - 0 1 p/-"), "b1c3");
    assert_eq!(takes("7k/8/8/8/8/2{rp}5/8/1N2K3 w - - 0 1 p/-"), "b1c3 b1c3{rn}");
    assert_eq!(takes("7k/8/8/8/8/2r5/8/1{NP}2K3 w - - 0 1 p/-"), "b1c3");
    assert_eq!(takes("7k/8/8/8/8/2p5/8/1N2K3 w - - 0 1 -/p"), "b1c3 b1c3{np}", "not White's");
    let king = "7k/8/8/8/8/8/3{rp}4/3K4 w - - 0 1 p/-";
    assert_eq!(moves(king, "d1d2"), "d1d2 d1d2{kr}");
}

#[test]
fn handicap_q_is_no_combining_to_a_queen() {
    let fen = |mover: &str, victim: &str| {
        moves(&format!("7k/8/8/8/8/8/4{victim}3/3{mover}3K w - - 0 1 q/-"), "d1e2")
    };
    assert_eq!(fen("B", "r"), "d1e2");
    assert_eq!(fen("B", "q"), "d1e2");
    assert_eq!(fen("B", "n"), "d1e2 d1e2{bn}");
    assert_eq!(fen("Q", "n"), "d1e2 d1e2{qn}", "what it has, it has");
    assert_eq!(moves("7k/8/8/8/8/8/3q4/3K4 w - - 0 1 q/-", "d1d2"), "d1d2", "kings alike");
}

#[test]
fn handicap_x_is_no_absorption_at_all() {
    assert_eq!(moves("4k3/8/8/8/3n4/8/1B6/4K3 w - - 0 1 x/-", "b2d"), "b2d4");
    assert_eq!(moves("7k/8/8/8/8/8/3q4/3K4 w - - 0 1 x/-", "d1d2"), "d1d2");
}

#[test]
fn handicaps_restrict_absorption_alone() {
    assert_eq!(
        moves("7k/{NP}7/8/8/8/8/8/4K3 w - - 0 1 pqx/-", "a7a8"),
        "a7a8n a7a8{bn} a7a8{qn} a7a8{rn}"
    );
    assert_eq!(moves("8/4{KP}3/8/8/8/8/8/k7 w - - 0 1 pqx/-", "e7e8"), "e7e8{kq}");
    assert_eq!(moves("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1 x/-", "a7b8"), "a7b8b a7b8n a7b8q a7b8r");
}

// The end, and the clock.

#[test]
fn only_two_plain_kings_are_a_dead_draw() {
    let ending = testing::ending::<PowerAbsorption>;
    assert_eq!(ending("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Some(Outcome::Draw(Reason::DeadDraw)));
    assert_eq!(ending("4k3/8/8/8/8/8/8/3{KQ}4 w - - 0 1"), None);
    assert_eq!(ending("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), None);
}

#[test]
fn promotions_restart_the_clock_and_moves_of_piece_pawns_do_not() {
    assert!(after("7k/{RP}7/8/8/8/8/8/4K3 w - - 9 9", "a7a8{rn}").ends_with("b - - 0 9"));
    assert!(after("7k/8/{RP}7/8/8/8/8/4K3 w - - 9 9", "a6a7").ends_with("b - - 10 9"));
    assert!(after("7k/8/P7/8/8/8/8/4K3 w - - 9 9", "a6a7").ends_with("b - - 0 9"));
}
