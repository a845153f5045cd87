//! What every search guarantees.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::{Best, Bound, Control, Limits, Progress, Score, Searcher, Settings, Task};
use super::{SearchThreads, TranspositionTable, see::wins};
use crate::eval::Evaluator;
use vertumnus_core::board::Color;
use vertumnus_core::position::{Line, Move, Position};
use vertumnus_core::rules::Ruleset;
use vertumnus_core::rules::chess::Chess;
use vertumnus_core::rules::fairyeater::FairyEater;

fn line<R: Ruleset + Default>(fen: &str) -> Line<R> {
    Line::new(Position::from_fen(R::default(), fen).expect("a position"))
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Searches with fresh memory, and checks what holds for every search.
fn search<R: Ruleset>(
    line: &Line<R>,
    limits: &Limits,
    settings: &Settings,
    threads: usize,
    control: &Control,
) -> (Best, Vec<Progress>) {
    let mut reports = Vec::new();
    let table = TranspositionTable::new(4);
    let mut report = |progress: &Progress| reports.push(progress.clone());
    let mut searcher =
        Searcher::new(line.position().rules(), &SearchThreads::new(threads).expect("threads"));
    let evaluator = Evaluator::shared(line.position().rules());
    let task = Task::new(line, &evaluator, limits, settings, &table, control);
    let best = searcher.search(&task, &mut report);
    for progress in &reports {
        let mut position = *line.position();
        for &mv in &progress.pv {
            assert!(position.is_legal(mv), "{}", position.fen());
            position.play_unchecked(mv);
        }
        assert!(progress.line >= 1 && (progress.depth >= 1) == best.best.is_some());
    }
    let last = reports.iter().rfind(|progress| progress.line == 1);
    assert_eq!(last.and_then(|last| last.pv.first()).copied(), best.best);
    assert!(last.is_none_or(|last| last.bound == Bound::Exact && last.score == best.score));
    (best, reports)
}

fn quick<R: Ruleset + Default>(fen: &str, limits: &Limits) -> (Best, Vec<Progress>) {
    search::<R>(&line(fen), limits, &Settings::default(), 1, &Control::new())
}

fn text<R: Ruleset + Default>(fen: &str, mv: Option<Move>) -> String {
    mv.map_or_else(String::new, |mv| line::<R>(fen).position().move_text(mv))
}

#[test]
fn exchanges_are_counted_to_the_end() {
    let evaluator = Evaluator::shared(Chess);
    let value = |kind: &str| {
        evaluator.kind_value(Chess.facts().kind_of_token(kind).expect("a kind of this token"))
    };
    let (pawn, knight, rook) = (value("P"), value("N"), value("R"));
    for (fen, mv, won) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn),
        // Pieces behind pieces join in.
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight),
        ("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", rook),
        // The king does not take what is guarded.
        ("8/8/4k3/3p4/8/1B3N2/8/4K3 w - - 0 1", "b3d5", pawn - value("B")),
        ("8/8/4k3/3p4/8/1BN5/8/4K3 w - - 0 1", "b3d5", pawn),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", pawn),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", value("Q") - pawn),
    ] {
        let line = line::<Chess>(fen);
        let position = line.position();
        let parsed = position.parse_move(mv).expect("a legal move");
        let wins = |threshold| wins(&evaluator, position, parsed, threshold);
        assert!(wins(won) && !wins(won + 1), "{mv} in {fen}");
    }
}

#[test]
fn mates_are_found_with_their_exact_distance() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2),
        // Légal's mate.
        ("r2qkbnr/ppp2ppp/2np4/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 1", 2),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        let score = Score::mate_in_moves(moves);
        let (best, reports) = quick::<Chess>(fen, &depth(9));
        assert_eq!(best.score, score, "{fen}");
        assert_eq!(reports.last().map(|last| last.pv.len()), Some(2 * moves as usize - 1), "{fen}");
        let (best, _) = quick::<Chess>(fen, &Limits { mate: Some(moves), ..Limits::default() });
        assert_eq!(best.score, score, "{fen}");
    }
    // Morphy's problem is a zugzwang, which a null move does not see.
    let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let (best, _) = quick::<Chess>(morphy, &Limits { mate: Some(2), ..Limits::default() });
    assert_eq!(
        (text::<Chess>(morphy, best.best).as_str(), best.score),
        ("a1a6", Score::mate_in(3))
    );
}

