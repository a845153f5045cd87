//! Counting the move tree, by `go perft` and by the command line.

use std::collections::BTreeSet;

use crate::support::cli::{assert_refused, run};
use crate::support::{CHESS_START, EngineProcess, FAIRYEATER_START, Perft};

/// Perft counts from depth 1 on.
struct Counted {
    variant: &'static str,
    fen: &'static str,
    counts: &'static [u64],
}

/// The chess counts are the well-known ones. Those of fairyeater come from an independent
/// implementation of its rules. Deeper ones are the business of the perft suites.
const COUNTED: [Counted; 12] = [
    Counted { variant: "chess", fen: CHESS_START, counts: &[20, 400, 8902] },
    Counted {
        variant: "chess",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        counts: &[48, 2039],
    },
    Counted {
        variant: "chess",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        counts: &[14, 191, 2812],
    },
    Counted {
        variant: "chess",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        counts: &[6, 264, 9467],
    },
    Counted {
        variant: "chess",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        counts: &[44, 1486],
    },
    Counted { variant: "fairyeater", fen: FAIRYEATER_START, counts: &[19, 376, 10826] },
    Counted {
        variant: "fairyeater",
        fen: "4k4/9/9/3r1r3/4P4/9/9/9/K8 w - - 0 1",
        counts: &[18, 560, 8528],
    },
    Counted {
        variant: "fairyeater",
        fen: "4k4/4s4/9/9/1S2s2S1/9/4S4/9/4K4 w - - 0 1",
        counts: &[27, 551, 15358],
    },
    Counted {
        variant: "fairyeater",
        fen: "2r1k1c2/9/1C5R1/9/9/3c1r3/9/9/2R1K1C2 w - - 0 1",
        counts: &[62, 3617],
    },
    Counted {
        variant: "fairyeater",
        fen: "4k4/9/9/p1p1p1p1p/1P1P1P1P1/9/P1P1P1P1P/9/4K4 w - - 0 1",
        counts: &[70, 964],
    },
    // Stalemate: the shield is pinned to the corner by the ghost.
    Counted { variant: "fairyeater", fen: "7k1/9/9/9/g8/1r7/S8/9/K8 w - - 0 1", counts: &[0, 0] },
    // A fifty-move draw does not prune the tree.
    Counted { variant: "chess", fen: "7k/8/8/8/8/8/8/K7 w - - 100 90", counts: &[3, 9] },
];

fn depth(index: usize) -> u32 {
    u32::try_from(index + 1).expect("depths are small")
}

#[test]
fn go_perft_counts_the_tree_and_divides_it() {
    for counted in COUNTED {
        let mut engine = EngineProcess::uci_variant(counted.variant);
        engine.position(&format!("fen {}", counted.fen));
        for (index, expected) in counted.counts.iter().enumerate() {
            let perft = engine.perft(depth(index));
            assert_eq!(perft.total, *expected, "{} depth {}", counted.fen, depth(index));
            assert_eq!(perft.divide.values().sum::<u64>(), *expected, "{}", counted.fen);
            if index == 0 {
                assert!(perft.divide.values().all(|count| *count == 1), "{}", counted.fen);
            }
        }
        // Perft is not a search: no move is its answer.
        engine.expect_no_more_best_moves();
    }
}

#[test]
fn go_perft_names_moves_in_the_move_text() {
    let mut engine = EngineProcess::uci();
    engine.position("startpos");
    let divided = engine.perft(2).divide;
    assert_eq!(divided.len(), 20);
    assert!(divided.values().all(|count| *count == 20), "{divided:?}");
    assert!(divided.contains_key("e2e4") && divided.contains_key("b1c3"), "{divided:?}");

    // Castling is the king's move, en passant the pawn's, and a promotion has a suffix.
    engine.position("fen r3k3/6P1/8/3pP3/8/8/8/R3K2R w KQq d6 0 1");
    let moves = engine.legal_moves();
    for expected in ["e1g1", "e1c1", "e5d6", "g7g8q", "g7g8r", "g7g8b", "g7g8n"] {
        assert!(moves.contains(expected), "{expected} in {moves:?}");
    }
    assert!(!moves.contains("g7g8"), "{moves:?}");
}

