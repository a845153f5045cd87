//! Pieces in hand: files, positions worked out by hand, and counts that others have published, by the slow rules.

use vertumnus_definition::interpreter::{Over, Position};
use vertumnus_definition::{Definition, Value, Written, explain, read};

fn written(text: &str) -> Written {
    read(text.as_bytes(), |_| false).expect("the text is small")
}

#[track_caller]
fn of_text(text: &str) -> Definition {
    let mut written = written(text);
    let wrong: Vec<String> =
        written.findings.iter().map(|finding| finding.render("x.ini", text)).collect();
    let game = written.games.pop().expect("it has a game");
    game.definition.unwrap_or_else(|| panic!("{wrong:?}"))
}

/// Some keys for a game that builds on another.
#[track_caller]
fn game(parent: &str, keys: &str) -> Definition {
    of_text(&format!("[x:{parent}]\n{keys}\n"))
}

/// The findings of some keys, with their columns.
fn findings(parent: &str, keys: &str) -> Vec<String> {
    let written = written(&format!("[x:{parent}]\n{keys}\n"));
    let said = written.findings.iter();
    said.map(|one| format!("{}:{} {}", one.place.line, one.place.column, one.message)).collect()
}

fn at<'d>(game: &'d Definition, fen: &str) -> Position<'d> {
    Position::from_fen(game, fen).expect(fen)
}

/// The legal moves that begin so.
fn moves(position: &Position<'_>, begin: &str) -> String {
    let all = position.legal_moves().into_iter().map(|mv| position.text(mv));
    let mut such: Vec<String> = all.filter(|text| text.starts_with(begin)).collect();
    such.sort();
    such.join(" ")
}

/// The position after some moves.
#[track_caller]
fn after<'d>(position: &Position<'d>, texts: &str) -> Position<'d> {
    let mut position = position.clone();
    for text in texts.split(' ') {
        let mv = position.legal_moves().into_iter().find(|mv| position.text(*mv) == text);
        position = position.after(mv.unwrap_or_else(|| panic!("{text} in {}", position.fen())));
    }
    position
}

#[track_caller]
fn leads(game: &Definition, fen: &str, texts: &str, end: &str) {
    assert_eq!(after(&at(game, fen), texts).fen(), end);
}

