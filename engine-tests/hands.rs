//! Games with pieces in hand: over UCI and XBoard's protocol, in records, on the terminal and in the laboratory.

use std::fs;

use crate::support::cli::{run, run_with_input};
use crate::support::folder::Folder;
use crate::support::{EngineProcess, PATIENCE};

/// One game, as a file has it.
const HOUSE: &str = "[house:crazyhouse]\n";

fn with_file(test: &str) -> (Folder, String) {
    let folder = Folder::new(&format!("hands-{test}"));
    let path = folder.path("house.ini");
    fs::write(&path, HOUSE).expect("the file can be written");
    (folder, path)
}

/// 1. e4 d5 2. exd5 Qxd5, and a pawn is dropped on e4.
const OPENING: &str = "e2e4 d7d5 e4d5 d8d5 P@e4";

#[test]
fn drops_go_over_uci() {
    let (_folder, file) = with_file("uci");
    let mut engine = EngineProcess::spawn(&[]);
    engine.send(format_args!("uci\nsetoption name VariantPath value {file}"));
    engine.send("setoption name UCI_Variant value house");
    engine.send(format_args!("position startpos moves {OPENING}\nd"));
    let said = engine.expect("the position", PATIENCE, |line| line.starts_with("Fen: "));
    let fen = "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - ";
    assert!(said.last().is_some_and(|line| line.starts_with(&format!("Fen: {fen}"))), "{said:?}");
    assert!(said.iter().any(|line| line == "Black has in hand: p"), "{said:?}");
    assert!(said.iter().any(|line| line == "White has in hand: nothing"), "{said:?}");
    engine.send("go depth 4");
    engine.expect("a move", PATIENCE, |line| line.starts_with("bestmove "));
    engine.send("position fen 4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1\ngo perft 1");
    let counts = engine.expect("the count", PATIENCE, |line| line.starts_with("Nodes searched"));
    // Sixty-two squares, and the king's five moves.
    assert!(counts.last().is_some_and(|line| line == "Nodes searched: 67"), "{counts:?}");
    assert!(counts.iter().any(|line| line == "N@e5: 1"), "{counts:?}");
}

#[test]
fn drops_go_over_xboards_protocol() {
    let (_folder, file) = with_file("xboard");
    let mut engine = EngineProcess::spawn(&["xboard"]);
    engine.send("protover 2");
    engine.expect("the features", PATIENCE, |line| line == "feature done=1");
    engine.send(format_args!("option VariantPath={file}\nnew\nvariant house\nforce"));
    let mut ask = |lines: &str| {
        engine.send(format_args!("{lines}\nping 1"));
        engine.expect("pong", PATIENCE, |line| line == "pong 1")
    };
    let setup = ask("");
    let table = "setup (PNBRQ.......~~~~Kpnbrq.......~~~~k) 8x8+5_fairy ";
    assert!(setup.iter().any(|line| line.starts_with(table)), "{setup:?}");
    let moves: Vec<String> = OPENING.split(' ').map(|mv| format!("usermove {mv}")).collect();
    assert_eq!(ask(&moves.join("\n")), ["pong 1"]);
    let refused = ask("usermove Q@e5\nusermove P@e8");
    assert_eq!(refused[0], "Illegal move (there is no Queen in hand): Q@e5");
    assert!(refused[1].starts_with("Illegal move (there is a piece on e8)"), "{refused:?}");
    // What is in hand anyhow changes nothing; the last move can still be taken back.
    assert_eq!(ask("holding [] [p]\nundo\nusermove P@e4"), ["pong 1"]);
    assert_eq!(ask("holding [QN] [p]\nusermove P@e5\nusermove Q@e6"), ["pong 1"]);
    // A queen in hand mates at once: on e8, or beside the king.
    let mate = ask("setboard 4k3/8/4K3/8/8/8/8/8[Q] w - - 0 1\nsd 3\ngo");
    assert!(mate.iter().any(|line| line.starts_with("move Q@")), "{mate:?}");
    assert!(mate.iter().any(|line| line.starts_with("1-0")), "{mate:?}");
}

/// A record of Lichess has drops as it has moves.
#[test]
fn drops_stand_in_records() {
    let (folder, file) = with_file("pgn");
    let games = folder.path("games.pgn");
    let text = "[Variant \"house\"]\n[Result \"*\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 @e5 4. exd5 Nf6 5. Q@e4 *\n";
    fs::write(&games, text).expect("the file can be written");
    let written = |reader| {
        let done = run(&["pgn", "--rules", &file, "--for", reader, &games]);
        assert!(done.status.success(), "{}", done.stderr);
        done.stdout
    };
    let standard = written("standard");
    assert!(standard.contains("3. P@e4 P@e5 4. exd5 Nf6 5. Q@e4 *"), "{standard}");
    // The squares of moves, and a FEN with hands.
    let xboard = written("xboard");
    assert!(xboard.contains("3. P@e4 P@e5 4. e4d5 g8f6 5. Q@e4"), "{xboard}");
    assert!(xboard.contains("RNBQKBNR[] w KQkq"), "{xboard}");
    fs::write(&games, xboard).expect("the file can be written");
    assert_eq!(written("standard").lines().last(), standard.lines().last());
}

#[test]
fn drops_are_typed_in_the_terminal() {
    let (_folder, file) = with_file("play");
    let fen = "4k3/8/8/8/8/8/3q4/4K3[QNP] w - - 0 1";
    let typed = "q@e5\nKxd2\nn@f3\nwhat n\nb@c4\nundo\npgn\nquit\n";
    let words = ["play", "--rules", &file, "--fen", fen, "--movetime", "5"];
    let played = run_with_input(&words, typed);
    let said = played.stdout;
    assert!(said.contains("White has in hand: Q N P"), "{said}{}", played.stderr);
    assert!(said.contains("'q@e5' is not legal: the king would still be in check"), "{said}");
    assert!(said.contains("White has a Queen more"), "{said}");
    assert!(said.contains("White plays N@f3 (N@f3)"), "{said}");
    assert!(said.contains("'b@c4' is not legal: there is no Bishop in hand"), "{said}");
}

/// Games with drops are kept, and what is learned from them.
#[test]
fn drops_are_kept_in_the_laboratory() {
    let (folder, file) = with_file("lab");
    let games = folder.path("games.vgm");
    let arguments =
        ["datagen", "--rules", &file, "--games", "2", "--nodes", "40", "--output", &games];
    let made = run(&arguments);
    assert!(made.status.success(), "{}", made.stderr);
    let shown = run(&["games", "--rules", &file, "--print", &games]);
    assert!(shown.status.success(), "{}", shown.stderr);
    assert!(shown.stdout.contains('@'), "{}", shown.stdout);
}
