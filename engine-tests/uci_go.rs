//! Searching: limits, stopping, pondering, scores, variations, and rude orders in between.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::support::report::{Info, Score, SearchReport};
use crate::support::{EngineProcess, PATIENCE, extend_position, is_best_move, variants};
use crate::{in_every_game, side_by_side};

/// How long a test listens to be sure that the engine keeps its best move to itself.
const WATCH: Duration = Duration::from_millis(700);

/// Positions of both games in which one side mates by force, with the distance in moves
/// (negative if the side to move is mated). All were proved by trying every move.
const MATES: [(&str, &str, i64); 18] = [
    ("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
    ("chess", "5n1k/4P1pp/7N/8/8/8/8/K7 w - - 0 1", 1),
    ("chess", "6k1/5ppp/6r1/8/8/8/5PPP/1r1R2K1 b - - 0 1", 1),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
    ("chess", "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2),
    ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("chess", "7k/5K2/8/8/8/8/8/6R1 b - - 1 1", -1),
    ("chess", "k7/8/2K5/8/8/8/8/1R6 b - - 0 1", -3),
    ("chess", "8/8/8/8/8/2k5/7r/K7 w - - 0 1", -3),
    // The ghost goes to a5 and gives check by leaps to a7 and a9; the reaper holds a8 (a knight's
    // leap from b6), b8 and b9 (a rook's file).
    ("fairyeater", "k8/9/9/1R7/2G6/9/9/9/7K1 w - - 0 1", 1),
    ("fairyeater", "k8/9/9/9/9/2K6/3R5/G8/9 w - - 0 1", 1),
    ("fairyeater", "9/9/9/8k/7R1/G5K2/9/9/9 w - - 0 1", 1),
    ("fairyeater", "8k/9/7G1/5K3/9/9/5R3/9/9 w - - 0 1", 2),
    ("fairyeater", "7G1/9/9/9/8k/4K4/9/7R1/9 w - - 0 1", 2),
    ("fairyeater", "k8/9/7N1/2K6/1P7/9/9/2N6/6s2 w - - 0 1", 2),
    ("fairyeater", "9/9/1N6N/1s7/2P6/9/9/2K6/k8 w - - 0 1", 2),
    ("fairyeater", "8k/9/6KG1/9/9/9/5R3/9/9 b - - 1 1", -1),
];

/// Forms of `go` that end by themselves.
const LIMITS: [&str; 23] = [
    "depth 1",
    "depth 4",
    "nodes 1",
    "nodes 3000",
    "movetime 1",
    "movetime 150",
    "wtime 1000 btime 1000",
    "wtime 1000 btime 1000 winc 10 binc 10",
    "binc 10 btime 600 winc 10 wtime 600",
    "wtime 600 btime 600 movestogo 1",
    "wtime 600 btime 600 movestogo 40",
    "wtime 600 btime 600 winc 0 binc 0 depth 3",
    "wtime 600 btime 600 nodes 2000",
    "wtime 1 btime 1",
    "wtime 0 btime 0 winc 5 binc 5",
    "wtime -30 btime -30",
    "depth 3 nodes 100000 movetime 5000",
    "nodes 2000 depth 50 movetime 5000 wtime 60000 btime 60000",
    "mate 1 depth 3",
    "mate 2 movetime 200",
    "depth 2 mate 3 nodes 5000",
    "movestogo 5 wtime 500 btime 500 winc 100 binc 100",
    "wtime 2000000000 btime 2000000000 depth 2",
];

/// Replays variations on a second engine: managers play them on their own board and complain
/// about each illegal move.
#[track_caller]
fn assert_variations_are_legal(variant: &str, position: &str, report: &SearchReport) {
    let mut arbiter = EngineProcess::uci_variant(variant);
    let variations: BTreeSet<&Vec<String>> = report.infos.iter().map(|info| &info.pv).collect();
    for variation in variations {
        arbiter.position(&extend_position(position, variation));
    }
    if let (Some(best), Some(ponder)) = (&report.best, &report.ponder) {
        arbiter.position(&extend_position(position, &[best, ponder]));
    }
}

/// Starts a search that must not print its best move until it is stopped.
#[track_caller]
fn start_silent_search(engine: &mut EngineProcess, go: &str) -> Vec<String> {
    engine.send(go);
    let silence = format!("`{go}` must wait for `stop` or `ponderhit` before it gives a best move");
    engine.expect_only(&silence, WATCH, |line| !is_best_move(line))
}

/// Sends the order that ends a silent search and reads its report.
#[track_caller]
fn end_search(
    engine: &mut EngineProcess,
    order: &str,
    mut said_before: Vec<String>,
) -> SearchReport {
    engine.send(order);
    said_before.extend(engine.expect("bestmove", PATIENCE, is_best_move));
    engine.expect_no_more_best_moves();
    engine.report_of(&said_before)
}

#[test]
fn every_limit_ends_with_one_legal_best_move() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position("startpos");
        let legal = engine.legal_moves();
        for limits in LIMITS {
            let report = engine.go(limits);
            assert!(legal.contains(report.best_move()), "go {limits}: {report:?}");
            engine.expect_no_more_best_moves();
        }
    });
}

