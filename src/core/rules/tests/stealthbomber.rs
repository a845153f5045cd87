//! Stealth Bomber Chess: pieces absorb the powers of the pieces that they capture.

use crate::board::{Board8x8, Color, Square, Tables};
use crate::position::testing;
use crate::rules::stealthbomber::StealthBomber;
use crate::rules::{Kind, Landing, Outcome, Piece, Power, PowerSet, Reason, Ruleset};

fn kind(token: &str) -> Kind {
    StealthBomber.facts().kind_of_token(token).unwrap_or_else(|| panic!("{token} is no piece"))
}

fn token(kind: Kind) -> &'static str {
    StealthBomber.facts().kinds[kind.index()].token
}

fn name(token: &str) -> &'static str {
    StealthBomber.facts().kinds[kind(token).index()].name
}

/// The token of what a capture makes of a piece.
fn absorbed(capturer: &str, victim: &str) -> &'static str {
    let (mover, victims, square) = (kind(capturer), [kind(victim)], Square::new(27));
    let landing = Landing {
        state: (),
        color: Color::White,
        mover,
        from: square,
        to: square,
        victims: &victims,
        full: 0,
    };
    token(StealthBomber.becomes(landing).next().expect("it becomes something"))
}

fn moves(fen: &str, from: &str) -> String {
    testing::moves::<StealthBomber>(fen, from)
}

fn after(fen: &str, moves: &str) -> String {
    testing::after::<StealthBomber>(fen, moves)
}

fn refusal(fen: &str) -> String {
    testing::refusal::<StealthBomber>(fen)
}

#[test]
fn every_piece_has_its_token_and_name() {
    for (token, expected) in [
        ("P", "Pawn"),
        ("C", "Captain"),
        ("K", "King"),
        ("R", "Rook"),
        ("B", "Bishop"),
        ("Q", "Queen"),
        ("A", "Aeroplane"),
        ("M", "Missile"),
        ("E", "Empress"),
        ("F", "B52"),
        ("T", "Rocket"),
        ("O", "Conqueror"),
        ("H", "Prince"),
        ("N", "Knight"),
        ("Z", "Zebra"),
        ("G", "Pegasus"),
        ("RH", "Tank"),
        ("BH", "Frigate"),
        ("RN", "General"),
        ("RZ", "Air Marshall"),
        ("BZ", "Admiral"),
        ("BN", "Princess"),
        ("QN", "Field Marshall"),
        ("RG", "Stingray"),
        ("AG", "Space Bomber"),
        ("BG", "Archbishop"),
        ("MG", "Hurricane Bomber"),
        ("QG", "Matriarch"),
        ("EG", "Amazon"),
        ("AB", "Aeroplane + Bishop"),
        ("ATG", "Aeroplane + Rocket + Pegasus"),
        ("EN", "Empress + Knight"),
    ] {
        assert_eq!(name(token), expected);
    }
    let mut names: Vec<_> = StealthBomber.facts().kinds.iter().map(|info| info.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 64, "no two pieces share a name");
    for (number, info) in (0..).zip(StealthBomber.facts().kinds) {
        assert_eq!(kind(info.token), Kind::new(number), "{}", info.token);
    }
}

#[test]
fn tokens_are_read_in_any_order_and_by_other_names_of_the_piece() {
    for (written, canonical) in [
        ("NR", "RN"),
        ("RB", "Q"),
        ("BR", "Q"),
        ("AM", "E"),
        ("TF", "O"),
        ("RBH", "Q"),
        ("QH", "Q"),
        ("QZ", "QN"),
        ("GMR", "RMG"),
        ("HN", "Z"),
        ("ZH", "Z"),
        ("RHN", "RZ"),
    ] {
        assert_eq!(token(kind(written)), canonical);
    }
    for written in ["", "X", "RX", "RR", "RK", "PN", "CB", "KN", "rn"] {
        assert_eq!(StealthBomber.facts().kind_of_token(written), None, "{written}");
    }
    let fen = "{nr}3k3/{am}7/8/8/8/8/{HBR}7/{NQ}3K3 w - - 0 1";
    let position = testing::position::<StealthBomber>(fen);
    assert_eq!(position.fen(), "{rn}3k3/e7/8/8/8/8/Q7/{QN}3K3 w - - 0 1");
    assert_eq!(refusal(&fen.replace("nr", "nR")), "this game has no piece 'nR'");
    assert_eq!(refusal(&fen.replace("nr", "rr")), "this game has no piece 'rr'");
    assert_eq!(refusal(&fen.replace("nr", "kn")), "this game has no piece 'kn'");
}