/// The moves of each fairyeater piece from one position, worked out from the rules by hand.
#[test]
fn go_perft_lists_the_moves_of_each_fairyeater_piece() {
    // The kings stand where they neither give nor shut off anything that matters.
    const MOVES: [(&str, &str, &str); 9] = [
        (
            "a ghost leaps two squares at a time until it meets a piece",
            "1k7/9/9/9/4G4/9/9/9/1K7 w - - 0 1",
            "e5a5 e5c5 e5g5 e5i5 e5e7 e5e9 e5e3 e5e1 e5c7 e5a9 e5g7 e5i9 e5c3 e5a1 e5g3 e5i1",
        ),
        (
            "a ghost is shut off only where it lands, and captures there",
            "1k7/4s4/6s2/3sss3/4G1n2/3sss3/4P4/9/1K7 w - - 0 1",
            "e5a5 e5c5 e5g5 e5e7 e5e9 e5c7 e5a9 e5g7 e5c3 e5a1 e5g3 e5i1 e3d4 e3f4",
        ),
        (
            "a shield slides sideways and steps one square straight",
            "k8/9/9/9/1p2S2P1/9/9/9/K8 w - - 0 1",
            "e5b5 e5c5 e5d5 e5f5 e5g5 e5e6 e5e4 h5h6g h5h6s h5h6n h5h6r h5h6c",
        ),
        (
            "a nightrider rides on in knight's leaps over what lies between",
            "k8/9/9/9/9/9/3PPP3/3PNP3/3K5 w - - 0 1",
            "e2f4 e2g6 e2h8 e2d4 e2c6 e2b8 e2g3 e2i4 e2c3 e2a4 e2g1 e2c1 d3d4 e3e4 f3f4",
        ),
        (
            "a nightrider is shut off by a piece on its way",
            "k8/9/9/6p2/9/5P3/9/4N4/K8 w - - 0 1",
            "e2d4 e2c6 e2b8 e2g3 e2i4 e2c3 e2a4 e2g1 e2c1 f4f5",
        ),
        (
            "a reaper is a rook and a knight, and rides no further than one leap",
            "k8/9/9/9/4R4/9/4P4/9/1K7 w - - 0 1",
            "e5a5 e5b5 e5c5 e5d5 e5f5 e5g5 e5h5 e5i5 e5e6 e5e7 e5e8 e5e9 e5e4 \
             e5f7 e5g6 e5d7 e5c6 e5f3 e5g4 e5d3 e5c4 e3e4",
        ),
        (
            "a sower is a bishop and a knight",
            "1k7/9/6p2/9/4C4/9/9/9/1K7 w - - 0 1",
            "e5d6 e5c7 e5b8 e5a9 e5f6 e5g7 e5d4 e5c3 e5b2 e5a1 e5f4 e5g3 e5h2 e5i1 \
             e5f7 e5g6 e5d7 e5c6 e5f3 e5g4 e5d3 e5c4",
        ),
        (
            "a white pawn promotes on the sixth rank, straight on and by capture, and must",
            "k8/9/9/3p5/4P4/9/9/9/K8 w - - 0 1",
            "e5e6g e5e6s e5e6n e5e6r e5e6c e5d6g e5d6s e5d6n e5d6r e5d6c",
        ),
        (
            "a black pawn promotes on the fourth rank and has no double step",
            "k8/9/9/p8/4p4/9/9/9/K8 b - - 0 1",
            "e5e4g e5e4s e5e4n e5e4r e5e4c a6a5",
        ),
    ];
    let mut engine = EngineProcess::uci_variant("fairyeater");
    for (name, fen, expected) in MOVES {
        engine.position(&format!("fen {fen}"));
        let king_and_others = engine.legal_moves();
        let expected: BTreeSet<&str> = expected.split_whitespace().collect();
        let king = if fen.contains(" w ") { 'K' } else { 'k' };
        let king_moves = king_steps(fen, king);
        let actual: BTreeSet<&str> = king_and_others
            .iter()
            .map(String::as_str)
            .filter(|text| !king_moves.contains(*text))
            .collect();
        assert_eq!(actual, expected, "{name}: {fen}");
    }
}

