//! Runs the programs in `examples/`.

#[expect(dead_code, reason = "the tests call what it calls")]
#[path = "examples/legal_moves.rs"]
mod legal_moves;
#[expect(dead_code, reason = "the tests call what it calls")]
#[path = "examples/perft.rs"]
mod perft;
#[expect(dead_code, reason = "the tests call what it calls")]
#[path = "examples/read_pgn.rs"]
mod read_pgn;

use crate::rules::Variant;

#[test]
fn legal_moves_of_every_game_are_listed() {
    for variant in Variant::bundled() {
        let text = legal_moves::run(&[variant.name()]).expect("a game");
        assert!(text.lines().count() > 1, "{text}");
    }
    assert!(legal_moves::run(&["nonesuch"]).is_err());
    assert!(legal_moves::run(&[]).is_err());
}

#[cfg(feature = "chess")]
#[test]
fn fens_are_read_and_faults_are_told() {
    let stalemate = legal_moves::run(&["chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    let stalemate = stalemate.expect("a position");
    assert_eq!(stalemate.lines().last(), Some("Draw by stalemate"));
    let pawn = legal_moves::run(&["chess", "7k", "w"]).expect_err("no FEN").to_string();
    assert!(pawn.contains("a FEN has 4 to 6 fields"), "{pawn}");

    let counts = perft::run(&["chess", "3"]).expect("a count");
    assert!(counts.ends_with("\n\n8902 leaves\n"), "{counts}");
    let kings = perft::run(&["chess", "1", "7k/8/8/8/8/8/8/K7 w - - 0 1"]).expect("a count");
    assert_eq!(kings, "a1a2: 1\na1b1: 1\na1b2: 1\n\n3 leaves\n");
    assert!(perft::run(&["chess", "0"]).is_err() && perft::run(&["chess"]).is_err());

    let pgn = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1/2-1/2\n\n1. e5 *\n\n[White\n\n1. d4 *\n";
    let games = read_pgn::run(pgn);
    let lines: Vec<&str> = games.lines().collect();
    assert_eq!(
        lines[0],
        "line 1: A - B 1/2-1/2, 2 plies: \
         rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
    assert!(lines[1].starts_with("line 6: ") && lines[1].contains("e5"), "{games}");
    assert!(lines[2].starts_with("line 8: "), "{games}");
}
