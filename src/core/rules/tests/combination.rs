//! Combination Chess, by David Howe, 1998.

use crate::board::{Bits, Board39, Color, Geometry, Square};
use crate::position::{Line, Scope, Stage, testing};
use crate::rules::combination::Combination;
use crate::rules::{Kind, Outcome, Piece, Placement, Power, Reason, Ruleset};

const PAWN: Kind = Kind::new(0);

fn moves(fen: &str, from: &str) -> String {
    testing::moves::<Combination>(fen, from)
}

fn has(fen: &str, text: &str) -> bool {
    moves(fen, "").split(' ').any(|mv| mv == text)
}

fn after(fen: &str, moves: &str) -> String {
    testing::after::<Combination>(fen, moves)
}

fn in_check(fen: &str) -> bool {
    testing::position::<Combination>(fen).in_check()
}

/// What the piece on a square can do.
fn powers(fen: &str, square: &str) -> Vec<Power> {
    let square = Board39.parse_square(square).expect(square);
    let position = testing::position::<Combination>(fen);
    let kind = position.placement().kind_at(square).expect("a piece");
    position.placement().powers_at(square, kind).iter().collect()
}

#[test]
fn pawns_that_go_back_and_forth_repeat_the_position() {
    let fen = "***k***/*5*/*5*/*5*/7/*5*/*1BP2*/*5*/***K*** w - - 0 1";
    let mut line = Line::new(testing::position::<Combination>(fen));
    for text in ["d3c4", "d9d8", "c4d3", "d8d9", "d3c4", "d9d8", "c4d3", "d8d9"] {
        assert_eq!(line.outcome(), None);
        let mv = line.position().parse_move(text).expect(text);
        line.make_unchecked(mv);
    }
    assert_eq!(line.outcome(), Some(Outcome::Draw(Reason::Repetition(3))));
}

// The board and the inherent moves.

#[test]
fn slides_stop_at_holes_and_leaps_land_on_squares() {
    let fen = |piece| format!("***k***/*5*/*5*/*5*/7/*{piece}4*/*5*/*5*/***K*** w - - 0 1");
    assert_eq!(moves(&fen("R"), "b4"), "b4b2 b4b3 b4b5 b4b6 b4b7 b4b8 b4c4 b4d4 b4e4 b4f4");
    assert_eq!(moves(&fen("B"), "b4"), "b4a5 b4c3 b4c5 b4d2 b4d6 b4e7 b4f8");
    assert_eq!(moves(&fen("N"), "b4"), "b4c2 b4c6 b4d3 b4d5");
    assert_eq!(moves(&fen("A"), "b4"), "b4b2 b4b6 b4d4");
    assert_eq!(moves(&fen("I"), "b4"), "b4b2 b4b6 b4d4");
    for rank in ["**1K***", "N**K***", "***K3", "**K***"] {
        let fen = format!("***k***/*5*/*5*/*5*/7/*5*/*5*/*5*/{rank} w - - 0 1");
        testing::refusal::<Combination>(&fen);
    }
}

#[test]
fn amplifiers_and_isolators_leap_over_a_piece_and_capture_where_they_land() {
    let fen = "***k***/*5*/*3p1*/*3P1*/1p1pA1P/*3P1*/*5*/*5*/***K*** w - - 0 1";
    assert_eq!(moves(fen, "e5"), "e5c5 e5e3 e5e7");
    assert_eq!(moves(&fen.replace('A', "I"), "e5"), "e5c5 e5e3 e5e7");
}

#[test]
fn pawns_neither_double_step_nor_promote() {
    let fen = "***k***/*5*/*P4*/*5*/7/*5*/*4P*/*4P*/***K*** w - - 0 1";
    assert_eq!(moves(fen, "f3"), "f3f4");
    assert_eq!(moves(fen, "f2"), "");
    assert_eq!(moves(fen, "b7"), "b7b8");
    assert_eq!(after(fen, "b7b8"), "***k***/*P4*/*5*/*5*/7/*5*/*4P*/*4P*/***K*** b - - 0 1");
    assert_eq!(moves("***1***/*P3k*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1", "b8"), "");
    let anywhere = "***P***/*k4*/*5*/*5*/7/*5*/*5*/*K4*/***p*** w - - 0 1";
    assert_eq!(testing::position::<Combination>(anywhere).fen(), anywhere);
}