/// Every step of the king, legal or not, so that the table above need not list them.
fn king_steps(fen: &str, king: char) -> BTreeSet<String> {
    let board = fen.split(' ').next().unwrap_or(fen);
    let mut steps = BTreeSet::new();
    for (rank, row) in ('1'..='9').rev().zip(board.split('/')) {
        let mut file = b'a';
        for symbol in row.chars() {
            if symbol == king {
                let rank = u8::try_from(rank).expect("a digit");
                for (to_file, to_rank) in
                    (file - 1..=file + 1).flat_map(|f| (rank - 1..=rank + 1).map(move |r| (f, r)))
                {
                    let [from, to] = [(file, rank), (to_file, to_rank)]
                        .map(|(f, r)| format!("{}{}", char::from(f), char::from(r)));
                    steps.insert(from + &to);
                }
            }
            file += symbol.to_digit(10).map_or(1, |empty| u8::try_from(empty).expect("a digit"));
        }
    }
    steps
}

#[test]
fn the_command_line_counts_what_go_perft_counts() {
    for counted in COUNTED {
        let deepest = counted.counts.len();
        let depth_text = deepest.to_string();
        let expected = {
            let mut engine = EngineProcess::uci_variant(counted.variant);
            engine.position(&format!("fen {}", counted.fen));
            engine.perft(depth(deepest - 1))
        };
        let common = ["perft", "--variant", counted.variant, "--fen", counted.fen];
        for threads in ["1", "2"] {
            let arguments = [&common[..], &["--divide", "--threads", threads, &depth_text]];
            let finished = run(&arguments.concat());
            assert!(finished.status.success(), "{}", finished.stderr);
            let lines: Vec<&str> = finished.stdout.lines().collect();
            let perft = Perft::parse(&lines).unwrap_or_else(|reason| panic!("{reason}"));
            assert_eq!(perft, expected, "{} with {threads} threads", counted.fen);
        }
    }
}

#[test]
fn the_command_line_defaults_to_the_start_position_of_chess_and_to_the_total() {
    let total = |arguments: &[&str]| {
        let finished = run(arguments);
        assert!(finished.status.success(), "{}", finished.stderr);
        let mut totals =
            finished.stdout.lines().filter_map(|line| line.strip_prefix("Nodes searched: "));
        let total = totals.next().and_then(|count| count.trim().parse::<u64>().ok());
        total.unwrap_or_else(|| panic!("no total in {:?}", finished.stdout))
    };
    assert_eq!(total(&["perft", "3"]), 8902);
    assert_eq!(total(&["perft", "--variant", "fairyeater", "3"]), 10826);
    assert_eq!(total(&["perft", "3", "--threads", "2"]), 8902);
}

#[test]
fn the_command_line_refuses_bad_arguments_with_a_reason() {
    const REFUSED: [&[&str]; 9] = [
        &["perft"],
        &["perft", "deep"],
        &["perft", "-1"],
        &["perft", "--variant", "nosuchgame", "1"],
        &["perft", "--fen", "8/8/8/8 w - - 0 1", "1"],
        &["perft", "--variant", "fairyeater", "--fen", CHESS_START, "1"],
        &["perft", "--threads", "many", "1"],
        &["perft", "--no-such-flag", "1"],
        &["nosuchcommand"],
    ];
    for arguments in REFUSED {
        assert_refused(arguments);
    }
}
