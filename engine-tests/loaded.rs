//! Games of files that are played: `--rules`, `load`, `VariantPath`, and what is refused. Counts are those of
//! Fairy-Stockfish's own tests, as in `src/written/unit/counts.txt`.

use std::env;
use std::fmt::Write;
use std::fs;

use crate::support::cli::{Finished, run, run_with_input};
use crate::support::folder::Folder;
use crate::support::{EngineProcess, PATIENCE, engine_command, in_repository};

/// One game. Its king is no king of chess, so the engine does not take it for one.
const ONE: &str = "[knightking:chess]\ntitle = Knight-King Chess\nking = k:KN\n";

/// Several, of which two can be played.
const SEVERAL: &str = "[my-amazon:amazon]\n[little:losalamos]\n[broken:chess]\nking = k:KM\n";

/// A folder with a file of games.
fn with_file(test: &str, text: &str) -> (Folder, String) {
    let folder = Folder::new(&format!("loaded-{test}"));
    let path = folder.path("games.ini");
    fs::write(&path, text).expect("the file can be written");
    (folder, path)
}

#[track_caller]
fn done(words: &[&str]) -> String {
    let Finished { status, stdout, stderr } = run(words);
    assert!(status.success(), "{words:?}: {stderr}");
    stdout
}

/// The one line of a refusal.
#[track_caller]
fn refused(words: &[&str]) -> String {
    let Finished { status, stdout, stderr } = run(words);
    assert!(!status.success() && stdout.is_empty(), "{words:?}: {stdout}");
    assert_eq!(stderr.lines().count(), 1, "{words:?}: {stderr}");
    stderr.trim_end().to_owned()
}

#[test]
fn the_only_game_of_a_file_needs_no_name() {
    let (folder, file) = with_file("one", ONE);
    let rules = ["--rules", &file];
    let with = |words: &[&str]| done(&[words, &rules].concat());
    assert!(with(&["perft", "1"]).starts_with("Nodes searched: 22\n"));
    assert!(with(&["perft", "1", "--variant", "chess"]).starts_with("Nodes searched: 20\n"));
    let bench = with(&["bench", "2"]);
    assert!(bench.starts_with("knightking: ") && bench.lines().count() == 2, "{bench}");
    assert!(with(&["diagram"]).starts_with("<svg "));
    fs::write(folder.path("report.html"), "notes").expect("the file can be written");
    let playtest = refused(&["playtest", "--rules", &file, "--out", &folder.path("")]);
    assert!(playtest.contains("report.html is no report of a playtest"), "{playtest}");
    assert!(with(&["rules"]).starts_with("Knight-King Chess\n"));
    assert!(with(&["openings", "--count", "2", "--nodes", "20"]).lines().count() >= 2);
    let command = with(&["xboard-command", "--own-drawings", "--gui", "xboard"]);
    assert!(command.contains(&format!(" xboard --rules {file}")), "{command}");
    let of_ours =
        done(&["xboard-command", "--own-drawings", "--gui", "xboard", "--rules", "annan"]);
    assert!(of_ours.contains(" xboard --rules annan'"), "{of_ours}");
    let played = run_with_input(&["play", "--rules", &file, "--movetime", "5"], "Kc3\npgn\nquit\n");
    assert!(played.stdout.contains("Knight-King Chess"), "{}", played.stdout);
    assert!(played.stdout.contains("[Variant \"knightking\"]"), "{}", played.stdout);
    assert!(played.stdout.contains("[Rules \""), "{}", played.stdout);
}

/// Those that come with the program need no file, nor an option that reads one.
#[test]
fn games_that_come_as_files_are_loaded_when_they_are_named() {
    let counted = done(&["perft", "--variant", "kyotoshogi", "5"]);
    assert!(counted.starts_with("Nodes searched: 225903\n"), "{counted}");
    assert!(done(&["rules", "kyotoshogi"]).starts_with("Kyoto Shogi\n"));
    let mut engine = EngineProcess::spawn(&[]);
    engine.send("uci");
    let said = engine.expect("uciok", PATIENCE, |line| line == "uciok");
    let choice = said.iter().find(|line| line.contains("UCI_Variant")).expect("the option");
    assert!(choice.contains(" var kyotoshogi "), "{choice}");
    engine.set_option("UCI_Variant", "kyotoshogi");
    assert_eq!(engine.perft(5).total, 225_903);
}