// Influence.

/// The page's list for the start position. Ruling: the king has the amplifier's leap too, which
/// the page leaves out since its only target is taken.
#[test]
fn initial_influences_are_the_inventors() {
    use Power::{Bishop, Dabbaba, Knight, Pawn, Rook, Step};
    let expected: [(&str, &[Power]); 11] = [
        ("d1 d9", &[Step, Knight, Dabbaba, Bishop]),
        ("b2 b8", &[Dabbaba, Bishop]),
        ("c2 c8", &[Knight, Dabbaba, Bishop]),
        ("d2 d8", &[Knight, Dabbaba, Bishop]),
        ("e2 e8", &[Knight, Dabbaba]),
        ("f2 f8", &[Knight, Rook]),
        ("b3 b7", &[Dabbaba, Bishop, Pawn]),
        ("c4 c6", &[Pawn]),
        ("d3 d7", &[Knight, Dabbaba, Bishop, Pawn]),
        ("e4 e6", &[Knight, Pawn]),
        ("f3 f7", &[Knight, Pawn]),
    ];
    for (squares, expected) in expected {
        for square in squares.split(' ') {
            assert_eq!(powers(Combination.facts().start, square), expected, "{square}");
        }
    }
}

/// The page's example of five by five squares, here b4 to f8, with kings.
const EXAMPLE: &str = "***k***/*1rnai*/*4B*/*1N1P1*/1R5/*5*/*5*/*5*/***K*** w - - 0 1";

#[test]
fn what_is_acquired_is_not_handed_on() {
    assert_eq!(powers(EXAMPLE, "e6"), [Power::Knight, Power::Pawn]);
    assert_eq!(powers(EXAMPLE, "c6"), [Power::Knight, Power::Rook]);
}

#[test]
fn a_pawn_that_steps_out_of_the_zone_loses_the_knights_move() {
    let stepped = after(EXAMPLE, "e6e7");
    assert_eq!(powers(&stepped, "e7"), [Power::Pawn], "the bishop beside it is isolated");
}

#[test]
fn an_amplified_knight_influences_its_neighbors() {
    assert_eq!(powers(EXAMPLE, "c8"), [Power::Knight, Power::Rook]);
    let without = EXAMPLE.replace("rnai", "rnpi");
    assert_eq!(powers(&without, "c8"), [Power::Rook]);
}

#[test]
fn a_pawn_that_captures_the_isolator_gains_the_bishops_move() {
    assert_eq!(powers(EXAMPLE, "f7"), [Power::Bishop]);
    let captured = after(EXAMPLE, "e6f8");
    assert_eq!(captured, "***k***/*1rnaP*/*4B*/*1N3*/1R5/*5*/*5*/*5*/***K*** b - - 0 1");
    assert_eq!(powers(&captured, "f8"), [Power::Bishop, Power::Pawn]);
}

/// The squares on which a white pawn acquires something from a piece on d5, with others around.
fn zone_among(piece: char, others: &[(&str, char)]) -> String {
    zone_around("d5", piece, others)
}