#[test]
fn a_loss_is_put_off() {
    let (best, _) = quick::<Chess>("7k/8/5K2/6R1/8/8/8/8 b - - 0 1", &depth(9));
    assert_eq!(best.score, Score::mated_in(6));
    assert_eq!(best.score.mate(), Some(-3));
}

#[test]
fn mates_are_found_on_the_large_board() {
    for (fen, moves) in
        [("4k4/9/9/9/9/9/9/1R7/R7K w - - 0 1", 2), ("k8/9/1K7/9/9/9/9/9/3R5 w - - 0 1", 1)]
    {
        let score = Score::mate_in_moves(moves);
        for limits in [depth(7), Limits { mate: Some(moves), ..Limits::default() }] {
            assert_eq!(quick::<FairyEater>(fen, &limits).0.score, score, "{fen}");
        }
    }
}

#[test]
fn finished_games_have_no_best_move() {
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Score::mated_in(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
    ] {
        let (best, reports) = quick::<Chess>(fen, &depth(5));
        assert_eq!((best.best, best.score, reports.len()), (None, score, 1));
        assert_eq!((reports[0].depth, reports[0].score), (0, score));
    }
}

#[test]
fn mate_on_the_hundredth_ply_comes_before_the_draw() {
    let (best, _) = quick::<Chess>("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 99 80", &depth(6));
    assert_eq!(best.score, Score::mate_in(1));
    let (best, _) = quick::<Chess>("6k1/4bp1p/8/8/8/8/3Q4/4R1K1 b - - 99 80", &depth(4));
    assert_eq!(best.score, Score::DRAW, "a queen up, and no time left");
}

#[test]
fn a_draw_by_repetition_is_seen() {
    let mut game = line::<Chess>("7k/8/8/8/8/8/R7/K7 w - - 0 1");
    for mv in ["a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8", "b2a2"] {
        let mv = game.position().parse_move(mv).expect("a legal move");
        game.make_unchecked(mv);
    }
    // Black to move repeats for the third time by going back to the corner.
    let back = game.position().parse_move("g8h8").expect("a legal move");
    let limits = Limits { search_moves: vec![back], ..depth(4) };
    let (best, _) = search(&game, &limits, &Settings::default(), 1, &Control::new());
    assert_eq!(best.score, Score::DRAW);
    // In the tree, once is enough: Black, far behind, checks for ever on g4 and f3.
    let fen = "6k1/5ppp/8/8/8/5q2/Q4P1P/R4RK1 b - - 0 1";
    assert!(quick::<Chess>(fen, &depth(1)).0.score < Score::cp(-500));
    let (best, _) = quick::<Chess>(fen, &depth(9));
    assert_eq!(best.score, Score::DRAW);
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let game = Line::new(Position::start(Chess));
    let moves: Vec<Move> =
        ["a2a3", "h2h4"].iter().filter_map(|mv| game.position().parse_move(mv).ok()).collect();
    let limits = Limits { search_moves: moves.clone(), ..depth(5) };
    let settings = Settings { multi_pv: 5, ..Settings::default() };
    let (best, reports) = search(&game, &limits, &settings, 1, &Control::new());
    assert!(best.best.is_some_and(|mv| moves.contains(&mv)));
    assert!(reports.iter().all(|progress| moves.contains(&progress.pv[0]) && progress.line <= 2));
}

#[test]
fn several_lines_are_distinct_and_sorted() {
    let game =
        line::<Chess>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let settings = Settings { multi_pv: 4, ..Settings::default() };
    let (_, reports) = search(&game, &depth(7), &settings, 1, &Control::new());
    for lines in reports.chunks(4) {
        assert_eq!(lines.iter().map(|line| line.line).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
        let mut firsts: Vec<u32> = lines.iter().map(|line| line.pv[0].to_word()).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 4);
    }
}

fn is_deterministic<R: Ruleset>(rules: R) {
    let table = TranspositionTable::new(4);
    let mut searcher = Searcher::new(rules, &SearchThreads::new(1).expect("a thread"));
    let evaluator = Evaluator::shared(rules);
    let mut line = Line::new(Position::start(rules));
    for limits in [depth(5), Limits { nodes: Some(10_000), ..Limits::default() }] {
        let mut run = || {
            searcher.clear();
            table.clear();
            let (settings, control) = (Settings::default(), Control::new());
            let task = Task::new(&line, &evaluator, &limits, &settings, &table, &control);
            searcher.search(&task, &mut |_| {})
        };
        let first = run();
        assert_eq!(first, run());
        if let Some(limit) = limits.nodes {
            assert!(first.nodes <= limit + 8, "{} nodes", first.nodes);
        }
        line.make_unchecked(first.best.expect("a move"));
    }
}