#[test]
fn variations_hold_only_legal_moves() {
    let positions = [
        ("chess", "startpos"),
        ("chess", "startpos moves e2e4 c7c5 g1f3"),
        ("chess", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("chess", "fen 8/5P1k/8/8/8/8/1p6/K7 w - - 90 80"),
        ("fairyeater", "startpos"),
        ("fairyeater", "fen 4k4/9/9/3r1r3/4P4/9/9/9/K8 w - - 0 1"),
        ("fairyeater", "fen n3k3n/1r2g2r1/1pc1s1cp1/9/4p4/3P5/1PC1S1CP1/1R2G2R1/N3K3N w - - 0 1"),
    ];
    for (variant, position) in positions {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.set_option("MultiPV", 2);
        engine.position(position);
        let report = engine.go("depth 5 movetime 2000");
        assert_variations_are_legal(variant, position, &report);
    }
}

#[test]
fn a_depth_is_reached_and_not_passed() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position("startpos");
        for depth in 1..=4 {
            let report = engine.go(&format!("depth {depth}"));
            let deepest = report.infos.iter().map(|info| info.depth).max();
            assert_eq!(deepest, Some(depth), "{variant}");
        }
    });
}

#[test]
fn a_number_of_nodes_is_kept() {
    const NODES: u64 = 20_000;
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position("startpos");
        let searched = engine.go(&format!("nodes {NODES}")).nodes().expect("nodes are reported");
        assert!(searched < 2 * NODES, "{searched} nodes in {variant}");
    });
}

/// The upper bound leaves room for a busy machine; the lower one says that the time is used.
#[test]
fn a_time_per_move_is_kept() {
    const MOVE_TIME: Duration = Duration::from_millis(600);
    for variant in variants() {
        for threads in [1, 2] {
            let mut engine = EngineProcess::uci_variant(variant);
            engine.set_option("Threads", threads);
            engine.position("startpos");
            let started = Instant::now();
            engine.go(&format!("movetime {}", MOVE_TIME.as_millis()));
            let used = engine.last_line_at() - started;
            let bounds = MOVE_TIME / 4..MOVE_TIME + Duration::from_secs(1);
            assert!(bounds.contains(&used), "{used:?} in {variant} with {threads} threads");
        }
    }
}

#[test]
fn a_clock_is_not_run_down() {
    // A margin for a busy machine, not for the engine.
    const SLACK: Duration = Duration::from_millis(300);
    let mut engine = EngineProcess::uci();
    engine.position("startpos");
    for (limits, clock) in [
        ("wtime 1000 btime 60000", 1000),
        ("wtime 300 btime 60000 winc 10", 300),
        ("wtime 200 btime 60000 movestogo 1", 200),
        ("wtime 60 btime 60000", 60),
    ] {
        let started = Instant::now();
        engine.go(limits);
        let used = engine.last_line_at() - started;
        assert!(used < Duration::from_millis(clock) + SLACK, "{used:?} for {limits}");
    }
}