/// The same of a piece on another square.
fn zone_around(square: &str, piece: char, others: &[(&str, char)]) -> String {
    let kind = |letter: char| {
        Combination.facts().kind_of_token(&letter.to_ascii_uppercase().to_string()).expect("a kind")
    };
    let mut placement = Placement::<Combination>::default();
    for &(name, letter) in [(square, piece)].iter().chain(others) {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let square = Board39.parse_square(name).expect(name);
        placement.edit(|pieces| pieces.put(Piece::new(kind(letter), color), square));
    }
    let acquires = |&square: &Square| {
        let mut placement = placement;
        placement.edit(|pieces| pieces.put(Piece::new(PAWN, Color::White), square));
        let lent = Combination.facts().powers_of(kind(piece)).first().expect("it has a power");
        placement.powers_at(square, PAWN).has(lent)
    };
    let empty = Board39::TABLES.squares & !placement.occupied();
    let names = empty.squares().filter(acquires).map(|square| Board39.square_name(square));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn each_kind_has_its_zone() {
    assert_eq!(zone_among('B', &[]), "d4 c5 e5 d6");
    assert_eq!(zone_among('R', &[]), "c4 e4 c6 e6");
    assert_eq!(zone_among('N', &[]), "d3 b5 f5 d7");
    assert_eq!(zone_among('A', &[]), "c4 d4 e4 c5 e5 c6 d6 e6");
    assert_eq!(zone_among('I', &[]), "c4 d4 e4 c5 e5 c6 d6 e6");
    assert_eq!(zone_among('K', &[]), "");
    assert_eq!(zone_among('N', &[("d4", 'p'), ("c5", 'P')]), "d3 b5 f5 d7", "unblocked");
    assert_eq!(zone_among('b', &[]), "", "only friends are influenced");
}

/// From every square, those at the edges and beside holes included.
#[test]
fn zones_are_the_steps_and_leaps_of_the_board() {
    let tables = Board39::TABLES;
    for square in tables.squares.squares() {
        let name = Board39.square_name(square);
        let zone = |piece: char| zone_around(&name, piece, &[]);
        let names = |squares: u64| {
            let names = squares.squares().map(|square| Board39.square_name(square));
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(zone('B'), names(tables.wazir[square]));
        assert_eq!(zone('R'), names(tables.ferz[square]));
        assert_eq!(zone('N'), names(tables.dabbaba[square]));
        assert_eq!(['A', 'I'].map(zone), [names(tables.king[square]), names(tables.king[square])]);
        assert_eq!(zone('K'), "");
    }
}

#[test]
fn an_amplifier_enlarges_zones_by_the_eight_neighbors() {
    assert_eq!(zone_among('B', &[("c4", 'A')]), "d4 e4 c5 e5 c6 d6 e6");
    assert_eq!(zone_among('R', &[("c4", 'A')]), "d4 e4 c5 e5 c6 d6 e6");
    assert_eq!(zone_among('N', &[("c4", 'A')]), "d3 d4 e4 b5 c5 e5 f5 c6 d6 e6 d7");
    assert_eq!(zone_among('N', &[("c4", 'a')]), "d3 b5 f5 d7", "a friendly one");
    assert_eq!(zone_among('N', &[("b3", 'A')]), "d3 b5 f5 d7", "in its zone");
    // b4 and b5 are in the amplifier's own zone.
    assert_eq!(zone_among('I', &[("c4", 'A')]), "b3 c3 d3 b4 d4 e4 b5 c5 e5 c6 d6 e6");
}

#[test]
fn an_enemy_isolator_takes_all_influence_but_an_isolators() {
    for piece in ['B', 'R', 'N'] {
        assert_eq!(zone_among(piece, &[("c4", 'i')]), "");
        assert_ne!(zone_among(piece, &[("b3", 'i')]), "", "out of its zone");
        assert_ne!(zone_among(piece, &[("d3", 'I')]), "", "no enemy");
    }
    assert_eq!(zone_among('I', &[("c4", 'i')]), "d4 e4 c5 e5 c6 d6 e6");
}

#[test]
fn an_isolated_amplifier_enlarges_nothing() {
    assert_eq!(zone_among('N', &[("c4", 'A'), ("b3", 'i')]), "d3 b5 f5 d7");
}

/// An isolated piece keeps its own moves, and what others lend it.
#[test]
fn isolation_takes_influence_and_no_moves() {
    let fen = "***k***/*5*/*5*/*1i3*/2BN3/*5*/*5*/*5*/***K*** w - - 0 1";
    assert_eq!(powers(fen, "c5"), [Power::Bishop]);
    assert_eq!(powers(fen, "d5"), [Power::Knight], "the bishop lends it nothing");
    let lent = "***k***/*5*/*5*/*1i3*/2B1N2/*5*/*5*/*5*/***K*** w - - 0 1";
    assert_eq!(powers(lent, "c5"), [Power::Knight, Power::Bishop]);
}

#[test]
fn a_move_is_made_with_the_abilities_of_the_square_it_leaves() {
    let fen = "***k***/*5*/*5*/*5*/2PB3/*5*/*5*/*5*/***K*** w - - 0 1";
    assert_eq!(moves(fen, "c5"), "c5b4 c5b6 c5c6 c5d4 c5d6 c5e3 c5e7 c5f2 c5f8");
    assert_eq!(powers(&after(fen, "c5f2"), "f2"), [Power::Pawn]);
}

// Kings.

#[test]
fn an_influenced_king_slides_but_not_over_threatened_squares() {
    let sliding = "***1***/*4k*/*5*/*5*/7/*5*/*5*/*1R3*/***K*** w - - 0 1";
    assert_eq!(moves(sliding, "d1"), "d1d2 d1d3 d1d4 d1d5 d1d6 d1d7 d1d8 d1d9 d1e2");
    let threatened = "***1***/*4k*/*5*/*5*/7/*4r*/*5*/*1R3*/***K*** w - - 0 1";
    assert_eq!(moves(threatened, "d1"), "d1d2 d1d3 d1e2");
}

#[test]
fn an_influenced_king_gives_check_but_not_over_threatened_squares() {
    let check = "***k***/*1r3*/*5*/*5*/7/*5*/*5*/*5*/***K*** w - - 0 1";
    assert!(in_check(check), "the rook on c8 lends the king its slide");
    let guarded = "***k***/*1r3*/*5*/*5*/7/*1N3*/*5*/*5*/***K*** w - - 0 1";
    assert!(!in_check(guarded), "the knight guards d2 and d6");
    assert_eq!(
        moves(guarded, "c4"),
        "c4b2 c4b6 c4d2 c4d6 c4e3 c4e5",
        "it must go on guarding the file, or block it: not to a5"
    );
}

/// Ruling: the page says so of the king-knight of the other game.
#[test]
fn a_king_may_leap_over_a_threatened_square() {
    let fen = "***1***/*4k*/*5*/*5*/7/*b4*/*5*/*1A3*/***K*** w - - 0 1";
    assert_eq!(moves(fen, "d1"), "d1d3 d1e2", "over d2, where it may not step");
}

// Checks that influence gives and takes.

/// The rook on c4 lends the pawn on d5 the move by which it attacks d1.
fn lent_check(b_file: &str) -> String {
    let row = |rank| if b_file.as_bytes()[1] == rank { &b_file[..1] } else { "1" };
    format!("***k***/*5*/*5*/*5*/3p3/*{}r3*/*5*/*{}4*/***K*** w - - 0 1", row(b'4'), row(b'2'))
}

#[test]
fn a_check_can_be_met_by_capturing_the_influencer() {
    assert!(in_check(&lent_check("N2")));
    assert_eq!(moves(&lent_check("N2"), "b2"), "b2c4 b2d3");
}

#[test]
fn a_check_can_be_met_by_isolating_the_influencer() {
    assert!(in_check(&lent_check("I2")));
    assert_eq!(moves(&lent_check("I2"), "b2"), "b2b4 b2d2");
}

#[test]
fn an_isolator_cannot_leave_an_influencer_that_would_give_check() {
    assert!(!in_check(&lent_check("I4")));
    assert_eq!(moves(&lent_check("I4"), "b4"), "b4d4", "still beside the rook");
}

// Annihilation.

const EMPTY: &str = "***k***/*5*/*5*/*5*/7/*5*/*5*/*5*/***K***";

#[test]
fn an_amplifier_and_an_enemy_isolator_annihilate_all_in_their_zones() {
    let fen = "***k***/*2p1P*/*2i2*/*Pp3*/3P1n1/*1A3*/*5*/*5*/***K*** w - - 30 40";
    let expected = "***k***/*4P*/*5*/*5*/5n1/*5*/*5*/*5*/***K*** b - - 0 40";
    assert_eq!(after(fen, "c4c6"), expected);
    let quiet = fen.replace("*Pp3*", "*P4*");
    assert_eq!(after(&quiet, "c4c6"), expected, "the clock restarts though nothing is captured");
}

#[test]
fn the_isolator_may_make_the_move_too() {
    let fen = "***k***/*5*/*2a2*/*5*/7/*1I3*/*5*/*5*/***K*** w - - 9 9";
    assert_eq!(after(fen, "c4c6"), format!("{EMPTY} b - - 0 9"));
}

#[test]
fn several_pairs_go_together() {
    let fen = "***k***/*p3p*/*1i1i1*/*5*/7/*2A2*/*5*/*5*/***K*** w - - 0 1";
    assert_eq!(after(fen, "d4d6"), format!("{EMPTY} b - - 0 1"));
}

#[test]
fn a_move_that_removes_ones_own_king_is_illegal() {
    let fen = "***k***/*5*/*5*/*2i2*/1K5/*1A3*/*5*/*5*/***1*** w - - 0 1";
    assert!(!has(fen, "c4c6"));
    let both = "***1***/*5*/*1k3*/*2i2*/1K5/*1A3*/*5*/*5*/***1*** w - - 0 1";
    assert!(!has(both, "c4c6"), "also if the enemy's goes with it");
}

/// Ruling: the game is over then, so it does not matter that one's own king is attacked.
#[test]
fn a_move_that_removes_the_enemy_king_wins_at_once() {
    let fen = "***1***/*5*/*1k3*/*2i2*/7/*1Ar2*/*5*/*5*/***K*** w - - 9 9";
    assert!(in_check(fen));
    let position = testing::position::<Combination>(fen);
    let won = position.after_unchecked(position.parse_move("c4c6").expect("legal"));
    assert_eq!(won.ending(), Some(Outcome::Win(Color::White, Reason::Annihilation)));
    assert!(won.legal_moves().is_empty());
    assert_eq!(won.fen(), "***1***/*5*/*5*/*5*/7/*2r2*/*5*/*5*/***K*** b - - 0 9");
    testing::refusal::<Combination>(&won.fen());
}

/// Ruling.
#[test]
fn the_threat_of_annihilation_is_no_check() {
    let fen = "***1***/*5*/*1k3*/*2i2*/7/*1A3*/*5*/*5*/***K*** b - - 0 1";
    assert!(!in_check(fen));
    assert!(has(fen, "c7b7"), "the king may stay in reach");
}

#[test]
fn annihilation_can_meet_a_check_and_uncover_one() {
    let met = "***k***/*5*/*5*/*2i2*/3r3/*1A3*/*5*/*5*/***K*** w - - 0 1";
    assert!(in_check(met) && has(met, "c4c6"));
    let uncovered = "***k***/*2r2*/*5*/*2i2*/7/*1A3*/*5*/*5*/***K*** w - - 0 1";
    assert!(!in_check(uncovered) && !has(uncovered, "c4c6"));
}

#[test]
fn a_pair_can_only_arise_by_a_move() {
    let fen = "***k***/*5*/*5*/*5*/7/*1Ai2*/*5*/*5*/***K*** w - - 0 1";
    assert!(testing::refusal::<Combination>(fen).contains("each other's zone"));
    testing::position::<Combination>(&fen.replace("Ai", "AI"));
}

#[test]
fn annihilation_is_noisy() {
    let fen = "***k***/*5*/*2i2*/*5*/7/*1A3*/*5*/*5*/***K*** w - - 0 1";
    let position = testing::position::<Combination>(fen);
    let mut noisy = Vec::new();
    position.for_each_move(Scope::of(Stage::Noisy), |mv| noisy.push(position.move_text(mv)));
    assert_eq!(noisy, ["c4c6"]);
    assert!(
        position
            .legal_moves()
            .iter()
            .all(|&mv| { position.is_noisy(mv) == (position.move_text(mv) == "c4c6") })
    );
}

// The end, and the clock.

#[test]
fn any_move_of_a_pawn_restarts_the_clock() {
    let fen = EXAMPLE.replace("0 1", "20 30");
    assert!(after(&fen, "e6d4").ends_with("b - - 0 30"), "an acquired one too");
    assert!(after(&fen, "c6c7").ends_with("b - - 21 30"));
}

#[test]
fn bare_kings_and_stalemate_draw() {
    let ending = testing::ending::<Combination>;
    let draw = |reason| Some(Outcome::Draw(reason));
    assert_eq!(ending(&format!("{EMPTY} w - - 0 1")), draw(Reason::DeadDraw));
    let stalemate = "***k***/*5*/*2K2*/*1P1P1*/7/*5*/*5*/*5*/***1*** b - - 0 1";
    assert_eq!(ending(stalemate), draw(Reason::Stalemate));
}