/// All sums of the inventor's page, either way round.
#[test]
fn combinations_of_the_page() {
    for (one, other, sum) in [
        ("R", "H", "RH"),
        ("B", "H", "BH"),
        ("N", "H", "Z"),
        ("R", "N", "RN"),
        ("R", "Z", "RZ"),
        ("B", "Z", "BZ"),
        ("B", "N", "BN"),
        ("R", "B", "Q"),
        ("Q", "N", "QN"),
        ("Q", "Z", "QN"),
        ("R", "R", "A"),
        ("B", "B", "M"),
        ("Q", "Q", "E"),
        ("A", "M", "E"),
        ("N", "N", "Z"),
        ("H", "H", "Z"),
        ("A", "A", "F"),
        ("M", "M", "T"),
        ("E", "E", "O"),
        ("Z", "Z", "G"),
        ("R", "G", "RG"),
        ("RN", "G", "RG"),
        ("A", "G", "AG"),
        ("B", "G", "BG"),
        ("BN", "G", "BG"),
        ("M", "G", "MG"),
        ("Q", "G", "QG"),
        ("E", "G", "EG"),
    ] {
        assert_eq!(absorbed(one, other), sum, "{one} takes {other}");
        assert_eq!(absorbed(other, one), sum, "{other} takes {one}");
    }
}

#[test]
fn a_component_that_takes_a_hybrid_becomes_it_and_a_hybrid_keeps_its_form() {
    for (component, hybrid) in [
        ("R", "Q"),
        ("B", "Q"),
        ("R", "E"),
        ("B", "E"),
        ("Q", "E"),
        ("R", "A"),
        ("A", "F"),
        ("N", "RN"),
        ("H", "Z"),
        ("N", "G"),
        ("H", "Q"),
    ] {
        assert_eq!(absorbed(component, hybrid), hybrid);
        assert_eq!(absorbed(hybrid, component), hybrid);
    }
}

/// Ruling: only the lines of a piece that has lines rise, and any piece can be doubled.
#[test]
fn identical_pieces_make_stealth_bombers() {
    for (token, doubled) in [
        ("RH", "AH"),
        ("BH", "MH"),
        ("BN", "MN"),
        ("EG", "OG"),
        ("RN", "AN"),
        ("AB", "FM"),
        ("FB", "FM"),
        ("RZ", "AZ"),
        ("FH", "FH"),
        ("F", "F"),
        ("T", "T"),
        ("O", "O"),
        ("ON", "ON"),
        ("G", "G"),
    ] {
        assert_eq!(absorbed(token, token), doubled);
    }
}

/// Ruling: the page's second sum for the Empress's parts, as Conqueror, must mean their doubles.
#[test]
fn a_b52_and_a_rocket_make_a_conqueror_and_an_aeroplane_and_a_missile_do_not() {
    assert_eq!(absorbed("F", "T"), "O");
    assert_eq!(absorbed("T", "F"), "O");
    assert_eq!(absorbed("A", "M"), "E");
}

#[test]
fn with_both_lines_princes_and_zebras_shrink() {
    for (capturer, victim, sum) in [
        ("RH", "B", "Q"),
        ("BH", "A", "AB"),
        ("RZ", "B", "QN"),
        ("RH", "BN", "QN"),
        ("Q", "H", "Q"),
        ("AZ", "MH", "EN"),
    ] {
        assert_eq!(absorbed(capturer, victim), sum);
    }
}

#[test]
fn sums_do_not_depend_on_who_takes_whom_and_lose_no_power() {
    let kinds = StealthBomber.facts().each_kind();
    let compounds = || kinds.clone().filter(|&kind| !["P", "C", "K"].contains(&token(kind)));
    assert_eq!(compounds().count(), 61);
    for one in compounds() {
        for other in compounds() {
            let sum = absorbed(token(one), token(other));
            assert_eq!(sum, absorbed(token(other), token(one)));
            let powers = StealthBomber.facts().powers_of(kind(sum));
            let reach = |powers: PowerSet| {
                let square = Square::new(27);
                let all = powers.iter().map(|power| {
                    power.attacks(Board8x8, Color::White, square, 0x0000_4422_0014_2200)
                });
                all.fold(0, |set, attacks| set | attacks)
            };
            let parts = reach(StealthBomber.facts().powers_of(one))
                | reach(StealthBomber.facts().powers_of(other));
            assert_eq!(parts & !reach(powers), 0, "{} + {} = {sum}", token(one), token(other));
        }
    }
}