#[test]
fn games_of_a_file_are_chosen_by_their_names() {
    let (_folder, file) = with_file("several", SEVERAL);
    let counted = |variant, depth| {
        let counted = run(&["perft", "--rules", &file, "--variant", variant, depth]);
        let told = "'broken' cannot be played: line 4: 'M' is no part of a move";
        assert!(counted.stderr.contains(told), "{}", counted.stderr);
        counted.stdout
    };
    assert!(counted("my-amazon", "4").starts_with("Nodes searched: 318185\n"));
    assert!(counted("little", "4").starts_with("Nodes searched: "));
    assert!(counted("li", "5").starts_with("Nodes searched: 191846\n"));
    for command in [["perft", "1"], ["openings", "--nodes=20"], ["diagram", "--bare"]] {
        let refusal = refused(&[command[0], command[1], "--rules", &file]);
        assert!(refusal.ends_with("choose a game by --variant: my-amazon little"), "{refusal}");
    }
    let bench = done(&["bench", "1", "--rules", &file]);
    assert_eq!(bench.lines().count(), 3, "{bench}");
}

#[test]
fn what_cannot_be_played_is_refused_in_a_line() {
    let folder = Folder::new("loaded-refused");
    let missing = folder.path("missing.ini");
    assert!(refused(&["perft", "--rules", &missing, "1"]).contains("cannot read"));
    assert!(refused(&["load", &missing]).contains("cannot read"));
    let file = folder.path("games.ini");
    let start = |fen: &str| format!("[mine:chess]\nstartFen = {fen}\n");
    for (text, reason) in [
        (String::new(), "line 1: the file has no game"),
        ("[chess:chess]\nking = k:KN\n".to_owned(), "'chess' is a game of this program"),
        ("[normal:chess]\nking = k:KN\n".to_owned(), "'normal' is a game of this program"),
        (start("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1"), "White begins, and is checkmated"),
        (start("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"), "White begins, and Black's king can be taken"),
        (start("7k/8/8/8/8/1q6/8/K7 w - - 0 1"), "White begins, and has no legal move"),
        (start("k7/8/8/8/8/8/8/KK6 w - - 0 1"), "White has 2 kings; no side has more than one"),
        ("\u{0}\u{1}\u{2}".to_owned(), "line 1: "),
    ] {
        fs::write(&file, &text).expect("the file can be written");
        for words in [&["perft", "--rules", &file, "1"][..], &["load", &file]] {
            let refusal = refused(words);
            assert!(refusal.contains(reason), "{text}: {refusal}");
        }
    }
    fs::write(&file, SEVERAL).expect("the file can be written");
    for words in [&["perft", "--rules", &file, "1", "--variant"][..], &["load", &file, "--variant"]]
    {
        let named = |name| refused(&[words, &[name]].concat());
        assert!(named("broken").contains("'broken' cannot be played: line 4: 'M' is no part"));
    }
    assert!(refused(&["load", &file, "--variant", "nonesuch"]).contains("unknown game 'nonesuch'"));
    fs::write(&file, vec![b'#'; 200_000]).expect("the file can be written");
    assert!(
        refused(&["perft", "--rules", &file, "1"]).contains("the file has more than 131072 bytes")
    );
}

#[test]
fn a_gui_plays_the_games_of_the_file_that_it_is_loaded_with() {
    let (folder, file) = with_file("load", ONE);
    let mut engine = EngineProcess::spawn(&["load", &file]);
    engine.send("uci");
    let said = engine.expect("uciok", PATIENCE, |line| line == "uciok");
    let offers = |lines: &[String], name: &str| {
        let options = lines.iter().filter(|line| line.starts_with("option name UCI_Variant "));
        options.clone().any(|line| format!("{line} ").contains(&format!(" var {name} ")))
    };
    assert!(said.iter().any(|line| line == "option name VariantPath type string default <empty>"));
    let choice = said.iter().find(|line| line.contains("UCI_Variant")).expect("the option");
    assert!(choice.contains(" default knightking var chess "), "{choice}");
    assert!(offers(&said, "knightking"));
    engine.position("startpos");
    assert_eq!(engine.perft(2).total, 484);
    assert!(engine.go("nodes 500").nodes() > Some(0));
    // An edited file is another game of the same name; the game in play goes on.
    fs::write(
        &file,
        "[knightking:chess]\nking = k:KD\n[other:my]\n[more:chess]\nqueen = -\n\
        startFen = rnbbkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBBKBNR w KQkq - 0 1\n\
        promotionPieceTypes = rbn\n",
    )
    .expect("the file can be written");
    engine.send(format_args!("setoption name VariantPath value {file}"));
    let said = engine.ready();
    assert!(
        said[0].contains("'other' cannot be played: line 3: no game 'my' to build on"),
        "{said:?}"
    );
    assert!(offers(&said[1..], "more"), "{said:?}");
    assert_eq!(engine.perft(1).total, 22);
    engine.send("setoption name UCI_Variant value knightking");
    engine.ready();
    // It leaps over its pawn.
    assert_eq!(engine.perft(1).total, 21);
    let before = engine.describe();
    for bad in [folder.path("missing.ini"), folder.path("")] {
        let reason = engine.refusal(format_args!("setoption name VariantPath value {bad}"));
        assert!(reason.contains("cannot read "), "{reason}");
        assert_eq!(engine.describe(), before);
    }
    engine.set_option("UCI_Variant", "more");
    assert_eq!(engine.perft(1).total, 20);
    // With a mistake, the name is not that of the game of before, which goes on where it is played.
    fs::write(&file, "[more:chess]\nking = k:KM\n").expect("the file can be written");
    engine.send(format_args!("setoption name VariantPath value {file}"));
    let said = engine.ready();
    assert!(said[0].contains("'more' cannot be played: line 2: 'M' is no part"), "{said:?}");
    let games = said.last().expect("the games");
    assert!(games.contains(" var knightking ") && !games.contains(" var more "), "{games}");
    assert_eq!(engine.perft(1).total, 20);
    let reason = engine.refusal("setoption name UCI_Variant value more");
    assert!(reason.contains("takes one of"), "{reason}");
}

