//! What `d` prints about a position: FENs, keys, checks and outcomes, worked out by hand from the
//! rules; and `eval` and `bench`.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::in_every_game;
use crate::support::{CHESS_START, EngineProcess, FAIRYEATER_START, start_fen};

/// Sets up each position and compares the FEN and the checking pieces that `d` shows.
#[track_caller]
fn assert_displayed(variant: &str, cases: &[(&str, &str, &str)]) {
    let mut engine = EngineProcess::uci_variant(variant);
    for (position, fen, checkers) in cases {
        let shown = engine.describe_position(position);
        assert_eq!(shown.fen, *fen, "after {position}");
        assert_eq!(shown.checkers.join(" "), *checkers, "after {position}");
        // A FEN that was written is read as the same position.
        let again = engine.describe_position(&format!("fen {fen}"));
        assert_eq!((again.fen, again.key), (shown.fen, shown.key), "after {position}");
    }
}

/// Words for the ends of games; compared without regard to case.
const REASONS: [(&str, &[&str]); 5] = [
    ("checkmate", &["mate"]),
    ("stalemate", &["stalemate"]),
    ("repetition", &["repet"]),
    ("fifty moves", &["fifty", "50"]),
    ("dead draw", &["material", "dead", "bare", "insufficient", "kings"]),
];

#[track_caller]
fn assert_outcomes(variant: &str, cases: &[(&str, &str)]) {
    let mut engine = EngineProcess::uci_variant(variant);
    for (position, expected) in cases {
        let shown = engine.describe_position(position).outcome;
        let (result, reason) = expected.split_once(' ').unwrap_or((*expected, ""));
        let (shown_result, shown_reason) = shown.split_once(' ').unwrap_or((shown.as_str(), ""));
        assert_eq!(shown_result, result, "{shown:?} after {position}");
        if reason.is_empty() {
            assert_eq!(shown_reason, "", "after {position}");
            continue;
        }
        let words = REASONS.iter().find(|(name, _)| *name == reason).map(|(_, words)| *words);
        let words = words.unwrap_or_else(|| panic!("the table knows no {reason}"));
        let said = shown_reason.to_lowercase();
        assert!(words.iter().any(|word| said.contains(word)), "{shown:?} after {position}");
        if reason == "checkmate" {
            assert!(!said.contains("stale"), "{shown:?} after {position}");
        }
    }
}

#[test]
fn the_start_positions_are_shown() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        let shown = engine.describe_position("startpos");
        assert_eq!(shown.fen, start_fen(variant));
        assert_eq!(shown.checkers, [""; 0]);
        assert_eq!(shown.outcome, "ongoing");
        assert!(!shown.key.is_empty());
    });
}

#[test]
fn moves_of_chess_lead_to_their_fens() {
    assert_displayed(
        "chess",
        &[
            (
                "startpos moves e2e4 c7c5 g1f3",
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
                "",
            ),
            (
                "startpos moves e2e4 d7d5 e4d5 d8d5 b1c3 d5e5",
                "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4",
                "e5",
            ),
            // Promotions: quiet, by capture, with check, to less than a queen.
            (
                "fen 8/P7/8/8/8/8/8/k1K5 w - - 5 30 moves a7a8n",
                "N7/8/8/8/8/8/8/k1K5 b - - 0 30",
                "",
            ),
            (
                "fen 8/P7/8/8/8/8/8/k1K5 w - - 5 30 moves a7a8r",
                "R7/8/8/8/8/8/8/k1K5 b - - 0 30",
                "a8",
            ),
            (
                "fen 4k3/8/8/8/8/8/6p1/K6R b - - 7 30 moves g2h1q",
                "4k3/8/8/8/8/8/8/K6q w - - 0 31",
                "h1",
            ),
            // A discovered and a double check.
            (
                "fen 4k3/8/8/8/4N3/8/8/4RK2 w - - 3 9 moves e4c3",
                "4k3/8/8/8/8/2N5/8/4RK2 b - - 4 9",
                "e1",
            ),
            (
                "fen 4k3/8/8/8/4N3/8/8/4RK2 w - - 3 9 moves e4d6",
                "4k3/8/3N4/8/8/8/8/4RK2 b - - 4 9",
                "d6 e1",
            ),
        ],
    );
}