#[test]
fn an_infinite_search_waits_for_stop_even_when_nothing_is_left_to_search() {
    let positions = [
        ("chess", "startpos"),
        ("fairyeater", "startpos"),
        // A mate at once, and a single legal move.
        ("chess", "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"),
        ("chess", "fen k7/8/2K5/8/8/8/8/1R6 b - - 0 1"),
        ("fairyeater", "fen k8/9/9/1R7/2G6/9/9/9/7K1 w - - 0 1"),
        // A dead draw.
        ("chess", "fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1"),
    ];
    side_by_side(positions, |(variant, position)| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position(position);
        let legal = engine.legal_moves();
        let said = start_silent_search(&mut engine, "go infinite");
        let report = end_search(&mut engine, "stop", said);
        assert!(legal.contains(report.best_move()), "{position}");
    });
}

#[test]
fn an_infinite_search_of_a_finished_game_waits_for_stop_too() {
    let positions = [
        ("chess", "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
        ("fairyeater", "fen 7k1/9/9/9/g8/1r7/9/9/K8 w - - 0 1"),
    ];
    side_by_side(positions, |(variant, position)| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position(position);
        let said = start_silent_search(&mut engine, "go infinite");
        assert_eq!(end_search(&mut engine, "stop", said).best, None);
    });
}

#[test]
fn stop_is_obeyed_at_any_moment() {
    for threads in [1, 2] {
        let mut engine = EngineProcess::uci();
        engine.set_option("Threads", threads);
        engine.position("startpos");
        for milliseconds in [0, 0, 0, 1, 5, 20, 100] {
            engine.send("go infinite");
            std::thread::sleep(Duration::from_millis(milliseconds));
            engine.send("stop");
            engine.finish_search(PATIENCE);
            engine.expect_no_more_best_moves();
        }
    }
}

#[test]
fn pondering_ends_with_ponderhit_or_stop_and_never_before() {
    const GOES: [&str; 4] = [
        "go ponder wtime 600 btime 600 winc 10 binc 10",
        "go wtime 600 btime 600 ponder",
        "go ponder depth 2",
        "go ponder movetime 100",
    ];
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.set_option("Ponder", "true");
        engine.position("startpos");
        let legal = engine.legal_moves();
        for go in GOES {
            for order in ["ponderhit", "stop"] {
                let said = start_silent_search(&mut engine, go);
                let report = end_search(&mut engine, order, said);
                assert!(legal.contains(report.best_move()), "{go}, {order}");
            }
        }
    });
}

#[test]
fn pondering_on_a_finished_search_waits_too() {
    let positions =
        ["fen k7/8/2K5/8/8/8/8/1R6 b - - 0 1", "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"];
    side_by_side(positions, |position| {
        let mut engine = EngineProcess::uci();
        engine.position(position);
        for order in ["ponderhit", "stop"] {
            let said = start_silent_search(&mut engine, "go ponder wtime 500 btime 500");
            end_search(&mut engine, order, said);
        }
    });
}

/// The clock runs from `ponderhit`: time spent pondering is the opponent's.
#[test]
fn a_time_per_move_counts_from_ponderhit() {
    let mut engine = EngineProcess::uci();
    engine.position("startpos moves e2e4");
    start_silent_search(&mut engine, "go ponder movetime 300");
    let started = Instant::now();
    engine.send("ponderhit");
    engine.expect("bestmove", PATIENCE, is_best_move);
    let used = engine.last_line_at() - started;
    assert!(used < Duration::from_millis(1300), "{used:?}");
}

/// After a wrong guess a manager stops the search, then sends the commands that it had held back.
#[test]
fn a_wrong_guess_while_pondering_costs_nothing() {
    let mut engine = EngineProcess::uci();
    engine.position("startpos moves e2e4 e7e5");
    let mut said = start_silent_search(&mut engine, "go ponder wtime 5000 btime 5000");
    engine.send("stop");
    engine.send("position startpos moves e2e4 c7c5");
    engine.send("isready");
    engine.send("go depth 2");
    said.extend(engine.expect("the pondering's bestmove", PATIENCE, is_best_move));
    engine.report_of(&said);
    let report = engine.finish_search(PATIENCE);
    engine.expect_no_more_best_moves();
    let described = engine.describe();
    assert!(described.fen.starts_with("rnbqkbnr/pp1ppppp/8/2p5/4P3/"), "{described:?}");
    assert!(engine.legal_moves().contains(report.best_move()));
}