/// Which of two games of one name is played is not left to be found out.
#[test]
fn a_game_that_takes_the_name_of_another_is_told() {
    let (folder, one) = with_file("names", ONE);
    let (other, same) = (folder.path("other.ini"), folder.path("same.ini"));
    fs::write(&other, "[knightking:chess]\nking = k:KD\n").expect("the file can be written");
    fs::write(&same, format!("# The same.\n{ONE}")).expect("the file can be written");
    let count = |file: &str| run(&["perft", "--rules", &one, "--rules", file, "1"]);
    let told = count(&other);
    let line = format!("vertumnus: {other}: 'knightking' takes the place of that of {one}\n");
    assert_eq!(told.stderr, line);
    assert!(told.stdout.contains("Nodes searched: 21\n"), "{}", told.stdout);
    assert_eq!(count(&same).stderr, "");
}

#[test]
fn xboard_plays_the_games_of_a_file() {
    let (folder, file) = with_file("xboard", ONE);
    let more = folder.path("more.ini");
    fs::write(&more, SEVERAL).expect("the file can be written");
    let mut engine = EngineProcess::spawn(&["load", &file]);
    engine.send("xboard\nprotover 2");
    let said = engine.expect("features", PATIENCE, |line| line == "feature done=1");
    let games = |lines: &[String]| {
        let line = lines.iter().find(|line| line.starts_with("feature variants="));
        line.expect("the games are announced").clone()
    };
    assert!(games(&said).contains(",knightking\""), "{said:?}");
    engine.send("variant knightking\nforce\nusermove g1f3\nusermove g8f6\nusermove e1d3\nping 1");
    let said = engine.expect("pong", PATIENCE, |line| line == "pong 1");
    assert!(said[0].starts_with("setup ("), "{said:?}");
    assert!(!said.iter().any(|line| line.starts_with("Illegal")), "{said:?}");
    engine.send(format_args!("option VariantPath={more}\nvariant little\nping 2"));
    let said = engine.expect("pong", PATIENCE, |line| line == "pong 2");
    assert!(games(&said).ends_with(",knightking,my-amazon,little\""), "{said:?}");
    let setup = said.iter().find(|line| line.starts_with("setup (")).expect("a setup line");
    assert!(setup.contains(" 6x6+0_fairy "), "{setup}");
    if !said.iter().any(|line| line.starts_with("telluser ")) {
        engine.expect("a remark", PATIENCE, |line| line.starts_with("telluser "));
    }
}

/// Cute Chess names the files so, and sends no name of a game if it means chess.
#[test]
fn an_engine_begins_with_the_files_of_the_environment_and_with_chess() {
    let (folder, file) = with_file("environment", ONE);
    let files =
        env::join_paths([folder.path("missing.ini"), file]).expect("no path has a separator");
    let start = |words: &[&str]| {
        let mut command = engine_command(words);
        command.env("VERTUMNUS_RULES", &files);
        EngineProcess::of_command(command)
    };
    let mut engine = start(&[]);
    engine.send("uci");
    let said = engine.expect("uciok", PATIENCE, |line| line == "uciok");
    let games = said.iter().find(|line| line.starts_with("option name UCI_Variant "));
    let games = games.expect("the games are listed");
    assert!(games.contains(" default chess ") && games.contains(" var knightking "), "{games}");
    engine.send("go perft 1\nsetoption name UCI_Variant value knightking\ngo perft 1");
    for count in ["Nodes searched: 20", "Nodes searched: 22"] {
        engine.expect(count, PATIENCE, |line| line == count);
    }
    let mut named = start(&["uci", "--rules", "annan"]);
    named.send("uci");
    let said = named.expect("uciok", PATIENCE, |line| line == "uciok");
    assert!(!said.iter().any(|line| line.contains("knightking")), "{said:?}");
}

