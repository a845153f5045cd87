//! Games whose pieces change: what is wrong with their files, and how the slow interpreter plays them.

use std::fmt::Write;

use vertumnus_core::board::Color;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::definition::Value;

use crate::interpreter::{Over, Position};
use crate::{Severity, explain, read};

/// The game of a text without mistakes.
#[track_caller]
pub(crate) fn game(text: &str) -> Definition {
    let written = read(text.as_bytes()).expect("the text is small");
    let wrong: Vec<String> =
        written.findings.iter().map(|finding| finding.render("x.ini", text)).collect();
    let game = written.games.into_iter().last().expect("it has a game");
    game.definition.unwrap_or_else(|| panic!("{wrong:#?}"))
}

/// A game that builds on chess, by its keys.
#[track_caller]
pub(crate) fn of_keys(keys: &str) -> Definition {
    game(&format!("[x:chess]\n{keys}\n"))
}

/// The game of this name that comes with the program.
#[track_caller]
pub(crate) fn of_name(name: &str) -> Definition {
    game(&format!("[under-test:{name}]\n"))
}

/// The findings of some keys of a game that builds on chess.
pub(crate) fn findings(keys: &str) -> Vec<String> {
    let written = read(format!("[x:chess]\n{keys}\n").as_bytes()).expect("the text is small");
    let texts = written.findings.iter().map(|one| {
        let word = match one.severity {
            Severity::Error => "",
            Severity::Warning => "warning: ",
            Severity::Note => "note: ",
        };
        format!("{}:{} {word}{}", one.place.line, one.place.column, one.message)
    });
    texts.collect()
}

/// The legal moves, sorted.
#[track_caller]
pub(crate) fn moves(game: &Definition, fen: &str) -> String {
    let position = Position::from_fen(game, fen).expect(fen);
    let mut texts: Vec<String> =
        position.legal_moves().iter().map(|&mv| position.text(mv)).collect();
    texts.sort();
    texts.join(" ")
}

/// The legal moves from one square, sorted.
#[track_caller]
pub(crate) fn moves_from(game: &Definition, fen: &str, from: &str) -> String {
    let all = moves(game, fen);
    all.split(' ').filter(|text| text.starts_with(from)).collect::<Vec<_>>().join(" ")
}

#[track_caller]
pub(crate) fn after(game: &Definition, fen: &str, texts: &str) -> String {
    let mut position = Position::from_fen(game, fen).expect(fen);
    for text in texts.split(' ') {
        let moves = position.legal_moves();
        let mv = moves.into_iter().find(|&mv| position.text(mv) == text).expect(text);
        position = position.after(mv);
    }
    position.fen()
}

fn tokens(game: &Definition) -> String {
    let tokens: Vec<&str> = game.kinds.iter().map(|kind| kind.token.as_str()).collect();
    tokens.join(" ")
}

fn names(game: &Definition) -> String {
    let names: Vec<&str> = game.kinds.iter().map(|kind| kind.name.as_str()).collect();
    names.join(", ")
}

/// Worked by hand from the rules of the sources that the file names.
#[test]
fn absorption_chess_joins_pieces_and_leaves_kings_and_pawns_apart() {
    let game = of_name("absorption");
    assert_eq!(tokens(&game), "P N B R BN RN Q QN K");
    assert!(names(&game).contains("Princess, Empress, Queen, Amazon"));
    let pawn = "4k3/8/8/3np3/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(moves(&game, pawn), "e1d1 e1d2 e1e2 e1f1 e1f2 e4d5n");
    let pawns = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, pawns, "e4"), "e4d5 e4e5");
    let rook = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
    assert_eq!(moves_from(&game, rook, "d1d"), "d1d2 d1d3 d1d4 d1d5{rn}");
    let empress = "4k3/8/8/3b4/8/8/8/3{RN}K3 w - - 0 1";
    assert_eq!(moves_from(&game, empress, "d1d"), "d1d2 d1d3 d1d4 d1d5{qn}");
    assert_eq!(moves_from(&game, &empress.replace("RN", "NR"), "d1d5"), "d1d5{qn}");
    let two = "4k3/8/8/3p4/8/8/3n4/3RK3 w - - 0 1";
    assert_eq!(moves_from(&game, two, "e1"), "e1d2 e1e2 e1f2", "kings absorb nothing");
    let knight = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, knight, "e3d5"), "e3d5", "nothing comes from pawns");
    let last = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, last, "a7"), "a7a8b a7a8n a7a8q a7a8r a7b8r");
    assert_eq!(after(&game, rook, "d1d5{rn} e8f8"), "5k2/8/8/3{RN}4/8/8/8/4K3 w - - 1 2");
}

#[test]
fn cannibal_chess_makes_the_victim_of_the_captor_and_keeps_kings_royal() {
    let game = of_name("cannibal");
    assert_eq!(tokens(&game), "P N B R Q K KP KN KB KR KQ");
    assert!(names(&game).contains("Royal Pawn, Royal Knight"));
    let king = "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1";
    assert_eq!(moves(&game, king), "e1d2{kr} e1f1");
    let taken = after(&game, king, "e1d2{kr}");
    assert_eq!(taken, "4k3/8/8/8/8/8/3{KR}4/8 b - - 0 1");
    assert_eq!(moves(&game, &taken), "e8e7 e8f7 e8f8");
    let pawn = "4k3/{KP}7/8/8/8/8/8/8 w - - 0 1";
    assert_eq!(moves(&game, pawn), "a7a8{kb} a7a8{kn} a7a8{kq} a7a8{kr}");
    let knight = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, knight, "e3d5"), "e3d5p");
    let last = "3pk3/8/8/8/8/8/8/3RK3 w - - 0 1";
    assert_eq!(moves_from(&game, last, "d1d8"), "d1d8 d1d8b d1d8n d1d8q");
    // A royal pawn in check by a pawn may take it, and is a pawn still.
    let pawns = "4k3/8/8/8/3p4/4{KP}3/8/8 w - - 0 1";
    assert_eq!(moves(&game, pawns), "e3d4 e3e4");
    let home = "4k3/8/8/8/8/8/4{KP}3/8 w - - 0 1";
    assert_eq!(moves(&game, home), "e2e3", "a king does not go twice");
}