#[test]
fn pawns_and_captains_convert_to_what_they_take() {
    for info in &StealthBomber.facts().kinds[3..] {
        for foot in ["P", "C"] {
            assert_eq!(absorbed(foot, info.token), info.token);
            assert_eq!(absorbed(info.token, foot), info.token, "a foot soldier is just shot");
            assert_eq!(absorbed("K", info.token), "K", "kings absorb nothing");
            assert_eq!(absorbed("K", foot), "K");
        }
    }
}

/// Ruling: a captain that takes a pawn is not demoted.
#[test]
fn pawns_and_captains_that_take_one_another_are_captains() {
    for capturer in ["P", "C"] {
        for victim in ["P", "C"] {
            assert_eq!(absorbed(capturer, victim), "C");
        }
    }
    let fen = "7k/8/8/3p4/4P3/8/8/K7 w - - 5 1";
    assert_eq!(after(fen, "e4d5c"), "7k/8/8/3C4/8/8/8/K7 b - - 0 1");
    assert_eq!(after(&fen.replace('P', "C"), "e4d5"), "7k/8/8/3C4/8/8/8/K7 b - - 0 1");
}

#[test]
fn what_a_capture_makes_is_on_the_board_and_in_the_text() {
    let fen = "7k/b7/8/8/8/8/8/R6K w - - 3 1";
    assert_eq!(moves(fen, "a1a7"), "a1a7q");
    assert_eq!(after(fen, "a1a7"), "7k/Q7/8/8/8/8/8/7K b - - 0 1");
    let tank = "7k/h7/8/8/8/8/8/R6K w - - 3 1";
    assert_eq!(after(tank, "a1a7{rh}"), "7k/{RH}7/8/8/8/8/8/7K b - - 0 1");
    assert_eq!(after(tank, "a1a7{HR}"), "7k/{RH}7/8/8/8/8/8/7K b - - 0 1");
}

#[test]
fn level_2_leaps_exactly_one_piece() {
    assert_eq!(
        moves("7k/3n4/8/3p4/8/8/1P1A1n1n/K7 w - - 0 1", "d2"),
        "d2a2 d2c2 d2d1 d2d3 d2d4 d2d5 d2d6 d2d7{an} d2e2 d2f2{an} d2g2 d2h2{an}"
    );
    assert_eq!(
        moves("7k/8/8/1n5n/3P4/4M3/5p2/K7 w - - 0 1", "e3"),
        "e3a7 e3b6 e3c1 e3c5 e3d2 e3f2 e3f4 e3g1 e3g5 e3h6"
    );
}

#[test]
fn level_2_attacks_past_one_screen() {
    let screened = "k3a3/8/8/8/4P3/8/8/4K1N1 w - - 0 1";
    assert_eq!(
        moves(screened, ""),
        "e1d1 e1d2 e1f1 e1f2 g1e2",
        "the screen leaves a check where it goes; a second screen stops it"
    );
    let twice = "k3a3/8/8/8/4P3/8/4N3/4K3 w - - 0 1";
    assert_eq!(moves(twice, "e2"), "", "both screens are pinned");
    assert_eq!(moves(twice, "e4"), "e4e5");
    let enemies = "k3a3/8/8/8/4n3/8/4R3/4K3 w - - 0 1";
    assert_eq!(moves(enemies, "e2"), "e2e3", "taking the other screen leaves one");
    let adjacent = "k7/8/8/4a3/8/8/8/4K1N1 w - - 0 1";
    assert_eq!(moves(adjacent, "g1"), "", "one piece between makes a screen");
    let thrice = "k3a3/4p3/8/8/4P3/8/4N3/4K3 w - - 0 1";
    assert_eq!(moves(thrice, "e2"), "e2c1 e2c3 e2d4 e2f4 e2g1 e2g3");
}

#[test]
fn level_3_takes_any_choice_of_the_enemies_on_its_way() {
    assert_eq!(
        moves("7k/8/p7/8/n7/P7/7K/F7 w - - 0 1", "a1a"),
        "a1a2 a1a4,a4a5{fn} a1a4,a4a6,a6a7{fn} a1a4,a4a6,a6a8{fn} a1a4,a4a6{fn} a1a4,a4a7{fn} \
         a1a4,a4a8{fn} a1a4{fn} a1a5 a1a6 a1a6,a6a7 a1a6,a6a8 a1a7 a1a8"
    );
    assert_eq!(
        after("7k/8/p7/8/n7/P7/7K/F7 w - - 7 1", "a1a4,a4a6,a6a8{fn}"),
        "{FN}6k/8/8/8/8/P7/7K/8 b - - 0 1"
    );
    assert_eq!(after("7k/8/p7/8/n7/P7/7K/F7 w - - 7 1", "a1a8"), "F6k/8/p7/8/n7/P7/7K/8 b - - 8 1");
}