#[test]
fn one_thread_goes_the_same_way_each_time() {
    is_deterministic(Chess);
    is_deterministic(FairyEater);
}

fn keeps_its_promises_without_time<R: Ruleset>(rules: R) {
    let line = Line::new(Position::start(rules));
    let stopped = Control::new();
    stopped.stop();
    let instant = Limits { movetime: Some(Duration::ZERO), ..Limits::default() };
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let mut flagging = Limits::default();
    flagging.time[line.position().side_to_move()] = Some(Duration::ZERO);
    for (limits, control) in [
        (Limits::default(), &stopped),
        (Limits { infinite: true, ..Limits::default() }, &stopped),
        (instant, &Control::new()),
        (flagging, &Control::new()),
        (nodes(0), &Control::new()),
        (nodes(1), &Control::new()),
        (nodes(700), &Control::new()),
    ] {
        let started = Instant::now();
        let (best, reports) = search(&line, &limits, &Settings::default(), 1, control);
        assert!(best.best.is_some() && !reports.is_empty());
        assert!(started.elapsed() < Duration::from_secs(1));
    }
}

#[test]
fn a_search_without_time_still_reports_a_move() {
    keeps_its_promises_without_time(Chess);
    keeps_its_promises_without_time(FairyEater);
}

/// Runs a search in another thread, with a receiver of its result.
fn watched(fen: &str, limits: Limits, act: impl FnOnce(&Control, &mpsc::Receiver<Best>)) {
    let line = line::<Chess>(fen);
    let control = Control::new();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let control = &control;
        let line = &line;
        scope.spawn(move || {
            let (best, _) = search(line, &limits, &Settings::default(), 2, control);
            sender.send(best).expect("someone listens");
        });
        act(control, &receiver);
        control.stop();
    });
}

#[test]
fn infinite_and_pondering_searches_wait_to_be_told() {
    const WHILE: Duration = Duration::from_millis(60);
    const SOON: Duration = Duration::from_secs(5);
    const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let infinite = Limits { infinite: true, ..depth(3) };
    let mut ponder = Limits { ponder: true, ..Limits::default() };
    for side in Color::ALL {
        ponder.time[side] = Some(Duration::from_millis(400));
    }
    for fen in [Chess.facts().start, MATED, MATE_IN_1] {
        watched(fen, infinite.clone(), |control, returned| {
            assert!(returned.recv_timeout(WHILE).is_err());
            control.ponder_hit();
            assert!(returned.recv_timeout(WHILE).is_err());
            control.stop();
            assert!(returned.recv_timeout(SOON).is_ok());
        });
        for stop in [false, true] {
            watched(fen, ponder.clone(), |control, returned| {
                assert!(returned.recv_timeout(WHILE * 8).is_err(), "its clock does not run yet");
                let act = if stop { Control::stop } else { Control::ponder_hit };
                act(control);
                assert!(returned.recv_timeout(SOON).is_ok());
            });
        }
    }
}

#[test]
fn two_threads_search_together() {
    let fen = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1";
    let (best, _) =
        search::<Chess>(&line(fen), &depth(12), &Settings::default(), 2, &Control::new());
    // When which thread finds it differs from run to run, and with that the length of the mate.
    assert!(best.score.mate().is_some_and(|moves| moves > 0), "{:?}", best.score);
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let start = Line::new(Position::start(Chess));
    let (best, _) = search(&start, &limits, &Settings::default(), 2, &Control::new());
    assert!((50_000..52_000).contains(&best.nodes), "{} nodes", best.nodes);
}

#[test]
fn tactics_are_found() {
    let limits = Limits { nodes: Some(600_000), ..Limits::default() };
    for (fen, moves) in [
        // Win At Chess 1, 4 and 8. In the last, the knight may give check and go back before.
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "g3g6"),
        ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7"),
        ("r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1", "e7f7 h6f7"),
    ] {
        let (best, _) = quick::<Chess>(fen, &limits);
        let played = text::<Chess>(fen, best.best);
        assert!(moves.split(' ').any(|mv| mv == played), "{played} in {fen}");
    }
}