#[test]
fn the_en_passant_square_is_written_only_if_a_capture_is_legal() {
    assert_displayed(
        "chess",
        &[
            // Nobody stands beside the pawn.
            (
                "startpos moves e2e4",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "",
            ),
            (
                "startpos moves e2e4 a7a6 e4e5 d7d5",
                "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
                "",
            ),
            (
                "startpos moves e2e4 a7a6 e4e5 d7d5 e5d6",
                "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
                "",
            ),
            // The chance is gone a move later.
            (
                "startpos moves e2e4 a7a6 e4e5 d7d5 h2h3 h7h6",
                "rnbqkbnr/1pp1ppp1/p6p/3pP3/8/7P/PPPP1PP1/RNBQKBNR w KQkq - 0 4",
                "",
            ),
            (
                "fen 4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 moves e2e4",
                "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
                "",
            ),
            // The edge of the board: a pawn on the far file of the rank below is no neighbor.
            (
                "fen 4k3/8/8/p7/8/8/7P/4K3 w - - 0 1 moves h2h4",
                "4k3/8/8/p7/7P/8/8/4K3 b - - 0 1",
                "",
            ),
            // The capturer is pinned on its file.
            (
                "fen 4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5",
                "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2",
                "",
            ),
            // One of two capturers is pinned.
            (
                "fen 4r1k1/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1 moves d7d5",
                "4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 2",
                "",
            ),
            // The capturer is pinned on the diagonal along which it captures.
            (
                "fen 1b4k1/3p4/8/4P3/8/6K1/8/8 b - - 0 1 moves d7d5",
                "1b4k1/8/8/3pP3/8/6K1/8/8 w - d6 0 2",
                "",
            ),
            // The capturer is pinned on the other diagonal.
            (
                "fen 6kb/3p4/8/4P3/8/2K5/8/8 b - - 0 1 moves d7d5",
                "6kb/8/8/3pP3/8/2K5/8/8 w - - 0 2",
                "",
            ),
            // Both pawns would leave the rank of king and rook at once.
            (
                "fen 8/3p2k1/8/K3P2r/8/8/8/8 b - - 0 1 moves d7d5",
                "8/6k1/8/K2pP2r/8/8/8/8 w - - 0 2",
                "",
            ),
            // The pawn gives check, and capturing it is an answer.
            (
                "fen 6k1/3p4/8/4P3/4K3/8/8/8 b - - 0 1 moves d7d5",
                "6k1/8/8/3pP3/4K3/8/8/8 w - d6 0 2",
                "d5",
            ),
            // The pawn uncovers a check, and capturing it is no answer.
            (
                "fen 2b3k1/3p4/8/4P3/8/7K/8/8 b - - 0 1 moves d7d5",
                "2b3k1/8/8/3pP3/8/7K/8/8 w - - 0 2",
                "c8",
            ),
        ],
    );
}

/// On reading, a square that does not fit is ignored.
#[test]
fn an_en_passant_square_that_does_not_fit_is_not_kept() {
    let mut engine = EngineProcess::uci();
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", '-'),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", 'e'),
        ("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", '-'),
        ("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", '-'),
        ("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", '-'),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - d3 0 1", '-'),
    ];
    for (fen, kept) in cases {
        let shown = engine.describe_position(&format!("fen {fen}")).fen;
        let field = shown.split(' ').nth(3).unwrap_or("");
        assert!(field.starts_with(kept), "{fen} is shown as {shown}");
    }
}

#[test]
fn castling_rights_are_lost_as_kings_and_rooks_go() {
    assert_displayed(
        "chess",
        &[
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1e2",
                "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1",
                "",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves a1a2",
                "r3k2r/8/8/8/8/8/R7/4K2R b Kkq - 1 1",
                "",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves h1h2",
                "r3k2r/8/8/8/8/8/7R/R3K3 b Qkq - 1 1",
                "",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves a1a8",
                "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1",
                "a8",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves h1h8",
                "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1",
                "h8",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
                "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
                "",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1c1",
                "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1",
                "",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8g8",
                "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2",
                "",
            ),
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8",
                "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2",
                "",
            ),
            // A rook that has come back.
            (
                "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves h1g1 a8b8 g1h1 b8a8",
                "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3",
                "",
            ),
            // A promoting pawn takes the rook at home.
            (
                "fen r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1 moves b7a8q",
                "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1",
                "a8",
            ),
        ],
    );
}