/// Ruling: friends and enemies on the way are all the same to it, but for what it may take.
#[test]
fn level_3_flies_over_anything() {
    assert_eq!(
        moves("7k/n7/8/N7/p7/8/P7/F6K w - - 0 1", "a1a"),
        "a1a3 a1a4 a1a4,a4a6 a1a4,a4a7,a7a8{fn} a1a4,a4a7{fn} a1a4,a4a8 a1a6 a1a7,a7a8{fn} \
         a1a7{fn} a1a8"
    );
    assert_eq!(
        moves("7k/8/8/8/8/8/8/F1K1n1n1 w - - 0 1", "a1").replace("a1a", ""),
        "2 3 4 5 6 7 8 a1b1 a1d1 a1e1,e1f1{fn} a1e1,e1g1,g1h1{fn} a1e1,e1g1{fn} \
         a1e1,e1h1{fn} a1e1{fn} a1f1 a1g1,g1h1{fn} a1g1{fn} a1h1",
        "its own king does not stop it"
    );
}

#[test]
fn level_3_gives_check_through_everything() {
    let fen = "k3f3/8/8/4p3/4P3/4P3/4N3/4K3 w - - 0 1";
    assert_eq!(moves(fen, ""), "e1d1 e1d2 e1f1 e1f2");
}

#[test]
fn a_flight_absorbs_in_the_order_of_its_way() {
    let queen_first = "{fb}5k1/8/8/8/8/8/q6K/F7 w - - 0 1";
    assert_eq!(moves(queen_first, "a1a2,a2a8"), "a1a2,a2a8{fm}", "F Q = FB, FB FB = FM");
    let queen_last = "q5k1/8/8/8/8/8/{fb}6K/F7 w - - 0 1";
    assert_eq!(moves(queen_last, "a1a2,a2a8"), "a1a2,a2a8{fb}", "F FB = FB, FB Q = FB");
}

#[test]
fn flights_answer_checks_and_must_not_open_them() {
    let check = "1k6/8/8/F1n1r2n/8/8/8/4K3 w - - 0 1";
    assert_eq!(
        moves(check, "a5"),
        "a5c5,c5e5,e5f5{fn} a5c5,c5e5,e5g5{fn} a5c5,c5e5,e5h5{fn} a5c5,c5e5{fn} a5e5 \
         a5e5,e5f5 a5e5,e5g5 a5e5,e5h5{fn}",
        "the rook must go"
    );
    let shield = "1k2r3/8/8/8/F1n1n3/8/8/4K3 w - - 0 1";
    assert_eq!(
        moves(shield, "a4c4,"),
        "a4c4,c4d4{fn} a4c4,c4e4{fn} a4c4,c4f4{fn} a4c4,c4g4{fn} a4c4,c4h4{fn}",
        "the knight on e4 keeps the rook off, unless the B52 takes its place"
    );
    assert_eq!(moves(shield, "a4e4"), "a4e4{fn}");
    let pinned = "k3r3/8/8/8/4F3/8/8/4K3 w - - 0 1";
    assert_eq!(moves(pinned, "e4"), "e4e2 e4e3 e4e5 e4e6 e4e7 e4e8");
}

#[test]
fn a_flight_that_takes_a_home_rook_ends_its_castling() {
    let fen = "r3k2r/8/8/8/n7/8/8/F3K3 w kq - 0 1";
    assert_eq!(after(fen, "a1a4,a4a8{fn}"), "{FN}3k2r/8/8/8/8/8/8/4K3 b k - 0 1");
    assert_eq!(after(fen, "a1a8"), "F3k2r/8/8/8/n7/8/8/4K3 b k - 0 1");
}