/// One engine is told of the file by `VariantPath`, the other by its command line.
#[test]
fn engines_play_a_match_by_the_rules_of_a_file() {
    let (folder, file) = with_file("match", ONE);
    let program = env!("CARGO_BIN_EXE_vertumnus");
    let (command, argument) = (format!("cmd={program}"), format!("arg={file}"));
    let records = folder.path("games.pgn");
    let played = done(&[
        "match",
        "--rules",
        &file,
        "--engine",
        "name=uci",
        &command,
        "arg=load",
        &argument,
        "--engine",
        "name=xboard",
        "proto=xboard",
        &command,
        "--each",
        "depth=1",
        "--games",
        "2",
        "--maxmoves",
        "12",
        "--openings",
        "none",
        "--pgnout",
        &records,
    ]);
    assert!(played.contains("(uci vs xboard, knightking)"), "{played}");
    let text = fs::read_to_string(&records).expect("the records");
    assert_eq!(text.matches("[Variant \"knightking\"]\n").count(), 2, "{text}");
    assert_eq!(text.matches("[Rules \"").count(), 2, "{text}");
    assert!(done(&["pgn", "--rules", &file, "--check", &records]).contains("2 games"));
    fs::write(&file, ONE.replace("KN", "KD")).expect("the file can be written");
    let checked = run(&["pgn", "--rules", &file, "--check", &records]);
    let reason = "game 1: it is 'knightking' by other rules than those that are played here";
    assert!(checked.stdout.contains(reason), "{}", checked.stdout);
}

/// Climbers has 65 kinds of pieces and gatherers 31, and a move by XBoard's protocol can end in 25 letters.
#[test]
fn games_with_more_kinds_than_letters_are_played_to_their_ends_by_both_protocols() {
    let page = in_repository("docs/games-as-files-recipes.md");
    let page = fs::read_to_string(page).expect("the page can be read");
    for name in ["climbers", "gatherers"] {
        let begins = page.find(&format!("[{name}:chess]")).expect("the example is there");
        let text = page[begins..].split("```").next().expect("a text has a first part");
        let (folder, file) = with_file(name, text);
        let (records, for_xboard) = (folder.path("games.pgn"), folder.path("xboard.pgn"));
        let command = format!("cmd={}", env!("CARGO_BIN_EXE_vertumnus"));
        let engine = |protocol: &str| {
            let (name, protocol) = (format!("name={protocol}"), format!("proto={protocol}"));
            ["--engine".to_owned(), name, protocol, command.clone()]
        };
        let rest = ["--each", "depth=1", "--games", "4", "--openings", "none", "--pgnout"];
        let words = [engine("uci"), engine("xboard")].concat();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.splice(0..0, ["match", "--rules", &file]);
        words.extend(rest);
        words.push(&records);
        let played = done(&words);
        assert_eq!(played.matches("Finished game ").count(), 4, "{played}");
        for fault in ["illegal", "disconnects", "stalls", "loses on time"] {
            assert!(!played.contains(fault), "{played}");
        }
        let written = done(&["pgn", "--rules", &file, "--for", "xboard", &records]);
        fs::write(&for_xboard, written).expect("the file can be written");
        for records in [&records, &for_xboard] {
            let checked = done(&["pgn", "--rules", &file, "--check", records]);
            assert!(checked.contains("4 games") && checked.contains("0 bad"), "{checked}");
        }
    }
}

#[test]
fn a_game_that_xboard_knows_by_name_has_that_name_too_and_another_with_a_description() {
    let (_folder, file) = with_file("own", "[knightmate:chess]\nking = k:N\n");
    let mut engine = EngineProcess::spawn(&["load", &file]);
    engine.send("xboard\nprotover 2");
    let said = engine.expect("features", PATIENCE, |line| line == "feature done=1");
    let variants = said.iter().find(|line| line.starts_with("feature variants="));
    let variants = variants.expect("the games are announced");
    assert!(variants.ends_with(",vknightmate,knightmate\""), "{variants}");
    for (name, is_described) in [("vknightmate", true), ("knightmate", false)] {
        engine
            .send(format_args!("new\nvariant {name}\nforce\nusermove e2e4\nusermove e7e5\nping 1"));
        let said = engine.expect("pong", PATIENCE, |line| line == "pong 1");
        assert_eq!(said.iter().any(|line| line.starts_with("setup ")), is_described, "{said:?}");
        assert!(!said.iter().any(|line| line.starts_with("Illegal") || line.starts_with("Error")));
    }
}