#[test]
fn moves_of_fairyeater_lead_to_their_fens() {
    assert_displayed(
        "fairyeater",
        &[
            (
                "startpos moves a4a5",
                "nnngkgnnn/rrrgsgrrr/cccsssccc/ppppppppp/P8/1PPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN b - - 0 1",
                "",
            ),
            (
                "startpos moves a4a5 b6a5",
                "nnngkgnnn/rrrgsgrrr/cccsssccc/p1ppppppp/p8/1PPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN w - - 0 2",
                "",
            ),
            // Promotion on the sixth rank by capture, to each of the five pieces.
            (
                "startpos moves a4a5 i6i5 a5b6g",
                "nnngkgnnn/rrrgsgrrr/cccsssccc/pGpppppp1/8p/1PPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN b - - 0 2",
                "",
            ),
            (
                "startpos moves a4a5 i6i5 a5b6s",
                "nnngkgnnn/rrrgsgrrr/cccsssccc/pSpppppp1/8p/1PPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN b - - 0 2",
                "",
            ),
            (
                "startpos moves a4a5 i6i5 a5b6n",
                "nnngkgnnn/rrrgsgrrr/cccsssccc/pNpppppp1/8p/1PPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN b - - 0 2",
                "",
            ),
            (
                "startpos moves a4a5 i6i5 a5b6r",
                "nnngkgnnn/rrrgsgrrr/cccsssccc/pRpppppp1/8p/1PPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN b - - 0 2",
                "",
            ),
            (
                "startpos moves a4a5 i6i5 a5b6c",
                "nnngkgnnn/rrrgsgrrr/cccsssccc/pCpppppp1/8p/1PPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN b - - 0 2",
                "",
            ),
            // Black's pawn takes on the fourth rank and becomes a nightrider.
            (
                "startpos moves a4a5 i6i5 b4b5 i5h4n",
                "nnngkgnnn/rrrgsgrrr/cccsssccc/pppppppp1/PP7/2PPPPPnP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN w - - 0 3",
                "",
            ),
            // Promotion straight on, with check on the open file.
            (
                "fen 4k4/9/9/9/4P4/9/9/9/K8 w - - 3 10 moves e5e6r",
                "4k4/9/9/4R4/9/9/9/9/K8 b - - 0 10",
                "e6",
            ),
            (
                "fen 4k4/9/9/9/4p4/9/9/9/K8 b - - 3 10 moves e5e4c",
                "4k4/9/9/9/9/4c4/9/9/K8 w - - 0 11",
                "",
            ),
            // A ghost leaps over a pawn; the clock runs on, and a capture sets it back.
            (
                "fen 4k4/9/9/2p6/1G7/9/9/9/K8 w - - 7 20 moves b5d7",
                "4k4/9/3G5/2p6/9/9/9/9/K8 b - - 8 20",
                "",
            ),
            (
                "fen 4k4/9/9/2p6/9/9/9/2R6/K8 w - - 7 20 moves c2c6",
                "4k4/9/9/2R6/9/9/9/9/K8 b - - 0 20",
                "",
            ),
            // A ghost checks by a second leap over a shield, a nightrider by two leaps in one line.
            (
                "fen 4k4/4s4/9/9/2G6/9/9/9/K8 w - - 0 20 moves c5e5",
                "4k4/4s4/9/9/4G4/9/9/9/K8 b - - 1 20",
                "e5",
            ),
            (
                "fen 4k4/9/9/9/9/8N/9/9/K8 w - - 0 20 moves i4g5",
                "4k4/9/9/9/6N2/9/9/9/K8 b - - 1 20",
                "g5",
            ),
            // The same leaps with a shield on the landing square between.
            (
                "fen 4k4/9/5s3/9/9/8N/9/9/K8 w - - 0 20 moves i4g5",
                "4k4/9/5s3/9/6N2/9/9/9/K8 b - - 1 20",
                "",
            ),
        ],
    );
}