#[test]
fn leapers() {
    assert_eq!(moves("k7/8/8/8/8/8/8/H6K w - - 0 1", "a1"), "a1a2 a1b1 a1b2");
    assert_eq!(moves("k7/8/8/8/8/8/8/Z6K w - - 0 1", "a1"), "a1a2 a1b1 a1b2 a1b3 a1c2");
    let pegasus = moves("k7/8/8/8/8/1pp5/PP6/G6K w - - 0 1", "a1");
    assert_eq!(
        pegasus.replace("a1", ""),
        "b1 b3 b4 b5 b6 b7 b8 c2 c4 d2 d3 d5 e2 e4 e6 f2 f5 f7 g2 g6 g8 h2 h7",
        "it leaps over all, and a knight's move goes on diagonally or straight"
    );
}

#[test]
fn captains_step_orthogonally_and_capture_diagonally() {
    assert_eq!(moves("k7/8/8/8/4C3/8/8/7K w - - 0 1", "e4"), "e4d4 e4e3 e4e5 e4f4");
    let surrounded = "k7/8/8/3ppp2/3pCp2/3ppp2/8/7K w - - 0 1";
    assert_eq!(moves(surrounded, "e4"), "e4d3 e4d5 e4f3 e4f5");
    assert_eq!(moves("7k/8/8/8/8/8/4C3/K7 w - - 0 1", "e2"), "e2d2 e2e1 e2e3 e2f2");
}

#[test]
fn captains_neither_promote_nor_take_in_passing_nor_reset_the_clock() {
    assert_eq!(moves("7k/C7/8/8/8/8/8/K7 w - - 0 1", "a7"), "a7a6 a7a8 a7b7");
    assert_eq!(after("7k/C7/8/8/8/8/8/K7 w - - 7 1", "a7a8"), "C6k/8/8/8/8/8/8/K7 b - - 8 1");
    let passed = "7k/8/8/2CpP3/8/8/8/K7 w - d6 0 1";
    assert_eq!(moves(passed, "c5"), "c5b5 c5c4 c5c6");
    assert_eq!(after(passed, "e5d6c"), "7k/8/3C4/2C5/8/8/8/K7 b - - 0 1");
    for board in ["C6k/8/8/8/8/8/8/K7", "7k/8/8/8/8/8/8/K6C"] {
        let fen = format!("{board} w - - 0 1");
        assert_eq!(testing::position::<StealthBomber>(&fen).fen(), fen, "they stand anywhere");
    }
}

#[test]
fn en_passant_is_written_only_if_it_is_legal() {
    for (board, field, reason) in [
        ("8/8/8/K2pP2a/8/8/8/7k", "-", "no screen would be left"),
        ("8/8/8/K1NpP2a/8/8/8/7k", "-", "one screen would be left"),
        ("8/8/8/KNNpP2a/8/8/8/7k", "d6", "two screens are left"),
        ("8/8/8/K2pP2f/8/8/8/7k", "-", "a check from h5 is not answered"),
    ] {
        let read = testing::position::<StealthBomber>(&format!("{board} w - d6 0 2"));
        assert_eq!(read.fen(), format!("{board} w - {field} 0 2"), "{reason}");
    }
    let fen = after("7k/3p4/8/4P3/8/8/8/7K b - - 0 1", "d7d5");
    assert_eq!(fen, "7k/8/8/3pP3/8/8/8/7K w - d6 0 2");
    let pinned = after("4a2k/3p4/8/4P3/4N3/8/8/4K3 b - - 0 1", "d7d5");
    assert_eq!(pinned, "4a2k/8/8/3pP3/4N3/8/8/4K3 w - - 0 2", "both screens are pinned");
}

#[test]
fn promotion_is_to_what_stood_there_at_the_start() {
    assert_eq!(
        moves("8/PPPPPPPP/8/8/8/8/1k6/7K w - - 0 1", "").replace(" h1g1 h1g2 h1h2", ""),
        "a7a8r b7b8n c7c8b d7d8q e7e8h f7f8b g7g8n h7h8r"
    );
    let black = "k6K/8/8/8/8/8/pppppppp/8 b - - 0 1";
    assert_eq!(moves(black, "d2"), "d2d1q");
    assert_eq!(moves(black, "e2"), "e2e1h");
    assert_eq!(
        after("7k/4P3/8/8/8/8/8/K7 w - - 9 1", "e7e8"),
        "4H2k/8/8/8/8/8/8/K7 b - - 0 1",
        "the suffix may be left out"
    );
}

/// Ruling: a pawn that captures onto the last rank converts, and what it is then stays.
#[test]
fn a_capture_onto_the_last_rank_converts_and_does_not_promote() {
    assert_eq!(moves("c1n4k/1P6/8/8/8/8/8/K7 w - - 0 1", "b7"), "b7a8c b7b8n b7c8n");
    assert_eq!(moves("3{eg}3k/2P5/8/8/8/8/8/K7 w - - 0 1", "c7d8"), "c7d8{eg}");
}