#[test]
fn captured_pieces_change_sides_and_are_dropped() {
    let house = game("crazyhouse", "");
    assert_eq!(house.start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
    let start = Position::start(&house);
    let taken = after(&start, "e2e4 d7d5 e4d5 d8d5");
    assert_eq!(taken.fen(), "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
    // Neither on the first rank nor on the last.
    assert_eq!(moves(&taken, "P@").split(' ').count(), 33);
    assert_eq!(moves(&taken, "P@e"), "P@e2 P@e3 P@e4 P@e5 P@e6");
    // A drop restarts the clock.
    leads(
        &house,
        "4k3/8/8/8/8/8/8/4K3[NPn] w - - 7 9",
        "N@f6 e8e7 P@a2",
        "8/4k3/5N2/8/8/8/P7/4K3[n] b - - 0 10",
    );
}

#[test]
fn promoted_pieces_are_captured_as_what_they_were() {
    let house = game("crazyhouse", "");
    leads(
        &house,
        "8/4P3/8/8/8/8/k6r/3K4[] w - - 0 1",
        "e7e8q h2h8 d1c1 h8e8",
        "4r3/8/8/8/8/8/k7/2K5[p] w - - 0 3",
    );
    let fen = "4Q~3/7k/8/8/8/8/8/4K3[] w - - 3 9";
    assert_eq!(at(&house, fen).fen(), fen);
    assert_eq!(moves(&at(&house, fen), "e8g"), "e8g6 e8g8");
    // Of several pieces that promote as pawns, the last is what all of them are in hand.
    let two = game("crazyhouse", "fers = f\npromotionPawnTypes = fp");
    let fen = "8/5F1k/8/8/8/8/r7/7K[] w - - 0 1";
    leads(&two, fen, "f7e8q a2e2 h1g1 e2e8", "4r3/7k/8/8/8/8/8/6K1[p] w - - 0 3");
    // A queen of the start is captured as a queen, and so is every one where promotion stays.
    leads(
        &house,
        "4Q2k/4r3/8/8/8/8/8/3K4[] b - - 3 9",
        "e7e8",
        "4r2k/8/8/8/8/8/8/3K4[q] w - - 0 10",
    );
    let fen = "4Q~2k/4r3/8/8/8/8/8/3K4[] b - - 3 9";
    leads(&game("loop", ""), fen, "e7e8", "4r2k/8/8/8/8/8/8/3K4[q] w - - 0 10");
    assert_eq!(house.kinds.len(), game("loop", "").kinds.len() + 4);
}

#[test]
fn all_ways_to_write_hands_are_read() {
    let house = game("crazyhouse", "");
    let wanted = "4k3/8/8/8/8/8/8/4K3[QNPPqp] w - - 0 1";
    for fen in [
        "4k3/8/8/8/8/8/8/4K3[QNPPqp] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[pPqNPQ] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/PqNPQp w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[{Q}NPPqp] w - - 0 1",
    ] {
        assert_eq!(at(&house, fen).fen(), wanted, "{fen}");
    }
    let none = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    for hands in ["", "[]", "[-]", "/", "/-"] {
        assert_eq!(at(&house, &none.replace("[]", hands)).fen(), none, "{hands}");
    }
    let wrong = |hands: &str| {
        let fen = none.replace("[]", hands);
        Position::from_fen(&house, &fen).expect_err(hands).to_string()
    };
    assert_eq!(wrong("[K]"), "no 'k' can be in hand");
    assert_eq!(wrong("[X]"), "no 'x' can be in hand");
    assert_eq!(wrong("[P"), "the pieces in hand stand between '[' and ']' at the end of the board");
    assert_eq!(wrong("[P1]"), "'1' is nothing in a hand");
    assert_eq!(wrong("/8"), "this position has 9 ranks, the board 8");
    let chess = game("chess", "");
    let fen = "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1";
    assert_eq!(
        Position::from_fen(&chess, fen).expect_err(fen).to_string(),
        "no 'p' can be in hand"
    );
}

#[test]
fn what_is_captured_may_be_another_piece_in_hand() {
    let house = game("crazyhouse", "inHand = q>p r>- *!nb>n");
    let fen = |victim: &str| format!("7k/8/8/8/8/5b2/8/K6{victim}[] b - - 0 1");
    for (victim, hand) in [("Q", "p"), ("Q~", "n"), ("R", ""), ("N", "n"), ("B", "b")] {
        let end = format!("7k/8/8/8/8/8/8/K6b[{hand}] w - - 0 2");
        leads(&house, &fen(victim), "f3h1", &end);
    }
    let drops: Vec<&str> = {
        let drops = &house.hands.as_ref().expect("it has hands").drops;
        drops.iter().map(|drop| house.kinds[drop.kind.index()].token.as_str()).collect()
    };
    assert_eq!(drops, ["B", "N", "P"]);
}

#[test]
fn pieces_that_change_remember_that_they_have_promoted() {
    // Who captures becomes what it has taken.
    let cannibals = game("crazyhouse", "onCapture = *!k x * > victim");
    leads(
        &cannibals,
        "4Q~3/7k/8/8/8/8/r3n3/6K1[] w - - 0 1",
        "e8e2n",
        "8/7k/8/8/8/8/r3N~3/6K1[N] b - - 0 1",
    );
    leads(
        &cannibals,
        "8/7k/8/8/8/8/r3N~3/6K1[N] b - - 0 1",
        "a2e2n",
        "8/7k/8/8/8/8/4n3/6K1[Np] w - - 0 2",
    );
    // What is made of several parts is in hand as it is.
    let joined = game("crazyhouse", "onCapture = *!k x *!k > join");
    let fen = "7k/8/8/8/r2n4/8/4N3/3R2K1[] w - - 0 1";
    leads(&joined, fen, "e2d4 a4d4{rn} d1d4{rn}", "7k/8/8/8/3{RN}4/8/8/6K1[{RN}Nn] b - - 0 2");
    leads(
        &joined,
        fen,
        "e2d4 a4d4{rn} d1d4{rn} h8h7 {RN}@a1",
        "8/7k/8/8/3{RN}4/8/8/{RN}5K1[Nn] b - - 0 3",
    );
}

#[test]
fn what_has_to_be_dropped_is() {
    let fen = "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1";
    let must = |keys: &str| game("crazyhouse", &format!("mustDrop = true\n{keys}"));
    let all = must("dropRegionWhite = a1 a2 b1");
    assert_eq!(moves(&at(&all, fen), ""), "N@a1 N@a2 N@b1 P@a2");
    let knights = must("dropRegionWhite = a1 a2 b1\nmustDropType = n");
    assert_eq!(moves(&at(&knights, fen), ""), "N@a1 N@a2 N@b1");
    // Who cannot drop it drops nothing, and moves.
    let nowhere = must("dropRegionWhite = e1 a2\nmustDropType = n");
    let fen = "4k3/8/8/8/8/8/N7/4K3[NP] w - - 0 1";
    assert_eq!(moves(&at(&nowhere, fen), "N@"), "");
    assert_eq!(moves(&at(&nowhere, fen), ""), "a2b4 a2c1 a2c3 e1d1 e1d2 e1e2 e1f1 e1f2");
    // Captures come before it.
    let both = must("mustCapture = true");
    let fen = "4k3/8/8/8/8/3p4/4K3/8[NP] w - - 0 1";
    assert_eq!(moves(&at(&both, fen), ""), "e2d3");
}

#[test]
fn drops_keep_to_their_regions() {
    let pocket = |keys: &str| game("pocketknight", keys);
    let fen = "4k3/8/8/8/8/8/8/R3K3[N] w - - 0 1";
    let corner = pocket("dropRegionWhite = a1 b1 h8");
    assert_eq!(moves(&at(&corner, fen), "N@"), "N@b1 N@h8");
    // Nor where they may not go.
    let bound = pocket("dropRegionWhite = a1 b1 h8\nmobilityRegionWhiteKnight = *8");
    assert_eq!(moves(&at(&bound, fen), "N@"), "N@h8");
    let house = |keys: &str| game("crazyhouse", keys);
    let fen = "4k3/8/8/8/8/8/8/4K3[RP] w - - 0 1";
    let a_file = |keys: &str, piece: &str| {
        let game = house(&format!("dropRegionWhite = a*\n{keys}"));
        moves(&at(&game, fen), piece)
    };
    assert_eq!(a_file("", "P@"), "P@a2 P@a3 P@a4 P@a5 P@a6 P@a7");
    assert_eq!(a_file("firstRankPawnDrops = true", "P@a1"), "P@a1");
    assert_eq!(a_file("promotionZonePawnDrops = true", "P@a8"), "P@a8");
    let stuck = "promotionZonePawnDrops = true\nimmobilityIllegal = true";
    assert_eq!(a_file(stuck, "P@a8"), "");
    assert_eq!(a_file("sittuyinRookDrop = true", "R@"), "R@a1");
}

#[test]
fn files_take_no_more_pieces_than_they_may() {
    let fen = "4k3/8/8/8/8/P7/8/4K3[P] w - - 0 1";
    let own = |keys: &str| {
        let game = game("crazyhouse", &format!("dropRegionWhite = a2 b2\n{keys}"));
        moves(&at(&game, fen), "P@")
    };
    assert_eq!(own(""), "P@a2 P@b2");
    assert_eq!(own("dropNoDoubled = p"), "P@b2");
    assert_eq!(own("dropNoDoubled = p\ndropNoDoubledCount = 2"), "P@a2 P@b2");
    assert_eq!(own("dropNoDoubled = p\ndropNoDoubledCount = 0"), "");
}

#[test]
fn drops_may_be_forbidden_to_check_or_to_mate() {
    let fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    let region = "dropRegionWhite = f6 a1";
    let quiet = game("crazyhouse", &format!("{region}\ndropChecks = false"));
    assert_eq!(moves(&at(&quiet, fen), "N@"), "N@a1");
    assert_eq!(moves(&at(&game("crazyhouse", region), fen), "N@"), "N@a1 N@f6");
    // The pawn is guarded, and the king has no square.
    let shogi = |keys: &str| {
        let pieces =
            "king = k\nshogiPawn = p\ngold = g\nlance = l\nstartFen = 4k4/9/9/9/9/9/9/9/4K4";
        let size = "maxFile = 9\nmaxRank = 9\ncastling = false\ndoubleStep = false";
        of_text(&format!(
            "[x]\n{size}\n{pieces}\npieceDrops = true\ncapturesToHand = true\n{keys}\n"
        ))
    };
    let mates = "3lkl3/9/3GGG3/9/9/9/9/9/4K4[PL] w - - 0 1";
    let free = shogi("");
    assert_eq!(moves(&at(&free, mates), "P@e"), "P@e2 P@e3 P@e4 P@e5 P@e6 P@e8");
    assert!(matches!(after(&at(&free, mates), "P@e8").over(), Some(Over::Checkmate(Value::Loss))));
    let strict = shogi("shogiPawnDropMateIllegal = true");
    assert_eq!(moves(&at(&strict, mates), "P@e8"), "");
    // It may check, and another piece may mate.
    assert_eq!(moves(&at(&strict, mates), "L@e8"), "L@e8");
    assert_eq!(moves(&at(&strict, "4k4/9/4G4/9/9/9/9/9/4K4[PL] w - - 0 1"), "P@e8"), "P@e8");
}

#[test]
fn bishops_are_dropped_on_both_colors() {
    let fen = "4k3/8/8/8/8/8/8/4K3[BBN] w - - 0 1";
    let own = |region: &str, fen: &str, piece: &str| {
        let keys = format!("dropRegionWhite = {region}\ndropOppositeColoredBishop = true");
        moves(&at(&game("crazyhouse", &keys), fen), piece)
    };
    // a1 and c1 are dark, b1 and d1 are light.
    assert_eq!(own("a1 b1 c1", fen, "B@"), "B@a1 B@b1 B@c1");
    let one = "4k3/8/8/8/8/8/8/B3K3[BN] w - - 0 1";
    assert_eq!(own("a1 b1 c1 d1", one, "B@"), "B@b1 B@d1");
    assert_eq!(own("a1 b1 c1", fen, "N@"), "N@a1 N@c1");
    assert_eq!(own("a1 b1 c1 d1", one, "N@"), "N@b1 N@c1 N@d1");
    assert_eq!(own("a1 b1 c1", one, "N@"), "N@c1");
}

#[test]
fn dropped_kings_and_rooks_castle() {
    let placement = game("placement", "");
    assert_eq!(placement.castles.len(), 4);
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/7R[KN] w - - 0 1";
    leads(&placement, fen, "K@e1 e8d8", "3k4/pppppppp/8/8/8/8/PPPPPPPP/4K2R[N] w K - 1 2");
    leads(
        &placement,
        fen,
        "K@e1 e8d8 N@b1 d8c8 e1g1",
        "2k5/pppppppp/8/8/8/8/PPPPPPPP/1N3RK1[] b - - 2 3",
    );
    // The right is there only by a drop.
    leads(
        &placement,
        "4k3/8/8/8/8/8/8/4K2R[R] w - - 0 1",
        "R@a1",
        "4k3/8/8/8/8/8/8/R3K2R[] b Q - 0 1",
    );
    leads(
        &placement,
        "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
        "R@b1",
        "4k3/8/8/8/8/8/8/1R2K3[] b - - 0 1",
    );
    // A king that is in hand cannot be attacked; on the board, it can.
    let fen = "3rk3/8/8/8/8/8/8/8[KQ] w - - 0 1";
    let first: Vec<String> =
        ('a'..='h').filter(|file| *file != 'd').map(|file| format!("K@{file}1")).collect();
    assert_eq!(moves(&at(&placement, fen), "K@"), first.join(" "));
    assert_eq!(moves(&at(&placement, fen), "Q@d"), "Q@d1");
}

/// Kyoto Shogi without its rule about perpetual check.
const KYOTO: &str = "maxRank = 5\nmaxFile = 5\nshogiPawn = p\nlance = l\nshogiKnight = n\nsilver = s\ngold = g\n\
    bishop = b\nrook = r\nking = k\nstartFen = p+nks+l/5/5/5/+LSK+NP w\npieceDrops = true\n\
    capturesToHand = true\npromotionRegionWhite = *1 *2 *3 *4 *5\npromotionRegionBlack = *1 *2 *3 *4 *5\n\
    promotedPieceType = l:g s:b n:g p:r\npieceDemotion = true\ncastling = false\ndoubleStep = false\n";

#[test]
fn what_has_promoted_goes_back() {
    let kyoto = |keys: &str| of_text(&format!("[x]\n{KYOTO}{keys}\n"));
    let must = kyoto("mandatoryPiecePromotion = true\ndropPromoted = true");
    assert_eq!(must.start, "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1");
    let fen = "4k/5/5/2+L2/K4[P] w - - 3 9";
    assert_eq!(moves(&at(&must, fen), "c2"), "c2b2- c2b3- c2c1- c2c3- c2d2- c2d3-");
    leads(&must, fen, "c2c3-", "4k/5/2L2/5/K4[P] b - - 4 9");
    leads(&must, fen, "+P@c3", "4k/5/2+P2/2+L2/K4[] b - - 0 9");
    // Its gold is not that of the knight.
    leads(&must, "4k/5/2+n2/2+L2/K4[] w - - 0 1", "c2c3-", "4k/5/2L2/5/K4[N] b - - 0 1");
    let may = kyoto("");
    assert_eq!(moves(&at(&may, fen), "c2c"), "c2c1 c2c1- c2c3 c2c3-");
    assert_eq!(moves(&at(&may, fen), "+P"), "");
    let taking = kyoto("mandatoryPiecePromotion = true\npiecePromotionOnCapture = true");
    let fen = "4k/5/1pp2/2+L2/K4[] w - - 0 1";
    assert_eq!(moves(&at(&taking, fen), "c2"), "c2b2 c2b3- c2c1 c2c3- c2d2 c2d3");
}

#[test]
fn pieces_in_hand_count_for_extinction() {
    let lions = game("dobutsu", "");
    // Black's lion is in White's hand, and White's on the board.
    let taken = after(&at(&lions, "g2/1l1/1L1/3[] w - - 0 1"), "b2b3");
    assert_eq!(taken.fen(), "g2/1L1/3/3[L] b - - 0 1");
    assert!(matches!(taken.over(), Some(Over::Extinction(Value::Loss))));
    let queens = "extinctionValue = loss\nextinctionPieceTypes = q";
    let last = game("crazyhouse", queens);
    let fen = "3qk3/8/8/8/8/8/8/4K3[Q] w - - 0 1";
    assert_eq!(at(&last, fen).over(), None);
    assert!(at(&last, "3qk3/8/8/8/8/8/8/4K3[] w - - 0 1").over().is_some());
}

#[test]
fn a_drop_frees_nothing_royal() {
    // A queen that is alone is royal. A second one does not help it, and may not be dropped where it is attacked.
    let keys = "pieceDrops = true\ncapturesToHand = true\nextinctionPieceCount = 0";
    let game = game("coregal", keys);
    let fen = "4k3/8/8/8/3r4/8/3Q4/7K[QN] w - - 0 1";
    assert_eq!(moves(&at(&game, fen), "N@"), "N@d3");
    assert_eq!(moves(&at(&game, fen), "Q@"), "");
}

#[test]
fn blasts_put_pieces_into_hands() {
    let atomic = game("nocheckatomic", "pieceDrops = true\ncapturesToHand = true");
    // Each side gets what the other has lost.
    leads(
        &atomic,
        "4k3/8/8/2npb3/3R4/2N5/8/4K3[] w - - 0 1",
        "d4d5",
        "4k3/8/8/8/8/2N5/8/4K3[BNPr] b - - 0 1",
    );
}

#[test]
fn hands_may_never_become_empty() {
    let free = game("chess", "pieceDrops = true\nfreeDrops = true\ndropRegionWhite = d5");
    assert_eq!(free.start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let dropped = after(&Position::start(&free), "N@d5");
    assert_eq!(dropped.fen(), "rnbqkbnr/pppppppp/8/3N4/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves(&at(&free, fen), "N"), "N@d5");
    assert_eq!(moves(&at(&free, fen), "K@"), "");
}

#[test]
fn mistakes_are_named() {
    let one = |parent: &str, keys: &str| {
        let all = findings(parent, keys);
        assert_eq!(all.len(), 1, "{all:?}");
        all[0].clone()
    };
    let chess = |keys: &str| one("chess", keys);
    let idle = |key: &str, reason: &str| format!("2:1 '{key}' has no effect: {reason}");
    for key in ["capturesToHand", "mustDrop", "sittuyinRookDrop", "firstRankPawnDrops"] {
        assert_eq!(chess(&format!("{key} = true")), idle(key, "pieceDrops is false"));
    }
    assert_eq!(one("pocketknight", "dropLoop = true"), idle("dropLoop", "capturesToHand is false"));
    assert_eq!(one("crazyhouse", "mustDropType = p"), idle("mustDropType", "mustDrop is false"));
    assert_eq!(
        one("crazyhouse", "dropNoDoubledCount = 2"),
        idle("dropNoDoubledCount", "dropNoDoubled is not given")
    );
    assert_eq!(
        one("crazyhouse", "dropPromoted = true"),
        idle("dropPromoted", "promotedPieceType is not given")
    );
    assert_eq!(
        one("crazyhouse", "castling = false\ncastlingDroppedPiece = true"),
        "3:1 'castlingDroppedPiece' has no effect: castling is false"
    );
    assert_eq!(one("crazyhouse", "freeDrops = yes"), "2:13 'yes' is no value of this key");
    assert_eq!(one("crazyhouse", "inHand = q"), "2:10 'q' is no value of this key");
    assert_eq!(one("crazyhouse", "inHand = q>k"), "2:12 no piece becomes a king in hand");
    assert_eq!(one("crazyhouse", "dropNoDoubled = x"), "2:17 'x' is no piece of this game");
    assert_eq!(chess("pieceDrops = true"), "2:14 nothing is ever in a hand");
    let start = "startFen = 4k3/8/8/8/8/8/8/4K3";
    assert_eq!(chess(&format!("{start}[N]")), "2:32 'n' is in hand, but nothing is ever dropped");
    assert_eq!(chess(&format!("{start}[N")), {
        "2:31 the pieces in hand stand between '[' and ']' at the end of the board"
    });
    assert_eq!(one("crazyhouse", &format!("{start}[KN]")), "2:32 'k' cannot be in hand");
    assert_eq!(one("crazyhouse", &format!("{start}[X]")), {
        "2:32 'x' in the start position is no piece"
    });
    assert_eq!(
        one("crazyhouse", "promotionPawnTypesBlack = n"),
        "2:27 what White promotes and what Black promotes would be different pieces in hand, which is not supported"
    );
    for (key, needs) in [
        ("dropOnTop", "drops that depend on pieces around"),
        ("twoBoards", "two boards"),
        ("gating", "pieces that enter beside others"),
    ] {
        let said = format!("2:1 '{key}' needs {needs}, which is not supported");
        assert_eq!(one("crazyhouse", &format!("{key} = true")), said);
    }
    let many = "onCapture = *!k x *!k > join\narchbishop = a\nstartFen = rnbqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKANR\npromotionPieceTypes = -\npromotionPawnTypes = -";
    let all = findings("crazyhouse", many);
    assert!(all.iter().any(|one| one.contains("can be in hand, more than 32")), "{all:?}");
}

#[test]
fn rules_of_hands_are_told() {
    let said = explain(&game("crazyhouse", ""));
    for words in [
        "PIECES IN HAND",
        "* A side may drop a piece that it has in hand on an empty square instead of moving.",
        "* A captured piece goes into the hand of the side that captures it; what has become a Knight, Bishop, Rook or \
         Queen by promotion as a Pawn.",
        "* A Pawn is dropped on ranks 2, 3, 4, 5, 6 or 7.",
        "a Pawn that moves to rank 8 becomes a Queen, Rook, Bishop or Knight",
        "Clock: 50 moves of each side without a capture, a move of a Pawn or a drop are a draw.",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    let said = explain(&game("placement", ""));
    for words in [
        "* White begins with a King, a Queen, 2 of a Rook, 2 of a Bishop and 2 of a Knight in hand.",
        "* Drops go to White: rank 1; Black: rank 8.",
        "* A side that can drop a piece has to.",
        "* A piece that is dropped where it castles from may castle",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    let said = explain(&of_text(&format!("[x]\n{KYOTO}dropPromoted = true\n")));
    for words in [
        "A Shogi Pawn may be dropped as a Rook.",
        "a Lance or Shogi Knight that moves to or from any square may become a Gold",
        "What has promoted may go back by such moves as promote, to what it was: ",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
}

/// Published counts of the test suite of Fairy-Stockfish (tests/perft.sh, 2026): game, depth, count, and the position
/// if it is not the start.
const COUNTS: [(&str, u32, u64, &str); 11] = [
    ("crazyhouse", 3, 8902, ""),
    (
        "crazyhouse",
        3,
        58057,
        "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
    ),
    ("crazyhouse", 2, 75353, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1"),
    ("crazyhouse", 3, 88634, "2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1"),
    ("loop", 2, 31983, "5R2/2p1Nb2/2B4k/6p1/8/P3PP2/1PPqR3/3R1BKn[QBNPPPPrrrnppp] b - - 1 1"),
    ("chessgi", 2, 32816, "5Rp1/2p1Nb2/2B4k/6p1/8/P3PP2/1PPqR3/3R1BKn[QBNPPPPrrrnpp] b - - 1 48"),
    ("pocketknight", 3, 88617, ""),
    ("placement", 3, 50560, ""),
    ("placement", 6, 17804, "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/QR1BKNN1[BRk] w - - 0 1"),
    ("placement", 4, 18492, "r3k3/pppppppp/8/8/8/8/PPPPPPPP/R6R[Kr] w q - 0 1"),
    ("dobutsu", 4, 2290, "g1e/1cL/lC1/E1G[] w - - 4 3"),
];

#[track_caller]
fn counts_hold(is_wanted: impl Fn(u64) -> bool) {
    let wanted = COUNTS.iter().filter(|(.., count, _)| is_wanted(*count));
    for &(name, depth, count, fen) in wanted {
        let game = game(name, "");
        let position = if fen.is_empty() { Position::start(&game) } else { at(&game, fen) };
        assert_eq!(position.perft(depth), count, "{name} {depth} {fen}");
    }
}

/// Below this, a count is quick enough for a debug build.
const QUICK: u64 = 20_000;

#[test]
fn published_counts_hold() {
    counts_hold(|count| count <= QUICK);
}

#[test]
#[ignore = "half a minute"]
fn large_published_counts_hold() {
    counts_hold(|count| count > QUICK);
}