#[test]
fn chess_games_end_as_the_rules_say() {
    assert_outcomes(
        "chess",
        &[
            ("startpos", "ongoing"),
            ("startpos moves f2f3 e7e5 g2g4", "ongoing"),
            ("startpos moves f2f3 e7e5 g2g4 d8h4", "0-1 checkmate"),
            ("startpos moves e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", "1-0 checkmate"),
            ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2 stalemate"),
            ("fen 8/8/8/8/8/1k6/1p6/1K6 w - - 0 1", "1/2-1/2 stalemate"),
            ("fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "1-0 checkmate"),
        ],
    );
}

#[test]
fn the_fifty_move_rule_draws_unless_the_last_ply_mates() {
    assert_outcomes(
        "chess",
        &[
            ("fen 7k/8/8/8/8/8/8/K5R1 w - - 98 80 moves g1f1", "ongoing"),
            ("fen 7k/8/8/8/8/8/8/K5R1 w - - 99 80 moves g1f1", "1/2-1/2 fifty moves"),
            ("fen 7k/8/8/8/8/8/8/K5R1 w - - 98 80 moves g1f1 h8h7", "1/2-1/2 fifty moves"),
            ("fen 7k/8/8/8/8/8/8/K5R1 w - - 100 80", "1/2-1/2 fifty moves"),
            // A pawn move and a capture set the clock back.
            ("fen 7k/8/8/8/8/8/6P1/K5R1 w - - 99 80 moves g2g3", "ongoing"),
            ("fen 7k/8/8/8/8/6n1/8/K5R1 w - - 99 80 moves g1g3", "ongoing"),
            // Check is not mate, and mate comes first.
            ("fen 7k/8/6K1/8/8/8/8/1R6 w - - 99 80 moves b1h1", "1/2-1/2 fifty moves"),
            ("fen 7k/8/6K1/8/8/8/8/R7 w - - 99 80 moves a1a8", "1-0 checkmate"),
            ("fen r7/8/8/8/8/6k1/8/7K b - - 99 80 moves a8a1", "0-1 checkmate"),
            ("fen k7/8/1K6/8/8/8/8/2Q5 w - - 99 80 moves c1c7", "1/2-1/2 stalemate"),
        ],
    );
    assert_outcomes(
        "fairyeater",
        &[
            ("fen 4k4/9/9/9/4g4/9/4G4/9/3K5 w - - 98 80 moves e3c3", "ongoing"),
            ("fen 4k4/9/9/9/4g4/9/4G4/9/3K5 w - - 99 80 moves e3c3", "1/2-1/2 fifty moves"),
            ("fen k8/9/9/1R7/2G6/9/9/9/7K1 w - - 99 80 moves c5a5", "1-0 checkmate"),
        ],
    );
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    // Knights out and back; `CYCLE` leads to the position it started from.
    const CYCLE: &str = "g1f3 g8f6 f3g1 f6g8";
    let cases = [
        (format!("startpos moves {CYCLE}"), "ongoing"),
        (format!("startpos moves {CYCLE} g1f3 g8f6 f3g1"), "ongoing"),
        (format!("startpos moves {CYCLE} {CYCLE}"), "1/2-1/2 repetition"),
        // It need not be the start position, nor be reached the same way.
        (
            "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 b8c6 f3g1 c6b8 g1f3".to_owned(),
            "1/2-1/2 repetition",
        ),
        // Another move leaves the repetition, and a pawn move makes it impossible.
        (format!("startpos moves {CYCLE} {CYCLE} b1c3"), "ongoing"),
        (format!("startpos moves {CYCLE} e2e3 e7e6 {CYCLE}"), "ongoing"),
        // A double step that nobody can capture makes no difference to the position.
        (
            "startpos moves e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".to_owned(),
            "1/2-1/2 repetition",
        ),
        // The legal capture of the first occurrence is gone in the others, so they are two.
        (
            "fen 4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 moves e2e4 \
             e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1"
                .to_owned(),
            "ongoing",
        ),
        (
            "fen 4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 moves e2e4 \
             e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1 e8d8"
                .to_owned(),
            "1/2-1/2 repetition",
        ),
        // The castling rights of the first occurrence are gone in the others.
        (
            "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves \
             e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2"
                .to_owned(),
            "ongoing",
        ),
        (
            "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves \
             e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7"
                .to_owned(),
            "1/2-1/2 repetition",
        ),
    ];
    let cases: Vec<(&str, &str)> =
        cases.iter().map(|(position, outcome)| (position.as_str(), *outcome)).collect();
    assert_outcomes("chess", &cases);
    assert_outcomes(
        "fairyeater",
        &[
            ("fen 4k4/9/9/9/4g4/9/4G4/9/3K5 w - - 0 1 moves d1c1 e9d9 c1d1 d9e9", "ongoing"),
            (
                "fen 4k4/9/9/9/4g4/9/4G4/9/3K5 w - - 0 1 \
                 moves d1c1 e9d9 c1d1 d9e9 d1c1 e9d9 c1d1 d9e9",
                "1/2-1/2 repetition",
            ),
        ],
    );
}

#[test]
fn dead_draws_are_seen_and_no_others() {
    assert_outcomes(
        "chess",
        &[
            ("fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1", "1/2-1/2 dead draw"),
            ("fen 8/8/4k3/8/8/3KB3/8/8 w - - 0 1", "1/2-1/2 dead draw"),
            ("fen 8/8/4kb2/8/8/3K4/8/8 w - - 0 1", "1/2-1/2 dead draw"),
            ("fen 8/8/4k3/8/8/3KN3/8/8 b - - 0 1", "1/2-1/2 dead draw"),
            ("fen 8/8/4kn2/8/8/3K4/8/8 b - - 0 1", "1/2-1/2 dead draw"),
            ("fen 8/8/8/8/2k5/1R6/8/K7 b - - 0 1 moves c4b3", "1/2-1/2 dead draw"),
            ("fen 8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", "ongoing"),
            ("fen 8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", "ongoing"),
            ("fen 8/8/4kn2/8/8/3KB3/8/8 w - - 0 1", "ongoing"),
            ("fen 8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "ongoing"),
            ("fen 8/8/4k3/8/8/2RK4/8/8 w - - 0 1", "ongoing"),
            ("fen 8/8/4kq2/8/8/3K4/8/8 w - - 0 1", "ongoing"),
        ],
    );
    assert_outcomes(
        "fairyeater",
        &[
            ("fen 4k4/9/9/9/9/9/9/9/4K4 w - - 0 1", "1/2-1/2 dead draw"),
            ("fen 4k4/9/9/9/9/9/4r4/4K4/9 w - - 0 1 moves e2e3", "1/2-1/2 dead draw"),
            // With any other piece the game goes on.
            ("fen 4k4/9/9/9/9/9/3G5/9/4K4 w - - 0 1", "ongoing"),
            ("fen 4k4/9/9/9/9/9/3S5/9/4K4 w - - 0 1", "ongoing"),
            ("fen 4k4/9/9/9/9/9/2n6/9/4K4 w - - 0 1", "ongoing"),
        ],
    );
}

#[test]
fn fairyeater_games_end_as_the_rules_say() {
    assert_outcomes(
        "fairyeater",
        &[
            ("startpos", "ongoing"),
            // The ghost checks along a5-a3-a1, the reaper holds a2, b1 and b2.
            ("fen 7k1/9/9/9/g8/1r7/9/9/K8 w - - 0 1", "0-1 checkmate"),
            ("fen k8/9/9/1R7/2G6/9/9/9/7K1 w - - 0 1 moves c5a5", "1-0 checkmate"),
            // The same net, but the shield on a3 shuts off the ghost and is pinned by it.
            ("fen 7k1/9/9/9/g8/1r7/S8/9/K8 w - - 0 1", "1/2-1/2 stalemate"),
        ],
    );
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut engine = EngineProcess::uci();
    let mut key = |position: &str| engine.describe_position(position).key;
    // Different ways to the same position, and counters that do not belong to it.
    assert_eq!(
        key("startpos moves g1f3 b8c6 b1c3"),
        key("startpos moves b1c3 b8c6 g1f3"),
        "transposed moves"
    );
    assert_eq!(key("startpos"), key("startpos moves g1f3 g8f6 f3g1 f6g8"), "counters");
    assert_eq!(
        key("startpos moves e2e4"),
        key("fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        "an en passant square without a capture"
    );
    let different = [
        "4k3/8/8/8/3pP3/8/8/R3K2R b KQ e3 0 1",
        "4k3/8/8/8/3pP3/8/8/R3K2R b KQ - 0 1",
        "4k3/8/8/8/3pP3/8/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/3pP3/8/8/R3K2R b K - 0 1",
        "4k3/8/8/8/3pP3/8/8/R3K2R b - - 0 1",
        "4k3/8/8/8/3pP3/8/8/R3K2B b - - 0 1",
        "4k3/8/8/8/3Pp3/8/8/R3K2R b - - 0 1",
    ];
    let mut seen = BTreeMap::new();
    for fen in different {
        if let Some(other) = seen.insert(key(&format!("fen {fen}")), fen) {
            panic!("{fen} and {other} have the same key");
        }
    }
}

/// A kind of refusal, the variant, and FENs that are refused for that reason alone.
type Refusals = (&'static str, &'static str, &'static [&'static str]);

const REFUSALS: [Refusals; 11] = [
    ("form", "chess", &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"]),
    (
        "shape",
        "chess",
        &[
            "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/44P/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/7*/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ],
    ),
    (
        "piece",
        "chess",
        &[
            "rnbqkbnr/pppppppp/8/8/4x3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/4G3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ],
    ),
    (
        "kings",
        "chess",
        &[
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "k7/8/8/8/8/8/8/8 w - - 0 1",
            "k7/8/8/8/8/8/8/K6K w - - 0 1",
            "k6k/8/8/8/8/8/8/K7 b - - 0 1",
        ],
    ),
    (
        "check",
        "chess",
        &[
            "k7/8/8/8/8/8/8/R6K w - - 0 1",
            "7k/8/8/8/8/8/6p1/7K b - - 0 1",
            "8/8/8/8/8/8/1k6/K7 w - - 0 1",
            "8/8/8/8/8/8/1k6/K7 b - - 0 1",
        ],
    ),
    (
        "pawn",
        "chess",
        &[
            "P6k/8/8/8/8/8/8/K7 b - - 0 1",
            "7k/8/8/8/8/8/8/KP6 b - - 0 1",
            "p6k/8/8/8/8/8/8/K7 w - - 0 1",
            "7k/8/8/8/8/8/8/K6p w - - 0 1",
        ],
    ),
    (
        "shape",
        "fairyeater",
        &[
            "4k4/9/9/9/9/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/8/9/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/9P/9/9/9/4K4 w - - 0 1",
            CHESS_START,
        ],
    ),
    (
        "piece",
        "fairyeater",
        &["4k4/9/9/9/4Q4/9/9/9/4K4 w - - 0 1", "4k4/9/9/9/4b4/9/9/9/4K4 w - - 0 1"],
    ),
    ("kings", "fairyeater", &["9/9/9/9/9/9/9/9/4K4 w - - 0 1", "k7k/9/9/9/9/9/9/9/4K4 w - - 0 1"]),
    (
        "check",
        "fairyeater",
        &[
            "4k4/9/9/9/4G4/9/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/6N2/9/9/9/4K4 w - - 0 1",
            "9/9/9/4k4/4K4/9/9/9/9 w - - 0 1",
            "4k4/9/3R5/9/9/9/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/9/9/9/3c5/1K7 b - - 0 1",
        ],
    ),
    (
        "pawn",
        "fairyeater",
        &[
            "4k4/9/9/8P/9/9/9/9/4K4 w - - 0 1",
            "4k4/9/8P/9/9/9/9/9/4K4 w - - 0 1",
            "4k3P/9/9/9/9/9/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/9/9/9/9/4K3P w - - 0 1",
            "4k4/9/9/9/9/8p/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/9/9/9/9/4K3p w - - 0 1",
            "4k3p/9/9/9/9/9/9/9/4K4 w - - 0 1",
        ],
    ),
];

/// The variant, FENs whose fields behind the board are wrong, and what they are taken for.
const MENDED: [(&str, &str, &str); 13] = [
    ("chess", "4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("chess", "4k3/8/8/8/8/8/4P3/4K3 b", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
    ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - many 9", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 9"),
    ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - x3 1 9", "4k3/8/8/8/8/8/4P3/4K3 w - - 1 9"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/8/4K2R w Q - 0 1", "r3k2r/8/8/8/8/8/8/4K2R w - - 0 1"),
    ("chess", "4k2r/8/8/8/8/8/8/R3K2R w q - 0 1", "4k2r/8/8/8/8/8/8/R3K2R w - - 0 1"),
    ("chess", "r3k3/8/8/8/8/8/8/R3K2R w k - 0 1", "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R2K3R w KQ - 0 1", "r3k2r/8/8/8/8/8/8/R2K3R w - - 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2n w K - 0 1", "r3k2r/8/8/8/8/8/8/R3K2n w - - 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1"),
    ("fairyeater", "4k4/9/9/9/9/9/9/9/4K4 w K - 0 1", "4k4/9/9/9/9/9/9/9/4K4 w - - 0 1"),
    ("fairyeater", "r3k3r/9/9/9/9/9/9/9/R3K3R w KQkq - 0 1", "r3k3r/9/9/9/9/9/9/9/R3K3R w - - 0 1"),
];

#[test]
fn what_is_wrong_behind_the_board_is_mended_and_told() {
    for (variant, fen, meant) in MENDED {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.refusal(format_args!("position fen {fen}"));
        assert_eq!(engine.describe().fen, meant, "{fen}");
    }
}

#[test]
fn a_bad_fen_is_refused_with_a_reason_and_the_former_position_kept() {
    for (kind, variant, fens) in REFUSALS {
        let mut engine = EngineProcess::uci_variant(variant);
        let former = if variant == "chess" { "startpos moves e2e4" } else { "startpos moves a4a5" };
        let before = engine.describe_position(former);
        for fen in fens {
            engine.refusal(format_args!("position fen {fen}"));
            assert_eq!(engine.describe(), before, "{kind}: {fen}");
        }
    }
}

#[test]
fn each_kind_of_bad_fen_has_a_message_of_its_own() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        let mut kinds = BTreeMap::new();
        for (kind, _, fens) in REFUSALS.iter().filter(|(_, of, _)| *of == variant) {
            let reason = engine.refusal(format_args!("position fen {}", fens[0]));
            if let Some(other) = kinds.insert(reason.clone(), kind) {
                panic!("{kind} and {other} are both refused as {reason:?}");
            }
        }
    });
}

/// So that the refusals above do not come from a reader that refuses too much.
#[test]
fn good_fens_close_to_the_bad_ones_are_accepted() {
    const ACCEPTED: [(&str, &str); 10] = [
        ("chess", "7k/P7/8/8/8/8/p7/K7 w - - 0 1"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 34"),
        ("chess", "k7/8/8/8/8/8/8/R6K b - - 0 1"),
        ("chess", "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1"),
        ("chess", CHESS_START),
        ("fairyeater", FAIRYEATER_START),
        ("fairyeater", "4k4/p7p/9/9/4P4/9/9/P7P/4K4 w - - 0 1"),
        ("fairyeater", "4k4/9/9/9/p3P3p/9/9/9/4K4 b - - 0 1"),
        ("fairyeater", "4k4/9/9/9/4G4/9/9/9/4K4 b - - 3 77"),
        ("fairyeater", "ccccksssc/9/9/9/9/9/9/9/GGGGKNNRR w - - 0 1"),
    ];
    for (variant, fen) in ACCEPTED {
        let mut engine = EngineProcess::uci_variant(variant);
        assert_eq!(engine.describe_position(&format!("fen {fen}")).fen, fen);
    }
}

#[test]
fn d_shows_a_board_before_its_lines() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.send("d");
        let said = engine.ready();
        let fen_line = said.iter().position(|line| line.starts_with("Fen: "));
        let ranks = start_fen(variant).matches('/').count() + 1;
        assert!(fen_line.is_some_and(|line| line >= ranks), "a line for each rank: {said:?}");
    });
}

#[test]
fn eval_shows_a_finite_number() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        for position in ["startpos".to_owned(), format!("fen {}", start_fen(variant))] {
            engine.position(&position);
            engine.send("eval");
            let said = engine.ready();
            let mut words = said.iter().flat_map(|line| line.split_whitespace());
            let is_number = |word: &str| word.parse::<f64>().is_ok_and(f64::is_finite);
            assert!(words.any(is_number), "{said:?}");
        }
    });
}

#[test]
fn bench_counts_nodes_and_ends() {
    const BENCH_PATIENCE: Duration = Duration::from_secs(300);
    let mut engine = EngineProcess::uci();
    engine.send("bench 3");
    // A line for each game, and the total.
    let is_count = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], [count, "nodes", speed, "nps"]
            if count.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok())
    };
    let said = engine.expect("a total", BENCH_PATIENCE, is_count);
    let of_games = said.iter().filter_map(|line| line.split_once(": "));
    assert!(of_games.filter(|(_, count)| is_count(count)).count() > 0, "{said:?}");
    // The position that was set up before is not disturbed for good.
    assert_eq!(engine.describe_position("startpos").fen, CHESS_START);
}
