//! The options of Power Absorption Chess that restrict a side for the next game.

use crate::support::EngineProcess;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White's knight can take a pawn, and Black's queen the knight then.
const CAPTURES: &str = "startpos moves b1c3 d7d5";

fn with_handicaps(white: &str, black: &str) -> EngineProcess {
    let mut engine = EngineProcess::uci_variant("powerabsorption");
    engine.set_option("WhiteHandicap", white);
    engine.set_option("BlackHandicap", black);
    engine
}

#[test]
fn each_side_has_an_option_and_may_do_everything_at_first() {
    let mut engine = EngineProcess::spawn(&[]);
    engine.send("uci");
    let lines = engine.expect("uciok", crate::support::PATIENCE, |line| line == "uciok");
    for side in ["White", "Black"] {
        let line = format!("option name {side}Handicap type string default -");
        assert!(lines.contains(&line), "{lines:?}");
    }
}

#[test]
fn the_handicaps_are_in_the_start_position() {
    for (white, black, field) in
        [("-", "-", ""), ("p", "-", " p/-"), ("-", "xq", " -/qx"), ("qp", "x", " pq/x")]
    {
        let mut engine = with_handicaps(white, black);
        let fen = format!("{START}{field}");
        assert_eq!(engine.describe().fen, fen, "before a game has begun");
        assert_eq!(engine.describe_position("startpos").fen, fen);
        engine.new_game();
        assert_eq!(engine.describe().fen, fen);
    }
}

#[test]
fn they_bind_the_side_that_they_name() {
    let mut engine = with_handicaps("-", "-");
    engine.position(CAPTURES);
    assert!(engine.legal_moves().contains("c3d5{np}"));
    let mut engine = with_handicaps("x", "-");
    engine.position(CAPTURES);
    let moves = engine.legal_moves();
    assert!(moves.contains("c3d5") && !moves.contains("c3d5{np}"), "{moves:?}");
    engine.position(&format!("{CAPTURES} c3d5"));
    assert!(engine.legal_moves().contains("d8d5{qn}"));
    engine.refusal(format_args!("position {CAPTURES} c3d5{{np}}"));
}

#[test]
fn they_wait_for_their_game_and_for_the_next_start() {
    let mut engine = EngineProcess::uci();
    engine.set_option("WhiteHandicap", "x");
    assert_eq!(engine.describe_position("startpos").fen, START, "chess knows no handicap");
    engine.set_option("UCI_Variant", "powerabsorption");
    assert_eq!(engine.describe().fen, format!("{START} x/-"));
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(engine.describe_position(&format!("fen {fen}")).fen, fen, "a FEN says all");
    let middle = engine.describe_position(CAPTURES);
    engine.set_option("WhiteHandicap", "-");
    assert_eq!(engine.describe(), middle, "the game in play goes on as it began");
    assert_eq!(engine.describe_position("startpos").fen, START);
}

#[test]
fn what_is_no_handicap_is_refused() {
    let mut engine = with_handicaps("q", "-");
    for value in ["z", "pp", "p-", "x/-", "P", "p q"] {
        let reason = engine.refusal(format_args!("setoption name WhiteHandicap value {value}"));
        assert!(reason.contains("'-' or some of 'pqx'"), "{reason}");
    }
    engine.refusal("setoption name BlackHandicap value");
    assert_eq!(engine.describe_position("startpos").fen, format!("{START} q/-"));
}