#[test]
fn einstein_chess_loses_by_moves_and_gains_by_captures() {
    let game = of_name("einstein");
    let kings = "e1d1 e1d2 e1e2 e1f1 e1f2";
    let knight = moves(&game, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1");
    assert_eq!(knight, format!("a1b3p a1c2p {kings}"));
    let pawn = moves(&game, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1");
    assert_eq!(pawn, format!("a1a2 a1a3 a1a4 {kings}"));
    let last = moves(&game, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(last, kings, "pawns on the last rank have no move");
    let moves_to = |fen: &str, from: &str| moves_from(&game, fen, from);
    assert_eq!(moves_to("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7"), "a7a8");
    assert_eq!(moves_to("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4"), "e4d5n e4e5");
    assert_eq!(moves_to("4k3/8/8/8/8/2p5/p7/R3K3 w - - 0 1", "a1"), "a1a2q a1b1b a1c1b a1d1b");
    assert_eq!(moves_to("4k3/8/8/8/8/2p5/p1p5/QR2K3 w - - 0 1", "a1"), "a1a2 a1b2r a1c3");
    let castled = after(&game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    assert_eq!(castled, "4k3/8/8/8/8/8/8/5BK1 b - - 1 1");
}

#[test]
fn chameleon_chess_goes_round_by_moves_and_not_by_captures() {
    let game = of_name("chameleon");
    let moves_to = |fen: &str, from: &str| moves_from(&game, fen, from);
    assert_eq!(moves_to("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2"), "a2a3n a2a4n");
    assert_eq!(moves_to("4k3/8/8/8/8/2p5/8/N3K3 w - - 0 1", "a1"), "a1b3b a1c2b");
    assert_eq!(moves_to("4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1", "a1"), "a1b3 a1c2b");
    assert_eq!(moves_to("4k3/8/8/8/8/8/p1p5/QN2K3 w - - 0 1", "a1"), {
        "a1a2 a1b2p a1c3p a1d4p a1e5p a1f6p a1g7p a1h8p"
    });
    let castled = after(&game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    assert_eq!(castled, "4k3/8/8/8/8/8/8/5QK1 b - - 1 1");
}

#[test]
fn norsk_chess_changes_by_every_move_and_captures_only_its_like() {
    let game = of_name("norsk");
    let moves_to = |fen: &str, from: &str| moves_from(&game, fen, from);
    assert_eq!(moves_to("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1"), "a1b3q a1c2q");
    assert_eq!(moves_to("4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1", "d1d"), "d1d2n d1d3n d1d4n d1d5n");
    assert_eq!(moves_to("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", "d1d"), "d1d2n d1d3n d1d4n");
    let king = "4k3/8/8/8/8/8/3n4/4K3 w - - 0 1";
    assert_eq!(moves(&game, king), "e1d1 e1e2 e1f2", "a king captures nothing");
    assert_eq!(moves_to("4k3/8/8/3n1p2/4P3/8/8/4K3 w - - 0 1", "e4"), "e4e5 e4f5");
    assert_eq!(moves_to("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5"), "e5d6 e5e6");
    let last = moves_to("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7");
    assert_eq!(last, "a7a8b a7a8n a7a8q a7a8r");
    let castled = after(&game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    assert_eq!(castled, "4k3/8/8/8/8/8/8/5BK1 b - - 1 1");
    // Nobody guards the queen, and still the king may not take it.
    let mated = after(&game, "7k/8/4N3/8/8/8/8/K7 w - - 0 1", "e6g7q");
    let position = Position::from_fen(&game, &mated).expect(&mated);
    assert_eq!(position.over(), Some(Over::Checkmate(Value::Loss)));
}

#[test]
fn assimilation_chess_joins_two_simple_pieces_and_no_more() {
    let game = of_name("assimilation");
    assert_eq!(tokens(&game), "P N B R BN RN Q K KN KB KR");
    assert!(names(&game).contains("Paladin, Marshall, Queen, King, Eques Rex, Pope, Dragon King"));
    let taken = |mover: char, victim: char| {
        let fen = format!("4k3/8/8/3{victim}4/8/8/8/3{mover}K3 w - - 0 1");
        moves_from(&game, &fen, "d1d5")
    };
    assert_eq!(taken('R', 'n'), "d1d5{rn}");
    assert_eq!(taken('R', 'b'), "d1d5q");
    assert_eq!(taken('R', 'r'), "d1d5");
    assert_eq!(taken('R', 'q'), "d1d5", "a queen is a compound");
    assert_eq!(taken('R', 'p'), "d1d5");
    assert_eq!(taken('Q', 'n'), "d1d5");
    assert_eq!(moves_from(&game, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "e4d5");
    let king = "4k3/8/8/8/8/8/3n4/4K3 w - - 0 1";
    assert_eq!(moves(&game, king), "e1d1 e1d2{kn} e1e2 e1f2");
}

#[test]
fn captures_en_passant_can_be_forbidden_and_those_of_kings_never() {
    let game = of_keys("onCapture = p x p > forbidden; * x k > forbidden");
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(moves_from(&game, passed, "e5"), "e5e6");
    assert_eq!(after(&game, passed, "e5e6"), "4k3/8/4P3/3p4/8/8/8/4K3 b - - 0 1");
    let check = "4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1";
    assert_eq!(moves(&game, check), "d1e2 e1e2 e1f1");
}

#[test]
fn idle_parts_give_no_moves() {
    let game =
        of_keys("alias = q:{rb}\nonCapture = * x * > join?\nidleParts = p: {k*}; rb: {nr}{nb*}!q");
    let moves_to = |fen: &str, from: &str| moves_from(&game, fen, from);
    let king = "4k3/8/8/8/8/8/4{KP}3/8 w - - 0 1";
    assert_eq!(moves_to(king, "e2"), "e2d1 e2d2 e2d3 e2e1 e2e3 e2f1 e2f2 e2f3");
    let knight = "e2c1 e2c3 e2d4 e2f4 e2g1 e2g3";
    assert_eq!(moves_to("4k3/8/8/8/8/8/4{RN}3/K7 w - - 0 1", "e2"), knight);
    assert_eq!(moves_to("4k3/8/8/8/8/8/4{QN}3/K7 w - - 0 1", "e2"), knight);
    let pawn = "4k3/8/8/8/8/8/4{NP}3/K7 w - - 0 1";
    assert_eq!(moves_to(pawn, "e2"), "e2c1 e2c3 e2d4 e2e3 e2f4 e2g1 e2g3", "no double step");
}

/// Worked by hand from the rules of Power Absorption Chess on kings that slide.
#[test]
fn kings_can_be_made_to_slide_over_safe_squares_alone() {
    let keys = "alias = q:{rb}\ncommoner = m\nonCapture = * x * > join?\n\
                startFen = rnbqkmnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKMNR w KQkq - 0 1";
    let (safe, free) = (of_keys(&format!("{keys}\nroyalSlides = safe")), of_keys(keys));
    let rook = "3r3k/8/8/8/8/8/8/{KR}7 w - - 0 1";
    let files = "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1b1 a1b2 a1c1";
    assert_eq!(moves(&safe, rook), files);
    assert_eq!(moves(&free, rook), format!("{files} a1e1 a1f1 a1g1 a1h1"));
    // What is about to be captured still guards the square before it.
    let guard = "7k/8/8/8/m7/8/8/{KR}7 w - - 0 1";
    let rank = "a1b1 a1b2 a1c1 a1d1 a1e1 a1f1 a1g1 a1h1";
    assert_eq!(moves(&safe, guard), format!("a1a2 {rank}"));
    assert_eq!(moves(&free, guard), format!("a1a2 a1a4 a1a4{{kmr}} {rank}"));
    let is_in_check = |game: &Definition, fen: &str| {
        Position::from_fen(game, fen).expect(fen).is_in_check(Color::White)
    };
    let apart = "{kr}7/8/8/8/8/8/8/K7 w - - 0 1";
    let guarded = "{kr}7/8/8/8/8/8/1P6/K7 w - - 0 1";
    assert!(is_in_check(&safe, apart), "what a king guards does not count");
    assert!(!is_in_check(&safe, guarded) && is_in_check(&free, guarded));
    // What an enemy king attacks is not safe to pass either: here c1, g1 and a7.
    let kings = "8/8/8/8/8/4{kb}3/8/{KR}7 w - - 0 1";
    assert_eq!(moves(&safe, kings), "a1a2 a1a3 a1a4 a1a5 a1a6 a1b1 a1b2");
    let all = "a1a2 a1a3 a1a4 a1a5 a1a6 a1a8 a1b1 a1b2 a1d1 a1e1 a1f1 a1h1";
    assert_eq!(moves(&free, kings), all);
    let text = explain(&safe);
    assert!(text.contains("* Sliding kings: "), "{text}");
}

/// Worked by hand from what the rules of Power Absorption Chess say of captures en passant.
#[test]
fn compounds_capture_en_passant_by_a_part() {
    let game = of_keys(
        "alias = q:{rb}\nonCapture = * x * > join?\nidleParts = p: {k*}\nenPassantTypes = {p*}!{k*}",
    );
    let from_e5 =
        |piece: &str| moves_from(&game, &format!("4k3/8/8/3p{piece}3/8/8/8/4K3 w - d6 0 1"), "e5");
    assert_eq!(from_e5("P"), "e5d6 e5e6");
    let knight = "e5c4 e5c6 e5d3 e5d6 e5d7 e5e6 e5f3 e5f7 e5g4 e5g6";
    assert_eq!(from_e5("{NP}"), knight);
    // Its bishop goes to d6 without taking, and its pawn takes on the way.
    let bishop = from_e5("{BP}");
    assert!(bishop.contains("e5d5,d5d6 e5d6 "), "{bishop}");
    assert!(!from_e5("N").contains("d6") && !from_e5("{KP}").contains("d5d6"));
    let fen = "4k3/8/8/3p{BP}3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(after(&game, fen, "e5d5,d5d6"), "4k3/8/3{BP}4/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(after(&game, fen, "e5d6"), "4k3/8/3{BP}4/3p4/8/8/8/4K3 b - - 1 1");
    let text = explain(&game);
    assert!(text.contains("{kp}") && text.contains("{bp} {rp} "), "{text}");
    assert!(text.contains(", as a Pawn captures: what has made"), "{text}");
    // A set that leaves pieces out, and a letter beside it, which is for that piece as it is.
    let game = of_keys("onCapture = *!k x * > join\nenPassantTypes = n{p*}!{b*}");
    let from_e5 =
        |piece: &str| moves_from(&game, &format!("4k3/8/8/3p{piece}3/8/8/8/4K3 w - d6 0 1"), "e5d");
    assert_eq!(from_e5("{RP}"), "e5d5 e5d6");
    assert_eq!(from_e5("{NP}"), "e5d3 e5d6 e5d7");
    assert!(!from_e5("{BP}").contains(','));
}

#[test]
fn keys_name_compounds_by_sets() {
    let base = "onCapture = *!k x * > join";
    let game = of_keys(&format!(
        "{base}\npromotionPawnTypes = {{p*}}!{{n*}}\npromotionPieceTypes = q{{rn}}\nnMoveRuleTypes = {{n*}}"
    ));
    let moves_to = |fen: &str, from: &str| moves_from(&game, fen, from);
    assert_eq!(moves_to("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7"), "a7a8q a7a8{rn}");
    let rook = moves_to("8/{RP}7/8/6k1/8/8/8/4K3 w - - 0 1", "a7a8");
    assert_eq!(rook, "a7a8q a7a8{rn}", "whatever moves, all of it promotes");
    assert_eq!(moves_to("8/{NP}6k/8/8/8/8/8/4K3 w - - 0 1", "a7"), "a7a8 a7b5 a7c6 a7c8");
    let clock = |fen: &str, text: &str| after(&game, fen, text).ends_with(" 0 1");
    assert!(clock("8/{NP}6k/8/8/8/8/8/4K3 w - - 7 1", "a7c6"));
    assert!(!clock("8/P6k/8/8/8/8/P7/4K3 w - - 7 1", "a2a3"));
    let flag = of_keys(&format!("{base}\nflagPiece = {{rn*}}\nflagRegion = *4"));
    assert_eq!(flag.flag[Color::White].kinds.len(), 8);
    for (keys, said) in [
        ("promotionPawnTypes = {k*}", "3:22 no king promotes"),
        ("promotionPawnTypes = *", "3:22 no king promotes"),
        ("promotionPieceTypes = {n*}", "3:23 what a pawn may become is named piece by piece"),
        ("promotionPieceTypes = qr!r", "3:23 what a pawn may become is named piece by piece"),
        ("castlingRookPieces = {rn}", "3:22 this key takes no sets of pieces"),
        ("enPassantTypes = {rp}", {
            "3:18 which part of these pieces captures en passant is not said"
        }),
        ("enPassantTypes = *!k", {
            "3:18 which part of these pieces captures en passant is not said"
        }),
        ("pawnTypes = {np*}", "3:13 which part of these pieces captures en passant is not said"),
        ("nMoveRuleTypes = {kp}", "3:18 warning: no piece of this game is in this set"),
        ("flagPiece = {k*}!k\nflagRegion = *4", {
            "3:13 warning: no piece of this game is in this set"
        }),
    ] {
        let told = findings(&format!("{base}\n{keys}"));
        assert!(told.iter().any(|text| text == said), "{keys}: {told:#?}");
    }
}

/// The lines of a suite: a FEN, a depth and how many leaves. Those with more than six fields of FEN are for another
/// form of the game.
pub(crate) fn suite(name: &str) -> Vec<(String, u32, u64)> {
    let path = format!("{}/../../perft/{name}", env!("CARGO_MANIFEST_DIR"));
    let suite = std::fs::read_to_string(path).expect("the suite is in the repository");
    let mut counts = Vec::new();
    for line in suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().expect("a line has a FEN");
        if fen.split(' ').count() > 6 {
            continue;
        }
        for field in fields.filter_map(|field| field.strip_prefix('D')) {
            let (depth, count) = field.split_once(' ').expect(field);
            counts.push((fen.to_owned(), depth.parse().expect(field), count.parse().expect(field)));
        }
    }
    assert!(counts.len() > 200, "{}", counts.len());
    counts
}

/// Whether a game has the counts of a suite, as far as they are small.
pub(crate) fn suite_holds(game: &Definition, name: &str) {
    for (fen, depth, count) in suite(name).iter().filter(|(.., count)| *count <= 3000) {
        let position = Position::from_fen(game, fen).expect(fen);
        assert_eq!(position.perft(*depth), *count, "{fen} D{depth}");
    }
}

/// Worked by hand from the rules of Power Absorption Chess.
#[test]
fn a_part_promotes_and_the_rest_stays() {
    let game = of_name("powerabsorption");
    let moves_to = |last: &str, seventh: &str, from: &str| {
        let fen = format!("{last}/{seventh}/1{{NP}}6/8/7k/8/8/4K3 w - - 7 1");
        moves_from(&game, &fen, from)
    };
    assert_eq!(moves_to("8", "P7", "a7"), "a7a8b a7a8n a7a8q a7a8r");
    assert_eq!(moves_to("8", "{RP}7", "a7a8"), "a7a8q a7a8r a7a8{rn}");
    assert_eq!(moves_to("n7", "{RP}7", "a7a8"), "a7a8 a7a8{rnp}", "no pawn captures so");
    let taken = moves_to("1n6", "{RP}7", "a7b8");
    assert_eq!(taken, "a7b8q a7b8r a7b8{qn} a7b8{rn}");
    assert_eq!(moves_to("1r6", "P7", "a7b8"), "a7b8b a7b8n a7b8q a7b8r a7b8{rn}");
    assert_eq!(moves_to("1n6", "{QP}7", "a7b8"), "a7b8q a7b8{qnp} a7b8{qn}");
    assert_eq!(moves_to("8", "{QNP}7", "a7a8"), "a7a8", "no promotion is possible");
    assert_eq!(moves_to("8", "8", "b6a8"), "b6a8", "a knight's leap");
    let straight = moves_to("8", "1{NP}6", "b7b8");
    assert_eq!(straight, "b7b8n b7b8{bn} b7b8{qn} b7b8{rn}");
    // What the last square makes a pawn of was none when it moved.
    assert_eq!(moves_to("{np}7", "R7", "a7a8"), "a7a8 a7a8{rnp}");
    let of_king = |fen: &str, from: &str| moves_from(&game, fen, from);
    let taker = "4{np}3/3K4/8/8/8/8/8/k7 w - - 0 1";
    assert_eq!(of_king(taker, "d7e8"), "d7e8 d7e8{kqn}");
    let king = "8/3{KP}4/8/8/8/8/8/k7 w - - 7 1";
    assert_eq!(of_king(king, "d7"), "d7c6 d7c7 d7c8{kq} d7d6 d7d8{kq} d7e6 d7e7 d7e8{kq}");
    let clock =
        |fen: &str, text: &str| after(&game, fen, text).split(' ').nth(4).map(str::to_owned);
    assert_eq!(clock(king, "d7d8{kq}").as_deref(), Some("0"));
    assert_eq!(clock(king, "d7d6").as_deref(), Some("8"));
    let knight = "8/1{NP}6/1{NP}6/8/7k/8/8/4K3 w - - 7 1";
    assert_eq!(clock(knight, "b7b8{bn}").as_deref(), Some("0"));
    assert_eq!(clock(knight, "b6a8").as_deref(), Some("8"));
    let text = explain(&game);
    assert!(text.contains(
        "* Promotion of a part, on rank 8 (White) or rank 1 (Black), by any move: {kp} becomes"
    ));
    assert!(
        text.contains(", by a move that a Pawn could make: {np} becomes {qn}, {rn}, {bn} or n; ")
    );
}

#[test]
fn parts_promote_as_the_file_says() {
    let game = of_keys(
        "onCapture = *!k x * > join\nlevels = n<q\nmandatoryPawnPromotion = false\n\
         partPromotion = n: {nb} > -; n: {p*} > q by p; n: * > qr{rb} by n; b: {k*} > q",
    );
    let moves_to = |fen: &str, from: &str| moves_from(&game, fen, from);
    assert_eq!(moves_to("8/N6k/8/8/8/8/8/4K3 w - - 0 1", "a7"), {
        "a7b5 a7c6 a7c8 a7c8q a7c8r a7c8{rb}"
    });
    assert_eq!(moves_to("8/{NB}6k/8/8/8/8/8/4K3 w - - 0 1", "a7b8"), "a7b8");
    // The pawn's step makes a queen of the knight, the knight's leap nothing.
    let both = "8/{NP}6k/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves_to(both, "a7"), "a7a8 a7a8{qp} a7b5 a7c6 a7c8");
    assert_eq!(moves_to("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7"), "a7a8 a7a8b a7a8n a7a8q a7a8r");
    for (keys, said) in [
        ("partPromotion = p > q", "2:17 'p > q' is no value of this key"),
        ("partPromotion = p: * > q if p", "2:17 'p: * > q if p' is no value of this key"),
        ("partPromotion = pn: * > q", "2:17 'pn' is no value of this key"),
        ("partPromotion = n: * > nq", "2:17 a part is replaced by itself"),
        ("partPromotion = k: * > q", "2:17 no king promotes"),
        ("partPromotion = n: * > k", "2:24 no king is promoted to"),
        ("partPromotion = n: * > {q*}", "2:24 what a part becomes is named piece by piece"),
        ("partPromotion = n: z > q", "2:20 'z' is no piece of this game"),
        ("partPromotion = n: * > q by z", "2:29 'z' is no piece of this game"),
        ("partPromotion = p: * > q", {
            "2:1 'partPromotion' has no effect: it changes no piece of this game"
        }),
        ("partPromotion = n: * > q; n: nb > r", "2:27 warning: this rule is never used"),
        ("promotionRegionWhite = -\npromotionRegionBlack = -\npartPromotion = n: * > q", {
            "4:1 'partPromotion' has no effect: nothing promotes anywhere"
        }),
    ] {
        let told = findings(keys);
        assert!(told.iter().any(|text| text == said), "{keys}: {told:#?}");
    }
}

/// Nothing has been captured before the third ply, and no capture there has a choice: so there are as many
/// moves as in chess, whose counts are known.
#[test]
fn three_plies_of_games_that_only_change_by_captures_are_as_many_as_in_chess() {
    for name in ["absorption", "cannibal"] {
        let game = of_name(name);
        let position = Position::start(&game);
        assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), [20, 400, 8902], "{name}");
    }
    let game = of_name("einstein");
    let position = Position::start(&game);
    assert_eq!([1, 2].map(|depth| position.perft(depth)), [20, 400]);
}

/// As in Antimatter Chess, in which a piece and its like take one another off the board.
#[test]
fn both_pieces_of_a_capture_can_vanish() {
    let game =
        of_keys("onCapture = * x same > gone; p x r > gone; {k*} x * > mover; * x b > victim");
    let kings = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    let knights = "4k3/8/8/3n4/8/4N3/8/4K3 w - - 7 1";
    assert_eq!(moves_from(&game, knights, "e3d5"), "e3d5");
    assert_eq!(after(&game, knights, "e3d5"), kings);
    // What they leave is empty, and a line may be open.
    let open = "k3r3/8/8/4n3/2N5/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, open, "c4"), "c4a3 c4a5 c4b2 c4b6 c4d2 c4d6 c4e3");
    let checked = "1k2r2R/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, checked, "h8"), "h8e8");
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(after(&game, passed, "e5d6"), kings);
    // Nothing is left that could promote.
    let last = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, last, "c7"), "c7c8b c7c8n c7c8q c7c8r c7d8");
    assert_eq!(after(&game, last, "c7d8"), kings);
    let castle = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1";
    assert_eq!(after(&game, castle, "a1a8"), kings);
    let text = explain(&game);
    assert!(
        text.contains(
            "By some captures both pieces vanish, the one that captures and the other: a Pawn and a \
             Pawn or Rook; a Knight, Bishop, Rook or Queen and its like."
        ),
        "{text}"
    );
    assert!(text.contains("by '0' both vanish") || !text.contains("What captures make"), "{text}");
}

/// What Fairy-Stockfish makes of the same keys and moves.
#[test]
fn a_triple_step_is_taken_on_each_square_that_it_passes() {
    let game = of_keys(
        "doubleStepRegionWhite = *1 *2\ntripleStepRegionWhite = *1 *2\ntripleStepRegionBlack = *7",
    );
    let fen = "4k3/6p1/8/8/1p1p4/1p1p4/8/2P1K3 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "c1"), "c1c2 c1c3 c1c4");
    let passed = after(&game, fen, "c1c4");
    assert_eq!(passed, "4k3/6p1/8/8/1pPp4/1p1p4/8/4K3 b - c2c3 0 1");
    let taken = "b3b2 b3c2 b4c3 d3c2 d3d2 d4c3";
    let pawns = |fen: &str| {
        let all = moves(&game, fen);
        all.split(' ').filter(|text| text.starts_with(['b', 'd'])).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(pawns(&passed), taken);
    assert_eq!(pawns(&passed.replace("c2c3", "c3")), "b3b2 b4c3 d3d2 d4c3");
    assert_eq!(after(&game, &passed, "b3c2"), "4k3/6p1/8/8/1p1p4/3p4/2p5/4K3 w - - 0 2");
    assert_eq!(after(&game, &passed, "d4c3"), "4k3/6p1/8/8/1p6/1ppp4/8/4K3 w - - 0 2");
    // The field names what can be taken.
    let one = |fen: &str| after(&game, fen, "c1c4");
    let upper = one("4k3/8/8/8/1p6/8/8/2P1K3 w - - 0 1");
    assert_eq!(upper, "4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1");
    let none = one("4k3/8/8/1p6/8/8/8/2P1K3 w - - 0 1");
    assert_eq!(none, "4k3/8/8/1p6/2P5/8/8/4K3 b - - 0 1");
    // One square in between is not free.
    assert_eq!(moves_from(&game, "4k3/8/8/8/8/2p5/8/2P1K3 w - - 0 1", "c1"), "c1c2");
    assert_eq!(moves_from(&game, "4k3/8/8/8/2p5/8/8/2P1K3 w - - 0 1", "c1"), "c1c2 c1c3");
    assert_eq!(moves_from(&game, &fen.replace('w', "b"), "g7"), "g7g4 g7g5 g7g6");
    // Without double steps, and for no other pawn than that of the key.
    let alone = of_keys("doubleStep = false\ntripleStepRegionWhite = *2");
    assert_eq!(moves_from(&alone, "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1", "c2"), "c2c3 c2c5");
    let told =
        findings("pawn = -\nstartFen = 4k3/8/8/8/8/8/8/4KR2 w - - 0 1\ntripleStepRegionWhite = *2");
    let message = "4:1 'tripleStepRegionWhite' has no effect: no piece is named by 'pawn'";
    assert!(told.iter().any(|text| text == message), "{told:#?}");
    let text = explain(&game);
    assert!(text.contains("Triple step: a Pawn may go three squares straight ahead"), "{text}");
    assert!(text.contains("what has made a double or triple step is captured"), "{text}");
    let text = explain(&of_keys("king = k:KN"));
    assert!(!text.contains("Triple") && text.contains("a double step is captured"), "{text}");
}

#[test]
fn choices_can_be_declined() {
    let game = of_keys("alias = q:{rb}\nonCapture = k x * > mover; p x * > mover; * x * > join!p?");
    let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
    assert_eq!(moves_from(&game, fen, "d1d5"), "d1d5 d1d5{rn}");
    let pawn = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1";
    assert_eq!(moves_from(&game, pawn, "d1d5"), "d1d5", "there is nothing to choose");
}

#[test]
fn first_rules_win_and_parts_can_be_left_out() {
    let keys = "onCapture = k x * > mover; r x n > q; r x nb > b; p x * > {nb}; n x same > r; * x * > xor!p";
    let game = of_keys(keys);
    let to = |piece: char, victim: char| {
        let fen = format!("4k3/8/8/3{victim}4/8/2{piece}5/8/4K3 w - - 0 1");
        let fen = if piece == 'R' { fen.replace("2R5", "3R4") } else { fen };
        let from = if piece == 'R' { "d3d5" } else { "c3d5" };
        moves_from(&game, &fen, from)
    };
    assert_eq!(to('R', 'n'), "d3d5q");
    assert_eq!(to('R', 'b'), "d3d5b");
    assert_eq!(to('R', 'q'), "d3d5{qr}");
    assert_eq!(to('R', 'r'), "d3d5", "nothing would be left");
    assert_eq!(to('N', 'n'), "c3d5r");
    assert_eq!(to('N', 'p'), "c3d5");
    let pawn = "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(moves_from(&game, pawn, "e4"), "e4d5{bn} e4e5");
}

#[test]
fn levels_and_limits_keep_kinds_few() {
    let all = of_keys("onCapture = *!kp x *!p > join");
    // Four parts join to fifteen; the king and the pawn are apart.
    assert_eq!(all.kinds.len(), 17);
    let levels = of_keys("onCapture = *!kp x *!p > join\nlevels = n<q r<q b<q");
    assert_eq!(tokens(&levels), "P N B R Q BN RN RB RBN K");
    let pairs = of_keys("onCapture = *!kp x *!p > join\njoinLimit = 2");
    assert_eq!(pairs.kinds.len(), 4 + 6 + 2);
    let kings = of_keys("onCapture = p x * > mover; * x *!p > join\nalias = q:{rb}");
    // Three parts, with a king and without.
    assert_eq!(kings.kinds.len(), 7 + 8 + 1);
    assert!(kings.kinds.iter().filter(|kind| kind.royal).all(|kind| kind.token.starts_with('K')));
}

#[test]
fn too_many_kinds_are_told_with_what_to_do() {
    let mut keys = String::new();
    for (number, letter) in (1..).zip("acdefghi".chars()) {
        writeln!(keys, "customPiece{number} = {letter}:W").expect("a string takes all");
    }
    keys += "startFen = acdekfgh/pppppppp/8/8/8/8/PPPPPPPP/ACDEKFGH w - - 0 1\n";
    keys += "promotionPieceTypes = i\n";
    let all =
        format!("{keys}onCapture = k x * > mover; p x * > mover; * x p > mover; * x * > join");
    let told = findings(&all);
    let told: Vec<&String> = told.iter().filter(|text| !text.contains("warning")).collect();
    assert_eq!(told, ["12:13 8 parts join to 255 kinds, more than 127"]);
    let few = findings(&format!("{all}\njoinLimit = 2"));
    assert!(few.iter().all(|text| text.contains("warning")), "{few:?}");
}

#[test]
fn rules_of_change_that_are_wrong_are_named() {
    for (keys, said) in [
        ("onCapture = * x *", "2:13 '* x *' is no value of this key"),
        ("onCapture = * y * > join", "2:13 '* y * > join' is no value of this key"),
        ("onCapture = * x * > jion", "2:21 'jion' is no result of a capture"),
        ("onCapture = * x z > join", "2:17 'z' is no piece of this game"),
        ("onCapture = nn x * > victim", "2:14 'n' is named twice"),
        ("onCapture = {rn x * > victim", "2:13 this brace is not closed"),
        ("onCapture = * x * > gone", {
            "2:13 by this rule a king that captures would be a king no more"
        }),
        ("onCapture = n x * > gone royal", "2:21 nothing stands after 'gone'"),
        ("onCapture = n x k > gone", {
            "2:1 'onCapture' has no effect: it changes no piece of this game"
        }),
        ("onCapture = * x n > forbidden?", "2:21 nothing stands after 'forbidden'"),
        ("onCapture = * x n > forbidden royal", "2:21 nothing stands after 'forbidden'"),
        ("onCapture = * x n > forbiden", "2:21 'forbiden' is no result of a capture"),
        ("onCapture = * x k > forbidden", {
            "2:1 'onCapture' has no effect: it changes no piece of this game"
        }),
        ("onCapture = k x * > mover; * x * > raise", {
            "2:28 nothing says what is raised to what"
        }),
        ("raise = n>b", "2:1 'raise' has no effect: no rule of onCapture raises parts"),
        ("onCapture = n x * > raise\nraise = n", "3:9 'n' is no value of this key"),
        ("onCapture = n x * > raise\nraise = n>b n>r", "3:9 a part is raised to two others"),
        ("customPiece1 = a:(fly N)", "2:18 '(' is no part of a move"),
        ("onCapture = * x * > victim", {
            "2:13 by this rule a king that captures would be a king no more"
        }),
        (
            "onCapture = * x * > mover",
            "2:1 'onCapture' has no effect: it changes no piece of this game",
        ),
        ("onCapture = * x * > mover?", "2:21 nothing changes that could be declined"),
        ("onMove = q>", "2:12 no piece is named here"),
        ("onMove = q", "2:10 'q' is no value of this key"),
        ("onMove = q>*", "2:12 '*' is not one piece"),
        ("onMove = q>q", "2:1 'onMove' has no effect: it changes no piece of this game"),
        ("morph = gray: n>b", "2:9 'gray' is no square"),
        ("morph = dark n>b", "2:9 'dark n>b' is no value of this key"),
        ("morph = all: n>b b>r", {
            "2:9 a square that makes 'b' of a piece would make 'r' of that"
        }),
        ("morph = dark: b>n", {
            "2:9 the 'b' on c1 of the start position is a 'n' there, by 'morph'"
        }),
        ("alias = q:{rn}", "2:9 'q' does not move as '{rn}' does"),
        ("alias = z:{r}", "2:11 an alias is for a piece that is made of several others"),
        ("alias = z:rn", "2:9 'z:rn' is no value of this key"),
        ("levels = r<q", "2:1 'levels' has no effect: no rule of onCapture joins parts"),
        ("levels = r<q q<r", "2:10 these levels do not order the parts"),
        ("joinLimit = 2", "2:1 'joinLimit' has no effect: no rule of onCapture joins parts"),
        ("castling = false\ncastledRook = b", "3:1 'castledRook' has no effect: castling is false"),
        ("idleParts = p", "2:13 'p' is no value of this key"),
        ("idleParts = : {k*}", "2:13 ': {k*}' is no value of this key"),
        ("idleParts = z: {k*}", "2:13 'z' is no piece of this game"),
        ("idleParts = p: {k", "2:16 this brace is not closed"),
        ("idleParts = p: {k*}", "2:13 no piece of this game is meant by this rule"),
        ("royalSlides = yes", "2:15 'yes' is no value of this key"),
        ("royalSlides = safe", "2:1 'royalSlides' has no effect: no king slides"),
        ("promotionByFile = r n b q", "2:19 4 pieces for 8 files"),
        ("promotionByFile = r n b q q b n *", "2:33 '*' is not one piece"),
        ("promotionByFile = r n b q q b n r\npromotionPieceTypes = qr", {
            "3:1 'promotionPieceTypes' has no effect: promotionByFile says what pawns become"
        }),
        ("onCapture = n x * > r; n x b > q", "2:24 warning: this rule is never used"),
        ("alias = q:{rb}\nonCapture = nbrq x nbrq > join", {
            "3:13 note: no rule is for '{bn}' as the piece that captures, nor for 2 other compounds"
        }),
        ("onCapture = n x b > join", {
            "2:13 note: no rule is for '{bn}' as the piece that captures"
        }),
        ("onCapture = k x r > victim royal; k x n > join; {kn} x r > {kr}", {
            "2:13 Royal Rook and King-Rook would both be written '{kr}'"
        }),
    ] {
        let told = findings(keys);
        assert!(told.iter().any(|text| text == said), "{keys}: {told:#?}");
    }
    // All mistakes of a list are told at once.
    let both = findings("onCapture = * x z > join; y x * > nothing");
    assert_eq!(both.len(), 3, "{both:#?}");
}

#[test]
fn what_changes_is_explained() {
    let text = explain(&of_name("einstein"));
    assert!(text.contains("HOW PIECES CHANGE"), "{text}");
    assert!(text.contains("After a move without capture: a Knight becomes a Pawn, "), "{text}");
    assert!(text.contains("a Pawn becomes a Knight; a Knight becomes a Bishop"), "{text}");
    assert!(text.contains("Castling makes of the rook a Bishop."), "{text}");
    let text = explain(&of_name("cannibal"));
    assert!(text.contains("becomes what it takes"), "{text}");
    let text = explain(&of_name("norsk"));
    assert!(
        text.contains("Pawn, Knight, Bishop, Rook or Queen captures only its like; "),
        "{text}"
    );
    assert!(text.contains("a King captures nothing."), "{text}");
    let text = explain(&of_name("absorption"));
    assert!(text.contains("What captures make"), "{text}");
    let text = explain(&of_name("morphing"));
    assert!(text.contains("On dark squares, such as a1: a Knight becomes an Archbishop"), "{text}");
    assert!(!explain(&of_keys("king = k:KN")).contains("CHANGE"));
}

/// What a move makes of a piece comes before its promotion, and what its square makes of it after that.
#[test]
fn promotion_and_en_passant_are_explained_as_they_are() {
    let all = "onMove = p>n n>b b>r r>q q>p\nonCapture = * x * > moved\npromotionPieceTypes = q";
    let text = explain(&of_keys(all));
    let promotion = "Promotion: White: what is a Pawn after its move to rank 8 becomes a Queen; ";
    assert!(text.contains(promotion), "{text}");
    // The pawn that has gone twice is a knight.
    assert!(text.contains("En passant: there is none."), "{text}");
    let text = explain(&of_keys("morph = a* h*: nbq>r"));
    assert!(text.contains("a Pawn that moves to rank 8 becomes a Queen, Rook, "), "{text}");
    assert!(text.contains(", and then what its square makes of that; Black: "), "{text}");
    assert!(text.contains("* On files a or h: a Knight becomes a Rook, "), "{text}");
    assert!(text.contains("En passant, by a Pawn: what has made a double step"), "{text}");
    let text = explain(&of_keys("doubleStepRegionWhite = *2 *7\ndoubleStepRegionBlack = *2 *7"));
    assert!(text.contains("an empty one. From ranks 2 or 7."), "{text}");
    let text = explain(&of_keys("onCapture = p x p > forbidden"));
    assert!(text.contains("En passant: there is none."), "{text}");
    let text = explain(&of_keys("onCapture = k x * > forbidden"));
    let spared = "Some captures are not allowed, though a king is attacked by all pieces: a King \
        captures nothing.";
    assert!(text.contains(spared), "{text}");
}

/// The sizes are bounded; how long it takes is for whoever runs the tests to see.
#[test]
fn hostile_rules_are_read_to_their_end() {
    let mut keys = String::new();
    for (number, letter) in (1..).zip("acdefg".chars()) {
        writeln!(keys, "customPiece{number} = {letter}:W").expect("a string takes all");
    }
    keys += "startFen = acdekfga/8/8/8/8/8/8/ACDEKFGA w - - 0 1\n";
    keys += "promotionPieceTypes = a\n";
    // As many rules as there may be, none of which is for anybody but the last.
    let rules = "{nb}{nq}{bq}{nbq} x {nb*}!*k > q; ".repeat(64);
    writeln!(keys, "onCapture = {rules}* x * > join").expect("a string takes all");
    let refused = findings(&keys);
    assert!(refused.iter().any(|text| text.ends_with("at most 64 rules are read")), "{refused:?}");
    let keys = keys.replacen("{nb}{nq}{bq}{nbq} x {nb*}!*k > q; ", "", 1);
    let many: Vec<String> = (1..64).map(|number| format!("[g{number}:a]\n")).collect();
    let many = many.concat();
    let text = format!("[a:chess]\n{keys}{many}");
    let written = read(text.as_bytes()).expect("it is not too long");
    let usable = written.games.iter().filter(|game| game.definition.is_some());
    let sizes: Vec<usize> =
        usable.filter_map(|game| Some(game.definition.as_ref()?.kinds.len())).collect();
    assert!(sizes.iter().all(|size| *size == 127), "{sizes:?} {:?}", written.findings.first());
    assert!((10..40).contains(&sizes.len()), "{}", sizes.len());
}

/// Checkers Chess (D. Multhopp, 1974): men go forward until they have reached the last rank.
#[test]
fn squares_may_change_the_pieces_of_one_side() {
    let keys = "customPiece1 = n:fN\ncustomPiece2 = b:fB\ncustomPiece3 = r:fsR\n\
                customPiece4 = q:fsRfB\ncustomPiece5 = h:N\ncustomPiece6 = l:B\ncustomPiece7 = t:R\n\
                customPiece8 = w:Q\ncustomPiece9 = m:K\nking = k:fsWfF\ncastling = false\n\
                promotionPieceTypes = hltw\nmorphWhite = *8: n>h b>l r>t q>w {k*}>m\n\
                morphBlack = *1: n>h b>l r>t q>w {k*}>m";
    let game = of_keys(keys);
    assert_eq!(game.start, of_name("chess").start.replace("KQkq", "-"), "Black's stay as they are");
    let fen = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(after(&game, fen, "a1a8t"), "T6k/8/8/8/8/8/8/4K3 b - - 1 1");
    let back = "7k/8/8/8/8/8/8/T3K3 w - - 0 1";
    assert_eq!(moves_from(&game, back, "a1a8"), "a1a8");
    assert_eq!(moves_from(&game, &fen.replace("R3", "4").replacen("8/", "R7/", 1), "a7b7"), "a7b7");
    let black = "r3k3/8/8/8/8/8/8/6K1 b - - 0 1";
    assert_eq!(after(&game, black, "a8a1t"), "4k3/8/8/8/8/8/8/t5K1 w - - 1 2");
    let text = explain(&game);
    assert!(text.contains("* For White, on rank 8: "), "{text}");
    let at_start = findings("morphWhite = *1: n>b");
    assert!(
        at_start
            .iter()
            .any(|text| text.contains("the 'n' on b1 of the start position is a 'b' there")),
        "{at_start:#?}"
    );
    assert!(findings("morphWhite = *8: n>b").is_empty());
}