#[test]
fn the_pieces_of_a_file_are_drawn() {
    let (_folder, file) = with_file("pieces", ONE);
    let (with, without) = (done(&["pieces", "--rules", &file]), done(&["pieces"]));
    assert!(with.contains(" id=\"VERTUMNUS-KNIGHTKING-K\"") && !without.contains("KNIGHTKING"));
}

#[test]
fn xboard_is_refused_a_game_for_which_letters_run_out() {
    let start = "acdekfgh/pppppppp/ijlmostu/8/8/VWXYZ3/PPPPPPPP/RNBQKBNR w - - 0 1";
    let mut text = format!(
        "[many:chess]\nonCapture = k x * > mover; * x * > victim?\ncastling = false\nstartFen = {start}\n"
    );
    let letters = ('a'..='z').filter(|letter| !"bknpqr".contains(*letter));
    for (number, letter) in (1..).zip(letters) {
        writeln!(text, "customPiece{number} = {letter}:W").expect("a string takes all");
    }
    let (_folder, file) = with_file("letters", &text);
    let mut engine = EngineProcess::spawn(&["load", &file]);
    engine.send("xboard\nprotover 2\nvariant many\nping 1");
    let said = engine.expect("pong", PATIENCE, |line| line == "pong 1");
    let reason = "leave more choices than XBoard has letters";
    let is_reason =
        |line: &String| line.starts_with("Error (moves of it ") && line.contains(reason);
    assert!(said.iter().any(is_reason), "{said:?}");
    assert!(!said.iter().any(|line| line.contains(",many")), "{said:?}");
    let refusal = refused(&["xboard-command", "--own-drawings", "--rules", &file]);
    assert!(refusal.contains(reason), "{refusal}");
}

#[test]
fn a_network_is_trained_for_a_game_of_a_file_and_is_for_its_rules_alone() {
    let (folder, file) = with_file("train", ONE);
    let (games, network) = (folder.path("own.games"), folder.path("own.vnn"));
    let datagen = |count| {
        run(&["datagen", "--rules", &file, "--games", count, "--nodes", "10", "--output", &games])
    };
    let made = datagen("80");
    assert!(made.status.success(), "{}", made.stderr);
    let train = ["train", "--rules", &file, "--epochs", "1", "--batch", "256", "--output"];
    done(&[&train[..], &[&network, &games]].concat());
    let bench = |more: &[&str]| done(&[&["bench", "--rules", &file, "3"], more].concat());
    let (untrained, trained) = (bench(&[]), bench(&["--network", &network]));
    let nodes = |bench: &str| bench.split(' ').nth(1).map(str::to_owned);
    assert_ne!(nodes(&untrained), nodes(&trained));
    // Under the name of the game it lies beside the file, and needs not be named.
    let beside = folder.path("knightking.vnn");
    fs::copy(&network, &beside).expect("a copy");
    assert_eq!(nodes(&bench(&[])), nodes(&trained));
    let bytes = fs::read(&games).expect("the games");
    fs::write(&file, ONE.replace("KN", "KD")).expect("the file can be written");
    let other = "'knightking' by other rules than those that are played here";
    let made = datagen("90");
    assert!(!made.status.success() && made.stderr.contains(other), "{}", made.stderr);
    assert_eq!(fs::read(&games).expect("the games"), bytes);
    let foreign = run(&["datagen", "--variant", "chess", "--games", "20", "--output", &games]);
    assert!(foreign.stderr.contains("not in this build"), "{}", foreign.stderr);
    assert_eq!(fs::read(&games).expect("the games"), bytes);
    let refusal = run(&["bench", "--rules", &file, "3", "--network", &network]);
    assert!(!refusal.status.success() && refusal.stderr.contains(other), "{}", refusal.stderr);
    let beside = run(&["bench", "--rules", &file, "1"]);
    assert!(beside.status.success() && beside.stderr.contains(other), "{}", beside.stderr);
    let mut engine = EngineProcess::spawn(&["load", &file]);
    engine.send("uci");
    engine.expect("uciok", PATIENCE, |line| line == "uciok");
    let reason = engine.refusal(format_args!("setoption name EvalFile value {network}"));
    assert!(reason.contains(other), "{reason}");
}