#[test]
fn only_the_given_moves_are_searched() {
    let cases = [
        ("chess", "startpos", vec!["a2a3", "h2h4"]),
        ("chess", "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", vec!["g1f1"]),
        ("chess", "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", vec!["a7a8n", "a7a8b"]),
        ("fairyeater", "startpos", vec!["a4a5", "i4i5"]),
        ("fairyeater", "fen 4k4/9/9/3r1r3/4P4/9/9/9/K8 w - - 0 1", vec!["e5d6s"]),
    ];
    for (variant, position, moves) in cases {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position(position);
        let listed = moves.join(" ");
        for limits in
            [format!("depth 3 searchmoves {listed}"), format!("searchmoves {listed} depth 3")]
        {
            let report = engine.go(&limits);
            for info in &report.infos {
                assert!(moves.contains(&info.pv[0].as_str()), "{limits}: {info:?}");
            }
            assert!(moves.contains(&report.best_move()), "{limits}: {report:?}");
        }
    }
}

/// Searches until the mate is found, however long a slow build takes, and then compares.
#[test]
fn distances_to_mate_are_exact() {
    for (variant, fen, distance) in MATES {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position(&format!("fen {fen}"));
        engine.send("go infinite");
        let is_found = |line: &str| {
            let info = Info::parse(line).ok().flatten();
            info.is_some_and(|info| info.is_exact && info.score == Score::Mate(distance))
        };
        let mut said = engine.expect(&format!("mate {distance} in {fen}"), PATIENCE, is_found);
        engine.send("stop");
        said.extend(engine.expect("bestmove", PATIENCE, is_best_move));
        let report = engine.report_of(&said);
        for info in report.infos.iter().filter(|info| info.is_exact) {
            if let Score::Mate(claimed) = info.score {
                let is_possible =
                    claimed.signum() == distance.signum() && claimed.abs() >= distance.abs();
                assert!(is_possible, "mate {claimed} was claimed, {distance} is true: {fen}");
            }
        }
        assert_eq!(report.score(), Score::Mate(distance), "{fen}");
    }
}

#[test]
fn go_mate_ends_when_the_mate_is_found() {
    for (variant, fen, distance) in MATES {
        if distance < 0 {
            continue;
        }
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position(&format!("fen {fen}"));
        let report = engine.go(&format!("mate {distance}"));
        assert_eq!(report.score(), Score::Mate(distance), "{fen}");
    }
}

/// The whole mate is played out, each move searched from the new position.
#[test]
fn a_mate_is_carried_out() {
    for (variant, fen, distance) in MATES {
        if distance < 0 {
            continue;
        }
        let mut engine = EngineProcess::uci_variant(variant);
        let mut position = format!("fen {fen}");
        let mut moves_left = distance;
        while moves_left > 0 {
            engine.position(&position);
            let report = engine.go(&format!("mate {moves_left}"));
            position = extend_position(&position, &[report.best_move()]);
            moves_left -= 1;
            if moves_left > 0 {
                engine.position(&position);
                let reply = engine.go("depth 4");
                position = extend_position(&position, &[reply.best_move()]);
            }
        }
        let description = engine.describe_position(&position);
        assert!(description.outcome.contains("mate"), "{fen}: {description:?}");
    }
}

#[test]
fn several_variations_are_distinct_and_in_order() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.set_option("MultiPV", 3);
        engine.position("startpos");
        let report = engine.go("depth 4");
        let mut last_set: Vec<&Info> = Vec::new();
        for number in 1..=3 {
            let mut lines = report.infos.iter().rev().filter(|info| info.multipv == number);
            last_set.push(lines.find(|info| info.is_exact).expect("three variations are shown"));
        }
        let first_moves: BTreeSet<&str> = last_set.iter().map(|info| info.pv[0].as_str()).collect();
        assert_eq!(first_moves.len(), 3, "{last_set:?}");
        let values: Vec<i64> = last_set.iter().map(|info| order_value(info.score)).collect();
        assert!(values.is_sorted_by(|first, second| first >= second), "{last_set:?}");
    });
}

