//! What people expect from an engine apart from its moves: weaker play, chances to win, a table that
//! can be cleared, and analysis that resumes where it was left.

use crate::in_every_game;
use crate::support::report::{Info, SearchReport};
use crate::support::{EngineProcess, PATIENCE, extend_position, in_repository, is_best_move};

fn nodes(report: &SearchReport) -> u64 {
    report.nodes().expect("a search tells its nodes")
}

/// The iteration that was reached.
fn deepest(report: &SearchReport) -> u32 {
    report.infos.iter().map(|info| info.depth).max().unwrap_or(0)
}

#[test]
fn a_weak_engine_looks_at_little_and_plays_what_it_reports() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position("startpos");
        for (level, most) in [(0, 500), (5, 1_500), (10, 7_000)] {
            engine.set_option("Skill Level", level);
            let report = engine.go("wtime 60000 btime 60000");
            assert!(nodes(&report) <= most, "{} nodes at level {level}", nodes(&report));
            assert!(report.infos.iter().all(|info| info.multipv == 1));
        }
        engine.set_option("MultiPV", 3);
        let report = engine.go("wtime 60000 btime 60000");
        let lines = report.infos.iter().map(|info| info.multipv).max();
        assert_eq!(lines, Some(3), "{variant}");
        assert!(deepest(&engine.go("depth 6")) < 6, "not that far at level 10");
        engine.set_option("Skill Level", 20);
        assert_eq!(deepest(&engine.go("depth 6")), 6, "the full depth at full strength");
    });
}

#[test]
fn elo_holds_when_strength_is_limited_and_only_then() {
    let mut engine = EngineProcess::uci_variant("chess");
    engine.position("startpos");
    engine.set_option("UCI_Elo", 1000);
    assert_eq!(deepest(&engine.go("depth 8")), 8);
    engine.set_option("UCI_LimitStrength", "true");
    for level in [20, 0] {
        engine.set_option("Skill Level", level);
        assert!(deepest(&engine.go("depth 8")) < 8, "whatever the level");
    }
    engine.refusal("setoption name UCI_Elo value 100");
    engine.refusal("setoption name UCI_Elo value 9000");
    engine.refusal("setoption name Skill Level value 21");
}

#[test]
fn analysis_is_never_weak() {
    let mut engine = EngineProcess::uci_variant("chess");
    engine.set_option("Skill Level", 0);
    engine.position("startpos");
    engine.send("go infinite");
    engine.expect("depth 8", PATIENCE, |line| line.starts_with("info depth 8 "));
    engine.send("stop");
    engine.expect("bestmove", PATIENCE, is_best_move);
}

#[test]
fn the_weakest_engine_gives_the_only_answer_and_keeps_to_the_moves_it_is_told() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.set_option("Skill Level", 0);
        engine.position("startpos");
        let only = engine.legal_moves().into_iter().next_back().expect("a move");
        for _ in 0..10 {
            assert_eq!(engine.go(&format!("searchmoves {only} movetime 1000")).best_move(), only);
        }
    });
    let mut engine = EngineProcess::uci_variant("chess");
    engine.set_option("Skill Level", 0);
    engine.position("fen 7k/8/8/8/8/8/6q1/7K w - - 0 1");
    for _ in 0..10 {
        assert_eq!(engine.go("movetime 1000").best_move(), "h1g2");
    }
}

#[test]
fn chances_are_printed_when_asked_for_and_add_up() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        let chances = |engine: &mut EngineProcess| -> Vec<[u32; 3]> {
            engine.position("startpos");
            engine.send("go depth 4");
            let lines = engine.expect("bestmove", PATIENCE, is_best_move);
            engine.report_of(&lines);
            let parts = lines.iter().filter_map(|line| line.split_once(" wdl "));
            parts
                .map(|(_, rest)| {
                    let words: Vec<&str> = rest.split(' ').collect();
                    assert_eq!(words[3], "nodes", "as Stockfish has it: {rest}");
                    [0, 1, 2].map(|i| words[i].parse().expect("a number"))
                })
                .collect()
        };
        assert!(chances(&mut engine).is_empty());
        engine.set_option("UCI_ShowWDL", "true");
        let printed = chances(&mut engine);
        let model = in_repository(&format!("src/games/{variant}/chances.wdl"));
        let is_fitted = model.exists();
        // One for each depth, at least.
        assert!(if is_fitted { printed.len() >= 4 } else { printed.is_empty() }, "{variant}");
        assert!(printed.iter().all(|parts| parts.iter().sum::<u32>() == 1000), "{printed:?}");
    });
    let mut engine = EngineProcess::uci_variant("chess");
    engine.set_option("UCI_ShowWDL", "true");
    engine.position("fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    engine.send("go depth 3");
    let lines = engine.expect("bestmove", PATIENCE, is_best_move);
    assert!(lines.iter().any(|line| line.contains(" score mate 1 wdl 1000 0 0 ")), "{lines:?}");
}

#[test]
fn a_table_that_is_emptied_forgets_and_one_that_is_not_remembers() {
    let mut engine = EngineProcess::uci_variant("chess");
    // What a table is worth differs from position to position.
    let openings = ["", "e2e4", "d2d4 d7d5", "e2e4 e7e5 g1f3 b8c6", "e2e4 c7c5", "c2c4 e7e5"];
    // The nodes of searches of all openings, each after the first command and again after the second.
    let mut search = |before: &str, again: Option<&str>| {
        let mut sums = [0, 0];
        for moves in openings {
            for (sum, command) in sums.iter_mut().zip([Some(before), again]) {
                command.inspect(|command| engine.order(command));
                engine.position(&format!("startpos moves {moves}"));
                *sum += nodes(&engine.go("depth 8"));
            }
        }
        sums
    };
    let [first, known] = search("ucinewgame", None);
    assert!(known < first / 2, "{known} nodes after {first}");
    let emptied = ["ucinewgame", "setoption name Hash value 32", "setoption name Clear Hash"];
    for command in emptied {
        let [anew, again] = search("ucinewgame", Some(command));
        assert_eq!(anew, first, "a new game forgets everything");
        // Histories outlast the table, so that the tree is not quite the same.
        assert!(
            again > known * 3 / 2,
            "{again} nodes after {command}, {known} known, {first} at first"
        );
    }
}

/// A user who analyses, follows the line and comes back sees the earlier result at once.
#[test]
fn an_analysis_is_taken_up_where_it_was_left() {
    in_every_game(|variant| {
        let mut engine = EngineProcess::uci_variant(variant);
        engine.position("startpos");
        let first = engine.go("depth 6");
        let found = first.principal();
        engine.position(&extend_position("startpos", &found.pv[..1]));
        engine.go("depth 4");
        engine.position("startpos");
        engine.send("go infinite");
        let lines = engine.expect("a line", PATIENCE, |line| line.contains(" pv "));
        let seen = lines.iter().find_map(|line| Info::parse(line).expect("an info line"));
        let seen = seen.expect("the line that was waited for");
        assert_eq!((seen.depth, seen.score, &seen.pv[0]), (6, found.score, &found.pv[0]));
        assert_eq!(seen.nodes, Some(0), "{variant}");
        engine.expect("the next depth", PATIENCE, |line| line.contains(" depth 7 "));
        engine.send("stop");
        engine.expect("the end", PATIENCE, is_best_move);
    });
}