#[test]
fn castling_crosses_no_square_that_is_attacked_past_a_screen() {
    let castles = |fen: &str| {
        let moves = moves(fen, "e1");
        ["e1c1", "e1g1"].map(|castle| moves.split(' ').any(|mv| mv == castle))
    };
    assert_eq!(castles("4k3/8/8/5a2/8/8/8/R3K2R w KQ - 0 1"), [true, false]);
    assert_eq!(castles("4k3/8/8/5a2/8/5p2/8/R3K2R w KQ - 0 1"), [true, false]);
    assert_eq!(castles("4k3/8/8/5a2/8/5p2/5P2/R3K2R w KQ - 0 1"), [true, true]);
    assert_eq!(castles("3k4/4a3/8/8/8/8/4P3/R3K2R w KQ - 0 1"), [false, false], "in check");
    assert_eq!(castles("4k3/8/t7/1P6/8/3P4/4P3/R3K2R w KQ - 0 1"), [true, false], "f1 from a6");
    assert_eq!(castles("4k3/1a6/8/8/8/8/1P6/R3K2R w KQ - 0 1"), [true, true], "b1 may be");
}

/// The moves of a flyer by a formula of its own: a target with k enemies before it is reached
/// in 2^k ways.
#[test]
fn thousands_of_flights_are_listed_to_the_last() {
    let position = testing::position::<StealthBomber>(
        "ccccccck/Occccccc/Occccccc/Occccccc/Occccccc/Occccccc/Oncccccc/KOOOOOOT w - - 0 1",
    );
    let mut expected = 0;
    for (from, kind) in position.placement().pieces(Color::White) {
        for (direction, ray) in Board8x8::TABLES.queen_rays[from].iter().enumerate() {
            let power = match direction {
                0 | 1 | 4 | 5 => Power::RookFlight,
                _ => Power::BishopFlight,
            };
            let mut ways = u64::from(StealthBomber.facts().powers_of(kind).has(power));
            for to in Tables::outward(*ray, direction) {
                match position.placement().at(to).map(Piece::color) {
                    None => expected += ways,
                    Some(Color::White) => {}
                    Some(Color::Black) => {
                        expected += ways;
                        ways *= 2;
                    }
                }
            }
        }
    }
    assert_eq!(expected, 2011);
    let moves = position.legal_moves();
    assert_eq!(moves.len() as u64, expected, "the king has no move");
    assert_eq!(position.count_moves(), expected);
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len() as u64, expected, "each has a text of its own");
}

#[test]
fn stalemate_and_two_bare_kings_are_draws() {
    let ending = testing::ending::<StealthBomber>;
    let stalemate = ending("7k/5Q2/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(stalemate, Some(Outcome::Draw(Reason::Stalemate)));
    let screened_mate = ending("A5k1/5ppp/2n5/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(screened_mate, Some(Outcome::Win(Color::White, Reason::Checkmate)));
    let kings = ending("7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(kings, Some(Outcome::Draw(Reason::DeadDraw)));
    assert_eq!(ending("7k/8/8/8/8/8/8/KC6 w - - 0 1"), None);
}

#[test]
fn fens_are_refused() {
    for (fen, reason) in [
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "P on a8: a pawn cannot stand where it promotes"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "P on a1: a pawn cannot stand on its own first"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"),
        ("4k3/8/8/8/8/8/8/4K2{ w - - 0 1", "a brace is not closed"),
        ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "this game has no piece 'X'"),
        ("4k3/8/8/8/8/8/8/4K2A w K - 0 1", "castling right 'K' without king and rook"),
        ("4k3/4p3/8/8/8/8/8/K3A3 w - - 0 1", "Black is in check"),
        ("4k3/4p3/4p3/8/8/8/8/K3F3 w - - 0 1", "Black is in check"),
        ("4k3/8/8/8/8/8/8/K3{GA}3 w - - 0 1", "Black is in check"),
    ] {
        let refusal = refusal(fen);
        assert!(refusal.starts_with(reason), "{fen}: {refusal}");
    }
    let guarded = "4k3/4p3/4p3/8/8/8/8/K3A3 w - - 0 1";
    assert_eq!(testing::position::<StealthBomber>(guarded).fen(), guarded, "two screens");
}