/// A number that grows with how good a score is for the mover.
fn order_value(score: Score) -> i64 {
    const MATE: i64 = 1_000_000_000;
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => MATE - moves,
        Score::Mate(moves) => -MATE - moves,
    }
}

#[test]
fn no_more_variations_are_shown_than_there_are_moves() {
    let mut engine = EngineProcess::uci();
    engine.set_option("MultiPV", 5);
    engine.position("fen k7/8/2K5/8/8/8/8/1R6 b - - 0 1");
    let report = engine.go("depth 3");
    assert!(report.infos.iter().all(|info| info.multipv == 1), "{report:?}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let positions = [
        ("chess", "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::Mate(0)),
        ("chess", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
        ("chess", "startpos moves f2f3 e7e5 g2g4 d8h4", Score::Mate(0)),
        ("fairyeater", "fen 7k1/9/9/9/g8/1r7/9/9/K8 w - - 0 1", Score::Mate(0)),
        ("fairyeater", "fen 7k1/9/9/9/g8/1r7/S8/9/K8 w - - 0 1", Score::Centipawns(0)),
    ];
    side_by_side(positions, |(variant, position, score)| {
        for limits in ["depth 3", "movetime 100", "wtime 500 btime 500", "nodes 100"] {
            let mut engine = EngineProcess::uci_variant(variant);
            engine.position(position);
            let report = engine.go(limits);
            assert_eq!((report.best.as_deref(), report.score()), (None, score), "{position}");
            engine.expect_no_more_best_moves();
        }
    });
}

/// A manager may play on where the rules see a draw, and then takes no answer for a loss.
#[test]
fn a_drawn_game_that_is_played_on_has_a_best_move() {
    let positions = [
        ("chess", "fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1"),
        ("chess", "fen 7k/8/8/8/8/8/8/K5R1 w - - 100 90"),
        ("chess", "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),
        ("fairyeater", "fen 4k4/9/9/9/9/9/9/9/4K4 w - - 0 1"),
        ("fairyeater", "fen 4k4/9/9/9/4g4/9/4G4/9/4K4 w - - 120 90"),
    ];
    for (variant, position) in positions {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position(position);
        let report = engine.go("depth 3");
        assert!(engine.legal_moves().contains(report.best_move()), "{position}");
    }
}

#[test]
fn orders_that_fit_no_search_are_harmless() {
    let mut engine = EngineProcess::uci();
    engine.position("startpos");
    for order in ["stop", "ponderhit", "stop"] {
        engine.send(order);
        engine.expect_no_more_best_moves();
    }
    engine.go("depth 2");
    engine.send("stop");
    engine.send("ponderhit");
    engine.expect_no_more_best_moves();
}

/// The engine may do with such commands what it likes, as long as the next search is sound.
#[test]
fn rude_orders_while_searching_do_not_break_the_engine() {
    const RUDE: [&str; 12] = [
        "go depth 3",
        "go infinite",
        "position startpos moves d2d4",
        "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 4",
        "setoption name Threads value 2",
        "setoption name UCI_Variant value fairyeater",
        "uci",
        "d",
        "eval",
    ];
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        for order in RUDE {
            engine.position("startpos");
            engine.send("go infinite");
            engine.send(order);
            engine.ready();
            engine.send("stop");
            engine.settle();

            engine.set_option("UCI_Variant", variant);
            engine.new_game();
            engine.position("startpos");
            let legal = engine.legal_moves();
            let report = engine.go("depth 2");
            assert!(legal.contains(report.best_move()), "after {order}");
            engine.expect_no_more_best_moves();
        }
    });
}

#[test]
fn a_bare_go_can_be_stopped() {
    let mut engine = EngineProcess::uci();
    engine.position("startpos");
    engine.send("go");
    std::thread::sleep(Duration::from_millis(50));
    engine.send("stop");
    engine.finish_search(PATIENCE);
    engine.expect_no_more_best_moves();
}

/// With one thread and a cleared table, a search is reproducible.
#[test]
fn a_search_on_one_thread_repeats_itself_after_a_new_game() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        let mut search = || {
            engine.new_game();
            engine.position("startpos");
            let report = engine.go("depth 4");
            (report.best.clone(), report.score(), report.nodes())
        };
        assert_eq!(search(), search(), "{variant}");
    });
}
